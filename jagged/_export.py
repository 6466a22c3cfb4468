"""Serialisation: the names under which `jax.export` writes the containers of this package."""

import jax
from jax import export

from ._array import JaggedArray
from ._record import JaggedRecord


def _register(kind: type, name: str) -> None:
    """Register a class whose tree has no static part: nothing but its name is written."""
    _, auxiliary = jax.tree.structure(kind(0, 0)).node_data()  # pyright: ignore
    export.register_pytree_node_serialization(
        kind,
        serialized_name=name,
        serialize_auxdata=lambda _: b"",
        deserialize_auxdata=lambda _: auxiliary,
    )


# The suffix is a version: it changes with the fields, so that old files are refused, not misread.
_register(JaggedArray, "jagged.JaggedArray:1")
_register(JaggedRecord, "jagged.JaggedRecord:1")
