"""Optimisers, files, copies and leaves of every kind: an array is a pytree like any other."""

import copy
import io
import pickle

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
import poison
import pytest
from jax.sharding import PartitionSpec as P
from poison import ROWS

import jagged as jg


def square_sum(x):
    return jg.sum(x * x)


@pytest.mark.parametrize(
    "optimiser", [optax.sgd(0.1), optax.adam(0.1), optax.adamw(0.1, weight_decay=0.5)]
)
def test_optax_through_filter(x, optimiser):
    state = optimiser.init(eqx.filter(x, eqx.is_inexact_array))
    slope = eqx.filter_grad(square_sum)(x)
    with jax.numpy_dtype_promotion("standard"):  # optax adds a float to its int32 count
        updates, state = optimiser.update(slope, state, eqx.filter(x, eqx.is_inexact_array))
    moved = eqx.apply_updates(x, updates)
    np.testing.assert_array_equal(moved.lengths, x.lengths)
    assert moved.lengths.dtype == jnp.int32
    assert np.all(np.asarray(moved.data)[~np.asarray(x.mask)] == 0)
    assert square_sum(moved) < square_sum(x)


def test_optax_fits_an_array_inside_jit(x):
    optimiser = optax.adam(0.3)

    @eqx.filter_jit
    def step(model, state):
        loss = lambda model: jg.sum((model - 1.0) ** 2)
        value, slope = eqx.filter_value_and_grad(loss)(model)
        updates, state = optimiser.update(slope, state)
        return eqx.apply_updates(model, updates), state, value

    model, state = x, optimiser.init(eqx.filter(x, eqx.is_inexact_array))
    values = []
    for _ in range(60):
        with jax.numpy_dtype_promotion("standard"):
            model, state, value = step(model, state)
        values.append(float(value))
    assert values[-1] < 0.01 * values[0]
    assert model.shape == x.shape


def test_partition_and_combine(x):
    dynamic, static = eqx.partition(x, eqx.is_inexact_array)
    assert dynamic.lengths is None
    assert static.data is None
    poison.assert_same(eqx.combine(dynamic, static), x)
    assert repr(dynamic)
    assert repr(static)


def test_tree_serialise_leaves(x):
    file = io.BytesIO()
    eqx.tree_serialise_leaves(file, x)
    file.seek(0)
    poison.assert_same(eqx.tree_deserialise_leaves(file, jg.zeros_like(x)), x)
    file.seek(0)
    poison.assert_same(eqx.tree_deserialise_leaves(file, jax.eval_shape(lambda x: x, x)), x)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_copies(x, again):
    poison.assert_same(again(x), x)
    record = jg.record({"one": x, "other": x * 2.0})
    poison.assert_same(again(record), record)
    host = jg.array(ROWS, host=True)
    poison.assert_same(again(host), host)
    assert jg.sum(again(x)) == 15


# Leaves of every kind


LEAVES = {
    "none": lambda leaf: None,
    "object": lambda leaf: object(),
    "string": lambda leaf: "leaf",
    "number": lambda leaf: 0,
    "struct": lambda leaf: jax.ShapeDtypeStruct(leaf.shape, leaf.dtype),
    "sharding": lambda leaf: leaf.sharding,
    "spec": lambda leaf: P(),
    "numpy": np.asarray,
    "type": lambda leaf: leaf.dtype,
    "nan": lambda leaf: jnp.full(leaf.shape, jnp.nan),
}


@pytest.mark.parametrize("kind", LEAVES)
def test_tree_map_to_anything(x, kind):
    for tree in x, x[0], jg.record({"one": x}):
        mapped = jax.tree.map(LEAVES[kind], tree)
        assert type(mapped) is type(tree)
        assert isinstance(repr(mapped), str)
        assert jax.tree.structure(jax.tree.map(lambda leaf, *_: leaf, tree)) == jax.tree.structure(
            tree
        )


def test_tree_map_of_two_arrays_is_elementwise(x):
    poison.assert_same(jax.tree.map(lambda a, b: a, x, x * 2.0), x)
    with pytest.raises(ValueError, match=r"structure|[Cc]ustom|None|node"):
        jax.tree.map(lambda a, b: a, x, {"data": 1})


def test_structure_is_rebuilt_without_checks(x):
    structure = jax.tree.structure(x)
    for leaves in ([1, 2], [None, object()], ["a", x], [jnp.ones(3), jnp.ones((4, 4))]):
        assert isinstance(jax.tree.unflatten(structure, leaves), jg.JaggedArray)


def test_flatten_with_path_names_the_fields(x):
    paths = [jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_flatten_with_path(x)[0]]
    assert paths == [".data", ".lengths"]


@pytest.mark.parametrize("jit", [jax.jit, eqx.filter_jit], ids=["jax.jit", "filter_jit"])
def test_methods_are_jitted(x, jit):
    np.testing.assert_array_equal(jit(x.to_dense)(), x.data)
    poison.assert_same(jit(x.with_data)(2 * x.data), x * 2.0)
    np.testing.assert_array_equal(jax.jit(lambda x: jit(x.to_dense)())(x), x.data)


def test_donation(x):
    donated = jax.jit(lambda x: x * 2.0, donate_argnums=0)
    before = x.data
    doubled = donated(x)
    poison.assert_close(doubled, [[2, 4, 6], [], [8, 10]])
    assert before.is_deleted()


def test_donation_of_a_record(x):
    record = jg.record({"one": x, "other": x * 2.0})
    donated = jax.jit(lambda r: jax.tree.map(lambda leaf: leaf + 1, r), donate_argnums=0)
    poison.assert_close(
        jg.JaggedArray(donated(record).fields["one"], [3, 0, 2]), [[2, 3, 4], [], [5, 6]]
    )


def test_numpy_leaves():
    host = jg.array(ROWS, capacity=4, host=True)
    assert isinstance(host.data, np.ndarray)
    assert isinstance(host.lengths, np.ndarray)
    assert host.lengths.dtype == np.int32
    assert jax.jit(square_sum)(host) == 55
    assert square_sum(host) == 55
    np.testing.assert_array_equal(jax.vmap(jg.sum)(host), [6, 0, 9])
    np.testing.assert_array_equal(
        eqx.filter_grad(square_sum)(jax.device_put(host)).data, 2 * host.data
    )
    poison.assert_close(host * 2.0 + host, [[3, 6, 9], [], [12, 15]])
    assert host.shape == (3, None)
    poison.assert_same(jax.tree.map(jnp.asarray, host), jg.array(ROWS, capacity=4))


def test_stacked_arrays_are_a_batch_of_batches(x):
    stacked = jax.tree.map(lambda *leaves: jnp.stack(leaves), x, x * 2.0)
    np.testing.assert_array_equal(jg.sum(stacked, axis=jg.ROW), [[6, 0, 9], [12, 0, 18]])
    np.testing.assert_array_equal(
        jax.vmap(lambda x: jg.sum(x, axis=jg.ROW))(stacked), [[6, 0, 9], [12, 0, 18]]
    )


def test_leaked_tracers(x):
    with jax.checking_leaks():
        jax.jit(lambda x: jg.softmax(x * x) - jg.mean(x, axis=1, keepdims=True, empty=0))(x)
        running = lambda x: jg.scan(lambda c, t: (c + t, c), jnp.float32(0), x, in_axes=None)[1]
        jax.jit(jax.grad(lambda data: jg.sum(running(x.with_data(data)))))(x.data)
