"""scan: a recurrence along each row, whose carry stops at the row's own end."""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import PyTree

from ._abstract import AbstractJagged, is_jagged, unpack
from ._array import JaggedArray
from ._integers import static_integer
from ._kernels.joining import with_room
from ._kernels.safety import from_filled_row, representative
from ._kernels.validity import keep
from ._map import shared_structure, vectorize
from ._totality import is_total


def scan(
    f: Callable[[Any, Any], tuple[Any, Any]],
    init: PyTree,
    xs: PyTree[AbstractJagged],
    *,
    reverse: bool = False,
    in_axes: int | None = 0,
    chunk: int | None = None,
) -> tuple[Any, Any]:
    """Carry a state along each row, from its first element to its own last.

    `f` is written for one row, as for `jax.lax.scan`: it takes the carry and one element, and gives
    the next carry and an output. It runs on all rows at once; a row that has ended keeps its carry.
    Unless all that `f` does is known to stay finite, steps beyond a row's end repeat the row's first
    step (that of another row if it is empty), so `f` meets nothing that a valid step would not have
    met. The work grows with the capacity, unless `chunk=` is given: then with the longest row.

    Args:
        f: A function `(carry, element) -> (carry, output)` of one row.
        init: The first carry, a pytree of arrays `[*batch, ...]`, one for each row.
        xs: A JaggedArray or JaggedRecord, or a pytree of them, of equal lengths. An element of an
            array with deeper jagged axes is a JaggedArray.
        reverse: Whether to start at each row's own last element and end at its first.
        in_axes: `0` if `init` has the batch axes in front; `None` if all rows share it.
        chunk: How many steps to take between looks at whether every row has ended, after which no
            step is taken. It can be differentiated in reverse, for the number of looks is static.
            Under `jax.vmap` over lengths all steps are taken.

    Returns:
        The last carries `[*batch, ...]`, equal to `init` for empty rows, and the outputs, a pytree
        of JaggedArrays with the lengths of `xs`.

    Raises:
        ValueError: If lengths differ, `init` has not the batch axes in front, or `chunk` is not
            positive.
        TypeError: If `f` gives a carry of another shape or dtype, or `xs` holds no jagged array.

    Examples:
        >>> x = jg.array([[1.0, 2.0, 3.0], []])
        >>> total, sums = jg.scan(lambda c, t: (c + t, c + t), 10.0, x, in_axes=None)
        >>> total, sums.to_list()
        (Array([16., 10.], dtype=float32), [[11.0, 13.0, 16.0], []])

    Reference:
        `jax.lax.scan`.
    """
    arrays, structure = jax.tree.flatten(xs, is_leaf=is_jagged)
    buffers, (lengths,) = shared_structure("jg.scan", [_outermost(x) for x in arrays])
    elements = [_element_buffers(*pair) for pair in zip(arrays, buffers, strict=True)]
    elements = jax.tree.unflatten(structure, elements)
    init = _batched(init, lengths, in_axes)
    first = (
        None
        if _is_total(f, init, elements, lengths.ndim)
        else (_first_step(init, elements, lengths, reverse))
    )
    body = partial(_frozen_step, vectorize(f, lengths.ndim), lengths, first)
    run = (
        lax.scan if chunk is None else partial(_chunked, lengths, static_integer(chunk, "chunk", 1))
    )
    carry, ys = run(body, init, _by_time(elements, lengths), reverse=reverse)
    return carry, jax.tree.map(partial(_by_row, lengths), ys)


