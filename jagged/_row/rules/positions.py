"""Positions: slices, indices and concatenation, which count from each row's own ends."""

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.lax import GatherScatterMode

from ..._kernels.positions import missing
from .._interpreter import refusal
from .._registry import register_rule
from .._values import Frame, RowValue, grown
from .elementwise import bind_arrays, highest

# As many single elements are put behind a row by selects, which cost less than a gather.
_FEW = 4


def take_along(operand: RowValue, indices, axis: int, size) -> RowValue:
    """Take elements along an axis by run-time indices; those that point outside are clipped."""
    array = jnp.take(operand.array, indices, axis, mode="clip")
    shape = (*operand.shape[:axis], size, *operand.shape[axis + 1 :])
    return operand.rearranged(array, shape, operand.zero - {axis})


@register_rule("rev")
def rev(frame: Frame, operands, equation) -> RowValue:
    """Reverse axes, each row from its own end."""
    (operand,) = operands
    for axis in equation.params["dimensions"]:
        operand = reverse(frame, operand, axis)
    return operand


def reverse(frame: Frame, operand: RowValue, axis: int) -> RowValue:
    """Reverse an axis, from the row's own end."""
    size = operand.shape[axis]
    places = frame.length(size) - 1 - lax.iota(jnp.int32, frame.capacity(size))
    return take_along(operand, places, axis, size)


@register_rule("slice")
def slice_(frame: Frame, operands, equation) -> RowValue:
    """Take a slice whose ends may depend on the length."""
    (operand,) = operands
    shape = equation.outvars[0].aval.shape
    strides = equation.params["strides"] or (1,) * operand.ndim
    starts = equation.params["start_indices"]
    for axis, (start, stride, size) in enumerate(zip(starts, strides, shape, strict=True)):
        operand = _sliced(frame, operand, axis, start, stride, size)
    return operand


def _sliced(frame, operand, axis, start, stride, size):
    room = frame.capacity(size)
    if not frame.is_jagged(start):
        stop = start + (room - 1) * stride + 1 if room else start
        array = lax.slice_in_dim(
            operand.array, start, min(stop, operand.array.shape[axis]), stride, axis
        )
        zero = (
            operand.zero
            if _reaches(operand.shape[axis], start, stride, size)
            else operand.zero - {axis}
        )
        shape = (*operand.shape[:axis], size, *operand.shape[axis + 1 :])
        array = grown(array, axis, room)
        return operand.rearranged(array, shape, zero).replace(floor=None)
    places = frame.length(start) + stride * lax.iota(jnp.int32, room)
    return take_along(operand, places, axis, size)


def _reaches(old, start, stride, new):
    """Say whether a slice ends where the row does, so that padding stays padding."""
    return stride == 1 and str(old - start) == str(new)


@register_rule("dynamic_slice")
def dynamic_slice(frame: Frame, operands, equation) -> RowValue:
    """Take a slice from a run-time position, moved back inside the row if it ends outside."""
    operand, *starts = operands
    sizes = equation.params["slice_sizes"]
    starts = [start.array for start in starts]
    return slice_at(frame, operand, starts, sizes)


def slice_at(frame: Frame, operand: RowValue, starts: Sequence, sizes: Sequence) -> RowValue:
    """Take one slice of these sizes, from positions that are moved back inside the row."""
    shape, varies = operand.shape, operand.varies
    for axis, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        if str(shape[axis]) == str(size):
            continue
        least, _ = frame.extent(shape[axis] - size)
        if _is_known(start) and 0 <= int(start) <= least:
            operand = _sliced(frame, operand, axis, int(start), 1, size)
            continue
        start = jnp.asarray(start)
        last = jnp.asarray(frame.length(shape[axis] - size), start.dtype)
        operand = _run_time_slice(frame, operand, axis, jnp.clip(start, 0, last), size)
        varies = True
    return operand.replace(varies=varies or bool(frame.jagged_axes(operand.shape)))


def _run_time_slice(frame, operand, axis, start, size):
    if frame.is_jagged(size):
        places = start + lax.iota(jnp.int32, frame.capacity(size))
        return take_along(operand, places, axis, size)
    array = lax.dynamic_slice_in_dim(operand.array, start, size, axis)
    shape = (*operand.shape[:axis], size, *operand.shape[axis + 1 :])
    return operand.rearranged(array, shape, operand.zero - {axis})


def _is_known(value) -> bool:
    return isinstance(value, int | np.ndarray | np.generic)


@register_rule("split")
def split(frame: Frame, operands, equation) -> list[RowValue]:
    """Cut an axis into parts."""
    (operand,) = operands
    axis, start, parts = equation.params["axis"], 0, []
    if not frame.is_jagged(operand.shape[axis]):
        arrays = bind_arrays(equation, operands)
        shapes = [variable.aval.shape for variable in equation.outvars]
        return [
            operand.rearranged(*part, operand.zero) for part in zip(arrays, shapes, strict=True)
        ]
    for size in equation.params["sizes"]:
        parts.append(_sliced(frame, operand, axis, start, 1, size))
        start = start + size
    return parts


