# Written by src/codegen from the operator table; do not edit.

from builtins import bool as _bool, complex as _complex, float as _float, int as _int, type as _type
from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex, overload

from tbcast import return_types as _return_types
from tbcast._C import (
    Generator,
    Size,
    Tensor,
    device as _device,
    dtype as _dtype,
    layout as _layout,
    memory_format as _memory_format,
)
from tbcast._stubs.types import (
    Array as _Array,
    Device as _Device,
    Number as _Number,
    Operand as _Operand,
    Sizes as _Sizes,
)

def add(input: _Operand, other: _Operand, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor: ...
def sub(input: _Operand, other: _Operand, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor: ...
def subtract(
    input: _Operand, other: _Operand | _Number, alpha: _Number = 1, *, out: Tensor | None = None
) -> Tensor: ...
def mul(input: _Operand, other: _Operand, *, out: Tensor | None = None) -> Tensor: ...
def multiply(input: _Operand, other: _Operand | _Number, *, out: Tensor | None = None) -> Tensor: ...
def div(
    input: _Operand, other: _Operand | _Number, *, out: Tensor | None = None, rounding_mode: str | None = None
) -> Tensor: ...
def divide(
    input: _Operand, other: _Operand | _Number, *, out: Tensor | None = None, rounding_mode: str | None = None
) -> Tensor: ...
def true_divide(input: _Operand, other: _Operand | _Number, *, out: Tensor | None = None) -> Tensor: ...
def reciprocal(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def reciprocal_(input: Tensor) -> Tensor: ...
def floor_divide(input: _Operand, other: _Operand | _Number, *, out: Tensor | None = None) -> Tensor: ...
def remainder(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def fmod(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def rsub(input: Tensor, other: Tensor | _Number, alpha: _Number = 1) -> Tensor: ...
def gcd(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def gcd_(input: Tensor, other: Tensor) -> Tensor: ...
def lcm(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def lcm_(input: Tensor, other: Tensor) -> Tensor: ...
def pow(input: Tensor | _Number, exponent: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def float_power(
    input: Tensor | _Number, exponent: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor: ...
def ldexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def ldexp_(input: Tensor, other: Tensor) -> Tensor: ...
def hypot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def atan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arctan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def xlogy(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def xlogy_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
def logaddexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def logaddexp2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def maximum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def minimum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def fmax(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def fmin(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def clamp(
    input: Tensor,
    min: Tensor | _Number | None = None,
    max: Tensor | _Number | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def clamp_(
    input: Tensor, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None
) -> Tensor: ...
def clip(
    input: Tensor,
    min: Tensor | _Number | None = None,
    max: Tensor | _Number | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def clip_(
    input: Tensor, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None
) -> Tensor: ...
def clamp_min(input: Tensor, min: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def clamp_min_(input: Tensor, min: Tensor | _Number) -> Tensor: ...
def clamp_max(input: Tensor, max: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def clamp_max_(input: Tensor, max: Tensor | _Number) -> Tensor: ...
def heaviside(input: Tensor, values: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def copysign(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def nextafter(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def threshold(input: Tensor, threshold: _Number, value: _Number, *, out: Tensor | None = None) -> Tensor: ...
def threshold_(input: Tensor, threshold: _Number, value: _Number) -> Tensor: ...
def eq(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def ne(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def not_equal(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def lt(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def less(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def le(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def less_equal(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def gt(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def greater(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def ge(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def greater_equal(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def logical_and(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def logical_or(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def logical_xor(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def logical_not(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def bitwise_and(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def bitwise_or(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def bitwise_xor(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def bitwise_not(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def bitwise_left_shift(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor: ...
def bitwise_right_shift(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor: ...
def isnan(input: Tensor) -> Tensor: ...
def isinf(input: Tensor) -> Tensor: ...
def isfinite(input: Tensor) -> Tensor: ...
def isreal(input: Tensor) -> Tensor: ...
def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def signbit(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def where(condition: Tensor) -> tuple[Tensor, ...]: ...
@overload
def where(
    condition: Tensor, input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor: ...
def masked_fill(input: Tensor, mask: Tensor, value: Tensor | _Number) -> Tensor: ...
def lerp(input: Tensor, end: Tensor, weight: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def addcmul(
    input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: _Number = 1, out: Tensor | None = None
) -> Tensor: ...
def addcdiv(
    input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: _Number = 1, out: Tensor | None = None
) -> Tensor: ...
def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def neg_(input: Tensor) -> Tensor: ...
def negative(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def negative_(input: Tensor) -> Tensor: ...
def positive(input: Tensor) -> Tensor: ...
def abs(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def abs_(input: Tensor) -> Tensor: ...
def absolute(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sign(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sgn(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def square(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def square_(input: Tensor) -> Tensor: ...
def sqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sqrt_(input: Tensor) -> Tensor: ...
def rsqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def rsqrt_(input: Tensor) -> Tensor: ...
def relu(input: Tensor) -> Tensor: ...
def relu_(input: Tensor) -> Tensor: ...
def nan_to_num(
    input: Tensor,
    nan: _float | None = None,
    posinf: _float | None = None,
    neginf: _float | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def nan_to_num_(
    input: Tensor, nan: _float | None = None, posinf: _float | None = None, neginf: _float | None = None
) -> Tensor: ...
def conj_physical(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def conj_physical_(input: Tensor) -> Tensor: ...
def conj(input: Tensor) -> Tensor: ...
def resolve_conj(input: Tensor) -> Tensor: ...
def resolve_neg(input: Tensor) -> Tensor: ...
def angle(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def deg2rad(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def deg2rad_(input: Tensor) -> Tensor: ...
def rad2deg(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def rad2deg_(input: Tensor) -> Tensor: ...
def floor(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def floor_(input: Tensor) -> Tensor: ...
def ceil(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def ceil_(input: Tensor) -> Tensor: ...
def trunc(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def trunc_(input: Tensor) -> Tensor: ...
def fix(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def fix_(input: Tensor) -> Tensor: ...
def frac(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def frac_(input: Tensor) -> Tensor: ...
def round(input: Tensor, *, out: Tensor | None = None, decimals: SupportsIndex | None = None) -> Tensor: ...
def round_(input: Tensor, *, decimals: SupportsIndex | None = None) -> Tensor: ...
def exp(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def exp_(input: Tensor) -> Tensor: ...
def exp2(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def exp2_(input: Tensor) -> Tensor: ...
def expm1(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def expm1_(input: Tensor) -> Tensor: ...
def log(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def log_(input: Tensor) -> Tensor: ...
def log2(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def log2_(input: Tensor) -> Tensor: ...
def log10(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def log10_(input: Tensor) -> Tensor: ...
def log1p(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def log1p_(input: Tensor) -> Tensor: ...
def sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sigmoid_(input: Tensor) -> Tensor: ...
def logit(input: Tensor, eps: _float | None = None, *, out: Tensor | None = None) -> Tensor: ...
def logit_(input: Tensor, eps: _float | None = None) -> Tensor: ...
def sin(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sin_(input: Tensor) -> Tensor: ...
def cos(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def cos_(input: Tensor) -> Tensor: ...
def tan(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def tan_(input: Tensor) -> Tensor: ...
def asin(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def asin_(input: Tensor) -> Tensor: ...
def arcsin(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arcsin_(input: Tensor) -> Tensor: ...
def acos(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def acos_(input: Tensor) -> Tensor: ...
def arccos(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arccos_(input: Tensor) -> Tensor: ...
def atan(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def atan_(input: Tensor) -> Tensor: ...
def arctan(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arctan_(input: Tensor) -> Tensor: ...
def sinh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sinh_(input: Tensor) -> Tensor: ...
def cosh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def cosh_(input: Tensor) -> Tensor: ...
def tanh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def tanh_(input: Tensor) -> Tensor: ...
def asinh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def asinh_(input: Tensor) -> Tensor: ...
def arcsinh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arcsinh_(input: Tensor) -> Tensor: ...
def acosh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def acosh_(input: Tensor) -> Tensor: ...
def arccosh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arccosh_(input: Tensor) -> Tensor: ...
def atanh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def atanh_(input: Tensor) -> Tensor: ...
def arctanh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arctanh_(input: Tensor) -> Tensor: ...
def erf(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def erf_(input: Tensor) -> Tensor: ...
def erfc(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def erfc_(input: Tensor) -> Tensor: ...
def erfinv(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def lgamma(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def digamma(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def polygamma(n: SupportsIndex, input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def igamma(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def igammac(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def i0(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def i0_(input: Tensor) -> Tensor: ...
def sinc(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sinc_(input: Tensor) -> Tensor: ...
def sum(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    dtype: _dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def mean(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    dtype: _dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def prod(
    input: Tensor,
    dim: SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    dtype: _dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def amax(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def amin(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def max(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def max(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def max(
    input: Tensor, dim: SupportsIndex, keepdim: _bool = False, *, out: Sequence[Tensor] | None = None
) -> _return_types.max: ...
@overload
def min(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def min(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def min(
    input: Tensor, dim: SupportsIndex, keepdim: _bool = False, *, out: Sequence[Tensor] | None = None
) -> _return_types.min: ...
def argmax(
    input: Tensor, dim: SupportsIndex | None = None, keepdim: _bool = False, *, out: Tensor | None = None
) -> Tensor: ...
def argmin(
    input: Tensor, dim: SupportsIndex | None = None, keepdim: _bool = False, *, out: Tensor | None = None
) -> Tensor: ...
def aminmax(
    input: Tensor,
    *,
    dim: SupportsIndex | None = None,
    keepdim: _bool = False,
    out: Sequence[Tensor] | None = None,
) -> _return_types.aminmax: ...
def all(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def any(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def var(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    unbiased: _bool = True,
    keepdim: _bool = False,
    *,
    out: Tensor | None = None,
    correction: _Number | None = None,
) -> Tensor: ...
def std(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    unbiased: _bool = True,
    keepdim: _bool = False,
    *,
    out: Tensor | None = None,
    correction: _Number | None = None,
) -> Tensor: ...
def var_mean(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    unbiased: _bool = True,
    keepdim: _bool = False,
    *,
    correction: _Number | None = None,
) -> tuple[Tensor, Tensor]: ...
def std_mean(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    unbiased: _bool = True,
    keepdim: _bool = False,
    *,
    correction: _Number | None = None,
) -> tuple[Tensor, Tensor]: ...
def count_nonzero(input: Tensor, dim: SupportsIndex | _Sizes | None = None) -> Tensor: ...
def _rows_linalg_vector_norm(
    input: Tensor,
    ord: _Number,
    dim: _Sizes | SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    dtype: _dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def trace(input: Tensor) -> Tensor: ...
def renorm(
    input: Tensor, p: _Number, dim: SupportsIndex, maxnorm: _Number, *, out: Tensor | None = None
) -> Tensor: ...
def norm(
    input: Tensor,
    p: _Number | str | None = "fro",
    dim: _Sizes | SupportsIndex | None = None,
    keepdim: _bool = False,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
) -> Tensor: ...
def cumsum(
    input: Tensor, dim: SupportsIndex, *, dtype: _dtype | None = None, out: Tensor | None = None
) -> Tensor: ...
def cumprod(
    input: Tensor, dim: SupportsIndex, *, dtype: _dtype | None = None, out: Tensor | None = None
) -> Tensor: ...
def logcumsumexp(input: Tensor, dim: SupportsIndex, *, out: Tensor | None = None) -> Tensor: ...
def softmax(
    input: Tensor, dim: SupportsIndex, dtype: _dtype | None = None, *, out: Tensor | None = None
) -> Tensor: ...
def log_softmax(
    input: Tensor, dim: SupportsIndex, dtype: _dtype | None = None, *, out: Tensor | None = None
) -> Tensor: ...
def logsumexp(
    input: Tensor, dim: _Sizes | SupportsIndex, keepdim: _bool = False, *, out: Tensor | None = None
) -> Tensor: ...
def sort(
    input: Tensor,
    dim: SupportsIndex = -1,
    descending: _bool = False,
    *,
    stable: _bool | None = None,
    out: Sequence[Tensor] | None = None,
) -> _return_types.sort: ...
def argsort(
    input: Tensor,
    dim: SupportsIndex = -1,
    descending: _bool = False,
    *,
    stable: _bool | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def msort(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def cummax(
    input: Tensor, dim: SupportsIndex, *, out: Sequence[Tensor] | None = None
) -> _return_types.cummax: ...
def cummin(
    input: Tensor, dim: SupportsIndex, *, out: Sequence[Tensor] | None = None
) -> _return_types.cummin: ...
def topk(
    input: Tensor,
    k: SupportsIndex,
    dim: SupportsIndex = -1,
    largest: _bool = True,
    sorted: _bool = True,
    *,
    out: Sequence[Tensor] | None = None,
) -> _return_types.topk: ...
def bincount(input: Tensor, weights: Tensor | None = None, minlength: SupportsIndex = 0) -> Tensor: ...
def nansum(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    dtype: _dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def nanmean(
    input: Tensor,
    dim: _Sizes | SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    dtype: _dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def median(input: Tensor) -> Tensor: ...
@overload
def median(
    input: Tensor, dim: SupportsIndex, keepdim: _bool = False, *, out: Sequence[Tensor] | None = None
) -> _return_types.median: ...
@overload
def nanmedian(input: Tensor) -> Tensor: ...
@overload
def nanmedian(
    input: Tensor, dim: SupportsIndex, keepdim: _bool = False, *, out: Sequence[Tensor] | None = None
) -> _return_types.nanmedian: ...
def mode(
    input: Tensor, dim: SupportsIndex = -1, keepdim: _bool = False, *, out: Sequence[Tensor] | None = None
) -> _return_types.mode: ...
def kthvalue(
    input: Tensor,
    k: SupportsIndex,
    dim: SupportsIndex = -1,
    keepdim: _bool = False,
    *,
    out: Sequence[Tensor] | None = None,
) -> _return_types.kthvalue: ...
def quantile(
    input: Tensor,
    q: Tensor | _float,
    dim: SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    interpolation: str = "linear",
    out: Tensor | None = None,
) -> Tensor: ...
def nanquantile(
    input: Tensor,
    q: Tensor | _float,
    dim: SupportsIndex | None = None,
    keepdim: _bool = False,
    *,
    interpolation: str = "linear",
    out: Tensor | None = None,
) -> Tensor: ...
def histc(
    input: Tensor, bins: SupportsIndex = 100, min: _Number = 0, max: _Number = 0, *, out: Tensor | None = None
) -> Tensor: ...
@overload
def histogram(
    input: Tensor,
    bins: Tensor,
    *,
    weight: Tensor | None = None,
    density: _bool = False,
    out: Sequence[Tensor] | None = None,
) -> _return_types.histogram: ...
@overload
def histogram(
    input: Tensor,
    bins: SupportsIndex = 100,
    *,
    range: Sequence[_float] | None = None,
    weight: Tensor | None = None,
    density: _bool = False,
    out: Sequence[Tensor] | None = None,
) -> _return_types.histogram: ...
def cov(
    input: Tensor,
    *,
    correction: SupportsIndex = 1,
    fweights: Tensor | None = None,
    aweights: Tensor | None = None,
) -> Tensor: ...
def corrcoef(input: Tensor) -> Tensor: ...
def frexp(input: Tensor, *, out: Sequence[Tensor] | None = None) -> _return_types.frexp: ...
def mvlgamma(input: Tensor, p: SupportsIndex, *, out: Tensor | None = None) -> Tensor: ...
@overload
def trapezoid(y: Tensor, x: Tensor, *, dim: SupportsIndex = -1) -> Tensor: ...
@overload
def trapezoid(y: Tensor, *, dx: _Number = 1, dim: SupportsIndex = -1) -> Tensor: ...
@overload
def trapz(y: Tensor, *, dx: _float = 1, dim: SupportsIndex = -1) -> Tensor: ...
@overload
def trapz(y: Tensor, x: Tensor, *, dim: SupportsIndex = -1) -> Tensor: ...
@overload
def cumulative_trapezoid(y: Tensor, x: Tensor, *, dim: SupportsIndex = -1) -> Tensor: ...
@overload
def cumulative_trapezoid(y: Tensor, *, dx: _Number = 1, dim: SupportsIndex = -1) -> Tensor: ...
@overload
def gradient(input: Tensor, *, dim: _Sizes, edge_order: SupportsIndex = 1) -> tuple[Tensor, ...]: ...
@overload
def gradient(
    input: Tensor, *, spacing: _Number, dim: _Sizes, edge_order: SupportsIndex = 1
) -> tuple[Tensor, ...]: ...
@overload
def gradient(
    input: Tensor,
    *,
    spacing: _Number | None = None,
    dim: SupportsIndex | None = None,
    edge_order: SupportsIndex = 1,
) -> tuple[Tensor, ...]: ...
@overload
def gradient(
    input: Tensor,
    *,
    spacing: Sequence[_Number],
    dim: SupportsIndex | None = None,
    edge_order: SupportsIndex = 1,
) -> tuple[Tensor, ...]: ...
@overload
def gradient(
    input: Tensor, *, spacing: Sequence[_Number], dim: _Sizes, edge_order: SupportsIndex = 1
) -> tuple[Tensor, ...]: ...
@overload
def gradient(
    input: Tensor,
    *,
    spacing: Sequence[Tensor],
    dim: SupportsIndex | None = None,
    edge_order: SupportsIndex = 1,
) -> tuple[Tensor, ...]: ...
@overload
def gradient(
    input: Tensor, *, spacing: Sequence[Tensor], dim: _Sizes, edge_order: SupportsIndex = 1
) -> tuple[Tensor, ...]: ...
def unique(
    input: Tensor,
    sorted: _bool = True,
    return_inverse: _bool = False,
    return_counts: _bool = False,
    dim: SupportsIndex | None = None,
) -> Any: ...
def unique_consecutive(
    input: Tensor,
    return_inverse: _bool = False,
    return_counts: _bool = False,
    dim: SupportsIndex | None = None,
) -> Any: ...
@overload
def isin(
    elements: Tensor,
    test_elements: Tensor,
    *,
    assume_unique: _bool = False,
    invert: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def isin(
    element: _Number,
    test_elements: Tensor,
    *,
    assume_unique: _bool = False,
    invert: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def isin(
    elements: Tensor,
    test_element: _Number,
    *,
    assume_unique: _bool = False,
    invert: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def searchsorted(
    sorted_sequence: Tensor,
    input: Tensor,
    *,
    out_int32: _bool = False,
    right: _bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def searchsorted(
    sorted_sequence: Tensor,
    input: _Number,
    *,
    out_int32: _bool = False,
    right: _bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def bucketize(
    input: Tensor,
    boundaries: Tensor,
    *,
    out_int32: _bool = False,
    right: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def bucketize(
    input: _Number, boundaries: Tensor, *, out_int32: _bool = False, right: _bool = False
) -> Tensor: ...
def _rows_search(numbers: Tensor, values: Tensor, right: _bool) -> Tensor: ...
def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def mm(
    input: Tensor, mat2: Tensor, out_dtype: _dtype | None = None, *, out: Tensor | None = None
) -> Tensor: ...
def bmm(
    input: Tensor, mat2: Tensor, out_dtype: _dtype | None = None, *, out: Tensor | None = None
) -> Tensor: ...
def mv(input: Tensor, vec: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def dot(input: Tensor, tensor: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def addmm(
    input: Tensor,
    mat1: Tensor,
    mat2: Tensor,
    out_dtype: _dtype | None = None,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def addmv(
    input: Tensor,
    mat: Tensor,
    vec: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def addbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def baddbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    out_dtype: _dtype | None = None,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def outer(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def ger(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def addr(
    input: Tensor,
    vec1: Tensor,
    vec2: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def cross(
    input: Tensor, other: Tensor, dim: SupportsIndex | None = None, *, out: Tensor | None = None
) -> Tensor: ...
def _rows_cdist(x1: Tensor, x2: Tensor, p: _float) -> Tensor: ...
def inner(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def kron(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def dist(input: Tensor, other: Tensor, p: _Number = 2) -> Tensor: ...
def cat(tensors: Sequence[Tensor], dim: SupportsIndex = 0, *, out: Tensor | None = None) -> Tensor: ...
def concat(tensors: Sequence[Tensor], dim: SupportsIndex = 0, *, out: Tensor | None = None) -> Tensor: ...
def concatenate(
    tensors: Sequence[Tensor], dim: SupportsIndex = 0, *, out: Tensor | None = None
) -> Tensor: ...
def stack(tensors: Sequence[Tensor], dim: SupportsIndex = 0, *, out: Tensor | None = None) -> Tensor: ...
def hstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
def vstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
def row_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
def dstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
def column_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
def expand_copy(
    input: Tensor, size: _Sizes, *, implicit: _bool = False, out: Tensor | None = None
) -> Tensor: ...
def tile(input: Tensor, dims: _Sizes) -> Tensor: ...
def repeat_interleave(
    input: Tensor | None = None,
    repeats: Tensor | SupportsIndex | None = None,
    dim: SupportsIndex | None = None,
    *,
    output_size: SupportsIndex | None = None,
) -> Tensor: ...
def flip(input: Tensor, dims: _Sizes) -> Tensor: ...
def fliplr(input: Tensor) -> Tensor: ...
def flipud(input: Tensor) -> Tensor: ...
def roll(
    input: Tensor, shifts: _Sizes | SupportsIndex, dims: _Sizes | SupportsIndex | None = None
) -> Tensor: ...
def rot90(input: Tensor, k: SupportsIndex = 1, dims: _Sizes = (0, 1)) -> Tensor: ...
def tril(input: Tensor, diagonal: SupportsIndex = 0, *, out: Tensor | None = None) -> Tensor: ...
def triu(input: Tensor, diagonal: SupportsIndex = 0, *, out: Tensor | None = None) -> Tensor: ...
def diag(input: Tensor, diagonal: SupportsIndex = 0, *, out: Tensor | None = None) -> Tensor: ...
def diag_embed(
    input: Tensor, offset: SupportsIndex = 0, dim1: SupportsIndex = -2, dim2: SupportsIndex = -1
) -> Tensor: ...
def diagflat(input: Tensor, offset: SupportsIndex = 0) -> Tensor: ...
def narrow_copy(
    input: Tensor,
    dim: SupportsIndex,
    start: SupportsIndex,
    length: SupportsIndex,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def combinations(input: Tensor, r: SupportsIndex = 2, with_replacement: _bool = False) -> Tensor: ...
def vander(x: Tensor, N: SupportsIndex | None = None, increasing: _bool = False) -> Tensor: ...
def diff(
    input: Tensor,
    n: SupportsIndex = 1,
    dim: SupportsIndex = -1,
    prepend: Tensor | None = None,
    append: Tensor | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def empty(
    size: _Sizes,
    *,
    memory_format: _memory_format | None = None,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def empty(
    *size: SupportsIndex,
    memory_format: _memory_format | None = None,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def zeros(
    size: _Sizes,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def zeros(
    *size: SupportsIndex,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def ones(
    size: _Sizes,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def ones(
    *size: SupportsIndex,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def full(
    size: _Sizes,
    fill_value: _Number,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def scalar_tensor(
    s: _Number,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def empty_strided(
    size: _Sizes,
    stride: _Sizes,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def empty_like(
    input: Tensor,
    *,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def zeros_like(
    input: Tensor,
    *,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def ones_like(
    input: Tensor,
    *,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def full_like(
    input: Tensor,
    fill_value: _Number,
    *,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def arange(
    end: _Number,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def arange(
    start: _Number,
    end: _Number,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def arange(
    start: _Number,
    end: _Number,
    step: _Number = 1,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def range(
    start: _Number,
    end: _Number,
    step: _Number = 1,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def linspace(
    start: Tensor | _Number,
    end: Tensor | _Number,
    steps: SupportsIndex,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def logspace(
    start: Tensor | _Number,
    end: Tensor | _Number,
    steps: SupportsIndex,
    base: _float = 10.0,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def eye(
    n: SupportsIndex,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def eye(
    n: SupportsIndex,
    m: SupportsIndex,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def hann_window(
    window_length: SupportsIndex,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def hann_window(
    window_length: SupportsIndex,
    periodic: _bool,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def hamming_window(
    window_length: SupportsIndex,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def hamming_window(
    window_length: SupportsIndex,
    periodic: _bool,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def hamming_window(
    window_length: SupportsIndex,
    periodic: _bool,
    alpha: _float,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def hamming_window(
    window_length: SupportsIndex,
    periodic: _bool,
    alpha: _float,
    beta: _float,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def blackman_window(
    window_length: SupportsIndex,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def blackman_window(
    window_length: SupportsIndex,
    periodic: _bool,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def bartlett_window(
    window_length: SupportsIndex,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def bartlett_window(
    window_length: SupportsIndex,
    periodic: _bool,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def kaiser_window(
    window_length: SupportsIndex,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def kaiser_window(
    window_length: SupportsIndex,
    periodic: _bool,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def kaiser_window(
    window_length: SupportsIndex,
    periodic: _bool,
    beta: _float,
    *,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def rand(
    size: _Sizes,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def rand(
    *size: SupportsIndex,
    generator: Generator | None,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def rand(
    *size: SupportsIndex,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randn(
    size: _Sizes,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randn(
    *size: SupportsIndex,
    generator: Generator | None,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randn(
    *size: SupportsIndex,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def rand_like(
    input: Tensor,
    *,
    generator: Generator | None = None,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def randn_like(
    input: Tensor,
    *,
    generator: Generator | None = None,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randint(
    high: SupportsIndex,
    size: _Sizes,
    *,
    generator: Generator | None,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randint(
    high: SupportsIndex,
    size: _Sizes,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randint(
    low: SupportsIndex,
    high: SupportsIndex,
    size: _Sizes,
    *,
    generator: Generator | None,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randint(
    low: SupportsIndex,
    high: SupportsIndex,
    size: _Sizes,
    *,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    low: SupportsIndex,
    high: SupportsIndex,
    *,
    generator: Generator | None,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    low: SupportsIndex,
    high: SupportsIndex,
    *,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    high: Tensor,
    *,
    generator: Generator | None,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    high: Tensor,
    *,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    high: SupportsIndex,
    *,
    generator: Generator | None,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    high: SupportsIndex,
    *,
    memory_format: _memory_format | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def randperm(
    n: SupportsIndex,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def normal(
    mean: Tensor, std: Tensor, *, generator: Generator | None = None, out: Tensor | None = None
) -> Tensor: ...
@overload
def normal(
    mean: Tensor, std: _float = 1, *, generator: Generator | None = None, out: Tensor | None = None
) -> Tensor: ...
@overload
def normal(
    mean: _float, std: Tensor, *, generator: Generator | None = None, out: Tensor | None = None
) -> Tensor: ...
@overload
def normal(
    mean: _float,
    std: _float,
    size: _Sizes,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: _dtype | None = None,
    layout: _layout | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
@overload
def bernoulli(input: Tensor, *, generator: Generator | None = None, out: Tensor | None = None) -> Tensor: ...
@overload
def bernoulli(input: Tensor, p: _float, *, generator: Generator | None = None) -> Tensor: ...
def multinomial(
    input: Tensor,
    num_samples: SupportsIndex,
    replacement: _bool = False,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def _rows_columns(input: Tensor, n: SupportsIndex, generator: Generator | None = None) -> Tensor: ...
def tensor(
    data: Any,
    *,
    dtype: _dtype | None = None,
    device: _Device | None = None,
    pin_memory: _bool | None = False,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def as_tensor(data: Any, *, dtype: _dtype | None = None, device: _Device | None = None) -> Tensor: ...
def frombuffer(
    buffer: Any,
    *,
    dtype: _dtype,
    count: SupportsIndex = -1,
    offset: SupportsIndex = 0,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def asarray(
    obj: Any,
    *,
    dtype: _dtype | None = None,
    device: _Device | None = None,
    copy: _bool | None = None,
    requires_grad: _bool | None = False,
) -> Tensor: ...
def from_numpy(ndarray: _Array, /) -> Tensor: ...
def reshape(input: Tensor, shape: _Sizes) -> Tensor: ...
def broadcast_to(input: Tensor, size: _Sizes) -> Tensor: ...
def resize_as_(
    input: Tensor, the_template: Tensor, *, memory_format: _memory_format | None = None
) -> Tensor: ...
def permute(input: Tensor, dims: _Sizes) -> Tensor: ...
def transpose(input: Tensor, dim0: SupportsIndex, dim1: SupportsIndex) -> Tensor: ...
def swapdims(input: Tensor, dim0: SupportsIndex, dim1: SupportsIndex) -> Tensor: ...
def swapaxes(input: Tensor, axis0: SupportsIndex, axis1: SupportsIndex) -> Tensor: ...
def t(input: Tensor) -> Tensor: ...
def adjoint(input: Tensor) -> Tensor: ...
@overload
def movedim(input: Tensor, source: SupportsIndex, destination: SupportsIndex) -> Tensor: ...
@overload
def movedim(input: Tensor, source: _Sizes, destination: _Sizes) -> Tensor: ...
@overload
def moveaxis(input: Tensor, source: SupportsIndex, destination: SupportsIndex) -> Tensor: ...
@overload
def moveaxis(input: Tensor, source: _Sizes, destination: _Sizes) -> Tensor: ...
def unsqueeze(input: Tensor, dim: SupportsIndex) -> Tensor: ...
def squeeze(input: Tensor, dim: SupportsIndex | _Sizes | None = None) -> Tensor: ...
def flatten(input: Tensor, start_dim: SupportsIndex = 0, end_dim: SupportsIndex = -1) -> Tensor: ...
def unflatten(input: Tensor, dim: SupportsIndex, sizes: _Sizes) -> Tensor: ...
def ravel(input: Tensor) -> Tensor: ...
@overload
def atleast_1d(input: Tensor) -> Tensor: ...
@overload
def atleast_1d(tensors: Sequence[Tensor]) -> tuple[Tensor, ...]: ...
@overload
def atleast_1d(*tensors: Tensor) -> tuple[Tensor, ...]: ...
@overload
def atleast_2d(input: Tensor) -> Tensor: ...
@overload
def atleast_2d(tensors: Sequence[Tensor]) -> tuple[Tensor, ...]: ...
@overload
def atleast_2d(*tensors: Tensor) -> tuple[Tensor, ...]: ...
@overload
def atleast_3d(input: Tensor) -> Tensor: ...
@overload
def atleast_3d(tensors: Sequence[Tensor]) -> tuple[Tensor, ...]: ...
@overload
def atleast_3d(*tensors: Tensor) -> tuple[Tensor, ...]: ...
def select(input: Tensor, dim: SupportsIndex, index: SupportsIndex) -> Tensor: ...
def narrow(
    input: Tensor, dim: SupportsIndex, start: Tensor | SupportsIndex, length: SupportsIndex
) -> Tensor: ...
def unbind(input: Tensor, dim: SupportsIndex = 0) -> tuple[Tensor, ...]: ...
def split(
    tensor: Tensor, split_size_or_sections: SupportsIndex | _Sizes, dim: SupportsIndex = 0
) -> tuple[Tensor, ...]: ...
def split_with_sizes(input: Tensor, split_sizes: _Sizes, dim: SupportsIndex = 0) -> tuple[Tensor, ...]: ...
@overload
def tensor_split(input: Tensor, indices: _Sizes, dim: SupportsIndex = 0) -> tuple[Tensor, ...]: ...
@overload
def tensor_split(
    input: Tensor, tensor_indices_or_sections: Tensor, dim: SupportsIndex = 0
) -> tuple[Tensor, ...]: ...
@overload
def tensor_split(input: Tensor, sections: SupportsIndex, dim: SupportsIndex = 0) -> tuple[Tensor, ...]: ...
@overload
def hsplit(input: Tensor, sections: SupportsIndex) -> tuple[Tensor, ...]: ...
@overload
def hsplit(input: Tensor, indices: _Sizes) -> tuple[Tensor, ...]: ...
@overload
def vsplit(input: Tensor, sections: SupportsIndex) -> tuple[Tensor, ...]: ...
@overload
def vsplit(input: Tensor, indices: _Sizes) -> tuple[Tensor, ...]: ...
@overload
def dsplit(input: Tensor, sections: SupportsIndex) -> tuple[Tensor, ...]: ...
@overload
def dsplit(input: Tensor, indices: _Sizes) -> tuple[Tensor, ...]: ...
def chunk(input: Tensor, chunks: SupportsIndex, dim: SupportsIndex = 0) -> tuple[Tensor, ...]: ...
def diagonal(
    input: Tensor, offset: SupportsIndex = 0, dim1: SupportsIndex = 0, dim2: SupportsIndex = 1
) -> Tensor: ...
def real(input: Tensor) -> Tensor: ...
def imag(input: Tensor) -> Tensor: ...
def view_as_real(input: Tensor) -> Tensor: ...
def view_as_complex(input: Tensor) -> Tensor: ...
def as_strided_(
    input: Tensor, size: _Sizes, stride: _Sizes, storage_offset: SupportsIndex | None = None
) -> Tensor: ...
def as_strided(
    input: Tensor, size: _Sizes, stride: _Sizes, storage_offset: SupportsIndex | None = None
) -> Tensor: ...
def clone(input: Tensor, *, memory_format: _memory_format | None = None) -> Tensor: ...
def detach(input: Tensor) -> Tensor: ...
def index_select(
    input: Tensor, dim: SupportsIndex, index: Tensor, *, out: Tensor | None = None
) -> Tensor: ...
def take(input: Tensor, index: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def gather(
    input: Tensor, dim: SupportsIndex, index: Tensor, *, sparse_grad: _bool = False, out: Tensor | None = None
) -> Tensor: ...
def take_along_dim(
    input: Tensor, indices: Tensor, dim: SupportsIndex | None = None, *, out: Tensor | None = None
) -> Tensor: ...
def index_fill(input: Tensor, dim: SupportsIndex, index: Tensor, value: Tensor | _Number) -> Tensor: ...
def index_copy(
    input: Tensor, dim: SupportsIndex, index: Tensor, source: Tensor, *, out: Tensor | None = None
) -> Tensor: ...
def index_add(
    input: Tensor,
    dim: SupportsIndex,
    index: Tensor,
    source: Tensor,
    *,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def scatter_add(
    input: Tensor, dim: SupportsIndex, index: Tensor, src: Tensor, *, out: Tensor | None = None
) -> Tensor: ...
@overload
def scatter(
    input: Tensor, dim: SupportsIndex, index: Tensor, src: Tensor, *, out: Tensor | None = None
) -> Tensor: ...
@overload
def scatter(
    input: Tensor, dim: SupportsIndex, index: Tensor, src: Tensor, *, reduce: str, out: Tensor | None = None
) -> Tensor: ...
@overload
def scatter(
    input: Tensor, dim: SupportsIndex, index: Tensor, value: _Number, *, out: Tensor | None = None
) -> Tensor: ...
@overload
def scatter(
    input: Tensor,
    dim: SupportsIndex,
    index: Tensor,
    value: _Number,
    *,
    reduce: str,
    out: Tensor | None = None,
) -> Tensor: ...
def scatter_reduce(
    input: Tensor,
    dim: SupportsIndex,
    index: Tensor,
    src: Tensor,
    reduce: str,
    *,
    include_self: _bool = True,
    out: Tensor | None = None,
) -> Tensor: ...
def index_reduce(
    input: Tensor,
    dim: SupportsIndex,
    index: Tensor,
    source: Tensor,
    reduce: str,
    *,
    include_self: _bool = True,
    out: Tensor | None = None,
) -> Tensor: ...
def put(input: Tensor, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor: ...
def index_put(
    input: Tensor, indices: Sequence[Tensor], values: Tensor, accumulate: _bool = False
) -> Tensor: ...
def index_put_(
    input: Tensor, indices: Sequence[Tensor], values: Tensor, accumulate: _bool = False
) -> Tensor: ...
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor: ...
def nonzero_static(
    input: Tensor, *, size: SupportsIndex, fill_value: SupportsIndex = -1, out: Tensor | None = None
) -> Tensor: ...
@overload
def nonzero(input: Tensor, *, as_tuple: Literal[False] = False, out: Tensor | None = None) -> Tensor: ...
@overload
def nonzero(input: Tensor, *, as_tuple: Literal[True], out: Tensor | None = None) -> tuple[Tensor, ...]: ...
def argwhere(input: Tensor) -> Tensor: ...
def masked_select(input: Tensor, mask: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def to_dlpack(
    data: Tensor, *, dl_device: tuple[_int, _int] | None = None, copy: _bool | None = None
) -> Any: ...
def _to_dlpack_versioned(
    data: Tensor, *, dl_device: tuple[_int, _int] | None = None, copy: _bool | None = None
) -> Any: ...
def _from_dlpack(data: Any, copy: _bool | None = None) -> Tensor: ...
@overload
def result_type(tensor: Tensor, other: Tensor) -> _dtype: ...
@overload
def result_type(scalar: _Number, tensor: Tensor) -> _dtype: ...
@overload
def result_type(tensor: Tensor, other: _Number) -> _dtype: ...
@overload
def result_type(scalar1: _Number, scalar2: _Number) -> _dtype: ...
def promote_types(type1: _dtype, type2: _dtype) -> _dtype: ...
def can_cast(from_: _dtype, to: _dtype) -> _bool: ...
def is_tensor(obj: Any, /) -> _bool: ...
def broadcast_shapes(*shapes: _Sizes | SupportsIndex) -> Size: ...
def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]: ...
def get_default_dtype() -> _dtype: ...
def set_default_dtype(d: _dtype, /) -> None: ...
def manual_seed(seed: _int) -> Generator: ...
def initial_seed() -> _int: ...
def seed() -> _int: ...
def get_rng_state() -> Tensor: ...
def set_rng_state(new_state: Tensor) -> None: ...
def set_num_threads(count: _int, /) -> None: ...
def get_num_threads() -> _int: ...
def empty_cache() -> None: ...
def memory_stats() -> dict[str, _int]: ...
def isclose(
    input: Tensor, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False
) -> Tensor: ...
def allclose(
    input: Tensor, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False
) -> _bool: ...
def equal(input: Tensor, other: Tensor) -> _bool: ...
def numel(input: Tensor) -> _int: ...
def is_floating_point(input: Tensor) -> _bool: ...
def is_complex(input: Tensor) -> _bool: ...
def is_signed(input: Tensor) -> _bool: ...
def is_conj(input: Tensor) -> _bool: ...
def is_neg(input: Tensor) -> _bool: ...
def is_nonzero(input: Tensor) -> _bool: ...
def is_same_size(input: Tensor, other: Tensor) -> _bool: ...
def cosine_similarity(x1: Tensor, x2: Tensor, dim: SupportsIndex = 1, eps: _float = 1e-08) -> Tensor: ...
def _nn_one_hot(input: Tensor, num_classes: SupportsIndex = -1) -> Tensor: ...
def _nn_linear(
    input: Tensor, weight: Tensor, bias: Tensor | None = None, *, out: Tensor | None = None
) -> Tensor: ...
def layer_norm(
    input: Tensor,
    normalized_shape: _Sizes,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: _float = 1e-05,
    cudnn_enable: _bool = True,
) -> Tensor: ...
def batch_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: _bool,
    momentum: _float,
    eps: _float,
    cudnn_enabled: _bool,
) -> Tensor: ...
def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    pos_weight: Tensor | None = None,
    reduction: SupportsIndex = 0,
) -> Tensor: ...
def pairwise_distance(
    x1: Tensor, x2: Tensor, p: _float = 2, eps: _float = 1e-06, keepdim: _bool = False
) -> Tensor: ...
def pdist(input: Tensor, p: _float = 2) -> Tensor: ...
def hardshrink(input: Tensor, lambd: _Number = 0.5, *, out: Tensor | None = None) -> Tensor: ...
def constant_pad_nd(input: Tensor, pad: _Sizes, value: _Number = 0) -> Tensor: ...
def _rows_pad(input: Tensor, pad: _Sizes, mode: str = "constant", value: _float | None = None) -> Tensor: ...
def _rows_nll_loss_nd(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: SupportsIndex = 1,
    ignore_index: SupportsIndex = -100,
) -> Tensor: ...
def _rows_cross_entropy_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: SupportsIndex = 1,
    ignore_index: SupportsIndex = -100,
    label_smoothing: _float = 0.0,
) -> Tensor: ...
def _rows_binary_cross_entropy(
    input: Tensor, target: Tensor, weight: Tensor | None = None, reduction: SupportsIndex = 1
) -> Tensor: ...
