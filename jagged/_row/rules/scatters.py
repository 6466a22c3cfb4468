"""Scatters: what is written to run-time positions, of which those behind the row's end are dropped."""

import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.lax import GatherScatterMode

from .._interpreter import refusal
from .._registry import register_rule
from .._values import UNBOUNDED, Frame, RowValue
from .elementwise import bind_arrays, highest
from .positions import last_positions


@register_rule("scatter", "scatter-add", "scatter-sub", "scatter-mul", "scatter-min", "scatter-max")
def scatter(frame: Frame, operands, equation) -> RowValue:
    """Write updates where they lie inside the row, and none of those that are padding."""
    operand, indices, updates = operands
    placed = indices.replace(array=_placed(frame, operand, indices, updates, equation))
    parameters = {
        **equation.params,
        "mode": GatherScatterMode.FILL_OR_DROP,
        "indices_are_sorted": False,
        "unique_indices": False,
    }
    dropping = equation.replace(params=parameters)
    (array,) = bind_arrays(dropping, [operand, placed, updates])
    multiplies = equation.primitive.name == "scatter-mul" and operand.is_inexact
    degree = UNBOUNDED if multiplies else highest(operands)
    return RowValue(array, equation.outvars[0].aval.shape, degree=degree)


@register_rule("dynamic_update_slice")
def dynamic_update_slice(frame: Frame, operands, equation) -> RowValue:
    """Write a block at a run-time position, moved back inside the row if it ends outside."""
    operand, update, *starts = operands
    places = []
    for axis, start in enumerate(starts):
        size = update.shape[axis]
        if frame.is_jagged(size) and str(size) != str(operand.shape[axis]):
            raise refusal(
                equation,
                f"it writes a block of size {size} into an axis of size {operand.shape[axis]}",
                "Concatenate the parts.",
            )
        place = jnp.asarray(start.array)
        last = jnp.asarray(frame.length(operand.shape[axis] - size), place.dtype)
        places.append(jnp.clip(place, 0, last))
    array = lax.dynamic_update_slice(operand.array, update.array, places)
    return RowValue(array, operand.shape, degree=highest([operand, update]))


def _placed(frame, operand, indices, updates, equation):
    """Give indices that point outside of the buffer wherever nothing is to be written."""
    numbers = equation.params["dimension_numbers"]
    axes = numbers.scatter_dims_to_operand_dims
    sizes = _window_sizes(operand, updates, numbers)
    if frame.jagged_axes([sizes[axis] for axis in axes]):
        raise refusal(
            equation,
            f"it writes blocks of sizes {[sizes[axis] for axis in axes]}, which depend on the length",
            "Write single elements, or concatenate the parts.",
        )
    limits = last_positions(frame, operand, indices, axes, sizes)
    array = indices.array
    if equation.params["mode"] == GatherScatterMode.CLIP:
        array = jnp.clip(array, 0, limits)
    inside = jnp.all((array >= 0) & (array <= limits), -1, keepdims=True)
    mask = frame.mask(indices.shape[:-1])
    if mask is not None:
        inside = inside & mask[..., None]
    outside = jnp.asarray(np.iinfo(indices.dtype).max, indices.dtype)
    return jnp.where(inside, array, outside)


def _window_sizes(operand, updates, numbers) -> list:
    """Give the size of the block that is written, along each axis of the operand."""
    windows = iter(numbers.update_window_dims)
    single = (*numbers.inserted_window_dims, *numbers.operand_batching_dims)
    return [1 if axis in single else updates.shape[next(windows)] for axis in range(operand.ndim)]
