"""Tell nine speakers apart by a vowel: a transformer, written for one utterance without padding.

What it shows:

* the model is a function of one utterance `[frames, 12]`, made of layers of equinox, which know nothing
  of padding: learned positions, a token in front, attention, normalisation, dropout;
* `jg.vmap` runs it on a batch of utterances of 7 to 29 frames, each at its own length, with a key per
  utterance, in one compiled program for training and one for prediction;
* the predictions are those of the model called on each utterance alone.

Run it with `python examples/transformer.py`; it prints the accuracy on utterances that it has not
seen, and how far its predictions in a batch are from those on single utterances.
"""

import argparse
from collections import Counter

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import optax
from tqdm import tqdm

import jagged as jg
from jagged.datasets import Split, japanese_vowels

# Widths, rates and noise were chosen by cross-validation inside the training split.
COEFFICIENTS, SPEAKERS, LONGEST, BATCH = 12, 9, 29, 30
WIDTH, HEADS, DEPTH = 48, 4, 2
LEARNING_RATE, WEIGHT_DECAY, LABEL_SMOOTHING = 2e-3, 0.1, 0.1
NOISE, DROPOUT = 0.3, 0.5

# The body of a jitted function runs once for each program that is compiled, so this counts them.
programs = Counter()


class Block(eqx.Module):
    attention: eqx.nn.MultiheadAttention
    perceptron: eqx.nn.MLP
    norms: tuple[eqx.nn.LayerNorm, eqx.nn.LayerNorm]
    dropout: eqx.nn.Dropout

    def __init__(self, key: jax.Array):
        keys = jr.split(key)
        self.attention = eqx.nn.MultiheadAttention(HEADS, WIDTH, key=keys[0])
        self.perceptron = eqx.nn.MLP(WIDTH, WIDTH, 2 * WIDTH, 1, jax.nn.gelu, key=keys[1])
        self.norms = (eqx.nn.LayerNorm(WIDTH), eqx.nn.LayerNorm(WIDTH))
        self.dropout = eqx.nn.Dropout(DROPOUT)

    def __call__(self, x: jax.Array, key: jax.Array | None) -> jax.Array:
        normed = jax.vmap(self.norms[0])(x)
        x = x + self.attention(normed, normed, normed)
        inner = jax.vmap(self.perceptron)(jax.vmap(self.norms[1])(x))
        return x + self.dropout(inner, key=key, inference=key is None)


class Encoder(eqx.Module):
    frame: eqx.nn.Linear
    positions: jax.Array
    token: jax.Array
    blocks: list[Block]
    norm: eqx.nn.LayerNorm
    readout: eqx.nn.Linear

    def __init__(self, key: jax.Array):
        keys = jr.split(key, 4 + DEPTH)
        self.frame = eqx.nn.Linear(COEFFICIENTS, WIDTH, key=keys[0])
        self.positions = 0.1 * jr.normal(keys[1], (LONGEST, WIDTH))
        self.token = 0.1 * jr.normal(keys[2], (1, WIDTH))
        self.blocks = [Block(each) for each in keys[4:]]
        self.norm = eqx.nn.LayerNorm(WIDTH)
        self.readout = eqx.nn.Linear(WIDTH, SPEAKERS, key=keys[3])

    def __call__(self, utterance: jax.Array, key: jax.Array | None = None) -> jax.Array:
        """Give the logits of one utterance `[frames, 12]`; with a key, as in training, under noise."""
        keys = [None] * DEPTH
        if key is not None:
            *keys, frame_key, utterance_key = jr.split(key, DEPTH + 2)
            utterance = augment(utterance, frame_key, utterance_key)
        x = jax.vmap(self.frame)(utterance) + self.positions[: utterance.shape[0]]
        x = jnp.concatenate([self.token, x])
        for block, block_key in zip(self.blocks, keys, strict=True):
            x = block(x, block_key)
        return self.readout(self.norm(x[0]))


