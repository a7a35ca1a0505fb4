"""Inspection of the namespace, as the array API standard has it."""

from __future__ import annotations

from tbcast import _C as torch
from tbcast._C import device as Device, dtype as Dtype
from tbcast.array_api._data_types import KINDS, isdtype

__all__ = ["__array_namespace_info__"]

_SCARCE = (torch.uint16, torch.uint32, torch.uint64)


class Info:
    """What __array_namespace_info__ gives: what this namespace can do, and by which dtypes.

    Everything is on the CPU.  As the array API standard says.
    """

    def capabilities(self) -> dict[str, bool | int | None]:
        """Masks as indices and shapes that depend on data are there; dimensions are at most 64.

        As the array API standard says.

        >>> torch.array_api.__array_namespace_info__().capabilities()["boolean indexing"]
        True
        """
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> Device:
        """The CPU.  As the array API standard says.

        >>> torch.array_api.__array_namespace_info__().default_device()
        device(type='cpu')
        """
        return torch.device("cpu")

    def default_dtypes(self, *, device: Device | str | None = None) -> dict[str, Dtype]:
        """By kind of number; "real floating" is what set_default_dtype says, float32 at first.

        AssertionError for another device.  As the array API standard says.

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
        """The standard's dtypes by name, all or of these kinds, that every function takes.

        uint16, uint32 and uint64 are not among them: they can be made and cast, but PyTorch, and tbcast as
        well, computes little with them.
        ValueError for an unknown kind, AssertionError for another device.  As the array API standard says.

        >>> torch.array_api.__array_namespace_info__().dtypes(kind="real floating")
        {'float32': torch.float32, 'float64': torch.float64}
        """
        _check(device)
        found = [dtype for dtype in (*KINDS["bool"], *KINDS["numeric"]) if dtype not in _SCARCE]
        names = {str(dtype).removeprefix("torch."): dtype for dtype in found}
        return {name: dtype for name, dtype in names.items() if kind is None or isdtype(dtype, kind)}

    def devices(self) -> tuple[Device, ...]:
        """The CPU alone.  As the array API standard says.

        >>> torch.array_api.__array_namespace_info__().devices()
        (device(type='cpu'),)
        """
        return (torch.device("cpu"),)


def _check(device: Device | str | None) -> None:
    torch.empty(0, device=device)  # refuses devices without memory


def __array_namespace_info__() -> Info:
    """What the namespace can do: capabilities(), default_device(), default_dtypes(), devices(), dtypes().

    As the array API standard says.

    >>> sorted(torch.array_api.__array_namespace_info__().dtypes(kind="bool"))
    ['bool']
    """
    return Info()
