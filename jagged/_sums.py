"""Sums, products, counts and truth over any axes."""

from typing import Any

from jax.typing import DTypeLike
from jaxtyping import ArrayLike

from ._abstract import AbstractJaggedArray
from ._axes import AxisLike
from ._kernels import sums
from ._reduction import reduce


def sum(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
    dtype: DTypeLike | None = None,
    initial: ArrayLike | None = None,
) -> Any:
    """Add the valid elements along axes.

    An empty row gives 0 (or `initial`). Half precision accumulates in float32; booleans and small
    integers as in `jax.numpy`.

    Args:
        x: A JaggedArray, or a dense array.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.
        dtype: The dtype to accumulate in and to return; as in `jax.numpy` by default.
        initial: A number that is added.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.sum(x, axis=1)
        Array([3., 0., 4.], dtype=float32)
        >>> jg.sum(x, axis=0).to_list()
        [5.0, 2.0]

    Reference:
        `jax.numpy.sum`.
    """
    return reduce(sums.sum, x, axis, keepdims=keepdims, where=where, dtype=dtype, initial=initial)


def prod(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
    dtype: DTypeLike | None = None,
    initial: ArrayLike | None = None,
) -> Any:
    """Multiply the valid elements along axes.

    An empty row gives 1 (or `initial`). The derivative is exact at zeros.

    Args:
        x: A JaggedArray, or a dense array.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.
        dtype: The dtype to accumulate in and to return; as in `jax.numpy` by default.
        initial: A number that is multiplied in.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.prod(x, axis=1)
        Array([2., 1., 4.], dtype=float32)

    Reference:
        `jax.numpy.prod`.
    """
    return reduce(sums.prod, x, axis, keepdims=keepdims, where=where, dtype=dtype, initial=initial)


def any(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
) -> Any:
    """Say whether some valid element along axes is true.

    An empty row gives `False`.

    Args:
        x: A JaggedArray, or a dense array.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array of booleans.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.any(x > 3, axis=1)
        Array([False, False,  True], dtype=bool)

    Reference:
        `jax.numpy.any`.
    """
    return reduce(sums.any, x, axis, keepdims=keepdims, where=where)


def all(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
) -> Any:
    """Say whether every valid element along axes is true.

    An empty row gives `True`.

    Args:
        x: A JaggedArray, or a dense array.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array of booleans.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.all(x > 3, axis=1)
        Array([False,  True,  True], dtype=bool)

    Reference:
        `jax.numpy.all`.
    """
    return reduce(sums.all, x, axis, keepdims=keepdims, where=where)


def count(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
) -> Any:
    """Count the valid elements along axes.

    An empty row gives 0. Feature axes count with their size. The data are not read.

    Args:
        x: A JaggedArray, or a dense array.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array of int32.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.count(x, axis=1)
        Array([2, 0, 1], dtype=int32)

    Reference:
        `numpy.ma.count`.
    """
    return reduce(sums.count, x, axis, keepdims=keepdims, where=where)


def count_nonzero(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
) -> Any:
    """Count the valid elements along axes that differ from zero.

    An empty row gives 0.

    Args:
        x: A JaggedArray, or a dense array.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array of int32.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array.

    Examples:
        >>> x = jg.array([[1.0, 0.0], [], [4.0]])
        >>> jg.count_nonzero(x, axis=1)
        Array([1, 0, 1], dtype=int32)

    Reference:
        `jax.numpy.count_nonzero`.
    """
    return reduce(sums.count_nonzero, x, axis, keepdims=keepdims, where=where)
