"""The layers: recurrent nets."""

from tests.layer import Layer

LAYERS: tuple[Layer, ...] = ()
