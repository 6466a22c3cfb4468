"""Positions: one element of each row by its number, counted from either end of that row."""

import jax.numpy as jnp
from jaxtyping import Array, Bool, Int, Shaped

from .validity import keep


def inside(lengths: Int[Array, "..."], position) -> Bool[Array, "..."]:
    """Say which rows have an element of this number; negative ones count from the row's end."""
    return (position < lengths) & (position >= -lengths)


def take_position(
    data: Shaped[Array, "..."], lengths: Int[Array, "..."], position, fill
) -> Shaped[Array, "..."]:
    """Take one element of each row, or `fill` where a row is too short, never a neighbour.

    Args:
        data: `[*batch, capacity, *features]`.
        lengths: `[*batch]`.
        position: A Python integer or an integer array without axes.
        fill: What rows give that have no such element.

    Returns:
        `[*batch, *features]`.
    """
    axis = lengths.ndim
    capacity = data.shape[axis]
    shape = lengths.shape + (1,) * (data.ndim - axis - 1)
    if capacity == 0:
        return jnp.full(data.shape[:axis] + data.shape[axis + 1 :], fill, data.dtype)
    if isinstance(position, int) and position >= 0:
        taken = jnp.take(data, min(position, capacity - 1), axis, mode="clip")
    else:
        place = jnp.where(position < 0, lengths + position, position).clip(0, capacity - 1)
        taken = jnp.take_along_axis(data, place.reshape((*lengths.shape, 1, *shape[axis:])), axis)
        taken = jnp.squeeze(taken, axis)
    return keep(inside(lengths, position).reshape(shape), taken, fill)


def missing(dtype):
    """Give what stands for an element that is not there, as `jnp.take` in its fill mode has it."""
    if jnp.issubdtype(dtype, jnp.inexact):
        return jnp.nan
    if dtype == jnp.bool_:
        return True
    information = jnp.iinfo(dtype)
    return information.min if jnp.issubdtype(dtype, jnp.signedinteger) else information.max
