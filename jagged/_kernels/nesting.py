"""Nesting: rows joined into one, and a row cut into rows, in linear time."""

import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Int, Shaped

from .compaction import compact
from .gather import take_at
from .validity import prefix_mask, zero_padding

Buffers = tuple[Shaped[Array, "..."], ...]


def flatten(buffers: Buffers, lengths: Int[Array, "..."], *, capacity: int):
    """Put the rows along the last batch axis behind one another.

    Args:
        buffers: Each `[*batch, rows, size, *features]`.
        lengths: `[*batch, rows]`.
        capacity: The room of the result; elements beyond it are dropped.

    Returns:
        Buffers `[*batch, capacity, *features]`, and how many elements there are without that limit.
    """
    axis = lengths.ndim
    rows, size = buffers[0].shape[axis - 1 : axis + 1]
    valid = prefix_mask((lengths,), (*lengths.shape, size))
    valid = jnp.reshape(valid, (*lengths.shape[:-1], rows * size))
    joined = tuple(b.reshape((*valid.shape, *b.shape[axis + 1 :])) for b in buffers)
    return compact(joined, valid, capacity)


def unflatten(buffers: Buffers, lengths: Int[Array, "..."], counts, *, capacity: int):
    """Cut each row into rows of the sizes given; sizes that don't fit the row give empty ones.

    Args:
        buffers: Each `[*batch, size, *features]`.
        lengths: `[*batch]`.
        counts: `[*batch, rows]`, zero at padding.
        capacity: The room of each row of the result; a longer one comes out empty.

    Returns:
        Buffers `[*batch, rows, capacity, *features]`, and the lengths of the new rows.
    """
    axis, size = lengths.ndim, buffers[0].shape[lengths.ndim]
    possible = jnp.all((counts >= 0) & (counts <= size), -1)
    fits = possible & (jnp.sum(counts, -1, dtype=jnp.int32) == lengths)
    counts = jnp.where(fits[..., None], counts, 0)
    starts = jnp.cumsum(counts, -1, dtype=jnp.int32) - counts
    place = lax.broadcasted_iota(jnp.int32, (1,) * (axis + 1) + (capacity,), axis + 1)
    places = (starts[..., None] + place).clip(0, max(size - 1, 0))
    places = places.reshape((*lengths.shape, counts.shape[-1] * capacity))
    rows = (*counts.shape, capacity)
    counts = jnp.where(counts > capacity, 0, counts)
    cut = (take_at(b, places, axis).reshape((*rows, *b.shape[axis + 1 :])) for b in buffers)
    return tuple(zero_padding(each, (counts,)) for each in cut), counts
