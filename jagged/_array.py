"""JaggedArray: rows of different lengths as one array, with operators and the way out."""

from collections.abc import Callable
from typing import Any

from jax.typing import DTypeLike
from jaxtyping import Array, ArrayLike, Int, Shaped

from . import _contraction, _conversion
from ._abstract import AbstractJaggedArray, rebuild
from ._elements import is_operand
from ._elementwise import FUNCTIONS
from ._fields import checked_fields, is_array, is_lengths
from ._index._at import At, update_array
from ._index._entrance import index_array
from ._overflow import Overflow
from ._repr import describe_array


def _operator(name: str, *, reflected: bool = False) -> Any:
    """Make the method of an operator from an elementwise function."""
    return _method(FUNCTIONS[name], reflected)


def _method(forward: Callable, reflected: bool) -> Any:
    function = (lambda x, y: forward(y, x)) if reflected else forward

    def operator(self, other):
        try:
            return function(self, other)
        except TypeError:
            if is_operand(other):
                raise
        return _decline(other)

    return operator


def _decline(other):
    """Leave an operator to the class of the other operand, unless that has none."""
    if isinstance(other, list | tuple):
        raise TypeError(
            f"An operator takes JaggedArrays, arrays and numbers; got a {type(other).__name__}: "
            "make it one with jg.array(rows) or jnp.asarray(values)."
        )
    return NotImplemented


