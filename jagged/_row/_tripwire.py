"""The tripwire: a function that decides on what a symbolic length can't tell is refused.

`x.shape[0] == 3` is false for a symbolic length, whatever the length of the row, and so JAX would
trace one branch for all rows. While a function is traced, decisions that depend on the length raise
if they are made outside of JAX, and the trace is refused even if the function catches the error. This
alone needs the methods of a private class, which it reaches through an instance; nothing is imported
from JAX's internals.
"""

import contextlib
import functools
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import jax
from jax.export import symbolic_shape

from ._sizes import InconclusiveError

_JAX = os.path.dirname(jax.__file__) + os.sep
_STANDARD = os.path.dirname(os.__file__) + os.sep
# These hash sizes to remember results of their own by shape, which a symbol is fine for.
_MEMOISING = ("flax", "jaxtyping")
_kind = type(symbolic_shape("n")[0])
_lock = threading.RLock()
_thread = threading.local()
_originals: dict[str, Any] = {}
_users = 0


class LengthDecisionError(TypeError):
    """A function of one row decides in Python on what depends on the row's length."""


@contextlib.contextmanager
def tripwire() -> Iterator[None]:
    """Refuse decisions on symbolic sizes in this thread, within this context.

    Raises:
        LengthDecisionError: At the decision, and again at the end if it was caught in between.
    """
    outer = getattr(_thread, "caught", None)
    _thread.caught = caught = []
    _install()
    try:
        yield
    finally:
        _uninstall()
        _thread.caught = outer
    if caught:
        raise caught[0]


def _install():
    global _users
    with _lock:
        _users += 1
        if _users == 1:
            for name, watch in _WATCHED.items():
                _originals[name] = _kind.__dict__.get(name)
                setattr(_kind, name, functools.wraps(_originals[name] or bool)(watch(name)))


def _uninstall():
    global _users
    with _lock:
        _users -= 1
        for name, original in _originals.items() if _users == 0 else ():
            if original is None:
                delattr(_kind, name)
            else:
                setattr(_kind, name, original)


def _decision(name: str) -> Callable:
    """Watch a method that answers whatever the length is: refuse it where the length matters."""

    def watched(self, *others):
        place = _place(sys._getframe(1))
        if place is not None and _depends(name, self, others, place[0]):
            _refuse(_message(name, self, others, place))
        original = _originals[name]
        return True if original is None else original(self, *others)

    return watched


def _comparison(name: str) -> Callable:
    """Watch a method that raises where the length matters: remember that it did."""

    def watched(self, *others):
        try:
            return _originals[name](self, *others)
        except Exception as error:
            place = _place(sys._getframe(1))
            if place is not None:
                _thread.caught.append(error)
            raise

    return watched


_WATCHED = {
    **dict.fromkeys(("__eq__", "__ne__", "__bool__", "__hash__"), _decision),
    **dict.fromkeys(("__lt__", "__le__", "__gt__", "__ge__", "__int__"), _comparison),
}


def _refuse(message):
    error = LengthDecisionError(message)
    _thread.caught.append(error)
    raise error


def _place(frame) -> tuple[str, int] | None:
    """Give the file and line that asked, `None` if that is in JAX itself or nothing is watched."""
    if getattr(_thread, "caught", None) is None:
        return None
    while frame is not None and _passes_on(frame.f_code.co_filename):
        frame = frame.f_back
    if frame is None or frame.f_code.co_filename.startswith(_JAX):
        return None
    return frame.f_code.co_filename, frame.f_lineno


def _passes_on(filename) -> bool:
    """Say whether code is generated or of the standard library, which asks for somebody else."""
    standard = filename.startswith(_STANDARD) and "site-packages" not in filename
    return standard or filename.startswith("<")


def _depends(name, size, others, filename) -> bool:
    """Say whether the answer depends on the length."""
    if name == "__hash__":
        return not any(part in filename for part in _MEMOISING)
    other = others[0] if others else 0
    if not isinstance(other, int | _kind):
        return False
    equal = _holds("__ge__", size, other) and _holds("__le__", size, other)
    return not (equal or _holds("__gt__", size, other) or _holds("__lt__", size, other))


def _holds(name, size, other) -> bool:
    try:
        return bool(_originals[name](size, other))
    except InconclusiveError:
        return False


def _message(name, size, others, place):
    what = {
        "__eq__": f"compares {size} with {others[0] if others else None}",
        "__ne__": f"compares {size} with {others[0] if others else None}",
        "__bool__": f"takes {size} for a truth value",
        "__hash__": f"looks {size} up in a dict or a set",
    }[name]
    return (
        f"The function given to jg.vmap {what}, at {place[0]}:{place[1]}. It is traced once for rows "
        "of all lengths, so Python can't decide on a row's length. Decide with jnp.where or "
        "jax.lax.cond on jnp.asarray(x.shape[0]), or sort rows by length and call one function each."
    )
