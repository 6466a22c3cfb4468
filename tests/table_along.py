"""The operations along a row, and what they are, row by row, in NumPy."""

from functools import partial

import numpy as np

import jagged as jg
from tests import oracle, oracle_along
from tests.operation import Operation

_RUNNING = {
    "cumprod": np.multiply,
    "cummax": np.maximum,
    "cummin": np.minimum,
    "cumlogsumexp": np.logaddexp,
}


_TABLE = np.array([-2.5, -0.45, 1.05, 4], np.float32)
_VALUES = np.array([1, -2, 3, 0], np.float32)


def _running(name, reverse):
    call, reference = getattr(jg, name), partial(oracle_along.running, _RUNNING[name])
    return Operation(
        f"{name}:reverse" if reverse else name,
        partial(call, reverse=reverse),
        oracle.each_row(partial(reference, reverse=reverse)),
    )


def _interp(x, table):
    """Look up what rows hold in tables of their own, which ascend; of vectors the first number."""
    x, table = (each[..., 0] if each.ndim > each.lengths.ndim + 1 else each for each in (x, table))
    return jg.interp(x, jg.cumsum(jg.ones_like(table)) * 1.5 - 3.5, table)


def _interp_row(points, table):
    points, table = (each[:, 0] if each.ndim > 1 else each for each in (points, table))
    return oracle_along.interpolated(points, 1.5 * np.arange(len(table)) - 2, table)


def _compose(first, second):
    return first[0] * second[0], first[1] * second[0] + second[1]


def _affine(reverse):
    def expected(*arrays):
        pairs = [oracle_along.affine(*rows, reverse=reverse) for rows in zip(*arrays, strict=True)]
        return tuple([pair[k] for pair in pairs] for k in range(2))

    return Operation(
        "associative_scan:reverse" if reverse else "associative_scan",
        lambda a, b: jg.associative_scan(_compose, (a, b), reverse=reverse),
        expected,
        ("real", "real"),
    )


OPERATIONS: tuple[Operation, ...] = (
    *(_running(name, reverse) for name in _RUNNING for reverse in (False, True)),
    Operation("diff", jg.diff, oracle.each_row(oracle_along.difference)),
    Operation(
        "diff:twice",
        lambda x: jg.diff(x, 2),
        oracle.each_row(lambda row: oracle_along.difference(row, 2)),
    ),
    Operation(
        "windows",
        lambda x: jg.windows(x, 2),
        oracle.each_row(lambda row: oracle_along.windows(row, 2)),
    ),
    Operation(
        "windows:step",
        lambda x: jg.windows(x, 3, 2),
        oracle.each_row(lambda row: oracle_along.windows(row, 3, 2)),
    ),
    Operation(
        "interp",
        _interp,
        oracle.each_row(_interp_row),
        ("real", "real"),
    ),
    Operation(
        "interp:shared",
        lambda x: jg.interp(x, _TABLE, _VALUES),
        oracle.each_row(lambda row: oracle_along.interpolated(row, _TABLE, _VALUES)),
    ),
    _affine(False),
    _affine(True),
    Operation(
        "associative_scan:partial",
        lambda x: jg.associative_scan(lambda s, t: s / (1 / t), x, reverse=True),
        oracle.each_row(partial(oracle_along.running, np.multiply, reverse=True)),
        ("nonzero",),
    ),
)
