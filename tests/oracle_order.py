"""The oracle of order: sorting and what follows from it, in plain NumPy, one row at a time."""

from typing import Literal

import numpy as np


def places(row, descending=False):
    """Give the places that sort a row along its first axis: stable, NaN last either way."""
    if not row.size:
        return np.zeros(row.shape, np.int32)
    columns = row.reshape(len(row), -1).T
    return np.stack([_column(each, descending) for each in columns], -1).reshape(row.shape)


def _column(values, descending):
    numbers = np.flatnonzero(~np.isnan(values))
    if descending:
        order = len(numbers) - 1 - np.argsort(values[numbers][::-1], kind="stable")[::-1]
    else:
        order = np.argsort(values[numbers], kind="stable")
    return np.concatenate([numbers[order], np.flatnonzero(np.isnan(values))]).astype(np.int32)


def sort(row, descending=False):
    return np.take_along_axis(row, places(row, descending), 0)


def rank(row):
    return np.argsort(places(row), 0, kind="stable").astype(np.int32)


def key(row):
    """Give one number for each element: its first feature, if it has features."""
    return row if row.ndim == 1 else row[:, 0]


def sort_by(row, keys):
    return row[places(key(keys))]


def top_k(rows, k):
    found = [places(row, True)[:k] for row in rows]
    return [np.take_along_axis(row, each, 0) for row, each in zip(rows, found, strict=True)], found


def searchsorted(row, values, side: Literal["left", "right"] = "left"):
    return np.searchsorted(row, values, side).astype(np.int32)


def unique(rows):
    """Give values, first places, inverses and counts, each as a list of rows."""
    found = [np.unique(r, return_index=True, return_inverse=True, return_counts=True) for r in rows]
    values = [each[0] for each in found]
    return values, *([each[k].astype(np.int32) for each in found] for k in (1, 2, 3))


def run_lengths(row):
    """Count equal neighbours one after another; elements are equal if all their features are."""
    counts = []
    for place, element in enumerate(row):
        if place and np.array_equal(element, row[place - 1]):
            counts[-1] += 1
        else:
            counts.append(1)
    return np.array(counts, np.int32)
