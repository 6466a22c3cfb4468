"""Parsing: one entry of an index for each batch and jagged axis, and those for features."""

import operator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from .._checking import is_concrete

EVERYTHING = slice(None)

SUPPORTED = (
    "An index may hold integers, slices, arrays of integers or booleans, `None` and `...`; a "
    "JaggedArray of integers or booleans stands alone"
)


def parse(index, shape: tuple[int, ...], structure: int) -> tuple[list, list]:
    """Split an index into entries for the first `structure` axes, and those for features.

    Masks of the former come as positions, and integers beside arrays as arrays, for NumPy
    broadcasts them.

    Raises:
        IndexError: If there are too many entries, or one is nothing that can be an index.
    """
    entries = index if type(index) is tuple else (index,)
    if len(entries) <= len(shape) and all(type(entry) in (int, slice) for entry in entries):
        # Most indices are of these alone, and what follows would take as long as a small kernel.
        entries = [*entries, *(EVERYTHING,) * (len(shape) - len(entries))]
        return entries[:structure], entries[structure:]
    entries = _expand(index, len(shape))
    leading, features, axis = [], [], 0
    for entry in entries:
        place, width = (leading, _width(entry)) if axis < structure else (features, 1)
        if entry is not None and place is leading and _is_mask(entry):
            place.extend(_positions(entry, shape, axis, structure))
        else:
            place.append(entry)
        axis += width if entry is not None else 0
    return _arrayed(leading, features), features


def as_position(entry):
    """Give an integer index as an int, or as the integer array without axes that it is.

    Raises:
        IndexError: If it is anything else.
    """
    if not isinstance(entry, (bool, np.bool_)):
        try:
            return operator.index(entry)
        except (TypeError, jax.errors.TracerIntegerConversionError):
            pass
        if getattr(entry, "shape", None) == () and jnp.issubdtype(entry.dtype, jnp.integer):
            return entry
    raise IndexError(f"{SUPPORTED}; got {entry!r}.")


def is_full(entry) -> bool:
    """Say whether an entry takes an axis whole."""
    return isinstance(entry, slice) and entry == EVERYTHING


def is_array(entry) -> bool:
    """Say whether an entry is an array of positions, an integer beside another one included."""
    return isinstance(entry, jax.Array | np.ndarray)


def _expand(index, ndim: int) -> list[Any]:
    """Give an entry for each axis, `...` written out."""
    entries = [_as_entry(entry) for entry in (index if isinstance(index, tuple) else (index,))]
    dots = [place for place, entry in enumerate(entries) if entry is Ellipsis]
    used = sum(_width(entry) for entry in entries)
    if len(dots) > 1:
        raise IndexError("An index can hold only one `...`: write the other axes as `:`.")
    if used > ndim:
        raise IndexError(
            f"An array of {ndim} axes takes at most {ndim} indices; got {used}: {index!r}."
        )
    _check_adjacent(entries)
    place = dots[0] if dots else len(entries)
    entries[place : place + len(dots)] = [EVERYTHING] * (ndim - used)
    return entries


def _as_entry(entry):
    if entry is None or entry is Ellipsis or isinstance(entry, slice):
        return entry
    if isinstance(entry, list):
        entry = np.asarray(entry) if entry else np.zeros(0, np.int32)
    if np.ndim(entry) == 0:
        return as_position(entry)
    if not is_array(entry) or not (_is_mask(entry) or jnp.issubdtype(entry.dtype, jnp.integer)):
        raise IndexError(f"{SUPPORTED}; got {_describe(entry)}.")
    return entry


def _describe(entry) -> str:
    return f"an array of {entry.dtype}" if is_array(entry) else repr(entry)


def _is_mask(entry) -> bool:
    return getattr(entry, "dtype", None) == np.bool_


def _width(entry) -> int:
    """Give how many axes an entry stands for."""
    if entry is None or entry is Ellipsis:
        return 0
    return entry.ndim if _is_mask(entry) else 1


def _positions(mask, shape, axis, structure):
    """Give the positions of a mask over batch axes; how many they are must be known."""
    stop = axis + mask.ndim
    if stop >= structure:
        raise IndexError(
            "A dense mask can pick rows, and for elements it has to be jagged; got one of shape "
            f"{mask.shape} for axes that reach the jagged one: x[jg.from_dense(mask, x.lengths)]."
        )
    if mask.shape != shape[axis:stop]:
        raise IndexError(
            f"A mask must have the shape {shape[axis:stop]} of the axes that it picks from; got "
            f"{mask.shape}."
        )
    if not is_concrete(mask):
        raise IndexError(
            "The number of rows that a traced mask picks is unknown, and it would be part of the "
            "shape: use jg.where, weights or where= instead, or pass positions."
        )
    return np.nonzero(np.asarray(mask))


def _check_adjacent(entries) -> None:
    """Refuse arrays whose axes NumPy would move to the front, away from their place."""
    picks = list(map(_picks, entries))
    behind = entries[picks.index(False) :] if False in picks else []
    places = np.flatnonzero(picks)
    if any(map(_has_axes, behind)) and places[-1] - places[0] + 1 != places.size:
        raise IndexError(
            "Integers and arrays in one index must stand at adjacent axes, for otherwise NumPy moves "
            "their axes to the front: index twice, x[...][...]."
        )


def _arrayed(leading, features) -> list:
    """Turn integers that stand beside arrays into arrays, with which they broadcast."""
    places = [place for place, entry in enumerate(leading) if _has_axes(entry)]
    if not places:
        return leading
    if any(map(_has_axes, features)):
        raise IndexError(f"{SUPPORTED}; rows and features can't both be picked by arrays at once.")
    first, last = places[0], places[-1]
    while first > 0 and _picks(leading[first - 1]):
        first -= 1
    while last + 1 < len(leading) and _picks(leading[last + 1]):
        last += 1
    group = [e if is_array(e) else np.array(e, np.int32) for e in leading[first : last + 1]]
    return [*leading[:first], *group, *leading[last + 1 :]]


def _picks(entry) -> bool:
    """Say whether an entry is an integer or an array."""
    return not (entry is None or entry is Ellipsis or isinstance(entry, slice))


def _has_axes(entry) -> bool:
    return is_array(entry) and entry.ndim > 0
