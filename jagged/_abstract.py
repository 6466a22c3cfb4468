"""What every jagged container is: padded buffers with lengths, and the structure read off them."""

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import equinox as eqx
import numpy as np
from jaxtyping import Array, Bool, Int, Shaped

from ._kernels.validity import prefix_mask


class AbstractJagged(eqx.Module):
    """Rows of different lengths in padded buffers. The batch axes come first, then the jagged one."""

    lengths: eqx.AbstractVar[Int[Array, "..."]]

    if not TYPE_CHECKING:
        # A Module looks each attribute up in Python, to make its bound methods pytrees, as layers
        # need it. That takes as long as the rest of a small operation, and 20 us for a method.
        __getattribute__ = object.__getattribute__

    @property
    def batch_shape(self) -> tuple[int, ...]:
        """The sizes of the batch axes; `()` for a single row."""
        if getattr(self.lengths, "shape", None) is None:
            raise TypeError(_lengths_advice(self.lengths))
        return tuple(self.lengths.shape)

    @property
    def capacity(self) -> int:
        """How many elements the buffer of a row has room for: static, the same for every row."""
        raise NotImplementedError

    def __len__(self) -> int:
        if not self.batch_shape:
            raise TypeError(
                "len() needs a batch axis, and this is a single row: its number of elements is the "
                "run-time value `x.lengths`, its room is `x.capacity`."
            )
        return self.batch_shape[0]

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"The truth value of a {type(self).__name__} is ambiguous: reduce it first, with "
            "jg.all(x) or jg.any(x)."
        )

    def __iter__(self) -> NoReturn:
        raise TypeError(
            f"A {type(self).__name__} can't be iterated over: use x.rows() for NumPy rows outside "
            "jit, jg.scan along each row, or jax.vmap over the rows."
        )

    def __array__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(
            f"A {type(self).__name__} is not a rectangular array: use x.to_dense(fill_value) for a "
            "padded one, x.rows() for a list of rows, or x.data for the raw buffer."
        )


class AbstractJaggedArray(AbstractJagged):
    """One buffer with a jagged axis, and perhaps deeper ones."""

    data: eqx.AbstractVar[Shaped[Array, "..."]]
    inner_lengths: eqx.AbstractVar[tuple[Int[Array, "..."], ...]]

    @property
    def levels(self) -> tuple[Int[Array, "..."], ...]:
        """The lengths of every jagged axis, outermost first; each speaks of axis `ndim`."""
        return (self.lengths, *self.inner_lengths)

    @property
    def jagged_axes(self) -> tuple[int, ...]:
        """The positions of the jagged axes, outermost first."""
        return tuple(lengths.ndim for lengths in self.levels if lengths is not None)

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The shape, with `None` for each jagged axis."""
        jagged = self.jagged_axes
        return tuple(None if axis in jagged else n for axis, n in enumerate(self.data.shape))

    @property
    def ndim(self) -> int:
        """The number of axes: batch, jagged and feature axes together."""
        return self.data.ndim

    @property
    def dtype(self) -> np.dtype:
        """The dtype of the elements."""
        return self.data.dtype

    @property
    def capacity(self) -> int:
        """How many elements the buffer of a row has room for: static, the same for every row."""
        data, levels = unpack(self)
        return data.shape[levels[0].ndim]

    @property
    def mask(self) -> Bool[Array | np.ndarray, "..."]:
        """The validity mask, `[*batch, capacity]` and on to the deepest jagged axis."""
        data, levels = unpack(self)
        return prefix_mask(levels, data.shape[: levels[-1].ndim + 1])


_INT32 = np.dtype(np.int32)

JaggedT = TypeVar("JaggedT", bound=AbstractJaggedArray)


def rebuild(x: JaggedT, data, levels) -> JaggedT:
    """Make an array like `x` of this buffer and these lengths, unchecked, as unflattening does."""
    built = object.__new__(type(x))
    fields = vars(built)
    fields["data"], fields["lengths"], fields["inner_lengths"] = data, levels[0], tuple(levels[1:])
    return built


def is_jagged(value) -> bool:
    """Say whether a node of a tree is a jagged container."""
    return isinstance(value, AbstractJagged)


@functools.cache
def is_jagged_array(kind: type) -> bool:
    """Say whether this is the class of jagged arrays; `isinstance` takes longer to find out."""
    return issubclass(kind, AbstractJaggedArray)


def unpack(x: AbstractJaggedArray) -> tuple[Any, tuple]:
    """Give the buffer and the lengths of an array whose leaves fit together.

    This stands at the entrance of every operation. A `jax.tree.map` may have turned lengths into
    floats, a gradient has none, and an `out_axes` other than 0 moves the batch axis of the data
    alone.

    Raises:
        TypeError: If a leaf is not an array, or lengths are not int32.
        ValueError: If the leading axes of the data are not those of the lengths.
    """
    data, levels = unpack_unfitted(x)
    check_fit(data, levels)
    return data, levels


def unpack_unfitted(x: AbstractJaggedArray) -> tuple[Any, tuple]:
    """Give the same for a kernel that checks shapes when it is traced, and not in every call.

    Raises:
        TypeError: If lengths are not int32; a kernel can't tell, NumPy's int64 comes there as int32.
    """
    levels = (x.lengths, *x.inner_lengths)
    check_int32(levels)
    return x.data, levels


def check_int32(levels: tuple) -> None:
    """Refuse lengths that are no int32 arrays; see `unpack`."""
    for lengths in levels:
        if getattr(lengths, "dtype", None) != _INT32:
            raise TypeError(_lengths_advice(lengths))


def check_fit(data, levels: Sequence) -> None:
    """Refuse a buffer that does not have the axes of its lengths; see `unpack`."""
    shape = getattr(data, "shape", None)
    if shape is None:
        raise TypeError(
            f"A jagged array needs an array as data; got {data!r}: an optimiser or a filter has "
            "replaced it, so take the arrays of the tree that still has them."
        )
    for lengths in levels:
        batch = lengths.shape
        if shape[: len(batch)] != batch or len(shape) == len(batch):
            raise ValueError(
                "The data must have the axes of the lengths first and then the jagged axis; got "
                f"data.shape={shape} with lengths.shape={batch}. Under jax.vmap use out_axes=0, "
                "and under jax.jacfwd return x.data, not the JaggedArray."
            )


def _lengths_advice(lengths) -> str:
    if lengths is None:
        return (
            "A jagged array without lengths can't be computed with; got lengths=None, as gradients "
            "of equinox.filter_grad have it. Put its data into an array that has lengths: "
            "x.with_data(gradient.data)."
        )
    return (
        f"lengths must be an int32 array; got dtype {getattr(lengths, 'dtype', None)} "
        f"({type(lengths).__name__}). A tree.map "
        "over the whole array (an average, a cast, a gradient step) changes the lengths too: map "
        "over eqx.filter(tree, eqx.is_inexact_array), or use x.with_data(new_data)."
    )
