"""Rows: batch axes indexed by integers and by arrays of them."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from .._checking import is_concrete, refuse
from .._kernels.validity import keep


def take_rows(buffers: tuple, levels: tuple, axis: int, positions: tuple):
    """Index adjacent batch axes by integers or arrays, which broadcast, as NumPy has it.

    A traced position outside gives a row without elements, never another row.

    Raises:
        IndexError: With the position and how many rows there are.
    """
    sizes = buffers[0].shape[axis : axis + len(positions)]
    positions = tuple(check_row(*pair) for pair in zip(positions, sizes, strict=True))
    if is_concrete(*positions):
        cut = (*(slice(None),) * axis, *(_host(each) for each in positions))
        return tuple(each[cut] for each in buffers), tuple(n[cut] for n in levels)
    return take_rows_unchecked(buffers, levels, axis, positions)


def take_rows_unchecked(buffers: tuple, levels: tuple, axis: int, positions: tuple):
    """Do the same, with a row without elements for every position outside."""
    return _take(buffers, levels, positions, axis)


def check_row(position, size: int):
    """Refuse the number of a row that is not there, and return the number.

    Raises:
        IndexError: With the number and how many rows there are.
    """

    def error(value=None):
        came = "" if value is None else f" {_first_outside(value, size)}"
        return IndexError(
            f"Row{came} does not exist in a batch of {size} rows: pass an index from {-size} to "
            f"{size - 1}."
        )

    return refuse(lambda i: (i >= size) | (i < -size), (position,), error)


def _first_outside(values, size: int):
    values = np.ravel(values)
    return values[np.argmax((values >= size) | (values < -size))]


def _host(position):
    return position if isinstance(position, int) else np.asarray(position)


@partial(jax.jit, static_argnums=3, inline=True)
def _take(buffers, levels, positions, axis):
    sizes = buffers[0].shape[axis : axis + len(positions)]
    pairs = list(zip(positions, sizes, strict=True))
    places = [jnp.where(p < 0, p + size, p) for p, size in pairs]
    valid = jnp.array(True)
    for place, size in zip(places, sizes, strict=True):
        valid = valid & (place >= 0) & (place < size)
    cut = [place.clip(0, max(size - 1, 0)) for place, size in zip(places, sizes, strict=True)]

    def take(array):
        if 0 in sizes:
            shape = array.shape[:axis] + valid.shape + array.shape[axis + len(sizes) :]
            return jnp.zeros(shape, array.dtype)
        taken = array[(*(slice(None),) * axis, *cut)]
        shape = (1,) * axis + valid.shape + (1,) * (taken.ndim - axis - valid.ndim)
        return keep(valid.reshape(shape), taken, 0)

    return tuple(map(take, buffers)), tuple(map(take, levels))
