"""Compaction: the elements to keep moved to the front, in their order, in linear time."""

from functools import partial

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int, Shaped

from .gather import gather


def compact(
    buffers: tuple[Shaped[Array, "..."], ...], keep: Bool[Array, "..."], capacity: int
) -> tuple[tuple[Shaped[Array, "..."], ...], Int[Array, "..."]]:
    """Move the elements to keep to the front of each row, with zeros behind them.

    Args:
        buffers: Each `[*batch, size, *features]`.
        keep: `[*batch, size]`.
        capacity: The size of a row of the results; elements beyond it are dropped.

    Returns:
        The buffers, each `[*batch, capacity, *features]`, and how many elements there were to keep,
        int32 `[*batch]`.
    """
    total = jnp.sum(keep, -1, dtype=jnp.int32)
    places = kept_places(keep, capacity)
    return tuple(gather(each, places, total) for each in buffers), total


def kept_places(keep: Bool[Array, "..."], capacity: int) -> Int[Array, "..."]:
    """Give the places of the elements to keep, in their order, and then zeros.

    Only integers are scattered, once for all buffers; their elements, and gradients, are gathered.

    Returns:
        `[*batch, capacity]`.
    """
    function = partial(_row_places, capacity=capacity)
    for _ in range(keep.ndim - 1):
        function = jax.vmap(function)
    return function(keep)


def _row_places(keep, capacity):
    target = jnp.where(keep, jnp.cumsum(keep, axis=0, dtype=jnp.int32) - 1, capacity)
    places = jnp.arange(keep.shape[0], dtype=jnp.int32)
    return jnp.zeros(capacity, jnp.int32).at[target].set(places, mode="drop")
