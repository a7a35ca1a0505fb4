"""torch._dynamo, of which libraries use the decorators."""

from types import SimpleNamespace
from typing import Any

from torch.compiler import (
    allow_in_graph,
    assume_constant_result,
    disable,
    is_compiling,
    list_backends,
    reset,
)

__all__ = [
    "allow_in_graph",
    "assume_constant_result",
    "config",
    "disable",
    "is_compiling",
    "list_backends",
    "reset",
]

config = SimpleNamespace()


def mark_dynamic(t: Any, index: Any, **options: Any) -> None:
    """Does nothing."""


mark_static = maybe_mark_dynamic = mark_dynamic
