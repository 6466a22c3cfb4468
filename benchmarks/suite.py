"""The first suite: each computation as a user writes it, and as an expert masks it by hand.

The expert is careful, not lavish: a mask wherever padding would be read, none elsewhere, and
only those guards against NaN that the inputs at hand call for.
"""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array, lax

import jagged as jg

from .case import Case, Excess
from .inputs import (
    chain_inputs,
    events,
    map_inputs,
    partial_chain_inputs,
    query_inputs,
    scan_inputs,
    sequences,
    without_parameters,
)
from .masks import per_row, valid


def jagged_sum(x: jg.JaggedArray, parameters: None) -> Any:
    return jg.sum(x, axis=1)


def expert_sum(data: Array, lengths: Array, parameters: None) -> Array:
    return jnp.sum(jnp.where(valid(data, lengths), data, 0), axis=1)


def jagged_mean(x: jg.JaggedArray, parameters: None) -> Any:
    return jg.mean(x, axis=1, empty=0)


def expert_mean(data: Array, lengths: Array, parameters: None) -> Array:
    total = expert_sum(data, lengths, None)
    return total / per_row(jnp.maximum(lengths, 1).astype(data.dtype), total)


def jagged_max(x: jg.JaggedArray, parameters: None) -> Any:
    return jg.max(x, axis=1, empty=0)


def expert_max(data: Array, lengths: Array, parameters: None) -> Array:
    largest = jnp.max(jnp.where(valid(data, lengths), data, -jnp.inf), axis=1)
    return jnp.where(per_row(lengths > 0, largest), largest, 0)


def jagged_softmax_weights(x: jg.JaggedArray, query: Array) -> Any:
    return jg.softmax(jg.map_elements(lambda element: element @ query, x))


def jagged_softmax_pooling(x: jg.JaggedArray, query: Array) -> Any:
    return jg.sum(jagged_softmax_weights(x, query)[..., None] * x, axis=1)


def jagged_softmax_contraction(x: jg.JaggedArray, query: Array) -> Any:
    """Pool by a contraction: padding is finite, so zeros in one operand are enough."""
    weights = jagged_softmax_weights(x, query).to_dense()
    return jnp.einsum("bl,blf->bf", weights, x.data)


def expert_softmax_pooling(data: Array, lengths: Array, query: Array) -> Array:
    filled = lengths[:, None] > 0
    scores = jnp.where(valid(data, lengths)[..., 0], data @ query, -jnp.inf)
    # The maximum of an empty row is -inf, and -inf - -inf is NaN.
    largest = jnp.where(filled, jnp.max(scores, axis=1, keepdims=True), 0)
    exponentials = jnp.exp(scores - lax.stop_gradient(largest))
    total = jnp.sum(exponentials, axis=1, keepdims=True)
    weights = exponentials / jnp.where(filled, total, 1)
    return jnp.einsum("bl,blf->bf", weights, data)


def jagged_chain(x: jg.JaggedArray, parameters: dict[str, Array]) -> Any:
    inner = jg.tanh(x * parameters["scale"] + parameters["shift"])
    return inner * parameters["gain"] + x


def expert_chain(data: Array, lengths: Array, parameters: dict[str, Array]) -> Array:
    inner = jnp.tanh(data * parameters["scale"] + parameters["shift"])
    return inner * parameters["gain"] + data


def jagged_partial_chain(x: jg.JaggedArray, parameters: dict[str, Array]) -> Any:
    return jg.sqrt(x) * parameters["gain"] - jg.log(x * parameters["scale"])


def expert_partial_chain(data: Array, lengths: Array, parameters: dict[str, Array]) -> Array:
    # A root or a logarithm of the padding's zeros has an infinite derivative. On a CPU two masks
    # are faster than a common one.
    mask = valid(data, lengths)
    root = jnp.sqrt(jnp.where(mask, data, 1))
    logarithm = jnp.log(jnp.where(mask, data * parameters["scale"], 1))
    return root * parameters["gain"] - logarithm


def perceptron(element: Array, parameters: dict[str, Array]) -> Array:
    """Two layers; the expert gives them the whole padded buffer."""
    hidden = jax.nn.relu(element @ parameters["inner"] + parameters["inner_bias"])
    return hidden @ parameters["outer"] + parameters["outer_bias"]


def jagged_map(x: jg.JaggedArray, parameters: dict[str, Array]) -> Any:
    return jg.sum(jg.map_elements(lambda element: perceptron(element, parameters), x), axis=1)


