"""torch.compile and torch.compiler: nothing is compiled, and what programs ask is answered so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tbcast._compat.absent import answer

is_compiling = answer(__name__, "is_compiling", False, "False: nothing is compiled")
is_dynamo_compiling = answer(__name__, "is_dynamo_compiling", False, "False: nothing is compiled")
is_exporting = answer(__name__, "is_exporting", False, "False: nothing is exported")
reset = answer(__name__, "reset", None, "Does nothing")
cudagraph_mark_step_begin = answer(__name__, "cudagraph_mark_step_begin", None, "Does nothing")


def _itself(fn: Any = None, *args: Any, **kwargs: Any) -> Any:
    """fn; without it, a decorator that returns what it decorates."""
    return (lambda function: function) if fn is None else fn


def compile(model: Callable[..., Any] | None = None, **options: Any) -> Any:
    """The function or module itself; without one, a decorator.  As torch.compile."""
    return _itself(model)


def disable(fn: Any = None, recursive: bool = True, *, reason: str | None = None) -> Any:
    """fn itself; without it, a decorator.  As torch.compiler.disable."""
    return _itself(fn)


def allow_in_graph(fn: Any) -> Any:
    """fn itself.  As torch.compiler.allow_in_graph."""
    return fn


def assume_constant_result(fn: Any) -> Any:
    """fn itself.  As torch.compiler.assume_constant_result."""
    return fn


def substitute_in_graph(original_fn: Any, **options: Any) -> Any:
    """A decorator that returns what it decorates.  As torch.compiler.substitute_in_graph."""
    return _itself()


def list_backends(exclude_tags: Any = ()) -> list[str]:
    """An empty list.  As torch.compiler.list_backends."""
    return []


class set_stance:
    """A context manager and decorator without effect.  As torch.compiler.set_stance."""

    def __init__(self, stance: str = "default", **options: Any) -> None:
        self.stance = stance

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass

    def __call__(self, fn: Any) -> Any:
        """fn itself."""
        return fn
