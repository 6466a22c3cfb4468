"""Moving: each row turned round or shifted, repeated, and padded with valid elements."""

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from jaxtyping import ArrayLike, Integer, PyTree

from ._abstract import AbstractJagged, AbstractJaggedArray
from ._axes import ROW, Axis
from ._bundle import Bundle, bundle_of, rearrange
from ._casting import held
from ._checking import refuse
from ._integers import row_integers, static_integer
from ._kernels import moving
from ._kernels.validity import prefix_mask
from ._lengths import at_row

Mode = Literal["constant", "edge", "reflect", "symmetric", "wrap"]


def reverse(x: AbstractJagged | PyTree, axis: int | Axis = ROW) -> Any:
    """Turn each row round: its last valid element comes first, and padding stays behind.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        axis: The jagged axis.

    Returns:
        An array or a record like `x`, of the same lengths.

    Raises:
        ValueError: If the axis is not jagged.

    Examples:
        >>> jg.reverse(jg.array([[1, 2, 3], [], [4]])).to_list()
        [[3, 2, 1], [], [4]]

    Reference:
        `numpy.flip`; `tensorflow.reverse_sequence`.
    """
    return rearrange(moving.reverse, bundle_of(x, "reverse", axis))


def roll(
    x: AbstractJagged | PyTree, shift: Integer[ArrayLike, "..."], axis: int | Axis = ROW
) -> Any:
    """Shift the elements of each row to the right; those that leave its end come back at its start.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        shift: By how many places: an integer, or `[*batch]` integers, one for each row; taken modulo
            the row's own length. Negative ones shift to the left.
        axis: The jagged axis.

    Returns:
        An array or a record like `x`, of the same lengths; an empty row stays empty.

    Raises:
        ValueError: If the axis is not jagged, or shifts don't broadcast to the rows.
        TypeError: If a shift is no integer.

    Examples:
        >>> jg.roll(jg.array([[1, 2, 3], [], [4, 5]]), 1).to_list()
        [[3, 1, 2], [], [5, 4]]

    Reference:
        `numpy.roll`.
    """
    bundle = bundle_of(x, "roll", axis)
    return rearrange(
        moving.roll, bundle, row_integers(shift, bundle.lengths.shape, "shift", periodic=True)
    )


def tile(x: AbstractJagged | PyTree, reps: int, axis: int | Axis = ROW) -> Any:
    """Repeat each row as a whole: row, row, ...

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        reps: How often, an integer known before tracing.
        axis: The jagged axis.

    Returns:
        An array or a record like `x` with `reps` times the capacity; an empty row stays empty.

    Raises:
        ValueError: If the axis is not jagged, or `reps` negative.
        TypeError: If `reps` is no integer, or traced.

    Examples:
        >>> jg.tile(jg.array([[1, 2], [], [3]]), 2).to_list()
        [[1, 2, 1, 2], [], [3, 3]]

    Reference:
        `numpy.tile`.
    """
    times = static_integer(reps, "reps")
    return rearrange(moving.tile, bundle_of(x, "tile", axis), times=times)


def pad(
    x: AbstractJagged | PyTree,
    pad_width: int | tuple[int, int],
    mode: Mode = "constant",
    *,
    constant_values: Any = 0,
    axis: int | Axis = ROW,
) -> Any:
    """Put valid elements before and after each row; `x.resize` is for more room.

    Args:
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        pad_width: How many elements to put before and after each row, or one number for both.
        mode: `"constant"` puts constants; `"edge"`, `"reflect"`, `"symmetric"` and `"wrap"` put
            elements of the row, as in `numpy.pad`. An empty row has none and is refused, unless it is
            traced: then it stays empty.
        constant_values: The constant, or one for before and one for after; numbers, or arrays without
            axes, of a dtype that the one of `x` holds.
        axis: The jagged axis; for constants the innermost one.

    Returns:
        An array or a record like `x`, whose rows and capacity are larger by the two widths.

    Raises:
        ValueError: If a width is negative, the mode unknown, the axis not jagged, or a row empty whose
            elements are needed.
        TypeError: If a width is no integer, or the dtype does not hold a constant.

    Examples:
        >>> x = jg.array([[1, 2, 3], [4]])
        >>> jg.pad(x, (1, 0)).to_list(), jg.pad(x, 1, "edge").to_list()
        ([[0, 1, 2, 3], [0, 4]], [[1, 1, 2, 3, 3], [4, 4, 4]])

    Reference:
        `numpy.pad`.
    """
    before, after = (static_integer(width, "pad_width") for width in _pair(pad_width, "pad_width"))
    widths = {"before": before, "after": after}
    bundle = bundle_of(x, "pad", axis)
    if mode == "constant":
        values = _constants(bundle, constant_values)
        return rearrange(moving.pad_constant, bundle, values, bundle.outer, **widths)
    if mode not in moving.SOURCES:
        known = ", ".join(map(repr, ("constant", *moving.SOURCES)))
        raise ValueError(f"mode must be one of {known}; got {mode!r}: pass one of them.")
    if before or after:
        bundle = replace(bundle, lengths=_check_filled(bundle, mode))
    return rearrange(moving.pad_from, bundle, **widths, mode=mode)


def _pair(value, name) -> tuple:
    if not isinstance(value, tuple | list):
        return value, value
    if len(value) != 2:
        raise ValueError(
            f"{name} must be one value, or a pair for before and after each row; got {value!r}: "
            "pass a pair."
        )
    return tuple(value)


def _constants(bundle: Bundle, constant_values) -> tuple:
    if isinstance(bundle.source, AbstractJaggedArray) and len(bundle.buffers) > 1:
        raise ValueError(
            "jg.pad puts constants along the innermost jagged axis alone, for elements of another "
            "one are rows themselves; got an axis further out: use jg.concatenate with the rows to "
            "put there."
        )
    pair = _pair(constant_values, "constant_values")
    if any(np.ndim(value) for value in pair):
        raise ValueError(
            "constant_values must be numbers, one or a pair; got an array of shape "
            f"{np.shape(pair[0])}: use jg.concatenate for elements that differ."
        )
    dtypes = [buffer.dtype for buffer in bundle.buffers]
    return tuple(tuple(held(v, dtype, "constant_values") for v in pair) for dtype in dtypes)


def _check_filled(bundle: Bundle, mode):
    """Refuse empty rows, which have no element to repeat; their lengths carry the check."""

    def faulty(lengths, *outer):
        return (lengths == 0) & prefix_mask(outer, lengths.shape) if outer else lengths == 0

    def error(*levels):
        came = (
            f"; got an empty one{at_row(tuple(np.argwhere(faulty(*levels))[0]))}" if levels else ""
        )
        return ValueError(
            f'mode="{mode}" needs an element in every row to put beside it{came}. Leave empty rows '
            'out first, or use mode="constant".'
        )

    return refuse(faulty, (bundle.lengths, *bundle.outer), error)
