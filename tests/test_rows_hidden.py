"""Functions whose shapes or draws hide the length: positions past the end, clamped ones, data-dependent sizes."""

import numbers

import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import pytest
import solo
from refusal import refused

import jagged as jg

THREE = 3
KEY = jr.key(3)


def keep(x):
    return x


# Each is right, at rows that are shorter and longer than the positions it names.
RIGHT = {
    "take_clip": lambda x: jnp.take(x, 2, mode="clip"),
    "take_clip_past_all": lambda x: jnp.take(x, 7, mode="clip"),
    "take_fill": lambda x: jnp.take(x, 2, mode="fill", fill_value=7.0),
    "take_negative": lambda x: jnp.take(x, -2, mode="fill", fill_value=7.0),
    "take_negative_clip": lambda x: jnp.take(x, -2, mode="clip"),
    "take_traced": lambda x: jnp.take(x, jnp.argmin(x) + 1, mode="clip"),
    "take_many": lambda x: jnp.take(x, np.array([0, -1, 2, 9]), mode="fill", fill_value=7.0),
    "take_many_clip": lambda x: jnp.take(x, np.array([0, 2, 9]), mode="clip"),
    "index": lambda x: x[3],
    "index_past_all": lambda x: x[7],
    "index_negative": lambda x: x[-3],
    "index_traced": lambda x: x[jnp.argmin(x) + 1],
    "index_length": lambda x: x[jnp.asarray(x.shape[0]) // 2],
    "index_array": lambda x: x[np.array([0, 2, -1], np.int32)],
    "get_clip": lambda x: x.at[3].get(mode="clip"),
    "get_fill": lambda x: x.at[3].get(mode="fill", fill_value=7.0),
    "slice": lambda x: x[:2],
    "slice_to_two": lambda x: x[1:3],
    "slice_last": lambda x: x[-2:],
    "slice_but_last": lambda x: x[:-2],
    "slice_step": lambda x: x[::2],
    "slice_back": lambda x: x[::-2],
    "slice_half": lambda x: x[x.shape[0] // 2 :],
    "dynamic_slice": lambda x: jax.lax.dynamic_slice(x, (3,), (1,)),
    "dynamic_slice_negative": lambda x: jax.lax.dynamic_slice(x, (-1,), (1,)),
    "dynamic_index": lambda x: jax.lax.dynamic_index_in_dim(x, 3, keepdims=False),
    "dynamic_index_length": lambda x: jax.lax.dynamic_index_in_dim(
        x, jnp.asarray(x.shape[0]) // 2, keepdims=False
    ),
    "table_at_length": lambda x: jnp.arange(9.0)[jnp.asarray(x.shape[0])] * x,
    "table_from_length": lambda x: jnp.arange(9.0)[x.shape[0] :].sum() * x,
    "table_last": lambda x: jnp.arange(9.0)[-x.shape[0] :] * x,
    "roll": lambda x: jnp.roll(x, 1),
    "roll_far": lambda x: jnp.roll(x, 7),
    "roll_length": lambda x: jnp.roll(x, x.shape[0] // 2),
    "pad_to_eight": lambda x: jnp.pad(x, (0, 8 - x.shape[0])),
    "length_where": lambda x: jnp.where(jnp.asarray(x.shape[0]) == 3, x * 2.0, x),
    "length_cond": lambda x: jax.lax.cond(
        jnp.asarray(x.shape[0]) % 2 == 0, lambda x: x * 2.0, keep, x
    ),
    "length_switch": lambda x: jax.lax.switch(x.shape[0] % 2, [keep, lambda x: x * 2.0], x),
    "length_one_hot": lambda x: jax.nn.one_hot(x.shape[0] - 1, 6),
    "length_itself": lambda x: x.shape[0],
    "length_and_more": lambda x: {"n": 2 * x.shape[0] + 1, "sum": x.sum()},
    "constant": lambda x: 3.0,
    "broadcast_one": lambda x: jnp.broadcast_to(x[:1], (4,)),
    "broadcast_array": lambda x: x + jnp.ones(1),
    "scalar_product": lambda x: x * x.shape[0] ** 2,
    "draws": lambda x: x + jr.normal(KEY, x.shape),
    "draws_leading": lambda x: x + jr.uniform(KEY, (x.shape[0], 3)).sum(1),
    "draw_of_an_element": lambda x: jr.choice(KEY, x),
    "draw_below_length": lambda x: jr.randint(KEY, (), 0, x.shape[0]),
    "count": lambda x: jnp.count_nonzero(x > 0),
    "argmax": lambda x: jnp.argmax(x),
    "argsort": lambda x: jnp.argsort(x),
    "median": lambda x: jnp.median(x),
}


@pytest.mark.parametrize("name", RIGHT)
def test_hidden_length_is_right(name):
    solo.check(RIGHT[name], empty=0)


def draws_behind(x):
    return x + jr.normal(KEY, (3, x.shape[0])).sum(0)


# Each can't be done: by JAX itself, by the length, or because nothing says how long the result is.
REFUSED = {
    "draws_trailing": (draws_behind, "row's axis first|leading"),
    "bits_trailing": (lambda x: jr.bits(KEY, (2, x.shape[0])), "row's axis first|leading"),
    "uniform_trailing": (lambda x: x + jr.uniform(KEY, (1, x.shape[0]))[0], "row's axis first"),
    "index_of_half": (lambda x: x[x.shape[0] // 2], "jnp.asarray|dynamic_index_in_dim"),
    "table_of_length": (lambda x: jnp.arange(9.0)[x.shape[0]], "jnp.asarray|dynamic_index_in_dim"),
    "boolean_index": (lambda x: x[x > 0], "jg.vmap|size=|jnp.where"),
    "nonzero": (lambda x: jnp.nonzero(x)[0], "size=|jg.vmap"),
    "where_of_one": (lambda x: jnp.where(x > 0)[0], "size=|jg.vmap"),
    "argwhere": (lambda x: jnp.argwhere(x > 0), "size=|jg.vmap"),
    "unique": (lambda x: jnp.unique(x), "size=|jg.vmap"),
    "bincount": (lambda x: jnp.bincount((x > 0).astype(int)), "length=|jg.vmap"),
    "truth_of_a_value": (lambda x: x if x[0] > 0 else -x, "jnp.where|lax.cond"),
    "root_of_length": (lambda x: x / x.shape[0] ** 0.5, "jnp.asarray|jnp.sqrt"),
    "permutation": (lambda x: jr.permutation(KEY, x), "jg.vmap"),
    "reshape_in_two": (lambda x: x.reshape(2, -1), "jg.vmap"),
    "split_in_two": (lambda x: jnp.split(x, 2)[0], "jg.vmap"),
    "fixed_shape": (lambda x: x + jnp.ones(3), "jg.vmap"),
    "short_table": (lambda x: x + jnp.arange(3.0)[: x.shape[0]], "capacity|jg.vmap"),
    "squeezed": (lambda x: jnp.squeeze(x), "jg.vmap"),
    "three_largest": (lambda x: jax.lax.top_k(x, 3)[0], "min_length"),
    "convolved": (lambda x: jnp.convolve(x, jnp.ones(3)), "jg.vmap"),
    "text": (lambda x: "text", "not a valid JAX type"),
}
JAX_ERRORS = (TypeError, ValueError, IndexError, NotImplementedError)


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_answer_is_refused_with_advice(name):
    f, advice = REFUSED[name]
    with refused(JAX_ERRORS, advice):
        jg.vmap(f)(solo.array())


def test_table_that_is_shorter_than_the_capacity():
    table = jnp.arange(4.0)
    f = lambda x: x + table[: x.shape[0]]
    x = solo.array((3, 1, 4), capacity=4)
    solo.check(f, x)
    with pytest.raises(TypeError) as caught:
        jg.vmap(f)(x.resize(6))
    text = str(caught.value)
    assert "Different jagged arguments" not in text, text
    assert "capacity" in text, text


# What no net can see while tracing: the row check sees it


def by_name(x):
    match x.shape[0]:
        case int():
            return x * 2.0
        case _:
            return x


EXCUSED = {
    "is": lambda x: x * 2.0 if x.shape[0] is THREE else x,
    "isinstance": lambda x: x * 2.0 if isinstance(x.shape[0], int) else x,
    "isinstance_of_numbers": lambda x: x * 2.0 if isinstance(x.shape[0], numbers.Integral) else x,
    "type": lambda x: x * 2.0 if type(x.shape[0]) is int else x,
    "hasattr": lambda x: x * 2.0 if hasattr(x.shape[0], "__index__") else x,
    "match": by_name,
    "symbolic": lambda x: x * 2.0 if jax.export.is_symbolic_dim(x.shape[0]) else x,
}


@pytest.mark.parametrize("name", EXCUSED)
def test_row_check_catches_what_tracing_cannot(name):
    with pytest.raises(AssertionError, match=r"row|length"):
        jg.testing.assert_equals_rows(EXCUSED[name], solo.array())


def test_row_check_catches_a_wrong_gradient():
    def f(x):
        slope = 2.0 if isinstance(x.shape[0], int) else 3.0
        return x * slope - jax.lax.stop_gradient(x * slope)

    with pytest.raises(AssertionError, match=r"[Gg]radient"):
        jg.testing.assert_equals_rows(f, solo.array())


def test_row_check_runs_under_checking():
    with jg.checking(), pytest.raises(AssertionError, match=r"row|length"):
        jg.vmap(EXCUSED["isinstance"])(solo.array())


@pytest.mark.parametrize("name", ["take_clip", "slice", "draws", "table_at_length", "median"])
def test_row_check_passes_what_is_right(name):
    jg.testing.assert_equals_rows(RIGHT[name], solo.array())


def test_row_check_takes_more_arguments():
    f = lambda x, w, scale: (x * w).sum() * scale
    x = solo.array()
    jg.testing.assert_equals_rows(f, x, x * 2.0, 3.0, in_axes=(0, 0, None))
    wrong = lambda x, w, scale: f(x, w, scale * (2.0 if isinstance(x.shape[0], int) else 1.0))
    with pytest.raises(AssertionError, match=r"row|length"):
        jg.testing.assert_equals_rows(wrong, x, x * 2.0, 3.0, in_axes=(0, 0, None))
