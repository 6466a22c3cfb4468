"""The table of operations. One row of it buys the whole matrix of tests."""

from dataclasses import replace

import jax.numpy as jnp
import numpy as np

import jagged as jg
from jagged._table import RULES
from tests import (
    oracle,
    table_along,
    table_contract,
    table_index,
    table_order,
    table_pairs,
    table_shape,
)
from tests.operation import Operation

_POSITIVE = [
    "sqrt",
    "log",
    "log2",
    "log10",
    "log1p",
    "cbrt",
    "power",
    "pow",
    "float_power",
    "hypot",
]
_UNIT = ["acos", "arccos", "asin", "arcsin", "atanh", "arctanh"]
_ABOVE_ONE = ["acosh", "arccosh"]
_DIVISIONS = [
    "divide",
    "true_divide",
    "floor_divide",
    "mod",
    "remainder",
    "fmod",
    "divmod",
    "reciprocal",
]
_BITS = [
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "bitwise_not",
    "bitwise_invert",
    "invert",
    "bitwise_count",
]
_PAIRS = ("divmod", "frexp", "modf")
_NATURAL = ["gcd", "lcm", "left_shift", "right_shift", "bitwise_left_shift", "bitwise_right_shift"]
# Steps, whose derivative is zero or none: central differences at a tie say something else.
_STEPS = [
    "sign",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "round",
    "around",
    "heaviside",
    "floor_divide",
    "divmod",
    "frexp",
    "modf",
    "mod",
    "remainder",
    "fmod",
    "copysign",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "clip",
    "abs",
    "absolute",
    "fabs",
    "nextafter",
    "sinc",
    "angle",
    "real",
    "imag",
]


def _domains(rule) -> tuple[str, ...]:
    count = len(rule.parameters)
    if rule.name in _POSITIVE:
        return ("positive",) * count
    if rule.name in _UNIT:
        return ("unit",) * count
    if rule.name in _ABOVE_ONE:
        return ("above_one",) * count
    if rule.name in _DIVISIONS:
        return ("real", "nonzero")[-count:]
    if rule.name in _BITS:
        return ("integer",) * count
    if rule.name in _NATURAL:
        return ("natural",) * count
    if rule.name == "where":
        return ("nonzero", "real", "real")
    if rule.name == "ldexp":
        return ("nonzero", "integer")  # at zero jnp.ldexp has the derivative of the identity
    if rule.name in ("arctan2", "atan2"):
        return ("nonzero", "real")  # off the branch cut
    return ("real",) * count


def _elementwise(rule) -> Operation:
    integers = rule.name in _BITS + _NATURAL
    call, reference = getattr(jg, rule.name), getattr(np, rule.name)
    if rule.name == "ldexp":
        call = lambda x, y: jg.ldexp(x, jg.round(y).astype(jnp.int32))
        reference = lambda x, y: np.ldexp(x, np.round(y).astype(np.int32))
    if rule.name == "where":
        call = lambda c, x, y: jg.where(c > 0, x, y)
        reference = lambda c, x, y: np.where(c > 0, x, y)
    return Operation(
        rule.name,
        call,
        _each(reference, rule.name in _PAIRS),
        _domains(rule),
        np.int32 if integers else np.float32,
        smooth=rule.smooth and rule.name not in _STEPS and not integers,
        differentiable=rule.name not in ("nextafter", "spacing"),
    )


def _each(reference, pair):
    """Apply a NumPy function to each row; a pair of results makes a pair of lists of rows."""

    def apply(*arrays):
        results = [reference(*rows) for rows in zip(*arrays, strict=True)]
        return tuple([result[k] for result in results] for k in range(2)) if pair else results

    return apply


