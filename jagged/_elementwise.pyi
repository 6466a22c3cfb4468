"""Written by scripts/stubs.py from the table of elementwise functions: edit that table."""

from collections.abc import Callable
from typing import Any, TypeVar, overload

from jaxtyping import Array, ArrayLike

from ._abstract import AbstractJaggedArray
from ._elements import Rule

JaggedT = TypeVar("JaggedT", bound=AbstractJaggedArray)

FUNCTIONS: dict[str, Callable[..., Any]]

def documentation(rule: Rule) -> str: ...
@overload
def abs(x: JaggedT) -> JaggedT:
    """Take the absolute value of each element.

    Works like `jax.numpy.abs` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.abs`.
    """

@overload
def abs(x: ArrayLike) -> Array: ...
@overload
def absolute(x: JaggedT) -> JaggedT:
    """Take the absolute value of each element.

    Works like `jax.numpy.absolute` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.absolute`.
    """

@overload
def absolute(x: ArrayLike) -> Array: ...
@overload
def acos(x: JaggedT) -> JaggedT:
    """Take the inverse cosine of each element, in radians.

    Works like `jax.numpy.acos` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.acos`.
    """

@overload
def acos(x: ArrayLike) -> Array: ...
@overload
def acosh(x: JaggedT) -> JaggedT:
    """Take the inverse hyperbolic cosine of each element.

    Works like `jax.numpy.acosh` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.acosh`.
    """

