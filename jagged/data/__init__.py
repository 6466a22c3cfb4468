"""Batches of rows of different lengths: few programs, little padding."""

from ._batches import Batch as Batch, Batches as Batches
from ._flat_rows import FlatRows as FlatRows
from ._plan import Plan as Plan, plan_capacities as plan_capacities
from ._programs import limit_programs as limit_programs
