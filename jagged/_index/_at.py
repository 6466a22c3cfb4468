"""Updates: `x.at[index].set(values)` and its kin, at the places that `x[index]` takes."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from .._abstract import AbstractJaggedArray, is_jagged, rebuild, unpack
from .._broadcast import Aligned, check_alignment
from .._casting import held
from .._elements import check_fits, check_lengths_agree, pack
from .._kernels.joining import in_shape
from .._kernels.validity import prefix_mask
from ._entrance import index_array
from ._jagged import checked_mask, valid_mask


class At:
    """What `x.at` is: indexed, it gives the places to update."""

    def __init__(self, x: Any, update: Callable):
        self._x = x
        self._update = update

    def __getitem__(self, index) -> "Places":
        return Places(self._x, index, self._update)


class Places:
    """The places of an index, with the updates that can be made there.

    Each gives a new container with the same lengths. Values broadcast to what `x[index]` is: numbers,
    dense arrays, or JaggedArrays with the lengths of the selection; of a record, a pytree of these.
    Where positions repeat, `set` keeps one of the values, `add` and its kin apply all. A traced
    position outside of its row is left out.
    """

    def __init__(self, x: Any, index: Any, update: Callable):
        self._x = x
        self._index = index
        self._update = update

    def set(self, values: Any) -> Any:
        """Replace the elements by values.

        Args:
            values: What broadcasts to `x[index]`, of a dtype that fits the elements'.

        Returns:
            The updated container.

        Raises:
            IndexError: As `x[index]` does.
            ValueError: If values don't broadcast, or lengths differ.
            TypeError: If values don't fit the dtype.
        """
        return self._update(self._x, self._index, values, "set")

    def add(self, values: Any) -> Any:
        """Add values to the elements; arguments and errors are those of `set`."""
        return self._update(self._x, self._index, values, "add")

    def multiply(self, values: Any) -> Any:
        """Multiply the elements by values; arguments and errors are those of `set`."""
        return self._update(self._x, self._index, values, "multiply")

    def min(self, values: Any) -> Any:
        """Take the smaller of element and value; arguments and errors are those of `set`."""
        return self._update(self._x, self._index, values, "min")

    def max(self, values: Any) -> Any:
        """Take the larger of element and value; arguments and errors are those of `set`."""
        return self._update(self._x, self._index, values, "max")


_COMBINE = {"add": jnp.add, "multiply": jnp.multiply, "min": jnp.minimum, "max": jnp.maximum}


def update_array(x: AbstractJaggedArray, index, values, operation: str):
    """Update an array at the places of an index."""
    data, levels = unpack(x)
    if is_mask(index) and not is_jagged(values):
        return rebuild(x, update_kept(data, levels, index, values, operation), levels)
    numbers = rebuild(x, number_elements(data.shape), levels)
    places = index_array(numbers, index)
    updated = update_buffer(data, data.ndim, places, values, operation, repeats(index))
    return rebuild(x, updated, levels)


def is_mask(index) -> bool:
    """Say whether an index is a jagged mask."""
    return isinstance(index, AbstractJaggedArray) and index.dtype == np.bool_


def update_kept(data, levels, mask, values, operation: str):
    """Update a buffer where a jagged mask says so, by values that don't depend on how many it keeps.

    This is one select, and nothing is moved.
    """
    chosen, same = checked_mask(levels, mask)
    values = np.asarray(values) if isinstance(values, list) else values
    operands: Any = [(data, levels), pack(values, "at")]
    check_alignment(operands)
    finite = operands[1][1] is None  # a number, which may stand at padding as well
    axes = (1,) * (data.ndim - jnp.ndim(values))
    values = _broadcast(jnp.reshape(values, axes + jnp.shape(values)), data.shape)
    return _select(data, same, chosen, held(values, data.dtype, "values"), operation, finite)


@partial(jax.jit, static_argnums=(4, 5), inline=True)
def _select(data, levels, chosen, values, operation, finite):
    shape = data.shape[: levels[-1].ndim + 1]
    keep = in_shape(chosen, shape) if finite else valid_mask(chosen, levels, shape)
    keep = keep.reshape(shape + (1,) * (data.ndim - keep.ndim))
    # What is not kept may be infinite, and would make the derivative of a product NaN.
    nothing = jnp.zeros((), data.dtype)
    current = jnp.where(keep, data, nothing) if operation == "multiply" else data
    updated = values if operation == "set" else _COMBINE[operation](current, values)
    return jnp.where(keep, updated, data)


def update_buffer(data, depth: int, places, values, operation: str, repeated: bool):
    """Update a buffer at places that number the elements of its first `depth` axes.

    Args:
        data: The buffer.
        depth: How many of its axes the places run over; values have the others too.
        places: A JaggedArray or array of int32, negative for what is left out.
        values: What broadcasts to them.
        operation: The name of the update.
        repeated: Whether a place may occur twice.
    """
    features = data.shape[depth:]
    numbers, values, levels = _align(places, values, features)
    values = held(values, data.dtype, "values")
    return _scatter(data, numbers, values, levels, depth, operation, repeated)


def repeats(index) -> bool:
    """Say whether an index may name a place twice, as arrays of positions can."""
    entries = index if isinstance(index, tuple) else (index,)
    return any(_has_positions(entry) for entry in entries)


def _has_positions(entry) -> bool:
    if isinstance(entry, AbstractJaggedArray):
        return entry.dtype != np.bool_
    if isinstance(entry, list):
        entry = np.asarray(entry)
    return np.ndim(entry) > 0 and entry.dtype != np.bool_


def number_elements(shape: tuple[int, ...]):
    """Number the elements of a buffer.

    Raises:
        ValueError: If they are more than int32 can number.
    """
    size = math.prod(shape)
    if size > np.iinfo(np.int32).max:
        raise ValueError(
            f"x.at works on buffers of less than 2**31 elements; got {size}: update parts of the "
            "batch."
        )
    return jnp.arange(size, dtype=jnp.int32).reshape(shape)


def _align(places, values, features):
    """Give places and values as buffers of one shape, and the lengths of the selection."""
    lead = (..., *(None,) * len(features))
    places = places[lead]
    jagged = is_jagged(places)
    if isinstance(values, list):
        values = np.asarray(values)
    operands: Any = [pack(places, "at"), pack(values, "at")]
    check_fits(operands)
    if jagged:
        check_alignment(operands)
        operands = check_lengths_agree(operands)
        aligned = Aligned(operands)
        (numbers, values), levels = aligned.arrays, tuple(aligned.levels)
    else:
        _check_dense(operands[1])
        numbers, levels = places, ()
    shape = numbers.shape[: numbers.ndim - len(features)] + features
    return numbers, _broadcast(values, shape), levels


def _check_dense(given):
    if given is not None and given[1]:
        raise ValueError(
            "The index picks a dense selection, so values must be dense; got a JaggedArray: pass "
            "its .data or a slice of it."
        )


def _broadcast(values, shape):
    try:
        return jnp.broadcast_to(values, shape)
    except ValueError:
        raise ValueError(
            f"Values must broadcast to the selection {shape}; got shape {jnp.shape(values)}: a value "
            "per row is written b[:, None]."
        ) from None


@partial(jax.jit, static_argnums=(4, 5, 6), inline=True)
def _scatter(data, numbers, values, levels, depth, operation, repeated):
    size = math.prod(data.shape[:depth])
    dropped = numbers < 0
    if levels:
        dropped = dropped | ~prefix_mask(levels, numbers.shape)
    numbers = jnp.where(dropped, size, numbers)
    numbers = numbers.reshape(numbers.shape[: numbers.ndim - (data.ndim - depth)])
    flat = data.reshape((size, *data.shape[depth:]))
    if operation in _COMBINE and not repeated:
        # Places that occur once are read and written, which has a derivative where scattering has none.
        current = flat.at[numbers].get(mode="fill", fill_value=0)
        operation, values = "set", _COMBINE[operation](current, values)
    update = getattr(flat.at[numbers], operation)
    return update(values, mode="drop").reshape(data.shape)
