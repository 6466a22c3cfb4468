"""Indexing by random expressions: on rows that are all full it is NumPy's, up to what is refused."""

import random

import numpy as np
import pytest

import jagged as jg

DENSE = np.arange(240, dtype=np.float32).reshape(2, 3, 4, 5, 2)
REFUSED = ("adjacent axes", "can't both", "has to be jagged", "array at most")


def full(batch_axes, jagged_axes):
    """All of `DENSE`, with some of its axes jagged."""
    first, *inner = (
        np.full(DENSE.shape[:axis], DENSE.shape[axis], np.int32)
        for axis in range(batch_axes, batch_axes + jagged_axes)
    )
    return jg.JaggedArray(DENSE, first, tuple(inner))


def entry(draw, size):
    """Draw an entry for an axis of some size, perhaps one that is outside."""
    end = lambda: draw.choice([None, None, *range(-size - 1, size + 2)])
    return draw.choice(
        [
            lambda: draw.randrange(-size - 1, size + 1),
            lambda: slice(end(), end(), draw.choice([None, 1, 2, -1, -2, 3])),
            lambda: slice(None),
            lambda: None,
            lambda: [draw.randrange(-size, size) for _ in range(3)],
            lambda: np.array([[draw.randrange(-size, size)] for _ in range(2)], np.int32),
            lambda: np.zeros(0, np.int32),
            lambda: np.array([draw.random() < 0.5 for _ in range(size)]),
        ]
    )()


def expression(draw):
    """Draw an index, of as many entries as it happens to have."""
    entries, axis = [], 0
    while axis < DENSE.ndim and draw.random() < 0.8:
        entries.append(entry(draw, DENSE.shape[axis]))
        axis += entries[-1] is not None
    if draw.random() < 0.3:
        entries.insert(draw.randrange(len(entries) + 1), Ellipsis)
    return tuple(entries)


def listed(result):
    return result.to_list() if isinstance(result, jg.JaggedArray) else np.asarray(result).tolist()


@pytest.mark.parametrize("axes", [(0, 1), (1, 1), (2, 1), (1, 2), (0, 3), (1, 3)], ids=str)
def test_full_rows_are_indexed_as_numpy_does(axes):
    draw, x, compared = random.Random(str(axes)), full(*axes), 0
    for _ in range(40):
        index = expression(draw)
        expected, result = evaluated(DENSE, index), evaluated(x, index)
        if isinstance(expected, IndexError):
            # With nothing selected there is no row that lacks an element.
            assert isinstance(result, IndexError) or np.size(listed(result)) == 0, index
        elif isinstance(result, IndexError):
            assert any(words in str(result) for words in REFUSED), (index, result)
        else:
            assert listed(result) == expected.tolist(), index
            compared += 1
    assert compared > 10


def evaluated(x, index):
    try:
        return x[index]
    except IndexError as error:
        return error
