"""The layers: losses."""

from functools import partial

import jax.numpy as jnp
import numpy as np
import optax

import jagged as jg
from tests.layer import CAPACITY, LENGTHS, Layer, features

CLASSES = 4


def integers(high, lengths=LENGTHS, low=0):
    drawn = np.random.default_rng(3).integers(low, high, (len(LENGTHS), CAPACITY))
    return jg.JaggedArray(drawn.astype(np.int32), lengths)


def probabilities():
    drawn = features(CLASSES, seed=2)
    return drawn.with_data(np.exp(drawn.data) / np.exp(drawn.data).sum(-1, keepdims=True))


def loss(name, arrays, **options):
    """Make the row of a loss of elements: that of optax on one row without padding."""
    tested, plain = getattr(jg.nn, name), getattr(optax, name)
    return Layer(
        name,
        tested,
        lambda: None,
        lambda _, *each: tested(*each),
        lambda _, *each: plain(*each),
        arrays,
        **options,
    )


def logits():
    return features(CLASSES)


def ctc(_, frames, labels):
    if len(frames) == 0:
        return jnp.zeros((), frames.dtype)
    zeros = partial(jnp.zeros, dtype=frames.dtype)
    paddings = zeros((1, len(frames))), zeros((1, len(labels)))
    return optax.ctc_loss(frames[None], paddings[0], labels[None], paddings[1])[0]


AVERAGES = tuple(
    Layer(
        f"average over {over}",
        jg.nn.average,
        lambda: None,
        lambda _, losses, weights, over=over: jg.nn.average(losses, over, weights=weights).mean,
        None,
        lambda: (features(), jnp.arange(8.0) % 3),
        representative=over == "rows",
    )
    for over in ("tokens", "rows")
)

LAYERS = (
    loss("softmax_cross_entropy", lambda: (logits(), probabilities())),
    loss(
        "softmax_cross_entropy_with_integer_labels",
        lambda: (logits(), integers(CLASSES)),
        representative=True,
    ),
    loss("sigmoid_binary_cross_entropy", lambda: (logits(), probabilities())),
    loss("squared_error", lambda: (logits(), probabilities())),
    loss("huber_loss", lambda: (logits(), probabilities())),
    Layer(
        "ctc_loss",
        jg.nn.ctc_loss,
        lambda: None,
        lambda _, frames, labels: jg.nn.ctc_loss(frames, labels),
        ctc,
        lambda: (logits(), integers(CLASSES, (LENGTHS + 1) // 2, low=1)),
    ),
    Layer(
        "Average",
        jg.nn.Average,
        lambda: None,
        lambda _, losses: (jg.nn.average(losses, "tokens") + jg.nn.average(-losses, "rows")).mean,
        None,
        lambda: (features(),),
    ),
    *AVERAGES,
)
