"""Order: what the table can't say of sorting, ranking and the largest elements."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
from jax.sharding import AxisType, NamedSharding
from refusal import refused

import jagged as jg
from tests import oracle_order
from tests.layouts import MIXED, rows_of
from tests.test_dtypes import DTYPES, pad, row_pairs

INF, NAN = np.inf, np.nan
X = jg.array([[3.0, 1.0, 2.0], [], [5.0, 4.0]])


def test_fvdb_111_infinity_stays_in_front_of_padding():
    poison.check(jg.sort, [[3, -1], [INF, 2]], [[-1, 3], [2, INF]], [[1, 1], [1, 1]], more=(0, 2))
    poison.check(jg.argsort, [[3, -1], [INF, 2]], [[1, 0], [1, 0]], more=(0, 2))


def test_pyg_1051_top_k_of_negative_elements():
    values, places = (lambda x: jg.top_k(x, 1)[0]), (lambda x: jg.top_k(x, 1)[1])
    poison.check(values, [[-5, -3], [-9]], [[-3], [-9]], [[0, 1], [1]])
    poison.check(places, [[-5, -3], [-9]], [[1], [0]])
    more = lambda x: jg.top_k(x, 5)[0]
    poison.check(more, [[-5, -3], [-9], []], [[-3, -5], [-9], []], [[1, 1], [1], []])


def test_awkward_3541_gradient_is_that_of_the_elements():
    slope = eqx.filter_grad(lambda x: jg.sum(jg.sort(x) ** 2))(X)
    np.testing.assert_array_equal(slope.data, 2 * X.data)


def test_equal_elements_each_go_to_their_own_place():
    weights = jg.array([[1.0, 10.0, 100.0]])
    x = jg.array([[2.0, 1.0, 2.0]])
    for descending, expected in ((False, [10, 1, 100]), (True, [1, 100, 10])):
        total = lambda x, d=descending: jg.sum(jg.sort(x, descending=d) * weights)
        np.testing.assert_array_equal(eqx.filter_grad(total)(x).data, [expected])


def orders(x):
    """Everything that an order gives, in one program."""
    down = {"descending": True}
    return jg.sort(x), jg.sort(x, **down), jg.argsort(x), jg.argsort(x, **down), jg.rank(x)


def check_orders(rows, *expected, dtype=np.float32):
    """Compare `orders` of the rows with what is expected, whatever the padding."""
    for _, x in poison.poisoned(rows, max(map(len, rows)) + 1, dtype):
        for result, wanted in zip(jax.jit(orders)(x), expected, strict=True):
            poison.assert_close(result, wanted)


def test_nan_comes_last_in_the_row_either_way():
    check_orders(
        [[NAN, 1, INF, -INF, NAN], [], [-0.0, NAN, 0.0]],
        [[-INF, 1, INF, NAN, NAN], [], [0, 0, NAN]],
        [[INF, 1, -INF, NAN, NAN], [], [0, 0, NAN]],
        [[3, 1, 2, 0, 4], [], [0, 2, 1]],
        [[2, 1, 3, 0, 4], [], [0, 2, 1]],
        [[3, 1, 2, 0, 4], [], [0, 2, 1]],
    )


def test_zeros_of_either_sign_are_equal_and_tiny_numbers_are_not():
    x = jg.array([[0.0, -0.0, 1e-45, -1e-45]])
    assert jg.argsort(x).to_list() == [[3, 0, 1, 2]]
    assert jg.argsort(x, descending=True).to_list() == [[2, 0, 1, 3]]


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint8])
def test_extremes_of_integers_are_elements_like_any_other(dtype):
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    check_orders(
        [[high, 1, low, high], [], [low], [high]],
        [[low, 1, high, high], [], [low], [high]],
        [[high, high, 1, low], [], [low], [high]],
        [[2, 1, 0, 3], [], [0], [0]],
        [[0, 3, 1, 2], [], [0], [0]],
        [[2, 1, 0, 3], [], [0], [0]],
        dtype=dtype,
    )


@pytest.mark.parametrize("dtype", DTYPES)
def test_dtypes(dtype):
    (rows,) = row_pairs(["real"], dtype)
    x = pad(rows, rows[0].dtype)
    expected = [np.asarray(jnp.sort(jnp.asarray(row))) for row in rows]
    for ours, theirs in zip(jg.sort(x).rows(), expected, strict=True):
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)
    assert jg.argsort(x).dtype == jg.rank(x).dtype == jg.top_k(x, 2)[1].dtype == jnp.int32
    assert jg.top_k(x, 2)[0].dtype == x.dtype


def test_complex_numbers_with_a_nan_in_either_part_come_last():
    x = jg.array([[complex(NAN, 0), 2 + 1j, complex(0, NAN), 2 - 1j, 1 + 5j]])
    assert jg.argsort(x).to_list() == [[4, 3, 1, 0, 2]]
    assert jg.argsort(x, descending=True).to_list() == [[1, 3, 4, 0, 2]]


@pytest.mark.parametrize("capacity", [31, 32, 33, 96, 100, 512, 513])
def test_every_way_to_sort_gives_the_same(capacity):
    random = np.random.default_rng(capacity)
    lengths = [capacity, 0, capacity // 2, 1]
    rows = [random.integers(-4, 5, n).astype(np.float32) for n in lengths]
    x = jg.array(rows, capacity=capacity)
    for descending in (False, True):
        places = jax.jit(lambda x, d=descending: jg.argsort(x, descending=d))(x)
        for ours, row in zip(places.rows(), rows, strict=True):
            np.testing.assert_array_equal(ours, oracle_order.places(row, descending))
    for ours, row in zip(jg.rank(x).rows(), rows, strict=True):
        np.testing.assert_array_equal(ours, oracle_order.rank(row))


def test_long_rows_on_many_devices():
    mesh = jax.make_mesh((8,), ("rows",), axis_types=(AxisType.Explicit,))
    data = np.random.default_rng(0).normal(size=(8, 70)).astype(np.float32)
    x = jg.from_dense(jnp.asarray(data), np.arange(8) * 10)
    specs = jg.partition_specs(x, "rows")
    with jax.set_mesh(mesh):
        spread = jax.tree.map(lambda a, s: jax.device_put(a, NamedSharding(mesh, s)), x, specs)
        mapped = jax.shard_map(jg.sort, in_specs=(specs,), out_specs=specs)
        for result in (jax.jit(jg.sort)(spread), jax.jit(mapped)(spread)):
            np.testing.assert_array_equal(result.data, jg.sort(x).data)


def test_counting_holds_no_square_of_the_capacity():
    x = jg.zeros(np.full(1000, 100))
    analysis = jax.jit(jg.sort).lower(x).compile().cost_analysis()
    assert analysis is not None
    assert analysis["bytes accessed"] < 60 * x.data.nbytes


def test_rank_is_the_inverse_of_argsort():
    rows = rows_of(MIXED, "real")
    x = jg.array(rows)
    for places, ranks in zip(jg.argsort(x).rows(), jg.rank(x).rows(), strict=True):
        np.testing.assert_array_equal(places[ranks], np.arange(len(ranks)))


def test_lengths_are_carried_by_reference():
    assert jg.sort(X).lengths is jg.argsort(X).lengths is jg.rank(X).lengths is X.lengths
    assert jg.top_k(X, 3)[0].lengths is X.lengths
    assert jg.top_k(X, 2)[0].capacity == 2


def test_several_batch_axes_and_none():
    data, lengths = jnp.stack([X.data, X.data[::-1]]), jnp.stack([X.lengths, X.lengths[::-1]])
    both = jg.JaggedArray(data, lengths)
    assert jg.sort(both).to_list()[1] == jg.sort(X).to_list()[::-1]
    assert jg.sort(X[0]).to_list() == [1, 2, 3]
    assert jg.top_k(both, 1)[1].to_list()[0] == [[0], [], [0]]


TWO = jg.array([[[3.0, 1.0], [], [2.0]], [[5.0, 4.0, 6.0]]], jagged_axes=2)


def test_a_deeper_axis():
    assert jg.sort(TWO, axis=2).to_list() == [[[1, 3], [], [2]], [[4, 5, 6]]]
    assert jg.argsort(TWO, axis=-1).to_list() == [[[1, 0], [], [0]], [[1, 0, 2]]]
    assert jg.top_k(TWO, 1, axis=2)[0].to_list() == [[[3], [], [2]], [[6]]]


def test_rows_of_rows_by_a_key():
    key = jg.sum(TWO, axis=2)
    by = jg.sort(TWO, axis=1, by=key)
    assert by.to_list() == [[[], [2], [3, 1]], [[5, 4, 6]]]
    assert jg.argsort(TWO, axis=1, by=key, descending=True).to_list() == [[0, 2, 1], [0]]
    assert jg.sort(TWO, axis=2, by=-TWO).to_list() == [[[3, 1], [], [2]], [[6, 5, 4]]]


def test_records_move_all_fields_together():
    jets = jg.record({"pt": X, "p": jg.array([[[1, 2], [3, 4], [5, 6]], [], [[7, 8], [9, 0]]])})
    ordered = jg.sort(jets, by="pt")
    assert ordered["pt"].to_list() == [[1, 2, 3], [], [4, 5]]
    assert ordered["p"].to_list() == [[[3, 4], [5, 6], [1, 2]], [], [[9, 0], [7, 8]]]
    assert ordered.lengths is jets.lengths
    assert jg.argsort(jets, by="pt").to_list() == [[1, 2, 0], [], [1, 0]]
    assert jg.sort((X, -X), by=1).fields[0].tolist() == [[3, 2, 1], [0, 0, 0], [5, 4, 0]]


def test_a_record_by_other_keys_of_any_capacity():
    for capacity in (3, 5):
        keys = jg.array([[1, 3, 2], [], [2, 1]], capacity=capacity)
        assert jg.sort({"x": X}, by=keys)["x"].to_list() == [[3, 2, 1], [], [4, 5]]
        assert jg.argsort(X, by=keys).to_list() == [[0, 2, 1], [], [1, 0]]
        poison.check(lambda x, k=keys: jg.sort(x, by=k), X.rows(), [[3, 2, 1], [], [4, 5]])


def test_gradient_of_fields_goes_to_their_elements():
    y = jg.array([[1.0, 2.0, 3.0], [], [4.0, 5.0]])
    weights = jg.array([[1.0, 10.0, 100.0], [], [1.0, 10.0]])
    total = lambda y: jg.sum(jg.sort({"x": X, "y": y}, by="x")["y"] * weights)
    np.testing.assert_array_equal(
        eqx.filter_grad(total)(y).data, [[100, 1, 10], [0, 0, 0], [10, 1, 0]]
    )


def test_keys_that_are_missing_or_have_features():
    record = jg.record({"x": X, "f": X[..., None]})
    for function in (jg.sort, jg.argsort):
        with refused(TypeError, "by=", "record", "field"):
            function(record)
        with refused(ValueError, "one number", "features|feature"):
            function(record, by="f")
        with refused(ValueError, "'x'", "missing"):
            function(record, by="missing")
        with refused(TypeError, "JaggedArray of keys", "'x'"):
            function(X, by="x")
        with refused(ValueError, "order", "rows", "axis"):
            function(TWO, axis=1)
        with refused(ValueError, "jagged axes"):
            function(TWO, axis=2, by=jg.JaggedArray(TWO.data, TWO.inner_lengths[0]))
        with refused(ValueError, "axes", "one number"):
            function(TWO, axis=1, by=TWO)
        with refused(ValueError, "jagged axis", "axis=2"):
            function(X[..., None], axis=2)
        with refused(TypeError, "JaggedArray", "ndarray|ArrayImpl"):
            function(X.data)


def test_elements_without_an_order():
    keys = jax.random.split(jax.random.key(0), (1, 2))
    with refused(TypeError, "numbers or booleans", "key"):
        jg.sort(jg.JaggedArray.unchecked(keys, jnp.array([2], jnp.int32)))


def test_keys_of_other_lengths():
    with refused(ValueError, "equal lengths", 3, 2):
        jg.sort(X, by=jg.array([[1, 2], [], [1, 2]]))
    unequal = jax.jit(lambda x, k: jg.sort(x, by=k).data)
    with jg.checking(), pytest.raises(Exception, match="must have equal lengths"):
        jax.block_until_ready(unequal(X, jg.array([[1, 2], [], [1, 2]])))


def test_counts_must_be_static():
    with refused(TypeError, "k of jg.top_k", "integer", "1.5"):
        jg.top_k(X, 1.5)  # pyright: ignore[reportArgumentType]
    with refused(ValueError, "k of jg.top_k", "at least 0", -1):
        jg.top_k(X, -1)
    with refused(TypeError, "kth", "static|before tracing"):
        jax.jit(jg.partition)(X, 1)


def test_top_k_of_none():
    values, places = jg.top_k(X, 0)
    assert values.to_list() == places.to_list() == [[], [], []]
    assert values.capacity == 0


@pytest.mark.parametrize("kth", [0, 1, -1, -2])
def test_partition_puts_the_element_where_sorting_puts_it(kth):
    rows = [row for row in rows_of(MIXED, "real") if len(row) > 1]
    for ours, row in zip(jg.partition(jg.array(rows), kth).rows(), rows, strict=True):
        place = np.partition(row, kth)[kth]
        assert ours[kth] == place
        assert np.all(ours[:kth] <= place)
        assert np.all(ours[kth:] >= place)
