"""The functions that Awkward Array has too, each written in both libraries."""

from collections.abc import Callable
from dataclasses import dataclass

import awkward as ak
import numpy as np

import jagged as jg

FILLED = ((4, 5),)
BATCH = (*FILLED, (4, 0))
EVERY = (*BATCH, (0, 5))
AXES = (1, 0, None)


@dataclass(frozen=True)
class Shared:
    """One function in both libraries, which agree on whatever arrays are drawn.

    `takes` names what is drawn for each argument, among the kinds of `tests/awkward_arrays.py`. Where
    the libraries differ on purpose, `differs` says so, and how the two are brought together.
    """

    name: str
    ours: Callable
    theirs: Callable
    takes: tuple[str, ...] = ("number",)
    differs: str = ""
    jitted: bool = True
    """Whether ours is compiled; what hands rows to the host can't be."""
    shapes: tuple[tuple[int, int], ...] = BATCH
    """The numbers of rows and the capacities to draw from."""
    same_lengths: bool = True
    """Whether the arguments are drawn with the same lengths."""

    def __str__(self):
        return self.name

    @property
    def function(self) -> str:
        """The public function that this row of the table is about."""
        return self.name.split(":")[0]


def _elementwise(takes: str, names: str) -> tuple[Shared, ...]:
    """Functions that Awkward has through NumPy's ufuncs."""
    kinds = tuple(takes.split())
    return tuple(
        Shared(name, getattr(jg, name), getattr(np, name), kinds, shapes=FILLED)
        for name in names.split()
    )


def _reduction(name: str, takes: str = "number", differs: str = "", **options) -> Shared:
    """A reduction along the row, over the rows, and over everything."""
    ours, theirs = getattr(jg, name), getattr(ak, name)
    return Shared(
        f"{name}:{takes}",
        lambda x: [ours(x, axis=axis) for axis in AXES],
        lambda x: [theirs(x, axis=axis, **options) for axis in AXES],
        (takes,),
        differs,
        shapes=EVERY,
    )


def _index(name: str, index, takes: str = "number", **fields) -> Shared:
    """The same index in both."""
    return Shared(f"JaggedArray:{name}", lambda x: x[index], lambda x: x[index], (takes,), **fields)


def _columns(result):
    """Give an Awkward array of records as a dictionary of arrays, as ours are stored."""
    if not ak.fields(result):
        return result
    return dict(zip(ak.fields(result), ak.unzip(result), strict=True))


def _listed(result):
    return result.arrays() if isinstance(result, jg.JaggedRecord) else result


def _with_nan(x, reduce):
    extreme = reduce(x, axis=1, mask_identity=False)
    return ak.where(ak.any(np.isnan(x), axis=1), np.float32(np.nan), extreme)


def _nan_last(x):
    return ak.concatenate([ak.sort(x[~np.isnan(x)]), x[np.isnan(x)]], axis=1)


IDENTITY = "an empty row gives the identity, where Awkward gives None: mask_identity=False"
NAN_LAST = "NaN comes last, where Awkward has it first: moved to the end"
PROPAGATES = "NaN wins, where Awkward passes over it: put back where a row has one"
ABSENT = (
    "a row that has no such element gives the fill value, where Awkward gives None: ak.fill_none"
)
PER_ROW = "a value per row is b[:, None], as in NumPy, where Awkward broadcasts b from the left"

PLACED = "counts are jagged, so each empty row has its place; Awkward's are flat: unflattened twice"
LEXICOGRAPHIC = "colexicographic by default, the fastest order; order='lexicographic' is Awkward's"

