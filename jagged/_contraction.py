"""Contractions: einsum, matrix products and row-by-row products, with jagged axes among the others."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike
from jaxtyping import ArrayLike

from ._abstract import AbstractJaggedArray, is_jagged, rebuild
from ._axes import Axis, normalize_axis
from ._checking import is_concrete
from ._contraction_plan import Plan, make_plan
from ._elements import is_operand
from ._kernels.contraction import spread_lengths
from ._kernels.validity import keep, prefix_mask
from ._reduction import as_operand
from ._subscripts import Subscripts, check_string, matmul_subscripts, parse, vecdot_subscripts

Operand = AbstractJaggedArray | ArrayLike
Precision = Any


def einsum(
    subscripts: str,
    *operands: Operand,
    precision: Precision = None,
    preferred_element_type: DTypeLike | None = None,
) -> Any:
    """Sum products of elements over the letters that the output leaves out, in each row's own length.

    A letter is jagged where it names a jagged axis. Arrays that are jagged along the same letter must
    have equal lengths; a dense array may meet it with size 1 only. Sums run over valid elements
    alone, so an empty row adds nothing. Nothing is masked where padding meets padding alone, as in a
    product with weights, which costs what it costs on dense arrays.

    Args:
        subscripts: As for `jax.numpy.einsum`, a letter for each axis; an ellipsis stands for leading
            axes, which broadcast.
        operands: JaggedArrays and dense arrays.
        precision: As for `jax.numpy.einsum`.
        preferred_element_type: The dtype to accumulate in and to return.

    Returns:
        A JaggedArray if a jagged letter is in the output, else a dense array. The letters that the
        lengths of a jagged letter depend on, those of batch axes, must stand before it there: scores
        of heads are `"bnhd,bmhd->bnhm"`, which `"bnhm,bmhd->bnhd"` takes back to `[b, None, h, d]`.

    Raises:
        ValueError: If the subscripts or the sizes don't fit, lengths differ, or the output can't have
            its jagged axis there.
        TypeError: If an operand is no array, or the subscripts are no string.

    Examples:
        >>> x, y = jg.array([[1.0, 2.0], [3.0]]), jg.array([[1.0], [1.0, 2.0]])
        >>> jg.einsum("bn,bm->bnm", x, y).to_list()
        [[[1.0], [2.0]], [[3.0, 6.0]]]
        >>> jg.einsum("bn,bn->b", x, x)
        Array([5., 9.], dtype=float32)

    Reference:
        `jax.numpy.einsum`.
    """
    if not any(map(is_jagged, (subscripts, *operands))):
        return jnp.einsum(
            subscripts,
            *operands,
            precision=precision,
            preferred_element_type=preferred_element_type,
        )
    check_string(subscripts)
    packed = [_packed(operand, "einsum") for operand in operands]
    letters = parse(subscripts, tuple(data.ndim for data, _ in packed))
    return _contract("einsum", letters, operands, packed, precision, preferred_element_type)


def matmul(
    x: Operand,
    y: Operand,
    *,
    precision: Precision = None,
    preferred_element_type: DTypeLike | None = None,
) -> Any:
    """Multiply matrices, as `x @ y` does: those of each row, at its own length.

    The rules are NumPy's, with jagged axes in their places: `[*batch, None, F] @ [F, G]` is a matrix
    of weights for every element, `[*batch, None, F] @ [*batch, F, G]` one for each row, and
    `[B, None, None] @ [B, None, F]` mixes the elements of each row by its own weights. A product
    along any other axes, such as `[B, None, F]` with `[B, None, F]`, is one for `jg.einsum`.

    Args:
        x: A JaggedArray or a dense array, of at least one axis.
        y: The same; its last axis but one (its only one) is contracted with the last of `x`.
        precision: As for `jax.numpy.matmul`.
        preferred_element_type: The dtype to accumulate in and to return.

    Returns:
        A JaggedArray if a jagged axis is left, with the same lengths, else a dense array.

    Raises:
        ValueError: If sizes don't fit, lengths differ, or a dense axis meets a jagged one.
        TypeError: If an operand is no array.

    Examples:
        >>> x = jg.array([[[1.0, 2.0], [3.0, 4.0]], []])
        >>> jg.matmul(x, jnp.array([[1.0], [10.0]])).to_list()
        [[[21.0], [43.0]], []]

    Reference:
        `jax.numpy.matmul`.
    """
    packed = _packed(x, "matmul"), _packed(y, "matmul")
    ranks = packed[0][0].ndim, packed[1][0].ndim
    if 0 in ranks:
        raise ValueError(
            f"jg.matmul needs arrays of at least one axis; got {ranks[0]} and {ranks[1]}: multiply "
            "by a number with x * y."
        )
    if not (packed[0][1] or packed[1][1]):
        return jnp.matmul(x, y, precision=precision, preferred_element_type=preferred_element_type)  # pyright: ignore[reportArgumentType]
    letters = matmul_subscripts(ranks)
    return _contract("matmul", letters, (x, y), packed, precision, preferred_element_type)


def vecdot(
    x: Operand,
    y: Operand,
    axis: int | Axis = -1,
    *,
    precision: Precision = None,
    preferred_element_type: DTypeLike | None = None,
) -> Any:
    """Sum the products of two arrays along one axis, of the conjugate of `x` with `y`.

    Along a jagged axis the sum runs over each row's own elements, and is 0 for an empty row.

    Args:
        x: A JaggedArray or a dense array.
        y: The same; other axes broadcast from the right.
        axis: The axis to sum along, which both have: the last one, or `jg.ROW`.
        precision: As for `jax.numpy.vecdot`.
        preferred_element_type: The dtype to accumulate in and to return.

    Returns:
        A JaggedArray if a jagged axis is left, with the same lengths, else a dense array.

    Raises:
        ValueError: If sizes don't fit, lengths differ, or one of them has not the axis.
        TypeError: If an operand is no array.

    Examples:
        >>> x = jg.array([[[1.0, 2.0], [3.0, 4.0]], []])
        >>> jg.vecdot(x, jnp.array([1.0, 10.0])).to_list()
        [[21.0, 43.0], []]
        >>> jg.vecdot(x, x, axis=jg.ROW)
        Array([[10., 20.], [ 0.,  0.]], dtype=float32)

    Reference:
        `jax.numpy.vecdot`.
    """
    packed = _packed(x, "vecdot"), _packed(y, "vecdot")
    ranks = packed[0][0].ndim, packed[1][0].ndim
    position = _axis_from_right(axis, packed, ranks)
    letters = vecdot_subscripts(ranks, position)
    return _contract("vecdot", letters, (x, y), packed, precision, preferred_element_type)


def _packed(operand, name):
    """Give an operand as a buffer with lengths, none if it is dense."""
    if not is_operand(operand):
        raise TypeError(
            f"jg.{name} takes JaggedArrays and arrays; got {type(operand).__name__}: make it an array "
            "with jnp.asarray(values) or jg.array(rows), or take a field of a record."
        )
    return as_operand(operand, name)


def _axis_from_right(axis, packed, ranks) -> int:
    """Give an axis that both operands have, counted from the right."""
    rows = [levels[0].ndim + max(ranks) - data.ndim for data, levels in packed if levels]
    position = normalize_axis(axis, max(ranks), rows[0] if rows else None) - max(ranks)
    if position < -min(ranks):
        raise ValueError(
            f"jg.vecdot needs an axis that both arrays have; got axis={axis} for {ranks[0]} and "
            f"{ranks[1]} axes: pass an axis from the right, such as axis=-1."
        )
    return position


def _contract(name, letters: Subscripts, operands, packed, precision, preferred):
    shapes = tuple(data.shape for data, _ in packed)
    axes = tuple(tuple(lengths.ndim for lengths in levels) for _, levels in packed)
    dtypes = tuple(data.dtype for data, _ in packed)
    wanted = None if preferred is None else jnp.dtype(preferred)
    plan = make_plan(name, letters, shapes, axes, dtypes, wanted)
    levels = plan.check_lengths([list(levels) for _, levels in packed])
    arrays = [data for data, _ in packed]
    result, spread = _evaluate(arrays, levels, plan, name == "vecdot", precision, wanted)
    if not plan.outputs:
        return result
    kept = [
        new if new is not None else _fitted(levels[o.operand][o.depth], result.shape[o.position], o)
        for o, new in zip(plan.outputs, spread, strict=True)
    ]
    like = next(x for x, (_, own) in zip(operands, packed, strict=True) if own)
    return rebuild(like, result, kept)


def _fitted(lengths, capacity, output):
    """Keep lengths that were not compared from pointing past a buffer that was cut."""
    return jnp.minimum(lengths, capacity) if output.cut and not is_concrete(lengths) else lengths


@partial(jax.jit, static_argnums=(2, 3, 4, 5), inline=True)
def _evaluate(arrays, levels, plan: Plan, conjugate, precision, preferred):
    levels = [plan.cut_lengths(k, each) for k, each in enumerate(levels)]
    arrays = [_prepared(data, levels[k], plan, k) for k, data in enumerate(arrays)]
    if conjugate:
        arrays[0] = jnp.conj(arrays[0])
    result = jnp.einsum(
        plan.formula, *arrays, precision=precision, preferred_element_type=preferred
    )
    return result, _spread(levels, plan, result.shape)


def _prepared(data, levels, plan: Plan, number):
    """Give an operand as the product takes it: cut, hidden at padding, without axes of size 1."""
    data = plan.cut(number, data)
    masked = [levels[depth] for depth in plan.masked[number]]
    if masked:
        data = keep(prefix_mask(masked, data.shape), data, 0)
    return jnp.squeeze(data, plan.squeezed[number])


def _spread(levels, plan: Plan, shape):
    """Give the lengths of each jagged axis of the result, `None` for those that stay as they are."""
    outer, spread = [], []
    for output in plan.outputs:
        lengths = levels[output.operand][output.depth]
        if not output.same:
            before = plan.output[: output.position]
            lengths = jnp.squeeze(lengths, output.squeezed)
            lengths = jnp.minimum(lengths, shape[output.position]) if output.cut else lengths
            size = shape[: output.position]
            lengths = spread_lengths(lengths, output.letters, before, size, tuple(outer))
        outer.append(lengths)
        spread.append(None if output.same else lengths)
    return spread
