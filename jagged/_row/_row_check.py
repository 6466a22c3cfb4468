"""The row check: a mapped function against the function itself, on a row cut to a few lengths."""

from collections.abc import Callable
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from .._abstract import AbstractJagged, is_jagged
from .._array import JaggedArray
from .._record import JaggedRecord
from ._arguments import axes_of


class _Arguments(NamedTuple):
    """The arguments of a mapped function, one node for each, and the axes that are mapped over."""

    nodes: list
    axes: list
    structure: Any

    def call(self, function: Callable, nodes: list) -> Any:
        return function(*jax.tree.unflatten(self.structure, nodes))


def check_rows(
    f: Callable, mapped: Callable, args: tuple, in_axes, tolerance: float = 1e-3
) -> None:
    """Compare values and gradients of a mapped function with those of `f` on single rows.

    The longest row is cut to lengths 1, 2, 3, half its own and its own, and mapped over beside
    itself. Lengths for which `f` raises are left out.

    Raises:
        AssertionError: With the length, and the result or the gradient that differ.
    """
    nodes, structure = jax.tree.flatten(args, is_leaf=is_jagged)
    arguments = _Arguments(nodes, axes_of(in_axes, args), structure)
    row = _longest(arguments)
    if row is None:
        return
    number, length = row
    for cut in sorted({min(cut, length) for cut in (1, 2, 3, length // 2, length)} - {0}):
        _check_length(f, mapped, arguments, number, cut, tolerance)


def _longest(arguments) -> tuple[int, int] | None:
    """Give the number and the length of the longest row of the first argument that has rows."""
    for node, axis in zip(arguments.nodes, arguments.axes, strict=True):
        if isinstance(node, AbstractJagged) and axis == 0 and node.lengths.ndim == 1:
            lengths = np.asarray(node.lengths)
            return (int(lengths.argmax()), int(lengths.max())) if lengths.size else None
    return None


def _check_length(f, mapped, arguments, number, cut, tolerance):
    places = list(zip(arguments.nodes, arguments.axes, strict=True))
    single = [_single(node, axis, number, cut) for node, axis in places]
    try:
        expected = jax.tree.map(jnp.asarray, arguments.call(f, single))
    except Exception:  # the row is too short for the function
        return
    pair = [_pair(node, axis, number, cut) for node, axis in places]
    actual = _first_row(arguments.call(mapped, pair))
    name = f"f on a row of length {cut}"
    _compare(f"The result of {name}", actual, expected, tolerance)
    ours = _gradient(lambda nodes: _first_row(arguments.call(mapped, nodes), whole=True), pair)
    theirs = _gradient(lambda nodes: arguments.call(f, nodes), single)
    ours = [_single(node, axis, 0, cut) for node, axis in zip(ours, arguments.axes, strict=True)]
    _compare(f"The gradient of {name}", ours, theirs, tolerance)


def _single(node, axis, number, cut):
    """Give what the function of one row takes: the row, cut."""
    if axis is None or node is None:
        return node
    if isinstance(node, JaggedRecord):
        return jax.tree.map(lambda field: _row(field, number, cut, node.lengths), node.fields)
    if not isinstance(node, JaggedArray):
        return jnp.take(node, number, axis) if eqx.is_array(node) else node
    lengths = node.lengths
    if not node.inner_lengths:
        return _row(node.data, number, cut, lengths)
    first, *rest = (_row(inner, number, cut, lengths) for inner in node.inner_lengths)
    return JaggedArray.unchecked(_row(node.data, number, cut, lengths), first, tuple(rest))


def _row(array, number, cut, lengths):
    """Give one row of an array, no longer than its own lengths say; a gradient has none."""
    return array[number, : cut if lengths is None else min(cut, int(lengths[number]))]


def _pair(node, axis, number, cut):
    """Give a batch of the row, cut, and the row as it is."""
    if axis is None or not (isinstance(node, AbstractJagged) or eqx.is_array(node)):
        return node
    if not isinstance(node, AbstractJagged):
        return jnp.take(node, jnp.array([number, number]), axis)
    both = jax.tree.map(lambda leaf: jnp.asarray(leaf)[np.array([number, number])], node)
    cuts = jnp.minimum(both.lengths, jnp.array([cut, both.capacity], jnp.int32))
    return eqx.tree_at(lambda x: x.lengths, both, cuts)


def _first_row(results, whole: bool = False):
    """Give the results of the first row, at their own size or, for a gradient, masked."""
    return jax.tree.map(lambda leaf: _first(leaf, whole), results, is_leaf=is_jagged)


def _first(leaf, whole):
    if not isinstance(leaf, JaggedArray):
        return leaf[0]
    if whole:
        mask = leaf.mask.reshape(leaf.mask.shape + (1,) * (leaf.data.ndim - leaf.mask.ndim))
        return jnp.where(mask, leaf.data, 0)[0]
    sizes = [int(jnp.max(lengths[0], initial=0)) for lengths in leaf.levels]
    axes = {lengths.ndim - 1: size for lengths, size in zip(leaf.levels, sizes, strict=True)}
    return leaf.data[0][tuple(slice(axes.get(axis)) for axis in range(leaf.data.ndim - 1))]


def _gradient(function, nodes) -> list:
    """Give the gradient of a weighted sum of results with respect to all floating-point arrays."""
    moving, fixed = eqx.partition(nodes, eqx.is_inexact_array)

    def total(moving):
        results = function(eqx.combine(moving, fixed))
        return sum(map(_weighted, jax.tree.leaves(results)), start=jnp.zeros(()))

    return jax.grad(total)(moving)


def _weighted(array):
    """Add up an array with weights that depend on positions alone, not on how many there are."""
    array = jnp.asarray(array)
    if not jnp.issubdtype(array.dtype, jnp.inexact):
        return jnp.zeros(())
    array = jnp.abs(array) if jnp.iscomplexobj(array) else array
    for axis in reversed(range(array.ndim)):
        places = jax.lax.iota(array.dtype, array.shape[axis])
        array = jnp.tensordot(array, jnp.cos(places + axis + 1), ([axis], [0]))
    return array.astype(jnp.float32)


def _compare(name, actual, expected, tolerance):
    ours, theirs = jax.tree.leaves(actual), jax.tree.leaves(expected)
    for mine, other in zip(ours, theirs, strict=True):
        mine, other = np.asarray(mine), np.asarray(other)
        if mine.shape != other.shape:
            raise AssertionError(
                f"{name} must have the shape {other.shape}; got {mine.shape} from jg.vmap. {_ADVICE}"
            )
        if not np.allclose(mine, other, rtol=tolerance, atol=tolerance, equal_nan=True):
            raise AssertionError(
                f"{name} must be {_shown(other)}; got {_shown(mine)} from jg.vmap. {_ADVICE}"
            )


def _shown(array) -> str:
    return np.array2string(array, threshold=8, precision=5).replace("\n", "")


_ADVICE = (
    "The function looks at its length in a way that a trace does not see, such as isinstance or str of "
    "x.shape[0], or it is not pure: use jnp.asarray(x.shape[0]) for the length as a value."
)
