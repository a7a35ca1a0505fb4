from typing import Any

from tbcast._C import Tensor, dtype as _dtype, layout as _layout

class tensortype(type):
    dtype: _dtype
    layout: _layout
    is_cuda: bool
    is_sparse: bool
    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> tensortype: ...
    @property
    def _title(cls) -> str: ...
    def __setattr__(cls, name: str, value: Any) -> None: ...
    def __call__(cls, *args: Any, **kwargs: Any) -> Tensor: ...
    def __instancecheck__(cls, instance: object) -> bool: ...

BFloat16Tensor: tensortype
BoolTensor: tensortype
ByteTensor: tensortype
CharTensor: tensortype
DoubleTensor: tensortype
FloatTensor: tensortype
HalfTensor: tensortype
IntTensor: tensortype
LongTensor: tensortype
ShortTensor: tensortype

def set_default_tensor_type(t: tensortype | str, /) -> None: ...
