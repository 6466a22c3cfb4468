"""Keys: what rows are sorted by, one number for each element."""

from dataclasses import replace

import jax.numpy as jnp

from ._abstract import AbstractJaggedArray
from ._array import JaggedArray
from ._bundle import Bundle, Parts, bundle_of
from ._kernels.joining import in_shape
from ._lengths import check_same_lengths
from ._record import JaggedRecord


def keys_of(bundle: Bundle, by, name: str) -> Bundle:
    """Give the one buffer that a bundle is ordered by: its data, one of its fields, or other keys.

    Its lengths are those of the bundle, and carry the check that other keys have the same.

    Raises:
        ValueError: If it has no order, or its lengths are others.
        TypeError: If there is none, or its dtype has no order.
    """
    keys = _own(bundle, name) if by is None else _given(bundle, by, name)
    dtype = keys.buffers[0].dtype
    if not (jnp.issubdtype(dtype, jnp.number) or dtype == jnp.bool_):
        raise TypeError(
            f"jg.{name} needs numbers or booleans to compare; got dtype {dtype}: sort by other keys."
        )
    return keys


def _own(bundle, name):
    if isinstance(bundle.source, JaggedRecord):
        raise TypeError(
            f"jg.{name} can't tell by what to order a record; got no by=: take a field of it, or give "
            "jg.sort or jg.argsort the name of one or a JaggedArray of the same lengths, by=..."
        )
    if len(bundle.buffers) > 1:
        raise ValueError(
            f"jg.{name} needs elements that have an order; got rows, along axis="
            f"{bundle.lengths.ndim}: pass the axis of the deepest rows, or sort by one number for each "
            "row, jg.sort(x, axis, by=keys)."
        )
    return bundle


def _given(bundle, by, name):
    if isinstance(by, AbstractJaggedArray):
        keys = _other_keys(bundle, by, name)
    else:
        keys = replace(bundle, buffers=(_field(bundle, by, name),))
    (key, *deeper), axes = keys.buffers, bundle.lengths.ndim + 1
    if deeper or key.ndim != axes:
        raise ValueError(
            f"by= must be one number for each element, {axes} axes here; got {key.ndim}: take a "
            "feature, key[..., 0], or reduce them."
        )
    if isinstance(bundle.source, AbstractJaggedArray):
        return keys
    lengths = keys.lengths
    return replace(keys, parts=Parts((key,), (lengths,), JaggedArray.unchecked(key, lengths)))


def _field(bundle, by, name):
    if not isinstance(bundle.source, JaggedRecord):
        raise TypeError(
            f"by= must be a JaggedArray of keys where jg.{name} sorts a JaggedArray; got {by!r}."
        )
    fields = bundle.source.fields
    try:
        return jnp.asarray(fields[by])
    except (KeyError, IndexError, TypeError):
        names = list(fields) if isinstance(fields, dict) else list(range(len(bundle.buffers)))
        raise ValueError(
            f"by= must be one of the fields {names}, or a JaggedArray of keys; got {by!r}."
        ) from None


def _other_keys(bundle, by, name):
    keys = bundle_of(by, name, bundle.lengths.ndim)
    ours, theirs = (*bundle.outer, bundle.lengths), (*keys.outer, keys.lengths)
    if len(ours) != len(theirs):
        raise ValueError(
            f"by= must have the jagged axes of what it sorts; got {len(theirs)} for {len(ours)}: "
            "make it with the same rows."
        )
    pairs = enumerate(zip(ours, theirs, strict=True))
    *outer, lengths = [check_same_lengths(n, m, inner=depth > 0) for depth, (n, m) in pairs]
    key = in_shape(keys.buffers[0], bundle.buffers[0].shape[: lengths.ndim + 1])
    return replace(bundle, buffers=(key, *keys.buffers[1:]), lengths=lengths, outer=tuple(outer))
