"""Order: padding sorts behind every valid element, ties and NaN included, since sorting is stable."""

import jax.numpy as jnp
from jax import lax

from .._registry import register_rule
from .._values import BOUNDED, Frame, RowValue
from .elementwise import bind_arrays, finite


@register_rule("sort")
def sort(frame: Frame, operands, equation) -> list[RowValue]:
    """Sort along an axis, with padding at its end."""
    axis, keys = equation.params["dimension"], equation.params["num_keys"]
    operands = [finite(frame, operand) for operand in operands]
    if not frame.is_jagged(operands[0].shape[axis]):
        return _sorted(operands, bind_arrays(equation, operands))
    arrays = [operand.array for operand in operands]
    if keys == 1:
        arrays[0] = frame.hide(operands[0], _last(operands[0].dtype), (axis,)).array
        arrays = lax.sort(arrays, dimension=axis, is_stable=True, num_keys=1)
    else:
        valid = frame.mask(operands[0].shape, (axis,))
        assert valid is not None
        padding = jnp.broadcast_to(~valid, arrays[0].shape)
        arrays = lax.sort([padding, *arrays], dimension=axis, is_stable=True, num_keys=keys + 1)
        arrays = arrays[1:]
    return [frame.hide(result, 0, (axis,)) for result in _sorted(operands, arrays)]


def _sorted(operands, arrays) -> list[RowValue]:
    return [each.rearranged(a, each.shape) for each, a in zip(operands, arrays, strict=True)]


@register_rule("top_k")
def top_k(frame: Frame, operands, equation) -> list[RowValue]:
    """Find the largest elements of an axis."""
    (operand,) = operands
    axis = equation.params.get("axis", -1) % operand.ndim
    operand = finite(frame, operand)
    hidden = frame.hide(operand, _first(operand.dtype), (axis,))
    values, indices = bind_arrays(equation, [hidden])
    shape = equation.outvars[0].aval.shape
    return [
        RowValue(values, shape, degree=operand.degree),
        RowValue(indices, shape, degree=BOUNDED),
    ]


def _last(dtype):
    if dtype == jnp.bool_:
        return True
    return jnp.nan if jnp.issubdtype(dtype, jnp.inexact) else jnp.iinfo(dtype).max


def _first(dtype):
    if dtype == jnp.bool_:
        return False
    return -jnp.inf if jnp.issubdtype(dtype, jnp.inexact) else jnp.iinfo(dtype).min
