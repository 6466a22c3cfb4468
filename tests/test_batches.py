"""Batches give every row once, in planned shapes, in an order that can be taken up again."""

import json
from itertools import islice

import hypothesis.strategies as st
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from jax.sharding import NamedSharding, PartitionSpec as P

import jagged as jg
from tests.refusal import refused

LENGTHS = np.array([3, 0, 5, 1, 3, 0, 5, 1, 2, 2, 4], np.int32)
ROWS = [np.arange(n, dtype=np.float32) + 10 * row for row, n in enumerate(LENGTHS)]


def dataset(rows=ROWS):
    """Give rows in each form that a data set may have, and their numbers."""
    x = jg.JaggedArray(*map(np.asarray, jax.tree.leaves(jg.array(rows, np.float32))))
    return {
        "array": x,
        "flat": jg.data.FlatRows.from_rows(rows),
        "record": jg.record({"one": x, "two": jg.JaggedArray(-x.data, x.lengths)}),
        "number": np.arange(len(rows)),
    }


def plan_of(lengths, **options):
    return jg.data.plan_capacities(lengths, **({"programs": 3, "batch_size": 2} | options))


def same(one, two):
    return jax.tree.all(jax.tree.map(np.array_equal, one, two))


@settings(max_examples=30)
@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=20),
    st.integers(1, 4),
    st.integers(1, 3),
    st.sampled_from([{"batch_size": 3}, {"tokens": 9}]),
    st.sampled_from([None, 0, 7]),
)
def test_each_row_comes_once_with_weight_one(lengths, programs, processes, size, seed):
    plan = jg.data.plan_capacities(lengths, programs, **size)
    rows = {"n": jg.data.FlatRows(np.arange(sum(lengths)), lengths)}
    shares = [
        jg.data.Batches(rows, plan, seed=seed, process_index=index, process_count=processes)
        for index in range(processes)
    ]
    for _ in range(2):
        epochs = [list(share) for share in shares]
        seen = [batch.rows[batch.weights == 1] for epoch in epochs for batch in epoch]
        assert sorted(np.concatenate(seen)) == list(range(len(lengths)))
        for together in zip(*epochs, strict=True):
            assert len({batch.data["n"].data.shape for batch in together}) == 1
            assert {*np.unique([batch.weights for batch in together])} <= {0, 1}
        assert [len(share) for share in shares] == [len(epoch) for epoch in epochs]
        shapes = {batch.data["n"].data.shape for batch in epochs[0]}
        pairs = zip(plan.batch_sizes, plan.capacities, strict=True)
        assert shapes <= set(pairs)


def test_rows_are_what_they_were_in_every_form():
    data = dataset()
    for batch in jg.data.Batches(data, plan_of(LENGTHS)):
        wanted = [ROWS[row].tolist() for row in batch.rows]
        assert batch.data["array"].to_list() == wanted
        assert batch.data["flat"].to_list() == wanted
        assert batch.data["record"]["one"].to_list() == wanted
        assert batch.data["record"]["two"].to_list() == [[-v for v in row] for row in wanted]
        assert batch.data["number"].tolist() == batch.rows.tolist()
        assert all(isinstance(leaf, np.ndarray) for leaf in jax.tree.leaves(batch))
        assert batch.weights.dtype == np.float32


def test_deeper_axes_come_along():
    x = jg.array([[[1.0, 2.0], []], [], [[3.0]]], jagged_axes=2)
    x = jax.tree.map(np.asarray, x)
    plan = plan_of(np.asarray(x.lengths), batch_size=1)
    found = {int(b.rows[0]): b.data.to_list()[0] for b in jg.data.Batches(x, plan)}
    assert found == dict(enumerate(x.to_list()))


def test_no_device_is_touched(monkeypatch):
    def touched(*args, **kwargs):
        raise AssertionError("A device was touched.")

    data = dataset()
    monkeypatch.setattr(jax, "device_put", touched)
    monkeypatch.setattr(jnp, "asarray", touched)
    assert len(list(jg.data.Batches(data, plan_of(LENGTHS)))) > 3


def test_the_order_depends_on_seed_and_epoch_alone():
    make = lambda **options: jg.data.Batches(dataset(), plan_of(LENGTHS), **options)
    numbers = lambda batches: [batch.rows.tolist() for batch in batches]
    one, two = make(seed=3), make(seed=3)
    first, second = numbers(one), numbers(one)
    assert first == numbers(two)
    assert first != second
    assert first != numbers(make(seed=4))
    assert one.epoch == 2
    still = make(seed=None)
    kept = numbers(still)
    assert kept == numbers(still)
    assert kept[0] == [1, 3]


