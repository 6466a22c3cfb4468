"""pairwise: a function of two elements, applied to all pairs of elements of two rows."""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import PyTree

from ._abstract import AbstractJagged, is_jagged
from ._array import JaggedArray
from ._bundle import Bundle, bundle_of
from ._kernels.safety import fill_padding
from ._kernels.validity import zero_padding
from ._map import vectorize
from ._totality import is_total


def pairwise(
    f: Callable[..., PyTree],
    x: AbstractJagged | PyTree[JaggedArray],
    y: AbstractJagged | PyTree[JaggedArray],
) -> Any:
    """Apply a function of two elements to all pairs of one element of `x` and one of `y` in a row.

    `f` is written for two single elements, as the function of `map_elements` is for one: its own
    derivative rules hold, and unless all that it does is known to stay finite, padding is first
    filled with a valid element. It runs on the product of both capacities in every row, and only
    what it returns is kept. Outside `jit` it is traced at every call.

    Args:
        f: Called with an element of `x` and one of `y`, each `[*features]`, or the pytree of them
            for a record. It may close over dense arrays, such as parameters.
        x: A JaggedArray, a JaggedRecord, or a pytree of JaggedArrays, with one jagged axis.
        y: Another, with the same batch axes and lengths of its own.

    Returns:
        A JaggedArray `[*batch, None, None, *features]` with two jagged axes, as long as the rows of
        `x` and of `y`, for each array that `f` returns, in the same pytree.

    Raises:
        ValueError: If batch axes differ, or there are deeper jagged axes.
        TypeError: If an argument is not jagged, or `f` returns a jagged array.

    Examples:
        >>> x, y = jg.array([[1.0, 2.0], []]), jg.array([[10.0, 20.0, 30.0], [40.0]])
        >>> jg.pairwise(jnp.subtract, y, x).to_list()
        [[[9.0, 8.0], [19.0, 18.0], [29.0, 28.0]], [[]]]

    Reference:
        `jax.vmap`, `numpy.ufunc.outer`.
    """
    bundles = [bundle_of(each, "pairwise") for each in (x, y)]
    _check(bundles)
    levels = [bundle.lengths for bundle in bundles]
    buffers = [_elements(bundle) for bundle in bundles]
    depth = levels[0].ndim
    shapes = jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape[depth + 1 :], a.dtype), buffers)
    if not is_total(jax.make_jaxpr(f)(*shapes)):
        pairs = zip(buffers, levels, strict=True)
        buffers = [
            jax.tree.map(partial(fill_padding, lengths=lengths), data) for data, lengths in pairs
        ]
    over_y = jax.vmap(f, (None, 0))
    results = vectorize(jax.vmap(over_y, (0, None)), depth)(*buffers)
    if any(map(is_jagged, jax.tree.leaves(results, is_leaf=is_jagged))):
        raise TypeError(
            "f must return dense arrays, those of one pair; got a jagged one: return .data."
        )
    inner = _inner_lengths(*levels, bundles[0].capacity)
    return jax.tree.map(lambda data: JaggedArray.unchecked(data, levels[0], (inner,)), results)


@partial(jax.jit, static_argnums=2, inline=True)
def _inner_lengths(outer, inner, capacity):
    """Give every element of a row the length of the other row, and padding none."""
    spread = jnp.broadcast_to(inner[..., None], (*inner.shape, capacity))
    return zero_padding(spread, (outer,))


def _check(bundles: list[Bundle]) -> None:
    shapes = [bundle.lengths.shape for bundle in bundles]
    if shapes[0] != shapes[1]:
        raise ValueError(
            f"jg.pairwise works row by row, so both arrays must have the same batch axes; got "
            f"{shapes[0]} and {shapes[1]}: broadcast the smaller one first."
        )


def _elements(bundle: Bundle) -> Any:
    source = bundle.parts.source
    if not isinstance(source, JaggedArray):
        return source.fields  # pyright: ignore[reportAttributeAccessIssue]
    if source.inner_lengths:
        raise ValueError(
            f"jg.pairwise takes arrays with one jagged axis each; got {len(source.levels)}: reduce "
            "the deeper ones first."
        )
    return source.data
