"""Contractions beyond the table: every letter where it may stand, and the ones that may not."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
from refusal import refused

import jagged as jg
from jagged._subscripts import parse
from jagged.testing import assert_equal, assert_padding_invariant

CLOSE = {"rtol": 1e-5, "atol": 1e-5}


def make(lengths, features, capacity, seed=0, dtype=np.float32):
    """Rows of random numbers, and the array of them with garbage behind their ends."""
    random = np.random.default_rng(seed)
    rows = [random.normal(size=(n, *features)).astype(dtype) for n in lengths]
    data = np.zeros((len(rows), capacity, *features), dtype)
    for number, row in enumerate(rows):
        data[number, : len(row)] = row
    x = jg.JaggedArray(jnp.asarray(data), np.asarray(lengths))
    return rows, poison.behind_the_back(jax.device_put(x))


A, X = make((3, 0, 5), (4,), 7)
B, Y = make((2, 4, 1), (4,), 6, 1)
C, Z = make((3, 0, 5), (2,), 5, 2)
H, HEADS = make((3, 0, 5), (2, 4), 6, 3)
W = jnp.asarray(np.random.default_rng(4).normal(size=(4, 3)), jnp.float32)
EACH = jnp.asarray(np.random.default_rng(5).normal(size=(3, 4, 2)), jnp.float32)


def test_weights_keep_the_lengths_by_reference():
    for result in (X @ W, jg.einsum("bnd,de->bne", X, W), jg.matmul(X, W), np.matmul(X, W)):
        assert result.lengths is X.lengths
        assert_equal(result, [row @ W for row in A], **CLOSE)
    assert_equal(X @ W[:, 0], [row @ W[:, 0] for row in A], **CLOSE)
    assert_equal(X @ EACH, [row @ each for row, each in zip(A, EACH, strict=True)], **CLOSE)
    assert_equal(jnp.ones((1, 2, 2)) @ X[..., None].with_data(X.data.reshape(3, 7, 2, 2)), [np.ones((2, 2)) @ row.reshape(-1, 2, 2) for row in A], **CLOSE)  # fmt: skip
    assert_equal(jax.vmap(lambda x: x @ W)(X), X @ W, **CLOSE)


def test_products_of_rows_with_rows():
    scores = jg.einsum("bnd,bmd->bnm", X, Y)
    assert scores.lengths is X.lengths
    assert scores.inner_lengths[0].tolist() == [[2] * 3 + [0] * 4, [0] * 7, [1] * 5 + [0] * 2]
    for row, other, found in zip(A, B, scores.rows(), strict=True):
        found = np.reshape(np.array(found, np.float32), (len(row), len(other)))
        assert_equal(found, row @ other.T, **CLOSE)
    mixed = scores @ Y
    assert mixed.lengths is X.lengths
    assert_equal(mixed, [row @ other.T @ other for row, other in zip(A, B, strict=True)], **CLOSE)
    with refused(ValueError, "'n'", "stand before"):
        jg.einsum("bnm,bnd->bmd", scores, X)


def test_attention_with_heads():
    scores = jg.einsum("bnhd,bmhd->bhnm", HEADS, HEADS)
    assert scores.shape == (3, 2, None, None)
    assert scores.lengths.tolist() == [[3, 3], [0, 0], [5, 5]]
    last = jg.einsum("bhnm,bmhd->bhnd", scores, HEADS)
    between = jg.einsum("bnhd,bmhd->bnhm", HEADS, HEADS)
    mixed = jg.einsum("bnhm,bmhd->bnhd", between, HEADS)
    assert mixed.lengths is HEADS.lengths
    for row, ours, other in zip(H, mixed.rows(), last.rows(), strict=True):
        expected = np.einsum("nhd,mhd,mhe->nhe", row, row, row)
        np.testing.assert_allclose(ours, expected, rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(np.stack(other, 1), expected, rtol=1e-4, atol=1e-4)


def attend(x, key, value):
    """Attention within each row, with a matrix of weights for keys and one for values."""
    scores = jg.einsum("bnd,bmd->bnm", x, x @ key)
    return jg.softmax(scores, axis=2) @ (x @ value)


def attend_alone(row, key, value):
    return jax.nn.softmax(row @ (row @ key).T, axis=1) @ (row @ value)


@pytest.mark.parametrize("padding", [0.0, np.nan, np.inf])
def test_attention_never_sees_padding_nor_empty_rows(padding):
    """pytorch/pytorch#41508 and jax-ml/jax#23349: NaN at padding, and in the row without a key."""
    row = A[2]
    data = np.full((2, 8, 4), padding, np.float32)
    data[0, : len(row)] = row
    x = jg.JaggedArray(jnp.asarray(data), [len(row), 0])
    key, value = W[:, :1] * W[:, 1][None], W[:, 1:2] * W[:, 2][None]
    total = lambda key, value: jg.sum(attend(x, key, value) ** 2)
    alone = lambda key, value: jnp.sum(attend_alone(row, key, value) ** 2)
    assert_equal(attend(x, key, value)[:1], [attend_alone(row, key, value)], **CLOSE)
    assert attend(x, key, value)[1].to_list() == []
    found, expected = (jax.grad(f, (0, 1))(key, value) for f in (total, alone))
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-3, atol=1e-4)


