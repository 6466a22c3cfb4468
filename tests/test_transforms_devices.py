"""Rows spread over eight simulated devices, on meshes of both kinds."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import poison
import pytest
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

import jagged as jg


def rows_of_eight():
    return [[float(i + j) for j in range(i % 4)] for i in range(8)]


@pytest.fixture(params=[AxisType.Auto, AxisType.Explicit], ids=["auto", "explicit"])
def mesh(request):
    """Eight simulated devices in one axis."""
    mesh = jax.make_mesh((8,), ("rows",), axis_types=(request.param,))
    with jax.set_mesh(mesh):
        yield mesh


def spread(x, mesh):
    """Put the rows of an array or a record on the devices of a mesh."""
    specs = jg.partition_specs(x, "rows")
    is_spec = lambda leaf: isinstance(leaf, P)
    return jax.device_put(
        x, jax.tree.map(lambda spec: NamedSharding(mesh, spec), specs, is_leaf=is_spec)
    )


def test_shard_map_over_rows(mesh):
    x = spread(jg.array(rows_of_eight(), capacity=5), mesh)
    specs = jg.partition_specs(x, "rows")
    doubled = jax.shard_map(lambda x: x * 2.0, mesh=mesh, in_specs=(specs,), out_specs=specs)
    poison.assert_close(jax.jit(doubled)(x), [np.multiply(row, 2) for row in rows_of_eight()])
    sums = jax.shard_map(
        lambda x: jg.sum(x, axis=1), mesh=mesh, in_specs=(specs,), out_specs=P("rows")
    )
    np.testing.assert_array_equal(jax.jit(sums)(x), [sum(row) for row in rows_of_eight()])


LAYER = eqx.nn.Linear(1, 3, key=jr.key(0))
CELL = eqx.nn.GRUCell(1, 3, key=jr.key(1))


def recur(x):
    """A recurrent net whose parameters and first carry every device shares."""
    carry, outputs = jg.scan(lambda h, t: (CELL(t, h),) * 2, jnp.zeros(3), x, in_axes=None)
    return carry + jg.sum(outputs, axis=1)


# Each takes rows with one feature, and gives something for each row alone.
FUNCTIONS = {
    "times": lambda x: jg.sum(x * jnp.full((1, 1, 1), 3.0), axis=1),
    "centre": lambda x: jg.exp(-(x - jg.mean(x, axis=1, keepdims=True, empty=0))),
    "where": lambda x: jg.where(x > 1, x, 0.0),
    "layer": lambda x: jg.map_elements(LAYER, x),
    "partial": lambda x: jg.map_elements(lambda t: jnp.log(LAYER(t) ** 2), x),
    "recurrent": recur,
    "max": lambda x: jg.max(x, axis=1),
    "argmax": lambda x: jg.argmax(x, axis=1),
    "std": lambda x: jg.std(x, axis=1, empty=0),
    "norm": lambda x: jg.norm(x, axis=1),
    "any": lambda x: jg.any(x > 2, axis=1),
    "count": lambda x: jg.count_nonzero(x, axis=1),
    "logsumexp": lambda x: jg.logsumexp(x, axis=1),
    "softmax": jg.softmax,
    "log_softmax": jg.log_softmax,
    "cumsum": lambda x: jg.cumsum(x, reverse=True),
    "dense": lambda x: x.to_dense(7.0),
    "resize": lambda x: x.resize(7),
    "first": lambda x: jax.jit(lambda x: jnp.nan_to_num(x[:, 0]))(x),
    "from_mask": lambda x: jg.from_mask(x.data[..., 0], x.mask & (x.data[..., 0] > 1)),
    "arange": lambda x: jg.arange(x.lengths, capacity=5),
    "vmap": lambda x: jax.vmap(jg.sum)(x),
}


def summed(function):
    """The sum of a function's valid floats, to differentiate."""
    return lambda x: jnp.sum(poison.valid_places(function(x)).astype(jnp.float32))


