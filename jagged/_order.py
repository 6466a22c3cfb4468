"""Order: rows sorted, by their elements or by keys, and the places that sort them."""

from dataclasses import replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import PyTree

from ._abstract import AbstractJagged, AbstractJaggedArray
from ._array import JaggedArray
from ._axes import ROW, Axis
from ._bundle import bundle_of, rearrange
from ._integers import static_integer
from ._kernels import order
from ._kernels.gather import gather
from ._keys import keys_of


def sort(
    x: AbstractJagged | PyTree,
    axis: int | Axis = ROW,
    *,
    descending: bool = False,
    stable: bool = True,
    by: str | int | AbstractJaggedArray | None = None,
) -> Any:
    """Sort the elements of each row.

    NaN comes last inside its row, also when descending, where `jax.numpy` has it first. An empty row
    stays empty. Features are sorted one by one, as NumPy does; with `by` elements move whole. The
    derivative is that of the elements in their new places, equal ones included.

    Args:
        x: A JaggedArray; with `by` a JaggedRecord or a pytree of JaggedArrays too.
        axis: The jagged axis to sort along, the row by default.
        descending: Whether the largest comes first.
        stable: Equal elements keep their order, whatever this says; NumPy has the argument.
        by: What to sort by instead of the elements, a number for each: the name of a field of the
            record, or a JaggedArray of the same lengths without features.

    Returns:
        What `x` is, with the same lengths; a pytree becomes a JaggedRecord.

    Raises:
        ValueError: If the axis is not jagged, elements are rows themselves or keys have features and
            so no order, or the lengths of keys differ.
        TypeError: If `x` is not jagged, or a record comes without `by`.

    Examples:
        >>> x = jg.array([[3.0, 1.0, 2.0], [], [5.0, 4.0]])
        >>> jg.sort(x).to_list()
        [[1.0, 2.0, 3.0], [], [4.0, 5.0]]
        >>> jg.sort(jg.record({"pt": x, "first": x == 3}), by="pt")["first"].to_list()
        [[False, False, True], [], [False, False]]

    Reference:
        `jax.numpy.sort`.
    """
    bundle = bundle_of(x, "sort", axis)
    keys = keys_of(bundle, by, "sort")
    if by is None:
        return rearrange(_sort, bundle, descending=bool(descending))
    bundle = replace(bundle, lengths=keys.lengths, outer=keys.outer)
    return rearrange(_sort_by, bundle, keys.buffers[0], descending=bool(descending))


def argsort(
    x: AbstractJagged | PyTree,
    axis: int | Axis = ROW,
    *,
    descending: bool = False,
    stable: bool = True,
    by: str | int | AbstractJaggedArray | None = None,
) -> JaggedArray:
    """Find the places of the elements that sort each row.

    They are a permutation of the row's valid places. NaN comes last, also when descending; equal
    elements keep their order. Features are sorted one by one.

    Args:
        x: A JaggedArray; with `by` a JaggedRecord or a pytree of JaggedArrays too.
        axis: The jagged axis to sort along, the row by default.
        descending: Whether the largest comes first.
        stable: Equal elements keep their order, whatever this says; NumPy has the argument.
        by: What to sort by instead of the elements, as for `jg.sort`.

    Returns:
        A JaggedArray of int32 with the same lengths, of the shape of `x` or of the keys.

    Raises:
        ValueError: If the axis is not jagged, elements are rows themselves or keys have features and
            so no order, or the lengths of keys differ.
        TypeError: If `x` is not jagged, or a record comes without `by`.

    Examples:
        >>> x = jg.array([[3.0, 1.0, 2.0], [], [5.0, 4.0]])
        >>> jg.argsort(x).to_list()
        [[1, 2, 0], [], [1, 0]]

    Reference:
        `jax.numpy.argsort`.
    """
    keys = keys_of(bundle_of(x, "argsort", axis), by, "argsort")
    return rearrange(_argsort, keys, descending=bool(descending))


