"""Contraction: sums of products in which padding takes no part, by a select of as few operands."""

import jax.numpy as jnp
from jaxtyping import Array, Int

from .validity import zero_padding


def spread_lengths(
    lengths: Int[Array, "..."], letters: str, before: str, shape: tuple[int, ...], outer: tuple
) -> Int[Array, "..."]:
    """Give lengths along some axes for all the axes that stand before theirs in a result.

    Args:
        lengths: With an axis for each of `letters`.
        letters: Some of `before`.
        before: The axes that the result has before this jagged one.
        shape: Their sizes.
        outer: The lengths of jagged axes among them, at whose padding the lengths are zero.

    Returns:
        Lengths of that shape.
    """
    spread = jnp.broadcast_to(align(lengths, letters, before), shape)
    return zero_padding(spread, outer) if outer else spread


def align(array, letters: str, wanted: str):
    """Bring the axes of an array into another order, with size 1 for those that it has not."""
    order = sorted(range(len(letters)), key=lambda axis: wanted.index(letters[axis]))
    sizes = dict(zip(letters, array.shape, strict=True))
    return array.transpose(order).reshape([sizes.get(letter, 1) for letter in wanted])
