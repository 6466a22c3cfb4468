"""Making arrays by their lengths alone: constants, positions and evenly spaced numbers."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike
from jaxtyping import ArrayLike

from ._abstract import JaggedT, rebuild, unpack
from ._array import JaggedArray
from ._kernels.validity import keep, prefix_mask, zero_padding
from ._lengths import as_capacity, as_lengths, check_lengths


def full(
    lengths: ArrayLike | Sequence[Any],
    fill_value: ArrayLike,
    features: tuple[int, ...] = (),
    dtype: DTypeLike | None = None,
    *,
    capacity: int | None = None,
) -> JaggedArray:
    """Make rows of these lengths, every element equal to one value.

    Args:
        lengths: `[*batch]` integers.
        fill_value: The value, of a shape that broadcasts to `features`.
        features: The shape of an element.
        dtype: The dtype; that of the value by default.
        capacity: The room in each row; the longest row by default, needed under tracing.

    Returns:
        An array `[*batch, None, *features]`; rows of length 0 are empty.

    Raises:
        ValueError: If a length is negative or above the capacity, or the capacity is unknown.
        TypeError: If lengths are not integers.

    Examples:
        >>> jg.full([2, 0], 7)
        JaggedArray([[7, 7], []], int32[2, None], capacity=2, fill=50%)

    Reference:
        `jax.numpy.full`.
    """
    lengths, capacity = _structure(lengths, capacity, "jg.full")
    value = jnp.asarray(fill_value, dtype)
    if value.ndim > len(features):
        raise ValueError(
            f"fill_value must broadcast to an element of shape {features}; got shape {value.shape}: "
            "a value per row is jg.zeros(lengths) + values[:, None]."
        )
    if value.ndim < len(features):
        value = value.reshape((1,) * (len(features) - value.ndim) + value.shape)
    data = jnp.broadcast_to(value, (*lengths.shape, capacity, *features))
    return JaggedArray.unchecked(zero_padding(data, (lengths,)), lengths)


def zeros(
    lengths: ArrayLike | Sequence[Any],
    features: tuple[int, ...] = (),
    dtype: DTypeLike | None = None,
    *,
    capacity: int | None = None,
) -> JaggedArray:
    """Make rows of these lengths, every element zero.

    Args:
        lengths: `[*batch]` integers.
        features: The shape of an element.
        dtype: The dtype, the default float if not given.
        capacity: The room in each row; the longest row by default, needed under tracing.

    Returns:
        An array `[*batch, None, *features]`; rows of length 0 are empty.

    Raises:
        ValueError: If a length is negative or above the capacity, or the capacity is unknown.
        TypeError: If lengths are not integers.

    Examples:
        >>> jg.zeros([2, 0]).to_list()
        [[0.0, 0.0], []]

    Reference:
        `jax.numpy.zeros`.
    """
    return full(lengths, 0, features, float if dtype is None else dtype, capacity=capacity)


def ones(
    lengths: ArrayLike | Sequence[Any],
    features: tuple[int, ...] = (),
    dtype: DTypeLike | None = None,
    *,
    capacity: int | None = None,
) -> JaggedArray:
    """Make rows of these lengths, every element one.

    Args:
        lengths: `[*batch]` integers.
        features: The shape of an element.
        dtype: The dtype, the default float if not given.
        capacity: The room in each row; the longest row by default, needed under tracing.

    Returns:
        An array `[*batch, None, *features]`; rows of length 0 are empty.

    Raises:
        ValueError: If a length is negative or above the capacity, or the capacity is unknown.
        TypeError: If lengths are not integers.

    Examples:
        >>> jg.ones([2, 0], (1,)).to_list()
        [[[1.0], [1.0]], []]

    Reference:
        `jax.numpy.ones`.
    """
    return full(lengths, 1, features, float if dtype is None else dtype, capacity=capacity)


def full_like(x: JaggedT, fill_value: ArrayLike, dtype: DTypeLike | None = None) -> JaggedT:
    """Make an array with the lengths and shape of another, every element equal to one value.

    Args:
        x: The array whose structure is taken, with all its jagged axes.
        fill_value: The value, a scalar.
        dtype: The dtype; that of `x` by default.

    Returns:
        An array that shares the lengths of `x`; its empty rows are empty.

    Raises:
        TypeError: If `x` is no JaggedArray with lengths.

    Examples:
        >>> jg.full_like(jg.array([[1, 2], []]), 7).to_list()
        [[7, 7], []]

    Reference:
        `jax.numpy.full_like`.
    """
    data, levels = unpack(x)
    dtype = jax.dtypes.canonicalize_dtype(data.dtype if dtype is None else dtype)
    return rebuild(x, _full_like(fill_value, levels, data.shape, dtype), levels)


@partial(jax.jit, static_argnums=(2, 3), inline=True)
def _full_like(fill_value, levels, shape, dtype):
    return keep(prefix_mask(levels, shape), jnp.full(shape, fill_value, dtype), 0)


def zeros_like(x: JaggedT, dtype: DTypeLike | None = None) -> JaggedT:
    """Make an array with the lengths and shape of another, every element zero.

    Args:
        x: The array whose structure is taken, with all its jagged axes.
        dtype: The dtype; that of `x` by default.

    Returns:
        An array that shares the lengths of `x`; its empty rows are empty.

    Raises:
        TypeError: If `x` is no JaggedArray with lengths.

    Examples:
        >>> jg.zeros_like(jg.array([[1, 2], []])).to_list()
        [[0, 0], []]

    Reference:
        `jax.numpy.zeros_like`.
    """
    return full_like(x, 0, dtype)


def ones_like(x: JaggedT, dtype: DTypeLike | None = None) -> JaggedT:
    """Make an array with the lengths and shape of another, every element one.

    Args:
        x: The array whose structure is taken, with all its jagged axes.
        dtype: The dtype; that of `x` by default.

    Returns:
        An array that shares the lengths of `x`; its empty rows are empty.

    Raises:
        TypeError: If `x` is no JaggedArray with lengths.

    Examples:
        >>> jg.ones_like(jg.array([[1, 2], []])).to_list()
        [[1, 1], []]

    Reference:
        `jax.numpy.ones_like`.
    """
    return full_like(x, 1, dtype)


def arange(
    lengths: ArrayLike | Sequence[Any],
    dtype: DTypeLike | None = None,
    *,
    capacity: int | None = None,
) -> JaggedArray:
    """Number the elements of each row from 0.

    Args:
        lengths: `[*batch]` integers.
        dtype: The dtype, int32 if not given.
        capacity: The room in each row; the longest row by default, needed under tracing.

    Returns:
        An array `[*batch, None]`; rows of length 0 are empty.

    Raises:
        ValueError: If a length is negative or above the capacity, or the capacity is unknown.
        TypeError: If lengths are not integers.

    Examples:
        >>> jg.arange([3, 0, 1]).to_list()
        [[0, 1, 2], [], [0]]

    Reference:
        `jax.numpy.arange`.
    """
    lengths, capacity = _structure(lengths, capacity, "jg.arange")
    positions = jnp.arange(capacity, dtype=jnp.int32 if dtype is None else dtype)
    data = jnp.broadcast_to(positions, (*lengths.shape, capacity))
    return JaggedArray.unchecked(zero_padding(data, (lengths,)), lengths)


def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    lengths: ArrayLike | Sequence[Any],
    dtype: DTypeLike | None = None,
    *,
    capacity: int | None = None,
) -> JaggedArray:
    """Space the elements of each row evenly from its start to its stop, both included.

    Args:
        start: The first element: a scalar, or `[*batch]` for a value per row.
        stop: The last element, likewise; a row of length 1 has its start alone.
        lengths: `[*batch]` integers.
        dtype: The dtype, the default float if not given.
        capacity: The room in each row; the longest row by default, needed under tracing.

    Returns:
        An array `[*batch, None]`; rows of length 0 are empty.

    Raises:
        ValueError: If a length is negative or above the capacity, or the capacity is unknown.
        TypeError: If lengths are not integers.

    Examples:
        >>> jg.linspace(0, 1, [3, 0, 1]).to_list()
        [[0.0, 0.5, 1.0], [], [0.0]]

    Reference:
        `jax.numpy.linspace`.
    """
    lengths, capacity = _structure(lengths, capacity, "jg.linspace")
    dtype = jax.dtypes.canonicalize_dtype(float if dtype is None else dtype)
    computed = jnp.dtype(jnp.float64 if dtype == jnp.float64 else jnp.float32)
    start, stop = (
        jnp.broadcast_to(jnp.asarray(end, computed), lengths.shape)[..., None]
        for end in (start, stop)
    )
    positions = jnp.arange(capacity, dtype=jnp.int32).reshape((1,) * lengths.ndim + (capacity,))
    last = lengths[..., None] - 1
    share = positions.astype(computed) / jnp.maximum(last, 1).astype(computed)
    data = jnp.where((positions == last) & (last > 0), stop, start * (1 - share) + stop * share)
    return JaggedArray.unchecked(zero_padding(data, (lengths,)).astype(dtype), lengths)


def _structure(lengths, capacity: int | None, purpose: str):
    lengths = as_lengths(lengths)
    lengths = jnp.asarray(lengths) if isinstance(lengths, np.ndarray) else lengths
    capacity = as_capacity(capacity, lengths, purpose)
    return check_lengths(lengths, capacity), capacity
