"""torch.__version__: the version of PyTorch that tbcast follows, which programs compare."""

import re
from typing import Any

_FOLLOWED = "2.13.0+tbcast"


def _numbers(version: Any) -> tuple[int, ...]:
    """The release of a version, without zeros at its end: a text, or a tuple of numbers."""
    if isinstance(version, str):
        version = re.match(r"[\d.]*", version)[0].strip(".").split(".")  # type: ignore[index]
    found = [int(number) for number in version if str(number).isdigit()]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


class TorchVersion(str):
    """A text that compares as a version with texts and tuples.  As torch.torch_version.TorchVersion.

    >>> torch.__version__ >= "2.4", torch.__version__ >= (3, 0)
    (True, False)
    """

    __slots__ = ()

    def __lt__(self, other: Any) -> bool:
        return _numbers(self) < _numbers(other)

    def __le__(self, other: Any) -> bool:
        return _numbers(self) <= _numbers(other)

    def __gt__(self, other: Any) -> bool:
        return _numbers(self) > _numbers(other)

    def __ge__(self, other: Any) -> bool:
        return _numbers(self) >= _numbers(other)


__version__ = TorchVersion(_FOLLOWED)
