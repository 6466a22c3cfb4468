"""Padding stays finite: what an operation leaves there can't spoil the derivative of what follows."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jagged as jg
from jagged.testing import assert_padding_invariant, poison
from tests import table_along, table_index, table_order, table_pairs, table_shape
from tests.layouts import MIXED, jagged
from tests.table import OPERATIONS
from tests.test_values import arguments


def jagged_leaves(results):
    is_jagged = lambda x: isinstance(x, jg.JaggedArray)
    return [x for x in jax.tree.leaves(results, is_leaf=is_jagged) if is_jagged(x)]


def assert_finite_padding(results):
    for x in jagged_leaves(results):
        mask = np.broadcast_to(np.asarray(x.mask), x.data.shape[: np.ndim(x.mask)])
        assert np.all(np.isfinite(np.asarray(x.data, np.float64)[~mask])), x.data


@pytest.mark.parametrize("operation", [operation.marked for operation in OPERATIONS])
def test_padding_of_results_is_finite(operation):
    _, arrays = arguments(operation, MIXED)
    for scale in (1.0, -1.0):
        assert_finite_padding(jax.jit(operation.call)(*poison(arrays, scale)))


MOVING = [
    *(operation for operation in OPERATIONS if operation.function in ("cumsum", "scan")),
    *table_along.OPERATIONS,
    *table_index.OPERATIONS,
    *table_order.OPERATIONS,
    *table_pairs.OPERATIONS,
    *table_shape.OPERATIONS,
]


@pytest.mark.parametrize("place", [0, -1], ids=["first", "last"])
@pytest.mark.parametrize("operation", MOVING, ids=str)
def test_a_valid_infinity_does_not_move_into_padding(operation, place):
    rows, arrays = arguments(operation, MIXED)
    for row in rows[0]:
        row[place : place + 1 or None] = np.inf
    first = jagged(rows[0], MIXED, operation.dtype)
    assert_finite_padding(jax.jit(operation.call)(first, *arrays[1:]))


TWO = jg.array([[[1.0, 2.0], [3.0]], [[4.0]]], jagged_axes=2)
FEATURES = jg.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]]])
EMPTY = jg.array([[1.0, 2.0], []])
ROWS = jg.array([[1.0, 2.0], [3.0]])
WIDE = jg.array([[70001, 70002], [70003]])

# Each of these left an infinity or a NaN in padding once, or would in a careless library.
CASES = {
    "mean of inner rows": lambda w: jg.mean(TWO, axis=2) * w,
    "max of inner rows": lambda w: jg.max(TWO, axis=2) * w,
    "logsumexp of inner rows": lambda w: jg.logsumexp(TWO, axis=2) * w,
    "mean of chosen features": lambda w: jg.mean(FEATURES, axis=2, where=FEATURES > 0) * w,
    "least norm of features": lambda w: jg.norm(FEATURES, -jnp.inf, axis=2) * w,
    "division by counts": lambda w: (
        EMPTY * w / jg.count(EMPTY, axis=1, keepdims=True).astype("float32")
    ),
    "floor division by a row of zeros": lambda w: (EMPTY // jnp.array([[2.0], [0.0]])) * w,
    "filling with -inf": lambda w: jg.where(ROWS > 0, ROWS, -jnp.inf) * w,
    "filling with an array of -inf": lambda w: jg.where(ROWS > 0, ROWS, jnp.array(-jnp.inf)) * w,
    "filling inside a map": lambda w: jg.map_elements(
        lambda t: w * jnp.where(t > 0, t, -jnp.inf), ROWS
    ),
    "filling from a closure": lambda w: jg.map_elements(
        lambda t: w * jnp.where(t > 0, t, jnp.full((), -jnp.inf)), ROWS
    ),
    "filling inside a scan": lambda w: jg.scan(
        lambda c, t: (c, w * jnp.where(t > 0, t, -jnp.inf)), 0.0, ROWS, in_axes=None
    )[1],
}


@pytest.mark.parametrize("name", CASES)
def test_what_follows_has_a_derivative(name):
    total = lambda w: jg.sum(CASES[name](w))
    assert np.isfinite(jax.jit(jax.grad(total))(jnp.float32(1)))
    assert float(jax.grad(total)(1.0)) == pytest.approx(float(total(2.0)) - float(total(1.0)))


HALF = {
    "integers": lambda w: (WIDE - 70000) * w,
    "cast integers": lambda w: (WIDE - 70000).astype(jnp.float16) * w,
    "integers cast inside a map": lambda w: jg.map_elements(
        lambda t: t.astype(jnp.float16) * w, WIDE - 70000
    ),
    "mean in half precision": lambda w: (
        jg.mean((WIDE - 70000)[..., None], axis=2, dtype=jnp.float16) * w
    ),
    "variance of features": lambda w: (
        jg.var(
            jg.array([[[600.0, 0.0]], []], capacity=2).astype(jnp.float16)
            - jnp.array([600, 0], jnp.float16),
            axis=2,
        )
        * w
    ),
}


@pytest.mark.parametrize("name", HALF)
def test_half_precision_does_not_overflow_in_padding(name):
    with jax.numpy_dtype_promotion("standard"):
        total = lambda w: jg.sum(HALF[name](w))
        assert np.isfinite(jax.grad(total)(jnp.float16(2)))


def test_integer_operands_hide_padding_too():
    with jax.numpy_dtype_promotion("standard"):
        divide = lambda x: x / jg.count(x, axis=1, keepdims=True)
        assert_padding_invariant(divide, EMPTY)
        gradient = eqx.filter_grad(lambda x: jg.sum(divide(x)))(EMPTY)
        np.testing.assert_array_equal(gradient.data, [[0.5, 0.5], [0, 0]])
        nothing = jg.array([[], []], capacity=2)
        gradient = eqx.filter_grad(lambda x: jg.sum(x / jg.count(x)))(nothing)
        assert not np.any(gradient.data)


def test_unequal_traced_lengths_never_point_past_the_buffer():
    x, y = jg.array([[1.0, 2, 3, 4, 5]]), jg.array([[1.0, 2, 3]])
    total = jax.jit(lambda x, y: x + y)(x, y)
    mapped = jax.jit(lambda x, y: jg.map_elements(jnp.add, x, y))(x, y)
    for result in (total, mapped):
        assert result.capacity == 3
        assert result.lengths.tolist() == [3]


def test_traced_flat_values_keep_to_their_rows():
    values = jnp.arange(6.0)
    make = jax.jit(lambda v, n: jg.from_flat(v, lengths=n, capacity=3))
    assert make(values, jnp.array([4, 2])).to_list() == [[], [4.0, 5.0]]
    ids = jax.jit(lambda v, i: jg.from_flat(v, row_ids=i, num_rows=3, capacity=4))
    assert ids(values[:4], jnp.array([0, 1, -1, -1])).to_list() == [[0.0], [1.0], []]
    assert np.isnan(make(jnp.zeros(0), jnp.array([2])).to_list()).all()
