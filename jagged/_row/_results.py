"""Results: what the rows gave, as jagged arrays where its shape depends on the length."""

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from .._abstract import is_jagged
from .._array import JaggedArray
from .._kernels.validity import keep, prefix_mask, without_gradient_at_padding
from .._record import JaggedRecord
from ._program import Result


def assemble(shapes: Any, results: Sequence[Result], out_axes) -> Any:
    """Give the results of all rows in the tree that the function returns.

    Args:
        shapes: That tree, with shapes of one row in place of arrays.
        results: For each of them the results of all rows, the batch axis in front.
        out_axes: Where the batch axis goes, as for `jax.vmap`.

    Raises:
        ValueError: If `out_axes` moves the batch axis of a jagged result.
    """
    nodes, structure = jax.tree.flatten(shapes, is_leaf=is_jagged)
    axes = _axes_of(out_axes, shapes)
    remaining = iter(results)
    values = [_assemble(node, axis, remaining) for node, axis in zip(nodes, axes, strict=True)]
    return jax.tree.unflatten(structure, values)


def _axes_of(out_axes, shapes) -> list:
    axes: list = []

    def spread(axis, subtree):
        axes.extend([axis] * len(jax.tree.leaves(subtree, is_leaf=is_jagged)))

    try:
        jax.tree.map(spread, out_axes, shapes, is_leaf=lambda node: node is None)
    except ValueError as error:
        raise ValueError(
            "out_axes must be an integer or a tree that leads the result, as for jax.vmap; got "
            f"{out_axes!r}. {error}"
        ) from error
    return axes


def _assemble(node, axis, remaining):
    if isinstance(node, JaggedRecord):
        return _record(node, axis, remaining)
    parts = [next(remaining) for _ in jax.tree.leaves(node)]
    sizes, levels = parts[0].sizes, [part.array for part in parts[1:]]
    if not sizes and not levels:
        return _moved(parts[0].array, axis)
    if axis != 0:
        raise ValueError(
            f"out_axes must be 0 where a result is jagged, for its batch axes come first; got {axis!r}."
        )
    return jagged_result(parts[0].array, sizes, levels)


def _record(node, axis, remaining):
    parts = [next(remaining) for _ in jax.tree.leaves(node)]
    if axis != 0 or any(part.sizes for part in parts):
        raise ValueError(
            "A function given to jg.vmap can return a JaggedRecord only if its shape does not depend "
            "on the length of the row, with out_axes=0: return its arrays."
        )
    return jax.tree.unflatten(jax.tree.structure(node), [part.array for part in parts])


def _moved(array, axis):
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise ValueError(
            f"An entry of out_axes must be an integer; got {axis!r}: rows have results of their own."
        )
    if not -array.ndim <= axis < array.ndim:
        raise ValueError(
            f"out_axes must be an axis of the result, which has {array.ndim} with the batch; got {axis}."
        )
    return jnp.moveaxis(array, 0, axis)


def jagged_result(data, sizes: dict[int, Any], levels: Sequence) -> JaggedArray:
    """Make a jagged array of rows whose axes have these sizes, and perhaps lengths already.

    Args:
        data: `[batch, ...]`.
        sizes: For each axis of a row that is jagged now its size, `[batch]`.
        levels: The lengths that the rows brought along.
    """
    known: dict[int, Any] = {lengths.ndim: lengths for lengths in levels}
    for axis, size in sizes.items():
        room = data.shape[: axis + 1]
        known[axis + 1] = jnp.broadcast_to(size.reshape(size.shape + (1,) * axis), room)
    complete: list = []
    for axis in sorted(known):
        lengths = known[axis].astype(jnp.int32)
        if complete:
            lengths = keep(prefix_mask(complete, lengths.shape), lengths, 0)
        complete.append(lengths)
    data = without_gradient_at_padding(data, complete)
    return JaggedArray.unchecked(data, complete[0], tuple(complete[1:]))
