"""associative_scan: a binary operation along each row, in parallel."""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Int, PyTree

from ._abstract import AbstractJagged, is_jagged
from ._axes import ROW, Axis
from ._bundle import Bundle, bundle_of
from ._differences import refuse_rows
from ._kernels.association import scan_row, turn_rows
from ._kernels.positions import take_position
from ._kernels.safety import from_filled_row, representative
from ._map import vectorize
from ._record import JaggedRecord
from ._totality import is_total


def associative_scan(
    f: Callable[[Any, Any], Any],
    x: PyTree[AbstractJagged],
    *,
    reverse: bool = False,
    axis: int | Axis = ROW,
) -> Any:
    """Combine the elements of each row from its first, or its own last, by an associative function.

    `f` is written as for `jax.lax.associative_scan`. Whatever it meets at padding is a pair of
    valid elements too (two neighbours of the same row, or of another where a row has no two), so it
    may be partial, like a division, or overflow on other values. The depth of the computation is
    the logarithm of the capacity; outside `jit` it runs operation by operation.

    Args:
        f: Takes two pytrees of dense arrays, `[number, *features]`, like the fields of `x`, combines
            them element by element and returns such a pytree. It must be associative; `reverse`
            passes the later element first.
        x: A JaggedArray, a JaggedRecord, or a pytree of JaggedArrays of equal lengths.
        reverse: Whether to start at each row's own last element.
        axis: The jagged axis, the row by default; the deepest one of several.

    Returns:
        What `x` is, with the combinations up to each element; empty rows stay empty.

    Raises:
        ValueError: If lengths differ, or the axis is not jagged or holds rows.
        TypeError: If `f` returns other shapes or dtypes than it takes, or `x` is not jagged.

    Examples:
        >>> a, b = jg.array([[0.5, 0.5], []]), jg.array([[1.0, 2.0], []])
        >>> step = lambda s, t: (s[0] * t[0], s[1] * t[0] + t[1])
        >>> jg.associative_scan(step, (a, b))[1].to_list()
        [[1.0, 2.5], []]

    Reference:
        `jax.lax.associative_scan`.
    """
    bundle = bundle_of(x, "associative_scan", axis)
    refuse_rows(bundle, "associative_scan")
    elements, lengths = _elements(bundle), bundle.lengths
    turn = partial(jax.tree.map, lambda data: turn_rows(data, lengths)) if reverse else _as_it_is
    result = turn(_scan(f, turn(elements), lengths))
    result = bundle.rebuild(tuple(jax.tree.leaves(result)), lengths)
    return result if is_jagged(x) else result.arrays()


def _as_it_is(elements):
    return elements


def _elements(bundle: Bundle):
    """Give the buffers in the tree that `f` is to see."""
    source = bundle.source
    if not isinstance(source, JaggedRecord):
        return bundle.buffers[0]
    return jax.tree.unflatten(jax.tree.structure(source.fields), bundle.buffers)


def _scan(f, elements, lengths):
    """Scan all rows, without a guard if `f` stays finite on whatever is in padding."""
    if _is_total(f, elements, lengths.ndim + 1):
        return vectorize(partial(lax.associative_scan, f), lengths.ndim)(elements)
    scan = vectorize(partial(scan_row, f), lengths.ndim)
    return scan(elements, lengths, _valid_pair(elements, lengths))


def _is_total(f, elements, axes) -> bool:
    """Trace `f` on one element, check what it returns, and say whether it is total."""
    element = jax.tree.map(
        lambda leaf: jax.ShapeDtypeStruct((1, *leaf.shape[axes:]), leaf.dtype), elements
    )
    closed, returned = jax.make_jaxpr(f, return_shape=True)(element, element)
    ours, theirs = (jax.tree.map(lambda a: (a.shape, str(a.dtype)), t) for t in (element, returned))
    if jax.tree.structure(element) != jax.tree.structure(returned) or ours != theirs:
        raise TypeError(
            f"f must return elements like those that it takes, {ours}; got {theirs}: cast or reshape "
            "them, with the number of elements as their first axis."
        )
    return is_total(closed)


def _valid_pair(elements: PyTree[Array], lengths: Int[Array, "..."]):
    """Give for each row its first two elements, a pair that `f` is going to meet.

    Those of another row if this one has not two, and an element with itself if none has.
    """

    def take(position, leaf):
        own = take_position(leaf, lengths, position, 0)
        pair = from_filled_row(own, lengths - 1, representative(leaf, lengths))
        return jnp.expand_dims(pair, lengths.ndim)

    return lax.stop_gradient(tuple(jax.tree.map(partial(take, k), elements) for k in range(2)))