def test_sums_over_rows():
    gram = jg.einsum("bnd,bne->bde", X, Z)
    np.testing.assert_allclose(gram, [row.T @ o for row, o in zip(A, C, strict=True)], 1e-4, 1e-5)
    np.testing.assert_allclose(jg.einsum("bnd->d", X), np.concatenate(A).sum(0), 1e-4, 1e-5)
    np.testing.assert_allclose(
        jg.einsum("bnd,bnd", X, X), sum((row**2).sum() for row in A), rtol=1e-5
    )
    three = jg.einsum("bn,bn,bnd->bd", X[..., 0], X[..., 1], Z)
    expected = [(row[:, :1] * row[:, 1:2] * o).sum(0) for row, o in zip(A, C, strict=True)]
    np.testing.assert_allclose(three, expected, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(
        jg.einsum("bnd,b,d->b", X, jnp.arange(3.0), jnp.ones(4)),
        [k * row.sum() for k, row in enumerate(A)],
        rtol=1e-4,
        atol=1e-5,
    )


def test_ellipses_and_sizes_of_one():
    assert_equal(jg.einsum("...d,de", X, W), X @ W, **CLOSE)
    np.testing.assert_allclose(jg.einsum("b...,b...->b", X, X), [(r**2).sum() for r in A], 1e-5)
    assert_equal(jg.einsum("bnd,bnd->bnd", X, jnp.full((3, 1, 4), 2.0)), X * 2, **CLOSE)
    one = X[:1] @ EACH
    for number in range(3):
        assert_equal(one[number : number + 1], [A[0] @ EACH[number]], **CLOSE)
    assert jg.einsum("bn,->bn", X[..., 0], 2.0).lengths is X.lengths


def test_products_along_one_axis():
    assert_equal(jg.vecdot(X, W[:, 0]), [row @ W[:, 0] for row in A], **CLOSE)
    np.testing.assert_allclose(jg.vecdot(X, X, axis=1), [(r**2).sum(0) for r in A], 1e-4, 1e-5)
    z = jg.array([[1 + 2j, 3j], []])
    np.testing.assert_allclose(jg.vecdot(z, z, axis=jg.ROW), [14, 0])
    assert jg.vecdot(jnp.ones(3), jnp.ones(3)) == 3


def test_dense_arrays_are_those_of_jnp():
    assert jg.einsum("ij,jk->ik", jnp.eye(2), jnp.ones((2, 3))).shape == (2, 3)
    assert jg.matmul(jnp.eye(2), jnp.ones((2, 3))).shape == (2, 3)


PRODUCTS = {
    "weights": lambda x, y: x @ W,
    "scores": lambda x, y: jg.einsum("bnd,bmd->bnm", x, y),
    "mixed": lambda x, y: jg.matmul(jg.einsum("bnd,bmd->bnm", x, y), y),
    "vecdot": lambda x, y: jg.vecdot(x, x * 2),
    "gram": lambda x, y: jg.einsum("bnd,bne->bde", x, x * x),
    "sum": lambda x, y: jg.einsum("bnd,bme->bde", x, y),
    "three": lambda x, y: jg.einsum("bnd,bnd,bnd->b", x, x * 2, x * 3),
}


@pytest.mark.parametrize("name", PRODUCTS)
def test_padding_is_never_seen(name):
    assert_padding_invariant(PRODUCTS[name], X, Y)


def test_two_jagged_axes_hide_both_kinds_of_padding():
    scores = jax.jit(lambda x, y: jg.einsum("bnd,bmd->bnm", x, y))(X, Y)
    data = jnp.where(scores.mask, scores.data, 100)
    dirty = jg.JaggedArray.unchecked(data, scores.lengths, scores.inner_lengths)
    clean = jg.einsum("bnm,bmd->bnd", scores, Y)
    assert_equal(jg.einsum("bnm,bmd->bnd", dirty, Y), clean, **CLOSE)
    total = lambda s, y: jg.sum(jg.einsum("bnm,bmd->bnd", dirty.with_data(s), Y.with_data(y)))
    for array, slope in zip((dirty, Y), jax.grad(total, (0, 1))(dirty.data, Y.data), strict=True):
        mask = np.broadcast_to(
            array.mask.reshape(array.mask.shape + (1,) * (slope.ndim - array.mask.ndim)),
            slope.shape,
        )
        assert np.all(np.asarray(slope)[~mask] == 0)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_is_not_spoilt_by_padding(dtype):
    """Products of large padding would be infinite, and zero times that NaN."""
    x = jg.full([2, 0, 3], 1, dtype=dtype, capacity=4)
    x = jg.JaggedArray.unchecked(jnp.where(x.mask, x.data, 60000.0), x.lengths)
    assert jg.einsum("bn,bn->b", x, x).tolist() == [2, 0, 3]
    assert jg.einsum("bn,bn,bn->b", x, x, x).tolist() == [2, 0, 3]
    assert np.all(np.isfinite(jg.einsum("bn,bn->bn", x, x).data))
    total = lambda d: jnp.sum(jg.einsum("bn,bn,bn->b", *[x.with_data(d)] * 3))
    np.testing.assert_array_equal(jax.grad(total)(x.data), jnp.where(x.mask, 3, 0))
    long = jg.full([3000], 1, dtype=dtype)
    assert jg.einsum("n,n->", long[0:1][0], long[0]) == jnp.asarray(3000, dtype)


def test_integers_that_half_precision_has_no_room_for():
    x = jg.JaggedArray.unchecked(jnp.array([[1, 100000], [100000, 0]]), jnp.array([1, 0], "int32"))
    with jax.numpy_dtype_promotion("standard"):
        result = jg.einsum("bn,d->bnd", x, jnp.zeros(2, jnp.float16))
    assert np.all(np.isfinite(result.data))


@pytest.mark.parametrize("dtype", [bool, "int8", "int32", "complex64", "bfloat16"])
def test_dtypes(dtype):
    x = jg.array([[[1, 0], [2, 1]], []]).astype(dtype)
    w = jnp.array([[1, 2], [0, 1]]).astype(dtype)
    expected = jnp.einsum("nd,de->ne", x.data[0], w)
    found = x @ w
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found.data[0], expected)
    wide = jg.einsum("bnd,de->bne", x, w, preferred_element_type=jnp.complex64)
    assert wide.dtype == jnp.complex64


