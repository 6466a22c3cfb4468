"""The benchmarks run, their figures mean what they say, and what XLA counts stays within the limits."""

import json
import statistics

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jagged as jg
from benchmarks import __main__ as command, limits, report, rivals, rows, suite
from benchmarks.case import MODES, Case, Excess, Kind, Measurement, count
from benchmarks.eager import EAGER_CASES
from benchmarks.harness import Contender, Cost, assert_equal_values, cost, interleave, summarise
from benchmarks.preparation import prepare, quickest
from benchmarks.report import BEGIN, END, between_markers
from benchmarks.rivals import RIVALS, Rival


@pytest.fixture(autouse=True)
def rank_promotion_as_experts_write_it():
    """A bias is added as `x @ w + b` by hand, which the other tests refuse."""
    with jax.numpy_rank_promotion("allow"):
        yield


@pytest.mark.slow
@pytest.mark.matrix
def test_tiny_run_writes_figures_and_tables(tmp_path, capsys):
    figures, readme = tmp_path / "results.json", tmp_path / "README.md"
    command.main(["--size", "tiny", "--output", str(figures)])
    results = json.loads(figures.read_text())
    assert measured(results["suite"]) == [
        (case.name, mode) for case in command.CASES for mode in MODES
    ]
    assert measured(results["preparation"]) == [
        (case.name, mode) for case in rows.CASES for mode in MODES
    ]
    assert [row["case"] for row in results["eager"]] == [case.name for case in EAGER_CASES]
    assert [row["case"] for row in results["awkward"]["cases"]] == [each.name for each in RIVALS]
    assert set(results["versions"]) >= {"jagged", "jax", "jaxlib", "numpy", "equinox", "python"}
    assert results["device"]["platform"] == jax.devices()[0].platform
    page = tmp_path / "page.md"
    for path in (readme, page):
        path.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    report.main([str(figures), "--readme", str(readme), "--page", str(page)])
    table = report.markdown(results)
    assert page.read_text() == f"before\n{BEGIN}\n{table}\n{END}\nafter\n"
    assert readme.read_text() == f"before\n{BEGIN}\n{report.brief(results)}\n{END}\nafter\n"
    assert "| median |" in report.brief(results)
    report.main([str(figures)])
    assert table in capsys.readouterr().out
    assert all(f"| {case.name} |" in table for case in command.CASES)
    assert "compile, gradient (at most 2)" in table
    assert all(f"| `{rival.name}` |" in table for rival in RIVALS)


def measured(figures: list[dict]) -> list[tuple[str, str]]:
    return [(row["case"], row["mode"]) for row in figures]


@pytest.mark.slow
@pytest.mark.matrix
def test_bytes_and_operations_stay_within_the_limits():
    counted = [count(case, mode, "full") for case in command.CASES for mode in MODES]
    assert_within(limits.MEDIAN, counted, "bytes")
    assert_within(limits.MEDIAN, counted, "flops")


def assert_within(limit: float, counted: list[Measurement], kind: Kind) -> None:
    """Whatever lies above the limit is named, and what is named still lies above."""
    ratios = {(row.case, row.mode): row.ratio(kind) for row in counted}
    above = {key: ratio for key, ratio in ratios.items() if ratio > limit}
    known = {(row.case, row.mode): row.limit(kind) for row in counted}
    named = {key: highest for key, highest in known.items() if highest is not None}
    assert statistics.median(ratios.values()) <= limit, ratios
    assert set(above) == set(named), f"{kind}: above {limit}: {above}; named: {named}"
    assert all(above[key] <= named[key] for key in named), (above, named)


def measurement(ratio: float, *, limit: float | None = None) -> Measurement:
    excess = Excess("why", {("forward", "bytes"): limit}) if limit else None
    return Measurement(f"x{ratio}", "forward", Cost(ratio, 1), Cost(1, 1), None, excess)


def test_limits_can_fail():
    usual = [measurement(1.0), measurement(1.01), measurement(1.02)]
    assert_within(1.05, [*usual, measurement(1.4, limit=1.5)], "bytes")
    with pytest.raises(AssertionError, match=r"bytes: above 1\.05"):
        assert_within(1.05, [*usual, measurement(1.4)], "bytes")
    with pytest.raises(AssertionError, match=r"x1\.6"):
        assert_within(1.05, [*usual, measurement(1.6, limit=1.5)], "bytes")
    with pytest.raises(AssertionError, match=r"named: \{\('x1\.0'"):
        assert_within(1.05, [*usual, measurement(1.0, limit=1.5)], "bytes")
    with pytest.raises(AssertionError, match=r"x1\.01"):
        assert_within(1.0, usual, "bytes")


