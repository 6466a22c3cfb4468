"""The layers: recurrent nets."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
from jax import lax

import jagged as jg
from tests.layer import Layer, features


def run(cell, row, first, *, reverse=False):
    """Run a cell over one row without padding, in plain JAX."""

    def step(carry, element):
        carry = cell(element, carry)
        return carry, carry[0] if isinstance(carry, tuple) else carry

    return lax.scan(step, first, row, reverse=reverse)


def zeros(net):
    cell = net.cell
    first = jnp.zeros(cell.hidden_size)
    return (first, first) if isinstance(cell, eqx.nn.LSTMCell) else first


def stacked(module, row):
    """Run each layer of a stack over one row, in both directions where it has two."""
    carries = []
    for layer in module.layers:
        if isinstance(layer, jg.nn.RNN):
            carry, row = run(layer.cell, row, zeros(layer))
        else:
            one, two = layer.forward, layer.backward
            first, ahead = run(one.cell, row, zeros(one))
            second, back = run(two.cell, row, zeros(two), reverse=True)
            carry, row = (first, second), jnp.concatenate([ahead, back], axis=-1)
        carries.append(carry)
    return tuple(carries), row


def both(key):
    one, two = (eqx.nn.GRUCell(4, 3, key=each) for each in jr.split(key))
    return jg.nn.Bidirectional(jg.nn.RNN(one, chunk=2), jg.nn.RNN(two, reverse=True, chunk=None))


def directions(module, row):
    first, ahead = run(module.forward.cell, row, jnp.zeros(3))
    second, back = run(module.backward.cell, row, jnp.zeros(3), reverse=True)
    return (first, second), jnp.concatenate([ahead, back], axis=-1)


def call(module, x):
    return module(x)


def elements():
    return (features(4),)


def firsts():
    return features(4), features(3).data[:, 0]


LAYERS = (
    Layer(
        "gru",
        jg.nn.GRU,
        lambda: jg.nn.GRU(4, 3, num_layers=2, bidirectional=True, chunk=3, key=jr.key(0)),
        call,
        stacked,
        elements,
    ),
    Layer(
        "lstm",
        jg.nn.LSTM,
        lambda: jg.nn.LSTM(4, 3, chunk=2, key=jr.key(0)),
        call,
        stacked,
        elements,
    ),
    Layer("both ways", jg.nn.Bidirectional, lambda: both(jr.key(0)), call, directions, elements),
    Layer(
        "any cell",
        jg.nn.RNN,
        lambda: jg.nn.RNN(Elman(4, 3, key=jr.key(0)), chunk=4),
        lambda module, x, first: module(x, first),
        lambda module, row, first: run(module.cell, row, first),
        firsts,
        representative=True,
    ),
)


class Elman(eqx.Module):
    """The oldest cell."""

    linear: eqx.nn.Linear

    def __init__(self, size, hidden, *, key):
        self.linear = eqx.nn.Linear(size + hidden, hidden, key=key)

    def __call__(self, element, carry):
        return jax.nn.tanh(self.linear(jnp.concatenate([element, carry])))
