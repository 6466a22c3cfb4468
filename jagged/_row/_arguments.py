"""Arguments: which arrays a mapped function takes, along which axes, and whose lengths they share."""

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from .._abstract import AbstractJagged, is_jagged, unpack
from .._array import JaggedArray
from .._checking import is_concrete
from .._record import JaggedRecord, unpack_record
from ._values import grown


class Leaf(NamedTuple):
    """One array that the function of one row takes.

    Attributes:
        axis: The axis that is mapped over, `None` if all rows share the array.
        symbol: The number of the lengths that its first axis has, `None` if that is not jagged.
    """

    axis: int | None
    symbol: int | None = None


class Static(NamedTuple):
    """What is no array and stays as it is: a model's activation, a number that all rows share.

    Equal values of other types, and zeros of the other sign, are told apart, for a trace may not be
    shared between them.
    """

    value: Hashable
    kind: type
    text: str

    @classmethod
    def of(cls, value) -> "Static":
        """Wrap a value."""
        return cls(value, type(value), repr(value) if isinstance(value, float | complex) else "")


class Plan(NamedTuple):
    """What is static of a call: how its arrays make up the arguments of the function.

    Attributes:
        structure: The tree of the arguments.
        leaves: A `Leaf` for each array, a `Static` for anything else.
        capacities: The capacity of each of the lengths.
    """

    structure: Any
    leaves: tuple[Leaf | Static, ...]
    capacities: tuple[int, ...]

    def arguments(self, arrays: Sequence) -> tuple:
        """Build the arguments from their arrays."""
        remaining = iter(arrays)
        leaves = [
            leaf.value if isinstance(leaf, Static) else next(remaining) for leaf in self.leaves
        ]
        return jax.tree.unflatten(self.structure, leaves)

    @property
    def array_leaves(self) -> list[Leaf]:
        """The leaves that are arrays."""
        return [leaf for leaf in self.leaves if isinstance(leaf, Leaf)]


class Lengths:
    """The distinct lengths among the arguments: the same if they are one array, or known equal."""

    def __init__(self):
        self.arrays: list = []
        self.capacities: list[int] = []

    def number(self, lengths, capacity: int) -> int:
        """Give the number of these lengths, new or met before."""
        for place, known in enumerate(self.arrays):
            if _are_same(known, lengths):
                self.capacities[place] = min(self.capacities[place], capacity)
                return place
        self.arrays.append(lengths)
        self.capacities.append(capacity)
        return len(self.arrays) - 1


def plan(args: tuple, kwargs: dict, in_axes, least: int) -> tuple[Plan, list, list]:
    """Take the arguments of a call apart.

    Returns:
        The plan, the arrays of its leaves, and the arrays of lengths.

    Raises:
        ValueError: If axes don't fit the arguments.
        TypeError: If a mapped argument is no array.
    """
    lengths = Lengths()
    axes = [*axes_of(in_axes, args), *axes_of(0, kwargs)]
    nodes, structure = jax.tree.flatten((args, kwargs), is_leaf=is_jagged)
    trees = [_take_apart(*pair, lengths) for pair in zip(nodes, axes, strict=True)]
    values = jax.tree.unflatten(structure, [value for value, _ in trees])
    arrays, whole = jax.tree.flatten(values)
    leaves = [leaf for _, each in trees for leaf in each]
    capacities = tuple(max(capacity, least) for capacity in lengths.capacities)
    pairs = [pair for pair in zip(leaves, arrays, strict=True) if isinstance(pair[0], Leaf)]
    fitted = [_fit(array, leaf, capacities) for leaf, array in pairs]
    return Plan(whole, tuple(leaves), capacities), fitted, lengths.arrays


def axes_of(in_axes, arguments) -> list:
    """Give the mapped axis of each argument, jagged ones as a whole."""
    if isinstance(in_axes, list):
        in_axes = tuple(in_axes)
    if isinstance(in_axes, tuple) and len(in_axes) != len(arguments):
        raise ValueError(
            f"in_axes must have an entry for each of the {len(arguments)} arguments; got "
            f"{len(in_axes)}: {in_axes!r}."
        )
    axes: list = []

    def spread(axis, subtree):
        count = len(jax.tree.leaves(subtree, is_leaf=is_jagged))
        axes.extend([axis.data if isinstance(axis, JaggedArray) else axis] * count)

    def is_axis(node):
        return node is None or is_jagged(node)

    try:
        jax.tree.map(spread, in_axes, arguments, is_leaf=is_axis)
    except ValueError as error:
        raise ValueError(
            f"in_axes must be an integer, None or a tree that leads the arguments, as for jax.vmap; "
            f"got {in_axes!r}. {error}"
        ) from error
    return axes


def _take_apart(node, axis, lengths) -> tuple[Any, list]:
    """Give what the function sees in place of one argument, and a leaf for each array of it."""
    if isinstance(axis, bool) or not isinstance(axis, int | None):
        raise ValueError(f"An entry of in_axes must be an integer or None; got {axis!r}.")
    if isinstance(node, AbstractJagged):
        return _jagged(node, axis, lengths)
    if isinstance(node, jax.Array | np.ndarray | np.generic):
        return node, [Leaf(_checked_axis(axis, np.ndim(node)))]
    if axis is not None and isinstance(node, int | float | complex):
        raise ValueError(
            f"jg.vmap maps over axis {axis} of an argument that is the number {node!r}: pass None for "
            "it in in_axes, as for jax.vmap."
        )
    return node, [Static.of(node)]


def _checked_axis(axis, ndim):
    if axis is None:
        return None
    if not -ndim <= axis < ndim:
        raise ValueError(
            f"jg.vmap can't map over axis {axis} of an array of {ndim} axes: pass None for it in "
            "in_axes if all rows share it."
        )
    return axis % ndim


def _jagged(node, axis, lengths) -> tuple[Any, list]:
    if axis is None:
        return node, [Leaf(None)] * len(jax.tree.leaves(node))
    if axis != 0:
        raise ValueError(
            f"jg.vmap maps over the first batch axis of a {type(node).__name__}; got the axis {axis} "
            "in in_axes: pass 0."
        )
    if not node.batch_shape:
        raise ValueError(
            f"jg.vmap maps over rows, and this {type(node).__name__} is a single row: call the "
            "function inside jax.vmap's place, or pass None for it in in_axes."
        )
    if isinstance(node, JaggedRecord):
        fields, length = unpack_record(node)
        return _rows(node, fields, (length,), lengths)
    data, levels = unpack(node)  # pyright: ignore[reportArgumentType]
    return _rows(node, data, levels, lengths)


def _rows(node, data, levels, lengths):
    if levels[0].ndim > 1:
        return node, [Leaf(0)] * len(jax.tree.leaves(node))
    number = lengths.number(levels[0], node.capacity)
    value = JaggedArray.unchecked(data, levels[1], levels[2:]) if levels[1:] else data
    return value, [Leaf(0, number)] * len(jax.tree.leaves(value))


def _fit(array, leaf: Leaf, capacities):
    """Give an array the capacity that all arrays of the same lengths have."""
    if leaf.symbol is None or array.shape[1] == capacities[leaf.symbol]:
        return array
    capacity = capacities[leaf.symbol]
    if array.shape[1] > capacity:
        return array[:, :capacity]
    return grown(jnp.asarray(array), 1, capacity)


def _are_same(ours, theirs) -> bool:
    if ours is theirs:
        return True
    if ours.shape != theirs.shape or not is_concrete(ours, theirs):
        return False
    return bool(np.array_equal(np.asarray(ours), np.asarray(theirs)))
