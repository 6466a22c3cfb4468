"""Shape: what the table of operations can't say of joining, moving, cutting and nesting rows."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import AxisType, NamedSharding
from poison import check

import jagged as jg
from jagged.testing import assert_equal
from tests import table_shape
from tests.layouts import MIXED
from tests.test_dtypes import enable_x64
from tests.test_values import arguments

ROWS = [[1.0, 2.0, 3.0], [], [4.0, 5.0]]
LEVELS = [[[1.0, 2.0], []], [], [[3.0], [4.0, 5.0, 6.0], [7.0]]]


@pytest.fixture
def x():
    return jg.array(ROWS, capacity=4)


@pytest.fixture
def levels():
    """Two jagged axes, each with room to spare."""
    return jg.array(LEVELS, jagged_axes=2).resize((4, 5))


@pytest.fixture
def record(x):
    return jg.record({"a": x, "b": jg.stack([x, 10 * x], axis=-1)})


# Cases from the field


def test_concatenation_of_rows_in_jit():  # jax-ml/jax#5000
    x, y = jg.array([[1, 2], [4, 5, 6, 7]]), jg.array([[1], [1, 2]])
    joined = jax.jit(lambda x, y: jg.concatenate([x, y], axis=jg.ROW))(x, y)
    assert joined.to_list() == [[1, 2, 1], [4, 5, 6, 7, 1, 2]]
    assert joined.lengths.tolist() == [3, 6]


def test_an_element_before_each_row():  # pytorch/pytorch#145727
    cls = jnp.array(9.0)
    check(
        lambda x: jg.concatenate([cls[None, None], x], axis=jg.ROW),
        ROWS,
        [[9, 1, 2, 3], [9], [9, 4, 5]],
        [[1, 1, 1], [], [1, 1]],
    )
    features = jg.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]], []])
    token = jnp.array([7.0, 8.0])
    total = lambda token: jg.sum(jg.concatenate([token[None, None], features], axis=1) ** 2)
    np.testing.assert_allclose(jax.grad(total)(token), 3 * 2 * token)


def test_two_capacities_join_without_a_gap():  # pytorch/pytorch#145727
    x, y = jg.array([[1, 2, 3], [4]], capacity=3), jg.array([[5], [6, 7, 8, 9]], capacity=5)
    joined = jg.concatenate([x, y], axis=1)
    assert joined.to_list() == [[1, 2, 3, 5], [4, 6, 7, 8, 9]]
    assert joined.capacity == 8
    assert jg.concatenate([x, y]).to_list() == [[1, 2, 3], [4], [5], [6, 7, 8, 9]]


def test_reverse_leaves_padding_behind():  # pytorch/pytorch#1794
    x = jg.array([[1.0, 2.0, 3.0], [4.0]], capacity=5)
    assert jg.reverse(x).to_list() == [[3, 2, 1], [4]]
    check(lambda x: jg.reverse(x) * jg.cumsum(x), ROWS, [[3, 6, 6], [], [20, 36]])


# Every operation of the table

BY_ROW = [operation for operation in table_shape.OPERATIONS if operation.by_row]


@pytest.mark.parametrize("operation", BY_ROW, ids=str)
def test_several_batch_axes(operation):
    _, arrays = arguments(operation, MIXED)
    both = jax.tree.map(lambda leaf: jnp.stack([leaf, leaf[::-1]]), arrays)
    expected = jax.jit(jax.vmap(operation.call))(*both)
    assert_equal(jax.jit(operation.call)(*both), expected)


MODES = ["edge", "reflect", "symmetric", "wrap"]


def within_rows(x, levels):
    """Calls that the table does not have, each of which leaves rows where they are."""
    per_row = jnp.sum(jnp.ones_like(x.data), axis=1, keepdims=True)
    full = jg.append(x, 1.0)
    return {
        "append per row": jg.append(x, per_row),
        "append rows": jg.append(x, x),
        "insert an element": jg.insert(x, 0, 0.5),
        "roll": jg.roll(x, 2),
        "repeat by a number": jg.repeat(x, jnp.array(2), capacity=12),
        "pad": [jg.pad(full, 1, mode) for mode in MODES],
        "dense counts": jg.unflatten(x, x.lengths[:, None] * jnp.array([[0, 1]]), capacity=5),
        "inner append": jg.append(levels, 0.5, axis=2),
        "inner concatenate": jg.concatenate([levels, levels], axis=2),
        "rows of rows": jg.concatenate([levels, levels], axis=1),
        "inner repeat": jg.repeat(levels, jg.count(levels, axis=2), capacity=9),
        "inner pad": jg.pad(levels, 1, axis=2),
        "inner split": jg.split(levels, [1, -1], axis=2),
        "inner flatten": jg.flatten(levels, axis=2),
        "reshape": jg.reshape(levels[..., None], (8, None, None, 1, 1)),
    }


@pytest.mark.parametrize("kind", [AxisType.Auto, AxisType.Explicit], ids=str)
def test_rows_on_eight_devices(kind):
    x = jg.array([[1.0, 2.0], [], [3.0]] * 2 + [[4.0, 5.0, 6.0], []], capacity=4)
    levels = jg.array((LEVELS * 3)[:8], jagged_axes=2)
    expected = jax.jit(within_rows)(x, levels)
    mesh = jax.make_mesh((8,), ("rows",), axis_types=(kind,))
    with jax.set_mesh(mesh):
        place = lambda leaf, spec: jax.device_put(leaf, NamedSharding(mesh, spec))
        spread = [jax.tree.map(place, a, jg.partition_specs(a, "rows")) for a in (x, levels)]
        assert_equal(jax.device_get(jax.jit(within_rows)(*spread)), expected)


# Joining


def test_dense_operands_of_every_shape(x):
    features = x[..., None] * jnp.ones(2)
    for shape in [(1, 2, 1), (3, 2, 2), (1, 2, 2), (2, 2), (2, 1)]:
        values = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
        full = np.broadcast_to(values, (3, 2, 2))
        expected = [np.concatenate([f, r]) for r, f in zip(features.rows(), full, strict=True)]
        assert_equal(jg.concatenate([values, features], axis=1), expected)


def test_a_shared_element_gets_the_gradient_of_all_rows(x):
    def total(element, own):
        y = jg.concatenate([x, element[None, None], x, own[:, None]], axis=jg.ROW)
        return jg.sum(y * y)

    shared, own = jax.grad(total, argnums=(0, 1))(jnp.array(2.0), jnp.array([1.0, 3.0, 5.0]))
    assert shared == 12
    np.testing.assert_array_equal(own, [2, 6, 10])


def test_many_operands(x):
    y = jg.concatenate([x, x + 10, np.zeros((1, 0), np.float32), x + 20], axis=jg.ROW)
    assert y.to_list()[2] == [4, 5, 14, 15, 24, 25]
    assert jg.concatenate([x], axis=1).to_list() == ROWS


def test_along_each_of_two_jagged_axes(levels):
    other = jg.array([[[8.0]], [], [[9.0], [], [1.0]]], jagged_axes=2)
    rows = [a + b for a, b in zip(LEVELS, other.to_list(), strict=True)]
    assert jg.concatenate([levels, other], axis=1).to_list() == rows
    assert jg.concatenate([other, levels], axis=0).to_list() == other.to_list() + LEVELS
    inner = [[row + row for row in rows] for rows in LEVELS]
    assert jg.concatenate([levels, levels], axis=2).to_list() == inner
    assert jg.append(levels, 0.5, axis=2).to_list() == [[[*r, 0.5] for r in d] for d in LEVELS]
    assert jg.stack([levels, other], axis=0).to_list() == [LEVELS, other.to_list()]
    pairs = [[[[v, v] for v in row] for row in rows] for rows in LEVELS]
    assert jg.stack([levels, levels.resize((3, 3))], axis=3).to_list() == pairs
    dense = jg.concatenate([np.ones((1, 1, 2), np.float32), levels], axis=1)
    assert dense.to_list() == [[[1.0, 1.0], *rows] for rows in LEVELS]


def test_infinite_values_stay_out_of_the_padding_of_rows(levels):
    infinite = levels.with_data(jnp.full(levels.data.shape, jnp.inf))
    for y in (
        jg.append(levels, jnp.inf, axis=2),
        jg.pad(levels, 1, constant_values=np.inf, axis=2),
        jg.insert(levels, 0, jnp.nan, axis=2),
        jg.split(infinite, [1], axis=2)[0],
        jg.roll(infinite, 1, axis=2),
        jg.tile(infinite, 2, axis=2),
    ):
        mask = np.broadcast_to(np.asarray(y.mask), y.data.shape)
        assert np.all(np.isfinite(np.asarray(y.data)[~mask]))


EXTREMES = [[np.inf, -np.inf, np.nan], [np.nan], [], [np.inf]]


@pytest.mark.parametrize(
    "move",
    [
        jg.reverse,
        lambda x: jg.roll(x, 1),
        lambda x: jg.tile(x, 2),
        lambda x: jg.repeat(x, 2),
        lambda x: jg.repeat(x, jg.ones_like(x).astype(jnp.int32)),
        lambda x: jg.split(x, 2)[0],
        lambda x: jg.split(x, [1])[0],
        lambda x: jg.split(x, [-1])[0],
        lambda x: jg.pad(jg.append(x, 1.0), 3, "wrap"),
        lambda x: jg.pad(jg.append(x, 1.0), (0, 3), "edge"),
        lambda x: jg.concatenate([x, x], axis=1),
        lambda x: jg.insert(x, 0, x),
        lambda x: jax.jit(lambda x, i: jg.insert(x, i, x))(x, jnp.array([0, 5, 0, 1])),
        jg.flatten,
        lambda x: jg.unflatten(x, x.lengths[:, None] * jnp.array([[0, 1]])),
        lambda x: jax.jit(lambda x: jg.concatenate([x, x], axis=1, capacity=3))(x),
    ],
)
def test_what_is_not_finite_stays_valid(move):
    """An element that is not finite never becomes padding, where a product would make it NaN."""
    for capacity in (3, 5):
        y = move(jg.array(EXTREMES, capacity=capacity))
        assert np.all(np.isfinite(np.asarray(y.data)[~np.asarray(y.mask)]))


def test_lengths_that_stay_are_the_same_object(x):
    assert jg.reverse(x).lengths is x.lengths
    assert jg.roll(x, 2).lengths is x.lengths
    assert jg.concatenate([x[..., None], x[..., None]], axis=-1).lengths is x.lengths
    assert jg.stack([x, x], axis=-1).lengths is x.lengths
    assert jg.reshape(x, (3, None, 1, 1)).lengths is x.lengths


def test_insert_at_both_ends(x):
    for index in (0, 1, -1, 2, -2):
        assert_equal(jg.insert(x[:1], index, 9), [np.insert(ROWS[0], index, 9)])
    ends = jg.insert(x, x.lengths, jnp.array([[6.0, 7.0]]))
    assert ends.to_list() == [[1, 2, 3, 6, 7], [6, 7], [4, 5, 6, 7]]
    check(
        lambda x: jg.insert(x, -(x.lengths // 2), 0.5) ** 2,
        ROWS,
        [[1, 4, 0.25, 9], [0.25], [16, 0.25, 25]],
        [[2, 4, 6], [], [8, 10]],
    )


def test_a_traced_index_outside_empties_the_row(x):
    insert = jax.jit(lambda x, i: jg.insert(x, i, 9))
    assert insert(x, jnp.array([4, 0, -2])).to_list() == [[], [9], [9, 4, 5]]
    with enable_x64(True):
        far = jnp.array([2**40, 0, -(2**40)])
        assert insert(x, far).to_list() == [[], [9], []]


# Records and trees


def test_records_move_as_one(record, x):
    both = lambda f: (f(x).to_list(), f(jg.stack([x, 10 * x], axis=-1)).to_list())
    for f in (
        jg.reverse,
        lambda x: jg.roll(x, -1),
        lambda x: jg.tile(x, 2),
        lambda x: jg.repeat(x, 3),
        lambda x: jg.repeat(x, 2, axis=0),
        lambda x: jg.pad(x, (0, 1)),
        lambda x: jg.split(x, 2)[1],
        lambda x: jg.split(x, [1], axis=0)[1],
        lambda x: jg.concatenate([x, x]),
        lambda x: jg.concatenate([x, x], axis=jg.ROW),
        lambda x: jg.insert(x, 0, x),
        lambda x: jg.stack([x, x]),
        lambda x: jg.unflatten(x, np.array([[3, 0], [0, 0], [1, 1]])),
        jg.flatten,
    ):
        moved = f(record)
        a, b = both(f)
        assert isinstance(moved, jg.JaggedRecord)
        assert moved["a"].to_list() == a
        assert moved["b"].to_list() == b


def test_a_tree_of_arrays_is_a_record(x):
    tree = {"a": x, "b": x > 2}
    joined = jg.concatenate([tree, tree], axis=jg.ROW)
    assert joined.to_list()[2] == {"a": [4, 5, 4, 5], "b": [True, True, True, True]}
    longer = jg.append(tree, {"a": 0.5, "b": False})
    assert longer.to_list()[1] == {"a": [0.5], "b": [False]}
    rows = jg.reshape(jg.stack([tree, tree]), (-1, None))
    assert rows["a"].to_list() == ROWS + ROWS
    swapped = jg.moveaxis(jg.stack([tree, tree]), 0, 1)
    assert swapped["a"].to_list() == [[row, row] for row in ROWS]


# Dtypes


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint32", "bfloat16", "complex64"])
def test_elements_of_every_dtype_move(dtype):
    small = [[1, 0, 3], [], [1, 1]]
    x = jg.array(small, capacity=4).astype(dtype)
    rows = x.rows()
    moved = {
        "concatenate": (jg.concatenate([x, x], axis=1), [np.concatenate([r, r]) for r in rows]),
        "append": (jg.append(x, x[:1].data[:, :1]), [np.append(r, rows[0][:1]) for r in rows]),
        "insert": (jg.insert(x, 0, True), [np.insert(r, 0, np.ones(1, r.dtype)) for r in rows]),
        "reverse": (jg.reverse(x), [r[::-1] for r in rows]),
        "roll": (jg.roll(x, 1), [np.roll(r, 1) for r in rows]),
        "repeat": (jg.repeat(x, 2), [np.repeat(r, 2) for r in rows]),
        "tile": (jg.tile(x, 2), [np.tile(r, 2) for r in rows]),
        "pad": (jg.pad(x, (1, 0), constant_values=True), [np.insert(r, 0, 1) for r in rows]),
        "split": (jg.split(x, [1])[1], [r[1:] for r in rows]),
        "stack": (jg.stack([x, x], axis=-1), [np.stack([r, r], -1) for r in rows]),
    }
    for y, expected in moved.values():
        assert y.dtype == jnp.dtype(dtype)
        assert_equal(y, expected)
    assert jg.flatten(x).dtype == jg.unflatten(x, x.lengths[:, None]).dtype == jnp.dtype(dtype)


def test_dtypes_promote_as_in_jax(x):
    with jax.numpy_dtype_promotion("standard"):
        joined = jg.concatenate([x.astype(jnp.int8), x.astype(jnp.float16)], axis=1)
        assert joined.dtype == jnp.float16
        assert jg.stack([x, x > 2]).dtype == jnp.float32
    assert jg.append(x.astype(jnp.bfloat16), 1).dtype == jnp.bfloat16


def test_under_transforms_of_a_model(x):
    """A gradient by a module's parameter through a joined and reversed record."""
    weight = jnp.array(2.0)

    @eqx.filter_jit
    @eqx.filter_grad
    def gradient(weight, x):
        y = jg.reverse(jg.append(x * weight, weight))
        return jg.sum(jg.flatten(y) ** 2)

    assert gradient(weight, x) == pytest.approx(2 * 2 * (1 + 4 + 9 + 16 + 25 + 3))
