"""Every refusal to operate says what was required, what came, and what to do."""

import contextlib
import gc
import operator
import weakref

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from refusal import refused

import jagged as jg


@pytest.fixture
def x():
    """Lengths 2, 1 and 3 in a capacity of 4."""
    return jg.array([[1.0, 2.0], [3.0], [4.0, 5.0, 6.0]], capacity=4)


def test_different_lengths_in_a_binary_operation(x):
    other = jg.array([[1.0], [3.0, 2.0], [4.0, 5.0, 6.0]], capacity=4)
    for operation in (
        lambda: x + other,
        lambda: x == other,
        lambda: jg.where(x > 0, x, other),
        lambda: jg.maximum(x, other),
    ):
        with refused(ValueError, "lengths", 2, 1):
            operation()


def test_different_capacities_or_batches_in_a_binary_operation(x):
    with refused(ValueError, "rows|batch|lengths", "(3,|3 rows", "(2,|2 rows"):
        x + jg.array([[1.0, 2.0], [3.0]], capacity=4)


@pytest.mark.parametrize("shape", [(4,), (3,), (3, 4), (3, 3), (2, 1)])
def test_dense_operand_that_meets_the_jagged_axis(x, shape):
    for operation in (lambda b: x + b, lambda b: b * x, lambda b: jg.maximum(x, b)):
        with jax.numpy_rank_promotion("allow"), refused(ValueError, str(shape), "(3, None)"):
            operation(jnp.ones(shape))


def test_value_per_row_is_shown_the_way(x):
    with jax.numpy_rank_promotion("allow"), refused(ValueError, "[:, None]|keepdims"):
        x * jnp.ones(3)


@pytest.mark.parametrize("axis", [2, -3, (0, 5)])
@pytest.mark.parametrize(
    "reduction", [jg.sum, jg.max, jg.mean, jg.any, jg.count, jg.std, jg.logsumexp, jg.norm]
)
def test_axis_that_does_not_exist(x, axis, reduction):
    wrong = axis[1] if isinstance(axis, tuple) else axis
    with refused(ValueError, "axis", wrong, "(3, None)|2"):
        reduction(x, axis=axis)


def test_axis_given_twice(x):
    with refused(ValueError, "axis|axes", "twice|duplicate|repeated|once"):
        jg.sum(x, axis=(1, jg.ROW))


@pytest.mark.parametrize("reduction", [jg.max, jg.min, jg.argmax, jg.argmin])
def test_extremes_of_complex_numbers(reduction):
    with refused(TypeError, "complex64"):
        reduction(jg.array([[1.0 + 1j]]), axis=1)


def test_operations_on_a_dtype_that_has_none(x):
    with refused(TypeError, "float32"):
        x & x
    with refused(TypeError, "float32"):
        operator.invert(x)


def test_leaves_are_checked_however_often_a_kernel_ran(x):
    lengths = np.asarray(x.lengths)
    faults = (
        (TypeError, x.data, lengths.astype(np.int64)),  # which a kernel would take for int32
        (TypeError, x.data, lengths.astype(np.float32)),
        (ValueError, x.data[:2], lengths),
        (ValueError, x.data[:, 0], lengths),
    )
    for function in (jg.tanh, lambda y: y * 2, lambda y: x + y, lambda y: y + y):
        for kind, *leaves in faults * 2:
            function(x)
            with refused(kind, "lengths", "tree.map|out_axes"):
                function(jg.JaggedArray.unchecked(*leaves))


def test_index_of_a_row_outside(x):
    for index in 3, -4, 100:
        with refused(IndexError, index, 3):
            x[index]


def test_index_outside_a_row(x):
    for index, short in (1, 1), (2, 2), (-2, 1), (-4, 2), (4, 2):
        with refused(IndexError, index, "row", short):
            x[:, index]
    with refused(IndexError, 5, 3):
        x[2][5]
    with refused(IndexError, 3, 3):
        x[2][3]


