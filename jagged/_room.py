"""Room: what a function gives, in the capacity that was asked for."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from ._bundle import Bundle
from ._checking import is_concrete
from ._kernels.joining import with_room
from ._kernels.validity import zero_padding
from ._lengths import check_capacity
from ._overflow import Overflow, check_overflow, fit_capacity


def asked_capacity(capacity: int | None, overflow: Overflow) -> int | None:
    """Check the options `capacity=` and `overflow=` of a call.

    Raises:
        ValueError: If one of them is none.
    """
    check_overflow(overflow)
    return None if capacity is None else check_capacity(capacity)


def in_capacity(
    bundle: Bundle,
    buffers: tuple,
    lengths,
    capacity: int | None,
    overflow: Overflow,
    most: int,
    outer: tuple | None = None,
) -> Any:
    """Make a container of rows in buffers of the capacity asked for, and of their own if none is.

    Args:
        bundle: What they were made of.
        buffers: Each `[*batch, room, ...]`.
        lengths: `[*batch]`; where the room is less, how long the rows would have been.
        capacity: As `asked_capacity` gives it.
        overflow: What to do with rows that don't fit.
        most: How long a row may be at all.
        outer: The lengths of axes further out, those of the bundle if not given.

    Returns:
        The container, and with `overflow="return"` a pair with a flag for each row.
    """
    outer = bundle.outer if outer is None else outer
    if capacity is None and overflow == "error":
        return bundle.rebuild(buffers, lengths, outer)
    axis = lengths.ndim
    capacity = buffers[0].shape[axis] if capacity is None else capacity
    over, emptied = None, False
    if overflow == "return" or capacity < most:
        lengths, over = fit_capacity(lengths, capacity, overflow)
        emptied = over is None and not is_concrete(lengths)
    buffers = _resize(buffers, lengths, capacity, emptied)
    result = bundle.rebuild(buffers, lengths, outer)
    if over is None:
        return result
    row_axis = outer[0].ndim if outer else axis
    return result, jnp.any(over, tuple(range(row_axis, axis)))


@partial(jax.jit, static_argnums=(2, 3), inline=True)
def _resize(buffers, lengths, capacity, emptied):
    axis = lengths.ndim
    if buffers[0].shape[axis] > capacity:
        buffers = tuple(lax.slice_in_dim(each, 0, capacity, axis=axis) for each in buffers)
    buffers = tuple(with_room(each, {axis: capacity}) for each in buffers)
    return tuple(zero_padding(each, (lengths,)) for each in buffers) if emptied else buffers
