"""Where people got NaN or a wrong gradient; each test is named after its thread."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest

import jagged as jg


def test_jax_347_square_root_of_what_the_mask_keeps():
    root = lambda x: jg.sqrt(jg.from_mask(x.data, x.mask & (x.data > 0)))
    poison.check(root, [[4, 0], [0], []], [[2], [], []], [[0.25, 0], [0], []])


def test_jax_19089_masking_after_sqrt():
    poison.check(jg.sqrt, [[1], []], [[1], []], [[0.5], []], more=(0, 2))
    poison.check(lambda x: jg.sum(jg.sqrt(x), axis=1), [[1], []], [1, 0], [[0.5], []], more=(0, 2))


PARTIAL = {
    "log": (lambda np_, x: np_.log(x), 1.5),
    "log1p": (lambda np_, x: np_.log1p(x), 0.5),
    "exp": (lambda np_, x: np_.exp(x), 1.5),
    "exp2": (lambda np_, x: np_.exp2(x), 1.5),
    "expm1": (lambda np_, x: np_.expm1(x), 1.5),
    "sinh": (lambda np_, x: np_.sinh(x), 1.5),
    "cosh": (lambda np_, x: np_.cosh(x), 1.5),
    "arcsin": (lambda np_, x: np_.arcsin(x), 0.5),
    "arccos": (lambda np_, x: np_.arccos(x), 0.5),
    "arctanh": (lambda np_, x: np_.arctanh(x), 0.5),
    "arccosh": (lambda np_, x: np_.arccosh(x), 1.5),
    "cbrt": (lambda np_, x: np_.cbrt(x), 1.5),
    "square": (lambda np_, x: np_.square(x), 1.5),
    "reciprocal": (lambda np_, x: np_.reciprocal(x), 1.5),
    "one over": (lambda np_, x: 1 / x, 1.5),
    "over itself": (lambda np_, x: x / x, 1.5),
    "half power": (lambda np_, x: x**0.5, 1.5),
    "third power": (lambda np_, x: x**3, 1.5),
    "negative power": (lambda np_, x: x**-2, 1.5),
    "own power": (lambda np_, x: x**x, 1.5),
    "exponent": (lambda np_, x: 2.0**x, 1.5),
    "cube": (lambda np_, x: x * x * x, 1.5),
    "hypot": (lambda np_, x: np_.hypot(x, x), 1.5),
    "arctan2": (lambda np_, x: np_.arctan2(x, x), 1.5),
    "logaddexp": (lambda np_, x: np_.logaddexp(x, x), 1.5),
    "remainder": (lambda np_, x: x % x, 1.5),
    "floor": (lambda np_, x: 7.0 // x, 1.5),
}


@pytest.mark.parametrize("name", PARTIAL)
def test_jax_19089_other_partial_functions(name):
    function, element = PARTIAL[name]
    row = jnp.asarray([element, element * 1.25])
    slope = jax.grad(lambda row: jnp.sum(function(jnp, row)))(row)
    poison.check(
        lambda x: function(jg, x), [row, []], [function(jnp, row), []], [slope, []], more=(0, 2)
    )


@pytest.mark.parametrize("padding", [2, 1000, 2**31 - 1, -7])
@pytest.mark.parametrize("capacity", [3, 5])
def test_jax_26328_words_outside_the_vocabulary(padding, capacity):
    table = jnp.asarray(np.random.default_rng(0).normal(size=(4, 3)), jnp.float32)
    data, lengths = poison.buffer([[0, 1, 0], [3]], capacity, np.int32)
    words = jg.JaggedArray(jnp.asarray(data), jnp.asarray(lengths))
    words = eqx.tree_at(lambda x: x.data, words, jnp.where(words.mask, words.data, padding))

    def loss(table):
        embedded = jg.map_elements(lambda word: table[word], words)
        centred = embedded - jg.mean(embedded, axis=-1, keepdims=True)
        normalised = centred / jg.std(embedded, axis=-1, keepdims=True)
        return jnp.sum(jg.max(normalised, axis=1) * jnp.arange(3, dtype=jnp.float32)[None])

    def plain(table):
        normalised = (table - table.mean(-1, keepdims=True)) / table.std(-1, keepdims=True)
        weight = jnp.arange(3, dtype=jnp.float32)
        return jnp.sum(jnp.max(normalised[jnp.asarray([0, 1])], 0) * weight) + jnp.sum(
            normalised[3] * weight
        )

    value, slope = eqx.filter_jit(jax.value_and_grad(loss))(table)
    wanted, wanted_slope = jax.value_and_grad(plain)(table)
    np.testing.assert_allclose(value, wanted, rtol=1e-5)
    np.testing.assert_allclose(slope, wanted_slope, rtol=1e-4, atol=1e-5)
    np.testing.assert_array_equal(slope[2], 0)


def test_jax_8128_standard_deviation():
    std = lambda x: jg.std(x, axis=1)
    poison.check(std, [[1, 2], [7]], [0.5, 0], [[-0.5, 0.5], [0]])
    poison.check(jg.std, [[1, 2]], 0.5, [[-0.5, 0.5]])


def test_jax_11716_standard_deviation_of_equal_elements():
    std = lambda x: jg.std(x, axis=1)
    poison.check(std, [[2, 2, 2], [5]], [0, 0], [[0, 0, 0], [0]])
    poison.check(jg.std, [[2, 2], [2]], 0, [[0, 0], [0]])
    poison.check(
        lambda x: jg.std(x, axis=1, keepdims=True), [[2, 2, 2], [5]], [[0], [0]], [[0, 0, 0], [0]]
    )


@pytest.mark.parametrize("function", [jg.mean, jg.var, jg.std])
def test_jax_30707_mean_of_an_empty_row(function):
    rows = [[1.0, 3.0], []]
    wanted = {jg.mean: 2.0, jg.var: 1.0, jg.std: 1.0}[function]
    poison.check(lambda x: function(x, axis=1), rows, [wanted, np.nan])
    poison.check(lambda x: function(x, axis=1, empty=0), rows, [wanted, 0])
    poison.check(lambda x: function(x, axis=1), [[], []], [np.nan, np.nan], [[], []], more=(0, 2))


def test_jax_3058_norms_of_elements():
    norms = lambda x: jg.norm(x, axis=-1)
    poison.check(
        norms,
        [[[3, 4]], np.zeros((0, 2))],
        [[5], []],
        [[[0.6, 0.8]], np.zeros((0, 2))],
        more=(0, 2),
    )
    poison.check(lambda x: jg.norm(x, axis=1), [[3, 4], [], [2]], [5, 0, 2], [[0.6, 0.8], [], [1]])


def test_jax_14179_segment_sum_with_a_dropped_id():
    ids, a = jnp.asarray([0, 7, -1]), jnp.asarray([1.0, jnp.nan, jnp.inf])
    segment_sum = lambda x: jg.sum(jg.from_mask(a * x, ids == 0))
    value, slope = jax.value_and_grad(segment_sum)(jnp.asarray([5.0, 6.0, 7.0]))
    assert value == 5
    assert slope[0] == 1
    finite = lambda x: jg.sum(jg.from_mask(jnp.ones(3) * x, ids == 0))
    np.testing.assert_array_equal(jax.grad(finite)(jnp.asarray([5.0, 6.0, 7.0])), [1, 0, 0])


def test_jax_16208_log_softmax_at_every_capacity():
    wanted = [[-1.3132617, -0.3132617], [0], []]
    poison.check(jg.log_softmax, [[1, 2], [4], []], wanted, more=(0, 1, 5))
    poison.check(lambda x: jg.exp(jg.log_softmax(x)), [[1, 2], [4]], [[0.2689414, 0.7310586], [1]])


@pytest.mark.parametrize("batch", [(), (1,)])
def test_optax_1762_log_probabilities_at_masked_places(batch):
    logits = jnp.asarray([1.0, -jnp.inf, 2.0, -jnp.inf]).reshape(*batch, 4)
    mask = jnp.isfinite(logits)

    def loss(logits):
        kept = jg.from_mask(logits, mask)
        probabilities = jg.exp(jg.log_softmax(kept))
        return jg.sum(probabilities * kept) + jg.logsumexp(kept)

    value, slope = jax.jit(jax.value_and_grad(loss))(logits)
    p = np.asarray([0.26894142, 0.73105858])
    np.testing.assert_allclose(value, p @ [1, 2] + np.log(np.exp(1) + np.exp(2)), rtol=1e-5)
    entropy = p * (1 + np.asarray([1, 2]) - p @ [1, 2])
    np.testing.assert_allclose(
        np.ravel(slope), [entropy[0] + p[0], 0, entropy[1] + p[1], 0], rtol=1e-5, atol=1e-6
    )


def test_numpyro_698_places_of_zero_probability():
    poison.check(lambda x: jg.logsumexp(x, axis=1), [[0, -np.inf], [1]], [0, 1], [[1, 0], [1]])
    poison.check(lambda x: jg.logsumexp(x, axis=1), [[3], []], [3, -np.inf], [[1], []])
    np.testing.assert_array_equal(jg.logsumexp(jg.array([[-np.inf], []]), axis=1), -np.inf)
    poison.check(jg.softmax, [[0, -np.inf], [1], []], [[1, 0], [1], []], [[0, 0], [0], []])


def test_tensorflow_55231_softmax_of_large_numbers():
    poison.check(jg.softmax, [[1e4, 1e4 - 1], [1]], [[0.7310586, 0.2689414], [1]])


@pytest.mark.parametrize("value", [0.214441, 1e4 + 0.1, -3.3333])
def test_tensorflow_56222_variance_is_not_negative(value):
    rows = [[value] * 7, [value]]
    for capacity in 7, 9:
        for _, x in poison.poisoned(rows, capacity):
            assert np.all(np.asarray(jax.jit(lambda x: jg.var(x, axis=1))(x)) >= 0)
            assert jg.var(x) >= 0


@pytest.mark.parametrize("dtype", [np.float16, jnp.bfloat16])
def test_flax_982_causal_and_padding_masks_in_half_precision(dtype):
    scores = np.asarray([[6e4, -6e4, 3], [1, 2, 3]], np.float32)
    x = jg.from_dense(jnp.asarray(scores, dtype), [2, 3])
    causal = jg.from_dense(jnp.asarray([[True, False, True], [True, True, False]]), [2, 3])
    weights = jg.softmax(x, where=causal)
    assert weights.dtype == dtype
    poison.assert_close(weights, [[1, 0], [0.26894, 0.73106, 0]], rtol=1e-2)
    slope = jax.grad(lambda data: jg.sum(jg.softmax(x.with_data(data), where=causal)))(x.data)
    assert np.all(np.isfinite(np.asarray(slope, float)))
    assert np.all(np.isfinite(np.asarray(weights.data, float)))


def test_flax_982_nothing_is_left_by_both_masks():
    causal = jg.array([[False, False], [True]])
    weights = jg.softmax(jg.array([[1.0, 2.0], [3.0]]), where=causal)
    assert np.all(np.isfinite(weights.data))
    poison.assert_close(weights, [[0, 0], [1]])


def first_array(result):
    """The array among what a call that returns its overflow gives back."""
    return next(leaf for leaf in poison.leaves_of(result) if poison.is_jagged(leaf))


def test_fbgemm_5754_cut_elements_have_no_gradient():
    cut = lambda x: first_array(x.resize(2, overflow="return"))
    poison.check(cut, [[1, 2, 3], [4]], [[1, 2], [4]], [[1, 1, 0], [1]])


@pytest.mark.parametrize("capacity", [2, 4])
def test_torch_118107_pullback_of_the_row_sum(capacity):
    x = jg.array([[1.0, 2.0], [3.0], []], capacity=capacity)
    _, pullback = jax.vjp(lambda data: jg.sum(x.with_data(data), axis=1), x.data)
    (found,) = pullback(jnp.asarray([5.0, 6.0, 7.0]))
    wanted = np.zeros((3, capacity))
    wanted[0, :2], wanted[1, 0] = 5, 6
    np.testing.assert_array_equal(found, wanted)


def test_float16_products_of_what_moved_away_from_padding():
    def fourth_moment(x):
        d = x - jg.mean(x, axis=1, keepdims=True)
        return jg.sum((d * d) * (d * d))

    rows = [[300, 301], [299]]
    poison.check(
        fourth_moment, rows, 0.125, [[-0.5, 0.5], [0]], dtype=np.float16, rtol=1e-2, more=(0, 1, 3)
    )


def test_products_with_numbers_that_overflow_at_padding():
    def loss(w, x):
        moved = x - 1e20
        return jg.sum(moved * moved * w)

    x = jg.array([[1e20, 1e20], []], capacity=4)
    assert jax.grad(loss)(jnp.float32(1.0), x) == 0


@pytest.mark.parametrize("rows", [[[1, 2, 4], []], [[], []], [[3], [], [1, 1]]])
def test_empty_row_mean_is_subtracted(rows):
    centred = lambda x: x - jg.mean(x, axis=1, keepdims=True)
    wanted = [list(np.asarray(row) - np.mean(row)) if row else [] for row in rows]
    poison.check(centred, rows, wanted, [[0] * len(row) for row in rows])
    poison.check(lambda x: jg.sum(centred(x) * centred(x), axis=1), rows)


@pytest.mark.parametrize("rows", [[[1, 2, 4], []], [[], []]])
def test_mean_of_all_is_subtracted(rows):
    poison.check(lambda x: x - jg.mean(x), rows)
    poison.check(lambda x: jg.sum((x - jg.mean(x)) * x), rows)


def test_factor_of_a_row_does_not_spread_infinity():
    x = jg.array([[1.0, 2.0]], capacity=4)
    loss = lambda v: jg.sum(jg.tanh(x * jnp.asarray([[jnp.inf]])) * v)
    assert jax.grad(loss)(jnp.float32(3.0)) == 2


@pytest.mark.parametrize(("reduction", "end"), [(jg.max, -np.inf), (jg.min, np.inf)])
def test_extremes_split_ties_over_valid_places(reduction, end):
    rows = [[end, end], [5, 5, 1 if end < 0 else 9], [], [2]]
    wanted = [end, 5, end, 2]
    slope = [[0.5, 0.5], [0.5, 0.5, 0], [], [1]]
    poison.check(lambda x: reduction(x, axis=1), rows, wanted, slope)
    poison.check(lambda x: reduction(x), [[end, end], []], end, [[0.5, 0.5], []])


def test_initial_takes_no_share_of_the_gradient():
    poison.check(
        lambda x: jg.max(x, axis=1, initial=5.0),
        [[5, 5], [7], []],
        [5, 7, 5],
        [[0.5, 0.5], [1], []],
    )
    poison.check(lambda x: jg.max(x, axis=1, initial=6.0), [[5, 5], [7]], [6, 7], [[0, 0], [1]])


def test_relu_at_an_exact_zero_keeps_its_own_rule():
    relu = lambda x: jg.map_elements(jax.nn.relu, x)
    poison.check(relu, [[0, -1, 2], []], [[0, 0, 2], []], [[0, 0, 1], []])
