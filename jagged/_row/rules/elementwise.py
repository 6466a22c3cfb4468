"""Elementwise primitives: unmasked, but for those that padding could make infinite."""

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..._kernels.validity import overflows
from .._interpreter import bind
from .._registry import register_rule
from .._values import BOUNDED, UNBOUNDED, Exponent, Frame, RowValue, highest_degree
from .bounds import floor_of, growth_of


class Elementwise(NamedTuple):
    """What an elementwise primitive makes of padding.

    Attributes:
        zero: Which operands have to be zero for a result of zero: `all`, `any`, the `first`, `none`.
        safe: For each operand a value at which the primitive and its derivatives are finite, if
            they are not so everywhere.
        bounded: Whether it is bounded, with all its derivatives.
    """

    zero: str = "none"
    safe: tuple[float | None, ...] = ()
    bounded: bool = False


_STRUCTURE = Elementwise(zero="all")
_INTEGER = Elementwise(bounded=True)
_TABLE = {
    **dict.fromkeys(
        ["neg", "add", "add_any", "abs", "real", "imag", "conj", "floor"],
        _STRUCTURE,
    ),
    **dict.fromkeys(["ceil", "round", "copy", "copy_p", "reduce_precision"], _STRUCTURE),
    **dict.fromkeys(["tanh", "sin", "erf", "sign", "atan"], Elementwise("all", bounded=True)),
    **dict.fromkeys(["cos", "logistic", "erfc"], Elementwise(bounded=True)),
    **dict.fromkeys(["eq", "ne", "lt", "le", "gt", "ge", "is_finite", "not", "clz"], _INTEGER),
    **dict.fromkeys(["eq_to", "lt_to", "le_to", "population_count"], _INTEGER),
    **dict.fromkeys(["shift_left", "shift_right_logical", "shift_right_arithmetic"], _INTEGER),
    **dict.fromkeys(["or", "xor"], Elementwise("all", bounded=True)),
    "and": Elementwise("any", bounded=True),
    "div": Elementwise("first", (None, 1)),
    "rem": Elementwise("first", (None, 1)),
    "exp": Elementwise("all", (-math.inf,)),
    "exp2": Elementwise("all", (-math.inf,)),
    "expm1": Elementwise("all", (0,)),
    "log": Elementwise("all", (1,)),
    "log1p": Elementwise("all", (0,)),
    "sqrt": Elementwise(safe=(1,)),
    "rsqrt": Elementwise(safe=(1,)),
    "cbrt": Elementwise(safe=(1,)),
    "pow": Elementwise(safe=(1, 1)),
    "atan2": Elementwise("all", (0, 1)),
    "nextafter": Elementwise(safe=(0, 0)),
    "complex": Elementwise("all"),
    **dict.fromkeys(["tan", "sinh", "asin", "asinh", "atanh", "erf_inv"], Elementwise("all", (0,))),
    **dict.fromkeys(["cosh", "acos", "bessel_i0e", "bessel_i1e"], Elementwise(safe=(0,))),
    **dict.fromkeys(["lgamma", "digamma"], Elementwise(safe=(1,))),
    **dict.fromkeys(["polygamma", "zeta"], Elementwise(safe=(2, 2))),
    **dict.fromkeys(["igamma", "igammac"], Elementwise(safe=(1, 1))),
    "acosh": Elementwise(safe=(2,)),
    "regularized_incomplete_beta": Elementwise(safe=(1, 1, 0.5)),
}

# The results of these are zero at padding once the guard is in place, whatever padding was before.
_ZERO_WHEN_GUARDED = frozenset(
    name for name, kind in _TABLE.items() if kind.zero == "all" and len(kind.safe) == 1
)


@register_rule(*(name for name in _TABLE if name != "exp"))
def elementwise(frame: Frame, operands, equation) -> RowValue:
    """Evaluate a primitive of the table, with its operands guarded where it is partial."""
    name = equation.primitive.name
    kind = _TABLE[name]
    if not any(operand.is_inexact for operand in operands):
        return _combine(frame, operands, equation, kind.zero, BOUNDED)
    if kind.safe:
        shape = equation.outvars[0].aval.shape
        operands = [_safe(frame, shape, *pair) for pair in zip(operands, kind.safe, strict=True)]
        own = operands[0].degree if kind.safe[0] is None else BOUNDED
        degree = own + growth_of(name, operands)
        # Where no axis is jagged nothing is padding, and a row's own value may be infinite.
        if not frame.jagged_axes(shape) and any(map(_is_open, operands, kind.safe)):
            degree = UNBOUNDED
            frame.infinite.append(equation.primitive.name)
        result = _combine(frame, operands, equation, kind.zero, degree)
        guarded = name in _ZERO_WHEN_GUARDED and operands[0].varies
        zero = frozenset(frame.jagged_axes(result.shape)) if guarded else result.zero
        return result.replace(zero=zero)
    if kind.bounded:
        operands = [finite(frame, operand) for operand in operands]
        return _combine(frame, operands, equation, kind.zero, BOUNDED)
    return _combine(frame, operands, equation, kind.zero, highest(operands))


