"""Taking elements and rows by number, with a fill value where there is none."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping import ArrayLike

from ._abstract import AbstractJaggedArray
from ._array import JaggedArray
from ._axes import ROW, Axis
from ._bundle import Parts, parts_of
from ._index._batch import take_rows_unchecked
from ._index._elements import pick, take_places, take_unchecked
from ._index._jagged import pick_elements
from ._index._parse import as_position
from ._kernels.positions import missing
from ._reduction import as_fill


def take(
    x: Any,
    indices: ArrayLike | AbstractJaggedArray,
    axis: int | Axis = ROW,
    *,
    fill_value: ArrayLike | None = None,
) -> Any:
    """Take elements of each row by their numbers, and a fill value where a row has no such element.

    Negative numbers count from the row's own end. Unlike `x[:, indices]` this raises for no row: an
    empty one gives fill values alone. The gradient reaches the elements taken, once for each time.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        indices: Integers: one for all rows, an array `[*shape]` of them, or a JaggedArray with
            places of its own for each row, which makes the result jagged.
        axis: A jagged axis, the row by default; or a batch axis, where an absent row comes out
            empty.
        fill_value: A number; by default NaN, `True` or the extreme integer, as `jax.numpy.take`
            fills with.

    Returns:
        `[*batch, *shape, *features]`, or a JaggedArray with the lengths of `indices`.

    Raises:
        ValueError: If the axis does not exist, or `fill_value` does not fit the dtype.
        TypeError: If `indices` are not integers.
        IndexError: If jagged `indices` have other rows than `x`.

    Examples:
        >>> x = jg.array([[1.0, 2.0, 3.0], [4.0]])
        >>> jg.take(x, -2, fill_value=0)
        Array([2., 0.], dtype=float32)
        >>> jg.take(x, jg.array([[2, 0], [0, 1, 0]]), fill_value=0).to_list()
        [[3.0, 1.0], [4.0, 0.0, 4.0]]

    Reference:
        `jax.numpy.take`.
    """
    parts = parts_of(x, "take")
    places = _as_places(indices)
    fill = _fill(fill_value, parts)
    if isinstance(places, AbstractJaggedArray):
        return parts.build(*_take_jagged(parts, places, axis, fill))
    position = parts.position(axis, "take")
    if position < parts.levels[0].ndim:
        rows = (jnp.asarray(places, jnp.int32),)
        return parts.build(*take_rows_unchecked(parts.buffers, parts.levels, position, rows))
    level = parts.level(axis, "take")
    if isinstance(places, int):
        return parts.build(*take_unchecked(parts.buffers, parts.levels, level, places, fill))
    lengths = parts.levels[level]
    places = jnp.reshape(places, (1,) * lengths.ndim + jnp.shape(places))
    return parts.build(*pick(parts.buffers, parts.levels, level, places, fill))


def take_along_axis(
    x: Any,
    indices: ArrayLike | AbstractJaggedArray,
    axis: int | Axis = ROW,
    *,
    fill_value: ArrayLike | None = None,
) -> Any:
    """Take elements of each row by numbers of its own, as `argmax` or `argsort` give them.

    Negative numbers count from the row's own end; what a row does not have is filled, so -1 for an
    empty row gives the fill value, without a gradient.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        indices: Integers `[*batch, size]`; `[*batch, size, *features]` to number each feature by
            itself; or a JaggedArray of places, which makes the result jagged.
        axis: The jagged axis, the row by default.
        fill_value: A number, as in `jg.take`.

    Returns:
        `[*batch, size, *features]`, or a JaggedArray with the lengths of `indices`.

    Raises:
        ValueError: If the axis is not jagged, shapes don't fit, or `fill_value` not the dtype.
        TypeError: If `indices` are not integers.
        IndexError: If jagged `indices` have other rows than `x`.

    Examples:
        >>> x = jg.array([[1.0, 5.0, 3.0], []])
        >>> jg.take_along_axis(x, jg.argmax(x, axis=1)[:, None], fill_value=0)
        Array([[5.],
               [0.]], dtype=float32)

    Reference:
        `jax.numpy.take_along_axis`.
    """
    parts = parts_of(x, "take_along_axis")
    places, fill = _as_places(indices), _fill(fill_value, parts)
    if isinstance(places, AbstractJaggedArray):
        return parts.build(*_take_jagged(parts, places, axis, fill))
    level = parts.level(axis, "take_along_axis")
    lengths = parts.levels[level]
    given, depth = jnp.shape(places), lengths.ndim + 1
    whole = len(given) == depth
    by_feature = (
        len(parts.buffers) == len(parts.levels) == 1 and len(given) == parts.buffers[0].ndim
    )
    if given[: depth - 1] != lengths.shape or not (whole or by_feature):
        raise ValueError(
            "indices must be [*batch, size], or [*batch, size, *features] of an array; got shape "
            f"{given} for rows {lengths.shape}: give a value per row an axis, indices[:, None]."
        )
    if whole:
        return parts.build(*pick(parts.buffers, parts.levels, level, places, fill))
    return _by_feature(parts.buffers[0], lengths, jnp.asarray(places), fill)


def first(x: Any, axis: int | Axis = ROW, *, fill_value: ArrayLike | None = None) -> Any:
    """Take the first element of each row, and a fill value of an empty one.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        axis: A jagged axis, the row by default.
        fill_value: A number, as in `jg.take`.

    Returns:
        `[*batch, *features]`; a pytree of these for a record.

    Raises:
        ValueError: If the axis is not jagged, or `fill_value` does not fit the dtype.

    Examples:
        >>> jg.first(jg.array([[1.0, 2.0], []]), fill_value=0)
        Array([1., 0.], dtype=float32)

    Reference:
        `jax.numpy.take`.
    """
    return _take_end(x, 0, axis, fill_value, "first")


def last(x: Any, axis: int | Axis = ROW, *, fill_value: ArrayLike | None = None) -> Any:
    """Take the last element of each row, and a fill value of an empty one.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        axis: A jagged axis, the row by default.
        fill_value: A number, as in `jg.take`.

    Returns:
        `[*batch, *features]`; a pytree of these for a record.

    Raises:
        ValueError: If the axis is not jagged, or `fill_value` does not fit the dtype.

    Examples:
        >>> jg.last(jg.array([[1.0, 2.0], []]), fill_value=0)
        Array([2., 0.], dtype=float32)

    Reference:
        `jax.numpy.take`.
    """
    return _take_end(x, -1, axis, fill_value, "last")


def local_index(x: Any, axis: int | Axis = ROW) -> Any:
    """Number the elements of each row from 0.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        axis: The jagged axis to number along, the row by default.

    Returns:
        An int32 JaggedArray `[*batch, None]` with the lengths of `x`; of a deeper axis, with the
        jagged axes down to it. An empty row stays empty.

    Raises:
        ValueError: If the axis is not jagged.

    Examples:
        >>> jg.local_index(jg.array([[5.0, 6.0], [], [7.0]])).to_list()
        [[0, 1], [], [0]]

    Reference:
        `jax.numpy.arange`.
    """
    parts = parts_of(x, "local_index")
    level = parts.level(axis, "local_index")
    lengths = parts.levels[level]
    places = _number(lengths, parts.buffers[0].shape[lengths.ndim])
    return JaggedArray.unchecked(places, parts.levels[0], parts.levels[1 : level + 1])


@partial(jax.jit, inline=True)
def _by_feature(data, lengths, places, fill):
    return take_places(data, lengths, places, missing(data.dtype) if fill is None else fill)


@partial(jax.jit, static_argnums=1, inline=True)
def _number(lengths, capacity):
    places = lax.broadcasted_iota(jnp.int32, (*(1,) * lengths.ndim, capacity), lengths.ndim)
    # A sum, for places have to lie on the devices that the rows lie on.
    return jnp.zeros_like(lengths)[..., None] + places


def _take_end(x, position, axis, fill_value, name):
    parts = parts_of(x, name)
    level, fill = parts.level(axis, name), _fill(fill_value, parts)
    return parts.build(*take_unchecked(parts.buffers, parts.levels, level, position, fill))


def _take_jagged(parts: Parts, places, axis, fill):
    level = parts.level(axis, "take")
    if level != len(places.levels) - 1:
        raise ValueError(
            "Jagged indices take along the axis as deep as their own; got "
            f"{len(places.levels)} jagged axes for axis={axis}: pass the axis that they number."
        )
    return pick_elements(parts.buffers, parts.levels, places.data, places.levels, fill)


def _as_places(indices):
    """Give indices as an int, an array of integers or a JaggedArray of them."""
    if isinstance(indices, list | tuple):
        indices = np.asarray(indices)
    if not isinstance(indices, AbstractJaggedArray) and np.ndim(indices) == 0:
        return as_position(indices)
    if not jnp.issubdtype(indices.dtype, jnp.integer):  # pyright: ignore[reportAttributeAccessIssue]
        raise TypeError(
            f"indices must be integers; got {indices.dtype}: "  # pyright: ignore[reportAttributeAccessIssue]
            "for a mask use jg.compress(mask, x)."
        )
    return indices


def _fill(value, parts: Parts):
    """Give the fill value in a form that fits every buffer, `None` for the default."""
    if value is None:
        return None
    for buffer in parts.buffers:
        as_fill(value, jnp.empty((), buffer.dtype), "fill_value")
    return value
