"""Running products, extremes and log-sum-exps along one axis, in which padding takes no part.

`prefix` says that the valid elements come first along the axis, as `scan_valid` wants to know it.
"""

from collections.abc import Callable
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Shaped

from .association import scan_valid
from .extrema import identity
from .sums import accumulation_dtype, mean_dtype
from .validity import Mask, keep


def cumprod(
    data, mask: Mask, axes, *, dtype=None, reverse=False, prefix=False
) -> Shaped[Array, "..."]:
    """Multiply along the one axis of `axes`; the derivative is exact at zeros."""
    data = keep(mask, data, 1)
    data = data.astype(_product_dtype(data.dtype) if dtype is None else dtype)
    return keep(mask, _running(data, mask, "prod", axes[0], reverse, prefix), 0)


def cummax(data, mask: Mask, axes, *, reverse=False, prefix=False) -> Shaped[Array, "..."]:
    """Take the largest valid element so far; zero at padding."""
    return _extreme(data, mask, axes, True, reverse, prefix)


def cummin(data, mask: Mask, axes, *, reverse=False, prefix=False) -> Shaped[Array, "..."]:
    """Take the smallest valid element so far; zero at padding."""
    return _extreme(data, mask, axes, False, reverse, prefix)


def cumlogsumexp(data, mask: Mask, axes, *, reverse=False, prefix=False) -> Shaped[Array, "..."]:
    """Take the logarithm of the sum of exponentials so far; zero at padding."""
    dtype = mean_dtype(data.dtype)
    data = data.astype(accumulation_dtype(dtype))
    result = _running(data, mask, "logsumexp", axes[0], reverse, prefix)
    return keep(mask, result.astype(dtype), 0)


def _extreme(data, mask, axes, largest, reverse, prefix):
    if data.dtype == jnp.bool_:
        return _extreme(data.astype(jnp.int8), mask, axes, largest, reverse, prefix).astype(bool)
    name = "max" if largest else "min"
    return keep(mask, _running(data, mask, name, axes[0], reverse, prefix), 0)


# JAX's own rule would share a tie with padding, combine blocks beyond the end of a row, where a
# product may overflow that has no place in the row, and is NaN where two elements are both -inf.
@partial(jax.custom_jvp, nondiff_argnums=(2, 3, 4, 5))
def _running(data, mask, name, axis, reverse, prefix):
    data = keep(mask, data, _identity(name, data.dtype))
    return _PRIMITIVES[name](data, axis, reverse=reverse)


@_running.defjvp
def _running_jvp(name, axis, reverse, prefix, primals, tangents):
    data, mask = primals
    f = _COMBINATIONS[name]

    def scan(data):
        if mask is None:
            return lax.associative_scan(f, data, reverse=reverse, axis=axis)
        valid = jnp.broadcast_to(mask, data.shape)
        return scan_valid(f, data, valid, axis, reverse=reverse, prefix=prefix)

    return jax.jvp(scan, (data,), (tangents[0],))


def _identity(name, dtype):
    return 1 if name == "prod" else identity(dtype, name != "min")


def _logaddexp(x, y):
    """Add in the logarithm; the derivative of two -inf is zero."""
    largest = lax.stop_gradient(lax.max(x, y))
    shift = jnp.where(jnp.isfinite(largest), largest, 0)
    total = lax.exp(x - shift) + lax.exp(y - shift)
    nothing = total == 0
    return jnp.where(nothing, largest, jnp.log(jnp.where(nothing, 1, total)) + shift)


def _cumlogsumexp(data, axis, *, reverse):
    """Do what `lax.cumlogsumexp` does, which takes eight times as long on CPU."""
    return lax.associative_scan(_logaddexp, data, axis=axis, reverse=reverse)


_PRIMITIVES: dict[str, Callable] = {
    "prod": lax.cumprod,
    "max": lax.cummax,
    "min": lax.cummin,
    "logsumexp": _cumlogsumexp,
}
_COMBINATIONS: dict[str, Callable] = {
    "prod": lax.mul,
    "max": lax.max,
    "min": lax.min,
    "logsumexp": _logaddexp,
}


def _product_dtype(dtype) -> jnp.dtype:
    return jax.eval_shape(jnp.cumprod, jax.ShapeDtypeStruct((1,), dtype)).dtype
