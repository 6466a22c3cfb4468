"""Shapes without values, programs that are compiled ahead of time, exported, serialised and called again."""

import jax
import jax.numpy as jnp
import numpy as np
import poison
import pytest

import jagged as jg


def square_sum(x):
    return jg.sum(x * x)


def test_eval_shape(x):
    doubled, total = jax.eval_shape(lambda x: (x * 2.0, jg.sum(x, axis=1)), x)
    assert isinstance(doubled, jg.JaggedArray)
    assert (doubled.shape, doubled.dtype, doubled.capacity) == ((3, None), jnp.float32, 4)
    assert isinstance(doubled.data, jax.ShapeDtypeStruct)
    assert "float32" in repr(doubled)
    assert total.shape == (3,)
    assert jax.eval_shape(square_sum, doubled).shape == ()


def test_ahead_of_time_compilation(x):
    compiled = jax.jit(square_sum).lower(jax.eval_shape(lambda x: x, x)).compile()
    assert compiled(x) == 55


@pytest.mark.parametrize("platforms", [None, ["cpu", "cuda", "tpu"]])
def test_export_is_serialised_and_called_again(x, platforms):
    def model(x):
        return (
            jg.softmax(x * 2.0),
            jg.mean(x, axis=1, empty=0),
            jg.scan(lambda c, t: (c + t, c), jnp.zeros(3), x)[0],
        )

    exported = jax.export.export(jax.jit(model), platforms=platforms)(x)
    again = jax.export.deserialize(exported.serialize())
    found, wanted = again.call(x), jax.jit(model)(x)
    poison.assert_same(found, wanted)
    assert set(again.platforms) == set(platforms or [jax.default_backend()])


def test_export_of_a_gradient(x):
    slope = lambda x: jax.grad(lambda data: jg.sum(jg.softmax(x.with_data(data)) * x))(x.data)
    exported = jax.export.export(jax.jit(slope), platforms=["cpu", "cuda", "tpu"])(x)
    found = jax.export.deserialize(exported.serialize()).call(x)
    np.testing.assert_allclose(found, slope(x), rtol=1e-6)


def test_export_with_symbolic_sizes(x):
    rows, capacity = jax.export.symbolic_shape("rows, capacity")
    data = jax.ShapeDtypeStruct((rows, capacity), jnp.float32)
    symbolic = jg.JaggedArray(data, jax.ShapeDtypeStruct((rows,), jnp.int32))
    exported = jax.export.export(jax.jit(lambda x: jg.softmax(x * 2.0)))(symbolic)
    poison.assert_same(jax.export.deserialize(exported.serialize()).call(x), jg.softmax(x * 2.0))


def test_export_of_a_record(x):
    record = jg.record({"one": x, "other": x * 2.0})
    exported = jax.export.export(jax.jit(lambda r: jg.sum(r["one"] * r["other"])))(record)
    assert jax.export.deserialize(exported.serialize()).call(record) == 110
