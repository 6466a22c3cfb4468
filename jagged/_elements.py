"""Elementwise evaluation: one jitted kernel a call, with a mask only where padding could be felt."""

import cmath
import inspect
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ._abstract import AbstractJagged, check_fit, is_jagged_array, rebuild, unpack_unfitted
from ._broadcast import (
    Aligned,
    Operand,
    check_alignment,
    fit_lengths,
    jagged_axes,
    leader,
)
from ._checking import is_concrete
from ._kernels.validity import overflows
from ._lengths import check_same_lengths

Scalar = bool | int | float | complex | np.number | np.bool_
Dense = jax.Array | np.ndarray


@dataclass(frozen=True, eq=False)
class Rule:
    """One elementwise function, and where its value or derivative would betray padding.

    Attributes:
        name: The name, the same as in `jax.numpy`.
        summary: The first line of the docstring.
        parameters: The names of the arguments that are arrays.
        safe: For each of them a value at which the function and its derivatives are finite, if it
            is not so everywhere (it is put into padding), else `None`.
        product: Whether operands are multiplied, so that two finite ones may overflow.
        fills: Whether an operand is put into places of another, as `where` does, perhaps with -inf.
        smooth: Whether the result has a derivative at all.
        options: The keyword arguments with their defaults.
        defaults: Defaults of array arguments that may be left out.
        function: The function of dense arrays; the one of that name in `jax.numpy` if not given.
    """

    name: str
    summary: str
    parameters: tuple[str, ...] = ("x",)
    safe: tuple[float | None, ...] = (None,)
    product: bool = False
    fills: bool = False
    smooth: bool = True
    options: tuple[tuple[str, Any], ...] = ()
    defaults: tuple[tuple[str, Any], ...] = ()
    function: Callable | None = None

    def __post_init__(self):
        if self.function is None:
            object.__setattr__(self, "function", getattr(jnp, self.name))
        kernel = jax.jit(self._evaluate, static_argnums=(1,), inline=True)
        object.__setattr__(self, "kernel", kernel)

    def _evaluate(self, operands, options):
        check_fits(operands)
        check_alignment([operand for operand in operands if operand is not None])
        present = [index for index, operand in enumerate(operands) if operand is not None]
        aligned = Aligned([operands[index] for index in present])
        arrays: list = [None] * len(operands)
        for place, index in enumerate(present):
            arrays[index] = self._hidden(aligned, place, self.safe[index])
        return self.function(*arrays, **dict(options))  # pyright: ignore[reportOptionalCall]

    def _hidden(self, aligned: Aligned, index: int, safe: float | None):
        """Give one operand with padding hidden where this function could let it through."""
        array = aligned.arrays[index]
        fill = 0 if safe is None else safe
        if aligned.whole[index]:
            multiplied = self.product and index == _smaller(aligned)
            hide = safe is not None or multiplied or _overflows(aligned, index)
            return aligned.hide(index, fill) if hide else array
        felt = safe is not None or (self.smooth and _is_inexact(array))
        if aligned.constant[index] or not felt:
            return array
        if aligned.per_row[index] or self.fills:
            return aligned.hide(index, fill)
        return aligned.hide_if_empty(index, fill)

    @property
    def signature(self) -> inspect.Signature:
        """The signature of the public function."""
        return inspect.Signature(list(_parameters(self)))


def elementwise(rule: Rule, operands: tuple, options: tuple = ()):
    """Apply a rule to arrays, jagged and dense; without a jagged one this is `jax.numpy`."""
    packed: Any = []
    x, first, same = None, None, True
    for operand in operands:
        entry = pack(operand, rule.name)
        packed.append(entry)
        if entry and entry[1]:
            if first is None:
                x, first = operand, entry
            else:
                same = same and _is_same(entry[1], first[1])
    if first is None:
        return rule.function(*operands, **dict(options))  # pyright: ignore[reportOptionalCall]
    if not same:
        packed = check_lengths_agree(packed)
        first = leader([entry for entry in packed if entry])
    result = rule.kernel(packed, options)  # pyright: ignore[reportAttributeAccessIssue]
    if type(result) is not tuple:
        return _wrap(x, first, result)
    return tuple(_wrap(x, first, data) for data in result)