_INFINITY = np.float32(np.inf)
_REDUCTIONS = {
    "sum": (jg.sum, oracle.policy(np.sum, 0)),
    "prod": (jg.prod, oracle.policy(np.prod, 1)),
    "min": (jg.min, oracle.policy(np.min, _INFINITY)),
    "max": (jg.max, oracle.policy(np.max, -_INFINITY)),
    "any": (jg.any, oracle.policy(np.any, False)),
    "all": (jg.all, oracle.policy(np.all, True)),
    "mean": (jg.mean, oracle.policy(np.mean, np.nan)),
    "var": (jg.var, oracle.policy(np.var, np.nan)),
    "std": (jg.std, oracle.policy(np.std, np.nan)),
    "norm": (lambda x, axis: jg.norm(x, axis=axis), oracle.policy(oracle.norm, 0)),
    "logsumexp": (jg.logsumexp, oracle.policy(oracle.logsumexp, -_INFINITY)),
    "argmax": (jg.argmax, oracle.policy(lambda x, axis: np.argmax(x, axis).astype(np.int32), -1)),
    "argmin": (jg.argmin, oracle.policy(lambda x, axis: np.argmin(x, axis).astype(np.int32), -1)),
    "count": (
        jg.count,
        lambda x, axis: np.asarray(np.sum(np.ones_like(x), axis)).astype(np.int32),
    ),
    "count_nonzero": (
        jg.count_nonzero,
        lambda x, axis: np.asarray(np.sum(x != 0, axis)).astype(np.int32),
    ),
}
_AXES = {
    "row": (jg.ROW, oracle.along_rows, {}),
    "batch": (0, oracle.columns, {"rowwise": False, "by_row": False}),
    "all": (None, oracle.everything, {"rowwise": False, "by_row": False}),
    "batch_and_row": ((0, jg.ROW), oracle.batch_and_row, {"rowwise": False, "by_row": False}),
}
_POSITIONS = ("argmax", "argmin")
_NO_GRADIENT = ["any", "all", "argmax", "argmin", "count", "count_nonzero"]


def _reduction(name, axis_name) -> Operation:
    call, reference = _REDUCTIONS[name]
    axis, lift, fields = _AXES[axis_name]
    expected = lift(reference)
    if axis_name == "batch":
        number = oracle.row_numbers if name in _POSITIONS else lambda positions, rows: positions
        expected = lambda rows: ("row", number(lift(reference)(rows), rows))
    return Operation(
        f"{name}:{axis_name}",
        lambda x: call(x, axis=axis),
        expected,
        smooth=name not in _NO_GRADIENT,
        **fields,
    )


def _step(carry, element):
    carry = carry / (1 + element * element) + element
    return carry, carry


def _scan(reverse):
    def call(x):
        init = jnp.full((*x.batch_shape, *x.data.shape[x.lengths.ndim + 1 :]), 0.5, x.dtype)
        return jg.scan(_step, init, x, reverse=reverse)

    def expected(rows):
        pairs = [oracle.recurrence(row, reverse) for row in rows]
        shape = rows[0].shape[1:] if rows else ()
        carries = np.array([carry for carry, _ in pairs], np.float64 if not rows else rows[0].dtype)
        return carries.reshape((len(rows), *shape)), [ys for _, ys in pairs]

    return Operation(f"scan:{'reverse' if reverse else 'forward'}", call, expected)


