"""Indexing: every form against NumPy or Python on each row, and what is refused."""

import itertools

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jagged as jg
from tests.poison import check
from tests.refusal import refused

ROWS = [[1.0, 2.0, 3.0], [], [4.0, 5.0], [6.0]]
TWO = jg.array([[[1.0, 2.0], [3.0]], [[4.0, 5.0, 6.0]], []], jagged_axes=2)
FEATURES = jg.array([[[1.0, 2.0], [3.0, 4.0]], [], [[5.0, 6.0]]], capacity=3)


@pytest.fixture
def x():
    return jg.array(ROWS, capacity=5)


ENDS = (None, -7, -2, 0, 1, 7)


@pytest.mark.parametrize("step", [None, 1, 2, -1, -2, -9])
def test_slices_are_those_of_python(x, step):
    for start, stop in itertools.product(ENDS, ENDS):
        cut = slice(start, stop, step)
        result = x[:, cut]
        assert result.to_list() == [row[cut] for row in ROWS], cut
        longest = max(len(range(*cut.indices(length))) for length in range(x.capacity + 1))
        assert result.capacity == longest, cut


@pytest.mark.parametrize("cut", [slice(1, 3), slice(-2, None), slice(None, None, -1), slice(0, -1)])
def test_slices_see_no_padding(cut):
    check(lambda x: x[:, cut], ROWS, [row[cut] for row in ROWS], [[1.0 * (e in row[cut]) for e in row] for row in ROWS])  # fmt: skip


def test_ends_may_be_traced(x):
    ends = [(-2, 7), (0, -1), (1, 3), (5, -5)]
    cut = jax.jit(lambda x, start, stop: x[:, start:stop])
    for start, stop in ends:
        assert cut(x, start, stop).to_list() == [row[start:stop] for row in ROWS]


def test_a_valid_infinity_does_not_move_into_padding():
    x = jg.array([[jnp.inf, 1.0, 2.0]])
    results = x[:, 1:], x[:, :-1], x[:, -2:], x[x < 5], x[jg.array([[1, 0]])], x[:, ::-1]
    for result in (*results, jg.take(x, jg.array([[1, 0]])), jg.compress(x < 5, x)):
        assert np.isfinite(np.asarray(result.data)[~np.asarray(result.mask)]).all()


def test_rows_by_arrays(x):
    assert x[[2, 0, -1]].to_list() == [ROWS[2], ROWS[0], ROWS[3]]
    assert x[np.array([True, False, True, False])].to_list() == [ROWS[0], ROWS[2]]
    assert x[np.array([[0], [2]])].to_list() == [[ROWS[0]], [ROWS[2]]]
    assert x[[]].shape == (0, None)
    assert x[[0, 2, 3], [2, -1, 0]].tolist() == [3, 5, 6]
    assert x[[[0], [2]], [0, 1]].tolist() == [[1, 2], [4, 5]]
    assert x[[0, 2]][:, [0, -1]].tolist() == [[1, 3], [4, 5]]
    assert x[[0, 2], 1].tolist() == [2, 5]
    assert x[[0, 2], :2].to_list() == [[1, 2], [4, 5]]


def test_rows_of_two_batch_axes(x):
    both = x[None][[0, 0]]
    assert both.shape == (2, 4, None)
    assert both[1, 2].to_list() == ROWS[2]
    assert both[:, [2, 0]].to_list() == [[ROWS[2], ROWS[0]]] * 2
    assert both[[0, 1], [2, 0]].to_list() == [ROWS[2], ROWS[0]]
    assert both[[0, 1], [2, 0], [-1, 0]].tolist() == [5, 1]
    mask = np.zeros((2, 4), bool)
    mask[0, 2] = mask[1, 0] = True
    assert both[mask].to_list() == [ROWS[2], ROWS[0]]


