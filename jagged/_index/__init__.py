"""Indexing: rows, elements, slices and features of jagged containers, and updates at the same places.

Everything below the entrance sees buffers that share the lengths of their jagged axes: the one of a
JaggedArray, or the fields of a record.
"""
