from types import CodeType
from typing import Any

from typing_extensions import disjoint_base

def watched(code: Any, /, *operands: Any, **keywords: Any) -> Any: ...
def codes() -> tuple[str, ...]: ...
def functions() -> dict[int, tuple[Any, Any]]: ...
def set_watcher(watcher: object, /) -> None: ...
def set_instrumented(code: CodeType, instrumented: CodeType, /) -> None: ...

@disjoint_base
class TorchMode:
    active: bool
    warns: bool
    @property
    def inside(self) -> bool: ...
    def __new__(
        cls,
        plain: tuple[type, ...],
        tensor: type,
        shape: object,
        functions: dict[Any, int],
        slow_shape: Any,
        is_tracing: Any,
        on_broadcast: Any,
        on_result: Any,
        harmless: dict[Any, Any],
        /,
    ) -> TorchMode: ...