def test_traced_rows_that_are_absent_are_empty(x):
    take = jax.jit(lambda x, rows: x[rows])
    assert take(x, jnp.array([2, 9, -5])).to_list() == [ROWS[2], [], []]
    assert take(TWO, jnp.array([1, 3])).to_list() == [[[4, 5, 6]], []]


def test_new_axes(x):
    assert x[None].shape == (1, 4, None)
    assert x[:, None].shape == (4, 1, None)
    assert x[..., None].shape == (4, None, 1)
    assert x[:, None].to_list() == [[row] for row in ROWS]
    assert TWO[:, None].shape == (3, 1, None, None)


def test_jagged_positions(x):
    assert x[jg.array([[2, -3, 2], [], [-1], [0, 0]])].to_list() == [[3, 1, 3], [], [5], [6, 6]]
    assert FEATURES[jg.array([[1], [], [0, 0]])].to_list() == [[[3, 4]], [], [[5, 6]] * 2]
    pairs = jg.array([[[0, 1], [2, 2]], [], [], []]).astype(int)
    assert x[pairs].to_list() == [[[1, 2], [3, 3]], [], [], []]
    assert TWO[jg.array([[1, 0, 1], [0], []])].to_list() == [[[3], [1, 2], [3]], [[4, 5, 6]], []]
    inner = jg.array([[[1, 0], []], [[-1]], []], jagged_axes=2).astype(int)
    assert TWO[inner].to_list() == [[[2, 1], []], [[6]], []]


def test_jagged_masks(x):
    assert x[x > 2].to_list() == [[3], [], [4, 5], [6]]
    assert x[x > 2].capacity == x.capacity
    assert FEATURES[FEATURES[..., 0] > 2].to_list() == [[[3, 4]], [], [[5, 6]]]
    assert TWO[TWO > 2].to_list() == [[[], [3]], [[4, 5, 6]], []]
    assert TWO[jg.sum(TWO, axis=2) > 3].to_list() == [[], [[4, 5, 6]], []]
    roomy = jg.array([[True, False, True], [], [False, False], [True]], capacity=7)
    assert x[roomy].to_list() == [[1, 3], [], [], [6]]


def test_jax_9579_2765_masks_inside_jit():
    x, mask = jg.array([[1.0, 2.0, 3.0]]), jg.array([[True, False, True]])
    kept = jax.jit(lambda x: x[mask])(x)
    assert kept.to_list() == [[1, 3]]
    gradient = jax.grad(lambda d: jg.sum(x.with_data(d)[mask]))(x.data)
    assert gradient.tolist() == [[1, 0, 1]]
    assert jax.jit(lambda x: x[x > 0])(jg.array([[-1.0, 2.0, 0.0, 3.0]])).to_list() == [[2, 3]]


def test_jax_21994_values_set_by_a_mask():
    x = jg.array([[0, 1, 2, 3]])
    assert jax.jit(lambda x: x.at[x < 2].set(0))(x).to_list() == [[0, 0, 2, 3]]


def test_jax_4585_5280_nonzero():
    find = jax.jit(jg.nonzero)
    assert find(jg.zeros([5])).to_list() == [[]]
    assert find(jg.ones([5])).to_list() == [[0, 1, 2, 3, 4]]
    with refused(ValueError, "capacity=3", "5 elements", "capacity=5 would do"):
        jg.nonzero(jg.ones([5]), capacity=3)
    with jg.checking(), pytest.raises(Exception, match="capacity=3 must hold"):
        jax.block_until_ready(jax.jit(lambda x: jg.nonzero(x, capacity=3))(jg.ones([5])))
    places, over = jg.nonzero(jg.ones([5, 2]), capacity=3, overflow="return")
    assert (places.to_list(), over.tolist()) == ([[0, 1, 2], [0, 1]], [True, False])
    places, over = jax.jit(lambda x: jg.nonzero(x, overflow="return"))(jg.ones([2, 0]))
    assert (places.to_list(), over.tolist()) == ([[0, 1], []], [False, False])


