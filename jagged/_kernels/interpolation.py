"""Linear interpolation in tables of which each row has its own."""

import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Int, Shaped

from .gather import take_at
from .sums import mean_dtype
from .validity import Mask, prefix_mask

# Up to so many places in a table counting is faster than a binary search, for it vectorises.
_COUNTED = 64


def interpolate(
    x, xp, fp, lengths: Int[Array, "..."], mask: Mask, left, right
) -> Shaped[Array, "..."]:
    """Interpolate in the valid part of each row's table, as `jnp.interp` does in one.

    Args:
        x: `[*batch, points]`.
        xp: `[*batch, capacity]`, ascending where valid.
        fp: `[*batch, capacity]`.
        lengths: `[*batch]`, of the tables; NaN comes of one without elements.
        mask: Which points are valid; the others give 0.
        left: What points before the table give: `None`, `"extrapolate"` or a number.
        right: The same for points behind it.

    Returns:
        `[*batch, points]`.
    """
    x, xp = (each.astype(mean_dtype(each.dtype)) for each in (x, xp))
    fp, filled = fp.astype(mean_dtype(fp.dtype)), lengths[..., None] > 0
    last = jnp.maximum(lengths - 1, 0)[..., None]
    ends = jnp.concatenate([jnp.zeros_like(last), last], -1)
    (x_first, x_last), (f_first, f_last) = (
        jnp.split(take_at(table, ends, lengths.ndim), 2, -1) for table in (xp, fp)
    )
    if mask is not None:
        x = jnp.where(mask, x, lax.stop_gradient(x_first))
    result = _between(x, xp, fp, lengths, last)
    if left != "extrapolate":
        result = jnp.where(x < x_first, f_first if left is None else left, result)
    if right != "extrapolate":
        result = jnp.where(x > x_last, f_last if right is None else right, result)
    result = jnp.where(filled, result, jnp.nan)
    return result if mask is None else jnp.where(mask, result, 0)


def _between(x, xp, fp, lengths, last):
    axis = lengths.ndim
    high = jnp.clip(_count_up_to(x, xp, lengths), 1, last)
    low = jnp.maximum(high - 1, 0)
    x_low, f_low = take_at(xp, low, axis), take_at(fp, low, axis)
    step, rise = take_at(xp, high, axis) - x_low, take_at(fp, high, axis) - f_low
    # As in `jnp.interp`, two points this close count as one; it is the spacing of epsilon.
    same = jnp.abs(step) <= float(jnp.finfo(xp.dtype).eps) ** 2
    share = ((x - x_low) / jnp.where(same, 1, step)).astype(fp.dtype)
    return jnp.where(same, f_low, f_low + share * rise)


def _count_up_to(x, xp, lengths):
    """Count the elements of each table that are not above a point; all of them for NaN."""
    if xp.shape[-1] > _COUNTED:
        return _search(x, xp, lengths)
    valid = prefix_mask((lengths,), xp.shape)
    reached = valid[..., None, :] & ~(x[..., :, None] < xp[..., None, :])
    return jnp.sum(reached, -1, dtype=jnp.int32)


def _search(x, xp, lengths):
    """Count the same by a binary search, a bit of the number at each step."""
    found = jnp.zeros(x.shape, jnp.int32)
    for bit in reversed(range(xp.shape[-1].bit_length())):
        further = found + (1 << bit)
        known = further <= lengths[..., None]
        reached = take_at(xp, jnp.where(known, further - 1, 0), lengths.ndim)
        found = jnp.where(known & ~(x < reached), further, found)
    return found
