"""Structure: batch and jagged axes indexed one after another, rows before elements."""

import jax.numpy as jnp

from ._batch import take_rows
from ._elements import take_element, take_elements
from ._parse import is_full
from ._slices import slice_rows


def index_structure(buffers: tuple, levels: tuple, entries: list):
    """Index the axes up to the last jagged one.

    Args:
        buffers: Each `[*batch, capacity, ...]`.
        levels: The lengths of the jagged axes, outermost first.
        entries: An integer, a slice or an array for each axis, and `None` for new ones.

    Returns:
        The buffers, and the lengths of what is still jagged.
    """
    axis, arrays = 0, []
    for entry in entries:
        if type(entry) is int:
            buffers, levels = _index_axis(buffers, levels, axis, entry)
            continue
        if entry is None:
            buffers, levels = _add_axis(buffers, levels, axis)
        elif not isinstance(entry, slice):
            arrays.append((axis, entry))
        elif not is_full(entry):
            buffers, levels = _index_axis(buffers, levels, axis, entry)
        axis += 1
    return _index_by_arrays(buffers, levels, arrays) if arrays else (buffers, levels)


def _add_axis(buffers, levels, axis):
    def add(array):
        return array[(*(slice(None),) * axis, None)]

    return tuple(map(add, buffers)), tuple(add(n) if n.ndim >= axis else n for n in levels)


def _index_axis(buffers, levels, axis, entry):
    level = _level_at(levels, axis)
    if level is None:
        if axis > levels[0].ndim:
            raise _between(axis, entry)
        if not isinstance(entry, slice):
            return take_rows(buffers, levels, axis, (entry,))
        cut = (*(slice(None),) * axis, entry)
        return tuple(each[cut] for each in buffers), tuple(n[cut] for n in levels)
    if isinstance(entry, slice):
        return slice_rows(buffers, levels, level, entry)
    return take_element(buffers, levels, level, entry)


def _index_by_arrays(buffers, levels, arrays):
    """Index adjacent axes by arrays that broadcast: batch axes, then elements of the rows taken."""
    axis = arrays[0][0]
    positions = _broadcast([array for _, array in arrays])
    rows = max(levels[0].ndim - axis, 0)
    if rows:
        buffers, levels = take_rows(buffers, levels, axis, positions[:rows])
    for place, position in enumerate(positions[rows:], rows):
        level = _level_at(levels, axis + (position.ndim if place else 0))
        if level is None:
            raise _between(axis + place, position)
        buffers, levels = take_elements(buffers, levels, level, position, own=place > 0)
    return buffers, levels


def _broadcast(arrays) -> tuple:
    try:
        shape = jnp.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError:
        shapes = " and ".join(str(array.shape) for array in arrays)
        raise IndexError(f"Arrays of one index must broadcast; got shapes {shapes}.") from None
    return tuple(
        array if array.shape == shape else jnp.broadcast_to(_lift(array, len(shape)), shape)
        for array in arrays
    )


def _lift(array, ndim):
    return array.reshape((1,) * (ndim - array.ndim) + array.shape)


def _level_at(levels, axis):
    for level, lengths in enumerate(levels):
        if lengths.ndim == axis:
            return level
    return None


def _between(axis, entry):
    return IndexError(
        f"An axis between two jagged ones is taken whole; got {entry!r} for axis {axis}: reduce the "
        "deeper axis first, or use jg.map_elements."
    )
