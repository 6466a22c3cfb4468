"""Nesting: jagged axes merged into the axis before, and rows cut into rows."""

from functools import partial
from typing import Any

import jax
import numpy as np
from jaxtyping import ArrayLike, Integer, PyTree

from ._abstract import AbstractJagged, AbstractJaggedArray, is_jagged, unpack
from ._axes import ROW, Axis
from ._bundle import Bundle, bundle_of
from ._checking import is_concrete, refuse
from ._integers import as_int32
from ._kernels import nesting
from ._kernels.validity import zero_padding
from ._lengths import at_row, check_capacity
from ._overflow import Overflow
from ._room import asked_capacity, in_capacity


def flatten(
    x: AbstractJagged | PyTree,
    axis: int | Axis = ROW,
    *,
    capacity: int | None = None,
    overflow: Overflow = "error",
) -> Any:
    """Merge a jagged axis into the axis before it: rows behind one another, in their order.

    `[batch, None]` becomes a row `[None]`; `[batch, None, None]` becomes `[batch, None]` with `axis=2`
    and `[None, None]` with `axis=1`. Empty rows leave nothing. Gradients go where the elements came
    from.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        axis: The jagged axis to merge; `jg.ROW` is the outermost one.
        capacity: The room of the merged axis; by default the product of both, which is never too
            small.
        overflow: What to do with rows that don't fit a smaller one: `"error"` refuses (under tracing
            when `jg.checking()`, otherwise such a row comes out empty), `"return"` cuts them and
            returns a pair with a flag for each row.

    Returns:
        An array or a record with an axis less.

    Raises:
        ValueError: If the axis is not jagged, or no axis lies before it, or a row does not fit.

    Examples:
        >>> x = jg.array([[[1, 2], [3]], [[4]]], jagged_axes=2)
        >>> jg.flatten(x, axis=2).to_list(), jg.flatten(x, axis=1).to_list()
        ([[1, 2, 3], [4]], [[1, 2], [3], [4]])

    Reference:
        `awkward.flatten`; `tensorflow.RaggedTensor.merge_dims`.
    """
    capacity = asked_capacity(capacity, overflow)
    bundle = bundle_of(x, "flatten", axis)
    lengths = bundle.lengths
    if lengths.ndim == 0:
        raise ValueError(
            "jg.flatten merges a jagged axis into the axis before it; got a single row, which has no "
            "axis before: its elements are flat already."
        )
    most = lengths.shape[-1] * bundle.capacity
    room = most if capacity is None else capacity
    buffers, total = _flatten(bundle.buffers, lengths, room)
    jagged_before = bundle.outer and bundle.outer[-1].ndim == lengths.ndim - 1
    outer = bundle.outer[:-1] if jagged_before else bundle.outer
    return in_capacity(bundle, buffers, total, capacity, overflow, most, outer)


def unflatten(
    x: AbstractJagged | PyTree,
    counts: AbstractJaggedArray | Integer[ArrayLike, "..."],
    *,
    capacity: int | None = None,
) -> Any:
    """Cut each row into rows of the sizes given, which must add up to its length.

    The inverse of `jg.flatten`: jagged counts undo `axis=2`, dense ones `axis=1`.

    Args:
        x: A JaggedArray `[*batch, None, *features]`; with dense counts also a JaggedRecord or a pytree
            of JaggedArrays.
        counts: How many elements each new row has: a JaggedArray of integers `[*batch, None]`, or
            integers `[*batch, rows]`. Where traced ones don't add up to the length of a row, its new
            rows come out empty (and `jg.checking()` refuses them).
        capacity: The room of the new rows; by default what the longest one needs, or where counts
            are traced the capacity of `x`, which is never too small.

    Returns:
        An array `[*batch, None, None, *features]`, with dense counts `[*batch, rows, None, *features]`.

    Raises:
        ValueError: If counts are negative or don't add up, or a new row does not fit the capacity; with
            the row.
        TypeError: If counts are no integers.

    Examples:
        >>> x = jg.array([[1, 2, 3], [4]])
        >>> jg.unflatten(x, jg.array([[2, 0, 1], [1]])).to_list()
        [[[1, 2], [], [3]], [[4]]]

    Reference:
        `awkward.unflatten`.
    """
    bundle = bundle_of(x, "unflatten")
    values, levels = _taken_apart(counts, bundle)
    room = _room(values, levels, bundle, capacity)
    checked = _check_counts(values, levels, bundle, room)
    buffers, sizes = _unflatten(bundle.buffers, bundle.lengths, checked, levels, room)
    return bundle.rebuild(buffers, sizes, levels)


@partial(jax.jit, static_argnums=2, inline=True)
def _flatten(buffers, lengths, capacity: int):
    return nesting.flatten(buffers, lengths, capacity=capacity)


@partial(jax.jit, static_argnums=4, inline=True)
def _unflatten(buffers, lengths, counts, levels, capacity: int):
    counts = zero_padding(counts, levels) if levels else counts
    return nesting.unflatten(buffers, lengths, counts, capacity=capacity)


def _taken_apart(counts, bundle: Bundle) -> tuple[Any, tuple]:
    jagged = is_jagged(counts)
    if jagged and not isinstance(bundle.source, AbstractJaggedArray):
        raise TypeError(
            "jg.unflatten makes two jagged axes of jagged counts, and a record has one; got a record: "
            "unflatten its arrays, jax.tree.map(..., x.arrays()), or pass dense counts."
        )
    values, levels = unpack(counts) if jagged else (_as_array(counts), ())
    values = as_int32(values, "counts")
    batch = bundle.lengths.shape
    if len(levels) > 1 or values.shape[:-1] != batch or values.ndim != len(batch) + 1:
        raise ValueError(
            f"counts must have the batch axes of the rows, {batch}, and one more for the new rows; got "
            f"shape {counts.shape if jagged else values.shape}: reshape them first."
        )
    return values, levels


def _as_array(counts):
    return counts if isinstance(counts, jax.Array | np.ndarray) else np.asarray(counts)


def _room(counts, levels, bundle: Bundle, capacity: int | None) -> int:
    if capacity is not None:
        return check_capacity(capacity)
    if not is_concrete(counts, *levels):
        return bundle.capacity
    counts, *levels = (np.asarray(array) for array in (counts, *levels))
    return min(int(_valid(counts, levels).max(initial=0)), bundle.capacity)


def _valid(counts, levels):
    return zero_padding(counts, levels) if levels else counts


def _check_counts(counts, levels, bundle: Bundle, capacity: int):
    """Refuse counts that are negative, don't add up to the lengths, or exceed the capacity."""

    def faulty(counts, lengths, *levels):
        counts = _valid(counts, levels)
        outside = (counts < 0) | (counts > capacity)
        return outside.any(-1) | (counts.sum(-1) != lengths)

    def error(counts=None, lengths=None, *levels):
        required = (
            f"counts must add up to the length of each row, each from 0 to capacity={capacity}"
        )
        if counts is None or lengths is None:
            return ValueError(f"{required}. {_COUNTS_ADVICE}")
        row = np.unravel_index(np.argmax(faulty(counts, lengths, *levels)), lengths.shape)
        mine = _valid(counts, levels)[row]
        return ValueError(
            f"{required}; got counts up to {mine.max(initial=0)} with the sum {mine.sum()} for the "
            f"length {lengths[row]}{at_row(row)}. {_COUNTS_ADVICE}"
        )

    return refuse(faulty, (counts, bundle.lengths, *levels), error)


_COUNTS_ADVICE = "Check the counts, or leave capacity out."
