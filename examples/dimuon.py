"""Calibrate a detector by the Z boson: one derivative through cuts, pairs, histogram and fit.

What it shows:

* events with 0 to 4 muons are one `JaggedRecord`, an ordinary argument of a jitted function;
* cuts keep some muons of each event, `jg.combinations` pairs the rest, and only pairs of opposite
  charge stay: rows change their lengths twice inside one compiled program;
* the fitted mass peak has a derivative by the calibration of the momenta, so that gradient descent
  recovers the calibration, and one by the weight of each event, which gives its statistical error.

The events are generated: a Z boson in most of them, other muons, and a detector that smears momenta
and measures all of them 2 % too low. Run it with `python examples/dimuon.py`.
"""

import argparse
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.stats import norm
from matplotlib.figure import Figure

import jagged as jg

# Masses, momenta and widths are in GeV.
MASS, WIDTH = 91.1876, 2.4952
TRUE_CALIBRATION, RESOLUTION = 1.02, 0.015
SLOWEST, FOREMOST, MUONS = 20.0, 2.4, 4
EDGES = np.linspace(76.0, 106.0, 61, dtype=np.float32)
CENTERS = (EDGES[1:] + EDGES[:-1]) / 2
BANDWIDTH, FIT_STEPS = 0.5, 15
# The loss is (peak - MASS)^2, and its second derivative about 2 MASS^2: this is a third of a Newton step.
LEARNING_RATE = 1 / (6 * MASS**2)
LN2 = np.log(2, dtype=np.float32)
LIGHT, DARK = "#e08a3c", "#1f4e79"

# The body of a jitted function runs once for each program that is compiled, so this counts them.
programs = Counter()


class Measurement(NamedTuple):
    peak: jax.Array
    slope: jax.Array
    """The derivative of the peak by the calibration."""
    error: jax.Array
    """The statistical error of the peak."""
    histogram: jax.Array
    parameters: jax.Array


def masses(muons: jg.JaggedRecord, calibration: jax.Array) -> jg.JaggedArray:
    """Give the invariant masses of the pairs of opposite charge in each event."""
    # Cuts are made on the momenta as they were measured, as a trigger makes them.
    muons = muons[(muons["pt"] > SLOWEST) & (abs(muons["eta"]) < FOREMOST)]
    first, second = jg.combinations(muons, 2)
    momenta = calibration**2 * first["pt"] * second["pt"]
    angles = jg.cosh(first["eta"] - second["eta"]) - jg.cos(first["phi"] - second["phi"])
    return jg.sqrt(2 * momenta * angles)[first["charge"] != second["charge"]]


def smooth_histogram(mass: jg.JaggedArray, weights: jax.Array) -> jax.Array:
    """Count masses in bins, each mass spread by a normal distribution, with a weight per event."""
    in_bins = jg.map_elements(lambda m: jnp.diff(norm.cdf((EDGES - m) / BANDWIDTH)), mass)
    return jnp.sum(weights[:, None] * jg.sum(in_bins, axis=jg.ROW), axis=0)


def model(parameters: jax.Array, shift: jax.Array) -> jax.Array:
    """Give what a peak on a line has at shifts from the mass of the Z: Cauchy's and normal, of one width."""
    center, width, cauchy, normal, level, slope = parameters
    square = ((shift - center) / width) ** 2
    return cauchy / (1 + square) + normal * jnp.exp(-square * LN2) + level + slope * shift / 15


def fit(histogram: jax.Array) -> jax.Array:
    """Fit the model by steps of Gauss and Newton, each of which has a derivative."""
    shifts = jnp.asarray(CENTERS - MASS, histogram.dtype)
    largest = jnp.max(histogram)
    counts, errors = histogram / largest, jnp.sqrt(histogram + 1) / largest
    rest = jnp.asarray([1.8, 0.5, 0.4, 0.1, 0.0], counts.dtype)
    start = jnp.concatenate([shifts[jnp.argmax(counts)][None], rest])

    def step(parameters, _):
        jacobian = jax.jacfwd(model)(parameters, shifts) / errors[:, None]
        residuals = (model(parameters, shifts) - counts) / errors
        matrix = jacobian.T @ jacobian
        return parameters - jnp.linalg.solve(matrix, jacobian.T @ residuals), None

    parameters, _ = jax.lax.scan(step, start, length=FIT_STEPS)
    return jnp.concatenate([parameters[:2], largest * parameters[2:]])


