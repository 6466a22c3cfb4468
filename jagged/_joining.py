"""Joining: arrays behind one another or side by side."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import ArrayLike, PyTree

from ._abstract import AbstractJagged
from ._alignment import (
    Layout,
    Part,
    align,
    holds_jagged,
    layout_of,
    operands_of,
    take_apart,
    unchanged,
)
from ._axes import ROW, Axis, normalize_axis
from ._bundle import bundle_of
from ._elements import is_operand
from ._kernels.joining import join
from ._kernels.validity import zero_padding
from ._lengths import check_same_lengths
from ._overflow import Overflow
from ._record import JaggedRecord
from ._room import asked_capacity, in_capacity


def concatenate(
    arrays: Sequence[AbstractJagged | ArrayLike | PyTree],
    axis: int | Axis = 0,
    *,
    capacity: int | None = None,
    overflow: Overflow = "error",
) -> Any:
    """Join arrays along an axis: rows behind rows, or each row behind the same row of the others.

    Along a batch axis rows keep their lengths. Along a jagged axis lengths add up, and operands may
    be dense, with as many elements for every row: an element put before each row is
    `cls[None, None]`. Along a feature axis lengths must be equal. Gradients go where the elements
    came from.

    Args:
        arrays: A list of JaggedArrays with the same axes, of JaggedRecords or of trees of
            JaggedArrays with the same fields; along a jagged axis also dense arrays, broadcast from
            the right to `[*batch, k, *features]`. Capacities may differ. If all are dense, this is
            `jax.numpy.concatenate`.
        axis: The axis to join along; `jg.ROW` for the rows themselves.
        capacity: The room of each row; by default the sum along the jagged axis and the largest for
            any other, which no row can exceed.
        overflow: What to do with rows that don't fit a smaller one: `"error"` refuses (under tracing
            when `jg.checking()`, otherwise such a row comes out empty), `"return"` cuts them and
            returns a pair with a flag for each row.

    Returns:
        An array or a record, in the dtype that `jax.numpy` promotes to.

    Raises:
        ValueError: If shapes differ, lengths that must be equal are not, or a row does not fit.
        TypeError: If operands differ in kind, axes or fields.

    Examples:
        >>> x, y = jg.array([[1, 2], [4, 5, 6, 7]]), jg.array([[1], [1, 2]])
        >>> jg.concatenate([x, y], axis=jg.ROW).to_list()
        [[1, 2, 1], [4, 5, 6, 7, 1, 2]]
        >>> jg.concatenate([jnp.array([[0]]), x], axis=jg.ROW).to_list()
        [[0, 1, 2], [0, 4, 5, 6, 7]]

    Reference:
        `jax.numpy.concatenate`; `awkward.concatenate`.
    """
    capacity = asked_capacity(capacity, overflow)
    operands = operands_of(arrays, "concatenate")
    lead = next(filter(holds_jagged, operands), None)
    if lead is None:
        return jnp.concatenate(operands, normalize_axis(axis, jnp.ndim(operands[0]), None))
    layout = layout_of(lead, axis, "concatenate")
    _check_elements(operands, lead, layout)
    return join_operands(operands, layout, capacity, overflow)


def stack(arrays: Sequence[AbstractJagged | ArrayLike | PyTree], axis: int = 0) -> Any:
    """Stack arrays along a new axis: a batch axis, or among features one where lengths are equal.

    Args:
        arrays: A list of JaggedArrays with the same axes, of JaggedRecords or of trees of
            JaggedArrays with the same fields. Capacities may differ. If all are dense, this is
            `jax.numpy.stack`.
        axis: Where the new axis stands in the result: before the jagged axis, where each array keeps
            its lengths, or behind it, where all must have the same.

    Returns:
        An array or a record; the capacity is the largest.

    Raises:
        ValueError: If shapes differ, lengths that must be equal are not, or the axis is not possible.
        TypeError: If operands differ in kind, axes or fields, or are dense and jagged.

    Examples:
        >>> x, y = jg.array([[1, 2], [3]]), jg.array([[5, 6], [7]])
        >>> jg.stack([x, y]).to_list()
        [[[1, 2], [3]], [[5, 6], [7]]]
        >>> jg.stack([x, y], axis=-1).to_list()
        [[[1, 5], [2, 6]], [[3, 7]]]

    Reference:
        `jax.numpy.stack`.
    """
    operands = operands_of(arrays, "stack")
    if axis is ROW:
        raise TypeError(
            "jg.stack makes a new axis, which has to be an integer; got jg.ROW: use "
            "jg.concatenate(arrays, axis=jg.ROW) to append rows to one another."
        )
    lead = next(filter(holds_jagged, operands), None)
    if lead is None:
        return jnp.stack(operands, axis)
    layout = layout_of(lead, axis, "stack", new=1)
    position, row, last = layout.axis, layout.jagged[0], layout.jagged[-1]
    if row < position <= last:
        raise ValueError(
            f"jg.stack makes a new axis before the jagged axes or behind them; got axis {position} of "
            f"the result, between {layout.jagged}: move features first, or stack the data."
        )
    # The new axis is none of the operands': all of theirs have to be equal.
    return _side_by_side(operands, layout._replace(axis=-1), position, jnp.stack, position <= row)


def join_operands(operands: list, layout: Layout, capacity: int | None, overflow: Overflow) -> Any:
    """Join operands along the axis of a layout."""
    if layout.along_rows:
        bundle, parts = take_apart(operands, layout)
        buffers, lengths, outer = _end_to_end(parts, bundle.outer, layout)
        most = buffers[0].shape[layout.axis]
        outer = unchanged(bundle.outer, outer)
        return in_capacity(bundle, buffers, lengths, capacity, overflow, most, outer)
    layout.check_not_between(layout.axis)
    position, before = layout.axis, layout.among_batch
    joined = _side_by_side(operands, layout, position, jnp.concatenate, before)
    if capacity is None and overflow == "error":
        return joined
    bundle = bundle_of(joined, layout.name)
    buffers, lengths = bundle.buffers, bundle.lengths
    return in_capacity(bundle, buffers, lengths, capacity, overflow, bundle.capacity)


@partial(jax.jit, static_argnums=2, inline=True)
def _end_to_end(parts: list[Part], outer, layout: Layout):
    parts, outer = align(parts, outer, layout)
    lengths = [part.lengths for part in parts]
    columns = zip(*(part.buffers for part in parts), strict=True)
    data, *others = (join(column, lengths, layout.axis) for column in columns)
    total = sum(lengths)
    total = zero_padding(total, outer) if outer else total
    return (data, *(zero_padding(each, (total,)) for each in others)), total, outer


def _side_by_side(operands, layout: Layout, position: int, combine: Callable, before: bool):
    """Join or stack the buffers of operands, before the jagged axis or among the features."""
    bundle, parts = take_apart(operands, layout)
    if before:
        return bundle.rebuild(*_combine(parts, layout, position, combine))
    shared, lengths = _shared_lengths(bundle, parts)
    parts[0] = Part(shared, lengths)
    buffers = _combine_features(parts, layout, position, combine)
    data, deeper = buffers[: layout.fields], buffers[layout.fields :]
    return bundle.rebuild((*data, *unchanged(shared[layout.fields :], deeper)), lengths)


@partial(jax.jit, static_argnums=(1, 2, 3), inline=True)
def _combine(parts: list[Part], layout: Layout, position: int, combine: Callable):
    parts, _ = align(parts, (), layout)
    columns = zip(*(part.buffers for part in parts), strict=True)
    lengths = combine([part.lengths for part in parts], position)
    return tuple(combine(column, position) for column in columns), lengths


@partial(jax.jit, static_argnums=(1, 2, 3), inline=True)
def _combine_features(parts: list[Part], layout: Layout, position: int, combine: Callable):
    parts, _ = align(parts, (), layout)
    data = zip(*(part.buffers[: layout.fields] for part in parts), strict=True)
    deeper = parts[0].buffers[layout.fields :]
    return (*(combine(column, position) for column in data), *deeper)


def _shared_lengths(bundle, parts: list[Part]) -> tuple[tuple, Any]:
    """Refuse parts whose lengths differ; the first one's lengths carry the check."""
    fields = len(bundle.buffers) if isinstance(bundle.source, JaggedRecord) else 1
    lengths, deeper = parts[0].lengths, list(parts[0].buffers[fields:])
    for part in parts[1:]:
        lengths = check_same_lengths(lengths, part.lengths)
        for depth, theirs in enumerate(part.buffers[fields:]):
            deeper[depth] = check_same_lengths(deeper[depth], theirs, inner=True)
    return (*parts[0].buffers[:fields], *deeper), lengths


def _check_elements(operands, lead, layout: Layout):
    """Refuse dense operands that lack the axis of the call, as `jax.numpy.concatenate` does."""
    dense = [operand for operand in operands if not holds_jagged(operand)]
    if not dense or not layout.along_rows:
        return
    ranks = [b.ndim for b in bundle_of(lead, layout.name).buffers[: layout.fields]]
    for operand in dense:
        for leaf, rank in zip(jax.tree.leaves(operand), ranks, strict=False):
            if is_operand(leaf) and np.ndim(leaf) < rank - layout.axis:
                raise ValueError(
                    f"jg.concatenate takes dense operands with an axis of elements, and here "
                    f"{rank - layout.axis - 1} of features behind it; got shape {np.shape(leaf)}: "
                    "give a single element that axis, values[None], or use jg.append."
                )
