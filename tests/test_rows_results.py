"""What comes back from `jg.vmap`: results of many lengths, buffers of no size, several batch and jagged axes."""

import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
import solo
from refusal import refused

import jagged as jg

LENGTHED = {
    "n": lambda x: x * 2.0,
    "n - 1": lambda x: x[1:] - x[:-1],
    "n - 2": lambda x: x[2:],
    "n + 1": lambda x: jnp.concatenate([jnp.ones(1), x]),
    "n + 3": lambda x: jnp.pad(x, (1, 2), constant_values=7.0),
    "2 n": lambda x: jnp.concatenate([x, -x]),
    "2 n + 1": lambda x: jnp.concatenate([x, jnp.ones(1), x[::-1]]),
    "interleaved": lambda x: jnp.stack([x, -x], 1).reshape(-1),
    "repeated": lambda x: jnp.repeat(x, 2),
    "tiled": lambda x: jnp.tile(x, 2),
    "n // 2": lambda x: x[: x.shape[0] // 2],
    "n - n // 2": lambda x: x[x.shape[0] // 2 :],
    "halves": lambda x: (x[: x.shape[0] // 2], x[x.shape[0] // 2 :]),
    "n n": lambda x: jnp.outer(x, x),
    "n n - 1": lambda x: jnp.outer(x, x[1:]),
    "n + 1 n": lambda x: jnp.concatenate([jnp.outer(x, x), x[None]]),
    "n 2": lambda x: jnp.stack([x, x * 2.0], 1),
    "2 n in front": lambda x: jnp.stack([x, x * 2.0]),
    "n and a dense one": lambda x: {"a": x, "b": (x.sum(), [x[:0]], None), "c": jnp.ones((2, 3))},
    "indices": lambda x: jnp.arange(x.shape[0]),
    "booleans": lambda x: x > 0,
    "complex": lambda x: jax.lax.complex(x, x),
    "half": lambda x: x.astype(jnp.bfloat16),
    "transposed": lambda x: jnp.outer(x, jnp.ones(2)).T,
    "flat square": lambda x: jnp.outer(x, x).reshape(-1),
    "none": lambda x: None,
    "empty tree": lambda x: (x.sum(), {}, ()),
    "zero size": lambda x: (jnp.zeros((0, 2)), x[:, None][:, :0]),
    "scalar of the length": lambda x: jnp.asarray(x.shape[0] * 2 + 1),
}


SMOOTH = "n - 1", "n + 3", "2 n + 1", "halves", "n + 1 n", "n and a dense one", "flat square"


@pytest.mark.parametrize("name", LENGTHED)
def test_results_of_every_length(name):
    x = solo.array((3, 1, 4, 2))
    solo.check(LENGTHED[name], x, gradient=name in SMOOTH)


@pytest.mark.parametrize("name", ["n - 1", "2 n + 1", "n // 2", "n n", "repeated", "indices"])
def test_results_of_full_rows(name):
    f, x = LENGTHED[name], solo.array((3, 4, 4), capacity=4)
    solo.assert_rows(jg.vmap(f)(x), solo.alone(f, x))


@pytest.mark.parametrize("name", ["n n", "2 n + 1", "n and a dense one"])
@pytest.mark.parametrize("lengths", [(), (0, 0)], ids=["no rows", "all empty"])
@pytest.mark.parametrize("capacity", [0, 3])
def test_buffers_of_no_size(name, lengths, capacity):
    f, x = LENGTHED[name], solo.array(lengths, capacity=capacity)
    found = jg.vmap(f)(x)
    solo.assert_rows(found, solo.alone(f, x))
    leaves = jax.tree.leaves(found)
    assert all(leaf.shape[0] == len(lengths) for leaf in leaves)
    np.testing.assert_array_equal(solo.slopes(f, x), jnp.zeros_like(x.data))


def test_no_capacity_and_no_value_for_empty_rows():
    x = solo.array((0, 0), capacity=0, features=(2,))
    found = jg.vmap(lambda row: row.max(0))(x)
    assert np.all(np.isnan(found))
    assert found.shape == (2, 2)
    with refused(ValueError, "empty="):
        jg.vmap(lambda row: row.argmax(0))(x)
    assert jg.vmap(lambda row: row.argmax(0), empty=4)(x).tolist() == [[4, 4], [4, 4]]


def test_result_whose_shape_differs_for_empty_rows():
    x = solo.array((3, 0, 2))
    for f in lambda row: row[:1], lambda row: jnp.squeeze(row[:1]):
        found = jg.vmap(f)(x)
        solo.assert_rows(found[::2], [f(jnp.asarray(row)) for row in solo.rows((3, 0, 2))][::2])
        assert np.all(np.isnan(found[1]))
        assert np.all(np.asarray(jg.vmap(f, empty=4)(x))[1] == 4)
        np.testing.assert_array_equal(solo.slopes(f, x)[1], 0)
    two = jg.vmap(lambda row: row[:2], min_length=2)(solo.array((3, 1, 2)))
    assert np.all(np.isnan(two[1]))
    with refused(ValueError, "empty="):
        jg.vmap(lambda row: jnp.arange(row.shape[0])[:1])(x)


def test_capacity_of_one():
    x = solo.array((1, 0, 1), capacity=1)
    for name in "n", "n - 1", "2 n", "n n", "n // 2":
        solo.assert_rows(jg.vmap(LENGTHED[name])(x), solo.alone(LENGTHED[name], x))


@pytest.mark.parametrize("capacity", [4, 9])
def test_values_do_not_depend_on_the_capacity(capacity):
    f = lambda x: (jax.nn.softmax(jnp.outer(x, x)) @ x, jnp.sort(x), x.std(), x[-1])
    solo.check(f, solo.array((3, 1, 4), capacity=capacity), gradient=False)
    x = solo.array((3, 2, 4), capacity=capacity)
    solo.assert_slopes(solo.slopes(f, x), f, x)


def test_results_can_be_used_by_the_library():
    x = solo.array()
    found = jg.vmap(lambda row: jnp.concatenate([row, row]))(x)
    np.testing.assert_allclose(jg.sum(found, axis=1), 2 * jg.sum(x, axis=1), rtol=1e-5)
    again = jg.vmap(lambda row: row[::-1])(found)
    solo.assert_rows(again, solo.alone(lambda r: jnp.concatenate([r, r])[::-1], x))
    both = jg.vmap(lambda a, b: a + b)(jg.vmap(lambda r: r * 2.0)(x), x)
    solo.assert_rows(both, solo.alone(lambda r: r * 3.0, x))


def test_padding_of_results_is_finite():
    x = solo.array((3, 0, 4))
    for f in LENGTHED["n"], LENGTHED["n n"], lambda r: 1.0 / r, jnp.log, lambda r: r / r.sum():
        for leaf in jax.tree.leaves(jg.vmap(f)(x)):
            assert np.all(np.isfinite(np.asarray(leaf, float)[1])), leaf


# Several batch axes


def grid(seed=0):
    """An array with two batch axes, and its rows."""
    lengths = np.array([[3, 0, 2], [1, 4, 2]])
    flat = solo.array(tuple(lengths.reshape(-1)), seed=seed)
    data = flat.data.reshape(2, 3, -1)
    return jg.JaggedArray(data, lengths), solo.rows(tuple(lengths.reshape(-1)), seed=seed)


def test_two_batch_axes():
    x, rows = grid()
    f = lambda row: (row.sum(), row * 2.0, jnp.outer(row, row))
    total, double, square = jg.vmap(jg.vmap(f))(x)
    wanted = [f(jnp.asarray(row)) for row in rows]
    np.testing.assert_allclose(total.reshape(-1), [w[0] for w in wanted], rtol=1e-5)
    assert double.batch_shape == (2, 3)
    assert square.batch_shape == (2, 3)
    for i in range(6):
        at = divmod(i, 3)
        n = len(rows[i])
        np.testing.assert_allclose(double.data[at][:n], wanted[i][1], rtol=1e-5)
        np.testing.assert_allclose(square.data[at][:n, :n], wanted[i][2], rtol=1e-5)
    assert double.lengths.tolist() == [[3, 0, 2], [1, 4, 2]]


def test_two_batch_axes_with_dense_arguments():
    x, rows = grid()
    scale, shift = jnp.arange(6.0).reshape(2, 3), jnp.arange(2.0)
    f = lambda row, a, b: (row * a).sum() + b
    inner = jg.vmap(f, in_axes=(0, 0, None))
    found = jg.vmap(inner)(x, scale, shift)
    wanted = [f(jnp.asarray(r), scale.reshape(-1)[i], shift[i // 3]) for i, r in enumerate(rows)]
    np.testing.assert_allclose(found.reshape(-1), wanted, rtol=1e-5)


def test_function_of_what_is_left_of_two_batch_axes():
    x, rows = grid()
    seen = []

    def f(part):
        seen.append(type(part))
        return jg.sum(part, axis=1) * 2.0

    found = jg.vmap(f)(x)
    assert all(kind is jg.JaggedArray for kind in seen)
    np.testing.assert_allclose(found.reshape(-1), [2 * row.sum() for row in rows], rtol=1e-5)


def test_gradient_with_two_batch_axes():
    x, rows = grid()
    mapped = jg.vmap(jg.vmap(lambda row: jnp.sin(row).sum() * row.sum()))
    found = np.asarray(jax.grad(lambda data: mapped(x.with_data(data)).sum())(x.data))
    for i, row in enumerate(map(jnp.asarray, rows)):
        wanted = jax.grad(lambda row: jnp.sin(row).sum() * row.sum())(row)
        slope = found[divmod(i, 3)]
        np.testing.assert_allclose(slope[: len(row)], wanted, rtol=1e-4, atol=1e-5)
        assert np.all(slope[len(row) :] == 0)


# Deeper jagged axes: documents of sentences of words


DOCUMENTS = [
    [[1.0, 2.0, 3.0], [4.0]],
    [[5.0, 6.0], [7.0, 8.0], [9.0, 1.0, 2.0, 3.0]],
    [[2.5]],
]


def documents():
    return jg.array(DOCUMENTS, jagged_axes=2)


def sentence(words):
    return jnp.tanh(words).sum() * words.max() + words[-1]


def test_words_of_sentences_of_documents():
    def document(sentences):
        return jg.vmap(sentence)(sentences)

    wanted = [[float(sentence(jnp.asarray(s))) for s in d] for d in DOCUMENTS]
    found = jg.vmap(document)(documents())
    poison.assert_close(found, wanted, rtol=1e-4)

    top = lambda sentences: jg.vmap(sentence)(sentences)[:1].sum()
    first = jg.vmap(top)(documents())
    np.testing.assert_allclose(first, [w[0] for w in wanted], rtol=1e-4)


def test_attention_over_the_sentences_of_a_document():
    def document(sentences):
        vectors = jg.vmap(lambda words: jnp.stack([words.sum(), words.max()]))(sentences)
        vectors = vectors.data if poison.is_jagged(vectors) else vectors
        return (jax.nn.softmax(vectors @ vectors.T) @ vectors).mean(0)

    def alone(rows):
        vectors = jnp.stack([jnp.stack([jnp.sum(r), jnp.max(r)]) for r in map(jnp.asarray, rows)])
        return (jax.nn.softmax(vectors @ vectors.T) @ vectors).mean(0)

    found = jg.vmap(document)(documents())
    np.testing.assert_allclose(found, [alone(d) for d in DOCUMENTS], rtol=1e-4)
    x = documents()
    slope = jax.jit(jax.grad(lambda data: jg.vmap(document)(x.with_data(data)).sum()))(x.data)
    assert np.all(np.isfinite(slope))
    for i, rows in enumerate(DOCUMENTS[:2]):
        wanted = jax.jit(jax.grad(lambda rows: alone(rows).sum()))([*map(jnp.asarray, rows)])
        for j, one in enumerate(wanted):
            np.testing.assert_allclose(slope[i, j, : len(one)], one, rtol=1e-3, atol=1e-4)


def test_words_as_an_array_of_two_lengths():
    f = lambda sentences: jg.sum(sentences) if poison.is_jagged(sentences) else sentences.sum()
    found = jg.vmap(f)(documents())
    np.testing.assert_allclose(found, [sum(map(sum, d)) for d in DOCUMENTS], rtol=1e-5)


def test_jagged_closure_inside_a_row():
    x, table = solo.array(), solo.array((2, 1), seed=3)
    f = lambda row: row.sum() + jnp.sum(jg.vmap(lambda other: other.max() * 2.0)(table))
    found = jg.vmap(f)(x)
    wanted = sum(2 * float(row.max()) for row in solo.rows((2, 1), seed=3))
    np.testing.assert_allclose(found, [row.sum() + wanted for row in solo.rows()], rtol=1e-5)
