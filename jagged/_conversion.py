"""The way out: padded, flat and listed forms, and the same rows in other capacities or dtypes."""

import functools
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike
from jaxtyping import Array, ArrayLike, Shaped

from ._abstract import AbstractJagged, AbstractJaggedArray, JaggedT, rebuild, unpack
from ._checking import is_concrete
from ._fields import as_data, check_shape, is_array
from ._kernels.compaction import compact
from ._kernels.validity import fill, keep, overflows, prefix_mask, zero_padding
from ._lengths import check_capacity
from ._overflow import Overflow, check_overflow, fit_capacity


def with_data(x: JaggedT, data) -> JaggedT:
    """Give an array with other data and the same lengths, zeros written into its padding."""
    if isinstance(data, AbstractJagged):
        raise TypeError(
            f"with_data takes a buffer; got a {type(data).__name__}: pass its data, x.with_data("
            "y.data)."
        )
    data = as_data(data if is_array(data) else np.asarray(data))
    old, levels = unpack(x)
    for lengths in levels:
        check_shape("lengths", lengths, data)
        if data.shape[lengths.ndim] != old.shape[lengths.ndim]:
            raise ValueError(
                f"with_data keeps the capacity {old.shape[lengths.ndim]}; got "
                f"{data.shape[lengths.ndim]} (data.shape={data.shape}): use x.resize(capacity) first."
            )
    return rebuild(x, zero_padding(data, levels), levels)


def astype(x: JaggedT, dtype: DTypeLike) -> JaggedT:
    """Cast the elements; padding that a narrower dtype can't hold becomes zero."""
    data, levels = unpack(x)
    dtype = jax.dtypes.canonicalize_dtype(dtype)
    return x if data.dtype == dtype else rebuild(x, _cast(data, levels, dtype), levels)


@partial(jax.jit, static_argnums=2, inline=True)
def _cast(data, levels, dtype):
    if overflows(data.dtype, dtype):
        data = keep(prefix_mask(levels, data.shape), data, 0)
    return data.astype(dtype)


def tangent(x: JaggedT, values: ArrayLike) -> JaggedT:
    """Give the tangent of `x` that `jax.jvp` wants: lengths have none, so theirs is float0."""
    data, levels = unpack(x)
    nothing = [np.zeros(n.shape, jax.dtypes.float0) for n in levels]
    if not jnp.issubdtype(data.dtype, jnp.inexact):
        return rebuild(x, np.zeros(data.shape, jax.dtypes.float0), nothing)
    values = jnp.broadcast_to(jnp.asarray(values, data.dtype), data.shape)
    return rebuild(x, zero_padding(values, levels), nothing)


def to_dense(x: AbstractJaggedArray, fill_value: ArrayLike = 0) -> Shaped[Array, "..."]:
    """Give the padded array, with `fill_value` at padding."""
    data, levels = unpack(x)
    _check_fill(fill_value, data.dtype)
    return fill(data, levels, fill_value)


def _check_fill(value, dtype):
    if not is_concrete(value):
        return
    given = np.asarray(value)
    with np.errstate(all="ignore"):
        kept = given.astype(dtype)
    if not jnp.issubdtype(dtype, jnp.inexact) and np.any(kept != given):
        raise ValueError(
            f"fill_value must fit the dtype {dtype} of the elements; got {value}: cast them first, "
            "x.astype(float)."
        )


def rows(x: AbstractJaggedArray):
    """Give the rows as NumPy arrays, in nested lists for further batch or jagged axes."""
    data, levels = _on_host(x, "rows()")
    return _split(data, levels)


def _split(data, levels):
    first, *deeper = levels
    if first.ndim:
        return [_split(data[i], [n[i] for n in levels]) for i in range(first.shape[0])]
    valid = data[: int(first)]
    return _split(valid, [n[: int(first)] for n in deeper]) if deeper else valid


def to_list(x: AbstractJaggedArray) -> list:
    """Give the valid elements as nested Python lists."""
    return _listed(rows(x))


