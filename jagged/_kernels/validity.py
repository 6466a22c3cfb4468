"""Validity: where elements are, how many there are, and the select that hides the rest."""

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, Shaped

Mask = Bool[Array, "..."] | None


def prefix_mask(levels: Sequence, shape: Sequence[int]) -> Bool[Array, "..."]:
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


def zero_padding(data: Shaped[Array, "..."], levels: Sequence) -> Any:
    """Write zeros wherever a position is not valid; NumPy buffers stay on the host."""
    if isinstance(data, np.ndarray) and all(isinstance(level, np.ndarray) for level in levels):
        return np.where(prefix_mask(levels, data.shape), data, np.zeros((), data.dtype))
    return _zero_padding(data, tuple(levels))


@jax.jit
def _zero_padding(data, levels):
    return keep(prefix_mask(levels, data.shape), data, 0)


def count(
    mask: Mask, shape: tuple[int, ...], axes: tuple[int, ...], keepdims: bool
) -> Int[Array, "..."]:
    """Count the valid elements along `axes`, as int32, without reading the data."""
    if mask is None:
        mask = jnp.ones((1,) * len(shape), bool)
    sizes = [shape[axis] // mask.shape[axis] for axis in axes if mask.shape[axis] != shape[axis]]
    counted = jnp.sum(mask, axes, dtype=jnp.int32, keepdims=keepdims) * math.prod(sizes)
    remaining = [
        1 if axis in axes else size
        for axis, size in enumerate(shape)
        if keepdims or axis not in axes
    ]
    return jnp.broadcast_to(counted, remaining)
