"""Inspection of the namespace, as in the array API standard."""

from __future__ import annotations

from tbcast import _C as torch
from tbcast._C import device as Device, dtype as Dtype
from tbcast.array_api._data_types import KINDS, isdtype

__all__ = ["__array_namespace_info__"]

_SCARCE = (torch.uint16, torch.uint32, torch.uint64)


class Info:
    """The result of __array_namespace_info__: the capabilities, devices and dtypes of this namespace.

    Everything is on the CPU.  Follows the array API standard.
    """

    def capabilities(self) -> dict[str, bool | int | None]:
        """The capabilities: boolean masks as indices, shapes that depend on data, at most 64 dimensions.

        Follows the array API standard.

        >>> torch.array_api.__array_namespace_info__().capabilities()["boolean indexing"]
        True
        """
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> Device:
        """The CPU.

        Follows the array API standard.

        >>> torch.array_api.__array_namespace_info__().default_device()
        device(type='cpu')
        """
        return torch.device("cpu")

    def default_dtypes(self, *, device: Device | str | None = None) -> dict[str, Dtype]:
        """The default dtypes, by kind of number; "real floating" is the one of set_default_dtype, initially
        float32.

        Raises AssertionError for another device. Follows the array API standard.

        >>> torch.array_api.__array_namespace_info__().default_dtypes()["indexing"]
        torch.int64
        """
        _check(device)
        real = torch.get_default_dtype()
        return {
            "real floating": real,
            "complex floating": real.to_complex(),
            "integral": torch.int64,
            "indexing": torch.int64,
        }

    def dtypes(
        self, *, device: Device | str | None = None, kind: str | tuple[str, ...] | None = None
    ) -> dict[str, Dtype]:
        """The dtypes that every function accepts, by their names in the standard: all, or those of some
        kinds.

        uint16, uint32 and uint64 are not included: tensors of them can be made and cast, but like PyTorch,
        tbcast computes little with them. Raises ValueError for an unknown kind, AssertionError for another
        device. Follows the array API standard.

        >>> torch.array_api.__array_namespace_info__().dtypes(kind="real floating")
        {'float32': torch.float32, 'float64': torch.float64}
        """
        _check(device)
        found = [dtype for dtype in (*KINDS["bool"], *KINDS["numeric"]) if dtype not in _SCARCE]
        names = {str(dtype).removeprefix("torch."): dtype for dtype in found}
        return {name: dtype for name, dtype in names.items() if kind is None or isdtype(dtype, kind)}

    def devices(self) -> tuple[Device, ...]:
        """The available devices: only the CPU.

        Follows the array API standard.

        >>> torch.array_api.__array_namespace_info__().devices()
        (device(type='cpu'),)
        """
        return (torch.device("cpu"),)


def _check(device: Device | str | None) -> None:
    torch.empty(0, device=device)  # raises for other devices


def __array_namespace_info__() -> Info:
    """What the namespace supports: capabilities(), default_device(), default_dtypes(), devices(), dtypes().

    Follows the array API standard.

    >>> sorted(torch.array_api.__array_namespace_info__().dtypes(kind="bool"))
    ['bool']
    """
    return Info()
