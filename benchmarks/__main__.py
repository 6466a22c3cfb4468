"""Run the benchmarks: `python -m benchmarks --size full --output results.json`."""

import argparse
import json
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from . import eager, preparation, rivals, rows, structure, suite
from .case import KINDS, MODES, Case, Measurement, Mode, measure
from .harness import environment
from .inputs import SIZES, Size
from .report import markdown

CASES = (*suite.CASES, *structure.CASES, *rows.CASES)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what was asked for, print the tables, and write the figures."""
    options = parser().parse_args(arguments)
    results = run(options.size, options.only, seconds=options.seconds)
    print(markdown(results))
    if options.output:
        options.output.write_text(json.dumps(results, indent=1) + "\n")


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    described = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    described.add_argument("--size", choices=SIZES, default="full", help="of the inputs")
    described.add_argument("--output", type=Path, help="where the figures go, as JSON")
    described.add_argument("--only", default="", help="part of the names of the cases to run")
    described.add_argument("--seconds", type=float, default=2.0, help="per case and mode")
    return described


def run(size: Any, only: str = "", *, seconds: float = 2.0) -> dict[str, Any]:
    """Measure every case whose name contains `only`; tiny inputs are a smoke test of two pairs."""
    pairs = 2 if size == "tiny" else None
    cases = [case for case in CASES if only in case.name]
    row_cases = [case for case in rows.CASES if only in case.name]
    eager_cases = [case for case in eager.EAGER_CASES if only in f"eager {case.name}"]
    chosen = [rival for rival in rivals.RIVALS if only in f"awkward {rival.name}"]
    return environment() | {
        "size": size,
        "suite": [
            as_json(announced(measure(case, mode, size, seconds=seconds, pairs=pairs)))
            for case in cases
            for mode in MODES
        ],
        "preparation": [
            prepared(case, mode, size, times=1 if pairs else 3)
            for case in row_cases
            for mode in MODES
        ],
        "eager": [
            {"case": case.name} | eager.measure(case, seconds=seconds, pairs=pairs)._asdict()
            for case in eager_cases
        ],
        "awkward": against_awkward(chosen, size, seconds=seconds, pairs=pairs),
    }


def against_awkward(
    chosen: Sequence[rivals.Rival], size: Size, *, seconds: float, pairs: int | None
) -> dict[str, Any] | None:
    """Measure both libraries; nothing if Awkward Array is not installed."""
    if not rivals.is_installed():
        print("Awkward Array is not installed: pip install 'jagged-jax[test]'.", file=sys.stderr)
        return None
    rows = [
        {"case": rival.name, "times": rival.times}
        | rivals.measure(rival, size, seconds=seconds, pairs=pairs)._asdict()
        for rival in chosen
    ]
    return {"version": version("awkward"), "rows": rivals.ROWS[size], "cases": rows}


def prepared(case: Case, mode: Mode, size: Size, *, times: int) -> dict[str, Any]:
    """Measure how long it takes until both ways can run."""
    found = preparation.measure(case, mode, size, times=times)
    return {"case": case.name, "mode": mode, "ratio": found.ratio} | found._asdict()


def announced(measurement: Measurement) -> Measurement:
    """Say what was measured, since the whole takes minutes."""
    ratios = (f"{kind} x{measurement.ratio(kind):.3f}" for kind in KINDS)
    print(f"{measurement.case}, {measurement.mode}: {', '.join(ratios)}", file=sys.stderr)
    return measurement


def as_json(measurement: Measurement) -> dict[str, Any]:
    """Turn a measurement into what `json.dumps` takes, ratios included."""
    return {
        "case": measurement.case,
        "mode": measurement.mode,
        "ratios": {kind: measurement.ratio(kind) for kind in KINDS},
        "jagged": measurement.jagged._asdict(),
        "expert": measurement.expert._asdict(),
        "timing": measurement.timing._asdict() if measurement.timing else None,
        "excess": measurement.excess.reason if measurement.excess else None,
    }


if __name__ == "__main__":
    main()
