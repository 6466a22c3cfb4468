"""Shifted exponentials: logsumexp, softmax and log_softmax that know no overflow and no padding."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Shaped

from .sums import accumulation_dtype, mean_dtype
from .validity import Mask, drop, keep


def logsumexp(data, mask: Mask, axes, keepdims) -> Shaped[Array, "..."]:
    """Take the logarithm of the summed exponentials; -inf over nothing, with a zero derivative."""
    dtype = mean_dtype(data.dtype)
    data = data.astype(accumulation_dtype(dtype))
    largest = _largest(data, mask, axes)
    shift = jnp.where(jnp.isfinite(largest), largest, 0)
    total = _exponentials(data - shift, mask).sum(axes, keepdims=keepdims)
    shift = drop(shift, axes, keepdims)
    nothing = total == 0
    value = jnp.log(jnp.where(nothing, 1, total)) + shift
    return jnp.where(nothing, -jnp.inf, value).astype(dtype)


def softmax(data, mask: Mask, axes) -> Shaped[Array, "..."]:
    """Normalise the exponentials to sum to one over the valid elements; zero at padding."""
    dtype = mean_dtype(data.dtype)
    return _softmax(data.astype(accumulation_dtype(dtype)), mask, axes).astype(dtype)


# As in jax.nn.softmax, the rule needs the result alone, so nothing else is kept for the way back.
@partial(jax.custom_jvp, nondiff_argnums=(2,))
def _softmax(data, mask, axes):
    filled = keep(mask, data, -jnp.inf)
    largest = jnp.max(filled, axes, keepdims=True, initial=-jnp.inf)
    # An empty row has no largest element, and what is left of it is not valid anyway.
    weights = _exponentials(filled - largest, mask)
    total = weights.sum(axes, keepdims=True)
    return weights / jnp.where(total == 0, 1, total)


@_softmax.defjvp
def _softmax_jvp(axes, primals, tangents):
    data, mask = primals
    result = _softmax(data, mask, axes)
    weighted = result * keep(mask, tangents[0], 0)
    return result, weighted - result * weighted.sum(axes, keepdims=True)


def log_softmax(data, mask: Mask, axes) -> Shaped[Array, "..."]:
    """Take the logarithm of the softmax without forming it; zero at padding."""
    dtype = mean_dtype(data.dtype)
    data = data.astype(accumulation_dtype(dtype))
    shifted = data - _largest(data, mask, axes)
    total = _exponentials(shifted, mask).sum(axes, keepdims=True)
    return keep(mask, shifted - jnp.log(jnp.where(total == 0, 1, total)), 0).astype(dtype)


def _largest(data, mask, axes):
    filled = keep(mask, data, -jnp.inf)
    return lax.stop_gradient(jnp.max(filled, axes, keepdims=True, initial=-jnp.inf))


def _exponentials(shifted, mask):
    return jnp.exp(keep(mask, shifted, -jnp.inf))
