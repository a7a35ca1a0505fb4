"""Broadcasting as in PyTorch, without PyTorch: `import tbcast as torch`.

Tensors broadcast by the rules of PyTorch's note "Broadcasting semantics":
https://docs.pytorch.org/docs/stable/notes/broadcasting.html
"""

import builtins
import importlib
import sys

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
from tbcast._compat import constructors as _constructors, missing as _missing, overriding as _overriding
from tbcast._compat.constructors import *  # noqa: F403
from tbcast._compat.overriding import DisableTorchFunction, DisableTorchFunctionSubclass
from tbcast._version import __version__

_missing.install()
_overriding.install()

_LAZY = {
    "BroadcastPolicyError": "_policy",
    "BroadcastPolicyWarning": "_policy",
    "TypedStorage": "storage",
    "are_deterministic_algorithms_enabled": "_compat.determinism",
    "array_api": None,
    "as_torch": None,
    "audit": None,
    "backends": None,
    "block_diag": "_composite.shapes",
    "broadcast_policy": "_policy",
    "cartesian_prod": "_composite.shapes",
    "cdist": "_composite.contractions",
    "chain_matmul": "_composite.contractions",
    "cuda": None,
    "einsum": "_composite.einsum",
    "enable_grad": "_compat.grad",
    "explain": "_explain",
    "fft": None,
    "from_dlpack": "utils.dlpack",
    "inference_mode": "_compat.grad",
    "is_deterministic_algorithms_warn_only_enabled": "_compat.determinism",
    "is_grad_enabled": "_compat.grad",
    "is_inference_mode_enabled": "_compat.grad",
    "linalg": None,
    "load": "serialization",
    "meshgrid": "_composite.shapes",
    "nn": None,
    "no_grad": "_compat.grad",
    "overrides": None,
    "return_types": None,
    "save": "serialization",
    "serialization": None,
    "set_grad_enabled": "_compat.grad",
    "set_printoptions": "_printing",
    "storage": None,
    "testing": None,
    "tensordot": "_composite.contractions",
    "unravel_index": "_composite.positions",
    "use_deterministic_algorithms": "_compat.determinism",
    **dict.fromkeys(
        (
            *("BFloat16Storage", "BoolStorage", "ByteStorage", "CharStorage", "ComplexDoubleStorage"),
            *("ComplexFloatStorage", "DoubleStorage", "FloatStorage", "HalfStorage", "IntStorage"),
            *("LongStorage", "ShortStorage"),
        ),
        "_compat.typed_storage",
    ),
}
"""Name -> the module that defines it, or None if it is itself a module.  They are imported on first use, to
keep `import tbcast` fast."""

__all__ = [
    "DisableTorchFunction",
    "DisableTorchFunctionSubclass",
    "__version__",
    "backcompat",
    "special",
    "utils",
    *_constructors.__all__,
    *(name for name in _LAZY if name != "storage"),
    # `from tbcast import *` does not replace the builtins bool, float, int, ...
    *(name for name in vars(_C) if not name.startswith("_") and name not in vars(builtins)),
]


def __getattr__(name: str):
    """Import a name of _LAZY; for a name of torch that tbcast lacks, the error says what to use instead."""
    if name not in _LAZY:
        text = None
        if not name.startswith("_"):
            text = _missing.sentence(name)
        text = text or f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(text, name=name, obj=sys.modules[__name__])
    owner = _LAZY[name]
    if owner is None:
        return importlib.import_module(f"tbcast.{name}")
    value = globals()[name] = getattr(importlib.import_module(f"tbcast.{owner}"), name)
    return value


def __dir__() -> list:
    """The public names, imported or not, and the module's dunder names."""
    facts = (name for name in globals() if name.startswith("__"))
    return sorted({*__all__, *(name for name in vars(_C) if not name.startswith("_")), *facts})
