"""Bounds: what values are never less than, at padding too, so that they need no guard."""

import math
from collections.abc import Callable, Sequence

from .._values import RowValue


def floor_of(name: str, operands: Sequence[RowValue], parameters: dict) -> float | None:
    """Give what an elementwise result is never less than, `None` if it may be negative."""
    floors = [operand.floor for operand in operands]
    if name in _NEVER_NEGATIVE or (name == "integer_pow" and parameters["y"] % 2 == 0):
        return 0.0
    if name == "max":
        return max((floor for floor in floors if floor is not None), default=None)
    if name == "select_n":
        floors = floors[1:]
    rule = _OF_FLOORS.get(name)
    if rule is None or any(floor is None for floor in floors):
        return None
    return rule(*floors)


def growth_of(name: str, operands: Sequence[RowValue]) -> int:
    """Give by how many powers of 1,000 a result may grow since an operand may be as small as its floor."""
    floors = [operand.floor for operand in operands if operand.floor]
    power = -0.5 if name == "rsqrt" else -1.0
    return max((int(power * math.log10(floor) / 3) for floor in floors if floor < 1), default=0)


_NEVER_NEGATIVE = frozenset(["square", "abs", "exp", "exp2", "logistic"])
_OF_FLOORS: dict[str, Callable[..., float]] = {
    "add": lambda x, y: x + y,
    "add_any": lambda x, y: x + y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: 0.0,
    "min": min,
    "select_n": min,
    "sqrt": math.sqrt,
    "rsqrt": lambda x: 0.0,
    "copy": lambda x: x,
    "copy_p": lambda x: x,
}