def _listed(value):
    return [_listed(each) for each in value] if isinstance(value, list) else value.tolist()


def to_flat(x: AbstractJaggedArray, capacity: int | None = None, overflow: Overflow = "error"):
    """Give the valid elements one after another, as an array or in a row of static capacity."""
    if capacity is None:
        return _flat_now(x)
    limit = check_capacity(capacity)
    data, total = _flat(*unpack(x), limit)
    return _overflowing(x, data, total, limit, overflow)


def _flat_now(x):
    data, levels = _on_host(x, "to_flat()", "pass capacity=, the room for all valid elements")
    mask = prefix_mask(levels, data.shape[: levels[-1].ndim + 1])
    flat = data[np.broadcast_to(mask, data.shape[: mask.ndim])]
    return flat if isinstance(x.data, np.ndarray) else jnp.asarray(flat)


@partial(jax.jit, static_argnums=2, inline=True)
def _flat(data, levels, capacity):
    depth = levels[-1].ndim + 1
    mask = prefix_mask(levels, data.shape[:depth])
    mask = jnp.broadcast_to(mask, data.shape[:depth]).reshape(-1)
    flat = data.reshape((mask.size, *data.shape[depth:]))
    (compacted,), total = compact((flat,), mask, capacity)
    return compacted, total


def resize(x: AbstractJaggedArray, capacity: int | tuple[int, ...], overflow: Overflow = "error"):
    """Give the same rows in buffers of another capacity, for each jagged axis if a tuple."""
    data, levels = unpack(x)
    capacities = capacity if isinstance(capacity, tuple) else (capacity,)
    if len(capacities) > len(levels):
        raise ValueError(
            f"resize takes a capacity for each jagged axis; got {len(capacities)} for "
            f"{len(levels)}: pass at most {len(levels)}."
        )
    axes = {n.ndim: check_capacity(c) for n, c in zip(levels, capacities, strict=False)}
    resized = [_resized(n, axes) for n in levels]
    return _cut_rows(x, _resized(data, axes), resized, axes, overflow)


def _resized(array, axes):
    cuts = tuple(slice(axes.get(axis)) for axis in range(array.ndim))
    pads = [(0, max(0, axes.get(axis, 0) - size)) for axis, size in enumerate(array.shape)]
    if all(pad == (0, 0) for pad in pads):
        return array if all(cut.stop is None for cut in cuts) else array[cuts]
    namespace = np if isinstance(array, np.ndarray) else jnp
    return namespace.pad(array[cuts], pads)


def _cut_rows(x, data, levels, axes, overflow):
    """Make lengths fit smaller buffers: refuse rows that don't, or cut them and say which."""
    check_overflow(overflow)
    flags = []
    for depth, lengths in enumerate(levels):
        capacity = axes.get(lengths.ndim, data.shape[lengths.ndim])
        if overflow == "return" or capacity < x.data.shape[lengths.ndim]:
            levels[depth], over = fit_capacity(lengths, capacity, overflow)
            if over is not None:
                flags.append(jnp.any(over, tuple(range(x.lengths.ndim, over.ndim))))
    levels = [zero_padding(n, levels[:k]) if k else n for k, n in enumerate(levels)]
    result = rebuild(x, data, levels)
    return (result, functools.reduce(jnp.logical_or, flags)) if flags else result


def _overflowing(x, data, total, capacity, overflow):
    total, over = fit_capacity(total, capacity, overflow)
    result = rebuild(x, data, [total])
    return result if over is None else (result, over)


def _on_host(x, name, advice="use x.to_dense() with x.mask"):
    data, levels = unpack(x)
    if not is_concrete(data, *levels):
        raise ValueError(
            f"{name} needs concrete values, and these are traced, so sizes that depend on lengths "
            f"are unknown here: {advice}, or call it outside jit."
        )
    return np.asarray(data), [np.asarray(n) for n in levels]
