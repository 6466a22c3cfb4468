"""Arrays with two jagged axes: documents of sentences, carried and masked right by everything."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jagged as jg
from jagged.testing import assert_equal, assert_padding_invariant, poison

DOCUMENTS = [
    [[1.5, 2.0], [], [-3.0, 0.5, 4.0]],
    [],
    [[4.0]],
    [[], [2.5, -1.0]],
]
FLAT = [value for document in DOCUMENTS for sentence in document for value in sentence]


@pytest.fixture
def x():
    return poison(jg.array(DOCUMENTS, jagged_axes=2, capacity=(4, 5)))


def columns(rows):
    """Give the elements at each place of rows, as far as the longest reaches."""
    return [[row[k] for row in rows if len(row) > k] for k in range(max(map(len, rows), default=0))]


def test_structure(x):
    assert x.shape == (4, None, None)
    assert x.jagged_axes == (1, 2)
    assert x.capacity == 4
    assert x.lengths.tolist() == [3, 0, 1, 2]
    assert x.inner_lengths[0].tolist() == [[2, 0, 3, 0], [0] * 4, [1, 0, 0, 0], [0, 2, 0, 0]]
    assert x.to_list() == DOCUMENTS
    assert x.mask.sum() == len(FLAT)
    assert "float32[4, None, None]" in repr(x)


REDUCTIONS = {
    "sum": (jg.sum, np.sum, 0.0),
    "max": (jg.max, np.max, -np.inf),
    "mean": (jg.mean, np.mean, np.nan),
    "std": (jg.std, np.std, np.nan),
    "prod": (jg.prod, np.prod, 1.0),
    "norm": (lambda x, axis: jg.norm(x, axis=axis), np.linalg.norm, 0.0),
    "logsumexp": (jg.logsumexp, lambda v: np.log(np.sum(np.exp(v))), -np.inf),
    "argmax": (jg.argmax, np.argmax, -1),
    "count": (jg.count, len, 0),
}


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(x, name):
    function, plain, empty = REDUCTIONS[name]
    reduce = lambda values: plain(np.array(values)) if len(values) else empty
    close = {"rtol": 1e-5, "atol": 1e-6}
    by_sentence = [[reduce(sentence) for sentence in document] for document in DOCUMENTS]
    assert_equal(function(x, axis=2), by_sentence, **close)
    assert_equal(function(x, axis=-1), by_sentence, **close)
    assert float(function(x, axis=None)) == pytest.approx(reduce(FLAT), rel=1e-5)
    if name == "argmax":
        return
    by_place = [[reduce(column) for column in columns(document)] for document in DOCUMENTS]
    assert_equal(function(x, axis=jg.ROW), by_place, **close)
    by_document = [reduce([v for sentence in document for v in sentence]) for document in DOCUMENTS]
    np.testing.assert_allclose(function(x, axis=(1, 2)), np.float32(by_document), rtol=1e-5)
    across = [[reduce(place) for place in columns(sentences)] for sentences in columns(DOCUMENTS)]
    assert_equal(function(x, axis=0), across, **close)


def test_positions_number_what_they_reduce(x):
    assert jg.argmax(x, axis=1).to_list() == [[0, 0, 2], [], [0], [1, 1]]
    assert jg.argmax(x, axis=0).to_list() == [[2, 0], [3, 3], [0, 0, 0]]


FUNCTIONS = {
    "elementwise": lambda x: jg.sqrt(jg.exp(x)) * x / (x * x + 1),
    "sum of sentences": lambda x: jg.sum(x, axis=2),
    "sum of places": lambda x: jg.sum(x, axis=1),
    "mean": lambda x: jg.mean(x, axis=(1, 2), empty=0),
    "max": lambda x: jg.max(x, axis=1),
    "softmax of sentences": lambda x: jg.softmax(x, axis=2),
    "softmax of documents": lambda x: jg.softmax(x, axis=(1, 2)),
    "softmax over sentences": lambda x: jg.softmax(x, axis=1),
    "running sum": lambda x: jg.cumsum(x, axis=2, reverse=True),
    "running sum of places": lambda x: jg.cumsum(x),
    "centred": lambda x: x - jg.mean(x, axis=2, keepdims=True),
    "centred by document": lambda x: x - jg.mean(x, axis=(1, 2), keepdims=True),
    "where": lambda x: jg.sum(x, axis=2, where=x > 0),
    "map": lambda x: jg.map_elements(lambda t: jnp.log(1 + t * t) / (2 + jnp.cos(t)), x),
    "scan": lambda x: jg.scan(lambda c, s: (c / 2 + jg.sum(s), c), 1.0, x, in_axes=None),
    "first sentences": lambda x: x[:, 0],
    "resize": lambda x: x.resize((6, 7)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_padding_is_never_seen(x, name):
    assert_padding_invariant(FUNCTIONS[name], x)


def test_along_the_inner_axis(x):
    def softmax(values):
        weights = np.exp(np.array(values))
        return weights / weights.sum() if len(values) else values

    expected = [[softmax(sentence) for sentence in document] for document in DOCUMENTS]
    assert_equal(jg.softmax(x, axis=2), expected, rtol=1e-6)
    expected = [[np.cumsum(sentence) for sentence in document] for document in DOCUMENTS]
    assert_equal(jg.cumsum(x, axis=2), expected, rtol=1e-6)
    totals = [np.cumsum([sum(sentence) for sentence in document]) for document in DOCUMENTS]
    assert_equal(jg.cumsum(jg.sum(x, axis=2)), totals, rtol=1e-6)


def test_a_value_per_sentence_and_per_document(x):
    sentences = jg.sum(x, axis=2)
    scaled = x * sentences[..., None]
    expected = [[np.array(s) * sum(s) for s in document] for document in DOCUMENTS]
    assert_equal(scaled, expected, rtol=1e-6)
    shifted = x + jnp.arange(4.0)[:, None, None]
    expected = [[np.array(s) + i for s in document] for i, document in enumerate(DOCUMENTS)]
    assert_equal(shifted, expected, rtol=1e-6)
    with pytest.raises(ValueError, match=r"size 1 there; got \(4, 1, 5\) with \(4, None, None\)"):
        x + jnp.ones((4, 1, 5))


def test_index(x):
    assert x[0].to_list() == DOCUMENTS[0]
    assert x[0, 2].to_list() == DOCUMENTS[0][2]
    assert float(x[0, 2, 1]) == 0.5
    assert jax.jit(lambda x: x[:, 0])(x).to_list() == [[1.5, 2.0], [], [4.0], []]
    last = jax.jit(lambda x: x[:, :, -1])(x)
    assert_equal(last, [[2.0, np.nan, 4.0], [], [4.0], [np.nan, -1.0]])
    with pytest.raises(IndexError, match="row of length 0 at row 1"):
        x[:, 0]


def test_scan_sees_sentences(x):
    carry, ends = jg.scan(
        lambda c, sentence: (c + jg.sum(sentence), jg.max(sentence, empty=0)), 0.0, x, in_axes=None
    )
    np.testing.assert_allclose(carry, [sum(map(sum, d)) for d in DOCUMENTS], rtol=1e-6)
    assert_equal(ends, [[max(s, default=0) for s in document] for document in DOCUMENTS])


def test_ways_out(x):
    np.testing.assert_array_equal(x.to_flat(), FLAT)
    assert x.to_flat(capacity=20).to_list() == FLAT
    assert np.isnan(x.to_dense(np.nan)).sum() == 4 * 4 * 5 - len(FLAT)
    assert x.astype(jnp.int32).to_list()[2] == [[4]]
    assert jg.full_like(x, 7).to_list()[3] == [[], [7, 7]]
    with pytest.raises(ValueError, match="capacity=3 would do"):
        x.resize((4, 2))
    cut, flags = x.resize((4, 2), overflow="return")
    assert cut.to_list()[0] == [[1.5, 2.0], [], [-3.0, 0.5]]
    assert flags.tolist() == [True, False, False, False]


def test_under_vmap_each_document_is_an_array_of_sentences(x):
    sums = jax.vmap(lambda document: jg.sum(document, axis=1))(x)
    assert_equal(sums, jg.sum(x, axis=2))


def test_two_independent_jagged_axes():
    """Pairs [batch, n, m]: the inner lengths are the same for each element of a row, 0 at padding."""
    n, m = np.array([2, 0, 3]), np.array([1, 2, 2])
    inner = np.where(np.arange(3) < n[:, None], m[:, None], 0)
    x = poison(jg.JaggedArray(jnp.arange(18.0).reshape(3, 3, 2), n, (inner,)))
    assert jg.sum(x, axis=(1, 2)).tolist() == [0 + 2, 0, sum(range(12, 18))]
    assert jg.sum(x, axis=1).to_list() == [[2.0], [], [42.0, 45.0]]
    assert jg.count(x) == 8


def test_bad_inner_lengths():
    data = jnp.ones((2, 3, 4))
    with pytest.raises(
        ValueError, match=r"inner_lengths\[0\] must lie between 0 and the capacity 4; got 5"
    ):
        jg.JaggedArray(data, [1, 3], (np.full((2, 3), 5),))
    with pytest.raises(ValueError, match=r"inner_lengths\[0\].shape=\(2, 2\)"):
        jg.JaggedArray(data, [1, 3], (np.ones((2, 2), int),))
    with pytest.raises(TypeError, match=r"inner_lengths\[0\] must be integers"):
        jg.JaggedArray(data, [1, 3], (np.ones((2, 3)),))
    with pytest.raises(ValueError, match="must speak of a deeper axis"):
        jg.JaggedArray(data, [1, 3], (np.ones(2, int),))


def test_inner_lengths_at_padding_become_zero():
    x = jg.JaggedArray(jnp.ones((2, 3, 4)), [1, 3], (np.full((2, 3), 2),))
    assert x.inner_lengths[0].tolist() == [[2, 0, 0], [2, 2, 2]]
    assert jg.count(x) == 8


def test_two_levels_with_different_inner_lengths_are_refused(x):
    other = jg.array([[[1.0], [], [1.0, 1.0, 1.0]], [], [[4.0]], [[], [2.5, -1.0]]], jagged_axes=2)
    with pytest.raises(ValueError, match="got 2 and 1 at row 0, 0"):
        x + other