def test_transformers_46782_the_last_elements():
    x = jg.array([[1.0, 2.0, 3.0], [4.0]])
    assert x[:, -1].tolist() == [3, 4]
    assert jg.take(x, -2, fill_value=-9).tolist() == [2, -9]
    assert jg.last(jg.array([[], [1.0]]), fill_value=-9).tolist() == [-9, 1]
    check(
        lambda x: jg.take(x, -2, fill_value=0.0), ROWS, [2, 0, 4, 0], [[0, 1, 0], [], [1, 0], [0]]
    )


def test_scatter_438_gathering_with_the_argmax_of_an_empty_row():
    x = jg.array([[1.0, 5.0], []])
    highest = lambda x: jg.take_along_axis(x, jg.argmax(x, axis=1)[:, None], fill_value=7.0)
    assert highest(x).tolist() == [[5], [7]]
    assert eqx.filter_grad(lambda x: jnp.sum(highest(x)))(x).data.tolist() == [[0, 1], [0, 0]]


def test_taking_features_and_rows():
    best = jg.argmax(FEATURES, axis=1)
    taken = jg.take_along_axis(FEATURES, best[:, None], fill_value=0)
    assert taken.tolist() == [[[3, 4]], [[0, 0]], [[5, 6]]]
    assert jg.take(FEATURES, [0, 5], axis=0).to_list() == [[[1, 2], [3, 4]], []]
    assert jg.take(FEATURES, 1, fill_value=0).tolist() == [[3, 4], [0, 0], [0, 0]]
    assert jg.first(TWO, 2, fill_value=0).to_list() == [[1, 3], [4], []]
    assert jg.first(TWO).to_list() == [[1, 2], [4, 5, 6], []]
    assert jg.local_index(TWO, axis=2).to_list() == [[[0, 1], [0]], [[0, 1, 2]], []]


RECORD = jg.record({"a": jg.array([[1.0, 2.0], [], [3.0]]), "b": FEATURES[:, :2]})


def test_records():
    assert RECORD[RECORD["a"] > 1].to_list() == [{"a": [2], "b": [[3, 4]]}, {"a": [], "b": []}, {"a": [3], "b": [[5, 6]]}]  # fmt: skip
    assert RECORD[["b"]].fields.keys() == {"b"}
    assert RECORD[:, ::-1]["a"].to_list() == [[2, 1], [], [3]]
    assert RECORD[[2, 0]]["b"].to_list() == [[[5, 6]], [[1, 2], [3, 4]]]
    assert RECORD[0][1]["b"].tolist() == [3, 4]
    assert jg.first(RECORD, fill_value=0)["a"].tolist() == [1, 0, 3]
    assert jg.compress(RECORD["a"] > 1, {"c": RECORD["a"]}).to_list()[0] == {"c": [2]}
    assert RECORD.at[RECORD["a"] > 1].set({"a": 0.0, "b": jnp.array([7.0, 8.0])})["b"].to_list() == [[[1, 2], [7, 8]], [], [[7, 8]]]  # fmt: skip
    moved = RECORD.at[:, ::-1].add({"a": RECORD["a"], "b": 1.0})
    assert moved["a"].to_list() == [[3, 3], [], [6]]


UPDATES = {
    "row": (lambda x: x.at[0].set(9), [[9, 9, 9], [], [4, 5], [6]]),
    "rows": (lambda x: x.at[[0, 3]].add(1), [[2, 3, 4], [], [4, 5], [7]]),
    "slice": (lambda x: x.at[:, -1:].multiply(10), [[1, 2, 30], [], [4, 50], [60]]),
    "value per row": (lambda x: x.at[::3].max(jnp.array([[2.5], [9]])), [[2.5, 2.5, 3], [], [4, 5], [9]]),
    "mask": (lambda x: x.at[x > 2].min(3.5), [[1, 2, 3], [], [3.5, 3.5], [3.5]]),
    "mask, jagged values": (lambda x: x.at[x > 2].set(-x[x > 2]), [[1, 2, -3], [], [-4, -5], [-6]]),
    "pairs": (lambda x: x.at[[0, 2], [1, -1]].set(jnp.array([7.0, 8])), [[1, 7, 3], [], [4, 8], [6]]),
    "repeats": (lambda x: x.at[jg.array([[0, 0], [], [-1], []])].add(1.0), [[3, 2, 3], [], [4, 6], [6]]),
    "backwards": (lambda x: x.at[:, ::-1].set(x), [[3, 2, 1], [], [5, 4], [6]]),
}  # fmt: skip


