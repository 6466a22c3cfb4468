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
class Parts:
    """A container taken apart: buffers that share the lengths of their jagged axes.

    Attributes:
        buffers: Each `[*batch, capacity, ...]`: the data, or the fields of a record.
        levels: The lengths of the jagged axes, outermost first.
        source: The container.
    """

    buffers: tuple[Shaped[Array, "..."], ...]
    levels: tuple[Int[Array, "..."], ...]
    source: AbstractJagged

    def build(self, buffers: tuple, levels: tuple) -> Any:
        """Make a container like the source; dense arrays if no axis is jagged."""
        if isinstance(self.source, AbstractJaggedArray):
            return rebuild(self.source, buffers[0], levels) if levels else buffers[0]
        fields = jax.tree.unflatten(jax.tree.structure(self.source.fields), buffers)  # pyright: ignore[reportAttributeAccessIssue]
        return JaggedRecord.unchecked(fields, *levels) if levels else fields

    def position(self, axis: int | Axis, name: str) -> int:
        """Give the position of an axis, which for a record is no axis of features.

        Raises:
            ValueError: If it does not exist.
            TypeError: If it is not a single one.
        """
        if axis is None or isinstance(axis, tuple):
            raise TypeError(
                f"jg.{name} works along one axis; got axis={axis}: pass an int or jg.ROW."
            )
        row = self.levels[0].ndim
        is_array = isinstance(self.source, AbstractJaggedArray)
        return normalize_axis(axis, self.buffers[0].ndim if is_array else row + 1, row)

    def level_at(self, position: int) -> int | None:
        """Give the number of the jagged axis at a position, `None` if it is not jagged."""
        return next((k for k, n in enumerate(self.levels) if n.ndim == position), None)

    def level(self, axis: int | Axis, name: str) -> int:
        """Give the number of a jagged axis.

        Raises:
            ValueError: If the axis does not exist, or is not jagged.
        """
        level = self.level_at(self.position(axis, name))
        if level is None:
            jagged = ", ".join(str(lengths.ndim) for lengths in self.levels)
            raise ValueError(
                f"jg.{name} works along a jagged axis, {jagged} here; got axis={axis}: use jax.numpy "
                "on x.data, and x.with_data, for an axis of features."
            )
        return level


def parts_of(x, name: str) -> Parts:
    """Take a JaggedArray, a JaggedRecord or a pytree of JaggedArrays apart.

    Raises:
        TypeError: If the argument is none of these.
        ValueError: If the arrays of a pytree differ in their lengths.
    """
    if not is_jagged(x):
        x = _as_record(x, name)
    if isinstance(x, JaggedRecord):
        fields, lengths = unpack_record(x)
        return Parts(tuple(jax.tree.leaves(fields)), (lengths,), x)
    data, levels = unpack(x)
    return Parts((data,), levels, x)


@dataclass(frozen=True)
class Bundle:
    """What moves together along one jagged axis, and how to make a container of it again.

    Attributes:
        buffers: Each `[*batch, capacity, ...]`: those of the container, and the lengths of deeper
            jagged axes.
        lengths: `[*batch]`, of the jagged axis.
        outer: The lengths of jagged axes further out.
        parts: The container, taken apart.
    """

    buffers: tuple[Shaped[Array, "..."], ...]
    lengths: Int[Array, "..."]
    outer: tuple[Int[Array, "..."], ...]
    parts: Parts

    @property
    def source(self) -> AbstractJagged:
        """The container that this was taken from."""
        return self.parts.source

    @property
    def capacity(self) -> int:
        """How many elements the buffers of a row have room for."""
        return self.buffers[0].shape[self.lengths.ndim]

    def rebuild(self, buffers: tuple, lengths, outer: tuple | None = None) -> Any:
        """Make a container like the source of other buffers and lengths."""
        own = len(self.parts.buffers)
        outer = self.outer if outer is None else outer
        return self.parts.build(buffers[:own], (*outer, lengths, *buffers[own:]))


def bundle_of(x, name: str, axis: int | Axis = ROW) -> Bundle:
    """Take what moves along one jagged axis of a container, or of a pytree of JaggedArrays.

    Raises:
        ValueError: If the axis does not exist, or is not jagged.
        TypeError: If the argument is no container, or the axis not a single one.
    """
    parts = parts_of(x, name)
    level = parts.level(axis, name)
    levels = parts.levels
    return Bundle((*parts.buffers, *levels[level + 1 :]), levels[level], levels[:level], parts)


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
    own = len(bundle.parts.buffers)
    buffers, changed = _rearrange(
        kernel, bundle.buffers, bundle.lengths, bundle.outer, operands, options, own
    )
    return bundle.rebuild(buffers, bundle.lengths if changed is None else changed)


@partial(jax.jit, static_argnums=(0, 5, 6), inline=True)
def _rearrange(kernel, buffers, lengths, outer, operands, options, own):
    buffers, changed = kernel(buffers, lengths, *operands, **dict(options))
    if changed is not None and outer:
        changed = zero_padding(changed, outer)
    current = lengths if changed is None else changed
    deeper = (zero_padding(each, (current,)) for each in buffers[own:])
    return (*buffers[:own], *deeper), changed


def _as_record(x, name):
    leaves = jax.tree.leaves(x, is_leaf=is_jagged)
    if not leaves or not all(isinstance(leaf, AbstractJaggedArray) for leaf in leaves):
        raise TypeError(
            f"jg.{name} takes a JaggedArray, a JaggedRecord or a pytree of JaggedArrays; got "
            f"{type(x).__name__}: make rows an array with jg.array(rows), or a padded buffer with "
            "jg.from_dense(data, lengths)."
        )
    return record(x)
