"""The plan of a contraction: what is checked, cut and masked, and which lengths the result has."""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from ._checking import is_checking, refuse
from ._kernels.contraction import align
from ._kernels.validity import overflows
from ._lengths import check_same_lengths
from ._subscripts import Subscripts


@dataclass(frozen=True)
class Holder:
    """A jagged letter in one operand.

    Attributes:
        operand: The number of the operand.
        depth: Which of its levels this is.
        letters: The letters of the axes that its lengths have, without axes of size 1.
        squeezed: The axes of size 1, which are left out.
    """

    operand: int
    depth: int
    letters: str
    squeezed: tuple[int, ...]


@dataclass(frozen=True)
class Output:
    """A jagged axis of the result: whose lengths it has, and where it stands."""

    operand: int
    depth: int
    letters: str
    squeezed: tuple[int, ...]
    position: int
    same: bool
    """Whether the lengths are those of the operand, as they are."""
    cut: bool
    """Whether the buffer was cut to the capacity of another operand."""


@dataclass(frozen=True, eq=False)
class Plan:
    """What to do with operands of these shapes, found once, so that identity tells plans apart.

    Attributes:
        formula: The subscripts that `jnp.einsum` gets.
        output: The letters of the result.
        sizes: For each operand the shape that it is cut to.
        squeezed: For each operand the axes of size 1 that broadcast, and are left out.
        masked: For each operand the levels at whose padding it is put to zero.
        outputs: The jagged axes of the result.
        holders: For each jagged letter, outermost first, where it occurs; the first one speaks for it.
        room: The size of each letter.
    """

    formula: str
    output: str
    sizes: tuple[tuple[int, ...], ...]
    squeezed: tuple[tuple[int, ...], ...]
    masked: tuple[tuple[int, ...], ...]
    outputs: tuple[Output, ...]
    holders: tuple[tuple[str, tuple[Holder, ...]], ...]
    room: tuple[tuple[str, int], ...]

    def cut(self, number: int, data):
        """Cut a buffer to the capacities that all operands have."""
        return _cut(data, self.sizes[number])

    def cut_lengths(self, number: int, levels: Sequence) -> list:
        """Cut lengths of deeper axes to the same."""
        return [_cut(lengths, self.sizes[number][: lengths.ndim]) for lengths in levels]

    def check_lengths(self, levels: list[list]) -> list[list]:
        """Refuse operands whose lengths along a letter differ; what is returned carries the check.

        Raises:
            ValueError: With the letter and both lengths.
        """
        for letter, holders in self.holders:
            first = holders[0]
            for other in holders[1:]:
                if is_checking():
                    self._check_pair(levels, letter, other, first)
                self._check_pair(levels, letter, first, other)
        return levels

    def _check_pair(self, levels, letter, ours: Holder, theirs: Holder) -> None:
        mine, yours = (levels[each.operand][each.depth] for each in (ours, theirs))
        if mine is yours:
            return
        if ours.letters == theirs.letters and not ours.squeezed and not theirs.squeezed:
            inner = ours.depth + theirs.depth > 0
            checked = check_same_lengths(mine, yours, inner=inner)
        else:
            checked = self._check_spread(levels, letter, ours, theirs)
        levels[ours.operand][ours.depth] = checked

    def _check_spread(self, levels, letter, ours: Holder, theirs: Holder):
        """Compare lengths that have different axes, wherever those are valid."""
        union = ours.letters + "".join(c for c in theirs.letters if c not in ours.letters)
        outer = [(c, held[0]) for c, held in self.holders if c in union]
        every = [ours, theirs, *(holder for _, holder in outer)]
        arrays = tuple(levels[each.operand][each.depth] for each in every)

        def compared(*arrays):
            pairs = zip(every, arrays, strict=True)
            mine, yours, *bounds = [self._aligned(*pair, union) for pair in pairs]
            wrong = mine != yours
            for (c, _), lengths in zip(outer, bounds, strict=True):
                wrong = wrong & (align(np.arange(dict(self.room)[c]), c, union) < lengths)
            return mine, yours, wrong

        def error(*values):
            return ValueError(
                f'Two arrays that are jagged along "{letter}" in {self.formula} must have equal '
                f"lengths there{_first_difference(*compared(*values)) if values else ''}. Bring both "
                "to the same rows first, for example by slicing."
            )

        return refuse(lambda *arrays: compared(*arrays)[2], arrays, error)

    def _aligned(self, holder: Holder, lengths, union):
        room = dict(self.room)
        lengths = lengths.reshape(
            [n for k, n in enumerate(lengths.shape) if k not in holder.squeezed]
        )
        return align(_cut(lengths, tuple(room[c] for c in holder.letters)), holder.letters, union)


