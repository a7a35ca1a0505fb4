"""Which operations there are of DaskTensors, by family, and which are refused and why."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, SimpleNamespace
from typing import Any

import dask.array as da
import numpy as np

import tbcast
from tbcast._C import Tensor
from tbcast._protocol import functions
from tbcast.dask import _along, _creation, _joins, _pointwise, _products, _reductions, _storage, _views
from tbcast.dask._tensor import DaskTensor, as_dask, refuse
from tbcast.nn import functional


def _of_arrays(members: dict[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """The functions, whose first argument may also be a Tensor or an array of Dask's or NumPy's."""

    def of_array(value: Any) -> Any:
        return as_dask(value) if isinstance(value, (Tensor, da.Array, np.ndarray)) else value

    def taking_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            if args:
                args = (of_array(args[0]), *args[1:])
            elif "input" in kwargs:
                kwargs["input"] = of_array(kwargs["input"])
            return function(*args, **kwargs)

        return call

    return {name: taking_arrays(function) for name, function in members.items()}


FUNCTIONS: dict[str, dict[str, Callable[..., Any]]] = {
    "pointwise": _pointwise.functions(),
    "reductions": _of_arrays(_reductions.functions()),
    "along one dimension": _of_arrays(_along.functions()),
    "views and indexing": _of_arrays(_views.functions()),
    "joins": _joins.functions(),
    "products": _products.functions(),
    "creation": _creation.functions(),
}
"""Family: its functions, by name."""

_INDICES = "which blocks an element comes from or goes to depends on the indices"
_SIZES = "how large the result is depends on all elements"
_WRITES = "blocks are not written"
REASONS = (
    (functions.COUNTS, _SIZES),
    (functions.INDEXES, _INDICES),
    (functions.MEMORY, "it has no memory of its own"),
)
OTHER = "not implemented for blocks yet"
_NO_OPERATIONS = functions.ASKS | functions.CONVERTS | functions.SETS | {"scalar_tensor"}
"""Settings, questions about tensors, and what makes them of other things."""


def supported() -> set[str]:
    """The functions of all families."""
    return {name for family in FUNCTIONS.values() for name in family}


def refused() -> set[str]:
    """tbcast's functions of tensors that there are not of DaskTensors."""
    names = {name for name in dir(tbcast) if not name.startswith("_")} - supported() - _NO_OPERATIONS
    return {name for name in names if _is_operation(getattr(tbcast, name))}


def _is_operation(value: object) -> bool:
    """Is it a function of a row, or one that is made of others?"""
    composed = getattr(value, "__module__", None) or ""
    return isinstance(value, BuiltinFunctionType) or (
        isinstance(value, FunctionType) and composed.startswith("tbcast._composite")
    )


def refusal(name: str) -> Callable[..., Any]:
    """A function that says why there is none."""
    writes = name.endswith("_") and not name.startswith("_")
    why = _WRITES if writes else next((reason for names, reason in REASONS if name in names), OTHER)

    def call(*args: Any, **kwargs: Any) -> Any:
        refuse(f"{name}()", why)

    call.__name__, call.__doc__ = name, f"Refused: {why}."
    return call


def _activation(name: str, rows: dict[str, Callable[..., Any]]) -> Callable[..., Any]:
    """The row's function; in place if it is called with torch's inplace=True."""
    function = getattr(functional, name)
    if not isinstance(function, FunctionType):
        return rows[name]
    signature = inspect.signature(function)

    def call(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs).arguments
        return rows[name + "_" * bool(given.pop("inplace", False))](*given.values())

    call.__name__ = name
    return call


def nn_functional() -> SimpleNamespace:
    """As `tbcast.nn.functional`: its activations and softmaxes; the others are refused."""
    pointwise = FUNCTIONS["pointwise"]

    def relu(input: Any, inplace: bool = False) -> Any:
        return pointwise["relu_" if inplace else "relu"](input)

    def threshold(input: Any, threshold: float, value: float, inplace: bool = False) -> Any:
        return pointwise["threshold_" if inplace else "threshold"](input, threshold, value)

    found = {name: refusal(f"nn.functional.{name}") for name in functional.__all__}
    found.update({name: pointwise[name] for name in ("hardshrink", "relu_", "sigmoid", "tanh", "threshold_")})
    found.update({name: getattr(functional, name) for name in ("log_softmax", "softmax")})  # of methods
    rows = _pointwise.nn_functions()
    found.update({name: _activation(name, rows) for name in functional.__all__ if name in rows})
    return SimpleNamespace(**{**found, "relu": relu, "threshold": threshold})


def _methods() -> dict[str, Any]:
    """The methods of DaskTensor, by name."""
    found: dict[str, Any] = {}
    for family, members in FUNCTIONS.items():
        if family not in ("pointwise", "creation", "joins"):
            found.update({name: function for name, function in members.items() if hasattr(Tensor, name)})
    for name in ("real", "imag", "einsum", "cdist", "broadcast_tensors"):
        found.pop(name, None)
    found.update({**_reductions.methods(), **_along.methods()})
    found.update(_pointwise.methods())
    found.update(_products.operators())
    found.update(_views.methods())
    found.update(_storage.methods())
    return found


def install() -> None:
    """Give DaskTensor its methods, and refusals for those of Tensor that it lacks."""
    for name, method in _methods().items():
        if name not in vars(DaskTensor):
            setattr(DaskTensor, name, method)
    for name in dir(Tensor):
        if (
            not name.startswith("_")
            and not hasattr(DaskTensor, name)
            and callable(getattr(Tensor, name, None))
        ):
            setattr(DaskTensor, name, refusal(name))