def test_index_is_checked_against_the_lengths_there_are_now():
    host = jg.array([[1.0, 2.0], [3.0]], host=True)
    np.testing.assert_array_equal(host[:, 0], [1, 3])
    host.lengths[1] = 0
    with refused(IndexError, 0, "row 1"):
        host[:, 0]


def test_index_keeps_no_lengths_alive():
    for turn in range(20):  # of which several meet the address that an earlier one had
        x = jg.JaggedArray(jnp.ones((2, 2)), jnp.array([2, turn % 2]))
        with refused(IndexError, 0, "row 1") if turn % 2 == 0 else contextlib.nullcontext():
            x[:, 0]
        lengths = weakref.ref(x.lengths)
        del x
        gc.collect()
        assert lengths() is None


def test_index_of_one_row_looks_at_that_row_alone(x):
    assert x[0, 1] == 2
    assert x[-1, -1] == 6
    assert jax.jit(lambda x: x[0, 1])(x) == 2
    with refused(IndexError, 2, "row", "length 2"):
        x[0, 2]


def test_index_outside_the_features():
    x = jg.array([np.ones((2, 3)), np.ones((1, 3))])
    for index in 3, -4:
        with refused(IndexError, index, 3):
            x[..., index]


def test_index_of_too_many_axes(x):
    with refused(IndexError, "2|(3, None)", "3"):
        x[0, 0, 0]


@pytest.mark.parametrize("index", ["one", 1.5, type(None)])
def test_index_of_another_type(x, index):
    with pytest.raises((TypeError, IndexError)):
        x[index]


def test_scan_of_carries_without_the_batch(x):
    step = lambda carry, element: (carry + element, carry)
    with refused(ValueError, "in_axes|batch", "(3,)|3"):
        jg.scan(step, jnp.zeros(5), x)
    with refused((TypeError, ValueError), "carry|float32|int32"):
        jg.scan(lambda c, t: (jnp.int32(0), c), jnp.zeros(3), x)


def test_scan_over_different_lengths(x):
    other = jg.array([[1.0], [3.0, 2.0], [4.0, 5.0, 6.0]], capacity=4)
    with refused(ValueError, "lengths", 2, 1):
        jg.scan(lambda c, t: (c, c), jnp.zeros(3), (x, other))


def test_map_elements_without_an_array():
    with refused((TypeError, ValueError), "JaggedArray|jagged"):
        jg.map_elements(jnp.sin, jnp.ones(3))


# The protocols of Python


def test_length_of_a_row(x):
    assert len(x) == 3
    with refused(TypeError, "row", "lengths|length"):
        len(x[0])


def test_functions_of_jnp(x):
    for function in jnp.sum, jnp.sin, jnp.max:
        with pytest.raises(TypeError):
            function(x)


def test_array_protocol(x):
    with refused(TypeError, "to_dense|data|to_list"):
        np.asarray(x)
    with refused(TypeError, "to_dense|data|to_list"):
        np.asarray(jg.array([[1.0], [2.0]]))


def test_truth_of_an_array(x):
    with refused(TypeError, "any", "all"):
        bool(x == x)
    with refused(TypeError, "any", "all"):
        bool(x[0])
    with refused(TypeError, "any|all"):
        bool(jg.array([[1.0]]))


def test_iteration(x):
    with refused(TypeError, "rows|vmap|to_list"):
        iter(x)
    with refused(TypeError, "rows|vmap|to_list|data"):
        list(x[0])
    with refused(TypeError, "rows|vmap|to_list|data"):
        _one, *_ = x[1]


def test_arrays_can_be_keys(x):
    assert hash(x) == hash(x)
    assert x in {x: 1}


# Leaves that something else has changed


