"""Types of arguments that the stubs name."""

from collections.abc import Sequence
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeAlias

from tbcast._C import Tensor, device

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Array(Protocol):
    """A numpy.ndarray as an argument, whether NumPy is installed or not."""

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """What NumPy says of its memory."""
        ...


Ndarray: TypeAlias = "NDArray[Any]"
Number: TypeAlias = bool | int | float | complex
Sizes: TypeAlias = Sequence[SupportsIndex]
Item: TypeAlias = SupportsIndex | slice | EllipsisType | Array | Sequence[Any] | None
"""A list, nested or not, of integers or of booleans; an integer or boolean Tensor is a SupportsIndex."""
Index: TypeAlias = Item | tuple[Item, ...]
Operand: TypeAlias = Tensor | Number | Array
Device: TypeAlias = device | str | None
