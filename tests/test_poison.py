"""The poisons poison: each helper of `poison.py` fails on a function that deserves it."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest

import jagged as jg

ROWS = [[1.0, 2.0], [], [3.0]]


def valid_sum(x):
    return jnp.sum(poison.valid_places(x), 1)


def test_buffer_puts_rows_in_front_of_the_padding():
    data, lengths = poison.buffer(ROWS, 3, np.float32, 9)
    np.testing.assert_array_equal(data, [[1, 2, 9], [9, 9, 9], [3, 9, 9]])
    np.testing.assert_array_equal(lengths, [2, 0, 1])


def test_garbage_is_finite_bounded_and_not_zero():
    for dtype, bound in (np.float32, 1000), (jnp.bfloat16, 1000), (np.float16, 10):
        numbers = np.abs(poison.garbage((3, 4), dtype).astype(float))
        assert numbers.min() > 0
        assert numbers.max() <= bound * 1.01


def test_garbage_reaches_padding_and_nothing_else():
    dirty = poison.behind_the_back(
        jg.JaggedArray(*map(jnp.asarray, poison.buffer(ROWS, 3, np.float32)))
    )
    assert poison.rows_of(dirty)[0].tolist() == [1, 2]
    assert np.all(np.asarray(dirty.data)[1] != 0)


def test_every_poison_is_yielded():
    names = [name for name, _ in poison.poisoned(ROWS, 3)]
    assert names == [*poison.PADDINGS, "garbage"]


def test_check_passes_a_masked_sum():
    poison.check(valid_sum, ROWS, [3, 0, 3], [[1, 1], [], [1]])


def test_check_notices_a_value_that_reads_padding():
    with pytest.raises(AssertionError, match="garbage"):
        poison.check(lambda x: jnp.sum(x.data > 0, 1), ROWS)


def test_check_notices_a_gradient_at_padding():
    def leak(x):
        whole = jnp.sum(x.data, 1)
        return valid_sum(x) + (whole - jax.lax.stop_gradient(whole))

    with pytest.raises(AssertionError, match="gradient at padding"):
        poison.check(leak, ROWS)


def test_check_notices_a_capacity():
    with pytest.raises(AssertionError):
        poison.check(lambda x: valid_sum(x) / x.data.shape[1], ROWS)


@pytest.mark.parametrize("wrong", [{"expected": [3, 0, 4]}, {"gradient": [[1, 1], [], [2]]}])
def test_check_notices_a_wrong_number(wrong):
    with pytest.raises(AssertionError):
        poison.check(valid_sum, ROWS, **wrong)


def test_check_notices_padding_that_is_not_finite():
    def spoil(x):
        padding = jnp.where(poison.validity(x), x.data, jnp.inf)
        return eqx.tree_at(lambda x: x.data, x, padding)

    with pytest.raises(AssertionError, match="padding"):
        poison.check(spoil, ROWS, more=(1,))


def test_assert_close_notices_lengths_and_shapes():
    x = jg.JaggedArray(*map(jnp.asarray, poison.buffer(ROWS, 3, np.float32)))
    poison.assert_close(x, ROWS)
    for wrong in [[1, 2], [], []], [[1, 2], []], [[1, 2], [3], []]:
        with pytest.raises(AssertionError):
            poison.assert_close(x, wrong)
    with pytest.raises(AssertionError):
        poison.assert_close(jnp.ones(3), np.ones((3, 1)))


def test_assert_same_notices_values_lengths_and_dtypes_but_not_padding():
    x = jg.JaggedArray(*map(jnp.asarray, poison.buffer(ROWS, 3, np.float32)))
    poison.assert_same(x, poison.behind_the_back(x))
    values = eqx.tree_at(lambda x: x.data, x, x.data.at[0, 0].set(9))
    lengths = eqx.tree_at(lambda x: x.lengths, x, x.lengths.at[1].set(1))
    dtype = eqx.tree_at(lambda x: x.data, x, x.data.astype(jnp.float16))
    for wrong in values, lengths, dtype:
        with pytest.raises(AssertionError):
            poison.assert_same(x, wrong)
