"""Types of arguments in the stubs."""

from collections.abc import Sequence
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeAlias

from tbcast._C import Tensor, device

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Array(Protocol):
    """A numpy.ndarray as an argument, whether or not NumPy is installed."""

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """NumPy's description of the memory."""
        ...


Ndarray: TypeAlias = "NDArray[Any]"
Number: TypeAlias = bool | int | float | complex
Sizes: TypeAlias = Sequence[SupportsIndex]
Item: TypeAlias = SupportsIndex | slice | EllipsisType | Array | Sequence[Any] | None
"""The lists contain integers or booleans, nested or not. An integer or boolean Tensor is a SupportsIndex."""
Index: TypeAlias = Item | tuple[Item, ...]
Operand: TypeAlias = Tensor | Number | Array
Device: TypeAlias = device | str | None
