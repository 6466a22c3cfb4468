"""How long a program takes before its first run: to be traced, and to be lowered and compiled."""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax

from .case import Case, Mode, rivals
from .harness import Contender
from .inputs import Size


class Preparation(NamedTuple):
    """Seconds of processor time to trace both ways, and to compile them: the least of a few times.

    Unlike the time on the clock these don't grow with whatever else the machine does.
    """

    trace: float
    expert_trace: float
    compile: float
    expert_compile: float

    @property
    def ratio(self) -> float:
        """Return the time to compile, jagged over expert."""
        return self.compile / self.expert_compile


def measure(case: Case, mode: Mode, size: Size, *, times: int = 3) -> Preparation:
    """Prepare both ways in turns."""
    both = rivals(case, mode, size)
    pairs = [(prepare(both.jagged), prepare(both.expert)) for _ in range(times)]
    ours, theirs = (quickest(way) for way in zip(*pairs, strict=True))
    return Preparation(ours[0], theirs[0], ours[1], theirs[1])


def quickest(samples: Sequence[tuple[float, float]]) -> list[float]:
    """Return the least of each column: the one that the machine disturbed least."""
    return [min(column) for column in zip(*samples, strict=True)]


def prepare(contender: Contender) -> tuple[float, float]:
    """Return the seconds to trace and to compile, with nothing left of earlier times."""
    jax.clear_caches()
    function: Any = contender.function  # what `jax.jit` returned
    traced, trace = timed(lambda: function.trace(*contender.arguments))
    _, compile = timed(lambda: traced.lower().compile())
    return trace, compile


def timed(f: Callable[[], Any]) -> tuple[Any, float]:
    start = time.process_time()
    return f(), time.process_time() - start
