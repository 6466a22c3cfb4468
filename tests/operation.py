"""What a row of the tables of operations says."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest


@dataclass(frozen=True)
class Operation:
    """An operation on jagged arrays, and what it is, row by row, in NumPy.

    `call` takes jagged arrays; `oracle` the lists of their rows, and gives a list of rows where the
    result is jagged, an array where it is dense, and a tuple of these.
    """

    name: str
    call: Callable
    oracle: Callable
    domains: tuple[str, ...] = ("real",)
    dtype: type = np.float32
    smooth: bool = True
    rowwise: bool = True
    differentiable: bool = True
    """Whether JAX has a derivative of it, be it zero."""
    by_row: bool = True
    """Whether the call works on a single row too, under `jax.vmap`."""
    joins_rows: bool = False
    """Whether rows end up behind one another, which JAX refuses where they lie on many devices."""
    scalars_only: bool = False
    representative: bool = False
    """Whether `make test` differentiates and transforms it; `make matrix` does so to all."""
    public: str = ""

    def __str__(self):
        return self.name

    @property
    def marked(self):
        """The parameter of a test that `make test` runs for the representative ones alone."""
        marks = () if self.representative else pytest.mark.matrix
        return pytest.param(self, id=self.name, marks=marks)

    @property
    def function(self) -> str:
        """The public function that this row of the table is about."""
        return self.public or self.name.split(":")[0]
