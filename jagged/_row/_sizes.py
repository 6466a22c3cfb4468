"""Sizes that hold a row's length: their names, their values and the room that they need."""

import ast
import functools
import operator
from collections.abc import Mapping, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax.export import is_symbolic_dim, symbolic_shape

_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
}


def _inconclusive() -> type[Exception]:
    """Give the error of a comparison that not all lengths agree on, which has moved between modules."""
    try:
        assert symbolic_shape("n")[0] > 1
    except AssertionError:
        raise
    except Exception as error:
        return type(error)
    raise AssertionError("JAX decided a comparison that no length can decide")


InconclusiveError = _inconclusive()


def names_in(size) -> frozenset[str]:
    """Give the names of the symbols that a size depends on; none for an integer."""
    return _names(str(size)) if is_symbolic_dim(size) else frozenset()


def evaluate(size, known: Mapping[str, Any], namespace=jnp) -> Any:
    """Give the value of a size where the values of its symbols are known, integers or arrays.

    JAX writes a size out in a small language that is public, whereas its own way to evaluate one is
    not: sums and products, `^` for powers, and the functions floordiv, mod, max and min.
    """
    return _value(_parse(str(size)).body, known, namespace)


@functools.lru_cache(maxsize=4096)
def extent(size, capacities: tuple[tuple[str, int, int], ...]) -> tuple[int, int]:
    """Give the least and the largest value of a size over all lengths that may occur.

    Args:
        size: A symbolic size, as text.
        capacities: The name of each symbol with its least and largest value.
    """
    ranges = [np.arange(least, largest + 1) for _, least, largest in capacities]
    grid = np.meshgrid(*ranges, indexing="ij", sparse=True)
    names = [name for name, _, _ in capacities]
    values = np.asarray(evaluate(size, dict(zip(names, grid, strict=True)), np))
    return int(values.min()), int(values.max())


def product(sizes: Sequence) -> Any:
    """Multiply sizes, symbolic or not."""
    return functools.reduce(operator.mul, sizes, 1)


@functools.lru_cache(maxsize=4096)
def _parse(text: str) -> ast.Expression:
    return ast.parse(text.replace("^", "**"), mode="eval")


@functools.lru_cache(maxsize=4096)
def _names(text: str) -> frozenset[str]:
    nodes = list(ast.walk(_parse(text)))
    functions = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    names = (node for node in nodes if isinstance(node, ast.Name) and id(node) not in functions)
    return frozenset(node.id for node in names)


def _value(node: Any, known, namespace) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return known[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, known, namespace)
        case ast.BinOp(left=left, op=op, right=right):
            ours, theirs = (_value(side, known, namespace) for side in (left, right))
            return _OPERATORS[type(op)](ours, theirs)
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _call(name, [_value(each, known, namespace) for each in arguments], namespace)
    raise AssertionError(f"JAX wrote a size in a form that is not known: {ast.unparse(node)}")


def _call(name, arguments, namespace):
    functions = {
        "floordiv": operator.floordiv,
        "mod": operator.mod,
        "max": namespace.maximum,
        "min": namespace.minimum,
    }
    return functions[name](*arguments)
