"""Derivatives, batching, loops and branches: what broke every other container, and must work."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
from poison import ROWS

import jagged as jg


def square_sum(x):
    return jg.sum(x * x)


# Derivatives


def test_jvp_of_two_elements_of_a_row():
    row = jg.JaggedArray(jnp.asarray([1.0, 2.0, 3.0, 4.0]), jnp.asarray(4, jnp.int32))
    f = lambda x: x[0] ** 2 + x[1] ** 2
    found = jax.jvp(f, (row,), (row.tangent(jnp.asarray([0.0, 1.0, 0.0, 0.0])),))
    assert tuple(map(float, found)) == (5.0, 4.0)
    assert tuple(
        map(
            float, jax.jit(lambda row, t: jax.jvp(f, (row,), (row.tangent(t),)))(row, jnp.eye(4)[1])
        )
    ) == (5, 4)


def test_jvp_ignores_the_tangent_at_padding(x):
    for padding in 7.0, jnp.nan:
        change = jnp.where(x.mask, 1.0, padding)
        value, slope = jax.jvp(square_sum, (x,), (x.tangent(change),))
        assert (value, slope) == (55, 30)


def test_jvp_of_a_jagged_result(x):
    value, change = jax.jvp(lambda x: jg.sin(x), (x,), (x.tangent(jnp.ones((3, 4))),))
    poison.assert_close(value, [np.sin(row) for row in ROWS])
    poison.assert_close(x.with_data(change.data), [np.cos(row) for row in ROWS])
    assert change.lengths.dtype == jax.dtypes.float0


def test_linearize_and_transpose(x):
    value, linear = jax.linearize(square_sum, x)
    assert value == 55
    assert linear(x.tangent(jnp.ones((3, 4)))) == 30


def test_vjp_of_a_jagged_argument(x):
    value, pullback = jax.vjp(square_sum, x)
    (found,) = pullback(jnp.float32(2.0))
    assert value == 55
    np.testing.assert_array_equal(found.data, 4 * x.data)
    assert found.lengths.dtype == jax.dtypes.float0


def test_vjp_of_a_jagged_result_ignores_the_cotangent_at_padding(x):
    value, pullback = jax.vjp(jg.exp, x)
    for padding in 9.0, jnp.nan, jnp.inf:
        cotangent = value.tangent(jnp.where(x.mask, 1.0, padding))
        (found,) = pullback(cotangent)
        np.testing.assert_array_equal(found.data, np.where(x.mask, value.data, 0))


def test_grad_with_allow_int(x):
    found = jax.grad(square_sum, allow_int=True)(x)
    np.testing.assert_array_equal(found.data, 2 * x.data)
    assert found.lengths.dtype == jax.dtypes.float0
    assert "float0" in repr(found)
    value, found = jax.value_and_grad(square_sum, allow_int=True)(x)
    assert value == 55


def test_tangent_prints(x):
    assert "float0" in repr(x.tangent(jnp.ones((3, 4))))


def test_grad_without_it_is_refused_by_jax(x):
    with pytest.raises(TypeError, match="allow_int"):
        jax.grad(square_sum)(x)


def test_filter_grad(x):
    found = eqx.filter_grad(square_sum)(x)
    np.testing.assert_array_equal(found.data, 2 * x.data)
    assert found.lengths is None
    value, found = eqx.filter_jit(eqx.filter_value_and_grad(square_sum))(x)
    assert value == 55


def test_filter_jvp_and_filter_vjp(x):
    change = eqx.tree_at(lambda x: x.lengths, x.with_data(jnp.ones((3, 4))), None)
    value, slope = eqx.filter_jvp(square_sum, (x,), (change,))
    assert (value, slope) == (55, 30)
    _, pullback = eqx.filter_vjp(square_sum, x)
    np.testing.assert_array_equal(pullback(jnp.float32(1.0))[0].data, 2 * x.data)


@pytest.mark.parametrize("jacobian", [jax.jacfwd, jax.jacrev])
def test_jacobian_with_respect_to_the_data(x, jacobian):
    found = jacobian(lambda data: jg.sum(x.with_data(data) * x, axis=1))(x.data)
    np.testing.assert_array_equal(found, np.eye(3)[:, :, None] * np.asarray(x.data)[:, None])


def test_hessian_with_respect_to_the_data(x):
    found = jax.hessian(lambda data: jg.sum(x.with_data(data) ** 3))(x.data)
    wanted = np.zeros((3, 4, 3, 4))
    for i, row in enumerate(ROWS):
        for j, element in enumerate(row):
            wanted[i, j, i, j] = 6 * element
    np.testing.assert_allclose(found, wanted, rtol=1e-6)


def test_forward_over_reverse_with_jagged_tangents(x):
    slope = lambda x: eqx.filter_grad(lambda x: jg.sum(x**3))(x).data
    _, curvature = jax.jvp(slope, (x,), (x.tangent(jnp.ones((3, 4))),))
    np.testing.assert_allclose(curvature, 6 * x.data, rtol=1e-6)


def test_derivative_of_what_makes_the_array():
    def loss(values):
        return jg.sum(jg.from_flat(values, lengths=[2, 0, 1]) ** 2)

    np.testing.assert_array_equal(jax.grad(loss)(jnp.asarray([1.0, 2.0, 3.0])), [2, 4, 6])


# Batching


def test_vmap_sees_a_row(x):
    shapes = []

    def one(row):
        shapes.append((row.shape, row.capacity, row.lengths.shape))
        return jg.sum(row)

    np.testing.assert_array_equal(jax.vmap(one)(x), [6, 0, 9])
    assert shapes == [((None,), 4, ())]


def test_vmap_of_one_and_of_all(x):
    found = jax.vmap(lambda row, whole: jg.sum(row) + jg.sum(whole), in_axes=(0, None))(x, x)
    np.testing.assert_array_equal(found, [21, 15, 24])


def test_vmap_in_axes_is_an_array_of_axes(x):
    many = eqx.tree_at(lambda x: x.data, x, jnp.stack([x.data, 2 * x.data]))
    found = jax.vmap(lambda x: jg.sum(x, axis=1), in_axes=(jg.JaggedArray(0, None),))(many)
    np.testing.assert_array_equal(found, [[6, 0, 9], [12, 0, 18]])


def test_vmap_over_a_later_axis(x):
    moved = jg.JaggedArray(1, 0)
    turned = eqx.tree_at(lambda x: x.data, x, x.data.T)
    np.testing.assert_array_equal(jax.vmap(jg.sum, in_axes=(moved,))(turned), [6, 0, 9])


def test_vmap_returns_rows_that_stack(x):
    poison.assert_same(jax.vmap(lambda row: row * 2.0)(x), x * 2.0)
    doubled = jax.vmap(lambda factor: x * factor)(jnp.asarray([1.0, 2.0]))
    assert doubled.data.shape == (2, 3, 4)
    assert doubled.lengths.shape == (2, 3)
    np.testing.assert_array_equal(jg.sum(doubled, axis=jg.ROW), [[6, 0, 9], [12, 0, 18]])


def test_vmap_out_axes_is_an_array_of_axes(x):
    out_axes = jg.JaggedArray(0, None)
    found = jax.vmap(lambda factor: x * factor, out_axes=out_axes)(jnp.asarray([1.0, 2.0]))
    assert found.data.shape == (2, 3, 4)
    assert found.lengths.shape == (3,)


def test_vmap_of_grad_of_vmap(x):
    per_row = jax.vmap(jax.grad(square_sum, allow_int=True))(x)
    np.testing.assert_array_equal(per_row.data, 2 * x.data)


def test_jit_takes_and_returns_arrays(x):
    poison.assert_same(jax.jit(lambda x: x * 2.0)(x), x * 2.0)
    assert jax.jit(lambda x: x)(x).shape == (3, None)


def test_jit_closes_over_an_array(x):
    assert jax.jit(lambda factor: jg.sum(x * factor))(jnp.float32(2)) == 30


# Loops and branches


def test_scan_with_an_array_as_carry(x):
    step = lambda x, factor: (x * factor, jg.sum(x))
    last, sums = jax.lax.scan(step, x, jnp.asarray([2.0, 3.0]))
    poison.assert_same(last, x * 6.0)
    np.testing.assert_array_equal(sums, [15, 30])


def test_scan_over_rows(x):
    step = lambda total, row: (total + jg.sum(row), row * 2.0)
    total, doubled = jax.lax.scan(step, jnp.float32(0), x)
    assert total == 15
    poison.assert_same(doubled, x * 2.0)


def test_gradient_through_a_scan_over_rows(x):
    def loss(x):
        return jax.lax.scan(lambda total, row: (total + square_sum(row), None), jnp.float32(0), x)[
            0
        ]

    np.testing.assert_array_equal(eqx.filter_grad(loss)(x).data, 2 * x.data)


def test_jagged_scan_carries_random_keys(x):
    step = lambda key, element: (jax.random.split(key)[0], jax.random.normal(key) * element)
    keys, noise = jg.scan(step, jax.random.key(0), x, in_axes=None)
    assert noise.shape == x.shape
    assert jnp.issubdtype(keys.dtype, jax.dtypes.prng_key)


def test_while_loop(x):
    keep = lambda state: jg.sum(state[1]) < 100
    _, found = jax.lax.while_loop(keep, lambda state: (state[0] + 1, state[1] * 2.0), (0, x))
    poison.assert_same(found, x * 8.0)


def test_fori_loop(x):
    poison.assert_same(jax.lax.fori_loop(0, 3, lambda _, x: x * 2.0, x), x * 8.0)


@pytest.mark.parametrize("traced", [False, True])
def test_cond(x, traced):
    choose = lambda flag, x: jax.lax.cond(flag, lambda x: x * 2.0, lambda x: -x, x)
    choose = jax.jit(choose) if traced else choose
    poison.assert_same(choose(True, x), x * 2.0)
    poison.assert_same(choose(False, x), -x)


def test_switch(x):
    found = jax.lax.switch(jnp.asarray(1), [lambda x: x, lambda x: x + 1.0], x)
    poison.assert_close(found, [[2, 3, 4], [], [5, 6]])


@pytest.mark.parametrize("batch_size", [None, 2])
def test_lax_map_over_rows(x, batch_size):
    np.testing.assert_array_equal(jax.lax.map(jg.sum, x, batch_size=batch_size), [6, 0, 9])


@pytest.mark.parametrize("remember", [jax.checkpoint, eqx.filter_checkpoint])
def test_checkpoint(x, remember):
    loss = remember(lambda x: jg.sum(jg.exp(x) * x))
    plain = lambda x: jg.sum(jg.exp(x) * x)
    np.testing.assert_allclose(
        eqx.filter_grad(loss)(x).data, eqx.filter_grad(plain)(x).data, rtol=1e-6
    )


def test_custom_vjp(x):
    @jax.custom_vjp
    def twice(x):
        return x * 2.0

    twice.defvjp(
        lambda x: (x * 2.0, x.lengths), lambda lengths, ct: (jg.JaggedArray(ct.data * 5.0, None),)
    )
    found = eqx.filter_grad(lambda x: jg.sum(twice(x)))(x)
    np.testing.assert_array_equal(found.data, 5 * np.asarray(x.mask))
