"""Faults of value under tracing: raised inside `jg.checking()`, filled as documented outside of it."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jagged as jg

ROWS = [[1.0, 2.0], [3.0], [4.0, 5.0, 6.0]]


@pytest.fixture
def x():
    """Lengths 2, 1 and 3 in a capacity of 4."""
    return jg.array(ROWS, capacity=4)


def int32(number):
    return jnp.asarray(number, jnp.int32)


OTHER = [[1.0], [3.0, 2.0], [4.0, 5.0, 6.0]]

# A function with a fault in its second argument, one without, and words of the message.
FAULTS = {
    "length above the capacity": (
        lambda x, n: jg.sum(jg.JaggedArray(x.data, n)),
        [2, 5, 1],
        [2, 4, 1],
        ["5", "4"],
    ),
    "negative length": (
        lambda x, n: jg.sum(jg.JaggedArray(x.data, n)),
        [2, -3, 1],
        [2, 0, 1],
        ["length"],
    ),
    "from_dense": (lambda x, n: jg.sum(jg.from_dense(x.data, n)), [2, 5, 1], [2, 4, 1], ["5", "4"]),
    "ones": (lambda x, n: jg.sum(jg.ones(n, capacity=4)), [2, 5, 1], [2, 4, 1], ["4"]),
    "row outside": (lambda x, i: jg.sum(x[i]), 3, 2, ["3"]),
    "row before the first": (lambda x, i: jg.sum(x[i]), -4, -3, ["3"]),
    "different lengths": (
        lambda x, n: jg.sum(x * jg.JaggedArray(x.data, n)),
        [1, 2, 3],
        [2, 1, 3],
        ["lengths"],
    ),
    "different lengths in a sum": (
        lambda x, n: jg.sum(x + jg.JaggedArray(x.data, n)),
        [1, 2, 3],
        [2, 1, 3],
        ["lengths"],
    ),
    "resize": (
        lambda x, n: jg.sum(jg.JaggedArray(x.data, n).resize(3)),
        [2, 4, 1],
        [2, 3, 1],
        ["3"],
    ),
    "flat capacity": (
        lambda x, n: jg.sum(jg.JaggedArray(x.data, n).to_flat(capacity=6)),
        [3, 3, 1],
        [2, 3, 1],
        ["6"],
    ),
    "short row": (
        lambda x, n: jnp.sum(jg.JaggedArray(x.data, n)[:, 1]),
        [2, 1, 3],
        [2, 2, 3],
        ["1"],
    ),
    "short row from its end": (
        lambda x, n: jnp.sum(jg.JaggedArray(x.data, n)[:, -2]),
        [2, 1, 3],
        [2, 2, 3],
        ["-2|2"],
    ),
    "element outside": (lambda x, i: x[2][i], 3, 2, ["3"]),
    "flat lengths": (
        lambda x, n: jg.sum(jg.from_flat(jnp.ones(6), lengths=n, capacity=4)),
        [2, 1, 2],
        [2, 1, 3],
        ["6"],
    ),
    "flat offsets": (
        lambda x, n: jg.sum(jg.from_flat(jnp.ones(6), offsets=n, capacity=6)),
        [0, 3, 2, 6],
        [0, 2, 3, 6],
        ["offsets"],
    ),
}


def assert_raises(call, words):
    """The call raises at run time with each of the words; `a|b` asks for one of them.

    jax itself wraps what a callback raises: a ValueError on jit's fast path, else a RuntimeError.
    """
    with pytest.raises((RuntimeError, ValueError)) as caught:
        jax.block_until_ready(call())
    for word in words:
        assert any(one in str(caught.value) for one in word.split("|")), (word, str(caught.value))


@pytest.mark.parametrize("jit", [jax.jit, eqx.filter_jit], ids=["jax.jit", "filter_jit"])
@pytest.mark.parametrize("name", FAULTS)
def test_fault_raises_inside_and_not_outside(x, name, jit):
    function, bad, good, words = FAULTS[name]
    compiled = jit(function)
    bad, good = int32(bad), int32(good)
    jax.block_until_ready(compiled(x, bad))
    with jg.checking():
        assert_raises(lambda: compiled(x, bad), words)
        inside = compiled(x, good)
    np.testing.assert_array_equal(inside, compiled(x, good))
    jax.block_until_ready(compiled(x, bad))


@pytest.mark.parametrize("name", FAULTS)
def test_fault_raises_when_traced_first_inside(x, name):
    function, bad, good, words = FAULTS[name]
    compiled = jax.jit(function)
    bad, good = int32(bad), int32(good)
    with jg.checking():
        inside = compiled(x, good)
        assert_raises(lambda: compiled(x, bad), words)
    jax.block_until_ready(compiled(x, bad))
    np.testing.assert_array_equal(inside, compiled(x, good))


OF_THE_DATA = [name for name in FAULTS if name not in ("ones", "flat lengths", "flat offsets")]


@pytest.mark.parametrize("name", OF_THE_DATA)
def test_fault_raises_where_only_the_gradient_is_used(x, name):
    function, bad, good, words = FAULTS[name]
    slope = jax.jit(jax.grad(lambda data, n: function(x.with_data(data), n)))
    with jg.checking():
        jax.block_until_ready(slope(x.data, int32(good)))
        assert_raises(lambda: slope(x.data, int32(bad)), words)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_raises_eagerly_without_asking(x, name):
    function, bad, good, _ = FAULTS[name]
    with pytest.raises((ValueError, IndexError)):
        function(x, int32(bad))
    jax.block_until_ready(function(x, int32(good)))


def test_error_is_that_of_equinox_under_filter_jit(x):
    with jg.checking(), pytest.raises(eqx.EquinoxRuntimeError, match="3"):
        eqx.filter_jit(lambda x, i: jg.sum(x[i]))(x, int32(3))


def test_checks_can_be_switched_off_inside(x):
    row = jax.jit(lambda x, i: jg.sum(x[i]))
    with jg.checking():
        with jg.checking(False):
            assert row(x, int32(3)) == 0
        assert_raises(lambda: row(x, int32(3)), ["3"])


def test_state_is_restored_after_an_error(x):
    row = jax.jit(lambda x, i: jg.sum(x[i]))
    with pytest.raises(ZeroDivisionError), jg.checking():
        1 / 0  # noqa: B018
    assert row(x, int32(3)) == 0


def test_one_trace_per_state(x):
    traces = []

    @jax.jit
    def row(x, i):
        traces.append(1)
        return jg.sum(x[i])

    for _ in range(3):
        row(x, int32(1))
        with jg.checking():
            row(x, int32(2))
    assert len(traces) == 2


@pytest.mark.parametrize("transform", ["vmap", "grad", "scan", "checkpoint", "cond"])
def test_checks_run_under_other_transforms(x, transform):
    pick = lambda data, i: jg.sum(x.with_data(data)[i])
    calls = {
        "vmap": lambda i: jax.vmap(pick, in_axes=(None, 0))(x.data, i[None]),
        "grad": lambda i: jax.grad(pick)(x.data, i),
        "scan": lambda i: jax.lax.scan(lambda c, i: (c, pick(x.data, i)), 0, i[None])[1],
        "checkpoint": lambda i: jax.grad(jax.checkpoint(pick))(x.data, i),
        "cond": lambda i: jax.lax.cond(i > 0, lambda: pick(x.data, i), lambda: 0.0),
    }
    compiled = jax.jit(calls[transform])
    with jg.checking():
        jax.block_until_ready(compiled(int32(2)))
        assert_raises(lambda: compiled(int32(3)), ["3"])
    jax.block_until_ready(compiled(int32(3)))


def test_checks_in_eager_vmap(x):
    with jg.checking():
        assert_raises(lambda: jax.vmap(lambda i: jg.sum(x[i]))(int32([1, 3])), ["3"])
    np.testing.assert_array_equal(jax.vmap(lambda i: jg.sum(x[i]))(int32([1, 3])), [3, 0])


# What an unchecked traced call returns


@pytest.mark.parametrize(
    ("dtype", "fill"), [(np.float32, np.nan), (np.int32, np.iinfo(np.int32).min), (np.uint8, 255)]
)
def test_short_row_is_filled_as_take_fills(dtype, fill):
    x = jg.array([np.asarray([1, 2], dtype), np.asarray([3], dtype)], capacity=3)
    for position in 1, -2:
        found = jax.jit(lambda x, position=position: x[:, position])(x)
        np.testing.assert_array_equal(found, [2 if position == 1 else 1, fill])
    np.testing.assert_array_equal(jax.jit(lambda x: x[:, 5])(x), [fill, fill])


@pytest.mark.parametrize(
    "index", [3, 4, 100, -4, -100, np.iinfo(np.int32).max, np.iinfo(np.int32).min]
)
def test_row_outside_is_empty(x, index):
    row = jax.jit(lambda x, i: x[i])(x, int32(index))
    assert row.lengths == 0
    assert row.capacity == 4
    assert jg.sum(row) == 0
    assert np.all(np.isfinite(row.data))


def test_row_outside_has_no_gradient(x):
    slope = jax.jit(jax.grad(lambda data, i: jg.sum(x.with_data(data)[i])))
    np.testing.assert_array_equal(slope(x.data, int32(3)), np.zeros((3, 4)))
    np.testing.assert_array_equal(
        slope(x.data, int32(-1)), np.asarray([[0] * 4, [0] * 4, [1, 1, 1, 0]])
    )


@pytest.mark.parametrize("index", [3, -4, 9, -9])
def test_element_outside_a_row_is_filled(x, index):
    assert np.isnan(jax.jit(lambda x, i: x[2][i])(x, int32(index)))
    inside = jax.jit(lambda x, i: x[2][i])
    assert (inside(x, int32(2)), inside(x, int32(-3))) == (6, 4)


def test_length_above_the_capacity_reads_no_neighbour(x):
    found = jax.jit(lambda x, n: jg.JaggedArray(x.data, n))(x, int32([9, 1, -3]))
    sums = jax.jit(lambda x: jg.sum(x, axis=1))(found)
    assert np.all(np.isfinite(sums))
    assert sums[0] in (0, 3)
    np.testing.assert_array_equal(sums[1:], [3, 0])
