"""The row transform as a check: a function mapped by jg.vmap against the function itself."""

from collections.abc import Callable
from typing import Any

from .._row._row_check import check_rows
from .._row._vmap import vmap


def assert_equals_rows(
    f: Callable[..., Any],
    *args: Any,
    in_axes: Any = 0,
    empty: Any = None,
    min_length: int = 1,
    tolerance: float = 1e-4,
) -> None:
    """Assert that `jg.vmap(f)` gives what `f` gives for single rows, values and gradients.

    The longest row of the first jagged argument is cut to lengths 1, 2, 3, half its own and its own.
    Lengths for which `f` raises are left out. This finds what tracing can't: a function that asks
    for the type of its length, or that is not pure. It runs by itself at the first eager call under
    `jg.checking()`.

    Args:
        f: A function of one row, as for `jg.vmap`.
        args: Arguments of `jg.vmap(f)`, with known values.
        in_axes: As for `jg.vmap`.
        empty: As for `jg.vmap`.
        min_length: As for `jg.vmap`.
        tolerance: The largest relative or absolute difference, which may come from rounding.

    Raises:
        AssertionError: With the length, and the result or the gradient that differ.

    Examples:
        >>> x = jg.array([[1.0, 2.0, 3.0], [5.0]])
        >>> jg.testing.assert_equals_rows(lambda row: row - row.mean(), x)
        >>> jg.testing.assert_equals_rows(
        ...     lambda row: row if isinstance(row.shape[0], int) else 2 * row, x
        ... )
        Traceback (most recent call last):
        AssertionError: The result of f on a row of length 1 must be [1.]; got [2.] from jg.vmap...

    Reference:
        `jg.vmap`.
    """
    mapped = vmap(f, in_axes, empty=empty, min_length=min_length)
    check_rows(f, mapped, args, in_axes, tolerance)
