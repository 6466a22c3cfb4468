"""Keys: integers that are in order as elements are, so that all comparisons are total."""

import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping import Array, Bool, Shaped

from .validity import Mask, keep

Keys = tuple[Shaped[Array, "..."], ...]


def sort_keys(data: Shaped[Array, "..."], mask: Mask, descending: bool = False) -> Keys:
    """Give integers that have the order of the elements: NaN last and equal, -0 equal to 0.

    Complex numbers have two, for their real parts and, where these are equal, the imaginary ones.
    What is masked gets the largest integer. It comes last even among elements that have it too if it
    lies behind them, for sorting is stable.
    """
    data = lax.stop_gradient(data)
    nan = jnp.isnan(data) if jnp.issubdtype(data.dtype, jnp.inexact) else None
    if jnp.issubdtype(data.dtype, jnp.complexfloating):
        parts = jnp.real(data), jnp.imag(data)
    else:
        parts = (data,)
    return tuple(_key(part, nan, mask, descending) for part in parts)


def comes_before(others: Keys, keys: Keys, ties) -> Bool[Array, "..."]:
    """Say whether other keys come before some, the first one first; `ties` decides on equal ones."""
    other, key = others[0], keys[0]
    if len(keys) == 1:
        return jnp.where(ties, other <= key, other < key)
    return (other < key) | ((other == key) & comes_before(others[1:], keys[1:], ties))


def _key(data, nan, mask, descending):
    key = _integers(data)
    key = ~key if descending else key
    last = jnp.iinfo(key.dtype).max
    if nan is not None:
        key = jnp.where(nan, jnp.asarray(last, key.dtype), key)
    return keep(mask, key, last)


def _integers(data):
    if data.dtype == jnp.bool_:
        return data.astype(jnp.uint8)
    if not jnp.issubdtype(data.dtype, jnp.inexact):
        return data
    kind = jnp.dtype(f"int{jnp.finfo(data.dtype).bits}")
    limits = np.iinfo(kind)
    # Negative numbers have the larger bits the smaller they are. Zero is known by its bits, for
    # most devices take tiny numbers for zero when they compare.
    bits = lax.bitcast_convert_type(data, kind)
    bits = jnp.where(bits == limits.min, jnp.zeros((), kind), bits)
    return jnp.where(bits < 0, bits ^ jnp.asarray(limits.max, kind), bits)
