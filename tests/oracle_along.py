"""The oracle of what runs along a row, in plain NumPy, row by row."""

import numpy as np


def running(function, row, reverse=False):
    """Accumulate along a row with a ufunc, from its start or its end."""
    row = row[::-1] if reverse else row
    result = function.accumulate(row, 0, dtype=row.dtype) if len(row) else row
    return result[::-1] if reverse else result


def difference(row, n=1):
    return np.diff(row, n, 0) if len(row) > n else row[:0]


def windows(row, size, step=1):
    starts = range(0, len(row) - size + 1, step)
    picked = [row[start : start + size] for start in starts]
    return np.stack(picked) if picked else np.zeros((0, size, *row.shape[1:]), row.dtype)


def interpolated(points, table, values, missing=np.nan):
    """Interpolate in one table, which may be empty."""
    if not len(table):
        return np.full(points.shape, missing, points.dtype)
    return np.interp(points, table, values).astype(points.dtype)


def affine(pairs_a, pairs_b, reverse=False):
    """Compose the maps t -> a t + b along a row."""
    a, b = (each[::-1] if reverse else each for each in (pairs_a, pairs_b))
    factors, offsets = [], []
    for k in range(len(a)):
        factor, offset = (a[k], b[k]) if not k else (factors[-1] * a[k], offsets[-1] * a[k] + b[k])
        factors.append(factor)
        offsets.append(offset)
    if not factors:
        return a, b
    pair = np.stack(factors), np.stack(offsets)
    return tuple(each[::-1] if reverse else each for each in pair)
