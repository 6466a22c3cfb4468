"""Reshaping: batch axes among themselves and features among themselves, around the jagged axes."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import jax.numpy as jnp
import numpy as np
from jaxtyping import PyTree

from ._abstract import AbstractJagged
from ._alignment import each_buffer
from ._bundle import Bundle, bundle_of
from ._integers import static_integer
from ._record import JaggedRecord


def reshape(x: AbstractJagged | PyTree, shape: Sequence[int | None]) -> Any:
    """Regroup the batch axes before the jagged ones, and the features behind them.

    Args:
        x: A JaggedArray; for batch axes also a JaggedRecord or a pytree of JaggedArrays.
        shape: The shape of the result, with `None` for each jagged axis, for example
            `(4, None, 2, 3)`; before and behind them one size each may be -1. Axes between jagged ones
            stay as they are. The features of a record are left out.

    Returns:
        An array or a record with the same rows; jagged axes and capacities stay.

    Raises:
        ValueError: If there are not as many `None` as jagged axes, or sizes don't fit.
        TypeError: If a size is no integer.

    Examples:
        >>> x = jg.array([[[1, 2, 3, 4]], [[5, 6, 7, 8], [9, 9, 9, 9]]])
        >>> jg.reshape(x, (2, 1, None, -1, 2)).shape
        (2, 1, None, 2, 2)

    Reference:
        `numpy.reshape`.
    """
    bundle = bundle_of(x, "reshape")
    row, jagged = bundle.lengths.ndim, _jagged_axes(bundle)
    shape = _checked_shape(shape)
    places = [place for place, size in enumerate(shape) if size is None]
    _check_places(bundle, shape, places, jagged)
    batch = _resolve(shape[: places[0]], bundle.lengths.shape, shape)
    behind = shape[places[-1] + 1 :]
    features = None
    if not isinstance(bundle.source, JaggedRecord):
        features = _resolve(behind, bundle.buffers[0].shape[jagged[-1] + 1 :], shape)
    elif behind:
        raise ValueError(
            f"jg.reshape leaves the features of a record; got {shape}: end it with None."
        )
    options = (batch, features, row, jagged[-1])
    return _apply(_reshaped, bundle, options, moves_rows=batch != bundle.lengths.shape)


def _apply(function: Callable, bundle: Bundle, options: tuple, *, moves_rows: bool) -> Any:
    """Apply a function of an array to the data, and if rows move to everything."""
    if moves_rows:
        *buffers, lengths = each_buffer(function, (*bundle.buffers, bundle.lengths), options)
        return bundle.rebuild(tuple(buffers), lengths)
    if isinstance(bundle.source, JaggedRecord):
        return bundle.source
    (data,) = each_buffer(function, bundle.buffers[:1], options)
    return bundle.rebuild((data, *bundle.buffers[1:]), bundle.lengths)


def _reshaped(array, batch, features, row: int, last: int):
    """Give an array new batch axes, and new features if it reaches as far."""
    middle, behind = array.shape[row : last + 1], array.shape[last + 1 :]
    if features is not None and array.ndim > last:
        behind = features
    return jnp.reshape(array, (*batch, *middle, *behind))


def moveaxis(
    x: AbstractJagged | PyTree, source: int | Sequence[int], destination: int | Sequence[int]
) -> Any:
    """Move axes to other places, batch axes among themselves and features among themselves.

    Args:
        x: A JaggedArray; for batch axes also a JaggedRecord or a pytree of JaggedArrays.
        source: The axis to move, or several.
        destination: Where each of them stands in the result.

    Returns:
        An array or a record with the same rows; jagged axes stay where they are.

    Raises:
        ValueError: If an axis does not exist, or would move across a jagged axis.

    Examples:
        >>> x = jg.array([[[[1, 2, 3]]], [[[4, 5, 6]]]])
        >>> jg.moveaxis(x, 2, 3).shape
        (2, None, 3, 1)

    Reference:
        `numpy.moveaxis`.
    """
    bundle = bundle_of(x, "moveaxis")
    jagged = _jagged_axes(bundle)
    record = isinstance(bundle.source, JaggedRecord)
    order = _order(source, destination, jagged[-1] + 1 if record else bundle.buffers[0].ndim)
    row, last = jagged[0], jagged[-1]
    stay = list(range(row, last + 1))
    if sorted(order[:row]) != list(range(row)) or order[row : last + 1] != stay:
        raise ValueError(
            "jg.moveaxis moves batch axes among themselves and features among themselves; got "
            f"{source} to {destination}, across the jagged axis {row}: swap rows and elements with "
            "x.to_dense(), or move within one side."
        )
    moves_rows = order[:row] != list(range(row))
    return _apply(_transposed, bundle, (tuple(order), row), moves_rows=moves_rows)


def _transposed(array, order: tuple[int, ...], row: int):
    """Put the axes of an array in order, among them those that only the data have."""
    rest = order[row : array.ndim] if len(order) >= array.ndim else range(row, array.ndim)
    return jnp.transpose(array, (*order[:row], *rest))


def _order(source, destination, ndim: int) -> list[int]:
    """Give the order of axes that the result has, refusing what NumPy refuses."""
    try:
        np.moveaxis(np.empty((0,) * ndim), source, destination)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"jg.moveaxis takes axes of an array of {ndim}, each once; got {source} to {destination} "
            f"({error}): pass axes from {-ndim} to {ndim - 1}."
        ) from None
    sources = [int(axis) % ndim for axis in np.atleast_1d(source)]
    places = [int(axis) % ndim for axis in np.atleast_1d(destination)]
    order = [axis for axis in range(ndim) if axis not in sources]
    for place, axis in sorted(zip(places, sources, strict=True)):
        order.insert(place, axis)
    return order


def _jagged_axes(bundle: Bundle) -> tuple[int, ...]:
    row = bundle.lengths.ndim
    if isinstance(bundle.source, JaggedRecord):
        return (row,)
    return (row, *(n.ndim for n in bundle.buffers[1:]))


def _checked_shape(shape) -> tuple[int | None, ...]:
    if not isinstance(shape, list | tuple):
        raise TypeError(
            f"shape must be a tuple of sizes, with None for each jagged axis; got {shape!r}: pass for "
            "example (4, None, 2)."
        )
    return tuple(None if n is None else static_integer(n, "each size", -1) for n in shape)


def _check_places(bundle: Bundle, shape, places, jagged):
    if len(places) != len(jagged):
        raise ValueError(
            f"shape must have None for each jagged axis, {len(jagged)} here; got {shape}: jagged axes "
            "stay, and jg.flatten merges them."
        )
    old = [bundle.buffers[0].shape[a + 1 : b] for a, b in pairwise(jagged)]
    new = [shape[a + 1 : b] for a, b in pairwise(places)]
    if old != new:
        raise ValueError(
            f"shape must keep the axes between jagged axes, {old}; got {new} in {shape}."
        )


def _resolve(sizes, old, shape) -> tuple[int, ...]:
    """Give sizes with -1 filled in, as many elements as there were."""
    number = int(np.prod(old, dtype=np.int64))
    known = int(np.prod([n for n in sizes if n != -1], dtype=np.int64))
    unknown = [n for n in sizes if n == -1]
    if len(unknown) == 1 and known and number % known == 0:
        return tuple(number // known if n == -1 else n for n in sizes)
    if unknown or known != number:
        raise ValueError(
            f"shape must have as many places before the jagged axes and behind them as the array, here "
            f"{tuple(old)}; got {tuple(sizes)} in {shape}: one size on each side may be -1."
        )
    return tuple(sizes)