def rank(
    x: AbstractJaggedArray, axis: int | Axis = ROW, *, descending: bool = False
) -> JaggedArray:
    """Find the place that each element has in its sorted row.

    Places count from 0. Equal elements are numbered in their order, NaN comes last: this is the
    inverse permutation of `jg.argsort`. Features are ranked one by one.

    Args:
        x: A JaggedArray.
        axis: The jagged axis to rank along, the row by default.
        descending: Whether the largest has place 0.

    Returns:
        A JaggedArray of int32 with the shape and the lengths of `x`.

    Raises:
        ValueError: If the axis is not jagged, or elements are rows themselves.
        TypeError: If `x` is no JaggedArray.

    Examples:
        >>> x = jg.array([[3.0, 1.0, 2.0], [], [5.0, 4.0]])
        >>> jg.rank(x).to_list()
        [[2, 0, 1], [], [1, 0]]

    Reference:
        `scipy.stats.rankdata` with `method="ordinal"`, less 1.
    """
    keys = keys_of(bundle_of(x, "rank", axis), None, "rank")
    return rearrange(_rank, keys, descending=bool(descending))


def top_k(
    x: AbstractJaggedArray, k: int, axis: int | Axis = ROW
) -> tuple[JaggedArray, JaggedArray]:
    """Take the `k` largest elements of each row, the largest first.

    A row that has fewer gives all it has. Of equal elements the first comes first; NaN comes last,
    where `jax.lax.top_k` has it first. Features are taken one by one. The derivative goes to the
    elements that are taken.

    Args:
        x: A JaggedArray.
        k: How many, a Python integer.
        axis: The jagged axis to search, the row by default.

    Returns:
        The elements, and their places as int32: JaggedArrays with lengths `min(length, k)` and
        capacity `min(capacity, k)`.

    Raises:
        ValueError: If `k` is negative, the axis is not jagged, or elements are rows themselves.
        TypeError: If `k` is no static integer, or `x` no JaggedArray.

    Examples:
        >>> x = jg.array([[3.0, 1.0, 2.0], [], [5.0]])
        >>> values, places = jg.top_k(x, 2)
        >>> values.to_list(), places.to_list()
        ([[3.0, 2.0], [], [5.0]], [[0, 2], [], [0]])

    Reference:
        `jax.lax.top_k`.
    """
    count = static_integer(k, "k of jg.top_k")
    bundle = keys_of(bundle_of(x, "top_k", axis), None, "top_k")
    values, places, shorter = _top(bundle.buffers[0], bundle.lengths, min(count, bundle.capacity))
    lengths = bundle.lengths if count >= bundle.capacity else shorter
    return bundle.rebuild((values,), lengths), bundle.rebuild((places,), lengths)


def partition(x: AbstractJaggedArray, kth: int, axis: int | Axis = ROW) -> JaggedArray:
    """Bring the element to place `kth` of each row that sorting puts there, smaller ones before it.

    A negative place counts from each row's own end. The whole row is sorted, for XLA has nothing
    faster, so a row that has no such place does no harm.

    Args:
        x: A JaggedArray.
        kth: The place, a Python integer.
        axis: The jagged axis to sort along, the row by default.

    Returns:
        A JaggedArray with the lengths of `x`; empty rows stay empty.

    Raises:
        ValueError: If the axis is not jagged, or elements are rows themselves.
        TypeError: If `kth` is no static integer, or `x` no JaggedArray.

    Examples:
        >>> x = jg.array([[3.0, 1.0, 2.0], [], [5.0, 4.0]])
        >>> jg.partition(x, -1).to_list()
        [[1.0, 2.0, 3.0], [], [4.0, 5.0]]

    Reference:
        `jax.numpy.partition`.
    """
    static_integer(kth, "kth of jg.partition", least=None)
    return rearrange(_sort, keys_of(bundle_of(x, "partition", axis), None, "partition"))


def _sort(buffers, lengths, *, descending=False):
    return (order.sort(buffers[0], lengths, descending),), None


def _sort_by(buffers, lengths, key, *, descending):
    places = order.argsort(key, lengths, descending)
    return tuple(gather(buffer, places, lengths) for buffer in buffers), None


def _argsort(buffers, lengths, *, descending):
    return (order.argsort(buffers[0], lengths, descending),), None


def _rank(buffers, lengths, *, descending):
    return (order.rank(buffers[0], lengths, descending),), None


@partial(jax.jit, static_argnums=2, inline=True)
def _top(data, lengths, k):
    axis = lengths.ndim
    places = lax.slice_in_dim(order.argsort(data, lengths, True), 0, k, axis=axis)
    return order.take_along(data, places, axis), places, jnp.minimum(lengths, k)
