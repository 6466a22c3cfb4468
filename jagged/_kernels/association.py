"""Associative scans that combine valid elements alone, wherever padding stands between them."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Bool, Int, PyTree, Shaped

from .gather import take_at
from .validity import keep


def scan_row(
    f: Callable[[Any, Any], Any],
    elements: PyTree[Array],
    length: Int[Array, ""],
    stand_in: tuple[Any, Any],
) -> PyTree[Array]:
    """Combine the elements of one row up to each of them.

    A block that reaches into padding is never made up of what is valid in it: no valid result wants
    it, and it might overflow where none of the row's own blocks does.

    Args:
        f: Combines two pytrees of elements.
        elements: A pytree of arrays `[capacity, *features]`.
        length: How many of the elements are valid.
        stand_in: A pair of elements, `[1, *features]`, that `f` meets where a pair is not valid.

    Returns:
        The same tree, zero at padding.
    """
    capacity = jax.tree.leaves(elements)[0].shape[0]

    def combine(left, right):
        (a, _), (b, place) = left, right
        valid = place < length
        a, b = (_select(valid, x, y) for x, y in zip((a, b), stand_in, strict=True))
        return f(a, b), place

    # A place is a constant for the compiler, where a flag that is carried along would be computed.
    places = jnp.arange(capacity, dtype=jnp.int32)
    scanned, _ = lax.associative_scan(combine, (elements, places))
    return jax.tree.map(lambda leaf: keep(_over(places < length, leaf), leaf, 0), scanned)


def turn_rows(data: Shaped[Array, "..."], lengths: Int[Array, "..."]) -> Shaped[Array, "..."]:
    """Turn each row around, its own last element first; padding stays where it is.

    Args:
        data: `[*batch, capacity, *features]`.
        lengths: `[*batch]`.
    """
    places = jnp.arange(data.shape[lengths.ndim], dtype=jnp.int32)
    places, ends = places.reshape((1,) * lengths.ndim + places.shape), lengths[..., None]
    return take_at(data, jnp.where(places < ends, ends - 1 - places, places), lengths.ndim)


def scan_valid(
    f: Callable[[Array, Array], Array],
    data: Shaped[Array, "..."],
    valid: Bool[Array, "..."],
    axis: int,
    *,
    reverse: bool = False,
    prefix: bool = False,
) -> Shaped[Array, "..."]:
    """Combine numbers that are valid, in any pattern, up to each place along an axis.

    Args:
        f: Combines numbers, as a product does; where a pair is not valid it meets two ones.
        data: Any numbers.
        valid: Which of them are valid, in the shape of the data.
        axis: The axis to scan along.
        reverse: Whether to start at the end.
        prefix: Whether the valid elements come first along the axis. A block that reaches into
            padding is then not made up of what is valid in it.

    Returns:
        Numbers of the same shape; of no meaning where they are not valid.
    """
    one = jnp.ones((), data.dtype)

    def combine(left, right):
        (a, a_valid), (b, b_valid) = left, right
        both = a_valid & b_valid
        combined = f(jnp.where(both, a, one), jnp.where(both, b, one))
        if not prefix:
            rest = jnp.where(b_valid, b, a)
            return jnp.where(both, combined, rest), a_valid | b_valid
        return jnp.where(both, combined, b) if reverse else combined, b_valid

    return lax.associative_scan(combine, (data, valid), reverse=reverse, axis=axis)[0]


def _select(condition, new, old):
    return jax.tree.map(lambda x, y: jnp.where(_over(condition, x), x, y), new, old)


def _over(condition, leaf):
    return condition.reshape(condition.shape + (1,) * (leaf.ndim - condition.ndim))
