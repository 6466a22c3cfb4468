"""Hypothesis strategies for jagged arrays: few shapes, so that little is compiled, all lengths."""

from typing import TYPE_CHECKING, Any

import numpy as np
from jax.typing import DTypeLike

from .._array import JaggedArray

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def lengths(rows: int, capacity: int) -> "SearchStrategy[np.ndarray]":
    """Draw lengths of rows, empty and full ones likely among them.

    Args:
        rows: How many rows.
        capacity: The greatest length.

    Returns:
        A strategy of int32 arrays `[rows]` between 0 and `capacity`.

    Raises:
        ModuleNotFoundError: If hypothesis is not installed, which the extra `testing` brings.
    """
    st = _strategies()
    length = st.one_of(st.just(0), st.just(capacity), st.integers(0, capacity))
    return st.lists(length, min_size=rows, max_size=rows).map(lambda n: np.array(n, np.int32))


def jagged_arrays(
    dtype: DTypeLike = np.float32,
    features: tuple[int, ...] = (),
    *,
    rows: int | tuple[int, ...] = (0, 1, 4),
    capacity: int | tuple[int, ...] = (0, 1, 5),
    elements: "SearchStrategy[Any] | None" = None,
) -> "SearchStrategy[JaggedArray]":
    """Draw jagged arrays with one batch axis, and zero rows, empty rows and full rows among them.

    Shapes come from the few given ones, so that a jitted function compiles for few of them.

    Args:
        dtype: The dtype of the elements.
        features: The shape of an element.
        rows: The numbers of rows to draw from.
        capacity: The capacities to draw from.
        elements: A strategy of numbers; small integers as numbers of that dtype by default, with
            zeros and ties.

    Returns:
        A strategy of JaggedArrays `[rows, None, *features]`.

    Raises:
        ModuleNotFoundError: If hypothesis is not installed, which the extra `testing` brings.
    """
    st = _strategies()
    if elements is None:
        elements = st.integers(0, 1) if np.dtype(dtype) == np.bool_ else st.integers(-4, 4)
    rows, capacity = (each if isinstance(each, tuple) else (each,) for each in (rows, capacity))

    def array(shape):
        size = int(np.prod((*shape, *features)))
        values = st.lists(elements, min_size=size, max_size=size)
        return st.builds(build, values, lengths(*shape), st.just(shape))

    def build(values, counts, shape):
        data = np.array(values).reshape((*shape, *features)).astype(dtype)
        return JaggedArray(data, counts)

    return st.tuples(st.sampled_from(rows), st.sampled_from(capacity)).flatmap(array)


def _strategies():
    try:
        from hypothesis import strategies
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "These strategies need hypothesis, which is not installed: pip install "
            "'jagged-jax[testing]'."
        ) from error
    return strategies