class JaggedArray(AbstractJaggedArray):
    """Rows of different lengths: a dense padded buffer and the lengths of its rows.

    Every field is an ordinary array, so every JAX transform works on it: `jit`, `grad`, `vmap`,
    `scan`, `shard_map`, `export`. Nothing is static but the capacity, which is part of the shape.
    Operators are elementwise; `x[i]` is a row, `x[:, j]` one element of each row, `x[..., f]` picks
    features.

    The constructor checks its arguments and writes zeros into padding. Fields that are not arrays
    are stored as they are, so `JaggedArray(0, None)` is an `in_axes`.

    Args:
        data: `[*batch, capacity, *features]`, any dtype.
        lengths: `[*batch]` integers, how many elements of each row are valid; kept as int32.
        inner_lengths: For each deeper jagged axis the lengths along it, int32
            `[*batch, capacity, ...]`, as many axes as lie before that axis.

    Raises:
        ValueError: If shapes disagree, or a length is negative or above the capacity.
        TypeError: If lengths are not integers, or elements not numbers or booleans.

    Examples:
        >>> x = jg.JaggedArray(jnp.array([[1.0, 2.0], [3.0, 9.0]]), [2, 1])
        >>> x
        JaggedArray([[1., 2.], [3.]], float32[2, None], capacity=2, fill=75%)
    """

    data: Shaped[Array, "..."]
    lengths: Int[Array, "..."]
    inner_lengths: tuple[Int[Array, "..."], ...]

    def __init__(self, data: Any, lengths: Any, inner_lengths: tuple = ()):
        if isinstance(data, list) or (is_array(data) and is_lengths(lengths)):
            data, lengths, inner_lengths = checked_fields(data, lengths, inner_lengths)
        self.data = data
        self.lengths = lengths
        self.inner_lengths = inner_lengths

    @classmethod
    def unchecked(cls, data, lengths, inner_lengths=()) -> "JaggedArray":
        """Make an array of fields that are known to be consistent, without looking at them.

        Args:
            data: `[*batch, capacity, *features]`, finite at padding.
            lengths: `[*batch]`, int32, between 0 and the capacity.
            inner_lengths: The lengths of deeper jagged axes, int32 and 0 at padding.

        Returns:
            The array. It is for code that builds many arrays and vouches for them; anything else
            wants the checked constructor.
        """
        return rebuild(_EMPTY, data, (lengths, *inner_lengths))

    def with_data(self, data: ArrayLike) -> "JaggedArray":
        """Give an array with other data and the same lengths, zeros written into its padding.

        Args:
            data: `[*batch, capacity, *features]`; features and dtype may be new.

        Returns:
            The array, which shares these lengths.

        Raises:
            ValueError: If the batch axes or the capacity differ.
            TypeError: If the data are no array of numbers or booleans.
        """
        return _conversion.with_data(self, data)

    def astype(self, dtype: DTypeLike) -> "JaggedArray":
        """Cast the elements to a dtype; lengths stay int32.

        Args:
            dtype: The new dtype, as `jax.Array.astype` takes it.

        Returns:
            The cast array; padding that a narrower dtype could not hold is zero.
        """
        return _conversion.astype(self, dtype)

    def tangent(self, values: ArrayLike) -> "JaggedArray":
        """Give the tangent that `jax.jvp` wants beside this array: lengths have none (float0).

        Args:
            values: The tangents of the data, broadcast to its shape.

        Returns:
            An array to pass as a tangent, `jax.jvp(f, (x,), (x.tangent(values),))`, alone.
        """
        return _conversion.tangent(self, values)

    def to_dense(self, fill_value: ArrayLike = 0) -> Shaped[Array, "..."]:
        """Give the padded array.

        Args:
            fill_value: What stands at padding, cast to the dtype of the elements.

        Returns:
            `[*batch, capacity, *features]`.
        """
        return _conversion.to_dense(self, fill_value)

    def to_list(self) -> list:
        """Give the valid elements as nested Python lists, outside jit.

        Returns:
            A list for each row; an empty row is `[]`.

        Raises:
            ValueError: If the values are traced.
        """
        return _conversion.to_list(self)

    def rows(self) -> Any:
        """Give the rows as NumPy arrays at their true lengths, outside jit.

        Returns:
            A list of `[length, *features]`, nested for further batch or jagged axes; a single row
            gives one array.

        Raises:
            ValueError: If the values are traced.
        """
        return _conversion.rows(self)

    def to_flat(self, capacity: int | None = None, *, overflow: Overflow = "error") -> Any:
        """Give the valid elements one after another, row by row.

        Args:
            capacity: Needed under tracing: the static room for all valid elements.
            overflow: What to do if they don't fit: `"error"` refuses (under tracing when
                `jg.checking()`, otherwise the result is empty), `"return"` keeps what fits and
                returns a pair with the flag that something did not.

        Returns:
            An array `[total, *features]`; with a capacity a row, a JaggedArray without batch axes.

        Raises:
            ValueError: If values are traced and no capacity is given, or it is too small.
        """
        return _conversion.to_flat(self, capacity, overflow)

    def resize(self, capacity: int | tuple[int, ...], *, overflow: Overflow = "error") -> Any:
        """Give the same rows in buffers of another capacity.

        Args:
            capacity: The new capacity; a tuple gives one for each jagged axis.
            overflow: What to do with rows that don't fit: `"error"` refuses (under tracing when
                `jg.checking()`, otherwise such a row comes back empty), `"return"` cuts them and
                returns a pair with a flag for each row.

        Returns:
            The array.

        Raises:
            ValueError: If a row does not fit, with the capacity that would do.
        """
        return _conversion.resize(self, capacity, overflow)

    @property
    def at(self) -> At:
        """Updates at the places of an index: `x.at[index].set(values)`, `add`, `multiply`, `min`, `max`."""
        return At(self, update_array)

    def __getitem__(self, index) -> Any:
        return index_array(self, index)

    def __repr__(self) -> str:
        return describe_array(self)

    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs) -> Any:
        function = FUNCTIONS.get(ufunc.__name__) or _PRODUCTS.get(ufunc.__name__)
        if method != "__call__" or kwargs or function is None:
            raise TypeError(
                f"np.{ufunc.__name__}{'' if method == '__call__' else '.' + method} with these "
                f"arguments does not work on a JaggedArray: use the function of jagged, such as "
                "jg.sum or jg.where, or x.to_dense()."
            )
        return function(*inputs)

    __add__ = _operator("add")
    __radd__ = _operator("add", reflected=True)
    __sub__ = _operator("subtract")
    __rsub__ = _operator("subtract", reflected=True)
    __mul__ = _operator("multiply")
    __rmul__ = _operator("multiply", reflected=True)
    __truediv__ = _operator("true_divide")
    __rtruediv__ = _operator("true_divide", reflected=True)
    __floordiv__ = _operator("floor_divide")
    __rfloordiv__ = _operator("floor_divide", reflected=True)
    __matmul__ = _method(_contraction.matmul, False)
    __rmatmul__ = _method(_contraction.matmul, True)
    __mod__ = _operator("mod")
    __rmod__ = _operator("mod", reflected=True)
    __divmod__ = _operator("divmod")
    __rdivmod__ = _operator("divmod", reflected=True)
    __pow__ = _operator("power")
    __rpow__ = _operator("power", reflected=True)
    __and__ = _operator("bitwise_and")
    __rand__ = _operator("bitwise_and", reflected=True)
    __or__ = _operator("bitwise_or")
    __ror__ = _operator("bitwise_or", reflected=True)
    __xor__ = _operator("bitwise_xor")
    __rxor__ = _operator("bitwise_xor", reflected=True)
    __lshift__ = _operator("left_shift")
    __rlshift__ = _operator("left_shift", reflected=True)
    __rshift__ = _operator("right_shift")
    __rrshift__ = _operator("right_shift", reflected=True)
    __eq__ = _operator("equal")
    __ne__ = _operator("not_equal")
    __lt__ = _operator("less")
    __le__ = _operator("less_equal")
    __gt__ = _operator("greater")
    __ge__ = _operator("greater_equal")

    def __neg__(self) -> "JaggedArray":
        return FUNCTIONS["negative"](self)

    def __pos__(self) -> "JaggedArray":
        return FUNCTIONS["positive"](self)

    def __abs__(self) -> "JaggedArray":
        return FUNCTIONS["abs"](self)

    def __invert__(self) -> "JaggedArray":
        return FUNCTIONS["invert"](self)

    def __round__(self, ndigits: int = 0) -> "JaggedArray":
        return FUNCTIONS["round"](self, ndigits)


# The ufuncs of NumPy that are no elementwise functions.
_PRODUCTS = {"matmul": _contraction.matmul, "vecdot": _contraction.vecdot}
_EMPTY = JaggedArray(0, 0)
