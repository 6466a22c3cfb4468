"""Medians, quantiles and percentiles over any axes."""

from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import ArrayLike

from ._abstract import AbstractJaggedArray
from ._axes import AxisLike
from ._checking import refuse
from ._extrema import check_ordered
from ._kernels import quantiles
from ._reduction import reduce

Method = Literal["linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf"]


def median(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
    empty: ArrayLike | None = None,
) -> Any:
    """Take the middle one of the valid elements along axes, or the mean of the two in the middle.

    An empty row gives NaN, or `empty`; a row with a NaN gives NaN. Their derivatives are zero, else
    it goes to the one or two elements in the middle. Integers give floats.

    Args:
        x: A JaggedArray, or a dense array, of real numbers.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.
        empty: What a reduction over no element gives instead of NaN.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array, or is complex.

    Examples:
        >>> x = jg.array([[1.0, 2.0, 9.0], [], [4.0]])
        >>> jg.median(x, axis=1, empty=0)
        Array([2., 0., 4.], dtype=float32)

    Reference:
        `jax.numpy.median`.
    """
    check_ordered(x, "median")
    return _quantile(x, np.float32(0.5), axis, "linear", keepdims, where, empty)


def quantile(
    x: AbstractJaggedArray | ArrayLike,
    q: ArrayLike,
    axis: AxisLike = None,
    *,
    method: Method = "linear",
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
    empty: ArrayLike | None = None,
) -> Any:
    """Take the value below which a share of the valid elements along axes lies.

    An empty row gives NaN, or `empty`; a row with a NaN gives NaN. Their derivatives are zero, else
    it goes to the one or two elements that the value lies between. Integers give floats.

    Args:
        x: A JaggedArray, or a dense array, of real numbers.
        q: The share, from 0 to 1: a number or an array of one axis. A traced one out of range gives
            NaN, and is refused under `jg.checking()`.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        method: What to give between two elements: `"linear"`, `"lower"`, `"higher"`,
            `"midpoint"` or `"nearest"`; or `"inverted_cdf"`, the first element that at least the
            share reaches.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.
        empty: What a reduction over no element gives instead of NaN.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array; with a first axis for several shares.

    Raises:
        ValueError: If `q` is out of range or has more axes, the method is another, an axis does not
            exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array, or is complex, or `q` is no real number.

    Examples:
        >>> x = jg.array([[1.0, 2.0, 9.0], [], [4.0]])
        >>> jg.quantile(x, 0.75, axis=1)
        Array([5.5, nan, 4. ], dtype=float32)

    Reference:
        `jax.numpy.quantile`.
    """
    check_ordered(x, "quantile")
    q = _checked_shares(q, 1, "quantile")
    return _quantile(x, q, axis, method, keepdims, where, empty)


def percentile(
    x: AbstractJaggedArray | ArrayLike,
    q: ArrayLike,
    axis: AxisLike = None,
    *,
    method: Method = "linear",
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
    empty: ArrayLike | None = None,
) -> Any:
    """Take the value below which so many per cent of the valid elements along axes lie.

    This is `jg.quantile` with shares from 0 to 100. An empty row gives NaN, or `empty`.

    Args:
        x: A JaggedArray, or a dense array, of real numbers.
        q: The share in per cent, from 0 to 100: a number or an array of one axis.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        method: What to give between two elements, as for `jg.quantile`.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.
        empty: What a reduction over no element gives instead of NaN.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array; with a first axis for several shares.

    Raises:
        ValueError: If `q` is out of range or has more axes, the method is another, an axis does not
            exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array, or is complex, or `q` is no real number.

    Examples:
        >>> x = jg.array([[1.0, 2.0, 9.0], [], [4.0]])
        >>> jg.percentile(x, 75, axis=1)
        Array([5.5, nan, 4. ], dtype=float32)

    Reference:
        `jax.numpy.percentile`.
    """
    check_ordered(x, "percentile")
    q = _checked_shares(q, 100, "percentile") / 100
    return _quantile(x, q, axis, method, keepdims, where, empty)


def _quantile(x, q, axis, method, keepdims, where, empty):
    if method not in quantiles.METHODS:
        raise ValueError(f"method must be one of {quantiles.METHODS}; got {method!r}: pass one.")

    def of_one(q):
        options = {"where": where, "empty": empty, "operands": {"q": q}, "method": method}
        return reduce(quantiles.quantile, x, axis, keepdims=keepdims, **options)

    # The elements are sorted once for all shares, for only these are mapped over.
    return jax.vmap(of_one)(q) if jnp.ndim(q) else of_one(q)


def _checked_shares(q, limit, name):
    q = q if isinstance(q, jax.Array | np.ndarray) else np.asarray(q)
    if not jnp.issubdtype(q.dtype, jnp.floating) and not jnp.issubdtype(q.dtype, jnp.integer):
        raise TypeError(f"q of jg.{name} must be real numbers; got dtype {q.dtype}: cast them.")
    if q.ndim > 1:
        raise ValueError(
            f"q of jg.{name} must be a number or have one axis; got shape {q.shape}: pass q.reshape(-1)."
        )

    def error(values=None):
        came = "" if values is None else f"; got {values}"
        return ValueError(
            f"q of jg.{name} must lie between 0 and {limit}{came}: pass a share of it."
        )

    q = refuse(lambda q: ~((q >= 0) & (q <= limit)), (q,), error)
    return q if jnp.issubdtype(q.dtype, jnp.floating) else q.astype(np.float32)
