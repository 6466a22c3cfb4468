"""Properties: on arrays that Hypothesis draws, operations equal the oracle and ignore padding."""

import functools

import hypothesis.strategies as st
import jax
import numpy as np
import pytest
from hypothesis import given, settings

import jagged as jg
from jagged.testing import assert_equal, jagged_arrays, poison
from tests.table import OPERATIONS
from tests.test_values import check

# One of each kind: what is elementwise does not depend on how long rows are.
NAMES = """
exp multiply divide where sum:row sum:batch sum:all prod:row max:row min:batch mean:row std:row argmax:row
argmin:batch count:row norm:row logsumexp:row softmax log_softmax cumsum cumsum:reverse scan:forward
scan:reverse map_elements:partial subtract:row_mean from_mask JaggedArray:to_flat
"""
CHOSEN = [operation for operation in OPERATIONS if operation.name in NAMES.split()]


@functools.cache
def compiled(name):
    return jax.jit(next(each.call for each in CHOSEN if each.name == name))


def arguments(operation):
    """Draw as many arrays as the operation takes, of the same lengths and of positive numbers."""
    positive = st.floats(0.25, 4, width=32)
    number = len(operation.domains)
    drawn = jagged_arrays(features=(number,), elements=positive)
    return drawn.map(lambda x: [x[..., k] for k in range(number)])


@pytest.mark.parametrize("operation", CHOSEN, ids=str)
def test_equals_oracle_whatever_the_lengths(operation):
    @settings(max_examples=25)
    @given(arguments(operation))
    def holds(arrays):
        result = compiled(operation.name)(*arrays)
        check(result, operation.oracle(*(x.rows() for x in arrays)), 1e-4)
        assert_equal(compiled(operation.name)(*map(poison, arrays)), result)

    holds()


@settings(max_examples=40)
@given(jagged_arrays(np.int32, features=(2,)))
def test_what_goes_in_comes_out(x):
    rows = x.rows()
    assert_equal(jg.from_flat(x.to_flat(), lengths=x.lengths, capacity=x.capacity), x)
    assert_equal(jg.from_dense(x.to_dense(-1), x.lengths), x)
    assert_equal(x.resize(7).resize(x.capacity), x)
    if len(rows):
        assert_equal(jg.array(rows, capacity=x.capacity), x)
