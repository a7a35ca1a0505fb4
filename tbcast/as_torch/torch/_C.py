"""torch._C: tbcast's, and what libraries call of PyTorch's."""

from types import SimpleNamespace
from typing import Any

import tbcast
from tbcast import _C as _core


def _parse_to(
    *args: Any, **kwargs: Any
) -> tuple[tbcast.device | None, tbcast.dtype | None, bool, tbcast.memory_format | None]:
    """The device, the dtype, non_blocking and the memory format that Tensor.to would take."""
    memory_format = kwargs.pop("memory_format", None)
    tbcast.empty(0).to(*args, **kwargs)  # its errors
    given: Any = dict(kwargs)
    if args:
        if isinstance(args[0], tbcast.Tensor):
            args = (args[0].device, args[0].dtype, *args[1:])
        names = ("device", "dtype", "non_blocking")
        given.update(zip(names[isinstance(args[0], tbcast.dtype) :], args, strict=False))
    device = given.get("device")
    return (
        None if device is None else tbcast.device(device),
        given.get("dtype"),
        given.get("non_blocking", False),
        memory_format,
    )


def _log_api_usage_once(event: str) -> None:
    """Does nothing."""


_nn = SimpleNamespace(_parse_to=_parse_to)


def __getattr__(name: str) -> Any:
    """What tbcast._C has."""
    return getattr(_core, name)
