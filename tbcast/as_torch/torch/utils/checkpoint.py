"""torch.utils.checkpoint: memory that a backward would need is not kept anyway."""

from collections.abc import Callable
from typing import Any


def checkpoint(
    function: Callable[..., Any], *args: Any, use_reentrant: bool | None = None, **kwargs: Any
) -> Any:
    """function(*args, **kwargs).  As torch.utils.checkpoint.checkpoint."""
    for name in ("preserve_rng_state", "context_fn", "determinism_check", "debug"):
        kwargs.pop(name, None)
    return function(*args, **kwargs)


def checkpoint_sequential(functions: Any, segments: int, input: Any, **kwargs: Any) -> Any:
    """The functions, one after another.  As torch.utils.checkpoint.checkpoint_sequential."""
    for function in functions:
        input = function(input)
    return input
