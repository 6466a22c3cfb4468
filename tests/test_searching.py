"""Searching: what the table can't say of places in sorted rows."""

from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
from jax.sharding import AxisType, NamedSharding
from refusal import refused

import jagged as jg

INF, NAN = np.inf, np.nan
ROWS = [[-INF, 1, 1, 4, INF, NAN], [], [3]]
X = jg.array(ROWS)


SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")


@pytest.mark.parametrize("side", SIDES)
def test_values_of_every_shape(side):
    values = [-INF, 0.0, 1.0, 3.0, INF, NAN]
    expected = np.array([np.searchsorted(row, values, side) for row in ROWS])
    find = jax.jit(lambda x, v: jg.searchsorted(x, v, side))
    for _, x in poison.poisoned(ROWS, 8):
        np.testing.assert_array_equal(find(x, jnp.array([values])), expected)
        for place, value in enumerate(values):
            np.testing.assert_array_equal(find(x, value), expected[:, place])
        per_row = find(x, jnp.array([1.0, 1.0, 5.0]))
        np.testing.assert_array_equal(per_row, [expected[0, 2], 0, 1])
        jagged = find(x, jg.array([[1.0], [2.0, 3.0], []], capacity=4))
        assert jagged.to_list() == [[expected[0, 2]], [0, 0], []]


def test_places_are_int32_with_the_lengths_of_the_values():
    values = jg.array([[1.0], [2.0, 3.0], []])
    for row in (X, jnp.array([1.0, 2.0])):
        places = jg.searchsorted(row, values)
        assert places.dtype == jnp.int32
        assert places.lengths is values.lengths


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32])
def test_extremes_of_integers(dtype):
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    rows = [[low, high, high], [], [low]]
    for side in SIDES:
        find = jax.jit(lambda x, s=side: jg.searchsorted(x, jnp.array([[low, high]], dtype), s))
        expected = [np.searchsorted(row, [low, high], side) for row in rows]
        for _, x in poison.poisoned(rows, 5, dtype):
            np.testing.assert_array_equal(find(x), expected)


@pytest.mark.parametrize("capacity", [1, 32, 33, 70, 512, 513, 1024])
def test_every_way_to_search_gives_the_same(capacity):
    random = np.random.default_rng(capacity)
    rows = [np.sort(random.integers(0, 9, n)) for n in (capacity, 0, capacity // 2)]
    x = jg.array([row.astype(np.int32) for row in rows], capacity=capacity)
    for side in SIDES:
        places = jg.searchsorted(x, jnp.arange(-1, 10)[None], side)
        expected = [np.searchsorted(row, np.arange(-1, 10), side) for row in rows]
        np.testing.assert_array_equal(places, expected)


def test_several_batch_axes_features_and_none():
    data = jnp.stack([X.data, X.data])
    both = jg.JaggedArray(data, jnp.stack([X.lengths, X.lengths]))
    np.testing.assert_array_equal(jg.searchsorted(both, 2.0), [[3, 0, 0]] * 2)
    np.testing.assert_array_equal(
        jg.searchsorted(both, jnp.zeros((2, 3, 4))), [[[1] * 4, [0] * 4, [0] * 4]] * 2
    )
    assert jg.searchsorted(X[0], 2.0) == 3
    assert jg.searchsorted(X[0], jnp.array([2.0, 0.0])).tolist() == [3, 1]
    features = jg.array([[[1.0, 2.0]], [], [[3.0, 4.0], [2.0, 5.0]]])
    assert jg.searchsorted(X, features).to_list() == [[[1, 3]], [], [[0, 1], [0, 1]]]
    assert jg.searchsorted(jnp.array([1.0, 2.0]), jnp.array([1.5, 9.0])).tolist() == [1, 2]


def test_numbers_promote_as_in_jnp():
    with jax.numpy_dtype_promotion("standard"):
        x = jg.array([[1, 2, 3], []])
        np.testing.assert_array_equal(jg.searchsorted(x, 2.5), [2, 0])
        np.testing.assert_array_equal(jg.searchsorted(x, jnp.array([[1.5, 3.5]])), [[1, 3], [0, 0]])


def test_long_rows_on_many_devices():
    mesh = jax.make_mesh((8,), ("rows",), axis_types=(AxisType.Explicit,))
    data = np.sort(np.random.default_rng(0).normal(size=(8, 70)).astype(np.float32))
    x = jg.from_dense(jnp.asarray(data), np.arange(8) * 10)
    specs = jg.partition_specs(x, "rows")
    with jax.set_mesh(mesh):
        spread = jax.tree.map(lambda a, s: jax.device_put(a, NamedSharding(mesh, s)), x, specs)
        find = lambda x: jg.searchsorted(x, x)
        mapped = jax.shard_map(find, in_specs=(specs,), out_specs=specs)
        for result in (jax.jit(find)(spread), jax.jit(mapped)(spread)):
            np.testing.assert_array_equal(result.data, find(x).data)


def test_what_does_not_fit():
    with refused(ValueError, "side", "middle"):
        jg.searchsorted(X, 1.0, "middle")  # pyright: ignore[reportArgumentType]
    with refused(ValueError, "without features", "got 2"):
        jg.searchsorted(X[..., None], 1.0)
    with refused(ValueError, "one axis", "got 2"):
        jg.searchsorted(jnp.ones((2, 2)), X)
    for values in (
        jnp.ones(2),
        jnp.ones((3, 2, 2)),
        jnp.ones((2, 2)),
        jg.array([[1.0]]),
        X[0].resize(3, overflow="return")[0],
    ):
        with refused(ValueError, "batch axes", "(3,)"):
            jg.searchsorted(X, values)
    with refused(TypeError, "JaggedRecord|record"):
        jg.searchsorted(jg.record({"x": X}), 1.0)