def augment(utterance: jax.Array, frame_key: jax.Array, utterance_key: jax.Array) -> jax.Array:
    """Add noise: to each frame, and the same to all frames, as a microphone would."""
    noise = jr.normal(frame_key, utterance.shape) + jr.normal(utterance_key, (1, COEFFICIENTS))
    return utterance + NOISE * noise


def load() -> tuple[Split, Split]:
    """Load both splits, scaled to the frames of the training split."""
    training, test = japanese_vowels()
    center, scale = (f(training.utterances, axis=(0, jg.ROW)) for f in (jg.mean, jg.std))
    scaled = [Split((x - center) / scale, labels) for x, labels in (training, test)]
    return scaled[0], scaled[1]


def take(split: Split, rows: np.ndarray) -> Split:
    """Take some rows of every array."""
    return jax.tree.map(lambda leaf: leaf[rows], split)


def loss_of(model: Encoder, batch: Split, key: jax.Array) -> jax.Array:
    logits = jg.vmap(model)(batch.utterances, jr.split(key, len(batch.labels)))
    targets = optax.smooth_labels(jax.nn.one_hot(batch.labels, SPEAKERS), LABEL_SMOOTHING)
    return optax.softmax_cross_entropy(logits, targets).mean()


@eqx.filter_jit
def train_step(model, state, batch: Split, key, optimizer):
    programs["training step"] += 1
    loss, gradient = eqx.filter_value_and_grad(loss_of)(model, batch, key)
    updates, state = optimizer.update(gradient, state, eqx.filter(model, eqx.is_inexact_array))
    return eqx.apply_updates(model, updates), state, loss


@eqx.filter_jit
def predict(model: Encoder, utterances: jg.JaggedArray) -> jax.Array:
    """Give the logits `[batch, speakers]`."""
    programs["prediction"] += 1
    return jg.vmap(model)(utterances)


def train(split: Split, steps: int, seed: int) -> tuple[np.ndarray, Encoder]:
    """Train a model; give the loss of each step, and the model."""
    model_key, key = jr.split(jr.key(seed))
    model = Encoder(model_key)
    schedule = optax.warmup_cosine_decay_schedule(0, LEARNING_RATE, steps // 10, steps)
    adam = optax.adamw(schedule, weight_decay=WEIGHT_DECAY)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), adam)
    state = optimizer.init(eqx.filter(model, eqx.is_inexact_array))
    generator, losses = np.random.default_rng(seed), []
    for number in tqdm(range(steps), desc="training", unit="step", mininterval=1):
        rows = generator.choice(len(split.labels), BATCH, replace=False)
        step_key = jr.fold_in(key, number)
        model, state, loss = train_step(model, state, take(split, rows), step_key, optimizer)
        losses.append(loss)
    return np.array(losses), model


def alone(model: Encoder, utterances: jg.JaggedArray) -> np.ndarray:
    """Give the logits of utterances one by one: the model itself, without `jg.vmap`."""
    run = eqx.filter_jit(model)
    rows = zip(utterances.data, utterances.lengths, strict=True)
    return np.stack([run(row[:length]) for row, length in rows])


def main() -> None:
    parser = argparse.ArgumentParser(description="Tell nine speakers apart by a vowel.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--quick", action="store_true", help="train for two steps, to see it run")
    options = parser.parse_args()
    training, test = load()
    losses, model = train(training, 2 if options.quick else options.steps, options.seed)
    print(f"loss: {losses[0]:.3f} at first, {losses[-9:].mean():.3f} at last")
    logits = predict(model, test.utterances)
    print("compiled programs:", ", ".join(f"{count} {name}" for name, count in programs.items()))
    few = take(test, np.arange(4 if options.quick else len(test.labels)))
    difference = np.abs(logits[: len(few.labels)] - alone(model, few.utterances)).max()
    print(f"largest difference to utterances run alone: {difference:.1e}")
    print(f"test accuracy: {(jnp.argmax(logits, axis=-1) == test.labels).mean():.3f}")


if __name__ == "__main__":
    main()
