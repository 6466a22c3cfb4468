"""Inserting: elements put into each row, at its end or at a place of its own."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import ArrayLike, Integer, PyTree

from ._abstract import AbstractJagged
from ._alignment import Layout, Part, align, row_layout, take_apart, unchanged
from ._axes import ROW, Axis
from ._bundle import Bundle
from ._casting import held
from ._checking import refuse
from ._integers import row_integers
from ._joining import join_operands
from ._kernels.joining import put_into
from ._kernels.validity import prefix_mask, zero_padding
from ._lengths import at_row


def append(x: AbstractJagged | PyTree, values: Any, axis: int | Axis = ROW) -> Any:
    """Put elements behind the last one of each row.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        values: Elements for each row: dense, broadcast from the right to `[*batch, k, *features]`
            (so a number is one element for every row, and one for each is `v[:, None]`), or jagged.
            For a record a tree of these with the same fields.
        axis: The jagged axis to append along.

    Returns:
        An array or a record like `x`, whose capacity is larger by that of the values.

    Raises:
        ValueError: If values don't broadcast, or the axis is not jagged.
        TypeError: If they differ in kind, axes or fields.

    Examples:
        >>> x = jg.array([[1, 2], []])
        >>> jg.append(x, 0).to_list(), jg.append(x, jnp.array([[8], [9]])).to_list()
        ([[1, 2, 0], [0]], [[1, 2, 8], [9]])

    Reference:
        `numpy.append`.
    """
    return join_operands([x, values], row_layout(x, axis, "append"), None, "error")


def insert(
    x: AbstractJagged | PyTree,
    index: Integer[ArrayLike, "..."],
    values: Any,
    axis: int | Axis = ROW,
) -> Any:
    """Put elements into each row, in front of the one that an index names.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        index: An integer, or `[*batch]` integers, one for each row, from minus its length to its
            length; negative ones count from the row's own end. Where a traced one lies outside, the
            row comes out empty (and `jg.checking()` refuses it).
        values: Elements for each row, as for `append`, of a dtype that the one of `x` holds.
        axis: The jagged axis.

    Returns:
        An array or a record like `x`, whose capacity is larger by that of the values.

    Raises:
        IndexError: If an index lies outside its row.
        ValueError: If values or indices don't broadcast, or the axis is not jagged.
        TypeError: If an index is no integer, or the dtype of `x` does not hold the values.

    Examples:
        >>> x = jg.array([[1, 2, 3], []])
        >>> jg.insert(x, 0, 9).to_list(), jg.insert(x, jnp.array([-1, 0]), 9).to_list()
        ([[9, 1, 2, 3], [9]], [[1, 2, 9, 3], [9]])

    Reference:
        `numpy.insert`.
    """
    layout = row_layout(x, axis, "insert")
    bundle, parts = take_apart([x, values], layout)
    place = row_integers(index, bundle.lengths.shape, "index")
    checked = _check_index(place, bundle)
    buffers, lengths, outer = _insert(parts, checked, bundle.outer, layout)
    return bundle.rebuild(buffers, lengths, unchanged(bundle.outer, outer))


@partial(jax.jit, static_argnums=3, inline=True)
def _insert(parts: list[Part], index, outer, layout: Layout):
    parts, outer = align(_cast_values(parts, layout), outer, layout)
    (buffers, lengths), (values, size) = parts
    index = index + jnp.zeros_like(lengths)  # which lie on the devices of the rows
    inside = (index <= lengths) & (index >= -lengths)
    index = jnp.where(index < 0, index + lengths, index)
    index = jnp.where(inside, index, 0)
    total = jnp.where(inside, lengths + size, 0)
    total = zero_padding(total, outer) if outer else total
    columns = zip(buffers, values, strict=True)
    put = (put_into(b, v, index, size) for b, v in columns)
    # What is gathered behind the end may be an element, which need not be finite.
    return tuple(zero_padding(each, (total,)) for each in put), total, outer


def _check_index(index, bundle: Bundle):
    def faulty(index, lengths, *outer):
        outside = (index > lengths) | (index < -lengths)
        return outside & prefix_mask(outer, lengths.shape) if outer else outside

    def error(index=None, lengths=None, *outer):
        advice = "Pass one from minus the length of each row to its length."
        if index is None or lengths is None:
            return IndexError(f"index must lie inside its row. {advice}")
        row = np.unravel_index(np.argmax(faulty(index, lengths, *outer)), lengths.shape)
        came = np.broadcast_to(index, lengths.shape)[row]
        return IndexError(
            f"index must lie inside its row; got {came} for a row of length {lengths[row]}{at_row(row)}. "
            f"{advice}"
        )

    return refuse(faulty, (index, bundle.lengths, *bundle.outer), error)


def _cast_values(parts: list[Part], layout: Layout) -> list[Part]:
    x, values = parts
    cast = [
        held(theirs, ours.dtype, "values")
        for ours, theirs in zip(x.buffers, values.buffers[: layout.fields], strict=False)
    ]
    return [x, Part((*cast, *values.buffers[layout.fields :]), values.lengths)]