@functools.lru_cache(maxsize=1024)
def make_plan(
    name: str, letters: Subscripts, shapes: tuple, axes: tuple, dtypes: tuple, preferred: Any
) -> Plan:
    """Find out what to do with operands of these shapes and jagged axes.

    Raises:
        ValueError: If sizes don't fit, or the result can't have its jagged axes where they would be.
    """
    _check_repeated(name, letters, axes)
    jagged = _jagged_places(letters, axes)
    sizes = _sizes(name, letters, shapes, axes, jagged)
    squeezed = _squeezed(letters, shapes, axes, sizes)
    cut = _cut_shapes(letters, shapes, squeezed, sizes)
    holders = {c: _holders(places, letters, squeezed, axes) for c, places in jagged.items()}
    masked = _masked(letters, holders, cut)
    for number in _narrowed(dtypes, preferred):
        masked[number] = set(range(len(axes[number])))
    return Plan(
        _formula(letters, squeezed),
        letters.output,
        cut,
        squeezed,
        tuple(tuple(sorted(each)) for each in masked),
        tuple(_outputs(name, letters, holders, shapes, cut)),
        tuple(holders.items()),
        tuple(sizes.items()),
    )


def _check_repeated(name, letters, axes):
    for term, own in zip(letters.terms, axes, strict=True):
        for letter in term[: own[-1] + 1] if own else "":
            if term.count(letter) > 1:
                raise ValueError(
                    f"jg.{name} can't take the diagonal of batch and jagged axes; got {letter!r} twice "
                    f"in {term!r}: give each of them a letter of its own."
                )


def _jagged_places(letters, axes) -> dict[str, list[tuple[int, int]]]:
    """Give for each jagged letter, outermost first, the operands and levels that have it."""
    places: dict[str, list[tuple[int, int]]] = {}
    for depth in range(max(map(len, axes))):
        for number, own in enumerate(axes):
            if depth < len(own):
                letter = letters.terms[number][own[depth]]
                places.setdefault(letter, []).append((number, depth))
    return places


def _sizes(name, letters, shapes, axes, jagged) -> dict[str, int]:
    """Give the size of each letter: of a jagged one the smallest capacity, for all rows fit it."""
    sizes: dict[str, int] = {}
    for letter in dict.fromkeys("".join(letters.terms)):
        found = [
            (shapes[number][axis], axis in axes[number], number)
            for number, term in enumerate(letters.terms)
            for axis, each in enumerate(term)
            if each == letter
        ]
        room = [size for size, own, _ in found if own]
        # A product of matrices or vectors has no broadcasting of what is summed over.
        strict = name != "einsum" and letter not in letters.output
        dense = {size for size, own, _ in found if not own and (strict or size != 1)}
        if room and dense:
            raise ValueError(_meeting_advice(name, letters, letter, shapes, axes, max(dense)))
        if len(dense) > 1:
            raise ValueError(_size_advice(name, letters, letter, shapes, axes, sorted(dense)))
        sizes[letter] = min(room) if room else max(dense, default=1)
    return sizes


def _squeezed(letters, shapes, axes, sizes):
    """Give for each operand the axes of size 1 that meet another size or a jagged axis."""
    return tuple(
        tuple(
            axis
            for axis, letter in enumerate(term)
            if axis not in own and shape[axis] == 1 and sizes[letter] != 1
        )
        for term, shape, own in zip(letters.terms, shapes, axes, strict=True)
    )


def _cut_shapes(letters, shapes, squeezed, sizes):
    return tuple(
        tuple(
            size if axis in drop else min(size, sizes[letter])
            for axis, (letter, size) in enumerate(zip(term, shape, strict=True))
        )
        for term, shape, drop in zip(letters.terms, shapes, squeezed, strict=True)
    )


def _formula(letters, squeezed) -> str:
    terms = [
        "".join(letter for axis, letter in enumerate(term) if axis not in drop)
        for term, drop in zip(letters.terms, squeezed, strict=True)
    ]
    return f"{','.join(terms)}->{letters.output}"


def _holders(places, letters, squeezed, axes) -> tuple[Holder, ...]:
    """Give the lengths of a letter, those with the fewest axes first."""
    found = []
    for number, depth in places:
        term, drop = letters.terms[number][: axes[number][depth]], squeezed[number]
        kept = "".join(letter for axis, letter in enumerate(term) if axis not in drop)
        found.append(Holder(number, depth, kept, tuple(k for k in drop if k < len(term))))
    return tuple(sorted(found, key=lambda holder: len(holder.letters)))


