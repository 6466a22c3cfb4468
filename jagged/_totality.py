"""Totality: whether a traced function stays finite, with its derivative, on any finite padding."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend import core

from ._kernels.validity import overflows

# The degree of a value says how it grows with the padding that it was computed from: not at all if
# it does not depend on it, 0 is bounded, 1 grows like padding itself. With a second such factor it
# could overflow, and a denominator could vanish. A constant is known to be finite, which an array
# that was closed over need not be.
_CONSTANT = -2
_INDEPENDENT = -1
_BOUNDED_DEGREE = 0
_UNKNOWN = 2
_BOUNDED = frozenset(
    [
        "tanh",
        "logistic",
        "sin",
        "cos",
        "sign",
        "erf",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "and",
        "or",
        "not",
        "xor",
        "is_finite",
        "argmax",
        "argmin",
        "population_count",
    ]
)
_LINEAR = frozenset(
    [
        "add",
        "add_any",
        "sub",
        "neg",
        "max",
        "min",
        "abs",
        "select_n",
        "clamp",
        "floor",
        "ceil",
        "round",
        "broadcast_in_dim",
        "reshape",
        "transpose",
        "squeeze",
        "expand_dims",
        "slice",
        "concatenate",
        "rev",
        "pad",
        "stop_gradient",
        "copy",
        "copy_p",
        "real",
        "imag",
        "conj",
        "reduce_sum",
        "reduce_max",
        "reduce_min",
        "reduce_and",
        "reduce_or",
        "cumsum",
        "sort",
        "convert_element_type",
        "split",
        "stack",
        "tile",
    ]
)
_PRODUCT = frozenset(["mul", "dot_general"])
_SQUARES = frozenset(["square", "one_minus_square"])
_SPREADS = frozenset(["broadcast_in_dim", "convert_element_type", "reshape"])
_CALLS = frozenset(["jit", "pjit", "closed_call", "remat2", "checkpoint", "custom_jvp_call"])


def is_total(closed: core.ClosedJaxpr) -> bool:
    """Say whether a function and its derivative are finite wherever its arguments are.

    Only primitives that are known to be so count, and no product of two values that both grow with
    the arguments. The derivative is looked at as it is, with custom rules applied.

    Args:
        closed: The traced function.

    Returns:
        `False` if there is any doubt.
    """
    if closed.effects or _degree(closed.jaxpr, [1] * len(closed.in_avals)) >= _UNKNOWN:
        return False
    smooth = [jnp.issubdtype(a.dtype, jnp.inexact) for a in closed.in_avals]
    if not any(smooth):
        return True
    derivative = _derivative(core.jaxpr_as_fun(closed), closed.in_avals, smooth)
    degrees = [1] * len(closed.in_avals) + [0] * sum(smooth)
    return _degree(derivative.jaxpr, degrees) < _UNKNOWN


def _derivative(function: Callable, avals, smooth) -> core.ClosedJaxpr:
    def pushforward(primals, tangents):
        tangents = iter(tangents)

        def along(*moving):
            values = iter(moving)
            return function(
                *(next(values) if s else p for p, s in zip(primals, smooth, strict=False))
            )

        moving = tuple(p for p, s in zip(primals, smooth, strict=False) if s)
        return jax.jvp(along, moving, tuple(tangents))

    primals = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in avals]
    moving = [primal for primal, s in zip(primals, smooth, strict=False) if s]
    return jax.make_jaxpr(pushforward)(primals, moving)


def _degree(jaxpr: Any, degrees: list[int]) -> int:
    """Give the highest degree that occurs while a jaxpr is evaluated on inputs of these degrees."""
    return _walk(jaxpr, degrees)[0]


def _walk(jaxpr, degrees):
    known = dict(zip(jaxpr.invars, degrees, strict=True))
    highest = _CONSTANT

    def degree_of(value):
        if isinstance(value, core.Literal):
            return _CONSTANT if _is_finite(value) else _INDEPENDENT
        return known.get(value, _INDEPENDENT)

    for equation in jaxpr.eqns:
        inner, outputs = _rule(equation, [degree_of(value) for value in equation.invars])
        for variable, degree in zip(equation.outvars, outputs, strict=True):
            known[variable] = _of_dtype(degree, variable.aval.dtype)
        highest = max(highest, inner, *(known[variable] for variable in equation.outvars))
    return highest, [degree_of(value) for value in jaxpr.outvars]


def _of_dtype(degree, dtype):
    """Integers and booleans are finite whatever they are computed from."""
    inexact = jnp.issubdtype(dtype, jnp.inexact)
    return degree if inexact or degree >= _UNKNOWN else min(degree, _BOUNDED_DEGREE)


def _rule(equation, inputs):
    """Give the highest degree inside one equation and those of its results."""
    if equation.primitive.name in _CALLS:
        inner = equation.params.get("jaxpr", equation.params.get("call_jaxpr"))
        return _walk(getattr(inner, "jaxpr", inner), inputs)
    degree = _primitive_degree(equation, inputs)
    return degree, [degree] * len(equation.outvars)


def _primitive_degree(equation, inputs):
    name = equation.primitive.name
    highest = max(inputs, default=_INDEPENDENT)
    if highest <= _INDEPENDENT:
        spread = name in _SPREADS and not _brings_infinity(equation)
        return highest if spread else _INDEPENDENT
    if _brings_infinity(equation) or (name == "select_n" and _chooses_closure(inputs)):
        return _UNKNOWN
    if name in _BOUNDED:
        return _BOUNDED_DEGREE
    if name == "convert_element_type" and _narrows(equation):
        return _UNKNOWN
    if name in _LINEAR or (name == "div" and _divides_by_constant(equation)):
        return highest
    if name in _SQUARES:
        inputs = inputs * 2
    if name in _PRODUCT or name in _SQUARES:
        return sum(max(degree, _BOUNDED_DEGREE) for degree in inputs)
    return _UNKNOWN


def _chooses_closure(inputs) -> bool:
    """Say whether a select takes values from an array that was closed over, perhaps of -inf."""
    return _INDEPENDENT in inputs[1:]


def _divides_by_constant(equation):
    divisor = equation.invars[1]
    return isinstance(divisor, core.Literal) and divisor.val != 0


def _narrows(equation):
    return overflows(equation.invars[0].aval.dtype, equation.outvars[0].aval.dtype)


def _brings_infinity(equation) -> bool:
    """Say whether a constant that stands in the equation is not finite."""
    literals = [value for value in equation.invars if isinstance(value, core.Literal)]
    return not all(map(_is_finite, literals))


def _is_finite(literal) -> bool:
    value = np.asarray(literal.val)
    if not jnp.issubdtype(literal.aval.dtype, jnp.inexact):
        return True
    return value.dtype != np.object_ and bool(np.all(np.isfinite(value)))
