"""Dtypes: results have the dtype and the values that `jax.numpy` gives for each row alone."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import experimental

import jagged as jg
from jagged._table import RULES
from tests.layouts import MIXED, rows_of
from tests.table import _domains

DTYPES = [
    "bool",
    "int8",
    "int16",
    "int32",
    "uint8",
    "uint32",
    "float16",
    "bfloat16",
    "float32",
    "complex64",
]
REFERENCES = {
    "sum": jnp.sum,
    "prod": jnp.prod,
    "min": jnp.min,
    "max": jnp.max,
    "any": jnp.any,
    "all": jnp.all,
    "mean": jnp.mean,
    "var": jnp.var,
    "std": jnp.std,
    "argmax": jnp.argmax,
    "argmin": jnp.argmin,
    "count_nonzero": lambda x, axis: jnp.count_nonzero(x, axis),
    "norm": lambda x, axis: jnp.linalg.norm(x, axis=axis),
    "logsumexp": lambda x, axis: jax.nn.logsumexp(_floats(x), axis=axis),
    "softmax": lambda x, axis: jax.nn.softmax(_floats(x), axis=axis),
    "log_softmax": lambda x, axis: jax.nn.log_softmax(_floats(x), axis=axis),
    "cumsum": lambda x, axis: jnp.cumsum(x, axis=axis),
}
# Its name until it left `jax.experimental`.
enable_x64 = jax.enable_x64 if hasattr(jax, "enable_x64") else experimental.enable_x64
ROUNDING = {"float16": 4e-3, "bfloat16": 3e-2, "complex64": 1e-4}


def _floats(x):
    """Give integers as floats first, for JAX shifts them by their largest and wraps around."""
    return x if jnp.issubdtype(x.dtype, jnp.inexact) else x.astype(jnp.float32)


def row_pairs(domains, dtype):
    """Give the rows of each argument, small and never negative where the dtype is unsigned."""
    for k, domain in enumerate(domains):
        unsigned = jnp.issubdtype(dtype, jnp.unsignedinteger)
        rows = rows_of(MIXED, domain, np.float32, 2 * k)
        yield [
            np.asarray(jnp.asarray(np.abs(row) if unsigned else row).astype(dtype)) for row in rows
        ]


def pad(rows, dtype):
    buffer = np.zeros((len(rows), MIXED.capacity), dtype)
    for number, row in enumerate(rows):
        buffer[number, : len(row)] = row
    return jg.JaggedArray(buffer, np.array(MIXED.lengths))


def cover(names):
    """Pair every function with dtypes: one of them in the fast suite, all in the matrix."""
    for number, (name, dtype) in enumerate(itertools.product(names, DTYPES)):
        function, kind = divmod(number, len(DTYPES))
        fast = kind == 3 * function % len(DTYPES)
        label = f"{getattr(name, 'name', name)}-{dtype}"
        yield pytest.param(name, dtype, marks=() if fast else pytest.mark.matrix, id=label)


def same(ours, theirs, dtype):
    for actual, expected in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True):
        expected = np.asarray(expected)
        assert actual.dtype == expected.dtype
        kind = {"b": bool, "i": int, "u": int, "c": complex}.get(expected.dtype.kind, float)
        tolerance = ROUNDING.get(dtype, 1e-5)
        np.testing.assert_allclose(
            actual.astype(kind), expected.astype(kind), rtol=tolerance, atol=tolerance
        )


@pytest.mark.filterwarnings("ignore:Casting complex values:UserWarning")
@pytest.mark.parametrize(("rule", "dtype"), list(cover(RULES)))
def test_elementwise(rule, dtype):
    rows = list(row_pairs(_domains(rule), dtype))
    if rule.name == "where":
        rows[0] = [row != 0 for row in rows[0]]
    if rule.name == "ldexp":
        rows[1] = [row.real.astype(np.int32) for row in rows[1]]
    arrays = [pad(each, each[0].dtype) for each in rows]
    try:
        expected = [getattr(jnp, rule.name)(*(r[i] for r in rows)) for i in range(len(rows[0]))]
    except (TypeError, ValueError):
        with pytest.raises((TypeError, ValueError)):
            getattr(jg, rule.name)(*arrays)
        return
    result = getattr(jg, rule.name)(*arrays)
    parts = result if isinstance(result, tuple) else (result,)
    for k, part in enumerate(parts):
        theirs = [each[k] if isinstance(result, tuple) else each for each in expected]
        for ours, reference in zip(part.rows(), theirs, strict=True):
            same(ours, reference, dtype)


@pytest.mark.parametrize(("name", "dtype"), list(cover(REFERENCES)))
def test_along_a_row(name, dtype):
    (rows,) = row_pairs(["real"], dtype)
    filled = [row for row in rows if len(row)]
    ordered = name in ["min", "max", "argmin", "argmax", "logsumexp", "softmax", "log_softmax"]
    if dtype == "complex64" and ordered:
        with pytest.raises(TypeError, match="complex64: take jg"):
            getattr(jg, name)(pad(rows, rows[0].dtype), axis=1)
        return
    result = getattr(jg, name)(pad(rows, rows[0].dtype), axis=1)
    whole = result.rows() if isinstance(result, jg.JaggedArray) else list(np.asarray(result))
    ours = [value for value, row in zip(whole, rows, strict=True) if len(row)]
    for actual, row in zip(ours, filled, strict=True):
        same(actual, REFERENCES[name](jnp.asarray(row), axis=0), dtype)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_sums_accumulate_in_single(dtype):
    x = jg.full([2049, 0], 1, dtype=dtype, capacity=2050)
    assert jg.mean(x, axis=1)[0] == 1
    assert jg.logsumexp(jg.zeros_like(x), axis=1)[0] == jnp.log(2049.0).astype(dtype)
    assert jg.norm(x, axis=1)[0] == jnp.sqrt(2049.0).astype(dtype)


def test_float32_times_int32_promotes_as_jnp():
    with jax.numpy_dtype_promotion("standard"):
        x, y = jg.array([[1.5], []]), jg.array([[2], []])
        assert (x * y).dtype == (x.data * y.data).dtype == jnp.float32


@pytest.mark.parametrize("name", ["sum", "mean", "max", "softmax", "cumsum", "argmax", "norm"])
def test_x64(name):
    with enable_x64(True):
        x = jg.array([[1.0, 2.0, 4.0], [], [0.5]], dtype=np.float64)
        assert x.dtype == jnp.float64
        assert x.lengths.dtype == jnp.int32
        result = getattr(jg, name)(x, axis=1)
        assert result.dtype == (jnp.int32 if name == "argmax" else jnp.float64)
        if isinstance(result, jg.JaggedArray):
            assert result.lengths.dtype == jnp.int32
        gradient = jax.grad(lambda d: jg.sum(jg.mean(x.with_data(d), axis=1, empty=0)))(x.data)
        np.testing.assert_allclose(gradient[0], [1 / 3] * 3, rtol=1e-15)


def test_x64_counts_and_lengths_stay_int32():
    with enable_x64(True):
        x = jg.array([[1, 2], []])
        assert x.dtype == jnp.int64
        assert jg.count(x, axis=1).dtype == jnp.int32
        assert jg.sum(x, axis=0).lengths.dtype == jnp.int32
        assert jg.scan(lambda c, t: (c + t, c), 0, x, in_axes=None)[1].lengths.dtype == jnp.int32
