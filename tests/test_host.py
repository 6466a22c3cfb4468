"""Making arrays on the host: from many rows, with NumPy alone, before any device is there."""

import os
import subprocess
import sys

import jax
import numpy as np
import pytest

import jagged as jg


@pytest.fixture(scope="module")
def rows():
    generator = np.random.default_rng(0)
    lengths = generator.integers(0, 30, 100_000)
    values = generator.normal(size=(lengths.sum(), 4)).astype(np.float32)
    return np.split(values, np.cumsum(lengths)[:-1])


def on_host(x):
    return all(type(leaf) is np.ndarray for leaf in jax.tree.leaves(x))


def test_a_hundred_thousand_rows(rows):
    x = jg.array(rows, host=True)
    assert on_host(x)
    assert x.shape == (100_000, None, 4)
    for row in (0, 1, 50_000, 99_999):
        np.testing.assert_array_equal(x.data[row, : x.lengths[row]], rows[row])
    assert not x.data[~x.mask].any()


def test_flat_values_are_the_same(rows):
    flat, lengths = np.concatenate(rows), [len(row) for row in rows]
    x = jg.from_flat(flat, lengths=lengths, host=True)
    assert on_host(x)
    np.testing.assert_array_equal(x.data, jg.array(rows, host=True).data)
    np.testing.assert_array_equal(x.to_flat(), flat)


WITHOUT_DEVICES = """
import numpy as np, jagged as jg
x = jg.array([np.ones((2, 3)), np.ones((0, 3))], host=True)
y = jg.array([[[1, 2], []], [[3]]], jagged_axes=2, host=True)
z = jg.from_flat(np.arange(3.0), row_ids=[0, 0, 2], host=True)
w = jg.from_dense(np.ones((2, 3)), [3, 1], host=True)
v = jg.from_mask(np.ones((2, 3)), np.eye(2, 3) > 0, host=True)
for array in (x, y, z, w, v):
    print(array, array.mask.sum(), array.rows(), array.with_data(array.data * 2), array[0], array.resize(9))
"""


def test_no_device_is_needed():
    """There is no such platform here, so whatever reaches for a device fails."""
    environment = os.environ | {"JAX_PLATFORMS": "cuda"}
    command = [sys.executable, "-c", WITHOUT_DEVICES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_loader_of_the_data_set_needs_none():
    environment = os.environ | {"JAX_PLATFORMS": "cuda"}
    code = "from jagged.datasets import japanese_vowels; print(japanese_vowels()[0].utterances)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "float32[270, None, 12]" in done.stdout
