"""The oracle: reductions and friends of ragged rows in plain NumPy, row by row."""

from collections.abc import Callable

import numpy as np


def along_rows(function: Callable) -> Callable:
    """Reduce each row to an element."""
    return lambda rows: _stack([function(row, 0) for row in rows], function, rows)


def columns(function: Callable) -> Callable:
    """Reduce over the rows: column by column, as far as the longest row reaches."""

    def reduce(rows):
        longest = max((len(row) for row in rows), default=0)
        parts = [np.stack([row[j] for row in rows if len(row) > j]) for j in range(longest)]
        return _stack([function(part, 0) for part in parts], function, rows)

    return reduce


def row_numbers(positions, rows):
    """Turn positions among the rows that reach a column into the numbers of those rows."""
    numbers = np.array(positions)
    for place in np.ndindex(numbers.shape):
        reaching = [row for row, values in enumerate(rows) if len(values) > place[0]]
        numbers[place] = reaching[numbers[place]]
    return numbers


def everything(function: Callable) -> Callable:
    """Reduce all elements of all rows, features included."""
    return lambda rows: np.asarray(function(_joined(rows), None))


def batch_and_row(function: Callable) -> Callable:
    """Reduce all elements of all rows, and leave features."""
    return lambda rows: np.asarray(function(_joined(rows), 0))


def each_row(function: Callable) -> Callable:
    """Give a row for each row."""
    return lambda *arrays: [np.asarray(function(*rows)) for rows in zip(*arrays, strict=True)]


def _joined(rows):
    return np.concatenate(rows) if rows else np.zeros(0, np.float32)


def _stack(values, function, rows):
    if values:
        return np.stack([np.asarray(value) for value in values])
    features = rows[0].shape[1:] if rows else ()
    dtype = rows[0].dtype if rows else np.float32
    return np.zeros((0, *features), np.asarray(function(np.ones((1, *features), dtype), 0)).dtype)


def policy(function: Callable, empty) -> Callable:
    """Give a NumPy reduction the value that the empty row has by the policy."""

    def reduce(values, axis):
        if values.size and values.shape[0]:
            return np.asarray(function(values, axis=axis))
        shape = () if axis is None else values.shape[1:]
        return np.full(shape, empty, np.asarray(function(np.ones(1, values.dtype), axis=0)).dtype)

    return reduce


def norm(values, axis=None):
    return np.sqrt(np.sum(np.abs(values) ** 2, axis=axis))


def logsumexp(values, axis=None):
    largest = np.max(values, axis=axis, keepdims=True)
    total = np.sum(np.exp(values - largest), axis=axis)
    return np.log(total) + np.squeeze(largest, axis=axis)


def softmax(row):
    if not len(row):
        return row
    shifted = np.exp(row - row.max(0))
    return shifted / shifted.sum(0)


def log_softmax(row):
    return row - logsumexp(row, 0) if len(row) else row


def reverse_cumsum(row):
    return np.cumsum(row[::-1], 0, dtype=row.dtype)[::-1]


def recurrence(row, reverse=False):
    """A recurrence with a fractional step, and the carries that it goes through."""
    carry, carries = np.full(row.shape[1:], 0.5, row.dtype), []
    for element in row[::-1] if reverse else row:
        carry = carry / (1 + element * element) + element
        carries.append(carry)
    return carry, np.stack(carries[::-1] if reverse else carries) if carries else row


def element(position: int, missing=np.nan) -> Callable:
    """Take one element of each row, or what stands for a missing one."""

    def take(rows):
        picked = [
            row[position] if -len(row) <= position < len(row) else np.full(row.shape[1:], missing)
            for row in rows
        ]
        shape = rows[0].shape[1:] if rows else ()
        dtype = rows[0].dtype if rows else np.float32
        return np.array(picked, dtype).reshape((len(rows), *shape))

    return take
