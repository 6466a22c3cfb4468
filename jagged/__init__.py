"""Ragged arrays for JAX: rows of different lengths, under every transform, on every backend."""

from importlib.metadata import version as _version

from . import _export as _export
from ._array import JaggedArray as JaggedArray
from ._axes import ROW as ROW
from ._checking import checking as checking
from ._cumulative import cumsum as cumsum
from ._elementwise import (
    abs as abs,
)
from ._elementwise import (
    absolute as absolute,
)
from ._elementwise import (
    acos as acos,
)
from ._elementwise import (
    acosh as acosh,
)
from ._elementwise import (
    add as add,
)
from ._elementwise import (
    angle as angle,
)
from ._elementwise import (
    arccos as arccos,
)
from ._elementwise import (
    arccosh as arccosh,
)
from ._elementwise import (
    arcsin as arcsin,
)
from ._elementwise import (
    arcsinh as arcsinh,
)
from ._elementwise import (
    arctan as arctan,
)
from ._elementwise import (
    arctan2 as arctan2,
)
from ._elementwise import (
    arctanh as arctanh,
)
from ._elementwise import (
    around as around,
)
from ._elementwise import (
    asin as asin,
)
from ._elementwise import (
    asinh as asinh,
)
from ._elementwise import (
    atan as atan,
)
from ._elementwise import (
    atan2 as atan2,
)
from ._elementwise import (
    atanh as atanh,
)
from ._elementwise import (
    bitwise_and as bitwise_and,
)
from ._elementwise import (
    bitwise_count as bitwise_count,
)
from ._elementwise import (
    bitwise_invert as bitwise_invert,
)
from ._elementwise import (
    bitwise_left_shift as bitwise_left_shift,
)
from ._elementwise import (
    bitwise_not as bitwise_not,
)
from ._elementwise import (
    bitwise_or as bitwise_or,
)
from ._elementwise import (
    bitwise_right_shift as bitwise_right_shift,
)
from ._elementwise import (
    bitwise_xor as bitwise_xor,
)
from ._elementwise import (
    cbrt as cbrt,
)
from ._elementwise import (
    ceil as ceil,
)
from ._elementwise import (
    clip as clip,
)
from ._elementwise import (
    conj as conj,
)
from ._elementwise import (
    conjugate as conjugate,
)
from ._elementwise import (
    copysign as copysign,
)
from ._elementwise import (
    cos as cos,
)
from ._elementwise import (
    cosh as cosh,
)
from ._elementwise import (
    deg2rad as deg2rad,
)
from ._elementwise import (
    degrees as degrees,
)
from ._elementwise import (
    divide as divide,
)
from ._elementwise import (
    divmod as divmod,
)
from ._elementwise import (
    equal as equal,
)
from ._elementwise import (
    exp as exp,
)
from ._elementwise import (
    exp2 as exp2,
)
from ._elementwise import (
    expm1 as expm1,
)
from ._elementwise import (
    fabs as fabs,
)
from ._elementwise import (
    float_power as float_power,
)
from ._elementwise import (
    floor as floor,
)
from ._elementwise import (
    floor_divide as floor_divide,
)
from ._elementwise import (
    fmax as fmax,
)
from ._elementwise import (
    fmin as fmin,
)
from ._elementwise import (
    fmod as fmod,
)
from ._elementwise import (
    frexp as frexp,
)
from ._elementwise import (
    gcd as gcd,
)
from ._elementwise import (
    greater as greater,
)
from ._elementwise import (
    greater_equal as greater_equal,
)
from ._elementwise import (
    heaviside as heaviside,
)
from ._elementwise import (
    hypot as hypot,
)
from ._elementwise import (
    i0 as i0,
)
from ._elementwise import (
    imag as imag,
)
from ._elementwise import (
    invert as invert,
)
from ._elementwise import (
    isclose as isclose,
)
from ._elementwise import (
    iscomplex as iscomplex,
)
from ._elementwise import (
    isfinite as isfinite,
)
from ._elementwise import (
    isinf as isinf,
)
from ._elementwise import (
    isnan as isnan,
)
from ._elementwise import (
    isneginf as isneginf,
)
from ._elementwise import (
    isposinf as isposinf,
)
from ._elementwise import (
    isreal as isreal,
)
from ._elementwise import (
    lcm as lcm,
)
from ._elementwise import (
    ldexp as ldexp,
)
from ._elementwise import (
    left_shift as left_shift,
)
from ._elementwise import (
    less as less,
)
from ._elementwise import (
    less_equal as less_equal,
)
from ._elementwise import (
    log as log,
)
from ._elementwise import (
    log1p as log1p,
)
from ._elementwise import (
    log2 as log2,
)
from ._elementwise import (
    log10 as log10,
)
from ._elementwise import (
    logaddexp as logaddexp,
)
from ._elementwise import (
    logaddexp2 as logaddexp2,
)
from ._elementwise import (
    logical_and as logical_and,
)
from ._elementwise import (
    logical_not as logical_not,
)
from ._elementwise import (
    logical_or as logical_or,
)
from ._elementwise import (
    logical_xor as logical_xor,
)
from ._elementwise import (
    maximum as maximum,
)
from ._elementwise import (
    minimum as minimum,
)
from ._elementwise import (
    mod as mod,
)
from ._elementwise import (
    modf as modf,
)
from ._elementwise import (
    multiply as multiply,
)
from ._elementwise import (
    nan_to_num as nan_to_num,
)
from ._elementwise import (
    negative as negative,
)
from ._elementwise import (
    nextafter as nextafter,
)
from ._elementwise import (
    not_equal as not_equal,
)
from ._elementwise import (
    positive as positive,
)
from ._elementwise import (
    pow as pow,
)
from ._elementwise import (
    power as power,
)
from ._elementwise import (
    rad2deg as rad2deg,
)
from ._elementwise import (
    radians as radians,
)
from ._elementwise import (
    real as real,
)
from ._elementwise import (
    reciprocal as reciprocal,
)
from ._elementwise import (
    remainder as remainder,
)
from ._elementwise import (
    right_shift as right_shift,
)
from ._elementwise import (
    rint as rint,
)
from ._elementwise import (
    round as round,
)
from ._elementwise import (
    sign as sign,
)
from ._elementwise import (
    signbit as signbit,
)
from ._elementwise import (
    sin as sin,
)
from ._elementwise import (
    sinc as sinc,
)
from ._elementwise import (
    sinh as sinh,
)
from ._elementwise import (
    spacing as spacing,
)
from ._elementwise import (
    sqrt as sqrt,
)
from ._elementwise import (
    square as square,
)
from ._elementwise import (
    subtract as subtract,
)
from ._elementwise import (
    tan as tan,
)
from ._elementwise import (
    tanh as tanh,
)
from ._elementwise import (
    true_divide as true_divide,
)
from ._elementwise import (
    trunc as trunc,
)
from ._elementwise import (
    where as where,
)
from ._exponentials import log_softmax as log_softmax
from ._exponentials import logsumexp as logsumexp
from ._exponentials import softmax as softmax
from ._extrema import argmax as argmax
from ._extrema import argmin as argmin
from ._extrema import max as max
from ._extrema import min as min
from ._fill import (
    arange as arange,
)
from ._fill import (
    full as full,
)
from ._fill import (
    full_like as full_like,
)
from ._fill import (
    linspace as linspace,
)
from ._fill import (
    ones as ones,
)
from ._fill import (
    ones_like as ones_like,
)
from ._fill import (
    zeros as zeros,
)
from ._fill import (
    zeros_like as zeros_like,
)
from ._make import (
    array as array,
)
from ._make import (
    from_dense as from_dense,
)
from ._make import (
    from_flat as from_flat,
)
from ._make import (
    from_mask as from_mask,
)
from ._map import map_elements as map_elements
from ._moments import mean as mean
from ._moments import norm as norm
from ._moments import std as std
from ._moments import var as var
from ._record import JaggedRecord as JaggedRecord
from ._record import record as record
from ._scan import scan as scan
from ._sharding import partition_specs as partition_specs
from ._sums import (
    all as all,
)
from ._sums import (
    any as any,
)
from ._sums import (
    count as count,
)
from ._sums import (
    count_nonzero as count_nonzero,
)
from ._sums import (
    prod as prod,
)
from ._sums import (
    sum as sum,
)

__version__ = _version("jagged-jax")
