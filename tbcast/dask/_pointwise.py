"""Pointwise functions, methods and operators: all those of the operator table."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from tbcast import _C, _protocol
from tbcast._C import Tensor
from tbcast._protocol import broadcast
from tbcast.dask._calls import Call, fill, find, written
from tbcast.dask._tensor import (
    DaskTensor,
    Operands,
    blockwise,
    is_operand,
    labels,
    needs_sizes,
    rebind,
    refuse,
    reshaped,
)

_ROWS_OF_FUNCTIONS = ("isclose", "mvlgamma")  # pointwise rows of the function table
FUNCTIONS = _protocol.POINTWISE | {*_ROWS_OF_FUNCTIONS}
METHODS = _protocol.POINTWISE_METHODS | {*_ROWS_OF_FUNCTIONS}
_HALVES = (_C.float16, _C.bfloat16)

_OPERATORS = {
    **{name: name for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift")},
    "and": "and_",
    "or": "or_",
    "xor": "xor",
}
_COMPARISONS = ("lt", "le", "eq", "ne", "gt", "ge")
_UNARY = ("neg", "pos", "abs", "invert")


def pointwise(name: str, args: tuple[Any, ...], kwargs: dict[str, Any], own: bool = False) -> Any:
    """The result of a pointwise function. own: the first operand is written, in a copy."""
    if kwargs.get("out") is not None:
        refuse(f"{name}(out=)", "nothing is written while an expression is; assign the result")
    operands = Operands(args, kwargs)
    like = written(find(name), *fill(operands.args, operands.likes), **fill(operands.kwargs, operands.likes))
    if not isinstance(like, Tensor):
        refuse(f"{name}() of these arguments", "it has several results, or none of one shape")
    tensors = operands.tensors
    if all(tensor.is_known() for tensor in tensors):
        tensors = _fallen_back(tensors, like)
    call = Call(name, operands.args, operands.kwargs, operands.dtypes, 0 if own else None, _several(tensors))
    ndim = max(tensor.ndim for tensor in tensors)
    return blockwise(call, labels(ndim), [(tensor, labels(tensor.ndim)) for tensor in tensors], like)


def _several(tensors: list[DaskTensor]) -> tuple[int, ...]:
    """Among half operands, those of several elements, of which a block may have one.

    Some kernels keep a single element beside halves in float32, but not one element of several.
    """
    sized = [tensor for tensor in tensors if tensor.ndim]
    if not any(tensor.dtype in _HALVES for tensor in sized):
        return ()
    return tuple(number for number, tensor in enumerate(tensors) if tensor.ndim and tensor.numel() != 1)


def _fallen_back(tensors: list[DaskTensor], like: Tensor) -> list[DaskTensor]:
    """Apply the deprecated 1-dimensional fallback: operands that do not broadcast are reshaped to the
    result's shape."""
    shape = tuple(like.shape)
    if broadcast(shape, *(tuple(tensor.shape) for tensor in tensors)) == shape:
        return tensors
    return [
        tensor if tensor.shape == like.shape or tensor.ndim == 0 else reshaped(tensor, like)
        for tensor in tensors
    ]


def inplace_form(name: str, *args: Any, **kwargs: Any) -> Any:
    """The new value of the first operand, whose size must be known to tell whether the others expand to
    it."""
    found = needs_sizes(f"{name.strip('.')}()", lambda *_: pointwise(name, args, kwargs, own=True))
    return found(*args, *kwargs.values())


def _function(name: str) -> Callable[..., Any]:
    inplace = name.endswith("_")

    def call(*args: Any, **kwargs: Any) -> Any:
        if not Operands(args, kwargs).tensors:
            return find(name)(*args, **kwargs)
        if not inplace:
            return pointwise(name, args, kwargs)
        own, *others = args
        if not isinstance(own, DaskTensor):
            refuse(
                f"{name}() of a Tensor and DaskTensors", "from_tensor() makes a DaskTensor of what is written"
            )
        return rebind(own, inplace_form(name, own, *others, **kwargs))

    return _named(call, name, f"As `tbcast.{name}`, block by block; out= is refused.")


