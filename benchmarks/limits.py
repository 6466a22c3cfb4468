"""What jagged may cost, as ratios to the expert's way."""

MEDIAN = 1.05  # of times, bytes and operations; bytes and operations above it are named
WORST_TIME = 1.15
ROWS_TIME = 1.1  # of a function of one row, under jg.vmap
TRACE = 0.5  # seconds, of such a function
COMPILE = 2.0  # of such a function
EAGER = 2.0  # an eager call on a small array, against one jitted call