ELEMENTWISE = (
    *_elementwise("number", "abs absolute negative positive square sign fabs rint floor ceil trunc signbit cbrt"),
    *_elementwise("number", "exp exp2 expm1 sin cos tan sinh cosh tanh arcsinh arctan asinh atan"),
    *_elementwise("number", "deg2rad rad2deg degrees radians modf frexp conjugate conj spacing logical_not"),
    *_elementwise("positive", "log log2 log10 log1p sqrt reciprocal"),
    *_elementwise("unit", "arcsin arccos arctanh asin acos atanh"),
    *_elementwise("large", "arccosh acosh"),
    *_elementwise("special", "isfinite isinf isnan"),
    *_elementwise("number number", "add subtract multiply maximum minimum fmax fmin hypot arctan2 atan2"),
    *_elementwise("number number", "copysign heaviside logaddexp logaddexp2 nextafter"),
    *_elementwise("number number", "equal not_equal less less_equal greater greater_equal"),
    *_elementwise("number number", "logical_and logical_or logical_xor"),
    *_elementwise("number positive", "divide true_divide floor_divide mod remainder fmod divmod"),
    *_elementwise("positive number", "power pow float_power"),
    *_elementwise("number integer", "ldexp"),
    *_elementwise("integer integer", "bitwise_and bitwise_or bitwise_xor gcd lcm"),
    *_elementwise("integer natural", "left_shift right_shift bitwise_left_shift bitwise_right_shift"),
    *_elementwise("integer", "invert bitwise_invert bitwise_not bitwise_count"),
    Shared("add:value per row", lambda x, b: x + b[:, None], lambda x, b: x + b, ("number", "row"), PER_ROW, shapes=FILLED),
    Shared("subtract:mean", lambda x: x - jg.mean(x, axis=1, keepdims=True), lambda x: x - ak.mean(x, axis=1), differs=PER_ROW, shapes=FILLED),
    Shared("multiply:outer", lambda z: z * jg.sum(z, axis=2, keepdims=True), lambda z: z * ak.sum(z, axis=2), ("nested",), PER_ROW, shapes=FILLED),
    Shared("where", lambda c, x, y: jg.where(c, x, y), ak.where, ("boolean", "number", "number"), shapes=FILLED),
    Shared("where:value per row", lambda c, x, b: jg.where(c, x, b[:, None]), ak.where, ("boolean", "number", "row"), PER_ROW, shapes=FILLED),
    Shared("nan_to_num", lambda x: jg.nan_to_num(x, nan=1.0, posinf=2.0, neginf=3.0), lambda x: ak.nan_to_num(x, nan=1.0, posinf=2.0, neginf=3.0), ("special",), shapes=FILLED),
    Shared("isclose", lambda x, y: jg.isclose(x, y, 0.1, 0.3), lambda x, y: ak.isclose(x, y, 0.1, 0.3), ("number", "number"), shapes=FILLED),
    Shared("isclose:NaN", lambda x, y: jg.isclose(x, y, equal_nan=True), lambda x, y: ak.isclose(x, y, equal_nan=True), ("special", "special"), shapes=FILLED),
    Shared("round", lambda x: jg.round(x, 1), lambda x: ak.round(x, 1), shapes=FILLED),
    Shared("around", jg.around, ak.round, shapes=FILLED),
    Shared("real", jg.real, ak.real, ("complex",), shapes=FILLED),
    Shared("imag", jg.imag, ak.imag, ("complex",), shapes=FILLED),
    Shared("angle", jg.angle, ak.angle, ("complex",), shapes=FILLED),
    Shared("JaggedArray:operators", lambda x, y: (-x + 2 * y - x * y) ** 2 / 4 > y, lambda x, y: (-x + 2 * y - x * y) ** 2 / 4 > y, ("number", "number"), shapes=FILLED),
    Shared("JaggedArray:__array_ufunc__", lambda x, y: np.arctan2(x, y), np.arctan2, ("number", "number"), shapes=FILLED),
    Shared("JaggedArray:astype", lambda x: x.astype(np.int32), lambda x: ak.values_astype(x, np.int32), shapes=FILLED),
)  # fmt: skip

