"""Four models, each as a function of one row through `jg.vmap`, and batched and masked by hand.

The row's way knows nothing of padding. The expert of the other way is that of the first suite: a
mask wherever padding would be read, none elsewhere, and no guard against rows that are not there,
such as empty ones.
"""

from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
from jax import Array, lax

import jagged as jg

from .case import Case, Excess
from .inputs import Inputs, Size, zero_padded
from .masks import valid
from .suite import expert_scan

HEADS = 2

Weights = dict[str, Array]


def by_row(function: Callable[[Array, Any], Any]) -> Callable[[jg.JaggedArray, Any], Any]:
    """Map a function of one row and of parameters that all rows share."""
    return jg.vmap(function, in_axes=(0, None))


def perceptron(x: Array, weights: Weights, name: str) -> Array:
    """Two layers, on whatever axes come first."""
    hidden = jax.nn.gelu(x @ weights[f"{name} inner"])
    return hidden @ weights[f"{name} outer"]


def normalised(x: Array) -> Array:
    """Normalise the features; the epsilon keeps zeros safe."""
    centred = x - jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean(jnp.square(centred), axis=-1, keepdims=True)
    return centred * lax.rsqrt(variance + 1e-5)


def heads(x: Array, weights: Weights, name: str) -> Array:
    """Project, and split the features into `[..., heads, features / heads]`."""
    return (x @ weights[name]).reshape((*x.shape[:-1], HEADS, x.shape[-1] // HEADS))


def row_attention(row: Array, weights: Weights) -> Array:
    queries, keys, values = (heads(row, weights, name) for name in ("query", "key", "value"))
    scores = jnp.einsum("qhd,khd->hqk", queries, keys) / queries.shape[-1] ** 0.5
    mixed = jnp.einsum("hqk,khd->qhd", jax.nn.softmax(scores), values).reshape(row.shape)
    row = normalised(row + mixed @ weights["output"])
    return normalised(row + perceptron(row, weights, "frame"))


def expert_attention(data: Array, lengths: Array, weights: Weights) -> Array:
    queries, keys, values = (heads(data, weights, name) for name in ("query", "key", "value"))
    scores = jnp.einsum("bqhd,bkhd->bhqk", queries, keys) / queries.shape[-1] ** 0.5
    readable = valid(data, lengths)[:, None, None, :, 0]
    attention = jax.nn.softmax(jnp.where(readable, scores, -jnp.inf))
    mixed = jnp.einsum("bhqk,bkhd->bqhd", attention, values).reshape(data.shape)
    data = normalised(data + mixed @ weights["output"])
    return normalised(data + perceptron(data, weights, "frame"))


def row_gru(row: Array, cell: eqx.nn.GRUCell) -> Array:
    def step(state: Array, element: Array) -> tuple[Array, None]:
        return cell(element, state), None

    return lax.scan(step, jnp.zeros(cell.hidden_size), row)[0]


def row_set(row: Array, weights: Weights) -> Array:
    elements = perceptron(row, weights, "element")
    pooled = jnp.concatenate([jnp.mean(elements, axis=0), jnp.max(elements, axis=0)])
    return perceptron(pooled, weights, "pooled")


def expert_set(data: Array, lengths: Array, weights: Weights) -> Array:
    elements, mask = perceptron(data, weights, "element"), valid(data, lengths)
    mean = jnp.sum(jnp.where(mask, elements, 0), axis=1) / lengths[:, None].astype(data.dtype)
    largest = jnp.max(jnp.where(mask, elements, -jnp.inf), axis=1)
    return perceptron(jnp.concatenate([mean, largest], axis=1), weights, "pooled")


def row_statistics(row: Array, query: Array) -> Array:
    attended = jax.nn.softmax(row @ query) @ row
    moments = [jnp.mean(row, axis=0), jnp.std(row, axis=0)]
    extrema = [jnp.max(row, axis=0), jnp.min(row, axis=0)]
    return jnp.concatenate([*moments, *extrema, row[-1], attended])


def expert_statistics(data: Array, lengths: Array, query: Array) -> Array:
    mask, count = valid(data, lengths), lengths[:, None].astype(data.dtype)
    mean = jnp.sum(jnp.where(mask, data, 0), axis=1) / count
    squares = jnp.square(jnp.where(mask, data - mean[:, None], 0))
    deviation = jnp.sqrt(jnp.sum(squares, axis=1) / count)
    largest = jnp.max(jnp.where(mask, data, -jnp.inf), axis=1)
    least = jnp.min(jnp.where(mask, data, jnp.inf), axis=1)
    last = jnp.take_along_axis(data, lengths[:, None, None] - 1, axis=1)[:, 0]
    weights = jax.nn.softmax(jnp.where(mask[..., 0], data @ query, -jnp.inf))
    attended = jnp.einsum("bl,blf->bf", weights, data)
    return jnp.concatenate([mean, deviation, largest, least, last, attended], axis=1)


def rows_of_two_or_more(size: Size) -> tuple[Array, Array]:
    """Draw rows of vectors with lengths from 2 to the capacity: a deviation needs two elements."""
    rows, capacity, features = {"tiny": (5, 6, 4), "small": (16, 16, 16), "full": (64, 64, 32)}[
        size
    ]
    generator = np.random.default_rng(0)
    lengths = generator.integers(2, capacity + 1, rows)
    return zero_padded(generator.normal(size=(rows, capacity, features)), lengths)


def with_weights(shapes: dict[str, tuple[int, int]]) -> Callable[[Size], Inputs]:
    """Return inputs with matrices; their shapes are in multiples of the number of features."""

    def inputs(size: Size) -> Inputs:
        data, lengths = rows_of_two_or_more(size)
        keys = jr.split(jr.key(0), len(shapes))
        features = data.shape[2]
        weights = {
            name: jr.normal(key, (features * before, features * after)) / (features * before) ** 0.5
            for key, (name, (before, after)) in zip(keys, shapes.items(), strict=True)
        }
        return Inputs(data, lengths, weights)

    return inputs


def gru_inputs(size: Size) -> Inputs:
    """Return rows, and a recurrent cell as wide as their elements."""
    data, lengths = rows_of_two_or_more(size)
    return Inputs(data, lengths, eqx.nn.GRUCell(data.shape[2], data.shape[2], key=jr.key(0)))


def statistics_inputs(size: Size) -> Inputs:
    """Return rows, and the vector that scores their elements."""
    data, lengths = rows_of_two_or_more(size)
    return Inputs(data, lengths, jr.normal(jr.key(0), data.shape[2:]) / data.shape[2] ** 0.5)


EMPTY_ROWS = Excess(
    "rows of length 0 get results as well, by one more select, an extreme that padding equals shares "
    "no gradient with it, and none reaches the padding that comes in; the expert does without.",
    {("gradient", "bytes"): 1.13},
)
NO_GRADIENT = Excess(
    "no gradient reaches the padding that comes in, by one more select.",
    {("gradient", "flops"): 1.06},
)

ATTENTION = dict.fromkeys(("query", "key", "value", "output"), (1, 1))

CASES = (
    Case(
        "rows, attention block",
        by_row(row_attention),
        expert_attention,
        with_weights(ATTENTION | {"frame inner": (1, 4), "frame outer": (4, 1)}),
        elementwise=True,
    ),
    Case(
        "rows, GRU",
        by_row(row_gru),
        lambda data, lengths, cell: expert_scan(data, lengths, cell)[0],
        gru_inputs,
        excess=NO_GRADIENT,
    ),
    Case(
        "rows, set network",
        by_row(row_set),
        expert_set,
        with_weights(
            {
                "element inner": (1, 4),
                "element outer": (4, 2),
                "pooled inner": (4, 4),
                "pooled outer": (4, 1),
            }
        ),
    ),
    Case(
        "rows, statistics",
        by_row(row_statistics),
        expert_statistics,
        statistics_inputs,
        excess=EMPTY_ROWS,
    ),
)
