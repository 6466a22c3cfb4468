"""The operations of shape, and what they are, row by row, in NumPy."""

import jax.numpy as jnp
import numpy as np

import jagged as jg
from tests import oracle, oracle_shape
from tests.operation import Operation


def one_element(x):
    """An element that all rows share, which is put among theirs."""
    return jnp.full((1,) * x.data.ndim, 0.5, x.dtype)


def positions(x):
    """The number of each element in its row, as a jagged array."""
    places = jnp.broadcast_to(
        jnp.arange(x.capacity, dtype=jnp.int32), (*x.lengths.shape, x.capacity)
    )
    return jg.JaggedArray.unchecked(places, x.lengths)


def pairs(x):
    """How many elements each pair has, the last of which may be single."""
    left = x.lengths[..., None] - 2 * positions(x).data
    return jg.JaggedArray.unchecked(jnp.clip(left, 0, 2), (x.lengths + 1) // 2)


def _at_two_ends(x, mode):
    """Pad rows that have an element at least, for an empty one is refused."""
    return jg.pad(jg.append(x, 0.5), (2, 3), mode)


def _ends(row, mode):
    return oracle_shape.padded(oracle_shape.with_element_behind(row), 2, 3, mode=mode)


MIXING = {"rowwise": False, "by_row": False}
PAIR = ("real", "real")

OPERATIONS: tuple[Operation, ...] = (
    Operation("concatenate:row", lambda x, y: jg.concatenate([x, one_element(x), y], axis=jg.ROW), oracle.each_row(oracle_shape.with_element_between), PAIR),
    Operation("concatenate:batch", lambda x, y: jg.concatenate([x, y]), lambda x, y: [*x, *y], PAIR, **MIXING),
    Operation("concatenate:features", lambda x, y: jg.concatenate([x[..., None], y[..., None]], axis=-1), oracle.each_row(lambda r, s: np.stack([r, s], -1)), PAIR),
    Operation("stack:batch", lambda x, y: jg.stack([x, y], axis=x.lengths.ndim), lambda x, y: [[r, s] for r, s in zip(x, y, strict=True)], PAIR),
    Operation("append", lambda x: jg.append(x, 0.5), oracle.each_row(oracle_shape.with_element_behind)),
    Operation("insert", lambda x, y: jg.insert(x, x.lengths // 2, y), oracle.each_row(oracle_shape.inserted), PAIR),
    Operation("reverse", jg.reverse, oracle.each_row(lambda r: r[::-1])),
    Operation("roll", lambda x: jg.roll(x, x.lengths // 2 + 1), oracle.each_row(oracle_shape.rolled)),
    Operation("repeat:all", lambda x: jg.repeat(x, 2), oracle.each_row(lambda r: np.repeat(r, 2, axis=0))),
    Operation("repeat:each", lambda x: jg.repeat(x, positions(x) % 3, capacity=2 * x.capacity), oracle.each_row(oracle_shape.repeated)),
    Operation("tile", lambda x: jg.tile(x, 2), oracle.each_row(oracle_shape.tiled)),
    Operation("pad:constant", lambda x: jg.pad(x, (1, 2), constant_values=(0.5, -1.0)), oracle.each_row(lambda r: oracle_shape.padded(r, 1, 2, constant_values=(0.5, -1.0)))),
    Operation("pad:reflect", lambda x: _at_two_ends(x, "reflect"), oracle.each_row(lambda r: _ends(r, "reflect"))),
    Operation("split:positions", lambda x: tuple(jg.split(x, [1, -1])), lambda rows: oracle_shape.cut_at(rows, (1, -1))),
    Operation("split:shares", lambda x: tuple(jg.split(x, 3)), lambda rows: oracle_shape.shared(rows, 3)),
    Operation("flatten", jg.flatten, lambda rows: ("row", oracle_shape.joined(rows)), joins_rows=True, **MIXING),
    Operation("unflatten", lambda x: jg.unflatten(x, pairs(x), capacity=2), lambda rows: [oracle_shape.in_pairs(row) for row in rows]),
    Operation("reshape", lambda x: jg.reshape(x[..., None], (*x.batch_shape, None, 1, -1)), oracle.each_row(oracle_shape.with_axis_before_features)),
    Operation("moveaxis", lambda x, y: jg.moveaxis(jg.stack([x, y], axis=-1)[..., None], -2, -1), oracle.each_row(lambda r, s: np.stack([r, s], -1)[..., None, :]), PAIR),
)  # fmt: skip
