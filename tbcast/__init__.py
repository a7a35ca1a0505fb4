"""Broadcasting as in PyTorch, without PyTorch: `import tbcast as torch`.

What is here comes from the extension module `tbcast._C`, which the operator
table (src/codegen) and src/python make; this file only re-exports it.
"""

import builtins
import importlib

try:
    from tbcast import _C
    from tbcast._C import *  # noqa: F403
except ImportError:
    import importlib.util

    if importlib.util.find_spec("tbcast._C") is not None:
        raise
    raise ImportError(
        f"the compiled part of tbcast is missing: {__file__} belongs to the unbuilt source folder. "
        "Run `pip install -e .` there, or leave the folder to import an installed tbcast."
    ) from None

from tbcast import backcompat, special, utils
from tbcast._legacy import (
    BFloat16Tensor,
    BoolTensor,
    ByteTensor,
    CharTensor,
    DoubleTensor,
    FloatTensor,
    HalfTensor,
    IntTensor,
    LongTensor,
    ShortTensor,
    set_default_tensor_type,
)
from tbcast._version import __version__

_LAZY = {
    "BroadcastPolicyError": "_policy",
    "BroadcastPolicyWarning": "_policy",
    "TypedStorage": "storage",
    "backends": None,
    "block_diag": "_shapes",
    "broadcast_policy": "_policy",
    "cartesian_prod": "_shapes",
    "cdist": "_contractions",
    "cuda": None,
    "einsum": "_einsum",
    "enable_grad": "_grad",
    "explain": "_explain",
    "from_dlpack": "utils.dlpack",
    "inference_mode": "_grad",
    "is_grad_enabled": "_grad",
    "is_inference_mode_enabled": "_grad",
    "load": "serialization",
    "meshgrid": "_shapes",
    "nn": None,
    "no_grad": "_grad",
    "return_types": None,
    "save": "serialization",
    "serialization": None,
    "set_grad_enabled": "_grad",
    "set_printoptions": "_printing",
    "storage": None,
    "testing": None,
    "tensordot": "_contractions",
}
"""What needs Python modules is loaded when it is first asked for, to keep the import quick: name -> its
module, None for a module itself."""

__all__ = [
    "BFloat16Tensor",
    "BoolTensor",
    "ByteTensor",
    "CharTensor",
    "DoubleTensor",
    "FloatTensor",
    "HalfTensor",
    "IntTensor",
    "LongTensor",
    "ShortTensor",
    "__version__",
    "backcompat",
    "set_default_tensor_type",
    "special",
    "utils",
    *(name for name in _LAZY if name != "storage"),
    # `from tbcast import *` leaves Python's own bool, float, int, ... alone.
    *(name for name in vars(_C) if not name.startswith("_") and not hasattr(builtins, name)),
]


def __getattr__(name: str):
    """Load what is in _LAZY, and keep it."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    owner = _LAZY[name]
    if owner is None:
        return importlib.import_module(f"tbcast.{name}")
    value = globals()[name] = getattr(importlib.import_module(f"tbcast.{owner}"), name)
    return value
