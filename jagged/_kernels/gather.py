"""Gathering: elements of each row by their places in it."""

import jax.numpy as jnp
from jaxtyping import Array, Int, Shaped

from .validity import zero_padding


def gather(
    data: Shaped[Array, "..."], places: Int[Array, "..."], lengths: Int[Array, "..."]
) -> Shaped[Array, "..."]:
    """Take elements of each row at places of its own.

    Args:
        data: `[*batch, capacity, *features]`.
        places: `[*batch, size]`, all of them in the buffer, those in padding too.
        lengths: `[*batch]`, how many elements the result has; zeros follow, for a valid element in
            padding could be infinite.

    Returns:
        `[*batch, size, *features]`.
    """
    axis = lengths.ndim
    if data.shape[axis] == 0:
        return jnp.zeros((*places.shape, *data.shape[axis + 1 :]), data.dtype)
    places = places.reshape(places.shape + (1,) * (data.ndim - axis - 1))
    taken = jnp.take_along_axis(data, places, axis, mode="promise_in_bounds")
    return zero_padding(taken, (lengths,))
