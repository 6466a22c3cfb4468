"""The contractions, and what they are, row by row, in NumPy."""

import jax.numpy as jnp
import numpy as np

import jagged as jg
from tests import oracle, oracle_contract
from tests.operation import Operation


def _vectors(x):
    """Give elements as vectors of two numbers, as the oracle does, whatever the number of rows."""
    if x.ndim > x.lengths.ndim + 1:
        return x
    return jg.where(jnp.array([True, False]), x[..., None], 0.5 - x[..., None])


def _weights(x):
    return jnp.asarray(oracle_contract.WEIGHTS, x.dtype)


def _scores(x, y):
    return jg.einsum("...nd,...md->...nm", _vectors(x), _vectors(y))


def _dense(reference):
    """Give one array for each row, stacked."""

    def expected(*arrays):
        results = [reference(*rows) for rows in zip(*arrays, strict=True)]
        shape = np.shape(reference(*(np.zeros((1, 2)) for _ in arrays)))
        dtype = arrays[0][0].dtype if results else np.float32
        return np.array(results, dtype).reshape((len(results), *shape))

    return expected


OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "matmul:weights",
        lambda x: _vectors(x) @ _weights(x),
        oracle.each_row(oracle_contract.weighted),
    ),
    Operation(
        "matmul:mixed",
        lambda x, y: jg.matmul(_scores(x, y), _vectors(y)),
        oracle.each_row(oracle_contract.mixed),
        ("real", "real"),
    ),
    Operation(
        "vecdot:row",
        lambda x, y: jg.vecdot(_vectors(x), _vectors(y), axis=jg.ROW),
        _dense(lambda r, s: np.sum(oracle_contract.vectors(r) * oracle_contract.vectors(s), 0)),
        ("real", "real"),
    ),
    Operation(
        "einsum:scores",
        _scores,
        lambda *arrays: [oracle_contract.scores(*rows) for rows in zip(*arrays, strict=True)],
        ("real", "real"),
    ),
    Operation(
        "einsum:gram",
        lambda x, y: jg.einsum("...nd,...ne->...de", _vectors(x), _vectors(y)),
        _dense(oracle_contract.gram),
        ("real", "real"),
    ),
)
