"""Reduction of any axes: one jitted kernel a call, and the lengths that what is left over has."""

from collections.abc import Callable, Sequence
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int

from ._abstract import AbstractJagged, is_jagged_array, rebuild, unpack
from ._axes import AxisLike, normalize_axes
from ._broadcast import Aligned, Operand, check_alignment, fit_lengths
from ._elements import check_fits, check_lengths_agree, pack
from ._kernels import cumulative, extrema, norms, quantiles, sums
from ._kernels.validity import Mask, count, count_rows, drop, keep, overflows, prefix_mask

Levels = tuple[Int[Array, "..."], ...]

# Even over features alone these could make padding overflow, and a zero times inf is NaN.
_OVERFLOWING = (sums.prod, sums.var, sums.std, norms.norm, cumulative.cumprod)

# These want to know how many elements take part.
_COUNTING = (
    sums.count,
    sums.mean,
    sums.var,
    sums.std,
    extrema.max,
    extrema.min,
    extrema.argmax,
    extrema.argmin,
    quantiles.quantile,
)


def reduce(
    kernel: Callable,
    x,
    axis: AxisLike,
    *,
    keepdims: bool = False,
    where=None,
    empty=None,
    initial=None,
    operands=None,
    **options,
):
    """Reduce axes of a jagged or dense array by a masked kernel.

    Args:
        kernel: A masked kernel, called with data, mask, axes and keepdims.
        x: A JaggedArray or a dense array.
        axis: The axes to reduce, `None` for all.
        keepdims: Whether reduced axes stay, with size 1.
        where: Which elements take part, a boolean JaggedArray or array that broadcasts to `x`.
        empty: What a reduction over no element gives, in place of the kernel's own value.
        initial: A value that takes part in every reduction.
        operands: A dictionary of arrays that the kernel takes by name.
        options: Static options of the kernel.

    Returns:
        A JaggedArray if a jagged axis is left, else a dense array.
    """
    data, levels = as_operand(x, kernel.__name__)
    axes = normalize_axes(axis, data.ndim, levels[0].ndim if levels else None)
    if where is not None:
        (data, levels), where = _checked_where((data, levels), where)
    dynamic = dict(operands or {})
    if empty is not None:
        dynamic["empty"] = empty
    if initial is not None:
        dynamic["initial"] = initial
    static = tuple(options.items())
    result, changed = _reduce(kernel, data, levels, where, dynamic, axes, keepdims, static)
    if not changed:
        return result
    return rebuild(x, result, _merge(levels, changed, axes, result.shape))


def along(kernel: Callable, x, axis: AxisLike, *, where=None, **options):
    """Apply a masked kernel that keeps the shape, along axes of a jagged or dense array.

    The arguments are those of `reduce`; the kernel is called with data, mask and axes.
    """
    data, levels = as_operand(x, kernel.__name__)
    axes = normalize_axes(axis, data.ndim, levels[0].ndim if levels else None)
    if where is not None:
        (data, levels), where = _checked_where((data, levels), where)
    result = _along(kernel, data, levels, where, axes, tuple(options.items()))
    if not levels:
        return result
    if result.shape != data.shape:
        levels = [fit_lengths(n, result.shape[: n.ndim]) for n in levels]
    return rebuild(x, result, levels)


@partial(jax.jit, static_argnums=(0, 4, 5), inline=True)
def _along(kernel, data, levels, where, axes, static):
    data, levels, where = _with_condition(data, levels, where)
    mask = element_mask(data, levels, axes, where, kernel in _OVERFLOWING)
    return kernel(data, mask, axes, **dict(static))


def as_operand(x, name: str) -> Operand:
    """Give the one array that a function takes as a buffer with lengths, none if it is dense.

    Raises:
        TypeError: If it is neither a JaggedArray nor array-like.
    """
    if is_jagged_array(type(x)):
        return unpack(x)
    if isinstance(x, AbstractJagged):
        pack(x, name)  # refuses, with advice
    return (x if isinstance(x, jax.Array | np.ndarray) else jnp.asarray(x)), ()


def remaining_levels(levels: Levels, axes: Sequence[int], keepdims: bool) -> tuple:
    """Give the lengths of the jagged axes that a reduction leaves, `None` for unchanged ones.

    Columns are left-aligned: what is reduced over rows is as long as the longest of them.
    """
    remaining = []
    for lengths in levels:
        if lengths.ndim in axes:
            continue
        before = tuple(axis for axis in axes if axis < lengths.ndim)
        longest = jnp.max(lengths, before, keepdims=keepdims, initial=0) if before else None
        remaining.append(longest)
    return tuple(remaining)


