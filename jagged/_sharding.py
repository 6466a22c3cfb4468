"""Sharding: the partition specs that a mesh wants for arrays and records."""

from typing import TypeVar

import jax
from jax.sharding import PartitionSpec

from ._abstract import AbstractJagged

T = TypeVar("T", bound=AbstractJagged)


def partition_specs(x: T, *names: str | tuple[str, ...] | None) -> T:
    """Give a partition spec for each leaf, which shards batch axes over axes of a mesh.

    Lengths have fewer axes than data, so one spec does not fit both. Rows stay whole: the jagged
    axis is never sharded, since positions count from a row's start.

    Args:
        x: A JaggedArray or JaggedRecord; only its structure is looked at.
        names: For each batch axis, from the first on, the mesh axes that it is sharded over.

    Returns:
        A container like `x` with a `jax.sharding.PartitionSpec` at each leaf, for `jax.shard_map`
        and, with `jax.tree.map`, for `jax.sharding.NamedSharding`.

    Raises:
        ValueError: If there are more names than batch axes.

    Examples:
        >>> jg.partition_specs(jg.array([[1, 2], [3]]), "rows").lengths == jax.P("rows")
        True

    Reference:
        `jax.sharding.PartitionSpec`.
    """
    if len(names) > len(x.batch_shape):
        raise ValueError(
            f"partition_specs shards batch axes alone, {len(x.batch_shape)} here; got "
            f"{len(names)} names {names}: the jagged axis can't be sharded, since positions in a "
            "row count from its start."
        )
    return jax.tree.map(lambda _: PartitionSpec(*names), x)
