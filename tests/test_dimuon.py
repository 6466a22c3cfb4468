"""The example recovers its calibration, by a derivative that is one, in a single program."""

import itertools
import os
import re
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from examples import dimuon

EVENTS, STEPS, SEEDS = 4000, 18, (0, 1)


@pytest.fixture(scope="module")
def runs():
    """Calibrate two samples; give the muons, the calibrations and the measurements of each."""
    dimuon.programs.clear()
    samples = [dimuon.generate(EVENTS, seed) for seed in SEEDS]
    return [(muons, *dimuon.calibrate(muons, STEPS)) for muons in samples]


def error_of(measurement):
    return float(measurement.error / measurement.slope)


def test_the_calibration_is_recovered_within_its_statistical_error(runs):
    for _, path, measurements in runs:
        error = error_of(measurements[-1])
        assert 2e-4 < error < 2e-3
        assert abs(path[0] - dimuon.TRUE_CALIBRATION) > 10 * error
        assert abs(path[-1] - dimuon.TRUE_CALIBRATION) < 3 * error
        assert abs(measurements[-1].peak - dimuon.MASS) < 0.1 * measurements[-1].error


def test_the_derivative_is_the_central_difference(runs):
    for muons, path, measurements in runs:
        for place in (0, -1):
            difference = dimuon.central_difference(muons, path[place])
            np.testing.assert_allclose(measurements[place].slope, difference, rtol=1e-3)
            # All masses grow with the calibration, and so does what is fitted to them.
            expected = measurements[place].peak / path[place]
            np.testing.assert_allclose(difference, expected, rtol=1e-2)


def test_all_events_and_calibrations_share_one_program(runs):
    lengths = [set(muons.lengths.tolist()) for muons, _, _ in runs]
    assert lengths == [set(range(dimuon.MUONS + 1))] * len(SEEDS)
    assert not np.array_equal(runs[0][0].lengths, runs[1][0].lengths)
    assert dimuon.programs == {"measurement": 1}


def test_the_error_shrinks_with_the_root_of_the_events(runs):
    _, path, measurements = runs[0]
    more = dimuon.measure(dimuon.generate(4 * EVENTS, 2), jnp.float32(path[-1]))
    assert error_of(more) == pytest.approx(error_of(measurements[-1]) / 2, rel=0.15)


def test_masses_are_those_of_loops(runs):
    muons = runs[0][0][:50]
    masses = jax.jit(dimuon.masses)(muons, jnp.float32(1.01)).rows()
    assert max(map(len, masses)) > 1
    for event, found in zip(muons.rows(), masses, strict=True):
        np.testing.assert_allclose(found, expected_masses(event, 1.01), rtol=1e-4)


def expected_masses(event, calibration):
    """Give the masses of an event from energies and momenta, in NumPy."""
    kept = (event["pt"] > dimuon.SLOWEST) & (np.abs(event["eta"]) < dimuon.FOREMOST)
    pt, eta, phi = (event[name][kept].astype(float) for name in ("pt", "eta", "phi"))
    charge = event["charge"][kept]
    momenta = [pt * np.cosh(eta), pt * np.cos(phi), pt * np.sin(phi), pt * np.sinh(eta)]
    momenta = calibration * np.stack(momenta, -1)
    pairs = [(i, j) for j, i in itertools.product(range(len(pt)), repeat=2) if i < j]
    sums = [momenta[i] + momenta[j] for i, j in pairs if charge[i] != charge[j]]
    return [np.sqrt(total[0] ** 2 - np.sum(total[1:] ** 2)) for total in sums]


def test_generated_bosons_have_their_mass():
    events = 4000
    muons = dimuon.boson_muons(events, np.random.default_rng(0))
    assert not muons["charge"].sum(-1).any()
    angle = np.cosh(np.diff(muons["eta"])) - np.cos(np.diff(muons["phi"]))
    masses = np.sqrt(2 * np.prod(muons["pt"], -1) * angle[:, 0])
    quartiles = np.quantile(masses, [0.25, 0.5, 0.75]) - dimuon.MASS
    half = dimuon.WIDTH / 2 * np.tan(np.pi / 4 * 0.95)
    np.testing.assert_allclose(quartiles, [-half, 0, half], atol=4 * half * 1.7 / np.sqrt(events))


@pytest.mark.slow
def test_the_example_prints_what_it_recovers(tmp_path):
    picture = tmp_path / "dimuon.png"
    command = [sys.executable, "-W", "error", dimuon.__file__, "--picture", picture]
    environment = os.environ | {"XLA_FLAGS": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert "compiled programs: 1 measurement" in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
    numbers = re.search(r"calibration: (\S+) \+- (\S+), in truth 1.02\n$", done.stdout)
    assert numbers, done.stdout
    calibration, error = map(float, numbers.groups())
    assert abs(calibration - dimuon.TRUE_CALIBRATION) < 3 * error < 2e-3