def test_only_runs_what_was_asked_for():
    results = command.run("tiny", "events, sum")
    assert {row["case"] for row in results["suite"]} == {"events, sum"}
    assert results["preparation"] == results["eager"] == results["awkward"]["cases"] == []
    results = command.run("tiny", "awkward sum of x")
    assert [row["case"] for row in results["awkward"]["cases"]] == ["sum of x[x > 0]"]
    assert results["suite"] == []


def test_without_awkward_the_rest_is_measured(monkeypatch, capsys):
    monkeypatch.setattr(rivals, "is_installed", lambda: False)
    assert command.run("tiny", "awkward")["awkward"] is None
    assert "pip install 'jagged-jax[test]'" in capsys.readouterr().err
    assert "not installed" in report.awkward_table(None)[0]


def test_what_is_too_slow_is_named():
    fast, slow = ({"case": f"x{r}", "times": 5, "ratio": r, "jagged": 1, "expert": 1} for r in (0.1, 0.5))  # fmt: skip
    results = {"version": "2", "rows": 10_000, "cases": [fast, slow]}
    table, missed = report.awkward_table(results)
    assert "| `x0.1` | 10.00 (at least 5) | 1000.00 ms | 1000.00 ms |" in table
    assert missed == "Missed: `x0.5`."
    assert len(report.awkward_table(results | {"cases": [fast]})) == 1
    assert report.awkward_table(results | {"cases": []}) == []


def test_libraries_that_disagree_are_not_timed():
    wrong = Rival("wrong", lambda x: jg.sum(x, axis=1), lambda ak, x: ak.prod(x, axis=1), 1)
    with pytest.raises(AssertionError, match="Not equal to tolerance"):
        rivals.measure(wrong, "tiny", seconds=0, pairs=2)


@pytest.mark.slow
def test_the_configuration_of_jax_is_put_back():
    before = jax.config.read("jax_enable_x64"), jax.config.read("jax_platform_name")
    with rivals.jax_backend():
        assert jax.config.read("jax_enable_x64")
    assert before == (jax.config.read("jax_enable_x64"), jax.config.read("jax_platform_name"))


def test_preparation_traces_and_compiles_anew():
    traces = []
    counted = Contender(jax.jit(lambda x: traces.append(x) or x + 1), (jnp.ones(3),))
    for times in (1, 2):
        trace, compile = prepare(counted)
        assert len(traces) == times
        assert min(trace, compile) > 0


def test_the_quickest_preparation_counts():
    assert quickest([(2.0, 5.0), (3.0, 4.0)]) == [2.0, 4.0]


def test_rivals_take_turns_and_alternate_who_is_first():
    calls = []
    rivals = [Contender(lambda name=name: calls.append(name), ()) for name in ("jagged", "expert")]
    timing = interleave(*rivals, pairs=4)
    assert timing.pairs == 4
    assert calls[-8:] == ["jagged", "expert", "expert", "jagged"] * 2


def test_ratio_is_the_median_of_the_ratios_not_the_ratio_of_the_medians():
    timing = summarise([(2.0, 1.0), (30.0, 10.0), (5.0, 5.0)])
    assert (timing.jagged, timing.expert, timing.ratio) == (5.0, 5.0, 2.0)
    assert timing.quartiles == (1.5, 2.5)


def test_cost_counts_bytes_and_operations():
    counted = cost(
        Contender(jax.jit(jnp.add), (jnp.ones(8, jnp.float32), jnp.zeros(8, jnp.float32)))
    )
    assert counted.bytes == 3 * 8 * 4
    assert counted.flops == 8


def test_rivals_that_disagree_are_refused():
    x = np.array([1.0, np.nan])
    assert_equal_values((x,), (x,))
    with pytest.raises(AssertionError, match="Not equal to tolerance"):
        assert_equal_values((x,), (x + 0.1,))
    with pytest.raises(AssertionError, match="PyTreeDef"):
        assert_equal_values((x,), [x])


def test_a_case_whose_rivals_disagree_is_not_timed():
    wrong = Case("wrong", suite.jagged_sum, suite.expert_max, suite.CASES[0].inputs)
    with pytest.raises(AssertionError, match="Not equal to tolerance"):
        command.measure(wrong, "forward", "tiny", pairs=2)


def test_markers_are_required_once_each():
    with pytest.raises(ValueError, match="once each"):
        between_markers("no markers", "table")
    with pytest.raises(ValueError, match="once each"):
        between_markers(f"{BEGIN}{END}{BEGIN}{END}", "table")