def _chunked(lengths, chunk, body, init, inputs, *, reverse):
    """Scan in chunks of steps, and leave out those that begin behind the end of every row."""
    steps = inputs[0].shape[0]
    chunk = min(chunk, max(steps, 1))
    chunks = -(-steps // chunk)
    longest = jnp.max(lengths, initial=0)

    def run(carry, part):
        return lax.scan(body, carry, part, reverse=reverse)

    def leave_out(carry, part):
        outputs = jax.eval_shape(run, carry, part)[1]
        return carry, jax.tree.map(partial(_nothing, lengths), outputs)

    def step(carry, part):
        return lax.cond(part[0][0] < longest, run, leave_out, carry, part)

    grown = jax.tree.map(lambda leaf: with_room(leaf, {0: chunks * chunk}), inputs[1])
    numbers = jnp.arange(chunks * chunk, dtype=jnp.int32)
    parts = jax.tree.map(lambda leaf: _split_axis(leaf, chunks, chunk), (numbers, grown))
    carry, outputs = lax.scan(step, init, parts, reverse=reverse)
    return carry, jax.tree.map(lambda y: _join_axis(y)[:steps], outputs)


def _split_axis(leaf, chunks, chunk):
    return leaf.reshape(chunks, chunk, *leaf.shape[1:])


def _join_axis(leaf):
    return leaf.reshape(leaf.shape[0] * leaf.shape[1], *leaf.shape[2:])


def _nothing(lengths, shape):
    """Give zeros that lie where the rows lie, on a mesh and inside shard_map."""
    zeros = (lengths * 0).astype(shape.dtype)[None]
    return jnp.broadcast_to(_over(zeros, shape), shape.shape)


def _by_row(lengths, y):
    return JaggedArray.unchecked(jnp.moveaxis(y, 0, lengths.ndim), lengths)


def _outermost(x):
    """Give an array with its first jagged axis alone, for the others belong to its elements."""
    if not isinstance(x, JaggedArray):
        return x
    data, levels = unpack(x)
    return JaggedArray.unchecked(data, levels[0])


def _element_buffers(x, buffers):
    """Give what a step takes its element from: the same tree, stripped of the outer lengths."""
    if not isinstance(x, JaggedArray) or not x.inner_lengths:
        return buffers
    axis = x.lengths.ndim
    room = (*(slice(None),) * axis, slice(buffers.shape[axis]))
    inner = [n[room] for n in x.inner_lengths]
    return JaggedArray.unchecked(buffers, inner[0], tuple(inner[1:]))


def _batched(init, lengths, in_axes):
    """Give the first carry with the batch axes in front, strongly typed as `lax.scan` wants it."""
    if in_axes not in (0, None):
        raise ValueError(f"in_axes must be 0 or None, for a shared first carry; got {in_axes!r}.")
    return jax.tree.map(partial(_batched_leaf, lengths=lengths, in_axes=in_axes), init)


def _batched_leaf(leaf, lengths, in_axes):
    leaf, batch = jnp.asarray(leaf), lengths.shape
    if in_axes is None:
        leaf = jnp.broadcast_to(leaf, batch + leaf.shape)
    if leaf.shape[: len(batch)] != batch:
        raise ValueError(
            f"init must have the batch axes {batch} in front, a first carry for each row; got shape "
            f"{leaf.shape}: pass in_axes=None to start every row from the same carry."
        )
    if jnp.issubdtype(leaf.dtype, jax.dtypes.extended):
        return leaf
    # The carry has to lie where the rows lie, on a mesh and inside shard_map: less nothing of theirs.
    nothing = _over(lengths * 0, leaf).astype(leaf.dtype)
    return leaf ^ nothing if leaf.dtype == jnp.bool_ else leaf.astype(leaf.dtype) - nothing


def _is_total(f, init, elements, axes):
    """Trace one step of one row, check what it returns, and say whether it is total."""
    carry, element = _row_shapes(init, axes), _row_shapes(elements, axes + 1)
    closed, returned = jax.make_jaxpr(f, return_shape=True)(carry, element)
    _check_step(carry, returned)
    return is_total(closed)


def _row_shapes(tree, axes):
    return jax.tree.map(lambda leaf: jax.ShapeDtypeStruct(leaf.shape[axes:], leaf.dtype), tree)


def _check_step(expected, returned):
    if not isinstance(returned, tuple) or len(returned) != 2:
        raise TypeError(
            f"f must return a pair, the next carry and an output; got {type(returned).__name__}: "
            "return (carry, None) where there is no output."
        )
    if any(map(is_jagged, jax.tree.leaves(returned[1], is_leaf=is_jagged))):
        raise TypeError("f must return dense outputs; got a jagged one: return its .data.")
    ours, theirs = (
        jax.tree.map(lambda a: (a.shape, str(a.dtype)), t) for t in (expected, returned[0])
    )
    if ours != theirs or jax.tree.structure(expected) != jax.tree.structure(returned[0]):
        raise TypeError(
            f"f must return a carry like the one that it takes, {ours}; got {theirs}: cast or "
            "reshape it, or pass init in that form."
        )


def _by_time(elements, lengths):
    """Give what each step gets: its number, and the elements of all rows."""
    axis = lengths.ndim
    capacity = jax.tree.leaves(elements)[0].shape[axis]
    moved = jax.tree.map(lambda leaf: jnp.moveaxis(leaf, axis, 0), elements)
    return jnp.arange(capacity, dtype=jnp.int32), moved


def _first_step(init, elements, lengths, reverse):
    """Give a carry and an element for each row that a valid step is going to meet."""
    carry = jax.tree.map(lambda leaf: from_filled_row(leaf, lengths, leaf), init)
    element = jax.tree.map(lambda leaf: representative(leaf, lengths, last=reverse), elements)
    return lax.stop_gradient((carry, element))


def _frozen_step(step, lengths, first, carry, inputs):
    number, element = inputs
    valid = number < lengths
    if first is None:
        new, outputs = step(carry, element)
    else:
        new, outputs = step(*_select(valid, (carry, element), first))
        outputs = jax.tree.map(lambda y: keep(_over(valid, y), y, 0), outputs)
    return _select(valid, new, carry), outputs


def _select(valid, new, old):
    return jax.tree.map(lambda a, b: jnp.where(_over(valid, a), a, b), new, old)


def _over(valid, leaf):
    return valid.reshape(valid.shape + (1,) * (leaf.ndim - valid.ndim))
