"""Functions that decide on a length, or hide that they do: refused with advice, or right, never silently wrong."""

import functools
import math
import operator

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import solo
from refusal import refused

import jagged as jg

THREE = 3
ADVICE = "jnp.where", "jax.lax.cond", "jnp.asarray(x.shape[0])"


@functools.lru_cache
def factor(shape):
    """What a table, filled by shape, gives."""
    return 2.0 if shape == (3,) else 1.0


def half(n):
    """A divisor and a remainder of a length, told apart in Python."""
    quotient, rest = divmod(n, 2)
    return 2.0 if rest == 0 else 1.0 * bool(quotient)


def matched(x):
    match x.shape:
        case (3,):
            return x * 2.0
        case _:
            return x


# Each decides on the length in Python, in a way that JAX would silently take for false.
DECISIONS = {
    "equal": lambda x: x * 2.0 if x.shape[0] == 3 else x,
    "not_equal": lambda x: x * 2.0 if x.shape[0] != 3 else x,
    "other_side": lambda x: x * 2.0 if x.shape[0] == THREE else x,
    "remainder": lambda x: x * 2.0 if x.shape[0] % 2 == 0 else x,
    "remainder_is_truth": lambda x: x * 2.0 if x.shape[0] % 2 else x,
    "not_remainder": lambda x: x * 2.0 if not x.shape[0] % 2 else x,
    "difference_is_truth": lambda x: x * 2.0 if x.shape[0] - 3 else x,
    "quotient": lambda x: x * 2.0 if x.shape[0] // 2 == 1 else x,
    "divmod": lambda x: x * half(x.shape[0]),
    "in_a_tuple": lambda x: x * 2.0 if x.shape[0] in (3, 4) else x,
    "not_in_a_list": lambda x: x * 2.0 if x.shape[0] not in [3, 4] else x,
    "in_a_set": lambda x: x * 2.0 if x.shape[0] in {3, 4} else x,
    "in_a_dict": lambda x: x * 2.0 if x.shape[0] in {3: 1} else x,
    "in_a_range": lambda x: x * 2.0 if x.shape[0] in range(2, 4) else x,
    "shape": lambda x: x * 2.0 if x.shape == (3,) else x,
    "shape_of_two": lambda x: x * 2.0 if x[:, None].shape == (3, 1) else x,
    "size": lambda x: x * 2.0 if x.size == 3 else x,
    "bytes": lambda x: x * 2.0 if x.nbytes == 12 else x,
    "dict_of_lengths": lambda x: x * {3: 2.0}.get(x.shape[0], 1.0),
    "dict_of_shapes": lambda x: x * {(3,): 2.0}.get(x.shape, 1.0),
    "set_of_lengths": lambda x: x * float(len({x.shape[0], 3})),
    "hash": lambda x: x * float(hash(x.shape[0]) % 3),
    "count": lambda x: x * float((1, 2, 3).count(x.shape[0])),
    "index": lambda x: x * float([1, 2, 3, 4].index(x.shape[0])),
    "lists": lambda x: x * 2.0 if [x.shape[0]] == [3] else x,
    "operator": lambda x: x * 2.0 if operator.eq(x.shape[0], 3) else x,
    "match": matched,
    "numpy": lambda x: x * 2.0 if np.all(np.asarray(x.shape) == 3) else x,
    "where": lambda x: jnp.where(x.shape[0] == 3, x * 2.0, x),
    "cached": lambda x: x * factor(x.shape),
    "of_a_part": lambda x: x * 2.0 if x[1:].shape[0] == 2 else x,
    "of_parts": lambda x: x * 2.0 if x[: x.shape[0] // 2].shape == x[1:].shape else x,
}


@pytest.mark.parametrize("name", DECISIONS)
def test_decision_on_a_length_is_refused(name):
    with refused(TypeError, "rows of all lengths", "jg.vmap", *ADVICE):
        jg.vmap(DECISIONS[name])(solo.array())


@pytest.mark.parametrize("name", ["equal", "remainder_is_truth", "dict_of_shapes"])
def test_decision_is_refused_under_every_transform(name):
    x, mapped = solo.array(), jg.vmap(DECISIONS[name])
    total = lambda data: solo.summed(mapped(x.with_data(data)))
    many = lambda data: jax.vmap(total)(data[None])
    for run in jax.jit(total), jax.grad(total), many, jax.checkpoint(total):
        with refused(TypeError, *ADVICE):
            run(x.data)


def test_decision_is_refused_again_when_called_again():
    mapped = jg.vmap(DECISIONS["equal"])
    for _ in range(2):
        with refused(TypeError, *ADVICE):
            mapped(solo.array())


def test_refusal_names_the_line():
    def decides(x):
        return x * 2.0 if x.shape[0] == 3 else x

    line = decides.__code__.co_firstlineno + 1
    with refused(TypeError, f"test_rows_traps.py:{line}", "n with 3"):
        jg.vmap(decides)(solo.array())


def test_decision_inside_functions_of_functions_is_refused():
    inner = lambda x: x * 2.0 if x.shape[0] == 3 else x
    for wrap in jax.jit, jax.checkpoint, lambda f: lambda x: jax.vmap(f, 1, 1)(x[:, None])[:, 0]:
        with refused(TypeError, *ADVICE):
            jg.vmap(wrap(inner))(solo.array())


def test_decision_after_a_concrete_trace_of_the_same_function():
    inner = jax.jit(lambda x: x * 2.0 if x.shape[0] == 3 else x)
    inner(jnp.ones(3)), inner(jnp.ones(4)), inner(jnp.ones(0))
    with refused(TypeError, *ADVICE):
        jg.vmap(inner)(solo.array())


# Refusals that the function swallows


def swallowing(decide, error=Exception):
    """A function that decides, and takes an error for one of the answers."""

    def f(x):
        try:
            return x * decide(x)
        except error:
            return x

    return f


SWALLOWED = {
    "equal": lambda x: 2.0 if x.shape[0] == 3 else 1.0,
    "remainder": lambda x: 2.0 if x.shape[0] % 2 else 1.0,
    "dict": lambda x: {3: 2.0}[x.shape[0]],
    "greater": lambda x: 2.0 if x.shape[0] > 3 else 1.0,
    "int": lambda x: float(int(x.shape[0])),
}


@pytest.mark.parametrize("name", SWALLOWED)
def test_swallowed_refusal_is_not_silently_wrong(name):
    with refused(TypeError, "jg.vmap"):
        jg.vmap(swallowing(SWALLOWED[name]))(solo.array())


@pytest.mark.parametrize("name", ["int", "equal"])
def test_swallowed_type_error_is_not_silently_wrong(name):
    with refused(TypeError, "jg.vmap"):
        jg.vmap(swallowing(SWALLOWED[name], TypeError))(solo.array())


# What a trace can't see, and the comparison with single rows does

TEXTS = {
    "text": lambda x: x * 2.0 if str(x.shape[0]) == "3" else x,
    "formatted": lambda x: x * 2.0 if f"{x.shape[0]}" == "3" else x,
    "dict_of_texts": lambda x: x * {"3": 2.0}.get(str(x.shape[0]), 1.0),
    "repr_of_shape": lambda x: x * 2.0 if repr(x.shape) == "(3,)" else x,
}
UNSEEN = {
    "float": lambda x: float(x.shape[0]),
    "len": lambda x: float(len(x)),
    "range": lambda x: float(sum(range(x.shape[0]))),
    "index": lambda x: float(operator.index(x.shape[0])),
    "square_root": lambda x: math.sqrt(x.shape[0]),
}


@pytest.mark.parametrize("name", [*TEXTS, *UNSEEN])
def test_what_a_trace_does_not_see_is_found_by_comparing_rows(name):
    function = TEXTS[name] if name in TEXTS else swallowing(UNSEEN[name])
    with pytest.raises(AssertionError, match="f on a row of length"):
        jg.testing.assert_equals_rows(function, solo.array())
    with jg.checking(), pytest.raises(AssertionError, match="f on a row of length"):
        jg.vmap(function)(solo.array())


# Lengths as Python numbers


def looped(x):
    total = jnp.float32(0)
    for element in x:
        total = total + element
    return total


NUMBERS = {
    "len": lambda x: x * len(x),
    "range": lambda x: sum((x[i] for i in range(x.shape[0])), jnp.float32(0)),
    "loop": looped,
    "unpacked": lambda x: sum([*x], jnp.float32(0)),
    "enumerate": lambda x: sum((i * e for i, e in enumerate(x)), jnp.float32(0)),
    "comprehension": lambda x: jnp.stack([e * 2.0 for e in x]),
    "float": lambda x: x.sum() / float(x.shape[0]),
    "int": lambda x: x * int(x.shape[0]),
    "index": lambda x: x * operator.index(x.shape[0]),
    "square_root": lambda x: x / math.sqrt(x.shape[0]),
    "log": lambda x: x / np.log(x.shape[0]),
    "numpy_zeros": lambda x: x + np.zeros(x.shape, np.float32),
    "numpy_number": lambda x: x * np.float32(x.shape[0]),
    "absolute": lambda x: x * abs(x.shape[0] - 3),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_length_as_a_number_of_python_is_refused(name):
    with refused(TypeError, "rows of all lengths", "x.shape[0]", "jnp.asarray(x.shape[0])"):
        jg.vmap(NUMBERS[name])(solo.array())


COMPARISONS = {
    "greater": lambda x: x * 2.0 if x.shape[0] > 3 else x,
    "less": lambda x: x * 2.0 if x.shape[0] < 2 else x,
    "between": lambda x: x * 2.0 if 2 <= x.shape[0] <= 3 else x,
    "python_max": lambda x: x * 2.0 if max(x.shape[0], 3) > 3 else x,
    "sorted": lambda x: x * 2.0 if sorted([x.shape[0], 2])[0] == 2 else x,
    "cond": lambda x: jax.lax.cond(x.shape[0] > 3, lambda x: x, lambda x: x * 2.0, x),
}


@pytest.mark.parametrize("name", COMPARISONS)
def test_comparison_of_a_length_is_refused(name):
    with refused(TypeError, "jg.vmap", "rows of all lengths", "jnp.where|lax.cond"):
        jg.vmap(COMPARISONS[name])(solo.array())


def test_comparison_that_all_lengths_agree_on_is_right():
    solo.check(lambda x: x * 2.0 if x.shape[0] >= 1 else x)
    solo.check(lambda x: x * 2.0 if x.size else x)
    solo.check(lambda x: x * 2.0 if x.shape[0] == x.shape[-1] else x)
    solo.check(lambda x: x * 2.0 if x[1:].shape == x.shape else x)
    solo.check(lambda x: x * 2.0 if x.shape[0] + 1 != x.shape[0] else x)
    solo.check(lambda x: x[: max(x.shape[0], 1)])


def test_comparison_that_empty_rows_see_otherwise():
    f = lambda x: x.sum() + 1.0 if x.shape[0] >= 1 else jnp.float32(-5)
    solo.check(f, solo.array((2, 0, 3)))
    solo.check(lambda x: x.sum() + 1.0 if x.size else jnp.float32(-5), solo.array((2, 0, 3)))
    least = lambda x: x.sum() * 2.0 if x.shape[0] >= 3 else x.sum()
    solo.check(least, solo.array((2, 0, 3, 1, 4)), min_length=3)


def test_comparison_with_the_capacity_is_not_decided_by_it():
    f = lambda x: x * 2.0 if x.shape[0] <= 5 else x
    lengths = (3, 5, 2)
    x = solo.array(lengths, capacity=5)
    solo.assert_rows(jg.vmap(f)(x), solo.alone(f, x))
    for capacity in 6, 9:
        with refused(TypeError, "jg.vmap", "jnp.where|lax.cond"):
            jg.vmap(f)(solo.array(lengths, capacity=capacity))