REDUCTIONS = (
    _reduction("sum"),
    _reduction("sum", "integer"),
    _reduction("sum", "boolean"),
    _reduction("sum", "special"),
    _reduction("prod"),
    _reduction("prod", "boolean"),
    _reduction("any"),
    _reduction("any", "boolean"),
    _reduction("all"),
    _reduction("count"),
    _reduction("count_nonzero"),
    _reduction("max", differs=IDENTITY, mask_identity=False),
    _reduction("min", differs=IDENTITY, mask_identity=False),
    _reduction("max", "integer", IDENTITY, mask_identity=False),
    _reduction("min", "integer", IDENTITY, mask_identity=False),
    _reduction("argmax", differs=IDENTITY, mask_identity=False),
    _reduction("argmin", differs=IDENTITY, mask_identity=False),
    _reduction("mean"),
    _reduction("var"),
    _reduction("std"),
    Shared("max:NaN", lambda x: jg.max(x, axis=1), lambda x: _with_nan(x, ak.max), ("special",), PROPAGATES),
    Shared("min:NaN", lambda x: jg.min(x, axis=1), lambda x: _with_nan(x, ak.min), ("special",), PROPAGATES),
    Shared("sum:keepdims", lambda x: jg.sum(x, axis=1, keepdims=True), lambda x: ak.sum(x, axis=1, keepdims=True)),
    Shared("max:initial", lambda x: jg.max(x, axis=1, initial=0.5), lambda x: ak.max(x, axis=1, initial=0.5, mask_identity=False)),
    Shared("max:empty", lambda x: jg.max(x, axis=1, empty=9), lambda x: ak.fill_none(ak.max(x, axis=1), 9), differs=ABSENT),
    Shared("var:ddof", lambda x: jg.var(x, axis=1, ddof=1), lambda x: ak.var(x, axis=1, ddof=1)),
    Shared("std:ddof", lambda x: jg.std(x, axis=1, ddof=1), lambda x: ak.std(x, axis=1, ddof=1)),
    Shared("sum:nested", lambda z: [jg.sum(z, axis=k) for k in (2, 1, 0)], lambda z: [ak.sum(z, axis=k) for k in (2, 1, 0)], ("nested",)),
    Shared("count:nested", lambda z: [jg.count(z, axis=k) for k in (2, 1, 0)], lambda z: [ak.count(z, axis=k) for k in (2, 1, 0)], ("nested",)),
    Shared("mean:vector", lambda v: jg.mean(v, axis=1), lambda v: ak.mean(v, axis=1), ("vector",)),
    Shared("softmax", jg.softmax, ak.softmax),
)  # fmt: skip

ROWS = np.array([2, 0, -1, 2])
SOME = np.array([True, False, True, True])


def _slice(name: str, *ends: int | None) -> Shared:
    return _index(f"slice {name}", (slice(None), slice(*ends)))


