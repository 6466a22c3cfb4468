"""The program of a row: the traced function on a long enough row, and what shorter ones get."""

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from .._reduction import as_fill
from ._arguments import Plan
from ._interpreter import evaluate
from ._sizes import names_in
from ._tracing import Trace, explain, trace
from ._values import BOUNDED, LINEAR, Frame, RowValue, Symbol, grown


class Case(NamedTuple):
    """One trace, and the rows that it is for.

    Attributes:
        fixed: The length of each of the lengths that is short, by its number.
        trace: The trace, `None` if the function raises at such lengths.
    """

    fixed: dict[int, int]
    trace: Trace | None


class Result(NamedTuple):
    """One result of a row: its array, and the run-time size of each jagged axis."""

    array: Any
    sizes: dict[int, Any]


class Program:
    """A function of one row, traced for all lengths that may occur.

    Attributes:
        shapes: The pytree that the function returns for long rows, with shapes in place of arrays.
    """

    def __init__(
        self, function: Callable, plan: Plan, arrays: Sequence, sizes: Sequence, least: int
    ):
        self._plan, self._sizes, self._least = plan, sizes, least
        self._shapes = [_row_shape(*pair) for pair in zip(arrays, plan.array_leaves, strict=True)]
        main = self._trace_long(function)
        self._main_trace, self._main = main, Case({}, main)
        self.shapes = main.shapes
        self._short = [
            Case(fixed, self._attempt(function, fixed))
            for fixed in _short_lengths(len(sizes), least)
        ]

    def run(self, arrays: Sequence, lengths: Sequence, empty) -> list[Result]:
        """Run one row.

        Args:
            arrays: The arrays of this row, of the capacities of the plan.
            lengths: The lengths of this row, int32 scalars.
            empty: What rows get for which the function raises.
        """
        results = self._evaluate(self._main, self._frame(self._main, lengths), arrays)
        missing = jnp.asarray(False)
        for case in self._short:
            alive = self._frame(case, lengths).alive
            if case.trace is None:
                missing |= alive
                continue
            others = self._evaluate_short(case, arrays, lengths)
            results = [_chosen(alive, *pair) for pair in zip(others, results, strict=True)]
        if any(case.trace is None for case in self._short):
            results = [_filled(missing, result, empty) for result in results]
        return results

    def _trace(self, function, fixed) -> Trace:
        shapes = [
            _with_size(shape, leaf, self._sizes, fixed)
            for shape, leaf in zip(self._shapes, self._plan.array_leaves, strict=True)
        ]
        return trace(_of_arrays(function, self._plan), shapes)

    def _trace_long(self, function) -> Trace:
        try:
            return self._trace(function, {})
        except Exception as error:
            longest = dict(enumerate(self._plan.capacities))
            shortest = dict.fromkeys(longest, self._least)
            tries = [functools.partial(self._trace, function, each) for each in (longest, shortest)]
            explained = explain(error, tries)
            if explained is None:
                raise
            raise explained from error

    def _attempt(self, function, fixed) -> Trace | None:
        try:
            attempt = self._trace(function, fixed)
        except Exception:  # whatever the function raises for such rows, they get `empty`
            return None
        return attempt if self._is_alike(attempt) else None

    def _is_alike(self, attempt: Trace) -> bool:
        """Say whether short rows give results of the same form, but for sizes that are jagged."""
        ours, theirs = self._main_trace.closed.out_avals, attempt.closed.out_avals
        same = jax.tree.structure(attempt.shapes) == jax.tree.structure(self.shapes)
        return same and all(
            mine.dtype == other.dtype
            and len(mine.shape) == len(other.shape)
            and all(
                size == mine.shape[axis]
                for axis, size in enumerate(other.shape)
                if axis not in self._jagged_axes(mine.shape)
            )
            for mine, other in zip(ours, theirs, strict=True)
        )

    def _frame(self, case: Case, lengths) -> Frame:
        symbols, alive = {}, jnp.asarray(True)
        for number, length in enumerate(lengths):
            if number in case.fixed:
                alive &= length == case.fixed[number]
                continue
            alive &= length >= self._least
            capacity = self._plan.capacities[number]
            reached = jnp.maximum(length, self._least)
            symbols[str(self._sizes[number])] = Symbol(self._least, capacity, reached)
        return Frame(symbols, alive)

    def _evaluate_short(self, case: Case, arrays, lengths) -> list[Result]:
        """Evaluate a case in which NaN is to be expected, and let no gradient flow from one."""
        assert case.trace is not None
        frame = self._frame(case, lengths)
        shapes = [aval.shape for aval in case.trace.closed.out_avals]
        if all(0 in shape for shape in shapes):
            return self._results(frame, map(_nothing, case.trace.closed.out_avals))
        values = self._evaluate(case, frame, arrays)
        if not frame.infinite:
            return values
        floats = [v.array for v in values if jnp.issubdtype(v.array.dtype, jnp.inexact)]
        finite = functools.reduce(jnp.logical_and, [jnp.isfinite(array).all() for array in floats])
        results = self._evaluate(case, frame.within(finite), arrays)
        return [
            theirs._replace(array=jnp.where(finite, theirs.array, lax.stop_gradient(ours.array)))
            for ours, theirs in zip(values, results, strict=True)
        ]

    def _evaluate(self, case: Case, frame: Frame, arrays) -> list[Result]:
        assert case.trace is not None
        avals = case.trace.closed.in_avals
        leaves = self._plan.array_leaves
        values = [
            _value(_cut(array, leaf, case.fixed), aval, leaf)
            for array, leaf, aval in zip(arrays, leaves, avals, strict=True)
        ]
        return self._results(frame, evaluate(frame, case.trace.closed, values))

    def _results(self, frame, values) -> list[Result]:
        axes = [self._jagged_axes(aval.shape) for aval in self._main_trace.closed.out_avals]
        return [_result(frame, *pair) for pair in zip(values, axes, strict=True)]

    def _jagged_axes(self, shape) -> list[int]:
        names = {str(size) for size in self._sizes}
        return [axis for axis, size in enumerate(shape) if not names_in(size).isdisjoint(names)]


