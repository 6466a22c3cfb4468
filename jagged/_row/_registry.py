"""The registry: which rule runs a primitive on padded rows."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from jax.extend import core

from ._values import Frame, RowValue

Rule = Callable[[Frame, Sequence[RowValue], Any], RowValue | Sequence[RowValue]]

RuleT = TypeVar("RuleT", bound=Rule)

_RULES: dict[str, Rule] = {}


def register_rule(*primitives: str | core.Primitive) -> Callable[[RuleT], RuleT]:
    """Register the rule that runs a primitive of JAX on padded rows inside `jg.vmap`.

    A rule is asked where an operand differs from row to row or a size depends on a length. It is
    written for one row: rows are mapped over outside of it. What it returns has to be right at valid
    positions and finite at padding, and it may read padding only if it hides it first.

    Args:
        primitives: The primitives, or their names.

    Returns:
        A decorator of a function `(frame, operands, equation)`. `frame` tells capacities, lengths
        and masks, and hides padding; `operands` are the values of the row, each with its `array` and
        its true `shape`; `equation` is the equation of the traced function, with its `params`. The
        rule returns `frame.result(array, shape)`, or a list of these. A rule registered later
        replaces an earlier one.

    Examples:
        >>> @jg.register_rule("my_sum_of_rows")
        ... def rule(frame, operands, equation):
        ...     (x,) = operands
        ...     hidden = frame.hide(x, 0, axes=(0,))
        ...     return frame.result(hidden.array.sum(0), x.shape[1:])

    Reference:
        `jax.extend.core.Primitive`.
    """

    def register(rule: RuleT) -> RuleT:
        for primitive in primitives:
            name = primitive if isinstance(primitive, str) else primitive.name
            _RULES[name] = rule
        return rule

    return register


def find_rule(name: str) -> Rule | None:
    """Give the rule of a primitive, if there is one."""
    return _RULES.get(name)
