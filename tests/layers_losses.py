"""The layers: losses."""

from tests.layer import Layer

LAYERS: tuple[Layer, ...] = ()
