"""Making arrays of rows: lists and NumPy arrays of different lengths, laid out with NumPy alone."""

import itertools
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np
from jax.typing import DTypeLike

from ._array import JaggedArray
from ._fields import canonical_dtype, cast
from ._kernels.validity import lay_out
from ._lengths import as_capacity, check_lengths


def array(
    rows: Sequence[Any],
    dtype: DTypeLike | None = None,
    capacity: int | tuple[int, ...] | None = None,
    *,
    jagged_axes: int = 1,
    host: bool = False,
) -> JaggedArray:
    """Make an array of rows of different lengths.

    Args:
        rows: A row each: NumPy arrays `[length, *features]`, or lists. With `jagged_axes=2` each
            row is a list of such rows.
        dtype: The dtype of the elements; as `jnp.array` chooses it by default.
        capacity: The room for elements in each row, the longest row by default; a tuple gives one
            for each jagged axis.
        jagged_axes: How many axes have lengths of their own.
        host: Whether to keep NumPy leaves, so that no device is touched.

    Returns:
        An array `[rows, None, *features]`. `[]` makes no rows, and `[[]]` one empty row.

    Raises:
        ValueError: If features disagree (the first such row is named) or a row exceeds the
            capacity.
        TypeError: If elements are not numbers or booleans.

    Examples:
        >>> jg.array([[1, 2, 3], [], [4]])
        JaggedArray([[1, 2, 3], [], [4]], int32[3, None], capacity=3, fill=44%)
        >>> jg.array([[[1, 2], []], [[3]]], jagged_axes=2).shape
        (2, None, None)

    Reference:
        `jax.numpy.array`.
    """
    if not hasattr(rows, "__iter__") or isinstance(rows, str) or getattr(rows, "ndim", 1) == 0:
        raise TypeError(f"rows must be a list of rows; got {rows!r}: wrap it, [[{rows!r}]].")
    capacities = capacity if isinstance(capacity, tuple) else (capacity,)
    if jagged_axes < 1 or len(capacities) > jagged_axes:
        raise ValueError(
            f"jagged_axes must be positive, with at most one capacity each; got {jagged_axes} and "
            f"capacity={capacity}."
        )
    levels = []
    capacities += (None,) * (jagged_axes - len(capacities))
    leaves: list = list(rows)
    for _ in range(jagged_axes - 1):
        levels.append(_row_lengths(leaves))
        leaves = list(itertools.chain.from_iterable(leaves))
    values, lengths = _concatenate(leaves, dtype)
    result = _padded([*levels, lengths], values, capacities)
    return result if host else jax.device_put(result)


def _row_lengths(rows) -> np.ndarray:
    try:
        return np.fromiter((len(row) for row in rows), np.int32, len(rows))
    except TypeError:
        raise ValueError(
            "With jagged_axes=2 each row must be a list of rows; got a row of numbers: pass fewer "
            "jagged_axes."
        ) from None


def _concatenate(rows: list, dtype) -> tuple[np.ndarray, np.ndarray]:
    """Give the elements of all rows one after another, and how many each row has."""
    arrays = [_as_row(index, row) for index, row in enumerate(rows)]
    filled = [row for row in arrays if row.shape != (0,)]
    features = filled[0].shape[1:] if filled else ()
    _check_features(arrays, features)
    if dtype is None:
        dtype = np.result_type(*{row.dtype for row in filled}) if filled else np.dtype(float)
    dtype = canonical_dtype(dtype)
    values = np.concatenate(filled) if filled else np.zeros(0)
    return cast(values, dtype), _row_lengths(arrays)


def _as_row(index: int, row) -> np.ndarray:
    try:
        array = np.asarray(row)
    except jax.errors.TracerArrayConversionError:
        raise TypeError(
            f"jg.array lays rows out on the host, and row {index} is traced: pass a padded buffer to "
            "jg.from_dense, or flat values to jg.from_flat."
        ) from None
    except ValueError:
        array = np.asarray(None)
    if array.dtype.kind == "O":
        raise TypeError(
            f"Rows must hold numbers or booleans, with features of one shape; got row {index} with "
            f"elements that make no array: {str(row)[:60]}. For lists of lists of different "
            "lengths pass jagged_axes=2."
        )
    if array.ndim == 0:
        raise ValueError(
            f"Every row must be a list or an array [length, *features]; got the scalar {row!r} as "
            f"row {index}: wrap it, [{row!r}]."
        )
    return array


def _check_features(arrays, features):
    for index, row in enumerate(arrays):
        if row.shape != (0,) and row.shape[1:] != features:
            raise ValueError(
                f"Rows must agree in their features; got {row.shape[1:]} in row {index} (shape "
                f"{row.shape}) after {features} before it. Reshape it, or pass jagged_axes=2 if "
                "that axis has lengths of its own."
            )


def _padded(levels, values, capacities) -> JaggedArray:
    """Lay flat values out, from the innermost jagged axis to the outermost."""
    inner: list = []
    for lengths, capacity in zip(reversed(levels), reversed(capacities), strict=True):
        room = as_capacity(capacity, lengths, "jg.array")
        check_lengths(lengths, room)
        values = lay_out(values, lengths, room)
        inner = [lay_out(deeper, lengths, room) for deeper in inner]
        inner.insert(0, lengths)
    return JaggedArray.unchecked(values, inner[0], tuple(inner[1:]))
