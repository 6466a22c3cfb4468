"""The reference for functions of one row: each row alone, cut to its length, without the library."""

import jax
import jax.numpy as jnp
import numpy as np
import poison

import jagged as jg

LENGTHS = (3, 1, 4)


def rows(lengths=LENGTHS, features=(), dtype=np.float32, seed=0):
    """Rows of random numbers; for integers of small ones, for booleans of both."""
    random = np.random.default_rng(seed)
    draw = lambda shape: random.normal(size=shape)
    if not jnp.issubdtype(dtype, jnp.inexact):
        draw = lambda shape: random.integers(0, 2 if dtype == np.bool_ else 9, shape)
    return [np.asarray(draw((length, *features)), dtype) for length in lengths]


def array(lengths=LENGTHS, features=(), capacity=None, dtype=np.float32, seed=0):
    """The same rows as a jagged array, with garbage behind the end of each."""
    made = rows(lengths, features, dtype, seed)
    capacity = max(lengths, default=0) + 2 if capacity is None else capacity
    data = np.zeros((len(made), capacity, *features), dtype)
    for i, row in enumerate(made):
        data[i, : len(row)] = row
    x = jg.JaggedArray(jnp.asarray(data), np.asarray(lengths, np.int32))
    return poison.behind_the_back(x) if data.size else x


def alone(f, *xs):
    """What `f` gives for each row of some arrays: a list of results."""
    run, columns = jax.jit(f), [[jnp.asarray(row) for row in poison.rows_of(x)] for x in xs]
    return [run(*row) for row in zip(*columns, strict=True)]


def cut(result, i):
    """The part of one leaf of a result that belongs to row `i`."""
    if not poison.is_jagged(result):
        return result[i]
    part = result.data[i]
    for n in result.levels:
        part = jax.lax.slice_in_dim(part, 0, int(np.max(n[i], initial=0)), axis=n.ndim - 1)
    return part


def assert_rows(found, wanted, rtol=1e-5, atol=1e-5):
    """Each row of a result is what that row alone gives: structure, shape, dtype and values."""
    leaves, structure = jax.tree.flatten(found, is_leaf=poison.is_jagged)
    for i, one in enumerate(wanted):
        ours, theirs = [cut(leaf, i) for leaf in leaves], map(jnp.asarray, jax.tree.leaves(one))
        assert structure == jax.tree.structure(one), (structure, jax.tree.structure(one))
        for a, b in zip(ours, theirs, strict=True):
            assert (a.shape, a.dtype) == (b.shape, b.dtype), (i, a, b)
            kind = complex if jnp.iscomplexobj(b) else float
            a, b = np.asarray(a, kind), np.asarray(b, kind)
            np.testing.assert_allclose(a, b, rtol, atol, err_msg=f"row {i}")


def total(result):
    """A weighted sum of the floats of one row's result."""
    leaves = [jnp.asarray(leaf) for leaf in jax.tree.leaves(result)]
    floats = [leaf for leaf in leaves if poison.is_inexact(leaf)]
    return sum(
        (jnp.sum(leaf * jnp.asarray(np.cos(1.0 + k), leaf.dtype)) for k, leaf in enumerate(floats)),
        0.0,
    )


def summed(result):
    """The same sum over all rows of a mapped result, padding left out."""
    return total([poison.valid_places(leaf) for leaf in poison.leaves_of(result)])


def slopes(f, x, **options):
    """The gradient of the sum of `jg.vmap(f)`, by the data of `x`."""
    return jax.jit(jax.grad(lambda data: summed(jg.vmap(f, **options)(x.with_data(data)))))(x.data)


def assert_slopes(found, f, x, rtol=1e-4, atol=1e-4):
    """A gradient by the data is, row by row, that of the row alone; zero and finite at padding."""
    found = np.asarray(found)
    assert np.all(np.isfinite(found)), found
    assert np.all(found[~np.broadcast_to(poison.validity(x), found.shape)] == 0), found
    slope = jax.jit(jax.grad(lambda row: total(f(row))))
    for i, row in enumerate(poison.rows_of(x)):
        wanted = slope(jnp.asarray(row))
        np.testing.assert_allclose(found[i, : len(row)], wanted, rtol, atol, err_msg=f"row {i}")


def check(f, x=None, *, gradient=True, jit=False, **options):
    """Values, and gradients where there are any, of `jg.vmap(f)` are those of each row alone."""
    x = array() if x is None else x
    wanted = alone(f, x)
    assert_rows(jg.vmap(f, **options)(x), wanted)
    if jit:
        assert_rows(jax.jit(jg.vmap(f, **options))(x), wanted)
    if gradient and poison.is_inexact(x):
        assert_slopes(slopes(f, x, **options), f, x)
