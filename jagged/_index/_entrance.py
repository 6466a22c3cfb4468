"""The entrance: `x[index]` for an array, and for the buffers of a record."""

from typing import Any

from .._abstract import AbstractJaggedArray, is_jagged_array, rebuild, unpack
from ._features import index_features
from ._jagged import index_jagged
from ._parse import is_full, parse
from ._structure import index_structure


def index_array(x: AbstractJaggedArray, index) -> Any:
    """Evaluate `x[index]`: features first, then axis by axis, so that rows go before elements."""
    data, levels = unpack(x)
    if is_jagged_array(type(index)):
        (data,), levels = index_jagged((data,), levels, index)
        return rebuild(x, data, levels)
    depth = levels[-1].ndim + 1
    structure, features = parse(index, data.shape, depth)
    if features and not all(map(is_full, features)):
        data = index_features(data, depth, features)
    (data,), levels = index_structure((data,), levels, structure)
    return rebuild(x, data, levels) if levels else data


def index_buffers(buffers: tuple, lengths, index):
    """Index the buffers of a record: rows and elements, not features.

    Returns:
        The buffers, and the lengths of what is still jagged, `()` or one array.
    """
    if is_jagged_array(type(index)):
        return index_jagged(buffers, (lengths,), index)
    depth = lengths.ndim + 1
    entries, _ = parse(index, buffers[0].shape[:depth], depth)
    return index_structure(buffers, (lengths,), entries)
