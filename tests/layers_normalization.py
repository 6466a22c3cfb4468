"""The layers: norms, embeddings and dropout."""

from tests.layer import Layer

LAYERS: tuple[Layer, ...] = ()
