"""Effects: what is printed or checked is never computed from padding."""

import jax.numpy as jnp

from ..._kernels.validity import keep
from .._interpreter import bind, refusal
from .._registry import register_rule
from .._values import Frame, RowValue


@register_rule("debug_callback", "debug_print")
def debug(frame: Frame, operands, equation) -> list[RowValue]:
    """Call back for each row; one that does not count shows zeros."""
    for operand in operands:
        if frame.jagged_axes(operand.shape):
            raise refusal(
                equation,
                f"it would show an array of shape {operand.shape} with its padding",
                "Print what is reduced over the row, or print outside of jg.vmap.",
            )
    shown = [frame.guarded(operand, 0) for operand in operands]
    return [frame.result(array, array.shape) for array in bind(equation, [v.array for v in shown])]


@register_rule("unvmap_any", "unvmap_all")
def over_all_rows(frame: Frame, operands, equation) -> RowValue:
    """Ask whether something holds anywhere, as `equinox.error_if` does: in valid places alone."""
    (operand,) = operands
    nothing = equation.primitive.name == "unvmap_all"
    hidden = keep(frame.guard(operand.shape), operand.array, nothing)
    (array,) = bind(equation, [jnp.asarray(hidden)])
    return RowValue(array, (), varies=False)
