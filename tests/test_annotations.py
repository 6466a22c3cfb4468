"""The annotations are true: the tests of values pass with a run-time checker on, and leak no tracer."""

import os
import subprocess
import sys
from pathlib import Path

from jagged._table import RULES

ROOT = Path(__file__).parent.parent
# Of the elementwise functions, which have one module, one is enough.
ELEMENTWISE = [f"[{rule.name}-" for rule in RULES if rule.name != "add"]


def test_values_under_a_run_time_checker_of_types_and_of_tracer_leaks():
    environment = os.environ | {"JAGGED_RUNTIME_TYPES": "1", "JAX_CHECK_TRACER_LEAKS": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    chosen = [
        "tests/test_values.py",
        "tests/test_host.py",
        "-k",
        f"(mixed or thousand or flat_values) and not ({' or '.join(ELEMENTWISE)})",
    ]
    done = subprocess.run(
        [*command, *chosen], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
