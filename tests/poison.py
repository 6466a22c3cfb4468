"""The same rows with every poison past their end: nothing that a test looks at may notice which one it was."""

from collections.abc import Callable, Iterator

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

import jagged as jg

ROWS = [[1.0, 2.0, 3.0], [], [4.0, 5.0]]
PADDINGS = {
    "zero": 0.0,
    "nan": np.nan,
    "positive infinity": np.inf,
    "negative infinity": -np.inf,
    "huge": 1e30,
}


def paddings(dtype) -> dict:
    """What the constructor is given in the places past the end."""
    if jnp.issubdtype(dtype, jnp.inexact):
        return PADDINGS
    if dtype == np.bool_:
        return {"false": False, "true": True}
    bounds = jnp.iinfo(dtype)
    return {"zero": 0, "lowest": bounds.min, "highest": bounds.max}


def garbage(shape, dtype) -> np.ndarray:
    """Finite numbers of both signs, as large as the contract allows behind the constructor's back."""
    random = np.random.default_rng(sum(shape))
    if dtype == np.bool_:
        return np.ones(shape, bool)
    if jnp.issubdtype(dtype, jnp.inexact):
        magnitude = 10 if dtype == np.float16 else 1000
        return (magnitude * random.choice([-1.0, -0.7, 0.3, 1.0], shape)).astype(dtype)
    return random.choice([0, 1, int(jnp.iinfo(dtype).max)], shape).astype(dtype)


def buffer(rows, capacity: int, dtype, padding=0) -> tuple[np.ndarray, np.ndarray]:
    """Put rows in front of `padding`; the feature shape is that of the first row that has an element."""
    rows = [np.asarray(row, dtype) for row in rows]
    features = next((row.shape[1:] for row in rows if row.size), ())
    with np.errstate(over="ignore"):
        data = np.full((len(rows), capacity, *features), padding).astype(dtype)
    for i, row in enumerate(rows):
        data[i, : len(row)] = row.reshape(len(row), *features)
    return data, np.asarray([len(row) for row in rows], np.int32)


def behind_the_back(x):
    """Replace the padding of an array that is already made by finite garbage."""
    data, lengths = np.asarray(x.data), np.asarray(x.lengths)
    valid = np.arange(data.shape[1]) < lengths[:, None]
    valid = valid.reshape(valid.shape + (1,) * (data.ndim - 2))
    dirty = np.where(valid, data, garbage(data.shape, data.dtype))
    return eqx.tree_at(lambda x: x.data, x, jnp.asarray(dirty))


def poisoned(rows, capacity: int, dtype=np.float32) -> Iterator[tuple[str, jg.JaggedArray]]:
    """Yield the name of each poison and the rows as a jagged array that was given it."""
    for name, padding in paddings(dtype).items():
        data, lengths = buffer(rows, capacity, dtype, padding)
        yield name, jg.JaggedArray(jnp.asarray(data), jnp.asarray(lengths))
    yield (
        "garbage",
        behind_the_back(jg.JaggedArray(*map(jnp.asarray, buffer(rows, capacity, dtype)))),
    )


def is_jagged(leaf) -> bool:
    """Whether a leaf of a result is a jagged array."""
    return isinstance(leaf, jg.JaggedArray)


def rows_of(x) -> list[np.ndarray]:
    """The valid part of each row, read off the two leaves without the library's help."""
    data, lengths = np.asarray(x.data), np.asarray(x.lengths)
    if lengths.ndim == 0:
        return list(data[:lengths])
    return [row[:length] for row, length in zip(data, lengths, strict=True)]


def plain(result):
    """A result as rows, if it is jagged, or as numbers."""
    return rows_of(result) if is_jagged(result) else np.asarray(result)


def assert_close(actual, expected, *, rtol=1e-5, atol=1e-6):
    """Compare a jagged array with a list of rows, or a dense one with numbers, shapes included."""
    if not is_jagged(actual):
        expected = np.asarray(expected)
        assert jnp.shape(actual) == expected.shape, (jnp.shape(actual), expected.shape)
        np.testing.assert_allclose(
            np.asarray(actual, expected.dtype), expected, rtol=rtol, atol=atol
        )
        return
    rows = rows_of(actual)
    assert len(rows) == len(expected), (rows, expected)
    for row, wanted in zip(rows, expected, strict=True):
        assert np.size(row) == np.size(wanted), (rows, expected)
        wanted = np.asarray(wanted, float).reshape(row.shape)
        np.testing.assert_allclose(np.asarray(row, float), wanted, rtol=rtol, atol=atol)


