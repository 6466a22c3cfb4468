"""pairwise: what the table can't say about functions of two elements."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np

import jagged as jg
from tests import poison
from tests.refusal import refused

X = jg.array([[1.0, 2.0], [], [3.0]], capacity=3)
Y = jg.array([[10.0, 20.0, 30.0], [40.0], []], capacity=4)


def distance(s, t):
    return jnp.linalg.norm(s - t)


def test_the_result_has_two_jagged_axes():
    result = jg.pairwise(jnp.add, X, Y)
    assert result.to_list() == [[[11, 21, 31], [12, 22, 32]], [], [[]]]
    assert result.shape == (3, None, None)
    assert result.lengths is X.lengths
    assert result.inner_lengths[0].tolist() == [[3, 3, 0], [0, 0, 0], [0, 0, 0]]
    assert result.data.shape == (3, 3, 4)


def test_no_batch_axes_several_and_features():
    row = jg.pairwise(jnp.subtract, X[0], Y[0])
    assert row.to_list() == [[-9, -19, -29], [-8, -18, -28]]
    both = jax.tree.map(lambda leaf: jnp.stack([leaf, leaf[::-1]]), (X, Y))
    assert jg.pairwise(jnp.add, *both).to_list()[1] == [[[]], [], [[11, 21, 31], [12, 22, 32]]]
    points = jg.array([[[0.0, 0.0], [3.0, 4.0]], [[1.0, 1.0]]])
    apart = jg.pairwise(distance, points, points)
    assert apart.to_list() == [[[0, 5], [5, 0]], [[0]]]
    spread = jg.pairwise(lambda s, t: jnp.concatenate([s, t]), points, points)
    assert spread.shape == (2, None, None, 4)


def test_records_pytrees_and_several_results():
    jets = {"pt": X, "charge": X > 1}
    both = lambda s, t: {"mass": s["pt"] * t, "charged": s["charge"]}
    for container in (jets, jg.record(jets)):
        result = jg.pairwise(both, container, Y)
        assert result["mass"].to_list() == [[[10, 20, 30], [20, 40, 60]], [], [[]]]
        assert result["charged"].to_list() == [[[False] * 3, [True] * 3], [], [[]]]


def test_padding_is_never_seen():
    total = lambda x: jg.sum(jg.pairwise(lambda s, t: jnp.log(s) / t, x, Y), axis=(1, 2))
    weight = 1 / 10 + 1 / 20 + 1 / 30
    rows = [[1.0, 2.0], [], [3.0]]
    poison.check(
        total, rows, [np.log(2.0) * weight, 0, 0], [[weight, weight / 2], [], [0]], more=(1, 3)
    )


def test_partial_functions_meet_no_padding_in_either_array():
    points = jg.array([[[1.0, 0.0], [0.0, 2.0]], []], capacity=3)
    others = jg.array([[[3.0, 3.0]], [[1.0, 1.0], [2.0, 2.0]]], capacity=4)
    assert_clean_slopes(points, others)
    assert_clean_slopes(others, points)


def assert_clean_slopes(x, y):
    total = lambda a, b: jg.sum(jg.pairwise(distance, x.with_data(a), y.with_data(b)))
    slopes = jax.grad(total, argnums=(0, 1))(x.data, y.data)
    for slope, array in zip(slopes, (x, y), strict=True):
        assert np.all(np.isfinite(slope))
        assert np.any(slope)
        assert not np.any(np.asarray(slope)[~np.asarray(array.mask)])


def test_nothing_valid_at_all():
    empty = jg.array([[], []], capacity=2)
    total = lambda w: jg.sum(jg.pairwise(lambda s, t: w / jnp.sqrt(s * t), empty, empty))
    assert float(jax.grad(total)(1.0)) == 0
    for capacity in (0, 2):
        for rows in (0, 2):
            x = jg.from_dense(jnp.zeros((rows, capacity)), np.zeros(rows, np.int32))
            assert jg.pairwise(lambda s, t: s / t, x, Y[:rows]).to_list() == [[]] * rows


def test_own_derivative_rules_and_parameters():
    layer = eqx.nn.Linear(2, 1, key=jr.key(0))

    @eqx.filter_jit
    @eqx.filter_grad
    def slope(layer):
        return jg.sum(jg.pairwise(lambda s, t: jax.nn.relu(layer(jnp.stack([s, t]))), X, Y))

    @eqx.filter_grad
    def expected(layer):
        pairs = jnp.array([[s, t] for s in (1.0, 2.0) for t in (10.0, 20.0, 30.0)])
        return jnp.sum(jax.nn.relu(jax.vmap(layer)(pairs)))

    np.testing.assert_allclose(slope(layer).weight, expected(layer).weight, rtol=1e-5)
    at_zero = jax.grad(lambda w: jg.sum(jg.pairwise(lambda s, t: jax.nn.relu(w * s * t), X, Y)))
    assert float(at_zero(0.0)) == 0


def test_integers_and_booleans():
    kinds = jg.array([[1, 2], [3]])
    same = jg.pairwise(jnp.equal, kinds, kinds)
    assert same.to_list() == [[[True, False], [False, True]], [[True]]]
    assert jg.pairwise(jnp.multiply, kinds, kinds).dtype == jnp.int32


def test_refusals():
    with refused(ValueError, "batch axes", "(3,)", "(1,)"):
        jg.pairwise(jnp.add, X, Y[:1])
    two = jg.array([[[1.0]]], jagged_axes=2)
    with refused(ValueError, "one jagged axis", "got 2", "reduce"):
        jg.pairwise(jnp.add, two, two)
    with refused(TypeError, "jg.pairwise", "JaggedArray"):
        jg.pairwise(jnp.add, X, jnp.ones((3, 2)))
    with refused(TypeError, "f must return dense", ".data"):
        jg.pairwise(lambda s, t: X, X, Y)
