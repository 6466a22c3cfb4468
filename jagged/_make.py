"""Making arrays: from rows, flat values, padded buffers and masks."""

import itertools
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike
from jaxtyping import ArrayLike, Bool

from ._array import JaggedArray
from ._checking import is_concrete, refuse
from ._fields import as_data, canonical_dtype
from ._kernels.compaction import compact
from ._kernels.positions import missing
from ._kernels.validity import prefix_mask, zero_padding
from ._lengths import as_lengths, check_lengths, largest


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


def from_flat(
    values: ArrayLike,
    *,
    lengths: ArrayLike | None = None,
    offsets: ArrayLike | None = None,
    row_ids: ArrayLike | None = None,
    num_rows: int | None = None,
    capacity: int | None = None,
    host: bool = False,
) -> JaggedArray:
    """Make an array of the elements of all rows, one row after another.

    Exactly one of `lengths`, `offsets` and `row_ids` says where rows end. The gradient reaches the
    values, zero for none of them.

    Args:
        values: `[total, *features]`.
        lengths: `[rows]` integers that add up to `total`.
        offsets: `[rows + 1]` integers from 0 to `total` that never go down.
        row_ids: `[total]` integers that never go down: the row of each value.
        num_rows: With `row_ids`, the number of rows; needed if the last rows are empty.
        capacity: The room for elements in each row; the longest row by default, needed under
            tracing.
        host: Whether to keep NumPy leaves, so that no device is touched.

    Returns:
        An array `[rows, None, *features]`.

    Raises:
        ValueError: If the rows don't use up the values exactly, or one exceeds the capacity.
        TypeError: If not exactly one description of the rows is given, or it has no integers.

    Examples:
        >>> jg.from_flat(jnp.array([1, 2, 3]), lengths=[2, 0, 1])
        JaggedArray([[1, 2], [], [3]], int32[3, None], capacity=2, fill=50%)
    """
    values = values if isinstance(values, jax.Array) else np.asarray(values)
    data = as_data(values)
    if data.ndim == 0:
        raise ValueError("values must be [total, *features]; got a scalar: pass an array.")
    given = [lengths is not None, offsets is not None, row_ids is not None]
    if sum(given) != 1:
        raise TypeError(
            f"Exactly one of lengths=, offsets= and row_ids= says where rows end; got {sum(given)}."
        )
    if offsets is not None:
        lengths = _lengths_of_offsets(as_lengths(offsets, "offsets"), data.shape[0])
    elif row_ids is not None:
        lengths = _lengths_of_row_ids(as_lengths(row_ids, "row_ids"), num_rows, data.shape[0])
    lengths = _check_total(as_lengths(lengths), data.shape[0])
    if capacity is None:
        capacity = largest(lengths, "from_flat")
    lengths = check_lengths(lengths, capacity)
    if isinstance(data, np.ndarray) and isinstance(lengths, np.ndarray):
        result = JaggedArray.unchecked(_pad(data, lengths, capacity), lengths)
        return result if host else jax.device_put(result)
    return JaggedArray.unchecked(_spread(data, lengths, capacity), lengths)


def from_dense(data: ArrayLike, lengths: ArrayLike, *, host: bool = False) -> JaggedArray:
    """Make an array of a padded buffer and the lengths of its rows.

    Args:
        data: `[*batch, capacity, *features]`; what stands at padding is replaced by zeros.
        lengths: `[*batch]` integers between 0 and the capacity.
        host: Whether to keep NumPy leaves, so that no device is touched.

    Returns:
        The array; rows of length 0 are empty.

    Raises:
        ValueError: If shapes disagree, or a length is negative or above the capacity.
        TypeError: If lengths are not integers, or elements not numbers or booleans.

    Examples:
        >>> jg.from_dense(jnp.ones((2, 3)), [3, 1])
        JaggedArray([[1., 1., 1.], [1.]], float32[2, None], capacity=3, fill=67%)
    """
    data = data if isinstance(data, jax.Array) else np.asarray(data)
    result = JaggedArray(data, lengths)  # pyright: ignore[reportArgumentType]
    return result if host or not is_concrete(result.data) else jax.device_put(result)


def from_mask(data: ArrayLike, mask: Bool[ArrayLike, "..."], *, host: bool = False) -> JaggedArray:
    """Make an array of the elements that a mask keeps, moved to the front of their rows.

    Args:
        data: `[*batch, capacity, *features]`.
        mask: `[*batch, capacity]` booleans, in any pattern.
        host: Whether to keep NumPy leaves, so that no device is touched.

    Returns:
        An array of the same capacity, its elements in their order; a row without any is empty. The
        gradient reaches the elements kept, and is zero for the others.

    Raises:
        ValueError: If the mask has not the leading axes of the data.
        TypeError: If the mask is not boolean.

    Examples:
        >>> data = jnp.array([-1.0, 2.0, 0.0, 3.0])
        >>> jax.jit(jg.from_mask)(data, data > 0).to_list()
        [2.0, 3.0]
    """
    data = as_data(data if isinstance(data, jax.Array) else np.asarray(data))
    mask = mask if isinstance(mask, jax.Array) else np.asarray(mask)
    _check_mask(data, mask)
    lengths = mask.sum(-1, dtype=np.int32)
    if isinstance(data, np.ndarray) and isinstance(mask, np.ndarray):
        lengths = np.asarray(lengths)
        buffer = np.zeros_like(data)
        buffer[prefix_mask([lengths], mask.shape)] = data[mask]
        result = JaggedArray.unchecked(buffer, lengths)
        return result if host else jax.device_put(result)
    compacted = compact(jnp.asarray(data), jnp.asarray(mask), mask.shape[-1])
    return JaggedArray.unchecked(compacted, jnp.asarray(lengths))


