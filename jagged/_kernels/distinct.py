"""Distinct elements, and runs of equal ones: where each group starts, and how large it is."""

import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Bool, Int, Shaped

from .compaction import compact, kept_places
from .gather import gather
from .keys import sort_keys
from .order import invert, sorting_places, take_along
from .validity import keep, prefix_mask


def unique(
    data: Shaped[Array, "..."], lengths: Int[Array, "..."]
) -> tuple[dict[str, Array], Int[Array, "..."]]:
    """Find the distinct elements of each row, in order, NaN once and last.

    Args:
        data: `[*batch, capacity]`.
        lengths: `[*batch]`.

    Returns:
        Buffers `[*batch, capacity]` by name: the values, the place of the first of each (index), for
        each element that of its value (inverse), and the counts; and how many values there are.
    """
    axis = lengths.ndim
    mask = prefix_mask((lengths,), data.shape)
    keys = sort_keys(data, mask)
    places = sorting_places(keys, axis)
    first = _starts(*(take_along(key, places, axis) for key in keys), axis=axis)
    first = keep(mask, first, False)
    counts, number = groups(first, lengths)
    # Sorting is stable, so what starts a group is the first of those that are equal.
    (index,), _ = compact((places,), first, data.shape[axis])
    values = gather(data, index, number)
    group = lax.cumsum(first.astype(jnp.int32), axis) - 1
    inverse = take_along(group, invert(places, axis), axis)
    return {"values": values, "index": index, "inverse": inverse, "counts": counts}, number


def run_lengths(
    data: Shaped[Array, "..."], lengths: Int[Array, "..."]
) -> tuple[Int[Array, "..."], Int[Array, "..."]]:
    """Count the elements of each run of equal ones, and the runs of each row.

    Args:
        data: `[*batch, capacity, *features]`; an element is equal if all of its features are.
        lengths: `[*batch]`.
    """
    axis = lengths.ndim
    shape = data.shape[: axis + 1]
    first = _starts(data, axis=axis)
    first = jnp.any(first, tuple(range(axis + 1, data.ndim)))
    return groups(keep(prefix_mask((lengths,), shape), first, False), lengths)


def groups(
    first: Bool[Array, "..."], lengths: Int[Array, "..."]
) -> tuple[Int[Array, "..."], Int[Array, "..."]]:
    """Give the sizes of the groups of each row, which start where `first` says, and their number."""
    axis, capacity = lengths.ndim, first.shape[-1]
    number = jnp.sum(first, axis, dtype=jnp.int32)
    start = kept_places(first, capacity)
    end = jnp.roll(start, -1, axis)
    place = lax.broadcasted_iota(jnp.int32, (1,) * axis + (capacity,), axis)
    end = jnp.where(place == number[..., None] - 1, lengths[..., None], end)
    return keep(prefix_mask((number,), first.shape), end - start, 0), number


def _starts(*arrays, axis):
    """Say where an element differs from the one before it, or has none before it."""
    shape = [1] * arrays[0].ndim
    shape[axis] = arrays[0].shape[axis]
    differs = lax.broadcasted_iota(jnp.int32, shape, axis) == 0
    for array in arrays:
        differs = differs | (array != jnp.roll(array, 1, axis))
    return differs
