"""Awkward Array as second oracle: on arrays that Hypothesis draws, the functions of both agree."""

import functools
import inspect
import math

import awkward as ak
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings

import jagged as jg
from tests.awkward_arrays import arguments, assert_agree, awkward, listed
from tests.awkward_table import FILLED, FUNCTIONS, Shared

ATTRIBUTES = ("JaggedArray", "JaggedRecord")  # whose methods and indices have rows of their own


@functools.cache
def compiled(shared):
    return jax.jit(shared.ours) if shared.jitted else shared.ours


def check(shared, drawn):
    ours = listed(compiled(shared)(*drawn))
    with np.errstate(all="ignore"):
        theirs = listed(shared.theirs(*map(awkward, drawn)))
    assert_agree(ours, theirs)


@pytest.mark.parametrize("shared", FUNCTIONS, ids=str)
def test_awkward_agrees(shared):
    @settings(max_examples=8)
    @given(arguments(shared))
    def holds(drawn):
        check(shared, drawn)

    holds()


def test_every_function_of_both_has_a_row():
    names = {name for name in vars(jg) if not name.startswith("_")}
    both = {name for name in names if inspect.isfunction(getattr(ak, name, None))}
    both |= {name for name in names if is_elementwise(getattr(np, name, None))}
    rows = [shared.function for shared in FUNCTIONS]
    assert both <= set(rows), sorted(both - set(rows))
    assert set(rows) <= {*names, *ATTRIBUTES}
    assert len(set(rows) - set(ATTRIBUTES)) >= 60
    assert len({str(shared) for shared in FUNCTIONS}) == len(FUNCTIONS)


def is_elementwise(function):
    """Awkward takes no ufunc of vectors, such as `matmul`."""
    return isinstance(function, np.ufunc) and function.signature is None


def test_differences_are_stated_in_a_line():
    stated = {shared.differs for shared in FUNCTIONS} - {""}
    assert all(10 < len(line) < 100 and "\n" not in line for line in stated)


WRONG = [
    Shared("the other extreme", lambda x: jg.max(x, axis=1), lambda x: ak.min(x, axis=1, mask_identity=False)),
    Shared("none for an empty row", lambda x: jg.max(x, axis=1), lambda x: ak.max(x, axis=1)),
    Shared("padding counted", lambda x: jnp.mean(x.data, axis=1), lambda x: ak.mean(x, axis=1)),
    Shared("another order", lambda x: x[:, ::-1], lambda x: x),
    Shared("another length", lambda x: x[:, 1:], lambda x: x),
    Shared("another kind", lambda x: x.astype(np.int32) * 0, lambda x: x * 0),
    Shared("places after padding", lambda x: jnp.argmax(x.data, axis=1), lambda x: ak.argmax(x, axis=1, mask_identity=False), shapes=FILLED),
]  # fmt: skip


@pytest.mark.parametrize("shared", WRONG, ids=str)
def test_what_is_wrong_is_found(shared):
    with pytest.raises(AssertionError, match="ours is"):
        test_awkward_agrees(shared)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ([[1.0], []], [[1.0]]),
        ([1.0], [None]),
        ([1], [1.0]),
        ([1.0], [True]),
        ([1.0], [1.0001]),
        ([1.0], [math.nan]),
        ([math.inf], [-math.inf]),
        ({"a": [1]}, {"b": [1]}),
        ([1, 2], (1, 2)),
    ],
)
def test_what_differs_does_not_agree(ours, theirs):
    assert_agree(theirs, theirs)
    with pytest.raises(AssertionError, match="ours"):
        assert_agree(ours, theirs)


def test_rows_of_rows_keep_their_lengths():
    rows = [[[1.0, 2.0], [], [3.0]], [], [[4.0]]]
    assert awkward(jg.array(rows, jagged_axes=2, capacity=(4, 3))).to_list() == rows
