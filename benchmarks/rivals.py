"""The same computations in Awkward Array: on its NumPy backend, and gradients on its JAX backend.

Awkward Array comes with the extra `test`; without it this part is left out.
"""

import contextlib
import importlib.util
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

import jagged as jg

from .harness import Contender, Timing, assert_equal_values, interleave
from .inputs import Size
from .structure import jagged_pairs

ROWS: dict[Size, int] = {"tiny": 7, "small": 500, "full": 10_000}


class Rival(NamedTuple):
    """One computation in both libraries, and how many times as fast jagged should be.

    `awkward` is given the module and an array. What has a `gradient` returns a number, and is
    differentiated by all elements.
    """

    name: str
    jagged: Callable[[jg.JaggedArray], Any]
    awkward: Callable[[Any, Any], Any]
    times: float
    gradient: bool = False


class Sides(NamedTuple):
    """Both ways to compute something, with functions that make their results plain arrays."""

    jagged: Contender
    awkward: Contender
    plain: tuple[Callable[[Any], Any], Callable[[Any], Any]]


def is_installed() -> bool:
    """Say whether there is an Awkward Array to measure."""
    return importlib.util.find_spec("awkward") is not None


def measure(rival: Rival, size: Size, *, seconds: float, pairs: int | None = None) -> Timing:
    """Check that both libraries agree, then time them in turns; the expert's place is Awkward's."""
    values, lengths = flat_events(size)
    x = jg.from_flat(values, lengths=lengths)
    if not rival.gradient:
        return timed(forward_sides(rival, x), seconds, pairs)
    # Compiled first, for the JAX backend of Awkward Array changes the configuration of JAX.
    differentiated = eqx.filter_value_and_grad(rival.jagged)
    function = jax.jit(lambda x: differentiated(x)).lower(x).compile()
    with jax_backend():
        return timed(gradient_sides(rival, function, x), seconds, pairs)


def flat_events(size: Size) -> tuple[np.ndarray, np.ndarray]:
    """Draw the elements of all rows one after another, and the lengths of the rows: Poisson(8)."""
    generator = np.random.default_rng(0)
    lengths = generator.poisson(8, ROWS[size])
    return generator.normal(size=lengths.sum()).astype(np.float32), lengths


def awkward_array(x: jg.JaggedArray) -> Any:
    """Give the same rows to Awkward Array."""
    import awkward as ak

    return ak.unflatten(np.asarray(x.to_flat()), np.asarray(x.lengths))


def forward_sides(rival: Rival, x: jg.JaggedArray) -> Sides:
    """Compile ours, and give the rows to Awkward's NumPy backend."""
    import awkward as ak

    return Sides(
        Contender(jax.jit(rival.jagged), (x,)),
        Contender(lambda y: Done(rival.awkward(ak, y)), (awkward_array(x),)),
        (plain, lambda done: np.asarray(ak.ravel(done.result))),
    )


class Done:
    """A result that JAX doesn't look into: to find the buffers of an Awkward array takes it 0.5 ms."""

    def __init__(self, result: Any):
        self.result = result


def gradient_sides(rival: Rival, function: Any, x: jg.JaggedArray) -> Sides:
    """Give the rows to Awkward's JAX backend, which has vector-Jacobian products."""
    import awkward as ak

    def differentiated(y: Any) -> tuple[Any, Any]:
        value, pullback = jax.vjp(lambda y: rival.awkward(ak, y), y)
        return value, pullback(np.ones((), np.float32))[0].layout.content.data

    def plain_gradient(output: tuple[Any, jg.JaggedArray]) -> tuple[Any, Any]:
        value, gradient = output
        return np.asarray(value), x.with_data(gradient.data).to_flat()

    return Sides(
        Contender(function, (x,)),
        Contender(differentiated, (ak.to_backend(awkward_array(x), "jax"),)),
        (plain_gradient, lambda output: tuple(map(np.asarray, output))),
    )


def plain(result: Any) -> Any:
    """Give the elements of all rows one after another."""
    return np.asarray(result.to_flat() if isinstance(result, jg.JaggedArray) else result)


def timed(sides: Sides, seconds: float, pairs: int | None) -> Timing:
    """Compare what both give, then take turns."""
    ours, theirs = sides.plain
    assert_equal_values(ours(sides.jagged()), theirs(sides.awkward()))
    return interleave(sides.jagged, sides.awkward, seconds=seconds, pairs=pairs)


@contextlib.contextmanager
def jax_backend() -> Iterator[None]:
    """Switch Awkward's JAX backend on, which asks for 64 bits, and put the configuration back."""
    import awkward as ak

    before = {name: jax.config.read(name) for name in ("jax_enable_x64", "jax_platform_name")}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it will be removed
        try:
            ak.jax.register_and_check()
            yield
        finally:
            for name, value in before.items():
                jax.config.update(name, value)


def awkward_pairs(ak: Any, x: Any, axis: int | None = 1) -> Any:
    first, second = ak.unzip(ak.combinations(x, 2))
    return ak.sum(first * second, axis=axis)


RIVALS = (
    Rival("x * x + 1", lambda x: x * x + 1, lambda ak, x: x * x + 1, 5),
    Rival("sum", lambda x: jg.sum(x, axis=1), lambda ak, x: ak.sum(x, axis=1), 5),
    Rival("mean", lambda x: jg.mean(x, axis=1), lambda ak, x: ak.mean(x, axis=1), 5),
    Rival(
        "argmax",
        lambda x: jg.argmax(x, axis=1),
        lambda ak, x: ak.argmax(x, axis=1, mask_identity=False),
        5,
    ),
    Rival("softmax", jg.softmax, lambda ak, x: ak.softmax(x), 5),
    Rival("sort", lambda x: jg.sort(x), lambda ak, x: ak.sort(x), 1),
    Rival(
        "sum of x[x > 0]",
        lambda x: jg.sum(x[x > 0], axis=1),
        lambda ak, x: ak.sum(x[x > 0], axis=1),
        1,
    ),
    Rival("sum of a * b over pairs", jagged_pairs, awkward_pairs, 5),
    Rival(
        "gradient of sum(x**2)",
        lambda x: jg.sum(x**2),
        lambda ak, x: ak.sum(x**2),
        20,
        gradient=True,
    ),
    Rival(
        "gradient of the sum over pairs",
        lambda x: jnp.sum(jagged_pairs(x)),
        lambda ak, x: awkward_pairs(ak, x, None),
        20,
        gradient=True,
    ),
)
