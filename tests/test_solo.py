"""The checks of functions of one row can fail, and fail for each of the faults that they are for."""

import jax.numpy as jnp
import numpy as np
import pytest
import solo

import jagged as jg

WRONG = {
    "value": lambda x: jg.vmap(lambda row: row + 1e-3)(x),
    "row": lambda x: jg.vmap(lambda row: row)(x[::-1]),
    "length": lambda x: jg.vmap(lambda row: row[1:])(x),
    "dtype": lambda x: x.astype(jnp.bfloat16),
    "dense": lambda x: x.data,
    "structure": lambda x: (x,),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_results_are_seen(name):
    x = solo.array()
    solo.assert_rows(x, solo.alone(lambda row: row, x))
    with pytest.raises(AssertionError):
        solo.assert_rows(WRONG[name](x), solo.alone(lambda row: row, x))


def test_wrong_slopes_are_seen():
    x, f = solo.array(), lambda row: (row**2).sum()
    right = solo.slopes(f, x)
    solo.assert_slopes(right, f, x)
    for wrong in right * 1.01, right.at[1, 4].set(0.1), right.at[0, 0].set(np.nan):
        with pytest.raises(AssertionError):
            solo.assert_slopes(wrong, f, x)


def test_padding_of_the_arrays_is_garbage():
    x = solo.array()
    assert np.all(np.asarray(x.data)[~np.asarray(x.mask)] != 0)
    with pytest.raises(AssertionError):
        solo.assert_rows(x.data.sum(1), solo.alone(lambda row: row.sum(), x))
