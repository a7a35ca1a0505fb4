"""Broadcasting as in PyTorch, without PyTorch: `import tbcast as torch`.

What is here comes from the extension module `tbcast._C`, which the operator
table (src/ops) and src/python make; this file only re-exports it.
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

__all__ = [
    "BFloat16Tensor",
    "BoolTensor",
    "BroadcastPolicyError",
    "BroadcastPolicyWarning",
    "ByteTensor",
    "CharTensor",
    "DoubleTensor",
    "FloatTensor",
    "HalfTensor",
    "IntTensor",
    "LongTensor",
    "ShortTensor",
    "TypedStorage",
    "__version__",
    "backcompat",
    "broadcast_policy",
    "explain",
    "return_types",
    "set_default_tensor_type",
    "set_printoptions",
    "special",
    "utils",
    # `from tbcast import *` leaves Python's own bool, float, int, ... alone.
    *(name for name in vars(_C) if not name.startswith("_") and not hasattr(builtins, name)),
]


def __getattr__(name: str):
    """Load what needs Python modules when it is first asked for, to keep the import quick."""
    if name == "set_printoptions":
        from tbcast._printing import set_printoptions

        return set_printoptions
    if name == "explain":
        from tbcast._explain import explain

        return explain
    if name == "TypedStorage":
        from tbcast.storage import TypedStorage

        return TypedStorage
    if name in ("broadcast_policy", "BroadcastPolicyError", "BroadcastPolicyWarning"):
        return getattr(importlib.import_module("tbcast._policy"), name)
    if name in ("return_types", "storage"):
        return importlib.import_module(f"tbcast.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