@partial(jax.jit, static_argnums=(0, 5, 6, 7), inline=True)
def _reduce(kernel, data, levels, where, dynamic, axes, keepdims, static):
    data, levels, where = _with_condition(data, levels, where)
    everywhere = kernel in _OVERFLOWING or _narrows(data.dtype, dict(static).get("dtype"))
    mask = element_mask(data, levels, axes, where, everywhere)
    elements = _count(data, levels, mask, where, axes)
    counted = {"elements": elements} if kernel in _COUNTING else {}
    empty = dynamic.pop("empty", None)
    result = kernel(data, mask, axes, keepdims, **counted, **dynamic, **dict(static))
    if empty is not None:
        nothing = drop(elements, axes, keepdims) == 0
        result = jnp.where(nothing, as_fill(empty, result, "empty"), result)
    changed = remaining_levels(levels, axes, keepdims)
    if not changed:
        return result, changed
    kept = _merge(levels, changed, axes, result.shape)
    # A reduction over nothing leaves its identity or a NaN in padding, which has to be finite.
    return keep(None if mask is None else prefix_mask(kept, result.shape), result, 0), changed


def _narrows(old, new) -> bool:
    return new is not None and overflows(old, new)


def _count(data, levels, mask, where, axes):
    """Count what takes part, from the lengths alone where they tell."""
    if where is None and len(levels) == 1 and levels[0].ndim in axes:
        return count_rows(levels[0], data.shape, axes)
    return count(mask, data.shape, axes)


def _merge(levels, changed, axes, shape):
    left = [n for n in levels if n.ndim not in axes]
    pairs = zip(left, changed, strict=True)
    return [fit_lengths(old, shape[: old.ndim]) if new is None else new for old, new in pairs]


def element_mask(data, levels: Levels, axes, where=None, everywhere: bool = False) -> Mask:
    """Give the mask of what takes part, of the rank of the data, or `None` if padding can't.

    Padding is read only where a reduced axis is jagged or runs over rows of different lengths;
    `everywhere` hides it from a reduction of features as well.
    """
    touched = everywhere or any(axis <= n.ndim for n in levels for axis in axes)
    mask = prefix_mask(levels, data.shape) if levels and touched else None
    if where is None:
        return mask
    where = jnp.reshape(where, (1,) * (data.ndim - jnp.ndim(where)) + jnp.shape(where))
    return where if mask is None else mask & where


def _with_condition(data, levels, where):
    if where is None:
        return data, levels, None
    if not levels:
        return data, levels, where[0]
    aligned = Aligned([(data, levels), where])
    return aligned.arrays[0], tuple(aligned.levels), aligned.arrays[1]


def _checked_where(operand: Operand, where) -> tuple[Operand, Operand]:
    condition = pack(np.asarray(where) if isinstance(where, list) else where, "where")
    check_fits((condition,))
    if condition is None or jnp.result_type(condition[0]) != jnp.bool_:
        raise TypeError(
            "where= must be boolean, an array or a JaggedArray that says which elements take part; "
            f"got {where!r}."
        )
    if jnp.ndim(condition[0]) > operand[0].ndim:
        raise ValueError(
            "where= must broadcast to the array that is reduced; got "
            f"{jnp.ndim(condition[0])} axes for {operand[0].ndim}."
        )
    if condition[1] and not operand[1]:
        raise ValueError("where= is jagged and the array that is reduced is dense: make it jagged.")
    _check_broadcast(jnp.shape(condition[0]), operand[0].shape)
    if not operand[1]:
        return operand, condition
    check_alignment((operand, condition))
    operand, condition = check_lengths_agree((operand, condition))
    return operand, condition


def _check_broadcast(condition, shape):
    sizes = zip(reversed(condition), reversed(shape), strict=False)
    if any(ours not in (1, theirs) and theirs == 1 for ours, theirs in sizes):
        raise ValueError(
            f"where= must broadcast to the array that is reduced; got {condition} for {shape}: "
            "broadcast the array first."
        )


def as_fill(value, like, name: str):
    """Give what stands in for missing results, in their dtype.

    Raises:
        ValueError: If it has a shape that does not broadcast to theirs, or does not fit the dtype.
    """
    if jnp.broadcast_shapes(jnp.shape(value), like.shape) != like.shape:
        raise ValueError(
            f"{name}= must broadcast to the result {like.shape}; got shape {jnp.shape(value)}."
        )
    exact = not jnp.issubdtype(like.dtype, jnp.inexact)
    if exact and jnp.issubdtype(jnp.result_type(value), jnp.inexact):
        raise ValueError(
            f"{name}= must fit the dtype {like.dtype} of the result; got a "
            f"{jnp.result_type(value)}: cast the array first, x.astype(float)."
        )
    return jnp.asarray(value, like.dtype)
