"""Slices of the jagged axis: each row cut as Python cuts a list, negatives from its own end."""

import functools
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .._kernels.gather import gather
from .._kernels.moving import reverse
from .._kernels.validity import zero_padding
from ._parse import as_position


def slice_rows(buffers: tuple, levels: tuple, level: int, entry: slice):
    """Cut every row, `x[:, start:stop:step]`; start and stop may be traced.

    Raises:
        ValueError: If the step is zero.
        TypeError: If it is traced.
    """
    bounds = [None if end is None else as_position(end) for end in (entry.start, entry.stop)]
    step = _checked_step(entry.step)
    room = buffers[0].shape[levels[level].ndim] + 1
    static = tuple(_static(end, room) for end in bounds)
    traced = tuple(end for end, kept in zip(bounds, static, strict=True) if kept is _TRACED)
    moved = (*buffers, *levels[level + 1 :])
    moved, cut = _slice(moved, levels[: level + 1], traced, (*static, _static(step, room)))
    return moved[: len(buffers)], (*levels[:level], cut, *moved[len(buffers) :])


_TRACED = "traced"


def _static(end, room: int):
    """Give an end that is known, no further out than the buffer reaches."""
    if end is None:
        return None
    return max(-room, min(end, room)) if isinstance(end, int) else _TRACED


@partial(jax.jit, static_argnums=3, inline=True)
def _slice(buffers, levels, traced, static):
    *outer, lengths = levels
    if static == (None, None, -1):
        return reverse(buffers, lengths)[0], lengths
    first, last, step = static
    remaining = iter(traced)
    ends = [next(remaining) if end is _TRACED else end for end in (first, last)]
    room = buffers[0].shape[lengths.ndim]
    size = room if traced else longest_slice(first, last, step, room)
    start, count = bounds(ends[0], ends[1], step, lengths)
    count = zero_padding(count, outer) if outer else count
    if step > 0 and _is_from_start(first):
        first = first or 0
        cut = (*(slice(None),) * lengths.ndim, slice(first, first + size * step, step))
        moved = tuple(_exactly(each[cut], size, lengths.ndim) for each in buffers)
        # Only an end that is not counted from the start leaves valid elements behind it.
        if not _is_from_start(last):
            moved = tuple(zero_padding(each, (count,)) for each in moved)
        return moved, count
    steps = lax.broadcasted_iota(jnp.int32, (*lengths.shape, size), lengths.ndim)
    places = start[..., None] + step * steps
    places = places.clip(0, max(room - 1, 0))
    return tuple(gather(each, places, count) for each in buffers), count


def _is_from_start(end) -> bool:
    return end is None or (end is not _TRACED and end >= 0)


def bounds(start, stop, step: int, lengths) -> tuple[Any, Any]:
    """Give where the slice of a row of each length starts, and how many elements it has."""
    namespace = np if isinstance(lengths, np.ndarray) else jnp
    low, high = (0, lengths) if step > 0 else (-1, lengths - 1)
    first, last = (low, high) if step > 0 else (high, low)

    def clamp(end, default):
        if end is None:
            return default
        end = end + namespace.where(namespace.asarray(end) < 0, lengths, 0)
        return namespace.minimum(namespace.maximum(end, low), high)

    start, stop = clamp(start, first), clamp(stop, last)
    span = stop - start if step > 0 else start - stop
    count = namespace.maximum(-(-span // abs(step)), 0)
    return namespace.broadcast_to(start, lengths.shape), count.astype(np.int32)


@functools.cache
def longest_slice(start, stop, step: int, capacity: int) -> int:
    """Give how many elements the slice of a row has at most: the capacity of the result."""
    lengths = np.arange(capacity + 1, dtype=np.int32)
    return int(bounds(start, stop, step, lengths)[1].max())


def _exactly(array, size, axis):
    """Fill up what a stride leaves out at the end of the buffer."""
    lacking = size - array.shape[axis]
    return jnp.pad(array, [(0, lacking if k == axis else 0) for k in range(array.ndim)])


def _checked_step(step) -> int:
    step = 1 if step is None else as_position(step)
    if not isinstance(step, int):
        raise TypeError(
            "The step of a slice must be a Python integer, for it decides the capacity; got a traced "
            "one: use jg.take with positions."
        )
    if step == 0:
        raise ValueError("The step of a slice must not be zero; got 0: pass another integer.")
    return step