@pytest.mark.parametrize("name", UPDATES)
def test_updates(name):
    call, expected = UPDATES[name]
    check(call, ROWS, expected)


def test_updates_of_deeper_axes_and_features():
    assert TWO.at[:, :, -1:].set(0).to_list() == [[[1, 0], [0]], [[4, 5, 0]], []]
    assert TWO.at[0, 0].add(1).to_list() == [[[2, 3], [3]], [[4, 5, 6]], []]
    assert FEATURES.at[..., 0].set(0).to_list() == [[[0, 2], [0, 4]], [], [[0, 6]]]
    assert FEATURES[::2].at[:, 0].set(jnp.array([8.0, 9.0])).to_list() == [
        [[8, 9], [3, 4]],
        [[8, 9]],
    ]


def test_traced_updates_outside_are_left_out(x):
    assert jax.jit(lambda x, i: x.at[i].set(0))(x, 9).to_list() == ROWS
    assert jax.jit(lambda x, j: x.at[:, j].set(0))(x, 1).to_list() == [[1, 0, 3], [], [4, 0], [6]]


def test_updates_have_derivatives():
    x = jg.array([[1.0, 2.0], [3.0]])
    product = lambda d: jg.sum(x.with_data(d).at[:, :1].multiply(x.with_data(d)[:, :1]))
    assert jax.grad(product)(x.data).tolist() == [[2, 1], [6, 0]]
    smallest = lambda v: jg.sum(x.at[x > 1.5].min(v))
    assert jax.grad(smallest)(2.5) == 1


def test_an_infinity_that_is_left_out_leaves_the_derivative_finite():
    x = jg.array([[jnp.inf, 2.0], [3.0]])
    product = lambda w: jg.sum(x.at[x < 5].multiply(w))
    assert jax.grad(product)(2.0) == 5
    by_row = jax.grad(lambda w: jg.sum(x.at[x < 5].multiply(w[:, None])))(jnp.ones(2))
    assert by_row.tolist() == [2, 3]


