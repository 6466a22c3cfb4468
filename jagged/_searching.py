"""Searching: where values belong in sorted rows."""

from functools import partial
from typing import Any, Literal

import jax
import jax.numpy as jnp
from jaxtyping import Array, ArrayLike, Int

from ._abstract import AbstractJaggedArray, rebuild
from ._kernels.searching import search
from ._reduction import as_operand


def searchsorted(
    sorted: AbstractJaggedArray | ArrayLike,
    values: AbstractJaggedArray | ArrayLike,
    side: Literal["left", "right"] = "left",
) -> Any:
    """Find the places in sorted rows where values belong.

    A place lies between 0 and the length of the row, so in an empty row it is 0. NaN belongs behind
    all numbers. Whether rows are sorted is not checked.

    Args:
        sorted: A JaggedArray whose rows ascend, with one jagged axis and no features; or a dense
            array of one axis, for all values.
        values: A JaggedArray of the same batch, which may have features; or a dense array, of one
            value for each row, `[*batch]`, of several, `[*batch, k]`, or a single one.
        side: Whether a place comes before equal elements, `"left"`, or behind them, `"right"`.

    Returns:
        Places as int32, in the shape of the values: a JaggedArray if these are one.

    Raises:
        ValueError: If `side` is neither, the sorted array has features, or shapes don't fit.
        TypeError: If one is not an array.

    Examples:
        >>> x = jg.array([[1.0, 3.0, 5.0], [], [2.0]])
        >>> jg.searchsorted(x, 3.0), jg.searchsorted(x, 3.0, side="right")
        (Array([1, 0, 1], dtype=int32), Array([2, 0, 1], dtype=int32))
        >>> jg.searchsorted(jnp.array([1.0, 3.0, 5.0]), x).to_list()
        [[0, 1, 2], [], [1]]

    Reference:
        `jax.numpy.searchsorted`.
    """
    if side not in ("left", "right"):
        raise ValueError(f'side must be "left" or "right"; got {side!r}: pass one of them.')
    row, lengths = _as_rows(sorted)
    data, levels = as_operand(values, "searchsorted")
    if lengths is not None:
        _check_batch(data.shape, levels, lengths.shape)
    places = _search(row, lengths, data, bool(levels), side == "right")
    return rebuild(values, places, levels) if levels else places  # pyright: ignore[reportArgumentType]


def _as_rows(sorted):
    row, levels = as_operand(sorted, "searchsorted")
    batch = levels[0].ndim if levels else 0
    if row.ndim != batch + 1:
        raise ValueError(
            "jg.searchsorted needs sorted rows of numbers, a JaggedArray without features or a "
            f"dense array of one axis; got {row.ndim - batch} axes in a row: take a feature, or map "
            "over the others with jax.vmap."
        )
    return row, levels[0] if levels else None


def _check_batch(shape, levels, batch):
    given = shape[: len(batch)]
    if levels:
        fits = given == batch and levels[0].ndim >= len(batch)
    else:
        fits = _broadcasts(given, batch) and len(shape) <= len(batch) + 1
    if not fits:
        raise ValueError(
            f"Values must have the batch axes of the sorted rows, {batch}, and at most one more if "
            f"they are dense; got shape {shape}: give each row its own, or broadcast them first."
        )


def _broadcasts(shape, target) -> bool:
    sizes = zip(reversed(shape), reversed(target), strict=False)
    return all(size in (1, wanted) for size, wanted in sizes)


@partial(jax.jit, static_argnums=(3, 4), inline=True)
def _search(row, lengths, values, jagged, right) -> Int[Array, "..."]:
    dtype = jnp.result_type(row, values)
    row, values = row.astype(dtype), values.astype(dtype)
    lengths = jnp.asarray(row.shape[0], jnp.int32) if lengths is None else lengths
    batch, single = lengths.shape, values.ndim <= lengths.ndim
    if not jagged:
        values = jnp.broadcast_to(values, batch + values.shape[len(batch) :])
    values = values[..., None] if single else values
    between = (1,) * (values.ndim - len(batch) - 1)
    row = row.reshape(batch + between + row.shape[-1:])
    places = search(row, lengths.reshape(batch + between + (1,)), values, right)
    return jnp.squeeze(places, -1) if single else places
