"""Eager calls on small arrays, against one jitted call of the same hand-masked computation."""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

import jagged as jg

from .case import comparable
from .harness import Contender, Timing, assert_equal_values, interleave
from .inputs import zero_padded
from .masks import valid
from .suite import expert_max, expert_mean, expert_sum

# XLA's CPU client runs computations of less than 1,000 operations in the calling thread, and hands
# others to another one, which takes longer than they do. All cases must stay on the same side.
ROWS, CAPACITY = 8, 4


class EagerCase(NamedTuple):
    """One function called outside of jit, and the kernel that an expert would call instead."""

    name: str
    jagged: Callable[[jg.JaggedArray], Any]
    expert: Callable[[Array, Array], Array]
    elementwise: bool = False


def buffer(result: Any) -> Array:
    """Return the array to wait for."""
    return result.data if isinstance(result, jg.JaggedArray) else result


def expert_softmax(data: Array, lengths: Array) -> Array:
    mask = valid(data, lengths)
    return jax.nn.softmax(data, axis=1, where=mask)


def expert_cumsum(data: Array, lengths: Array) -> Array:
    return jnp.cumsum(data, axis=1)


def expert_last(data: Array, lengths: Array) -> Array:
    return jnp.take_along_axis(data, lengths[:, None] - 1, axis=1)[:, 0]


EAGER_CASES = (
    EagerCase("sum", lambda x: jg.sum(x, axis=1), lambda d, n: expert_sum(d, n, None)),
    EagerCase("mean", lambda x: jg.mean(x, axis=1), lambda d, n: expert_mean(d, n, None)),
    EagerCase("max", lambda x: jg.max(x, axis=1), lambda d, n: expert_max(d, n, None)),
    EagerCase("softmax", jg.softmax, expert_softmax, elementwise=True),
    EagerCase("cumsum", jg.cumsum, expert_cumsum, elementwise=True),
    EagerCase("tanh", jg.tanh, lambda d, n: jnp.tanh(d), elementwise=True),
    EagerCase("x * 2", lambda x: x * 2, lambda d, n: d * 2, elementwise=True),
    EagerCase("x + x", lambda x: x + x, lambda d, n: d + d, elementwise=True),
    EagerCase("x[:, -1]", lambda x: x[:, -1], expert_last),
)


def small_batch() -> tuple[Array, Array]:
    """Draw scalars in rows that are never empty, so that each has a last element."""
    generator = np.random.default_rng(0)
    lengths = generator.integers(1, CAPACITY + 1, ROWS)
    return zero_padded(generator.normal(size=(ROWS, CAPACITY)), lengths)


def measure(case: EagerCase, *, seconds: float, pairs: int | None = None) -> Timing:
    """Check that both ways agree, then time them in turns."""
    data, lengths = small_batch()
    jagged = Contender(lambda x: buffer(case.jagged(x)), (jg.JaggedArray(data, lengths),))
    expert = Contender(jax.jit(case.expert), (data, lengths))
    assert_equal_values(*(comparable(way(), lengths, case.elementwise) for way in (jagged, expert)))
    return interleave(jagged, expert, seconds=seconds, pairs=pairs)
