"""Loops and branches: a row stops at its own end, and what it does not run can't spoil it."""

from collections.abc import Callable, Sequence

import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.extend import core

from .._interpreter import evaluate
from .._registry import register_rule
from .._values import BOUNDED, LINEAR, Frame, RowValue, arrays_of, described, filled
from .._varying import match_varying


@register_rule("scan")
def scan(frame: Frame, operands, equation) -> list[RowValue]:
    """Carry a state along an axis; it is frozen where the row ends."""
    parameters = equation.params
    closed, length = parameters["jaxpr"], parameters["length"]
    constants, carry, xs = _parts(operands, equation)
    jagged = frame.is_jagged(length)
    record = _Record()

    def step(arrays, inputs):
        number, elements = inputs
        valid = number < frame.length(length) if jagged else True
        inner = frame.within(valid)
        new, ys = _step(inner, closed, constants, arrays, zip(xs, elements, strict=True), record)
        return _frozen(valid, new, arrays) if jagged else new, ys

    steps = jnp.arange(frame.capacity(length), dtype=jnp.int32)
    arrays, ys = lax.scan(
        step,
        match_varying(arrays_of(carry), _sources(frame, operands)),
        (steps, arrays_of(xs)),
        reverse=parameters["reverse"],
        unroll=parameters["unroll"],
    )
    carried = [_state(array, v.aval) for array, v in zip(arrays, equation.outvars, strict=False)]
    return carried + record.stacked(ys, length)


@register_rule("while")
def while_(frame: Frame, operands, equation) -> list[RowValue]:
    """Repeat until a condition fails; a count up to the row's length keeps its reverse derivative."""
    parameters = equation.params
    first, second = parameters["cond_nconsts"], parameters["body_nconsts"]
    tests, constants = operands[:first], operands[first : first + second]
    carry = operands[first + second :]
    condition, body = parameters["cond_jaxpr"], parameters["body_jaxpr"]

    def holds(arrays):
        state = _states(arrays, body.in_avals[second:])
        (result,) = evaluate(frame.within(True), condition, [*tests, *state])
        return jnp.logical_and(result.array, frame.alive)

    def run(inner, arrays):
        state = _states(arrays, body.in_avals[second:])
        results = evaluate(inner, body, [*constants, *state])
        return match_varying([_carried(inner, value).array for value in results], arrays)

    arrays = match_varying(arrays_of(carry), _sources(frame, operands))
    trips = _trips(frame, condition, body, carry, first, second)
    if trips is None:
        arrays = lax.while_loop(holds, lambda a: run(frame.within(True), a), arrays)
    else:
        arrays = _counted(frame, holds, run, arrays, trips)
    return _states(arrays, [variable.aval for variable in equation.outvars])


@register_rule("cond")
def cond(frame: Frame, operands, equation) -> list[RowValue]:
    """Choose a branch for each row; the others run on safe values there."""
    index, *operands = operands
    branches = equation.params["branches"]
    records = [_Record() for _ in branches]

    def branch(number, closed, record) -> Callable:
        def run(arrays):
            inner = frame.within(index.array.astype(jnp.int32) == number)
            values = filled(operands, arrays)
            results = record.arrays(evaluate(inner, closed, values))
            return match_varying(results, _sources(frame, [index, *operands]))

        return run

    runs = [branch(*each) for each in zip(range(len(branches)), branches, records, strict=True)]
    chosen = jnp.clip(index.array.astype(jnp.int32), 0, len(branches) - 1)
    arrays = lax.switch(chosen, runs, [operand.array for operand in operands])
    degree = max((record.degree for record in records), default=BOUNDED)
    return [
        RowValue(array, variable.aval.shape, degree=degree)
        for array, variable in zip(arrays, equation.outvars, strict=True)
    ]


class _Record:
    """What is known of values that leave a function traced by JAX, beside their arrays."""

    values: list[RowValue]

    def arrays(self, values: list[RowValue]) -> list:
        self.values = described(values)
        return [jnp.asarray(value.array) for value in values]

    @property
    def degree(self) -> int:
        return max((value.degree for value in self.values), default=BOUNDED)

    def stacked(self, arrays: Sequence, length) -> list[RowValue]:
        """Give the values of all steps."""
        return [
            RowValue(
                array,
                (length, *value.shape),
                zero=frozenset(axis + 1 for axis in value.zero),
                degree=value.degree,
            )
            for array, value in zip(arrays, self.values, strict=True)
        ]


