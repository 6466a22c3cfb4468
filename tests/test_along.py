"""What runs along a row: running results, differences, windows and interpolation beyond the table."""

import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
from jax import lax
from refusal import refused

import jagged as jg

INFINITY = np.inf
RUNNING = {
    "cumprod": lax.cumprod,
    "cummax": lax.cummax,
    "cummin": lax.cummin,
    "cumlogsumexp": lax.cumlogsumexp,
}
HARD = [[0.0, 3.0, 0.0, 2.0], [], [2.0, 2.0, 2.0], [-INFINITY, 2.0, -INFINITY, 2.0], [-INFINITY]]


def slopes(f, data, valid):
    """The gradient of a weighted sum of what is valid, and what `f` gives."""
    weights = jnp.cos(1 + jnp.arange(float(data.shape[-1])))
    result, pull = jax.vjp(f, data)
    return result, pull(jnp.where(valid, weights, 0))[0]


@pytest.mark.parametrize("reverse", [False, pytest.param(True, marks=pytest.mark.matrix)])
@pytest.mark.parametrize("name", RUNNING)
def test_zeros_ties_and_infinities_are_those_of_the_row_alone(name, reverse):
    x, function = jg.array(HARD, capacity=7), getattr(jg, name)
    call = lambda data: function(x.with_data(data), reverse=reverse).data
    result, slope = slopes(call, x.data, x.mask)
    for number, row in enumerate(HARD):
        alone = lambda values: RUNNING[name](values, reverse=reverse)
        if row:
            expected, expected_slope = slopes(alone, jnp.array(row), True)
            np.testing.assert_allclose(result[number, : len(row)], expected, rtol=1e-6)
            np.testing.assert_allclose(slope[number, : len(row)], expected_slope, rtol=1e-5)
        assert np.all(slope[number, len(row) :] == 0)
        assert np.all(result[number, len(row) :] == 0)


@pytest.mark.parametrize("reverse", [False, pytest.param(True, marks=pytest.mark.matrix)])
@pytest.mark.parametrize("name", RUNNING)
def test_poison(name, reverse):
    function = getattr(jg, name)
    poison.check(lambda x: function(x, reverse=reverse), poison.ROWS)


@pytest.mark.parametrize("reverse", [False, True])
def test_rows_of_minus_infinity_have_a_finite_derivative(reverse):
    """JAX's own derivative is NaN there."""
    x = jg.array([[-INFINITY, -INFINITY, -INFINITY], [], [1.0]], capacity=4)
    call = lambda data: jg.cumlogsumexp(x.with_data(data), reverse=reverse).data
    result, slope = slopes(call, x.data, x.mask)
    assert np.all(np.isneginf(result[0, :3]))
    assert np.all(np.isfinite(slope))


def test_a_product_that_would_overflow_behind_the_end_does_not():
    row = [1e-2, 1e-1, 1e-1, 1.0, 200.0, 200.0, 2.0]
    x = jg.array([row, [1.0] * 8], dtype=np.float16)
    gradient = jax.grad(lambda d: jg.cumprod(x.with_data(d))[0, 5])(x.data)[0, :7]
    alone = jax.grad(lambda d: lax.cumprod(d)[5])(jnp.array(row, jnp.float16))
    assert np.all(np.isfinite(alone))
    np.testing.assert_allclose(gradient, alone, rtol=1e-2)


