"""Linear interpolation at the points of rows, in one table or in a table for each row."""

import math
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import ArrayLike

from ._abstract import AbstractJaggedArray, is_jagged, rebuild
from ._kernels.interpolation import interpolate
from ._kernels.validity import prefix_mask
from ._lengths import check_same_lengths
from ._reduction import as_operand


def interp(
    x: AbstractJaggedArray | ArrayLike,
    xp: AbstractJaggedArray | ArrayLike,
    fp: AbstractJaggedArray | ArrayLike,
    left: ArrayLike | str | None = None,
    right: ArrayLike | str | None = None,
) -> Any:
    """Interpolate linearly at each element, in a table that rows share or in each row's own.

    A table without elements gives NaN, with a zero derivative. Derivatives are those of
    `jax.numpy.interp` of the row alone.

    Args:
        x: The points: a JaggedArray `[*batch, None, *features]`, or for tables of each row a dense
            array `[*batch, ...]`.
        xp: Where values are known, ascending: `[points]`, or a JaggedArray `[*batch, None]`.
        fp: The values there, of the same kind and lengths.
        left: What points before the table give: a number, `"extrapolate"`, or its first value.
        right: What points behind the table give: a number, `"extrapolate"`, or its last value.

    Returns:
        The values at `x`, in its shape: jagged if `x` is.

    Raises:
        ValueError: If shapes or the lengths of `xp` and `fp` don't fit.
        TypeError: If `xp` and `fp` are not both jagged or both dense.

    Examples:
        >>> x = jg.array([[0.5, 3.0], [0.5]])
        >>> jg.interp(x, jg.array([[0.0, 1.0], [0.0]]), jg.array([[0.0, 10.0], [7.0]])).to_list()
        [[5.0, 10.0], [7.0]]

    Reference:
        `jax.numpy.interp`.
    """
    data, levels = as_operand(x, "interp")
    tables = _as_tables(xp, fp)
    if not levels and len(tables) == 2:
        return jnp.interp(data, *tables, left, right)
    sides = tuple(_static_side(*pair) for pair in (("left", left), ("right", right)))
    values = tuple(0 if s != "number" else v for s, v in zip(sides, (left, right), strict=True))
    if len(tables) == 3:
        _check_points(data, levels, tables[2])
    result = _interp(data, levels, tables, values, sides)
    return rebuild(x, result, levels) if is_jagged(x) else result  # pyright: ignore[reportArgumentType]


def _as_tables(xp, fp) -> tuple:
    """Give both arrays of the tables, with the lengths if each row has its own."""
    if is_jagged(xp) != is_jagged(fp):
        raise TypeError(
            "jg.interp needs xp and fp of one kind, both jagged or both dense; got "
            f"{type(xp).__name__} and {type(fp).__name__}: make the other one with "
            "jg.from_dense(data, lengths)."
        )
    points, levels = as_operand(xp, "interp")
    values, others = as_operand(fp, "interp")
    levels: Any = (*(levels or ()), *(others or ()))
    _check_tables(points.shape, values.shape, levels)
    if not levels:
        return points, values
    lengths = check_same_lengths(*levels)
    room = min(points.shape[-1], values.shape[-1])
    return points[..., :room], values[..., :room], lengths


def _check_tables(points, values, levels):
    rank = levels[0].ndim + 1 if levels else 1
    same = points[:-1] == values[:-1] if levels else points == values
    if len(points) != rank or len(values) != rank or len(levels) > 2 or not same:
        raise ValueError(
            "jg.interp needs tables of numbers of equal shapes, one for all rows, [points], or one "
            f"for each, [*batch, None]; got {points} and {values}: pick one feature, or broadcast."
        )


def _check_points(data, levels, lengths):
    batch = levels[0].shape if levels else data.shape[: lengths.ndim]
    if batch != lengths.shape:
        raise ValueError(
            "jg.interp needs points with the batch axes of the tables, "
            f"{lengths.shape}; got {batch}: broadcast the points, or pass a dense xp and fp that all "
            "rows share."
        )


def _static_side(name, value) -> str | None:
    if value is None or (isinstance(value, str) and value == "extrapolate"):
        return value
    if isinstance(value, str) or jnp.ndim(value):
        raise ValueError(
            f'jg.interp needs {name}= to be a number, "extrapolate" or None; got {value!r}.'
        )
    return "number"


@partial(jax.jit, static_argnums=(4,), inline=True)
def _interp(data, levels, tables, values, sides):
    mask = prefix_mask(levels, data.shape) if levels else None
    left, right = (v if s == "number" else s for s, v in zip(sides, values, strict=True))
    xp, fp, lengths = tables if len(tables) > 2 else _spread(tables, levels[0])
    lengths = jnp.minimum(lengths, xp.shape[-1])
    points = (*lengths.shape, math.prod(data.shape[lengths.ndim :]))
    mask = None if mask is None else jnp.broadcast_to(mask, data.shape).reshape(points)
    result = interpolate(data.reshape(points), xp, fp, lengths, mask, left, right)
    return result.reshape(data.shape)


def _spread(tables, like) -> tuple:
    """Give every row the table that they share, on the device where the row lies."""
    xp, fp = tables
    lengths = jnp.full_like(like, xp.shape[0])
    somewhere = lengths[..., None] >= 0
    return jnp.where(somewhere, xp, xp), jnp.where(somewhere, fp, fp), lengths
