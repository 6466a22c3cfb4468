"""Sliding windows along a row."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from ._abstract import AbstractJagged
from ._axes import ROW, Axis
from ._bundle import bundle_of, rearrange
from ._integers import static_integer
from ._kernels.validity import zero_padding


def windows(x: AbstractJagged | Any, size: int, step: int = 1, axis: int | Axis = ROW) -> Any:
    """Slide a window along each row, and give what lies inside as one element.

    Only windows that lie in the row count: a row shorter than `size` comes back empty. Means of
    windows, for example, are `jg.mean(jg.windows(x, 3), axis=2)`.

    Args:
        x: A JaggedArray `[*batch, None, *features]`, a JaggedRecord, or a pytree of JaggedArrays of
            equal lengths.
        size: How many elements a window holds, a positive integer.
        step: How far windows are apart, a positive integer.
        axis: The jagged axis, the row by default.

    Returns:
        `[*batch, None, size, *features]`, with `(n - size) // step + 1` windows of a row of length
        `n`. Deeper jagged axes come along behind the window.

    Raises:
        ValueError: If `size` or `step` is not positive, or the axis is not jagged.
        TypeError: If one of them is no integer, or `x` is not jagged.

    Examples:
        >>> jg.windows(jg.array([[1, 2, 3, 4], [5]]), 3).to_list()
        [[[1, 2, 3], [2, 3, 4]], []]

    Reference:
        `numpy.lib.stride_tricks.sliding_window_view`, which has the window last.
    """
    size, step = (
        static_integer(value, f"{name} of jg.windows", 1)
        for value, name in ((size, "size"), (step, "step"))
    )
    return rearrange(_windows, bundle_of(x, "windows", axis), size=size, step=step)


def _windows(buffers, lengths, *, size, step):
    axis = lengths.ndim
    number = max((buffers[0].shape[axis] - size) // step + 1, 0)
    # A gather of known places: slices put side by side cost more with every element of a window.
    places = np.arange(number)[:, None] * step + np.arange(size)
    count = jnp.maximum((lengths - size) // step + 1, 0)
    moved = (each[(slice(None),) * axis + (places,)] for each in buffers)
    # A window that reaches beyond the row may hold a valid element that is infinite.
    return [zero_padding(each, (count,)) for each in moved], count