def test_nothing_is_added_to_a_product_with_weights():
    def cost(f, *args):
        return jax.jit(f).lower(*args).compile().cost_analysis() or {}

    ours, theirs = cost(lambda x, w: (x @ w).data, X, W), cost(jnp.matmul, X.data, W)
    assert ours["bytes accessed"] == theirs["bytes accessed"]
    assert ours["flops"] == theirs["flops"]


def test_lengths_that_differ_under_checking():
    other = jg.JaggedArray(Y.data, [2, 4, 1])

    @eqx.filter_jit
    def sums(x, y):
        return jg.einsum("bnd,bne->bde", x, y)

    with jg.checking():
        for x, y in ((X, other), (other, X)):
            with pytest.raises(Exception, match="equal lengths"):
                jax.block_until_ready(sums(x, y))
        weights = jg.einsum("bnd,bmd->bnm", X, X)
        with pytest.raises(Exception, match='jagged along "k"'):
            jax.block_until_ready(eqx.filter_jit(jg.matmul)(weights, other))
        jax.block_until_ready(eqx.filter_jit(jg.matmul)(weights, X).data)


def test_traced_lengths_that_differ_never_point_past_the_buffer():
    x, y = jg.array([[1.0, 2, 3, 4, 5]]), jg.array([[1.0, 2, 3]])
    result = jax.jit(lambda x, y: jg.einsum("bn,bn->bn", x, y))(x, y)
    assert result.capacity == 3
    assert result.lengths.tolist() == [3]


