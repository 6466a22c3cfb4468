"""Every refusal to make an array says what was required, what came, and what to do."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from refusal import refused

import jagged as jg


@pytest.fixture
def x():
    """Lengths 2, 1 and 3 in a capacity of 4."""
    return jg.array([[1.0, 2.0], [3.0], [4.0, 5.0, 6.0]], capacity=4)


def test_refused_can_fail():
    for text in "short", "a sentence that speaks of 3 things only":
        with pytest.raises(AssertionError), refused(ValueError, 3, 4):
            raise ValueError(text)


def test_data_of_too_low_a_rank():
    with refused(ValueError, "data", "(3,)", "lengths"):
        jg.JaggedArray(jnp.ones(3), jnp.asarray([1, 2, 3], jnp.int32))


def test_lengths_of_another_batch_shape():
    with refused(ValueError, "lengths", "(2, 3)", "(3,)"):
        jg.JaggedArray(jnp.ones((2, 3)), jnp.asarray([1, 2, 3], jnp.int32))
    with refused(ValueError, "lengths", "(2, 3)", "(3,)"):
        jg.from_dense(jnp.ones((2, 3)), [1, 2, 3])


@pytest.mark.parametrize("make", [jg.JaggedArray, jg.from_dense])
@pytest.mark.parametrize("dtype", [np.float32, np.bool_, np.complex64])
def test_lengths_that_are_not_integers(make, dtype):
    with refused(TypeError, "lengths", np.dtype(dtype).name, "int"):
        make(jnp.ones((2, 3)), np.ones(2, dtype))


@pytest.mark.parametrize("make", [jg.zeros, jg.ones, jg.arange])
def test_float_lengths_of_a_filled_array(make):
    with refused(TypeError, "lengths", "float", "int"):
        make(np.asarray([1.0, 2.0]))


def test_rows_of_objects():
    with refused((TypeError, ValueError), "row|element", "object|str|<U"):
        jg.array([["a", "b"], ["c"]])
    with refused((TypeError, ValueError), "row|element", "object"):
        jg.array([[object()], []])


def test_rows_that_are_not_a_list():
    with refused((TypeError, ValueError), "row", "int|float|3"):
        jg.array(3)
    with refused((TypeError, ValueError), "row", "0|1"):
        jg.array([1.0, 2.0])


def test_rows_whose_features_disagree():
    with refused(ValueError, "row 2", "(3,)", "(4,)", "feature"):
        jg.array([np.ones((2, 3)), np.ones((1, 3)), np.ones((5, 4)), np.ones((1, 5))])


def test_elements_whose_shapes_disagree():
    with refused((TypeError, ValueError), "row 1", "shape"):
        jg.array([[1.0], [[2.0, 3.0], [4.0]]])


@pytest.mark.parametrize("make", [jg.JaggedArray, jg.from_dense])
def test_negative_lengths(make):
    with refused(ValueError, "lengths", -2):
        make(jnp.ones((2, 3)), [1, -2])


@pytest.mark.parametrize("make", [jg.JaggedArray, jg.from_dense])
def test_lengths_above_the_capacity(make):
    with refused(ValueError, "length", 7, 3, "capacity"):
        make(jnp.ones((2, 3)), [1, 7])


def test_rows_above_the_capacity():
    with refused(ValueError, "capacity", 3, 2):
        jg.array([[1.0], [1.0, 2.0, 3.0]], capacity=2)
    with refused(ValueError, "capacity", 3, 2):
        jg.ones([1, 3], capacity=2)
    with refused(ValueError, "capacity", 3, 2):
        jg.from_flat(np.ones(4), lengths=[1, 3], capacity=2)


@pytest.mark.parametrize("capacity", [-1, 2.5, "3"])
def test_capacity_that_is_not_a_size(capacity):
    with refused((ValueError, TypeError), "capacity", capacity):
        jg.array([[1.0]], capacity=capacity)


def test_traced_lengths_without_a_capacity():
    with refused((ValueError, TypeError), "capacity"):
        jax.jit(lambda lengths: jg.ones(lengths))(jnp.asarray([1, 2]))
    with refused((ValueError, TypeError), "capacity"):
        jax.jit(lambda lengths: jg.from_flat(jnp.ones(3), lengths=lengths))(jnp.asarray([1, 2]))


@pytest.mark.parametrize(
    ("offsets", "words"),
    [([0, 3, 2, 4], [3, 2]), ([0, 1, 3], [3, 4]), ([0, 2, 6], [6, 4]), ([1, 4], [1, 0])],
)
def test_offsets_that_do_not_fit(offsets, words):
    with refused(ValueError, "offsets", *words):
        jg.from_flat(np.ones(4), offsets=offsets)


def test_flat_lengths_that_do_not_add_up():
    with refused(ValueError, "lengths", 3, 4):
        jg.from_flat(np.ones(4), lengths=[1, 2])
    with refused(ValueError, "lengths", -1):
        jg.from_flat(np.ones(4), lengths=[5, -1])


def test_row_ids_outside():
    with refused((ValueError, IndexError), "row_ids", 5, 2):
        jg.from_flat(np.ones(3), row_ids=[0, 1, 5], num_rows=2)
    with refused((ValueError, IndexError), "row_ids", -1):
        jg.from_flat(np.ones(3), row_ids=[0, 1, -1], num_rows=2)
    with refused(ValueError, "row_ids", 2, 3):
        jg.from_flat(np.ones(3), row_ids=[0, 1], num_rows=2)


def test_flat_parts_named_twice_or_not_at_all():
    with refused((ValueError, TypeError), "lengths", "offsets", "row_ids"):
        jg.from_flat(np.ones(3))
    with refused((ValueError, TypeError), "lengths", "offsets"):
        jg.from_flat(np.ones(3), lengths=[3], offsets=[0, 3])


def test_masks_that_do_not_fit():
    with refused((ValueError, TypeError), "mask", "bool", "float32"):
        jg.from_mask(jnp.ones((2, 3)), jnp.ones((2, 3)))
    with refused(ValueError, "mask", "(2, 4)", "(2, 3)"):
        jg.from_mask(jnp.ones((2, 3)), jnp.ones((2, 4), bool))


def test_new_data_of_another_shape(x):
    with refused(ValueError, "data", "(2, 4)", "(3, 4)|(3,)"):
        x.with_data(jnp.ones((2, 4)))


def test_resize_that_would_cut(x):
    with refused(ValueError, "capacity", 3, 2, "overflow"):
        x.resize(2)
    with refused(ValueError, "overflow", "sometimes", "error", "return"):
        x.resize(2, overflow="sometimes")


def test_flat_capacity_that_is_too_small(x):
    with refused(ValueError, "capacity", 6, 5):
        x.to_flat(capacity=5)


def test_records_of_different_lengths(x):
    other = jg.array([[1.0], [3.0, 2.0], [4.0, 5.0, 6.0]], capacity=4)
    with refused(ValueError, "lengths", "fields ['one'] and ['other']", 2, 1):
        jg.record({"one": x, "other": other})
    with refused(ValueError, "(3, 4)|(3,)", "(3, 5)|(2, 4)"):
        jg.JaggedRecord({"one": jnp.ones((3, 4)), "other": jnp.ones((2, 4))}, [1, 2, 3])
    with pytest.raises(KeyError, match="three"):
        jg.record({"one": x})["three"]
