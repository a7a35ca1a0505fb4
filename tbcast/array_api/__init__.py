"""The array API standard's namespace: functions of tensors with the names and signatures that NumPy, CuPy,
JAX and others share, so that libraries written for the standard run on tensors unchanged.

`tensor.__array_namespace__()` returns it.  It follows version 2025.12, with the extensions linalg and fft.
Each chapter of the standard is a module here that wraps functions of tbcast; docs/howto/array_api.md lists
where the two differ.
"""

from tbcast import _C
from tbcast._C import (
    complex64,
    complex128,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from tbcast.array_api import (
    _creation,
    _data_types,
    _elementwise,
    _linear_algebra,
    _manipulation,
    _searching,
    _sets,
    _sorting,
    _statistical,
    _utility,
    fft as fft,
    linalg as linalg,
)
from tbcast.array_api._creation import *  # noqa: F403
from tbcast.array_api._data_types import *  # noqa: F403
from tbcast.array_api._elementwise import *  # noqa: F403
from tbcast.array_api._inspection import __array_namespace_info__ as __array_namespace_info__
from tbcast.array_api._linear_algebra import *  # noqa: F403
from tbcast.array_api._manipulation import *  # noqa: F403
from tbcast.array_api._searching import *  # noqa: F403
from tbcast.array_api._sets import *  # noqa: F403
from tbcast.array_api._sorting import *  # noqa: F403
from tbcast.array_api._statistical import *  # noqa: F403
from tbcast.array_api._utility import *  # noqa: F403

bool = _C.bool
e, inf, nan, newaxis, pi = _C.e, _C.inf, _C.nan, None, _C.pi

__array_api_version__ = "2025.12"

__all__ = [
    "bool",
    "complex64",
    "complex128",
    "e",
    "float32",
    "float64",
    "inf",
    "int8",
    "int16",
    "int32",
    "int64",
    "nan",
    "newaxis",
    "pi",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]
__all__ += _creation.__all__
__all__ += _data_types.__all__
__all__ += _elementwise.__all__
__all__ += _linear_algebra.__all__
__all__ += _manipulation.__all__
__all__ += _searching.__all__
__all__ += _sets.__all__
__all__ += _sorting.__all__
__all__ += _statistical.__all__
__all__ += _utility.__all__
