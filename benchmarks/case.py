"""One computation written twice, and the two contenders that the harness makes of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
from jax import Array

import jagged as jg

from .harness import Contender, Cost, Timing, assert_equal_values, cost, interleave
from .inputs import Inputs, Size
from .masks import valid

Mode = Literal["forward", "gradient"]
Kind = Literal["time", "bytes", "flops"]
MODES: tuple[Mode, ...] = get_args(Mode)
KINDS: tuple[Kind, ...] = get_args(Kind)


class Excess(NamedTuple):
    """Costs above the limit that are known: their reason, and the ratio that each may reach."""

    reason: str
    limits: Mapping[tuple[Mode, Kind], float]


@dataclass(frozen=True)
class Case:
    """One computation, written twice, with the inputs that it is measured on.

    `elementwise` says that the output holds a value per element, not one per row. Where its rows have
    new lengths, the expert returns these as well.
    """

    name: str
    jagged: Callable[[jg.JaggedArray, Any], Any]
    expert: Callable[[Array, Array, Any], Array | tuple[Array, Array]]
    inputs: Callable[[Size], Inputs]
    elementwise: bool = False
    excess: Excess | None = None


class Rivals(NamedTuple):
    """Both ways of one case in one mode; `comparable` makes their results plain arrays."""

    jagged: Contender
    expert: Contender
    comparable: Callable[[Any], Any]


def rivals(case: Case, mode: Mode, size: Size) -> Rivals:
    """Build both contenders, jitted as a user jits them: a jagged array is an argument."""
    data, lengths, parameters = case.inputs(size)
    x = jg.JaggedArray(data, lengths)
    weights = loss_weights(case, size)
    functions = FUNCTIONS[mode](case)
    extra = () if mode == "forward" else (weights,)
    return Rivals(
        Contender(jax.jit(functions[0]), (x, parameters, *extra)),
        Contender(jax.jit(functions[1]), (x.data, lengths, parameters, *extra)),
        lambda output: comparable(output, lengths, case.elementwise and mode == "forward"),
    )


class Measurement(NamedTuple):
    """What was found of one case in one mode; `timing` is None where only costs are counted."""

    case: str
    mode: Mode
    jagged: Cost
    expert: Cost
    timing: Timing | None
    excess: Excess | None

    def ratio(self, kind: Kind) -> float:
        """Return jagged over expert."""
        if kind == "time":
            return self.timing.ratio if self.timing else float("nan")
        return getattr(self.jagged, kind) / getattr(self.expert, kind)

    def limit(self, kind: Kind) -> float | None:
        """Return what the ratio may reach where it is known to lie above the common limit."""
        return self.excess.limits.get((self.mode, kind)) if self.excess else None


def measure(
    case: Case, mode: Mode, size: Size, *, seconds: float = 2.0, pairs: int | None = None
) -> Measurement:
    """Check that both ways agree, then time them in turns and count what they cost."""
    both = rivals(case, mode, size)
    assert_equal_values(both.comparable(both.jagged()), both.comparable(both.expert()))
    timing = interleave(both.jagged, both.expert, seconds=seconds, pairs=pairs)
    return measurement(case, mode, both, timing)


def count(case: Case, mode: Mode, size: Size) -> Measurement:
    """Count what both ways cost, without running either."""
    return measurement(case, mode, rivals(case, mode, size), None)


def measurement(case: Case, mode: Mode, both: Rivals, timing: Timing | None) -> Measurement:
    """Put together what was found."""
    return Measurement(case.name, mode, cost(both.jagged), cost(both.expert), timing, case.excess)


def forward(case: Case) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the two ways to compute the case."""
    return case.jagged, case.expert


def gradient(case: Case) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the two ways to differentiate a weighted sum by the data and the parameters."""

    def jagged_loss(differentiable: tuple[jg.JaggedArray, Any], weights: Array) -> Any:
        return jg.sum(case.jagged(*differentiable) * weights)

    def jagged(x: jg.JaggedArray, parameters: Any, weights: Array) -> Any:
        value, (by_x, by_parameters) = eqx.filter_value_and_grad(jagged_loss)(
            (x, parameters), weights
        )
        return value, by_x.data, by_parameters

    def expert_loss(differentiable: tuple[Array, Any], lengths: Array, weights: Array) -> Array:
        data, parameters = differentiable
        result, lengths = with_lengths(case.expert(data, lengths, parameters), lengths)
        weighted = result * weights
        if case.elementwise:
            weighted = jnp.where(valid(weighted, lengths), weighted, 0)
        return jnp.sum(weighted)

    def expert(data: Array, lengths: Array, parameters: Any, weights: Array) -> Any:
        value, gradients = eqx.filter_value_and_grad(expert_loss)(
            (data, parameters), lengths, weights
        )
        return value, *gradients

    return jagged, expert


FUNCTIONS: dict[Mode, Callable[[Case], tuple[Callable[..., Any], Callable[..., Any]]]]
FUNCTIONS = {"forward": forward, "gradient": gradient}


def loss_weights(case: Case, size: Size) -> Array:
    """Draw what the output is weighted with: per entry, or per feature if it is elementwise."""
    data, lengths, parameters = case.inputs(size)
    output, _ = with_lengths(jax.eval_shape(case.expert, data, lengths, parameters), lengths)
    return jr.normal(jr.key(1), output.shape[2:] if case.elementwise else output.shape)


def with_lengths(output: Any, lengths: Array) -> tuple[Any, Array]:
    """Give what an expert returned, and the lengths of its rows: its own, or those that came in."""
    return output if isinstance(output, tuple) else (output, lengths)


def comparable(output: Any, lengths: Array, elementwise: bool) -> Any:
    """Bring a result of either rival to plain arrays with zeros in the padding."""
    if isinstance(output, jg.JaggedArray):
        return output.to_dense()
    if not elementwise:
        return output
    data, lengths = with_lengths(output, lengths)
    return jnp.where(valid(data, lengths), data, 0)
