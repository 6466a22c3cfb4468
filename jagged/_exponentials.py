"""Shifted exponentials: logsumexp over any axes, softmax and log_softmax along them."""

from typing import Any

import jax.numpy as jnp
from jaxtyping import ArrayLike

from ._abstract import AbstractJaggedArray
from ._axes import ROW, AxisLike
from ._elementwise import FUNCTIONS
from ._extrema import check_ordered
from ._kernels import exponentials
from ._reduction import along, reduce


def logsumexp(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = None,
    *,
    keepdims: bool = False,
    where: AbstractJaggedArray | ArrayLike | None = None,
    empty: ArrayLike | None = None,
) -> Any:
    """Take the logarithm of the summed exponentials of the valid elements along axes.

    An empty row gives -inf, the logarithm of nothing, or `empty`; its derivative is zero, and so is
    that of a row of -inf. The largest element is taken out first, so nothing overflows.

    Args:
        x: A JaggedArray, or a dense array, of real numbers.
        axis: The axes to reduce: `None` for all, an int, `jg.ROW` or a tuple of these.
        keepdims: Whether reduced axes stay, with size 1; over the row the result broadcasts to `x`.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.
        empty: What a reduction over no element gives instead of -inf.

    Returns:
        A JaggedArray if a jagged axis is left, else a dense array.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array, or is complex.

    Examples:
        >>> x = jg.array([[0.0, 0.0], [], [4.0]])
        >>> jg.logsumexp(x, axis=1)
        Array([0.6931472,      -inf, 4.       ], dtype=float32)

    Reference:
        `jax.nn.logsumexp`.
    """
    check_ordered(x, "logsumexp")
    return reduce(exponentials.logsumexp, x, axis, keepdims=keepdims, where=where, empty=empty)


def softmax(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = ROW,
    *,
    where: AbstractJaggedArray | ArrayLike | None = None,
) -> Any:
    """Normalise the exponentials of each row to sum to one over its valid elements.

    An empty row stays empty, with a zero derivative. What `where` leaves out gets 0. The largest
    element is taken out first, so nothing overflows.

    Args:
        x: A JaggedArray, or a dense array, of real numbers.
        axis: The axes to normalise over, the row by default.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.

    Returns:
        The weights, in the shape of `x`.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array, or is complex.

    Examples:
        >>> jg.softmax(jg.array([[0.0, 0.0], [], [4.0]])).to_list()
        [[0.5, 0.5], [], [1.0]]

    Reference:
        `jax.nn.softmax`.
    """
    check_ordered(x, "softmax")
    return along(exponentials.softmax, x, axis, where=where)


def log_softmax(
    x: AbstractJaggedArray | ArrayLike,
    axis: AxisLike = ROW,
    *,
    where: AbstractJaggedArray | ArrayLike | None = None,
) -> Any:
    """Take the logarithm of the softmax of each row, without forming it.

    An empty row stays empty, with a zero derivative. What `where` leaves out gets -inf.

    Args:
        x: A JaggedArray, or a dense array, of real numbers.
        axis: The axes to normalise over, the row by default.
        where: Which elements take part: a boolean JaggedArray or array that broadcasts to `x`.

    Returns:
        The logarithms of the weights, in the shape of `x`.

    Raises:
        ValueError: If an axis does not exist or is named twice, or `where` has other lengths.
        TypeError: If `x` is not an array, or is complex.

    Examples:
        >>> jg.log_softmax(jg.array([[3.0], [], [4.0]])).to_list()
        [[0.0], [], [0.0]]

    Reference:
        `jax.nn.log_softmax`.
    """
    check_ordered(x, "log_softmax")
    result = along(exponentials.log_softmax, x, axis, where=where)
    return result if where is None else FUNCTIONS["where"](where, result, -jnp.inf)
