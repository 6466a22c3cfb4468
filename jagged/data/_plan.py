"""Plans: the capacities that batches of a data set are padded to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._integers import static_integer
from .._lengths import as_lengths


@dataclass(frozen=True)
class Plan:
    """The capacities of batches, each one a program to compile, and the rows they were planned for.

    `plan_capacities` makes it. `str(plan)` is a report; equal plans compare and hash alike.

    Args:
        capacities: The capacities, ascending. A row belongs to the first that holds it.
        batch_sizes: How many rows a batch of each capacity has.
        histogram: The lengths of the planned rows, ascending, each with its number of rows.

    Examples:
        >>> plan = jg.data.plan_capacities([1, 2, 2, 9], programs=2, batch_size=2)
        >>> plan.capacities, plan.batch_sizes
        ((2, 9), (2, 2))
    """

    capacities: tuple[int, ...]
    batch_sizes: tuple[int, ...]
    histogram: tuple[tuple[int, int], ...]

    @property
    def programs(self) -> int:
        """How many shapes of batches there are, each compiled once."""
        return len(self.capacities)

    @property
    def rows(self) -> tuple[int, ...]:
        """How many of the planned rows each capacity has."""
        return self._by_class(self._counts)

    @property
    def elements(self) -> tuple[int, ...]:
        """How many elements the planned rows of each capacity have, without padding."""
        return self._by_class(self._counts * self._lengths)

    @property
    def batches(self) -> tuple[int, ...]:
        """How many batches of each capacity an epoch has, the last one filled with repeated rows."""
        pairs = zip(self.rows, self.batch_sizes, strict=True)
        return tuple(-(-rows // size) for rows, size in pairs)

    @property
    def waste(self) -> float:
        """The share of padding, from 0 to 1, when each row is padded to its capacity."""
        return _share(self.elements, self.rows, self.capacities)

    @property
    def waste_of_batches(self) -> float:
        """The share of padding in the batches of an epoch, with the rows that fill the last ones."""
        rows = [n * size for n, size in zip(self.batches, self.batch_sizes, strict=True)]
        return _share(self.elements, rows, self.capacities)

    @property
    def largest_batch(self) -> int:
        """The number of elements, padding included, of the largest batch: memory is in proportion."""
        return max(map(int, np.multiply(self.capacities, self.batch_sizes)))

    def classes(self, lengths: Any) -> np.ndarray:
        """Say which capacity each row belongs to.

        Args:
            lengths: `[rows]` integers.

        Returns:
            `[rows]` integers, places in `capacities`.

        Raises:
            ValueError: If a row is longer than every capacity, with its place and its length.
            TypeError: If lengths are not integers.
        """
        lengths = row_lengths(lengths)
        longest = self.capacities[-1]
        if lengths.size and lengths.max() > longest:
            row = int(np.argmax(lengths > longest))
            raise ValueError(
                f"The plan must cover every row, and its largest capacity is {longest}; got length "
                f"{lengths[row]} at row {row}: plan with the lengths of all data sets together."
            )
        return np.searchsorted(self.capacities, lengths)

    def plot(self, ax: Any = None) -> Any:
        """Draw the histogram of lengths with the capacities as lines; it needs matplotlib.

        Args:
            ax: Axes of matplotlib, new ones by default.

        Returns:
            The axes.

        Raises:
            ImportError: If there is no matplotlib; the extra `examples` has it.
        """
        from ._plan_picture import draw

        return draw(self, ax)

    def __str__(self) -> str:
        heads = ("capacity", "batch size", "batches", "rows", "padding")
        columns = zip(
            self.capacities, self.batch_sizes, self.batches, self.rows, self.elements, strict=True
        )
        lines = ["".join(f"{head:>12}" for head in heads)]
        for capacity, size, batches, rows, elements in columns:
            padding = f"{_share([elements], [rows], [capacity]):.1%}"
            values = (capacity, size, batches, rows, padding)
            lines.append("".join(f"{value:>12}" for value in values))
        plural = "" if self.programs == 1 else "s"
        lines.append(
            f"{self.programs} program{plural}, padding {self.waste:.1%} of the buffers "
            f"({self.waste_of_batches:.1%} with filled batches), at most {self.largest_batch} "
            "elements in a batch"
        )
        return "\n".join(lines)

    @property
    def _lengths(self) -> np.ndarray:
        return np.array([length for length, _ in self.histogram], np.int64)

    @property
    def _counts(self) -> np.ndarray:
        return np.array([count for _, count in self.histogram], np.int64)

    def _by_class(self, values) -> tuple[int, ...]:
        classes = np.searchsorted(self.capacities, self._lengths)
        total = np.zeros(self.programs, np.int64)
        np.add.at(total, classes, values)
        return tuple(map(int, total))


def plan_capacities(
    lengths: Any,
    programs: int = 8,
    *,
    batch_size: int | None = None,
    tokens: int | None = None,
    multiple_of: int = 1,
) -> Plan:
    """Choose the capacities that batches are padded to, so that as little as possible is padding.

    Among all sets of at most `programs` capacities it finds one with the least padding of rows, by
    dynamic programming over the different lengths. It takes time in proportion to their number times
    `programs`.

    Args:
        lengths: `[rows]` integers: the lengths of all rows that will come, those of a validation set
            too. Or several such arrays, one for each jagged array of a row: the longest counts.
        programs: How many capacities there may be. Each is compiled once.
        batch_size: How many rows each batch has.
        tokens: How many elements, padding included, a batch may have instead: batches of short rows
            have more rows. Pass one of the two.
        multiple_of: What capacities are multiples of, 8 or 128 for some hardware.

    Returns:
        The plan.

    Raises:
        ValueError: If there are no rows, a length is negative, a number is not positive, or the
            budget of tokens is smaller than a row.
        TypeError: If lengths or numbers are not integers, or not exactly one of `batch_size` and
            `tokens` is given.

    Examples:
        >>> print(jg.data.plan_capacities([3, 1, 4, 1, 5], programs=2, tokens=10))
            capacity  batch size     batches        rows     padding
                   1          10           1           2        0.0%
                   5           2           2           3       20.0%
        2 programs, padding 17.6% of the buffers (53.3% with filled batches), at most 10 elements in a batch
    """
    programs = static_integer(programs, "programs", 1)
    multiple_of = static_integer(multiple_of, "multiple_of", 1)
    lengths = row_lengths(lengths)
    if lengths.size == 0:
        raise ValueError("A plan needs the lengths of the rows; got none: pass at least one row.")
    if (lengths < 0).any():
        row = int(np.argmax(lengths < 0))
        raise ValueError(
            f"Lengths must not be negative; got {lengths[row]} at row {row}: check the data."
        )
    rounded = np.maximum(-(-lengths // multiple_of), 1) * multiple_of
    candidates, counts = np.unique(rounded, return_counts=True)
    capacities = _cheapest(candidates.tolist(), counts.tolist(), programs)
    sizes = _batch_sizes(capacities, lengths, batch_size, tokens)
    pairs = zip(*(each.tolist() for each in np.unique(lengths, return_counts=True)), strict=True)
    return Plan(capacities, sizes, tuple(pairs))


def row_lengths(lengths: Any) -> np.ndarray:
    """Give the length of each row, of several jagged arrays the longest, on the host."""
    several = isinstance(lengths, Sequence) and not all(np.ndim(each) == 0 for each in lengths)
    arrays = [np.asarray(as_lengths(each)) for each in (lengths if several else [lengths])]
    shapes = {array.shape for array in arrays}
    if len(shapes) != 1 or len(next(iter(shapes))) != 1:
        raise ValueError(
            f"lengths must be [rows], one for each row; got shapes {sorted(shapes)}: pass x.lengths."
        )
    return np.max(arrays, axis=0).astype(np.int64)


def _cheapest(candidates: list[int], counts: list[int], programs: int) -> tuple[int, ...]:
    """Find the capacities with the least sum of capacity times rows, in exact integers.

    With rows in classes that end at candidates, the first j candidates cost
    `min over i of cost[i] + candidates[j] * (below[j] - below[i])`: of lines with slopes that fall
    with i, the lowest one at a place that grows with j, so that a hull of lines is gone through once.
    """
    below = [0, *np.cumsum(counts).tolist()]
    cost: list[float] = [0] + [float("inf")] * len(candidates)
    choices = []
    for _ in range(min(programs, len(candidates))):
        cost, choice = _one_more(cost, below, candidates)
        choices.append(choice)
    ends, last = [], len(candidates)
    for choice in reversed(choices):
        if last:
            ends.append(candidates[last - 1])
            last = choice[last]
    return tuple(reversed(ends))


def _one_more(cost, below, candidates):
    """Give the least costs with one more class, and where that class begins."""
    hull: list[int] = []
    first = 0
    costs, begins = [cost[0]], [0]
    for end, capacity in enumerate(candidates, 1):
        _add_line(hull, first, end - 1, cost, below)
        first = min(first, len(hull) - 1)
        values = (cost[begin] - capacity * below[begin] for begin in hull[first:])
        lowest = next(values)
        for value in values:
            if value > lowest:
                break
            first, lowest = first + 1, value
        costs.append(lowest + capacity * below[end])
        begins.append(hull[first])
    return costs, begins


def _add_line(hull, first, new, cost, below):
    """Put a line at the end of the hull, after taking away those that it keeps from being lowest."""
    if cost[new] == float("inf"):
        return
    while len(hull) - first >= 2:
        before, last = hull[-2:]
        falls = (cost[last] - cost[before]) * (below[new] - below[last])
        if falls < (cost[new] - cost[last]) * (below[last] - below[before]):
            return hull.append(new)
        hull.pop()
    hull.append(new)


def _batch_sizes(capacities, lengths, batch_size, tokens) -> tuple[int, ...]:
    if (batch_size is None) == (tokens is None):
        raise TypeError(
            "Exactly one of batch_size=, rows in a batch, and tokens=, elements in a batch, says how "
            f"large batches are; got batch_size={batch_size} and tokens={tokens}."
        )
    if batch_size is not None:
        return (static_integer(batch_size, "batch_size", 1),) * len(capacities)
    tokens = static_integer(tokens, "tokens", 1)
    if tokens < capacities[-1]:
        row = int(np.argmax(lengths))
        raise ValueError(
            f"tokens must hold the longest row; got tokens={tokens} and length {lengths[row]} at row "
            f"{row}, of capacity {capacities[-1]}: raise it to {capacities[-1]} or split that row."
        )
    return tuple(tokens // capacity for capacity in capacities)


def _share(elements, rows, capacities) -> float:
    buffer = sum(count * capacity for count, capacity in zip(rows, capacities, strict=True))
    return 1 - sum(elements) / buffer if buffer else 0.0
