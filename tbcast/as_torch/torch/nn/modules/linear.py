"""nn.Identity."""

from typing import Any

from torch.nn.modules.module import Module

__all__ = ["Identity"]


class Identity(Module):
    """Returns its argument.  As torch.nn.Identity."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Any) -> Any:
        """The argument."""
        return input
