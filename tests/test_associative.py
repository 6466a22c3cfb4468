"""associative_scan: whatever the function, it is that of the row alone, and padding is never met."""

import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
from jax import lax
from refusal import refused

import jagged as jg

LENGTHS = (5, 0, 1, 3, 8)
SIZE = (2, 2)
FUNCTIONS = {
    "add": jnp.add,
    "matmul": jnp.matmul,
    "divide": lambda a, b: a / (1 / b),
    "logaddexp": jnp.logaddexp,
    "first": lambda a, b: a,
}


def rows(scale=1.0):
    random = np.random.default_rng(0)
    return [np.float32(scale * random.normal(size=(n, *SIZE))) for n in LENGTHS]


@pytest.mark.parametrize("reverse", [False, pytest.param(True, marks=pytest.mark.matrix)])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_row_is_scanned_alone(name, reverse):
    f, x = FUNCTIONS[name], poison.behind_the_back(jg.array(rows(), capacity=13))
    weigh = lambda result: jnp.einsum("...ij,ij->", result, jnp.cos(jnp.arange(4.0)).reshape(SIZE))
    scan = lambda data: jg.associative_scan(f, x.with_data(data), reverse=reverse)
    result = jax.jit(scan)(x.data)
    total = lambda data: weigh(jnp.where(poison.validity(x), scan(data).data, 0))
    gradient = jax.jit(jax.grad(total))(x.data)
    assert np.all(np.isfinite(result.data))
    alone = lambda row: lax.associative_scan(f, row, reverse=reverse)
    slope_alone = jax.grad(lambda row: weigh(alone(row)))
    for number, row in enumerate(rows()):
        expected, slope = alone(row), slope_alone(row)
        np.testing.assert_allclose(result.rows()[number], expected, rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(gradient[number, : len(row)], slope, rtol=1e-3, atol=1e-4)
        assert np.all(gradient[number, len(row) :] == 0)


@pytest.mark.parametrize("reverse", [False, True])
def test_poison(reverse):
    poison.check(
        lambda x: jg.associative_scan(lambda a, b: a / (1 / b), x, reverse=reverse), poison.ROWS
    )
    poison.check(lambda x: jg.associative_scan(jnp.add, x, reverse=reverse), poison.ROWS)


def test_a_product_that_would_overflow_behind_the_end_does_not():
    row = [1e-2, 1e-1, 1e-1, 1.0, 200.0, 200.0, 2.0]
    x = jg.array([row, [1.0] * 8], dtype=np.float16)
    scan = lambda data: jg.associative_scan(jnp.multiply, x.with_data(data))
    assert np.all(np.isfinite(scan(x.data).data))
    gradient = jax.grad(lambda data: scan(data)[0, 5])(x.data)
    alone = lambda row: lax.associative_scan(jnp.multiply, row)[5]
    np.testing.assert_allclose(gradient[0, :7], jax.grad(alone)(jnp.array(row, "float16")), 1e-2)


@pytest.mark.parametrize("reverse", [False, pytest.param(True, marks=pytest.mark.matrix)])
def test_paths_of_log_weights_with_minus_infinity(reverse):
    """Products in the log-semiring: paths through a chain, some of which don't exist."""

    def compose(a, b):
        return jax.nn.logsumexp(a[:, :, :, None] + b[:, None], axis=2)

    log_weights = [np.where(row > 1, -np.inf, row) for row in rows()]
    x = jg.array(log_weights, capacity=9)
    scan = lambda data: jg.associative_scan(compose, x.with_data(data), reverse=reverse)
    result, pull = jax.vjp(lambda data: scan(data).data, x.data)
    (slope,) = pull(jnp.where(x.mask[..., None, None], jnp.ones_like(result), 0))
    alone = lambda row: lax.associative_scan(compose, row, reverse=reverse)
    for number, row in enumerate(log_weights):
        expected, pull_alone = jax.vjp(alone, jnp.asarray(row))
        np.testing.assert_allclose(result[number, : len(row)], expected, rtol=1e-5, atol=1e-5)
        (expected,) = pull_alone(jnp.ones_like(expected))
        np.testing.assert_allclose(slope[number, : len(row)], expected, rtol=1e-4, atol=1e-4)
    assert np.all(np.isfinite(result[~x.mask]))
    assert np.all(slope[~x.mask] == 0)


def test_what_the_function_closes_over_has_a_finite_gradient():
    x = jg.array([[2.0, 4.0], [3.0], []], capacity=5)
    scan = lambda w, x: jg.associative_scan(lambda a, b: w * a / b, x)
    assert jax.grad(lambda w: jg.sum(scan(w, x)))(1.0) == 0.5
    assert np.isfinite(jax.grad(lambda w: jg.sum(scan(w, x[1:])))(1.0))
    assert np.isfinite(jax.grad(lambda w: jg.sum(scan(w, x[2:])))(1.0))


def test_containers_come_back_as_what_they_were():
    x = jg.array([[1, 2], [3]])
    tree = {"a": x, "b": (x * 2,)}
    add = lambda s, t: jax.tree.map(jnp.add, s, t)
    assert jg.associative_scan(add, tree)["b"][0].to_list() == [[2, 6], [6]]
    record = jg.associative_scan(add, jg.record(tree))
    assert isinstance(record, jg.JaggedRecord)
    assert record["a"].to_list() == [[1, 3], [3]]
    assert record.lengths is x.lengths


def test_batch_axes_and_deeper_rows():
    data = jnp.arange(12.0).reshape(2, 2, 3)
    x = jg.JaggedArray(data, [[3, 0], [1, 2]])
    product = lambda x: jg.associative_scan(jnp.multiply, x, reverse=True)
    assert product(x).to_list() == [[[0.0, 2.0, 2.0], []], [[6.0], [90.0, 10.0]]]
    jg.testing.assert_equal(jax.vmap(product)(x), product(x))
    two = jg.array([[[2.0, 3.0], []], [[4.0], [5.0, 6.0]]], jagged_axes=2)
    scan = jg.associative_scan(jnp.multiply, two, axis=2)
    assert scan.to_list() == [[[2.0, 6.0], []], [[4.0], [5.0, 30.0]]]
    with refused(ValueError, "jg.associative_scan", "axis=1", "axis=2"):
        jg.associative_scan(jnp.multiply, two)


@pytest.mark.parametrize("capacity", [0, 1])
def test_small_capacities(capacity):
    x = jg.array([[2.0] * capacity, []], capacity=capacity)
    assert jg.associative_scan(jnp.divide, x).to_list() == x.to_list()


def test_refusals():
    x = jg.array([[1.0, 2.0], [3.0]])
    with refused(TypeError, "(1,)", "float16"):
        jg.associative_scan(lambda a, b: a.astype("float16"), x)
    with refused(TypeError, "f must return", "cast or reshape"):
        jg.associative_scan(lambda a, b: a[0], x)
    with refused(TypeError, "f must return"):
        jg.associative_scan(lambda a, b: (a, b), x)
    with refused(TypeError, "jg.associative_scan", "Array"):
        jg.associative_scan(jnp.add, x.data)
    with refused(ValueError, "jg.associative_scan", "axis=0"):
        jg.associative_scan(jnp.add, x, axis=0)
