"""The operations on pairs, and what they are, row by row, in NumPy."""

import jax.numpy as jnp
import numpy as np

import jagged as jg
from tests import oracle_pairs
from tests.operation import Operation


def _combinations(name, choose, k, **options) -> Operation:
    return Operation(
        name,
        lambda x: jg.combinations(x, k, **options),
        lambda rows: oracle_pairs.elements(choose, [rows], k),
    )


OPERATIONS: tuple[Operation, ...] = (
    _combinations("combinations", lambda n: oracle_pairs.colexicographic(n, 2), 2),
    _combinations(
        "combinations:lexicographic",
        lambda n: oracle_pairs.lexicographic(n, 3, True),
        3,
        order="lexicographic",
        replacement=True,
    ),
    Operation(
        "argcombinations",
        lambda x: jg.argcombinations(x, 2),
        lambda rows: oracle_pairs.positions(
            lambda n: oracle_pairs.colexicographic(n, 2), [rows], 2
        ),
        smooth=False,
    ),
    Operation(
        "cartesian",
        jg.cartesian,
        lambda *arrays: oracle_pairs.elements(oracle_pairs.product, arrays, 2),
        ("real", "real"),
    ),
    Operation(
        "argcartesian",
        jg.argcartesian,
        lambda *arrays: oracle_pairs.positions(oracle_pairs.product, arrays, 2),
        ("real", "real"),
        smooth=False,
    ),
    Operation(
        "pairwise",
        lambda x, y: jg.pairwise(lambda s, t: jnp.sqrt(t) / (s + t), x, y),
        lambda *arrays: oracle_pairs.pairwise(lambda s, t: np.sqrt(t) / (s + t), *arrays),
        ("positive", "positive"),
    ),
)
