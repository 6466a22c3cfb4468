"""Distinct elements and runs: what the table can't say of them."""

import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
from refusal import refused

import jagged as jg
from tests.test_dtypes import DTYPES, pad, row_pairs

NAN = np.nan
X = jg.array([[2.0, 1.0, 2.0], [], [7.0]])
EVERYTHING = {"return_index": True, "return_inverse": True, "return_counts": True}


def test_jax_10231_unique_with_counts_inside_jit():
    count = jax.jit(lambda x: jg.unique(x, return_counts=True))
    for _, x in poison.poisoned([[2, 1, 2], [], [7]], 5, np.int32):
        values, counts = count(x)
        assert values.to_list() == [[1, 2], [], [7]]
        assert counts.to_list() == [[1, 2], [], [1]]


def test_equal_elements_the_first_of_which_has_the_derivative():
    poison.check(jg.unique, [[2, 1, 2], [], [7]], [[1, 2], [], [7]], [[1, 1, 0], [], [1]])


def test_nan_is_one_value_and_the_last():
    everything = jax.jit(lambda x: jg.unique(x, **EVERYTHING))
    rows = [[NAN, np.inf, NAN, -0.0, 0.0], [NAN]]
    for _, x in poison.poisoned(rows, 7):
        values, index, inverse, counts = everything(x)
        poison.assert_close(values, [[0, np.inf, NAN], [NAN]])
        assert index.to_list() == [[3, 1, 0], [0]]
        assert inverse.to_list() == [[2, 1, 2, 0, 0], [0]]
        assert counts.to_list() == [[2, 1, 2], [1]]


@pytest.mark.parametrize("dtype", DTYPES)
def test_dtypes(dtype):
    (rows,) = row_pairs(["real"], dtype)
    values, *places = jg.unique(pad(rows, rows[0].dtype), **EVERYTHING)
    assert values.dtype == rows[0].dtype
    assert all(each.dtype == jnp.int32 for each in places)
    for ours, row in zip(values.rows(), rows, strict=True):
        np.testing.assert_array_equal(ours, np.asarray(jnp.unique(jnp.asarray(row))))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8])
def test_extremes_of_integers(dtype):
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    counts = jax.jit(lambda x: jg.unique(x, return_counts=True))
    for _, x in poison.poisoned([[high, low, high], [high]], 5, dtype):
        assert [each.to_list() for each in counts(x)] == [[[low, high], [high]], [[1, 2], [1]]]


def test_capacity_of_the_distinct():
    values, counts = jg.unique(X, capacity=2, return_counts=True)
    assert values.capacity == counts.capacity == 2
    assert values.to_list() == [[1, 2], [], [7]]
    assert jg.unique(X, capacity=6).capacity == 6
    with refused(ValueError, "capacity=1", "up to 2", 'overflow="return"'):
        jg.unique(X, capacity=1)
    values, counts, over = jg.unique(X, capacity=1, return_counts=True, overflow="return")
    assert values.to_list() == [[1], [], [7]]
    assert counts.to_list() == [[1], [], [1]]
    assert over.tolist() == [True, False, False]
    assert jg.unique(X, overflow="return")[1].tolist() == [False] * 3
    traced = jax.jit(lambda x: jg.unique(x, capacity=1))
    assert traced(X).to_list() == [[], [], [7]]
    with jg.checking(), pytest.raises(Exception, match="capacity=1 must hold every row"):
        jax.block_until_ready(traced(X))
    with refused(ValueError, "overflow", "cut"):
        jg.unique(X, overflow="cut")  # pyright: ignore[reportArgumentType]


def test_values_are_those_that_the_inverse_takes():
    values, inverse = jg.unique(X, return_inverse=True)
    assert inverse.lengths is X.lengths
    for row, place, original in zip(values.rows(), inverse.rows(), X.rows(), strict=True):
        np.testing.assert_array_equal(row[place], original)


TWO = jg.array([[[3, 1, 3], [], [2]], [[5, 5]]], jagged_axes=2)


def test_several_batch_axes_none_and_a_deeper_axis():
    assert jg.unique(X[0]).to_list() == [1, 2]
    assert jg.run_lengths(X[0]).to_list() == [1, 1, 1]
    both = jg.JaggedArray(jnp.stack([X.data] * 2), jnp.stack([X.lengths] * 2))
    assert jg.unique(both).to_list() == [[[1, 2], [], [7]]] * 2
    assert jg.unique(TWO, axis=2).to_list() == [[[1, 3], [], [2]], [[5]]]
    assert jg.unique(TWO, axis=2, return_inverse=True)[1].to_list() == [
        [[1, 0, 1], [], [0]],
        [[0, 0]],
    ]
    assert jg.run_lengths(TWO, axis=2).to_list() == [[[1, 1, 1], [], [1]], [[2]]]


def test_runs():
    run = jax.jit(jg.run_lengths)
    for _, x in poison.poisoned([[5, 5, 7, 5], [], [1, 1]], 6):
        assert run(x).to_list() == [[2, 1, 1], [], [2]]
    assert run(jg.array([[NAN, NAN], [0.0, -0.0]])).to_list() == [[1, 1], [2]]
    assert run(jg.array([[[1, 2], [1, 2], [1, 3]], []])).to_list() == [[2, 1], []]


def test_elements_that_are_no_numbers():
    with refused(ValueError, "one number", "(1,)"):
        jg.unique(X[..., None])
    for function in (jg.unique, jg.run_lengths):
        with refused(ValueError, "rows", "deepest"):
            function(TWO, axis=1)
        with refused(TypeError, "JaggedArray", "record"):
            function(jg.record({"x": X}))