def specs_of(result):
    """Where each leaf of a result for each row lies."""
    return jax.tree.map(lambda leaf: P("rows"), result)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_shard_map_of_a_function(mesh, name):
    function, alone = FUNCTIONS[name], jg.array(rows_of_eight(), capacity=5)[..., None]
    wanted, x = function(alone), spread(alone, mesh)
    specs = jg.partition_specs(x, "rows")
    sharded = jax.shard_map(function, mesh=mesh, in_specs=(specs,), out_specs=specs_of(wanted))
    poison.assert_close(jax.jit(sharded)(x), poison.plain(wanted))


@pytest.mark.matrix
@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradient_inside_shard_map(mesh, name):
    function, alone = FUNCTIONS[name], jg.array(rows_of_eight(), capacity=5)[..., None]
    slope = lambda x: jax.grad(lambda data: summed(function)(x.with_data(data)))(x.data)
    x = spread(alone, mesh)
    specs = jg.partition_specs(x, "rows")
    sharded = jax.shard_map(slope, mesh=mesh, in_specs=(specs,), out_specs=P("rows"))
    np.testing.assert_allclose(jax.jit(sharded)(x), slope(alone), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_of_an_array_that_lies_on_several_devices(mesh, name):
    function, alone = FUNCTIONS[name], jg.array(rows_of_eight(), capacity=5)[..., None]
    slope = lambda x: jax.grad(lambda data: summed(function)(x.with_data(data)))(x.data)
    x = spread(alone, mesh)
    for run in function, jax.jit(function):
        poison.assert_close(run(x), poison.plain(function(alone)))
    np.testing.assert_allclose(jax.jit(slope)(x), slope(alone), rtol=1e-4, atol=1e-5)


def test_shard_map_of_a_scan_from_a_carry_for_each_row(mesh):
    x = spread(jg.array(rows_of_eight(), capacity=5), mesh)

    def total(x):
        return jg.scan(lambda c, t: (c + t, c), jnp.zeros(1), x)[0]

    specs = jg.partition_specs(x, "rows")
    sharded = jax.shard_map(total, mesh=mesh, in_specs=(specs,), out_specs=P("rows"))
    np.testing.assert_array_equal(jax.jit(sharded)(x), [sum(row) for row in rows_of_eight()])


def test_gradient_through_shard_map_with_empty_shards(mesh):
    x = spread(jg.array(rows_of_eight(), capacity=5), mesh)

    def loss(x):
        centred = x - jg.mean(x)
        return jax.lax.psum(jg.sum(centred * centred), "rows")

    sharded = jax.shard_map(
        loss, mesh=mesh, in_specs=(jg.partition_specs(x, "rows"),), out_specs=P()
    )
    slope = jax.jit(jax.grad(lambda data: sharded(x.with_data(data))))(x.data)
    wanted = [2 * (np.asarray(row) - np.mean(row)) if row else [] for row in rows_of_eight()]
    poison.assert_close(x.with_data(slope), wanted, atol=1e-5)
    assert np.all(np.isfinite(slope))


def test_reductions_over_rows_that_lie_on_several_devices(mesh):
    alone = jg.array(rows_of_eight(), capacity=5)
    x = spread(alone, mesh)
    assert x.data.sharding.spec[0] == "rows"
    assert x.lengths.sharding.spec[0] == "rows"
    for function in jg.sum, jg.mean, jg.max, jg.argmax, lambda x: jg.sum(x, axis=0):
        for run in function, jax.jit(function):
            poison.assert_close(run(x), poison.plain(function(alone)))


def test_partition_specs_of_a_record(mesh):
    x = spread(jg.array(rows_of_eight(), capacity=5), mesh)
    record = spread(jg.record({"one": x, "other": x * 2.0}), mesh)
    specs = jg.partition_specs(record, "rows")
    sums = lambda r: jg.sum(r["one"] + r["other"], axis=1)
    found = jax.jit(jax.shard_map(sums, mesh=mesh, in_specs=(specs,), out_specs=P("rows")))(record)
    np.testing.assert_array_equal(found, [3 * sum(row) for row in rows_of_eight()])
