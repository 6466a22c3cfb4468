"""Extremes and their positions: identities for empty rows, ties split over valid places alone."""

import math
from functools import partial

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int, Shaped

from .sums import accumulation_dtype
from .validity import Mask, count, drop, keep


def max(data, mask: Mask, axes, keepdims, *, elements=None, initial=None) -> Shaped[Array, "..."]:
    """Take the largest valid element; the identity of the dtype where there is none.

    `elements` is how many take part, if that is known without the mask.
    """
    extreme = _extreme(data, mask, axes, keepdims, True, elements)
    return _with_initial(jnp.greater, extreme, initial)


def min(data, mask: Mask, axes, keepdims, *, elements=None, initial=None) -> Shaped[Array, "..."]:
    """Take the smallest valid element; the identity of the dtype where there is none."""
    extreme = _extreme(data, mask, axes, keepdims, False, elements)
    return _with_initial(jnp.less, extreme, initial)


def argmax(data, mask: Mask, axes, keepdims, *, elements, prefix, flat=False) -> Int[Array, "..."]:
    """Find the first largest valid element, -1 where there is none.

    `prefix` says that the valid elements come first along the axis, `flat` that all axes are one.
    """
    return _position(data, mask, axes, keepdims, True, elements, prefix, flat)


def argmin(data, mask: Mask, axes, keepdims, *, elements, prefix, flat=False) -> Int[Array, "..."]:
    """Find the first smallest valid element, -1 where there is none; options as in `argmax`."""
    return _position(data, mask, axes, keepdims, False, elements, prefix, flat)


def identity(dtype, largest: bool):
    """Give what an extreme over nothing is: the value that any other one beats."""
    if dtype == jnp.bool_:
        return not largest
    if jnp.issubdtype(dtype, jnp.inexact):
        return -jnp.inf if largest else jnp.inf
    return jnp.iinfo(dtype).min if largest else jnp.iinfo(dtype).max


def _extreme(data, mask, axes, keepdims, largest, elements):
    filled = _filled(data, mask, largest)
    if not jnp.issubdtype(data.dtype, jnp.inexact):
        return _plain_extreme(filled, axes, keepdims, largest)
    hidden = None if mask is None else _count_hidden(mask, data.shape, axes, elements)
    return _smooth_extreme(filled, hidden, axes, keepdims, largest)


def _count_hidden(mask, shape, axes, elements):
    elements = count(mask, shape, axes) if elements is None else elements
    return math.prod(shape[axis] for axis in axes) - elements


def _filled(data, mask, largest):
    return keep(mask, data, identity(data.dtype, largest))


def _plain_extreme(filled, axes, keepdims, largest):
    fill = jnp.asarray(identity(filled.dtype, largest), filled.dtype)
    reduce = jnp.max if largest else jnp.min
    return reduce(filled, axes, keepdims=keepdims, initial=fill)


# JAX's own rule would count padding that holds the fill (a row of -inf) among the ties.
@partial(jax.custom_jvp, nondiff_argnums=(2, 3, 4))
def _smooth_extreme(filled, hidden, axes, keepdims, largest):
    return _plain_extreme(filled, axes, keepdims, largest)


@_smooth_extreme.defjvp
def _smooth_extreme_jvp(axes, keepdims, largest, primals, tangents):
    filled, hidden = primals
    kept = _smooth_extreme(filled, hidden, axes, True, largest)
    tied = filled == kept
    # A float adds up faster than an integer, and is exact for any row that fits into memory.
    ties = jnp.sum(tied, axes, keepdims=True, dtype=accumulation_dtype(filled.dtype))
    if hidden is not None:
        padding = jnp.where(kept == identity(filled.dtype, largest), hidden, 0)
        ties = ties - padding.astype(ties.dtype)
    tangent = jnp.sum(keep(tied, tangents[0], 0), axes, keepdims=keepdims)
    shares = drop(jnp.maximum(ties, 1), axes, keepdims)
    return drop(kept, axes, keepdims), tangent / shares.astype(tangent.dtype)


def _with_initial(beats, value, initial):
    """Let an initial value win only if it is better, so that it takes no share of a tie."""
    if initial is None:
        return value
    initial = jnp.asarray(initial, value.dtype)
    return jnp.where(beats(initial, value) | (initial != initial), initial, value)


def _position(data, mask, axes, keepdims, largest, elements, prefix, flat):
    if flat:
        return _flat_position(data, mask, keepdims, largest)
    (axis,) = axes
    if prefix:
        # Padding comes last and ties go to the first, so the fill can't win over a valid element.
        filled = _filled(data, mask, largest)
        find = jnp.argmax if largest else jnp.argmin
        position = _first(find, filled, axis, keepdims)
    else:
        position = _first(jnp.argmax, _hits(data, mask, axes, largest), axis, keepdims)
    return jnp.where(drop(elements, axes, keepdims) == 0, -1, position)


def _first(find, data, axis, keepdims):
    if data.shape[axis] == 0:
        return jnp.zeros(jnp.sum(data, axis, keepdims=keepdims).shape, jnp.int32)
    return find(data, axis, keepdims=keepdims).astype(jnp.int32)


def _hits(data, mask, axes, largest):
    extreme = _plain_extreme(_filled(data, mask, largest), axes, True, largest)
    hits = data == extreme
    if jnp.issubdtype(data.dtype, jnp.inexact):
        hits |= jnp.isnan(data) & jnp.isnan(extreme)
    return keep(mask, hits, False)


def _flat_position(data, mask, keepdims, largest):
    axes = tuple(range(data.ndim))
    hits = _hits(data, mask, axes, largest).reshape(-1)
    valid = jnp.ones(data.shape, bool) if mask is None else jnp.broadcast_to(mask, data.shape)
    valid = valid.reshape(-1)
    first = _first(jnp.argmax, hits, 0, False)
    before = jnp.sum(valid & (jnp.arange(valid.size) < first), dtype=jnp.int32)
    position = jnp.where(jnp.any(valid), before, -1)
    return position.reshape((1,) * data.ndim) if keepdims else position
