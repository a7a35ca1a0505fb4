"""What a project says of its audits: the table [tool.tbcast.audit] of pyproject.toml.

The command line and the pytest plugin read it; their own options win.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tbcast._verdict.risk import LEVELS, POLICY_LEVELS

if TYPE_CHECKING:
    from tbcast.audit.recorder import Finding

FORMATS = ("text", "github", "json", "sarif")
_CHOICES: dict[str, Sequence[str]] = {
    "least": LEVELS[1:],
    "fail-on": LEVELS[2:],
    "format": FORMATS,
    "policy": POLICY_LEVELS,
}


@dataclass(frozen=True)
class Settings:
    """The table's values; paths and patterns of files are relative to `folder`."""

    folder: Path | None = None
    least: str | None = None
    fail_on: str | None = None
    format: str | None = None
    policy: str | None = None
    baseline: Path | None = None
    deep: bool = False
    sample: int | None = None
    exclude: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def kept(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that neither `exclude` nor `per-file-ignores` leaves out, in their order."""
        return [finding for finding in findings if not self._leaves_out(finding)]

    def _leaves_out(self, finding: Finding) -> bool:
        if self.folder is None or finding.file.startswith("<"):
            return False
        try:
            path = os.path.relpath(os.path.realpath(finding.file), self.folder).replace(os.sep, "/")
        except ValueError:  # on another drive
            return False
        if any(_matches(path, pattern) for pattern in self.exclude):
            return True
        ignored = {
            word for pattern, own in self.per_file_ignores.items() if _matches(path, pattern) for word in own
        }
        return not ignored.isdisjoint((finding.operator, finding.risk))


def _matches(path: str, pattern: str) -> bool:
    """Is it the file, one in that folder, or one that the pattern with * and ? describes?"""
    return fnmatchcase(path, pattern) or path.startswith(pattern.rstrip("/") + "/")


def _tables(path: Path) -> Mapping[str, Any] | None:
    """The table, if the file has it."""
    data = path.read_bytes()
    if not re.search(rb"^\s*\[\s*tool\s*\.\s*tbcast\b", data, re.MULTILINE):
        return None
    for name in ("tomllib", "tomli"):
        try:
            reader = importlib.import_module(name)
            break
        except ImportError:
            continue
    else:
        raise ValueError("it is read by Python 3.11 or later, or by the package tomli")
    table = reader.loads(data.decode("utf-8")).get("tool", {}).get("tbcast", {}).get("audit")
    if table is not None and not isinstance(table, dict):
        raise ValueError("tool.tbcast.audit is not a table")
    return table


def _is_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _checked(name: str, value: Any, folder: Path) -> Any:
    """The value of one key. Raises ValueError."""
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise ValueError(f"{name} is one of {', '.join(_CHOICES[name])}, not {value!r}")
        return value
    if name == "baseline" and isinstance(value, str):
        return folder / value
    if name == "deep" and isinstance(value, bool):
        return value
    if name == "sample" and type(value) is int and value >= 1:
        return value
    if name == "exclude" and _is_strings(value):
        return tuple(value)
    if name == "per-file-ignores" and isinstance(value, dict) and all(map(_is_strings, value.values())):
        return {pattern: tuple(words) for pattern, words in value.items()}
    kinds = {
        "baseline": "a path",
        "deep": "true or false",
        "sample": "a whole number from 1 on",
        "exclude": "a list of files, folders and patterns",
        "per-file-ignores": "a table of patterns, each with a list of operators and risks",
    }
    if name not in kinds:
        raise ValueError(f"there is no {name}; there are {', '.join([*_CHOICES, *kinds])}")
    raise ValueError(f"{name} is {kinds[name]}, not {value!r}")


def find(folder: str | os.PathLike[str]) -> Settings:
    """The settings of the nearest pyproject.toml in the folder or above it that has some.

    Raises ValueError, whose text begins with the file's name, if they are wrong.
    """
    start = Path(os.path.realpath(folder))
    for place in (start, *start.parents):
        path = place / "pyproject.toml"
        try:
            table = _tables(path)
            if table is not None:
                values = {
                    name.replace("-", "_"): _checked(name, value, place) for name, value in table.items()
                }
                return Settings(place, **values)
        except OSError:
            continue
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    return Settings()
