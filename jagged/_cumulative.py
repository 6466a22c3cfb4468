"""Running sums along an axis."""

from typing import Any

from jax.typing import DTypeLike
from jaxtyping import ArrayLike

from ._abstract import AbstractJaggedArray
from ._axes import ROW, Axis
from ._kernels import sums
from ._reduction import along


def cumsum(
    x: AbstractJaggedArray | ArrayLike,
    axis: int | Axis = ROW,
    *,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
) -> Any:
    """Add up the elements of each row, from its start or from its end.

    An empty row stays empty. Along a batch axis a shorter row adds nothing to its columns.

    Args:
        x: A JaggedArray, or a dense array.
        axis: The axis to add along, the row by default.
        dtype: The dtype to add in; as in `jax.numpy` by default.
        reverse: Whether to start at the end: at each row's own last element.

    Returns:
        The running sums, in the shape of `x`.

    Raises:
        ValueError: If the axis does not exist.
        TypeError: If `x` is not an array, or the axis not a single one.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.cumsum(x).to_list(), jg.cumsum(x, reverse=True).to_list()
        ([[1.0, 3.0], [], [4.0]], [[3.0, 2.0], [], [4.0]])

    Reference:
        `jax.numpy.cumsum`, `jax.lax.cumsum`.
    """
    if axis is None or isinstance(axis, tuple):
        raise TypeError(f"jg.cumsum adds along one axis; got axis={axis}: pass an int or jg.ROW.")
    return along(sums.cumsum, x, axis, dtype=dtype, reverse=reverse)
