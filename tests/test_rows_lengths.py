"""Lengths in `jg.vmap`: shared ones and own ones, empty rows, capacities, several axes, results of every length."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import solo
from refusal import refused

import jagged as jg

X, Y = (3, 1, 4), (2, 5, 1)


# Lengths that are shared, and lengths of their own


def test_arrays_share_one_array_of_lengths():
    x = solo.array()
    y = x.with_data(x.data * 2.0)
    f = lambda a, b: a * b + a[::-1]
    wanted = solo.alone(f, x, y)
    solo.assert_rows(jg.vmap(f)(x, y), wanted)
    solo.assert_rows(jax.jit(lambda x: jg.vmap(f)(x, x.with_data(x.data * 2.0)))(x), wanted)


def test_equal_lengths_with_known_values_are_shared():
    x, y = solo.array(seed=1), solo.array(seed=2)
    assert x.lengths is not y.lengths
    f = lambda a, b: a * b
    solo.assert_rows(jg.vmap(f)(x, y), solo.alone(f, x, y))


def test_arrays_of_different_capacity_share_lengths():
    x, y = solo.array(seed=1, capacity=5), solo.array(seed=2, capacity=9)
    f = lambda a, b: (a * b, jnp.concatenate([a, b]), a @ b)
    for one, other in (x, y), (y, x):
        solo.assert_rows(jg.vmap(f)(one, other), solo.alone(f, one, other))


def test_lengths_of_their_own():
    x, y = solo.array(X, seed=1), solo.array(Y, seed=2)
    f = lambda a, b: (
        jnp.outer(a, b),
        a + b.sum(),
        b * a.max(),
        jnp.concatenate([a, b]),
        jax.nn.softmax(jnp.outer(b, a)) @ a,
    )
    solo.assert_rows(jg.vmap(f)(x, y), solo.alone(f, x, y))
    solo.assert_rows(jax.jit(jg.vmap(f))(x, y), solo.alone(f, x, y))


def test_lengths_of_their_own_that_happen_to_share_a_capacity():
    x, y = solo.array(X, seed=1, capacity=6), solo.array(Y, seed=2, capacity=6)
    f = lambda a, b: a[:, None] * b[None, :]
    found = jg.vmap(f)(x, y)
    assert len(found.levels) == 2
    solo.assert_rows(found, solo.alone(f, x, y))
    found = jg.vmap(lambda a, b: f(a, b) @ b)(x, y)
    solo.assert_rows(found, solo.alone(lambda a, b: f(a, b) @ b, x, y))


def test_gradients_of_two_lengths():
    x, y = solo.array(X, seed=1), solo.array(Y, seed=2)
    f = lambda a, b: jnp.tanh(jnp.outer(a, b)).sum(0).max() + (a.sum() * b**2).mean()
    total = lambda a, b: jnp.sum(jg.vmap(f)(x.with_data(a), y.with_data(b)))
    found = jax.jit(jax.grad(total, (0, 1)))(x.data, y.data)
    wanted = solo.alone(jax.grad(f, (0, 1)), x, y)
    solo.assert_rows([x.with_data(found[0]), y.with_data(found[1])], [*map(list, wanted)])


@pytest.mark.parametrize(
    "f",
    [
        lambda a, b: a + b,
        lambda a, b: a @ b,
        lambda a, b: jnp.where(b > 0, a, 0.0),
        lambda a, b: jnp.stack([a, b]),
        lambda a, b: a.at[:].set(b),
        lambda a, b: jax.lax.scan(lambda c, t: (c + t[0] * t[1], None), 0.0, (a, b))[0],
        lambda a, b: jax.vmap(jnp.multiply)(a, b),
        lambda a, b: jnp.dot(a[:, None].T, b[:, None]),
    ],
)
def test_mixing_lengths_is_refused_with_advice(f):
    x, y = solo.array(X), solo.array(Y)
    with refused((TypeError, ValueError), "lengths", "JaggedRecord|record", "with_data"):
        jg.vmap(f)(x, y)


def test_equal_lengths_that_are_traced_apart_are_refused_or_right():
    x, y = solo.array(seed=1), solo.array(seed=2)
    f = lambda a, b: a + b
    with refused((TypeError, ValueError), "lengths", "record|with_data"):
        jax.jit(jg.vmap(f))(x, y)


def test_comparing_two_lengths_is_refused():
    for decide in (
        lambda a, b: a if a.shape == b.shape else a * 2.0,
        lambda a, b: a if a.shape[0] == b.shape[0] else a * 2.0,
        lambda a, b: a if a.shape[0] != b.shape[0] else a * 2.0,
        lambda a, b: a * float(len({a.shape[0], b.shape[0]})),
        lambda a, b: a if a.shape[0] > b.shape[0] else a * 2.0,
    ):
        with refused(TypeError, "jg.vmap|jagged arguments"):
            jg.vmap(decide)(solo.array(X), solo.array(Y))


def test_broadcast_against_a_length_of_one():
    x, y = solo.array((3, 1, 4)), solo.array((1, 1, 1))
    with refused((TypeError, ValueError), "lengths"):
        jg.vmap(lambda a, b: a + b)(x, y)


# Empty rows


TOTAL = {
    "sum": lambda x: x.sum(),
    "row": lambda x: x * 2.0,
    "token": lambda x: jnp.concatenate([jnp.ones(1), x])[0],
    "with_token": lambda x: jnp.concatenate([jnp.ones(1), x]),
    "product": lambda x: x.prod(),
    "softmax": lambda x: jax.nn.softmax(x),
    "mean": lambda x: x.mean(),
    "std": lambda x: x.std(),
    "outer": lambda x: jnp.outer(x, x),
    "any": lambda x: jnp.any(x > 0),
    "logsumexp": lambda x: jax.nn.logsumexp(x),
    "constant": lambda x: jnp.float32(2),
    "padded": lambda x: jnp.pad(x, (1, 2)),
    "cumsum": lambda x: jnp.cumsum(x),
    "sort": lambda x: jnp.sort(x),
    "square": lambda x: (x @ x) ** 2,
    "scan": lambda x: jax.lax.scan(lambda c, t: (c + t, c * t), 1.0, x),
    "length": lambda x: x.shape[0] + 1,
}


@pytest.mark.parametrize("lengths", [(0, 2, 0, 3), (0, 0)], ids=["some", "all"])
@pytest.mark.parametrize("name", TOTAL)
def test_empty_rows_get_what_the_function_gives(name, lengths):
    x = solo.array(lengths)
    f = TOTAL[name]
    solo.assert_rows(jg.vmap(f)(x), solo.alone(f, x))
    slope = np.asarray(solo.slopes(f, x))
    assert np.all(slope[~np.asarray(x.mask)] == 0), slope


def test_empty_rows_of_a_function_that_raises():
    x = solo.array((0, 2, 3))
    found = jg.vmap(lambda row: row.max())(x)
    assert np.isnan(found[0])
    solo.assert_rows(found[1:], solo.alone(lambda row: row.max(), x[1:]))
    np.testing.assert_array_equal(solo.slopes(lambda r: r.max(), x)[0], 0)
    assert np.all(np.isfinite(solo.slopes(lambda r: r.max(), x)))
    for empty in 0, -1.5, jnp.float32(7), np.float32(2):
        assert jg.vmap(lambda row: row[-1], empty=empty)(x)[0] == empty


def test_empty_rows_of_integers_need_a_value():
    x = solo.array((0, 2, 3))
    with refused(ValueError, "empty=", "int32"):
        jg.vmap(lambda row: jnp.argmax(row))(x)
    found = jg.vmap(lambda row: jnp.argmax(row), empty=-1)(x)
    assert (found[0], found.dtype) == (-1, jnp.int32)
    with refused(ValueError, "empty=", "bool"):
        jg.vmap(lambda row: row.max() > 0)(x)
    assert bool(jg.vmap(lambda row: row.max() > 0, empty=True)(x)[0])


def test_value_for_empty_rows_that_does_not_fit():
    x = solo.array((0, 2, 3))
    for empty in 0.5, np.nan:
        with refused((ValueError, TypeError), "empty"):
            jg.vmap(lambda row: jnp.argmax(row), empty=empty)(x)
    with refused((ValueError, TypeError), "empty"):
        jg.vmap(lambda row: row.max(), empty="nothing")(x)
    with refused((ValueError, TypeError), "empty"):
        jg.vmap(lambda row: row.max(), empty=jnp.ones(5))(x)


def test_jagged_results_of_a_function_that_raises_are_empty():
    x = solo.array((0, 2, 3))
    found = jg.vmap(lambda row: row - row.max())(x)
    assert found.lengths.tolist() == [0, 2, 3]
    found = jg.vmap(lambda row: jnp.concatenate([row.max()[None], row]))(x)
    assert found.lengths.tolist() == [0, 3, 4]


def test_empty_rows_in_one_of_two_arrays():
    x, y = solo.array((0, 3, 2)), solo.array((2, 0, 4))
    f = lambda a, b: (a.sum() + b.sum(), jnp.concatenate([a, b]), jnp.outer(a, b).sum(0))
    solo.assert_rows(jg.vmap(f)(x, y), solo.alone(f, x, y))
    found = jg.vmap(lambda a, b: a.sum() + b.max(), empty=-3)(x, y)
    assert found[1] == -3
    assert np.isclose(found[0], np.max(solo.rows((2, 0, 4))[0]))


def test_least_length():
    lengths = (4, 1, 2, 0, 3)
    x = solo.array(lengths)
    f = lambda row: row[:2].sum() if row.shape[0] >= 2 else jnp.float32(-9)
    solo.assert_rows(jg.vmap(f, min_length=2)(x), solo.alone(f, x))
    top = lambda row: jax.lax.top_k(row, 2)[0]
    found = jg.vmap(top, min_length=2, empty=5)(x)
    for i, row in enumerate(map(jnp.asarray, solo.rows(lengths))):
        np.testing.assert_allclose(found[i], top(row) if len(row) >= 2 else 5)
    with refused((TypeError, ValueError), "min_length"):
        jg.vmap(top)(x)


@pytest.mark.parametrize("least", [-1, 0, 1.5, "a", None])
def test_wrong_least_length(least):
    with refused((ValueError, TypeError), "min_length"):
        jg.vmap(lambda row: row.sum(), min_length=least)(solo.array())


def test_least_length_above_the_capacity():
    x = solo.array((0, 2, 3))
    f = lambda row: row[:9].sum() + row.shape[0]
    solo.assert_rows(jg.vmap(f, min_length=9)(x), solo.alone(f, x))
