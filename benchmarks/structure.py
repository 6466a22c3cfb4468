"""Functions that move and contract elements, and what an expert writes by hand in their place."""

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

import jagged as jg

from .case import Case, Excess
from .inputs import Inputs, Size, events, map_inputs, sequences, signed_events, without_parameters
from .masks import valid


def expert_compaction(data: Array, lengths: Array, parameters: None) -> tuple[Array, Array]:
    keep = valid(data, lengths) & (data > 0)
    target = jnp.where(keep, jnp.cumsum(keep, axis=1) - 1, data.shape[1])
    rows = jnp.arange(data.shape[0])[:, None]
    packed = jnp.zeros_like(data).at[rows, target].set(data, mode="drop")
    return packed, jnp.sum(keep, axis=1)


def expert_reversal(data: Array, lengths: Array, parameters: None) -> Array:
    places = lengths[:, None] - 1 - jnp.arange(data.shape[1])  # negative past the end
    return jnp.take_along_axis(data, places, axis=1, mode="clip")


def expert_places(data: Array, lengths: Array, places: jg.JaggedArray) -> Array:
    return jnp.take_along_axis(data, places.data, axis=1, mode="clip")


def expert_update(data: Array, lengths: Array, parameters: None) -> Array:
    return jnp.where(data > 0, 0, data)


def expert_sort(data: Array, lengths: Array, parameters: None) -> Array:
    return jnp.sort(jnp.where(valid(data, lengths), data, jnp.inf), axis=1)


def jagged_pairs(x: jg.JaggedArray, parameters: None = None) -> Any:
    first, second = jg.combinations(x, 2)
    return jg.sum(first * second, axis=1)


def expert_pairs(data: Array, lengths: Array, parameters: None) -> Array:
    first, second = np.triu_indices(data.shape[1], 1)
    products = data[:, first] * data[:, second]
    return jnp.sum(jnp.where(second < lengths[:, None], products, 0), axis=1)


def expert_concatenation(data: Array, lengths: Array, other: jg.JaggedArray) -> tuple[Array, Array]:
    both = jnp.concatenate([data, other.data], axis=1)
    place = jnp.arange(both.shape[1])
    behind = data.shape[1] + place - lengths[:, None]
    places = jnp.where(place < lengths[:, None], place, behind)
    joined = jnp.take_along_axis(both, places, axis=1, mode="clip")
    return joined, lengths + other.lengths


def expert_moments(data: Array, lengths: Array, parameters: None) -> Array:
    return jnp.einsum("bif,big->bfg", jnp.where(valid(data, lengths), data, 0), data)


def two_batches(size: Size) -> Inputs:
    """Return events, and other rows to put behind theirs."""
    other = jg.JaggedArray(*signed_events(size, seed=1))
    return Inputs(*events(size), other)


def inputs_with_places(size: Size) -> Inputs:
    """Return events, and a place for each element: those of every other one, twice each."""
    data, lengths = events(size)
    halves = jnp.arange(data.shape[1]) // 2 * 2
    return Inputs(data, lengths, jg.JaggedArray(jnp.broadcast_to(halves, data.shape), lengths))


CLEARED = Excess(
    "zeros are written behind the elements that are left, for what is left there could be infinite.",
    {
        ("forward", "bytes"): 1.15,
        ("forward", "flops"): 1.1,
    },
)
REVERSED = Excess(
    "padding is moved onto itself, which is one more select of places, for a valid element that is "
    "left there could be infinite.",
    {("forward", "bytes"): 1.1, ("gradient", "bytes"): 1.4},
)
ABSENT = Excess(
    "whether a row has all of its places is looked at, for it comes out empty if it has not.",
    {
        ("forward", "bytes"): 1.1,
        ("forward", "flops"): 3.5,
        ("gradient", "bytes"): 1.5,
        ("gradient", "flops"): 1.8,
    },
)
RANKED = Excess(
    "the places of elements are counted, in more operations than XLA counts for its sort and in a "
    "fraction of its time.",
    {
        ("forward", "bytes"): 4.1,
        ("forward", "flops"): 6.8,
        ("gradient", "bytes"): 1.5,
        ("gradient", "flops"): 4.8,
    },
)
PADDED = Excess(
    "both elements of a pair are zeros where a row has no more pairs, where the expert masks their "
    "product alone.",
    {("forward", "flops"): 1.9, ("gradient", "flops"): 1.85},
)
WRITTEN_ON = Excess(
    "each row is written behind the other as one slice, in two passes over the result and in less time.",
    {("forward", "bytes"): 2.1},
)

CASES = (
    Case(
        "x[x > 0]",
        lambda x, parameters: x[x > 0],
        expert_compaction,
        without_parameters(signed_events),
        elementwise=True,
        excess=CLEARED,
    ),
    Case(
        "x[:, ::-1]",
        lambda x, parameters: x[:, ::-1],
        expert_reversal,
        without_parameters(events),
        elementwise=True,
        excess=REVERSED,
    ),
    Case(
        "x[places]",
        lambda x, places: x[places],
        expert_places,
        inputs_with_places,
        elementwise=True,
        excess=ABSENT,
    ),
    Case(
        "x.at[x > 0].set(0)",
        lambda x, parameters: x.at[x > 0].set(0),
        expert_update,
        without_parameters(signed_events),
        elementwise=True,
    ),
    Case(
        "sort",
        lambda x, parameters: jg.sort(x),
        expert_sort,
        without_parameters(signed_events),
        elementwise=True,
        excess=RANKED,
    ),
    Case("sum over pairs", jagged_pairs, expert_pairs, without_parameters(events), excess=PADDED),
    Case(
        "concatenate",
        lambda x, other: jg.concatenate([x, other], axis=1),
        expert_concatenation,
        two_batches,
        elementwise=True,
        excess=WRITTEN_ON,
    ),
    Case(
        "x @ w",
        lambda x, parameters: x @ parameters["inner"],
        lambda data, lengths, parameters: data @ parameters["inner"],
        map_inputs,
        elementwise=True,
    ),
    Case(
        "einsum, moments of rows",
        lambda x, parameters: jg.einsum("bif,big->bfg", x, x),
        expert_moments,
        without_parameters(sequences),
    ),
)