@register_rule("square", "integer_pow")
def power(frame: Frame, operands, equation) -> RowValue:
    """Raise to an integer power, which may overflow, or divide by zero if it is negative."""
    (operand,) = operands
    exponent = equation.params.get("y", 2)
    positive = exponent > 0
    if not operand.is_inexact:
        return _combine(frame, [operand], equation, "all" if positive else "none", BOUNDED)
    if not positive or operand.degree * exponent > highest_degree(operand.dtype):
        operand = frame.guarded(operand, 0 if positive else 1)
    degree = operand.degree * exponent if positive else BOUNDED
    return _combine(frame, [operand], equation, "all" if positive else "none", degree)


@register_rule("polynomial", "one_minus_square")
def polynomial(frame: Frame, operands, equation) -> RowValue:
    """Evaluate a polynomial, which may overflow."""
    operand, *coefficients = operands
    exponent = max(len(coefficients) - 1, 2 * (not coefficients))
    degree = operand.degree * exponent + highest(coefficients)
    if degree > highest_degree(operand.dtype):
        operand = frame.guarded(operand, 0)
        coefficients = [frame.guarded(each, 0) for each in coefficients]
        degree = BOUNDED
    return _combine(frame, [operand, *coefficients], equation, "none", degree)


@register_rule("sub")
def subtract(frame: Frame, operands, equation) -> RowValue:
    """Subtract; a value less its own largest one can't overflow in an exponential."""
    ours, theirs = operands
    result = _combine(frame, operands, equation, "all", highest(operands))
    peak = theirs.peak
    if peak is None or peak.array is not ours.array or not _is_aligned(peak):
        return result
    (array,) = bind(equation, [peak.hidden, theirs.array])
    return result.replace(exponent=Exponent(array, peak.axes, peak.covered))


def _is_aligned(peak) -> bool:
    """Say whether a largest value stands on the axes that it was taken from."""
    return all(
        place == axis or (place is None and axis in peak.axes)
        for axis, place in enumerate(peak.places)
    )


@register_rule("exp")
def exponential(frame: Frame, operands, equation) -> RowValue:
    """Take the exponential, where padding can't make it overflow."""
    (operand,) = operands
    exponent = operand.exponent
    if exponent is None:
        return elementwise(frame, operands, equation)
    (array,) = bind(equation, [exponent.array])
    zero, ones = exponent.covered, exponent.axes
    return RowValue(array, operand.shape, zero=zero, degree=BOUNDED, floor=0.0, ones=ones)


@register_rule("mul")
def mul(frame: Frame, operands, equation) -> RowValue:
    """Multiply, so that two values that both grow with padding can't overflow there."""
    operands, degree = tame_product(frame, operands, equation.outvars[0].aval.shape)
    return _combine(frame, operands, equation, "any", degree)


@register_rule("max", "min")
def extreme(frame: Frame, operands, equation) -> RowValue:
    """Take the larger or the smaller one; an infinite constant that never wins is harmless."""
    never = -math.inf if equation.primitive.name == "max" else math.inf
    others = [operand for operand in operands if not is_constant(operand, never)]
    result = _combine(frame, operands, equation, "all", highest(others))
    return result.replace(peak=others[0].peak) if len(others) == 1 else result


@register_rule("stop_gradient")
def stop_gradient(frame: Frame, operands, equation) -> RowValue:
    """Pass a value on without a derivative."""
    return operands[0].replace(array=lax.stop_gradient(operands[0].array), exponent=None)


@register_rule("select_n")
def select(frame: Frame, operands, equation) -> RowValue:
    """Choose between values."""
    return _combine(frame, operands[1:], equation, "all", highest(operands[1:]), operands)


@register_rule("clamp")
def clamp(frame: Frame, operands, equation) -> RowValue:
    """Limit a value to lie between two others."""
    return _combine(frame, operands, equation, "all", highest(operands))


@register_rule("convert_element_type", "bitcast_convert_type")
def convert(frame: Frame, operands, equation) -> RowValue:
    """Change the dtype; a narrower one may overflow."""
    (operand,) = operands
    dtype = equation.params["new_dtype"]
    same = equation.primitive.name == "convert_element_type"
    degree = operand.degree
    if jnp.issubdtype(dtype, jnp.inexact) and not (same and _fits(operand, dtype)):
        degree = UNBOUNDED
    size = operand.size if same else None
    shape = equation.outvars[0].aval.shape
    (array,) = bind_arrays(equation, [operand])
    if not same:
        return RowValue(array, shape, operand.varies, degree=degree)
    return RowValue(array, shape, operand.varies, operand.zero, degree, size, operand.floor)


def _fits(operand, dtype) -> bool:
    """Say whether padding stays finite in another dtype."""
    if operand.is_inexact:
        return operand.degree <= highest_degree(dtype)
    return _is_fixed(operand) or not overflows(operand.dtype, dtype)


