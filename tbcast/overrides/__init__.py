"""torch.overrides: for libraries whose functions, like those of torch, ask operands for __torch_function__.

The functions, methods and operators of tbcast ask in C (src/python/call/overrides.c), and so do those here.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from tbcast import _C

__all__ = [
    "get_ignored_functions",
    "get_overridable_functions",
    "handle_torch_function",
    "has_torch_function",
    "is_tensor_like",
    "is_tensor_method_or_property",
    "resolve_name",
    "wrap_torch_function",
]

_Function = TypeVar("_Function", bound=Callable[..., Any])

_PLAIN = (
    "Defining your `__torch_function__` as a plain method is deprecated and will be an error in future, "
    "please define it as a classmethod."
)


def _answer(
    function: Callable[..., Any], found: Iterable[Any], args: tuple[Any, ...], kwargs: dict[str, Any] | None
) -> Any:
    """The first answer that is not NotImplemented."""
    types = tuple(type(operand) for operand in found)
    for operand in found:
        method = operand.__torch_function__
        if getattr(method, "__self__", None) is operand:
            _C._warn(_PLAIN)
        result = method(function, types, args, kwargs)
        if result is not NotImplemented:
            return result
    return NotImplemented


def _public(name: str) -> str:
    """torch.add, torch.Tensor.add, torch.special.special_expit: what messages call a function."""
    for module in ("special", "linalg", "fft"):
        if name.startswith(f"{module}_"):
            return f"torch.{module}.{name}"
    return f"torch.{name}"


def _ask(
    function: Callable[..., Any],
    name: str,
    found: list[Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None,
    is_operator: bool,
) -> Any:
    """What C calls; for operators, Python raises the TypeError."""
    result = _answer(function, found, args, kwargs)
    if result is NotImplemented and not is_operator:
        classes = "".join(f"\n  - tensor subclass {type(operand)}" for operand in found)
        raise TypeError(
            f"Multiple dispatch failed for '{_public(name)}'; all __torch_function__ handlers returned "
            f"NotImplemented:\n{classes}\n\n"
            "For more information, try re-running with TORCH_LOGS=not_implemented"
        )
    return result


def has_torch_function(relevant_args: Iterable[Any]) -> bool:
    """Whether an operand has a __torch_function__ other than Tensor's own, and it is not disabled.  As
    torch.overrides.has_torch_function.

    >>> torch.overrides.has_torch_function((torch.ones(2), 1))
    False
    """
    return _C._overriding(*relevant_args) is not None  # type: ignore[attr-defined]


def handle_torch_function(
    public_api: Callable[..., Any], relevant_args: Iterable[Any], *args: Any, **kwargs: Any
) -> Any:
    """Ask the operands in order, those of subclasses first; the first answer other than NotImplemented.

    args, kwargs: those of the call of public_api. Raises TypeError if there is no answer. As
    torch.overrides.handle_torch_function.

    >>> class Unit:
    ...     @classmethod
    ...     def __torch_function__(cls, func, types, args=(), kwargs=None):
    ...         return func.__name__
    >>> torch.overrides.handle_torch_function(torch.add, (Unit(),), Unit(), 1)
    'add'
    """
    found = _C._overriding(*relevant_args) or []  # type: ignore[attr-defined]
    result = _answer(public_api, found, args, kwargs)
    if result is NotImplemented:
        raise TypeError(
            f"no implementation found for '{public_api.__module__}.{public_api.__name__}' on types that "
            f"implement __torch_function__: {[type(operand) for operand in found]}"
        )
    return result


def wrap_torch_function(dispatcher: Callable[..., Iterable[Any]]) -> Callable[[_Function], _Function]:
    """Decorator: before the function runs, the operands that `dispatcher` returns for its arguments are asked
    for __torch_function__.  As torch.overrides.wrap_torch_function.

    >>> @torch.overrides.wrap_torch_function(lambda x: (x,))
    ... def twice(x):
    ...     return x + x
    >>> twice(torch.ones(2))
    tensor([2., 2.])
    """

    def wrap(function: _Function) -> _Function:
        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            operands = dispatcher(*args, **kwargs)
            if has_torch_function(operands):
                return handle_torch_function(wrapped, operands, *args, **kwargs)
            return function(*args, **kwargs)

        return wrapped  # type: ignore[return-value]

    return wrap


def is_tensor_like(inp: Any) -> bool:
    """Whether inp is a Tensor or has a __torch_function__.  As torch.overrides.is_tensor_like.

    >>> torch.overrides.is_tensor_like(torch.ones(2)), torch.overrides.is_tensor_like(1)
    (True, False)
    """
    return type(inp) is _C.Tensor or hasattr(inp, "__torch_function__")


def _names_of_tensor() -> list[str]:
    from tbcast._compat import missing

    absent = missing._absent(_C.Tensor)
    return [name for name in vars(_C.Tensor) if name not in absent and not name.startswith("_")]


def get_overridable_functions() -> dict[Any, list[Any]]:
    """The functions and methods that ask their operands, by the module or class that has them.  As
    torch.overrides.get_overridable_functions.

    >>> torch.add in torch.overrides.get_overridable_functions()[torch]
    True
    """
    from tbcast import fft, linalg, special

    kind = type(_C.add)
    found: dict[Any, list[Any]] = {}
    for owner in (linalg, special, fft):
        found[owner] = [
            getattr(owner, name) for name in owner.__all__ if isinstance(getattr(owner, name), kind)
        ]
    ignored = get_ignored_functions()
    public = [(name, value) for name, value in vars(_C).items() if not name.startswith("_")]
    found[sys.modules["tbcast"]] = [
        value for name, value in public if isinstance(value, kind) and value not in ignored
    ]
    found[_C.Tensor] = [getattr(_C.Tensor, name) for name in _names_of_tensor()]
    return found


def get_ignored_functions() -> set[Callable[..., Any]]:
    """The functions of torch that ask nobody: those that make tensors of other data, and settings.  As
    torch.overrides.get_ignored_functions.

    >>> torch.tensor in torch.overrides.get_ignored_functions()
    True
    """
    names = """is_tensor is_storage as_tensor asarray
    from_numpy frombuffer tensor get_default_dtype set_default_dtype
    get_num_threads set_num_threads manual_seed seed initial_seed get_rng_state set_rng_state can_cast
    promote_types broadcast_shapes to_dlpack"""
    return {getattr(_C, name) for name in names.split() if hasattr(_C, name)}


def is_tensor_method_or_property(func: Callable[..., Any]) -> bool:
    """Whether func is a method of Tensor, or the __get__ of one of its attributes.  As
    torch.overrides.is_tensor_method_or_property.

    >>> torch.overrides.is_tensor_method_or_property(torch.Tensor.add)
    True
    """
    return getattr(func, "__objclass__", None) is _C.Tensor or func.__name__ == "__get__"


def resolve_name(f: Callable[..., Any]) -> str | None:
    """The name of an overridable function, 'torch.add'; None for others.  As torch.overrides.resolve_name.

    >>> torch.overrides.resolve_name(torch.Tensor.add)
    'torch.Tensor.add'
    """
    for owner, functions in get_overridable_functions().items():
        if f in functions:
            name = "tbcast.Tensor" if owner is _C.Tensor else owner.__name__
            return f"{name.replace('tbcast', 'torch', 1)}.{f.__name__}"
    return None