def _sources(frame, operands) -> list:
    """Give the arrays over whose mesh axes what is computed from them may vary."""
    return [*frame.run_time_values, *(operand.array for operand in operands)]


def _parts(operands, equation) -> tuple:
    """Split the operands of a scan into constants, carry and what it runs over.

    The names of these numbers change between versions of JAX; that the last ones have an axis more
    than what a step sees of them does not.
    """
    body = equation.params["jaxpr"]
    xs = _with_another_axis(equation.invars, body.in_avals)
    carry = len(equation.outvars) - _with_another_axis(equation.outvars, body.out_avals)
    first, last = len(operands) - xs - carry, len(operands) - xs
    return operands[:first], operands[first:last], operands[last:]


def _with_another_axis(variables, avals) -> int:
    return sum(v.aval.ndim > aval.ndim for v, aval in zip(variables, avals, strict=True))


def _step(frame, closed, constants, arrays, xs, record):
    """Run one step of a scan; give the next carry and the outputs, as arrays."""
    start = len(constants)
    state = _states(arrays, closed.in_avals[start:])
    elements = [
        RowValue(array, x.shape[1:], x.varies, frozenset(a - 1 for a in x.zero if a), x.degree)
        for x, array in xs
    ]
    results = evaluate(frame, closed, [*constants, *state, *elements])
    new, ys = results[: len(state)], results[len(state) :]
    ys = [frame.guarded(y, 0) if y.may_overflow else y for y in ys]
    new = match_varying([_carried(frame, value).array for value in new], arrays)
    return new, record.arrays(ys)


def _states(arrays, avals):
    return [_state(array, aval) for array, aval in zip(arrays, avals, strict=False)]


def _state(array, aval) -> RowValue:
    """Give a value of which a loop has computed the last state."""
    degree = LINEAR if jnp.issubdtype(aval.dtype, jnp.inexact) else BOUNDED
    return RowValue(array, aval.shape, degree=degree)


def _carried(frame, value):
    """Keep padding of a state from growing from step to step."""
    if value.is_inexact and frame.jagged_axes(value.shape):
        return frame.hide(value, 0)
    return value


def _frozen(valid, new, old):
    return [jnp.where(valid, a, b) for a, b in zip(new, old, strict=True)]


def _counted(frame, holds, run, arrays, trips):
    """Run a loop as often as the longest row needs, so that it can be differentiated in reverse."""

    def step(arrays, _):
        going = holds(arrays)
        return _frozen(going, run(frame.within(going), arrays), arrays), None

    return lax.scan(step, [jnp.asarray(array) for array in arrays], None, length=trips)[0]


def _trips(frame, condition, body, carry, tests, constants) -> int | None:
    """Give the most steps of a loop that counts by one up to a size, `None` for any other loop."""
    places = _counter(condition.jaxpr, tests)
    if places is None:
        return None
    counter, bound = places
    start, stop = carry[counter], carry[bound]
    kept = body.jaxpr.outvars[bound] is body.jaxpr.invars[constants + bound]
    known = isinstance(start.array, np.ndarray | np.generic) and stop.size is not None
    if not (kept and known and _counts_by_one(body.jaxpr, constants + counter, counter)):
        return None
    return max(frame.capacity(stop.size) - int(start.array), 0)


def _counter(condition, constants) -> tuple[int, int] | None:
    """Give the places in the carry of the two sides of `counter < bound`, if that is the condition."""
    if constants or len(condition.eqns) != 1 or condition.eqns[0].primitive.name != "lt":
        return None
    left, right = condition.eqns[0].invars
    inputs = list(condition.invars)
    if isinstance(left, core.Literal) or isinstance(right, core.Literal):
        return None
    return inputs.index(left), inputs.index(right)


def _counts_by_one(body, place, output) -> bool:
    for equation in body.eqns:
        if body.outvars[output] in equation.outvars:
            left, right = equation.invars
            one = isinstance(right, core.Literal) and int(right.val) == 1
            return equation.primitive.name == "add" and left is body.invars[place] and one
    return False
