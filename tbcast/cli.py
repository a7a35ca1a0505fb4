"""The console command `tbcast`: plays the note "Broadcasting semantics" live."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from tbcast import note
from tbcast._version import __version__


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tbcast",
        description="Run every example of PyTorch's note 'Broadcasting semantics' with tbcast and compare "
        "what happens with what the note documents.",
        epilog="Exit status: 0 if every example behaves as documented, 1 if one differs, 2 for wrong usage.",
    )
    parser.add_argument("--plain", action="store_true", help="no colour, also on a terminal")
    parser.add_argument("--version", action="version", version=f"tbcast {__version__}")
    return parser


def _wants_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def main(argv: Sequence[str] | None = None, text: str | None = None) -> int:
    """Play the note and return the exit status; `text` replaces the shipped note.

    Wrong usage ends in SystemExit(2), `--help` and `--version` in SystemExit(0).
    """
    arguments = _parser().parse_args(argv)
    colour = not arguments.plain and _wants_colour()
    try:
        good = note.play(note.shipped_text() if text is None else text, sys.stdout.write, colour)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has left (`tbcast | head`); Python must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0 if good else 1
