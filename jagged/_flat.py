"""Making arrays of flat values: the elements of all rows, and where each row ends."""

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import ArrayLike

from ._array import JaggedArray
from ._checking import refuse
from ._fields import as_data
from ._kernels.positions import missing
from ._kernels.validity import lay_out, zero_padding
from ._lengths import as_capacity, as_lengths, check_lengths, largest


def from_flat(
    values: ArrayLike,
    *,
    lengths: ArrayLike | Sequence[Any] | None = None,
    offsets: ArrayLike | Sequence[Any] | None = None,
    row_ids: ArrayLike | Sequence[Any] | None = None,
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
    named = _check_total(as_lengths(lengths), data.shape[0])
    capacity = as_capacity(capacity, named, "jg.from_flat")
    counts = check_lengths(named, capacity)
    if isinstance(data, np.ndarray) and isinstance(counts, np.ndarray):
        result = JaggedArray.unchecked(lay_out(data, counts, capacity), counts)
        return result if host else jax.device_put(result)
    return JaggedArray.unchecked(_spread(data, named, counts, capacity), jnp.asarray(counts))


def _spread(values, named, lengths, capacity: int):
    """Gather flat values into rows; a row that reaches past the values gets NaN there.

    Rows start where the named lengths say, even if one of them was too long to be kept.
    """
    values, lengths = jnp.asarray(values), jnp.asarray(lengths)
    if values.shape[0] == 0:
        shape = (*lengths.shape, capacity, *values.shape[1:])
        return zero_padding(jnp.full(shape, missing(values.dtype), values.dtype), (lengths,))
    named = jnp.maximum(jnp.asarray(named), 0)
    starts = jnp.cumsum(named, dtype=jnp.int32) - named
    index = starts[:, None] + jnp.arange(capacity, dtype=jnp.int32)[None]
    taken = values.at[index].get(mode="fill", fill_value=missing(values.dtype))
    return zero_padding(taken, (lengths,))


def _check_total(lengths, total: int) -> Any:
    if lengths.ndim != 1:
        raise ValueError(
            f"lengths must be [rows], one for each row; got shape {lengths.shape}: flatten them."
        )

    def error(values=None):
        came = "" if values is None else f"; got {_sum(values)} for {total} values"
        if values is not None and (values < 0).any():
            came = f"; got {values.min()} at row {values.argmin()}"
        return ValueError(
            f"lengths must be non-negative and add up to the number of values{came}. Check that "
            "both come from the same data."
        )

    return refuse(lambda n: (_sum(n) != total) | (n < 0).any(), (lengths,), error)


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

    offsets = refuse(faulty, (offsets,), error)
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

    row_ids = refuse(faulty, (row_ids,), error)
    if isinstance(row_ids, np.ndarray):
        return np.bincount(row_ids, minlength=num_rows).astype(np.int32)
    known = jnp.where(row_ids < 0, num_rows, row_ids)
    return jnp.zeros(num_rows, jnp.int32).at[known].add(1, mode="drop")


def _goes_down(row_ids):
    namespace = np if isinstance(row_ids, np.ndarray) else jnp
    return namespace.concatenate([row_ids[:1] < 0, row_ids[1:] < row_ids[:-1]])
