"""Source lines: where in the user's code an equation comes from."""

import os
from typing import Any

import equinox as eqx
import jax

_LIBRARIES = tuple(os.path.dirname(module.__file__ or "") + os.sep for module in (jax, eqx))


def is_library(filename: str) -> bool:
    """Say whether a file belongs to JAX or equinox, or was generated."""
    return filename.startswith((*_LIBRARIES, "<"))


def user_line(equation: Any) -> str:
    """Give the innermost line outside of JAX and equinox, as `, at file:line`."""
    traceback = equation.source_info.traceback
    for frame in traceback.frames if traceback is not None else ():
        if not is_library(frame.file_name):
            return f", at {frame.file_name}:{frame.line_num}"
    return ""
