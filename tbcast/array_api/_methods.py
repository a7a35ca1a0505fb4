"""The standard's methods that PyTorch's Tensor lacks."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from tbcast._C import Tensor, device as Device
from tbcast._decorators import named

_VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12")


@named("Tensor.__array_namespace__")
def array_namespace(self: Tensor, *, api_version: str | None = None) -> ModuleType:
    """See the docstring of the binding."""
    if api_version is not None and api_version not in _VERSIONS:
        raise ValueError(f"no version of the array API: {api_version!r}; there are {', '.join(_VERSIONS)}")
    return sys.modules["tbcast.array_api"]


@named("Tensor.to_device")
def to_device(self: Tensor, device: Device | str, *, stream: Any = None) -> Tensor:
    """See the docstring of the binding."""
    if stream is not None:
        raise ValueError(f"there are no streams on the CPU: {stream!r}")
    return self.to(device)