def _check_mask(data, mask):
    if mask.dtype != np.bool_:
        raise TypeError(
            f"mask must be boolean; got dtype {mask.dtype}: compare it, for example mask != 0."
        )
    if mask.ndim == 0 or data.shape[: mask.ndim] != mask.shape:
        raise ValueError(
            "data must be [*batch, capacity, *features] with mask [*batch, capacity]; got "
            f"data.shape={data.shape} and mask.shape={mask.shape}."
        )


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
    return _cast(values, dtype), _row_lengths(arrays)


def _cast(values, dtype):
    if values.dtype.kind in "iu" and dtype.kind in "iu" and values.size:
        bounds = np.iinfo(dtype)
        if values.min() < bounds.min or values.max() > bounds.max:
            raise ValueError(
                f"Elements must fit {dtype}; got values from {values.min()} to {values.max()}: "
                "pass another dtype, or enable jax_enable_x64."
            )
    return values.astype(dtype, copy=False)


def _as_row(index: int, row) -> np.ndarray:
    try:
        array = np.asarray(row)
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
        room = largest(lengths, "jg.array") if capacity is None else capacity
        check_lengths(lengths, room)
        values = _pad(values, lengths, room)
        inner = [_pad(deeper, lengths, room) for deeper in inner]
        inner.insert(0, lengths)
    return JaggedArray.unchecked(values, inner[0], tuple(inner[1:]))


def _pad(values: np.ndarray, lengths: np.ndarray, capacity: int) -> np.ndarray:
    buffer = np.zeros((*lengths.shape, capacity, *values.shape[1:]), values.dtype)
    buffer[prefix_mask([lengths], buffer.shape[: lengths.ndim + 1])] = values
    return buffer


def _spread(values, lengths, capacity: int):
    """Gather flat values into rows; a row that reaches past the values gets NaN there."""
    values, lengths = jnp.asarray(values), jnp.asarray(lengths)
    shape = (*lengths.shape, capacity, *values.shape[1:])
    if values.shape[0] == 0:
        return jnp.zeros(shape, values.dtype)
    starts = jnp.cumsum(lengths, dtype=jnp.int32) - lengths
    index = starts[:, None] + jnp.arange(capacity, dtype=jnp.int32)[None]
    taken = values.at[index].get(mode="fill", fill_value=missing(values.dtype))
    return zero_padding(taken, (lengths,))


def _check_total(lengths, total: int):
    if lengths.ndim != 1:
        raise ValueError(
            f"lengths must be [rows], one for each row; got shape {lengths.shape}: flatten them."
        )

    def error(values=None):
        came = "" if values is None else f"; got {_sum(values)} for {total} values"
        return ValueError(
            f"lengths must be non-negative and add up to the number of values{came}. Check that "
            "both come from the same data."
        )

    return refuse(lambda n: (_sum(n) != total) | (n < 0).any(), (lengths,), error, lengths)


def _sum(lengths):
    return lengths.sum(dtype=np.int64) if isinstance(lengths, np.ndarray) else lengths.sum()


def _lengths_of_offsets(offsets, total: int):
    if offsets.ndim != 1 or offsets.shape[0] == 0:
        raise ValueError(
            f"offsets must be [rows + 1], where each row starts and the last one ends; got shape "
            f"{offsets.shape}."
        )

    def faulty(n):
        return (n[0] != 0) | (n[-1] != total) | (n[1:] < n[:-1]).any()

    def error(values=None):
        return ValueError(
            f"offsets must start at 0, never go down and end at the number of values, {total}"
            f"{'' if values is None else _describe_offsets(values)}. Check that both come from the "
            "same data."
        )

    offsets = refuse(faulty, (offsets,), error, offsets)
    return offsets[1:] - offsets[:-1]


def _describe_offsets(offsets) -> str:
    down = np.flatnonzero(offsets[1:] < offsets[:-1])
    if down.size:
        k = int(down[0])
        return f"; got {offsets[k]} and then {offsets[k + 1]} at {k + 1}"
    return f"; got {offsets[0]} first and {offsets[-1]} last"


def _lengths_of_row_ids(row_ids, num_rows: int | None, total: int):
    if row_ids.shape != (total,):
        raise ValueError(
            f"row_ids must be [total], the row of each value; got shape {row_ids.shape} for "
            f"{total} values."
        )
    if num_rows is None:
        num_rows = (
            largest(row_ids, "from_flat with row_ids, which numbers rows,") + 1 if total else 0
        )

    def faulty(n):
        return (n < 0) | (n >= num_rows) | _goes_down(n)

    def error(values=None):
        came = "" if values is None else f"; got {values[np.argmax(faulty(values))]}"
        return ValueError(
            f"row_ids must never go down and lie between 0 and num_rows={num_rows}{came}. Sort the "
            "values by their row first, or raise num_rows."
        )

    row_ids = refuse(faulty, (row_ids,), error, row_ids)
    if isinstance(row_ids, np.ndarray):
        return np.bincount(row_ids, minlength=num_rows).astype(np.int32)
    return jnp.zeros(num_rows, jnp.int32).at[row_ids].add(1, mode="drop")


def _goes_down(row_ids):
    namespace = np if isinstance(row_ids, np.ndarray) else jnp
    return namespace.concatenate([row_ids[:1] < 0, row_ids[1:] < row_ids[:-1]])
