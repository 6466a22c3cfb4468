"""The contract: no operation of the table sees padding, and its derivative is the oracle's."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jagged as jg
from jagged.testing import assert_padding_invariant
from tests.layouts import LAYOUTS, MIXED, Layout, rows_of
from tests.table import OPERATIONS, SMOOTH
from tests.test_values import arguments

ROOMY = Layout("roomy_features", (2, 0, 4), 5, (2,))
STEP = 1e-6


@pytest.mark.parametrize("operation", [operation.marked for operation in OPERATIONS])
def test_padding_is_never_seen(operation):
    _, arrays = arguments(operation, MIXED)
    assert_padding_invariant(
        operation.call, *arrays, rowwise=operation.rowwise, gradient=operation.differentiable
    )


@pytest.mark.matrix
@pytest.mark.parametrize(
    "layout", [ROOMY, *(each for each in LAYOUTS if each.name == "all_empty")], ids=str
)
@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
def test_padding_is_never_seen_elsewhere(operation, layout):
    if operation.scalars_only and layout.features:
        pytest.skip("an operation on scalar elements")
    _, arrays = arguments(operation, layout)
    assert_padding_invariant(
        operation.call, *arrays, rowwise=operation.rowwise, gradient=operation.differentiable
    )


def leaves(expected):
    """Give the values of an oracle's result one after another, and the weights of their sum."""
    if isinstance(expected, tuple) and expected and isinstance(expected[0], str):
        return leaves(expected[1])
    if isinstance(expected, tuple | list):
        return np.concatenate([leaves(each) for each in expected] or [np.zeros(0)])
    return np.ravel(np.asarray(expected, np.float64))


def is_jagged(x) -> bool:
    return isinstance(x, jg.JaggedArray)


def valid_places(results):
    """Say where each leaf of a result is valid, by its mask alone."""
    return [
        np.nonzero(np.broadcast_to(np.asarray(x.mask), x.data.shape[: np.ndim(x.mask)]))
        if is_jagged(x)
        else np.nonzero(np.ones(np.shape(x)))
        if np.ndim(x)
        else ()
        for x in jax.tree.leaves(results, is_leaf=is_jagged)
    ]


def valid_values(results, places):
    """Give the valid values of a result one after another."""
    data = [x.data if is_jagged(x) else x for x in jax.tree.leaves(results, is_leaf=is_jagged)]
    return jnp.concatenate([x[place].reshape(-1) for x, place in zip(data, places, strict=True)])


def weighted_sum(call, *arrays):
    """Give a function of the data of the first argument: a weighted sum of all valid results."""
    places = valid_places(jax.jit(call)(*arrays))

    def total(data, first, *others):
        values = valid_values(call(first.with_data(data), *others), places)
        finite = jnp.where(jnp.isfinite(values), values, 0)
        return jnp.sum(finite * weights(values.size).astype(values.dtype))

    return total


def weights(number):
    return np.cos(np.arange(number) + 0.3)


def central_differences(operation, rows):
    """Differentiate the weighted sum of the oracle's results, with respect to the first argument."""

    def total(first):
        values = leaves(operation.oracle(first, *rows[1:]))
        return np.nansum(np.where(np.isfinite(values), values, 0) * weights(len(values)))

    gradients = []
    for row, values in enumerate(rows[0]):
        gradient = np.zeros(values.shape)
        for place in np.ndindex(values.shape):
            ends = []
            for sign in (1, -1):
                moved = [each.copy() for each in rows[0]]
                moved[row][place] += sign * STEP
                ends.append(total(moved))
            gradient[place] = (ends[0] - ends[1]) / (2 * STEP)
        gradients.append(gradient)
    return gradients


@pytest.mark.parametrize("layout", [MIXED, ROOMY], ids=str)
@pytest.mark.parametrize("operation", [operation.marked for operation in SMOOTH])
def test_derivative_equals_central_differences(operation, layout):
    wide = [rows_of(layout, d, np.float64, 2 * k) for k, d in enumerate(operation.domains)]
    _, arrays = arguments(operation, layout)

    gradient = jax.jit(jax.grad(weighted_sum(operation.call, *arrays)))(arrays[0].data, *arrays)
    assert np.all(np.asarray(gradient)[~np.asarray(arrays[0].mask)] == 0)
    rows = arrays[0].with_data(gradient).rows()
    for ours, expected in zip(rows, central_differences(operation, wide), strict=True):
        np.testing.assert_allclose(ours, expected, rtol=2e-3, atol=2e-4)