INDEXING = (
    _slice("from", 1, None),
    _slice("to", None, 2),
    _slice("tail", -2, None),
    _slice("but last", None, -1),
    _slice("beyond", -9, 9),
    _slice("nothing", 3, 1),
    _slice("stride", None, None, 2),
    _slice("backwards", None, None, -1),
    _slice("stride backwards", -1, 0, -2),
    _index("a row", 1),
    _index("the last row", -1),
    _index("slice of rows", slice(1, -1)),
    _index("rows backwards", slice(None, None, -2)),
    _index("rows", ROWS),
    _index("mask of rows", SOME),
    _index("rows and a slice", (ROWS, slice(None, 2))),
    _index("an element", (2, 0), "full", shapes=FILLED),
    _index("first of each row", (slice(None), 0), "full", shapes=FILLED),
    _index("last of each row", (slice(None), -1), "full", shapes=FILLED),
    _index("rows and elements", (ROWS, np.array([0, -1, 0, -1])), "full", shapes=FILLED),
    _index("elements", (slice(None), np.array([0, -1])), "full", shapes=FILLED),
    _index("feature", (..., 1), "vector"),
    _index("vectors backwards", (slice(None), slice(None, None, -1)), "vector"),
    _index("new axis", (slice(None), None)),
    _index("inner slice", (slice(None), slice(None), slice(1, None)), "nested"),
    _index("outer slice", (slice(None), slice(-2, None)), "nested"),
    Shared("JaggedArray:mask", lambda x, m: x[m], lambda x, m: x[m], ("number", "boolean")),
    Shared("JaggedArray:comparison", lambda x: x[x > 0], lambda x: x[x > 0]),
    Shared("JaggedArray:mask of vectors", lambda v: v[v[..., 0] > 0], lambda v: v[v[..., 0] > 0], ("vector",)),
    Shared("JaggedArray:inner mask", lambda z: z[z > 0], lambda z: z[z > 0], ("nested",)),
    Shared("JaggedArray:outer mask", lambda z: z[jg.sum(z, axis=2) > 0], lambda z: z[ak.sum(z, axis=2) > 0], ("nested",)),
    Shared("JaggedArray:places", lambda x, i: x[i], lambda x, i: x[i], ("number", "place")),
    Shared("JaggedArray:places of vectors", lambda v, i: v[i], lambda v, i: v[i], ("vector", "place")),
    Shared("take_along_axis", lambda x: jg.take_along_axis(x, jg.argmax(x, axis=1)[:, None], fill_value=9), lambda x: ak.fill_none(x[ak.argmax(x, axis=1, keepdims=True)], 9), differs=ABSENT),
    Shared("compress", lambda m, x: jg.compress(m, x), lambda m, x: x[m], ("boolean", "number")),
    Shared("nonzero", jg.nonzero, lambda x: ak.local_index(x)[x != 0]),
    Shared("take", lambda x: jg.take(x, 1, fill_value=9), lambda x: ak.fill_none(ak.pad_none(x, 2)[:, 1], 9), differs=ABSENT),
    Shared("take:jagged", lambda x, i: jg.take(x, i), lambda x, i: x[i], ("number", "place")),
    Shared("first", lambda x: jg.first(x, fill_value=9), lambda x: ak.fill_none(ak.firsts(x), 9), differs=ABSENT),
    Shared("last", lambda x: jg.last(x, fill_value=9), lambda x: ak.fill_none(ak.firsts(x[:, ::-1]), 9), differs=ABSENT),
    Shared("local_index", jg.local_index, ak.local_index),
    Shared("local_index:nested", lambda z: [jg.local_index(z, axis=k) for k in (1, 2)], lambda z: [ak.local_index(z, axis=k) for k in (1, 2)], ("nested",)),
)  # fmt: skip

STRUCTURE = (
    Shared("zeros_like", jg.zeros_like, ak.zeros_like, shapes=EVERY),
    Shared("ones_like", jg.ones_like, ak.ones_like),
    Shared("full_like", lambda x: jg.full_like(x, 2.5), lambda x: ak.full_like(x, 2.5)),
    Shared("full_like:dtype", lambda x: jg.full_like(x, 2, np.int32), lambda x: ak.full_like(x, 2, dtype=np.int32)),
    Shared("JaggedArray:lengths", lambda x: x.lengths, lambda x: ak.num(x), shapes=EVERY),
    Shared("JaggedArray:inner_lengths", lambda z: jg.JaggedArray(z.inner_lengths[0], z.lengths), lambda z: ak.num(z, axis=2), ("nested",)),
    Shared("JaggedArray:__len__", len, lambda x: ak.num(x, axis=0), jitted=False),
    Shared("JaggedArray:to_list", lambda x: x.to_list(), ak.to_list, jitted=False, shapes=EVERY),
    Shared("JaggedArray:to_flat", lambda x: x.to_flat(), ak.flatten, jitted=False, shapes=EVERY),
    Shared("JaggedArray:to_flat of rows of rows", lambda z: z.to_flat(), lambda z: ak.flatten(z, axis=None), ("nested",), jitted=False),
    Shared("JaggedArray:to_dense", lambda x: x.to_dense(-1), lambda x: ak.fill_none(ak.pad_none(x, 5, clip=True), -1), differs=ABSENT, shapes=FILLED),
    Shared("array", lambda x: jg.array(x.to_list(), np.float32), lambda x: ak.values_astype(ak.from_iter(x.to_list()), np.float32), jitted=False),
    Shared("from_flat", lambda x: jg.from_flat(x.to_flat(), lengths=x.lengths), lambda x: ak.unflatten(ak.flatten(x), ak.num(x)), jitted=False),
    Shared("from_dense", lambda x: jg.from_dense(x.to_dense(), x.lengths), lambda x: ak.drop_none(ak.pad_none(x, 5)), differs="rows are told from padding by lengths, where Awkward has None: ak.drop_none"),
    Shared("ones", lambda x: jg.ones(x.lengths, capacity=x.capacity), lambda x: ak.ones_like(x)),
    Shared("arange", lambda x: jg.arange(x.lengths, capacity=x.capacity), ak.local_index),
)  # fmt: skip


