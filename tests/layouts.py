"""Layouts: the lengths, capacities and elements that the operations of the table are tried on."""

from dataclasses import dataclass

import numpy as np

import jagged as jg


@dataclass(frozen=True)
class Layout:
    """Lengths of rows in a buffer, and the shape of an element."""

    name: str
    lengths: tuple[int, ...]
    capacity: int
    features: tuple[int, ...] = ()

    def __str__(self):
        return self.name


MIXED = Layout("mixed", (0, 3, 5, 1), 5)
LAYOUTS = (
    MIXED,
    Layout("features", (2, 0, 4), 6, (2,)),
    Layout("all_empty", (0, 0), 3),
    Layout("no_rows", (), 3),
    Layout("no_capacity", (0, 0), 0, (2,)),
    Layout("full", (4,), 4),
)

# Off the integers and with no three equal, so that central differences are derivatives; the two
# equal ones, and the zero, are where derivatives are usually wrong.
REAL = (0.0, 1.3, -2.2, 1.3, 0.4, -0.7, 2.6, -1.6, 0.9, 3.1, -0.2, 1.8, -2.9)
DOMAINS = {
    "real": REAL,
    "distinct": tuple(value + 0.01 * place for place, value in enumerate(REAL)),
    "nonzero": tuple(value + 0.15 if abs(value) < 0.05 else value for value in REAL),
    "positive": tuple(abs(value) + 0.2 for value in REAL),
    "unit": tuple(value / 4 for value in REAL),
    "above_one": tuple(abs(value) + 1.2 for value in REAL),
    "integer": (0, 3, -2, 3, 1, -4, 5, 2, -1, 7, 6, 4, -3),
    "natural": (1, 3, 2, 3, 5, 4, 6, 2, 1, 7, 6, 4, 3),
}


def rows_of(layout: Layout, domain: str, dtype=np.float32, shift: int = 0) -> list[np.ndarray]:
    """Give the rows of a layout, as plain NumPy arrays."""
    values = np.array(DOMAINS[domain])
    rows = []
    for row, length in enumerate(layout.lengths):
        size = int(np.prod((length, *layout.features)))
        picked = np.resize(np.roll(values, -(3 * row + shift)), size)
        rows.append(picked.astype(dtype).reshape((length, *layout.features)))
    return rows


def padded(rows: list[np.ndarray], layout: Layout, dtype) -> np.ndarray:
    """Lay rows out in a buffer, with plain NumPy."""
    buffer = np.zeros((len(rows), layout.capacity, *layout.features), dtype)
    for row, values in enumerate(rows):
        buffer[row, : len(values)] = values
    return buffer


def jagged(rows: list[np.ndarray], layout: Layout, dtype) -> jg.JaggedArray:
    """Make the array of some rows."""
    return jg.JaggedArray(padded(rows, layout, dtype), np.array(layout.lengths, np.int32))
