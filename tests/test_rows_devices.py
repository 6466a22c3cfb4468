"""`jg.vmap` over eight simulated devices, and exported for every platform."""

import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest
import solo
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

import jagged as jg

LENGTHS = (3, 0, 4, 1, 2, 4, 0, 2)
W = jnp.asarray([0.7, -1.1, 0.4], jnp.float32)


def weights():
    """Weights made where they are used: arrays of no mesh can't be joined to rows that are spread."""
    return jnp.arange(3, dtype=jnp.float32) * 0.9 - 0.7


def network(row, w=None):
    """Attention over the row, and a token in front of it."""
    w = weights() if w is None else w
    h = jnp.tanh(row[:, None] * w[None])
    h = jnp.concatenate([w[None], h])
    return jax.nn.softmax(h @ h.T) @ h


def recurrent(row):
    """A loop over the row from a carry that all devices share."""
    w = weights()
    return jax.lax.scan(lambda c, t: (jnp.tanh(c * w + t), c.sum()), jnp.zeros(3), row)


# Each takes one row, and gives something for it.
FUNCTIONS = {
    "double": lambda row: row * 2.0,
    "centre": lambda row: row - row.mean(),
    "sum": lambda row: row.sum(),
    "sort": lambda row: jnp.sort(row),
    "cumsum": lambda row: jnp.cumsum(row)[::-1],
    "longer": lambda row: jnp.concatenate([row, row]),
    "parts": lambda row: (row[1:], row[: row.shape[0] // 2]),
    "square": lambda row: jnp.outer(row, row),
    "network": network,
    "recurrent": recurrent,
    "length": lambda row: jnp.arange(row.shape[0]) + row.shape[0],
}


@pytest.fixture(params=[AxisType.Auto, AxisType.Explicit], ids=["auto", "explicit"])
def mesh(request):
    """Eight simulated devices in one axis."""
    mesh = jax.make_mesh((8,), ("rows",), axis_types=(request.param,))
    with jax.set_mesh(mesh):
        yield mesh


def spread(x, mesh):
    """Put the rows of an array on the devices of a mesh."""
    specs = jg.partition_specs(x, "rows")
    is_spec = lambda leaf: isinstance(leaf, P)
    places = jax.tree.map(lambda spec: NamedSharding(mesh, spec), specs, is_leaf=is_spec)
    return jax.device_put(x, places)


def assert_alike(found, wanted):
    """Two results agree, as far as they are valid."""
    for a, b in zip(poison.leaves_of(found), poison.leaves_of(wanted), strict=True):
        valid = [np.asarray(poison.valid_places(leaf)) for leaf in (a, b)]
        np.testing.assert_allclose(*valid, rtol=1e-4, atol=1e-5)


def gradient(f):
    """The gradient of the sum of all results of `jg.vmap(f)`, by the data."""
    return lambda x: jax.grad(lambda data: solo.summed(jg.vmap(f)(x.with_data(data))))(x.data)


def local(result):
    """Where each leaf of a result for each row lies."""
    return jax.tree.map(lambda leaf: P("rows"), result)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_shard_map(mesh, name):
    mapped, x = jg.vmap(FUNCTIONS[name]), solo.array(LENGTHS)
    wanted = mapped(x)
    specs = jg.partition_specs(x, "rows")
    run = jax.shard_map(mapped, mesh=mesh, in_specs=(specs,), out_specs=local(wanted))
    assert_alike(jax.jit(run)(spread(x, mesh)), wanted)


@pytest.mark.matrix
@pytest.mark.parametrize("name", ["cumsum", "square", "network", "recurrent"])
def test_gradient_inside_shard_map(mesh, name):
    slope, x = gradient(FUNCTIONS[name]), solo.array(LENGTHS)
    specs = jg.partition_specs(x, "rows")
    run = jax.shard_map(slope, mesh=mesh, in_specs=(specs,), out_specs=P("rows"))
    np.testing.assert_allclose(jax.jit(run)(spread(x, mesh)), slope(x), rtol=1e-4, atol=1e-5)


def test_shared_parameters_inside_shard_map(mesh):
    x = solo.array(LENGTHS)
    loss = lambda w, x: solo.summed(jg.vmap(network, in_axes=(0, None))(x, w))
    slope = lambda w, x: jax.grad(lambda w: jax.lax.psum(loss(w, x), "rows"))(w)
    specs = (P(), jg.partition_specs(x, "rows"))
    run = jax.shard_map(slope, mesh=mesh, in_specs=specs, out_specs=P())
    found = jax.jit(run)(W, spread(x, mesh))
    np.testing.assert_allclose(found, jax.grad(loss)(W, x), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_rows_that_lie_on_several_devices(mesh, name):
    mapped, x = jg.vmap(FUNCTIONS[name]), solo.array(LENGTHS)
    far = spread(x, mesh)
    for run in mapped, jax.jit(mapped):
        found = run(far)
        assert_alike(found, mapped(x))
    for leaf in jax.tree.leaves(found):
        assert leaf.sharding.spec[0] == "rows", leaf.sharding


@pytest.mark.parametrize("name", ["cumsum", "network", "recurrent"])
def test_gradient_of_rows_that_lie_on_several_devices(mesh, name):
    slope, x = gradient(FUNCTIONS[name]), solo.array(LENGTHS)
    found = jax.jit(slope)(spread(x, mesh))
    np.testing.assert_allclose(found, slope(x), rtol=1e-4, atol=1e-5)


def test_two_arrays_on_several_devices(mesh):
    x, y = solo.array(LENGTHS, seed=1), solo.array(LENGTHS[::-1], seed=2)
    mapped = jg.vmap(lambda a, b: jnp.outer(a, b).sum(1) + a)
    found = jax.jit(mapped)(spread(x, mesh), spread(y, mesh))
    assert_alike(found, mapped(x, y))


# Export


@pytest.mark.parametrize("name", ["cumsum", "parts", "network", "recurrent"])
def test_export(name):
    mapped, x = jg.vmap(FUNCTIONS[name]), solo.array(LENGTHS)
    exported = jax.export.export(jax.jit(mapped), platforms=["cpu", "cuda", "tpu"])(x)
    found = jax.export.deserialize(exported.serialize()).call(x)
    assert jax.tree.structure(found) == jax.tree.structure(mapped(x))
    assert_alike(found, mapped(x))


def test_export_of_a_gradient():
    slope, x = gradient(network), solo.array(LENGTHS)
    exported = jax.export.export(jax.jit(slope), platforms=["cpu", "cuda", "tpu"])(x)
    found = jax.export.deserialize(exported.serialize()).call(x)
    np.testing.assert_allclose(found, slope(x), rtol=1e-5, atol=1e-6)


def test_export_with_a_symbolic_batch():
    x = solo.array(LENGTHS)
    (rows,) = jax.export.symbolic_shape("rows")
    symbolic = jax.tree.map(
        lambda leaf: jax.ShapeDtypeStruct((rows, *leaf.shape[1:]), leaf.dtype), x
    )
    mapped = jg.vmap(lambda row: (row - row.mean(), row.sum()))
    exported = jax.export.export(jax.jit(mapped))(symbolic)
    again = jax.export.deserialize(exported.serialize())
    for size in 8, 3:
        part = x[:size]
        assert_alike(again.call(part), mapped(part))


def test_shapes_without_values_and_compilation_ahead_of_time():
    x, mapped = solo.array(LENGTHS), jg.vmap(lambda row: (jnp.outer(row, row), row.sum()))
    shapes = jax.eval_shape(mapped, x)
    assert shapes[0].shape == (8, None, None)
    assert shapes[1].shape == (8,)
    compiled = jax.jit(mapped).lower(jax.eval_shape(lambda x: x, x)).compile()
    assert_alike(compiled(x), mapped(x))
