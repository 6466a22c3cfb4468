"""Safety: padding filled with values that a function meets anyway, so that it can't go wrong there."""

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Int, Shaped

from .positions import take_position
from .validity import keep, prefix_mask


def fill_padding(data: Shaped[Array, "..."], lengths: Int[Array, "..."]) -> Shaped[Array, "..."]:
    """Fill padding with the first element of the same row, without a derivative.

    Args:
        data: `[*batch, capacity, *features]`.
        lengths: `[*batch]`. An empty row is filled from another, and with ones if all are empty.

    Returns:
        Data of the same shape.
    """
    axis = lengths.ndim
    first = jnp.expand_dims(representative(data, lengths), axis)
    return jnp.where(prefix_mask((lengths,), data.shape), data, lax.stop_gradient(first))


def representative(
    data: Shaped[Array, "..."], lengths: Int[Array, "..."], *, last: bool = False
) -> Shaped[Array, "..."]:
    """Give a valid element for each row: its own first (or last) one, or another row's if empty.

    Returns:
        `[*batch, *features]`; ones if all rows are empty.
    """
    if data.shape[lengths.ndim] == 0:
        return jnp.ones(data.shape[: lengths.ndim] + data.shape[lengths.ndim + 1 :], data.dtype)
    own = take_position(data, lengths, -1 if last else 0, 0)
    return from_filled_row(own, lengths, 1)


def from_filled_row(
    values: Shaped[Array, "..."], lengths: Int[Array, "..."], otherwise
) -> Shaped[Array, "..."]:
    """Replace the values of empty rows by those of the first row that is not empty.

    Args:
        values: `[*batch, *features]`.
        lengths: `[*batch]`.
        otherwise: What to give where all rows are empty.
    """
    if jnp.issubdtype(values.dtype, jax.dtypes.extended):
        return values  # a random key is as good as any other
    batch = tuple(range(lengths.ndim))
    filled = (lengths > 0).reshape(lengths.shape + (1,) * (values.ndim - lengths.ndim))
    number = jnp.arange(lengths.size, dtype=jnp.int32).reshape(lengths.shape)
    first = jnp.min(jnp.where(lengths > 0, number, lengths.size), initial=lengths.size)
    chosen = (number == first).reshape(filled.shape)
    # A sum over a single row, since a gather would move data between devices.
    shared = jnp.sum(keep(chosen, values, 0), batch, dtype=values.dtype)
    shared = shared.reshape((1,) * lengths.ndim + shared.shape)
    shared = jnp.where(jnp.any(filled), shared, jnp.asarray(otherwise, values.dtype))
    return jnp.where(filled, values, shared)
