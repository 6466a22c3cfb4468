"""Compaction: the valid elements moved to the front, in their order, in linear time."""

import math

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Shaped


def compact(
    data: Shaped[Array, "..."], keep: Bool[Array, "..."], capacity: int
) -> Shaped[Array, "..."]:
    """Move the elements to keep to the front of each row, and fill the rest with zeros.

    Args:
        data: `[*batch, size, *features]`.
        keep: `[*batch, size]`.
        capacity: The size of a row of the result; elements beyond it are dropped.

    Returns:
        `[*batch, capacity, *features]`.
    """
    batch = keep.shape[:-1]
    number = math.prod(batch)
    flat = data.reshape((number, *data.shape[keep.ndim - 1 :]))
    kept = keep.reshape((number, *keep.shape[-1:]))
    rows = jax.vmap(_compact_row, (0, 0, None))(flat, kept, capacity)
    return rows.reshape(batch + rows.shape[1:])


def _compact_row(data, keep, capacity):
    target = jnp.where(keep, jnp.cumsum(keep, axis=0, dtype=jnp.int32) - 1, capacity)
    empty = jnp.zeros((capacity, *data.shape[1:]), data.dtype)
    return empty.at[target].set(data, mode="drop")
