"""Distinct elements of rows, and runs of equal ones."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from ._abstract import AbstractJaggedArray
from ._axes import ROW, Axis
from ._bundle import Bundle, bundle_of, rearrange
from ._kernels import distinct
from ._keys import keys_of
from ._lengths import check_capacity
from ._overflow import Overflow, check_overflow, fit_capacity


def unique(
    x: AbstractJaggedArray,
    axis: int | Axis = ROW,
    *,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    capacity: int | None = None,
    overflow: Overflow = "error",
) -> Any:
    """Find the distinct elements of each row, sorted.

    NaN comes last, and once. An empty row has none. The derivative goes to the first of equal
    elements. Works under `jit`, for the capacity stays.

    Args:
        x: A JaggedArray without features.
        axis: The jagged axis, the row by default; the deepest one if there are several.
        return_index: Whether to give the place of the first of equal elements.
        return_inverse: Whether to give, for each element of `x`, the place of its value in the row
            of distinct ones.
        return_counts: Whether to give how often each value occurs.
        capacity: The room for distinct elements; that of `x` by default, which always suffices.
        overflow: What to do with rows that have more: `"error"` refuses (under tracing when
            `jg.checking()` is on), `"return"` keeps the first ones and says which rows were cut.

    Returns:
        A JaggedArray, or a tuple with what was asked for too, in this order: JaggedArrays of int32
        (the inverse has the lengths of `x`), and last, for `"return"`, a boolean for each row.

    Raises:
        ValueError: If elements have features or are rows themselves, the axis is not jagged, or
            more elements are distinct than there is room for.
        TypeError: If `x` is no JaggedArray.

    Examples:
        >>> x = jg.array([[2, 1, 2], [], [7]])
        >>> values, counts = jg.unique(x, return_counts=True)
        >>> values.to_list(), counts.to_list()
        ([[1, 2], [], [7]], [[1, 2], [], [1]])

    Reference:
        `numpy.unique`.
    """
    bundle = _scalars(bundle_of(x, "unique", axis))
    room = bundle.capacity if capacity is None else check_capacity(capacity)
    check_overflow(overflow)
    asked = {"index": return_index, "inverse": return_inverse, "counts": return_counts}
    names = ("values", *(name for name, wanted in asked.items() if wanted))
    found, lengths = _unique(bundle.buffers[0], bundle.lengths, room, names)
    over = None
    if overflow == "return" or room < bundle.capacity:
        lengths, over = fit_capacity(lengths, room, overflow)
    results = [
        bundle.rebuild((buffer,), bundle.lengths if name == "inverse" else lengths)
        for name, buffer in zip(names, found, strict=True)
    ]
    results += [] if over is None else [over]
    return results[0] if len(results) == 1 else tuple(results)


def run_lengths(x: AbstractJaggedArray, axis: int | Axis = ROW) -> Any:
    """Count the elements of each run of equal neighbours.

    NaN equals nothing, so each one is a run. An element with features equals its neighbour if all
    features do. The counts of a row add up to its length; an empty row has none.

    Args:
        x: A JaggedArray.
        axis: The jagged axis, the row by default; the deepest one if there are several.

    Returns:
        A JaggedArray of int32, with as many elements in each row as that has runs.

    Raises:
        ValueError: If the axis is not jagged, or elements are rows themselves.
        TypeError: If `x` is no JaggedArray.

    Examples:
        >>> jg.run_lengths(jg.array([[5, 5, 7, 5], [], [1, 1]])).to_list()
        [[2, 1, 1], [], [2]]

    Reference:
        `awkward.run_lengths`.
    """
    return rearrange(_run_lengths, keys_of(bundle_of(x, "run_lengths", axis), None, "run_lengths"))


def _scalars(bundle) -> Bundle:
    bundle = keys_of(bundle, None, "unique")
    if bundle.buffers[0].ndim > bundle.lengths.ndim + 1:
        features = bundle.buffers[0].shape[bundle.lengths.ndim + 1 :]
        raise ValueError(
            f"jg.unique needs one number for each element; got features of shape {features}: take "
            "one, x[..., 0], or map over them with jax.vmap."
        )
    return bundle


@partial(jax.jit, static_argnums=(2, 3), inline=True)
def _unique(data, lengths, room, names):
    found, number = distinct.unique(data, lengths)
    return [found[n] if n == "inverse" else _fit(found[n], room) for n in names], number


def _fit(array, room):
    missing = room - array.shape[-1]
    if missing <= 0:
        return array[..., :room]
    return jnp.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, missing)])


def _run_lengths(buffers, lengths):
    counts, number = distinct.run_lengths(buffers[0], lengths)
    return (counts,), number
