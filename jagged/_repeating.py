"""Repeating: each element next to itself, as often as all others or as its own count says."""

from dataclasses import replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import ArrayLike, Integer, PyTree

from ._abstract import AbstractJagged, is_jagged, unpack
from ._alignment import each_buffer, layout_of
from ._axes import ROW, Axis
from ._bundle import Bundle, bundle_of, rearrange
from ._checking import is_concrete, refuse
from ._integers import as_int32, row_integers, static_integer
from ._kernels.joining import in_shape
from ._kernels.moving import repeat as repeat_all, repeat_axis, repeat_each
from ._kernels.validity import prefix_mask, zero_padding
from ._lengths import check_same_lengths
from ._overflow import Overflow
from ._room import asked_capacity, in_capacity


def repeat(
    x: AbstractJagged | PyTree,
    repeats: AbstractJagged | Integer[ArrayLike, "..."],
    axis: int | Axis = ROW,
    *,
    capacity: int | None = None,
    overflow: Overflow = "error",
) -> Any:
    """Repeat each element, next to itself.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        repeats: How often: an integer; along a jagged axis also a JaggedArray of integers with the
            lengths of `x`, a traced integer or `[*batch, 1]` integers; along a batch axis also
            `[rows]` integers that are known before tracing. A row with a negative count is refused;
            where it is traced, the row comes out empty.
        axis: The jagged axis, or a batch axis to repeat rows.
        capacity: The room of each row. By default what the longest one needs; it must be given where
            counts are traced.
        overflow: What to do with rows that don't fit: `"error"` refuses (under tracing when
            `jg.checking()`, otherwise such a row comes out empty), `"return"` cuts them and returns a
            pair with a flag for each row.

    Returns:
        An array or a record like `x`; an empty row stays empty.

    Raises:
        ValueError: If lengths differ, a count is negative, a row does not fit, or counts are traced and
            no capacity is given.
        TypeError: If counts are no integers.

    Examples:
        >>> x = jg.array([[1, 2], [], [3]])
        >>> jg.repeat(x, 2).to_list(), jg.repeat(x, jg.array([[0, 3], [], [1]])).to_list()
        ([[1, 1, 2, 2], [], [3, 3]], [[2, 2, 2], [], [3]])

    Reference:
        `numpy.repeat`.
    """
    capacity = asked_capacity(capacity, overflow)
    layout = layout_of(x, axis, "repeat")
    if layout.among_batch:
        result = _repeat_rows(bundle_of(x, "repeat"), repeats, layout.axis)
        if capacity is None and overflow == "error":
            return result
        bundle, most = bundle_of(result, "repeat"), bundle_of(x, "repeat").capacity
        return in_capacity(bundle, bundle.buffers, bundle.lengths, capacity, overflow, most)
    bundle = bundle_of(x, "repeat", axis)
    if _is_static(repeats):
        times = static_integer(repeats, "repeats")
        result = bundle_of(rearrange(repeat_all, bundle, times=times), "repeat", axis)
        most = bundle.capacity * times
        return in_capacity(result, result.buffers, result.lengths, capacity, overflow, most)
    counts, bundle = _counts(repeats, bundle)
    room = _longest(counts, bundle) if capacity is None else capacity
    buffers, lengths = _repeat_each(bundle.buffers, bundle.lengths, bundle.outer, counts, room)
    most = room if capacity is None else np.iinfo(np.int32).max
    return in_capacity(bundle, buffers, lengths, capacity, overflow, most)


def _is_static(repeats) -> bool:
    return isinstance(repeats, int | np.integer) and not isinstance(repeats, bool)


@partial(jax.jit, static_argnums=4, inline=True)
def _repeat_each(buffers, lengths, outer, counts, capacity: int):
    buffers, total = repeat_each(buffers, lengths, counts, capacity=capacity)
    return buffers, (zero_padding(total, outer) if outer else total)


def _repeat_rows(bundle: Bundle, repeats, axis: int) -> Any:
    """Repeat along a batch axis, where the number of rows must be known."""
    if _is_static(repeats):
        times = static_integer(repeats, "repeats")
        arrays = (*bundle.buffers, bundle.lengths)
        *buffers, lengths = each_buffer(repeat_axis, arrays, (times, axis))
        return bundle.rebuild(tuple(buffers), lengths)
    size = bundle.lengths.shape[axis]
    if not is_concrete(repeats):
        raise TypeError(
            "repeats must be known before tracing along a batch axis, for the number of rows is part "
            f"of the shape; got {repeats}: pass Python integers."
        )
    counts = row_integers(repeats, (size,), "repeats")
    if np.any(counts < 0):
        raise ValueError(f"repeats must not be negative; got {counts.min()}: pass 0 or more.")
    rows = np.repeat(np.arange(size, dtype=np.int32), np.broadcast_to(counts, size))
    *buffers, lengths = _take_rows((*bundle.buffers, bundle.lengths), rows, axis)
    return bundle.rebuild(tuple(buffers), lengths)


@partial(jax.jit, static_argnums=2, inline=True)
def _take_rows(arrays: tuple, rows, axis: int) -> tuple:
    return tuple(jnp.take(array, rows, axis, mode="clip") for array in arrays)


def _counts(repeats, bundle: Bundle) -> tuple[Any, Bundle]:
    """Give how often to repeat each element, and the bundle whose lengths carry the checks."""
    if is_jagged(repeats):
        counts, bundle = _jagged_counts(repeats, bundle)
    else:
        counts = row_integers(repeats, (*bundle.lengths.shape, 1), "repeats")

    def faulty(counts, lengths):
        shape = (*lengths.shape, bundle.capacity)
        return (counts < 0) & prefix_mask((lengths,), shape)

    def error(counts=None, lengths=None):
        came = ""
        if counts is not None and lengths is not None:
            place = np.argwhere(faulty(counts, lengths))[0]
            count = np.broadcast_to(counts, (*lengths.shape, bundle.capacity))[tuple(place)]
            came = f"; got {count} at {', '.join(map(str, place))}"
        return ValueError(f"repeats must not be negative{came}: pass 0 or more.")

    return refuse(faulty, (counts, bundle.lengths), error), bundle


def _jagged_counts(repeats, bundle: Bundle):
    counts, levels = unpack(repeats)
    ours = (*bundle.outer, bundle.lengths)
    wanted = [n.ndim for n in ours]
    if [n.ndim for n in levels] != wanted or counts.ndim != bundle.lengths.ndim + 1:
        raise ValueError(
            "repeats must be a JaggedArray with a number for each element; got shape "
            f"{repeats.shape} for jagged axes {tuple(wanted)}: pass one of those axes, without "
            "features."
        )
    counts = as_int32(counts, "repeats")
    *outer, lengths = (
        check_same_lengths(n, m, inner=depth > 0)
        for depth, (n, m) in enumerate(zip(ours, levels, strict=True))
    )
    shape = (*bundle.lengths.shape, bundle.capacity)
    counts = in_shape(counts, shape)
    return counts, replace(bundle, lengths=lengths, outer=tuple(outer))


def _longest(counts, bundle: Bundle) -> int:
    """Give the room that the longest row of the result needs."""
    if not is_concrete(counts, bundle.lengths):
        raise ValueError(
            "jg.repeat needs a static capacity, and the counts are known only at run time here: pass "
            "capacity=..., the longest row that may occur."
        )
    lengths = np.asarray(bundle.lengths)
    mask = prefix_mask((lengths,), (*lengths.shape, bundle.capacity))
    return int(np.where(mask, np.asarray(counts), 0).sum(-1, dtype=np.int64).max(initial=0))
