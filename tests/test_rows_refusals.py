"""Refusals: what `jg.vmap` can't do exactly raises, and says what to do instead."""

import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import pytest
from jax import lax

import jagged as jg
from tests.refusal import refused

# fmt: off
LENGTH_DECISIONS = {
    "equality": lambda x: x * 2 if x.shape[0] == 3 else x,
    "inequality": lambda x: x * 2 if x.shape[0] != 3 else x,
    "parity": lambda x: x.sum() if x.shape[0] % 2 else x[0],
    "membership": lambda x: x.sum() if x.shape[0] in (2, 4) else x[0],
    "a dict": lambda x: x * {4: 2.0}.get(x.shape[0], 1.0),
    "shapes": lambda x: x if x.shape == (4,) else 2 * x,
}
COMPARISONS = {
    "order": lambda x: x.sum() if x.shape[0] > 2 else x[0],
    "linspace": lambda x: x * jnp.linspace(0, 1, x.shape[0]),
    "top_k": lambda x: lax.top_k(x, 3)[0],
}
INTEGERS = {
    "len": lambda x: x * len(x),
    "range": lambda x: sum(x[i] for i in range(x.shape[0])),
    "polyfit": lambda x: jnp.polyfit(x, x, 1),
    "convolve": lambda x: jnp.convolve(x, jnp.ones(2)),
}
VALUES = {
    "a mask": lambda x: x[x > 1],
    "nonzero": lambda x: jnp.nonzero(x)[0],
    "unique": jnp.unique,
}
SYMBOLS = {
    "an index": lambda x: x[x.shape[0] // 2],
    "halves": lambda x: jnp.split(x, 2),
    "pairs": lambda x: x.reshape(-1, 2),
    "a short table": lambda x: x + jnp.ones(3)[: x.shape[0]],
    "associative_scan": lambda x: lax.associative_scan(jnp.add, x),
    "permutation": lambda x: jr.permutation(jr.key(0), x),
}
PRIMITIVES = {
    "pure_callback": lambda x: jax.pure_callback(np.sin, jax.ShapeDtypeStruct(x.shape, x.dtype), x),
}
LENGTHS_MIXED_UP = {
    "add": lambda x, y: x + y,
    "dot": lambda x, y: x @ y,
    "stack": lambda x, y: jnp.stack([x, y]),
    "vmap": lambda x, y: jax.vmap(lambda a, b: a * b)(x, y),
}
# fmt: on


@pytest.fixture
def x():
    return jg.array([[1.0, 2.0, 0.5, 3.0], [1.0, 2.0]])


def each(functions):
    return pytest.mark.parametrize("f", functions.values(), ids=functions.keys())


@each(LENGTH_DECISIONS)
def test_python_decides_on_a_length(x, f):
    with refused(TypeError, __file__, "rows of all lengths", "jnp.where", "jax.lax.cond"):
        jg.vmap(f)(x)


@each(COMPARISONS)
def test_comparison_depends_on_the_length(x, f):
    with refused(TypeError, "inconclusive", "jax.lax.cond", "min_length="):
        jg.vmap(f)(x)


@each(INTEGERS)
def test_length_is_no_integer(x, f):
    with refused(TypeError, "integer", "x.shape[0]", "jax.lax.scan"):
        jg.vmap(f)(x)


@each(VALUES)
def test_shape_depends_on_values(x, f):
    with refused(TypeError, "not on its values", "size=", "mask"):
        jg.vmap(f)(x)


@each(SYMBOLS)
def test_step_does_not_take_a_symbol(x, f):
    with refused(Exception, "for a row of known length", "jnp.asarray(x.shape[0])"):
        jg.vmap(f)(x)


@pytest.mark.parametrize("name", PRIMITIVES)
def test_primitive_has_no_rule(x, name):
    with refused(NotImplementedError, name, "axis of size n", __file__, "jg.register_rule"):
        jg.vmap(PRIMITIVES[name])(x)


@each(LENGTHS_MIXED_UP)
def test_lengths_are_mixed_up(x, f):
    y = jg.array([[1.0], [2.0, 3.0, 1.0]])
    with refused(TypeError, "lengths of their own", "jg.JaggedRecord", "with_data"):
        jg.vmap(f)(x, y)


def test_draw_depends_on_the_length_at_every_position(x):
    with refused(NotImplementedError, "random_bits", "(3, n)", "axis first"):
        jg.vmap(lambda row: jr.normal(jr.key(0), (3, row.shape[0])))(x)


def test_generator_does_not_count_positions(x):
    with refused(NotImplementedError, "random_bits", "key<rbg>", "threefry2x32"):
        jg.vmap(lambda row: jr.normal(jr.key(0, impl="rbg"), row.shape))(x)


def test_integers_have_no_nan_for_empty_rows(x):
    with refused(ValueError, "too short", "int32", "empty="):
        jg.vmap(jnp.argmax)(x)


def test_decision_on_a_value(x):
    with refused(TypeError, "boolean", "jnp.where"):
        jg.vmap(lambda row: row if row.sum() > 0 else -row)(x)


def test_loop_over_a_row_in_python(x):
    with refused(TypeError, "n", "loop|lax.scan"):
        jg.vmap(lambda row: sum(element for element in row))(x)
