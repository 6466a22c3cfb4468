"""Reshapes: axes merged and split, where a row's elements need not lie where those of a longer one do."""

from collections.abc import Sequence
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import lax

from .._registry import register_rule
from .._sizes import evaluate, names_in, product
from .._values import Frame, RowValue, grown

_PRIMES = (10007, 20011, 30011, 40009, 50021, 60013)


class Group(NamedTuple):
    """Neighbouring axes before and after a reshape that hold the same elements."""

    first: int
    old: tuple
    new: tuple


@register_rule("reshape")
def reshape(frame: Frame, operands, equation) -> RowValue:
    """Merge and split axes, one group after the other."""
    operand, shape = operands[0], equation.outvars[0].aval.shape
    array, done, zero = operand.array, 0, set()
    for group in group_axes(operand.shape, shape):
        if not frame.jagged_axes((*group.old, *group.new)):
            array = _split(array, done, len(group.old), group.new)
        elif _is_prefix(frame, group.old) and _is_prefix(frame, group.new):
            array = _resized(frame, array, done, group)
            zero.update(_leading(frame, operand, group, done))
        else:
            array = _gathered(frame, array, done, group)
        done += len(group.new)
    return RowValue(array, shape, operand.varies, frozenset(zero), operand.degree)


def group_axes(old: Sequence, new: Sequence) -> list[Group]:
    """Split the axes of both shapes into the smallest groups with equal numbers of elements."""
    sizes = [[_sample(size) for size in shape] for shape in (old, new)]
    if 0 in sizes[0]:
        return [Group(0, tuple(old), tuple(new))]
    groups, start, end = [], 0, 0
    while start < len(old) or end < len(new):
        stop, last = min(start + 1, len(old)), min(end + 1, len(new))
        while (ours := product(sizes[0][start:stop])) != (theirs := product(sizes[1][end:last])):
            stop, last = (stop + 1, last) if ours < theirs else (stop, last + 1)
        groups.append(Group(start, tuple(old[start:stop]), tuple(new[end:last])))
        start, end = stop, last
    return groups


def _sample(size):
    """Give a number that stands for a size: two sizes with equal ones are equal."""
    names = sorted(names_in(size))
    return int(evaluate(size, dict(zip(names, _PRIMES, strict=False)), np))


def _is_prefix(frame, sizes):
    """Say whether valid elements come first once the axes are merged."""
    jagged = frame.jagged_axes(sizes)
    return jagged == () or (len(jagged) == 1 and all(size == 1 for size in sizes[: jagged[0]]))


def _leading(frame, operand, group, done):
    old, new = frame.jagged_axes(group.old), frame.jagged_axes(group.new)
    if old and new and group.first + old[0] in operand.zero:
        yield done + new[0]


def _split(array, axis, axes, sizes):
    """Reshape so many axes of an array, from this one on."""
    shape = array.shape
    return lax.reshape(array, (*shape[:axis], *sizes, *shape[axis + axes :]))


def _resized(frame, array, axis, group):
    """Reshape axes whose valid elements come first, before and after."""
    old, new = frame.capacities(group.old), frame.capacities(group.new)
    flat = _split(array, axis, len(old), (product(old),))
    return _split(grown(flat, axis, product(new)), axis, 1, new)


def _gathered(frame, array, axis, group):
    """Reshape axes by looking up where each element of the result lies in the operand."""
    old, new = frame.capacities(group.old), frame.capacities(group.new)
    number = _ravel(np.indices(new), [frame.length(size) for size in group.new])
    places = _unravel(number, [frame.length(size) for size in group.old])
    places = [jnp.clip(place, 0, room - 1) for place, room in zip(places, old, strict=True)]
    flat = _split(array, axis, len(old), (product(old),))
    taken = jnp.take(flat, _ravel(places, old).reshape(-1), axis, mode="clip")
    return _split(taken, axis, 1, new)


def _ravel(places, sizes):
    number = 0
    for place, size in zip(places, sizes, strict=True):
        number = number * size + place
    return jnp.asarray(number, jnp.int32)


def _unravel(number, sizes):
    places = []
    for size in reversed(sizes):
        places.append(number % size)
        number = number // size
    return places[::-1]
