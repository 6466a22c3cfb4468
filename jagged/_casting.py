"""Casting: values that are put into an array, in its dtype, which must hold them."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike
from jaxtyping import Array, Shaped

from ._elements import Scalar


def held(value, dtype: DTypeLike, name: str) -> Shaped[Array | np.ndarray, "..."]:
    """Give values in a dtype, which must be one that `jax.numpy` promotes both to.

    Raises:
        TypeError: If a cast might change them, which NumPy does in silence.
        OverflowError: If a Python integer is too large.
    """
    with jax.numpy_dtype_promotion("standard"):
        fits = jnp.result_type(dtype, value) == dtype
    if not fits:
        raise TypeError(
            f"{name} must be of a dtype that {jnp.dtype(dtype)}, the one of the array, holds; got "
            f"{jnp.result_type(value)}: cast one of them first, for example x.astype(float)."
        )
    return np.asarray(value, dtype) if isinstance(value, Scalar) else jnp.asarray(value, dtype)
