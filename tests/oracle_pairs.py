"""The oracle of pairs: combinations and products of ragged rows in plain NumPy, row by row."""

import itertools
from collections.abc import Callable

import numpy as np


def colexicographic(size: int, k: int, replacement: bool = False) -> list[tuple[int, ...]]:
    """List combinations of places by the last of them, then by the one before."""
    return sorted(lexicographic(size, k, replacement), key=lambda places: places[::-1])


def lexicographic(size: int, k: int, replacement: bool = False) -> list[tuple[int, ...]]:
    """List combinations of places as `itertools` does."""
    choose = itertools.combinations_with_replacement if replacement else itertools.combinations
    return list(choose(range(size), k))


def product(*sizes: int) -> list[tuple[int, ...]]:
    """List tuples of places as nested loops do."""
    return list(itertools.product(*map(range, sizes)))


def elements(choose: Callable, arrays, results: int) -> tuple:
    """Give the rows of each result: elements at the places that `choose` lists for the sizes."""
    columns = list(_places(choose, arrays, results))
    sources = arrays if len(arrays) > 1 else arrays * results
    return tuple(
        [row[places] for row, places in zip(rows, column, strict=True)]
        for rows, column in zip(sources, columns, strict=True)
    )


def positions(choose: Callable, arrays, results: int) -> tuple:
    """Give the rows of each result: the places themselves."""
    return tuple(_places(choose, arrays, results))


def pairwise(f: Callable, xs, ys) -> list:
    """Apply a function to all pairs of elements of two rows; a list for each element of the first."""
    return [[f(element, y) for element in x] for x, y in zip(xs, ys, strict=True)]


def _places(choose, arrays, results):
    listed = [np.array(choose(*map(len, rows)), np.int32) for rows in zip(*arrays, strict=True)]
    for place in range(results):
        yield [each.reshape(-1, results)[:, place] for each in listed]
