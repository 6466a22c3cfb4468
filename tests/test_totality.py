"""Totality: what is known to be finite with its derivative, and what is not."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import pytest

from jagged._totality import is_total

WEIGHTS = jr.normal(jr.key(0), (3, 3))
LAYER = eqx.nn.Linear(3, 3, key=jr.key(0))
CELL = eqx.nn.GRUCell(3, 3, key=jr.key(0))
MEMORY = eqx.nn.LSTMCell(3, 3, key=jr.key(0))
FILL = jnp.full(3, -jnp.inf)

TOTAL = {
    "tanh": jnp.tanh,
    "relu": jax.nn.relu,
    "silu": jax.nn.silu,
    "sigmoid": jax.nn.sigmoid,
    "layer": LAYER,
    "two layers": lambda t: LAYER(jax.nn.relu(LAYER(t))),
    "recurrent cell": lambda t: CELL(t, jnp.tanh(t)),
    "long short-term memory": lambda t: MEMORY(t, (jnp.tanh(t), t))[0],
    "mean": lambda t: jnp.mean(t),
    "gate": lambda t: jax.nn.sigmoid(WEIGHTS @ t) * t,
    "where": lambda t: jnp.where(t > 0, t, 0.0),
}
PARTIAL = {
    "logarithm": jnp.log,
    "root": jnp.sqrt,
    "exponential": jnp.exp,
    "division": lambda t: 1 / t,
    "square": lambda t: t * t,
    "cube": lambda t: t**3,
    "gelu": jax.nn.gelu,
    "norm": jnp.linalg.norm,
    "softmax": jax.nn.softmax,
    "layer normalisation": eqx.nn.LayerNorm(3),
    "quadratic form": lambda t: t @ WEIGHTS @ t,
    "an infinity inside": lambda t: jnp.where(t > 0, t, -jnp.inf),
    "an infinity closed over": lambda t: jnp.where(t > 0, t, FILL),
    "an infinity made": lambda t: jnp.where(t > 0, t, jnp.full(3, -jnp.inf)),
    "a narrower dtype": lambda t: t.astype(jnp.float16),
    # Finite all the same, but in doubt padding is filled.
    "a division of integers": lambda t: jnp.sign(t).astype(int) // 2,
    "an effect": lambda t: (jax.debug.print("{}", t), t)[1],
}


@jax.custom_jvp
def kinked(t):
    return t


kinked.defjvp(lambda primals, tangents: (primals[0], tangents[0] / primals[0]))
PARTIAL["a derivative rule that divides"] = kinked


def traced(function):
    return jax.make_jaxpr(function)(jax.ShapeDtypeStruct((3,), jnp.float32))


@pytest.mark.parametrize("name", TOTAL)
def test_total(name):
    with jax.numpy_dtype_promotion("standard"):
        assert is_total(traced(TOTAL[name]))


@pytest.mark.parametrize("name", PARTIAL)
def test_partial(name):
    with jax.numpy_dtype_promotion("standard"):
        assert not is_total(traced(PARTIAL[name]))
