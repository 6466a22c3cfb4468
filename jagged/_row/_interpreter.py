"""The interpreter: a traced function of one row, evaluated equation by equation on padded values."""

import functools
from collections.abc import Sequence
from typing import Any

import jax
import jax.core
import jax.numpy as jnp
import numpy as np
from jax.extend import core

from ._registry import find_rule
from ._sizes import names_in
from ._source import user_line
from ._values import BOUNDED, UNBOUNDED, Frame, RowValue
from ._varying import match_varying

# What is folded at trace time: indices and shapes, not weights.
_SMALL = 64
_INLINED = ("jit", "pjit")
_PRODUCTS = ("mul", "div", "dot_general")


def evaluate(frame: Frame, closed: Any, arguments: Sequence[RowValue]) -> list[RowValue]:
    """Evaluate a closed jaxpr of one row on padded values."""
    constants = [_constant_of(value) for value in closed.consts]
    known = dict(zip(closed.jaxpr.constvars, constants, strict=True))
    known.update(zip(closed.jaxpr.invars, arguments, strict=True))

    def read(variable: Any) -> RowValue:
        if isinstance(variable, core.Literal):
            return known_constant(np.asarray(variable.val, _dtype(variable)))
        return known[variable]

    for equation in closed.jaxpr.eqns:
        results = evaluate_equation(frame, equation, [read(each) for each in equation.invars])
        known.update(zip(equation.outvars, results, strict=True))
    return [read(variable) for variable in closed.jaxpr.outvars]


def evaluate_equation(frame: Frame, equation, operands: list[RowValue]) -> list[RowValue]:
    """Evaluate one equation: by its rule if rows differ in it, else as JAX does."""
    if _is_shared(frame, equation, operands):
        return _evaluate_shared(equation, operands)
    rule = find_rule(equation.primitive.name)
    if rule is None:
        return _evaluate_without_rule(frame, equation, operands)
    results = rule(frame, operands, equation)
    return [results] if isinstance(results, RowValue) else list(results)


def _is_shared(frame, equation, operands) -> bool:
    """Say whether all rows have the same operands, of which none makes a shared gradient infinite."""
    if any(operand.varies for operand in operands) or _mentions(frame, equation):
        return False
    if equation.primitive.name in _INLINED:
        return False
    if equation.primitive.name not in _PRODUCTS:
        return True
    spoils = any(operand.degree == UNBOUNDED and operand.is_inexact for operand in operands)
    return not spoils or _is_foldable(equation, [operand.array for operand in operands])


def constant(array) -> RowValue:
    """Give a value that all rows share."""
    return RowValue(array, np.shape(array), varies=False, degree=BOUNDED)


def _dtype(variable: Any):
    return variable.aval.dtype


def _constant_of(array) -> RowValue:
    known = not isinstance(array, jax.core.Tracer) and _is_small(jax.typeof(array))
    return known_constant(array) if known else constant(array)


def known_constant(array) -> RowValue:
    """Give a value that all rows share and that is known while tracing."""
    value = np.asarray(array)
    infinite = jnp.issubdtype(value.dtype, jnp.inexact) and not np.isfinite(value).all()
    least = float(value.min()) if value.size and value.dtype.kind in "iuf" else None
    floor = least if least is not None and least >= 0 else None
    return constant(value).replace(degree=UNBOUNDED if infinite else BOUNDED, floor=floor)


def bind(equation, arrays: Sequence) -> list:
    """Evaluate an equation on arrays as it stands, with its own parameters."""
    primitive, arrays = equation.primitive, match_varying(arrays)
    prepared = primitive.get_bind_params(equation.params)
    # Before version 0.8 JAX gave the functions that are called beside the parameters.
    functions, parameters = prepared if isinstance(prepared, tuple) else ((), prepared)
    results = primitive.bind(*functions, *arrays, **parameters)
    return list(results) if primitive.multiple_results else [results]


def refusal(equation, reason: str, advice: str) -> NotImplementedError:
    """Make the error of a primitive that can't be run on padded rows."""
    shapes = ", ".join(str(variable.aval) for variable in equation.invars)
    return NotImplementedError(
        f"jg.vmap can't run the primitive `{equation.primitive.name}` here: {reason}. Its operands are "
        f"{shapes}{user_line(equation)}. {advice}"
    )


def _evaluate_shared(equation, operands):
    """Evaluate what all rows share once, at trace time where it is small and known."""
    arrays = [operand.array for operand in operands]
    if not _is_foldable(equation, arrays):
        degree = max((operand.degree for operand in operands), default=BOUNDED)
        return [constant(result).replace(degree=degree) for result in bind(equation, arrays)]
    with jax.ensure_compile_time_eval():
        return [known_constant(result) for result in bind(equation, arrays)]


def _is_foldable(equation, arrays):
    known = not any(isinstance(array, jax.core.Tracer) for array in arrays)
    small = all(_is_small(each.aval) for each in (*equation.invars, *equation.outvars))
    calls = any(True for _ in _called(equation.params.values()))
    # What has no rule may call back to the host, which is not to happen while tracing.
    pure = find_rule(equation.primitive.name) is not None and not equation.effects
    return known and small and pure and not calls


def _is_small(aval):
    if jnp.issubdtype(aval.dtype, jnp.inexact):
        # An array of no mesh can't be joined to those that are spread over one.
        return aval.size <= _SMALL and (aval.ndim == 0 or jax.sharding.get_abstract_mesh().empty)
    integral = aval.dtype == jnp.bool_ or jnp.issubdtype(aval.dtype, jnp.integer)
    return integral and aval.size <= _SMALL


def _evaluate_without_rule(frame, equation, operands):
    """Evaluate a primitive without a rule, if only the values of its operands differ by row."""
    if _mentions(frame, equation):
        axes = sorted(
            {
                str(n)
                for v in (*equation.invars, *equation.outvars)
                for n in v.aval.shape
                if frame.is_jagged(n)
            }
        )
        raise refusal(
            equation,
            f"it has no rule for an axis of size {', '.join(axes)}, which depends on the row's length",
            "Write that step with other functions, or add a rule with jg.register_rule.",
        )
    results = bind(equation, [operand.array for operand in operands])
    return [frame.result(result, np.shape(result)) for result in results]


def _mentions(frame, equation) -> bool:
    """Say whether a length of this frame occurs in an equation or inside what it calls."""
    return not symbols_of(equation).isdisjoint(frame.symbols)


def symbols_of(equation) -> frozenset[str]:
    """Give the names of all symbols in an equation: in its shapes, its parameters, what it calls."""
    variables = (*equation.invars, *equation.outvars)
    sizes = [size for each in variables for size in getattr(each.aval, "shape", ())]
    sizes.extend(_sizes_in(equation.params.values()))
    names = frozenset().union(*map(names_in, sizes))
    for inner in _called(equation.params.values()):
        names |= _symbols_of_jaxpr(inner)
    return names


def _called(parameters):
    for parameter in parameters:
        if isinstance(parameter, tuple | list):
            yield from _called(parameter)
        elif isinstance(parameter, core.ClosedJaxpr):
            yield parameter.jaxpr
        elif isinstance(parameter, core.Jaxpr):
            yield parameter


@functools.lru_cache(maxsize=1024)
def _symbols_of_jaxpr(jaxpr) -> frozenset[str]:
    return frozenset().union(*map(symbols_of, jaxpr.eqns))


def _sizes_in(parameters):
    for parameter in parameters:
        if isinstance(parameter, tuple | list):
            yield from _sizes_in(parameter)
        else:
            yield parameter
