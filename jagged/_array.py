"""JaggedArray: rows of different lengths as one array, with operators and the way out."""

from typing import Any

from jax.typing import DTypeLike
from jaxtyping import Array, ArrayLike, Int, Shaped

from . import _conversion
from ._abstract import AbstractJaggedArray, rebuild
from ._conversion import Overflow
from ._elements import is_operand
from ._elementwise import FUNCTIONS
from ._fields import checked_fields, is_array, is_lengths
from ._index import index_array
from ._repr import describe_array


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

    def __getitem__(self, index) -> Any:
        return index_array(self, index)

    def __repr__(self) -> str:
        return describe_array(self)

    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs) -> Any:
        function = FUNCTIONS.get(ufunc.__name__)
        if method != "__call__" or kwargs or function is None:
            raise TypeError(
                f"np.{ufunc.__name__}{'' if method == '__call__' else '.' + method} with these "
                f"arguments does not work on a JaggedArray: use the function of jagged, such as "
                "jg.sum or jg.where, or x.to_dense()."
            )
        return function(*inputs)

    def __add__(self, other) -> Any:
        return _binary("add", self, other)

    def __radd__(self, other) -> Any:
        return _binary("add", other, self)

    def __sub__(self, other) -> Any:
        return _binary("subtract", self, other)

    def __rsub__(self, other) -> Any:
        return _binary("subtract", other, self)

    def __mul__(self, other) -> Any:
        return _binary("multiply", self, other)

    def __rmul__(self, other) -> Any:
        return _binary("multiply", other, self)

    def __truediv__(self, other) -> Any:
        return _binary("true_divide", self, other)

    def __rtruediv__(self, other) -> Any:
        return _binary("true_divide", other, self)

    def __floordiv__(self, other) -> Any:
        return _binary("floor_divide", self, other)

    def __rfloordiv__(self, other) -> Any:
        return _binary("floor_divide", other, self)

    def __mod__(self, other) -> Any:
        return _binary("mod", self, other)

    def __rmod__(self, other) -> Any:
        return _binary("mod", other, self)

    def __divmod__(self, other) -> Any:
        return _binary("divmod", self, other)

    def __rdivmod__(self, other) -> Any:
        return _binary("divmod", other, self)

    def __pow__(self, other) -> Any:
        return _binary("power", self, other)

    def __rpow__(self, other) -> Any:
        return _binary("power", other, self)

    def __and__(self, other) -> Any:
        return _binary("bitwise_and", self, other)

    def __rand__(self, other) -> Any:
        return _binary("bitwise_and", other, self)

    def __or__(self, other) -> Any:
        return _binary("bitwise_or", self, other)

    def __ror__(self, other) -> Any:
        return _binary("bitwise_or", other, self)

    def __xor__(self, other) -> Any:
        return _binary("bitwise_xor", self, other)

    def __rxor__(self, other) -> Any:
        return _binary("bitwise_xor", other, self)

    def __lshift__(self, other) -> Any:
        return _binary("left_shift", self, other)

    def __rlshift__(self, other) -> Any:
        return _binary("left_shift", other, self)

    def __rshift__(self, other) -> Any:
        return _binary("right_shift", self, other)

    def __rrshift__(self, other) -> Any:
        return _binary("right_shift", other, self)

    def __eq__(self, other) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        return _binary("equal", self, other)

    def __ne__(self, other) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        return _binary("not_equal", self, other)

    def __lt__(self, other) -> Any:
        return _binary("less", self, other)

    def __le__(self, other) -> Any:
        return _binary("less_equal", self, other)

    def __gt__(self, other) -> Any:
        return _binary("greater", self, other)

    def __ge__(self, other) -> Any:
        return _binary("greater_equal", self, other)

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


_EMPTY = JaggedArray(0, 0)


def _binary(name, left, right):
    if not (is_operand(left) and is_operand(right)):
        other = right if isinstance(left, JaggedArray) else left
        if isinstance(other, list | tuple):
            raise TypeError(
                f"An operator takes JaggedArrays, arrays and numbers; got a {type(other).__name__}: "
                "make it one with jg.array(rows) or jnp.asarray(values)."
            )
        return NotImplemented
    return FUNCTIONS[name](left, right)
