"""Turn the figures into Markdown.

`python -m benchmarks.report results.json --readme README.md --page docs/benchmarks.md`
"""

import argparse
import json
import statistics
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from . import limits
from .case import MODES

BEGIN = "<!-- benchmarks:begin -->"
END = "<!-- benchmarks:end -->"
COLUMNS = [(kind, mode) for kind in ("time", "bytes") for mode in MODES]

SUMMARIES: dict[str, Callable[[list[float]], float]] = {
    f"median (at most {limits.MEDIAN})": statistics.median,
    f"worst (time at most {limits.WORST_TIME}, of rows {limits.ROWS_TIME})": max,
}

Row = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables, or write them into a file between the markers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report", description=__doc__)
    parser.add_argument("results", type=Path, help="the figures that the benchmarks wrote")
    parser.add_argument("--readme", type=Path, help="the file whose marked part gets a summary")
    parser.add_argument("--page", type=Path, help="the file whose marked part gets the tables")
    options = parser.parse_args(arguments)
    results = json.loads(options.results.read_text())
    for path, write in ((options.readme, brief), (options.page, markdown)):
        if path:
            path.write_text(between_markers(path.read_text(), write(results)))
    if not (options.readme or options.page):
        print(markdown(results))


def between_markers(document: str, text: str) -> str:
    """Replace what stands between the markers, which stay."""
    if document.count(BEGIN) != 1 or document.count(END) != 1:
        raise ValueError(f"The document must hold {BEGIN} and {END} once each, on their own lines.")
    before, rest = document.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


def markdown(results: Row) -> str:
    """Write the tables of one run, what they were measured with, and what is above the limit."""
    parts = [described(results)]
    if results["suite"]:
        parts += [suite_table(results["suite"]), *reasons(results["suite"])]
    if results["preparation"]:
        parts.append(preparation_table(results["preparation"]))
    if results["eager"]:
        parts.append(eager_table(results["eager"]))
    parts += awkward_table(results["awkward"])
    return "\n\n".join(parts)


def brief(results: Row) -> str:
    """Write the medians and the worst of each column, and the median of eager calls."""
    rows, columns = results["suite"], [f"{kind}, {mode}" for kind, mode in COLUMNS]
    lines = [
        [label, *(f"{reduce(_ratios(rows, kind, mode)):.2f}" for kind, mode in COLUMNS)]
        for label, reduce in (("median", statistics.median), ("worst", max))
    ]
    eager = statistics.median([row["ratio"] for row in results["eager"]])
    versions = results["versions"]
    return "\n\n".join(
        [
            table(["ratio to masks by hand, but for the named", *columns], lines),
            f"jax {versions['jax']} on {results['device']['kind']} ({results['device']['machine']}). An "
            f"eager call on a small array takes {eager:.1f} times one jitted call in the median.",
        ]
    )


def _ratios(rows: list[Row], kind: str, mode: str) -> list[float]:
    """Give one column, without the cases that are named as more costly where there is a choice."""
    return [row["ratios"][kind] for row in rows if row["mode"] == mode and not row["excess"]]


def described(results: Row) -> str:
    """Say on what, and with which versions, the figures were measured."""
    versions, device = results["versions"], results["device"]
    packages = ", ".join(f"{name} {version}" for name, version in versions.items())
    return (
        f"Times as ratios to hand-masked `jnp` in the same run, jitted, `{results['size']}` inputs, "
        f"on {device['kind']} ({device['machine']}); {packages}. Below 1 jagged is faster."
    )


def suite_table(rows: list[Row]) -> str:
    """Write a line per case, and the medians and the worst of the columns."""
    lines = [
        [name, *(figure(modes[mode], kind) for kind, mode in COLUMNS)]
        for name, modes in by_case(rows).items()
    ]
    summaries = [
        [f"**{label}**", *(summary(rows, kind, mode, reduce) for kind, mode in COLUMNS)]
        for label, reduce in SUMMARIES.items()
    ]
    return table(["", *(f"{kind}, {mode}" for kind, mode in COLUMNS)], lines + summaries)


def by_case(rows: list[Row]) -> dict[str, dict[str, Row]]:
    """Give the rows of each case, by their mode."""
    cases: dict[str, dict[str, Row]] = {}
    for row in rows:
        cases.setdefault(row["case"], {})[row["mode"]] = row
    return cases


def figure(row: Row, kind: str) -> str:
    """Write a ratio, and for times the expert's milliseconds that it is relative to."""
    text = f"{row['ratios'][kind]:.2f}"
    return f"{text} ({row['timing']['expert'] * 1e3:.2f} ms)" if kind == "time" else text


def summary(rows: list[Row], kind: str, mode: str, reduce: Callable[[list[float]], float]) -> str:
    """Reduce one column."""
    return f"**{reduce([row['ratios'][kind] for row in rows if row['mode'] == mode]):.2f}**"


def reasons(rows: Iterable[Row]) -> list[str]:
    """List the cases that are known to lie above the limits, each with its reason."""
    known = {row["case"]: row["excess"] for row in rows if row["excess"]}
    if not known:
        return []
    title = f"Known to cost more than {limits.MEDIAN} times the expert's way:"
    return ["\n".join([title, "", *(f"- {case}: {reason}" for case, reason in known.items())])]


def preparation_table(rows: list[Row]) -> str:
    """Write a line per function of one row: how long until it is traced, and until it is compiled."""
    lines = [
        [
            name,
            *(f"{modes[mode]['trace']:.2f} s" for mode in MODES),
            *(f"{modes[mode]['ratio']:.2f}" for mode in MODES),
        ]
        for name, modes in by_case(rows).items()
    ]
    trace = [f"trace, {mode} (at most {limits.TRACE} s)" for mode in MODES]
    ratio = [f"compile, {mode} (at most {limits.COMPILE:g})" for mode in MODES]
    return table(["before the first run", *trace, *ratio], lines)


def eager_table(rows: list[Row]) -> str:
    """Write a line per eager call, against one jitted call."""
    lines = [
        [f"`{row['case']}`", f"{row['ratio']:.2f}", f"{row['jagged'] * 1e6:.0f} µs"] for row in rows
    ]
    ratio = f"against one jitted call (at most {limits.EAGER:g})"
    return table(["eager, 8 rows of up to 4", ratio, "a call"], lines)


def awkward_table(results: Row | None) -> list[str]:
    """Write a line per computation that Awkward Array does too, and which of them are too slow."""
    if results is None:
        return ["Awkward Array was not installed, so nothing was measured against it."]
    if not results["cases"]:
        return []
    lines = [
        [
            f"`{row['case']}`",
            f"{1 / row['ratio']:.2f} (at least {row['times']:g})",
            f"{row['jagged'] * 1e3:.2f} ms",
            f"{row['expert'] * 1e3:.2f} ms",
        ]
        for row in results["cases"]
    ]
    title = f"{results['rows']:,} rows of Poisson(8) numbers"
    header = [title, "times as fast as Awkward", "jagged", f"Awkward {results['version']}"]
    missed = [f"`{row['case']}`" for row in results["cases"] if 1 / row["ratio"] < row["times"]]
    return [table(header, lines), *([f"Missed: {', '.join(missed)}."] if missed else [])]


def table(header: list[str], lines: list[list[str]]) -> str:
    """Write a Markdown table."""
    rows = [header, ["---"] * len(header), *lines]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


if __name__ == "__main__":
    main()
