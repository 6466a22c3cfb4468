"""jg.vmap: a function of one row, applied to every row at its true length."""

import functools
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from .._checking import is_checking, is_concrete
from .._kernels.validity import without_gradient_at_padding
from . import rules as rules
from ._arguments import Plan, plan
from ._program import Program
from ._results import assemble
from ._row_check import check_rows
from ._tracing import is_tracing, symbols


def vmap(
    f: Callable[..., Any],
    in_axes: Any = 0,
    out_axes: Any = 0,
    *,
    empty: Any = None,
    min_length: int = 1,
) -> Callable[..., Any]:
    """Map a function of one row over all rows, each at its own length.

    `f` is ordinary JAX code for one row without padding: of a JaggedArray `[batch, None, *features]`
    it sees an array `[n, *features]`, where `n` is the row's own length, and returns anything. It is
    traced once with a symbol for `n`, and runs on all rows at once, so that values and gradients are
    those of `f(x[i][:length])` for every row `i`. A result whose shape depends on `n` comes back as a
    JaggedArray, any other one as a dense array. Works under `jit`, `grad`, `vmap`, `scan`,
    `shard_map` and `export`; like a function given to `jit`, `f` has to be pure.

    Arrays that have the same lengths, as one array or as equal ones whose values are known, share a
    symbol; put arrays into a JaggedRecord to make that sure. `f` can't decide in Python on a length,
    as in `if x.shape[0] % 2`: that is refused, as is anything that is not known to be right.

    Args:
        f: A function of one row. It may close over arrays and models.
        in_axes: As for `jax.vmap`: an integer, `None` for what all rows share, or a tree that leads
            the arguments. JaggedArrays and JaggedRecords are mapped over their first batch axis.
            With several batch axes, `f` sees what is left of them; nest `jg.vmap` then.
        out_axes: Where the batch axis of dense results goes; 0 for jagged ones.
        empty: What rows of length 0 get where `f` raises for such rows, as `jnp.max` does; by
            default NaN in floating point, and an error for other dtypes. Jagged results of such rows
            have no element. No gradient flows there. Where `f` does not raise, empty rows get its
            result.
        min_length: The least length that `f` has to be right for. Shorter rows are treated like
            empty ones: they get what `f` gives at their length, or `empty`.

    Returns:
        A function of the same arguments, with a batch axis.

    Raises:
        ValueError: If axes don't fit, or `empty` is needed.
        TypeError: If `f` needs a length as a Python integer, decides on one (LengthDecisionError), or
            mixes up arrays of different lengths.
        NotImplementedError: If `f` uses a primitive of JAX along the row that has no rule.

    Examples:
        >>> x = jg.array([[1.0, 2.0, 3.0], [5.0]])
        >>> jg.vmap(lambda row: row - row.mean())(x).to_list()
        [[-1.0, 0.0, 1.0], [0.0]]
        >>> jg.vmap(lambda row, scale: scale * row[-1], in_axes=(0, None))(x, 10.0)
        Array([30., 50.], dtype=float32)

    Reference:
        `jax.vmap`; symbolic lengths are those of `jax.export.symbolic_shape`.
    """
    if not callable(f):
        raise TypeError(f"jg.vmap takes a function of one row; got {type(f).__name__}.")
    least = _checked_least(min_length)

    def run(static: Plan, arrays, lengths, empty):
        return _run(f, static, arrays, lengths, empty, out_axes, least)

    checked: set = set()
    compiled = jax.jit(run, static_argnums=0, inline=True)

    @functools.wraps(f, updated=())
    def mapped(*args, **kwargs):
        static, arrays, lengths = plan(args, kwargs, in_axes, least)
        if is_tracing() or not _is_hashable(static):
            return run(static, arrays, lengths, empty)
        known = is_concrete(*arrays, *lengths) and not kwargs
        if is_checking() and known and static not in checked:
            checked.add(static)
            check_rows(f, mapped, args, in_axes)
        return compiled(static, arrays, lengths, empty)

    return mapped


def _run(f, static, arrays, lengths, empty, out_axes, least):
    leaves = static.array_leaves
    arrays = [_protected(*pair, lengths) for pair in zip(arrays, leaves, strict=True)]
    bounds = [(least, capacity) for capacity in static.capacities]
    with symbols(bounds, _spare(arrays, leaves)) as sizes:
        program = Program(_of_pair(f), static, arrays, sizes, least)
    axes = [leaf.axis for leaf in leaves], [0] * len(lengths)
    rows = jax.vmap(lambda a, n: program.run(a, n, empty), in_axes=axes)
    return assemble(program.shapes, rows(arrays, lengths), out_axes)


def _protected(array, leaf, lengths):
    """Give the same rows, whose padding never gets a gradient, not even NaN from a row that has one."""
    if leaf.symbol is None:
        return array
    return without_gradient_at_padding(array, [lengths[leaf.symbol]])


def _of_pair(f):
    return functools.wraps(f)(lambda args, kwargs: f(*args, **kwargs))


def _spare(arrays, leaves) -> list[int]:
    """Give the capacities that a jg.vmap inside of `f` may meet, twice for two arguments."""
    sizes = {
        size
        for array, leaf in zip(arrays, leaves, strict=True)
        if leaf.axis is not None
        for size in np.shape(array)[1:]
        if isinstance(size, int) and size > 0
    }
    return sorted([*sizes, *sizes])


def _checked_least(min_length):
    if isinstance(min_length, bool) or not isinstance(min_length, int) or min_length < 1:
        raise ValueError(
            f"min_length must be an integer of at least 1; got {min_length!r}: leave it out if the "
            "function is right for rows of any length but 0."
        )
    return min_length


def _is_hashable(static) -> bool:
    try:
        hash(static)
    except TypeError:
        return False
    return True
