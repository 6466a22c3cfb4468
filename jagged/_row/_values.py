"""Values of the row program: the padded array of one row, and where it is valid."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .._kernels.validity import Mask, keep
from ._sizes import evaluate, extent, names_in

# How padding grows: like this power of the padding that came in, which is at most 1,000, or of the
# valid elements. What may overflow can't be multiplied by a cotangent of zero.
BOUNDED, LINEAR, UNBOUNDED = 0, 1, 99
_GROWTH = 1e3


def highest_degree(dtype) -> int:
    """Give the degree up to which padding stays finite in a dtype, with room for large elements."""
    return LINEAR if float(jnp.finfo(dtype).max) < _GROWTH**2 else 4


class Peak(NamedTuple):
    """Where a value is the largest one of another along some axes, as softmax needs it.

    Attributes:
        array: The array that it is the largest of, by identity.
        hidden: That array with -inf in padding along those axes.
        axes: The axes that it was taken over.
        covered: The jagged ones of them.
        places: For each axis of the value its axis in the array, `None` for a new one of size 1.
    """

    array: Any
    hidden: Any
    axes: tuple[int, ...]
    covered: frozenset[int]
    places: tuple[int | None, ...]


class Exponent(NamedTuple):
    """What a value less its own largest one is, with -inf in padding: never positive, once zero.

    Attributes:
        array: The array.
        axes: The axes over which the largest one was taken.
        covered: The jagged ones of them.
    """

    array: Any
    axes: tuple[int, ...]
    covered: frozenset[int]


@dataclasses.dataclass(frozen=True)
class RowValue:
    """One value of one row.

    Attributes:
        array: The array, with room for the longest row on each jagged axis.
        shape: The true shape, whose sizes may depend on the length of the row.
        varies: Whether it differs from row to row, in value or in shape.
        zero: The axes along which padding is known to be zero.
        degree: How padding grows, a power of what came in: `BOUNDED`, `LINEAR`, ..., `UNBOUNDED`.
        size: The symbolic size that this is the run-time value of, if it is known to be one.
        floor: What it is never less than, at padding too, if that is known and not negative.
        peak: What it is the largest element of.
        exponent: What stands in for it in an exponential.
        ones: The axes along each of which some valid element is 1, and none negative.
    """

    array: Any
    shape: tuple[Any, ...]
    varies: bool = True
    zero: frozenset[int] = frozenset()
    degree: int = LINEAR
    size: Any = None
    floor: float | None = None
    peak: Peak | None = None
    exponent: Exponent | None = None
    ones: tuple[int, ...] = ()

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def dtype(self) -> Any:
        """The dtype of the array."""
        return self.array.dtype

    @property
    def is_inexact(self) -> bool:
        """Whether it is floating or complex, so that it has a derivative and can be infinite."""
        return jnp.issubdtype(self.dtype, jnp.inexact)

    @property
    def may_overflow(self) -> bool:
        """Whether padding may be infinite or NaN."""
        return self.is_inexact and self.degree > highest_degree(self.dtype)

    def replace(self, **changes) -> "RowValue":
        """Give a copy with some attributes changed."""
        return dataclasses.replace(self, **changes)

    def rearranged(self, array, shape, zero: frozenset[int] = frozenset()) -> "RowValue":
        """Give a value of the same elements, or of some of them, in other places."""
        return RowValue(array, shape, self.varies, zero, self.degree, floor=self.floor)

    def with_padding(self, array, fill, zero: frozenset[int]) -> "RowValue":
        """Give a copy whose padding holds a value."""
        floor = None if self.floor is None or fill < 0 else min(self.floor, fill)
        return RowValue(array, self.shape, self.varies, zero, self.degree, self.size, floor)


def grown(array, axis: int, room: int) -> Any:
    """Give an array the room that an axis needs, with zeros behind."""
    missing = room - array.shape[axis]
    if missing <= 0:
        return array
    padding = [(0, missing if each == axis else 0, 0) for each in range(array.ndim)]
    return lax.pad(array, jnp.zeros((), array.dtype), padding)


def arrays_of(values: Sequence[RowValue]) -> list:
    """Give the arrays of values."""
    return [jnp.asarray(value.array) for value in values]


def described(values: Sequence[RowValue]) -> list[RowValue]:
    """Give what is known of values beside their arrays, to outlive the trace that these are of."""
    return [value.replace(array=None, peak=None, exponent=None) for value in values]


def filled(values: Sequence[RowValue], arrays: Sequence) -> list[RowValue]:
    """Give values like these with other arrays, which have crossed a function boundary."""
    pairs = zip(described(values), arrays, strict=True)
    return [value.replace(array=array) for value, array in pairs]


class Symbol(NamedTuple):
    """What a symbol of a size stands for: the lengths of one jagged argument.

    Attributes:
        least: The least length that the program is run at; shorter rows run at this one, unseen.
        capacity: The largest length.
        length: The run-time length of the row, an int32 scalar between both.
    """

    least: int
    capacity: int
    length: Any


class Frame:
    """Where a row program runs: the lengths of the row, and whether the row counts at all.

    Results of a row that is not `alive` are thrown away: it is too short, or its loop has ended. All
    of it counts as padding, so that what it computes stays finite.
    """

    def __init__(
        self,
        symbols: Mapping[str, Symbol],
        alive: Any,
        cache: dict | None = None,
        infinite: list | None = None,
    ):
        self.symbols = dict(symbols)
        self.alive = alive
        # What may have made a value of the row itself infinite, in this frame or in a part of it.
        self.infinite = [] if infinite is None else infinite
        # Masks and sizes made at an outer level of tracing can be used at this one.
        self._cache = dict(cache or {})

    def within(self, alive) -> "Frame":
        """Give the frame of a part that counts only where `alive` holds as well."""
        return Frame(self.symbols, jnp.logical_and(self.alive, alive), self._cache, self.infinite)

    @property
    def run_time_values(self) -> list:
        """The arrays that say where the row is valid."""
        return jax.tree.leaves(self.dynamic)

    @property
    def outline(self) -> "Frame":
        """The frame without its run-time values, to outlive the trace that these are of."""
        symbols = {name: symbol._replace(length=None) for name, symbol in self.symbols.items()}
        return Frame(symbols, None, infinite=self.infinite)

    @property
    def dynamic(self) -> tuple:
        """The run-time values, to be passed through a function boundary."""
        return self.alive, {name: symbol.length for name, symbol in self.symbols.items()}

    def with_dynamic(self, dynamic: tuple) -> "Frame":
        """Give the frame at the other side of a function boundary."""
        alive, lengths = dynamic
        symbols = {
            name: symbol._replace(length=lengths[name]) for name, symbol in self.symbols.items()
        }
        return Frame(symbols, alive, infinite=self.infinite)

    def result(self, array, shape: Sequence) -> RowValue:
        """Give a value of which nothing is known but that it is right at valid positions."""
        return RowValue(array, tuple(shape), degree=UNBOUNDED)

    def is_jagged(self, size) -> bool:
        """Say whether a size depends on a length of this frame."""
        return not names_in(size).isdisjoint(self.symbols)

    def jagged_axes(self, shape: Sequence) -> tuple[int, ...]:
        """Give the axes of a shape whose sizes depend on a length."""
        return tuple(axis for axis, size in enumerate(shape) if self.is_jagged(size))

    def extent(self, size) -> tuple[int, int]:
        """Give the least and the largest value of a size."""
        if not self.is_jagged(size):
            return size, size
        names = names_in(size)
        if not names <= self.symbols.keys():
            raise NotImplementedError(
                f"An axis of size {size} mixes the lengths of an inner jg.vmap and of an outer one: "
                "keep the two levels on axes of their own."
            )
        ranges = tuple(
            (name, symbol.least, symbol.capacity)
            for name, symbol in self.symbols.items()
            if name in names
        )
        return extent(str(size), ranges)

    def capacity(self, size) -> Any:
        """Give the room that an axis of this size needs."""
        return self.extent(size)[1]

    def capacities(self, shape: Sequence) -> tuple:
        """Give the shape of the padded array of a value."""
        return tuple(map(self.capacity, shape))

    def length(self, size) -> Any:
        """Give the run-time value of a size, an int32 scalar, or the size itself if it is static."""
        if not self.is_jagged(size):
            return size
        key = str(size)
        if key not in self._cache:
            lengths = {name: symbol.length for name, symbol in self.symbols.items()}
            self._cache[key] = evaluate(size, lengths)
        return self._cache[key]

    def mask(self, shape: Sequence, axes: Sequence[int] | None = None) -> Mask:
        """Mark the valid positions along these axes (all by default), `None` if none is jagged."""
        wanted = self.jagged_axes(shape)
        masks = [self._axis_mask(shape, axis) for axis in wanted if axes is None or axis in axes]
        return combine(*masks)

    def guard(self, shape: Sequence) -> Mask:
        """Mark the valid positions, none of them in a row that does not count."""
        return combine(self.mask(shape), self.alive)

    def hide(self, value: RowValue, fill, axes: Sequence[int] | None = None) -> RowValue:
        """Put a value into padding along these axes, unless it is known to be there."""
        hidden = [axis for axis in self.jagged_axes(value.shape) if axes is None or axis in axes]
        if not hidden or (_is_zero(fill) and value.zero.issuperset(hidden)):
            return value
        array = keep(self.mask(value.shape, hidden), value.array, fill)
        zero = value.zero.union(hidden) if _is_zero(fill) else frozenset()
        return value.with_padding(array, fill, zero)

    def guarded(self, value: RowValue, fill) -> RowValue:
        """Put a value into all padding and into rows that do not count."""
        if not value.varies or not jnp.issubdtype(value.dtype, jnp.number):
            return value
        array = keep(self.guard(value.shape), value.array, fill)
        zero = frozenset(self.jagged_axes(value.shape)) if _is_zero(fill) else frozenset()
        return value.with_padding(array, fill, zero).replace(degree=BOUNDED)

    def guarded_within(self, value: RowValue, shape: Sequence, fill) -> RowValue:
        """Put a value into the padding of a wider shape that an operand is broadcast to."""
        array = keep(self.guard(shape), value.array, fill)
        sizes = (1,) * (len(shape) - value.ndim) + value.shape
        pairs = zip(shape, sizes, strict=True)
        wider = tuple(size if self.is_jagged(size) else own for size, own in pairs)
        hidden = value.with_padding(array, fill, frozenset())
        return hidden.replace(shape=wider, degree=BOUNDED)

    def _axis_mask(self, shape, axis):
        size = shape[axis]
        key = str(size), axis, len(shape)
        if key not in self._cache:
            capacity = self.capacity(size)
            room = (1,) * axis + (capacity,) + (1,) * (len(shape) - axis - 1)
            positions = lax.broadcasted_iota(jnp.int32, room, axis)
            self._cache[key] = positions < self.length(size)
        return self._cache[key]


def combine(*masks: Mask) -> Mask:
    """Mark what all of these masks mark; `None` marks everything."""
    known = [mask for mask in masks if mask is not None]
    if not known:
        return None
    combined = known[0]
    for mask in known[1:]:
        combined = jnp.logical_and(combined, mask)
    return combined


def _is_zero(fill) -> bool:
    return isinstance(fill, int | float | bool | np.number) and fill == 0
