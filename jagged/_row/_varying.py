"""Varying arrays: inside `shard_map` an equation's operands have to vary over the same mesh axes."""

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax


def match_varying(arrays: Sequence, like: Sequence = ()) -> list:
    """Let all arrays vary over every mesh axis that one of them, or of `like`, varies over."""
    axes = frozenset().union(*map(_varying_axes, (*arrays, *like)))
    return [_vary(array, axes) for array in arrays] if axes else list(arrays)


def _varying_axes(array: Any) -> frozenset:
    kind = jax.typeof(array)
    # The second name is that of versions before 0.9.
    manual = getattr(kind, "manual_axis_type", None)
    return manual.varying if manual is not None else getattr(kind, "vma", frozenset())


def _vary(array, axes):
    missing = tuple(sorted(axes - _varying_axes(array)))
    if not missing:
        return array
    array = jnp.asarray(array)
    if hasattr(lax, "pcast"):
        return lax.pcast(array, missing, to="varying")
    return lax.pvary(array, missing)  # pyright: ignore[reportAttributeAccessIssue]
