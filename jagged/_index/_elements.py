"""Elements: the jagged axis indexed by an integer, or by an array of integers."""

import math
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from .._checking import refuse
from .._kernels.positions import inside, missing, take_position
from .._kernels.validity import prefix_mask, zero_padding
from .._lengths import shortest


def take_element(buffers: tuple, levels: tuple, level: int, position):
    """Take the element of one number in every row; a row that is too short is refused.

    Raises:
        IndexError: With the row and its length; a traced call gives NaN there, or the extreme integer.
    """
    checked = _check_position(position, levels[level], levels[:level])
    if checked is not levels[level]:
        levels = (*levels[:level], checked, *levels[level + 1 :])
    return take_unchecked(buffers, levels, level, position, None)


def take_unchecked(buffers: tuple, levels: tuple, level: int, position, fill):
    """Take the element of one number in every row, and a fill value where there is none.

    `fill` is `None` for what `jnp.take` fills with.
    """
    static, traced = (position, None) if isinstance(position, int) else (None, position)
    buffers, deeper = _take(buffers, levels, traced, fill, level, static)
    return buffers, (*levels[:level], *deeper)


def take_elements(buffers: tuple, levels: tuple, level: int, places, *, own: bool):
    """Take elements by an array of numbers: the same of every row, or one for each if `own`.

    Raises:
        IndexError: With a row that lacks one of them.
    """
    lengths = levels[level]
    spread = places if own else jnp.reshape(places, (1,) * lengths.ndim + jnp.shape(places))
    spread = _check_places(spread, lengths, levels[:level], own)
    return pick(buffers, levels, level, spread, None, own=own)


def pick(buffers: tuple, levels: tuple, level: int, places, fill, *, own=False, between=()):
    """Take elements of each row at places `[*batch, *shape]`, and a fill value where there is none.

    Args:
        buffers: Each `[*batch, capacity, ...]`.
        levels: The lengths of the jagged axes.
        level: Which of them the places are in.
        places: Integers, negative ones counted from the row's own end.
        fill: The fill value, `None` for what `jnp.take` fills with.
        own: Whether there is one place for each row, so that the shape is `()`.
        between: The lengths of the places, if these are jagged.
    """
    buffers, deeper = _pick(buffers, levels, places, fill, between, level, own)
    return buffers, (*levels[:level], *between, *deeper)


@partial(jax.jit, static_argnums=(4, 5), inline=True)
def _take(buffers, levels, traced, fill, level, static):
    position = traced if static is None else static
    lengths = levels[level]

    def take(data, fill):
        return take_position(data, lengths, position, fill)

    return _taken(take, buffers, levels, level, fill)


@partial(jax.jit, static_argnums=(5, 6), inline=True)
def _pick(buffers, levels, places, fill, between, level, own):
    lengths = levels[level]
    batch = lengths.shape
    shape = () if own else places.shape[len(batch) :]
    leading = max(len(batch) + len(shape) - places.ndim, 0)
    places = places.reshape((1,) * leading + places.shape)
    # A sum, for places have to lie on the devices that the rows lie on.
    places = places + jnp.zeros_like(lengths).reshape(batch + (1,) * len(shape))

    def take(data, fill):
        flat = take_places(data, lengths, places.reshape((*batch, math.prod(shape))), fill)
        return flat.reshape(batch + shape + data.shape[len(batch) + 1 :])

    return _taken(take, buffers, levels, level, fill, between)


def take_places(data, lengths, places, fill):
    """Take elements at places `[*batch, size]` of each row, or `fill` where there is none.

    Places may have the axes of features too, as in `jnp.take_along_axis`.
    """
    axis = lengths.ndim
    places = places.reshape(places.shape + (1,) * (data.ndim - places.ndim))
    lengths = lengths.reshape(lengths.shape + (1,) * (data.ndim - axis))
    present = inside(lengths, places)
    if data.shape[axis] == 0:
        return jnp.full((*places.shape[: axis + 1], *data.shape[axis + 1 :]), fill, data.dtype)
    places = jnp.where(places < 0, lengths + places, places).clip(0, data.shape[axis] - 1)
    taken = jnp.take_along_axis(data, places, axis, mode="promise_in_bounds")
    return jnp.where(present, taken, jnp.asarray(fill, data.dtype))


def _taken(take, buffers, levels, level, fill, between=()):
    """Take of all buffers and of deeper lengths, and leave padding of what is still jagged finite."""
    fills = [missing(each.dtype) if fill is None else fill for each in buffers]
    taken = tuple(take(*pair) for pair in zip(buffers, fills, strict=True))
    outer = (*levels[:level], *between)
    deeper = tuple(take(n, 0) for n in levels[level + 1 :])
    deeper = tuple(zero_padding(n, outer) for n in deeper) if outer else deeper
    kept = (*outer, *deeper)
    return (tuple(zero_padding(each, kept) for each in taken) if kept else taken), deeper


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
        return _missing_element(position, lengths[row], row)

    return refuse(faulty, (lengths, position, *outer), error)


def _check_places(places, lengths, outer, own):
    """Refuse places outside of their rows; the places returned carry the check."""
    extra = 0 if own else places.ndim - lengths.ndim

    def faulty(places, lengths, *outer):
        widened = lengths.reshape(lengths.shape + (1,) * extra)
        absent = ~inside(widened, places)
        if not outer:
            return absent
        mask = prefix_mask(outer, lengths.shape)
        return absent & mask.reshape(mask.shape + (1,) * extra)

    def error(places=None, lengths=None, *outer):
        if places is None or lengths is None:
            return IndexError(f"Every row must have the elements of an index. {_POSITION_ADVICE}")
        wrong = faulty(places, lengths, *outer)
        place = np.unravel_index(np.argmax(wrong), wrong.shape)
        row = place[: lengths.ndim]
        return _missing_element(np.broadcast_to(places, wrong.shape)[place], lengths[row], row)

    return refuse(faulty, (places, lengths, *outer), error)


def _missing_element(position, length, row):
    where = ", ".join(str(int(index)) for index in row)
    return IndexError(
        f"Every row must have an element {position}; got a row of length {length}"
        f"{f' at row {where}' if where else ''}. {_POSITION_ADVICE}"
    )


_POSITION_ADVICE = (
    "Leave short rows out first, reduce instead (jg.max, jg.sum, ...), which has a policy for "
    "empty rows, or use jg.take, jg.first or jg.last with a fill_value; inside jit a row that is too "
    "short gives NaN, or the extreme integer."
)
