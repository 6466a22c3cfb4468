"""Functions of one row under `jg.vmap`: one compiled program for each function and capacity."""

import functools
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

import jagged as jg
from tests.poison import garbage, is_jagged
from tests.rows_reference import (
    DOMAINS,
    FAST,
    LENGTHS,
    ROOM,
    SCALES,
    Outcome,
    RowFunction,
    derivatives,
    direction,
    full_rows,
    is_float,
    length_of,
    reference,
    result_weights,
    row_directions,
)
from tests.rows_table_layers import LAYER_FUNCTIONS

PADDINGS = ("zero", "garbage", "other garbage")


def buffers(function: RowFunction, size: int, padding: str) -> list:
    """Give the data of each argument, in the room of one size, with something behind the rows."""
    return [_buffer(kind, k, size, padding) for k, kind in enumerate(function.inputs)]


def _buffer(kind, place, size, padding):
    rows = full_rows(kind, place)
    if not isinstance(rows, list):
        return rows
    shape = (len(rows), ROOM[length_of(kind)][size], *DOMAINS[kind.split(":")[0]][1])
    data = garbage(shape, rows[0].dtype) if padding != "zero" else np.zeros(shape, rows[0].dtype)
    if padding == "other garbage":
        data = np.logical_not(data) if data.dtype == np.bool_ else -data[:, ::-1]
    for row, values in zip(data, rows, strict=True):
        row[: len(values)] = values
    return jnp.asarray(data)


def directions(function: RowFunction, data) -> list:
    """Give a direction for each argument that a derivative goes through."""
    pairs = enumerate(zip(function.inputs, data, strict=True))
    return [_direction(each, place) if is_float(each) else None for place, (_, each) in pairs]


def _direction(data, place):
    whole = row_directions((len(data), 16, *data.shape[2:]), place)
    return jnp.asarray(whole[:, : data.shape[1]])


def validity(result):
    """Mark the valid places of a jagged result, from the lengths of each of its jagged axes."""
    valid = jnp.ones(result.data.shape, bool)
    for level in (result.lengths, *result.inner_lengths):
        places = jax.lax.broadcasted_iota(jnp.int32, valid.shape, level.ndim)
        valid &= places < level.reshape(level.shape + (1,) * (valid.ndim - level.ndim))
    return valid


def program(function: RowFunction, order: int, **options):
    """Make the program of a function: values and derivatives, up to an order, of all rows at once."""
    shared = SCALES if function.shared is None else function.shared
    static = eqx.filter(shared, is_float, inverse=True)

    def run(moving, data, along, lengths, counted):
        point = moving, [each if is_float(each) else None for each in data]

        def values(point):
            whole = eqx.combine(point[1], [None if is_float(each) else each for each in data])
            pairs = zip(whole, function.inputs, strict=True)
            arguments = [_argument(each, kind, lengths) for each, kind in pairs]
            one = functools.partial(function.one, eqx.combine(point[0], static))
            rows = jg.vmap(one, empty=function.empty, min_length=function.min_length)
            return rows(*arguments)

        def loss(point):
            leaves = jax.tree.leaves(values(point), is_leaf=is_jagged)
            return sum((_weighed(leaf, counted) for leaf in leaves), jnp.float32(0))

        return values(point), *derivatives(order, loss, point, (direction(moving), along))

    return jax.jit(run, **options)


def _argument(data, kind, lengths):
    name = length_of(kind)
    return data if name is None else jg.JaggedArray.unchecked(data, lengths[name])


def _weighed(leaf, counted):
    data = leaf.data if is_jagged(leaf) else leaf
    if not is_float(data):
        return jnp.float32(0)
    rows = counted.reshape(-1, *(1,) * (data.ndim - 1))
    valid = rows & validity(leaf) if is_jagged(leaf) else rows
    return jnp.sum(jnp.where(valid, data, 0) * result_weights(data.shape[1:])[None])


def order_of(function: RowFunction, size: int) -> int:
    """Give how often a function is differentiated at a size: twice at the larger one alone.

    Layers and loops, which take long to compile, and variants of another function are
    differentiated at the larger one alone.
    """
    if size:
        return function.order
    return 0 if function in LAYER_FUNCTIONS or ":" in function.name else min(function.order, 1)


def counted(function: RowFunction, size: int) -> np.ndarray:
    """Mark the rows whose value and derivatives the reference finds to be finite."""
    return np.array(
        [
            outcome is not None and _is_finite(outcome)
            for outcome in reference(function, order_of(function, size))
        ]
    )


def _is_finite(outcome: Outcome) -> bool:
    leaves = jax.tree.leaves((outcome.values, outcome.slopes, outcome.curvature))
    return all(np.all(np.isfinite(leaf)) for leaf in leaves if is_float(leaf))


def stand_ins(function: RowFunction, size: int) -> np.ndarray:
    """Give for each place a row whose derivatives are finite, or that the function raises for."""
    known, finite = reference(function, order_of(function, size)), counted(function, size)
    proper = [each is None or fine for each, fine in zip(known, finite, strict=True)]
    return np.where(proper, np.arange(len(proper)), np.argmax(finite))


class Runs(NamedTuple):
    """What a function gives with each padding, for all rows, and for those of `stand_ins`."""

    all_rows: list[Outcome]
    finite_rows: list[Outcome]


@functools.cache
def runs(function: RowFunction, size: int) -> Runs:
    """Run a function at one of two capacities; at the second one it is differentiated twice."""
    run = program(function, order_of(function, size), compiler_options=FAST)
    moving = eqx.filter(SCALES if function.shared is None else function.shared, is_float)
    lengths = {name: jnp.asarray(each, jnp.int32) for name, each in LENGTHS.items()}
    finite = jnp.asarray(counted(function, size))

    def call(numbers, padding) -> Outcome:
        data = buffers(function, size, padding)
        arguments = data, directions(function, data), lengths, finite
        chosen = jax.tree.map(lambda each: each[numbers], arguments)
        return Outcome(*jax.device_get(run(moving, *chosen)))

    everything, replaced = np.arange(len(finite)), stand_ins(function, size)
    first = [call(everything, padding) for padding in PADDINGS]
    same = np.array_equal(everything, replaced)
    return Runs(first, first if same else [call(replaced, padding) for padding in PADDINGS])
