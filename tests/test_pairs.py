"""Pairs: what the table can't say about combinations and products."""

import itertools
import math

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jagged as jg
from jagged._kernels import combinations as kernels
from tests import oracle_pairs, poison
from tests.refusal import refused

ROWS = [[1.0, 2.0, 3.0], [], [4.0], [5.0, 6.0]]
ORDERS = {
    "colexicographic": oracle_pairs.colexicographic,
    "lexicographic": oracle_pairs.lexicographic,
}
DTYPES = [
    "bool",
    "int8",
    "int16",
    "int32",
    "uint8",
    "uint32",
    "float16",
    "bfloat16",
    "float32",
    "complex64",
]


@pytest.fixture
def x():
    return jg.array(ROWS, capacity=4)


def tuples(results):
    """Give the tuples of each row that several results make."""
    rows = zip(*(result.to_list() for result in results), strict=True)
    return [list(zip(*row, strict=True)) for row in rows]


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_places_are_those_of_itertools(k, order, replacement):
    lengths = range(7)
    x = jg.arange(jnp.array(lengths))
    places = jg.argcombinations(x, k, order=order, replacement=replacement)
    elements = jg.combinations(x, k, order=order, replacement=replacement)
    expected = [ORDERS[order](n, k, replacement) for n in lengths]
    assert tuples(places) == tuples(elements) == expected
    assert places[0].capacity == len(expected[-1])
    assert all(each.lengths is places[0].lengths for each in places)


def test_results_share_their_lengths(x):
    for results in (jg.combinations(x, 3), jg.cartesian(x, x, x), jg.argcartesian(x, x)):
        assert all(each.lengths is results[0].lengths for each in results)
        assert all(each.lengths.dtype == jnp.int32 for each in results)


def test_counts_are_exact_up_to_the_largest_int32():
    lengths = jnp.array([0, 1, 2, 3, 46341, 65535, 65536], jnp.int32)
    counts = jax.jit(kernels.count, static_argnums=(1, 2, 3))(lengths, 65536, 2, False)
    assert counts.tolist() == [math.comb(int(n), 2) for n in lengths]
    repeated = kernels.count(lengths[:4], 65535, 2, True)
    assert repeated.tolist() == [0, 1, 3, 6]


def test_long_rows_with_a_small_capacity_stay_small():
    x = jg.arange(jnp.array([3, 2]), capacity=65536)
    assert tuples(jg.combinations(x, 2, capacity=3)) == [[(0, 1), (0, 2), (1, 2)], [(0, 1)]]


@pytest.mark.parametrize("dtype", DTYPES)
def test_dtypes_and_extremes_are_kept(dtype):
    kind = jnp.dtype(dtype)
    if jnp.issubdtype(kind, jnp.inexact):
        values = np.array([np.nan, np.inf, -np.inf, 1.5])
    else:
        values = np.array([0, 1] if dtype == "bool" else [jnp.iinfo(kind).min, jnp.iinfo(kind).max])
    x = jg.from_dense(jnp.asarray(values).astype(kind)[None], [len(values)]).resize(5)
    first, second = jg.combinations(x, 2)
    places = np.array(oracle_pairs.colexicographic(len(values), 2))
    for column, result in zip(places.T, (first, second), strict=True):
        assert result.dtype == kind
        expected = np.asarray(x.data[0])[column]
        np.testing.assert_array_equal(result.rows()[0].astype(complex), expected.astype(complex))
    assert jg.cartesian(x, x)[1].dtype == kind


def test_an_infinity_is_never_padding():
    x = jg.array([[jnp.inf], [jnp.nan], [1.0, 2.0]], capacity=3)
    y = jg.array([[], [2.0], []], capacity=2)
    for results in (
        jg.combinations(x, 2),
        jg.combinations(x, 2, order="lexicographic"),
        jg.cartesian(x, y),
    ):
        for each in results:
            assert not np.any(np.asarray(each.data)[~np.asarray(each.mask)])


