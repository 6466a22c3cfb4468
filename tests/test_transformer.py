"""The transformer of one utterance gives in a batch what it gives alone, and learns what it says."""

import os
import re
import subprocess
import sys

import equinox as eqx
import jax
import jax.random as jr
import numpy as np
import pytest

import jagged as jg
from examples import transformer

SEED, STEPS = 0, 12
FEW = np.array([0, 200])


@pytest.fixture(scope="module")
def training():
    return transformer.load()[0]


@pytest.fixture(scope="module")
def trained(training):
    """Train for a few steps; give the losses, the model and the programs compiled."""
    transformer.programs.clear()
    with jax.numpy_dtype_promotion("standard"):  # optax raises a float to an integer power
        losses, model = transformer.train(training, STEPS, SEED)
    return losses, model, dict(transformer.programs)


def test_all_lengths_share_one_program(trained):
    losses, _, programs = trained
    assert losses.shape == (STEPS,)
    assert losses[-1] < losses[0] - 0.3
    assert programs == {"training step": 1}


def test_predictions_are_those_of_utterances_run_alone(trained, training):
    _, model, _ = trained
    few = transformer.take(training, FEW).utterances
    assert len(set(few.lengths.tolist())) == len(FEW)
    batched, alone = transformer.predict(model, few), transformer.alone(model, few)
    np.testing.assert_allclose(batched, alone, rtol=0, atol=1e-5)


@pytest.mark.matrix
def test_gradients_are_those_of_utterances_run_alone(trained, training):
    _, model, _ = trained
    few = transformer.take(training, FEW).utterances
    keys = jr.split(jr.key(SEED), len(FEW))
    rows = [row[:length] for row, length in zip(few.data, few.lengths, strict=True)]
    pairs = list(zip(rows, keys, strict=True))

    @eqx.filter_grad
    def of_batch(model):
        return jg.vmap(model)(few, keys).sum()

    @eqx.filter_grad
    def one_by_one(model):
        return sum(model(row, key).sum() for row, key in pairs)

    ours, theirs = (eqx.filter_jit(gradient)(model) for gradient in (of_batch, one_by_one))
    for batched, alone in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True):
        np.testing.assert_allclose(batched, alone, rtol=1e-5, atol=1e-5)


@pytest.mark.slow
@pytest.mark.matrix
def test_the_example_reaches_its_accuracy():
    command = [sys.executable, "-W", "error", transformer.__file__]
    environment = os.environ | {"XLA_FLAGS": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert "compiled programs: 1 training step, 1 prediction" in done.stdout
    accuracy = re.search(r"test accuracy: (\d\.\d{3})", done.stdout)
    difference = re.search(r"run alone: (\S+)", done.stdout)
    assert accuracy, done.stdout
    assert difference, done.stdout
    assert float(accuracy[1]) >= 0.97
    assert float(difference[1]) <= 1e-5
