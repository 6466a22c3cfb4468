"""Functions of one row: what they are in a plain loop over cut rows, and what `jg.vmap` makes of them.

The first half, up to `reference`, is the oracle: plain JAX, which knows neither padding nor jagged.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

LENGTHS = {"n": [4, 1, 0, 7, 2, 0], "m": [6, 3, 5, 1, 0, 0]}
ROOM = {"n": (7, 10), "m": (6, 7)}
"""The capacities: the longest row fills the first one."""
FAST = {"xla_backend_optimization_level": 0}
"""Options of the compiler for programs that run once."""
SCALES = {"input": jnp.float32(1.25), "output": jnp.float32(0.75)}


@dataclass(frozen=True, eq=False)
class RowFunction:
    """An everyday function of one row.

    `call` takes a row for each of `inputs`, cut to its length; with `shared` it takes that first,
    a pytree whose floating arrays all rows share. Without, what goes in and comes out is multiplied
    by two shared numbers.
    """

    name: str
    call: Callable
    inputs: tuple[str, ...] = ("numbers",)
    """What each argument is: a name of `DOMAINS`, perhaps with the length it has, as in `tokens:m`."""
    shared: Any = None
    order: int = 2
    """How often it can be differentiated: 0, 1 or 2 times."""
    min_length: int = 1
    defined: int = 0
    """The least length at which value and derivatives are finite."""
    empty: Any = None
    rtol: float = 2e-5

    def __str__(self):
        return self.name

    def one(self, shared, *rows):
        """Apply it to one row."""
        if self.shared is not None:
            return self.call(shared, *rows)
        scaled = [shared["input"] * row if is_float(row) else row for row in rows]
        result = self.call(*scaled)
        return jax.tree.map(lambda r: shared["output"] * r if is_float(r) else r, result)


def is_float(array) -> bool:
    """Whether a derivative goes through an array."""
    return hasattr(array, "dtype") and jnp.issubdtype(array.dtype, jnp.floating)


def _numbers(random, shape):
    """Numbers with exact zeros and ties."""
    return random.choice([-1.5, -1.0, -0.5, 0.0, 0.5, 0.5, 1.0, 2.0], shape).astype(np.float32)


DOMAINS = {
    "numbers": (_numbers, ()),
    "ties": (lambda random, shape: random.integers(0, 2, shape).astype(np.float32), ()),
    "vectors": (_numbers, (4,)),
    "maps": (_numbers, (2, 2)),
    "smooth": (lambda random, shape: random.normal(size=shape).astype(np.float32), ()),
    "points": (lambda random, shape: random.normal(size=shape).astype(np.float32), (4,)),
    "positive": (lambda random, shape: random.uniform(0.5, 2, shape).astype(np.float32), ()),
    "unit": (lambda random, shape: random.uniform(0.1, 0.7, shape).astype(np.float32), ()),
    "tokens": (lambda random, shape: random.integers(0, 4, shape, np.int32), ()),
    "flags": (lambda random, shape: random.random(shape) < 0.6, ()),
}


def length_of(kind: str) -> str | None:
    """Give the name of the lengths that an argument has, `None` if it has none."""
    return None if kind in ("key", "vector") else (kind.partition(":")[2] or "n")


@functools.cache
def full_rows(kind: str, place: int):
    """Give an argument of all rows: a list of cut rows, or an array with a batch axis."""
    random = np.random.default_rng(place + len(kind))
    count = len(LENGTHS["n"])
    if kind == "key":
        return jax.random.split(jax.random.key(3), count)
    if kind == "vector":
        return random.normal(size=(count, 4)).astype(np.float32)
    make, features = DOMAINS[kind.split(":")[0]]
    return [make(random, (length, *features)) for length in LENGTHS[length_of(kind)]]


def result_weights(shape):
    """Give a weight for each element of the result of one row, which only its place decides."""
    powers = 3.0 ** np.arange(len(shape)).reshape(-1, *(1,) * len(shape))
    places = np.sum(np.indices(shape) * powers, 0)
    return jnp.asarray(np.cos(1 + places), jnp.float32)


def direction(tree, seed=0):
    """Give a tangent for each floating array of a tree."""
    leaves, structure = jax.tree.flatten(tree)
    random = np.random.default_rng(seed)
    made = [jnp.asarray(random.normal(size=np.shape(leaf)), leaf.dtype) for leaf in leaves]
    return jax.tree.unflatten(structure, made)


@dataclass(frozen=True)
class Outcome:
    """What a function gives: values, and derivatives of a weighted sum of them.

    Attributes:
        values: The results.
        slopes: The gradients with respect to what is shared, and to the arguments.
        curvature: The derivative of the gradients along one direction, `None` if there is none.
    """

    values: Any
    slopes: Any = None
    curvature: Any = None


def derivatives(order: int, loss: Callable, point, along) -> tuple:
    """Give the gradient of a scalar function, and the derivative of the gradient in a direction."""
    if order == 0:
        return None, None
    if order == 1:
        return jax.grad(loss)(point), None
    return jax.jvp(jax.grad(loss), (point,), (along,))


@functools.cache
def reference(function: RowFunction, order: int) -> list[Outcome | None]:
    """Run the function on each cut row, with plain JAX and derivatives up to an order.

    A row that it raises for has `None`.
    """
    columns = [full_rows(kind, place) for place, kind in enumerate(function.inputs)]
    rows = [[column[number] for column in columns] for number in range(len(LENGTHS["n"]))]
    shared = SCALES if function.shared is None else function.shared
    works = [_works(function, shared, row) for row in rows]
    moving, static = eqx.partition(shared, is_float)

    def run(moving, rows):
        parts = [(row, number) for number, row in enumerate(rows) if works[number]]
        return [_of_row(function, order, moving, static, *part) for part in parts]

    outcomes = iter(jax.device_get(jax.jit(run, compiler_options=FAST)(moving, rows)))
    return [Outcome(*next(outcomes)) if work else None for work in works]


def _of_row(function, order, moving, static, row, number):
    point = moving, [each if is_float(each) else None for each in row]
    along = direction(moving), [_cut_direction(each, number, k) for k, each in enumerate(point[1])]

    def values(point):
        args = eqx.combine(point[1], [None if is_float(each) else each for each in row])
        return function.one(eqx.combine(point[0], static), *args)

    def loss(point):
        leaves = [leaf for leaf in jax.tree.leaves(values(point)) if is_float(leaf)]
        return sum((jnp.sum(leaf * result_weights(leaf.shape)) for leaf in leaves), jnp.float32(0))

    return values(point), *derivatives(order, loss, point, along)


def _cut_direction(row, number, place):
    if row is None:
        return None
    whole = row_directions((len(LENGTHS["n"]), 16, *row.shape[1:]), place)
    return jnp.asarray(whole[number, : row.shape[0]] if row.ndim else whole[number])


@functools.cache
def row_directions(shape, place):
    """Give a direction for an argument of all rows."""
    return np.random.default_rng(100 + place).normal(size=shape).astype(np.float32)


def _works(function, shared, row) -> bool:
    """Say whether a function has a result for a row, and not one of another shape than for long ones."""
    try:
        shapes = eqx.filter_eval_shape(function.one, shared, *row)
    except Exception:
        assert _least(row) < function.min_length, "only short rows may raise"
        return False
    return _least(row) >= function.min_length or _have_shape(shapes, function, shared)


def _least(row) -> int:
    return min(len(each) for each in row if np.ndim(each))


def _have_shape(shapes, function, shared) -> bool:
    """Compare shapes with those of two longer rows, at axes that do not depend on the length."""
    columns = [full_rows(kind, place) for place, kind in enumerate(function.inputs)]
    longer = [
        eqx.filter_eval_shape(function.one, shared, *[column[number] for column in columns])
        for number in (0, 3)
    ]
    sizes = zip(*[_sizes(each) for each in (shapes, *longer)], strict=True)
    return all(size == one or one != other for size, one, other in sizes)


def _sizes(shapes) -> list[int]:
    return [size for leaf in jax.tree.leaves(shapes) for size in leaf.shape]
