"""Quantiles: the values between two neighbours of a sorted row, without sorting the values."""

import math

import jax.numpy as jnp
from jaxtyping import Array, Shaped

from .keys import sort_keys
from .order import sorting_places, take_along
from .sums import accumulation_dtype, mean_dtype
from .validity import Mask

METHODS = ("linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf")


def quantile(
    data, mask: Mask, axes, keepdims, *, elements, q, method="linear"
) -> Shaped[Array, "..."]:
    """Interpolate between the valid elements in order; NaN where there are none or one is NaN.

    `q` is one number. Where it does not lie between 0 and 1 the result is NaN.
    """
    dtype = mean_dtype(data.dtype)
    exact = accumulation_dtype(dtype)
    values, valid = _joined(data.astype(dtype), mask, axes)
    number = jnp.squeeze(elements, axes)
    q = jnp.asarray(q).astype(exact)
    low, high, weight = _neighbours(q, number, method)
    low_value, high_value = _elements(values, valid, low, high, exact)
    nan = jnp.any(jnp.isnan(values) if valid is None else jnp.isnan(values) & valid, -1)
    undefined = nan | (number == 0) | ~((q >= 0) & (q <= 1))
    # An infinity or a NaN times a weight would be felt in the derivative that `q` has.
    alone = undefined | (low == high)
    between = _between(
        jnp.where(alone, 0, low_value), jnp.where(alone, 0, high_value), weight, method
    )
    result = jnp.where(undefined, jnp.nan, jnp.where(alone, low_value, between)).astype(dtype)
    return jnp.expand_dims(result, axes) if keepdims else result


def _joined(data, mask, axes):
    """Bring the axes to reduce to the end, as one; padding has its place among them."""
    kept = [axis for axis in range(data.ndim) if axis not in axes]
    size = math.prod(data.shape[axis] for axis in axes)
    shape = (*(data.shape[axis] for axis in kept), size)

    def joined(array):
        return jnp.transpose(array, (*kept, *axes)).reshape(shape)

    return joined(data), None if mask is None else joined(jnp.broadcast_to(mask, data.shape))


def _neighbours(q, number, method):
    """Give the places before and behind the quantile among the sorted, and how far it is."""
    last = jnp.maximum(number - 1, 0)
    if method == "inverted_cdf":
        position = jnp.ceil(q * number.astype(q.dtype)) - 1
    else:
        position = q * last.astype(q.dtype)
    ends = jnp.floor(position), jnp.ceil(position)
    low, high = (jnp.clip(end.astype(jnp.int32), 0, last) for end in ends)
    return low, high, position - ends[0]


def _elements(values, valid, low, high, dtype):
    if values.shape[-1] == 0:
        nothing = jnp.zeros(values.shape[:-1], dtype)
        return nothing, nothing
    # Padding need not lie behind a NaN that has its key: the result is NaN then, whatever is taken.
    places = sorting_places(sort_keys(values, valid), values.ndim - 1)
    ends = take_along(places, jnp.stack([low, high], -1), values.ndim - 1)
    found = take_along(values, ends, values.ndim - 1).astype(dtype)
    return found[..., 0], found[..., 1]


def _between(low, high, weight, method):
    if method == "linear":
        return low * (1 - weight) + high * weight
    if method == "midpoint":
        return low / 2 + high / 2
    if method == "nearest":
        return jnp.where(weight <= 0.5, low, high)
    return high if method == "higher" else low
