"""The demo learns what it says, in one program, whatever the capacity of its buffers."""

import os
import re
import subprocess
import sys

import jax
import jax.random as jr
import numpy as np
import pytest

from examples import speakers

# In this run no two frames nearly tie for a maximum (the smallest gap is 9e-7). Where two do, its
# gradient jumps, and a parameter moved by its last bit changes later losses by up to 5e-4.
SEED, STEPS, CAPACITY, LARGER = 1, 30, 29, 40


@pytest.fixture(scope="module")
def runs():
    """Train at two capacities; give the losses, and the programs compiled, of each."""
    results = {}
    for capacity in (CAPACITY, LARGER):
        speakers.programs.clear()
        with jax.numpy_dtype_promotion("standard"):  # optax raises a float to an integer power
            losses, _ = speakers.train(capacity, STEPS, SEED)
        results[capacity] = losses, dict(speakers.programs)
    return results


@pytest.mark.matrix
def test_losses_agree_at_another_capacity(runs):
    (losses, _), (others, _) = runs.values()
    assert losses.shape == (STEPS,)
    assert losses[-1] < losses[0] - 0.5
    np.testing.assert_allclose(others, losses, rtol=0, atol=1e-5)


def test_all_lengths_share_one_program(runs):
    for _, programs in runs.values():
        assert programs == {"training step": 1}


def test_a_new_shape_would_be_counted():
    split, _ = speakers.load(CAPACITY)
    model = speakers.Classifier(jr.key(0))
    speakers.programs.clear()
    for rows in (2, 2, 3):
        speakers.predict(model, speakers.take(split, np.arange(rows)).utterances)
    assert speakers.programs == {"prediction": 2}


def test_each_epoch_draws_every_row_once():
    drawn = speakers.draw(270, 18, seed=0).reshape(2, -1)
    assert np.array_equal(np.sort(drawn), np.tile(np.arange(270), (2, 1)))
    assert not np.array_equal(drawn[0], drawn[1])


@pytest.mark.slow
def test_the_demo_reaches_its_accuracy(tmp_path):
    picture = tmp_path / "demo.png"
    command = [sys.executable, "-W", "error", speakers.__file__, "--picture", picture]
    environment = os.environ | {"XLA_FLAGS": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert "compiled programs: 1 training step, 1 prediction" in done.stdout
    assert re.search(r"padding: \d+\.\d % of the buffer", done.stdout)
    assert picture.read_bytes().startswith(b"\x89PNG")
    last = re.fullmatch(r"test accuracy: (0\.\d{3})", done.stdout.splitlines()[-1])
    assert last, done.stdout
    assert float(last[1]) >= 0.98