@pytest.mark.parametrize("stop", [0, 1, 4, "last"])
@pytest.mark.parametrize("ahead", [None, 1, 3])
def test_a_loop_that_was_killed_goes_on(stop, ahead):
    make = lambda: jg.data.Batches(dataset(), plan_of(LENGTHS), seed=5)
    run = lambda batches: batches if ahead is None else batches.prefetch(ahead)
    whole = make()
    expected = [*run(whole), *run(whole)]
    killed = make()
    stop = len(killed) if stop == "last" else stop
    seen = list(islice(run(killed), stop))
    state = json.loads(json.dumps(killed.get_state()))
    resumed = make()
    resumed.set_state(state)
    rest = list(run(resumed))
    if resumed.epoch == 1:
        rest += run(resumed)
    assert same([*seen, *rest], expected)


def test_prefetch_puts_rows_where_they_are_asked_for():
    mesh = jax.make_mesh((2,), ("rows",))
    sharding = NamedSharding(mesh, P("rows"))
    batches = jg.data.Batches(dataset(), plan_of(LENGTHS))
    on_host = list(jg.data.Batches(dataset(), plan_of(LENGTHS)))
    on_device = list(batches.prefetch(2, sharding))
    assert same(on_device, on_host)
    assert all(
        leaf.sharding.is_equivalent_to(sharding, leaf.ndim) for leaf in jax.tree.leaves(on_device)
    )


def test_prefetch_stays_ahead_by_its_size_and_gives_errors_on():
    batches = jg.data.Batches(dataset(), plan_of(LENGTHS))
    made = []
    original = batches._batch
    batches._batch = lambda *args: made.append(args) or original(*args)
    loop = batches.prefetch(3)
    next(loop)
    assert len(made) == 3
    next(loop)
    assert len(made) == 4
    batches._batch = lambda *args: 1 / 0
    with pytest.raises(ZeroDivisionError):
        next(loop)


def test_one_program_for_each_capacity():
    plan = plan_of(LENGTHS)
    batches = jg.data.Batches(dataset(), plan, budget=plan.programs)
    step = jax.jit(jg.data.limit_programs(lambda batch: jg.sum(batch.data["array"]), plan.programs))
    for _ in range(3):
        for batch in batches:
            step(batch)
    with refused(RuntimeError, "3 programs", "args[0]", "[9", "raise budget=3"):
        step(jax.tree.map(lambda leaf: np.resize(leaf, (9, *leaf.shape[1:])), batch))
    step(batch)


def test_a_new_program_says_what_changed():
    f = jax.jit(jg.data.limit_programs(lambda x, y: y, 1))
    f(1.0, y=np.ones(2))
    with refused(RuntimeError, "kwargs['y']", "int", "float", "1 program,"):
        f(1.0, y=np.ones(2, int))


def test_refusals():
    data, plan = dataset(), plan_of(LENGTHS)
    with refused(ValueError, "capacity is 2", "length 3", "row 0"):
        jg.data.Batches(data, plan_of(LENGTHS[[1, 8]]))
    with refused(ValueError, "as many rows", "[11, 10]"):
        jg.data.Batches((data["array"], np.zeros(10)), plan)
    with refused(ValueError, "as many rows", "None"):
        jg.data.Batches((data["array"], np.float32(1)), plan)
    with refused(TypeError, "jg.array(rows)"):
        jg.data.Batches(np.zeros(3), plan)
    with refused(ValueError, "one batch axis"):
        jg.data.Batches(jg.ones([[1, 2]]), plan)
    with refused(ValueError, "budget of 2 programs", "programs=2"):
        jg.data.Batches(data, plan, budget=2)
    with refused(ValueError, "process_index", "process_count=2", "got 2"):
        jg.data.Batches(data, plan, process_index=2, process_count=2)
    with refused(ValueError, "add up", "sum 4", "3 values"):
        jg.data.FlatRows(np.zeros(3), [1, 3])


def test_a_state_from_elsewhere_is_refused():
    data, plan = dataset(), plan_of(LENGTHS)
    state = jg.data.Batches(data, plan, seed=1).get_state()
    others = {
        "lengths": jg.data.Batches(dataset(ROWS[::-1]), plan, seed=1),
        "plan": jg.data.Batches(data, plan_of(LENGTHS, programs=2), seed=1),
        "seed": jg.data.Batches(data, plan, seed=2),
        "process": jg.data.Batches(data, plan, seed=1, process_index=0, process_count=2),
    }
    for name, batches in others.items():
        with refused(ValueError, "same data set, plan, seed and process", f"has {name} "):
            batches.set_state(state)
        assert batches.get_state()["batches"] == 0


def test_flat_rows_are_a_source_of_rows():
    rows = jg.data.FlatRows.from_rows(ROWS)
    assert (len(rows), repr(rows)) == (11, "FlatRows(11 rows, 26 elements, float32)")
    assert [row.tolist() for row in rows] == [row.tolist() for row in ROWS]
    assert jg.data.FlatRows.from_rows([]).batch(np.zeros(0, int), 3).shape == (0, None)
