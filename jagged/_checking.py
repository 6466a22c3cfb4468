"""Checks of values: always when they are concrete, under tracing where `checking()` asks for them."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import equinox as eqx
import jax
import jax.core
import numpy as np

# A user context is part of the key of jit's caches, so what was traced unchecked is traced again.
_checking = jax.make_user_context(default_value=False)


def checking(enabled: bool = True) -> AbstractContextManager[None]:
    """Check values inside traced functions too, within this context.

    Lengths, indices and capacities are always checked while their values are known. Inside `jit`
    and other transformations they are not, and checks are off by default, for a check calls back
    to the host and a function that does so can't be exported. Within this context they run through
    `equinox.error_if`. A function that was compiled before is traced again.

    Args:
        enabled: Whether to check; `False` switches checks off inside an outer context.

    Returns:
        A context manager.

    Examples:
        >>> x = jg.array([[1.0, 2.0], [3.0]])
        >>> last = jax.jit(lambda x: x[:, 1])
        >>> last(x)
        Array([ 2., nan], dtype=float32)
        >>> with jg.checking():
        ...     last(x[:1])
        Array([2.], dtype=float32)

    Reference:
        `jax.make_user_context`, `equinox.error_if`.
    """
    return _checking(enabled)


def is_checking() -> bool:
    """Say whether traced values are to be checked as well."""
    return _checking.value


def is_concrete(*arrays) -> bool:
    """Say whether the values of all these arrays can be looked at now, from this process."""
    for array in arrays:
        if isinstance(array, jax.core.Tracer):
            return False
        if isinstance(array, jax.Array) and not array.is_fully_addressable:
            return False
    return True


def refuse(faulty: Callable, arrays: tuple, error: Callable[..., Exception]) -> Any:
    """Refuse arrays for which `faulty(*arrays)` holds anywhere, and return the first of them.

    Concrete arrays raise `error(*arrays)` at once. Traced ones are looked at only under
    `checking()`, at run time: the check hangs on the array that is returned, which must be used, and
    the message is that of `error()` called without values. Lengths and positions carry a check, not
    data, for a derivative may have no use for those.
    """
    if is_concrete(*arrays):
        values = tuple(np.asarray(array) for array in arrays)
        if np.any(faulty(*values)):
            raise error(*values)
        return arrays[0]
    if not is_checking():
        return arrays[0]
    return eqx.error_if(arrays[0], faulty(*arrays), str(error()))
