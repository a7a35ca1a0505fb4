"""nn.Parameter and nn.Buffer: Tensors that a Module registers when they become its attributes."""

from __future__ import annotations

from typing import Any

import tbcast
from tbcast import Tensor
from tbcast._C import _disabled_torch_function_impl

__all__ = ["Buffer", "Parameter"]


class _ParameterMeta(type(Tensor)):  # type: ignore[misc]
    """A Tensor subclass's object that says it is a parameter counts as one, as in torch."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return super().__instancecheck__(instance) or (
            cls is Parameter and isinstance(instance, Tensor) and getattr(instance, "_is_param", False)
        )


class Parameter(Tensor, metaclass=_ParameterMeta):
    """A Tensor on the memory of `data` that remembers requires_grad, which has no effect.

    RuntimeError if requires_grad is True for integers. As torch.nn.Parameter.
    """

    __torch_function__ = _disabled_torch_function_impl

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Any:
        """An object of the class, or of the class of `data` if that is a subclass of Tensor."""
        if data is None:
            data = tbcast.empty(0)
        self = data.detach().as_subclass(cls if type(data) in (Tensor, Parameter) else type(data))
        if not isinstance(self, cls):
            self._is_param = True
        _set_requires_grad(self, requires_grad)
        return self

    @property
    def requires_grad(self) -> bool:
        """What was set last."""
        return bool(vars(self).get("_requires_grad", False))

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise RuntimeError("requires_grad must be a bool")
        _set_requires_grad(self, value)

    def requires_grad_(self, requires_grad: bool = True) -> Any:
        """Sets requires_grad; returns self."""
        self.requires_grad = requires_grad
        return self

    def __repr__(self) -> str:
        return "Parameter containing:\n" + repr_with_grad(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.data.clone(), self.requires_grad)
        return memo[id(self)]

    def __reduce_ex__(self, proto: Any) -> Any:
        return Parameter, (self.data.detach(), self.requires_grad)


def repr_with_grad(self: Tensor) -> str:
    """How torch shows a tensor that requires gradients."""
    text = repr(self.detach())
    return f"{text[:-1]}, requires_grad=True)" if self.requires_grad else text


def _set_requires_grad(self: Any, value: bool) -> None:
    if value and not (self.is_floating_point() or self.is_complex()):
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    self._requires_grad = value


class _BufferMeta(type(Tensor)):  # type: ignore[misc]
    def __instancecheck__(cls, instance: Any) -> bool:
        return super().__instancecheck__(instance) or (
            isinstance(instance, Tensor) and getattr(instance, "_is_buffer", False)
        )


class Buffer(Tensor, metaclass=_BufferMeta):
    """Makes a Tensor on the memory of `data`, which becomes a buffer of the Module whose attribute it is.

    As torch.nn.Buffer.
    """

    def __new__(cls, data: Tensor | None = None, *, persistent: bool = True) -> Any:
        """A plain Tensor with two attributes."""
        self: Any = tbcast.empty(0) if data is None else data.detach()
        self._is_buffer, self.persistent = True, persistent
        return self
