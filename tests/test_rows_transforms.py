"""`jg.vmap` under every transform of JAX, and what stays in the row that it belongs to."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
import solo
from refusal import refused

import jagged as jg

W = jnp.asarray([0.7, -1.1, 0.4], jnp.float32)


def smooth(row, w=W):
    """A function whose derivatives of all orders exist, and where elements meet."""
    return jax.nn.softmax(jnp.outer(row, row) * w[0]) @ row, jnp.cumsum(row * w[1])[-1] * w[2]


def loss(x, w=W):
    """A sum over all rows."""
    return solo.summed(jg.vmap(smooth, in_axes=(0, None))(x, w))


def by_data(x):
    """The loss as a function of the buffer."""
    return lambda data: loss(x.with_data(data))


def alone(transform):
    """What a transform of one row's loss gives for each row."""
    run = jax.jit(transform(lambda row: solo.total(smooth(row))))
    return [np.asarray(run(jnp.asarray(row))) for row in solo.rows()]


def assert_padded(found, wanted, rtol=1e-4, atol=1e-5):
    """Rows of a buffer are what is wanted, and zero behind it."""
    for row, want in zip(np.asarray(found), wanted, strict=True):
        n = len(want)
        np.testing.assert_allclose(row[:n], want, rtol, atol)
        assert np.all(row[n:] == 0), row


# Derivatives


def test_jit_and_eager_give_the_same():
    x = solo.array()
    poison.assert_close(jax.jit(loss)(x), loss(x))
    solo.check(smooth, x, jit=True)


def test_value_and_grad():
    x = solo.array()
    value, slope = jax.value_and_grad(by_data(x))(x.data)
    np.testing.assert_allclose(value, sum(alone(lambda f: f)), rtol=1e-4)
    assert_padded(slope, alone(jax.grad))


def test_gradient_by_the_array_itself():
    x = solo.array()
    slope = jax.grad(loss, allow_int=True)(x)
    assert_padded(slope.data, alone(jax.grad))
    assert slope.lengths.dtype == jax.dtypes.float0


def test_gradient_by_what_rows_share():
    x = solo.array()
    found = jax.jit(jax.grad(loss, 1))(x, W)
    slope = jax.jit(jax.grad(lambda w, row: solo.total(smooth(row, w))))
    np.testing.assert_allclose(found, sum(slope(W, row) for row in solo.rows()), rtol=1e-4)
    closed = jax.grad(lambda w: solo.summed(jg.vmap(lambda row: smooth(row, w))(x)))(W)
    np.testing.assert_allclose(closed, found, rtol=1e-5)


def test_jvp_linearize_and_vjp():
    x = solo.array()
    direction = jnp.where(x.mask, jnp.cos(x.data), jnp.nan)
    value, change = jax.jvp(loss, (x,), (x.tangent(direction),))
    again, linear = jax.linearize(by_data(x), x.data)
    wanted = sum(np.sum(g * np.cos(r)) for g, r in zip(alone(jax.grad), solo.rows(), strict=True))
    np.testing.assert_allclose(change, wanted, rtol=1e-4)
    np.testing.assert_allclose(linear(jnp.where(x.mask, direction, 0)), wanted, rtol=1e-4)
    np.testing.assert_allclose(value, again, rtol=1e-6)
    _, pullback = jax.vjp(lambda data: jg.vmap(smooth)(x.with_data(data))[0].data, x.data)
    for padding in 0.0, 1e30:
        (slope,) = pullback(jnp.where(x.mask, 1.0, padding))
        ours = alone(lambda f: jax.grad(lambda row: smooth(row)[0].sum()))
        assert_padded(slope, ours)


