"""Integers that a function takes, one for all rows or one for each."""

import operator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ._checking import is_concrete

_LIMITS = np.iinfo(np.int32)


def static_integer(
    value, name: str, least: int | None = 0, why: str = "it is part of the shape"
) -> int:
    """Give a Python integer that is known before tracing.

    Raises:
        TypeError: If it is no integer, or traced.
        ValueError: If it is less than the least, where there is one.
    """
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        number = operator.index(value)
    except (TypeError, jax.errors.TracerIntegerConversionError):
        raise TypeError(
            f"{name} must be an integer, known before tracing; got {value!r}: {why}, so pass a Python "
            "integer."
        ) from None
    if least is not None and number < least:
        raise ValueError(f"{name} must be at least {least}; got {number}: pass a larger integer.")
    return number


def row_integers(value, shape: tuple[int, ...], name: str, *, periodic: bool = False) -> Any:
    """Give an integer for each row, as an array that has the axes of the lengths or none.

    Args:
        value: An integer, or an array of integers that broadcasts to the shape.
        shape: The shape of the lengths.
        name: The name of the argument.
        periodic: Whether a traced array of wider integers stays as it is, for a remainder to be taken;
            otherwise what int32 does not hold becomes its extremes.

    Returns:
        An int32 array.

    Raises:
        TypeError: If it is anything else.
        ValueError: If it does not broadcast, or a value does not fit int32.
    """
    array = value if isinstance(value, jax.Array | np.ndarray) else np.asarray(value)
    _check_integers(array, name)
    if not _broadcasts(array.shape, shape):
        raise ValueError(
            f"{name} must be an integer, or an array of integers that broadcasts to {shape}, one for "
            f"each row; got shape {array.shape}: reshape it first."
        )
    if array.ndim:
        array = array.reshape((1,) * (len(shape) - array.ndim) + array.shape)
    return array if periodic and not is_concrete(array) else as_int32(array, name)


def as_int32(array, name: str) -> Any:
    """Give an array of integers as int32; traced ones that it does not hold become its extremes.

    Raises:
        TypeError: If they are no integers.
        ValueError: If a concrete one does not fit int32.
    """
    _check_integers(array, name)
    if array.dtype == np.int32:
        return array
    if is_concrete(array) and array.size:
        low, high = int(array.min()), int(array.max())
        if low < _LIMITS.min or high > _LIMITS.max:
            raise ValueError(
                f"{name} must fit int32; got values from {low} to {high}: no row is that long."
            )
        return array.astype(np.int32)
    limits = jnp.iinfo(array.dtype)
    return array.clip(max(_LIMITS.min, int(limits.min)), min(_LIMITS.max, int(limits.max))).astype(
        np.int32
    )


def _check_integers(array, name):
    if not jnp.issubdtype(array.dtype, jnp.integer):
        raise TypeError(
            f"{name} must be an integer or an array of integers; got dtype {array.dtype}: cast it "
            "first, for example to int32."
        )


def _broadcasts(shape, wanted) -> bool:
    try:
        return np.broadcast_shapes(shape, wanted) == wanted
    except ValueError:
        return False
