"""Where a broadcast belongs: the frame of the user's code, and what its source says there.

The user's is what is neither tbcast nor the standard library nor installed in site-packages. Files of PyTorch
that only pass a call on stand between the user and the call, and are skipped.
"""

from __future__ import annotations

import contextlib
import io
import linecache
import os
import re
import sysconfig
import tokenize
from types import CodeType, FrameType

from tbcast._verdict.intent import Place, statement_lines

MOST_LETTERS = 200
"""Of a statement."""

USER, LIBRARY, SKIPPED = range(3)
_TBCAST = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
_STANDARD = tuple(
    os.path.join(path, "")
    for path in {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), os.path.dirname(os.__file__)}
)
_INSTALLED = re.compile(r"[\\/](site|dist)-packages[\\/]")
_PASSING_ON = re.compile(r"[\\/](site|dist)-packages[\\/]torch[\\/](_tensor|functional|overrides)\.py$")
_GENERATED = re.compile(r"<(frozen |__array_function__ internals|eval_with_key|attrs generated )")
_COMPREHENSION = re.compile(r"(^|(\.<locals>)?\.)<(listcomp|setcomp|dictcomp|genexpr)>$")
_EXCUSE = re.compile(r"#\s*broadcast:\s*ok\b")


def kind_of(filename: str) -> int:
    """Whose code this is."""
    if filename.startswith("<"):  # a prompt, a cell, `python -c`
        return LIBRARY if _GENERATED.match(filename) else USER
    path = os.path.abspath(filename)
    if path.startswith(_TBCAST) or _PASSING_ON.search(path):
        return SKIPPED
    if _INSTALLED.search(path):
        return LIBRARY
    return LIBRARY if path.startswith(_STANDARD) else USER


class Frames:
    """Finds the user's frame; whose a file is, is looked up once."""

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        """own: files and folders that are the user's wherever they lie."""
        self._own = tuple(os.path.abspath(path) for path in own)
        self._kinds: dict[str, int] = {}

    def add(self, path: str) -> None:
        """One more of the user's."""
        self._own = *self._own, os.path.abspath(path)
        self._kinds = {}

    def _kind(self, filename: str) -> int:
        path = os.path.abspath(filename)
        if any(path == own or path.startswith(os.path.join(own, "")) for own in self._own):
            kind = USER
        else:
            kind = kind_of(filename)
        self._kinds[filename] = kind
        return kind

    def of_user(self, frame: FrameType | None, data: bool) -> FrameType | None:
        """The nearest frame of the user's; None if library code called, unless it compares data."""
        while frame is not None:
            filename = frame.f_code.co_filename
            kind = self._kinds.get(filename)
            kind = self._kind(filename) if kind is None else kind
            if kind == USER:
                return frame
            if kind == LIBRARY and not data:
                return None
            frame = frame.f_back
        return None


def function_of(code: CodeType) -> str:
    """Its name, qualified from Python 3.11 on; a comprehension is part of the function around it."""
    name: str = getattr(code, "co_qualname", code.co_name)
    while _COMPREHENSION.search(name):
        name = _COMPREHENSION.sub("", name)
    return name or "<module>"


def read_source(frame: FrameType) -> None:
    """Make linecache keep the file as it is now: the program may change its folder, or the file."""
    with contextlib.suppress(Exception):  # of a loader of the program's
        linecache.getlines(frame.f_code.co_filename, frame.f_globals)


def _lines(place: Place) -> list[str]:
    first, last = statement_lines(place)
    return linecache.getlines(place.code.co_filename)[first - 1 : last]


def _without_comments(lines: list[str]) -> list[str]:
    kept = list(lines)
    try:
        for token in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                kept[row - 1] = kept[row - 1][:column]
    except (SyntaxError, tokenize.TokenError):  # the head of an indented block, and what follows is not there
        pass
    return kept


def statement_of(place: Place) -> str:
    """The statement in one line without its comments, "" without a source."""
    text = ""
    for line in filter(None, map(str.strip, _without_comments(_lines(place)))):
        text += " " * (bool(text) and text[-1] not in "([{" and line[0] not in ")]}") + line
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 3]}..."


def is_excused(place: Place) -> bool:
    """Does the statement say `# broadcast: ok`?"""
    return any(_EXCUSE.search(line) for line in _lines(place))
