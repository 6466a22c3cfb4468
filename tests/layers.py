"""The layers, one row each: what the tests of layers run over."""

import equinox as eqx
import jax
import jax.random as jr

import jagged as jg
from tests import (
    layers_attention,
    layers_losses,
    layers_normalization,
    layers_recurrent,
    layers_shape,
)
from tests.layer import Layer, features

ELEMENTWISE = Layer(
    "linear",
    jg.map_elements,
    lambda: eqx.nn.Linear(4, 3, key=jr.key(0)),
    lambda module, x: jg.map_elements(module, x),
    lambda module, row: jax.vmap(module)(row),
    lambda: (features(4),),
    representative=True,
)

LAYERS = (
    ELEMENTWISE,
    *layers_attention.LAYERS,
    *layers_recurrent.LAYERS,
    *layers_shape.LAYERS,
    *layers_normalization.LAYERS,
    *layers_losses.LAYERS,
)
