"""What people ran into with reductions and indices; each test is named after its thread."""

import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest

import jagged as jg


def test_torch_55056_softmax_of_an_empty_row():
    poison.check(jg.softmax, [[], [0, 0]], [[], [0.5, 0.5]], [[], [0, 0]])
    poison.check(jg.softmax, [[], []], [[], []], more=(0, 1, 3))


@pytest.mark.parametrize("padding", [[0, 2], [np.nan, np.inf]])
def test_keras_bert_34_mean_pooling(padding):
    data = np.asarray([[[1, 0], [1, 0], padding, padding]], np.float32)
    x = jg.from_dense(jnp.asarray(data), [2])
    np.testing.assert_array_equal(jg.mean(x, axis=1), [[1, 0]])
    slope = [[[0.5, 0.5], [0.5, 0.5]]]
    poison.check(lambda x: jg.mean(x, axis=1), [[[1, 0], [1, 0]]], [[1, 0]], slope, more=(0, 2))


def test_keras_18152_mean_has_no_epsilon():
    poison.check(lambda x: jg.mean(x, axis=1), [[], [2, 4]], [np.nan, 3], [[], [0.5, 0.5]])
    poison.check(lambda x: jg.mean(x, axis=1), [[1e-12]], [1e-12], [[1]], rtol=1e-6, atol=0)
    poison.check(jg.mean, [[1e-12], []], 1e-12, [[1], []], rtol=1e-6, atol=0)


def test_transformers_46782_last_element_of_each_row():
    poison.check(lambda x: x[:, -1], [[1, 2, 3], [4]], [3, 4], [[0, 0, 1], [1]])
    poison.check(lambda x: x[:, 0], [[1, 2, 3], [4]], [1, 4], [[1, 0, 0], [1]])


def test_transformers_46782_row_that_is_too_short():
    x = jg.array([[1.0, 2.0, 3.0], [4.0]], capacity=5)
    for position in -2, 1:
        found = jax.jit(lambda x, position=position: x[:, position])(x)
        np.testing.assert_array_equal(found, [2, np.nan])
    empty = jax.jit(lambda x: x[:, -1])(jg.array([[], [4.0]]))
    np.testing.assert_array_equal(empty, [np.nan, 4])


def test_transformers_46782_gradient_of_a_row_that_is_too_short():
    def loss(x):
        found = x[:, -2]
        return jnp.sum(jnp.where(jnp.isnan(found), 0.0, found))

    x = jg.array([[1.0, 2.0, 3.0], [4.0]], capacity=5)
    slope = jax.jit(jax.grad(lambda x: loss(x), allow_int=True))(x).data
    np.testing.assert_array_equal(slope, [[0, 1, 0, 0, 0], [0] * 5])


def test_nested_argmax_never_lands_on_padding():
    poison.check(lambda x: jg.argmax(x, axis=1), [[-5, -3], [-9]], [1, 0], more=(0, 1, 4))
    poison.check(lambda x: jg.argmin(x, axis=1), [[5, 3], [9]], [1, 0], more=(0, 1, 4))
    poison.check(lambda x: jg.argmax(x, axis=1), [[-np.inf, -np.inf], [1, 2, 2]], [0, 1])
    poison.check(lambda x: jg.max(x, axis=1), [[-np.inf, -np.inf], [1]], [-np.inf, 1])


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.uint8])
def test_nested_argmax_of_the_lowest_integer(dtype):
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    poison.check(lambda x: jg.argmax(x, axis=1), [[low], [low, low]], [0, 0], dtype=dtype)
    poison.check(lambda x: jg.argmin(x, axis=1), [[high], [high, high]], [0, 0], dtype=dtype)
    poison.check(lambda x: jg.max(x, axis=1), [[low], [], [high]], [low, low, high], dtype=dtype)
    poison.check(lambda x: jg.min(x, axis=1), [[high], [], [low]], [high, high, low], dtype=dtype)


def test_argmax_of_all_counts_valid_elements():
    poison.check(jg.argmax, [[1, 2], [], [9, 3]], 2)
    poison.check(jg.argmin, [[7], [9, 9, 3]], 3)
    poison.check(jg.argmax, [[], []], -1)


def test_tensorflow_43460_argmax_keeps_the_features():
    poison.check(lambda x: jg.argmax(x, axis=1), [[[0, 1], [2, 3]], [[4, 5]]], [[1, 1], [0, 0]])


