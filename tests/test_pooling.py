"""Pooling: an empty row gives zeros, a short one what it has."""

import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np

import jagged as jg
from tests.refusal import refused

X = jg.array([np.eye(3)[:2], np.zeros((0, 3)), np.ones((4, 3))], np.float32)


def test_torch_41508_pooling_of_an_empty_row():
    pool = jg.nn.AttentionPooling(3, 2, key=jr.key(0))
    np.testing.assert_array_equal(pool(X)[1], np.zeros(3))
    slope = jax.grad(lambda pool, x: jnp.sum(pool(x) ** 2))
    with_empty, without = slope(pool, X), slope(pool, X[:1])
    more = slope(pool, X[2:])
    for each, one, two in zip(*map(jax.tree.leaves, (with_empty, without, more)), strict=True):
        np.testing.assert_allclose(each, one + two, rtol=1e-5, atol=1e-7)


def test_more_batch_axes_and_none():
    pool = jg.nn.AttentionPooling(3, key=jr.key(0))
    np.testing.assert_allclose(pool(X[0]), pool(X)[0], rtol=1e-6)
    both = jax.tree.map(lambda leaf: jnp.stack([leaf, leaf]), X)
    np.testing.assert_allclose(pool(both)[1], pool(X), rtol=1e-6)


def test_top_k_keeps_the_best_in_order():
    pool = jg.nn.TopKPooling(3, 2, key=jr.key(0))
    pool = jax.tree.map(lambda _: jnp.array([3.0, 4.0, 0.0]), pool)
    pooled = pool(X)
    np.testing.assert_allclose(
        pooled[0].data, [[0, np.tanh(0.8), 0], [np.tanh(0.6), 0, 0]], rtol=1e-6
    )
    assert pooled.lengths.tolist() == [2, 0, 2]
    assert pooled.capacity == 2


def test_refusals():
    with refused(ValueError, "4 features", "size=3"):
        jg.nn.AttentionPooling(4, key=jr.key(0))(X)
    with refused(TypeError, "JaggedArray", "size|3"):
        jg.nn.TopKPooling(3, 2, key=jr.key(0))(X.data)
    with refused(ValueError, "k of TopKPooling", "at least 1"):
        jg.nn.TopKPooling(3, 0, key=jr.key(0))