@register_rule("concatenate")
def concatenate(frame: Frame, operands, equation) -> RowValue:
    """Join values along an axis, each one where the one before it ends in this row."""
    axis, shape = equation.params["dimension"], equation.outvars[0].aval.shape
    degree = highest(operands)
    sizes = [operand.shape[axis] for operand in operands]
    zero = frozenset.intersection(*(operand.zero - {axis} for operand in operands))
    if not frame.jagged_axes(sizes[:-1]):
        (array,) = bind_arrays(equation, operands)
        zero |= operands[-1].zero & {axis}
    else:
        array = _joined(frame, [operand.array for operand in operands], sizes, axis, shape[axis])
    return RowValue(array, shape, zero=zero, degree=degree)


def _joined(frame, arrays, sizes, axis, size):
    """Join arrays of which some end at run time."""
    jagged = frame.jagged_axes(sizes)
    behind = sizes[jagged[-1] + 1 :]
    if len(jagged) == 1 and sum(behind) <= _FEW:
        return _followed(frame, arrays, sizes, axis, size)
    places = lax.iota(jnp.int32, frame.capacity(size))
    positions, offset, room = places, 0, 0
    for array, each in zip(arrays, sizes, strict=True):
        positions = jnp.where(places >= offset, places - offset + room, positions)
        offset, room = offset + frame.length(each), room + array.shape[axis]
    return jnp.take(lax.concatenate(arrays, axis), positions, axis, mode="clip")


def _followed(frame, arrays, sizes, axis, size):
    """Put a few elements behind a row, by a select for each."""
    (jagged,) = frame.jagged_axes(sizes)
    room = frame.capacity(size)
    joined = lax.concatenate(arrays[: jagged + 1], axis)
    joined = grown(joined, axis, room)
    end = sum(sizes[:jagged]) + frame.length(sizes[jagged])
    places = lax.broadcasted_iota(
        jnp.int32, tuple(room if each == axis else 1 for each in range(joined.ndim)), axis
    )
    if not arrays[jagged + 1 :]:
        return joined
    behind = lax.concatenate(arrays[jagged + 1 :], axis)
    for number in range(behind.shape[axis]):
        element = lax.slice_in_dim(behind, number, number + 1, axis=axis)
        joined = jnp.where(places == end + number, element, joined)
    return joined


@register_rule("gather")
def gather(frame: Frame, operands, equation) -> RowValue:
    """Take slices at run-time positions, which are held against each row's own length."""
    operand, indices = operands
    if indices.ndim == 1 and equation.params["mode"] != GatherScatterMode.FILL_OR_DROP:
        return _single_slice(frame, operand, indices, equation)
    return _gather(frame, operand, indices, equation)


def _single_slice(frame, operand, indices, equation):
    numbers, sizes = equation.params["dimension_numbers"], equation.params["slice_sizes"]
    starts: list = [0] * operand.ndim
    known = _is_known(indices.array)
    for place, axis in enumerate(numbers.start_index_map):
        starts[axis] = np.asarray(indices.array)[place] if known else indices.array[place]
    taken = slice_at(frame, operand, starts, sizes)
    kept = [axis for axis in range(operand.ndim) if axis not in numbers.collapsed_slice_dims]
    array = lax.squeeze(taken.array, numbers.collapsed_slice_dims)
    zero = frozenset(new for new, old in enumerate(kept) if old in taken.zero)
    varies = taken.varies or indices.varies
    return RowValue(array, tuple(taken.shape[axis] for axis in kept), varies, zero, operand.degree)


def _gather(frame, operand, indices, equation):
    numbers, sizes = equation.params["dimension_numbers"], equation.params["slice_sizes"]
    limits = _limits(frame, operand, indices, equation)
    clipped = jnp.clip(indices.array, 0, limits)
    taken = lax.gather(operand.array, clipped, numbers, frame.capacities(sizes), mode="clip")
    shape = equation.outvars[0].aval.shape
    mode = equation.params["mode"]
    if mode != GatherScatterMode.CLIP:
        outside = jnp.any(clipped != indices.array, -1)
        outside &= jnp.broadcast_to(frame.guard(indices.shape[:-1]), outside.shape)
        batch = [axis for axis in range(len(shape)) if axis not in numbers.offset_dims]
        outside = lax.broadcast_in_dim(outside, taken.shape, batch)
        # A position that is only promised to be inside has the clipped value, but no gradient.
        promised = mode == GatherScatterMode.PROMISE_IN_BOUNDS
        fill = lax.stop_gradient(taken) if promised else _fill_value(equation, taken.dtype)
        taken = jnp.where(outside, fill, taken)
    return RowValue(taken, shape, degree=operand.degree)


def _limits(frame, operand, indices, equation):
    axes = equation.params["dimension_numbers"].start_index_map
    sizes = equation.params["slice_sizes"]
    if frame.jagged_axes([sizes[axis] for axis in axes]):
        raise refusal(
            equation,
            f"it takes several slices of sizes {sizes}, which depend on the row's length",
            "Take one slice at a time, or single elements.",
        )
    return last_positions(frame, operand, indices, axes, sizes)


def last_positions(frame: Frame, operand: RowValue, indices: RowValue, axes, sizes) -> Any:
    """Give the last position from which a block still ends inside the row, for each index."""
    limits = [frame.length(operand.shape[axis] - sizes[axis]) for axis in axes]
    limits = jnp.asarray(limits, indices.dtype)
    return limits.reshape((1,) * (indices.ndim - 1) + (len(axes),))


def _fill_value(equation, dtype):
    value = equation.params["fill_value"]
    return jnp.asarray(missing(dtype) if value is None else value, dtype)
