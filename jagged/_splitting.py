"""Splitting: arrays cut into several, each row at its own positions."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import PyTree

from ._abstract import AbstractJagged
from ._alignment import each_buffer, layout_of
from ._axes import ROW, Axis
from ._bundle import bundle_of
from ._integers import static_integer
from ._kernels.cutting import cut, share, stretch
from ._kernels.validity import zero_padding


def split(
    x: AbstractJagged | PyTree, indices_or_sections: int | Sequence[int], axis: int | Axis = ROW
) -> list[Any]:
    """Cut each row into several, at positions or into shares of its own length.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        indices_or_sections: A list of integers cuts each row there, as slices do: negative ones count
            from the row's own end, and where a row is too short a part is empty. An integer gives as
            many parts, the first ones longer by one element where a row can't be divided evenly.
            Along another axis as in `numpy.split`, which divides evenly. Known before tracing.
        axis: The jagged axis, or a batch axis or an axis of features.

    Returns:
        A list of arrays or records like `x`, each with room for the longest part that there may be.

    Raises:
        ValueError: If there is no part, or another axis can't be divided evenly.
        TypeError: If positions are no integers, or traced.

    Examples:
        >>> x = jg.array([[1, 2, 3, 4, 5], [6, 7]])
        >>> [part.to_list() for part in jg.split(x, [1, -1])]
        [[[1], [6]], [[2, 3, 4], []], [[5], [7]]]
        >>> [part.to_list() for part in jg.split(x, 2)]
        [[[1, 2, 3], [6]], [[4, 5], [7]]]

    Reference:
        `numpy.split`, along a row `numpy.array_split`.
    """
    cuts = _cuts(indices_or_sections)
    layout = layout_of(x, axis, "split")
    if layout.along_rows:
        bundle = bundle_of(x, "split", axis)
        parts = _split(bundle.buffers, bundle.lengths, bundle.outer, cuts)
        return [bundle.rebuild(buffers, lengths) for buffers, lengths in parts]
    bundle = bundle_of(x, "split")
    if layout.among_batch:
        arrays = (*bundle.buffers, bundle.lengths)
        columns = each_buffer(jnp.split, arrays, (cuts, layout.axis))
        return [bundle.rebuild(tuple(b), n) for *b, n in zip(*columns, strict=True)]
    layout.check_not_between(layout.axis)
    data, *deeper = bundle.buffers
    (parts,) = each_buffer(jnp.split, (data,), (cuts, layout.axis))
    return [bundle.rebuild((part, *deeper), bundle.lengths) for part in parts]


def _cuts(indices_or_sections) -> int | tuple[int, ...]:
    why = "the number of parts and their room are part of the shapes"
    positions = isinstance(indices_or_sections, list | tuple)
    if positions or (isinstance(indices_or_sections, np.ndarray) and indices_or_sections.ndim == 1):
        least = -np.iinfo(np.int64).max
        return tuple(static_integer(i, "each position", least, why) for i in indices_or_sections)
    return static_integer(indices_or_sections, "indices_or_sections", 1, why)


@partial(jax.jit, static_argnums=3, inline=True)
def _split(buffers, lengths, outer, cuts):
    if isinstance(cuts, int):
        pieces = [(share, number, cuts) for number in range(cuts)]
    else:
        pieces = [
            (stretch, first, last) for first, last in zip((0, *cuts), (*cuts, None), strict=True)
        ]
    return [_piece(buffers, lengths, outer, *piece) for piece in pieces]


def _piece(buffers, lengths, outer, rule, first, last):
    (data, *deeper), size = cut(buffers, lengths, rule, first, last)
    return (data, *deeper), (zero_padding(size, outer) if outer else size)