@jax.jit
def measure(muons: jg.JaggedRecord, calibration: jax.Array) -> Measurement:
    """Fit the peak; differentiate it by the calibration, and by the weight of each event."""
    programs["measurement"] += 1

    def peak_of(calibration, weights):
        histogram = smooth_histogram(masses(muons, calibration), weights)
        parameters = fit(histogram)
        return MASS + parameters[0], (histogram, parameters)

    derivatives = jax.value_and_grad(peak_of, argnums=(0, 1), has_aux=True)
    (peak, fitted), (slope, influence) = derivatives(calibration, jnp.ones(len(muons)))
    # An event more or less moves the peak by its influence, and their number is Poisson's.
    return Measurement(peak, slope, jnp.linalg.norm(influence), *fitted)


def calibrate(muons: jg.JaggedRecord, steps: int) -> tuple[list[float], list[Measurement]]:
    """Move the peak to the mass of the Z by gradient descent; give every calibration on the way."""
    calibration, path, measurements = jnp.float32(1), [], []
    for _ in range(steps + 1):
        measurement = measure(muons, calibration)
        path.append(float(calibration))
        measurements.append(measurement)
        gradient = 2 * (measurement.peak - MASS) * measurement.slope
        calibration = calibration - LEARNING_RATE * gradient
    return path, measurements


def central_difference(muons: jg.JaggedRecord, calibration: float, step: float = 1e-3) -> float:
    ends = [measure(muons, jnp.float32(calibration + sign * step)).peak for sign in (1, -1)]
    return float(ends[0] - ends[1]) / (2 * step)


def generate(events: int, seed: int) -> jg.JaggedRecord:
    """Generate the muons of events, as a detector sees them that measures momenta too low."""
    random = np.random.default_rng(seed)
    has_boson = random.random(events) < 0.6
    others = np.minimum(random.poisson(0.8, events), MUONS - 2)
    lengths = 2 * has_boson + others + np.where(has_boson, 0, random.integers(0, 3, events))
    shape = events, MUONS
    fields = {
        "pt": 5 + random.exponential(18, shape),
        "eta": random.uniform(-2.7, 2.7, shape),
        "phi": random.uniform(-np.pi, np.pi, shape),
        "charge": random.choice([-1, 1], shape),
    }
    for name, values in boson_muons(events, random).items():
        fields[name][:, :2] = np.where(has_boson[:, None], values, fields[name][:, :2])
    fields["pt"] *= (1 + RESOLUTION * random.normal(size=shape)) / TRUE_CALIBRATION
    return jax.device_put(jg.JaggedRecord(fields, lengths))


def boson_muons(events: int, random: np.random.Generator) -> dict[str, np.ndarray]:
    """Let Z bosons decay to two muons each, back to back in their own frame and boosted from there."""
    mass = MASS + WIDTH / 2 * np.tan(np.pi / 2 * random.uniform(-0.95, 0.95, events))
    pt, rapidity = random.gamma(2, 8, events), random.normal(0, 1, events)
    direction = random.uniform(-np.pi, np.pi, events)
    transverse = np.hypot(mass, pt)
    boson = np.stack(
        [
            transverse * np.cosh(rapidity),
            pt * np.cos(direction),
            pt * np.sin(direction),
            transverse * np.sinh(rapidity),
        ],
        -1,
    )
    axis = random.normal(size=(events, 3))
    axis /= np.linalg.norm(axis, axis=-1, keepdims=True)
    muons = np.stack([boost(mass / 2, sign * axis, boson, mass) for sign in (1, -1)], 1)
    pt = np.hypot(muons[..., 0], muons[..., 1])
    return {
        "pt": pt,
        "eta": np.arcsinh(muons[..., 2] / pt),
        "phi": np.arctan2(muons[..., 1], muons[..., 0]),
        "charge": random.choice([-1, 1], (events, 1)) * np.array([1, -1]),
    }