def operations():
    """Calls of every family, to try on an array whose leaves are broken."""
    return {
        "add": lambda x: x + 1.0,
        "both": lambda x: x * x,
        "sine": jg.sin,
        "sum": jg.sum,
        "row sum": lambda x: jg.sum(x, axis=jg.ROW),
        "max": lambda x: jg.max(x, axis=jg.ROW),
        "softmax": jg.softmax,
        "cumsum": jg.cumsum,
        "row": lambda x: x[0],
        "element": lambda x: x[:, 0],
        "map": lambda x: jg.map_elements(jnp.sin, x),
        "scan": lambda x: jg.scan(lambda c, t: (c, t), jnp.float32(0), x, in_axes=None),
        "dense": lambda x: x.to_dense(),
        "list": lambda x: x.to_list(),
        "flat": lambda x: x.to_flat(),
        "resize": lambda x: x.resize(6),
        "record": lambda x: jg.record({"x": x}),
        "mask": lambda x: x.mask,
        "zeros_like": jg.zeros_like,
    }


@pytest.mark.parametrize("name", operations())
def test_lengths_of_none(x, name):
    slope = eqx.filter_grad(lambda x: jg.sum(x * x))(x)
    with refused((TypeError, ValueError), "lengths", "None", "with_data"):
        operations()[name](slope)


@pytest.mark.parametrize("name", operations())
def test_lengths_made_floats(x, name):
    average = jax.tree.map(lambda leaf: 0.5 * leaf.astype(jnp.float32), x)
    with refused(TypeError, "lengths", "float32", "int32"):
        operations()[name](average)


@pytest.mark.parametrize("name", operations())
def test_leaves_that_no_longer_fit(x, name):
    broken = eqx.tree_at(lambda x: x.data, x, jnp.ones((5, 4)))
    with refused(ValueError, "lengths", "(5, 4)", "(3,)"):
        operations()[name](broken)


def test_derivatives_that_stack_lengths_differently(x):
    found = jax.vmap(lambda row: row * jnp.ones(()), out_axes=-1)(x)
    assert found.data.shape == (4, 3)
    with refused(ValueError, "lengths", "(4, 3)", "(3,)"):
        found + found


def record_operations():
    """The same for a record."""
    return {
        "field": lambda r: r["x"] + 1.0,
        "arrays": lambda r: jg.sum(r.arrays()["x"]),
        "row": lambda r: r[0],
        "mask": lambda r: r.mask,
        "rows": lambda r: r.rows(),
        "map": lambda r: jg.map_elements(lambda element: element["x"], r),
        "scan": lambda r: jg.scan(lambda c, t: (c + t["x"], None), 0.0, r, in_axes=None),
    }


@pytest.mark.parametrize("name", record_operations())
def test_lengths_of_a_record_that_something_changed(x, name):
    record, operation = jg.record({"x": x}), record_operations()[name]
    without = eqx.tree_at(lambda r: r.lengths, record, None)
    with refused((TypeError, ValueError), "lengths", "None"):
        operation(without)
    with refused(TypeError, "lengths", "float32", "int32"):
        operation(jax.tree.map(lambda leaf: leaf.astype(jnp.float32), record))
    with refused(ValueError, "lengths", "(3, 4)", "(5,)"):
        operation(eqx.tree_at(lambda r: r.lengths, record, jnp.ones(5, jnp.int32)))


def test_features_are_indexed_one_by_one():
    x = jg.array([[[1.0, 2.0, 3.0]], []])
    assert x[..., [2, 0]].to_list() == [[[3.0, 1.0]], []]
    assert x[..., np.array([True, False, True])].to_list() == [[[1.0, 3.0]], []]
    wide = jg.JaggedArray(jnp.arange(120.0).reshape(2, 3, 2, 5, 2), [3, 1])
    assert wide[..., jnp.array([1, 0]), 0].shape == (2, None, 2, 2)
    for outside in ([0, 7], 3, -4, jnp.array([0, 3])):
        with refused(IndexError, "3 features", "from -3 to 2"):
            x[..., outside]
    with refused(IndexError, "one array at most", "2 arrays"):
        wide[..., [0], [1]]
    with refused(IndexError, "adjacent", "index twice"):  # NumPy moves the axis to the front
        wide[..., 0, :, jnp.array([1, 0])]
    host = jg.array([[[1.0, 2.0]]], host=True)
    assert np.isnan(jax.jit(lambda i: host[..., i])(7).to_list()).all()
    with jg.checking(), pytest.raises(Exception, match="2 features"):
        jax.block_until_ready(jax.jit(lambda i: host[..., i])(7).data)


