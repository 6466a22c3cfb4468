"""Searching: where values belong in sorted rows, by counting or by halving."""

import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Int, Shaped

from . import counting
from .keys import Keys, comes_before, sort_keys


def search(
    row: Shaped[Array, "..."], lengths: Int[Array, "..."], values: Shaped[Array, "..."], right: bool
) -> Int[Array, "..."]:
    """Give the number of elements of a sorted row that come before each value.

    Args:
        row: `[*batch, capacity]`, ascending up to the length; of the rank of the values.
        lengths: `[*batch, 1]`, of the same rank.
        values: `[*batch, size]`.
        right: Whether elements that are equal to a value count.
    """
    if row.shape[-1] == 0:
        return jnp.zeros(values.shape, jnp.int32)
    places = lax.broadcasted_iota(jnp.int32, (1,) * (row.ndim - 1) + row.shape[-1:], row.ndim - 1)
    valid = places < lengths
    keys = sort_keys(row, valid), sort_keys(values, None)
    if row.shape[-1] > counting.MOST:
        return _halve(*keys, lengths, right)
    if row.size == row.shape[-1]:
        # JAX gathers nothing from what all devices share at places that lie on several.
        return _count(*keys, lengths, right)
    return lax.platform_dependent(
        *keys,
        lengths,
        cpu=lambda row, keys, lengths: _count(row, keys, lengths, right),
        default=lambda row, keys, lengths: _halve(row, keys, lengths, right),
    )


def _count(row: Keys, keys: Keys, lengths, right):
    before = counting.count_before(row, keys, row[0].ndim - 1, lambda place: right)
    # Padding has the key of NaN and of the largest integer, and comes last.
    return jnp.minimum(before, lengths)


def _halve(row: Keys, keys: Keys, lengths, right):
    """Halve the steps forward, each taken if what lies before its end comes before the value."""
    size = row[0].shape[-1]
    position = jnp.zeros_like(keys[0], jnp.int32)
    for step in (1 << power for power in reversed(range(size.bit_length()))):
        end = position + step
        last = jnp.minimum(end, size) - 1
        others = tuple(jnp.take_along_axis(key, last, -1, mode="promise_in_bounds") for key in row)
        taken = (end <= lengths) & comes_before(others, keys, right)
        position = jnp.where(taken, end, position)
    return position