def _other() -> list[Operation]:
    row_mean = oracle.policy(np.mean, np.nan)
    return [
        Operation("softmax", jg.softmax, oracle.each_row(oracle.softmax)),
        Operation("log_softmax", jg.log_softmax, oracle.each_row(oracle.log_softmax)),
        Operation("cumsum", jg.cumsum, oracle.each_row(lambda r: np.cumsum(r, 0, dtype=r.dtype))),
        Operation(
            "cumsum:reverse",
            lambda x: jg.cumsum(x, reverse=True),
            oracle.each_row(oracle.reverse_cumsum),
        ),
        _scan(False),
        _scan(True),
        Operation(
            "map_elements:partial",
            lambda x: jg.map_elements(lambda t: jnp.sqrt(t) / t, x),
            oracle.each_row(lambda r: np.sqrt(r) / r),
            ("positive",),
        ),
        Operation(
            "map_elements:total",
            lambda x, y: jg.map_elements(lambda s, t: jnp.tanh(s) + t, x, y),
            oracle.each_row(lambda r, s: np.tanh(r) + s),
            ("real", "real"),
        ),
        Operation(
            "map_elements:record",
            lambda x, y: jg.map_elements(
                lambda e: e["a"] / e["b"], jg.record({"a": x, "b": y})
            ),
            oracle.each_row(np.divide),
            ("real", "nonzero"),
        ),
        Operation("index:first", lambda x: x[..., 0] if x.ndim == 1 else x[:, 0], oracle.element(0), by_row=False, public="JaggedArray"),
        Operation("index:last", lambda x: x[:, -1], oracle.element(-1), by_row=False, public="JaggedArray"),
        Operation("subtract:row_mean", lambda x: x - jg.mean(x, axis=jg.ROW, keepdims=True), oracle.each_row(lambda r: r - row_mean(r, 0) if len(r) else r)),
        Operation("multiply:row_norm", lambda x: x * jg.norm(x, axis=jg.ROW, keepdims=True), oracle.each_row(lambda r: r * oracle.norm(r, 0) if len(r) else r)),
        Operation("power:cube", lambda x: x**3, oracle.each_row(lambda r: r**3)),
        Operation("divide:scalar", lambda x: 2.0 / x, oracle.each_row(lambda r: 2 / r), ("nonzero",)),
        Operation("sum:where", lambda x: jg.sum(x, axis=jg.ROW, where=x > 0), oracle.along_rows(lambda r, axis: np.sum(np.where(r > 0, r, 0), axis)), smooth=False),
        Operation("mean:empty", lambda x: jg.mean(x, axis=jg.ROW, empty=0), oracle.along_rows(oracle.policy(np.mean, 0))),
        Operation("max:initial", lambda x: jg.max(x, axis=jg.ROW, initial=0.55), oracle.along_rows(lambda r, axis: np.max(r, axis, initial=np.float32(0.55)))),
        Operation("full_like", lambda x: jg.full_like(x, 2), oracle.each_row(lambda r: np.full_like(r, 2)), smooth=False),
        Operation("zeros_like", jg.zeros_like, oracle.each_row(np.zeros_like), smooth=False),
        Operation("ones_like", jg.ones_like, oracle.each_row(np.ones_like), smooth=False),
        Operation("JaggedArray:resize", lambda x: x.resize(x.capacity + 2), list),
        Operation("JaggedArray:with_data", lambda x: x.with_data(x.data), list),
        Operation("JaggedArray:to_flat", lambda x: x.to_flat(capacity=x.data.shape[0] * x.capacity), lambda rows: ("row", oracle._joined(rows)), rowwise=False, joins_rows=True, by_row=False),
        Operation("from_mask", lambda x: jg.from_mask(x.data, (x.data > 0).reshape(x.data.shape[: x.lengths.ndim + 1]) & x.mask), oracle.each_row(lambda r: r[r > 0]), scalars_only=True, smooth=False),
    ]  # fmt: skip


_ALL = (
    *(_elementwise(rule) for rule in RULES),
    *(
        _reduction(name, axis)
        for name in _REDUCTIONS
        for axis in _AXES
        if not (name in _POSITIONS and axis == "batch_and_row")
    ),
    *_other(),
    *table_index.OPERATIONS,
    *table_order.OPERATIONS,
    *table_shape.OPERATIONS,
    *table_along.OPERATIONS,
    *table_pairs.OPERATIONS,
    *table_contract.OPERATIONS,
)
# What transforms do to the others is what they do to these, one or two for each kernel.
_REPRESENTATIVE = [
    "add",
    "multiply",
    "divide",
    "power",
    "sqrt",
    "log",
    "where",
    "divmod",
    "equal",
    "floor",
    "clip",
    "sum:row",
    "prod:row",
    "max:row",
    "mean:row",
    "std:row",
    "norm:row",
    "logsumexp:row",
    "argmax:row",
    "any:row",
    "count:row",
    "sum:batch",
    "max:batch",
    "std:batch",
    "sum:all",
    "mean:batch_and_row",
    "softmax",
    "cumsum",
    "scan:forward",
    "map_elements:partial",
    "map_elements:record",
    "subtract:row_mean",
    "sum:where",
    "index:first",
    "index:last",
    "JaggedArray:resize",
    "JaggedArray:to_flat",
    "from_mask",
    "JaggedArray:tail",
    "JaggedArray:backwards",
    "JaggedArray:mask",
    "JaggedArray:places",
    "JaggedArray:rows",
    "JaggedArray:set",
    "take",
    "compress",
    "sort",
    "sort:by",
    "rank",
    "searchsorted",
    "unique:all",
    "run_lengths",
    "quantile:row",
    "concatenate:row",
    "concatenate:batch",
    "insert",
    "roll",
    "repeat:each",
    "pad:reflect",
    "split:positions",
    "flatten",
    "unflatten",
    "reshape",
    "cumprod",
    "cummax:reverse",
    "cumlogsumexp",
    "diff",
    "windows",
    "interp",
    "associative_scan:partial",
    "combinations",
    "combinations:lexicographic",
    "cartesian",
    "pairwise",
    "matmul:weights",
    "vecdot:row",
    "einsum:scores",
    "einsum:gram",
]
OPERATIONS = tuple(replace(each, representative=each.name in _REPRESENTATIVE) for each in _ALL)
SMOOTH = tuple(operation for operation in OPERATIONS if operation.smooth)
