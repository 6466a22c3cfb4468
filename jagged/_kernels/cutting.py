"""Cutting: stretches of each row, by positions in it or in equal shares."""

import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping import Array, Int

from .moving import Buffers, move_prefix
from .validity import zero_padding

Piece = tuple[int, int | None]


def stretch(lengths, first: int, last: int | None) -> tuple:
    """Give start and size of `row[first:last]` for rows of these lengths, as NumPy has it."""
    namespace = np if isinstance(lengths, np.ndarray) else jnp
    start = _inside(namespace, lengths, first)
    stop = lengths if last is None else _inside(namespace, lengths, last)
    return start, namespace.maximum(stop - start, 0)


def _inside(namespace, lengths, position):
    if position < 0:
        return namespace.maximum(lengths + max(position, -_FAR), 0)
    return namespace.minimum(lengths, min(position, _FAR))


# Farther than any row reaches, and near enough for int32.
_FAR = 2**30


def share(lengths, number: int, shares: int) -> tuple:
    """Give start and size of one of several shares, the first of which are larger by one."""
    namespace = np if isinstance(lengths, np.ndarray) else jnp
    least, larger = lengths // shares, lengths % shares
    return number * least + namespace.minimum(number, larger), least + (number < larger).astype(
        np.int32
    )


def cut(buffers: Buffers, lengths: Int[Array, "..."], rule, first: int, last: int | None):
    """Take a stretch of each row.

    Args:
        buffers: Each `[*batch, capacity, *features]`.
        lengths: `[*batch]`.
        rule: `stretch` or `share`.
        first: The first argument of the rule.
        last: The second.

    Returns:
        Buffers with room for the longest stretch that there may be, and the new lengths.
    """
    axis, room = lengths.ndim, buffers[0].shape[lengths.ndim]
    start, size = rule(lengths, first, last)
    size = size.astype(jnp.int32)
    capacity = int(rule(np.arange(room + 1, dtype=np.int32), first, last)[1].max())
    if rule is stretch and first >= 0:  # the same start in every row that reaches it
        begin = min(first, room)
        parts = (lax.slice_in_dim(b, begin, begin + capacity, axis=axis) for b in buffers)
        return tuple(zero_padding(part, (size,)) for part in parts), size
    place = lax.broadcasted_iota(jnp.int32, (1,) * axis + (capacity,), axis)
    return move_prefix(buffers, place + start[..., None], size, lengths), size
