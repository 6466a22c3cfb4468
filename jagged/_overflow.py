"""Overflow: what happens to rows that a capacity has no room for."""

from typing import Any, Literal

import jax.numpy as jnp
from jaxtyping import Array, Int

from ._checking import is_concrete, refuse

Overflow = Literal["error", "return"]


def fit_capacity(lengths: Int[Array, "..."], capacity: int, overflow: Overflow) -> tuple[Any, Any]:
    """Make lengths fit a capacity: refuse rows that don't, or cut them and say which.

    Traced ones are refused only under `checking()`; otherwise such a row comes out empty.

    Returns:
        The lengths; and with `"return"` a boolean for each, whether it was cut, else `None`.

    Raises:
        ValueError: With the capacity that would do.
    """
    check_overflow(overflow)
    over = lengths > capacity
    if overflow == "return":
        return jnp.minimum(lengths, capacity), over
    lengths = _refuse_overflow(lengths, capacity)
    return (lengths if is_concrete(lengths) else jnp.where(over, 0, lengths)), None


def check_overflow(overflow) -> None:
    """Refuse what is neither `"error"` nor `"return"`."""
    if overflow not in ("error", "return"):
        raise ValueError(
            f'overflow must be "error" or "return"; got {overflow!r}: pass one of them.'
        )


def _refuse_overflow(lengths, capacity):
    def error(values=None):
        came = "" if values is None else f"; got up to {values.max()} elements"
        enough = "" if values is None else f" capacity={values.max()} would do."
        return ValueError(
            f"capacity={capacity} must hold every row{came}.{enough} Raise it, or pass "
            'overflow="return" to get what fits and a flag.'
        )

    return refuse(lambda n: n > capacity, (lengths,), error)