@pytest.mark.parametrize("dtype", [bool, "int8", "uint8", "int32", "float16", "bfloat16"])
def test_dtypes_of_running_results(dtype):
    rows = [[3, 1, 2], [], [0, 2]]
    x = jg.array(rows).astype(dtype)
    for name in ("cumprod", "cummax", "cummin"):
        for reverse in (False, True):
            result = getattr(jg, name)(x, reverse=reverse)
            for row, found in zip(x.rows(), result.rows(), strict=True):
                if name == "cumprod":
                    flipped = jnp.flip(row) if reverse else jnp.asarray(row)
                    expected = jnp.cumprod(flipped)
                    expected = jnp.flip(expected) if reverse else expected
                else:
                    reduce = np.maximum if name == "cummax" else np.minimum
                    flipped = row[::-1] if reverse else row
                    expected = reduce.accumulate(flipped) if len(row) else row
                    expected = expected[::-1] if reverse else expected
                assert found.dtype == expected.dtype
                np.testing.assert_array_equal(np.asarray(found, float), np.asarray(expected, float))


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint8])
def test_extremes_of_integers_are_no_sentinels(dtype):
    least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
    x = jg.array([[least, most], [most], [least], []], dtype=dtype, capacity=3)
    assert jg.cummax(x, reverse=True).to_list() == [[most, most], [most], [least], []]
    assert jg.cummin(x).to_list() == [[least, least], [most], [least], []]


def test_nan_wins_from_where_it_stands():
    x = jg.array([[1.0, np.nan, 2.0], [3.0]], capacity=5)
    np.testing.assert_array_equal(jg.cummax(x).rows()[0], [1, np.nan, np.nan])
    np.testing.assert_array_equal(jg.cummin(x, reverse=True).rows()[0], [np.nan, np.nan, 2])
    assert jg.cummax(x).to_list()[1] == [3.0]


def test_half_precision_and_integers_in_cumlogsumexp():
    ones = jg.zeros([3000], dtype=jnp.bfloat16)
    assert jg.cumlogsumexp(ones)[0, 2999] == jnp.log(3000.0).astype(jnp.bfloat16)
    assert jg.cumlogsumexp(jg.array([[1, 1]])).dtype == jnp.float32


def test_a_shorter_row_adds_nothing_to_its_columns():
    x = jg.array([[2.0], [3.0, 5.0], [], [4.0, 7.0, 1.0]])
    assert jg.cumprod(x, axis=0).to_list() == [[2.0], [6.0, 5.0], [], [24.0, 35.0, 1.0]]
    assert jg.cummax(x, axis=0, reverse=True).to_list() == [[4.0], [4.0, 7.0], [], [4.0, 7.0, 1.0]]
    assert jg.cummin(x, axis=0).to_list() == [[2.0], [2.0, 5.0], [], [2.0, 5.0, 1.0]]
    call = lambda data: jg.sum(jg.cummax(x.with_data(data), axis=0, reverse=True))
    np.testing.assert_array_equal(
        jax.grad(call)(x.data), [[0, 0, 0], [0, 0, 0], [0, 0, 0], [3, 2, 1]]
    )


def test_other_axes():
    x = jg.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]]])
    assert jg.cumprod(x, axis=2).to_list() == [[[1.0, 2.0], [3.0, 12.0]], [[5.0, 30.0]]]
    two = jg.array([[[1.0, 2.0], [3.0]], [[], [4.0, 5.0, 2.0]]], jagged_axes=2)
    assert jg.cumprod(two, axis=2).to_list() == [[[1.0, 2.0], [3.0]], [[], [4.0, 20.0, 40.0]]]
    assert jg.cumprod(two).to_list() == [[[1.0, 2.0], [3.0]], [[], [4.0, 5.0, 2.0]]]
    assert jg.cummax(two).to_list() == [[[1.0, 2.0], [3.0]], [[], [4.0, 5.0, 2.0]]]
    dense = jnp.array([2.0, 1.0, 3.0])
    assert jg.cummax(dense, axis=0).tolist() == [2, 2, 3]
    assert jax.grad(lambda x: jg.cumprod(x, axis=0)[2])(dense).tolist() == [3, 6, 2]


def test_features_of_padding_do_not_overflow():
    x = jg.array([[[1.0] * 20], []], capacity=2)
    x = jg.JaggedArray.unchecked(jnp.where(x.mask[..., None], x.data, 1000.0), x.lengths)
    assert np.all(np.isfinite(jg.cumprod(x, axis=2).data))


@pytest.mark.parametrize("name", RUNNING)
def test_refusals_of_running_results(name, x):
    with refused(TypeError, f"jg.{name}", "axis=None", "jg.ROW"):
        getattr(jg, name)(x, axis=None)
    if name != "cumprod":
        with refused(TypeError, f"jg.{name}", "complex64", "jg.real"):
            getattr(jg, name)(x.astype(complex))


