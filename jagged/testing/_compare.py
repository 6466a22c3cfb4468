"""Comparison of results: valid elements alone, with the leaf and the row named that differ."""

from typing import Any

import jax
import numpy as np

from .._abstract import is_jagged
from .._array import JaggedArray
from .._record import JaggedRecord


def assert_equal(actual: Any, expected: Any, *, rtol: float = 0.0, atol: float = 0.0) -> None:
    """Assert that two results are equal, row by row, whatever their padding and capacity.

    Args:
        actual: A JaggedArray, a JaggedRecord, an array, or a pytree of these.
        expected: The same, or for a JaggedArray a list of its rows.
        rtol: The relative tolerance; 0 means bit for bit. NaN equals NaN.
        atol: The absolute tolerance.

    Raises:
        AssertionError: With the leaf and the row that differ, and both values.

    Examples:
        >>> jg.testing.assert_equal(jg.array([[1, 2], []]), [[1, 2], []])

    Reference:
        `numpy.testing.assert_allclose`.
    """
    compare(actual, expected, rtol, atol, "result")


def compare(actual, expected, rtol: float, atol: float, name: str, rows=None) -> None:
    """Compare two trees, by row where a leaf has the axis of `rows`, which says the rows to compare."""
    if isinstance(actual, JaggedArray) and isinstance(expected, list):
        expected = _like_rows(actual, expected)
        return _compare_rows(name, actual.rows(), expected, rtol, atol, rows)
    actual_leaves, actual_structure = _flatten(actual)
    expected_leaves, expected_structure = _flatten(expected)
    if [path for path, _ in actual_leaves] != [path for path, _ in expected_leaves]:
        raise AssertionError(
            f"{name} must have the structure {expected_structure}; got {actual_structure}."
        )
    for (path, ours), (_, theirs) in zip(actual_leaves, expected_leaves, strict=True):
        _compare_leaf(f"{name}{jax.tree_util.keystr(path)}", ours, theirs, rtol, atol, rows)


def _flatten(tree):
    tree = jax.tree.map(as_arrays, tree, is_leaf=is_jagged)
    return jax.tree_util.tree_flatten_with_path(tree, is_leaf=is_jagged)


def as_arrays(value):
    """Give a record as its arrays, and anything else as it is."""
    return value.arrays() if isinstance(value, JaggedRecord) else value


def _like_rows(actual, expected):
    """Give expected rows the dtype and features of the actual ones, which lists don't have."""
    features = actual.data.shape[actual.jagged_axes[-1] + 1 :]

    def convert(value, depth):
        if depth:
            return [convert(each, depth - 1) for each in value]
        return np.asarray(value, actual.dtype).reshape(
            (-1, *features) if len(value) == 0 else np.shape(value)
        )

    return convert(expected, len(actual.batch_shape) + len(actual.levels) - 1)


def _compare_leaf(name, actual, expected, rtol, atol, rows):
    if is_jagged(actual) != is_jagged(expected):
        kinds = [type(each).__name__ for each in (expected, actual)]
        raise AssertionError(f"{name} must be a {kinds[0]}; got a {kinds[1]}.")
    if is_jagged(actual):
        if actual.data.dtype != expected.data.dtype:
            raise AssertionError(f"{name} must have dtype {expected.dtype}; got {actual.dtype}.")
        return _compare_rows(name, actual.rows(), expected.rows(), rtol, atol, rows)
    actual, expected = np.asarray(actual), np.asarray(expected)
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        raise AssertionError(
            f"{name} must be {expected.dtype}{list(expected.shape)}; got "
            f"{actual.dtype}{list(actual.shape)}."
        )
    if rows is not None and rows.size and actual.shape[:1] == rows.shape:
        return _compare_rows(name, list(actual), list(expected), rtol, atol, rows)
    return _compare_values(name, actual, expected, rtol, atol)


def _compare_rows(name, actual, expected, rtol, atol, rows=None):
    if not isinstance(expected, list):
        return _compare_values(name, actual, expected, rtol, atol)
    if len(actual) != len(expected):
        raise AssertionError(f"{name} must have {len(expected)} rows; got {len(actual)}.")
    for row, (ours, theirs) in enumerate(zip(actual, expected, strict=True)):
        if rows is None or len(rows) != len(actual) or rows[row]:
            _compare_rows(f"{name}, row {row}", ours, theirs, rtol, atol)
    return None


def _compare_values(name, actual, expected, rtol, atol):
    if actual.shape != expected.shape:
        raise AssertionError(
            f"{name} must have shape {expected.shape}; got {actual.shape}: {_few(actual)} instead "
            f"of {_few(expected)}."
        )
    if not _close(actual, expected, rtol, atol):
        raise AssertionError(f"{name} must be {_few(expected)}; got {_few(actual)}.")


def _close(actual, expected, rtol, atol) -> bool:
    if actual.dtype.kind in "biu":
        return bool(np.array_equal(actual, expected))
    wide = np.complex128 if np.iscomplexobj(actual) else np.float64
    actual, expected = actual.astype(wide), expected.astype(wide)
    return bool(np.allclose(actual, expected, rtol=rtol, atol=atol, equal_nan=True))


def _few(values) -> str:
    return np.array2string(np.asarray(values), threshold=20, separator=", ").replace("\n", "")