def _method(name: str) -> Callable[..., Any]:
    def call(self: DaskTensor, *args: Any, **kwargs: Any) -> Any:
        return pointwise(f".{name}", (self, *args), kwargs)

    def call_inplace(self: DaskTensor, *args: Any, **kwargs: Any) -> Any:
        return rebind(self, inplace_form(f".{name}", self, *args, **kwargs))

    if name.endswith("_"):
        return _named(call_inplace, name, f"As `Tensor.{name}`: this DaskTensor has the result from now on.")
    return _named(call, name, f"As `Tensor.{name}`, block by block.")


def _named(function: Callable[..., Any], name: str, text: str) -> Callable[..., Any]:
    function.__name__ = name
    function.__qualname__ = f"DaskTensor.{name}" if function.__code__.co_varnames[0] == "self" else name
    function.__doc__ = text
    return function


def _operator(name: str) -> dict[str, Callable[..., Any]]:
    """__add__, __radd__ and __iadd__ of 'add'."""
    function = f"operator.{_OPERATORS[name]}"

    def forward(self: DaskTensor, other: Any) -> Any:
        return pointwise(function, (self, other), {}) if is_operand(other) else NotImplemented

    def reflected(self: DaskTensor, other: Any) -> Any:
        return pointwise(function, (other, self), {}) if is_operand(other) else NotImplemented

    def inplace(self: DaskTensor, other: Any) -> Any:
        if not is_operand(other):
            return NotImplemented
        return rebind(self, inplace_form(f"operator.i{name}", self, other))

    return {f"__{name}__": forward, f"__r{name}__": reflected, f"__i{name}__": inplace}


def _comparison(name: str) -> Callable[..., Any]:
    def compare(self: DaskTensor, other: Any) -> Any:
        return pointwise(f"operator.{name}", (self, other), {}) if is_operand(other) else NotImplemented

    return compare


def _unary(name: str) -> Callable[..., Any]:
    return lambda self: pointwise(f"operator.{name}", (self,), {})


def functions() -> dict[str, Callable[..., Any]]:
    """The public functions of the table, by name."""
    found = {name: _function(name) for name in sorted(FUNCTIONS) if not name.startswith("_")}
    del found["where"]  # its one-argument form has an unknown shape
    return {**found, "where": _where()}


def _where() -> Callable[..., Any]:
    where = _function("where")

    def call(*args: Any, **kwargs: Any) -> Any:
        if len(args) + len(kwargs) < 2:
            refuse("where(condition)", "how many elements are true is not known")
        return where(*args, **kwargs)

    return _named(call, "where", "As `tbcast.where` of three operands, block by block.")


def nn_functions() -> dict[str, Callable[..., Any]]:
    """The rows of `tbcast.nn.functional`, in place, too, by name."""
    names = (name for name in sorted(FUNCTIONS) if name.startswith("_nn_"))
    return {name.removeprefix("_nn_"): _function(f"_C.{name}") for name in names}


def special_functions() -> SimpleNamespace:
    """Like `tbcast.special`: its functions, all of which are pointwise."""
    names = [
        name for name in importlib.import_module("tbcast.special").__all__ if f"_special_{name}" in FUNCTIONS
    ]
    return SimpleNamespace(**{name: _function(f"special.{name}") for name in names})


def methods() -> dict[str, Callable[..., Any]]:
    """The methods of the table, by name, and Python's operators."""
    found = {name: _method(name) for name in sorted(METHODS)}
    for name in _OPERATORS:
        found.update(_operator(name))
    found.update({f"__{name}__": _comparison(name) for name in _COMPARISONS})
    found.update({f"__{name}__": _unary(name) for name in _UNARY})
    return found
