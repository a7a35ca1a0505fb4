"""The terminal that a command writes to: whether there is one, its colours and width; and the pager."""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import subprocess
import sys
from typing import TextIO

LEAST_COLUMNS = 40
PAGER = "less"
LESS = "FRX"
"""git's options: less exits if the text fits the screen, shows colours, and leaves the text on the screen."""


def wants_colour(stream: TextIO) -> bool:
    """Whether to write colours: NO_COLOR and FORCE_COLOR decide, in this order, as in CPython's own tools;
    otherwise whether the stream is a terminal with colours.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb" and (os.name != "nt" or _takes_escapes())


def _takes_escapes() -> bool:
    """Whether Windows' console shows colours, which it has to be told to do."""
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - known on Windows alone
    console, mode = kernel.GetStdHandle(-11), ctypes.c_ulong()
    escapes = 4  # ENABLE_VIRTUAL_TERMINAL_PROCESSING
    return bool(
        kernel.GetConsoleMode(console, ctypes.byref(mode))
        and kernel.SetConsoleMode(console, mode.value | escapes)
    )


def reader_has_quit(error: OSError) -> bool:
    """Whether nobody reads what was written: Windows calls that an invalid argument."""
    return isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL)


def columns(stream: TextIO) -> int | None:
    """The width at which text is wrapped: COLUMNS or the terminal's; None if the stream is not a terminal."""
    if not (stream.isatty() or os.environ.get("COLUMNS", "").isdecimal()):
        return None
    return max(shutil.get_terminal_size().columns, LEAST_COLUMNS)


def _pager() -> list[str]:
    """The user's pager as a command, or less; [] if there is none."""
    try:
        command = shlex.split(os.environ.get("PAGER", PAGER), posix=os.name != "nt")
    except ValueError:  # an unclosed quotation mark
        return []
    if not command or command == ["cat"] or not shutil.which(command[0]):
        return []
    return command


def _lines_on_screen(text: str, width: int) -> int:
    plain = re.sub(r"\x1b\[[\d;]*m", "", text)
    return sum(max(1, -(-len(line) // width)) for line in plain.splitlines())


def show(text: str) -> None:
    """Write a text to standard output; on a terminal that it does not fit, through the pager."""
    size = shutil.get_terminal_size()
    pages = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    command = _pager() if pages and _lines_on_screen(text, size.columns) >= size.lines else []
    if not command:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    environment = {"LESS": LESS, "LV": "-c", **os.environ}
    try:
        pager = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, encoding="utf-8", env=environment)
    except OSError:  # a file that is not executable
        sys.stdout.write(text)
        return
    assert pager.stdin
    for step in (lambda: pager.stdin.write(text), pager.stdin.close):
        try:
            step()
        except OSError as error:
            if not reader_has_quit(error):
                raise
    while True:
        try:
            pager.wait()
            return
        except KeyboardInterrupt:  # meant for the pager, which handles it
            continue
