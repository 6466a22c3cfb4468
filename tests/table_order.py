"""The operations of order, and what they are, row by row, in NumPy."""

from tests.operation import Operation

OPERATIONS: tuple[Operation, ...] = ()
