"""The contract as a check: padding, capacity and the other rows never change a row's result."""

from collections.abc import Callable
from functools import partial
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from .._abstract import is_jagged
from .._array import JaggedArray
from .._record import JaggedRecord
from ._compare import as_arrays, compare
from ._poison import POISONS, poison

_EXTRA_CAPACITY = 3


def assert_padding_invariant(
    f: Callable[..., Any],
    *args: Any,
    rowwise: bool = True,
    gradient: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
) -> None:
    """Assert that no result and no gradient of a function depends on what is not valid.

    Calls `f` under `equinox.filter_jit`, with garbage in the padding of its jagged arguments (equal
    bit for bit), with a larger capacity (equal to rounding), and with every other row of them
    replaced (what remains of each row is equal to rounding). The gradient is that of a weighted
    sum of all results, with respect to every floating-point array in the arguments; at padding it
    must be exactly zero.

    Args:
        f: A function of pytrees that hold JaggedArrays or JaggedRecords, and anything else.
        args: Its arguments.
        rowwise: Whether a result with the batch axis in front may depend on its own row alone.
        gradient: Whether to compare gradients too.
        rtol: The relative tolerance where only rounding may differ; fit for the dtype by default.
        atol: The absolute tolerance there.

    Raises:
        AssertionError: With what was changed, and the leaf and row that differ.
        ValueError: If no argument holds a jagged array, or none has padding.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [3.0]])
        >>> jg.testing.assert_padding_invariant(lambda x: jg.mean(x, axis=1), x)
        >>> jg.testing.assert_padding_invariant(lambda x: x.data.mean(1), x)
        Traceback (most recent call last):
        AssertionError: With garbage 1.0 in the padding, f(...), row 1 must be 1.5; got 501.5.

    Reference:
        The contract: padding is finite and otherwise unspecified, and never seen.
    """
    _check_padding(args)
    evaluate = _evaluation(f, gradient)
    everything = np.ones(_rows(args, rowwise), bool)
    tolerance = _tolerance(args, rtol, atol)
    expected = evaluate(args, everything)
    for scale in POISONS:
        actual = evaluate(poison(args, scale), everything)
        change = f"With garbage {scale} in the padding, "
        _compare(change, actual, expected, (0.0, 0.0), everything)
    larger = evaluate(jax.tree.map(_enlarge, args, is_leaf=is_jagged), everything)
    change = f"With {_EXTRA_CAPACITY} more places of padding, "
    _compare(change, larger, expected, tolerance, everything)
    if rowwise and everything.size > 1:
        _check_mates(evaluate, args, tolerance)


def _evaluation(f, gradient):
    """Give a function of arguments and rows: the results, and gradients of a sum over the rows."""

    def total(moving, fixed, kept):
        results = f(*eqx.combine(moving, fixed))
        return sum(_weighted(x, kept) for x in _leaves(results)), results

    @eqx.filter_jit
    def evaluate(args, kept):
        moving, fixed = eqx.partition(args, eqx.is_inexact_array)
        if not gradient or not jax.tree.leaves(moving):
            return total(moving, fixed, kept)[1], None
        gradients, results = eqx.filter_grad(total, has_aux=True)(moving, fixed, kept)
        return results, gradients

    def evaluate_jagged(args, kept):
        results, gradients = evaluate(args, kept)
        return results, _gradients_by_row(args, gradients)

    return evaluate_jagged


def _gradients_by_row(args, gradients):
    """Give the gradients of jagged arguments their lengths, so that rows can be compared."""
    if gradients is None:
        return None
    with_lengths = (_with_lengths(x, g) for x, g in zip(args, gradients, strict=True))
    return tuple(with_lengths)


def _with_lengths(arg, gradient):
    def restore(x, moved):
        if isinstance(x, JaggedArray) and moved.data is not None:
            return JaggedArray.unchecked(moved.data, x.lengths, x.inner_lengths)
        if isinstance(x, JaggedRecord):
            fields = jax.tree.leaves(moved.fields)
            return [JaggedArray.unchecked(data, x.lengths) for data in fields]
        return None if is_jagged(x) else moved

    return jax.tree.map(restore, arg, gradient, is_leaf=is_jagged)


def _leaves(tree):
    return jax.tree.leaves(jax.tree.map(as_arrays, tree, is_leaf=is_jagged), is_leaf=is_jagged)


def _weighted(x, kept):
    """Sum the valid elements of kept rows, each with a weight of its own that capacity leaves."""
    data, valid = (x.data, x.mask) if is_jagged(x) else (jnp.asarray(x), jnp.ones((), bool))
    if not jnp.issubdtype(data.dtype, jnp.inexact):
        return 0.0
    rows = kept if _has_rows(x, kept) else jnp.all(kept)
    valid = _lift(valid, data.ndim) & _lift(rows, data.ndim)
    data = jnp.real(data) + jnp.imag(data) if jnp.iscomplexobj(data) else data
    return jnp.sum(jnp.where(valid, data, 0) * _weights(data), dtype=jnp.float32)


