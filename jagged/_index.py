"""Indexing: a row, one element of each row, and features."""

import operator
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from ._abstract import AbstractJaggedArray, rebuild, unpack
from ._checking import is_concrete, refuse
from ._kernels.positions import inside, missing, take_position
from ._kernels.validity import keep, prefix_mask, zero_padding
from ._lengths import shortest

_EVERYTHING = slice(None)

_SUPPORTED = (
    "An index may hold integers and slices for batch axes, an integer or `:` for the jagged axis, "
    "`...`, and for features integers, slices, `None` and an array of integers or booleans"
)


def index_array(x: AbstractJaggedArray, index):
    """Evaluate `x[index]`: features first, then axis by axis, so that rows go before elements."""
    data, levels = unpack(x)
    entries, features = _parse(index, data.ndim, levels[-1].ndim + 1)
    if not all(map(_is_full, features)):
        data = _index_features(data, len(entries), features)
    axis = 0
    for entry in entries:
        if not _is_full(entry):
            data, levels = _index_axis(data, levels, axis, entry)
        axis += isinstance(entry, slice)
    return rebuild(x, data, levels) if levels else data


def index_batch(array, position):
    """Index the leading axis of a buffer, with zeros where a traced position is outside."""
    if is_concrete(position):
        return array[int(position)]
    size = array.shape[0]
    place = jnp.where(position < 0, position + size, position)
    if size == 0:
        return jnp.zeros(array.shape[1:], array.dtype)
    taken = jnp.take(array, place.clip(0, size - 1), axis=0, mode="clip")
    return keep((place >= 0) & (place < size), taken, 0)


def check_row(position, size: int):
    """Refuse the number of a row that is not there, and return the number.

    Raises:
        IndexError: With the number and how many rows there are.
    """

    def error(value=None):
        came = "" if value is None else f" {value}"
        return IndexError(
            f"Row{came} does not exist in a batch of {size} rows: pass an index from {-size} to "
            f"{size - 1}."
        )

    return refuse(lambda i: (i >= size) | (i < -size), (position,), error)


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
    raise IndexError(f"{_SUPPORTED}; got {entry!r}.")


def _parse(index, ndim: int, structure: int):
    """Split an index into one entry for each batch and jagged axis, and those for features."""
    entries = list(index) if isinstance(index, tuple) else [index]
    dots, used = [], 0
    for place, entry in enumerate(entries):
        if entry is Ellipsis:
            dots.append(place)
        elif entry is not None:
            used += 1
    if len(dots) > 1:
        raise IndexError("An index can hold only one `...`: write the other axes as `:`.")
    if used > ndim:
        raise IndexError(
            f"An array of {ndim} axes takes at most {ndim} indices; got {used}: {index!r}."
        )
    if dots or used < ndim:
        place = dots[0] if dots else len(entries)
        entries[place : place + len(dots)] = [_EVERYTHING] * (ndim - used)
    for entry in entries[:structure]:
        if entry is None:
            raise IndexError(
                "A new axis can stand only behind the jagged axis, among the features: x[..., None]."
            )
    return entries[:structure], entries[structure:]


def _is_full(entry) -> bool:
    return isinstance(entry, slice) and entry == _EVERYTHING


def _index_features(data, axis, features):
    """Index feature axes one by one; what lies outside is refused, or filled if traced."""
    arrays = [entry for entry in features if np.ndim(entry) > 0]
    if len(arrays) > 1:
        raise IndexError(f"{_SUPPORTED}, with one array at most; got {len(arrays)} arrays.")
    for entry in features:
        if entry is None or isinstance(entry, slice):
            data = data[(*(slice(None),) * axis, entry)]
            axis += 1
        else:
            position = _check_feature(_as_feature(entry), data.shape[axis], axis)
            data = _take_feature(data, axis, position)
            axis += np.ndim(position)
    return data


def _as_feature(entry):
    """Give the index of a feature as an int or an array of integers; a mask becomes positions."""
    if np.ndim(entry) == 0:
        return as_position(entry)
    entry = np.asarray(entry) if isinstance(entry, list) else entry
    if entry.dtype == np.bool_ and is_concrete(entry):
        return np.flatnonzero(np.asarray(entry))
    if not jnp.issubdtype(entry.dtype, jnp.integer):
        raise IndexError(f"{_SUPPORTED}; got an array of {entry.dtype}.")
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


def _index_axis(data, levels, axis, entry):
    for level, lengths in enumerate(levels):
        if lengths.ndim == axis:
            return _index_jagged(data, levels, level, as_position(entry))
    if axis > levels[0].ndim:
        raise IndexError(f"{_SUPPORTED}; got {entry!r} for axis {axis} between two jagged axes.")
    if isinstance(entry, slice):
        cut = (*(slice(None),) * axis, entry)
        return data[cut], tuple(n[cut] for n in levels)
    return _index_row(data, levels, axis, as_position(entry))


def _index_row(data, levels, axis, position):
    position = check_row(position, data.shape[axis])
    data, *levels = (index_batch(_to_front(array, axis), position) for array in (data, *levels))
    return data, tuple(levels)


def _to_front(array, axis):
    if axis == 0:
        return array
    return (
        np.moveaxis(array, axis, 0)
        if isinstance(array, np.ndarray)
        else jnp.moveaxis(array, axis, 0)
    )


def _index_jagged(data, levels, level, position):
    outer, lengths, inner = levels[:level], levels[level], levels[level + 1 :]
    checked = _check_position(position, lengths, outer)
    static, traced = (position, None) if isinstance(position, int) else (None, position)
    data, inner = _take(data, (*outer, checked, *inner), level, static, traced)
    return data, (*outer, *inner)


@partial(jax.jit, static_argnums=(2, 3), inline=True)
def _take(data, levels, level, static, traced):
    position = traced if static is None else static
    lengths = levels[level]
    taken = take_position(data, lengths, position, missing(data.dtype))
    deeper = tuple(take_position(n, lengths, position, 0) for n in levels[level + 1 :])
    kept = (*levels[:level], *deeper)
    return (zero_padding(taken, kept) if kept else taken), deeper


def _check_position(position, lengths, outer):
    if isinstance(position, int) and shortest(lengths) >= max(position + 1, -position):
        return lengths

    def faulty(lengths, position, *outer):
        absent = ~inside(lengths, position)
        return absent & prefix_mask(outer, lengths.shape) if outer else absent

    def error(lengths=None, position=position, *outer):
        if lengths is None:
            return IndexError(f"Every row must have an element {position}. {_POSITION_ADVICE}")
        row = np.unravel_index(np.argmax(faulty(lengths, position, *outer)), lengths.shape)
        where = ", ".join(str(int(index)) for index in row)
        return IndexError(
            f"Every row must have an element {position}; got a row of length {lengths[row]}"
            f"{f' at row {where}' if where else ''}. {_POSITION_ADVICE}"
        )

    return refuse(faulty, (lengths, position, *outer), error)


_POSITION_ADVICE = (
    "Leave short rows out first, or reduce instead (jg.max, jg.sum, ...), which has a policy for "
    "empty rows; inside jit a row that is too short gives NaN, or the extreme integer."
)