def test_what_does_not_fit_the_dtype():
    x = jg.array([[1, 2], []])
    with refused(ValueError, "fill_value", "int32", "nan", "astype"):
        x.to_dense(np.nan)
    with refused(ValueError, "empty=", "int32", "float32"):
        jg.max(x, axis=1, empty=jnp.float32(0.5))
    with refused(ValueError, "empty=", "(2,)", "(3, 2)"):
        jg.max(x, axis=1, empty=jnp.zeros((3, 2), int))
    with refused(ValueError, "fill_value", "shape"):
        jg.full([2, 1], jnp.array([7, 8]))
    with refused(ValueError, "fit int32"):
        jg.from_dense(np.ones((1, 3)), np.array([-4294967295]))


def test_orders_of_norms():
    for order in (-1, "fro", None):
        with refused(ValueError, "ord must be", repr(order).strip("'")):
            jg.norm(jg.array([[0.0, 2.0]]), ord=order)


def test_where_of_reductions():
    dense, choose = jnp.ones((2, 3)), jnp.ones((2, 3), bool)
    assert float(jg.sum(dense, where=choose)) == 6
    x = jg.array([[1.0, 2.0]])
    with refused(ValueError, "where=", "broadcast"):
        jg.sum(x, where=jnp.ones((2, 1), bool))
    with refused(ValueError, "jagged", "dense"):
        jg.sum(dense, where=x > 0)


def test_capacities_and_batches_of_maps_and_scans():
    x = jg.array([[1.0, 2.0], []])
    assert jg.map_elements(jnp.add, x, x.resize(4)).to_list() == [[2.0, 4.0], []]
    _, ys = jg.scan(lambda c, t: (c, t[0] + t[1]), 0.0, (x, x.resize(4)), in_axes=None)
    assert ys.to_list() == [[2.0, 4.0], []]
    with refused(ValueError, "same batch axes", "(2,)", "(1,)"):
        jg.map_elements(jnp.add, x, x[:1])
    with refused(TypeError, "dense arrays", "jagged"):
        jg.map_elements(lambda t: jg.array([[1.0]]), x)


def test_lists_are_no_operands():
    with refused(TypeError, "list", "jg.array"):
        bool(jg.array([[1.0], []]) == [[1.0], []])
    assert (jg.array([[1.0]]) == "text") is False


def test_rows_of_records():
    record = jg.record({"a": jg.array([[1.0, 2.0], []]), "b": jg.array([[3, 4], []])})
    assert record[0].to_list() == {"a": [1.0, 2.0], "b": [3, 4]}
    assert record[:1].to_list() == [{"a": [1.0, 2.0], "b": [3, 4]}]
    assert record[0][0] == {"a": 1.0, "b": 3}


def test_log_softmax_gives_what_is_left_out_no_weight():
    choose = jg.array([[True, True, False], [True]])
    result = jg.log_softmax(jg.array([[0.0, 0.0, 5.0], [1.0]]), where=choose)
    np.testing.assert_allclose(result.rows()[0], [np.log(0.5), np.log(0.5), -np.inf])


def test_arrays_without_lengths_and_traced_rows():
    x = jg.array([[1.0, 2.0], []])
    gradient = eqx.filter_grad(jg.sum)(x)
    for look in (lambda: gradient.capacity, lambda: gradient.batch_shape, lambda: len(gradient)):
        with refused(TypeError, "lengths=None", "with_data"):
            look()
    with refused(TypeError, "object", "numbers"):
        x.with_data(None)
    with refused(TypeError, "row 0 is traced", "from_dense"):
        jax.jit(lambda v: jg.array([v, v]))(jnp.ones(2))
