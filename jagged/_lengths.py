"""Lengths: made int32, checked against their buffer, and compared with one another."""

import weakref
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int

from ._checking import is_concrete, refuse


def as_lengths(lengths, name: str = "lengths") -> Any:
    """Give lengths as an int32 array; NumPy arrays stay NumPy arrays, lists become them.

    Raises:
        TypeError: If they are not integers.
        ValueError: If a length does not fit int32.
    """
    array = lengths if isinstance(lengths, jax.Array | np.ndarray) else _host_integers(lengths)
    if not jnp.issubdtype(array.dtype, jnp.integer):
        raise TypeError(
            f"{name} must be integers, one for each row; got dtype {array.dtype}: cast them, for "
            f"example {name}.astype(int)."
        )
    if array.dtype == np.int32:
        return array
    if is_concrete(array) and array.size:
        low, high, limits = array.min(), array.max(), np.iinfo(np.int32)
        if int(low) < limits.min or int(high) > limits.max:
            raise ValueError(
                f"{name} must fit int32; got values from {low} to {high}: split rows as long as that."
            )
    return array.astype(np.int32)


def _host_integers(lengths):
    array = np.asarray(lengths)
    return array.astype(np.int32) if array.size == 0 else array


def check_lengths(
    lengths: Int[Array, "..."], capacity: int, name: str = "lengths"
) -> Int[Array, "..."]:
    """Refuse lengths below 0 or above the capacity, and return them.

    Traced ones are refused only under `checking()`; otherwise such a row comes out empty.

    Raises:
        ValueError: With the row, its length and the capacity.
    """

    def error(values=None):
        advice = "Raise the capacity or check the lengths; nothing is cut silently."
        required = f"{name} must lie between 0 and the capacity {capacity}"
        if values is None:
            return ValueError(f"{required}. {advice}")
        row = np.unravel_index(np.argmax(_outside(values, capacity)), values.shape)
        return ValueError(f"{required}; got {values[row]}{at_row(row)}. {advice}")

    checked = refuse(lambda n: _outside(n, capacity), (lengths,), error)
    if is_concrete(lengths):
        return checked
    return jnp.where(_outside(checked, capacity), 0, checked)


def _outside(lengths, capacity):
    return (lengths < 0) | (lengths > capacity)


def at_row(row) -> str:
    """Say where a row is, for the text of an error."""
    return f" at row {', '.join(str(int(index)) for index in row)}" if row else " in this row"


def check_same_lengths(ours, theirs, *, inner: bool = False, who: str = "Two jagged arrays"):
    """Refuse two arrays whose lengths differ; return ours.

    The same object is equal at once; other concrete lengths are compared on the host, and traced
    ones only under `checking()`. Lengths of a deeper axis may come with different capacities. `who`
    is what the error is about.

    Raises:
        ValueError: If lengths differ in shape or value, with the first row that differs.
    """
    if ours is theirs:
        return ours
    if not inner:
        _check_batch(ours.shape, theirs.shape, who)
    return refuse(_differs, (ours, theirs), partial(_unequal, who))


def _check_batch(ours, theirs, who):
    try:
        jnp.broadcast_shapes(ours, theirs)
    except ValueError:
        raise ValueError(
            f"{who} must have equal lengths; got batch shapes {ours} and {theirs}. {_EQUAL_ADVICE}"
        ) from None


_EQUAL_ADVICE = (
    "Bring both to the same rows first, for example by slicing or with x.to_dense(), or reduce one "
    "of them."
)


def _common(ours, theirs):
    """Bring lengths to one rank and one capacity, for what equal lengths leave out is padding."""
    rank = max(ours.ndim, theirs.ndim)
    ours, theirs = (n.reshape((1,) * (rank - n.ndim) + n.shape) for n in (ours, theirs))
    sizes = [
        (n, m) if 1 in (n, m) else (min(n, m),) * 2
        for n, m in zip(ours.shape, theirs.shape, strict=True)
    ]
    return tuple(
        array[tuple(slice(pair[place]) for pair in sizes)]
        for place, array in ((0, ours), (1, theirs))
    )


def _differs(ours, theirs):
    ours, theirs = _common(ours, theirs)
    return ours != theirs


def _unequal(who, ours=None, theirs=None):
    if ours is None or theirs is None:
        return ValueError(f"{who} must have equal lengths. {_EQUAL_ADVICE}")
    ours, theirs = np.broadcast_arrays(*_common(ours, theirs))
    row = np.unravel_index(np.argmax(ours != theirs), ours.shape)
    return ValueError(
        f"{who} must have equal lengths; got {ours[row]} and {theirs[row]}{at_row(row)}. "
        f"{_EQUAL_ADVICE}"
    )


def largest(lengths: Int[Array, "..."], purpose: str) -> int:
    """Give the longest length as a Python integer, to be a capacity.

    Raises:
        ValueError: If the lengths are traced, for then a capacity must be given.
    """
    if not is_concrete(lengths):
        raise ValueError(
            f"{purpose} needs a static capacity, and the lengths are known only at run time here: "
            "pass capacity=..., the longest row that may occur."
        )
    values = np.asarray(lengths)
    return int(values.max()) if values.size else 0


def shortest(lengths: Int[Array, "..."]) -> int:
    """Give the shortest length, -1 if that can't be known; a JAX array is looked at only once."""
    known = _shortest.get(id(lengths))
    if known is not None and known[0]() is lengths:
        return known[1]
    if not (is_concrete(lengths) and lengths.size):
        return -1
    value = int(np.asarray(lengths).min())
    if isinstance(lengths, jax.Array):
        forget = partial(_shortest.pop, id(lengths))
        _shortest[id(lengths)] = weakref.ref(lengths, forget), value
    return value


# By identity, for arrays have no hash. Those of NumPy are not in it, for they could change.
_shortest: dict[int, tuple[weakref.ref, int]] = {}


def as_capacity(capacity: int | None, lengths: Int[Array, "..."], purpose: str) -> int:
    """Give the capacity asked for, or the longest length.

    Raises:
        ValueError: If it is no static non-negative integer, or unknown since lengths are traced.
    """
    return largest(lengths, purpose) if capacity is None else check_capacity(capacity)


def check_capacity(capacity) -> int:
    """Refuse what is no static, non-negative integer.

    Raises:
        ValueError: If it is anything else.
    """
    if isinstance(capacity, bool) or not isinstance(capacity, int | np.integer) or capacity < 0:
        raise ValueError(
            f"capacity must be a non-negative integer, known before tracing; got {capacity!r}: it "
            "is part of the shape, so pass a Python integer."
        )
    return int(capacity)