def pack(operand, name: str) -> Operand | None:
    """Give an operand as a buffer with lengths, as kernels take it.

    Raises:
        TypeError: If it is neither an array nor a number.
    """
    if is_jagged_array(type(operand)):
        return unpack_unfitted(operand)
    if isinstance(operand, Scalar):
        return operand, None if cmath.isfinite(operand) else ()
    if operand is None:
        return None
    if isinstance(operand, Dense):
        return operand, ()
    raise TypeError(
        f"jg.{name} takes JaggedArrays, arrays and numbers; got {type(operand).__name__}: "
        f"{_advice(operand)}"
    )


def check_fits(operands: Sequence[Operand | None]) -> None:
    """Refuse operands whose buffer and lengths don't fit together; see `unpack`."""
    for data, levels in filter(None, operands):
        if levels:
            check_fit(data, levels)


def is_operand(value) -> bool:
    """Say whether operators take this value."""
    return is_jagged_array(type(value)) or isinstance(value, Dense | Scalar)


def check_lengths_agree(operands: Sequence) -> Any:
    """Refuse jagged operands whose lengths differ; the lengths returned carry the check."""
    jagged = [operand for operand in operands if operand is not None and operand[1]]
    if all(_is_same(operand[1], jagged[0][1]) for operand in jagged[1:]):
        return operands
    check_fits(jagged)
    first = leader(jagged)
    expected = dict(sorted(jagged_axes(first).items()))
    for operand in jagged:
        for axis, lengths in jagged_axes(operand).items():
            if axis in expected:
                inner = axis != min(expected)
                expected[axis] = check_same_lengths(expected[axis], lengths, inner=inner)
    checked = (first[0], tuple(expected.values()))
    return [checked if operand is first else operand for operand in operands]


def _is_same(ours, theirs) -> bool:
    return len(ours) == len(theirs) and all(map(operator.is_, ours, theirs))


def _advice(operand):
    if isinstance(operand, AbstractJagged):
        return "apply it to each array of the record, with jax.tree.map over x.arrays()."
    return "make it an array first, with jnp.asarray(...) or jg.array(...)."


def _wrap(x, operand: Operand, data):
    old, levels = operand
    shape = data.shape
    if old.shape == shape:
        return rebuild(x, data, levels)
    batch = len(shape) - old.ndim
    fitted = [_fit(n, shape, n.ndim + batch, old.shape[n.ndim]) for n in levels or ()]
    return rebuild(x, data, fitted)


def _fit(lengths, shape, axis, capacity):
    """Fit lengths to a result, and into its capacity, which equal lengths would not exceed."""
    fitted = fit_lengths(lengths, shape[:axis])
    if shape[axis] < capacity and not is_concrete(fitted):
        return jnp.minimum(fitted, shape[axis])
    return fitted


def _smaller(aligned: Aligned) -> int | None:
    """Give the smaller of two jagged operands: with zeros for its padding a product has zeros."""
    whole = [place for place, is_whole in enumerate(aligned.whole) if is_whole]
    if len(whole) < 2 or not all(_is_inexact(aligned.arrays[place]) for place in whole):
        return None
    return min(whole, key=lambda place: aligned.arrays[place].size)


def _overflows(aligned: Aligned, index: int) -> bool:
    """Say whether an integer operand may become infinite in the half precision of another."""
    array = aligned.arrays[index]
    if _is_inexact(array):
        return False
    others = [jnp.result_type(other) for other in aligned.arrays]
    return any(overflows(jnp.result_type(array), other) for other in others)


def _is_inexact(array) -> bool:
    return jnp.issubdtype(jnp.result_type(array), jnp.inexact)


def _parameters(rule):
    defaults = dict(rule.defaults)
    for name in rule.parameters:
        default = defaults.get(name, inspect.Parameter.empty)
        yield inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)
    for name, default in rule.options:
        yield inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)
