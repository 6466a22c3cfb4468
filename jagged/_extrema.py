"""Extremes and their positions over any axes."""

import functools
from typing import Any

import jax.numpy as jnp
from jaxtyping import ArrayLike

from ._abstract import AbstractJaggedArray
from ._axes import AxisLike, normalize_axes
from ._kernels import extrema
from ._reduction import as_operand, reduce


def max(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
    initial: ArrayLike | None = None,
    empty: ArrayLike | None = None,
) -> Any:
    """Take the largest valid element along axes.

    An empty row gives the identity: -inf, or the smallest integer, or `False`. NaN wins, as in
    `jax.numpy`. The derivative is split evenly over the valid elements that tie.

    Args:
        x: A JaggedArray, or a dense array, of a dtype that has an order.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.
        initial: A number that takes part in every reduction, but not in its derivative's ties.
        empty: What a reduction over no element gives instead of the identity.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array, or is complex.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.max(x, axis=1)
        Array([  2., -inf,   4.], dtype=float32)

    Reference:
        `jax.numpy.max`.
    """
    check_ordered(x, "max")
    return reduce(
        extrema.max, x, axis, keepdims=keepdims, where=where, initial=initial, empty=empty
    )


def min(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
    initial: ArrayLike | None = None,
    empty: ArrayLike | None = None,
) -> Any:
    """Take the smallest valid element along axes.

    An empty row gives the identity: inf, or the largest integer, or `True`. NaN wins, as in
    `jax.numpy`. The derivative is split evenly over the valid elements that tie.

    Args:
        x: A JaggedArray, or a dense array, of a dtype that has an order.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.
        initial: A number that takes part in every reduction, but not in its derivative's ties.
        empty: What a reduction over no element gives instead of the identity.

    Returns:
        A JaggedArray if a jagged axis is left (columns are left-aligned, as long as the longest
        row), else a dense array.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array, or is complex.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.min(x, axis=1)
        Array([ 1., inf,  4.], dtype=float32)

    Reference:
        `jax.numpy.min`.
    """
    check_ordered(x, "min")
    return reduce(
        extrema.min, x, axis, keepdims=keepdims, where=where, initial=initial, empty=empty
    )


def argmax(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    empty: ArrayLike | None = None,
) -> Any:
    """Find the first largest valid element along an axis.

    An empty row gives -1, or `empty`. NaN wins, as in `jax.numpy`. Positions along a batch axis
    number the rows; with `axis=None` they number the valid elements alone, in order.

    Args:
        x: A JaggedArray, or a dense array, of a dtype that has an order.
        axis: The axis to search: an int, `jg.ROW`, or `None` for all elements.
        keepdims: Whether the axis stays, with size 1.
        empty: What a search among no elements gives instead of -1.

    Returns:
        Positions as int32: a JaggedArray if a jagged axis is left, else a dense array.

    Raises:
        ValueError: If the axis does not exist, or is a tuple.
        TypeError: If `x` is not an array, or is complex.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.argmax(x, axis=1)
        Array([ 1, -1,  0], dtype=int32)

    Reference:
        `jax.numpy.argmax`.
    """
    return _position(extrema.argmax, x, axis, keepdims, empty)


def argmin(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    empty: ArrayLike | None = None,
) -> Any:
    """Find the first smallest valid element along an axis.

    An empty row gives -1, or `empty`. NaN wins, as in `jax.numpy`. Positions along a batch axis
    number the rows; with `axis=None` they number the valid elements alone, in order.

    Args:
        x: A JaggedArray, or a dense array, of a dtype that has an order.
        axis: The axis to search: an int, `jg.ROW`, or `None` for all elements.
        keepdims: Whether the axis stays, with size 1.
        empty: What a search among no elements gives instead of -1.

    Returns:
        Positions as int32: a JaggedArray if a jagged axis is left, else a dense array.

    Raises:
        ValueError: If the axis does not exist, or is a tuple.
        TypeError: If `x` is not an array, or is complex.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [], [4.0]])
        >>> jg.argmin(x, axis=1)
        Array([ 0, -1,  0], dtype=int32)

    Reference:
        `jax.numpy.argmin`.
    """
    return _position(extrema.argmin, x, axis, keepdims, empty)


def _position(kernel, x, axis, keepdims, empty):
    check_ordered(x, kernel.__name__)
    data, levels = as_operand(x, kernel.__name__)
    if isinstance(axis, tuple):
        raise ValueError(
            f"{kernel.__name__} searches one axis or all of them; got axis={axis}: pass an int, "
            "jg.ROW or None."
        )
    axes = normalize_axes(axis, data.ndim, levels[0].ndim if levels else None)
    prefix = not levels or axes[0] >= levels[-1].ndim
    flat = axis is None
    return reduce(kernel, x, axis, keepdims=keepdims, empty=empty, prefix=prefix, flat=flat)


def check_ordered(x, name: str) -> None:
    """Refuse complex elements, which have no order.

    Raises:
        TypeError: If the dtype is complex.
    """
    dtype = getattr(x, "dtype", None)
    if dtype is not None and _is_complex(dtype):
        raise TypeError(
            f"jg.{name} needs elements that have an order; got dtype {dtype}: take jg.abs(x) or "
            "jg.real(x) first."
        )


@functools.cache
def _is_complex(dtype) -> bool:
    return jnp.issubdtype(dtype, jnp.complexfloating)
