"""What a row of the tables of layers says."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import jagged as jg

LENGTHS = np.array([0, 3, 5, 1, 3, 0, 5, 1], np.int32)  # a row for each of eight devices
CAPACITY = 7


def features(
    *shape: int, dtype: Any = np.float32, lengths=LENGTHS, seed: int = 0
) -> jg.JaggedArray:
    """Draw the rows of elements of one shape that a layer is tried on."""
    drawn = np.random.default_rng(seed).normal(size=(len(lengths), CAPACITY, *shape))
    return jg.JaggedArray(drawn.astype(dtype), lengths)


@dataclass(frozen=True)
class Layer:
    """A layer, or a function with parameters, and what it is for one row without padding.

    `tested` is what it is called for users: `jg.nn.GRU`.
    `call(module, *arrays)` takes a batch: jagged arrays, or dense ones with a row in front for each.
    `row(module, *rows)` takes plain arrays `[n, ...]` and is written without this library; it gives
    what the batch has in that row, an empty one too; None if rows are not independent.
    """

    name: str
    tested: Any
    make: Callable[[], Any]
    call: Callable
    row: Callable | None
    arrays: Callable[[], tuple]
    tolerance: float = 1e-5
    representative: bool = False
    """Whether `make test` transforms it and spreads it over devices; `make matrix` does so to all."""

    def __str__(self):
        return self.name

    @property
    def marked(self):
        """The parameter of a test that `make test` runs for the representative ones alone."""
        marks = () if self.representative else pytest.mark.matrix
        return pytest.param(self, id=self.name, marks=marks)
