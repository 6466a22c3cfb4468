"""Joining: rows of several buffers behind one another, or one row put into another."""

from collections.abc import Sequence
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Int, Shaped

from .gather import take_at

Size = int | Int[Array, "..."]


def join(
    parts: Sequence[Shaped[Array, "..."]], lengths: Sequence[Size], axis: int
) -> Shaped[Array, "..."]:
    """Put the valid elements of buffers behind one another, row by row.

    Each buffer is written over the padding of those before it, which is one slice a row: to gather
    from the buffers side by side takes up to three times as long in its derivative.

    Args:
        parts: Each `[*batch, capacity, *features]`; capacities may differ.
        lengths: For each part `[*batch]`, or the capacity as an int if all of it is valid.
        axis: The number of batch axes.

    Returns:
        `[*batch, sum of capacities, *features]`.
    """
    fixed = next(k for k, size in enumerate(lengths) if not isinstance(size, int))
    total = sum(part.shape[axis] for part in parts)
    joined = jnp.concatenate(parts[: fixed + 1], axis)
    joined = with_room(joined, {axis: total})
    start = sum(lengths[:fixed]) + lengths[fixed]
    for part, size in zip(parts[fixed + 1 :], lengths[fixed + 1 :], strict=True):
        joined = _write(joined, part, start)
        start = start + size
    return joined


def _write(buffer, part, start):
    write = partial(lax.dynamic_update_slice_in_dim, axis=0)
    for _ in range(start.ndim):
        write = jax.vmap(write)
    return write(buffer, part, start)


def put_into(
    data: Shaped[Array, "..."], values: Shaped[Array, "..."], index: Int[Array, "..."], size
) -> Shaped[Array, "..."]:
    """Put a row of values into each row, in front of the element that an index names.

    Args:
        data: `[*batch, capacity, *features]`.
        values: `[*batch, room, *features]`.
        index: `[*batch]`, between 0 and the length.
        size: How many values there are: an int or `[*batch]`.

    Returns:
        `[*batch, capacity + room, *features]`.
    """
    axis, capacity = index.ndim, data.shape[index.ndim]
    both = jnp.concatenate([data, values], axis)
    place = lax.broadcasted_iota(jnp.int32, (1,) * axis + (both.shape[axis],), axis)
    index = index[..., None]
    size = size if isinstance(size, int) else size[..., None]
    behind = jnp.where(place < index + size, place - index + capacity, place - size)
    places = jnp.where(place < index, place, behind)
    return take_at(both, places.clip(0, both.shape[axis] - 1), axis)


def with_room(array: Shaped[Array, "..."], sizes: dict[int, int]) -> Shaped[Array, "..."]:
    """Lengthen axes of an array to the sizes given for them, with zeros; it may lack some axes."""
    pads = [(0, max(0, sizes.get(axis, 0) - size)) for axis, size in enumerate(array.shape)]
    return array if all(pad == (0, 0) for pad in pads) else jnp.pad(array, pads)


def in_shape(array: Shaped[Array, "..."], shape: Sequence[int]) -> Shaped[Array, "..."]:
    """Cut or lengthen leading axes to these sizes: what has equal lengths loses padding alone."""
    if array.shape[: len(shape)] == tuple(shape):
        return array
    return with_room(array[tuple(map(slice, shape))], dict(enumerate(shape)))
