"""Plans are the cheapest, cover every row they were made for, and say what they cost."""

from itertools import combinations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import jagged as jg
from tests.refusal import refused

UNEVEN = np.maximum(1, np.exp(np.log(40) + np.random.default_rng(0).normal(size=20_000))).astype(
    int
)


def padded(lengths, capacities):
    """Add up what rows take when each is padded to the first capacity that holds it."""
    return sum(min(c for c in capacities if c >= length) for length in lengths)


def cheapest(lengths, programs, multiple):
    """Try every set of capacities."""
    candidates = sorted({max(-(-length // multiple), 1) * multiple for length in lengths})
    sets = (
        chosen
        for size in range(1, programs + 1)
        for chosen in combinations(candidates, size)
        if chosen[-1] == candidates[-1]
    )
    return min(padded(lengths, chosen) for chosen in sets)


@given(st.lists(st.integers(0, 12), min_size=1, max_size=20), st.integers(1, 6), st.integers(1, 4))
def test_no_set_of_capacities_is_cheaper(lengths, programs, multiple):
    plan = jg.data.plan_capacities(lengths, programs, batch_size=2, multiple_of=multiple)
    assert plan.programs <= programs
    assert all(capacity % multiple == 0 for capacity in plan.capacities)
    assert list(plan.capacities) == sorted(set(plan.capacities))
    assert padded(lengths, plan.capacities) == cheapest(lengths, programs, multiple)


@pytest.mark.parametrize(("programs", "waste"), [(8, 0.27), (16, 0.13)])
def test_a_heavy_tail_wastes_what_is_known(programs, waste):
    plan = jg.data.plan_capacities(UNEVEN, programs, batch_size=64)
    assert plan.waste == pytest.approx(waste, abs=0.01)
    buffer = padded(UNEVEN.tolist(), plan.capacities)
    assert plan.waste == pytest.approx(1 - UNEVEN.sum() / buffer, abs=1e-12)


def test_what_a_plan_says_adds_up():
    plan = jg.data.plan_capacities([3, 1, 4, 1, 5, 0], programs=2, tokens=11)
    assert plan.capacities == (1, 5)
    assert plan.batch_sizes == (11, 2)
    assert plan.rows == (3, 3)
    assert plan.elements == (2, 12)
    assert plan.batches == (1, 2)
    assert plan.waste == pytest.approx(1 - 14 / 18)
    assert plan.waste_of_batches == pytest.approx(1 - 14 / 31)
    assert plan.largest_batch == 11
    assert plan.classes([0, 1, 2, 5]).tolist() == [0, 0, 1, 1]
    assert "2 programs, padding 22.2%" in str(plan)
    assert plan == jg.data.plan_capacities(np.array([0, 1, 1, 3, 4, 5]), programs=2, tokens=11)
    assert len({plan, jg.data.plan_capacities([5], batch_size=2)}) == 2


def test_of_several_arrays_the_longest_counts():
    frames, labels = np.array([3, 9]), np.array([4, 2])
    assert jg.data.plan_capacities([frames, labels], batch_size=1).capacities == (4, 9)


def test_rows_that_are_all_empty_have_room_for_one():
    plan = jg.data.plan_capacities([0, 0], batch_size=2)
    assert (plan.capacities, plan.waste) == ((1,), 1.0)


@pytest.mark.parametrize("lengths", [UNEVEN, [3, 4, 5]], ids=["uneven", "even"])
def test_the_picture_shows_rows_and_capacities(lengths):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    plan = jg.data.plan_capacities(lengths, 4, batch_size=8)
    ax = plan.plot()
    lines = sorted(line.get_xdata()[0] for line in ax.lines)
    assert lines == list(plan.capacities)
    assert sum(patch.get_height() for patch in ax.patches) == len(lengths)
    assert plan.plot(ax) is ax
    pyplot.close("all")


def test_a_picture_without_matplotlib_names_the_extra(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.pyplot", None)
    with refused(ImportError, "matplotlib", "jagged-jax[examples]"):
        jg.data.plan_capacities([1], batch_size=1).plot()


def test_refusals():
    plan = jg.data.plan_capacities([3, 5], batch_size=2)
    with refused(ValueError, "capacity is 5", "length 7", "row 1"):
        plan.classes([2, 7, 9])
    with refused(ValueError, "tokens=4", "length 5", "row 1", "capacity 5"):
        jg.data.plan_capacities([3, 5, 1], tokens=4)
    with refused(ValueError, "capacity 8", "raise it to 8"):
        jg.data.plan_capacities([3, 5, 1], tokens=6, multiple_of=8)
    with refused(TypeError, "batch_size=None and tokens=None"):
        jg.data.plan_capacities([3])
    with refused(TypeError, "batch_size=1 and tokens=3"):
        jg.data.plan_capacities([3], batch_size=1, tokens=3)
    with refused(ValueError, "none", "at least one row"):
        jg.data.plan_capacities([], batch_size=1)
    with refused(ValueError, "negative", "-2", "row 1"):
        jg.data.plan_capacities([3, -2], batch_size=1)
    with refused(TypeError, "lengths", "integers", "float"):
        jg.data.plan_capacities([1.5], batch_size=1)
    with refused(ValueError, "shapes", "x.lengths"):
        jg.data.plan_capacities(np.ones((2, 2), int), batch_size=1)
    for name in ("programs", "batch_size", "multiple_of"):
        with refused(ValueError, name, "at least 1", "got 0"):
            jg.data.plan_capacities([3], **({"batch_size": 1} | {name: 0}))
