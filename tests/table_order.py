"""The operations of order, and what they are, row by row, in NumPy."""

import jax.numpy as jnp
import numpy as np

import jagged as jg
from tests import oracle_order
from tests.operation import Operation
from tests.oracle import along_rows, columns, each_row, everything, policy


def _key(x):
    """One number for each element: its first feature, if it has features."""
    return x[..., 0] if x.data.ndim > x.lengths.ndim + 1 else x


def _quantile(q):
    return lambda values, axis: np.quantile(values, q, axis=axis).astype(values.dtype)


# Elements of equal value swap places where a derivative is taken by differences.
OPERATIONS: tuple[Operation, ...] = (
    Operation("sort", jg.sort, each_row(oracle_order.sort), ("distinct",)),
    Operation(
        "sort:by",
        lambda x, y: jg.sort({"x": x}, by=_key(y), descending=True).arrays()["x"],
        each_row(lambda row, key: oracle_order.sort_by(row, -key)),
        ("real", "real"),
    ),
    Operation(
        "argsort",
        lambda x: jg.argsort(x, descending=True),
        each_row(lambda row: oracle_order.places(row, True)),
        smooth=False,
    ),
    Operation("rank", jg.rank, each_row(oracle_order.rank), smooth=False),
    Operation(
        "top_k",
        lambda x: jg.top_k(x, 2)[0],
        lambda rows: oracle_order.top_k(rows, 2)[0],
        ("distinct",),
    ),
    Operation(
        "top_k:places",
        lambda x: jg.top_k(x, 3),
        lambda rows: oracle_order.top_k(rows, 3),
        smooth=False,
    ),
    Operation(
        "partition", lambda x: jg.partition(x, -2), each_row(oracle_order.sort), ("distinct",)
    ),
    Operation(
        "searchsorted",
        lambda x, y: jg.searchsorted(jg.sort(_key(x)), y),
        each_row(
            lambda row, values: oracle_order.searchsorted(np.sort(oracle_order.key(row)), values)
        ),
        ("real", "real"),
        smooth=False,
    ),
    Operation(
        "searchsorted:shared",
        lambda x: jg.searchsorted(jnp.array([-1.6, 0.4, 1.3]), x, side="right"),
        each_row(lambda row: oracle_order.searchsorted(np.float32([-1.6, 0.4, 1.3]), row, "right")),
        smooth=False,
    ),
    Operation(
        "unique",
        lambda x: jg.unique(_key(x)),
        each_row(lambda row: np.unique(oracle_order.key(row))),
        ("distinct",),
    ),
    Operation(
        "unique:all",
        lambda x: jg.unique(
            _key(jg.round(x)), return_index=True, return_inverse=True, return_counts=True
        ),
        lambda rows: oracle_order.unique([np.round(oracle_order.key(row)) for row in rows]),
        smooth=False,
    ),
    Operation(
        "run_lengths",
        lambda x: jg.run_lengths(x > 0),
        each_row(lambda row: oracle_order.run_lengths(row > 0)),
        smooth=False,
    ),
    Operation(
        "median",
        lambda x: jg.median(x, axis=jg.ROW),
        along_rows(policy(np.median, np.nan)),
        ("distinct",),
    ),
    Operation(
        "quantile:row",
        lambda x: jg.quantile(x, 0.3, axis=jg.ROW, empty=0),
        along_rows(policy(_quantile(0.3), 0)),
        ("distinct",),
    ),
    Operation(
        "quantile:batch",
        lambda x: jg.quantile(x, 0.3, axis=0),
        lambda rows: ("row", columns(policy(_quantile(0.3), np.nan))(rows)),
        ("distinct",),
        rowwise=False,
        joins_rows=True,
        by_row=False,
    ),
    Operation(
        "quantile:all",
        lambda x: jg.quantile(x, jnp.array([0.1, 0.6])),
        lambda rows: np.stack([everything(policy(_quantile(q), np.nan))(rows) for q in (0.1, 0.6)]),
        ("distinct",),
        rowwise=False,
        joins_rows=True,
        by_row=False,
    ),
    Operation(
        "percentile",
        lambda x: jg.percentile(x, 80, axis=jg.ROW),
        along_rows(policy(_quantile(0.8), np.nan)),
        ("distinct",),
    ),
)
