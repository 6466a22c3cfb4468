"""The oracle of shape: what the operations give for each row, in plain NumPy."""

import numpy as np

HALF = np.float32(0.5)


def element(row):
    """An element of halves, of the shape that the elements of a row have."""
    return np.full((1, *row.shape[1:]), HALF, row.dtype)


def with_element_between(row, other):
    return np.concatenate([row, element(row), other])


def with_element_behind(row):
    return np.concatenate([row, element(row)])


def inserted(row, values):
    place = len(row) // 2
    return np.concatenate([row[:place], values, row[place:]])


def rolled(row):
    return np.roll(row, len(row) // 2 + 1, axis=0)


def repeated(row):
    return np.repeat(row, np.arange(len(row)) % 3, axis=0)


def tiled(row):
    return np.concatenate([row, row])


def padded(row, before, after, **options):
    widths = [(before, after)] + [(0, 0)] * (row.ndim - 1)
    return np.pad(row, widths, **options)


def cut_at(rows, positions):
    """The parts of each row, with the rows of each part together."""
    bounds = list(zip((0, *positions), (*positions, None), strict=True))
    return tuple([row[first:last] for row in rows] for first, last in bounds)


def shared(rows, number):
    parts = [np.array_split(row, number) for row in rows]
    return tuple([each[k] for each in parts] for k in range(number))


def in_pairs(row):
    return [row[k : k + 2] for k in range(0, len(row), 2)]


def with_axis_before_features(row):
    return row.reshape((len(row), 1, int(np.prod(row.shape[1:]))))


def joined(rows):
    return np.concatenate(rows) if rows else np.zeros(0, np.float32)
