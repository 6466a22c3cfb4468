"""Running sums, products, extremes and log-sum-exps along an axis."""

from collections.abc import Callable
from typing import Any

from jax.typing import DTypeLike
from jaxtyping import ArrayLike

from ._abstract import AbstractJaggedArray
from ._axes import ROW, Axis, normalize_axis
from ._extrema import check_ordered
from ._kernels import cumulative, sums
from ._reduction import along, as_operand


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


def cumprod(
    x: AbstractJaggedArray | ArrayLike,
    axis: int | Axis = ROW,
    *,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
) -> Any:
    """Multiply up the elements of each row, from its start or from its end.

    An empty row stays empty. The derivative is exact at zeros. Along a batch axis a shorter row
    leaves its columns as they are.

    Args:
        x: A JaggedArray, or a dense array.
        axis: The axis to multiply along, the row by default.
        dtype: The dtype to multiply in; as in `jax.numpy` by default.
        reverse: Whether to start at the end: at each row's own last element.

    Returns:
        The running products, in the shape of `x`.

    Raises:
        ValueError: If the axis does not exist.
        TypeError: If `x` is not an array, or the axis not a single one.

    Examples:
        >>> x = jg.array([[3.0, 2.0], [], [4.0]])
        >>> jg.cumprod(x).to_list(), jg.cumprod(x, reverse=True).to_list()
        ([[3.0, 6.0], [], [4.0]], [[6.0, 2.0], [], [4.0]])

    Reference:
        `jax.numpy.cumprod`, `jax.lax.cumprod`.
    """
    return _along_one(cumulative.cumprod, x, axis, dtype=dtype, reverse=reverse)


def cummax(
    x: AbstractJaggedArray | ArrayLike, axis: int | Axis = ROW, *, reverse: bool = False
) -> Any:
    """Take the largest element so far in each row, from its start or from its end.

    An empty row stays empty. NaN wins from where it stands. Two elements that tie share the
    derivative evenly, as in `jax.lax`. Along a batch axis a shorter row leaves its columns as they
    are.

    Args:
        x: A JaggedArray, or a dense array, of a dtype that has an order.
        axis: The axis to go along, the row by default.
        reverse: Whether to start at the end: at each row's own last element.

    Returns:
        The running maxima, in the shape and dtype of `x`.

    Raises:
        ValueError: If the axis does not exist.
        TypeError: If `x` is not an array or is complex, or the axis not a single one.

    Examples:
        >>> x = jg.array([[1.0, 3.0, 2.0], []])
        >>> jg.cummax(x).to_list(), jg.cummax(x, reverse=True).to_list()
        ([[1.0, 3.0, 3.0], []], [[3.0, 3.0, 2.0], []])

    Reference:
        `jax.lax.cummax`, `numpy.maximum.accumulate`.
    """
    check_ordered(x, "cummax")
    return _along_one(cumulative.cummax, x, axis, reverse=reverse)


def cummin(
    x: AbstractJaggedArray | ArrayLike, axis: int | Axis = ROW, *, reverse: bool = False
) -> Any:
    """Take the smallest element so far in each row, from its start or from its end.

    An empty row stays empty. NaN wins from where it stands. Two elements that tie share the
    derivative evenly, as in `jax.lax`. Along a batch axis a shorter row leaves its columns as they
    are.

    Args:
        x: A JaggedArray, or a dense array, of a dtype that has an order.
        axis: The axis to go along, the row by default.
        reverse: Whether to start at the end: at each row's own last element.

    Returns:
        The running minima, in the shape and dtype of `x`.

    Raises:
        ValueError: If the axis does not exist.
        TypeError: If `x` is not an array or is complex, or the axis not a single one.

    Examples:
        >>> x = jg.array([[2.0, 1.0, 3.0], []])
        >>> jg.cummin(x).to_list(), jg.cummin(x, reverse=True).to_list()
        ([[2.0, 1.0, 1.0], []], [[1.0, 1.0, 3.0], []])

    Reference:
        `jax.lax.cummin`, `numpy.minimum.accumulate`.
    """
    check_ordered(x, "cummin")
    return _along_one(cumulative.cummin, x, axis, reverse=reverse)


def cumlogsumexp(
    x: AbstractJaggedArray | ArrayLike, axis: int | Axis = ROW, *, reverse: bool = False
) -> Any:
    """Take the logarithm of the running sum of exponentials in each row, without overflow.

    An empty row stays empty. As long as all elements are -inf so is the result, without a NaN in
    the derivative. Half precision accumulates in float32. Along a batch axis a shorter row adds
    nothing to its columns.

    Args:
        x: A JaggedArray, or a dense array, of real numbers; integers become floats.
        axis: The axis to go along, the row by default.
        reverse: Whether to start at the end: at each row's own last element.

    Returns:
        The running results, in the shape of `x`.

    Raises:
        ValueError: If the axis does not exist.
        TypeError: If `x` is not an array or is complex, or the axis not a single one.

    Examples:
        >>> x = jg.array([[0.0, 0.0], [], [100.0]])
        >>> jg.exp(jg.cumlogsumexp(x)[:2]).to_list()
        [[1.0, 2.0], []]

    Reference:
        `jax.lax.cumlogsumexp`.
    """
    check_ordered(x, "cumlogsumexp")
    return _along_one(cumulative.cumlogsumexp, x, axis, reverse=reverse)


def _along_one(kernel: Callable, x, axis, **options):
    name = kernel.__name__
    if axis is None or isinstance(axis, tuple):
        raise TypeError(f"jg.{name} goes along one axis; got axis={axis}: pass an int or jg.ROW.")
    return along(kernel, x, axis, prefix=_is_prefix(x, axis, name), **options)


def _is_prefix(x, axis, name) -> bool:
    """Say whether the valid elements come first along an axis, as along the deepest jagged one."""
    data, levels = as_operand(x, name)
    row_axis = levels[0].ndim if levels else None
    return bool(levels) and normalize_axis(axis, data.ndim, row_axis) == levels[-1].ndim
