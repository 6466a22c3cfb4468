"""Validity: where elements are, how many there are, and the select that hides the rest."""

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping import Array, Bool, Int, Shaped

Mask = Bool[Array | np.ndarray, "..."] | None


def prefix_mask(levels: Sequence, shape: Sequence[int]) -> Bool[Array | np.ndarray, "..."]:
    """Mark the valid positions of a buffer of this shape: position below length, at every level.

    `levels` are arrays of lengths, each speaking of the axis that follows its own axes. The result
    has the rank of `shape` and size 1 on every axis behind the last jagged one. NumPy levels give a
    NumPy mask, so that nothing touches a device.
    """
    namespace = np if all(isinstance(lengths, np.ndarray) for lengths in levels) else jnp
    mask = None
    for lengths in levels:
        axis = lengths.ndim
        trailing = (1,) * (len(shape) - axis - 1)
        positions = namespace.arange(shape[axis], dtype=np.int32)
        positions = positions.reshape((1,) * axis + (shape[axis],) + trailing)
        below = positions < lengths.reshape((*lengths.shape, 1, *trailing))
        mask = below if mask is None else mask & below
    assert mask is not None
    return mask


def keep(mask: Mask, data: Shaped[Array, "..."], fill) -> Shaped[Array, "..."]:
    """Select `data` where valid and the constant `fill` elsewhere: never a product, never a sum."""
    if mask is None:
        return data
    return jnp.where(mask, data, jnp.asarray(fill, data.dtype))


def fill(data, levels: Sequence, value) -> Any:
    """Write a value wherever a position is not valid; NumPy buffers stay on the host."""
    if isinstance(data, np.ndarray) and all(isinstance(level, np.ndarray) for level in levels):
        return np.where(prefix_mask(levels, data.shape), data, np.asarray(value, data.dtype))
    return _fill(data, tuple(levels), value)


def zero_padding(data, levels: Sequence) -> Any:
    """Write zeros wherever a position is not valid; NumPy buffers stay on the host."""
    return fill(data, levels, False)


@partial(jax.jit, inline=True)
def _fill(data, levels, value):
    return keep(prefix_mask(levels, data.shape), data, value)


def without_gradient_at_padding(data, levels: Sequence) -> Any:
    """Give the same data, with cotangents of exactly zero at padding, which costs nothing forward."""
    if not jnp.issubdtype(data.dtype, jnp.inexact):
        return data
    return jnp.where(prefix_mask(levels, data.shape), data, lax.stop_gradient(data))


def overflows(old, new) -> bool:
    """Say whether a finite value of one dtype may be infinite in another."""
    if not jnp.issubdtype(new, jnp.inexact) or old == jnp.bool_:
        return False
    limits = jnp.finfo(old) if jnp.issubdtype(old, jnp.inexact) else jnp.iinfo(old)
    return float(limits.max) > float(jnp.finfo(new).max)


def lay_out(values: np.ndarray, lengths: np.ndarray, capacity: int) -> np.ndarray:
    """Lay flat values out in a buffer with zeros at padding, on the host."""
    buffer = np.zeros((*lengths.shape, capacity, *values.shape[1:]), values.dtype)
    buffer[prefix_mask([lengths], buffer.shape[: lengths.ndim + 1])] = values
    return buffer


def count(mask: Mask, shape: tuple[int, ...], axes: tuple[int, ...]) -> Int[Array, "..."]:
    """Count the valid elements along `axes`, which stay with size 1, without reading the data."""
    if mask is None:
        mask = jnp.ones((1,) * len(shape), bool)
    counted = jnp.sum(mask, axes, dtype=jnp.int32, keepdims=True)
    return _over_features(counted, mask.shape, shape, axes)


def count_rows(
    lengths: Int[Array, "..."], shape: tuple[int, ...], axes: tuple[int, ...]
) -> Int[Array, "..."]:
    """Count the same where `axes` hold the one jagged axis: the lengths say it, without a mask."""
    known = lengths.reshape(lengths.shape + (1,) * (len(shape) - lengths.ndim))
    counted = jnp.sum(known, axes, dtype=jnp.int32, keepdims=True)
    counted_axes = shape[: lengths.ndim + 1] + (1,) * (len(shape) - lengths.ndim - 1)
    return _over_features(counted, counted_axes, shape, axes)


def drop(value: Shaped[Array, "..."], axes: tuple[int, ...], keepdims: bool):
    """Drop reduced axes of size 1, unless they are to stay."""
    return value if keepdims else jnp.squeeze(value, axes)


def _over_features(counted, known, shape, axes):
    """Multiply by the sizes of reduced axes that were not counted, and broadcast over others."""
    sizes = [shape[axis] // known[axis] for axis in axes if known[axis] != shape[axis]]
    remaining = [1 if axis in axes else size for axis, size in enumerate(shape)]
    return jnp.broadcast_to(counted * math.prod(sizes), remaining)
