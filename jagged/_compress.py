"""Compaction: the elements that a mask keeps, within a static capacity."""

from typing import Any

import jax.numpy as jnp
import numpy as np
from jaxtyping import ArrayLike

from ._abstract import AbstractJaggedArray
from ._array import JaggedArray
from ._axes import ROW, Axis
from ._bundle import Parts, parts_of
from ._index._jagged import keep_elements
from ._lengths import check_capacity
from ._overflow import Overflow, check_overflow
from ._take import local_index


def compress(
    condition: JaggedArray | ArrayLike,
    x: Any,
    axis: int | Axis = ROW,
    *,
    capacity: int | None = None,
    overflow: Overflow = "error",
) -> Any:
    """Keep the elements of each row for which a condition holds, in their order.

    It takes time linear in the capacity. The gradient reaches the elements kept, and is zero for the
    others. A row without any comes out empty.

    Args:
        condition: A boolean JaggedArray with the lengths of `x`, one for each element; with two
            jagged axes it keeps elements of inner rows. For a batch axis a boolean array `[rows]`,
            whose values are known.
        x: A JaggedArray, a JaggedRecord or a pytree of JaggedArrays.
        axis: The jagged axis that the condition speaks of, the row by default, or a batch axis.
        capacity: The capacity of the result; that of `x` by default, which can't overflow.
        overflow: What to do with rows that keep more: `"error"` refuses (under tracing when
            `jg.checking()`, otherwise such a row comes out empty), `"return"` cuts them and returns a
            pair with a flag for each row.

    Returns:
        A container like `x`, with new lengths along the axis.

    Raises:
        ValueError: If lengths differ, or a row keeps more than the capacity.
        TypeError: If the condition is not boolean, or has features.
        IndexError: If the condition has other rows, or picks rows and is traced.

    Examples:
        >>> x = jg.array([[-1.0, 2.0, 0.0, 3.0], [-1.0]])
        >>> jax.jit(lambda x: jg.compress(x > 0, x))(x).to_list()
        [[2.0, 3.0], []]

    Reference:
        `jax.numpy.compress`.
    """
    check_overflow(overflow)
    parts = parts_of(x, "compress")
    condition = np.asarray(condition) if isinstance(condition, list) else condition
    if getattr(condition, "dtype", None) != np.bool_:
        raise TypeError(
            "condition must be a boolean JaggedArray, or an array of booleans for a batch axis; got "
            f"{getattr(condition, 'dtype', type(condition).__name__)}: compare it, for example x > 0."
        )
    position = parts.position(axis, "compress")
    if position < parts.levels[0].ndim:
        return _compress_rows(parts, condition, position)
    level = parts.level(axis, "compress")
    if not isinstance(condition, AbstractJaggedArray):
        raise TypeError(
            "Along a row the condition must be a JaggedArray, for rows have lengths of their own; got "
            f"an array of shape {jnp.shape(condition)}: jg.from_dense(condition, x.lengths)."
        )
    if level != len(condition.levels) - 1:
        raise ValueError(
            f"The condition must have as many jagged axes as axis={axis} is deep; got "
            f"{len(condition.levels)}: pass the axis that it speaks of."
        )
    limit = None if capacity is None else check_capacity(capacity)
    *kept, over = keep_elements(parts.buffers, parts.levels, condition, limit, overflow)
    result = parts.build(*kept)
    return result if over is None else (result, over)


def nonzero(x: JaggedArray, *, capacity: int | None = None, overflow: Overflow = "error") -> Any:
    """Find the elements of each row that are not zero.

    Args:
        x: A JaggedArray without features, of any dtype; NaN is not zero.
        capacity: The capacity of the result; that of `x` by default, which can't overflow.
        overflow: As in `jg.compress`.

    Returns:
        An int32 JaggedArray of their places in the row, ascending, fit to be an index: `x[places]`.
        A row of zeros comes out empty.

    Raises:
        ValueError: If a row has more than the capacity.
        TypeError: If `x` is not a JaggedArray, or has features.

    Examples:
        >>> jg.nonzero(jg.array([[0.0, 2.0, 3.0], [0.0]])).to_list()
        [[1, 2], []]

    Reference:
        `jax.numpy.nonzero`.
    """
    if not isinstance(x, AbstractJaggedArray):
        raise TypeError(
            f"jg.nonzero takes a JaggedArray; got {type(x).__name__}: make rows one with "
            "jg.array(rows)."
        )
    axis = x.jagged_axes[-1]
    return compress(
        x.astype(bool), local_index(x, axis), axis, capacity=capacity, overflow=overflow
    )


def _compress_rows(parts: Parts, condition, axis: int):
    if isinstance(condition, AbstractJaggedArray):
        raise TypeError(
            f"The condition for axis={axis} picks rows, so it must be an array of booleans; got a "
            "JaggedArray: use axis=jg.ROW to pick elements."
        )
    shape = parts.buffers[0].shape[axis : axis + 1]
    if jnp.shape(condition) != shape:
        raise ValueError(
            f"The condition must have one boolean for each of the {shape[0]} rows; got shape "
            f"{jnp.shape(condition)}."
        )
    return parts.source[(*(slice(None),) * axis, condition)]  # pyright: ignore[reportIndexIssue]
