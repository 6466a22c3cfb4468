"""Values: a function of one row under `jg.vmap` gives what it gives for each row alone."""

import jax
import numpy as np
import pytest

from tests.poison import is_jagged
from tests.rows_reference import LENGTHS, RowFunction, is_float, length_of, reference
from tests.rows_running import PADDINGS, counted, order_of, runs, validity
from tests.rows_table import ROW_FUNCTIONS

SIZES = [0, pytest.param(1, marks=pytest.mark.matrix)]
"""Which of the two capacities; the larger one, with second derivatives, is for `make matrix`."""


def leaves_of(result) -> list:
    """The arrays of a result, jagged ones whole."""
    return jax.tree.leaves(result, is_leaf=is_jagged)


def check_row(function: RowFunction, leaf, number: int, expected):
    """Compare one row of a result with the row that it should be, `None` if there is none."""
    valid = np.asarray(validity(leaf))[number] if is_jagged(leaf) else None
    data = np.asarray(leaf.data if is_jagged(leaf) else leaf)[number]
    if expected is None:
        assert valid is None or not valid.any(), f"row {number} should have no element"
        fill = np.nan if function.empty is None else function.empty
        assert valid is not None or np.array_equal(data, np.full_like(data, fill), equal_nan=is_float(data))  # fmt: skip
        return
    expected = np.asarray(expected)
    box = tuple(slice(size) for size in expected.shape)
    inside = np.zeros(data.shape, bool)
    inside[box] = True
    np.testing.assert_array_equal(inside if valid is None else valid, inside, f"lengths of row {number}")  # fmt: skip
    assert data[box].dtype == expected.dtype
    tolerance = function.rtol if is_float(expected) else 0
    if is_float(expected) and not np.isfinite(expected).all():
        np.testing.assert_array_equal(np.isfinite(data[box]), np.isfinite(expected))
        return
    np.testing.assert_allclose(data[box], expected, tolerance, tolerance, err_msg=f"row {number}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("function", ROW_FUNCTIONS, ids=str)
def test_values_are_those_of_each_row(function, size):
    expected = reference(function, order_of(function, size))
    leaves = leaves_of(runs(function, size).all_rows[0].values)
    for number, outcome in enumerate(expected):
        wanted = [None] * len(leaves) if outcome is None else jax.tree.leaves(outcome.values)
        for leaf, row in zip(leaves, wanted, strict=True):
            check_row(function, leaf, number, row)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("function", ROW_FUNCTIONS, ids=str)
def test_padding_is_not_seen(function, size):
    results = [leaves_of(outcome.values) for outcome in runs(function, size).all_rows]
    for padding, leaves in zip(PADDINGS, results, strict=True):
        for first, leaf in zip(results[0], leaves, strict=True):
            if not is_jagged(leaf):
                np.testing.assert_array_equal(first, leaf, err_msg=padding)
                continue
            valid = np.asarray(validity(leaf))
            np.testing.assert_array_equal(valid, np.asarray(validity(first)), err_msg=padding)
            np.testing.assert_array_equal(first.data[valid], leaf.data[valid], err_msg=padding)
            assert not is_float(leaf.data) or np.isfinite(leaf.data[~valid]).all(), padding


@pytest.mark.parametrize("function", [f for f in ROW_FUNCTIONS if f.order], ids=str)
def test_reference_is_finite_where_it_should_be(function):
    """A row that is left out of the gradients is one that the table says so of."""
    names = {length_of(kind) for kind in function.inputs} - {None}
    least = np.min([LENGTHS[name] for name in names], axis=0)
    expected = counted(function, 0)
    assert expected[least >= max(function.defined, function.min_length)].all(), (least, expected)
