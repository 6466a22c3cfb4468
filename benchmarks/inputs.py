"""What the suite is measured on: padded batches with zeros in their padding, and parameters."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, get_args

import equinox as eqx
import jax.numpy as jnp
import jax.random as jr
import numpy as np
from jax import Array

from .masks import valid

Size = Literal["tiny", "small", "full"]
SIZES: tuple[Size, ...] = get_args(Size)


class Inputs(NamedTuple):
    """A padded batch with zeros in its padding, and what the computation is parametrised by."""

    data: Array
    lengths: Array
    parameters: Any


def sequences(size: Size, seed: int = 0) -> tuple[Array, Array]:
    """Draw rows of vectors; their lengths are uniform from 0 to the capacity."""
    rows, capacity, features = {"tiny": (5, 4, 3), "small": (32, 16, 16), "full": (256, 64, 64)}[
        size
    ]
    generator = np.random.default_rng(seed)
    lengths = with_empty_row(generator.integers(0, capacity + 1, rows))
    return zero_padded(generator.normal(size=(rows, capacity, features)), lengths)


def events(size: Size, seed: int = 0) -> tuple[Array, Array]:
    """Draw rows of positive numbers, such as momenta; their lengths are Poisson(8)."""
    rows, capacity = {"tiny": (7, 12), "small": (500, 24), "full": (10_000, 24)}[size]
    generator = np.random.default_rng(seed)
    lengths = with_empty_row(np.minimum(generator.poisson(8, rows), capacity))
    return zero_padded(0.1 + generator.exponential(size=(rows, capacity)), lengths)


def signed_events(size: Size, seed: int = 0) -> tuple[Array, Array]:
    """Draw rows of numbers of both signs, with the lengths of the events."""
    data, lengths = events(size, seed)
    return zero_padded(np.random.default_rng(seed + 1).normal(size=data.shape), np.asarray(lengths))


def with_empty_row(lengths: np.ndarray) -> np.ndarray:
    """Make the last row empty, so that one is there in every batch."""
    return np.append(lengths[:-1], 0)


def zero_padded(data: np.ndarray, lengths: np.ndarray) -> tuple[Array, Array]:
    """Return a float32 buffer with zeros in its padding, and int32 lengths."""
    buffer = jnp.asarray(data, jnp.float32)
    row_lengths = jnp.asarray(lengths, jnp.int32)
    return jnp.where(valid(buffer, row_lengths), buffer, 0), row_lengths


def without_parameters(
    batch: Callable[[Size], tuple[Array, Array]],
) -> Callable[[Size], Inputs]:
    """Return inputs of a computation that has no parameters."""
    return lambda size: Inputs(*batch(size), None)


def query_inputs(size: Size) -> Inputs:
    """Return sequences, and the vector that scores their elements."""
    data, lengths = sequences(size)
    return Inputs(data, lengths, jr.normal(jr.key(0), data.shape[2:]) / data.shape[2] ** 0.5)


def chain_inputs(size: Size) -> Inputs:
    """Return sequences, and three vectors of features."""
    data, lengths = sequences(size)
    keys = jr.split(jr.key(0), 3)
    names = ("scale", "shift", "gain")
    vectors = {n: jr.normal(k, data.shape[2:]) for n, k in zip(names, keys, strict=True)}
    return Inputs(data, lengths, vectors)


def partial_chain_inputs(size: Size) -> Inputs:
    """Return events, and two scalars."""
    return Inputs(*events(size), {"gain": jnp.asarray(0.7), "scale": jnp.asarray(1.3)})


def map_inputs(size: Size) -> Inputs:
    """Return sequences, and the weights of two layers whose inner one is twice as wide."""
    data, lengths = sequences(size)
    width = data.shape[2]
    inner, outer = jr.split(jr.key(0))
    parameters = {
        "inner": jr.normal(inner, (width, 2 * width)) / width**0.5,
        "inner_bias": jnp.full(2 * width, 0.1),
        "outer": jr.normal(outer, (2 * width, width)) / width**0.5,
        "outer_bias": jnp.full(width, -0.1),
    }
    return Inputs(data, lengths, parameters)


def scan_inputs(size: Size) -> Inputs:
    """Return sequences, and a recurrent cell as wide as their elements."""
    data, lengths = sequences(size)
    return Inputs(data, lengths, eqx.nn.GRUCell(data.shape[2], data.shape[2], key=jr.key(0)))