def _ours(x, y):
    return jg.record({"a": x, "b": y})


def _theirs(x, y):
    return ak.zip({"a": x, "b": y})


def _record(name: str, ours: Callable, theirs: Callable, differs: str = "", **fields) -> Shared:
    """A function of records of two fields."""
    return Shared(
        name,
        lambda x, y: _listed(ours(_ours(x, y))),
        lambda x, y: _columns(theirs(_theirs(x, y))),
        ("number", "integer"),
        differs,
        **fields,
    )


RECORDS = (
    _record("record", lambda r: r, lambda r: r),
    _record("JaggedRecord:field", lambda r: r["b"], lambda r: r["b"]),
    _record("JaggedRecord:fields", lambda r: r[["b"]], lambda r: r[["b"]]),
    _record("JaggedRecord:mask", lambda r: r[r["a"] > 0], lambda r: r[r["a"] > 0]),
    _record("JaggedRecord:backwards", lambda r: r[:, ::-1], lambda r: r[:, ::-1]),
    _record("JaggedRecord:rows", lambda r: r[ROWS], lambda r: r[ROWS]),
    _record("JaggedRecord:sum", lambda r: jg.sum(r["a"], axis=1), lambda r: ak.sum(r["a"], axis=1)),
)


def _choose(name: str, k: int, **options) -> Shared:
    """Combinations in Awkward's order."""
    return Shared(
        name,
        lambda x: getattr(jg, name.split(":")[0])(x, k, order="lexicographic", **options),
        lambda x: ak.unzip(getattr(ak, name.split(":")[0])(x, k, **options)),
        differs=LEXICOGRAPHIC,
    )


def _colexicographic(x):
    first, second = ak.unzip(ak.argcombinations(x, 2))
    order = ak.argsort(10 * second + first)
    return x[first[order]], x[second[order]]


def _product(name: str, ours: Callable, theirs: Callable, takes: int = 2) -> Shared:
    """Tuples of elements of arrays whose lengths differ."""
    kinds = ("number", "integer", "number")[:takes]
    return Shared(name, ours, theirs, kinds, same_lengths=False)


PAIRS = (
    _choose("combinations", 2),
    _choose("combinations:three", 3),
    _choose("combinations:replacement", 2, replacement=True),
    _choose("argcombinations", 2),
    _choose("argcombinations:four", 4),
    Shared("combinations:colexicographic", lambda x: jg.combinations(x, 2), _colexicographic, differs=LEXICOGRAPHIC),
    _record("combinations:records", lambda r: jg.combinations(r, 2, order="lexicographic")[1], lambda r: ak.unzip(ak.combinations(r, 2))[1], LEXICOGRAPHIC),
    _product("cartesian", jg.cartesian, lambda x, y: ak.unzip(ak.cartesian([x, y]))),
    _product("cartesian:three", jg.cartesian, lambda *arrays: ak.unzip(ak.cartesian([*arrays])), takes=3),
    _product("argcartesian", jg.argcartesian, lambda x, y: ak.unzip(ak.argcartesian([x, y]))),
    _product("pairwise", lambda x, y: jg.pairwise(lambda a, b: (a, b), x, y), lambda x, y: ak.unzip(ak.cartesian([x, y], nested=True))),
)  # fmt: skip


