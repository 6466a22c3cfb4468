"""What people ran into while making, mapping, compiling and masking; each test is named after its thread."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest

import jagged as jg


def test_jax_17863_rows_of_two_lengths():
    x = jg.array([[1.0, 2.0], [3.0]])
    np.testing.assert_array_equal(x.lengths, [2, 1])
    np.testing.assert_array_equal(jax.jit(lambda x: jg.sum(x, axis=1))(x), [3, 3])
    np.testing.assert_array_equal(jax.vmap(jg.sum)(x), [3, 3])
    poison.check(lambda x: jg.sum(x, axis=1), [[1, 2], [3]], [3, 3], [[1, 1], [1]])


def test_jax_33941_ones_of_two_lengths():
    x = jg.array([np.ones(2), np.ones(3)])
    assert x.data.shape == (2, 3)
    np.testing.assert_array_equal(x.lengths, [2, 3])
    wide = jg.array([np.ones(2), np.ones(3)], capacity=4)
    assert wide.data.shape == (2, 4)
    assert wide.capacity == 4
    assert wide.shape == (2, None)
    np.testing.assert_array_equal(wide.data, [[1, 1, 0, 0], [1, 1, 1, 0]])


def test_jax_24547_rows_of_matrices():
    lengths = [50, 100, 1000, 1]
    rows = [np.ones((length, 6, 6), np.float32) for length in lengths]
    assert jg.array(rows).shape == (4, None, 6, 6)
    np.testing.assert_array_equal(jg.sum(jg.array(rows), axis=(1, 2, 3)), np.asarray(lengths) * 36)
    short = [row[:4] for row in rows]
    poison.check(lambda x: jg.sum(x, axis=(jg.ROW, 2, 3)), short, [144, 144, 144, 36], short)


def test_jax_19506_length_of_each_row():
    x = jg.array([np.ones((10, 2)), np.ones((20, 2))])
    np.testing.assert_array_equal(jax.vmap(lambda row: row.lengths)(x), [10, 20])
    np.testing.assert_array_equal(jg.count(x[..., 0], axis=1), [10, 20])
    assert jg.count(x[..., 0], axis=1).dtype == jnp.int32


@pytest.mark.parametrize("capacity", [3, 5])
def test_jax_2643_sum_of_the_first_n(capacity):
    data = jnp.pad(jnp.asarray([1.0, 2.0, 3.0]), (0, capacity - 3), constant_values=jnp.nan)
    first = lambda data, n: jg.sum(jg.JaggedArray(data, n))
    n = jnp.asarray([2, 3], jnp.int32)
    np.testing.assert_array_equal(jax.vmap(first, in_axes=(None, 0))(data, n), [3, 6])
    slope = jax.vmap(jax.grad(first), in_axes=(None, 0))(data, n)
    np.testing.assert_array_equal(slope[:, :3], [[1, 1, 0], [1, 1, 1]])
    np.testing.assert_array_equal(slope[:, 3:], 0)


def test_jax_8979_mean_of_the_valid_part():
    poison.check(jg.mean, [[1, 2]], 1.5, [[0.5, 0.5]], more=(0, 1, 4))
    poison.check(lambda x: jg.mean(x, axis=1), [[1, 2]], [1.5], [[0.5, 0.5]])


def test_jax_8979_mean_of_a_masked_row():
    mean = lambda data: jg.mean(jg.from_mask(data, jnp.asarray([True, True, False])))
    value, slope = jax.value_and_grad(mean)(jnp.asarray([1.0, 2.0, jnp.nan]))
    assert value == 1.5
    np.testing.assert_array_equal(slope, [0.5, 0.5, 0])


def test_jax_32993_program_does_not_grow_with_the_rows():
    def size(rows):
        x = jg.array([[1.0, 2.0]] * rows, capacity=4)
        loss = lambda data: jg.sum(jg.softmax(x.with_data(data) * 2.0) * x)
        return str(jax.make_jaxpr(jax.grad(loss))(x.data)).count(" = ")

    assert size(2) == size(9)


def test_awkward_2556_square_of_the_sum():
    rows, slope = [[1, 2, 3], [4, 5]], [[30, 30, 30], [30, 30]]
    poison.check(lambda x: jg.sum(x) ** 2, rows, 225, slope)
    x = jg.array([[1.0, 2, 3], [4, 5]])
    found = jax.jit(jax.grad(lambda x: jg.sum(x) ** 2, allow_int=True))(x)
    np.testing.assert_array_equal(found.data, [[30, 30, 30], [30, 30, 0]])


def test_awkward_2556_treedef_holds_no_arrays():
    one, other = jg.array([[1.0, 2, 3], [4, 5]]), jg.array([[1.0], [4, 5, 6]])
    assert jax.tree.structure(one) == jax.tree.structure(other)
    assert hash(jax.tree.structure(one)) == hash(jax.tree.structure(other))
    assert len(jax.tree.leaves(one)) == 2


def test_awkward_1772_jacobian_of_row_sums():
    x = jg.array([[1.0, 2.0], [], [3.0]], capacity=3)
    row_sums = lambda data: jg.sum(x.with_data(data), axis=1)
    wanted = np.zeros((3, 3, 3))
    wanted[0, 0, :2] = wanted[2, 2, :1] = 1
    for jacobian in jax.jacrev, jax.jacfwd:
        np.testing.assert_array_equal(jacobian(row_sums)(x.data), wanted)


def test_jaxtyping_185_mismatch_of_buffer_and_lengths():
    for lengths in [1, 2, 3], [[1, 2]]:
        with pytest.raises((ValueError, TypeError)) as caught:
            jg.JaggedArray(jnp.zeros((2, 3)), jnp.asarray(lengths, jnp.int32))
        assert "lengths" in str(caught.value)
        assert "(2, 3)" in str(caught.value)


def test_torch_159380_capacity_is_not_the_total():
    values = np.asarray([1.0, 2, 3, 4], np.float32)
    assert jg.from_flat(values, lengths=[1, 3]).data.shape == (2, 3)
    wide = jg.from_flat(values, lengths=[1, 3], capacity=5)
    assert wide.data.shape == (2, 5)
    poison.assert_close(wide, [[1], [2, 3, 4]])


def test_torch_187582_equal_but_distinct_lengths_combine():
    one, other = jg.array([[1.0, 2], [3]]), jg.array([[10.0, 20], [30]])
    assert one.lengths is not other.lengths
    poison.assert_close(one + other, [[11, 22], [33]])
    poison.assert_close(jax.jit(jg.add)(one, other), [[11, 22], [33]])


def test_torch_150252_different_lengths_never_combine():
    one, other = jg.array([[1.0, 2], [3]]), jg.array([[1.0], [2, 3]])
    with pytest.raises(ValueError, match="lengths") as caught:
        one + other
    assert "2" in str(caught.value)
    assert "1" in str(caught.value)


@pytest.mark.parametrize(
    "lengths", [np.asarray([2, 1], np.uint8), np.asarray([2, 1]), [2, 1], (2, 1)]
)
def test_tensorflow_34130_lengths_become_int32(lengths):
    for x in (
        jg.from_dense(jnp.ones((2, 3)), lengths),
        jg.JaggedArray(jnp.ones((2, 3)), lengths),
        jg.zeros(lengths),
    ):
        assert x.lengths.dtype == jnp.int32
        assert not getattr(x.lengths, "weak_type", False)
        np.testing.assert_array_equal(x.lengths, [2, 1])


def test_tensorflow_34130_dtypes_promote_as_in_jnp():
    floats, integers = jg.array([[1.5, 2.5], [3.5]]), jg.array([[2, 3], [4]])
    with jax.numpy_dtype_promotion("standard"):
        product = floats * integers
    assert product.dtype == jnp.float32
    poison.assert_close(product, [[3, 7.5], [14]])
    with pytest.raises(ValueError, match="no available implicit dtype promotion"):
        floats * integers


def test_tensorflow_34130_sum_of_bool_is_an_integer():
    total = jg.sum(jg.array([[True, False, True], [True]]), axis=1)
    assert total.dtype == jnp.sum(jnp.ones(2, bool)).dtype
    poison.check(
        lambda x: jg.sum(x, axis=1), [[True, False, True], [True], []], [2, 1, 0], dtype=np.bool_
    )


@pytest.mark.parametrize("transform", [jax.jit, eqx.filter_jit])
def test_jax_2521_one_trace_for_every_batch(transform):
    traces = []

    def loss(x):
        traces.append(1)
        return jg.mean(jg.softmax(x * x))

    compiled = transform(loss)
    for seed in range(20):
        lengths = np.random.default_rng(seed).integers(0, 6, 4)
        compiled(jg.array([np.ones(length, np.float32) for length in lengths], capacity=5))
    assert len(traces) == 1


def test_jax_10550_five_capacities_five_compiles():
    events = []
    listen = lambda name, *_, **__: events.append(name) if "backend_compile" in name else None
    jax.monitoring.register_event_duration_secs_listener(listen)
    compiled = jax.jit(lambda x: jg.sum(x, axis=1))
    capacities = (8, 16, 32, 64, 128)
    try:
        for length in range(1, 101):
            capacity = next(c for c in capacities if c >= length)
            x = jg.array([np.ones(length, np.float32)], capacity=capacity, host=True)
            assert np.asarray(compiled(x)).tolist() == [length]
    finally:
        forget = getattr(jax.monitoring, "unregister_event_duration_listener", lambda _: None)
        forget(listen)
    assert len(events) <= 5


@pytest.mark.parametrize("batch", [(), (1,)])
@pytest.mark.parametrize("missing", [2.0, np.nan, np.inf])
def test_jax_9579_mask_with_a_hole(missing, batch):
    data = jnp.asarray([1, missing, 3]).reshape(*batch, 3)
    mask = jnp.asarray([True, False, True]).reshape(*batch, 3)
    x = jax.jit(jg.from_mask)(data, mask)
    assert np.all(np.asarray(x.lengths) == 2)
    assert np.ravel(x.data)[:2].tolist() == [1, 3]
    slope = jax.jit(jax.grad(lambda data: jg.sum(jg.from_mask(data, mask))))(data)
    np.testing.assert_array_equal(np.ravel(slope), [1, 0, 1])


def test_jax_2765_filter_inside_jit():
    def positive(x):
        return jg.from_mask(x.data, x.mask & (x.data > 0))

    x = jg.array([[-1.0, 2, 0, 3]], capacity=6)
    poison.assert_close(jax.jit(positive)(x), [[2, 3]])
    poison.check(positive, [[-1, 2, 0, 3], [], [-5]], [[2, 3], [], []], [[0, 1, 0, 1], [], [0]])


def test_jax_21994_places_set_to_zero():
    poison.check(
        lambda x: jg.where(x >= 2, x, 0), [[0, 1, 2, 3], [5]], [[0, 0, 2, 3], [5]], dtype=np.int32
    )
    x = jg.arange(jnp.asarray([4], jnp.int32), capacity=4)
    poison.assert_close(jax.jit(lambda x: jg.where(x < 2, 0, x))(x), [[0, 0, 2, 3]])


def test_jax_4585_entries_that_are_not_zero():
    rows = [np.zeros(5), np.ones(5), [], [0, 2, 0]]
    poison.check(lambda x: jg.count_nonzero(x, axis=1), rows, [0, 5, 0, 1])
    kept = jax.jit(lambda data: jg.from_mask(data, data != 0))(
        jnp.asarray([np.zeros(5), np.ones(5)])
    )
    np.testing.assert_array_equal(kept.lengths, [0, 5])


def test_jax_5280_size_that_is_too_small():
    with pytest.raises(ValueError, match=r"(?s)(3.*5|5.*3)"):
        jg.array([np.ones(5)]).resize(3, overflow="error")


def test_jax_5013_length_drawn_at_run_time():
    ones = jax.jit(lambda length: jg.sum(jg.ones(length, capacity=4)))
    for length in range(5):
        assert ones(jnp.asarray(length, jnp.int32)) == length
    with jg.checking(), pytest.raises(RuntimeError, match="4"):
        jax.block_until_ready(ones(jnp.asarray(5, jnp.int32)))