def test_pytorch_geometric_2895_sum_of_empty_rows():
    total = jg.sum(jg.array([[], [1.0, 1.0], []]), axis=1)
    assert total.shape == (3,)
    poison.check(lambda x: jg.sum(x, axis=1), [[], [1, 1], []], [0, 2, 0], [[], [1, 1], []])


def test_pytorch_scatter_438_argmax_of_an_empty_row():
    poison.check(lambda x: jg.argmax(x, axis=1), [[], [3, 4]], [-1, 1])
    poison.check(lambda x: jg.argmin(x, axis=1, empty=7), [[], [3, 4]], [7, 0])


def test_awkward_gradient_of_a_product_with_a_zero():
    prod = lambda x: jg.prod(x, axis=1)
    poison.check(prod, [[2, 0, 5], [3], []], [0, 3, 1], [[0, 10, 0], [1], []])
    poison.check(prod, [[0, 0, 5], [0]], [0, 0], [[0, 0, 0], [1]])
    poison.check(jg.prod, [[2], [0, 5], []], 0, [[0], [10, 0], []])


def test_awkward_softmax_of_large_numbers():
    poison.check(jg.softmax, [[1000, 1001], [1]], [[0.2689414, 0.7310586], [1]])


def test_awkward_sum_over_rows_is_as_long_as_the_longest():
    column = lambda x: jg.sum(x, axis=0)
    poison.check(column, [[1, 2, 3], [], [4, 5]], [5, 7, 3], [[1, 1, 1], [], [1, 1]])
    assert jg.sum(jg.array([[1.0, 2, 3], [4, 5]]), axis=0).shape == (None,)


def test_numpyro_506_log_probability_of_three_events():
    values = jnp.asarray([0.5, 1.5, 99.0])
    mask = jnp.asarray([True, True, False])

    def loss(values):
        kept = jg.from_mask(values, mask)
        return jg.sum(jg.map_elements(jax.scipy.stats.norm.logpdf, kept))

    value, slope = jax.value_and_grad(loss)(values)
    np.testing.assert_allclose(value, -0.5 * (0.25 + 2.25) - np.log(2 * np.pi), rtol=1e-5)
    np.testing.assert_allclose(slope, [-0.5, -1.5, 0], rtol=1e-6)


def test_jraph_55_mask_without_padding():
    assert np.all(jg.array([[1.0, 2], [3, 4]]).mask)
    assert jg.array([[1.0, 2], [3, 4]]).mask.shape == (2, 2)
    np.testing.assert_array_equal(jg.array([[1.0], [], [2, 3]]).mask, [[1, 0], [0, 0], [1, 1]])


def test_torch_149609_every_transform_of_the_row_sum():
    x = jg.array([[1.0, 2, 3], [], [4]], capacity=4)
    row_sums = lambda x: jg.sum(x, axis=1)
    np.testing.assert_array_equal(jax.vmap(jg.sum)(x), row_sums(x))
    squares = lambda data: jnp.sum(row_sums(x.with_data(data)) ** 2)
    valid = np.asarray(x.mask, float)
    np.testing.assert_array_equal(
        jax.grad(squares)(x.data), 2 * valid * np.asarray([6, 0, 4])[:, None]
    )
    value, change = jax.jvp(row_sums, (x,), (x.tangent(jnp.ones((3, 4))),))
    np.testing.assert_array_equal(value, [6, 0, 4])
    np.testing.assert_array_equal(change, [3, 0, 1])
    np.testing.assert_array_equal(jax.jacrev(squares)(x.data), jax.jacfwd(squares)(x.data))
    _, stepped = jax.lax.scan(lambda carry, row: (carry, jg.sum(row)), 0, x)
    np.testing.assert_array_equal(stepped, [6, 0, 4])
    second = jax.hessian(squares)(x.data)
    wanted = 2 * np.einsum("ik,jl,ij->ikjl", valid, valid, np.eye(3))
    np.testing.assert_array_equal(second, wanted)


# The lines of the cases that no function reaches yet:
#   sgl-project/sglang-jax#609                    the function that plans capacities
#   google-deepmind/tapnet#44, netket/netket#477  the budget of compiles
#   AI-Hypercomputer/maxtext#4929, #5198; pytorch/pytorch#177378; marin-community/levanter#717  packing
#   tensorflow/tensorflow#30161, pytorch/pytorch#70529  running statistics (mean and variance are tested)
#   keras-team/keras#411                          convolution
#   NovaSky-AI/SkyRL#1058                         `scan` steps to the capacity, not to the longest row
