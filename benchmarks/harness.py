"""Measure two rivals in one interleaved run, and count what XLA says that each of them costs."""

import platform
import statistics
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, NamedTuple

import jax
import numpy as np

import jagged as jg

WARM_UP_CALLS = 3
SHORTEST_SAMPLE = 2e-3  # seconds; quicker calls are repeated, so that the clock does not count
PACKAGES = ("jax", "jaxlib", "numpy", "equinox")


class Contender(NamedTuple):
    """A function and the arguments that it is measured with."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def __call__(self) -> Any:
        return jax.block_until_ready(self.function(*self.arguments))

    def compiled(self) -> jax.stages.Compiled:
        function: Any = self.function  # what `jax.jit` returned
        return function.lower(*self.arguments).compile()


class Timing(NamedTuple):
    """Seconds per call (medians), and the median and the quartiles of the ratios of all pairs."""

    jagged: float
    expert: float
    ratio: float
    quartiles: tuple[float, float]
    pairs: int


class Cost(NamedTuple):
    """What XLA's cost analysis counts for one call of a compiled function."""

    bytes: float
    flops: float


def interleave(
    jagged: Contender, expert: Contender, *, seconds: float = 2.0, pairs: int | None = None
) -> Timing:
    """Time the rivals in turns, so that whatever else the machine does meets both of them.

    Args:
        jagged: The library's way.
        expert: The hand-written way.
        seconds: How long to measure, in all.
        pairs: How many pairs of samples to take, whatever time that needs.
    """
    warm_up(jagged)
    warm_up(expert)
    longest = max(sample(jagged, 1), sample(expert, 1))
    calls = 1 if pairs else max(1, round(SHORTEST_SAMPLE / longest))
    pairs = pairs or min(max(21, round(seconds / (2 * calls * longest))), 401)
    return summarise([sample_pair(jagged, expert, calls, turn) for turn in range(pairs)])


def warm_up(contender: Contender) -> None:
    """Compile, and fill the caches."""
    for _ in range(WARM_UP_CALLS):
        contender()


def sample(contender: Contender, calls: int) -> float:
    """Return the seconds that one call takes, over so many calls."""
    start = time.perf_counter()
    for _ in range(calls):
        contender()
    return (time.perf_counter() - start) / calls


def sample_pair(jagged: Contender, expert: Contender, calls: int, turn: int) -> tuple[float, float]:
    """Sample both rivals; who comes first alternates, so that neither profits from its place."""
    if turn % 2:
        second = sample(expert, calls)
        return sample(jagged, calls), second
    return sample(jagged, calls), sample(expert, calls)


def summarise(samples: list[tuple[float, float]]) -> Timing:
    """Reduce pairs of samples to medians; a ratio is taken within each pair, then the median."""
    ratios = [jagged / expert for jagged, expert in samples]
    lower, ratio, upper = statistics.quantiles(ratios, n=4, method="inclusive")
    jagged, expert = (statistics.median(column) for column in zip(*samples, strict=True))
    return Timing(jagged, expert, ratio, (lower, upper), len(samples))


def cost(contender: Contender) -> Cost:
    """Count bytes and operations: free of noise, and without running anything."""
    analysis: Any = contender.compiled().cost_analysis()
    return Cost(float(analysis["bytes accessed"]), float(analysis.get("flops", 0)))


def assert_equal_values(actual: Any, expected: Any) -> None:
    """Refuse to time rivals that compute different things; both are pytrees of dense arrays."""
    actual_leaves, actual_structure = jax.tree.flatten(actual)
    expected_leaves, expected_structure = jax.tree.flatten(expected)
    assert actual_structure == expected_structure, (actual_structure, expected_structure)
    for ours, theirs in zip(actual_leaves, expected_leaves, strict=True):
        scale = np.max(np.abs(theirs), initial=0.0, where=np.isfinite(theirs))
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5 * scale)


def environment() -> dict[str, Any]:
    """Describe what the figures were measured with."""
    device = jax.devices()[0]
    return {
        "versions": {"jagged": jg.__version__, "python": platform.python_version()}
        | {package: version(package) for package in PACKAGES},
        "device": {
            "platform": device.platform,
            "kind": device.device_kind,
            "machine": platform.machine(),
            "count": jax.device_count(),
        },
    }
