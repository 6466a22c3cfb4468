"""Every example runs from start to end, as a script of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EXAMPLES = [
    path
    for path in sorted((HERE.parent / "examples").glob("*.py"))
    if not (HERE / f"test_{path.stem}.py").exists()  # has tests of its own, which run it
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(example, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", example],
        cwd=tmp_path,
        env=os.environ | {"MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_example_is_run_somewhere():
    assert list((HERE.parent / "examples").glob("*.py"))
