"""Features: the axes behind the jagged ones, where nothing depends on a length."""

import jax.numpy as jnp
import numpy as np

from .._checking import is_concrete, refuse
from .._kernels.positions import missing
from ._parse import SUPPORTED, as_position


def index_features(data, axis: int, entries):
    """Index feature axes one by one; what lies outside is refused, or filled if traced."""
    arrays = [entry for entry in entries if np.ndim(entry) > 0]
    if len(arrays) > 1:
        raise IndexError(f"{SUPPORTED}, with one array at most; got {len(arrays)} arrays.")
    for entry in entries:
        if entry is None or isinstance(entry, slice):
            data = data[(*(slice(None),) * axis, entry)]
            axis += 1
        else:
            position = _as_feature(entry, data.shape[axis], axis)
            position = _check_feature(position, data.shape[axis], axis)
            data = _take_feature(data, axis, position)
            axis += np.ndim(position)
    return data


def _as_feature(entry, size: int, axis: int):
    """Give the index of a feature as an int or an array of integers; a mask becomes positions."""
    if np.ndim(entry) == 0:
        return as_position(entry)
    if entry.dtype == np.bool_ and entry.shape != (size,):
        raise IndexError(
            f"A mask of features must have one boolean for each of the {size} of axis {axis}; got "
            f"shape {entry.shape}."
        )
    if entry.dtype == np.bool_ and is_concrete(entry):
        return np.flatnonzero(np.asarray(entry))
    if not jnp.issubdtype(entry.dtype, jnp.integer):
        raise IndexError(f"{SUPPORTED}; got a traced array of {entry.dtype}.")
    return entry


def _take_feature(data, axis, position):
    if is_concrete(position):
        position = position if isinstance(position, int) else np.asarray(position)
        return data[(*(slice(None),) * axis, position)]
    data = jnp.asarray(data)
    place = jnp.where(position < 0, position + data.shape[axis], position)
    place = jnp.where(place < 0, data.shape[axis], place)
    return jnp.take(data, place, axis, mode="fill", fill_value=missing(data.dtype))


def _check_feature(entry, size: int, axis: int):
    def error(value=None):
        came = "" if value is None else f"; got {value}"
        return IndexError(
            f"Axis {axis} has {size} features, from {-size} to {size - 1}{came}: pass one of them."
        )

    return refuse(lambda i: (i >= size) | (i < -size), (entry,), error)
