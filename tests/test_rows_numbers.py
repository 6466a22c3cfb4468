"""Dtypes, NaN and infinity, and derivatives that are infinite at zero: nothing leaves the row it is in."""

import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
import solo
from refusal import refused

import jagged as jg

STATISTICS = {
    "sums": lambda x: (x.sum(), x.mean(), x.prod(), x.max(), x.min()),
    "softmax": lambda x: jax.nn.softmax(x),
    "cumsum": lambda x: jnp.cumsum(x),
    "sort": lambda x: jnp.sort(x),
    "matmul": lambda x: jnp.outer(x, x) @ x,
    "last": lambda x: x[-1] * x,
    "std": lambda x: x.std(),
    "norm": lambda x: jnp.linalg.norm(x),
    "logsumexp": lambda x: jax.nn.logsumexp(x),
    "concatenate": lambda x: jnp.concatenate([x, x[::-1]]),
}


@pytest.mark.parametrize("dtype", [jnp.bfloat16, jnp.float16])
@pytest.mark.parametrize("name", ["sums", "softmax", "sort", "matmul", "std"])
def test_low_precision(name, dtype):
    x, f = solo.array(dtype=dtype), STATISTICS[name]
    found = jg.vmap(f)(x)
    solo.assert_rows(found, solo.alone(f, x), rtol=3e-2, atol=3e-2)
    assert all(leaf.dtype == dtype for leaf in poison.leaves_of(found))


@pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.bool_])
def test_integers_and_booleans(dtype):
    x = solo.array(dtype=dtype)
    functions = [
        lambda x: (x.sum(), x.max(), x.min(), x.any(), x.all(), jnp.cumsum(x), jnp.sort(x)),
        lambda x: (jnp.argmax(x), jnp.argmin(x), jnp.argsort(x), x[-1], x[::-1]),
        lambda x: (jnp.bincount(x.astype(jnp.int32), length=9), jnp.count_nonzero(x)),
        lambda x: x.astype(jnp.float32).mean(),
        lambda x: x[:, None] == x[None, :],
        lambda x: jnp.eye(9)[x.astype(jnp.int32)],
    ]
    for f in functions:
        solo.check(f, x, empty=0)


def test_sums_of_integers_wrap_as_they_do():
    data = np.array([[100, 100, 100], [-100, -100, 7]], np.int8)
    x = jg.JaggedArray(jnp.asarray(data), np.array([3, 2], np.int32))
    f = lambda x: (jnp.sum(x, dtype=jnp.int8), jnp.cumsum(x, dtype=jnp.int8), jnp.prod(x))
    solo.assert_rows(jg.vmap(f)(x), solo.alone(f, x))


def test_double_precision():
    with jax.enable_x64(True):
        for dtype in np.float64, np.int64, np.float32:
            x = solo.array(dtype=dtype)
            f = lambda x: (x.sum(), x * 2, jnp.sort(x), jnp.arange(x.shape[0]), x.shape[0])
            solo.assert_rows(jg.vmap(f)(x), solo.alone(f, x), rtol=1e-12, atol=1e-12)
        x = solo.array(dtype=np.float64)
        last = jg.vmap(lambda x: x[-1], empty=0)(x)
        np.testing.assert_array_equal(last, [row[-1] if len(row) else 0 for row in x.rows()])
        f = lambda x: jnp.sum((jax.nn.softmax(jnp.outer(x, x)) @ x) ** 2)
        solo.assert_slopes(solo.slopes(f, x), f, x, rtol=1e-9, atol=1e-9)


def test_double_precision_after_single_with_the_same_function():
    mapped = jg.vmap(lambda x: jnp.arange(x.shape[0]) * 2)
    x = solo.array()
    assert mapped(x).dtype == jnp.int32
    with jax.enable_x64(True):
        assert mapped(x).dtype == jnp.int64
    assert mapped(x).dtype == jnp.int32


# NaN and infinity


def spoiled(value, row=1, place=0):
    """An array with a value that is not finite in one row, and the rows."""
    x = solo.array((3, 2, 0, 4))
    return x.with_data(x.data.at[row, place].set(value))


SPREADING = {
    **STATISTICS,
    "mean": lambda x: x - x.mean(),
    "cumprod": lambda x: jnp.cumprod(x),
    "fori": lambda x: jax.lax.fori_loop(0, x.shape[0], lambda i, c: c + x[i], jnp.float32(0)),
    "scan": lambda x: jax.lax.scan(lambda c, t: (c * 0.5 + t, c), jnp.float32(1), x),
    "while": lambda x: jax.lax.while_loop(
        lambda s: s[0] < x.shape[0], lambda s: (s[0] + 1, s[1] * x.sum()), (0, jnp.float32(1))
    )[1],
    "cond": lambda x: jax.lax.cond(x.sum() > 0, lambda x: x.sum(), lambda x: -x.sum(), x),
    "argmax": lambda x: (jnp.argmax(x), jnp.argsort(x)),
    "median": lambda x: jnp.median(x),
}


