"""Poison: finite garbage put behind the back of arrays, where only a leak would find it."""

from typing import TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from .._abstract import is_jagged
from .._array import JaggedArray
from .._record import JaggedRecord

T = TypeVar("T")

POISONS = (1.0, -1.0, 0.123)
"""The garbage, in units of the largest magnitude that the contract allows."""


def poison(tree: T, scale: float = 1.0) -> T:
    """Put garbage into the padding of every jagged array in a pytree, past the constructor.

    Padding may hold any finite value, so no result may change. The magnitude is 1,000 (10 for
    float16) and for integers the extreme of the dtype; booleans are true. Empty rows are all
    garbage.

    Args:
        tree: A pytree that holds JaggedArrays or JaggedRecords.
        scale: A factor between -1 and 1 for the magnitude.

    Returns:
        The tree with the same valid elements and lengths.

    Examples:
        >>> jg.testing.poison(jg.array([[1.0, 2.0], [3.0]])).data
        Array([[   1.,    2.],
               [   3., 1000.]], dtype=float32)
    """
    return jax.tree.map(lambda x: _poison(x, scale), tree, is_leaf=is_jagged)


def _poison(x, scale):
    if isinstance(x, JaggedArray):
        data = _poison_buffer(x.data, x.mask, scale)
        return JaggedArray.unchecked(data, x.lengths, x.inner_lengths)
    if isinstance(x, JaggedRecord):
        fields = jax.tree.map(lambda data: _poison_buffer(data, x.mask, scale), x.fields)
        return JaggedRecord.unchecked(fields, x.lengths)
    return x


def _poison_buffer(data, mask, scale):
    mask = np.asarray(mask).reshape(mask.shape + (1,) * (data.ndim - mask.ndim))
    garbage = jnp.asarray(_garbage(np.dtype(data.dtype), scale), data.dtype)
    return jnp.where(mask, data, garbage)


def _garbage(dtype, scale):
    if dtype == np.bool_:
        return scale > 0
    if jnp.issubdtype(dtype, jnp.integer):
        return jnp.iinfo(dtype).max if scale > 0 else jnp.iinfo(dtype).min
    return scale * (10 if dtype == np.float16 else 1000)
