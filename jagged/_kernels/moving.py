"""Moving: elements of each row to other places of that row, or to several."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Int, Shaped

from .gather import take_at
from .validity import prefix_mask, zero_padding

Buffers = tuple[Shaped[Array, "..."], ...]


def reverse(buffers: Buffers, lengths: Int[Array, "..."]) -> tuple[Buffers, None]:
    """Turn each row round; padding stays where it is."""
    place, size = _places(buffers, lengths)
    return _move(buffers, jnp.where(place < size, size - 1 - place, place), lengths), None


def roll(buffers: Buffers, lengths: Int[Array, "..."], shift) -> tuple[Buffers, None]:
    """Shift each row to the right, what leaves its end coming back at its start.

    `shift` is an integer or `[*batch]`, of any integer dtype that holds int32.
    """
    place, size = _places(buffers, lengths)
    period = jnp.maximum(lengths, 1)
    shift = jnp.mod(shift, period.astype(shift.dtype)).astype(jnp.int32)[..., None]
    source = jnp.mod(place - shift, period[..., None])
    return _move(buffers, jnp.where(place < size, source, place), lengths), None


def repeat(buffers: Buffers, lengths: Int[Array, "..."], *, times: int):
    """Repeat each element as often, next to itself."""
    return tuple(repeat_axis(each, times, lengths.ndim) for each in buffers), lengths * times


def repeat_axis(data: Shaped[Array, "..."], times: int, axis: int) -> Shaped[Array, "..."]:
    """Repeat what lies along an axis, without indices, so that it may lie on many devices."""
    before, size, after = data.shape[:axis], data.shape[axis], data.shape[axis + 1 :]
    wide = jnp.broadcast_to(jnp.expand_dims(data, axis + 1), (*before, size, times, *after))
    return wide.reshape((*before, size * times, *after))


def repeat_each(buffers: Buffers, lengths: Int[Array, "..."], counts, *, capacity: int):
    """Repeat each element as often as its count says; a row with a negative one comes out empty.

    Args:
        buffers: Each `[*batch, size, *features]`.
        lengths: `[*batch]`.
        counts: Integers that broadcast to `[*batch, size]`.
        capacity: The room of the result; elements beyond it are dropped.

    Returns:
        Buffers `[*batch, capacity, *features]`, and how many elements there are without that limit.
    """
    size = buffers[0].shape[lengths.ndim]
    counts = jnp.where(prefix_mask((lengths,), (*lengths.shape, size)), counts, 0)
    faulty = jnp.any(counts < 0, -1, keepdims=True)
    # A sum of larger counts could wrap around, and no capacity holds it.
    most = jnp.iinfo(jnp.int32).max // max(size, 1)
    counts = jnp.where(faulty, 0, jnp.clip(counts, 0, most)).astype(jnp.int32)
    ends = jnp.cumsum(counts, -1, dtype=jnp.int32)
    total = jnp.sum(counts, -1, dtype=jnp.int32)
    count = partial(_count_places, capacity=capacity)
    for _ in range(lengths.ndim):
        count = jax.vmap(count)
    places = jnp.cumsum(count(ends), -1, dtype=jnp.int32)
    return move_prefix(buffers, places, total, lengths), total


def _count_places(ends, capacity):
    return jnp.zeros(capacity, jnp.int32).at[ends].add(1, mode="drop")


def tile(buffers: Buffers, lengths: Int[Array, "..."], *, times: int):
    """Repeat each row as a whole."""
    capacity = buffers[0].shape[lengths.ndim]
    place = _iota(capacity * times, lengths.ndim)
    # A row that leaves padding in the result has some itself, and its last place is one.
    source = jnp.mod(place, jnp.maximum(lengths, 1)[..., None])
    source = jnp.where(place < (lengths * times)[..., None], source, max(capacity - 1, 0))
    return _move(buffers, source, lengths), lengths * times


def pad_constant(buffers: Buffers, lengths: Int[Array, "..."], values, outer, *, before, after):
    """Put constants before and after each row, and nothing into the padding of axes further out.

    `values` are two for each buffer, in its dtype.
    """
    axis = lengths.ndim
    total = lengths + (before + after)
    pairs = zip(buffers, values, strict=True)
    padded = tuple(_pad_with(each, lengths, pair, axis, before, after) for each, pair in pairs)
    if outer:
        padded = tuple(zero_padding(each, outer) for each in padded)
    return padded, total


def _pad_with(data, lengths, values, axis, before, after):
    room = [(before, after) if k == axis else (0, 0) for k in range(data.ndim)]
    place = _iota(data.shape[axis] + before + after, axis)
    end = lengths[..., None] + before
    trailing = (1,) * (data.ndim - axis - 1)
    first, last = values
    data = jnp.pad(data, room)
    data = jnp.where((place < before).reshape(place.shape + trailing), first, data)
    behind = (place >= end) & (place < end + after)
    return jnp.where(behind.reshape(behind.shape + trailing), last, data)


def pad_from(buffers: Buffers, lengths: Int[Array, "..."], *, before, after, mode: str):
    """Put elements of the row itself before and after it; an empty row stays empty."""
    capacity = buffers[0].shape[lengths.ndim]
    size = lengths[..., None]
    total = jnp.where(lengths > 0, lengths + (before + after), 0)
    place = _iota(capacity + before + after, lengths.ndim) - before
    source = SOURCES[mode](place, jnp.maximum(size, 1))
    # Behind the end stands what stood behind it, for a copied element need not be finite.
    source = jnp.where(place < size + after, source, place - after)
    source = jnp.where(size > 0, source, 0).clip(0, max(capacity - 1, 0))
    return _move(buffers, source, lengths), total


def _reflected(place, size):
    period = jnp.maximum(2 * size - 2, 1)
    place = jnp.mod(place, period)
    return jnp.minimum(place, period - place).clip(0, size - 1)


def _mirrored(place, size):
    place = jnp.mod(place, 2 * size)
    return jnp.minimum(place, 2 * size - 1 - place)


# Where an element of the padded row comes from, by its place relative to the row's first one.
SOURCES = {
    "edge": lambda place, size: jnp.clip(place, 0, size - 1),
    "reflect": _reflected,
    "symmetric": _mirrored,
    "wrap": jnp.mod,
}


def move_prefix(buffers: Buffers, places, size, lengths: Int[Array, "..."]) -> Buffers:
    """Gather elements by their places, the first `size` of each row, and put zeros behind them."""
    places = places.clip(0, max(buffers[0].shape[lengths.ndim] - 1, 0))
    moved = _move(buffers, places, lengths)
    return tuple(zero_padding(each, (size,)) for each in moved)


def _move(buffers, places, lengths):
    return tuple(take_at(each, places, lengths.ndim) for each in buffers)


def _places(buffers, lengths):
    return _iota(buffers[0].shape[lengths.ndim], lengths.ndim), lengths[..., None]


def _iota(size, axis):
    return lax.broadcasted_iota(jnp.int32, (1,) * axis + (size,), axis)
