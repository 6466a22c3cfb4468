"""The operations of indexing, and what they are, row by row, in NumPy."""

import jax.numpy as jnp
import numpy as np

import jagged as jg
from tests import oracle
from tests.operation import Operation


def _keep(y):
    """Say which elements to keep by another array: one boolean each, whatever the features."""
    behind = tuple(range(y.lengths.ndim + 1, y.ndim))
    return jg.any(y > 0, axis=behind) if behind else y > 0


def _kept(row):
    return (row > 0).any(tuple(range(1, row.ndim)))


def _slice(name: str, *ends: int | None) -> Operation:
    cut = slice(*ends)
    return Operation(
        f"JaggedArray:{name}",
        lambda x: x[(*(slice(None),) * x.lengths.ndim, cut)],
        oracle.each_row(lambda row: row[cut]),
    )


def _halves(x):
    return -1 - jg.local_index(x) // 2


def _halved(row):
    return row[-1 - np.arange(len(row)) // 2]


def _added(row):
    row = row.copy()
    np.add.at(row, -1 - np.arange(len(row)) // 2, np.ones_like(row) / 2)
    return row


def _lasted(row, other):
    row = row.copy()
    row[-2:] = row[-2:] * other[-2:]
    return row


def _smallest(row, other):
    return np.where(_kept(other).reshape((-1, *(1,) * (row.ndim - 1))), np.minimum(row, 0.55), row)


def _update_tail(x, y):
    cut = (*(slice(None),) * x.lengths.ndim, slice(-2, None))
    return x.at[cut].multiply(y[cut])


def _taken(row):
    absent = np.full(row.shape[1:], 0.25, row.dtype)
    return np.stack([row[k] if -len(row) <= k < len(row) else absent for k in (2, -1, 0)])


def _each_taken(rows):
    shape = (3, *rows[0].shape[1:]) if rows else (3,)
    dtype = rows[0].dtype if rows else np.float32
    return np.array([_taken(row) for row in rows], dtype).reshape((len(rows), *shape))


def _middle(rows):
    """The element in the middle of each row, and zeros for an empty row."""
    shape, dtype = (rows[0].shape[1:], rows[0].dtype) if rows else ((), np.float32)
    taken = [row[len(row) // 2] if len(row) else np.zeros(shape) for row in rows]
    return np.array(taken, dtype).reshape((len(rows), 1, *shape))


def _integers(function):
    return oracle.each_row(lambda row: function(row).astype(np.int32))


OPERATIONS: tuple[Operation, ...] = (
    _slice("middle", 1, 4),
    _slice("tail", -2, None),
    _slice("but_last", None, -1),
    _slice("backwards", None, None, -1),
    _slice("stride", -1, 0, -2),
    Operation("JaggedArray:mask", lambda x, y: x[_keep(y)], oracle.each_row(lambda r, s: r[_kept(s)]), ("real", "nonzero")),
    Operation("JaggedArray:places", lambda x: x[_halves(x)], oracle.each_row(_halved)),
    Operation("JaggedArray:rows", lambda x: x[np.arange(2 * len(x))[::-1] // 2], lambda rows: [row for row in rows[::-1] for _ in range(2)], rowwise=False, by_row=False, joins_rows=True),
    Operation("JaggedArray:set", lambda x: x.at[_halves(x)].add(0.5), oracle.each_row(_added), joins_rows=True),
    Operation("JaggedArray:multiply", _update_tail, oracle.each_row(_lasted), ("real", "real"), joins_rows=True),
    Operation("JaggedArray:min", lambda x, y: x.at[_keep(y)].min(0.55), oracle.each_row(_smallest), ("real", "nonzero"), joins_rows=True),
    Operation("take", lambda x: jg.take(x, jnp.array([2, -1, 0]), fill_value=0.25), _each_taken),
    Operation("take:jagged", lambda x: jg.take(x, jg.local_index(x) - 4, fill_value=0.25), oracle.each_row(lambda r: np.array([r[k - 4] if k - 4 >= -len(r) else np.full(r.shape[1:], 0.25) for k in range(len(r))], r.dtype).reshape(r.shape))),
    Operation("take_along_axis", lambda x: jg.take_along_axis(x, x.lengths[..., None] // 2, fill_value=0), _middle),
    Operation("first", lambda x: jg.first(x, fill_value=0), oracle.element(0, 0)),
    Operation("last", lambda x: jg.last(x, fill_value=0), oracle.element(-1, 0)),
    Operation("compress", lambda x, y: jg.compress(_keep(y), x, capacity=x.capacity), oracle.each_row(lambda r, s: r[_kept(s)]), ("real", "nonzero")),
    Operation("nonzero", lambda x: jg.nonzero(_keep(x)), _integers(lambda row: np.flatnonzero(_kept(row))), smooth=False),
    Operation("local_index", jg.local_index, _integers(lambda row: np.arange(len(row))), smooth=False),
)  # fmt: skip
