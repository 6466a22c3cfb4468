"""Losses: labels are checked, means are explicit, and parts of a batch add up."""

import functools
import operator

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from jax.sharding import AxisType, PartitionSpec as P

import jagged as jg
from tests.refusal import refused

LOSSES = jg.array([[1.0], [3.0, 3.0, 3.0]])
LOGITS = jg.array([[[0.0, 1.0, 2.0]] * 2, [], [[3.0, 0.0, 1.0]]], capacity=4)
LABELS = jg.array([[2, 0], [], [1]], dtype=int, capacity=4)


def test_transformers_24725_mean_over_tokens():
    assert jg.nn.average(LOSSES, "tokens").mean == 2.5
    assert jg.nn.average(LOSSES, "rows").mean == 2.0
    parts = [jg.nn.average(LOSSES[i : i + 1], "tokens") for i in range(2)]
    assert functools.reduce(operator.add, parts).mean == 2.5


@pytest.mark.parametrize(("over", "mean"), [("tokens", 2.5), ("rows", 2.0)])
def test_transformers_24725_over_devices(over, mean):
    mesh = jax.make_mesh((2,), ("rows",), axis_types=(AxisType.Auto,))

    def whole(losses):
        return jax.lax.psum(jg.nn.average(losses, over), "rows").mean

    spread = jax.shard_map(whole, mesh=mesh, in_specs=P("rows"), out_specs=P())
    assert jax.jit(spread)(LOSSES) == mean
    slope = jax.grad(lambda data: jax.jit(spread)(LOSSES.with_data(data)))(LOSSES.data)
    alone = jax.grad(lambda data: jg.nn.average(LOSSES.with_data(data), over).mean)(LOSSES.data)
    np.testing.assert_allclose(slope, alone, rtol=1e-6)


def test_weights_of_rows_and_of_elements():
    losses = jg.array([[1.0, 2.0], [np.nan], [], [6.0]])
    rows = jnp.array([2.0, 0.0, 1.0, 1.0])
    tokens = jg.array([[2.0, 0.0], [0.0], [], [1.0]])
    over = lambda over, weights: jax.jit(lambda x: jg.nn.average(x, over, weights=weights))(losses)
    assert (over("tokens", rows).sum, over("tokens", rows).count) == (12, 5)
    assert (over("rows", rows).sum, over("rows", rows).count) == (9, 3)
    assert (over("tokens", tokens).sum, over("tokens", tokens).count) == (8, 3)
    assert (over("rows", tokens).sum, over("rows", tokens).count) == (7, 2)
    for weights in (rows, tokens):
        total = lambda data, w=weights: (
            jg.nn.average(losses.with_data(data), "tokens", weights=w).mean
        )
        assert np.isfinite(jax.grad(total)(losses.data)).all()
    dense = jg.nn.average(jnp.array([1.0, np.nan, 4.0]), "rows", weights=jnp.array([1.0, 0.0, 2.0]))
    assert (dense.sum, dense.count) == (9, 3)


@pytest.mark.parametrize("over", ["tokens", "rows"])
def test_nothing_to_average(over):
    empty = jg.zeros([0, 0], capacity=3)
    mean = lambda data: jg.nn.average(empty.with_data(data), over).mean
    value, slope = jax.value_and_grad(mean)(empty.data)
    assert value == 0
    np.testing.assert_array_equal(slope, np.zeros((2, 3)))


def test_half_precision_is_added_in_single():
    many = jg.ones([4000], dtype=jnp.bfloat16)
    found = jg.nn.average(many, "tokens")
    assert (found.sum, found.count, found.mean.dtype) == (4000, 4000, jnp.float32)


def test_labels_outside():
    ours = jg.nn.softmax_cross_entropy_with_integer_labels
    for wrong in (3, -1, -100):
        labels = LABELS.with_data(LABELS.data.at[0, 1].set(wrong))
        with refused(ValueError, "between 0 and 2", f"got {wrong} in row 0, element 1", "weight 0"):
            ours(LOGITS, labels)
        found = jax.jit(ours)(LOGITS, labels)
        assert np.isnan(found.to_list()[0][1])
        assert np.isfinite(found.to_list()[2]).all()
        with jg.checking(), pytest.raises(Exception, match="between 0 and 2"):
            jax.block_until_ready(jax.jit(ours)(LOGITS, labels))


def test_labels_in_padding_are_not_read():
    labels = jg.JaggedArray.unchecked(jnp.where(LABELS.mask, LABELS.data, 99), LABELS.lengths)
    found = jg.nn.softmax_cross_entropy_with_integer_labels(LOGITS, labels)
    expected = optax.softmax_cross_entropy_with_integer_labels(LOGITS.data[2, :1], jnp.array([1]))
    np.testing.assert_allclose(found.to_list()[2], expected, rtol=1e-6)


def test_ctc_without_room_for_the_labels():
    frames = jg.zeros([1, 0], (5,), capacity=3)
    labels = jg.array([[1, 2, 3], []], dtype=int)
    loss = lambda data: jg.nn.ctc_loss(frames.with_data(data), labels)
    found = loss(frames.data)
    assert found[0] > 1e4
    assert found[1] == 0
    assert np.isfinite(jax.grad(lambda data: loss(data).sum())(frames.data)).all()


def test_refusals():
    integer = jg.nn.softmax_cross_entropy_with_integer_labels
    with refused(ValueError, "lengths", "row 2|row 1"):
        integer(LOGITS, jg.array([[2, 0], [], [1, 1]], dtype=int))
    with refused(ValueError, "same batch axes", "(3,)", "(2,)"):
        integer(LOGITS, jg.array([[2, 0], []], dtype=int))
    with refused(TypeError, "integers", "float32"):
        integer(LOGITS, LABELS.astype(float))
    with refused(TypeError, "JaggedArrays", "optax.softmax"):
        integer(LOGITS, jnp.zeros((3, 4), int))
    with refused(ValueError, "[*batch, None, classes]"):
        integer(LABELS.astype(float), LABELS)
    with refused(ValueError, "entry by entry", "3", "4"):
        jg.nn.softmax_cross_entropy(LOGITS, jg.zeros(LOGITS.lengths, (4,)))
    with refused(ValueError, "one row of labels for each row of frames", "(3,)", "(2,)"):
        jg.nn.ctc_loss(LOGITS, LABELS[:2])
    with refused(ValueError, '"tokens"', '"rows"', "'mean'"):
        jg.nn.average(LOSSES, "mean")
    with refused(ValueError, "features", "jg.mean"):
        jg.nn.average(LOGITS, "rows")
    with refused(ValueError, "Dense", 'over="rows"'):
        jg.nn.average(jnp.ones(3), "tokens")
    with refused(ValueError, "shape (2,)", "(3,)"):
        jg.nn.average(LOSSES, "rows", weights=jnp.ones(3))
    with refused(ValueError, "lengths", "row 0|row 1"):
        jg.nn.average(LOSSES, "rows", weights=jg.ones([3, 1]))
    with refused(ValueError, "like the losses", "[*batch]"):
        jg.nn.average(LOSSES, "rows", weights=jg.ones([3]))


def test_without_optax(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "optax", None)
    with refused(ImportError, "optax", "jagged-jax[losses]"):
        jg.nn.squared_error(LOSSES, LOSSES)
