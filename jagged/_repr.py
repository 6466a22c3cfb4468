"""How arrays and records print: dtype, shape, capacity, fill, and the rows where they are few."""

import equinox as eqx
import jax
import numpy as np

from ._abstract import AbstractJagged, AbstractJaggedArray, unpack
from ._checking import is_concrete
from ._conversion import rows
from ._fields import is_array

_FEW_ELEMENTS = 60


def describe_array(x: AbstractJaggedArray) -> str:
    """Write an array out for `repr`; one whose leaves are stand-ins prints as its fields."""
    if not _is_whole(x):
        fields = [("data", x.data), ("lengths", x.lengths)]
        fields += [("inner_lengths", x.inner_lengths)] if x.inner_lengths else []
        return f"{type(x).__name__}({', '.join(f'{k}={_short(v)}' for k, v in fields)})"
    facts = [f"{x.dtype}{_shape(x.shape)}", f"capacity={x.capacity}", *_fill(x)]
    return f"{type(x).__name__}({', '.join(_rows(x) + facts)})"


def _is_whole(x) -> bool:
    """Say whether an array has what it takes to be looked into: gradients and axes have not."""
    try:
        unpack(x)
    except (TypeError, ValueError):
        return False
    return is_array(x.data) and x.data.dtype != jax.dtypes.float0


def describe_record(x: AbstractJagged) -> str:
    """Write a record out for `repr`: its fields by dtype and shape, then what they share."""
    buffers = jax.tree.leaves(x.fields)  # pyright: ignore[reportAttributeAccessIssue]
    fields = eqx.tree_pformat(x.fields)  # pyright: ignore[reportAttributeAccessIssue]
    if not (buffers and all(map(is_array, buffers)) and _has_lengths(x)):
        return f"{type(x).__name__}(fields={fields}, lengths={_short(x.lengths)})"
    rows = f"rows={_shape(x.batch_shape)}"
    return f"{type(x).__name__}({', '.join([fields, rows, f'capacity={x.capacity}', *_fill(x)])})"


def _has_lengths(x) -> bool:
    return is_array(x.lengths) and x.lengths.dtype == np.int32


def _short(value) -> str:
    if getattr(value, "dtype", None) == jax.dtypes.float0:
        return f"float0{list(value.shape)}"
    return eqx.tree_pformat(value) if is_array(value) else repr(value)


def _shape(shape) -> str:
    return "[" + ", ".join(str(size) for size in shape) + "]"


def _rows(x) -> list[str]:
    if x.data.size > _FEW_ELEMENTS or not is_concrete(x.data, *x.levels):
        return []
    return [_written(rows(x))]


def _written(value) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_written(each) for each in value)}]"
    return " ".join(np.array2string(value, separator=", ", max_line_width=10_000).split())


def _fill(x: AbstractJagged) -> list[str]:
    if not is_concrete(x.lengths):
        return []
    room = int(np.prod(x.batch_shape)) * x.capacity
    return [f"fill={np.asarray(x.lengths).sum() / room:.0%}" if room else "fill=0%"]
