"""Rules: a primitive without one is refused by name, and users can add one."""

import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.extend.core import Primitive
from jax.interpreters import batching, mlir

import jagged as jg
from jagged._row._registry import _RULES, find_rule

total = Primitive("total_of_rows")


@total.def_impl
def evaluate(x):
    return x.sum(0)


total.def_abstract_eval(lambda x: jax.core.ShapedArray(x.shape[1:], x.dtype))
mlir.register_lowering(total, mlir.lower_fun(evaluate, multiple_results=False))
batching.primitive_batchers[total] = lambda args, axes: (
    jnp.moveaxis(args[0], axes[0], 0).sum(1),
    0,
)


def summed(row):
    return total.bind(row)


@pytest.fixture
def batch():
    return jg.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]]], capacity=4)


@pytest.fixture
def rule():
    """A rule for the primitive, for the length of a test."""

    @jg.register_rule(total)
    def rule(frame, operands, equation):
        (x,) = operands
        hidden = frame.hide(x, 0, axes=(0,))
        return frame.result(hidden.array.sum(0), x.shape[1:])

    yield rule
    del _RULES[total.name]


def test_a_missing_rule_names_the_primitive_the_axis_and_the_line(batch):
    required = r"`total_of_rows`.*axis of size n.*test_rows_rules\.py:\d+.*jg\.register_rule"
    with pytest.raises(NotImplementedError, match=re.compile(required, re.DOTALL)):
        jg.vmap(summed)(batch)


def test_a_rule_that_a_user_adds(batch, rule):
    poisoned = jg.JaggedArray.unchecked(
        jnp.where(batch.mask[..., None], batch.data, 1e3), batch.lengths
    )
    result = jg.vmap(lambda row: jnp.tanh(summed(row) / 10))(poisoned)
    np.testing.assert_allclose(result, np.tanh([[0.4, 0.6], [0.5, 0.6]]), rtol=1e-6)
    assert find_rule("total_of_rows") is rule


def test_a_primitive_without_rule_runs_where_only_values_differ():
    """Its operands have no jagged axis, so there is no padding in them."""
    x = jg.array([[1.0, 2.0], [5.0]])
    result = jg.vmap(lambda row: summed(jnp.stack([row.sum(), row.max()])))(x)
    np.testing.assert_allclose(result, [5.0, 10.0])
