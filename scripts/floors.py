"""Run the fast tests on the lowest versions that pyproject.toml allows, then on the newest.

Each in a fresh environment: `.venv-floor` and `.venv-newest`. The argument `floor` or `newest` runs
one of them alone.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BOUND = re.compile(r"(?P<name>[\w.-]+)>=(?P<version>[\w.]+)")
FAST = "not slow and not matrix"
VERSIONS = """
import platform, sys
from importlib.metadata import version
print("python", platform.python_version(), *(f"{name}=={version(name)}" for name in sys.argv[1:]))
"""


def project() -> dict:
    """Read the `[project]` table."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def bounds() -> dict[str, str]:
    """Give the lowest allowed version of each dependency."""
    matches = {each: BOUND.fullmatch(each) for each in project()["dependencies"]}
    for requirement, match in matches.items():
        if match is None:
            sys.exit(f"{requirement!r} states no lower bound: write it as name>=version.")
    return {match["name"]: match["version"] for match in matches.values() if match}


def python(version: str) -> str | None:
    """Find a Python of this version that starts."""
    found = shutil.which(f"python{version}")
    return found if found and not run(found, "-c", "", stderr=subprocess.DEVNULL) else None


def lowest_python() -> str:
    """Find the lowest Python the project allows: the oldest wheels are built for that one."""
    version = project()["requires-python"].removeprefix(">=")
    return python(version) or sys.exit(
        f"The lowest versions are tested on Python {version}: no python{version} was found."
    )


def newest_python() -> str:
    """Find the newest Python there is: the newest releases leave out the lowest one."""
    newer = reversed(range(sys.version_info.minor + 1, 20))
    return next(filter(None, (python(f"3.{minor}") for minor in newer)), sys.executable)


def run(*command: str | Path, **options: Any) -> int:
    """Run a command in the root of the project."""
    return subprocess.run(command, cwd=ROOT, check=False, **options).returncode


def check(name: str, interpreter: str, pins: list[str]) -> bool:
    """Make the environment afresh, say what is in it and run the fast tests there."""
    folder = ROOT / f".venv-{name}"
    print(f"== {name} dependencies: {folder.name}", flush=True)
    own = folder / "bin" / "python"
    install = (own, "-m", "pip", "install", "-qq", "--disable-pip-version-check")
    if run(interpreter, "-m", "venv", "--clear", folder) or run(*install, "-e", ".[test]", *pins):
        return False
    run(own, "-c", VERSIONS, *bounds())
    return run(own, "-m", "pytest", "-q", "-n", "2", "-m", FAST) == 0


def check_floor() -> bool:
    """Check the lowest versions."""
    return check("floor", lowest_python(), [f"{name}=={low}" for name, low in bounds().items()])


def check_newest() -> bool:
    """Check the newest versions."""
    return check("newest", newest_python(), [])


CHECKS = {"floor": check_floor, "newest": check_newest}


def main(names: list[str]) -> None:
    """Run the checks that are named, or both."""
    if not CHECKS.keys() >= set(names):
        sys.exit(f"Name floor or newest, or nothing for both; got {' '.join(names)}.")
    failed = [name for name in names or CHECKS if not CHECKS[name]()]
    sys.exit(f"Failed: {' '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
