"""The matrix: every operation of the table under every transform."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export, lax
from jax.sharding import AxisType, NamedSharding

import jagged as jg
from jagged.testing import assert_equal
from tests.layouts import MIXED, Layout
from tests.table import OPERATIONS, SMOOTH
from tests.test_contract import weighted_sum
from tests.test_values import arguments

EIGHT = Layout("eight", (0, 3, 5, 1, 2, 0, 4, 5), 5)
ALL = [operation.marked for operation in OPERATIONS]
BY_ROW = [operation.marked for operation in OPERATIONS if operation.by_row]
ROUNDING = {"rtol": 1e-5, "atol": 1e-6}


def stacked(arrays):
    """Give two batches of the same arguments, the second with its rows in reverse."""
    return jax.tree.map(lambda leaf: jnp.stack([leaf, leaf[::-1]]), arrays)


def part(tree, index):
    return jax.tree.map(lambda leaf: leaf[index], tree)


@pytest.mark.parametrize("operation", ALL)
def test_transforms_of_values(operation):
    """Eager calls, jit, vmap, map, scan and checkpoint give the same; eval_shape knows the shapes."""
    call = operation.call
    _, arrays = arguments(operation, MIXED)
    both = stacked(arrays)

    @jax.jit
    def transformed(both):
        scanned = lax.scan(lambda carry, xs: (carry, call(*xs)), 0, both)[1]
        mapped = lax.map(lambda xs: call(*xs), both)
        vmapped = jax.vmap(call)(*both)
        return scanned, mapped, vmapped, jax.checkpoint(call)(*part(both, 0))

    traced = [jax.jit(call)(*part(both, k)) for k in range(2)]
    if operation.public != "JaggedArray":  # an element that a row lacks is an error eagerly
        assert_equal(call(*arrays), traced[0], **ROUNDING)
    *batched, checkpointed = transformed(both)
    assert_equal(checkpointed, traced[0], **ROUNDING)
    for result in batched:
        for k in range(2):
            assert_equal(part(result, k), traced[k], **ROUNDING)
    shapes = jax.tree.leaves(jax.eval_shape(call, *arrays))
    leaves = jax.tree.leaves(traced[0])
    assert [leaf.shape for leaf in shapes] == [leaf.shape for leaf in leaves]


@pytest.mark.parametrize("operation", BY_ROW)
def test_a_row_without_batch_axis(operation):
    """`jax.vmap` over the rows gives each as an array without batch axes: the result is the same."""
    _, arrays = arguments(operation, MIXED)
    batched = jax.jit(operation.call)(*arrays)
    assert_equal(jax.jit(jax.vmap(operation.call))(*arrays), batched, **ROUNDING)


@pytest.mark.parametrize("operation", [operation.marked for operation in SMOOTH])
def test_transforms_of_derivatives(operation):
    """Forward and reverse agree, first and second derivatives are finite, and so under vmap."""
    _, (first, *others) = arguments(operation, MIXED)

    weighted = weighted_sum(operation.call, first, *others)

    @jax.jit
    def derivatives(data, direction, *arrays):
        total = lambda data: weighted(data, *arrays)
        gradient = jax.grad(total)(data)
        forward = jax.jvp(total, (data,), (direction,))[1]
        forward_reverse = jax.jvp(jax.grad(total), (data,), (direction,))[1]
        reverse_reverse = jax.grad(lambda d: jnp.vdot(jax.grad(total)(d), direction))(data)
        batched = jax.vmap(jax.grad(total))(jnp.stack([data, data]))
        checkpointed = jax.grad(jax.checkpoint(total))(data)
        return gradient, forward, forward_reverse, reverse_reverse, batched, checkpointed

    direction = jnp.asarray(np.cos(np.arange(first.data.size)).reshape(first.data.shape), "float32")
    results = derivatives(first.data, direction, first, *others)
    gradient, forward, forward_reverse, reverse_reverse, batched, checkpointed = results
    assert all(np.all(np.isfinite(leaf)) for leaf in jax.tree.leaves(results))
    np.testing.assert_allclose(forward, np.vdot(gradient, direction), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(forward_reverse, reverse_reverse, rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(batched, np.stack([gradient, gradient]), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(checkpointed, gradient, rtol=1e-5, atol=1e-6)
    padding = ~np.asarray(first.mask)
    assert np.all(np.asarray(gradient)[padding] == 0)
    assert np.all(np.asarray(reverse_reverse)[padding] == 0)


@pytest.mark.parametrize("operation", ALL)
def test_lowers_for_every_platform(operation):
    """The operation exports for CPU, CUDA and TPU at once."""
    _, arrays = arguments(operation, MIXED)
    exported = export.export(jax.jit(operation.call), platforms=["cpu", "cuda", "tpu"])(*arrays)
    assert exported.platforms == ("cpu", "cuda", "tpu")


@pytest.fixture(scope="module", params=[AxisType.Auto, AxisType.Explicit], ids=["auto", "explicit"])
def mesh(request):
    return jax.make_mesh((8,), ("rows",), axis_types=(request.param,))


@pytest.mark.parametrize("operation", ALL)
def test_rows_on_eight_devices(operation, mesh):
    """Arrays whose rows lie on eight devices give what they give on one."""
    _, arrays = arguments(operation, EIGHT)
    expected = jax.jit(operation.call)(*arrays)
    with jax.set_mesh(mesh):
        spread = [
            jax.tree.map(
                lambda leaf, spec: jax.device_put(leaf, NamedSharding(mesh, spec)),
                x,
                jg.partition_specs(x, "rows"),
            )
            for x in arrays
        ]
        if operation.joins_rows and mesh.axis_types == (AxisType.Explicit,):
            with pytest.raises(
                Exception, match=r"unsharded|Resource axis|out_sharding|sharded dims"
            ):
                jax.jit(operation.call)(*spread)
            return
        assert_equal(jax.device_get(jax.jit(operation.call)(*spread)), expected, **ROUNDING)
        if operation.rowwise and operation.by_row:
            specs = tuple(jg.partition_specs(x, "rows") for x in arrays)
            out_specs = jax.tree.map(lambda _: jax.P("rows"), expected)
            checked = operation.name != "sinc"  # jnp.sinc itself fails the check in jax 0.12
            sharded = jax.shard_map(
                operation.call, in_specs=specs, out_specs=out_specs, check_vma=checked
            )
            assert_equal(jax.device_get(jax.jit(sharded)(*spread)), expected, **ROUNDING)
