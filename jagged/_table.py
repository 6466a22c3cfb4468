"""The table of elementwise functions: one row each, in the order of their names."""

import jax.numpy as jnp

from ._elements import Rule

_UNARY = ("x",)
_BINARY = ("x", "y")
_TOTAL = (None, None)


def _predicate(name: str, summary: str, **fields) -> Rule:
    return Rule(name, summary, smooth=False, **fields)


def _partial(name: str, summary: str, safe: float) -> Rule:
    return Rule(name, summary, safe=(safe,))


def _binary(name: str, summary: str, safe=_TOTAL, **fields) -> Rule:
    return Rule(name, summary, _BINARY, safe, **fields)


def _relation(name: str, summary: str, safe=_TOTAL, **fields) -> Rule:
    return Rule(name, summary, _BINARY, safe, smooth=False, **fields)


RULES = (
    Rule("abs", "Take the absolute value of each element."),
    Rule("absolute", "Take the absolute value of each element."),
    _partial("acos", "Take the inverse cosine of each element, in radians.", 0),
    _partial("acosh", "Take the inverse hyperbolic cosine of each element.", 2),
    _binary("add", "Add elements."),
    _partial("angle", "Take the angle of each complex element, in radians.", 1),
    _partial("arccos", "Take the inverse cosine of each element, in radians.", 0),
    _partial("arccosh", "Take the inverse hyperbolic cosine of each element.", 2),
    _partial("arcsin", "Take the inverse sine of each element, in radians.", 0),
    Rule("arcsinh", "Take the inverse hyperbolic sine of each element."),
    Rule("arctan", "Take the inverse tangent of each element, in radians."),
    _binary("arctan2", "Take the angle of each point, y first and x second, in radians.", (0, 1)),
    _partial("arctanh", "Take the inverse hyperbolic tangent of each element.", 0),
    Rule(
        "around", "Round each element to the given number of decimals.", options=(("decimals", 0),)
    ),
    _partial("asin", "Take the inverse sine of each element, in radians.", 0),
    Rule("asinh", "Take the inverse hyperbolic sine of each element."),
    Rule("atan", "Take the inverse tangent of each element, in radians."),
    _binary("atan2", "Take the angle of each point, y first and x second, in radians.", (0, 1)),
    _partial("atanh", "Take the inverse hyperbolic tangent of each element.", 0),
    _relation("bitwise_and", "Combine the bits of integers by `and`."),
    _predicate("bitwise_count", "Count the bits set in each integer."),
    _predicate("bitwise_invert", "Flip the bits of each integer."),
    _relation("bitwise_left_shift", "Shift the bits of integers to the left."),
    _predicate("bitwise_not", "Flip the bits of each integer."),
    _relation("bitwise_or", "Combine the bits of integers by `or`."),
    _relation("bitwise_right_shift", "Shift the bits of integers to the right."),
    _relation("bitwise_xor", "Combine the bits of integers by exclusive `or`."),
    _partial("cbrt", "Take the cube root of each element.", 1),
    Rule("ceil", "Round each element up to an integer."),
    Rule(
        "clip",
        "Limit each element to lie between `min` and `max`; `None` is no limit.",
        ("x", "min", "max"),
        (None, None, None),
        defaults=(("min", None), ("max", None)),
    ),
    Rule("conj", "Take the complex conjugate of each element."),
    Rule("conjugate", "Take the complex conjugate of each element."),
    _binary("copysign", "Give each element of `x` the sign of the one of `y`."),
    Rule("cos", "Take the cosine of each element, in radians."),
    _partial("cosh", "Take the hyperbolic cosine of each element.", 0),
    Rule("deg2rad", "Convert degrees to radians."),
    Rule("degrees", "Convert radians to degrees."),
    _binary("divide", "Divide elements.", (None, 1)),
    _binary(
        "divmod", "Give the floored quotient and the remainder of elements, a pair.", (None, 1)
    ),
    _relation("equal", "Say where elements are equal."),
    _partial("exp", "Take the exponential of each element.", 0),
    _partial("exp2", "Raise two to the power of each element.", 0),
    _partial("expm1", "Take the exponential of each element, less one.", 0),
    Rule("fabs", "Take the absolute value of each real element."),
    _binary("float_power", "Raise elements to powers, in floating point.", (1, 1)),
    Rule("floor", "Round each element down to an integer."),
    _binary("floor_divide", "Divide elements and round down.", (None, 1)),
    _binary("fmax", "Take the larger of two elements, ignoring NaN."),
    _binary("fmin", "Take the smaller of two elements, ignoring NaN."),
    _binary("fmod", "Give the remainder of a division, with the sign of `x`.", (None, 1)),
    Rule("frexp", "Split each element into a mantissa and a power of two, a pair."),
    # Euclid's algorithm loops for ever on the least integer, which is its own absolute value.
    _relation("gcd", "Take the greatest common divisor of integers.", (1, 1)),
    _relation("greater", "Say where `x` is greater than `y`."),
    _relation("greater_equal", "Say where `x` is greater than or equal to `y`."),
    _binary("heaviside", "Give 0 below zero, 1 above, and `y` at zero."),
    _binary("hypot", "Take the hypotenuse of right triangles with these legs.", (1, 1)),
    _partial("i0", "Take the modified Bessel function of the first kind, order 0.", 0),
    Rule("imag", "Take the imaginary part of each element."),
    _predicate("invert", "Flip the bits of each integer, or negate each boolean."),
    _relation(
        "isclose",
        "Say where elements are equal within `atol + rtol * abs(y)`.",
        options=(("rtol", 1e-5), ("atol", 1e-8), ("equal_nan", False)),
    ),
    _predicate("iscomplex", "Say which elements have an imaginary part."),
    _predicate("isfinite", "Say which elements are finite."),
    _predicate("isinf", "Say which elements are infinite."),
    _predicate("isnan", "Say which elements are NaN."),
    _predicate("isneginf", "Say which elements are negative infinity."),
    _predicate("isposinf", "Say which elements are positive infinity."),
    _predicate("isreal", "Say which elements have no imaginary part."),
    _relation("lcm", "Take the least common multiple of integers.", (1, 1)),
    _binary("ldexp", "Multiply elements of `x` by two to the power of `y`.", (None, 0)),
    _relation("left_shift", "Shift the bits of integers to the left."),
    _relation("less", "Say where `x` is less than `y`."),
    _relation("less_equal", "Say where `x` is less than or equal to `y`."),
    _partial("log", "Take the natural logarithm of each element.", 1),
    _partial("log10", "Take the logarithm of each element to base 10.", 1),
    _partial("log1p", "Take the natural logarithm of one plus each element.", 0),
    _partial("log2", "Take the logarithm of each element to base 2.", 1),
    _binary("logaddexp", "Take the logarithm of the sum of two exponentials."),
    _binary("logaddexp2", "Take the logarithm of the sum of two powers, all to base 2."),
    _relation("logical_and", "Combine truth values by `and`."),
    _predicate("logical_not", "Negate each truth value."),
    _relation("logical_or", "Combine truth values by `or`."),
    _relation("logical_xor", "Combine truth values by exclusive `or`."),
    _binary("maximum", "Take the larger of two elements, NaN if either is."),
    _binary("minimum", "Take the smaller of two elements, NaN if either is."),
    _binary("mod", "Give the remainder of a division, with the sign of `y`.", (None, 1)),
    Rule("modf", "Split each element into its fractional and its integral part, a pair."),
    _binary("multiply", "Multiply elements.", product=True),
    Rule(
        "nan_to_num",
        "Replace NaN and infinities by finite numbers.",
        options=(("copy", True), ("nan", 0.0), ("posinf", None), ("neginf", None)),
    ),
    Rule("negative", "Negate each element."),
    _relation("nextafter", "Give the next floating-point number from `x` towards `y`."),
    _relation("not_equal", "Say where elements differ."),
    Rule("positive", "Return each element unchanged."),
    _binary("pow", "Raise elements to powers.", (1, 1)),
    _binary("power", "Raise elements to powers.", (1, 1)),
    Rule("rad2deg", "Convert radians to degrees."),
    Rule("radians", "Convert degrees to radians."),
    Rule("real", "Take the real part of each element."),
    _partial("reciprocal", "Divide one by each element.", 1),
    _binary("remainder", "Give the remainder of a division, with the sign of `y`.", (None, 1)),
    _relation("right_shift", "Shift the bits of integers to the right."),
    Rule("rint", "Round each element to the nearest integer, halves to even."),
    Rule(
        "round", "Round each element to the given number of decimals.", options=(("decimals", 0),)
    ),
    Rule("sign", "Take the sign of each element."),
    _predicate("signbit", "Say which elements have their sign bit set."),
    Rule("sin", "Take the sine of each element, in radians."),
    Rule("sinc", "Take the normalised sine cardinal of each element."),
    _partial("sinh", "Take the hyperbolic sine of each element.", 0),
    _predicate("spacing", "Give the distance from each element to the next floating-point number."),
    _partial("sqrt", "Take the square root of each element.", 1),
    _partial("square", "Multiply each element by itself.", 0),
    _binary("subtract", "Subtract elements."),
    _partial("tan", "Take the tangent of each element, in radians.", 0),
    Rule("tanh", "Take the hyperbolic tangent of each element."),
    _binary("true_divide", "Divide elements.", (None, 1)),
    Rule("trunc", "Round each element towards zero."),
    Rule(
        "where",
        "Choose elements of `x` where the condition holds, and of `y` elsewhere.",
        ("condition", "x", "y"),
        (None, None, None),
        fills=True,
    ),
)
"""One rule for each elementwise function of `jax.numpy`."""

INTEGER_POWER = Rule(
    "power",
    "Raise elements to a static integer power.",
    safe=(1,),
    options=(("exponent", 2),),
    function=lambda x, exponent: jnp.power(x, exponent),
)
"""The power with a Python integer as exponent, which has a derivative at negative elements too."""
