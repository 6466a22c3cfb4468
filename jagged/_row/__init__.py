"""The row transform: a function of one row, traced with a symbolic length, run on padded rows.

From the bottom: what sizes mean (`_sizes`), padded values and where they are valid (`_values`), the
registry of rules (`_registry`), the interpreter (`_interpreter`), the rules, one module for each
family (`rules`), tracing and its safety nets (`_tripwire`, `_tracing`), and the public transform
(`_vmap`).
"""
