"""The rules that come with jagged, one module for each family of primitives."""

from . import (
    calls,
    contractions,
    effects,
    elementwise,
    loops,
    order,
    positions,
    random,
    reductions,
    reshapes,
    scatters,
    shapes,
)

__all__ = [
    "calls",
    "contractions",
    "effects",
    "elementwise",
    "loops",
    "order",
    "positions",
    "random",
    "reductions",
    "reshapes",
    "scatters",
    "shapes",
]