def _result(frame: Frame, value: RowValue, axes) -> Result:
    sizes = {axis: jnp.asarray(frame.length(value.shape[axis]), jnp.int32) for axis in axes}
    return Result(jnp.asarray(value.array), sizes)


def _chosen(choice, ours: Result, theirs: Result) -> Result:
    """Take one result where chosen, the other one elsewhere."""
    sizes = {axis: jnp.where(choice, ours.sizes[axis], theirs.sizes[axis]) for axis in ours.sizes}
    if ours.array.size == 0:
        return theirs._replace(sizes=sizes)
    room = [max(pair) for pair in zip(ours.array.shape, theirs.array.shape, strict=True)]
    array = jnp.where(choice, _grown(ours.array, room), _grown(theirs.array, room))
    return Result(array, sizes)


def _filled(missing, result: Result, empty) -> Result:
    """Give rows for which the function raises `empty`, or no element where there is a jagged axis."""
    if result.sizes:
        return result._replace(
            sizes={axis: jnp.where(missing, 0, size) for axis, size in result.sizes.items()}
        )
    array = result.array
    if empty is None and not jnp.issubdtype(array.dtype, jnp.inexact):
        raise ValueError(
            "The function given to jg.vmap raises for rows that are too short, and its result has the "
            f"dtype {array.dtype}, which has no NaN: pass empty=, what such rows get instead."
        )
    fill = as_fill(jnp.nan if empty is None else empty, array, "empty")
    return result._replace(array=jnp.where(missing, fill, array))


def _grown(array, room):
    for axis, size in enumerate(room):
        array = grown(array, axis, size)
    return array


def _of_arrays(function, plan):
    return functools.wraps(function)(lambda *arrays: function(*plan.arguments(arrays)))


def _nothing(aval) -> RowValue:
    """Give a result that has no element."""
    sizes = tuple(0 if jax.export.is_symbolic_dim(size) else size for size in aval.shape)
    return RowValue(jnp.zeros(sizes, aval.dtype), aval.shape)


def _short_lengths(count: int, least: int) -> list[dict[int, int]]:
    """Give every way for some of the lengths to be less than the least one."""
    options = itertools.product((None, *range(least)), repeat=count)
    fixed = [
        {number: length for number, length in enumerate(option) if length is not None}
        for option in options
    ]
    return [each for each in fixed if each]


def _row_shape(array, leaf):
    shape = list(array.shape)
    if leaf.axis is not None:
        del shape[leaf.axis]
    return jax.ShapeDtypeStruct(tuple(shape), array.dtype)


def _with_size(shape, leaf, sizes, fixed):
    if leaf.symbol is None:
        return shape
    size = fixed.get(leaf.symbol, sizes[leaf.symbol])
    return jax.ShapeDtypeStruct((size, *shape.shape[1:]), shape.dtype)


def _cut(array, leaf, fixed):
    return array[: fixed[leaf.symbol]] if leaf.symbol in fixed else array


def _value(array, aval, leaf) -> RowValue:
    varies = leaf.axis is not None
    grows = varies and jnp.issubdtype(array.dtype, jnp.inexact)
    return RowValue(array, aval.shape, varies, degree=LINEAR if grows else BOUNDED)