@overload
def acosh(x: ArrayLike) -> Array: ...
@overload
def add(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Add elements.

    Works like `jax.numpy.add` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.add`.
    """

@overload
def add(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def add(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def angle(x: JaggedT) -> JaggedT:
    """Take the angle of each complex element, in radians.

    Works like `jax.numpy.angle` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.angle`.
    """

@overload
def angle(x: ArrayLike) -> Array: ...
@overload
def arccos(x: JaggedT) -> JaggedT:
    """Take the inverse cosine of each element, in radians.

    Works like `jax.numpy.arccos` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.arccos`.
    """

@overload
def arccos(x: ArrayLike) -> Array: ...
@overload
def arccosh(x: JaggedT) -> JaggedT:
    """Take the inverse hyperbolic cosine of each element.

    Works like `jax.numpy.arccosh` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.arccosh`.
    """

@overload
def arccosh(x: ArrayLike) -> Array: ...
@overload
def arcsin(x: JaggedT) -> JaggedT:
    """Take the inverse sine of each element, in radians.

    Works like `jax.numpy.arcsin` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.arcsin`.
    """

@overload
def arcsin(x: ArrayLike) -> Array: ...
@overload
def arcsinh(x: JaggedT) -> JaggedT:
    """Take the inverse hyperbolic sine of each element.

    Works like `jax.numpy.arcsinh` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.arcsinh`.
    """

@overload
def arcsinh(x: ArrayLike) -> Array: ...
@overload
def arctan(x: JaggedT) -> JaggedT:
    """Take the inverse tangent of each element, in radians.

    Works like `jax.numpy.arctan` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.arctan`.
    """

@overload
def arctan(x: ArrayLike) -> Array: ...
@overload
def arctan2(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Take the angle of each point, y first and x second, in radians.

    Works like `jax.numpy.arctan2` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.arctan2`.
    """

@overload
def arctan2(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def arctan2(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def arctanh(x: JaggedT) -> JaggedT:
    """Take the inverse hyperbolic tangent of each element.

    Works like `jax.numpy.arctanh` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.arctanh`.
    """

@overload
def arctanh(x: ArrayLike) -> Array: ...
@overload
def around(x: JaggedT, decimals: Any = 0) -> JaggedT:
    """Round each element to the given number of decimals.

    Works like `jax.numpy.around` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        decimals: As in `jax.numpy`, static.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.around`.
    """

@overload
def around(x: ArrayLike, decimals: Any = 0) -> Array: ...
@overload
def asin(x: JaggedT) -> JaggedT:
    """Take the inverse sine of each element, in radians.

    Works like `jax.numpy.asin` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.asin`.
    """

@overload
def asin(x: ArrayLike) -> Array: ...
@overload
def asinh(x: JaggedT) -> JaggedT:
    """Take the inverse hyperbolic sine of each element.

    Works like `jax.numpy.asinh` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.asinh`.
    """

@overload
def asinh(x: ArrayLike) -> Array: ...
@overload
def atan(x: JaggedT) -> JaggedT:
    """Take the inverse tangent of each element, in radians.

    Works like `jax.numpy.atan` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.atan`.
    """

@overload
def atan(x: ArrayLike) -> Array: ...
@overload
def atan2(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Take the angle of each point, y first and x second, in radians.

    Works like `jax.numpy.atan2` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.atan2`.
    """

@overload
def atan2(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def atan2(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def atanh(x: JaggedT) -> JaggedT:
    """Take the inverse hyperbolic tangent of each element.

    Works like `jax.numpy.atanh` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.atanh`.
    """

@overload
def atanh(x: ArrayLike) -> Array: ...
@overload
def bitwise_and(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Combine the bits of integers by `and`.

    Works like `jax.numpy.bitwise_and` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.bitwise_and`.
    """

@overload
def bitwise_and(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def bitwise_and(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def bitwise_count(x: JaggedT) -> JaggedT:
    """Count the bits set in each integer.

    Works like `jax.numpy.bitwise_count` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.bitwise_count`.
    """

@overload
def bitwise_count(x: ArrayLike) -> Array: ...
@overload
def bitwise_invert(x: JaggedT) -> JaggedT:
    """Flip the bits of each integer.

    Works like `jax.numpy.bitwise_invert` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.bitwise_invert`.
    """

@overload
def bitwise_invert(x: ArrayLike) -> Array: ...
@overload
def bitwise_left_shift(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Shift the bits of integers to the left.

    Works like `jax.numpy.bitwise_left_shift` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.bitwise_left_shift`.
    """

@overload
def bitwise_left_shift(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def bitwise_left_shift(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def bitwise_not(x: JaggedT) -> JaggedT:
    """Flip the bits of each integer.

    Works like `jax.numpy.bitwise_not` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.bitwise_not`.
    """

@overload
def bitwise_not(x: ArrayLike) -> Array: ...
@overload
def bitwise_or(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Combine the bits of integers by `or`.

    Works like `jax.numpy.bitwise_or` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.bitwise_or`.
    """

@overload
def bitwise_or(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def bitwise_or(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def bitwise_right_shift(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Shift the bits of integers to the right.

    Works like `jax.numpy.bitwise_right_shift` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.bitwise_right_shift`.
    """

@overload
def bitwise_right_shift(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def bitwise_right_shift(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def bitwise_xor(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Combine the bits of integers by exclusive `or`.

    Works like `jax.numpy.bitwise_xor` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.bitwise_xor`.
    """

@overload
def bitwise_xor(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def bitwise_xor(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def cbrt(x: JaggedT) -> JaggedT:
    """Take the cube root of each element.

    Works like `jax.numpy.cbrt` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.cbrt`.
    """

@overload
def cbrt(x: ArrayLike) -> Array: ...
@overload
def ceil(x: JaggedT) -> JaggedT:
    """Round each element up to an integer.

    Works like `jax.numpy.ceil` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.ceil`.
    """

@overload
def ceil(x: ArrayLike) -> Array: ...
@overload
def clip(
    x: JaggedT,
    min: AbstractJaggedArray | ArrayLike | None = None,
    max: AbstractJaggedArray | ArrayLike | None = None,
) -> JaggedT:
    """Limit each element to lie between `min` and `max`; `None` is no limit.

    Works like `jax.numpy.clip` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        min: A JaggedArray, an array or a number.
        max: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.clip`.
    """

@overload
def clip(
    x: ArrayLike, min: JaggedT, max: AbstractJaggedArray | ArrayLike | None = None
) -> JaggedT: ...
@overload
def clip(x: ArrayLike, min: ArrayLike | None, max: JaggedT) -> JaggedT: ...
@overload
def clip(x: ArrayLike, min: ArrayLike | None = None, max: ArrayLike | None = None) -> Array: ...
@overload
def conj(x: JaggedT) -> JaggedT:
    """Take the complex conjugate of each element.

    Works like `jax.numpy.conj` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.conj`.
    """

@overload
def conj(x: ArrayLike) -> Array: ...
@overload
def conjugate(x: JaggedT) -> JaggedT:
    """Take the complex conjugate of each element.

    Works like `jax.numpy.conjugate` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.conjugate`.
    """

@overload
def conjugate(x: ArrayLike) -> Array: ...
@overload
def copysign(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Give each element of `x` the sign of the one of `y`.

    Works like `jax.numpy.copysign` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.copysign`.
    """

@overload
def copysign(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def copysign(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def cos(x: JaggedT) -> JaggedT:
    """Take the cosine of each element, in radians.

    Works like `jax.numpy.cos` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.cos`.
    """

@overload
def cos(x: ArrayLike) -> Array: ...
@overload
def cosh(x: JaggedT) -> JaggedT:
    """Take the hyperbolic cosine of each element.

    Works like `jax.numpy.cosh` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.cosh`.
    """

@overload
def cosh(x: ArrayLike) -> Array: ...
@overload
def deg2rad(x: JaggedT) -> JaggedT:
    """Convert degrees to radians.

    Works like `jax.numpy.deg2rad` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.deg2rad`.
    """

@overload
def deg2rad(x: ArrayLike) -> Array: ...
@overload
def degrees(x: JaggedT) -> JaggedT:
    """Convert radians to degrees.

    Works like `jax.numpy.degrees` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.degrees`.
    """

@overload
def degrees(x: ArrayLike) -> Array: ...
@overload
def divide(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Divide elements.

    Works like `jax.numpy.divide` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.divide`.
    """

@overload
def divide(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def divide(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def divmod(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> tuple[JaggedT, JaggedT]:
    """Give the floored quotient and the remainder of elements, a pair.

    Works like `jax.numpy.divmod` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A pair of JaggedArrays of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.divmod`.
    """

@overload
def divmod(x: ArrayLike, y: JaggedT) -> tuple[JaggedT, JaggedT]: ...
@overload
def divmod(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]: ...
@overload
def equal(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Say where elements are equal.

    Works like `jax.numpy.equal` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.equal`.
    """

@overload
def equal(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def equal(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def exp(x: JaggedT) -> JaggedT:
    """Take the exponential of each element.

    Works like `jax.numpy.exp` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.exp`.
    """

@overload
def exp(x: ArrayLike) -> Array: ...
@overload
def exp2(x: JaggedT) -> JaggedT:
    """Raise two to the power of each element.

    Works like `jax.numpy.exp2` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.exp2`.
    """

@overload
def exp2(x: ArrayLike) -> Array: ...
@overload
def expm1(x: JaggedT) -> JaggedT:
    """Take the exponential of each element, less one.

    Works like `jax.numpy.expm1` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.expm1`.
    """

@overload
def expm1(x: ArrayLike) -> Array: ...
@overload
def fabs(x: JaggedT) -> JaggedT:
    """Take the absolute value of each real element.

    Works like `jax.numpy.fabs` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.fabs`.
    """

@overload
def fabs(x: ArrayLike) -> Array: ...
@overload
def float_power(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Raise elements to powers, in floating point.

    Works like `jax.numpy.float_power` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.float_power`.
    """

@overload
def float_power(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def float_power(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def floor(x: JaggedT) -> JaggedT:
    """Round each element down to an integer.

    Works like `jax.numpy.floor` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.floor`.
    """

@overload
def floor(x: ArrayLike) -> Array: ...
@overload
def floor_divide(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Divide elements and round down.

    Works like `jax.numpy.floor_divide` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.floor_divide`.
    """

@overload
def floor_divide(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def floor_divide(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def fmax(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Take the larger of two elements, ignoring NaN.

    Works like `jax.numpy.fmax` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.fmax`.
    """

@overload
def fmax(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def fmax(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def fmin(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Take the smaller of two elements, ignoring NaN.

    Works like `jax.numpy.fmin` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.fmin`.
    """

@overload
def fmin(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def fmin(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def fmod(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Give the remainder of a division, with the sign of `x`.

    Works like `jax.numpy.fmod` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.fmod`.
    """

@overload
def fmod(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def fmod(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def frexp(x: JaggedT) -> tuple[JaggedT, JaggedT]:
    """Split each element into a mantissa and a power of two, a pair.

    Works like `jax.numpy.frexp` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A pair of JaggedArrays of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.frexp`.
    """

@overload
def frexp(x: ArrayLike) -> tuple[Array, Array]: ...
@overload
def gcd(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Take the greatest common divisor of integers.

    Works like `jax.numpy.gcd` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.gcd`.
    """

@overload
def gcd(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def gcd(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def greater(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Say where `x` is greater than `y`.

    Works like `jax.numpy.greater` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.greater`.
    """

@overload
def greater(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def greater(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def greater_equal(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Say where `x` is greater than or equal to `y`.

    Works like `jax.numpy.greater_equal` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.greater_equal`.
    """

@overload
def greater_equal(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def greater_equal(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def heaviside(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Give 0 below zero, 1 above, and `y` at zero.

    Works like `jax.numpy.heaviside` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.heaviside`.
    """

@overload
def heaviside(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def heaviside(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def hypot(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Take the hypotenuse of right triangles with these legs.

    Works like `jax.numpy.hypot` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.hypot`.
    """

@overload
def hypot(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def hypot(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def i0(x: JaggedT) -> JaggedT:
    """Take the modified Bessel function of the first kind, order 0.

    Works like `jax.numpy.i0` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.i0`.
    """

@overload
def i0(x: ArrayLike) -> Array: ...
@overload
def imag(x: JaggedT) -> JaggedT:
    """Take the imaginary part of each element.

    Works like `jax.numpy.imag` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.imag`.
    """

@overload
def imag(x: ArrayLike) -> Array: ...
@overload
def invert(x: JaggedT) -> JaggedT:
    """Flip the bits of each integer, or negate each boolean.

    Works like `jax.numpy.invert` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.invert`.
    """

@overload
def invert(x: ArrayLike) -> Array: ...
@overload
def isclose(
    x: JaggedT,
    y: AbstractJaggedArray | ArrayLike,
    rtol: Any = 1e-05,
    atol: Any = 1e-08,
    equal_nan: Any = False,
) -> JaggedT:
    """Say where elements are equal within `atol + rtol * abs(y)`.

    Works like `jax.numpy.isclose` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.
        rtol: As in `jax.numpy`, static.
        atol: As in `jax.numpy`, static.
        equal_nan: As in `jax.numpy`, static.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.isclose`.
    """

@overload
def isclose(
    x: ArrayLike, y: JaggedT, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False
) -> JaggedT: ...
@overload
def isclose(
    x: ArrayLike, y: ArrayLike, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False
) -> Array: ...
@overload
def iscomplex(x: JaggedT) -> JaggedT:
    """Say which elements have an imaginary part.

    Works like `jax.numpy.iscomplex` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.iscomplex`.
    """

@overload
def iscomplex(x: ArrayLike) -> Array: ...
@overload
def isfinite(x: JaggedT) -> JaggedT:
    """Say which elements are finite.

    Works like `jax.numpy.isfinite` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.isfinite`.
    """

@overload
def isfinite(x: ArrayLike) -> Array: ...
@overload
def isinf(x: JaggedT) -> JaggedT:
    """Say which elements are infinite.

    Works like `jax.numpy.isinf` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.isinf`.
    """

@overload
def isinf(x: ArrayLike) -> Array: ...
@overload
def isnan(x: JaggedT) -> JaggedT:
    """Say which elements are NaN.

    Works like `jax.numpy.isnan` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.isnan`.
    """

@overload
def isnan(x: ArrayLike) -> Array: ...
@overload
def isneginf(x: JaggedT) -> JaggedT:
    """Say which elements are negative infinity.

    Works like `jax.numpy.isneginf` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.isneginf`.
    """

@overload
def isneginf(x: ArrayLike) -> Array: ...
@overload
def isposinf(x: JaggedT) -> JaggedT:
    """Say which elements are positive infinity.

    Works like `jax.numpy.isposinf` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.isposinf`.
    """

@overload
def isposinf(x: ArrayLike) -> Array: ...
@overload
def isreal(x: JaggedT) -> JaggedT:
    """Say which elements have no imaginary part.

    Works like `jax.numpy.isreal` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.isreal`.
    """

@overload
def isreal(x: ArrayLike) -> Array: ...
@overload
def lcm(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Take the least common multiple of integers.

    Works like `jax.numpy.lcm` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.lcm`.
    """

@overload
def lcm(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def lcm(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def ldexp(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Multiply elements of `x` by two to the power of `y`.

    Works like `jax.numpy.ldexp` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.ldexp`.
    """

@overload
def ldexp(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def ldexp(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def left_shift(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Shift the bits of integers to the left.

    Works like `jax.numpy.left_shift` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.left_shift`.
    """

@overload
def left_shift(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def left_shift(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def less(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Say where `x` is less than `y`.

    Works like `jax.numpy.less` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.less`.
    """

@overload
def less(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def less(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def less_equal(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Say where `x` is less than or equal to `y`.

    Works like `jax.numpy.less_equal` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.less_equal`.
    """

@overload
def less_equal(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def less_equal(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def log(x: JaggedT) -> JaggedT:
    """Take the natural logarithm of each element.

    Works like `jax.numpy.log` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.log`.
    """

@overload
def log(x: ArrayLike) -> Array: ...
@overload
def log10(x: JaggedT) -> JaggedT:
    """Take the logarithm of each element to base 10.

    Works like `jax.numpy.log10` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.log10`.
    """

@overload
def log10(x: ArrayLike) -> Array: ...
@overload
def log1p(x: JaggedT) -> JaggedT:
    """Take the natural logarithm of one plus each element.

    Works like `jax.numpy.log1p` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.log1p`.
    """

@overload
def log1p(x: ArrayLike) -> Array: ...
@overload
def log2(x: JaggedT) -> JaggedT:
    """Take the logarithm of each element to base 2.

    Works like `jax.numpy.log2` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.log2`.
    """

@overload
def log2(x: ArrayLike) -> Array: ...
@overload
def logaddexp(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Take the logarithm of the sum of two exponentials.

    Works like `jax.numpy.logaddexp` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.logaddexp`.
    """

@overload
def logaddexp(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def logaddexp(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def logaddexp2(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Take the logarithm of the sum of two powers, all to base 2.

    Works like `jax.numpy.logaddexp2` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.logaddexp2`.
    """

@overload
def logaddexp2(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def logaddexp2(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def logical_and(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Combine truth values by `and`.

    Works like `jax.numpy.logical_and` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.logical_and`.
    """

@overload
def logical_and(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def logical_and(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def logical_not(x: JaggedT) -> JaggedT:
    """Negate each truth value.

    Works like `jax.numpy.logical_not` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.logical_not`.
    """

@overload
def logical_not(x: ArrayLike) -> Array: ...
@overload
def logical_or(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Combine truth values by `or`.

    Works like `jax.numpy.logical_or` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.logical_or`.
    """

@overload
def logical_or(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def logical_or(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def logical_xor(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Combine truth values by exclusive `or`.

    Works like `jax.numpy.logical_xor` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.logical_xor`.
    """

@overload
def logical_xor(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def logical_xor(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def maximum(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Take the larger of two elements, NaN if either is.

    Works like `jax.numpy.maximum` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.maximum`.
    """

@overload
def maximum(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def maximum(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def minimum(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Take the smaller of two elements, NaN if either is.

    Works like `jax.numpy.minimum` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.minimum`.
    """

@overload
def minimum(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def minimum(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def mod(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Give the remainder of a division, with the sign of `y`.

    Works like `jax.numpy.mod` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.mod`.
    """

@overload
def mod(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def mod(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def modf(x: JaggedT) -> tuple[JaggedT, JaggedT]:
    """Split each element into its fractional and its integral part, a pair.

    Works like `jax.numpy.modf` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A pair of JaggedArrays of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.modf`.
    """

@overload
def modf(x: ArrayLike) -> tuple[Array, Array]: ...
@overload
def multiply(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Multiply elements.

    Works like `jax.numpy.multiply` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.multiply`.
    """

@overload
def multiply(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def multiply(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def nan_to_num(
    x: JaggedT, copy: Any = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None
) -> JaggedT:
    """Replace NaN and infinities by finite numbers.

    Works like `jax.numpy.nan_to_num` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        copy: As in `jax.numpy`, static.
        nan: As in `jax.numpy`, static.
        posinf: As in `jax.numpy`, static.
        neginf: As in `jax.numpy`, static.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.nan_to_num`.
    """

@overload
def nan_to_num(
    x: ArrayLike, copy: Any = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None
) -> Array: ...
@overload
def negative(x: JaggedT) -> JaggedT:
    """Negate each element.

    Works like `jax.numpy.negative` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.negative`.
    """

@overload
def negative(x: ArrayLike) -> Array: ...
@overload
def nextafter(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Give the next floating-point number from `x` towards `y`.

    Works like `jax.numpy.nextafter` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.nextafter`.
    """

@overload
def nextafter(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def nextafter(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def not_equal(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Say where elements differ.

    Works like `jax.numpy.not_equal` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.not_equal`.
    """

@overload
def not_equal(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def not_equal(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def positive(x: JaggedT) -> JaggedT:
    """Return each element unchanged.

    Works like `jax.numpy.positive` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.positive`.
    """

@overload
def positive(x: ArrayLike) -> Array: ...
@overload
def pow(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Raise elements to powers.

    Works like `jax.numpy.pow` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.pow`.
    """

@overload
def pow(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def pow(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def power(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Raise elements to powers.

    Works like `jax.numpy.power` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.power`.
    """

@overload
def power(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def power(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def rad2deg(x: JaggedT) -> JaggedT:
    """Convert radians to degrees.

    Works like `jax.numpy.rad2deg` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.rad2deg`.
    """

@overload
def rad2deg(x: ArrayLike) -> Array: ...
@overload
def radians(x: JaggedT) -> JaggedT:
    """Convert degrees to radians.

    Works like `jax.numpy.radians` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.radians`.
    """

@overload
def radians(x: ArrayLike) -> Array: ...
@overload
def real(x: JaggedT) -> JaggedT:
    """Take the real part of each element.

    Works like `jax.numpy.real` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.real`.
    """

@overload
def real(x: ArrayLike) -> Array: ...
@overload
def reciprocal(x: JaggedT) -> JaggedT:
    """Divide one by each element.

    Works like `jax.numpy.reciprocal` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.reciprocal`.
    """

@overload
def reciprocal(x: ArrayLike) -> Array: ...
@overload
def remainder(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Give the remainder of a division, with the sign of `y`.

    Works like `jax.numpy.remainder` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.remainder`.
    """

@overload
def remainder(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def remainder(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def right_shift(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Shift the bits of integers to the right.

    Works like `jax.numpy.right_shift` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.right_shift`.
    """

@overload
def right_shift(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def right_shift(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def rint(x: JaggedT) -> JaggedT:
    """Round each element to the nearest integer, halves to even.

    Works like `jax.numpy.rint` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.rint`.
    """

@overload
def rint(x: ArrayLike) -> Array: ...
@overload
def round(x: JaggedT, decimals: Any = 0) -> JaggedT:
    """Round each element to the given number of decimals.

    Works like `jax.numpy.round` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        decimals: As in `jax.numpy`, static.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.round`.
    """

@overload
def round(x: ArrayLike, decimals: Any = 0) -> Array: ...
@overload
def sign(x: JaggedT) -> JaggedT:
    """Take the sign of each element.

    Works like `jax.numpy.sign` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.sign`.
    """

@overload
def sign(x: ArrayLike) -> Array: ...
@overload
def signbit(x: JaggedT) -> JaggedT:
    """Say which elements have their sign bit set.

    Works like `jax.numpy.signbit` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.signbit`.
    """

@overload
def signbit(x: ArrayLike) -> Array: ...
@overload
def sin(x: JaggedT) -> JaggedT:
    """Take the sine of each element, in radians.

    Works like `jax.numpy.sin` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.sin`.
    """

@overload
def sin(x: ArrayLike) -> Array: ...
@overload
def sinc(x: JaggedT) -> JaggedT:
    """Take the normalised sine cardinal of each element.

    Works like `jax.numpy.sinc` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.sinc`.
    """

@overload
def sinc(x: ArrayLike) -> Array: ...
@overload
def sinh(x: JaggedT) -> JaggedT:
    """Take the hyperbolic sine of each element.

    Works like `jax.numpy.sinh` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.sinh`.
    """

@overload
def sinh(x: ArrayLike) -> Array: ...
@overload
def spacing(x: JaggedT) -> JaggedT:
    """Give the distance from each element to the next floating-point number.

    Works like `jax.numpy.spacing` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.spacing`.
    """

@overload
def spacing(x: ArrayLike) -> Array: ...
@overload
def sqrt(x: JaggedT) -> JaggedT:
    """Take the square root of each element.

    Works like `jax.numpy.sqrt` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.sqrt`.
    """

@overload
def sqrt(x: ArrayLike) -> Array: ...
@overload
def square(x: JaggedT) -> JaggedT:
    """Multiply each element by itself.

    Works like `jax.numpy.square` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.square`.
    """

@overload
def square(x: ArrayLike) -> Array: ...
@overload
def subtract(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Subtract elements.

    Works like `jax.numpy.subtract` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.subtract`.
    """

@overload
def subtract(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def subtract(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def tan(x: JaggedT) -> JaggedT:
    """Take the tangent of each element, in radians.

    Works like `jax.numpy.tan` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.tan`.
    """

@overload
def tan(x: ArrayLike) -> Array: ...
@overload
def tanh(x: JaggedT) -> JaggedT:
    """Take the hyperbolic tangent of each element.

    Works like `jax.numpy.tanh` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.tanh`.
    """

@overload
def tanh(x: ArrayLike) -> Array: ...
@overload
def true_divide(x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT:
    """Divide elements.

    Works like `jax.numpy.true_divide` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.true_divide`.
    """

@overload
def true_divide(x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def true_divide(x: ArrayLike, y: ArrayLike) -> Array: ...
@overload
def trunc(x: JaggedT) -> JaggedT:
    """Round each element towards zero.

    Works like `jax.numpy.trunc` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        x: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.trunc`.
    """

@overload
def trunc(x: ArrayLike) -> Array: ...
@overload
def where(
    condition: JaggedT, x: AbstractJaggedArray | ArrayLike, y: AbstractJaggedArray | ArrayLike
) -> JaggedT:
    """Choose elements of `x` where the condition holds, and of `y` elsewhere.

    Works like `jax.numpy.where` on the valid elements of every row; the empty row stays empty. Dense
    operands broadcast from the right, with size 1 at the jagged axis: a value per row is `b[:, None]`.
    Jagged operands must have equal lengths. Dtypes promote as in `jax.numpy`; padding never reaches a
    value or a derivative.

    Args:
        condition: A JaggedArray, an array or a number.
        x: A JaggedArray, an array or a number.
        y: A JaggedArray, an array or a number.

    Returns:
        A JaggedArray of the common shape; a dense array if no operand is jagged.

    Raises:
        ValueError: If lengths differ, or a dense operand meets the jagged axis with a size other than 1.
        TypeError: If an operand is neither an array nor a number.

    Reference:
        `jax.numpy.where`.
    """

@overload
def where(condition: ArrayLike, x: JaggedT, y: AbstractJaggedArray | ArrayLike) -> JaggedT: ...
@overload
def where(condition: ArrayLike, x: ArrayLike, y: JaggedT) -> JaggedT: ...
@overload
def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike) -> Array: ...
