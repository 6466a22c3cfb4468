"""Alignment: the operands of a join, brought to one structure, dtype and room."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ._abstract import AbstractJaggedArray, is_jagged
from ._axes import ROW, Axis, normalize_axis
from ._bundle import Bundle, bundle_of
from ._elements import is_operand
from ._kernels.joining import Size, with_room
from ._kernels.validity import prefix_mask
from ._lengths import check_same_lengths
from ._record import JaggedRecord


class Part(NamedTuple):
    """The buffers of one operand, as `Bundle` has them; a dense one has no lengths and data alone."""

    buffers: tuple
    lengths: Any


class Layout(NamedTuple):
    """Where the axes of all operands lie.

    Attributes:
        axis: The axis of a call, as a position.
        jagged: The positions of the jagged axes.
        fields: How many buffers hold data; those behind them hold lengths.
        name: The function that was called.
    """

    axis: int
    jagged: tuple[int, ...]
    fields: int
    name: str

    @property
    def along_rows(self) -> bool:
        """Whether the axis is jagged."""
        return self.axis in self.jagged

    @property
    def among_batch(self) -> bool:
        """Whether the axis lies before the jagged ones."""
        return self.axis < self.jagged[0]

    def check_not_between(self, position: int) -> None:
        """Refuse an axis of features between two jagged ones, where nothing can be joined or cut."""
        if self.jagged[0] < position < self.jagged[-1] and position not in self.jagged:
            raise ValueError(
                f"jg.{self.name} works along batch axes, jagged axes and features behind them; got "
                f"axis {position} between the jagged axes {self.jagged}: use jax.numpy on the data, "
                "and jg.JaggedArray(data, lengths, inner_lengths)."
            )


def holds_jagged(operand) -> bool:
    """Say whether an operand is jagged, or a tree with something jagged in it."""
    if is_jagged(operand):
        return True
    return any(map(is_jagged, jax.tree.leaves(operand, is_leaf=is_jagged)))


def operands_of(arrays, name: str) -> list:
    """Give the operands of a call as a list.

    Raises:
        TypeError: If they are one array, or not in a sequence.
        ValueError: If there is none.
    """
    if not isinstance(arrays, list | tuple):
        raise TypeError(
            f"jg.{name} takes a list or tuple of arrays; got {type(arrays).__name__}: put them into "
            "a list."
        )
    if not arrays:
        raise ValueError(f"jg.{name} needs at least one array; got none: pass a list of arrays.")
    return list(arrays)


def layout_of(lead, axis: int | Axis, name: str, new: int = 0) -> Layout:
    """Give the layout that the operands of a call must have, by the first jagged one.

    Args:
        lead: A JaggedArray, JaggedRecord or pytree of JaggedArrays.
        axis: The axis of the call.
        name: The function that was called.
        new: How many axes the result has more.

    Raises:
        ValueError: If the axis does not exist, or lies between two jagged ones.
    """
    bundle = bundle_of(lead, name)
    row = bundle.lengths.ndim
    if isinstance(bundle.source, JaggedRecord):
        position = normalize_axis(axis, row + 1 + new, row)
        return Layout(position, (row,), len(bundle.buffers), name)
    jagged = (row, *(n.ndim for n in bundle.buffers[1:]))
    position = normalize_axis(axis, bundle.buffers[0].ndim + new, row)
    return Layout(position, jagged, 1, name)


def row_layout(x, axis: int | Axis, name: str) -> Layout:
    """Give the layout of a call along a jagged axis.

    Raises:
        ValueError: If the axis is not jagged.
    """
    layout = layout_of(x, axis, name)
    if not layout.along_rows:
        jagged = ", ".join(map(str, layout.jagged))
        raise ValueError(
            f"jg.{name} works along a jagged axis, {jagged} here; got axis={axis}: use "
            "jg.concatenate for another axis."
        )
    return layout


def take_apart(operands: list, layout: Layout) -> tuple[Bundle, list[Part]]:
    """Give the buffers of all operands at the jagged axis of a call, at the row for another one.

    Returns:
        The bundle of the first jagged operand, and the parts.

    Raises:
        TypeError: If operands differ in kind, axes or fields.
        ValueError: If lengths of axes further out differ.
    """
    axis = layout.axis if layout.along_rows else ROW
    lead, parts = None, []
    for operand in operands:
        if holds_jagged(operand):
            bundle = bundle_of(operand, layout.name, axis)
            lead = bundle if lead is None else _agreed(lead, bundle, layout.name)
            parts.append(Part(bundle.buffers, bundle.lengths))
        else:
            parts.append(operand)
    assert lead is not None
    filled = [
        part if isinstance(part, Part) else Part(_dense_leaves(part, lead, layout), None)
        for part in parts
    ]
    return lead, filled


def _agreed(lead: Bundle, other: Bundle, name: str) -> Bundle:
    """Give the leading bundle, whose outer lengths carry the check that the other's are the same."""
    if _kind(lead) != _kind(other):
        raise TypeError(
            f"jg.{name} takes JaggedArrays with the same axes, or records of the same fields; got "
            f"{_describe(lead)} and {_describe(other)}: bring them to one structure first, for "
            "example x[..., None] for a feature axis."
        )
    outer = tuple(
        check_same_lengths(ours, theirs, inner=depth > 0)
        for depth, (ours, theirs) in enumerate(zip(lead.outer, other.outer, strict=True))
    )
    return replace(lead, outer=outer)


