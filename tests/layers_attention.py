"""The layers: attention, and positions."""

from tests.layer import Layer

LAYERS: tuple[Layer, ...] = ()
