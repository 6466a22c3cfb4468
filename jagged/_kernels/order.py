"""Order: the places of sorted elements, padding last, by counting or by XLA's sort."""

import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Int, Shaped

from . import counting
from .keys import Keys, sort_keys
from .validity import prefix_mask


def sort(
    data: Shaped[Array, "..."], lengths: Int[Array, "..."], descending: bool = False
) -> Shaped[Array, "..."]:
    """Sort the elements of each row: stable, NaN last; padding stays where it is.

    Args:
        data: `[*batch, capacity, *features]`; features are sorted one by one.
        lengths: `[*batch]`.
        descending: Whether the largest comes first.
    """
    return take_along(data, argsort(data, lengths, descending), lengths.ndim)


def argsort(
    data: Shaped[Array, "..."], lengths: Int[Array, "..."], descending: bool = False
) -> Int[Array, "..."]:
    """Give the places that sort each row, in the shape of the data; those of padding are its own."""
    mask = prefix_mask((lengths,), data.shape)
    return sorting_places(sort_keys(data, mask, descending), lengths.ndim)


def rank(
    data: Shaped[Array, "..."], lengths: Int[Array, "..."], descending: bool = False
) -> Int[Array, "..."]:
    """Give the place that each element has in its sorted row: the inverse of `argsort`."""
    mask = prefix_mask((lengths,), data.shape)
    return ranks(sort_keys(data, mask, descending), lengths.ndim)


def sorting_places(keys: Keys, axis: int) -> Int[Array, "..."]:
    """Give the places that sort keys along an axis, the first key first, stable."""
    if not _may_count(keys, axis):
        return _compared(keys, axis)
    return lax.platform_dependent(
        *keys,
        cpu=lambda *keys: invert(_counted(keys, axis), axis),
        default=lambda *keys: _compared(keys, axis),
    )


def ranks(keys: Keys, axis: int) -> Int[Array, "..."]:
    """Give the place that each element gets by sorting keys along an axis, stable."""
    if not _may_count(keys, axis):
        return invert(_compared(keys, axis), axis)
    return lax.platform_dependent(
        *keys,
        cpu=lambda *keys: _counted(keys, axis),
        default=lambda *keys: invert(_compared(keys, axis), axis),
    )


def invert(places: Int[Array, "..."], axis: int) -> Int[Array, "..."]:
    """Invert a permutation along an axis."""
    inverted = jnp.vectorize(_inverse, signature="(n)->(n)")(jnp.moveaxis(places, axis, -1))
    return jnp.moveaxis(inverted, -1, axis)


def take_along(
    data: Shaped[Array, "..."], places: Int[Array, "..."], axis: int
) -> Shaped[Array, "..."]:
    """Take elements at places of the rank of the data, all of which must lie in the buffer."""
    if data.shape[axis] == 0:
        return jnp.zeros(places.shape, data.dtype)
    return jnp.take_along_axis(data, places, axis, mode="promise_in_bounds")


def own_places(like: Shaped[Array, "..."], axis: int) -> Int[Array, "..."]:
    """Give every element its own place along an axis, in an array that is sharded as they are."""
    return jnp.zeros_like(like, jnp.int32) + _places(like, axis)


def _may_count(keys, axis) -> bool:
    return 0 < keys[0].shape[axis] <= counting.MOST


def _compared(keys, axis):
    """Give the places that sort, by XLA's sort."""
    places = own_places(keys[0], axis)
    return lax.sort((*keys, places), dimension=axis, is_stable=True, num_keys=len(keys))[-1]


def _counted(keys, axis):
    """Give the rank of every element, by counting those that come before it."""
    places = _places(keys[0], axis)
    return counting.count_before(keys, keys, axis, lambda place: place < places)


def _places(like, axis):
    shape = [1] * like.ndim
    shape[axis] = like.shape[axis]
    return lax.broadcasted_iota(jnp.int32, shape, axis)


def _inverse(places):
    numbers = jnp.arange(places.size, dtype=jnp.int32)
    return (
        jnp.zeros_like(places)
        .at[places]
        .set(numbers, mode="promise_in_bounds", unique_indices=True)
    )