def test_tangent_of_jagged_result_is_clean_at_padding():
    x = solo.array()
    change = x.tangent(jnp.where(x.mask, 1.0, jnp.nan))
    _, moved = jax.jvp(lambda x: jg.vmap(lambda r: (r**2, r[1:]))(x), (x,), (change,))
    assert np.all(np.isfinite(moved[0].data))
    assert_padded(jnp.where(x.mask, moved[0].data, 0), [2 * row for row in solo.rows()])


def test_second_derivatives():
    x = solo.array()
    wanted = alone(jax.hessian)
    for outer in jax.jacfwd, jax.jacrev:
        found = np.array(jax.jit(outer(jax.grad(by_data(x))))(x.data))
        for i, want in enumerate(wanted):
            n = len(want)
            np.testing.assert_allclose(found[i, :n, i, :n], want, rtol=1e-3, atol=1e-4)
            found[i, :n, i, :n] = 0
        assert np.all(found == 0)
    slope = jax.grad(by_data(x))
    direction = jnp.where(x.mask, 1.0, 0.0)
    found = jax.jvp(slope, (x.data,), (direction,))[1]
    assert_padded(found, [w.sum(1) for w in wanted], rtol=1e-3, atol=1e-4)


def test_gradient_inside_of_the_function():
    inner = lambda row: jax.grad(lambda r: jnp.sum(jnp.sin(r) * r.mean()))(row)
    solo.check(inner, solo.array())
    twice = lambda row: jax.jvp(inner, (row,), (jnp.ones_like(row),))[1]
    solo.check(twice, solo.array(), gradient=False)


# Loops, branches, batches


def test_jax_vmap_outside():
    x = solo.array()
    scales = jnp.asarray([1.0, -2.0])
    found = jax.vmap(lambda s: jg.vmap(lambda row: (row * s, row.max() * s))(x))(scales)
    for k, s in enumerate(scales):
        wanted = solo.alone(lambda row, s=s: (row * s, row.max() * s), x)
        np.testing.assert_allclose(found[1][k], [w[1] for w in wanted], rtol=1e-5)
        assert_padded(np.where(x.mask, found[0].data[k], 0), [w[0] for w in wanted])
    stacked = jax.tree.map(lambda *leaves: jnp.stack(leaves), x, x * 2.0)
    found = jax.vmap(jg.vmap(lambda row: row.max()))(stacked)
    np.testing.assert_allclose(found, [[f * r.max() for r in solo.rows()] for f in (1, 2)])
    slopes = jax.vmap(jax.grad(by_data(x)))(stacked.data)
    assert_padded(slopes[0], alone(jax.grad))


def test_lengths_mapped_by_jax_vmap():
    data = solo.array().data
    lengths = jnp.asarray([[3, 1, 4], [1, 1, 2], [0, 6, 5]], jnp.int32)
    run = lambda n: jg.vmap(lambda row: row.sum() + row.shape[0])(jg.JaggedArray.unchecked(data, n))
    found = jax.vmap(run)(lengths)
    wanted = [
        [row[:n].sum() + n for row, n in zip(np.asarray(data), ns, strict=True)]
        for ns in lengths.tolist()
    ]
    np.testing.assert_allclose(found, wanted, rtol=1e-4)


def test_inside_scan():
    x = solo.array()
    step = lambda w, _: (w - 0.1 * jax.grad(loss, 1)(x, w), loss(x, w))
    found, losses = jax.lax.scan(step, W, None, length=3)
    w = W
    for k in range(3):
        np.testing.assert_allclose(np.asarray(losses)[k], loss(x, w), rtol=1e-4)
        w = w - 0.1 * jax.grad(loss, 1)(x, w)
    np.testing.assert_allclose(found, w, rtol=1e-4)


def test_array_as_the_carry_of_loops():
    x = solo.array()
    centre = jg.vmap(lambda row: row - row.mean() + 1.0)
    wanted = centre(centre(x))
    last = jax.lax.scan(lambda c, _: (centre(c), None), x, None, length=2)[0]
    poison.assert_close(last, poison.rows_of(wanted))
    last = jax.lax.fori_loop(0, 2, lambda _, c: centre(c), x)
    poison.assert_close(last, poison.rows_of(wanted))
    keep = lambda s: s[0] < 2
    last = jax.lax.while_loop(keep, lambda s: (s[0] + 1, centre(s[1])), (0, x))[1]
    poison.assert_close(last, poison.rows_of(wanted))


