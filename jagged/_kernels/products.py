"""Products: the places of the elements of several rows in their row-wise product."""

import math

import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Int


def product_places(
    lengths: tuple[Int[Array, "..."], ...], capacities: tuple[int, ...], size: int
) -> list[Int[Array, "..."]]:
    """Give the place of each tuple's elements in their rows, the last one varying fastest.

    Args:
        lengths: Those of each array, `[*batch]`.
        capacities: Those of each array.
        size: How many tuples a row of the result has room for.

    Returns:
        An array `[*batch, size]` for each, whose places lie in the buffer at padding too.
    """
    shape = (*lengths[0].shape, size)
    if not math.prod(capacities):
        return [jnp.zeros(shape, jnp.int32) for _ in lengths]
    left = lax.broadcasted_iota(jnp.int32, shape, len(shape) - 1)
    places = []
    for own in reversed(lengths[1:]):
        own = jnp.maximum(own, 1)[..., None]
        whole = left // own
        places.append(left - whole * own)
        left = whole
    return [jnp.minimum(left, capacities[0] - 1), *reversed(places)]
