"""The operations of shape, and what they are, row by row, in NumPy."""

from tests.operation import Operation

OPERATIONS: tuple[Operation, ...] = ()