def test_refusals_of_what_meets_a_jagged_axis():
    with refused(ValueError, "jg.einsum", "size 1", "(3, None, 4) with (3, 7)", "jg.from_dense"):
        jg.einsum("bnd,bn->bd", X, jnp.ones((3, 7)))
    with refused(ValueError, "jg.matmul", "(3, None, 4) with (3, None, 4)", "jg.einsum("):
        X @ Y
    with refused(ValueError, "jg.matmul", "(3, 1, 1) with (3, None, 4)"):
        jnp.ones((3, 1, 1)) @ X
    with refused(ValueError, "jg.einsum", "'b'", "stand before", "jg.sum"):
        jg.einsum("bnd->nd", X)
    with refused(ValueError, "jg.einsum", "diagonal", "'n'"):
        jg.einsum("bnn->bn", X)


def test_refusals_of_lengths_that_differ():
    with refused(ValueError, "equal lengths", "3 and 2"):
        jg.einsum("bnd,bne->bde", X, Y)
    with refused(ValueError, 'jagged along "m"', "equal lengths", "2 and 3|3 and 2"):
        jg.einsum("bnm,bmd->bnd", jg.einsum("bnd,bmd->bnm", X, Y), X)


def test_refusals_of_sizes_and_operands():
    with refused(ValueError, "jg.matmul", "one size", "4 and 5"):
        X @ jnp.ones((5, 2))
    with refused(ValueError, "jg.matmul", "one size", "1 and 4"):
        X @ jnp.ones((1, 2))
    with refused(ValueError, "jg.matmul", "at least one axis", "x * y"):
        X @ 2.0
    with refused(TypeError, "jg.matmul", "list", "jnp.asarray"):
        jg.matmul(X, [1.0])  # pyright: ignore[reportArgumentType]
    with refused(TypeError, "jg.einsum", "JaggedRecord", "field"):
        jg.einsum("bn,bn->b", X, jg.record({"x": X}))  # pyright: ignore[reportArgumentType]
    with refused(ValueError, "jg.vecdot", "both", "axis=-1"):
        jg.vecdot(X, W[:, 0], axis=jg.ROW)
    with refused(TypeError, "operator", "list"):
        X @ [1.0]


def test_refusals_of_subscripts():
    with refused(TypeError, "jg.einsum", "string", "JaggedArray"):
        jg.einsum(X, [0, 1, 2])  # pyright: ignore[reportArgumentType]
    with refused(ValueError, "jg.einsum", "2 terms for 1"):
        jg.einsum("bnd,de->bne", X)
    with refused(ValueError, "jg.einsum", "letter for each axis", "'bn'", "3 axes"):
        jg.einsum("bn->b", X)
    with refused(ValueError, "jg.einsum", "once", "'z'"):
        jg.einsum("bnd->bz", X)
    with refused(ValueError, "jg.einsum", "name each axis by a letter", "b-d"):
        jg.einsum("b-d->b", X)


def test_parsing():
    assert str(parse("ij, jk", (2, 2))) == "ij,jk->ik"
    assert str(parse("...i,i->...", (3, 1))) == "abi,i->ab"
    assert str(parse("a...,...b", (2, 3))) == "ad,cdb->cdab"
    assert str(parse("->", (0,))) == "->"
