"""The layers: pooling and convolutions."""

import jax
import jax.numpy as jnp
import jax.random as jr

import jagged as jg
from tests.layer import Layer, features


def attention_pooled(module, row):
    if len(row) == 0:
        return jnp.zeros(row.shape[1:])
    hidden = row if module.hidden is None else jnp.tanh(jax.vmap(module.hidden)(row))
    scores = hidden @ module.score.weight[0]
    return jax.nn.softmax(scores) @ row


def top_k_pooled(module, row):
    scores = row @ module.vector / jnp.linalg.norm(module.vector)
    places = jnp.argsort(-scores)[: module.k]
    return row[places] * jnp.tanh(scores[places])[:, None]


POOLING = (
    Layer(
        "attention pooling",
        jg.nn.AttentionPooling,
        lambda: jg.nn.AttentionPooling(4, 3, key=jr.key(0)),
        lambda module, x: module(x),
        attention_pooled,
        lambda: (features(4),),
        representative=True,
    ),
    Layer(
        "linear attention pooling",
        jg.nn.AttentionPooling,
        lambda: jg.nn.AttentionPooling(4, key=jr.key(0)),
        lambda module, x: module(x),
        attention_pooled,
        lambda: (features(4),),
    ),
    Layer(
        "top-k pooling",
        jg.nn.TopKPooling,
        lambda: jg.nn.TopKPooling(4, 2, key=jr.key(0)),
        lambda module, x: module(x),
        top_k_pooled,
        lambda: (features(4),),
    ),
)

LAYERS = POOLING
