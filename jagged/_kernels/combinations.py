"""Combinations: which elements of a row come together, in which order, and how many there are."""

import math

import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping import Array, Int


def number(size: int, k: int, replacement: bool) -> int:
    """Give how many combinations of k elements a row of this size has."""
    return math.comb(size + k - 1 if replacement else size, k)


def count(
    lengths: Int[Array, "..."], capacity: int, k: int, replacement: bool
) -> Int[Array, "..."]:
    """Count the combinations of each row, exactly, in int32.

    The place m completes as many as there are combinations of k - 1 elements up to it, and a row
    has those of all its places. A formula would multiply before it divides, and overflow.
    """
    steps = [_completed(place, k, replacement) for place in range(capacity)]
    shape = (*lengths.shape, capacity)
    steps = jnp.broadcast_to(jnp.asarray(np.array(steps, np.int32)), shape)
    inside = lax.broadcasted_iota(jnp.int32, shape, lengths.ndim) < lengths[..., None]
    return jnp.sum(jnp.where(inside, steps, 0), -1, dtype=jnp.int32)


def colexicographic(size: int, k: int, replacement: bool) -> Int[np.ndarray, "k size"]:
    """List the first combinations in colexicographic order: by their last element, then the others.

    Those of the first n places come before all that have a later place, whatever n is.
    """
    if k == 1:
        return np.arange(size, dtype=np.int32)[None]
    starts = _starts(size, k, replacement)
    last = np.searchsorted(starts, np.arange(size), side="right") - 1
    within = np.arange(size) - starts[last]
    others = colexicographic(int(np.max(within, initial=-1)) + 1, k - 1, replacement)
    return np.concatenate([others[:, within], last[None]]).astype(np.int32)


def lexicographic(
    lengths: Int[Array, "..."],
    counts: Int[Array, "..."],
    capacity: int,
    size: int,
    k: int,
    replacement: bool,
) -> list[Int[Array, "..."]]:
    """Give the places of the elements of each combination in lexicographic order.

    Counted from the end of the row, and read backwards, the combinations of a row are in
    colexicographic order, which does not depend on its length: so a place is a difference of two
    integers, and exact.

    Returns:
        k arrays `[*batch, size]`, which lie in the buffer at padding too.
    """
    table = colexicographic(number(capacity, k, replacement), k, replacement)
    shape = (*lengths.shape, size)
    if not table.size:
        return [jnp.zeros(shape, jnp.int32)] * k
    rank = lax.broadcasted_iota(jnp.int32, shape, lengths.ndim)
    mirrored = jnp.maximum(counts[..., None] - 1 - rank, 0)
    ends = lengths[..., None] - 1
    return [jnp.maximum(ends - _look_up(row, mirrored), 0) for row in table[::-1]]


def _completed(place, k, replacement):
    return math.comb(place + k - 1 if replacement else place, k - 1)


def _starts(size, k, replacement):
    """Give the numbers of the combinations at which each last element first occurs."""
    starts = [0]
    while starts[-1] < size:
        starts.append(starts[-1] + _completed(len(starts) - 1, k, replacement))
    # Last elements that complete nothing share their start with the next, which is found instead.
    return np.array(starts)


def _look_up(row, places):
    """Read a table at places of every row, each of which has its own, so that rows may be apart."""
    spread = jnp.zeros_like(places, shape=(*places.shape[:-1], 1))
    table = spread + row.reshape((1,) * (places.ndim - 1) + row.shape)
    return jnp.take_along_axis(table, places, -1, mode="promise_in_bounds")
