"""The names of the array API standard, version 2025.12, and the signatures of its functions."""

SIGNATURES = """
(shape, *, dtype=None, device=None): empty ones zeros
(x, /, *, dtype=None, device=None): empty_like ones_like zeros_like
(x, /, *, k=0): tril triu
(type, /): finfo iinfo
(x, /): abs acos acosh asin asinh atan atanh bitwise_invert ceil conj cos cosh exp expm1 floor imag isfinite
    isinf isnan log log10 log1p log2 logical_not matrix_transpose negative nonzero positive real reciprocal
    round sign signbit sin sinh sqrt square tan tanh trunc unique_all unique_counts unique_inverse
    unique_values
(x1, x2, /): add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign
    divide equal floor_divide greater greater_equal hypot less less_equal logaddexp logical_and logical_or
    logical_xor matmul maximum minimum multiply nextafter not_equal pow remainder subtract
(arrays, /, *, axis=0): concat stack
(x, /, axis): expand_dims squeeze
(x, /, *, axis=None, keepdims=False): all any argmax argmin count_nonzero max mean min
(x, /, *, axis=-1, descending=False, stable=True): argsort sort
(x, /, *, axis=None, dtype=None, include_initial=False): cumulative_prod cumulative_sum
(x, /, *, axis=None, dtype=None, keepdims=False): prod sum
(x, /, *, axis=None, correction=0.0, keepdims=False): std var
(start, /, stop=None, step=1, *, dtype=None, device=None): arange
(obj, /, *, dtype=None, device=None, copy=None): asarray
(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None): eye
(x, /, *, device=None, copy=None): from_dlpack
(shape, fill_value, *, dtype=None, device=None): full
(x, /, fill_value, *, dtype=None, device=None): full_like
(start, stop, /, num, *, dtype=None, device=None, endpoint=True): linspace
(*arrays, indexing='xy'): meshgrid
(x, dtype, /, *, copy=True, device=None): astype
(from_, to, /): can_cast
(dtype, kind): isdtype
(*arrays_and_dtypes): result_type
(x, /, min=None, max=None): clip
(x, indices, /, *, axis=None): take
(x, indices, /, *, axis=-1): take_along_axis
(x1, x2, /, *, axes=2): tensordot
(x1, x2, /, *, axis=-1): vecdot
(*arrays): broadcast_arrays
(*shapes): broadcast_shapes
(x, /, shape): broadcast_to
(x, /, *, axis=None): flip
(x, source, destination, /): moveaxis
(x, /, axes): permute_dims
(x, repeats, /, *, axis=None): repeat
(x, /, shape, *, copy=None): reshape
(x, /, shift, *, axis=None): roll
(x, repetitions, /): tile
(x, /, *, axis=0): unstack
(x1, x2, /, *, side='left', sorter=None): searchsorted
(condition, x1, x2, /): where
(x1, x2, /, *, invert=False): isin
(x, /, *, axis=-1, n=1, prepend=None, append=None): diff
"""
"""A signature, and who has it; lines that begin with blanks continue the one before."""

INFO = """
(): capabilities
(): default_device
(*, device=None): default_dtypes
(): devices
(*, device=None, kind=None): dtypes
"""
"""The same of what __array_namespace_info__ gives."""

OTHERS = """
bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 float32 float64 complex64 complex128
e inf nan newaxis pi
"""


def signatures(text):
    """{name: signature} of one of the lists."""
    lines = text.strip().replace("\n    ", " ").splitlines()
    return {name: line.partition(": ")[0] for line in lines for name in line.partition(": ")[2].split()}
