"""The checks for users: they pass what keeps the contract and name what breaks it."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings

import jagged as jg
from jagged.testing import assert_equal, assert_padding_invariant, jagged_arrays, lengths, poison


@pytest.fixture
def x():
    return jg.array([[1.0, 2.0, 3.0], [], [4.0, 5.0], [6.0]])


LEAKS = {
    "reads the buffer": (lambda x: x.data.sum(), "With garbage 1.0 in the padding, f"),
    "divides by the capacity": (lambda x: x.data.mean(1), r"f\(...\), row 1 must be 0.*; got 1000"),
    "takes the last place": (lambda x: x.data[:, -1], "row 1 must be 0.; got 1000"),
    "normalises padding": (lambda x: jax.nn.softmax(x.data, 1), "row 2 must be"),
    "returns padding": (lambda x: x.data * 2, "row 1 must be"),
    "masks by a product, with an overflow": (
        lambda x: jnp.sum(jnp.exp(x.data) * x.mask.astype("float32"), 1),
        "With garbage 1.0 in the padding, .*; got nan",
    ),
    "masks after the square root": (
        lambda x: jnp.where(x.mask, jnp.sqrt(x.data), 0).sum(1),
        "gradient of f.* must be exactly zero at padding; got nan",
    ),
    "leaks in the derivative alone": (
        lambda x: jg.sum(x, axis=1) + jnp.sum(x.data - jax.lax.stop_gradient(x.data), 1),
        "gradient of f.* must be exactly zero at padding; got",
    ),
    "depends on the capacity": (
        lambda x: jg.sum(x, axis=1) / x.capacity,
        r"With 3 more places of padding, f\(...\), row 0 must be 2.; got 1.",
    ),
    "has the shape of the capacity": (
        lambda x: jnp.where(x.mask, x.data, 0).T,
        r"With 3 more places of padding, f\(...\) must be float32\[3, 4\]; got float32\[6, 4\]",
    ),
    "mixes rows": (
        lambda x: {"total": jnp.cumsum(jg.sum(x, axis=1))},
        r"other rows replaced \(pass rowwise=False.*f\(...\)\['total'\], row 2 must be 15.; got 21.",
    ),
    "subtracts the mean of all rows": (lambda x: x - jg.mean(x), "With the other rows replaced"),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_named(x, name):
    leak, message = LEAKS[name]
    with pytest.raises(AssertionError, match=message):
        assert_padding_invariant(leak, x)


CLEAN = {
    "mean": lambda x: jg.mean(x, axis=1),
    "softmax": jg.softmax,
    "chain": lambda x: jg.sqrt(jg.exp(x) / (x * x + 1)),
    "dense result": lambda x: jnp.where(x.mask, x.data, 0).sum(1),
    "integers": lambda x: jg.argmax(x, axis=1),
    "a tree": lambda x: {"a": [jg.sum(x, axis=1), x * 2], "b": 3},
}


@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_function_passes(x, name):
    assert_padding_invariant(CLEAN[name], x)


def test_rows_may_mix_if_the_user_says_so(x):
    assert_padding_invariant(lambda x: x - jg.mean(x), x, rowwise=False)


def test_other_arguments_are_compared_too(x):
    weight = jnp.array(2.0)
    assert_padding_invariant(lambda x, w: jg.sum(x * w, axis=1), x, weight)
    leak = lambda x, w: _hidden_slope(w, x)
    with pytest.raises(AssertionError, match=r"gradient of f\(...\) by args\[1\] must be"):
        assert_padding_invariant(leak, x, weight)


@jax.custom_jvp
def _hidden_slope(weight, x):
    return jnp.zeros(len(x)) * weight


@_hidden_slope.defjvp
def _hidden_slope_jvp(primals, tangents):
    weight, x = primals
    return _hidden_slope(weight, x), x.data.sum(1) * tangents[0]


def test_records_are_poisoned(x):
    record = jg.record({"a": x, "b": x > 2})
    assert_padding_invariant(lambda r: jg.sum(r["a"], axis=1, where=r["b"]), record)
    with pytest.raises(AssertionError, match="With garbage"):
        assert_padding_invariant(lambda r: r.fields["a"].sum(1), record)


def test_functions_without_padding_to_look_into_are_refused(x):
    with pytest.raises(ValueError, match="needs a function of jagged arrays; got none"):
        assert_padding_invariant(lambda x: x, jnp.ones(3))
    with pytest.raises(ValueError, match="every row is full: pass rows of different lengths"):
        assert_padding_invariant(lambda x: x, jg.array([[1.0], [2.0]]))


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int32", "float16", "float32"])
def test_poison_changes_padding_alone(dtype):
    x = jg.JaggedArray(jnp.ones((2, 3), dtype), [1, 0])
    poisoned = poison(x)
    assert_equal(poisoned, x)
    assert np.all(np.asarray(poisoned.data)[~np.asarray(x.mask)] != 0)
    assert np.all(np.isfinite(np.asarray(poisoned.data, np.float64)))
    assert poisoned.dtype == x.dtype


def test_assert_equal_sees_valid_elements_alone(x):
    assert_equal(x, x.resize(9))
    assert_equal(poison(x), x)
    assert_equal(x, [[1.0, 2.0, 3.0], [], [4.0, 5.0], [6.0]])
    assert_equal({"a": x, "b": jnp.ones(2)}, {"a": x, "b": np.ones(2, np.float32)})
    assert_equal(jg.array([[jnp.nan]]), [[np.nan]])
    assert_equal(x * (1 + 1e-7), x, rtol=1e-6)


DIFFERENCES = {
    "value": (lambda x: x + jnp.array([[0], [0], [1], [0]], "float32"), "row 2 must be"),
    "length": (lambda x: jg.array([[1.0, 2.0], [], [4.0, 5.0], [6.0]]), "row 0 must have shape"),
    "rows": (lambda x: x[:2], "must have 4 rows; got 2"),
    "dtype": (lambda x: x.astype(jnp.int32), "must have dtype float32; got int32"),
    "kind": (lambda x: x.data, "must be a JaggedArray; got a"),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_assert_equal_names_what_differs(x, name):
    change, message = DIFFERENCES[name]
    with pytest.raises(AssertionError, match=message):
        assert_equal(change(x), x)


def test_assert_equal_names_the_leaf(x):
    changed = x + jnp.array([[0], [0], [0], [1]], "float32")
    with pytest.raises(AssertionError, match=r"result\['b'\]\[1\], row 3 must be .*6.*; got .*7"):
        assert_equal({"b": [x, changed]}, {"b": [x, x]})
    with pytest.raises(AssertionError, match="result must have the structure"):
        assert_equal({"a": x}, {"b": x})


@settings(max_examples=30)
@given(jagged_arrays(features=(2,)))
def test_strategies_draw_arrays(x):
    assert x.shape[1:] == (None, 2)
    assert x.shape[0] in (0, 1, 4)
    assert x.capacity in (0, 1, 5)
    assert_equal(jg.sum(x), np.float32(sum(row.sum() for row in x.rows())), rtol=1e-6)


@settings(max_examples=30)
@given(lengths(3, 4))
def test_strategies_draw_lengths(n):
    assert n.shape == (3,)
    assert n.dtype == np.int32
    assert np.all((n >= 0) & (n <= 4))
