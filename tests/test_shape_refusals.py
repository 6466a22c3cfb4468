"""Refusals of shape: faults of structure at once, faults of value eagerly and under `jg.checking()`."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from refusal import refused
from test_checking import assert_raises

import jagged as jg

ROWS = [[1.0, 2.0, 3.0], [], [4.0, 5.0]]


@pytest.fixture
def x():
    return jg.array(ROWS, capacity=4)


@pytest.fixture
def levels():
    return jg.array([[[1.0, 2.0], []], [], [[3.0]]], jagged_axes=2)


@pytest.fixture
def record(x):
    return jg.record({"a": x, "b": x > 2})


def test_a_dense_array_is_no_row():
    for function in (jg.reverse, jg.flatten, lambda x: jg.roll(x, 1), lambda x: jg.append(x, 1)):
        with refused(TypeError, "JaggedArray", "jg.array"):
            function(jnp.ones((2, 3)))


def test_dense_arrays_alone_are_joined_by_jax():
    a = jnp.ones((2, 3))
    assert jg.concatenate([a, a], axis=1).shape == (2, 6)
    assert jg.stack([a, a], axis=-1).shape == (2, 3, 2)
    with refused(ValueError, "jg.ROW", "dense"):
        jg.concatenate([a, a], axis=jg.ROW)


def test_what_is_no_list_of_arrays(x):
    for function in (jg.concatenate, jg.stack):
        with refused(TypeError, "list or tuple", "JaggedArray"):
            function(x)
        with refused(ValueError, "at least one", "none"):
            function([])


def test_operands_of_different_structure(x, levels, record):
    features = jg.stack([x, x], axis=-1)
    with refused(TypeError, "same axes", "(3, None)", "(3, None, 2)"):
        jg.concatenate([x, features], axis=jg.ROW)
    with refused(TypeError, "same axes", "(3, None, None)"):
        jg.stack([features, levels])
    with refused(TypeError, "same fields", "record"):
        jg.concatenate([record, {"a": x}])
    with refused(TypeError, "same fields", "record"):
        jg.append(record, 1.0)
    with refused(TypeError, "array", "str"):
        jg.concatenate([x, "abc"], axis=1)


def test_dense_operands_that_do_not_fit(x, record):
    with refused(ValueError, "(3, None)", "(2, 1)", "[:, None]"):
        jg.concatenate([x, jnp.ones((2, 1))], axis=jg.ROW)
    with refused(ValueError, "broadcast", "(1, 1, 1)"):
        jg.append(x, jnp.ones((1, 1, 1)))
    with refused(ValueError, "axis of elements", "()", "values[None]"):
        jg.concatenate([x, 1.0], axis=jg.ROW)
    with refused(TypeError, "dense operands along a jagged axis", "from_dense"):
        jg.concatenate([x, jnp.ones((3, 4))])
    with refused(TypeError, "dense operands", "from_dense"):
        jg.stack([x, jnp.ones((3, 4))])
    with refused(ValueError, "[1, 2]", "same number"):
        jg.append(record, {"a": jnp.ones(2), "b": True})


def test_shapes_that_differ(x):
    with refused(ValueError, "equal shapes", "(3, 4, 2)", "(3, 4, 1)"):
        jg.concatenate([jg.stack([x, x], axis=-1), x[..., None]], axis=1)
    with refused(ValueError, "equal shapes", "(3, 4)", "(2, 4)"):
        jg.concatenate([x, x[:2]], axis=jg.ROW)
    with refused(ValueError, "equal shapes", "(3, 4)", "(2, 4)"):
        jg.stack([x, x[:2]])


def test_axes_that_are_not_possible(x, levels, record):
    with refused(ValueError, "axis=2", "2 axes"):
        jg.concatenate([x, x], axis=2)
    with refused(ValueError, "axis=2", "2 axes"):
        jg.repeat(record, 2, axis=2)
    with refused(TypeError, "jg.ROW", "jg.concatenate"):
        jg.stack([x, x], axis=jg.ROW)
    with refused(ValueError, "axis 2", "between (1, 2)"):
        jg.stack([levels, levels], axis=2)
    for function in (jg.append, lambda x, v, axis: jg.insert(x, 0, v, axis=axis)):
        with refused(ValueError, "jagged axis, 1 here", "axis=0", "jg.concatenate"):
            function(x, 1.0, axis=0)
    for function in (jg.reverse, jg.flatten, lambda x, axis: jg.pad(x, 1, axis=axis)):
        with refused(ValueError, "jagged axis, 1 here", "axis=0"):
            function(x, axis=0)


def test_axes_between_two_jagged_ones():
    data, lengths = jnp.zeros((2, 3, 2, 4)), jnp.array([3, 1])
    inner = jnp.zeros((2, 3, 2), jnp.int32)
    x = jg.JaggedArray(data, lengths, (inner,))
    for function in (lambda: jg.concatenate([x, x], axis=2), lambda: jg.split(x, 2, axis=2)):
        with refused(ValueError, "axis 2 between", "(1, 3)", "jax.numpy"):
            function()
    with refused(ValueError, "between jagged axes", "[(2,)]", "[(1, 2)]"):
        jg.reshape(x, (2, None, 1, 2, None))


def test_lengths_that_have_to_be_equal(x, levels):
    other = jg.array([[1.0, 2.0], [], [4.0, 5.0]])
    for function in (
        lambda: jg.stack([x, other], axis=-1),
        lambda: jg.concatenate([x[..., None], other[..., None]], axis=-1),
        lambda: jg.repeat(x, other.astype(jnp.int32)),
    ):
        with refused(ValueError, "equal lengths", "3 and 2 at row 0"):
            function()
    with refused(ValueError, "equal lengths", "2 and 1 at row 0"):
        jg.concatenate([levels, jg.split(levels, [1])[0]], axis=2)


def test_capacities_that_are_too_small(x):
    for function in (
        lambda **options: jg.concatenate([x, x], axis=jg.ROW, capacity=5, **options),
        lambda **options: jg.repeat(x, 2, capacity=5, **options),
        lambda **options: jg.repeat(x, jg.array([[1, 1, 4], [], [0, 0]]), capacity=5, **options),
    ):
        with refused(ValueError, "capacity=5", "capacity=6 would do"):
            function()
        cut, over = function(overflow="return")
        assert cut.lengths.tolist()[0] == 5
        assert over.tolist() == [True, False, False]
        with refused(ValueError, "overflow", "other"):
            function(overflow="other")
    with refused(ValueError, "capacity=2", "capacity=3 would do"):
        jg.concatenate([x, x], capacity=2)
    with refused(ValueError, "capacity=4", "capacity=5 would do"):
        jg.flatten(x, capacity=4)
    with refused(ValueError, "capacity", "1.5"):
        jg.flatten(x, capacity=1.5)
    joined, over = jg.concatenate([x, x], axis=1, overflow="return")
    assert not over.any()
    assert joined.capacity == 8
    assert jg.concatenate([x, x], axis=1, capacity=9).capacity == 9


def test_indices_outside_a_row(x, levels):
    with refused(IndexError, "inside its row", "1 for a row of length 0 at row 1"):
        jg.insert(x, 1, 9.0)
    with refused(IndexError, "-4 for a row of length 3 at row 0"):
        jg.insert(x, np.array([-4, 0, 0]), 9.0)
    with refused(IndexError, "2 for a row of length 1 at row 2, 0"):
        jg.insert(levels, np.array([[0, 0], [7, 7], [2, 7]]), 9.0, axis=2)


def test_integers_that_are_none(x):
    for function in (lambda i: jg.insert(x, i, 9.0), lambda i: jg.roll(x, i)):
        for bad, dtype in ((1.0, "float"), (True, "bool")):
            with refused(TypeError, "integer", dtype):
                function(bad)
        with refused(ValueError, "broadcasts to (3,)", "(2,)"):
            function(np.array([0, 0]))
        with refused(ValueError, "int32", str(2**40)):
            function(2**40)
    with refused(TypeError, "repeats", "float"):
        jg.repeat(x, 1.5)
    with refused(ValueError, "repeats", "-1"):
        jg.repeat(x, -1)
    for function in (
        lambda n: jg.tile(x, n),
        lambda n: jg.pad(x, n),
        lambda n: jg.split(x, n),
        lambda n: jg.split(x, [n]),
        lambda n: jg.reshape(x, (n, None)),
    ):
        with refused(TypeError, "known before tracing", "1.5"):
            function(1.5)
        with refused(TypeError, "known before tracing"):
            jax.jit(function)(1)
    with refused(ValueError, "at least 0", "-1"):
        jg.tile(x, -1)
    with refused(ValueError, "at least 1", "0"):
        jg.split(x, 0)


def test_values_that_the_dtype_does_not_hold(x):
    whole = x.astype(jnp.int8)
    for bad, name in ((0.5, "float"), (jnp.ones(1, jnp.int32), "int32"), (1j, "complex")):
        with refused(TypeError, "int8", name, "astype"):
            jg.insert(whole, 0, bad)
    with refused(TypeError, "int8", "float", "astype"):
        jg.pad(whole, 1, constant_values=0.5)
    for function in (
        lambda: jg.insert(whole, 0, 300),
        lambda: jg.append(whole, 300),
        lambda: jg.pad(whole, 1, constant_values=300),
    ):
        with refused(OverflowError, 300):
            function()


def test_repeats_that_do_not_fit(x, levels):
    with refused(ValueError, "negative", "-2 at 2, 1"):
        jg.repeat(x, jg.array([[1, 1, 1], [], [1, -2]]))
    with refused(ValueError, "negative", "-1"):
        jg.repeat(x, np.array([1, -1, 0]), axis=0)
    with refused(TypeError, "known before tracing"):
        jax.jit(lambda n: jg.repeat(x, n, axis=0))(jnp.ones(3, jnp.int32))
    with refused(ValueError, "a number for each element", "(3, None, 1)"):
        jg.repeat(x, x.astype(jnp.int32)[..., None])
    with refused(ValueError, "a number for each element", "jagged axes (1, 2)"):
        jg.repeat(levels, jg.count(levels, axis=2), axis=2)
    with refused(ValueError, "broadcasts to (3, 1)", "(3, 2)"):
        jg.repeat(x, np.ones((3, 2), int))
    with refused(ValueError, "static capacity", "capacity="):
        jax.jit(jg.repeat)(x, jnp.array(2))


def test_padding_that_is_not_possible(x, levels):
    with refused(ValueError, "edge", "empty one at row 1"):
        jg.pad(x, 1, "edge")
    with refused(ValueError, "wrap", "empty one at row 0, 1"):
        jg.pad(levels, (0, 1), "wrap", axis=2)
    assert jg.pad(x, 0, "edge").to_list() == ROWS
    with refused(ValueError, "constant", "mirror"):
        jg.pad(x, 1, "mirror")
    with refused(ValueError, "pair", "(1, 2, 3)"):
        jg.pad(x, (1, 2, 3))
    with refused(ValueError, "numbers", "(2,)"):
        jg.pad(x, 1, constant_values=jnp.ones(2))
    with refused(ValueError, "innermost", "jg.concatenate"):
        jg.pad(levels, 1)


def test_rows_that_can_not_be_divided(x):
    with pytest.raises(ValueError, match="equal division"):
        jg.split(x, 2, axis=0)


def test_counts_that_do_not_fit(x, levels, record):
    with refused(ValueError, "add up", "the sum 2 for the length 3 at row 0"):
        jg.unflatten(x, jg.array([[1, 1], [], [2]]))
    with refused(ValueError, "capacity=1", "up to 2", "at row 2"):
        jg.unflatten(x, jg.array([[1, 1, 1], [], [2]]), capacity=1)
    with refused(ValueError, "from 0", "at row 0"):
        jg.unflatten(x, jg.array([[4, -1], [], [2]]))
    with refused(ValueError, "batch axes of the rows, (3,)", "(2, None)"):
        jg.unflatten(x, jg.array([[1, 1], []]))
    with refused(TypeError, "counts", "float"):
        jg.unflatten(x, jg.array([[1.0, 2.0], [], [2.0]]))
    with refused(TypeError, "two jagged axes", "record"):
        jg.unflatten(record, jg.array([[1, 2], [], [2]]))
    with refused(ValueError, "single row", "flat already"):
        jg.flatten(x[0])


def test_shapes_that_do_not_fit(x, levels, record):
    with refused(ValueError, "None for each jagged axis, 1", "(12,)"):
        jg.reshape(x, (12,))
    with refused(ValueError, "None for each jagged axis, 2", "(3, None)"):
        jg.reshape(levels, (3, None))
    for shape in [(2, None), (-1, -1, None), (3, None, 2), (2, -1, None), (0, -1, None)]:
        with refused(ValueError, "as many places", shape):
            jg.reshape(x, shape)
    with refused(TypeError, "tuple of sizes", "3"):
        jg.reshape(x, 3)
    with refused(ValueError, "at least -1", "-2"):
        jg.reshape(x, (-2, None))
    with refused(ValueError, "features of a record", "(3, None, 1)"):
        jg.reshape(record, (3, None, 1))
    assert jg.reshape(record, (-1, None)).to_list() == record.to_list()


def test_moves_across_a_jagged_axis(x, record):
    with refused(ValueError, "0 to 1", "jagged axis 1", "to_dense"):
        jg.moveaxis(x, 0, 1)
    with refused(ValueError, "array of 2", "5 to 0"):
        jg.moveaxis(x, 5, 0)
    with refused(ValueError, "array of 3", "each once"):
        jg.moveaxis(x[..., None], (2, 2), (1, 2))
    assert jg.moveaxis(record, 0, 0).to_list() == record.to_list()


def int32(numbers):
    return jnp.asarray(numbers, jnp.int32)


def with_lengths(x, lengths):
    return jg.JaggedArray.unchecked(x.data, lengths)


COUNTS = jg.array([[1, 1, 1], [], [1, 1]], capacity=4)

# A function with a fault in its second argument, one without, and words of the message.
FAULTS = {
    "insert": (lambda x, i: jg.insert(x, i, 9.0), [4, 0, 0], [3, 0, -2], ["inside its row"]),
    "pad": (lambda x, n: jg.pad(with_lengths(x, n), 1, "edge"), [1, 0, 1], [1, 2, 1], ["edge"]),
    "negative repeats": (
        lambda x, n: jg.repeat(x, n[:, None], capacity=9),
        [1, 0, -1],
        [1, -1, 1],
        ["negative"],
    ),
    "repeats of other lengths": (
        lambda x, n: jg.repeat(x, with_lengths(COUNTS, n), capacity=9),
        [3, 1, 1],
        [3, 0, 2],
        ["equal lengths"],
    ),
    "capacity": (
        lambda x, n: jg.concatenate([x, with_lengths(x, n)], axis=1, capacity=5),
        [3, 0, 0],
        [2, 4, 3],
        ["capacity=5"],
    ),
    "capacity of a flat row": (
        lambda x, n: jg.flatten(with_lengths(x, n), capacity=5),
        [3, 0, 3],
        [3, 1, 1],
        ["capacity=5"],
    ),
    "features of other lengths": (
        lambda x, n: jg.stack([x, with_lengths(x, n)], axis=-1),
        [3, 0, 1],
        [3, 0, 2],
        ["equal lengths"],
    ),
    "counts": (
        lambda x, n: jg.unflatten(x, jnp.stack([n, x.lengths - n + n // 3], axis=-1)),
        [3, 0, 0],
        [2, 0, 1],
        ["add up"],
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_traced_fault_is_refused_where_that_is_asked_for(x, name):
    function, bad, good, words = FAULTS[name]
    gradient = jax.jit(jax.grad(lambda data, n: jg.sum(function(x.with_data(data), n) ** 2)))
    compiled = jax.jit(function)
    jax.block_until_ready(compiled(x, int32(bad)))
    with jg.checking():
        jax.block_until_ready(compiled(x, int32(good)))
        assert_raises(lambda: compiled(x, int32(bad)), words)
        assert_raises(lambda: gradient(x.data, int32(bad)), words)
    with pytest.raises((ValueError, IndexError)):
        function(x, int32(bad))
