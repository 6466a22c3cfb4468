"""Jagged indices: a mask or positions of its own for each row."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from .._abstract import AbstractJaggedArray, unpack
from .._checking import refuse
from .._kernels.compaction import compact
from .._kernels.joining import in_shape
from .._kernels.positions import inside
from .._kernels.validity import prefix_mask, zero_padding
from .._lengths import check_same_lengths
from .._overflow import Overflow, fit_capacity
from ._elements import pick


def index_jagged(buffers: tuple, levels: tuple, index: AbstractJaggedArray):
    """Evaluate `x[mask]` or `x[positions]` for a jagged index, at the depth of its jagged axes.

    Raises:
        IndexError: If its rows are not those of `x`, it is neither boolean nor of integers, or a
            position is outside of its row.
        ValueError: If a mask has other lengths than `x`.
    """
    data, theirs = unpack(index)
    _check_rows(levels, theirs)
    if data.dtype == np.bool_:
        buffers, levels, _ = keep_elements(buffers, levels, index, None, "error")
        return buffers, levels
    if not jnp.issubdtype(data.dtype, jnp.integer):
        raise IndexError(
            f"A jagged index must hold booleans or integers; got {data.dtype}: compare it, or cast "
            "it with .astype(int)."
        )
    places = _check_inside(data, theirs, levels[: len(theirs)])
    return pick_elements(buffers, levels, places, theirs, None)


def keep_elements(buffers, levels, mask, capacity: int | None, overflow: Overflow):
    """Move the elements that a jagged mask keeps to the front of their rows.

    Returns:
        Buffers, levels, and with `overflow="return"` which rows were cut, else `None`.

    Raises:
        ValueError: If the mask has other lengths, or the capacity is too small.
        TypeError: If the mask has features.
    """
    chosen, same = checked_mask(levels, mask)
    level = len(same) - 1
    moved = (*buffers, *levels[level + 1 :])
    room = buffers[0].shape[levels[level].ndim] if capacity is None else capacity
    moved, kept = _keep(moved, same, chosen, room)
    over = None
    if capacity is not None or overflow == "return":
        kept, over = fit_capacity(kept, room, overflow)
        moved = tuple(zero_padding(each, (kept,)) for each in moved)
    return moved[: len(buffers)], (*levels[:level], kept, *moved[len(buffers) :]), over


def checked_mask(levels, mask) -> tuple:
    """Give a jagged mask as a buffer, and the lengths that it shares, which carry the check.

    Raises:
        IndexError: If its rows are not those of `x`.
        ValueError: If it has other lengths.
        TypeError: If it has features.
    """
    chosen, theirs = unpack(mask)
    _check_rows(levels, theirs)
    if chosen.ndim != theirs[-1].ndim + 1:
        raise TypeError(
            f"A mask must have one boolean for each element, [*batch, None]; got {mask.shape}: "
            "combine its features first, jg.any(mask, axis=-1)."
        )
    return chosen, _same(levels, theirs)


def valid_mask(chosen, levels, shape):
    """Give a mask the shape of what it is for, and leave padding out."""
    return in_shape(chosen, shape) & prefix_mask(levels, shape)


def pick_elements(buffers, levels, places, theirs, fill):
    """Take elements at jagged places; what is absent is filled, `None` as `jnp.take` does."""
    level = len(theirs) - 1
    _check_rows(levels, theirs)
    same = _same(levels[:level], theirs[:level])
    places, lengths = (in_shape(each, levels[level].shape) for each in (places, theirs[-1]))
    levels = (*same, *levels[level:])
    return pick(buffers, levels, level, places, fill, between=(lengths,))


@partial(jax.jit, static_argnums=3, inline=True)
def _keep(buffers, levels, mask, capacity):
    shape = (*levels[-1].shape, buffers[0].shape[levels[-1].ndim])
    return compact(buffers, valid_mask(mask, levels, shape), capacity)


def _check_rows(levels, theirs):
    if len(theirs) > len(levels):
        raise IndexError(
            f"A jagged index can't have more jagged axes than the array; got {len(theirs)} for "
            f"{len(levels)}: index with fewer, or use jg.unflatten."
        )
    if theirs[0].shape != levels[0].shape:
        raise IndexError(
            "A jagged index must have a row for each row of the array; got batch shapes "
            f"{theirs[0].shape} for {levels[0].shape}: index the rows first."
        )


def _same(levels, theirs) -> tuple:
    pairs = enumerate(zip(levels, theirs, strict=False))
    return tuple(check_same_lengths(a, b, inner=depth > 0) for depth, (a, b) in pairs)


def _check_inside(places, theirs, levels):
    """Refuse places outside of their rows; the places returned carry the check."""
    lengths = levels[-1]

    def faulty(places, lengths, *theirs):
        widened = lengths.reshape(lengths.shape + (1,) * (places.ndim - lengths.ndim))
        return ~inside(widened, places) & prefix_mask(theirs, places.shape)

    def error(places=None, lengths=None, *theirs):
        if places is None or lengths is None:
            return IndexError(f"A jagged index must stay inside its rows. {_INSIDE_ADVICE}")
        wrong = np.unravel_index(np.argmax(faulty(places, lengths, *theirs)), places.shape)
        row = wrong[: lengths.ndim]
        where = ", ".join(str(int(index)) for index in row)
        return IndexError(
            f"A jagged index must stay inside its rows; got {places[wrong]} for a row of length "
            f"{lengths[row]}{f' at row {where}' if where else ''}. {_INSIDE_ADVICE}"
        )

    fitted = in_shape(lengths, theirs[-1].shape)
    return refuse(faulty, (places, fitted, *theirs), error)


_INSIDE_ADVICE = (
    "Use jg.take with a fill_value for places that may be absent; inside jit they give NaN, or the "
    "extreme integer."
)
