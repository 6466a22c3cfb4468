"""Rows on the host, one after another without padding."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._array import JaggedArray
from .._flat import from_flat
from .._lengths import as_lengths


class FlatRows:
    """Rows of a data set as NumPy values without padding, however uneven they are.

    It has a length and items, so it is a source of random access for loaders.

    Args:
        values: `[total, *features]`, the elements of all rows, one row after another. A memory map
            is read where rows are asked for.
        lengths: `[rows]` integers that add up to `total`.

    Raises:
        ValueError: If lengths are negative or don't add up.
        TypeError: If lengths are not integers.

    Examples:
        >>> rows = jg.data.FlatRows(np.arange(5.0), [3, 0, 2])
        >>> len(rows), rows[2].tolist()
        (3, [3.0, 4.0])
    """

    def __init__(self, values: Any, lengths: Any):
        self.values = values if isinstance(values, np.ndarray) else np.asarray(values)
        self.lengths = np.asarray(as_lengths(lengths))
        total = self.values.shape[0] if self.values.ndim else 0
        if self.lengths.ndim != 1 or (self.lengths < 0).any() or self.lengths.sum() != total:
            raise ValueError(
                "lengths must be [rows], not negative, and add up to the number of values; got shape "
                f"{self.lengths.shape} with sum {self.lengths.sum()} for {total} values."
            )
        self._starts = np.cumsum(self.lengths, dtype=np.int64) - self.lengths

    @classmethod
    def from_rows(cls, rows: Sequence[Any] | JaggedArray) -> "FlatRows":
        """Make one of the rows of a list, or of a JaggedArray with one batch axis.

        Args:
            rows: Arrays `[n, *features]`, or a JaggedArray `[rows, None, *features]`.

        Returns:
            The rows, in the same order.
        """
        if isinstance(rows, JaggedArray):
            lengths = np.asarray(rows.lengths)
            return cls(np.asarray(rows.data)[np.asarray(rows.mask)], lengths)
        arrays = [np.asarray(row) for row in rows]
        values = np.concatenate(arrays) if arrays else np.zeros(0, np.float32)
        return cls(values, [len(row) for row in arrays])

    def batch(self, rows: Any, capacity: int | None = None) -> JaggedArray:
        """Lay out rows in a buffer with NumPy leaves.

        Args:
            rows: Integers, which rows, in which order.
            capacity: The room for elements; the longest of these rows by default.

        Returns:
            A JaggedArray `[len(rows), None, *features]`.

        Raises:
            ValueError: If a row is longer than the capacity.
            IndexError: If there is no such row.
        """
        rows = np.asarray(rows)
        lengths = self.lengths[rows]
        shift = self._starts[rows] - (np.cumsum(lengths, dtype=np.int64) - lengths)
        places = np.repeat(shift, lengths) + np.arange(lengths.sum())
        return from_flat(self.values[places], lengths=lengths, capacity=capacity, host=True)

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, row: int) -> np.ndarray:
        length, start = self.lengths[row], self._starts[row]
        return np.asarray(self.values[start : start + length])

    def __repr__(self) -> str:
        total = len(self.values)
        return f"FlatRows({len(self)} rows, {total} elements, {self.values.dtype.name})"