def _kind(bundle):
    if isinstance(bundle.source, AbstractJaggedArray):
        return bundle.buffers[0].ndim, bundle.source.jagged_axes
    return jax.tree.structure(bundle.source.fields), bundle.lengths.ndim  # pyright: ignore[reportAttributeAccessIssue]


def _describe(bundle) -> str:
    if isinstance(bundle.source, AbstractJaggedArray):
        return f"shape {bundle.source.shape}"
    return f"a record of {jax.tree.structure(bundle.source.fields)}"


def _dense_leaves(operand, lead: Bundle, layout: Layout) -> tuple:
    """Give the arrays of a dense operand, one for each buffer of data."""
    if not layout.along_rows:
        raise TypeError(
            f"jg.{layout.name} takes dense operands along a jagged axis alone; got a "
            f"{type(operand).__name__}: make it jagged first, jg.from_dense(values, lengths)."
        )
    leaves, structure = jax.tree.flatten(operand)
    fields = 0 if isinstance(lead.source, AbstractJaggedArray) else lead.source.fields  # pyright: ignore[reportAttributeAccessIssue]
    if structure != jax.tree.structure(fields) or not all(map(is_operand, leaves)):
        raise TypeError(
            f"jg.{layout.name} takes JaggedArrays and dense arrays, for records trees of them with "
            f"the same fields; got {type(operand).__name__} for {_describe(lead)}: make it an array "
            "first."
        )
    return tuple(map(_settled, leaves, lead.buffers[: layout.fields]))


def _settled(leaf, buffer):
    """Refuse a Python integer that the integers of the row don't hold, before it is traced."""
    integers = jnp.issubdtype(buffer.dtype, jnp.integer)
    if integers and isinstance(leaf, int) and not isinstance(leaf, bool):
        return np.asarray(leaf, buffer.dtype)
    return leaf


def align(parts: list[Part], outer: tuple, layout: Layout) -> tuple[list[Part], tuple]:
    """Bring parts to one dtype and, but along the axis of the call, to one shape.

    Returns:
        The parts, where dense ones have a Python integer as length, and the outer lengths.

    Raises:
        ValueError: If other axes differ.
    """
    lead = next(part for part in parts if part.lengths is not None)
    parts = _promote(parts, layout.fields)
    parts = [
        _as_rows(part, lead, outer, layout) if part.lengths is None else part for part in parts
    ]
    sizes = {
        axis: max(part.buffers[0].shape[axis] for part in parts)
        for axis in layout.jagged
        if axis != layout.axis
    }
    parts = [
        Part(tuple(with_room(b, sizes) for b in part.buffers), _roomy(part.lengths, sizes))
        for part in parts
    ]
    _check_shapes(parts, layout)
    return parts, tuple(with_room(n, sizes) for n in outer)


