"""Sums and what is built from them: products, counts, moments, running sums."""

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Shaped

from .validity import Mask, drop, keep


def sum(data, mask: Mask, axes, keepdims, *, dtype=None, initial=None) -> Shaped[Array, "..."]:
    """Add the valid elements; half precision accumulates in float32."""
    data = keep(mask, data, 0)
    return jnp.sum(data, axes, dtype=dtype, keepdims=keepdims, initial=initial)


def prod(data, mask: Mask, axes, keepdims, *, dtype=None, initial=None) -> Shaped[Array, "..."]:
    """Multiply the valid elements; the derivative is exact at zeros."""
    data = keep(mask, data, 1)
    return jnp.prod(data, axes, dtype=dtype, keepdims=keepdims, initial=initial)


def any(data, mask: Mask, axes, keepdims) -> Shaped[Array, "..."]:
    """Say whether some valid element is true."""
    return jnp.any(keep(mask, data.astype(bool), False), axes, keepdims=keepdims)


def all(data, mask: Mask, axes, keepdims) -> Shaped[Array, "..."]:
    """Say whether every valid element is true."""
    return jnp.all(keep(mask, data.astype(bool), True), axes, keepdims=keepdims)


def count(data, mask: Mask, axes, keepdims, *, elements) -> Shaped[Array, "..."]:
    """Give the number of valid elements, which is known."""
    return drop(elements, axes, keepdims)


def count_nonzero(data, mask: Mask, axes, keepdims) -> Shaped[Array, "..."]:
    """Count the valid elements that differ from zero."""
    return jnp.sum(keep(mask, data.astype(bool), False), axes, dtype=jnp.int32, keepdims=keepdims)


def mean(data, mask: Mask, axes, keepdims, *, elements, dtype=None) -> Shaped[Array, "..."]:
    """Average the valid elements; NaN where there are none, with a zero derivative."""
    dtype = mean_dtype(data.dtype) if dtype is None else dtype
    average = _safe_mean(data, mask, axes, elements, accumulation_dtype(dtype))
    return drop(_nan_where(elements == 0, average).astype(dtype), axes, keepdims)


def var(data, mask: Mask, axes, keepdims, *, elements, ddof=0, dtype=None) -> Shaped[Array, "..."]:
    """Average the squared deviations; NaN where `ddof` leaves nothing to divide by."""
    divisor = elements - ddof
    variance = _nan_where(divisor <= 0, _safe_var(data, mask, axes, elements, divisor, dtype))
    return drop(variance.astype(_var_dtype(data.dtype, dtype)), axes, keepdims)


def std(data, mask: Mask, axes, keepdims, *, elements, ddof=0, dtype=None) -> Shaped[Array, "..."]:
    """Take the root of the variance; the derivative is zero where the variance is."""
    divisor = elements - ddof
    variance = _safe_var(data, mask, axes, elements, divisor, dtype)
    deviation = _nan_where(divisor <= 0, safe_sqrt(variance))
    return drop(deviation.astype(_var_dtype(data.dtype, dtype)), axes, keepdims)


def cumsum(data, mask: Mask, axes, *, dtype=None, reverse=False) -> Shaped[Array, "..."]:
    """Add up along the one axis of `axes`, from its end if `reverse`; padding adds nothing."""
    data = keep(mask, data, 0)
    dtype = (
        jax.eval_shape(jnp.cumsum, jax.ShapeDtypeStruct((1,), data.dtype)).dtype
        if dtype is None
        else dtype
    )
    (axis,) = axes
    # Behind a valid element that is infinite the sum is, too.
    return keep(mask, lax.cumsum(data.astype(dtype), axis, reverse=reverse), 0)


def safe_sqrt(square) -> Shaped[Array, "..."]:
    """Take a square root whose derivative at zero is zero."""
    zero = square == 0
    return jnp.where(zero, 0, jnp.sqrt(jnp.where(zero, 1, square)))


def mean_dtype(dtype) -> jnp.dtype:
    """Give the dtype of a mean of such elements, as `jnp` has it."""
    return jax.eval_shape(jnp.mean, jax.ShapeDtypeStruct((), dtype)).dtype


def accumulation_dtype(dtype) -> jnp.dtype:
    """Give the dtype to accumulate in: float32 for half precision, else the same."""
    return jnp.dtype(jnp.float32) if jnp.finfo(dtype).bits < 32 else jnp.dtype(dtype)


def _safe_mean(data, mask, axes, elements, dtype):
    total = jnp.sum(keep(mask, data, 0), axes, dtype=dtype, keepdims=True)
    return total / jnp.maximum(elements, 1).astype(dtype)


def _safe_var(data, mask, axes, elements, divisor, dtype):
    dtype = accumulation_dtype(mean_dtype(data.dtype) if dtype is None else dtype)
    average = _safe_mean(data, mask, axes, elements, dtype)
    deviation = keep(mask, data.astype(dtype) - average, 0)
    square = jnp.real(deviation * jnp.conj(deviation))
    scale = jnp.where(divisor > 0, divisor, 1).astype(square.dtype)
    return jnp.sum(square, axes, keepdims=True) / scale


def _var_dtype(dtype, requested):
    return jnp.finfo(mean_dtype(dtype) if requested is None else requested).dtype


def _nan_where(undefined, value):
    return jnp.where(undefined, jnp.asarray(jnp.nan, value.dtype), value)
