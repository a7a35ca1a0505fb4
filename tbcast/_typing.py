"""Types of arguments, for the stubs; nothing imports this at run time."""

from collections.abc import Sequence
from types import EllipsisType
from typing import Any, Protocol, SupportsIndex, TypeAlias


class Array(Protocol):
    """A numpy.ndarray, without importing NumPy."""

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """What NumPy says of its memory."""
        ...


Number: TypeAlias = bool | int | float | complex
Sizes: TypeAlias = Sequence[SupportsIndex]
Item: TypeAlias = SupportsIndex | slice | EllipsisType | None
Index: TypeAlias = Item | tuple[Item, ...]
