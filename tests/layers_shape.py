"""The layers: pooling and convolutions."""

from tests.layer import Layer

LAYERS: tuple[Layer, ...] = ()
