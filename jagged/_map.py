"""map_elements: a function of one element, applied to every valid one."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import PyTree

from ._abstract import AbstractJagged, is_jagged, unpack
from ._array import JaggedArray
from ._checking import is_concrete
from ._kernels.safety import fill_padding
from ._lengths import check_same_lengths
from ._record import JaggedRecord, unpack_record
from ._totality import is_total


def map_elements(f: Callable[..., PyTree], *arrays: JaggedArray | JaggedRecord) -> Any:
    """Apply a function of one element to every valid element.

    `f` is written for a single element: a layer such as `equinox.nn.Linear`, an activation, any
    function of arrays. It runs on the whole buffer, after one more trace that finds out what it
    does; its own derivative rules hold. Unless all that it does is known to stay finite, padding is
    first filled with a valid element (of the same row, or of another if that is empty, and with ones
    if all are), so `f` meets nothing that it would not meet anyway. Outside `jit` it is traced at
    every call.

    Args:
        f: Called with one element of each array, `[*features]`, or the pytree of them for a record.
            It may close over dense arrays, such as parameters.
        arrays: JaggedArrays or JaggedRecords of equal lengths.

    Returns:
        A JaggedArray `[*batch, None, *features]` for each array that `f` returns, in the same
        pytree; empty rows stay empty.

    Raises:
        ValueError: If lengths differ, or there is no array.
        TypeError: If an argument is not jagged.

    Examples:
        >>> x = jg.array([[[3.0, 4.0], [0.0, 1.0]], []])
        >>> jg.map_elements(jnp.linalg.norm, x).to_list()
        [[5.0, 1.0], []]

    Reference:
        `jax.vmap`.
    """
    buffers, levels = shared_structure("jg.map_elements", arrays)
    depth = levels[-1].ndim + 1
    elements = jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape[depth:], x.dtype), buffers)
    if not is_total(jax.make_jaxpr(f)(*elements)):
        buffers = jax.tree.map(lambda data: fill_padding(data, levels[-1]), buffers)
    results = vectorize(f, depth)(*buffers)
    if any(map(is_jagged, jax.tree.leaves(results, is_leaf=is_jagged))):
        raise TypeError(
            "f must return dense arrays, one element's; got a jagged one: return .data."
        )
    return jax.tree.map(lambda data: JaggedArray.unchecked(data, levels[0], levels[1:]), results)


def vectorize(function: Callable, axes: int) -> Callable:
    """Map a function over so many leading axes of all its arguments."""
    for _ in range(axes):
        function = jax.vmap(function)
    return function


def shared_structure(name: str, arrays) -> tuple[tuple, tuple]:
    """Give the buffers of jagged containers, and the lengths that they all have.

    Raises:
        ValueError: If lengths differ, or there is no array.
        TypeError: If one is not jagged.
    """
    if not arrays:
        raise ValueError(f"{name} needs at least one JaggedArray or JaggedRecord; got none.")
    for x in arrays:
        if not isinstance(x, AbstractJagged):
            raise TypeError(
                f"{name} takes JaggedArrays and JaggedRecords; got {type(x).__name__}. Close over "
                "what every element shares, lambda element: f(element, weights), and give a value "
                "per row the lengths of x first: jg.zeros_like(x) + values[:, None]."
            )
    levels = _levels(arrays[0])
    for x in arrays[1:]:
        levels = _same(levels, _levels(x))
    buffers = tuple(x.data if isinstance(x, JaggedArray) else x.fields for x in arrays)
    return _common_capacity(buffers, levels)


def _common_capacity(buffers, levels):
    """Cut buffers to the smallest capacity: equal lengths fit all of them."""
    leaves = jax.tree.leaves(buffers)
    room = {n.ndim: min(leaf.shape[n.ndim] for leaf in leaves) for n in levels}
    if all(leaf.shape[axis] == size for axis, size in room.items() for leaf in leaves):
        return buffers, levels
    buffers, levels = jax.tree.map(lambda array: _cut(array, room), (buffers, levels))
    # Traced lengths that were not compared may point past what is left.
    return buffers, tuple(n if is_concrete(n) else jnp.minimum(n, room[n.ndim]) for n in levels)


def _cut(array, room):
    return array[tuple(slice(room.get(axis)) for axis in range(array.ndim))]


def _levels(x) -> tuple:
    return unpack(x)[1] if isinstance(x, JaggedArray) else (unpack_record(x)[1],)


def _same(levels, others):
    if len(levels) != len(others):
        raise ValueError(
            f"All arrays must have the same jagged axes; got {len(levels)} and {len(others)}: reduce "
            "the deeper ones first."
        )
    if levels[0].shape != others[0].shape:
        raise ValueError(
            f"All arrays must have the same batch axes; got {levels[0].shape} and "
            f"{others[0].shape}: broadcast the smaller one first."
        )
    pairs = enumerate(zip(levels, others, strict=True))
    return tuple(check_same_lengths(a, b, inner=depth > 0) for depth, (a, b) in pairs)
