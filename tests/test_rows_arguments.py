"""What `jg.vmap` takes and gives: axes, trees, records, keys, modules, lengths shared and not, results of every shape."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import poison
import pytest
import solo
from refusal import refused

import jagged as jg

TABLE = jnp.asarray(np.random.default_rng(5).normal(size=(2, 3)), jnp.float32)


def dense(seed=1, shape=(3, 2)):
    return jnp.asarray(np.random.default_rng(seed).normal(size=shape), jnp.float32)


# Axes


def test_axes_of_all_kinds():
    x, scale = solo.array(), dense(shape=(3,))
    f = lambda row, s: row.sum() * s
    wanted = [f(row, s) for row, s in zip(map(jnp.asarray, solo.rows()), scale, strict=True)]
    solo.assert_rows(jg.vmap(f)(x, scale), wanted)
    solo.assert_rows(jg.vmap(f, in_axes=(0, 0))(x, scale), wanted)
    solo.assert_rows(jg.vmap(f, in_axes=[0, 0])(x, scale), wanted)
    solo.assert_rows(jg.vmap(f, (0, -1))(x, scale), wanted)
    solo.assert_rows(jg.vmap(f, (0, None))(x, scale[0]), solo.alone(lambda r: f(r, scale[0]), x))


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -3])
def test_dense_arguments_on_other_axes(axis):
    x, table = solo.array(), dense(shape=(3, 2, 4))
    moved = jnp.moveaxis(table, 0, axis)
    f = lambda row, t: row[:, None] @ t[:1] + t.sum()
    wanted = [f(jnp.asarray(row), t) for row, t in zip(solo.rows(), table, strict=True)]
    solo.assert_rows(jg.vmap(f, in_axes=(0, axis))(x, moved), wanted)


def test_axes_of_a_tree():
    x = solo.array()
    tree = {"a": dense(shape=(3,)), "b": (dense(2, (2,)), dense(3, (2, 3)))}
    f = lambda row, t: row.sum() * t["a"] + t["b"][0].sum() + t["b"][1]
    pick = lambda i: {"a": tree["a"][i], "b": (tree["b"][0], tree["b"][1][:, i])}
    wanted = [f(jnp.asarray(row), pick(i)) for i, row in enumerate(solo.rows())]
    axes = (0, {"a": 0, "b": (None, 1)})
    solo.assert_rows(jg.vmap(f, in_axes=axes)(x, tree), wanted)
    whole = lambda row, t: row.sum() * t["a"].sum()
    found = jg.vmap(whole, in_axes=(0, None))(x, tree)
    solo.assert_rows(found, solo.alone(lambda row: whole(row, tree), x))


def test_jagged_arguments_inside_trees():
    x, y = solo.array(seed=1), solo.array(seed=2)
    f = lambda t: {"s": t["x"] + t["y"][0], "n": t["y"][1] * t["x"].sum()}
    found = jg.vmap(f)({"x": x, "y": (y, jnp.arange(3.0))})
    both = zip(solo.rows(seed=1), solo.rows(seed=2), range(3), strict=True)
    solo.assert_rows(
        found,
        [f({"x": jnp.asarray(a), "y": (jnp.asarray(b), jnp.float32(i))}) for a, b, i in both],
    )


def test_arguments_that_are_none_and_python_numbers():
    x = solo.array()
    f = lambda row, none, two: row * two if none is None else row
    found = jg.vmap(f, in_axes=(0, None, None))(x, None, 2.0)
    solo.assert_rows(found, solo.alone(lambda row: row * 2.0, x))
    solo.assert_rows(jg.vmap(f, in_axes=(0, 0, None))(x, None, 2.0), solo.alone(lambda r: r * 2, x))


@pytest.mark.parametrize(
    ("axes", "words"),
    [
        ((0,), "in_axes"),
        ((0, 0, 0), "in_axes"),
        ((0, "a"), "in_axes"),
        ((0, 1.0), "in_axes"),
        ((0, {"a": 0}), "in_axes"),
        ((0, 5), "axis|in_axes"),
        ((0, -3), "axis|in_axes"),
        ((None, None), "in_axes|mapped"),
        ((1, 0), "jagged|in_axes"),
    ],
)
def test_wrong_axes(axes, words):
    with refused((ValueError, TypeError), words):
        jg.vmap(lambda row, d: row * 2.0, in_axes=axes)(solo.array(), dense())


def test_sizes_that_differ():
    with refused(ValueError, "4", "3"):
        jg.vmap(lambda row, d: row)(solo.array(), dense(shape=(4,)))
    with refused(ValueError, "2", "3"):
        jg.vmap(lambda row, other: row.sum() + other.sum())(solo.array(), solo.array((1, 2)))


def test_out_axes():
    x = solo.array()
    f = lambda row: (row.sum() * TABLE, row * 2.0, row.max())
    wanted = solo.alone(f, x)
    plain = jg.vmap(f)(x)
    solo.assert_rows(plain, wanted)
    for axis in 0, 1, 2, -1, -2:
        moved = jg.vmap(f, out_axes=(axis, 0, 0))(x)
        np.testing.assert_array_equal(moved[0], jnp.moveaxis(plain[0], 0, axis))
    np.testing.assert_array_equal(
        jg.vmap(lambda row: row.sum() * TABLE, out_axes=-1)(x), jnp.moveaxis(plain[0], 0, -1)
    )


def test_out_axes_of_none():
    x = solo.array()
    with refused(ValueError, "out_axes"):
        jg.vmap(lambda row: (row.sum(), TABLE * 2.0), out_axes=(0, None))(x)
    with refused(ValueError, "out_axes"):
        jg.vmap(lambda row: row.sum(), out_axes=None)(x)


@pytest.mark.parametrize("axes", [1, 5, "a", (0, 0), {"a": 0}])
def test_wrong_out_axes(axes):
    f = (lambda row: row * 2.0) if axes == 1 else lambda row: row.sum()
    with refused((ValueError, TypeError), "out_axes"):
        jg.vmap(f, out_axes=axes)(solo.array())


def test_keywords_are_mapped_as_by_jax():
    x = solo.array()
    f = lambda row, *, scale: row * scale
    scale = jnp.arange(3.0)
    wanted = [f(jnp.asarray(row), scale=s) for row, s in zip(solo.rows(), scale, strict=True)]
    solo.assert_rows(jg.vmap(f)(x, scale=scale), wanted)
    solo.assert_rows(jg.vmap(lambda *, row: row * 2.0)(row=x), solo.alone(lambda r: r * 2.0, x))


def test_defaults_and_partial_and_methods():
    class Scale:
        def __init__(self, by):
            self.by = by

        def __call__(self, row, more=1.0):
            return row * self.by * more

    x = solo.array()
    wanted = solo.alone(lambda row: row * 2.0, x)
    solo.assert_rows(jg.vmap(Scale(2.0))(x), wanted)
    solo.assert_rows(jg.vmap(Scale(2.0).__call__)(x), wanted)
    solo.assert_rows(jg.vmap(jax.tree_util.Partial(Scale(1.0), more=2.0))(x), wanted)


def test_no_argument_is_jagged():
    np.testing.assert_array_equal(jg.vmap(lambda d: d * 2.0)(dense()), dense() * 2.0)
    with refused((ValueError, TypeError), "argument"):
        jg.vmap(lambda: 2.0)()


def test_jagged_array_that_all_rows_share():
    x = solo.array()
    found = jg.vmap(lambda whole, d: jg.sum(whole, axis=1) * d, in_axes=(None, 0))(x, dense()[:, 0])
    np.testing.assert_allclose(found, dense()[:, :1] * jg.sum(x, axis=1)[None], rtol=1e-6)
    found = jg.vmap(lambda row, whole: row * jg.max(whole), in_axes=(0, None))(x, x)
    top = max(map(np.max, solo.rows()))
    solo.assert_rows(found, solo.alone(lambda row: row * top, x))


def test_what_is_not_a_function():
    with refused(TypeError, "function|callable"):
        jg.vmap(solo.array())(solo.array())


# Records, keys, modules


def test_records_are_trees_of_fields():
    a, b = solo.array(seed=1), solo.array(features=(2,), seed=2)
    record = jg.record({"a": a, "b": b})
    f = lambda r: {"out": r["a"] + r["b"] @ jnp.ones(2), "top": r["b"].max(0)}
    wanted = solo.alone(lambda a, b: f({"a": a, "b": b}), a, b)
    solo.assert_rows(jg.vmap(f)(record), wanted)
    solo.assert_rows(jg.vmap(f)({"a": a, "b": b}), wanted)
    solo.assert_rows(jax.jit(jg.vmap(f))(record), wanted)


def test_record_of_a_tuple_beside_an_array_of_the_same_lengths():
    a, b = solo.array(seed=1), solo.array(seed=2)
    record = jg.record((a, b))
    f = lambda r, c: r[0] * r[1] + c
    wanted = solo.alone(lambda a, b: f((a, b), a), a, b)
    solo.assert_rows(jg.vmap(f)(record, a), wanted)
    shared = jax.jit(lambda r, data: jg.vmap(f)(r, r.arrays()[0].with_data(data)))
    solo.assert_rows(shared(record, a.data), wanted)
    # The constructor checks lengths that are traced, which makes another array of them.
    apart = jax.jit(lambda r, data: jg.vmap(f)(r, jg.JaggedArray(data, r.lengths)))
    with refused(TypeError, "x.with_data"):
        apart(record, a.data)


def test_keys_per_row():
    x, keys = solo.array(), jr.split(jr.key(0), 3)
    f = lambda row, key: row + jr.normal(key, row.shape)
    wanted = [f(jnp.asarray(row), key) for row, key in zip(solo.rows(), keys, strict=True)]
    solo.assert_rows(jg.vmap(f)(x, keys), wanted)
    old = jr.split(jr.PRNGKey(0), 3)
    wanted = [f(jnp.asarray(row), key) for row, key in zip(solo.rows(), old, strict=True)]
    solo.assert_rows(jg.vmap(f)(x, old), wanted)


def test_one_key_for_all_rows_and_keys_of_elements():
    x, key = solo.array(), jr.key(4)
    f = lambda row, key: row * jr.bernoulli(key, 0.5, row.shape).astype(row.dtype)
    wanted = solo.alone(lambda row: f(row, key), x)
    solo.assert_rows(jg.vmap(f, in_axes=(0, None))(x, key), wanted)

    def each(row, key):
        return row + jax.vmap(lambda k: jr.normal(k, ()))(jr.split(key, row.shape[0]))

    found = jg.vmap(each, in_axes=(0, None))(x, key)
    solo.assert_rows(found, solo.alone(lambda row: each(row, key), x))


def test_keys_in_the_result():
    x, keys = solo.array(), jr.split(jr.key(0), 3)
    found = jg.vmap(lambda row, key: (row.sum(), jr.fold_in(key, 1)))(x, keys)[1]
    wanted = jax.vmap(lambda key: jr.fold_in(key, 1))(keys)
    np.testing.assert_array_equal(jr.key_data(found), jr.key_data(wanted))


@pytest.mark.parametrize("how", ["closed", "passed", "called"])
def test_equinox_modules(how):
    mlp = eqx.nn.MLP(2, 3, 4, 1, key=jr.key(0))
    x = solo.array(features=(2,))
    f = lambda row, model: jax.vmap(model)(row).mean(0)
    wanted = solo.alone(lambda row: f(row, mlp), x)
    if how == "closed":
        solo.assert_rows(jg.vmap(lambda row: f(row, mlp))(x), wanted)
    elif how == "passed":
        solo.assert_rows(jg.vmap(f, in_axes=(0, None))(x, mlp), wanted)
        found = eqx.filter_grad(lambda m: jg.vmap(f, in_axes=(0, None))(x, m).sum())(mlp)
        slope = eqx.filter_grad(lambda m: sum(f(r, m).sum() for r in map(jnp.asarray, x.rows())))
        theirs = jax.tree.leaves(eqx.filter(slope(mlp), eqx.is_array))
        for a, b in zip(jax.tree.leaves(eqx.filter(found, eqx.is_array)), theirs, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
    else:
        linear = eqx.nn.Linear(2, 2, key=jr.key(1))
        found = jg.vmap(lambda row: jax.vmap(eqx.nn.Lambda(linear))(row))(x)
        solo.assert_rows(found, solo.alone(lambda row: jax.vmap(linear)(row), x))


def test_one_model_for_each_row():
    make = lambda key: eqx.nn.Linear(2, 3, key=key)
    models = eqx.filter_vmap(make)(jr.split(jr.key(0), 3))
    x = solo.array(features=(2,))
    f = lambda row, model: jax.vmap(model)(row)
    pick = lambda i: jax.tree.map(lambda leaf: leaf[i], models)
    wanted = [f(jnp.asarray(row), pick(i)) for i, row in enumerate(x.rows())]
    solo.assert_rows(jg.vmap(f)(x, models), wanted)


def test_closed_over_arrays_of_jax_and_numpy():
    x, table = solo.array(features=(2,)), np.asarray(TABLE)
    for closed in TABLE, table:
        found = jg.vmap(lambda row, t=closed: row @ t)(x)
        solo.assert_rows(found, solo.alone(lambda row: row @ TABLE, x))


def test_host_arrays():
    host = jg.array([row.tolist() for row in solo.rows()], host=True)
    solo.assert_rows(jg.vmap(lambda row: row * 2.0)(host), solo.alone(lambda r: r * 2.0, host))


def test_single_row_without_a_batch_axis():
    with refused((ValueError, TypeError), "single row", "in_axes"):
        jg.vmap(lambda row: row.sum())(solo.array()[0])


def test_keys_of_a_tree_in_the_order_of_jax():
    x = solo.array()
    found = jg.vmap(lambda row: {"b": row.sum(), "a": (row, [row.max(), None])})(x)
    assert list(found) == ["a", "b"]
    assert isinstance(found["a"], tuple)
    assert found["a"][1][1] is None
    assert poison.is_jagged(found["a"][0])
