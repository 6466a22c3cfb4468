"""Means of losses whose sum and count can be added up over parts of a batch."""

from typing import Any, Literal, get_args

import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array, ArrayLike, Float

from .._array import JaggedArray
from .._axes import ROW
from .._elementwise import where
from .._fill import ones_like
from .._sums import sum as jagged_sum

Over = Literal["tokens", "rows"]


class Average(eqx.Module):
    """A sum and how many it counts: the mean of parts is exact when these are added.

    Add those of microbatches, or `jax.lax.psum` the whole over devices, and take the mean then.

    Args:
        sum: The weighted sum, a scalar.
        count: The sum of the weights, a scalar.

    Examples:
        >>> first, second = jg.nn.Average(1.0, 1.0), jg.nn.Average(9.0, 3.0)
        >>> (first + second).mean
        Array(2.5, dtype=float32, weak_type=True)

    Reference:
        `optax` has no counterpart; the counts are those of `torch.nn.CrossEntropyLoss` summed.
    """

    sum: Float[Array, ""] | float
    count: Float[Array, ""] | float

    @property
    def mean(self) -> Array:
        """The sum divided by the count; 0 with a zero gradient if nothing was counted."""
        counted = jnp.asarray(self.count) > 0
        return jnp.where(counted, self.sum / jnp.where(counted, self.count, 1), 0)

    def __add__(self, other: "Average") -> "Average":
        return Average(self.sum + other.sum, self.count + other.count)


def average(
    losses: JaggedArray | ArrayLike,
    over: Over,
    *,
    weights: JaggedArray | ArrayLike | None = None,
) -> Average:
    """Average losses over tokens or over rows.

    Over tokens every element counts alike, so long rows count more. Over rows each row's own mean
    counts alike, and empty rows don't count.

    Args:
        losses: `[*batch, None]`; or dense `[*batch]`, one for each row, which can be averaged over
            rows alone.
        over: `"tokens"` or `"rows"`. There is no default, for the two differ.
        weights: How much each row counts, `[*batch]`, as `jg.data.Batches` gives them; or how much
            each element counts, a JaggedArray of equal lengths. A loss of weight 0 is not read, be
            it NaN.

    Returns:
        The sum and the count, in float32 at least; `.mean` is the average.

    Raises:
        ValueError: If `over` is none of these, losses have features, or weights have another shape
            or other lengths.

    Examples:
        >>> losses = jg.array([[1.0], [3.0, 3.0, 3.0]])
        >>> float(jg.nn.average(losses, "tokens").mean), float(jg.nn.average(losses, "rows").mean)
        (2.5, 2.0)

    Reference:
        `jax.numpy.average`.
    """
    if over not in get_args(Over):
        raise ValueError(
            f'over must be "tokens", where every element counts alike, or "rows", where every row '
            f"does; got {over!r}: pass one of them."
        )
    if not isinstance(losses, JaggedArray):
        return _average_of_rows(losses, over, weights)
    if losses.ndim != losses.lengths.ndim + 1:
        raise ValueError(
            f"Losses must be [*batch, None], one for each element; got shape {losses.shape}: take "
            "the mean over features first, jg.mean(losses, axis=-1)."
        )
    by_element = isinstance(weights, JaggedArray)
    each = _each(losses, weights if by_element else None)
    rows = None if by_element or weights is None else _row_weights(weights, losses.lengths.shape)
    total, count = (jagged_sum(part, axis=ROW) for part in each)
    if over == "rows":
        filled = count > 0
        total = jnp.where(filled, total / jnp.where(filled, count, 1), 0)
        count = filled.astype(total.dtype)
    if rows is not None:
        rows = rows.astype(total.dtype)
        total, count = _weighted(total, rows), count * rows
    return Average(jnp.sum(total), jnp.sum(count))


def _each(losses: JaggedArray, weights: JaggedArray | None) -> tuple[JaggedArray, JaggedArray]:
    """Give the weighted losses and the weights of all elements."""
    losses = _wide(losses)
    if weights is None:
        return losses, ones_like(losses)
    if weights.shape != losses.shape:
        raise ValueError(
            f"Weights of elements must be like the losses, {losses.shape}; got {weights.shape}: pass "
            "an array [*batch] to weigh rows."
        )
    weights = weights.astype(losses.dtype)
    return _weighted(losses, weights), weights


def _average_of_rows(losses: Any, over, weights) -> Average:
    losses = _wide(jnp.asarray(losses))
    if over == "tokens":
        raise ValueError(
            f"Dense losses are one for each row; got shape {losses.shape} to be averaged over tokens: "
            'pass over="rows", or losses that are jagged.'
        )
    weights = jnp.ones_like(losses) if weights is None else _row_weights(weights, losses.shape)
    weights = weights.astype(losses.dtype)
    return Average(jnp.sum(_weighted(losses, weights)), jnp.sum(weights))


def _row_weights(weights: Any, shape):
    came = weights.shape if isinstance(weights, JaggedArray) else jnp.shape(weights)
    if came != shape:
        raise ValueError(
            f"Weights of rows must be an array of shape {shape}, one for each row; got shape {came}."
        )
    return jnp.asarray(weights)


def _weighted(losses, weights):
    """Multiply, but leave out what has no weight, for 0 times NaN is NaN, in the gradient too."""
    return where(weights != 0, losses, 0) * weights


def _wide(losses):
    wide = jnp.issubdtype(losses.dtype, jnp.inexact) and losses.dtype.itemsize >= 4
    return losses if wide else losses.astype(jnp.float32)
