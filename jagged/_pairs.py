"""Pairs: combinations of the elements of a row, and products of several rows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, get_args

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import PyTree

from ._abstract import AbstractJagged
from ._array import JaggedArray
from ._axes import ROW, Axis
from ._bundle import Bundle, bundle_of
from ._kernels import combinations as kernels
from ._kernels.gather import gather, gather_alike
from ._kernels.products import product_places
from ._kernels.validity import zero_padding
from ._lengths import check_capacity
from ._overflow import Overflow, check_overflow, fit_capacity

Order = Literal["colexicographic", "lexicographic"]


def combinations(
    x: AbstractJagged | PyTree[JaggedArray],
    k: int,
    *,
    axis: int | Axis = ROW,
    replacement: bool = False,
    order: Order = "colexicographic",
    capacity: int | None = None,
    overflow: Overflow = "error",
) -> Any:
    """Give all combinations of k elements of each row.

    A row of n elements has C(n, k) of them, none if it is too short; with replacement it has
    C(n + k - 1, k). The room that a row of the results needs grows alike: capacity 24 has 276
    pairs and 2,024 triples, for each of the k results. In colexicographic order, (0, 1), (0, 2),
    (1, 2), (0, 3), ..., the places do not depend on the length of the row, and this is a gather with
    constant indices. The lexicographic order, that of `itertools` and Awkward Array, has indices of
    its own for every row: on a CPU it takes three times as long, and its gradient ten times.

    Args:
        x: A JaggedArray, a JaggedRecord, or a pytree of JaggedArrays, which becomes a record.
        k: How many elements make a combination.
        axis: The jagged axis whose elements are combined, the row by default.
        replacement: Whether an element may come with itself.
        order: The order of the combinations of a row.
        capacity: The room for them; by default for all that may occur.
        overflow: What to do with rows that don't fit a smaller capacity: `"error"` refuses (under
            tracing when `jg.checking()`, otherwise such a row comes back empty), `"return"` cuts
            them and returns a pair with a flag for each row.

    Returns:
        A tuple of k containers like `x`, `[*batch, None, *features]`: the first element of each
        combination, the second and so on. They share their lengths.

    Raises:
        ValueError: If k or an option is none of these, if a row does not fit, or if there may be
            more combinations than int32 can count.
        TypeError: If `x` is not jagged.

    Examples:
        >>> x = jg.array([[1.0, 2.0, 3.0], [4.0]])
        >>> first, second = jg.combinations(x, 2)
        >>> first.to_list(), second.to_list()
        ([[1.0, 1.0, 2.0], []], [[2.0, 3.0, 3.0], []])

    Reference:
        `itertools.combinations`, `awkward.combinations`.
    """
    rule = _combinations(k, replacement, order)
    bundle = bundle_of(x, "combinations", axis)
    return _select(rule, [bundle], [bundle] * k, capacity, overflow)


def argcombinations(
    x: AbstractJagged | PyTree[JaggedArray],
    k: int,
    *,
    axis: int | Axis = ROW,
    replacement: bool = False,
    order: Order = "colexicographic",
    capacity: int | None = None,
    overflow: Overflow = "error",
) -> Any:
    """Give the places of the elements of all combinations of k elements of each row.

    Args:
        x: A JaggedArray, a JaggedRecord, or a pytree of JaggedArrays; its elements are not read.
        k: How many elements make a combination.
        axis: The jagged axis whose elements are combined, the row by default.
        replacement: Whether an element may come with itself.
        order: The order of the combinations of a row, as `combinations` has it.
        capacity: The room for them; by default for all that may occur.
        overflow: What to do with rows that don't fit a smaller capacity, as in `combinations`.

    Returns:
        A tuple of k JaggedArrays of int32, `[*batch, None]`: the place in its row of the first
        element of each combination, of the second and so on. They share their lengths.

    Raises:
        ValueError: If k or an option is none of these, if a row does not fit, or if there may be
            more combinations than int32 can count.
        TypeError: If `x` is not jagged.

    Examples:
        >>> first, second = jg.argcombinations(jg.array([[1.0, 2.0, 3.0], [4.0]]), 2)
        >>> first.to_list(), second.to_list()
        ([[0, 0, 1], []], [[1, 2, 2], []])

    Reference:
        `awkward.argcombinations`.
    """
    rule = _combinations(k, replacement, order)
    bundle = bundle_of(x, "argcombinations", axis)
    return _select(rule, [bundle], [None] * k, capacity, overflow)


def cartesian(
    x: AbstractJagged | PyTree[JaggedArray],
    y: AbstractJagged | PyTree[JaggedArray],
    *more: AbstractJagged | PyTree[JaggedArray],
    capacity: int | None = None,
    overflow: Overflow = "error",
) -> Any:
    """Give, row by row, all tuples of one element of each array.

    Rows of n and m elements have n * m tuples, in the order of nested loops: the last element
    varies fastest. By default a row of the results has room for the product of the capacities.
    `pairwise` applies a function to all pairs of two rows without laying them out.

    Args:
        x: A JaggedArray, a JaggedRecord, or a pytree of JaggedArrays, which becomes a record.
        y: Another, with the same batch axes and lengths of its own.
        more: Further ones.
        capacity: The room for the tuples of a row; by default for all that may occur.
        overflow: What to do with rows that don't fit a smaller capacity: `"error"` refuses (under
            tracing when `jg.checking()`, otherwise such a row comes back empty), `"return"` cuts
            them and returns a pair with a flag for each row.

    Returns:
        A tuple of containers like the arguments, `[*batch, None, *features]`: the element of `x`
        of each tuple, that of `y` and so on. They share their lengths.

    Raises:
        ValueError: If batch axes differ, an option is none of these, a row does not fit, or there
            may be more tuples than int32 can count.
        TypeError: If an argument is not jagged.

    Examples:
        >>> x, y = jg.array([[1.0, 2.0], [3.0]]), jg.array([[10, 20], []])
        >>> first, second = jg.cartesian(x, y)
        >>> first.to_list(), second.to_list()
        ([[1.0, 1.0, 2.0, 2.0], []], [[10, 20, 10, 20], []])

    Reference:
        `itertools.product`, `awkward.cartesian`.
    """
    bundles = _same_batch([bundle_of(each, "cartesian") for each in (x, y, *more)])
    return _select(_Product(), bundles, bundles, capacity, overflow)


def argcartesian(
    x: AbstractJagged | PyTree[JaggedArray],
    y: AbstractJagged | PyTree[JaggedArray],
    *more: AbstractJagged | PyTree[JaggedArray],
    capacity: int | None = None,
    overflow: Overflow = "error",
) -> Any:
    """Give, row by row, the places of the elements of all tuples of one element of each array.

    Args:
        x: A JaggedArray, a JaggedRecord, or a pytree of JaggedArrays; its elements are not read.
        y: Another, with the same batch axes and lengths of its own.
        more: Further ones.
        capacity: The room for the tuples of a row; by default for all that may occur.
        overflow: What to do with rows that don't fit a smaller capacity, as in `cartesian`.

    Returns:
        A tuple of JaggedArrays of int32, `[*batch, None]`: the place in its row of the element of
        `x` of each tuple, that of `y` and so on. They share their lengths.

    Raises:
        ValueError: If batch axes differ, an option is none of these, a row does not fit, or there
            may be more tuples than int32 can count.
        TypeError: If an argument is not jagged.

    Examples:
        >>> first, second = jg.argcartesian(jg.array([[1.0, 2.0]]), jg.array([[10, 20]]))
        >>> first.to_list(), second.to_list()
        ([[0, 0, 1, 1]], [[0, 1, 0, 1]])

    Reference:
        `awkward.argcartesian`.
    """
    bundles = _same_batch([bundle_of(each, "argcartesian") for each in (x, y, *more)])
    return _select(_Product(), bundles, [None] * len(bundles), capacity, overflow)


@dataclass(frozen=True)
class _Combinations:
    """Which places make the combinations of a row."""

    k: int
    replacement: bool
    order: Order

    def number(self, capacities) -> int:
        return kernels.number(capacities[0], self.k, self.replacement)

    def count(self, levels, capacities):
        return kernels.count(levels[0], capacities[0], self.k, self.replacement)

    def places(self, levels, counts, capacities, size) -> Sequence:
        options = size, self.k, self.replacement
        if self.order == "colexicographic":
            # A capacity above that of all combinations goes on with places that no row has.
            return list(np.minimum(kernels.colexicographic(*options), max(capacities[0] - 1, 0)))
        return kernels.lexicographic(levels[0], counts, capacities[0], *options)


@dataclass(frozen=True)
class _Product:
    """Which places make the product of several rows."""

    def number(self, capacities) -> int:
        return math.prod(capacities)

    def count(self, levels, capacities):
        return math.prod(levels[1:], start=levels[0])

    def places(self, levels, counts, capacities, size) -> Sequence:
        return product_places(levels, capacities, size)


def _combinations(k, replacement, order) -> _Combinations:
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        raise ValueError(
            f"k must be a positive integer, known before tracing; got {k!r}: it is the number of "
            "results, so pass a Python integer."
        )
    if order not in get_args(Order):
        raise ValueError(
            f"order must be {' or '.join(map(repr, get_args(Order)))}; got {order!r}: pass one of "
            "them."
        )
    return _Combinations(int(k), bool(replacement), order)


def _same_batch(bundles: list[Bundle]) -> list[Bundle]:
    shapes = [bundle.lengths.shape for bundle in bundles]
    if len(set(shapes)) > 1:
        raise ValueError(
            f"Products are taken row by row, so all arrays must have the same batch axes; got "
            f"{' and '.join(map(str, shapes))}: broadcast the smaller one first."
        )
    return bundles


def _select(rule, bundles: list[Bundle], sources: list, capacity, overflow):
    """Take what the places of a rule say from each source, or the places themselves for `None`."""
    check_overflow(overflow)
    levels = tuple(bundle.lengths for bundle in bundles)
    capacities = tuple(bundle.capacity for bundle in bundles)
    size = _size(rule, capacities, capacity)
    lengths = flags = None
    if capacity is not None or overflow == "return":
        lengths, flags = fit_capacity(_count(rule, levels, capacities), size, overflow)
    buffers = tuple(source and source.buffers for source in sources)
    taken, counts = _take(rule, levels, lengths, buffers, capacities, size)
    lengths = counts if lengths is None else lengths
    results = tuple(
        _places(bundles[0], each, lengths) if source is None else source.rebuild(each, lengths)
        for source, each in zip(sources, taken, strict=True)
    )
    return (results, flags) if overflow == "return" else results


def _size(rule, capacities, capacity) -> int:
    largest = rule.number(capacities)
    if largest > np.iinfo(np.int32).max:
        rooms = " and ".join(map(str, capacities))
        raise ValueError(
            f"The number of tuples of a row must fit int32; got up to {largest} from capacity "
            f"{rooms}: bring the arrays to a smaller one first, x.resize(capacity)."
        )
    return largest if capacity is None else check_capacity(capacity)


@partial(jax.jit, static_argnums=(0, 2), inline=True)
def _count(rule, levels, capacities):
    return rule.count(levels, capacities)


@partial(jax.jit, static_argnums=(0, 4, 5), inline=True)
def _take(rule, levels, lengths, buffers, capacities, size):
    counts = rule.count(levels, capacities)
    kept = counts if lengths is None else lengths
    places = rule.places(levels, counts, capacities, size)
    pairs = zip(buffers, places, strict=True)
    return [_at(each, where, kept) for each, where in pairs], counts


def _at(buffers, places, lengths):
    """Take elements at places, or give the places."""
    if buffers is None:
        shape = (*lengths.shape, places.shape[-1])
        own = jnp.reshape(places, (1,) * (len(shape) - places.ndim) + places.shape)
        return zero_padding(jnp.broadcast_to(own, shape), (lengths,))
    take: Any = gather_alike if isinstance(places, np.ndarray) else gather
    return tuple(take(data, places, lengths) for data in buffers)


def _places(bundle, data, lengths) -> JaggedArray:
    first, *deeper = (*bundle.outer, lengths)
    return JaggedArray.unchecked(data, first, deeper)
