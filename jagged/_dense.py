"""Making arrays of padded buffers, with lengths or with a mask."""

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import ArrayLike, Bool

from ._array import JaggedArray
from ._checking import is_concrete
from ._fields import as_data
from ._kernels.compaction import compact
from ._kernels.validity import prefix_mask


def from_dense(
    data: ArrayLike, lengths: ArrayLike | Sequence[Any], *, host: bool = False
) -> JaggedArray:
    """Make an array of a padded buffer and the lengths of its rows.

    Args:
        data: `[*batch, capacity, *features]`; what stands at padding is replaced by zeros.
        lengths: `[*batch]` integers between 0 and the capacity.
        host: Whether to keep NumPy leaves, so that no device is touched.

    Returns:
        The array; rows of length 0 are empty.

    Raises:
        ValueError: If shapes disagree, or a length is negative or above the capacity.
        TypeError: If lengths are not integers, or elements not numbers or booleans.

    Examples:
        >>> jg.from_dense(jnp.ones((2, 3)), [3, 1])
        JaggedArray([[1., 1., 1.], [1.]], float32[2, None], capacity=3, fill=67%)
    """
    data = data if isinstance(data, jax.Array) else np.asarray(data)
    result = JaggedArray(data, lengths)  # pyright: ignore[reportArgumentType]
    return result if host or not is_concrete(result.data) else jax.device_put(result)


def from_mask(data: ArrayLike, mask: Bool[ArrayLike, "..."], *, host: bool = False) -> JaggedArray:
    """Make an array of the elements that a mask keeps, moved to the front of their rows.

    Args:
        data: `[*batch, capacity, *features]`.
        mask: `[*batch, capacity]` booleans, in any pattern.
        host: Whether to keep NumPy leaves, so that no device is touched.

    Returns:
        An array of the same capacity, its elements in their order; a row without any is empty. The
        gradient reaches the elements kept, and is zero for the others.

    Raises:
        ValueError: If the mask has not the leading axes of the data.
        TypeError: If the mask is not boolean.

    Examples:
        >>> data = jnp.array([-1.0, 2.0, 0.0, 3.0])
        >>> jax.jit(jg.from_mask)(data, data > 0).to_list()
        [2.0, 3.0]
    """
    data = as_data(data if isinstance(data, jax.Array) else np.asarray(data))
    mask = mask if isinstance(mask, jax.Array) else np.asarray(mask)
    _check_mask(data, mask)
    if isinstance(data, np.ndarray) and isinstance(mask, np.ndarray):
        lengths = np.asarray(mask.sum(-1, dtype=np.int32))
        buffer = np.zeros_like(data)
        buffer[prefix_mask([lengths], mask.shape)] = data[mask]
        result = JaggedArray.unchecked(buffer, lengths)
        return result if host else jax.device_put(result)
    (compacted,), lengths = compact((jnp.asarray(data),), jnp.asarray(mask), mask.shape[-1])
    return JaggedArray.unchecked(compacted, lengths)


def _check_mask(data, mask):
    if mask.dtype != np.bool_:
        raise TypeError(
            f"mask must be boolean; got dtype {mask.dtype}: compare it, for example mask != 0."
        )
    if mask.ndim == 0 or data.shape[: mask.ndim] != mask.shape:
        raise ValueError(
            "data must be [*batch, capacity, *features] with mask [*batch, capacity]; got "
            f"data.shape={data.shape} and mask.shape={mask.shape}."
        )
