"""The masks that an expert writes by hand."""

import jax.numpy as jnp
from jax import Array


def valid(data: Array, lengths: Array) -> Array:
    """Return the mask of the valid places, with as many axes as `data`."""
    mask = jnp.arange(data.shape[1]) < lengths[:, None]
    return mask.reshape(mask.shape + (1,) * (data.ndim - 2))


def per_row(values: Array, reduced: Array) -> Array:
    """Give values `[batch]` as many axes as `reduced` has, whose first axis is the batch."""
    return values.reshape(values.shape + (1,) * (reduced.ndim - 1))
