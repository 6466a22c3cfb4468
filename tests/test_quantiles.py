"""Quantiles: what the table can't say of them."""

import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
from refusal import refused

import jagged as jg
from jagged._kernels.quantiles import METHODS
from tests.layouts import MIXED, rows_of
from tests.test_dtypes import DTYPES, pad, row_pairs, same

INF, NAN = np.inf, np.nan
X = jg.array([[1.0, 2.0, 9.0], [], [4.0]])
SHARES = (0.0, 0.25, 0.3, 0.5, 0.8, 1.0)


@pytest.mark.parametrize("method", METHODS)
def test_methods_are_those_of_jnp_with_their_derivatives(method):
    rows = [row for row in rows_of(MIXED, "real") if len(row)]
    x = jg.array(rows, capacity=7)
    shares = jnp.array(SHARES)
    ours = lambda data: jg.quantile(x.with_data(data), shares, axis=1, method=method)
    weights = jnp.cos(jnp.arange(len(SHARES) * 1.0))
    slope = jax.jit(jax.grad(lambda data: jnp.sum(ours(data) * weights[:, None])))(x.data)
    theirs = lambda row: jnp.quantile(row, shares, method=method)
    for place, row in enumerate(rows):
        np.testing.assert_allclose(ours(x.data)[:, place], theirs(row), rtol=1e-6)
        expected = jax.grad(lambda row: jnp.sum(theirs(row) * weights))(jnp.asarray(row))
        np.testing.assert_allclose(slope[place, : len(row)], expected, atol=1e-6)
        assert not np.any(slope[place, len(row) :])


def test_neither_padding_nor_the_capacity_is_seen():
    poison.check(
        lambda x: jg.median(x, axis=1), [[4, 1, 2], [], [3]], [2, NAN, 3], [[0, 0, 1], [], [1]]
    )
    poison.check(lambda x: jg.median(x, axis=1, empty=0), [[4, 1], []], [2.5, 0], [[0.5, 0.5], []])
    poison.check(jg.median, [[4, 1, 2], [], [3]], 2.5, [[0, 0, 0.5], [], [0.5]])


def test_nan_makes_its_own_row_nan_alone():
    median = lambda x: jg.median(x, axis=1)
    poison.check(median, [[1, NAN, 3], [2, 4]], [NAN, 3], [[0, 0, 0], [0.5, 0.5]])
    shares = jax.grad(lambda q: jnp.nansum(jg.quantile(jg.array([[NAN, 1], [1, 3]]), q, axis=1)))
    assert shares(0.5) == 2


def test_infinite_neighbours_are_taken_as_they_are():
    rows = [[1, INF, INF], [-INF, -INF], [-INF, 0, INF]]
    poison.check(lambda x: jg.median(x, axis=1), rows, [INF, -INF, 0])
    assert jg.quantile(jg.array(rows), 0.0, axis=1).tolist() == [1, -INF, -INF]


@pytest.mark.parametrize("dtype", [dtype for dtype in DTYPES if dtype != "complex64"])
def test_dtypes(dtype):
    (rows,) = row_pairs(["real"], dtype)
    result = jg.quantile(pad(rows, rows[0].dtype), 0.4, axis=1)
    for place, row in enumerate(rows):
        if len(row):
            same(result[place], jnp.quantile(jnp.asarray(row), jnp.float32(0.4)), dtype)


def test_several_shares_come_first():
    assert jg.quantile(X, [0.0, 1.0], axis=1, empty=0).tolist() == [[1, 0, 4], [9, 0, 4]]
    features = jg.array([[[1.0, 3.0], [2.0, 6.0]], [[5.0, 7.0]]])
    result = jg.quantile(features, [0.0, 0.5], axis=2)
    assert result.to_list() == [[[1, 2], [5]], [[2, 4], [6]]]
    kept = jg.quantile(features, [0.0, 0.5], axis=(0, 1), keepdims=True)
    np.testing.assert_array_equal(kept, [[[[1, 3]]], [[[2, 6]]]])


def test_two_jagged_axes_and_dense_arrays():
    two = jg.array([[[3.0, 1.0], [], [2.0]], [[5.0]]], jagged_axes=2)
    assert jg.median(two, axis=2, empty=0).to_list() == [[2, 0, 2], [5]]
    np.testing.assert_array_equal(jg.median(two, axis=(1, 2)), [2, 5])
    assert jg.median(jnp.array([1.0, 5.0])) == 3
    assert jg.percentile(X[0], 50) == 2


def test_elements_that_do_not_take_part():
    assert jg.median(X, axis=1, where=X > 1, empty=-1).tolist() == [5.5, -1, 4]
    holes = jg.array([[NAN, 2.0, NAN, 6.0], [NAN]])
    result = jg.median(holes, axis=1, where=~jg.isnan(holes), empty=0)
    assert result.tolist() == [4, 0]


@pytest.mark.parametrize("number", [100, 600])
def test_many_elements(number):
    values = np.random.default_rng(0).normal(size=number).astype(np.float32)
    x = jg.array([values, values[: number // 3]])
    expected = [np.quantile(row, SHARES) for row in x.rows()]
    np.testing.assert_allclose(jg.quantile(x, SHARES, axis=1).T, expected, rtol=1e-4)


def test_shares_out_of_range():
    for function, limit, q in ((jg.quantile, 1, 1.5), (jg.percentile, 100, -1)):
        with refused(ValueError, "between 0 and", limit, q):
            function(X, q)
        with refused(ValueError, "one axis", "(1, 1)"):
            function(X, [[0.5]])
        with refused(TypeError, "real", "complex"):
            function(X, 1j)
        with refused(ValueError, "method", "hazen", "midpoint"):
            function(X, 0.5, method="hazen")
    traced = jax.jit(lambda q: jg.quantile(X, q, axis=1))
    assert np.all(np.isnan(traced(1.5)))
    with jg.checking(), pytest.raises(Exception, match="between 0 and 1"):
        jax.block_until_ready(traced(1.5))


def test_complex_numbers_have_no_median():
    x = jg.array([[1.0 + 1j]])
    for function in (jg.median, lambda x: jg.quantile(x, 0.5), lambda x: jg.percentile(x, 5)):
        with refused(TypeError, "complex64", "order"):
            function(x)
