"""What a row of the tables of operations says."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


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
    public: str = ""

    def __str__(self):
        return self.name

    @property
    def function(self) -> str:
        """The public function that this row of the table is about."""
        return self.public or self.name.split(":")[0]
