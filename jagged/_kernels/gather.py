"""Gathering: elements of each row by their places in it."""

import jax.numpy as jnp
from jaxtyping import Array, Int, Shaped


def gather(
    data: Shaped[Array, "..."], places: Int[Array, "..."], axis: int
) -> Shaped[Array, "..."]:
    """Take elements of each row at places of its own, all of which must lie in the buffer.

    Args:
        data: `[*batch, capacity, *features]`, the capacity being `axis`.
        places: `[*batch, size]`, between 0 and the capacity.
        axis: The number of batch axes.

    Returns:
        `[*batch, size, *features]`; zeros for a buffer without room.
    """
    if data.shape[axis] == 0:
        shape = (*places.shape, *data.shape[axis + 1 :])
        return jnp.zeros(shape, data.dtype)
    places = places.reshape(places.shape + (1,) * (data.ndim - axis - 1))
    return jnp.take_along_axis(data, places, axis, mode="promise_in_bounds")
