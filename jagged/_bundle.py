"""Bundles: the buffers that move together when the elements of rows are rearranged."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
from jaxtyping import Array, Int, Shaped

from ._abstract import AbstractJagged, AbstractJaggedArray, is_jagged, rebuild, unpack
from ._axes import ROW, Axis, normalize_axis
from ._kernels.validity import zero_padding
from ._record import JaggedRecord, record, unpack_record


@dataclass(frozen=True)
class Bundle:
    """What shares the lengths of one jagged axis, and how to make a container of it again.

    Attributes:
        buffers: Each `[*batch, capacity, ...]`: the data and the lengths of deeper jagged axes, or
            the fields of a record.
        lengths: `[*batch]`, of the jagged axis.
        outer: The lengths of jagged axes further out.
        source: The container that this was taken from.
    """

    buffers: tuple[Shaped[Array, "..."], ...]
    lengths: Int[Array, "..."]
    outer: tuple[Int[Array, "..."], ...]
    source: AbstractJagged

    @property
    def capacity(self) -> int:
        """How many elements the buffers of a row have room for."""
        return self.buffers[0].shape[self.lengths.ndim]

    def rebuild(self, buffers: tuple, lengths, outer: tuple | None = None) -> Any:
        """Make a container like the source of other buffers and lengths."""
        if isinstance(self.source, AbstractJaggedArray):
            data, *deeper = buffers
            outer = self.outer if outer is None else outer
            return rebuild(self.source, data, (*outer, lengths, *deeper))
        fields = jax.tree.unflatten(jax.tree.structure(self.source.fields), buffers)  # pyright: ignore[reportAttributeAccessIssue]
        return JaggedRecord.unchecked(fields, lengths)


def bundle_of(x, name: str, axis: int | Axis = ROW) -> Bundle:
    """Take a JaggedArray, a JaggedRecord or a pytree of JaggedArrays apart at one jagged axis.

    Raises:
        ValueError: If the axis does not exist, or is not jagged.
        TypeError: If the argument is none of these, or the axis is not a single one.
    """
    if not is_jagged(x):
        x = _as_record(x, name)
    if isinstance(x, JaggedRecord):
        fields, lengths = unpack_record(x)
        _check_record_axis(axis, lengths.ndim, name)
        return Bundle(tuple(jax.tree.leaves(fields)), lengths, (), x)
    data, levels = unpack(x)
    depth = _level(axis, data.ndim, levels, name)
    return Bundle((data, *levels[depth + 1 :]), levels[depth], levels[:depth], x)


def rearrange(kernel: Callable, bundle: Bundle, *operands, **static) -> Any:
    """Apply a kernel to the buffers of a bundle and make a container of the result.

    Args:
        kernel: Called with buffers, lengths, operands and static options; gives buffers, and new
            lengths or `None` if they stay. What it leaves in the padding of lengths is put to zero.
        bundle: The buffers.
        operands: Pytrees of arrays.
        static: Hashable options.
    """
    options = tuple(static.items())
    buffers, changed = _rearrange(
        kernel, bundle.buffers, bundle.lengths, bundle.outer, operands, options
    )
    return bundle.rebuild(buffers, bundle.lengths if changed is None else changed)


@partial(jax.jit, static_argnums=(0, 5), inline=True)
def _rearrange(kernel, buffers, lengths, outer, operands, options):
    (data, *others), changed = kernel(buffers, lengths, *operands, **dict(options))
    if changed is not None and outer:
        changed = zero_padding(changed, outer)
    current = lengths if changed is None else changed
    return (data, *(zero_padding(each, (current,)) for each in others)), changed


def _as_record(x, name):
    leaves = jax.tree.leaves(x, is_leaf=is_jagged)
    if not leaves or not all(isinstance(leaf, AbstractJaggedArray) for leaf in leaves):
        raise TypeError(
            f"jg.{name} takes a JaggedArray, a JaggedRecord or a pytree of JaggedArrays; got "
            f"{type(x).__name__}: make rows an array with jg.array(rows), or a padded buffer with "
            "jg.from_dense(data, lengths)."
        )
    return record(x)


def _check_record_axis(axis, row_axis, name):
    if axis is not ROW and axis != row_axis:
        raise ValueError(
            f"jg.{name} works along the rows of a record, axis={row_axis} or jg.ROW; got "
            f"axis={axis}: take a field first for another axis."
        )


def _level(axis, ndim, levels, name) -> int:
    if axis is None or isinstance(axis, tuple):
        raise TypeError(f"jg.{name} works along one axis; got axis={axis}: pass an int or jg.ROW.")
    position = normalize_axis(axis, ndim, levels[0].ndim)
    for depth, lengths in enumerate(levels):
        if lengths.ndim == position:
            return depth
    jagged = ", ".join(str(lengths.ndim) for lengths in levels)
    raise ValueError(
        f"jg.{name} works along a jagged axis, {jagged} here; got axis={axis}: use jax.numpy on "
        "x.data, and x.with_data, for an axis of features."
    )
