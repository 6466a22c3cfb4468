"""Values: every operation of the table equals the oracle, row by row, on every layout."""

import itertools

import jax
import numpy as np
import pytest

import jagged as jg
from tests.layouts import LAYOUTS, jagged, rows_of
from tests.table import OPERATIONS


def arguments(operation, layout, dtype=None):
    """Give the rows of each argument, and the jagged arrays of them."""
    dtype = operation.dtype if dtype is None else dtype
    rows = [rows_of(layout, d, dtype, 2 * k) for k, d in enumerate(operation.domains)]
    return rows, [jagged(each, layout, dtype) for each in rows]


def check(actual, expected, rtol):
    """Compare a result with what the oracle gives for it."""
    if isinstance(expected, tuple) and expected and isinstance(expected[0], str):
        assert isinstance(actual, jg.JaggedArray)
        return check([actual.rows()], [expected[1]], rtol)
    if isinstance(expected, tuple):
        for ours, theirs in zip(actual, expected, strict=True):
            check(ours, theirs, rtol)
        return None
    if isinstance(expected, list):
        rows = actual if isinstance(actual, list) else actual.rows()
        assert len(rows) == len(expected)
        for ours, theirs in zip(rows, expected, strict=True):
            check(ours, theirs, rtol) if isinstance(theirs, list) else same(ours, theirs, rtol)
        return None
    return same(np.asarray(actual), expected, rtol)


def same(actual, expected, rtol):
    assert actual.shape == np.shape(expected)
    assert actual.dtype.kind == np.asarray(expected).dtype.kind
    np.testing.assert_allclose(actual, expected, rtol=rtol, atol=rtol)


def cases():
    """Pair operations with layouts; the matrix alone has those that are less likely to differ."""
    for operation, layout in itertools.product(OPERATIONS, LAYOUTS):
        fast = operation.representative or layout.name in ("mixed", "features", "all_empty")
        marks = () if fast else pytest.mark.matrix
        yield pytest.param(operation, layout, id=f"{operation}-{layout}", marks=marks)


@pytest.mark.parametrize(("operation", "layout"), list(cases()))
def test_equals_oracle(operation, layout):
    if operation.scalars_only and layout.features:
        pytest.skip("an operation on scalar elements")
    rows, arrays = arguments(operation, layout)
    check(jax.jit(operation.call)(*arrays), operation.oracle(*rows), 2e-5)