REFUSALS = [
    (lambda x: x[9], IndexError, ("Row 9", "4 rows")),
    (lambda x: x[[0, -5]], IndexError, ("Row -5", "4 rows")),
    (lambda x: x[[0, 1], [0, 0]], IndexError, ("element 0", "length 0", "row 1")),
    (lambda x: x[:, [0, 2]], IndexError, ("element", "row")),
    (lambda x: x[[0, 1], [[0, 0, 0]]], IndexError, ("broadcast", "(2,)", "(1, 3)")),
    (lambda x: x[:, ::0], ValueError, ("step", "zero")),
    (lambda x: x[jg.array([[3], [], [], []])], IndexError, ("got 3", "length 3", "row 0")),
    (lambda x: x[jg.array([[0], [0]])], IndexError, ("(2,)", "(4,)")),
    (lambda x: x[x], IndexError, ("booleans or integers", "float32")),
    (lambda x: x[x[:, 1:] > 0], ValueError, ("equal lengths", "row 0")),
    (lambda x: x[TWO > 0], IndexError, ("2 for 1",)),
    (lambda x: x[np.ones((4, 5), bool)], IndexError, ("jagged", "(4, 5)")),
    (lambda x: x[np.ones(3, bool)], IndexError, ("(4,)", "(3,)")),
    (lambda x: x["name"], IndexError, ("integers", "'name'")),
    (lambda x: x[np.ones(2)], IndexError, ("float64",)),
    (lambda x: FEATURES[:, [0], [0]], IndexError, ("at once",)),
    (lambda x: x[None][0, :, [0]], IndexError, ("adjacent",)),
    (lambda x: x.at[0].set(jnp.ones(3)), ValueError, ("3 meets the jagged axis",)),
    (lambda x: x.at[[0, 2], [0, 0]].set(x), ValueError, ("dense",)),
    (lambda x: x.at[[0, 2], [0, 0]].set(jnp.ones(3)), ValueError, ("(2,)", "(3,)")),
    (lambda x: x.astype(int).at[0].set(0.5), TypeError, ("int32", "float32")),
    (lambda x: x.at[x > 2].set(x), ValueError, ("equal lengths",)),
    (lambda x: jg.take(x, 0.5), IndexError, ("0.5",)),
    (lambda x: jg.take(x, [0.5]), TypeError, ("float64", "jg.compress")),
    (lambda x: jg.take(x.astype(int), 0, fill_value=0.5), ValueError, ("int32", "fill_value")),
    (lambda x: jg.take(x, jg.array([[0], [0]])), IndexError, ("(2,)",)),
    (lambda x: jg.take(TWO, jg.array([[0], [0], []]), axis=2), ValueError, ("deep",)),
    (lambda x: jg.take_along_axis(x, np.zeros(4, int)), ValueError, ("(4,)", "[:, None]")),
    (lambda x: jg.first(x, axis=0), ValueError, ("jagged axis", "axis=0")),
    (lambda x: jg.first(3.0), TypeError, ("float", "jg.array")),
    (lambda x: jg.compress(x, x), TypeError, ("float32", "x > 0")),
    (lambda x: jg.compress(np.ones((4, 5), bool), x), TypeError, ("JaggedArray", "(4, 5)")),
    (lambda x: jg.compress([True], x, axis=0), ValueError, ("4 rows", "(1,)")),
    (lambda x: jg.compress(x > 0, x, axis=0), TypeError, ("axis=0",)),
    (lambda x: jg.compress(FEATURES > 0, FEATURES), TypeError, ("axis=-1",)),
    (lambda x: jg.compress(x > 0, x, capacity=1), ValueError, ("capacity=1", "capacity=3 would do")),
    (lambda x: jg.compress(x > 0, x, overflow="cut"), ValueError, ("cut",)),
    (lambda x: jg.compress(TWO[..., :1] > 0, TWO), (ValueError, TypeError), ("jagged axes",)),
    (lambda x: jg.nonzero(jnp.ones(3)), TypeError, ("JaggedArray",)),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(REFUSALS)))
def test_refusals(x, case):
    call, kind, words = REFUSALS[case]
    with refused(kind, *words):
        call(x)


def test_a_traced_mask_of_rows_is_refused(x):
    with refused(IndexError, "traced mask", "where="):
        jax.jit(lambda x, mask: x[mask])(x, jnp.ones(4, bool))


def test_a_traced_step_is_refused(x):
    with refused(TypeError, "step"):
        jax.jit(lambda x, step: x[:, ::step])(x, 2)


@pytest.mark.parametrize(
    "call",
    [
        lambda x, i: x[jg.full_like(x, 9).astype(int)],
        lambda x, i: x[i],
        lambda x, i: x[jnp.stack([i, i])],
        lambda x, i: x[:, i],
        lambda x, i: x[:, jnp.stack([i, i])],
    ],
)
def test_traced_indices_outside_are_refused_under_checking(x, call):
    jitted = jax.jit(call)
    jax.block_until_ready(jitted(x, 9))
    with jg.checking(), pytest.raises(Exception, match=r"Row|Every row|inside its rows"):
        jax.block_until_ready(jitted(x, 9))


def test_indexing_on_the_host_touches_no_device():
    x = jg.array(ROWS, host=True)
    assert isinstance(x[[2, 0]].data, np.ndarray)
    assert x[np.random.default_rng(0).permutation(4)].shape == (4, None)