def test_differences_of_booleans_records_and_deeper_rows(x):
    assert jg.diff(jg.array([[True, False, False], [True]])).to_list() == [[True, False], []]
    assert jg.diff(x, 0) is x
    assert jg.diff(x, 5).to_list() == [[], [], []]
    assert jg.diff(x, 5).capacity == 0
    both = jg.diff(jg.record({"a": x, "b": x * 2}))
    assert both["b"].to_list() == [[2.0, 2.0], [], [2.0]]
    two = jg.array([[[1.0, 4.0, 9.0], [3.0]], [[]]], jagged_axes=2)
    assert jg.diff(two, axis=2).to_list() == [[[3.0, 5.0], []], [[]]]
    with refused(ValueError, "jg.diff", "axis=1", "axis=2"):
        jg.diff(two)


def test_refusals_of_differences_and_windows(x):
    with refused(TypeError, "jg.diff", "integer", "1.5"):
        jg.diff(x, 1.5)  # pyright: ignore[reportArgumentType]
    with refused(ValueError, "n of jg.diff", "got -1"):
        jg.diff(x, -1)
    with refused(ValueError, "jg.diff", "axis=0"):
        jg.diff(x, axis=0)
    with refused(TypeError, "size of jg.windows", "integer", "None"):
        jg.windows(x, None)  # pyright: ignore[reportArgumentType]
    with refused(ValueError, "step of jg.windows", "got 0"):
        jg.windows(x, 2, 0)
    with refused(TypeError, "jg.windows", "list"):
        jg.windows([1, 2], 2)


