"""Gradients: a function of one row under `jg.vmap` has the derivatives that it has for each row alone."""

import jax
import numpy as np
import pytest

from tests.rows_reference import LENGTHS, is_float, length_of, reference
from tests.rows_running import PADDINGS, order_of, runs, stand_ins
from tests.rows_table import ROW_FUNCTIONS

SMOOTH = [function for function in ROW_FUNCTIONS if function.order]
TWICE = [function for function in ROW_FUNCTIONS if function.order == 2]
CASES = [
    *(pytest.param(f, 0, id=f"{f}-0") for f in SMOOTH if order_of(f, 0)),
    *(pytest.param(f, 1, id=f"{f}-1", marks=pytest.mark.matrix) for f in SMOOTH),
]
"""Functions with one of the two capacities; the larger one is for `make matrix`."""


def check(function, size, derivative):
    """Compare derivatives by arguments row by row, and those by what is shared with their sum."""
    moving, rows = derivative(runs(function, size).finite_rows[0])
    numbers = stand_ins(function, size)
    known = reference(function, order_of(function, size))
    used = [(place, known[n]) for place, n in enumerate(numbers) if known[n] is not None]
    parts = {place: derivative(each) for place, each in used}
    for argument, slope in enumerate(rows):
        if slope is not None:
            expected = {place: part[1][argument] for place, part in parts.items()}
            check_rows(function, slope, argument, expected)
    totals = jax.tree.map(lambda *each: np.sum(each, 0), *[part[0] for part in parts.values()])
    for ours, theirs in zip(jax.tree.leaves(moving), jax.tree.leaves(totals), strict=True):
        close(function, ours, theirs, "what is shared")


def check_rows(function, slope, argument, rows):
    """Compare the derivatives by one argument, which are zero at padding and where it raises."""
    expected, known = np.zeros(slope.shape, slope.dtype), np.zeros(slope.shape, bool)
    for place, row in rows.items():
        expected[place, : len(row)] = row
        known[place, : len(row)] = True
    np.testing.assert_array_equal(slope[~known], 0, f"argument {argument} at padding")
    close(function, slope, expected, f"argument {argument}")


def close(function, ours, theirs, what):
    tolerance = 5 * function.rtol
    scale = max(1.0, float(np.max(np.abs(theirs), initial=0)))
    np.testing.assert_allclose(ours, theirs, tolerance, tolerance * scale, err_msg=what)


@pytest.mark.parametrize(("function", "size"), CASES)
def test_gradients_are_those_of_each_row(function, size):
    check(function, size, lambda outcome: outcome.slopes)


@pytest.mark.matrix
@pytest.mark.parametrize("function", TWICE, ids=str)
def test_second_derivatives_are_those_of_each_row(function):
    check(function, 1, lambda outcome: outcome.curvature)


@pytest.mark.matrix
@pytest.mark.parametrize(("function", "size"), CASES)
def test_padding_is_not_seen(function, size):
    results = [jax.tree.leaves((o.slopes, o.curvature)) for o in runs(function, size).finite_rows]
    for padding, leaves in zip(PADDINGS, results, strict=True):
        for first, leaf in zip(results[0], leaves, strict=True):
            np.testing.assert_array_equal(first, leaf, err_msg=padding)
            assert is_float(leaf)
            assert np.isfinite(leaf).all(), padding


@pytest.mark.parametrize(("function", "size"), CASES)
def test_empty_rows_that_a_loss_leaves_out_have_no_gradient(function, size):
    """Even if the function gives NaN for them, as a mean does."""
    numbers = stand_ins(function, size)
    lengths = np.array([LENGTHS[length_of(kind)] for kind in function.inputs if length_of(kind)])
    if (lengths.min(0) > 0)[numbers != np.arange(len(numbers))].any():
        return  # a row with elements has no finite derivative either
    for outcome in runs(function, size).all_rows:
        for leaf in jax.tree.leaves(outcome.slopes):
            assert np.isfinite(leaf).all()