@pytest.mark.parametrize("order", ORDERS)
def test_combinations_never_see_padding(order):
    rows = [[1.0, 2.0, 3.0], [], [4.0], [0.0, 0.0]]

    def products(x):
        first, second = jg.combinations(x, 2, order=order)
        return jg.sum(first * second, axis=1)

    poison.check(products, rows, [11.0, 0.0, 0.0, 0.0], [[5, 4, 3], [], [0], [0, 0]])


def test_products_never_see_padding():
    y = jg.array([[1.0, 2.0], [3.0], [], [5.0]], capacity=3)

    def products(x):
        first, second = jg.cartesian(x, y)
        return jg.sum(first * second, axis=1)

    poison.check(products, [[1.0, 4.0], [], [7.0], [2.0]], [15, 0, 0, 10], [[3, 3], [], [0], [5]])


def test_pairs_of_a_record_and_of_a_pytree(x):
    tree = {"a": x, "b": (x > 2).astype(jnp.int32)}
    for container in (tree, jg.record(tree)):
        first, second = jg.combinations(container, 2)
        assert isinstance(first, jg.JaggedRecord)
        assert second["a"].to_list() == [[2.0, 3.0, 3.0], [], [], [6.0]]
        assert first["b"].to_list() == [[0, 0, 0], [], [], [1]]
        assert second["a"].lengths is first.lengths
        left, right = jg.cartesian(container, x)
        assert left["a"].to_list()[3] == [5.0, 5.0, 6.0, 6.0]
        assert right.to_list()[3] == [5.0, 6.0, 5.0, 6.0]
    assert jg.argcombinations(tree, 2)[1].to_list() == [[1, 2, 2], [], [], [1]]


def test_two_jagged_axes():
    x = jg.array([[[1.0, 2.0], [3.0], []], [[4.0]], []], jagged_axes=2)
    first, second = jg.combinations(x, 2)
    assert first.to_list() == [[[1.0, 2.0], [1.0, 2.0], [3.0]], [], []]
    assert second.to_list() == [[[3.0], [], []], [], []]
    assert not np.any(np.asarray(second.inner_lengths[0])[~np.asarray(second.mask).any(-1)])
    first, second = jg.combinations(x, 2, axis=2)
    assert second.to_list() == [[[2.0], [], []], [[]], []]
    assert first.levels[0] is x.levels[0]
    assert jg.argcombinations(x, 2, axis=2)[1].to_list() == [[[1], [], []], [[]], []]
    left, right = jg.cartesian(jg.array([[1, 2], [3], [4]]), x)
    assert left.to_list() == [[1, 1, 1, 2, 2, 2], [3], []]
    assert right.to_list()[0] == [[1.0, 2.0], [3.0], []] * 2


