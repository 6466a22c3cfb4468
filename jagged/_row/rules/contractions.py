"""Contractions: one operand is hidden along contracted axes, the smaller one, since both are finite."""

import math

import jax.numpy as jnp

from .._registry import register_rule
from .._values import UNBOUNDED, Frame, RowValue
from .elementwise import bind_arrays, finite


@register_rule("dot_general")
def dot_general(frame: Frame, operands, equation) -> RowValue:
    """Contract axes over their valid part."""
    ours, theirs = (finite(frame, operand) for operand in operands)
    (contracted, batched) = equation.params["dimension_numbers"]
    ours, theirs = _hide_one(frame, ours, theirs, contracted)
    (array,) = bind_arrays(equation, [ours, theirs])
    overflows = any(operand.may_overflow for operand in operands)
    degree = UNBOUNDED if overflows else ours.degree + theirs.degree
    zero = _zero_axes(frame, (ours, theirs), contracted, batched)
    return RowValue(array, equation.outvars[0].aval.shape, zero=zero, degree=degree)


def _hide_one(frame, ours, theirs, contracted):
    """Hide the smaller operand, and one whose padding mixes with valid elements of another axis."""
    axes = [
        (left, right)
        for left, right in zip(*contracted, strict=True)
        if frame.is_jagged(ours.shape[left]) and left not in ours.zero and right not in theirs.zero
    ]
    if not axes:
        return ours, theirs
    lefts, rights = zip(*axes, strict=True)
    smaller = math.prod(jnp.shape(ours.array)) < math.prod(jnp.shape(theirs.array))
    if smaller or _mixes(frame, ours):
        ours = frame.hide(ours, 0, lefts)
    if not smaller or _mixes(frame, theirs):
        theirs = frame.hide(theirs, 0, rights)
    return ours, theirs


def _mixes(frame, operand) -> bool:
    """Say whether a valid infinity may stand beside padding, where zero times it would be NaN."""
    return len(frame.jagged_axes(operand.shape)) > 1


def _zero_axes(frame, operands, contracted, batched):
    """Give the axes of the result, batched ones and then free ones, that one operand makes zero."""
    zero = [
        any(axis in operand.zero for axis, operand in zip(pair, operands, strict=True))
        for pair in zip(*batched, strict=True)
    ]
    for operand, contraction, batch in zip(operands, contracted, batched, strict=True):
        free = (axis for axis in range(operand.ndim) if axis not in (*contraction, *batch))
        zero.extend(axis in operand.zero for axis in free)
    return frozenset(axis for axis, is_zero in enumerate(zero) if is_zero)