def expert_map(data: Array, lengths: Array, parameters: dict[str, Array]) -> Array:
    return expert_sum(perceptron(data, parameters), lengths, None)


def normalised(element: Array, parameters: dict[str, Array]) -> Array:
    """Two layers behind a layer normalisation, whose epsilon keeps zeros safe."""
    centred = element - jnp.mean(element, axis=-1, keepdims=True)
    variance = jnp.mean(jnp.square(centred), axis=-1, keepdims=True)
    return perceptron(centred * lax.rsqrt(variance + 1e-5), parameters)


def jagged_normalised_map(x: jg.JaggedArray, parameters: dict[str, Array]) -> Any:
    return jg.sum(jg.map_elements(lambda element: normalised(element, parameters), x), axis=1)


def expert_normalised_map(data: Array, lengths: Array, parameters: dict[str, Array]) -> Array:
    return expert_sum(normalised(data, parameters), lengths, None)


def jagged_scan(x: jg.JaggedArray, cell: eqx.nn.GRUCell) -> Any:
    def step(state: Array, element: Array) -> tuple[Array, Array]:
        state = cell(element, state)
        return state, state

    return jg.scan(step, jnp.zeros(cell.hidden_size), x, in_axes=None)


def expert_scan(data: Array, lengths: Array, cell: eqx.nn.GRUCell) -> tuple[Array, Array]:
    def step(state: Array, inputs: tuple[Array, Array]) -> tuple[Array, Array]:
        element, is_valid = inputs
        state = jnp.where(is_valid[:, None], jax.vmap(cell)(element, state), state)
        return state, state

    time_major = jnp.moveaxis(data, 1, 0)
    mask = jnp.arange(data.shape[1])[:, None] < lengths
    initial = jnp.zeros((data.shape[0], cell.hidden_size))
    last, states = lax.scan(step, initial, (time_major, mask))
    return last, jnp.moveaxis(states, 0, 1)


BY_A_SUM = Excess(
    "between the product and the sum stands a mask, so XLA makes no contraction of them; "
    "`jnp.einsum` of `weights.to_dense()` and `x.data`, the line above, is one.",
    {
        ("forward", "bytes"): 2.0,
        ("forward", "flops"): 1.55,
        ("gradient", "bytes"): 1.85,
        ("gradient", "flops"): 1.6,
    },
)
FILLED = Excess(
    "a function whose derivative may be undefined meets valid elements in place of the padding, and "
    "XLA writes the buffer so filled before it multiplies it.",
    {("forward", "bytes"): 1.45, ("gradient", "bytes"): 1.1},
)
RETURNED_LENGTHS = Excess(
    "with so few bytes in a row, the lengths that are returned with the data count.",
    {("forward", "bytes"): 1.08},
)
TIES = Excess(
    "ties are counted over valid places alone, and with those the places that padding holds; bytes and "
    "time are below the expert's.",
    {("gradient", "flops"): 1.15},
)

CASES = (
    Case("sum", jagged_sum, expert_sum, without_parameters(sequences)),
    Case("mean", jagged_mean, expert_mean, without_parameters(sequences)),
    Case("max", jagged_max, expert_max, without_parameters(sequences), excess=TIES),
    Case("softmax pooling", jagged_softmax_contraction, expert_softmax_pooling, query_inputs),
    Case(
        "softmax pooling, by a sum",
        jagged_softmax_pooling,
        expert_softmax_pooling,
        query_inputs,
        excess=BY_A_SUM,
    ),
    Case("chain", jagged_chain, expert_chain, chain_inputs, elementwise=True),
    Case("map", jagged_map, expert_map, map_inputs),
    Case(
        "map, normalised",
        jagged_normalised_map,
        expert_normalised_map,
        map_inputs,
        excess=FILLED,
    ),
    Case(
        "scan, last state",
        lambda x, cell: jagged_scan(x, cell)[0],
        lambda data, lengths, cell: expert_scan(data, lengths, cell)[0],
        scan_inputs,
    ),
    Case(
        "scan, all states",
        lambda x, cell: jagged_scan(x, cell)[1],
        lambda data, lengths, cell: expert_scan(data, lengths, cell)[1],
        scan_inputs,
        elementwise=True,
    ),
    Case("events, sum", jagged_sum, expert_sum, without_parameters(events)),
    Case("events, max", jagged_max, expert_max, without_parameters(events), excess=TIES),
    Case(
        "events, partial chain",
        jagged_partial_chain,
        expert_partial_chain,
        partial_chain_inputs,
        elementwise=True,
        excess=RETURNED_LENGTHS,
    ),
)
