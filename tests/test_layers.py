"""Each layer sees no padding, gives for a row what that row gives alone, and transforms."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export, lax
from jax.sharding import AxisType, NamedSharding

import jagged as jg
from jagged.testing import assert_equal, assert_padding_invariant
from tests.layers import LAYERS

ALL = [layer.marked for layer in LAYERS]
BY_ROW = [pytest.param(layer, id=layer.name) for layer in LAYERS if layer.row is not None]


def is_jagged(x):
    return isinstance(x, jg.JaggedArray)


def rows_of(tree):
    """Give the rows of everything in a batch as plain arrays, cut to their lengths."""
    leaves, structure = jax.tree.flatten(tree, is_leaf=is_jagged)
    rows = zip(*(leaf.rows() if is_jagged(leaf) else list(leaf) for leaf in leaves), strict=True)
    return [jax.tree.unflatten(structure, row) for row in rows]


def weights(shape):
    """Give weights that stay where they are when an axis grows."""
    steps = 1.3 * np.arange(1, len(shape) + 1)
    return np.cos(np.tensordot(steps, np.indices(shape), 1)).astype(np.float32)


def weighted_sum(results):
    """Sum the valid results of a batch, or of one row without padding, with the same weights."""

    def summed(x):
        data = jnp.where(_over(x.mask, x.data), x.data, 0) if is_jagged(x) else jnp.asarray(x)
        return jnp.sum(data * weights(data.shape)) if jnp.issubdtype(data.dtype, jnp.inexact) else 0

    return sum(map(summed, jax.tree.leaves(results, is_leaf=is_jagged)))


def batch_sum(results):
    return jnp.sum(jax.vmap(weighted_sum)(results))


def _over(mask, data):
    return mask.reshape(mask.shape + (1,) * (data.ndim - mask.ndim))


@pytest.mark.parametrize("layer", LAYERS, ids=str)
def test_padding_is_never_seen(layer):
    """Neither garbage in the padding, nor the capacity, nor the other rows change a row's result."""
    assert_padding_invariant(
        layer.call,
        layer.make(),
        *layer.arrays(),
        rowwise=layer.row is not None,
        atol=layer.tolerance,
        rtol=layer.tolerance,
    )


@pytest.mark.parametrize("layer", BY_ROW)
def test_each_row_is_what_it_is_alone(layer):
    """Values and gradients are those of single rows without padding; those of parameters add up."""
    module, arrays = layer.make(), layer.arrays()
    results, (shared, by_row) = evaluate(layer.call, batch_sum, module, arrays)
    alone = [evaluate(layer.row, weighted_sum, module, row) for row in rows_of(arrays)]
    tolerance = {"rtol": layer.tolerance, "atol": layer.tolerance}
    for actual, (expected, _) in zip(rows_of(results), alone, strict=True):
        assert_equal(actual, expected, **tolerance)
    for actual, (_, (_, expected)) in zip(rows_of(by_row), alone, strict=True):
        assert_equal(actual, expected, **tolerance)
    added = jax.tree.map(lambda *each: sum(each), *(gradients for _, (gradients, _) in alone))
    assert_equal(shared, added, **tolerance)


def evaluate(call, total, module, arrays):
    """Give the results, and the gradients by the module and by the arrays."""

    @eqx.filter_jit
    def evaluated(differentiated, rest):
        def totalled(differentiated):
            module, arrays = eqx.combine(differentiated, rest)
            results = call(module, *arrays)
            return total(results), results

        return eqx.filter_value_and_grad(totalled, has_aux=True)(differentiated)

    parts = eqx.partition((module, arrays), eqx.is_inexact_array)
    (_, results), (shared, by_row) = evaluated(*parts)
    return jax.device_get((results, (shared, eqx.combine(by_row, parts[1][1]))))


@pytest.mark.parametrize("layer", ALL)
def test_transforms(layer):
    """Eager calls, vmap, scan, checkpoint and forward mode agree with jit; all platforms compile it."""
    module, arrays = layer.make(), layer.arrays()
    moving, fixed = eqx.partition(module, eqx.is_array)
    call = lambda moving, arrays: layer.call(eqx.combine(moving, fixed), *arrays)
    results = jax.jit(call)(moving, arrays)
    tolerance = {"rtol": layer.tolerance, "atol": layer.tolerance}
    assert_equal(call(moving, arrays), results, **tolerance)

    both = jax.tree.map(lambda leaf: jnp.stack([leaf, leaf]), arrays)
    scanned = lax.scan(lambda carry, arrays: (carry, call(moving, arrays)), 0, both)[1]
    for batched in (jax.vmap(call, in_axes=(None, 0))(moving, both), scanned):
        for k in range(2):
            assert_equal(jax.tree.map(lambda leaf: leaf[k], batched), results, **tolerance)  # noqa: B023

    floating, rest = eqx.partition((moving, arrays), eqx.is_inexact_array)
    total = lambda floating: weighted_sum(call(*eqx.combine(floating, rest)))
    gradient = jax.jit(jax.grad(jax.checkpoint(total)))(floating)
    forward = jax.jit(lambda x: jax.jvp(total, (x,), (x,))[1])(floating)
    products = jax.tree.map(jnp.vdot, floating, gradient)
    np.testing.assert_allclose(forward, sum(jax.tree.leaves(products)), rtol=1e-3, atol=1e-3)
    exported = export.export(jax.jit(call), platforms=["cpu", "cuda", "tpu"])(moving, arrays)
    assert exported.platforms == ("cpu", "cuda", "tpu")


@pytest.mark.parametrize("kind", [AxisType.Auto, AxisType.Explicit], ids=["auto", "explicit"])
@pytest.mark.parametrize("layer", ALL)
def test_rows_on_eight_devices(layer, kind):
    """Rows spread over devices give what they give on one, parameters' gradients too."""
    module, arrays = layer.make(), layer.arrays()
    total = weighted_sum if layer.row is None else batch_sum
    expected = evaluate(layer.call, total, module, arrays)
    mesh = jax.make_mesh((8,), ("rows",), axis_types=(kind,))
    with jax.set_mesh(mesh):
        actual = evaluate(layer.call, total, placed(module, mesh), placed(arrays, mesh, "rows"))
    assert_equal(actual, expected, rtol=layer.tolerance, atol=layer.tolerance)


def placed(tree, mesh, *names):
    """Put the arrays of a tree on a mesh."""
    arrays, others = eqx.partition(tree, eqx.is_array_like)
    return eqx.combine(jax.device_put(arrays, NamedSharding(mesh, jax.P(*names))), others)