def test_several_batch_axes_and_none():
    data = jnp.array([[[1, 2, 3], [4, 0, 0]], [[0, 0, 0], [5, 6, 0]]])
    x = jg.JaggedArray(data, jnp.array([[3, 1], [0, 2]]))
    assert jg.combinations(x, 2)[1].to_list() == [[[2, 3, 3], []], [[], [6]]]
    assert jg.cartesian(x, x, x)[0].lengths.tolist() == [[27, 1], [0, 8]]
    row = x[0][0]
    assert [each.to_list() for each in jg.combinations(row, 2)] == [[1, 1, 2], [2, 3, 3]]
    assert jg.cartesian(row, row)[1].to_list() == [1, 2, 3] * 3
    assert jg.argcartesian(row, row)[0].to_list() == [0, 0, 0, 1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize("capacity", [0, 3])
def test_nothing_to_combine(capacity):
    for rows in (0, 2):
        x = jg.from_dense(jnp.zeros((rows, capacity, 2)), np.zeros(rows, np.int32))
        for results in (
            jg.combinations(x, 2),
            jg.combinations(x, 3, order="lexicographic", replacement=True),
            jg.cartesian(x, x),
        ):
            assert results[0].to_list() == [[]] * rows
            assert results[1].data.shape[2:] == (2,)
        for order in ORDERS:
            roomy = jg.combinations(x, 2, order=order, capacity=7)[0]
            assert roomy.data.shape == (rows, 7, 2)


def test_a_smaller_capacity_says_what_would_do(x):
    with refused(ValueError, "capacity=2", "up to 3", "capacity=3 would do"):
        jg.combinations(x, 2, capacity=2)
    with refused(ValueError, "capacity=5", "up to 9", "capacity=9 would do"):
        jg.argcartesian(x, x, capacity=5)
    assert jg.combinations(x, 2, capacity=3)[0].capacity == 3
    assert jg.combinations(x, 2, capacity=30)[1].to_list() == [[2.0, 3.0, 3.0], [], [], [6.0]]
    for order in ORDERS:
        _, second = jg.argcombinations(x, 2, order=order, capacity=30)
        assert second.to_list() == [[1, 2, 2], [], [], [1]]
        slope = jax.grad(lambda data: jg.sum(jg.combinations(x.with_data(data), 2, capacity=30)[1]))
        np.testing.assert_array_equal(slope(x.data).sum(1), [3, 0, 0, 1])


@pytest.mark.parametrize("order", ORDERS)
def test_overflow_is_returned_as_flags(x, order):
    call = lambda x: jg.combinations(x, 2, order=order, capacity=2, overflow="return")
    for results, flags in (call(x), jax.jit(call)(x)):
        assert flags.tolist() == [True, False, False, False]
        assert tuples(results) == [[(1, 2), (1, 3)], [], [], [(5, 6)]]
    (first, _), flags = jg.cartesian(x, x, overflow="return")
    assert not flags.any()
    assert first.lengths.tolist() == [9, 0, 1, 4]


def test_traced_rows_that_overflow_are_empty_or_refused(x):
    call = jax.jit(lambda x: jg.combinations(x, 2, capacity=2))
    assert tuples(call(x)) == [[], [], [], [(5, 6)]]
    with jg.checking(), pytest.raises(Exception, match=r"capacity=2 must hold every row"):
        jax.block_until_ready(call(x)[0].lengths)


@pytest.mark.parametrize("k", [0, -1, 2.0, True, None])
def test_k_must_be_a_positive_integer(x, k):
    for function in (jg.combinations, jg.argcombinations):
        with refused(ValueError, "k must be a positive integer", repr(k)):
            function(x, k)


def test_options_are_named(x):
    with refused(ValueError, "order", "colexicographic", "lexicographic", "'lex'"):
        jg.combinations(x, 2, order="lex")  # pyright: ignore[reportArgumentType]
    with refused(ValueError, "overflow", "'cut'"):
        jg.combinations(x, 2, overflow="cut")  # pyright: ignore[reportArgumentType]
    with refused(ValueError, "capacity", "-1"):
        jg.cartesian(x, x, capacity=-1)


def test_more_than_int32_can_count_is_refused():
    x = jg.arange(jnp.array([3]), capacity=65537)
    with refused(ValueError, "int32", "2147516416", "65537", "x.resize"):
        jg.combinations(x, 2, capacity=3)
    with refused(ValueError, "int32", "4295098369", "65537 and 65537"):
        jg.cartesian(x, x, capacity=9)


def test_what_is_not_jagged_is_refused(x):
    with refused(TypeError, "jg.combinations", "JaggedArray", "jg.array"):
        jg.combinations(jnp.ones(3), 2)
    with refused(TypeError, "jg.argcartesian", "JaggedArray"):
        jg.argcartesian(x, [1.0])
    with refused(ValueError, "jagged axis", "axis=0"):
        jg.combinations(x, 2, axis=0)


def test_batches_must_agree(x):
    for function in (jg.cartesian, jg.argcartesian):
        with refused(ValueError, "batch axes", "(4,)", "(2,)"):
            function(x, jg.array([[1.0], [2.0]]))


def test_the_mass_of_pairs_has_a_derivative():
    """The mean mass of pairs of jets, differentiated by a nuisance parameter that shifts them."""
    rows = {"pt": [[50.0, 30.0, 20.0], [], [40.0]], "phi": [[0.1, 2.0, -1.0], [], [0.5]]}
    jets = jg.record({name: jg.array(values, capacity=5) for name, values in rows.items()})

    def mean_mass(shift):
        pt = jets["pt"] * (1 + shift)
        first, second = jg.combinations({"pt": pt, "phi": jets["phi"]}, 2)
        angle = 1 - jg.cos(first["phi"] - second["phi"])
        return jg.mean(jg.sqrt(2 * first["pt"] * second["pt"] * angle))

    pt, phi = (np.array(rows[name][0]) for name in ("pt", "phi"))
    masses = [
        math.sqrt(2 * pt[i] * pt[j] * (1 - math.cos(phi[i] - phi[j])))
        for i, j in oracle_pairs.colexicographic(3, 2)
    ]
    value, slope = jax.jit(jax.value_and_grad(mean_mass))(0.1)
    np.testing.assert_allclose(value, 1.1 * np.mean(masses), rtol=1e-5)
    np.testing.assert_allclose(slope, np.mean(masses), rtol=1e-5)


def test_gradients_of_records():
    x = jg.record({"a": jg.array([[1.0, 2.0, 4.0], [3.0]], capacity=4)})
    total = lambda r: jg.sum(jg.combinations(r, 2)[0]["a"] ** 2)
    gradient = eqx.filter_jit(eqx.filter_grad(total))(x)
    np.testing.assert_array_equal(gradient.fields["a"], [[4, 4, 0, 0], [0, 0, 0, 0]])


def test_pairs_move_no_more_bytes_than_by_hand():
    lengths = jnp.asarray(np.random.default_rng(0).poisson(8, 500), jnp.int32).clip(0, 19)
    data = jnp.ones((500, 19))
    first, second = np.triu_indices(19, 1)

    def by_hand(data, lengths):
        inside = jnp.asarray(second, jnp.int32)[None] < lengths[:, None]
        return jnp.sum(jnp.where(inside, data[:, first] * data[:, second], 0), 1)

    def ours(data, lengths):
        a, b = jg.combinations(jg.JaggedArray.unchecked(data, lengths), 2)
        return jg.sum(a * b, axis=1)

    for transform in (lambda f: f, lambda f: jax.grad(lambda *arrays: jnp.sum(f(*arrays) ** 2))):
        moved, known = (bytes_moved(transform(f), data, lengths) for f in (ours, by_hand))
        assert moved <= 1.05 * known


def bytes_moved(function, *arrays):
    costs = jax.jit(function).lower(*arrays).compile().cost_analysis()
    assert costs
    return costs["bytes accessed"]


def test_awkward_2637_2591_derivative_of_a_mean_mass_by_a_nuisance():
    jets = [[50.0, 30.0, 20.0], [40.0], [], [60.0, 10.0]]
    pt = jg.array(jets, capacity=5)

    @jax.jit
    def mean_mass(nuisance, pt):
        first, second = jg.combinations(pt * (1 + 0.1 * nuisance), 2)
        return jg.mean(jg.sqrt(2 * first * second))

    pairs = [(a, b) for jet in jets for a, b in itertools.combinations(jet, 2)]
    expected = np.mean([np.sqrt(2 * a * b) for a, b in pairs])
    value, slope = jax.value_and_grad(mean_mass)(0.0, pt)
    assert value == pytest.approx(expected)
    assert slope == pytest.approx(0.1 * expected)  # every mass is proportional to 1 + 0.1 nuisance
    by_jet = jax.grad(mean_mass, argnums=1, allow_int=True)(0.0, pt).data
    assert np.all(np.asarray(by_jet)[~np.asarray(pt.mask)] == 0)
