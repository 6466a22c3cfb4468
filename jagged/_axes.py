"""Axes: the name of the jagged one, and what an `axis=` argument means."""

import enum
import operator


class Axis(enum.Enum):
    """Names of axes that hold whatever the number of batch axes."""

    ROW = "row"

    def __repr__(self) -> str:
        return f"jg.{self.name}"


ROW = Axis.ROW
"""The jagged axis, the one that `lengths` speaks of, in any `axis=` argument."""

AxisLike = int | Axis | tuple[int | Axis, ...] | None


def normalize_axis(axis: int | Axis, ndim: int, row_axis: int | None) -> int:
    """Give one axis as a position in `range(ndim)`.

    Raises:
        ValueError: If the axis does not exist, or is `jg.ROW` and the array is dense.
        TypeError: If the axis is neither an integer nor `jg.ROW`.
    """
    if axis is ROW:
        if row_axis is None:
            raise ValueError(
                "axis=jg.ROW names the jagged axis, and a dense array has none: pass a "
                "JaggedArray, or the axis as an integer."
            )
        return row_axis
    try:
        position = operator.index(axis)  # pyright: ignore[reportArgumentType]
    except TypeError:
        raise TypeError(
            f"axis must be None, an integer, jg.ROW or a tuple of these; got {axis!r}."
        ) from None
    if not -ndim <= position < ndim:
        raise ValueError(
            f"axis={position} does not exist in an array of {ndim} axes: pass an axis from "
            f"{-ndim} to {ndim - 1}, or jg.ROW for the jagged axis."
        )
    return position % ndim


def normalize_axes(axis: AxisLike, ndim: int, row_axis: int | None) -> tuple[int, ...]:
    """Give an `axis=` argument as a sorted tuple of distinct positions; `None` means all axes.

    Raises:
        ValueError: If an axis does not exist or is named twice.
        TypeError: If an axis is neither an integer nor `jg.ROW`.
    """
    if axis is None:
        return tuple(range(ndim))
    if not isinstance(axis, tuple):
        return (normalize_axis(axis, ndim, row_axis),)
    axes = tuple(sorted(normalize_axis(each, ndim, row_axis) for each in axis))
    if len(set(axes)) != len(axes):
        raise ValueError(f"axis={axis!r} names an axis twice: name each axis once.")
    return axes
