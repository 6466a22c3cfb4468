"""A limit on how many programs a function is compiled to."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import jax

from .._integers import static_integer


def limit_programs(f: Callable, budget: int) -> Callable:
    """Refuse to trace a function more often than planned, for each trace compiles a program.

    Wrap the function before `jax.jit`, which calls it once for each new shape. A training step that
    gets batches of a plan is traced once for each capacity, unless something else changes from step to
    step: a dtype, a number that became an array, a structure.

    Args:
        f: A function that is going to be compiled.
        budget: How many programs it may have, `plan.programs` for instance.

    Returns:
        A function like `f`.

    Raises:
        ValueError: If the budget is not positive.
        RuntimeError: When the function is traced once too often, with what changed since the last
            trace.

    Examples:
        >>> step = jax.jit(jg.data.limit_programs(lambda x: 2 * x, budget=1))
        >>> step(jnp.ones(3)).shape
        (3,)
        >>> try:
        ...     step(jnp.ones(4))
        ... except RuntimeError as error:
        ...     print(str(error)[:110])
        <lambda> may have 1 program, and this call makes one more. args[0] has become float32[4], from float32[3]. Kee
    """
    budget = static_integer(budget, "budget", 1)
    traces: list[dict[str, str]] = []

    @wraps(f)
    def limited(*args, **kwargs):
        traces.append(_described(args, kwargs))
        if len(traces) > budget:
            changes = _changes(traces[-2], traces.pop())
            plural = "" if budget == 1 else "s"
            raise RuntimeError(
                f"{getattr(f, '__name__', f)} may have {budget} program{plural}, and this call makes "
                f"one more. {changes}. Keep shapes to those of the plan, or raise budget={budget}."
            )
        return f(*args, **kwargs)

    return limited


def _described(args, kwargs) -> dict[str, str]:
    pairs = (("args", args), ("kwargs", kwargs))
    return {
        name + jax.tree_util.keystr(path): _description(leaf)
        for name, tree in pairs
        for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]
    }


def _description(leaf: Any) -> str:
    if not hasattr(leaf, "shape"):
        return repr(leaf)
    weak = ", weakly typed" if getattr(leaf, "weak_type", False) else ""
    return f"{leaf.dtype}{list(leaf.shape)}{weak}"


def _changes(before: dict[str, str], after: dict[str, str]) -> str:
    found = [
        f"{path} has become {after.get(path, 'absent')}, from {before.get(path, 'absent')}"
        for path in before | after
        if before.get(path) != after.get(path)
    ]
    unseen = (
        "Nothing that shows in its arguments has changed: jit was called anew, or a static value"
    )
    return "; ".join(found[:4]) or unseen
