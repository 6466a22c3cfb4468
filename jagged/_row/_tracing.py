"""Tracing: one trace of a function of one row, with symbols for the lengths."""

import contextlib
import contextvars
import functools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import jax
import jax.errors
from jax.export import SymbolicScope, symbolic_shape

from ._sizes import InconclusiveError
from ._tripwire import LengthDecisionError, tripwire

_NAMES = ("n", "m", "k", *(f"n{number}" for number in range(1, 100)))


class Trace(NamedTuple):
    """A traced function.

    Attributes:
        closed: The closed jaxpr.
        shapes: The pytree that the function returns, with shapes in place of arrays.
    """

    closed: Any
    shapes: Any


class _Scope:
    """The symbols of an outermost trace; inner traces take theirs from it, as JAX wants it."""

    def __init__(self, bounds: Sequence[tuple[int, int]], spare: Sequence[int]):
        names = iter(_NAMES)
        own = [(next(names), *bound) for bound in bounds]
        extra = [(next(names), 1, capacity) for capacity in spare]
        constraints = []
        for name, least, capacity in (*own, *extra):
            constraints.append(f"{name} <= {capacity}")
            if least > 1:
                constraints.append(f"{name} >= {least}")
        self._scope = SymbolicScope(constraints)
        self._names = names
        self._spare = extra

    def take(self, least: int, capacity: int) -> Any:
        """Give a symbol for an inner trace, bounded by the capacity if that was foreseen."""
        for place, (name, _, bound) in enumerate(self._spare):
            if bound == capacity and least <= 1:
                del self._spare[place]
                return self.symbol(name)
        return self.symbol(next(self._names))

    def symbol(self, name: str) -> Any:
        """Give the symbol of a name."""
        return symbolic_shape(name, scope=self._scope)[0]


_current: contextvars.ContextVar[_Scope | None] = contextvars.ContextVar("scope", default=None)


def is_tracing() -> bool:
    """Say whether a function of one row is being traced around this call."""
    return _current.get() is not None


@contextlib.contextmanager
def symbols(bounds: Sequence[tuple[int, int]], spare: Sequence[int] = ()) -> Iterator[list[Any]]:
    """Make a symbol for each pair of a least and a largest length, for traces in this context.

    Args:
        bounds: The least and the largest length of each symbol.
        spare: Capacities that traces inside the traced function may ask for.
    """
    outer = _current.get()
    if outer is not None:
        yield [outer.take(*bound) for bound in bounds]
        return
    scope = _Scope(bounds, spare)
    token = _current.set(scope)
    try:
        yield [scope.symbol(name) for name, _ in zip(_NAMES, bounds, strict=False)]
    finally:
        _current.reset(token)


def trace(function: Callable, arguments: Sequence) -> Trace:
    """Trace a function on shapes, in which lengths may be symbols.

    Raises:
        LengthDecisionError: If the function decides in Python on a length.
    """
    with tripwire():
        # A new function each time, for one that was traced before is not run again.
        traced = jax.make_jaxpr(_fresh(function), return_shape=True)(*arguments)
    return Trace(*traced)


def _fresh(function):
    return functools.wraps(function)(lambda *args: function(*args))


def explain(error: Exception, concrete: Sequence[Callable[[], Trace]]) -> Exception | None:
    """Explain an error of a trace with symbols, `None` if the symbols are not to blame for it.

    Args:
        error: The error.
        concrete: Make the same trace for rows of one known length.
    """
    if isinstance(error, LengthDecisionError):
        return None
    if isinstance(error, jax.errors.TracerBoolConversionError):
        return TypeError(f"{_first_lines(error)}\n{_VALUES}")
    if isinstance(
        error, jax.errors.ConcretizationTypeError | jax.errors.NonConcreteBooleanIndexError
    ):
        return TypeError(f"{_first_lines(error)}\n{_DATA_DEPENDENT}")
    if len(set(re.findall(r"\b[nmk]\d*\b", _first_lines(error)))) > 1:
        return TypeError(f"{_first_lines(error)}\n{_DIFFERENT}")
    if not any(map(_succeeds, concrete)):
        return None  # the function is wrong for plain rows too, and its own error says how
    if isinstance(error, InconclusiveError):
        advice = _INTEGER if "requires a constant" in str(error) else _INCONCLUSIVE
        return LengthDecisionError(f"{_first_lines(error)}\n{advice}")
    kind = type(error) if type(error) in _PLAIN else TypeError
    return kind(f"{_first_lines(error)}\n{_advice(str(error))}")


_PLAIN = (TypeError, ValueError, IndexError, NotImplementedError)
_ONCE = "The function given to jg.vmap is traced once for rows of all lengths, "
_VALUES = _ONCE + "so Python can't decide on their values: use jnp.where or jax.lax.cond."
_DATA_DEPENDENT = (
    "The shape of a result may depend on a row's length, not on its values: inside jg.vmap use "
    "jnp.where or size=, or return a mask and compress the rows outside, with x[mask]."
)
_INTEGER = _ONCE + (
    "so x.shape[0] is no Python integer there: len(x), int(x.shape[0]), range(x.shape[0]) and a "
    "Python loop over x have no value. Write x.shape[0] for the length, jnp.asarray(x.shape[0]) for "
    "its value, and jax.lax.scan, jax.lax.map or jax.lax.fori_loop for a loop over the row."
)
_INCONCLUSIVE = _ONCE + (
    "and this comparison of lengths does not come out the same for all that may occur. Decide with "
    "jnp.where or jax.lax.cond on jnp.asarray(x.shape[0]). If the step needs rows of some least "
    "length, pass min_length= to jg.vmap; shorter rows then get what the function gives at their own "
    "length, or empty=."
)
_DIFFERENT = (
    "Different jagged arguments have lengths of their own. Arrays with the same lengths have to share "
    "them: put them into one jg.JaggedRecord, or make one from the other with x.with_data(...)."
)
_INDEX = _ONCE + (
    "so an index that depends on x.shape[0] is no Python integer: write jnp.asarray(x.shape[0] // 2), "
    "or use jax.lax.dynamic_index_in_dim."
)
_OTHER = _ONCE + (
    "with a symbol for x.shape[0]; this step works for a row of known length, but not for the symbol. "
    "Write it with other functions of jax.numpy, jnp.asarray(x.shape[0]) for the length as a value, "
    "jax.lax.scan for a loop over the row; a table that is cut to the row, table[: x.shape[0]], must "
    "have room for the capacity."
)


def _succeeds(attempt) -> bool:
    try:
        attempt()
    except Exception:
        return False
    return True


def _advice(message: str) -> str:
    if "_DimExpr" in message:
        return _INTEGER
    if "index" in message.lower():
        return _INDEX
    return _OTHER


def _first_lines(error) -> str:
    return str(error).split("\nUsing symbolic scope")[0].split("\n\n")[0]