def validity(x):
    """The mask of an array, worked out here, with axes for the features."""
    places = jax.lax.broadcasted_iota(jnp.int32, x.data.shape[: x.lengths.ndim + 1], x.lengths.ndim)
    valid = places < x.lengths[..., None]
    return valid.reshape(valid.shape + (1,) * (x.data.ndim - valid.ndim))


def valid_places(result):
    """A dense copy of a result that is 0 at padding, in plain jnp."""
    return (
        jnp.where(validity(result), result.data, jnp.zeros_like(result.data))
        if is_jagged(result)
        else result
    )


def weights(leaf, weigh: bool):
    """One for each element of a result, or a number that only its place decides."""
    powers = 3.0 ** np.arange(leaf.ndim).reshape(-1, *(1,) * leaf.ndim)
    places = np.sum(np.indices(leaf.shape) * powers, 0)
    return jnp.asarray(np.cos(1 + places) if weigh else np.ones(leaf.shape), leaf.dtype)


def is_inexact(leaf) -> bool:
    """Whether a derivative goes through a leaf."""
    return jnp.issubdtype(leaf.dtype, jnp.inexact)


def leaves_of(result) -> list:
    """The arrays of a result, jagged ones whole."""
    return jax.tree.leaves(result, is_leaf=is_jagged)


def with_gradients(function: Callable) -> Callable:
    """Return the leaves of function(x), and the gradients of their sum and of their weighted sum."""

    def compute(x):
        def differentiated(data):
            leaves = leaves_of(function(eqx.tree_at(lambda x: x.data, x, data)))
            return [valid_places(leaf) for leaf in leaves if is_inexact(leaf)], leaves

        if not is_inexact(x):
            return differentiated(x.data)[1], []
        floats, pullback, leaves = jax.vjp(differentiated, x.data, has_aux=True)
        cotangents = [[weights(leaf, weigh) for leaf in floats] for weigh in (False, True)]
        return leaves, [pullback(ct)[0] for ct in cotangents] if floats else []

    return eqx.filter_jit(compute)


def assert_padding_clean(x, leaves, slopes):
    """Padding of results is finite; gradients are finite everywhere and exactly zero at padding."""
    for leaf in filter(is_jagged, leaves):
        if is_inexact(leaf):
            padding = np.asarray(leaf.data, float)[
                ~np.broadcast_to(validity(leaf), leaf.data.shape)
            ]
            assert np.all(np.isfinite(padding)), ("padding", padding)
    for slope in slopes:
        slope = np.asarray(slope, float)
        assert np.all(np.isfinite(slope)), ("gradient", slope)
        assert np.all(slope[~np.broadcast_to(validity(x), slope.shape)] == 0), (
            "gradient at padding",
            slope,
        )


def assert_bits(one, other, message: str):
    """Two lists of arrays agree bit for bit, a NaN with a NaN."""
    for a, b in zip(one, other, strict=True):
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b), err_msg=message)


def assert_same(one, other):
    """Two pytrees agree in structure, in dtypes and bit for bit, padding aside."""
    assert jax.tree.structure(one) == jax.tree.structure(other)
    for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True):
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
    for a, b in zip(leaves_of(one), leaves_of(other), strict=True):
        np.testing.assert_array_equal(valid_places(a), valid_places(b))
        if is_jagged(a):
            np.testing.assert_array_equal(a.lengths, b.lengths)


def check(
    function,
    rows,
    expected=None,
    gradient=None,
    *,
    dtype=np.float32,
    more=(0, 3),
    rtol=1e-5,
    atol=1e-6,
):
    """Run function on the rows with every poison, at capacities `more` above the longest row, jitted and eager.

    Args:
        function: takes the jagged array, returns a pytree of jagged and dense arrays.
        rows: lists of elements.
        expected: the value of a function that returns one array, as rows or as numbers.
        gradient: the gradient of the sum of all valid results, as rows.
    """
    across = None
    for capacity in [max(map(len, rows), default=0) + extra for extra in more]:
        compute, first = with_gradients(function), None
        for name, x in poisoned(rows, capacity, dtype):
            leaves, slopes = compute(x)
            assert_padding_clean(x, leaves, slopes)
            bits = [*map(valid_places, leaves), *slopes]
            first = first or bits
            assert_bits(bits, first, f"{name} at capacity {capacity}")
        found = [*map(plain, leaves), *(rows_of(x.with_data(slope)) for slope in slopes)]
        across = across or found
        for leaf, wanted in zip([*leaves, *map(x.with_data, slopes)], across, strict=True):
            assert_close(leaf, wanted, rtol=rtol, atol=atol)
        if gradient is not None:
            assert_close(x.with_data(slopes[0]), gradient, rtol=rtol, atol=atol)
        if expected is not None:
            assert_close(leaves[0], expected, rtol=rtol, atol=atol)
            assert_close(function(x), expected, rtol=rtol, atol=atol)