ORDER = (
    Shared("sort", jg.sort, ak.sort, shapes=EVERY),
    Shared("sort:integers", jg.sort, ak.sort, ("integer",)),
    Shared("sort:descending", lambda x: jg.sort(x, descending=True), lambda x: ak.sort(x, ascending=False)),
    Shared("sort:NaN", jg.sort, _nan_last, ("special",), NAN_LAST),
    Shared("sort:nested", lambda z: jg.sort(z, axis=2), lambda z: ak.sort(z, axis=2), ("nested",)),
    Shared("argsort", jg.argsort, ak.argsort),
    Shared("argsort:descending", lambda x: jg.argsort(x, descending=True), lambda x: ak.argsort(x, ascending=False)),
    Shared("sort:by", lambda x, y: jg.sort(jg.record({"a": x, "b": y}), by="a")["b"], lambda x, y: y[ak.argsort(x)], ("number", "integer")),
    Shared("rank", jg.rank, lambda x: ak.argsort(ak.argsort(x))),
    Shared("top_k", lambda x: jg.top_k(x, 2)[0], lambda x: ak.sort(x, ascending=False)[:, :2]),
    Shared("run_lengths", jg.run_lengths, ak.run_lengths),
    Shared("run_lengths:sorted", lambda x: jg.run_lengths(jg.sort(x)), lambda x: ak.run_lengths(ak.sort(x)), ("integer",)),
)  # fmt: skip


def _unflatten_twice(z):
    flat, inner, outer = ak.flatten(z, axis=None), ak.flatten(ak.num(z, axis=2)), ak.num(z)
    return ak.unflatten(ak.unflatten(flat, inner), outer)


SHAPE = (
    _product("concatenate", lambda x, y: jg.concatenate([x, y.astype(x.dtype)], axis=1), lambda x, y: ak.concatenate([x, ak.values_astype(y, np.float32)], axis=1)),
    _product("concatenate:rows", lambda x, y: jg.concatenate([x, y.astype(x.dtype)]), lambda x, y: ak.concatenate([x, ak.values_astype(y, np.float32)])),
    Shared("concatenate:dense", lambda x: jg.concatenate([np.full((1, 1), 9, np.float32), x], axis=1), lambda x: ak.concatenate([np.full((1, 1), 9, np.float32), x], axis=1), shapes=FILLED),
    Shared("concatenate:value per row", lambda x, b: jg.concatenate([x, b[:, None]], axis=1), lambda x, b: ak.concatenate([x, b[:, None]], axis=1), ("number", "row")),
    Shared("flatten", jg.flatten, ak.flatten, shapes=EVERY),
    Shared("flatten:nested", lambda z: [jg.flatten(z, axis=k) for k in (1, 2)], lambda z: [ak.flatten(z, axis=k) for k in (1, 2)], ("nested",)),
    Shared("unflatten", lambda x: jg.unflatten(jg.flatten(x), x.lengths), lambda x: ak.unflatten(ak.flatten(x), ak.num(x))),
    Shared("unflatten:nested", lambda z: jg.unflatten(jg.flatten(z, axis=2), jg.JaggedArray(z.inner_lengths[0], z.lengths)), _unflatten_twice, ("nested",), PLACED),
    Shared("reverse", jg.reverse, lambda x: x[:, ::-1]),
    Shared("pad", lambda x: jg.pad(x, (0, 2), constant_values=9), lambda x: ak.concatenate([x, np.full((1, 2), 9, np.float32)], axis=1), shapes=FILLED),
    Shared("append", lambda x, b: jg.append(x, b[:, None]), lambda x, b: ak.concatenate([x, b[:, None]], axis=1), ("number", "row")),
    Shared("split", lambda x: jg.split(x, [2]), lambda x: [x[:, :2], x[:, 2:]]),
)  # fmt: skip

FUNCTIONS = ELEMENTWISE + REDUCTIONS + INDEXING + STRUCTURE + RECORDS + PAIRS + ORDER + SHAPE
