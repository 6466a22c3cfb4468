"""Reductions and running values: padding is hidden behind the identity, along reduced axes alone."""

import jax.numpy as jnp

from ..._kernels import extrema
from ..._kernels.validity import keep
from .._registry import register_rule
from .._values import BOUNDED, Frame, Peak, RowValue
from .elementwise import bind_arrays, finite
from .positions import reverse

_IDENTITIES = {
    "reduce_sum": 0,
    "reduce_prod": 1,
    "reduce_and": True,
    "reduce_or": False,
    "reduce_xor": 0,
}


@register_rule(*_IDENTITIES)
def reduce(frame: Frame, operands, equation) -> RowValue:
    """Reduce axes over their valid part."""
    (operand,) = operands
    axes = equation.params["axes"]
    name = equation.primitive.name
    identity = _all_ones(operand.dtype) if name == "reduce_and" else _IDENTITIES[name]
    if name == "reduce_prod" and operand.is_inexact:
        operand = frame.guarded(operand, 1)
    else:
        operand = frame.hide(operand, identity, axes)
    (array,) = bind_arrays(equation, [operand])
    return _reduced(operand, array, axes, equation)


@register_rule("reduce_max", "reduce_min")
def reduce_extreme(frame: Frame, operands, equation) -> RowValue:
    """Take the extreme of valid elements; their ties alone share the gradient."""
    (operand,) = operands
    axes = equation.params["axes"]
    operand = finite(frame, operand)
    mask = frame.mask(operand.shape, axes)
    largest = equation.primitive.name == "reduce_max"
    if mask is None:
        (array,) = bind_arrays(equation, [operand])
    else:
        array = (extrema.max if largest else extrema.min)(operand.array, mask, axes, False)
    result = _reduced(operand, array, axes, equation)
    if not largest or not operand.is_inexact:
        return result
    hidden = keep(mask, operand.array, -jnp.inf)
    covered = frozenset(frame.jagged_axes(operand.shape)).intersection(axes)
    places = tuple(axis for axis in range(operand.ndim) if axis not in axes)
    return result.replace(peak=Peak(operand.array, hidden, tuple(axes), covered, places))


@register_rule("argmax", "argmin")
def position(frame: Frame, operands, equation) -> RowValue:
    """Find the first extreme: padding comes last, so behind the identity it never is."""
    (operand,) = operands
    axes = equation.params["axes"]
    largest = equation.primitive.name == "argmax"
    operand = frame.hide(operand, extrema.identity(operand.dtype, largest), axes)
    (array,) = bind_arrays(equation, [operand])
    return RowValue(array, equation.outvars[0].aval.shape, degree=BOUNDED)


@register_rule("cumsum")
def cumsum(frame: Frame, operands, equation) -> RowValue:
    """Add up along an axis: from the front padding comes too late to matter."""
    (operand,) = operands
    axis = equation.params["axis"]
    operand = finite(frame, operand)
    if equation.params["reverse"]:
        operand = frame.hide(operand, 0, (axis,))
    (array,) = bind_arrays(equation, [operand])
    zero = operand.zero if equation.params["reverse"] else operand.zero - {axis}
    return RowValue(array, operand.shape, operand.varies, zero, operand.degree)


@register_rule("cumprod", "cummax", "cummin", "cumlogsumexp")
def cumulate(frame: Frame, operands, equation) -> RowValue:
    """Multiply up, or carry an extreme or a sum of exponentials along an axis."""
    (operand,) = operands
    axis, name = equation.params["axis"], equation.primitive.name
    operand = finite(frame, operand)
    if name == "cumprod":
        operand = frame.guarded(operand, 1)
    elif equation.params["reverse"] and frame.is_jagged(operand.shape[axis]):
        # Derivatives at ties depend on where the row starts, so padding can't come before it.
        forward = equation.replace(params={**equation.params, "reverse": False})
        return reverse(frame, cumulate(frame, [reverse(frame, operand, axis)], forward), axis)
    (array,) = bind_arrays(equation, [operand])
    return RowValue(array, operand.shape, operand.varies, degree=operand.degree)


def _reduced(operand, array, axes, equation) -> RowValue:
    left = [axis for axis in range(operand.ndim) if axis not in axes]
    zero = frozenset(place for place, axis in enumerate(left) if axis in operand.zero)
    if equation.primitive.name not in ("reduce_sum", "reduce_max", "reduce_min"):
        zero = frozenset()
    floor = None
    if equation.primitive.name == "reduce_sum" and operand.floor is not None:
        floor = 1.0 if operand.ones and set(operand.ones) == set(axes) else 0.0
    shape = equation.outvars[0].aval.shape
    return RowValue(array, shape, zero=zero, degree=operand.degree, floor=floor)


def _all_ones(dtype):
    return True if dtype == jnp.bool_ else ~jnp.asarray(0, dtype)
