"""Vector norms whose derivative at the zero vector is zero."""

import math

import jax.numpy as jnp
from jaxtyping import Array, Shaped

from . import extrema
from .sums import accumulation_dtype, mean_dtype, safe_sqrt
from .validity import Mask, keep


def norm(data, mask: Mask, axes, keepdims, *, ord=2) -> Shaped[Array, "..."]:
    """Take the vector norm of the valid elements, zero over nothing (inf for `ord=-inf`)."""
    dtype = mean_dtype(data.dtype)
    size = jnp.abs(keep(mask, data.astype(accumulation_dtype(dtype)), 0))
    return _norm(size, mask, axes, keepdims, ord).astype(jnp.finfo(dtype).dtype)


def _norm(size, mask, axes, keepdims, ord):
    if ord == math.inf:
        return extrema.max(size, mask, axes, keepdims, initial=0)
    if ord == -math.inf:
        return extrema.min(size, mask, axes, keepdims)
    if ord == 0:
        return jnp.sum(size != 0, axes, keepdims=keepdims)
    if ord == 1:
        return jnp.sum(size, axes, keepdims=keepdims)
    if ord == 2:
        return safe_sqrt(jnp.sum(size * size, axes, keepdims=keepdims))
    return _power_norm(size, axes, keepdims, ord)


def _power_norm(size, axes, keepdims, ord):
    total = jnp.sum(_safe_power(size, ord), axes, keepdims=keepdims)
    return _safe_power(total, 1 / ord)


def _safe_power(base, exponent):
    zero = base == 0
    return jnp.where(zero, 0, jnp.where(zero, 1, base) ** exponent)