@pytest.mark.parametrize("value", [np.nan, -np.inf])
@pytest.mark.parametrize("name", SPREADING)
def test_what_is_not_finite_stays_in_its_row(name, value):
    f, x = SPREADING[name], spoiled(value)
    found = jg.vmap(f, empty=3)(x)
    rows = [jnp.asarray(row) for row in poison.rows_of(x)]
    run = jax.jit(f)
    for i in 0, 1, 3:
        leaves = jax.tree.leaves(found, is_leaf=poison.is_jagged)
        for ours, theirs in zip(leaves, jax.tree.leaves(run(rows[i])), strict=True):
            np.testing.assert_allclose(solo.cut(ours, i), theirs, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("name", ["std", "matmul", "scan", "last"])
def test_gradients_of_what_is_not_finite_stay_in_their_row(name, value):
    f, x = SPREADING[name], spoiled(value)
    found = np.asarray(solo.slopes(f, x, empty=3))
    slope = jax.jit(jax.grad(lambda row: solo.total(f(row))))
    for i in 0, 1, 3:
        row = poison.rows_of(x)[i]
        np.testing.assert_allclose(found[i, : len(row)], slope(row), rtol=1e-4, atol=1e-4)
    assert np.all(found[~np.asarray(x.mask)] == 0), found


# Derivatives that are infinite at zero


STEEP = {
    "norm": lambda x: jnp.linalg.norm(x),
    "root_of_sum": lambda x: jnp.sqrt(jnp.sum(x)),
    "root_of_squares": lambda x: jnp.sqrt(jnp.sum(x * x)),
    "log_of_sum": lambda x: jnp.log(jnp.sum(jnp.exp(x))),
    "log_of_squares": lambda x: jnp.log(jnp.sum(x * x)),
    "roots": lambda x: jnp.sqrt(jnp.abs(x)).sum(),
    "logs": lambda x: jnp.log(jnp.abs(x)),
    "std": lambda x: x.std(),
    "unit": lambda x: x / jnp.linalg.norm(x),
    "inverse": lambda x: 1.0 / x,
    "share": lambda x: x / x.sum(),
    "power": lambda x: jnp.sum(x * x) ** 0.3,
    "arccos": lambda x: jnp.arccos(jnp.tanh(x)).sum(),
    "standard": lambda x: (x - x.mean()) / x.std(),
    "distances": lambda x: jnp.sqrt((x[:, None] - x[None, :]) ** 2 + 1e-3),
    "cosine": lambda x: (x @ x[::-1]) / jnp.sqrt((x @ x) * (x @ x)),
    "logsumexp": lambda x: jax.nn.logsumexp(x),
    "entropy": lambda x: -(jax.nn.softmax(x) * jnp.log(jax.nn.softmax(x))).sum(),
    "mean_of_roots": lambda x: jnp.sqrt(jnp.abs(x)).mean(),
}


@pytest.mark.parametrize("lengths", [(3, 0, 4, 0), (0, 0)], ids=["some", "all"])
@pytest.mark.parametrize("name", STEEP)
def test_gradients_to_shared_parameters_stay_finite(name, lengths):
    f, x = STEEP[name], solo.array(lengths)

    def total(w, data):
        mapped = jg.vmap(lambda row, w: solo.total(f(row * w)), in_axes=(0, None), empty=0)
        return jnp.where(x.lengths > 0, mapped(x.with_data(data), w), 0).sum()

    by_w, by_data = jax.jit(jax.grad(total, (0, 1)))(jnp.float32(1.3), x.data)
    slope = jax.jit(jax.grad(lambda w, row: solo.total(f(row * w)), (0, 1)))
    rows = [row for row in solo.rows(lengths) if len(row)]
    wanted = [slope(jnp.float32(1.3), jnp.asarray(row)) for row in rows]
    assert np.isfinite(by_w)
    assert np.all(np.isfinite(by_data))
    np.testing.assert_allclose(by_w, sum(w for w, _ in wanted), rtol=1e-3, atol=1e-3)
    assert np.all(np.asarray(by_data)[~np.asarray(x.mask)] == 0)
    full = np.asarray(by_data)[np.asarray(x.lengths) > 0]
    for row, (_, want) in zip(full, wanted, strict=True):
        np.testing.assert_allclose(row[: len(want)], want, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("name", ["norm", "std", "unit", "share", "standard", "log_of_squares"])
def test_gradients_without_a_mask_of_the_user(name):
    f, x = STEEP[name], solo.array((3, 0, 4))

    def total(w):
        mapped = jg.vmap(lambda row, w: f(row * w), in_axes=(0, None))
        return jnp.nansum(poison.valid_places(mapped(x, w)))

    found = jax.jit(jax.grad(total))(jnp.float32(1.3))
    assert np.isfinite(found), found


@pytest.mark.parametrize("kind", ["zeros", "ties"])
def test_gradients_at_zeros_and_ties_are_those_of_the_row(kind):
    data = {
        "zeros": [[0.0, 0, 2], [0, 0, 0], [1, 0, 0]],
        "ties": [[2.0, 2, 1], [3, 3, 3], [1, 2, 1]],
    }
    x = jg.JaggedArray(jnp.asarray(data[kind], jnp.float32), np.array([3, 2, 1], np.int32))
    x = poison.behind_the_back(x)
    functions = [
        lambda x: x.max() + x.min() * 2.0,
        lambda x: jax.nn.relu(x).sum() + jnp.abs(x).max() + jnp.maximum(x, 0.0).sum(),
        lambda x: jnp.sort(x) * (1.0 + jnp.arange(x.shape[0], dtype=x.dtype)),
        lambda x: x.prod(),
        lambda x: jnp.cumprod(x),
        lambda x: jax.lax.cummax(x),
        lambda x: jnp.median(x),
        lambda x: jnp.where(x > 0, x**2, 3 * x),
        lambda x: jax.nn.softmax(x).max(),
        lambda x: x[jnp.argmax(x)],
    ]
    for f in functions:
        solo.check(f, x, empty=0)


def test_integers_have_no_gradient():
    x = solo.array(dtype=np.int32)
    with refused(TypeError, "int32"):
        jax.grad(lambda data: jg.vmap(lambda r: r.sum())(x.with_data(data)).sum())(x.data)
    found = jax.grad(lambda w: jg.vmap(lambda r: (r * w).sum())(x).sum().astype(w.dtype))
    with jax.numpy_dtype_promotion("standard"):
        assert found(2.0) == sum(row.sum() for row in solo.rows(dtype=np.int32))