def _roomy(lengths: Size, sizes) -> Size:
    return lengths if isinstance(lengths, int) else with_room(lengths, sizes)


def _promote(parts, fields):
    columns = zip(*(part.buffers[:fields] for part in parts), strict=True)
    dtypes = [jnp.result_type(*column) for column in columns]
    return [
        Part(
            (
                *(jnp.asarray(b, t) for b, t in zip(part.buffers[:fields], dtypes, strict=True)),
                *part.buffers[fields:],
            ),
            part.lengths,
        )
        for part in parts
    ]


def _as_rows(part: Part, lead: Part, outer, layout: Layout) -> Part:
    """Give dense values the batch axes and features of the rows that they are joined with."""
    shapes = [buffer.shape for buffer in lead.buffers[: layout.fields]]
    data = [
        _spread(values, shape, lead.lengths, outer, layout)
        for values, shape in zip(part.buffers, shapes, strict=True)
    ]
    sizes = {values.shape[layout.axis] for values in data}
    if len(sizes) > 1:
        raise ValueError(
            f"jg.{layout.name} joins as many elements to every field; got {sorted(sizes)}: give all "
            "fields the same number."
        )
    deeper = (
        jnp.full(data[0].shape[:axis], data[0].shape[axis], jnp.int32)
        for axis in layout.jagged
        if axis > layout.axis
    )
    return Part((*data, *deeper), sizes.pop())


def _spread(values, shape, lengths, outer, layout):
    axis = layout.axis
    if values.ndim > len(shape):
        raise ValueError(_dense_advice(values.shape, shape, layout))
    values = values.reshape((1,) * (len(shape) - values.ndim) + values.shape)
    free = [k for k in layout.jagged if k >= axis]
    for k, size in enumerate(shape):
        if k not in free and values.shape[k] not in (1, size):
            raise ValueError(_dense_advice(values.shape, shape, layout))
    # A select, for broadcasting alone would not give the values the devices that the rows lie on.
    there = prefix_mask(outer, lengths.shape) if outer else lengths >= 0
    there = there.reshape(there.shape + (1,) * (len(shape) - axis))
    values = jnp.where(there, values, jnp.zeros((), values.dtype))
    full = (values.shape[k] if k in free else size for k, size in enumerate(shape))
    return jnp.broadcast_to(values, tuple(full))


def _dense_advice(came, shape, layout):
    wanted = [None if k in layout.jagged else size for k, size in enumerate(shape)]
    return (
        f"jg.{layout.name} broadcasts dense values from the right to {tuple(wanted)}, with None for "
        f"as many elements as they are; got shape {tuple(came)}: one element for each row is "
        "written values[:, None]."
    )


def _check_shapes(parts, layout):
    for column in zip(*(part.buffers for part in parts), strict=True):
        shapes = [[*each.shape] for each in column]
        others = [shape[: layout.axis] + shape[layout.axis + 1 :] for shape in shapes]
        if any(other != others[0] for other in others):
            raise ValueError(
                f"jg.{layout.name} needs equal shapes but along the axis of the call; got "
                f"{' and '.join(str(tuple(each)) for each in shapes)} along axis {layout.axis}: "
                "broadcast or reshape them first."
            )


def unchanged(before: tuple, after: tuple) -> tuple:
    """Give lengths that got no more room as the arrays that they were."""
    pairs = zip(before, after, strict=True)
    return tuple(old if old.shape == new.shape else new for old, new in pairs)


@partial(jax.jit, static_argnums=(0, 2), inline=True)
def each_buffer(function: Callable, arrays: tuple, options: tuple) -> tuple:
    """Apply a function with static options to buffers and lengths, in one call."""
    return tuple(function(array, *options) for array in arrays)
