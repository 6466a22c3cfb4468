"""Calls: functions inside a traced function, with the derivative rules that they bring."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend import core

from .._interpreter import bind, evaluate, refusal
from .._registry import register_rule
from .._values import LINEAR, Frame, RowValue, arrays_of, described, filled


@register_rule("jit", "pjit", "closed_call", "core_call")
def call(frame: Frame, operands, equation) -> list[RowValue]:
    """Evaluate a function where it is called."""
    return evaluate(frame, _callee(equation), operands)


@register_rule("call_hi_primitive")
def high_level(frame: Frame, operands, equation) -> list[RowValue]:
    """Evaluate what a primitive expands to that JAX has lower ones for, as `searchsorted` in 0.12."""
    if _inexact(equation.outvars):
        raise refusal(
            equation,
            "it may have a derivative of its own, which what it expands to has not",
            "Write that step with other functions, or add a rule with jg.register_rule.",
        )
    shapes = (jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in equation.invars)
    return evaluate(frame, jax.make_jaxpr(equation.params["_prim"].expand)(*shapes), operands)


@register_rule("checkpoint", "remat", "remat2")
def checkpoint(frame: Frame, operands, equation) -> list[RowValue]:
    """Evaluate a function that is run again for its derivative."""
    run, known = _function(frame, operands, equation)
    parameters = {name: equation.params[name] for name in ("prevent_cse", "policy")}
    return filled(known, jax.checkpoint(run, **parameters)(arrays_of(operands), frame.dynamic))


@register_rule("custom_jvp_call")
def custom_jvp_call(frame: Frame, operands, equation) -> list[RowValue]:
    """Evaluate a function with its own forward derivative, which is traced and run like it."""
    run, known = _function(frame, operands, equation)
    outline, inputs, run = frame.outline, described(operands), jax.custom_jvp(run)

    @run.defjvp
    def derivative(primals, tangents):
        arrays, dynamic = primals
        inner, moving = outline.with_dynamic(dynamic), _inexact(equation.invars)
        values = filled(inputs, arrays)
        directions = [_direction(values[place], tangents[0][place]) for place in moving]
        results = evaluate(inner, _pushforward(equation, moving), [*values, *directions])
        count = len(equation.outvars)
        outputs = [_as_known(inner, *pair) for pair in zip(results[:count], known, strict=True)]
        return arrays_of(outputs), _all_tangents(equation, arrays_of(results[count:]), outputs)

    return filled(known, run(arrays_of(operands), frame.dynamic))


@register_rule("custom_vjp_call", "custom_vjp_call_jaxpr")
def custom_vjp_call(frame: Frame, operands, equation) -> list[RowValue]:
    """Evaluate a function with its own reverse derivative, which is traced and run like it."""
    run, known = _function(frame, operands, equation)
    outline, inputs, function = frame.outline, described(operands), jax.custom_vjp(run)

    def forward(arrays, dynamic):
        return run(arrays, dynamic), (arrays, dynamic)

    def backward(residuals, cotangents):
        arrays, dynamic = residuals
        inner, moving = outline.with_dynamic(dynamic), _inexact(equation.invars)
        pulled = [
            inner.hide(_direction(known[place], cotangents[place]), 0)
            for place in _inexact(equation.outvars)
        ]
        results = evaluate(inner, _pullback(equation, moving), [*filled(inputs, arrays), *pulled])
        gradients: list = [None] * len(inputs)
        for place, result in zip(moving, results, strict=True):
            gradients[place] = jnp.asarray(inner.hide(result, 0).array)
        return gradients, None

    function.defvjp(forward, backward)
    return filled(known, function(arrays_of(operands), frame.dynamic))


def _callee(equation) -> Any:
    parameters = equation.params
    names = ("call_jaxpr", "fun_jaxpr", "jaxpr")
    callee = next(parameters[name] for name in names if name in parameters)
    return callee if isinstance(callee, core.ClosedJaxpr) else core.ClosedJaxpr(callee, [])


def _function(frame, operands, equation) -> tuple[Callable, list[RowValue]]:
    """Give the function that is called, and what is known of its results beside their arrays."""
    outline, inputs, known = frame.outline, described(operands), []

    def run(arrays, dynamic):
        inner = outline.with_dynamic(dynamic)
        results = evaluate(inner, _callee(equation), filled(inputs, arrays))
        known[:] = described(results)
        return arrays_of(results)

    jax.eval_shape(run, arrays_of(operands), frame.dynamic)
    return run, known


def _inexact(variables) -> list[int]:
    return [place for place, v in enumerate(variables) if jnp.issubdtype(v.aval.dtype, jnp.inexact)]


def _direction(value, array) -> RowValue:
    return RowValue(array, value.shape, degree=LINEAR)


def _as_known(frame, value, known):
    """Hold a result to what is said of it elsewhere."""
    value = frame.guarded(value, 0) if value.degree > known.degree else value
    return frame.hide(value, 0, known.zero)


def _all_tangents(equation, tangents, outputs):
    """Give a tangent for every result; those of integers are of JAX's empty dtype."""
    tangents = iter(tangents)
    smooth = _inexact(equation.outvars)
    return [
        next(tangents) if place in smooth else np.zeros(np.shape(output.array), jax.dtypes.float0)
        for place, output in enumerate(outputs)
    ]


def _along(equation, primals, moving) -> tuple[Callable, list]:
    """Give the called function in its smooth arguments alone, and those."""

    def along(*values):
        arguments = list(primals)
        for place, value in zip(moving, values, strict=True):
            arguments[place] = value
        results = bind(equation, arguments)
        smooth = _inexact(equation.outvars)
        return [results[place] for place in smooth], results

    return along, [primals[place] for place in moving]


def _pushforward(equation, moving) -> Any:
    def pushforward(primals, tangents):
        along, values = _along(equation, primals, moving)
        _, moved, results = jax.jvp(along, values, tangents, has_aux=True)
        return results, moved

    shapes = _shapes(equation.invars)
    return jax.make_jaxpr(pushforward)(shapes, [shapes[place] for place in moving])


def _pullback(equation, moving) -> Any:
    def pullback(primals, cotangents):
        along, values = _along(equation, primals, moving)
        _, pull, _ = jax.vjp(along, *values, has_aux=True)
        return list(pull(cotangents))

    shapes = _shapes(equation.outvars)
    smooth = [shapes[place] for place in _inexact(equation.outvars)]
    return jax.make_jaxpr(pullback)(_shapes(equation.invars), smooth)


def _shapes(variables):
    return [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in variables]
