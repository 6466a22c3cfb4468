"""Libraries that are no dependency of this one, imported where they are used."""

import importlib
from typing import Any


def required(name: str, extra: str) -> Any:
    """Import a module that an extra brings.

    Raises:
        ImportError: If it is not installed, with the extra to install.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(
            f"This needs {name.partition('.')[0]}, which is not installed: "
            f"pip install 'jagged-jax[{extra}]'."
        ) from error