def _has_rows(x, kept) -> bool:
    leading = x.batch_shape[:1] if is_jagged(x) else jnp.shape(x)[:1]
    return leading == kept.shape


def _lift(mask, ndim):
    return jnp.reshape(mask, mask.shape + (1,) * (ndim - mask.ndim))


def _weights(data):
    phase = sum(
        (axis + 0.7) * jax.lax.broadcasted_iota(jnp.float32, data.shape, axis)
        for axis in range(data.ndim)
    )
    return jnp.cos(jnp.asarray(phase + 0.3)).astype(data.dtype)


def _compare(change, actual, expected, tolerance, rows=None):
    rtol, atol = tolerance
    compare(actual[0], expected[0], rtol, atol, f"{change}f(...)", rows)
    if expected[1] is None:
        return
    compare(actual[1], expected[1], rtol, atol, f"{change}the gradient of f(...) by args", rows)
    for leaf in _leaves(actual[1]):
        _check_zero_at_padding(change, leaf)


def _check_zero_at_padding(change, gradient):
    if not is_jagged(gradient):
        return
    mask = np.asarray(gradient.mask)
    leak = np.asarray(gradient.data)[~np.broadcast_to(mask, gradient.data.shape[: mask.ndim])]
    if np.any(leak != 0):
        raise AssertionError(
            f"{change}the gradient of f(...) must be exactly zero at padding; got "
            f"{leak[leak != 0][0]}: padding is read, or masked only after a function whose "
            "derivative is not finite there. Mask before it."
        )


def _check_padding(args):
    jagged = [x for x in _leaves(args) if is_jagged(x)]
    if not jagged:
        raise ValueError(
            "assert_padding_invariant needs a function of jagged arrays; got none in its arguments."
        )
    if all(np.asarray(x.mask).all() for x in jagged):
        raise ValueError(
            "assert_padding_invariant needs padding to look into, and every row is full: pass rows "
            "of different lengths, or raise the capacity with x.resize(capacity)."
        )


def _enlarge(x):
    if isinstance(x, JaggedArray):
        return x.resize(tuple(x.data.shape[axis] + _EXTRA_CAPACITY for axis in x.jagged_axes))
    if isinstance(x, JaggedRecord):
        capacity = x.capacity + _EXTRA_CAPACITY
        fields = jax.tree.map(lambda y: y.resize(capacity).data, x.arrays(), is_leaf=is_jagged)
        return JaggedRecord.unchecked(fields, x.lengths)
    return x


def _check_mates(evaluate, args, tolerance):
    """Replace every other row by its neighbour, and compare the rows that stay."""
    change = "With the other rows replaced (pass rowwise=False if rows are meant to mix), "
    even = np.arange(_rows(args)) % 2 == 0
    for stay in (even, ~even):
        replace = partial(_replace_rows, stay=stay)
        changed = evaluate(jax.tree.map(replace, args, is_leaf=is_jagged), stay)
        actual, expected = (
            (_row_results(results, stay), gradients)
            for results, gradients in (changed, evaluate(args, stay))
        )
        _compare(change, actual, expected, tolerance, stay)


def _row_results(results, stay):
    """Leave results that have the batch axis; the others are made of all rows, and may change."""
    return jax.tree.map(lambda x: x if _has_rows(x, stay) else None, results, is_leaf=is_jagged)


def _replace_rows(x, *, stay):
    if not is_jagged(x) or not x.batch_shape:
        return x
    order = np.where(stay, np.arange(stay.size), np.roll(np.arange(stay.size), 1))
    return jax.tree.map(lambda leaf: leaf[order], x)


def _rows(args, rowwise: bool = True) -> int:
    sizes = {x.batch_shape[0] for x in _leaves(args) if is_jagged(x) and x.batch_shape}
    if rowwise and len(sizes) > 1:
        raise ValueError(
            f"Rows can be compared only if all arrays have as many; got {sorted(sizes)}: pass "
            "rowwise=False to leave that check out."
        )
    return sizes.pop() if len(sizes) == 1 else 0


def _tolerance(args, rtol, atol):
    dtypes = [x.dtype for x in jax.tree.leaves(args) if eqx.is_inexact_array(x)]
    epsilon = max((float(jnp.finfo(dtype).eps) for dtype in dtypes), default=0.0)
    return 50 * epsilon if rtol is None else rtol, 50 * epsilon if atol is None else atol
