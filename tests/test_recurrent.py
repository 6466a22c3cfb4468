"""Recurrent nets start and end where each row does, and stop with the longest."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import pytest

import jagged as jg
from tests.refusal import refused

ELEMENTS = np.random.default_rng(1).normal(size=(9, 3)).astype(np.float32)


def cell(key=0):
    return eqx.nn.GRUCell(3, 2, key=jr.key(key))


def alone(cell, row, reverse=False):
    """Run a cell along one row by a loop."""
    carry, outputs = jnp.zeros(2), []
    for element in row[::-1] if reverse else row:
        carry = cell(element, carry)
        outputs.append(carry)
    return carry, np.array(outputs[::-1] if reverse else outputs).reshape(-1, 2)


def test_torch_4582_carry_of_an_empty_row():
    x = jg.array([ELEMENTS[:0], ELEMENTS[:3], ELEMENTS[3:5]], capacity=6)
    first = jnp.arange(6.0).reshape(3, 2)
    carry, outputs = jg.nn.RNN(cell())(x, first)
    np.testing.assert_array_equal(carry[0], first[0])
    assert outputs[0].to_list() == []
    total = lambda net, x: jnp.sum(net(x)[0] ** 2) + jg.sum(net(x)[1] ** 2)
    for gradient in jax.tree.leaves(eqx.filter_grad(total)(jg.nn.RNN(cell()), x)):
        assert np.isfinite(gradient).all()
        assert gradient.any()


def test_flax_2170_3208_both_directions():
    rows = [ELEMENTS[:2], ELEMENTS[2:6]]
    net = jg.nn.Bidirectional(jg.nn.RNN(cell(0)), jg.nn.RNN(cell(1), reverse=True))
    (first, second), outputs = net(jg.array(rows, capacity=7))
    for i, row in enumerate(rows):
        (ahead, there), (back, here) = alone(cell(0), row), alone(cell(1), row, reverse=True)
        np.testing.assert_allclose(first[i], ahead, rtol=1e-5)
        np.testing.assert_allclose(second[i], back, rtol=1e-5)
        np.testing.assert_allclose(outputs[i].data[: len(row)], np.c_[there, here], rtol=1e-5)


@pytest.mark.parametrize(("chunk", "steps"), [(None, 13), (1, 4), (3, 6), (8, 8), (100, 13)])
@pytest.mark.parametrize("reverse", [False, True])
def test_skyrl_1058_a_loop_stops_at_the_longest_row(chunk, steps, reverse):
    taken = []

    def counted(element, carry):
        jax.debug.callback(lambda: taken.append(1))
        return carry + element

    x = jg.array([ELEMENTS[:4], ELEMENTS[4:5], ELEMENTS[:0]], capacity=13)
    net = jg.nn.RNN(counted, chunk=chunk, reverse=reverse)
    carry, outputs = jax.jit(lambda x: net(x, jnp.zeros((3, 3))))(x)
    jax.effects_barrier()
    assert len(taken) in (steps, 3 * steps)  # a callback for each row, or one for all
    np.testing.assert_allclose(carry, jg.sum(x, axis=1), rtol=1e-5)
    expected = jg.cumsum(x, axis=1) if not reverse else jg.cumsum(x[:, ::-1], axis=1)[:, ::-1]
    jg.testing.assert_equal(outputs, expected, rtol=1e-5)


@pytest.mark.parametrize("rows", [0, 3])
def test_without_a_step_to_take(rows):
    x = jg.zeros([0] * rows, (3,), capacity=0)
    carry, outputs = jg.nn.RNN(cell())(x, jnp.ones((rows, 2)))
    assert (carry.shape, outputs.shape, outputs.capacity) == ((rows, 2), (rows, None, 2), 0)
    np.testing.assert_array_equal(carry, np.ones((rows, 2)))


def test_more_batch_axes_and_none():
    net = jg.nn.GRU(3, 2, key=jr.key(0))
    x = jg.JaggedArray(np.resize(ELEMENTS, (2, 3, 4, 3)), np.array([[4, 0, 1], [2, 3, 4]]))
    (carries,), outputs = net(x)
    for i in np.ndindex(2, 3):
        (carry,), output = net(x[i])
        np.testing.assert_allclose(carries[i], carry, rtol=1e-5)
        jg.testing.assert_equal(outputs[i], output, rtol=1e-5)


def test_half_precision_stays():
    net = jg.nn.LSTM(3, 2, 2, dtype=jnp.bfloat16, key=jr.key(0))
    carries, outputs = net(jg.ones([2, 0], (3,), dtype=jnp.bfloat16))
    assert {leaf.dtype for leaf in jax.tree.leaves((carries, outputs.data))} == {
        jnp.dtype("bfloat16")
    }


def test_refusals(x):
    net = jg.nn.RNN(cell())
    with refused(ValueError, "3 features", "input_size=3"):
        net(x)
    with refused(TypeError, "JaggedArray", "ndarray"):
        net(np.zeros((2, 4, 3)))
    with refused(TypeError, "first carry", "function", "initial="):
        jg.nn.RNN(lambda element, carry: carry)(x)
    with refused(ValueError, "reverse=True", "RNN(cell, reverse=True)"):
        jg.nn.Bidirectional(jg.nn.RNN(cell(), reverse=True), jg.nn.RNN(cell()))
    with refused(ValueError, "tuple of 2", "got 1"):
        jg.nn.GRU(3, 2, 2, key=jr.key(0))(jg.ones([1], (3,)), (jnp.zeros((1, 2)),))
    with refused(ValueError, "num_layers", "at least 1"):
        jg.nn.LSTM(3, 2, 0, key=jr.key(0))
    with refused(ValueError, "chunk", "at least 1"):
        jg.scan(lambda c, t: (c + t, c), 0.0, x, in_axes=None, chunk=0)