def boost(energy, axis, boson, mass) -> np.ndarray:
    """Give a massless momentum in the frame where the boson moves, `[events, 3]`."""
    momentum = energy[:, None] * axis
    along = np.sum(momentum * boson[:, 1:], -1)
    factor = (along / (boson[:, 0] + mass) + energy) / mass
    return momentum + factor[:, None] * boson[:, 1:]


def draw_picture(path: list[float], measurements: list[Measurement], file: Path) -> None:
    """Draw the masses before and after, with their fits, and the way from one to the other."""
    figure = Figure(figsize=(11, 4.2), layout="constrained")
    histogram, descent = figure.subplots(1, 2, width_ratios=(3, 2))
    draw_masses(histogram, {"as measured": measurements[0], "calibrated": measurements[-1]})
    errors = [float(each.error / each.slope) for each in measurements]
    descent.errorbar(range(len(path)), path, errors, color=DARK, fmt=".-", linewidth=1)
    descent.axhline(TRUE_CALIBRATION, color="black", linestyle="--", linewidth=1)
    descent.text(0, TRUE_CALIBRATION, f"truth: {TRUE_CALIBRATION}", va="bottom")
    descent.set(title="Calibration by gradient descent", xlabel="step", ylabel="calibration")
    descent.margins(y=0.12)
    figure.savefig(file, dpi=150)


def draw_masses(axes, measurements: dict[str, Measurement]) -> None:
    """Draw smooth histograms as points, fits as lines, and peaks as vertical lines."""
    x = np.linspace(EDGES[0], EDGES[-1], 400)
    for (name, each), colour in zip(measurements.items(), (LIGHT, DARK), strict=True):
        curve = model(each.parameters, jnp.asarray(x - MASS, "float32"))
        axes.plot(CENTERS, each.histogram, ".", color=colour, markersize=5)
        axes.plot(x, curve, color=colour, linewidth=1.5, label=f"{name}: {each.peak:.2f} GeV")
        axes.axvline(each.peak, color=colour, linewidth=1)
    axes.axvline(MASS, color="black", linestyle="--", linewidth=1, label=f"Z boson: {MASS:.2f} GeV")
    width = EDGES[1] - EDGES[0]
    axes.set(
        title="Pairs of opposite charge, and the peaks fitted to them",
        xlabel="invariant mass [GeV]",
        ylabel=f"pairs per {width:.1f} GeV",
        xlim=(EDGES[0], EDGES[-1]),
        ylim=(0, 1.1 * max(float(each.histogram.max()) for each in measurements.values())),
    )
    axes.legend(frameon=False, loc="upper right")


def main() -> None:
    parser = argparse.ArgumentParser(description="Calibrate a detector by the Z boson.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--steps", type=int, default=25)
    parser.add_argument("--picture", type=Path, default=Path("dimuon.png"))
    parser.add_argument("--quick", action="store_true", help="few events and steps, to see it run")
    options = parser.parse_args()
    events, steps = (2000, 3) if options.quick else (options.events, options.steps)
    muons = generate(events, options.seed)
    counts = np.bincount(muons.lengths, minlength=MUONS + 1)
    print("events with 0 to 4 muons:", *counts)
    path, measurements = calibrate(muons, steps)
    first, last = measurements[0], measurements[-1]
    print(f"peak: {first.peak:.3f} GeV at first, {last.peak:.3f} GeV at last")
    difference = central_difference(muons, path[-1])
    print(f"derivative of the peak: {last.slope:.3f}, central difference: {difference:.3f}")
    print("compiled programs:", ", ".join(f"{count} {name}" for name, count in programs.items()))
    draw_picture(path, measurements, options.picture)
    print(f"picture: {options.picture}")
    error = float(last.error / last.slope)
    print(f"calibration: {path[-1]:.4f} +- {error:.4f}, in truth {TRUE_CALIBRATION}")


if __name__ == "__main__":
    main()
