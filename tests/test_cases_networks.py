"""What people ran into in networks, and what trying the design found; each test is named after its thread."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import poison
import pytest
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

import jagged as jg

ELEMENTS = np.random.default_rng(1).normal(size=(6, 3)).astype(np.float32)
ROWS = [ELEMENTS[:3], ELEMENTS[:0], ELEMENTS[3:5]]


def pooled_attention(query, x):
    """One query per row looks at the elements: softmax of the scores, then the weighted sum."""
    scores = jg.map_elements(lambda element: element @ query, x)
    return jg.sum(jg.softmax(scores)[..., None] * x, axis=1)


def plain_attention(query, row):
    """The same for one plain row."""
    return jax.nn.softmax(row @ query) @ row


def test_torch_41508_attention_of_an_empty_row():
    query = jnp.asarray([1.0, -2.0, 0.5])
    rows = [ROWS[0], ROWS[1]]
    attend = lambda x: pooled_attention(query, x)
    poison.check(attend, rows, [plain_attention(query, rows[0]), [0, 0, 0]], more=(0, 2))
    x = jg.array(rows, capacity=5)
    slope = jax.grad(lambda query: jnp.sum(pooled_attention(query, x) ** 2))(query)
    alone = jax.grad(lambda query: jnp.sum(plain_attention(query, rows[0]) ** 2))(query)
    np.testing.assert_allclose(slope, alone, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("padding", [np.nan, np.inf, 1e30])
def test_jax_23349_attention_with_poisoned_keys(padding):
    query = jnp.asarray([1.0, -2.0, 0.5])
    data, lengths = poison.buffer([ROWS[0], ROWS[2]], 5, np.float32, padding)
    found = pooled_attention(query, jg.from_dense(jnp.asarray(data), lengths))
    wanted = [plain_attention(query, row) for row in (ROWS[0], ROWS[2])]
    np.testing.assert_allclose(found, wanted, rtol=1e-5)


def test_jax_28974_mask_is_accepted_by_attention():
    x = jg.array([ROWS[0], ROWS[2]], capacity=4)
    heads = x.data[:, :, None, :]
    by_mask = jax.nn.dot_product_attention(heads, heads, heads, mask=x.mask[:, None, None, :])
    by_length = jax.nn.dot_product_attention(heads, heads, heads, key_value_seq_lengths=x.lengths)
    alone = ROWS[2][None, :, None, :]
    wanted = jax.nn.dot_product_attention(alone, alone, alone)[0]
    np.testing.assert_allclose(by_mask[1, :2], wanted, rtol=1e-5)
    np.testing.assert_allclose(by_length[1, :2], wanted, rtol=1e-5)
    layer = eqx.nn.MultiheadAttention(1, 3, key=jr.key(0))
    attend = lambda data, mask: layer(data, data, data, jnp.broadcast_to(mask[None], (4, 4)))
    np.testing.assert_allclose(
        jax.vmap(attend)(x.data, x.mask)[1, :2],
        layer(*[jnp.asarray(ROWS[2])] * 3),
        rtol=1e-4,
        atol=1e-5,
    )


def test_tensorflow_30161_moments_ignore_padding():
    poison.check(jg.mean, [[1, 2, 3, 4, 5]], 3, [[0.2] * 5], more=(0, 5))
    poison.check(jg.var, [[1, 2, 3, 4, 5]], 2, [[-0.8, -0.4, 0, 0.4, 0.8]], more=(0, 5))
    poison.check(lambda x: jg.var(x, axis=(0, 1)), ROWS, np.var(ELEMENTS[:5], 0))


@pytest.mark.parametrize("axis", [(1,), (1, 2)])
def test_torch_81985_instance_and_group_norm_ignore_the_capacity(axis):
    def normalise(x):
        centred = x - jg.mean(x, axis=axis, keepdims=True, empty=0)
        return centred / jnp.sqrt(jg.var(x, axis=axis, keepdims=True, empty=1) + 1e-5)

    plain = tuple(a - 1 for a in axis)
    wanted = [
        (row - row.mean(plain, keepdims=True)) / np.sqrt(row.var(plain, keepdims=True) + 1e-5)
        if len(row)
        else row
        for row in ROWS
    ]
    poison.check(normalise, ROWS, wanted, rtol=1e-4, atol=1e-4, more=(0, 2))


CELL = eqx.nn.GRUCell(3, 4, key=jr.key(1))


def recur(x, *, reverse=False):
    """A recurrent net over the row of each batch entry."""
    return jg.scan(lambda h, t: (CELL(t, h),) * 2, jnp.zeros(4), x, in_axes=None, reverse=reverse)


def recur_alone(row, *, reverse=False):
    """The same net over one plain row, element by element."""
    carry, outputs = jnp.zeros(4), []
    for element in row[::-1] if reverse else row:
        carry = CELL(jnp.asarray(element), carry)
        outputs.append(carry)
    return carry, np.asarray(outputs[::-1] if reverse else outputs).reshape(-1, 4)


def test_torch_4582_recurrent_net_over_an_empty_row():
    rows = [ROWS[1], ROWS[0], ROWS[2]]
    carry, outputs = recur(jg.array(rows, capacity=4))
    np.testing.assert_array_equal(carry[0], 0)
    poison.assert_close(outputs, [recur_alone(row)[1] for row in rows])
    poison.check(recur, rows, more=(0, 2))
    poison.check(lambda x: recur(x)[0], rows, [recur_alone(row)[0] for row in rows], more=(0, 2))


@pytest.mark.parametrize("reverse", [False, True])
def test_flax_2170_each_direction_equals_the_row_alone(reverse):
    rows = [ELEMENTS[:2], ELEMENTS[2:6]]
    wanted = [recur_alone(row, reverse=reverse) for row in rows]
    poison.check(
        lambda x: recur(x, reverse=reverse)[0], rows, [carry for carry, _ in wanted], more=(0, 3)
    )
    poison.check(
        lambda x: recur(x, reverse=reverse)[1],
        rows,
        [outputs for _, outputs in wanted],
        more=(0, 3),
    )


@pytest.mark.parametrize("reverse", [False, True])
def test_flax_3208_parameters_learn_from_valid_elements_only(reverse):
    rows = [ELEMENTS[:2], ELEMENTS[:0], ELEMENTS[2:6]]

    def loss(cell, x):
        carry, outputs = jg.scan(
            lambda h, t: (cell(t, h),) * 2, jnp.zeros(4), x, in_axes=None, reverse=reverse
        )
        return jnp.sum(carry**2) + jg.sum(outputs * outputs)

    def plain(cell, rows):
        result = jnp.zeros(())
        for row in rows:
            step = lambda h, t: (cell(t, h),) * 2
            carry, outputs = jax.lax.scan(step, jnp.zeros(4), jnp.asarray(row), reverse=reverse)
            result += jnp.sum(carry**2) + jnp.sum(outputs**2)
        return result

    found = eqx.filter_jit(eqx.filter_grad(loss))(CELL, jg.array(rows, capacity=6))
    wanted = eqx.filter_grad(plain)(CELL, rows)
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(wanted), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-5)


def test_sentence_transformers_1534_output_of_a_row_is_its_own():
    layer = eqx.nn.Linear(3, 5, key=jr.key(2))
    encode = lambda x: jg.mean(
        jg.map_elements(lambda element: jax.nn.gelu(layer(element)), x), axis=1, empty=0
    )
    alone = encode(jg.array([ROWS[2]]))[0]
    for mates, capacity in ([], 2), ([ROWS[0]], 5), ([ROWS[0], ROWS[1]], 7):
        found = encode(jg.array([*mates, ROWS[2]], capacity=capacity))[-1]
        np.testing.assert_allclose(found, alone, rtol=1e-5, atol=1e-6)
    poison.check(encode, ROWS, more=(0, 2))


def test_transformers_24725_mean_over_tokens():
    poison.check(jg.mean, [[1], [3, 3, 3]], 2.5, [[0.25], [0.25] * 3])
    parts = [jg.array([[1.0]], capacity=4), jg.array([[3.0, 3.0, 3.0]], capacity=4)]
    total, count = sum(jg.sum(part) for part in parts), sum(jg.count(part) for part in parts)
    assert total / count.astype(jnp.float32) == 2.5


@pytest.mark.parametrize("kind", [AxisType.Auto, AxisType.Explicit])
def test_transformers_24725_mean_over_tokens_of_all_devices(kind):
    mesh = jax.make_mesh((8,), ("rows",), axis_types=(kind,))
    x = jg.array([[1.0], [3.0, 3.0, 3.0], *[[]] * 6], capacity=4)

    def mean(x):
        count = jax.lax.psum(jg.count(x), "rows")
        return jax.lax.psum(jg.sum(x), "rows") / count.astype(jnp.float32)

    with jax.set_mesh(mesh):
        specs = jg.partition_specs(x, "rows")
        x = jax.device_put(x, jax.tree.map(lambda spec: NamedSharding(mesh, spec), specs))
        sharded = jax.shard_map(mean, mesh=mesh, in_specs=(specs,), out_specs=P())
        assert jax.jit(sharded)(x) == 2.5
        slope = jax.jit(jax.grad(lambda data: sharded(x.with_data(data))))(x.data)
    np.testing.assert_array_equal(slope, 0.25 * np.asarray(x.mask))


@pytest.mark.parametrize("capacity", [3, 5])
def test_jax_4473_scan_that_counts(capacity):
    x = jg.zeros([0, 3], capacity=capacity)
    carry, ys = jg.scan(lambda n, t: (n + 1, n), jnp.zeros(2, jnp.int32), x)
    np.testing.assert_array_equal(carry, [0, 3])
    poison.assert_close(ys, [[], [0, 1, 2]])
    count = lambda row: jg.scan(lambda n, t: (n + 1, n), jnp.int32(0), row)[0]
    np.testing.assert_array_equal(jax.vmap(count)(x), [0, 3])


def test_dynamax_37_hidden_markov_rows_equal_separate_calls():
    transition = jnp.log(jnp.asarray([[0.9, 0.1], [0.3, 0.7]]))
    start = jnp.log(jnp.asarray([0.6, 0.4]))
    rows = [ELEMENTS[:2, 0], ELEMENTS[:5, 1]]
    emission = lambda y: jax.scipy.stats.norm.logpdf(y, jnp.asarray([0.0, 1.0]), 1.0)

    def step(alpha, y):
        alpha = jax.nn.logsumexp(alpha[:, None] + transition, axis=0) + emission(y)
        return alpha, alpha

    def likelihood(x):
        carry, _ = jg.scan(step, start, x, in_axes=None)
        return jax.nn.logsumexp(carry, axis=1)

    wanted = [jax.nn.logsumexp(jax.lax.scan(step, start, jnp.asarray(row))[0]) for row in rows]
    poison.check(likelihood, rows, wanted)
    alone = lambda row: jax.nn.logsumexp(jg.scan(step, start, row)[0])
    np.testing.assert_allclose(jax.vmap(alone)(jg.array(rows)), wanted, rtol=1e-5)


@pytest.mark.parametrize("index", [2, 7, -4])
def test_traced_row_index_outside_gives_an_empty_row(index):
    x = jg.array([[1.0, 2.0], [3.0]], capacity=3)
    row = jax.jit(lambda x, i: x[i])(x, jnp.asarray(index))
    assert row.lengths == 0
    assert jg.sum(row) == 0
    inside = jax.jit(lambda x, i: x[i])(x, jnp.asarray(-1))
    poison.assert_close(inside, [3])


def test_tree_map_makes_float_lengths_that_are_refused():
    x = jg.array([[1.0, 2.0], [3.0]])
    average = jax.tree.map(lambda leaf: 0.9 * leaf.astype(jnp.float32), x)
    for operation in (lambda: average + average, lambda: jg.sum(average), lambda: average[0]):
        with pytest.raises(TypeError, match=r"(?s)lengths.*float32|float32.*lengths"):
            operation()


def test_filter_grad_result_prints_has_a_shape_and_goes_through_with_data():
    x = jg.array([[1.0, 2.0], [3.0]])
    slope = eqx.filter_grad(lambda x: jg.sum(x * x))(x)
    assert slope.lengths is None
    assert "None" in repr(slope)
    assert slope.shape is not None
    poison.assert_close(x.with_data(slope.data), [[2, 4], [6]])
    poison.assert_close(x - 0.5 * x.with_data(slope.data), [[0, 0], [0]])


def test_filter_jit_of_filter_grad_is_the_way():
    x = jg.array([[1.0, 2.0], [3.0]])
    slope = eqx.filter_jit(eqx.filter_grad(lambda x: jg.sum(x * x)))(x)
    np.testing.assert_array_equal(slope.data, [[2, 4], [6, 0]])
