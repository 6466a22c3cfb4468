"""Broadcasting: how operands line up from the right, and what of them padding could reach."""

import functools
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, Shaped

from ._kernels.validity import keep, prefix_mask

# An operand as kernels take it: a buffer with the lengths of its jagged axes. A dense array has no
# lengths, `()`; a Python number has `None`, for it holds no value that padding could have touched.
Operand = tuple[Any, Sequence | None]


def jagged_axes(operand: Operand) -> dict[int, Int[Array, "..."]]:
    """Give the lengths of an operand by their jagged axis, counted from the right."""
    data, levels = operand
    return {lengths.ndim - data.ndim: lengths for lengths in levels or ()}


def leader(operands: Sequence[Operand]) -> Operand:
    """Give the operand that has the most jagged axes: the result's are the same."""
    return max(operands, key=lambda operand: len(operand[1] or ()))


class Aligned:
    """Operands of one rank and one capacity, with the mask of their common result."""

    def __init__(self, operands: Sequence[Operand]):
        self.jagged = jagged_axes(leader(operands))
        self.constant = [operand[1] is None for operand in operands]
        self.whole = [set(jagged_axes(operand)) == set(self.jagged) for operand in operands]
        ranks = [jnp.ndim(data) for data, _ in operands]
        self.per_row = [rank >= -max(self.jagged) for rank in ranks]
        self.arrays = _trim(operands, self.jagged)
        self.arrays = [_lift(array, max(ranks)) for array in self.arrays]
        self.shape = _broadcast_shape(operands, self.arrays)
        self.levels = [
            fit_lengths(lengths, self.shape[: len(self.shape) + axis])
            for axis, lengths in sorted(self.jagged.items())
        ]

    @functools.cached_property
    def mask(self) -> Bool[Array | np.ndarray, "..."]:
        """The validity mask of the result, of its rank."""
        return prefix_mask(self.levels, self.shape)

    def hide(self, index: int, fill) -> Shaped[Array, "..."]:
        """Select one operand where the result is valid, and the constant elsewhere."""
        return keep(self.mask, self.arrays[index], fill)

    def hide_if_empty(self, index: int, fill) -> Shaped[Array, "..."]:
        """Select one operand if the result has a valid element at all."""
        return keep(jnp.max(self.levels[-1], initial=0) > 0, self.arrays[index], fill)


def fit_lengths(lengths: Int[Array, "..."], shape: tuple[int, ...]) -> Int[Array, "..."]:
    """Give lengths the shape that a result has: the same object where nothing changes."""
    if lengths.shape == shape:
        return lengths
    lengths = _lift(lengths, len(shape))
    sizes = zip(lengths.shape, shape, strict=True)
    lengths = lengths[tuple(slice(min(size, wanted)) for size, wanted in sizes)]
    return jnp.broadcast_to(lengths, shape)


def check_alignment(operands: Sequence[Operand]) -> None:
    """Refuse operands that meet a jagged axis without being jagged there or of size 1.

    Raises:
        ValueError: With the shapes and the way to write a value per row or per element.
    """
    jagged = jagged_axes(leader(operands))
    for operand in operands:
        axes = jagged_axes(operand)
        stray = [axis for axis in axes if axis not in jagged]
        if stray:
            raise ValueError(_stray_advice(operand, leader(operands)))
        for axis in jagged:
            reaches = jnp.ndim(operand[0]) >= -axis
            if axis not in axes and reaches and operand[0].shape[axis] != 1:
                raise ValueError(_meeting_advice(operand, leader(operands), axis))


def describe(operand: Operand) -> str:
    """Write the shape of an operand, with None for its jagged axes."""
    shape: list = list(np.shape(operand[0]))
    for axis in jagged_axes(operand):
        shape[axis] = None
    return "(" + ", ".join(str(size) for size in shape) + ("," if len(shape) == 1 else "") + ")"


def _stray_advice(operand, first):
    return (
        "Shapes broadcast from the right, and a jagged axis may only meet the jagged axis of the "
        f"other array or size 1; got {describe(operand)} with {describe(first)}. Give the array "
        "that has fewer feature axes another one: y[..., None]."
    )


def _meeting_advice(operand, first, axis):
    return (
        "Shapes broadcast from the right, and a dense operand that meets the jagged axis must have "
        f"size 1 there; got {describe(operand)} with {describe(first)}, so "
        f"{operand[0].shape[axis]} meets the jagged axis. A value per row is written b[:, None] or "
        "comes from keepdims=True; values per element are made jagged by "
        "jg.from_dense(values, lengths)."
    )


def _trim(operands, jagged):
    """Cut the jagged axes of buffers to the smallest capacity: equal lengths fit all of them."""
    capacity = {
        axis: min(
            data.shape[axis] for data, levels in operands if axis in jagged_axes((data, levels))
        )
        for axis in jagged
    }
    return [_cut(data, jagged_axes((data, levels)), capacity) for data, levels in operands]


def _cut(data, axes, capacity):
    if all(data.shape[axis] == capacity[axis] for axis in axes):
        return data
    cuts = [
        slice(capacity[axis - data.ndim]) if axis - data.ndim in axes else slice(None)
        for axis in range(data.ndim)
    ]
    return data[tuple(cuts)]


def _lift(array, ndim):
    """Give an array leading axes of size 1, scalars excepted, so that no rank is promoted."""
    rank = jnp.ndim(array)
    if rank in (0, ndim):
        return array
    return array.reshape((1,) * (ndim - rank) + array.shape)


def _broadcast_shape(operands, arrays):
    try:
        return jnp.broadcast_shapes(*(jnp.shape(array) for array in arrays))
    except ValueError:
        shapes = " and ".join(describe(operand) for operand in operands)
        raise ValueError(
            f"Shapes must broadcast from the right, as in NumPy; got {shapes}. A value per row is "
            "written b[:, None]."
        ) from None
