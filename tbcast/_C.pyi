from builtins import bool as _bool, complex as _complex, float as _float, int as _int, type as _type
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal, SupportsIndex, TypeAlias, final, overload

from typing_extensions import disjoint_base

from tbcast._stubs.class_methods import (
    GeneratorMethods as _GeneratorMethods,
    SizeMethods as _SizeMethods,
    UntypedStorageMethods as _UntypedStorageMethods,
    deviceMethods as _deviceMethods,
    dtypeMethods as _dtypeMethods,
    finfoMethods as _finfoMethods,
    iinfoMethods as _iinfoMethods,
    layoutMethods as _layoutMethods,
    memory_formatMethods as _memory_formatMethods,
)
from tbcast._stubs.functions import *
from tbcast._stubs.operator_functions import *
from tbcast._stubs.operator_functions import (
    _from_dlpack as _from_dlpack,
    _nn_linear as _nn_linear,
    _nn_one_hot as _nn_one_hot,
    _rows_binary_cross_entropy as _rows_binary_cross_entropy,
    _rows_cdist as _rows_cdist,
    _rows_cross_entropy_loss as _rows_cross_entropy_loss,
    _rows_linalg_vector_norm as _rows_linalg_vector_norm,
    _rows_nll_loss_nd as _rows_nll_loss_nd,
    _rows_pad as _rows_pad,
    _to_dlpack_versioned as _to_dlpack_versioned,
)
from tbcast._stubs.tensor_operators import TensorOperators as _TensorOperators
from tbcast._stubs.types import (
    Array as _Array,
    Device as _Device,
    Index as _Index,
    Number as _Number,
    Operand as _Operand,
    Sizes as _Sizes,
)
from tbcast.storage import TypedStorage
from tbcast.utils.dlpack import DLDeviceType

_dtype: TypeAlias = dtype
_device: TypeAlias = device
_layout: TypeAlias = layout
_memory_format: TypeAlias = memory_format

@final
class dtype(_dtypeMethods):
    pass

bool: dtype
uint8: dtype
uint16: dtype
uint32: dtype
uint64: dtype
int8: dtype
int16: dtype
short: dtype
int32: dtype
int: dtype
int64: dtype
long: dtype
float16: dtype
half: dtype
bfloat16: dtype
float32: dtype
float: dtype
float64: dtype
double: dtype
complex64: dtype
cfloat: dtype
complex128: dtype
cdouble: dtype

@final
class device(_deviceMethods):
    pass

@final
class layout(_layoutMethods):
    pass

strided: layout

@final
class memory_format(_memory_formatMethods):
    pass

contiguous_format: memory_format
legacy_contiguous_format: memory_format
preserve_format: memory_format
channels_last: memory_format
channels_last_3d: memory_format

@final
class Size(_SizeMethods, tuple[_int, ...]):
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> _int: ...
    @overload
    def __getitem__(self, index: slice, /) -> Size: ...
    def __add__(self, other: tuple[_int, ...], /) -> Size: ...  # type: ignore[override]
    def __radd__(self, other: tuple[_int, ...], /) -> Size: ...
    def __mul__(self, count: SupportsIndex, /) -> Size: ...
    def __rmul__(self, count: SupportsIndex, /) -> Size: ...

class _TensorMeta(type):
    def __dir__(cls) -> list[str]: ...

@disjoint_base
class Tensor(_TensorOperators, metaclass=_TensorMeta):
    def __matmul__(self, other: Tensor | _Array, /) -> Tensor: ...
    def __rmatmul__(self, other: Tensor | _Array, /) -> Tensor: ...
    __array_priority__: _int
    def __bool__(self) -> _bool: ...
    def __delitem__(self, index: _Index, /) -> None: ...
    def __contains__(self, element: object, /) -> _bool: ...
    def __float__(self) -> _float: ...
    def __getitem__(self, index: _Index, /) -> Tensor: ...
    def __index__(self) -> _int: ...
    def __int__(self) -> _int: ...
    def __iter__(self) -> Iterator[Tensor]: ...
    def __len__(self) -> _int: ...
    def __setitem__(self, index: _Index, value: _Operand, /) -> None: ...

@disjoint_base
class UntypedStorage(_UntypedStorageMethods):
    def __delitem__(self, index: SupportsIndex | slice, /) -> None: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> _int: ...
    @overload
    def __getitem__(self, index: slice, /) -> UntypedStorage: ...
    def __iter__(self) -> Iterator[_int]: ...
    def __len__(self) -> _int: ...
    def __setitem__(self, index: SupportsIndex | slice, value: _int, /) -> None: ...

default_generator: Generator

@final
class Generator(_GeneratorMethods):
    pass

@final
class finfo(_finfoMethods):
    def __eq__(self, other: object, /) -> _bool: ...
    def __ne__(self, other: object, /) -> _bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class iinfo(_iinfoMethods):
    def __eq__(self, other: object, /) -> _bool: ...
    def __ne__(self, other: object, /) -> _bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

pi: _float
e: _float
inf: _float
nan: _float
newaxis: None

def _cpu_level() -> str: ...
def _cpu_levels() -> tuple[str, ...]: ...
def _get_backcompat_broadcast_warn() -> _bool: ...
def _get_backcompat_error_notes() -> _bool: ...
def _get_backcompat_keepdim_warn() -> _bool: ...
def _get_backcompat_pointwise_fallback() -> _bool: ...
def _register_hooks(**hooks: Any) -> None: ...
def _try_broadcast(*shapes: tuple[_int, ...]) -> tuple[_int, ...] | None: ...
def _set_backcompat_broadcast_warn(value: _bool, /) -> None: ...
def _set_backcompat_error_notes(value: _bool, /) -> None: ...
def _set_backcompat_keepdim_warn(value: _bool, /) -> None: ...
def _set_backcompat_pointwise_fallback(value: _bool, /) -> None: ...
def _set_broadcast_hook(hook: object, stack: object, default: object, always: _bool, /) -> None: ...
def _ask_broadcast(name: str, operands: tuple[object, ...], itemsize: _int, data: _bool, /) -> _bool: ...
def _is_watched() -> _bool: ...
def _marks(object: object, /) -> tuple[Any, ...] | None: ...
def _mark(object: object, marks: tuple[Any, ...] | None, /) -> _bool: ...
def _purge_marks() -> None: ...
def _meta(frames: _int, /) -> _int: ...
def _in_task(is_task: object, /) -> _bool: ...
def _thread_default_dtype(dtype: dtype | None, /) -> dtype | None: ...
def _most_bytes(nbytes: _int, /) -> _int: ...
def _operator_functions() -> tuple[str, ...]: ...
def _operator_methods() -> tuple[str, ...]: ...
