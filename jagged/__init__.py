"""Ragged arrays for JAX: rows of different lengths, under every transform, on every backend."""

from importlib.metadata import version as _version

from . import _export as _export, data as data, nn as nn, testing as testing
from ._array import JaggedArray as JaggedArray
from ._associative import associative_scan as associative_scan
from ._axes import ROW as ROW
from ._checking import checking as checking
from ._compress import compress as compress, nonzero as nonzero
from ._contraction import einsum as einsum, matmul as matmul, vecdot as vecdot
from ._cumulative import (
    cumlogsumexp as cumlogsumexp,
    cummax as cummax,
    cummin as cummin,
    cumprod as cumprod,
    cumsum as cumsum,
)
from ._dense import from_dense as from_dense, from_mask as from_mask
from ._differences import diff as diff
from ._distinct import run_lengths as run_lengths, unique as unique
from ._elementwise import (
    abs as abs,
    absolute as absolute,
    acos as acos,
    acosh as acosh,
    add as add,
    angle as angle,
    arccos as arccos,
    arccosh as arccosh,
    arcsin as arcsin,
    arcsinh as arcsinh,
    arctan as arctan,
    arctan2 as arctan2,
    arctanh as arctanh,
    around as around,
    asin as asin,
    asinh as asinh,
    atan as atan,
    atan2 as atan2,
    atanh as atanh,
    bitwise_and as bitwise_and,
    bitwise_count as bitwise_count,
    bitwise_invert as bitwise_invert,
    bitwise_left_shift as bitwise_left_shift,
    bitwise_not as bitwise_not,
    bitwise_or as bitwise_or,
    bitwise_right_shift as bitwise_right_shift,
    bitwise_xor as bitwise_xor,
    cbrt as cbrt,
    ceil as ceil,
    clip as clip,
    conj as conj,
    conjugate as conjugate,
    copysign as copysign,
    cos as cos,
    cosh as cosh,
    deg2rad as deg2rad,
    degrees as degrees,
    divide as divide,
    divmod as divmod,
    equal as equal,
    exp as exp,
    exp2 as exp2,
    expm1 as expm1,
    fabs as fabs,
    float_power as float_power,
    floor as floor,
    floor_divide as floor_divide,
    fmax as fmax,
    fmin as fmin,
    fmod as fmod,
    frexp as frexp,
    gcd as gcd,
    greater as greater,
    greater_equal as greater_equal,
    heaviside as heaviside,
    hypot as hypot,
    i0 as i0,
    imag as imag,
    invert as invert,
    isclose as isclose,
    iscomplex as iscomplex,
    isfinite as isfinite,
    isinf as isinf,
    isnan as isnan,
    isneginf as isneginf,
    isposinf as isposinf,
    isreal as isreal,
    lcm as lcm,
    ldexp as ldexp,
    left_shift as left_shift,
    less as less,
    less_equal as less_equal,
    log as log,
    log1p as log1p,
    log2 as log2,
    log10 as log10,
    logaddexp as logaddexp,
    logaddexp2 as logaddexp2,
    logical_and as logical_and,
    logical_not as logical_not,
    logical_or as logical_or,
    logical_xor as logical_xor,
    maximum as maximum,
    minimum as minimum,
    mod as mod,
    modf as modf,
    multiply as multiply,
    nan_to_num as nan_to_num,
    negative as negative,
    nextafter as nextafter,
    not_equal as not_equal,
    positive as positive,
    pow as pow,
    power as power,
    rad2deg as rad2deg,
    radians as radians,
    real as real,
    reciprocal as reciprocal,
    remainder as remainder,
    right_shift as right_shift,
    rint as rint,
    round as round,
    sign as sign,
    signbit as signbit,
    sin as sin,
    sinc as sinc,
    sinh as sinh,
    spacing as spacing,
    sqrt as sqrt,
    square as square,
    subtract as subtract,
    tan as tan,
    tanh as tanh,
    true_divide as true_divide,
    trunc as trunc,
    where as where,
)
from ._exponentials import log_softmax as log_softmax, logsumexp as logsumexp, softmax as softmax
from ._extrema import argmax as argmax, argmin as argmin, max as max, min as min
from ._fill import (
    arange as arange,
    full as full,
    full_like as full_like,
    linspace as linspace,
    ones as ones,
    ones_like as ones_like,
    zeros as zeros,
    zeros_like as zeros_like,
)
from ._flat import from_flat as from_flat
from ._inserting import append as append, insert as insert
from ._interpolation import interp as interp
from ._joining import concatenate as concatenate, stack as stack
from ._map import map_elements as map_elements
from ._moments import mean as mean, norm as norm, std as std, var as var
from ._moving import pad as pad, reverse as reverse, roll as roll, tile as tile
from ._nesting import flatten as flatten, unflatten as unflatten
from ._order import (
    argsort as argsort,
    partition as partition,
    rank as rank,
    sort as sort,
    top_k as top_k,
)
from ._pairs import (
    argcartesian as argcartesian,
    argcombinations as argcombinations,
    cartesian as cartesian,
    combinations as combinations,
)
from ._pairwise import pairwise as pairwise
from ._quantiles import median as median, percentile as percentile, quantile as quantile
from ._record import JaggedRecord as JaggedRecord, record as record
from ._repeating import repeat as repeat
from ._reshaping import moveaxis as moveaxis, reshape as reshape
from ._row._registry import register_rule as register_rule
from ._row._vmap import vmap as vmap
from ._rows import array as array
from ._scan import scan as scan
from ._searching import searchsorted as searchsorted
from ._sharding import partition_specs as partition_specs
from ._splitting import split as split
from ._sums import (
    all as all,
    any as any,
    count as count,
    count_nonzero as count_nonzero,
    prod as prod,
    sum as sum,
)
from ._take import (
    first as first,
    last as last,
    local_index as local_index,
    take as take,
    take_along_axis as take_along_axis,
)
from ._windows import windows as windows

__version__ = _version("jagged-jax")
