"""Random draws: those of a longer row begin with those of a shorter one, along a leading axis."""

import jax

from .._interpreter import refusal
from .._registry import register_rule
from .._values import BOUNDED, Frame, RowValue


@register_rule("random_bits", "random_split")
def random_draw(frame: Frame, operands, equation) -> list[RowValue]:
    """Draw for the longest row: each number depends on its position alone."""
    (key,) = operands
    shape = equation.params["shape"]
    _check_axes(frame, equation, shape)
    _check_generator(frame, key, equation, shape)
    params = {**equation.params, "shape": frame.capacities(shape)}
    drawn = equation.primitive.bind(key.array, **params)
    arrays = drawn if equation.primitive.multiple_results else [drawn]
    pairs = zip(arrays, equation.outvars, strict=True)
    return [RowValue(array, variable.aval.shape, degree=BOUNDED) for array, variable in pairs]


def _check_axes(frame, equation, shape):
    if set(frame.jagged_axes(shape)) - {0}:
        raise refusal(
            equation,
            f"numbers drawn with shape {shape} depend on the length at every position",
            "Draw with the row's axis first and transpose.",
        )


def _check_generator(frame, key, equation, shape):
    if not frame.jagged_axes(shape):
        return
    counts = str(key.dtype) == "key<fry>" and _is_partitionable()
    if not counts:
        raise refusal(
            equation,
            f"only partitionable threefry keys draw each number by its position; got {key.dtype}",
            "Make the key with jax.random.key(seed, impl='threefry2x32').",
        )


def _is_partitionable() -> bool:
    return jax.config.jax_threefry_partitionable  # pyright: ignore[reportAttributeAccessIssue]
