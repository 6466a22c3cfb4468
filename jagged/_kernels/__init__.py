"""Masked kernels: pure functions of plain arrays and a validity mask.

The only place where identities, empty rows, ties, overflow and NaN-safe derivatives are decided.
A mask is boolean, has the rank of the data and broadcasts to it; `None` says that all is valid.
Kernels know nothing of jagged arrays: they return data, and who calls them carries the lengths.
"""
