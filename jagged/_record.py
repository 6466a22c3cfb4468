"""JaggedRecord: several buffers that share their lengths, which are stored once."""

from typing import Any

import jax
import numpy as np
from jaxtyping import Array, Bool, Int, PyTree, Shaped

from . import _conversion
from ._abstract import AbstractJagged, check_fit, check_int32, unpack
from ._array import JaggedArray
from ._fields import checked_fields, is_array, is_lengths
from ._index._at import At, is_mask, number_elements, repeats, update_buffer, update_kept
from ._index._entrance import index_buffers
from ._kernels.validity import prefix_mask
from ._lengths import check_same_lengths
from ._repr import describe_record


class JaggedRecord(AbstractJagged):
    """Rows of elements that have several fields, each field a buffer; the lengths are shared.

    Args:
        fields: A pytree of buffers `[*batch, capacity, *features]`, a dict for example.
        lengths: `[*batch]` integers, how many elements of each row are valid; kept as int32.

    Raises:
        ValueError: If a field does not fit the lengths, or capacities differ.
        TypeError: If lengths are not integers, or elements not numbers or booleans.

    Examples:
        >>> r = jg.JaggedRecord({"pt": jnp.ones((2, 3)), "charge": jnp.ones((2, 3), int)}, [3, 1])
        >>> r["charge"]
        JaggedArray([[1, 1, 1], [1]], int32[2, None], capacity=3, fill=67%)
    """

    fields: PyTree[Shaped[Array, "..."]]
    lengths: Int[Array, "..."]

    def __init__(self, fields: Any, lengths: Any):
        leaves, structure = jax.tree.flatten(fields)
        if leaves and all(map(is_array, leaves)) and is_lengths(lengths):
            leaves, lengths = _checked_leaves(leaves, lengths)
            fields = jax.tree.unflatten(structure, leaves)
        self.fields = fields
        self.lengths = lengths

    @classmethod
    def unchecked(cls, fields, lengths) -> "JaggedRecord":
        """Make a record of fields that are known to be consistent, without looking at them.

        Args:
            fields: A pytree of buffers `[*batch, capacity, *features]`, finite at padding.
            lengths: `[*batch]`, int32, between 0 and the capacity.

        Returns:
            The record. Anything but code that vouches for them wants the checked constructor.
        """
        leaves, structure = jax.tree.flatten(fields)
        whole = jax.tree.structure(cls(jax.tree.unflatten(structure, [0] * len(leaves)), 0))
        return jax.tree.unflatten(whole, (*leaves, lengths))

    @property
    def capacity(self) -> int:
        """How many elements the buffers of a row have room for: static, the same for all."""
        fields, lengths = unpack_record(self)
        return jax.tree.leaves(fields)[0].shape[lengths.ndim]

    @property
    def mask(self) -> Bool[Array | np.ndarray, "..."]:
        """The validity mask, `[*batch, capacity]`."""
        return prefix_mask((self.lengths,), (*self.batch_shape, self.capacity))

    def arrays(self) -> PyTree[JaggedArray]:
        """Give every field as a JaggedArray with these lengths.

        Returns:
            The pytree of fields, with arrays in place of buffers.
        """
        return jax.tree.map(self._array, self.fields)

    def rows(self) -> Any:
        """Give each row as a pytree of NumPy arrays at their true lengths, outside jit.

        Returns:
            A list of rows; an empty row has arrays of length 0. A single row gives one pytree.

        Raises:
            ValueError: If the values are traced.
        """
        return self._by_row(_conversion.rows)

    def to_list(self) -> Any:
        """Give each row as a pytree of Python lists, outside jit.

        Returns:
            A list of rows; an empty row has empty lists. A single row gives one pytree.

        Raises:
            ValueError: If the values are traced.
        """
        return self._by_row(_conversion.to_list)

    def _by_row(self, convert):
        leaves, structure = jax.tree.flatten(unpack_record(self)[0])
        columns = [convert(self._array(leaf)) for leaf in leaves]
        if not self.batch_shape:
            return jax.tree.unflatten(structure, columns)
        return [jax.tree.unflatten(structure, row) for row in zip(*columns, strict=True)]

    def _array(self, buffer) -> JaggedArray:
        return JaggedArray.unchecked(buffer, self.lengths)

    def __getitem__(self, index) -> Any:
        if isinstance(index, str):
            return self._array(self.fields[index])
        fields, lengths = unpack_record(self)
        if isinstance(index, list) and index and all(isinstance(name, str) for name in index):
            return JaggedRecord.unchecked({name: fields[name] for name in index}, lengths)
        leaves, structure = jax.tree.flatten(fields)
        buffers, levels = index_buffers(tuple(leaves), lengths, index)
        fields = jax.tree.unflatten(structure, buffers)
        return JaggedRecord.unchecked(fields, *levels) if levels else fields

    @property
    def at(self) -> At:
        """Updates at the places of an index, with a pytree of values: `r.at[index].set(values)`."""
        return At(self, _update)

    def __repr__(self) -> str:
        return describe_record(self)


