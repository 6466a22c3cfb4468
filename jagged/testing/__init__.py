"""Checks for functions of jagged arrays: padding is never seen, rows are what they should be."""

from ._compare import assert_equal as assert_equal
from ._equivalence import assert_equals_rows as assert_equals_rows
from ._invariance import assert_padding_invariant as assert_padding_invariant
from ._poison import poison as poison
from ._strategies import jagged_arrays as jagged_arrays, lengths as lengths
