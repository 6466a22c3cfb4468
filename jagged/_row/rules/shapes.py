"""Shapes: broadcast, transpose, reshape, pad and their kin."""

import jax.numpy as jnp
from jax import lax

from .._interpreter import refusal
from .._registry import register_rule
from .._values import BOUNDED, Frame, RowValue
from .elementwise import bind_arrays, highest, is_constant
from .positions import take_along


@register_rule("iota")
def iota(frame: Frame, operands, equation) -> RowValue:
    """Count positions along an axis."""
    shape, axis = equation.params["shape"], equation.params["dimension"]
    array = lax.broadcasted_iota(equation.params["dtype"], frame.capacities(shape), axis)
    return RowValue(array, shape, degree=BOUNDED)


@register_rule("dim_as_value")
def dim_as_value(frame: Frame, operands, equation) -> RowValue:
    """Give a size as a run-time value."""
    size = equation.params["dim"]
    array = jnp.asarray(frame.length(size), equation.outvars[0].aval.dtype)
    return RowValue(array, (), degree=BOUNDED, size=size, floor=max(frame.extent(size)[0], 0.0))


@register_rule("broadcast_in_dim")
def broadcast_in_dim(frame: Frame, operands, equation) -> RowValue:
    """Broadcast to more axes."""
    operand = operands[0]
    shape, axes = equation.params["shape"], equation.params["broadcast_dimensions"]
    array = lax.broadcast_in_dim(operand.array, frame.capacities(shape), axes)
    zero = frozenset(axes[axis] for axis in operand.zero)
    if is_constant(operand, 0):
        zero = frozenset(frame.jagged_axes(shape))
    peak = operand.peak and _spread_peak(operand, shape, axes)
    return RowValue(array, shape, zero=zero, degree=operand.degree, floor=operand.floor, peak=peak)


def _spread_peak(operand, shape, axes):
    """Give where a largest value stands after it is broadcast."""
    places: list = [None] * len(shape)
    for old, new in enumerate(axes):
        if str(operand.shape[old]) == str(shape[new]):
            places[new] = operand.peak.places[old]
    return operand.peak._replace(places=tuple(places))


@register_rule("transpose")
def transpose(frame: Frame, operands, equation) -> RowValue:
    """Permute axes."""
    permutation = equation.params["permutation"]
    return _moved(operands, equation, permutation)


@register_rule("squeeze")
def squeeze(frame: Frame, operands, equation) -> RowValue:
    """Drop axes of size 1."""
    dropped = equation.params["dimensions"]
    kept = [axis for axis in range(operands[0].ndim) if axis not in dropped]
    return _moved(operands, equation, kept)


@register_rule("stack")
def stack(frame: Frame, operands, equation) -> RowValue:
    """Join values along a new axis."""
    (array,) = bind_arrays(equation, operands)
    shape, new = equation.outvars[0].aval.shape, equation.params["axis"]
    zero = frozenset.intersection(*(operand.zero for operand in operands))
    zero = frozenset(axis + (axis >= new) for axis in zero)
    return RowValue(array, shape, zero=zero, degree=highest(operands))


@register_rule("pad")
def pad(frame: Frame, operands, equation) -> RowValue:
    """Put a value around and between elements, after each row's own last one too."""
    operand, value = operands
    shape, configuration = equation.outvars[0].aval.shape, []
    jagged = frame.jagged_axes(operand.shape)
    for axis, (low, _, interior) in enumerate(equation.params["padding_config"]):
        if frame.is_jagged(low):
            raise refusal(
                equation,
                f"it puts {low} elements before each row, a number that depends on its length",
                "Concatenate with zeros of that length.",
            )
        inside = frame.capacity(operand.shape[axis])
        taken = low + inside + max(inside - 1, 0) * interior
        configuration.append((low, frame.capacity(shape[axis]) - taken, interior))
    array = operand.array
    mask = frame.mask(operand.shape, jagged)
    if mask is not None:
        array = jnp.where(mask, array, value.array)
    array = lax.pad(array, value.array, configuration)
    return RowValue(array, shape, degree=highest(operands))


@register_rule("tile")
def tile(frame: Frame, operands, equation) -> RowValue:
    """Repeat a value along axes, each row from its own end."""
    (operand,) = operands
    shape, repeats = equation.outvars[0].aval.shape, list(equation.params["reps"])
    for axis in frame.jagged_axes(operand.shape):
        if not isinstance(repeats[axis], int) or repeats[axis] != 1:
            size = operand.shape[axis]
            room = lax.iota(jnp.int32, frame.capacity(shape[axis])) % frame.length(size)
            operand = take_along(operand, room, axis, shape[axis])
            repeats[axis] = 1
    array = jnp.tile(operand.array, repeats)
    return RowValue(array, shape, zero=operand.zero, degree=operand.degree)


def _moved(operands, equation, places) -> RowValue:
    """Evaluate a primitive whose result has, at each axis, that axis of its operand."""
    (operand,) = operands
    (array,) = bind_arrays(equation, [operand])
    zero = frozenset(new for new, old in enumerate(places) if old in operand.zero)
    shape = equation.outvars[0].aval.shape
    return RowValue(array, shape, operand.varies, zero, operand.degree, operand.size, operand.floor)