def record(arrays: PyTree[JaggedArray]) -> JaggedRecord:
    """Join arrays of equal lengths into a record that stores the lengths once.

    Args:
        arrays: A pytree of JaggedArrays, a dict for example, with one jagged axis each and the
            same lengths and capacity.

    Returns:
        A record with the same tree of fields; its rows are empty where theirs are.

    Raises:
        ValueError: If lengths or capacities differ, or there is no array.
        TypeError: If a leaf is not a JaggedArray.

    Examples:
        >>> pt = jg.array([[50.0, 30.0], [40.0]])
        >>> jg.record({"pt": pt, "large": pt > 35}).to_list()
        [{'large': [True, False], 'pt': [50.0, 30.0]}, {'large': [True], 'pt': [40.0]}]
    """
    leaves, structure = jax.tree.flatten(arrays, is_leaf=lambda x: isinstance(x, JaggedArray))
    for leaf in leaves:
        if not isinstance(leaf, JaggedArray) or leaf.inner_lengths:
            raise TypeError(
                "A record is made of JaggedArrays with one jagged axis each; got "
                f"{type(leaf).__name__}: make it one with jg.from_dense(data, lengths)."
            )
    if not leaves:
        raise ValueError("A record must have at least one field; got none: pass a dict of arrays.")
    buffers, levels = zip(*(unpack(leaf) for leaf in leaves), strict=True)
    lengths, fields = levels[0][0], jax.tree.unflatten(structure, buffers)
    names = [jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_leaves_with_path(fields)]
    for name, (theirs,) in zip(names[1:], levels[1:], strict=True):
        who = f"The fields {names[0]} and {name} of a record"
        lengths = check_same_lengths(lengths, theirs, who=who)
    _check_capacities(buffers, lengths.ndim)
    return JaggedRecord.unchecked(fields, lengths)


def unpack_record(x: JaggedRecord) -> tuple[PyTree, Int[Array, "..."]]:
    """Give the fields and the lengths of a record whose leaves fit together, as `unpack` does.

    Raises:
        TypeError: If a leaf is not an array, or lengths are not int32.
        ValueError: If the leading axes of a field are not those of the lengths.
    """
    check_int32((x.lengths,))
    for buffer in jax.tree.leaves(x.fields, is_leaf=lambda leaf: leaf is None):
        check_fit(buffer, (x.lengths,))
    return x.fields, x.lengths


def _update(x: JaggedRecord, index, values, operation: str) -> JaggedRecord:
    """Update all fields at the places of an index."""
    fields, lengths = unpack_record(x)
    leaves, structure = jax.tree.flatten(fields)
    shape = (*lengths.shape, x.capacity)
    given = structure.flatten_up_to(values)
    if is_mask(index) and not any(isinstance(value, JaggedArray) for value in given):
        pairs = zip(leaves, given, strict=True)
        updated = [update_kept(leaf, (lengths,), index, v, operation) for leaf, v in pairs]
        return JaggedRecord.unchecked(jax.tree.unflatten(structure, updated), lengths)
    places = JaggedArray.unchecked(number_elements(shape), lengths)[index]
    updated = [
        update_buffer(leaf, len(shape), places, value, operation, repeats(index))
        for leaf, value in zip(leaves, given, strict=True)
    ]
    return JaggedRecord.unchecked(jax.tree.unflatten(structure, updated), lengths)


def _checked_leaves(leaves, lengths):
    checked = [checked_fields(leaf, lengths) for leaf in leaves]
    lengths = checked[0][1]
    buffers = [data for data, _, _ in checked]
    _check_capacities(buffers, lengths.ndim)
    return buffers, lengths


def _check_capacities(buffers, axis):
    capacities = [buffer.shape[axis] for buffer in buffers]
    if len(set(capacities)) > 1:
        raise ValueError(
            f"The fields of a record must have one capacity; got {capacities}: bring them to the "
            f"largest first, x.resize({max(capacities)})."
        )