@register_rule(
    "random_fold_in",
    "random_wrap",
    "random_seed",
    "random_unwrap",
    "random_clone",
    "pvary",
    "pcast",
)
def passes(frame: Frame, operands, equation) -> RowValue:
    """Evaluate a primitive that knows nothing of its leading axes."""
    arrays = bind_arrays(equation, operands)
    return RowValue(arrays[0], equation.outvars[0].aval.shape, degree=highest(operands))


def finite(frame: Frame, operand: RowValue, shape: Sequence = ()) -> RowValue:
    """Hide what may be infinite at padding: a derivative there could not be multiplied by zero.

    `shape` is that of the result, whose padding a row's own value reaches by broadcasting.
    """
    if not operand.may_overflow:
        return operand
    if operand.varies and not frame.jagged_axes(operand.shape) and frame.jagged_axes(shape):
        return frame.guarded_within(operand, shape, 0)
    return frame.guarded(operand, 0) if operand.varies else _dead_constant(frame, operand, 0)


def tame_product(frame: Frame, operands, shape) -> tuple[list[RowValue], int]:
    """Hide padding of factors until their product can't overflow there.

    Returns:
        The factors, and the degree of the product.
    """
    if not any(operand.is_inexact for operand in operands):
        return list(operands), BOUNDED
    ours, theirs = (finite(frame, operand, shape) for operand in operands)
    most = highest_degree(jnp.result_type(ours.dtype, theirs.dtype))
    if ours.degree + theirs.degree > most and not (
        _covered(frame, ours) or _covered(frame, theirs)
    ):
        if math.prod(jnp.shape(ours.array)) < math.prod(jnp.shape(theirs.array)):
            ours = frame.guarded(ours, 0)
        else:
            theirs = frame.guarded(theirs, 0)
    return [ours, theirs], min(ours.degree + theirs.degree, most)


def bind_arrays(equation, operands) -> list:
    """Evaluate an equation on the arrays of its operands."""
    return bind(equation, [operand.array for operand in operands])


def _covered(frame, operand):
    """Say whether padding is zero on every jagged axis, so that a product with it is zero."""
    axes = frame.jagged_axes(operand.shape)
    return bool(axes) and operand.zero.issuperset(axes)


def _dead_constant(frame, operand, fill):
    """Hide a constant that is infinite, or makes a result so, from rows that don't count."""
    frame.infinite.append("constant")
    array = jnp.where(frame.alive, operand.array, jnp.asarray(fill, operand.dtype))
    return RowValue(array, operand.shape, degree=BOUNDED)


def _safe(frame, shape, operand, fill):
    """Put a safe value where an operand of a partial primitive does not count."""
    if fill is None or operand.floor or _is_positive_size(frame, operand):
        return operand
    if is_constant(operand, 0):
        return _dead_constant(frame, operand, fill)
    operand = frame.guarded(operand, _fill(operand, fill))
    wider = frame.jagged_axes(shape) != frame.jagged_axes(operand.shape)
    return frame.guarded_within(operand, shape, fill) if wider and len(shape) else operand


def _is_open(operand, fill) -> bool:
    return fill is not None and operand.varies and operand.size is None and not operand.floor


def _is_positive_size(frame, operand) -> bool:
    return operand.size is not None and frame.extent(operand.size)[0] > 0


def _combine(frame, counted, equation, zero, degree, operands=None) -> RowValue:
    operands = counted if operands is None else operands
    shape = equation.outvars[0].aval.shape
    (array,) = bind_arrays(equation, operands)
    axes = frozenset(frame.jagged_axes(shape))
    zeros = [_zero_axes(frame, operand, axes, len(shape)) for operand in counted]
    known = {
        "all": functools.reduce(frozenset.intersection, zeros),
        "any": functools.reduce(frozenset.union, zeros),
        "first": zeros[0],
        "none": frozenset(),
    }[zero]
    if not jnp.issubdtype(array.dtype, jnp.inexact):
        degree = BOUNDED
    floor = floor_of(equation.primitive.name, operands, equation.params)
    return RowValue(array, shape, zero=known, degree=degree, floor=floor)


def _zero_axes(frame, operand, axes, rank):
    """Give the axes of the result along which padding of an operand is zero."""
    if is_constant(operand, 0):
        return axes
    offset = rank - operand.ndim
    return frozenset(axis + offset for axis in operand.zero)


def is_constant(operand: RowValue, value) -> bool:
    """Say whether this is a number that all rows share, and that one."""
    return (
        not operand.varies and operand.shape == () and _is_fixed(operand) and operand.array == value
    )


def _is_fixed(operand):
    """Say whether this is a number that is known while tracing."""
    known = isinstance(operand.array, np.ndarray | np.generic) and operand.array.ndim == 0
    return known and operand.dtype != jax.dtypes.float0


def _fill(operand, fill):
    complex_exponential = math.isinf(fill) and jnp.issubdtype(operand.dtype, jnp.complexfloating)
    return 0 if complex_exponential else fill


def highest(operands) -> int:
    """Give the highest degree of some values."""
    return max((operand.degree for operand in operands if operand.is_inexact), default=BOUNDED)
