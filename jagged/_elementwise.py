"""The elementwise functions, made from the table; their types are in the stub of the same name.

`python scripts/stubs.py` writes the stub from the table, and a test holds the two together.
"""

from collections.abc import Callable
from typing import cast

from ._elements import Rule, elementwise
from ._table import INTEGER_POWER, RULES

_DOCUMENTATION = """{summary}

Works like `jax.numpy.{name}` on the valid elements of every row; the empty row stays empty. Dense
operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
value or a derivative.

Args:
{arguments}
Returns:
    {returns}

Raises:
    ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
    TypeError: If an operand is neither an array nor a number.

Reference:
    `jax.numpy.{name}`.
"""


def documentation(rule: Rule) -> str:
    """Write the docstring of the function that a rule describes."""
    operands = [f"    {name}: A JaggedArray, an array or a number.\n" for name in rule.parameters]
    options = [f"    {name}: As in `jax.numpy`, static.\n" for name, _ in rule.options]
    pair = rule.name in ("divmod", "frexp", "modf")
    returns = "A JaggedArray of the common shape; a dense array if no operand is jagged."
    return _DOCUMENTATION.format(
        summary=rule.summary,
        name=rule.name,
        arguments="".join(operands + options),
        returns=returns.replace("A JaggedArray", "A pair of JaggedArrays") if pair else returns,
    )


def _make(rule: Rule) -> Callable:
    if rule.options or rule.defaults or len(rule.parameters) > 2:
        function = _with_signature(rule)
    elif len(rule.parameters) == 1:
        function = lambda x: elementwise(rule, (x,))  # noqa: E731
    else:
        function = lambda x, y: elementwise(rule, (x, y))  # noqa: E731
    return _named(function, rule)


def _with_signature(rule: Rule) -> Callable:
    signature = rule.signature

    def function(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        operands = tuple(bound.arguments[name] for name in rule.parameters)
        options = tuple((name, bound.arguments[name]) for name, _ in rule.options)
        return elementwise(rule, operands, options)

    return function


def _named(function: Callable, rule: Rule) -> Callable:
    function.__name__ = function.__qualname__ = rule.name
    function.__module__ = "jagged"
    function.__doc__ = documentation(rule)
    function.__signature__ = rule.signature  # pyright: ignore[reportFunctionMemberAccess]
    return function


def _with_integer_exponent(power: Callable) -> Callable:
    def function(x, y):
        # A traced exponent has no derivative at negative elements; a static integer has.
        if type(y) is int:
            return elementwise(INTEGER_POWER, (x,), (("exponent", y),))
        return power(x, y)

    return function


FUNCTIONS: dict[str, Callable] = {rule.name: _make(rule) for rule in RULES}
for _rule in RULES:
    if _rule.name in ("pow", "power"):
        FUNCTIONS[_rule.name] = _named(_with_integer_exponent(FUNCTIONS[_rule.name]), _rule)

globals().update(cast(dict, FUNCTIONS))
