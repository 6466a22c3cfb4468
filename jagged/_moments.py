"""Means, variances and norms over any axes."""

import math
from typing import Any

from jax.typing import DTypeLike
from jaxtyping import ArrayLike

from ._abstract import AbstractJaggedArray
from ._axes import AxisLike
from ._kernels import norms, sums
from ._reduction import reduce


def mean(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
    dtype: DTypeLike | None = None,
    empty: ArrayLike | None = None,
) -> Any:
    """Average the valid elements along axes.

    An empty row gives NaN, or `empty`, and its derivative is zero. Half precision accumulates in
    float32; integers give floats.

    Args:
        x: A JaggedArray, or a dense array.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.
        dtype: The dtype to accumulate in and to return; as in `jax.numpy` by default.
        empty: What a reduction over no element gives instead of NaN.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.mean(x, axis=1, empty=0)
        Array([1.5, 0. , 4. ], dtype=float32)

    Reference:
        `jax.numpy.mean`.
    """
    return reduce(sums.mean, x, axis, keepdims=keepdims, where=where, dtype=dtype, empty=empty)


def var(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
    ddof: float = 0,
    dtype: DTypeLike | None = None,
    empty: ArrayLike | None = None,
) -> Any:
    """Average the squared deviations of the valid elements along axes.

    A row that has no more than `ddof` elements gives NaN, and an empty one NaN or `empty`; their
    derivatives are zero. Computed in two passes, so it is never negative.

    Args:
        x: A JaggedArray, or a dense array.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.
        ddof: Delta degrees of freedom: the divisor is the number of elements less this.
        dtype: The dtype to accumulate in and to return; as in `jax.numpy` by default.
        empty: What a reduction over no element gives instead of NaN.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.var(x, axis=1, empty=0)
        Array([0.25, 0.  , 0.  ], dtype=float32)

    Reference:
        `jax.numpy.var`.
    """
    return reduce(
        sums.var, x, axis, keepdims=keepdims, where=where, ddof=ddof, dtype=dtype, empty=empty
    )


def std(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
    ddof: float = 0,
    dtype: DTypeLike | None = None,
    empty: ArrayLike | None = None,
) -> Any:
    """Take the root of the averaged squared deviations along axes.

    Like `jg.var`; the derivative is zero where the deviation is.

    Args:
        x: A JaggedArray, or a dense array.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.
        ddof: Delta degrees of freedom: the divisor is the number of elements less this.
        dtype: The dtype to accumulate in and to return; as in `jax.numpy` by default.
        empty: What a reduction over no element gives instead of NaN.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.std(x, axis=1, empty=0)
        Array([0.5, 0. , 0. ], dtype=float32)

    Reference:
        `jax.numpy.std`.
    """
    return reduce(
        sums.std, x, axis, keepdims=keepdims, where=where, ddof=ddof, dtype=dtype, empty=empty
    )


def norm(
    x: AbstractJaggedArray | ArrayLike,
    ord: float = 2,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
) -> Any:
    """Take the vector norm of the valid elements along axes.

    The elements along all given axes make one vector. An empty row gives 0 (inf for `ord=-inf`). The
    derivative at the zero vector is zero.

    Args:
        x: A JaggedArray, or a dense array.
        ord: The order of the norm: any positive number, 0, inf or -inf.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array.

    Examples:
        >>> x = jg.array([[3.0, 4.0], [], [4.0]])
        >>> jg.norm(x, axis=1)
        Array([5., 0., 4.], dtype=float32)

    Reference:
        `jax.numpy.linalg.norm`.
    """
    _check_order(ord)
    return reduce(norms.norm, x, axis, keepdims=keepdims, where=where, ord=ord)


def _check_order(ord) -> None:
    if not isinstance(ord, int | float) or not (ord >= 0 or ord == -math.inf):
        raise ValueError(f"ord must be a non-negative number, inf or -inf; got {ord!r}: pass one.")
