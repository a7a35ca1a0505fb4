"""What names in an expression may mean: the public functions of tbcast, in PyTorch's and NumPy's spelling.

No function here reads or writes files, changes settings, or exposes memory.
"""

from __future__ import annotations

import ast
import builtins
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from tbcast import _C, fft, linalg, special, testing
from tbcast._C import Tensor
from tbcast._verdict import functions

_MATH = """
    pi e tau inf nan sqrt isqrt exp expm1 log log1p log2 log10 pow hypot sin cos tan asin acos atan
    atan2 sinh cosh tanh floor ceil trunc fabs fmod copysign prod gcd lcm dist radians degrees isnan
    isfinite
"""
MATH = frozenset(_MATH.split())
"""The functions of Python's math module that take no longer for large numbers."""
NUMPY = ("np", "numpy", "jnp", "cp", "xp")
MODULES = {
    **dict.fromkeys(("torch", "tbcast", "tb"), "torch"),
    **dict.fromkeys(NUMPY, "numpy"),
    "F": "functional",
    "nn": "nn",
    "math": "math",
}
BUILTINS = (len, float, int, tuple, list, abs, builtins.bool, builtins.min, builtins.max, builtins.sum, range)
LOSSES = {
    "MSELoss": "mse_loss",
    "L1Loss": "l1_loss",
    "SmoothL1Loss": "smooth_l1_loss",
    "HuberLoss": "huber_loss",
    "BCELoss": "binary_cross_entropy",
    "BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
    "CrossEntropyLoss": "cross_entropy",
}
"""Classes of torch.nn, as in `nn.MSELoss()(x, y)`."""
_REFUSED = """
    explain load save broadcast_policy manual_seed seed initial_seed get_rng_state set_rng_state
    set_default_dtype set_default_tensor_type set_num_threads set_printoptions set_grad_enabled
    empty_cache memory_stats no_grad enable_grad inference_mode use_deterministic_algorithms
    from_dlpack to_dlpack frombuffer from_numpy UntypedStorage TypedStorage BroadcastPolicyError
    BroadcastPolicyWarning set_ share_memory_ data_ptr const_data_ptr untyped_storage storage
    storage_type apply_ map_ map2_ as_subclass register_hook record_stream module_load new
    default_generator as_torch DisableTorchFunction DisableTorchFunctionSubclass
"""
REFUSED = frozenset(_REFUSED.split())
"""Settings, files, random states, memory of other objects, and functions that call their arguments."""
ITSELF = frozenset(("numpy", "cuda", "requires_grad_", "astype"))
"""Methods whose result has the tensor's shape, on whatever device."""


@dataclass(frozen=True)
class Module:
    """A module, or a part of one."""

    path: str


@dataclass(frozen=True)
class Function:
    """A function that may be called."""

    name: str
    call: Callable[..., Any]
    of_numpy: bool = False

    def arguments(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """The arguments under PyTorch's names."""
        if not self.of_numpy:
            return list(args), dict(kwargs)
        names = {"axis": "dim", "keepdims": "keepdim"}
        return list(args), {names.get(name, name): value for name, value in kwargs.items()}


@dataclass(frozen=True)
class Method:
    """A method of a tensor that is about to be called."""

    owner: Tensor
    code: str
    function: Function


NOTHING = object()


def name(of: str) -> Any:
    """The meaning of a name that is not an operand, or None."""
    if of in MODULES:
        return Module(MODULES[of])
    return next((function for function in BUILTINS if function.__name__ == of), None)


def loss(node: ast.expr) -> Function | None:
    """The function for `nn.MSELoss()`."""
    if not isinstance(node, ast.Call) or node.args or node.keywords:
        return None
    made = node.func
    found = LOSSES.get(made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", ""))
    return _functional(found) if found else None


def _functional(of: str) -> Function | None:
    from tbcast.nn import functional

    found = getattr(functional, of, None) if of in functional.__all__ else None
    return Function(of, found) if found else _like(of)


def _like(of: str) -> Function | None:
    """A function of tbcast with the same result shapes as one that only other libraries have."""
    from tbcast.nn import functional

    def loss(input: Tensor, target: Tensor, *args: Any, reduction: str = "mean", **kwargs: Any) -> Tensor:
        return functional.mse_loss(input, target, reduction="none" if reduction == "none" else "sum")

    if of in functions.COMPARES:
        return Function(of, loss)
    if of in functions.BINARY:
        return Function("mul", lambda a, b, *args, **kwargs: _C.mul(a, b))
    if of in functions.UNARY:
        return Function("clone", lambda input, *args, **kwargs: input.clone())
    return None


def _public(of: str) -> Any:
    """A public name of tbcast, or NOTHING."""
    if of.startswith("_") or of in REFUSED:
        return NOTHING
    package = sys.modules["tbcast"]  # above this module, and its caller
    return getattr(package, of, NOTHING) if of in package.__all__ or hasattr(_C, of) else NOTHING


def _value(of: str, found: Any, of_numpy: bool = False) -> Any:
    if isinstance(found, (_C.dtype, _C.layout, _C.memory_format, float, type(None))):
        return found
    if callable(found) and not isinstance(found, ModuleType):
        return Function(of, found, of_numpy)
    return NOTHING


OF_TABLES = {"fft": fft, "linalg": linalg, "special": special}
"""Modules of functions of the tables."""


def member(module: Module, of: str) -> Any:
    """A function, constant or module of a module; NOTHING if there is none that may be used."""
    path = module.path
    if path == "math":
        found = getattr(math, of) if of in MATH else NOTHING
        return Function(of, found) if callable(found) else found
    if path == "functional":
        return _functional(of) or member(Module("torch"), of)
    if path in OF_TABLES:
        return _value(of, getattr(OF_TABLES[path], of, NOTHING)) if not of.startswith("_") else NOTHING
    if path == "testing":
        return Function(of, testing.assert_close) if of == "assert_close" else NOTHING
    if path == "nn":
        return Module("functional") if of == "functional" else NOTHING
    if of in ("nn", "functional", *OF_TABLES, "testing"):
        return Module(of)
    if path == "numpy":
        if of == "ogrid":
            return Module("numpy.ogrid")
        of = functions.NUMPY.get(of, of.rstrip("_"))
    found = _value(of, _public(of), path == "numpy")
    return found if found is not NOTHING else _like(of) or NOTHING


def of_generator(generator: _C.Generator, of: str) -> Function | None:
    """A method of a generator that the expression has made."""
    return Function(of, getattr(generator, of)) if of in ("manual_seed", "get_state", "seed") else None


def is_attribute(of: str) -> bool:
    """Whether it is an attribute of a tensor that is not a method."""
    found = NOTHING if of.startswith("_") or of in REFUSED else getattr(Tensor, of, NOTHING)
    return found is not NOTHING and not callable(found)


def method(of: str) -> Function | None:
    """A method of a tensor that may be called."""
    if of in ITSELF:
        return Function("clone", lambda self, *args, **kwargs: self.clone())
    if of == "copy":
        return Function("clone", Tensor.clone)
    if of.startswith("_") or of in REFUSED:
        return None
    found = getattr(Tensor, of, None)
    return Function(of, found, True) if callable(found) else None
