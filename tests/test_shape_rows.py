"""Moving, splitting, nesting and reshaping rows: what the table of operations can't say of them."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from poison import check

import jagged as jg
from jagged.testing import assert_equal, assert_padding_invariant
from tests import oracle_shape
from tests.test_dtypes import enable_x64

ROWS = [[1.0, 2.0, 3.0], [], [4.0, 5.0]]
LEVELS = [[[1.0, 2.0], []], [], [[3.0], [4.0, 5.0, 6.0], [7.0]]]


@pytest.fixture
def x():
    return jg.array(ROWS, capacity=4)


@pytest.fixture
def levels():
    """Two jagged axes, each with room to spare."""
    return jg.array(LEVELS, jagged_axes=2).resize((4, 5))


# Moving


def test_roll_takes_any_integer(x):
    for shift in (0, 1, -1, 7, -10, 2**31 - 1, -(2**31)):
        assert_equal(jg.roll(x, shift), [np.roll(row, shift) for row in ROWS])
    shifts = np.array([2, 5, -3], np.int8)
    expected = [np.roll(row, s) for row, s in zip(ROWS, shifts, strict=True)]
    assert_equal(jg.roll(x, shifts), expected)
    for dtype in (jnp.uint8, jnp.uint32, jnp.int16):
        assert_equal(
            jax.jit(jg.roll)(x, jnp.array([2, 5, 4], dtype)), jg.roll(x, np.array([2, 5, 4]))
        )
    with enable_x64(True):
        far = jnp.array([3 * 2**40 + 1, 5, 2**41])
        assert_equal(jax.jit(jg.roll)(x, far), jg.roll(x, np.array([1, 0, 0])))


MODES = ["edge", "reflect", "symmetric", "wrap"]


@pytest.mark.parametrize("mode", MODES)
def test_padding_modes_are_numpys(mode):
    rows = [np.arange(n, dtype=np.float32) + 1 for n in (1, 2, 3, 5)]
    for widths in ((0, 0), (1, 0), (0, 2), (4, 9), (13, 7)):
        for capacity in (5, 7):
            y = jg.pad(jg.array(rows, capacity=capacity), widths, mode)
            assert_equal(y, [np.pad(row, widths, mode) for row in rows])


@pytest.mark.parametrize("mode", MODES)
def test_a_traced_empty_row_has_nothing_to_pad_with(mode, x):
    expected = [oracle_shape.padded(np.array(r), 1, 1, mode=mode) if r else [] for r in ROWS]
    assert_equal(jax.jit(lambda x: jg.pad(x, 1, mode))(x), expected)


def test_a_constant_has_a_gradient(x):
    total = lambda c: jg.sum(jg.pad(x, (1, 2), constant_values=(c, 3 * c)))
    assert jax.grad(total)(1.0) == 3 + 3 * 2 * 3


def test_repeat_by_counts(x):
    counts = jg.array([[2, 0, 1], [], [0, 3]])
    expected = [np.repeat(r, c) for r, c in zip(ROWS, counts.rows(), strict=True)]
    assert_equal(jg.repeat(x, counts), expected)
    assert jg.repeat(x, counts).capacity == 3
    assert_equal(jax.jit(lambda x, n: jg.repeat(x, n, capacity=7))(x, counts), expected)
    cut, over = jax.jit(lambda x, n: jg.repeat(x, n, capacity=2, overflow="return"))(x, counts)
    assert cut.to_list() == [[1, 1], [], [5, 5]]
    assert over.tolist() == [True, False, True]
    traced = jax.jit(lambda x, n: jg.repeat(x, n, capacity=4))
    assert traced(x, jnp.array(2)).to_list() == [[], [], [4, 4, 5, 5]]
    assert traced(x, jnp.array([[1], [7], [0]])).to_list() == [[1, 2, 3], [], []]
    negative = jg.array([[2, -1, 1], [], [1, 1]])
    assert traced(x, negative).to_list() == [[], [], [4, 5]]
    huge = jg.array([[2**31 - 1, 2**31 - 1, 1], [], [1, 1]])
    assert traced(x, huge).to_list() == [[], [], [4, 5]]


def test_repeat_rows(x):
    assert jg.repeat(x, 2, axis=0).to_list() == [row for row in ROWS for _ in range(2)]
    assert jg.repeat(x, np.array([0, 1, 2]), axis=0).to_list() == [[], [4, 5], [4, 5]]
    smaller = jg.repeat(x, 2, axis=0, capacity=3)
    assert smaller.capacity == 3


def test_two_jagged_axes_move(levels):
    assert jg.reverse(levels).to_list() == [rows[::-1] for rows in LEVELS]
    assert jg.reverse(levels, axis=2).to_list() == [[r[::-1] for r in rows] for rows in LEVELS]
    assert jg.roll(levels, 1).to_list() == [rows[-1:] + rows[:-1] for rows in LEVELS]
    assert jg.tile(levels, 2).to_list() == [rows + rows for rows in LEVELS]
    assert jg.repeat(levels, 2, axis=2).to_list() == [
        [np.repeat(r, 2).tolist() for r in rows] for rows in LEVELS
    ]
    counts = jg.count(levels, axis=2)
    assert jg.repeat(levels, counts).to_list() == [
        [r for r in rows for _ in range(len(r))] for rows in LEVELS
    ]
    per_inner = jg.repeat(levels, levels.with_data(levels.data).astype(jnp.int32), axis=2)
    assert per_inner.to_list() == [
        [np.repeat(r, np.array(r, int)).tolist() for r in rows] for rows in LEVELS
    ]
    first, last = jg.split(levels, [-1], axis=2)
    assert first.to_list() == [[r[:-1] for r in rows] for rows in LEVELS]
    assert last.to_list() == [[r[-1:] for r in rows] for rows in LEVELS]
    padded = jg.pad(jg.append(levels, 0.5, axis=2), (2, 1), "edge", axis=2)
    assert padded.to_list() == [
        [np.pad([*r, 0.5], (2, 1), "edge").tolist() for r in rows] for rows in LEVELS
    ]


FUNCTIONS = {
    "concatenate": lambda x: jg.concatenate([x, x], axis=2),
    "append": lambda x: jg.append(x, 0.5, axis=2),
    "insert": lambda x: jg.insert(x, 0, x),
    "reverse": lambda x: (jg.reverse(x), jg.reverse(x, axis=2)),
    "roll": lambda x: (jg.roll(x, 1), jg.roll(x, jnp.array([[1], [2], [3]]), axis=2)),
    "repeat": lambda x: (jg.repeat(x, 2), jg.repeat(x, 2, axis=2)),
    "tile": lambda x: (jg.tile(x, 2), jg.tile(x, 2, axis=2)),
    "pad": lambda x: (jg.pad(x, 1, axis=2), jg.pad(x, 1, "wrap")),
    "split": lambda x: (jg.split(x, 2), jg.split(x, [1, -1], axis=2)),
    "flatten": lambda x: jg.flatten(x, axis=2),
    "stack": lambda x: jg.stack([x, x], axis=-1),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_padding_of_two_jagged_axes_is_never_seen(name, levels):
    assert_padding_invariant(FUNCTIONS[name], levels)


# Splitting and nesting


@pytest.mark.parametrize(
    "positions", [[], [0], [1, 2], [-1], [2, -2], [-2, 1], [9, 1], [3, 1, -9], [2**40, -(2**40)]]
)
def test_split_where_slices_would(positions):
    rows = [np.arange(n) for n in range(6)]
    for capacity in (5, 8):
        parts = jg.split(jg.array(rows, capacity=capacity), positions)
        for part, expected in zip(parts, oracle_shape.cut_at(rows, positions), strict=True):
            assert_equal(part, expected)


@pytest.mark.parametrize("number", [1, 2, 3, 7])
def test_split_in_shares(number):
    rows = [np.arange(n) for n in range(6)]
    parts = jg.split(jg.array(rows, capacity=5), number)
    for part, expected in zip(parts, oracle_shape.shared(rows, number), strict=True):
        assert_equal(part, expected)
        assert part.capacity == max(map(len, expected))


def test_split_along_other_axes(x):
    a, b, c = jg.split(x, 3, axis=0)
    assert [a.to_list(), b.to_list(), c.to_list()] == [ROWS[:1], ROWS[1:2], ROWS[2:]]
    left, right = jg.split(jg.stack([x, x * 2], axis=-1), 2, axis=-1)
    assert_equal(right[..., 0], x * 2)
    assert left.lengths is right.lengths


def test_flatten_each_axis(levels, x):
    assert jg.flatten(x).to_list() == [1, 2, 3, 4, 5]
    assert jg.flatten(levels).to_list() == [row for rows in LEVELS for row in rows]
    inner = [[v for row in rows for v in row] for rows in LEVELS]
    assert jg.flatten(levels, axis=2).to_list() == inner
    two = jg.stack([x, x + 10], axis=1)
    assert jg.flatten(two).to_list() == [row + [v + 10 for v in row] for row in ROWS]
    assert jg.flatten(x).capacity == 12
    cut, over = jg.flatten(x, capacity=4, overflow="return")
    assert cut.to_list() == [1, 2, 3, 4]
    assert over
    assert jax.jit(lambda x: jg.flatten(x, capacity=4))(x).to_list() == []


def test_unflatten_is_the_inverse(levels, x):
    counts = jg.count(levels, axis=2)
    assert_equal(jg.unflatten(jg.flatten(levels, axis=2), counts), levels)
    assert_equal(jg.unflatten(jg.flatten(levels), levels.lengths), levels)
    assert_equal(jg.unflatten(jg.flatten(x), x.lengths), x)
    traced = jax.jit(lambda x, n: jg.unflatten(jg.flatten(x), n))(x, x.lengths)
    assert_equal(traced, x)
    assert traced.capacity == 12


def test_traced_counts_that_do_not_add_up_empty_the_row(x):
    counts = jg.array([[1, 2], [], [1, 2]])
    y = jax.jit(jg.unflatten)(x, counts)
    assert y.to_list() == [[[1], [2, 3]], [], [[], []]]
    for first in ([[-1, 4], [], [2]], [[2**31 - 1, 2**31 - 1, 5], [], [2]]):
        y = jax.jit(jg.unflatten)(x, jg.array(first))
        assert y.to_list() == [[[]] * len(first[0]), [], [[4, 5]]]
    y = jax.jit(lambda x, n: jg.unflatten(x, n, capacity=1))(x, jg.array([[1, 2], [], [1, 1]]))
    assert y.to_list() == [[[1], []], [], [[4], [5]]]


def test_nesting_has_exact_gradients():
    counts = jg.array([[2, 0, 1], [0], [1, 1]])
    check(
        lambda x: jg.sum(jg.unflatten(x, counts, capacity=2) ** 2, axis=2),
        ROWS,
        [[5, 0, 9], [0], [16, 25]],
        [[2, 4, 6], [], [8, 10]],
    )
    check(lambda x: jg.flatten(x) ** 2, ROWS, None, [[2, 4, 6], [], [8, 10]])


# Reshaping


def test_reshape_and_moveaxis(x):
    features = jg.stack([x + k for k in range(6)], axis=-1)
    y = jg.reshape(features, (3, None, 2, -1))
    assert y.shape == (3, None, 2, 3)
    assert_equal(y, [row.reshape(-1, 2, 3) for row in features.rows()])
    moved = jg.moveaxis(y, 2, -1)
    assert_equal(moved, [np.moveaxis(row, 1, 2) for row in y.rows()])
    assert_equal(jg.moveaxis(y, (2, 3), (3, 2)), moved)
    batch = jg.concatenate([x, x])
    grid = jg.reshape(batch, (2, -1, None))
    assert grid.to_list() == [ROWS, ROWS]
    assert jg.moveaxis(grid, 0, 1).to_list() == [[row, row] for row in ROWS]
    assert jg.reshape(x, (3, 1, None, 1)).shape == (3, 1, None, 1)
    row = jax.vmap(lambda row: jg.reshape(row, (None, 1, 1)))(x)
    assert row.shape == (3, None, 1, 1)


def test_two_jagged_axes_are_reshaped(levels):
    y = jg.reshape(jg.stack([levels, levels], axis=-1), (3, 1, None, None, 1, 2))
    assert y.shape == (3, 1, None, None, 1, 2)
    swapped = jg.moveaxis(y, 0, 1)
    assert swapped.shape == (1, 3, None, None, 1, 2)
    assert swapped.to_list()[0][2][1][0] == [[4.0, 4.0]]