@pytest.mark.parametrize("flag", [True, False])
def test_inside_cond(flag):
    x = solo.array()
    double, turn = jg.vmap(lambda row: row * 2.0), jg.vmap(lambda row: row[::-1])
    found = jax.jit(lambda flag, x: jax.lax.cond(flag, double, turn, x))(flag, x)
    poison.assert_close(found, [row * 2 if flag else row[::-1] for row in solo.rows()])


@pytest.mark.parametrize("policy", [jax.checkpoint_policies.dots_saveable])
def test_checkpoint_around_and_inside(policy):
    x = solo.array()
    around = jax.checkpoint(by_data(x), policy=policy)
    assert_padded(jax.grad(around)(x.data), alone(jax.grad))
    inside = jax.checkpoint(smooth, policy=policy)
    assert_padded(solo.slopes(inside, x), alone(jax.grad))


def test_custom_rules_of_the_function_are_kept():
    @jax.custom_vjp
    def clipped(row):
        return row * 1.0

    clipped.defvjp(lambda row: (row * 1.0, row), lambda row, ct: (jnp.clip(ct, -0.1, 0.1) * 3.0,))

    @jax.custom_jvp
    def bent(row):
        return row * row

    bent.defjvp(lambda primals, tangents: (primals[0] ** 2, tangents[0] * 7.0 * primals[0].sum()))
    for f in clipped, bent, lambda row: bent(clipped(row)).sum(), lambda row: clipped(row)[::-1]:
        solo.check(f, solo.array())


def test_map_over_rows_by_jax_inside():
    solo.check(lambda row: jax.lax.map(lambda e: e * row.sum(), row))
    solo.check(lambda row: jax.vmap(lambda e: jnp.sin(e) * row.mean())(row))


# Closures, leaks, traces


def test_closure_over_outer_tracers():
    x = solo.array()

    def outer(scale):
        return solo.summed(jg.vmap(lambda row: row * scale + jnp.sin(scale))(x))

    def wanted(s):
        totals = [solo.total(jnp.asarray(r) * s + jnp.sin(s)) for r in solo.rows()]
        return jnp.sum(jnp.stack(totals))

    np.testing.assert_allclose(jax.jit(outer)(1.5), wanted(1.5), rtol=1e-4)
    second = jax.jit(jax.grad(jax.grad(outer)))(1.5)
    np.testing.assert_allclose(second, jax.grad(jax.grad(wanted))(1.5), rtol=1e-4)
    np.testing.assert_allclose(jax.grad(outer)(1.5), jax.grad(wanted)(1.5), rtol=1e-4)
    np.testing.assert_allclose(jax.vmap(outer)(jnp.ones(2)), [wanted(1.0)] * 2, rtol=1e-4)


def test_nothing_leaks():
    x = solo.array()
    with jax.checking_leaks():
        jg.vmap(smooth)(x)
        # For a row without elements too: a trace that raises leaks by itself, as JAX sees it.
        total = lambda w: solo.summed(jg.vmap(lambda r: jax.nn.softmax(r * w[0]) * w[1])(x))
        jax.jit(jax.grad(total))(W)
        scale = lambda s: jg.vmap(lambda r: jax.lax.scan(lambda c, t: (c + s * t, c), s, r))(x)
        jax.jit(scale)(2.0)


def test_nothing_leaks_after_a_refusal():
    x = solo.array()
    with jax.checking_leaks(), refused(TypeError, "jg.vmap"):
        jax.jit(jg.vmap(lambda row: row if row.shape[0] == 2 else row * 2.0))(x)
    poison.assert_close(jg.vmap(lambda row: row * 2.0)(x), [2 * row for row in solo.rows()])


