"""Differences of neighbours along a row."""

from typing import Any

import jax.numpy as jnp

from ._abstract import AbstractJagged
from ._axes import ROW, Axis
from ._bundle import Bundle, bundle_of, rearrange
from ._integers import static_integer
from ._kernels.validity import zero_padding


def diff(x: AbstractJagged | Any, n: int = 1, axis: int | Axis = ROW) -> Any:
    """Subtract from each element of a row the one before it, `n` times over.

    A row of fewer than `n + 1` elements comes back empty. Booleans give whether neighbours differ,
    as in `jax.numpy`.

    Args:
        x: A JaggedArray `[*batch, None, *features]`, a JaggedRecord, or a pytree of JaggedArrays of
            equal lengths.
        n: How often to take differences, a non-negative integer.
        axis: The jagged axis, the row by default; the deepest one of several.

    Returns:
        The same container with rows, and a capacity, that are `n` shorter.

    Raises:
        ValueError: If `n` is negative, or the axis is not jagged or holds rows.
        TypeError: If `n` is no integer, or `x` is not jagged.

    Examples:
        >>> jg.diff(jg.array([[1.0, 4.0, 9.0], [5.0], []])).to_list()
        [[3.0, 5.0], [], []]

    Reference:
        `jax.numpy.diff`.
    """
    order = static_integer(n, "n of jg.diff")
    bundle = bundle_of(x, "diff", axis)
    refuse_rows(bundle, "diff")
    return x if order == 0 else rearrange(_diff, bundle, order=order)


def refuse_rows(bundle: Bundle, name: str) -> None:
    """Refuse an axis whose elements have jagged axes of their own, for those can't be combined.

    Raises:
        ValueError: With the axis that would do.
    """
    source = bundle.source
    deepest = getattr(source, "inner_lengths", ())
    if deepest and bundle.lengths is not deepest[-1]:
        raise ValueError(
            f"jg.{name} combines elements, and those along axis={bundle.lengths.ndim} are rows of "
            f"different lengths: pass axis={deepest[-1].ndim}, the deepest jagged axis."
        )


def _diff(buffers, lengths, *, order):
    axis = lengths.ndim
    count = jnp.maximum(lengths - order, 0)
    # What differs from a valid element that is infinite may stand behind the end.
    return [zero_padding(jnp.diff(each, order, axis), (count,)) for each in buffers], count