@pytest.mark.parametrize(("size", "step"), [(1, 1), (2, 3), (4, 1), (5, 2), (9, 1)])
def test_windows_are_those_of_numpy(size, step):
    x = jg.array([np.arange(n) for n in (0, 3, 8, 4)], capacity=8)
    for row, found in zip(x.rows(), jg.windows(x, size, step).rows(), strict=True):
        assert len(found) == max(0, (len(row) - size) // step + 1)
        if len(row) >= size:
            view = np.lib.stride_tricks.sliding_window_view(row, size)[::step]
            np.testing.assert_array_equal(found, view)


def test_windows_of_records_and_deeper_rows(x):
    both = jg.windows(jg.record({"a": x, "b": x * 2}), 2)
    assert both["b"].to_list() == [[[2.0, 4.0], [4.0, 6.0]], [], [[8.0, 10.0]]]
    two = jg.array([[[1.0, 2.0], [], [3.0]], [[4.0]]], jagged_axes=2)
    pairs = jg.windows(two, 2)
    assert pairs.shape == (2, None, 2, None)
    assert pairs.to_list() == [[[[1.0, 2.0], []], [[], [3.0]]], []]
    assert jg.windows(two, 2, axis=2).to_list() == [[[[1.0, 2.0]], [], []], [[]]]
    poison.check(lambda x: jg.windows(x, 2), poison.ROWS, gradient=[[1, 2, 1], [], [1, 1]])


POINTS = [[0.5, 3.0, -1.0, 1.0], [], [0.5], [2.0, 3.0]]
TABLES = [[0.0, 1.0, 1.0, 2.0], [1.0], [0.0], []]
VALUES = [[0.0, 10.0, 11.0, 3.0], [4.0], [7.0], []]
SIDES = [(None, None), ("extrapolate", "extrapolate"), (5.0, -1.0)]


@pytest.mark.parametrize("room", [4, pytest.param(100, marks=pytest.mark.matrix)])
@pytest.mark.parametrize(("left", "right"), SIDES)
def test_interpolation_is_that_of_the_row_alone(left, right, room):
    arrays = [jg.array(POINTS), jg.array(TABLES, capacity=room), jg.array(VALUES, capacity=room)]

    def call(*data):
        x, xp, fp = (x.with_data(d) for x, d in zip(arrays, data, strict=True))
        return jg.interp(x, xp, fp, left, right).data

    weights = jnp.cos(jnp.arange(4.0))
    result, pull = jax.vjp(call, *(x.data for x in arrays))
    found = pull(jnp.where(arrays[0].mask, weights, 0))
    for number, rows in enumerate(zip(POINTS, TABLES, VALUES, strict=True)):
        if not (rows[0] and rows[1]):
            continue
        alone = lambda x, xp, fp: jnp.interp(x, xp, fp, left, right)
        expected, pull_alone = jax.vjp(alone, *map(jnp.array, rows))
        np.testing.assert_allclose(result[number, : len(rows[0])], expected, rtol=1e-6)
        for ours, theirs in zip(found, pull_alone(weights[: len(rows[0])]), strict=True):
            np.testing.assert_allclose(ours[number, : len(theirs)], theirs, rtol=1e-5, atol=1e-6)
            assert np.all(ours[number, len(theirs) :] == 0)
    assert np.all(np.isnan(result[3, :2]))
    assert all(np.all(np.isfinite(each)) for each in found)
    assert np.all(np.isfinite(result[~arrays[0].mask]))


def test_interpolation_at_dense_points_and_in_shared_tables():
    table, values = jg.array(TABLES), jg.array(VALUES)
    points = jnp.array([[0.5, 9.0]] * 4)
    np.testing.assert_allclose(
        jg.interp(points, table, values), [[5, 3], [4, 4], [7, 7], [np.nan, np.nan]]
    )
    np.testing.assert_allclose(jg.interp(points[:, 0], table, values), [5, 4, 7, np.nan])
    shared = jnp.array([0.0, 1.0]), jnp.array([0.0, 10.0])
    np.testing.assert_allclose(jg.interp(points, *shared), [[5, 10]] * 4)
    assert jg.interp(jg.array(POINTS), *shared).to_list() == [[5.0, 10.0, 0.0, 10.0], [], [5.0], [10.0, 10.0]]  # fmt: skip
    assert np.all(np.isnan(jg.interp(jg.array(POINTS), jnp.zeros(0), jnp.zeros(0)).rows()[0]))
    features = jg.array([[[0.5, 1.5]], []])
    pair = jg.array([[0.0, 1.0], [0.0]]), jg.array([[0.0, 10.0], [7.0]])
    assert jg.interp(features, *pair).to_list() == [[[5.0, 10.0]], []]


def test_a_gradient_of_a_shared_table_has_no_padding():
    shared = jnp.array([0.0, 1.0]), jnp.array([0.0, 10.0])
    x = poison.behind_the_back(jg.array([[0.25, 0.5], []], capacity=4))
    total = lambda fp: jg.sum(jg.interp(x, shared[0], fp))
    np.testing.assert_allclose(jax.grad(total)(shared[1]), [1.25, 0.75])


def test_nan_points_and_integers():
    table, values = jg.array([[0, 1, 2]]), jg.array([[0, 10, 30]])
    assert jg.interp(jg.array([[1, 2]]), table, values).to_list() == [[10.0, 30.0]]
    assert np.isnan(jg.interp(jg.array([[np.nan]]), table.astype(float), values.astype(float)).data)


def test_refusals_of_interpolation(x):
    with refused(TypeError, "jg.interp", "both jagged or both dense", "jg.from_dense"):
        jg.interp(x, x, jnp.arange(3.0))
    for shapes in (((2, 2), (2, 2)), ((2,), (3,))):
        with refused(ValueError, "jg.interp", "[points]", *shapes):
            jg.interp(x, *map(jnp.ones, shapes))
    with refused(ValueError, "jg.interp", "(1, 4) and (3, 4)"):
        jg.interp(x, x[:1], x)
    with refused(ValueError, "jg.interp", "(3,)", "(2,)"):
        jg.interp(x[:2], x, x)
    with refused(ValueError, "jg.interp", "left=", "nearest"):
        jg.interp(x, x, x, "nearest")
    with refused(ValueError, "equal lengths", "3 and 2"):
        jg.interp(x, x, jg.array([[1.0, 2.0], [], [4.0, 5.0]]))
