"""Arrays of both libraries with the same rows, and what it is for their results to agree."""

import cmath

import awkward as ak
import hypothesis.strategies as st
import jax
import numpy as np

import jagged as jg

SMALL = np.arange(-12, 13) / 4  # exact, so that there are ties

# What elements are drawn from; the first is what Hypothesis prefers.
KINDS = {
    "number": np.roll(SMALL, 13).astype(np.float32),
    "positive": np.arange(1, 17, dtype=np.float32) / 4,
    "unit": np.arange(-7, 8, dtype=np.float32) / 8,
    "large": np.arange(4, 17, dtype=np.float32) / 4,
    "special": np.array([0, np.nan, np.inf, -np.inf, 1.5, -2], np.float32),
    "integer": np.array([0, 1, -1, 2, -2, 3, -5, 7], np.int32),
    "natural": np.arange(6, dtype=np.int32),
    "boolean": np.array([False, True]),
    "complex": np.array([0, 1, 1j, -1, 2 - 3j, -0.5 + 1j, -2j], np.complex64),
}


@st.composite
def arguments(draw, shared):
    """Draw what one row of the table takes: jagged arrays, or NumPy arrays of a value per row."""
    rows, capacity = draw(st.sampled_from(shared.shapes))
    counts = draw(lengths(rows, capacity))
    drawn = []
    for kind in shared.takes:
        if not shared.same_lengths:
            counts = draw(lengths(rows, capacity))
        drawn.append(draw(argument(kind, counts, capacity)))
    return drawn


def argument(kind, counts, capacity):
    """Draw one argument."""
    rows = len(counts)
    if kind == "row":
        return values("number", (rows,))
    if kind == "nested":
        inner = values("natural", (rows, capacity)).map(lambda lengths: lengths % 4)
        return st.builds(nested, values("number", (rows, capacity, 3)), st.just(counts), inner)
    if kind == "place":
        return st.builds(
            places, values("natural", (rows, capacity)), st.just(counts), lengths(rows, capacity)
        )
    if kind == "full":
        return values("number", (rows, capacity)).map(
            lambda data: jg.JaggedArray(data, np.maximum(counts, 1))
        )
    if kind == "vector":
        return values("number", (rows, capacity, 2)).map(lambda data: jg.JaggedArray(data, counts))
    return values(kind, (rows, capacity)).map(lambda data: jg.JaggedArray(data, counts))


def places(numbers, counts, many):
    """Make places within rows of these lengths, counted from either end: so many of them."""
    within = numbers % np.maximum(2 * counts, 1)[:, None] - counts[:, None]
    return jg.JaggedArray(within, np.where(counts > 0, many, 0))


def lengths(rows, capacity):
    """Draw how many elements each row has."""
    return chosen(np.arange(capacity + 1, dtype=np.int32), (rows,))


def values(kind, shape):
    """Draw a NumPy array of one kind of numbers."""
    return chosen(KINDS[kind], shape)


def chosen(elements, shape):
    """Draw which elements stand where, from bytes, which is much faster than one by one."""
    size = int(np.prod(shape))
    drawn = st.binary(min_size=size, max_size=size)
    return drawn.map(
        lambda drawn: elements[np.frombuffer(drawn, np.uint8) % len(elements)].reshape(shape)
    )


def nested(data, counts, inner):
    """Make rows of rows."""
    inner = np.where(np.arange(inner.shape[1]) < counts[:, None], inner, 0).astype(np.int32)
    return jg.JaggedArray(data, counts, (inner,))


def awkward(x):
    """Give the same rows as an Awkward array, by NumPy alone."""
    if not isinstance(x, jg.JaggedArray):
        return ak.Array(x)
    data, counts = np.asarray(x.data), np.asarray(x.lengths)
    kept = valid(data, counts)
    data, inner = data[kept], [np.asarray(n)[kept] for n in x.inner_lengths]
    for lower in inner:
        data = ak.unflatten(data[valid(data, lower)], lower)
    return ak.unflatten(data, counts)


def valid(data, counts):
    """The mask over the axis that the lengths speak of."""
    return np.arange(data.shape[counts.ndim]) < counts[..., None]


def listed(result):
    """Give a result of either library as nested lists of Python numbers, tuples and dictionaries."""
    if isinstance(result, tuple | list):
        return type(result)(map(listed, result))
    if isinstance(result, dict):
        return {name: listed(value) for name, value in result.items()}
    if isinstance(result, jg.JaggedArray | ak.Array):
        return result.to_list()
    return result.tolist() if isinstance(result, jax.Array | np.ndarray | np.generic) else result


def assert_agree(ours, theirs, path="the result"):
    """Compare what `listed` gives: structure and kinds exactly, numbers to rounding."""
    assert type(ours) is type(theirs), f"{path}: ours is {ours!r}, theirs {theirs!r}"
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys(), f"{path}: ours has {list(ours)}, theirs {list(theirs)}"
        for key in theirs:
            assert_agree(ours[key], theirs[key], f"{path}[{key!r}]")
    elif isinstance(theirs, list | tuple):
        assert len(ours) == len(theirs), f"{path}: ours is {ours!r}, theirs {theirs!r}"
        for place, pair in enumerate(zip(ours, theirs, strict=True)):
            assert_agree(*pair, f"{path}[{place}]")
    else:
        assert close(ours, theirs), f"{path}: ours is {ours!r}, theirs {theirs!r}"


def close(ours, theirs) -> bool:
    if ours == theirs:
        return True
    both = cmath.isnan(ours), cmath.isnan(theirs)
    return all(both) or cmath.isclose(ours, theirs, rel_tol=2e-5, abs_tol=2e-5)