def _masked(letters, holders, shapes) -> list[set[int]]:
    """Choose the operands to put to zero at padding: all but the largest that share a letter.

    Zero times a finite number is zero, so padding adds nothing where all operands but one are
    masked, and one is enough of two. It is also what keeps a product of padding with padding from
    overflowing. A letter that only one operand has is masked where it is summed over.
    """
    masked: list[set[int]] = [set() for _ in shapes]
    for letter, held in holders.items():
        by_size = sorted(held, key=lambda h: (math.prod(shapes[h.operand]), len(h.letters)))
        number = len(held) - 1
        if letter not in letters.output:
            number = max(number, 1)
        for holder in by_size[:number]:
            masked[holder.operand].add(holder.depth)
    return masked


def _narrowed(dtypes, preferred) -> list[int]:
    """Give the operands whose padding may become infinite in the dtype of the product."""
    if len(set(dtypes)) == 1 and preferred is None:
        return []
    wanted = jnp.result_type(*dtypes) if preferred is None else preferred
    return [number for number, dtype in enumerate(dtypes) if overflows(dtype, wanted)]


def _outputs(name, letters, holders, shapes, cut):
    """Give the jagged axes of the result, from the left."""
    for position, letter in enumerate(letters.output):
        if letter not in holders:
            continue
        before = letters.output[:position]
        fitting = [h for h in holders[letter] if set(h.letters) <= set(before)]
        if not fitting:
            raise ValueError(_order_advice(name, letters, letter, holders[letter][0].letters))
        candidates = [(not _is_same(h, before, shapes, cut), h) for h in fitting]
        changes, holder = min(candidates, key=lambda pair: pair[0])
        axis = len(holder.letters) + len(holder.squeezed)
        narrower = cut[holder.operand][axis] != shapes[holder.operand][axis]
        yield Output(
            holder.operand,
            holder.depth,
            holder.letters,
            holder.squeezed,
            position,
            not changes,
            narrower,
        )


def _is_same(holder, before, shapes, cut) -> bool:
    """Say whether lengths can stay what they are in a result."""
    axes = len(before)
    return (
        holder.letters == before
        and not holder.squeezed
        and cut[holder.operand][:axes] == shapes[holder.operand][:axes]
    )


def _cut(array, shape):
    if array.shape == tuple(shape):
        return array
    return array[tuple(slice(size) for size in shape)]


def _first_difference(mine, yours, wrong) -> str:
    mine, yours, wrong = np.broadcast_arrays(mine, yours, wrong)
    place = np.unravel_index(np.argmax(wrong), wrong.shape)
    return f"; got {mine[place]} and {yours[place]} at {', '.join(str(int(k)) for k in place)}"


def _described(letters, shapes, axes) -> str:
    written = []
    for shape, own in zip(shapes, axes, strict=True):
        sizes = ["None" if k in own else str(size) for k, size in enumerate(shape)]
        written.append(f"({', '.join(sizes)}{',' * (len(sizes) == 1)})")
    return f"{' with '.join(written)} for {letters}"


def _meeting_advice(name, letters, letter, shapes, axes, size):
    advice = ""
    if name != "einsum":
        advice = ' Products along other axes are written out: jg.einsum("bnd,bmd->bnm", x, y).'
    return (
        f"jg.{name} needs a dense axis to have size 1 where it meets a jagged one; got "
        f"{_described(letters, shapes, axes)}, where {letter!r} is jagged and {size}: make it jagged, "
        f"with jg.from_dense(y, lengths).{advice}"
    )


def _size_advice(name, letters, letter, shapes, axes, sizes):
    return (
        f"jg.{name} needs one size for each letter; got {_described(letters, shapes, axes)}, where "
        f"{letter!r} is {' and '.join(map(str, sizes))}: transpose or reshape one of the arrays."
    )


def _order_advice(name, letters, letter, needed):
    before = letters.output[: letters.output.index(letter)]
    missing = ", ".join(repr(c) for c in needed if c not in before)
    return (
        f"jg.{name} gives a jagged axis the lengths that it had, one for each entry along {missing}, "
        f"so that must stand before it; got {letters} with {letter!r} jagged: write another output "
        "with jg.einsum, or reduce with jg.sum(x, axis=...) for columns over rows."
    )
