"""The checked entrance: fields of a container made consistent, and zeros written into padding."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int

from ._kernels.validity import zero_padding
from ._lengths import as_lengths, check_lengths


def is_array(value) -> bool:
    """Say whether a field holds an array, traced or not, and not a stand-in for one."""
    return isinstance(value, jax.Array | np.ndarray)


def is_lengths(value) -> bool:
    """Say whether a field holds lengths, and not a stand-in for them."""
    return is_array(value) or isinstance(value, list | tuple | int | np.integer)


def as_data(data) -> Any:
    """Give a buffer in the dtype that JAX has for it; NumPy buffers stay on the host.

    Raises:
        TypeError: If JAX has no such dtype, or the buffer is no array.
    """
    if not is_array(data):
        raise TypeError(
            f"data must be an array [*batch, capacity, *features]; got {type(data).__name__}: "
            "make rows of different lengths an array with jg.array(rows), or a padded buffer with "
            "jnp.asarray(data)."
        )
    if isinstance(data, jax.Array):
        return data
    return cast(data, canonical_dtype(data.dtype))


def cast(data: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Cast a NumPy buffer, and refuse integers that the dtype can't hold.

    Raises:
        ValueError: With the values and the dtype.
    """
    if data.dtype.kind in "iu" and dtype.kind in "iu" and data.dtype != dtype and data.size:
        low, high = data.min(), data.max()
        if low < np.iinfo(dtype).min or high > np.iinfo(dtype).max:
            raise ValueError(
                f"Elements must fit {dtype}; got integers from {low} to {high}: pass a wider dtype, "
                "which may need jax_enable_x64."
            )
    return data.astype(dtype, copy=False)


def canonical_dtype(dtype) -> np.dtype:
    """Give the dtype that JAX keeps such elements in.

    Raises:
        TypeError: If it has none.
    """
    if np.dtype(dtype).kind in "OSUMmV" and not jnp.issubdtype(dtype, jnp.number):
        raise TypeError(
            f"Elements must be numbers or booleans; got dtype {np.dtype(dtype)}: convert them "
            "first, strings for example to integer identifiers."
        )
    return jax.dtypes.canonicalize_dtype(dtype)


def checked_fields(data, lengths, inner_lengths=()) -> tuple:
    """Check one buffer against its lengths, and write zeros into its padding.

    Returns:
        Data, lengths and inner lengths, consistent with one another.

    Raises:
        ValueError: If shapes disagree, or a length is negative or above the capacity.
        TypeError: If a dtype is not fit.
    """
    data = as_data(data)
    levels = [as_lengths(lengths)]
    levels += [as_lengths(inner, f"inner_lengths[{k}]") for k, inner in enumerate(inner_lengths)]
    names = ["lengths"] + [f"inner_lengths[{k}]" for k in range(len(inner_lengths))]
    for depth, (name, level) in enumerate(zip(names, levels, strict=True)):
        check_shape(name, level, data)
        if depth and level.ndim <= levels[depth - 1].ndim:
            raise ValueError(
                f"{name} must speak of a deeper axis than the lengths before it; got "
                f"{level.ndim} axes after {levels[depth - 1].ndim}: list them outermost first."
            )
        level = check_lengths(level, data.shape[level.ndim], name)
        levels[depth] = zero_padding(level, levels[:depth]) if depth else level
    return zero_padding(data, levels), levels[0], tuple(levels[1:])


def check_shape(name: str, lengths: Int[Array, "..."], data) -> None:
    """Refuse lengths whose axes are not the leading axes of the data.

    Raises:
        ValueError: With both shapes.
    """
    if data.ndim <= lengths.ndim or data.shape[: lengths.ndim] != lengths.shape:
        raise ValueError(
            f"data must be [*batch, capacity, *features] with {name} of shape [*batch], one length "
            f"for each row; got data.shape={data.shape} and {name}.shape={lengths.shape}. "
            "Bring the batch axes first, or pass lengths of that shape."
        )