def counted(f):
    """A function that counts how often it is traced at a length that is no number."""
    calls = []

    def run(row):
        if jax.export.is_symbolic_dim(row.shape[0]):
            calls.append(1)
        return f(row)

    return run, calls


def test_traces_are_cached_by_shape_and_dtype():
    f, calls = counted(lambda row: row * 2)
    mapped = jg.vmap(f)
    for seed in range(3):
        mapped(solo.array(seed=seed))
    first = len(calls)
    assert first == 1
    mapped(solo.array((2, 2, 2), capacity=solo.array().capacity))
    assert len(calls) == first
    mapped(solo.array((2, 2, 2), capacity=9))
    assert len(calls) == first + 1
    mapped(solo.array(dtype=np.int32))
    assert len(calls) == first + 2
    mapped(solo.array(seed=5))
    assert len(calls) == first + 2


def test_wrapper_called_with_other_shapes():
    mapped = jg.vmap(lambda row: (row.sum(0), row * 2))
    for lengths, features in ((3, 1), ()), ((2, 4, 1), (2,)), ((5,), ()), ((3, 1), (1, 2)):
        x = solo.array(lengths, features)
        solo.assert_rows(mapped(x), solo.alone(lambda row: (row.sum(0), row * 2), x))


def test_closed_over_values_are_not_baked_in():
    x = solo.array()
    make = lambda scale: jg.vmap(lambda row: row * scale)
    for scale in 1.0, 2.0, jnp.float32(3), jnp.float32(4):
        poison.assert_close(make(scale)(x), [row * float(scale) for row in solo.rows()])
    box = [jnp.float32(1.0)]
    mapped = lambda: jg.vmap(lambda row: row * box[0])(x)
    for value in 1.0, 5.0:
        box[0] = jnp.float32(value)
        poison.assert_close(mapped(), [row * value for row in solo.rows()])


def test_debug_print_prints_for_rows(capfd):
    x = solo.array((2, 1))
    found = jg.vmap(lambda row: (jax.debug.print("sum {}", row.sum()), row.sum())[1])(x)
    jax.effects_barrier()
    text = capfd.readouterr().out
    for total in found:
        assert f"{float(total):.4f}"[:6] in text, text


def test_disabled_jit():
    x = solo.array()
    with jax.disable_jit():
        found = jg.vmap(lambda row: row * 2.0 - row.max())(x)
    poison.assert_close(found, [2 * row - row.max() for row in solo.rows()])


def test_an_error_is_raised_for_valid_elements_alone():
    def checked(row):
        return eqx.error_if(row.sum(), row > 5.0, "too large")

    x = solo.array()
    poisoned = jg.JaggedArray.unchecked(jnp.where(x.mask, x.data, 1e3), x.lengths)
    np.testing.assert_allclose(jg.vmap(checked)(poisoned), jg.vmap(jnp.sum)(x), rtol=1e-6)
    with pytest.raises(Exception, match="too large"):
        jax.block_until_ready(jg.vmap(checked)(x.with_data(x.data.at[0, 0].set(6.0))))


def test_what_is_printed_of_an_empty_row_is_not_its_padding(capfd):
    x = jg.JaggedArray.unchecked(jnp.full((2, 3), 1e3), jnp.array([1, 0], jnp.int32))
    jg.vmap(lambda row: (jax.debug.print("sum {}", row.sum()), row)[1])(x)
    jax.effects_barrier()
    assert sorted(capfd.readouterr().out.split()) == ["0.0", "1000.0", "sum", "sum"]


def test_an_array_is_not_printed_with_its_padding():
    with refused(NotImplementedError, "debug_", "padding"):
        jg.vmap(lambda row: (jax.debug.print("{}", row), row)[1])(solo.array())
