"""The console command `tbcast`: runs the examples of PyTorch's note "Broadcasting semantics", explains
shapes, audits programs, times calls.

Modules of a command are imported when it runs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tbcast import note
from tbcast._command_line.audit_options import add_parser as add_audit_parser
from tbcast._command_line.run import add_parser as add_run_parser, run
from tbcast._command_line.terminal import columns, reader_has_quit, show, wants_colour
from tbcast._version import __version__

if TYPE_CHECKING:
    from tbcast._explain.explanation import Explanation
    from tbcast._explain.expressions.explained import ExplainedExpression

USAGE = 2


class _Parser(argparse.ArgumentParser):
    """Reports errors on one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message} (try {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="tbcast",
        description="Without a command: run every example of PyTorch's note 'Broadcasting semantics' with "
        "tbcast and compare what happens with what the note documents.",
        epilog="Exit status: 0 if every example behaves as documented, or the shapes are broadcastable; "
        "1 if not; 2 for wrong usage. Output longer than the terminal goes through $PAGER or less; "
        "PAGER=cat switches that off. NO_COLOR=1 switches colours off, FORCE_COLOR=1 on.",
    )
    parser.add_argument(
        "--section", metavar="NAME", help="show a section with its examples: --section in-place"
    )
    parser.add_argument("--verbose", action="store_true", help="show the whole note with its examples")
    parser.add_argument("--plain", action="store_true", help="no colour, also on a terminal")
    parser.add_argument("--version", action="version", version=f"tbcast {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    explain = commands.add_parser(
        "explain",
        help="explain how shapes broadcast",
        description="Explain what broadcasting these shapes does, dimension by dimension, or why it fails; "
        "or what the steps of an expression do.",
        epilog="Exit status: 0 if the shapes are broadcastable, 1 if not, 2 for wrong usage.",
    )
    explain.add_argument(
        "shape",
        nargs="+",
        help="two or more: 5,2,4,1 or 5x2x4x1 or '(5, 2, 4, 1)', with names for sizes, too: N,1 or 'B T 1'; "
        "a .npy file stands for its shape. Or an expression and the shapes of its names: "
        "'(x - y).mean()' x=N,1 y=N",
    )
    # Do not reset an option that was given before the command.
    explain.add_argument(
        "--plain", action="store_true", default=argparse.SUPPRESS, help="no colour, also on a terminal"
    )
    explain.add_argument("--inplace", action="store_true", help="the first operand is written")
    explain.add_argument("--json", action="store_true", help="all of it as JSON")
    explain.add_argument("--svg", metavar="FILE", type=Path, help="draw a picture, too")
    add_audit_parser(commands)
    add_run_parser(commands)
    commands.add_parser(
        "bench",
        help="a short timing beside NumPy and PyTorch",
        description="Time a few additions side by side with those of NumPy and PyTorch that are installed.",
    )
    return parser


def _colour(arguments: argparse.Namespace) -> bool:
    return not arguments.plain and wants_colour(sys.stdout)


def _fail(error: Exception) -> int:
    line = " ".join(str(error).split())
    print(f"tbcast: {line}", file=sys.stderr)
    return USAGE


def _named(texts: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The expressions or shapes, and the operands given as x=N,1."""
    plain, named = [], {}
    for text in texts:
        name, equals, shape = text.partition("=")
        if equals and name.isidentifier() and not shape.startswith("="):
            named[name] = shape
        else:
            plain.append(text)
    return plain, named


def _explain(arguments: argparse.Namespace) -> int:
    from tbcast._command_line.shape_text import parse
    from tbcast._explain.colours import coloured
    from tbcast._explain.explaining import explain

    plain, named = _named(arguments.shape)
    try:
        found: Explanation | ExplainedExpression
        if len(plain) > 1 and not named:
            found = explain(*map(parse, plain), inplace=arguments.inplace)
        elif len(plain) == 1 and (named or not plain[0].replace("_", "").isalnum()):
            operands = {name: parse(text) for name, text in named.items()}
            found = explain(plain[0], inplace=arguments.inplace, **operands)
        else:
            raise ValueError("explain takes two shapes or more, or an expression and its operands")
        if arguments.svg:
            arguments.svg.write_text(found.to_svg(), encoding="utf-8")
    except (OSError, OverflowError, RuntimeError, TypeError, ValueError) as error:
        return _fail(error)
    if arguments.json:
        print(json.dumps(found.to_dict(), indent=1))
    else:
        show((coloured(str(found)) if _colour(arguments) else str(found)) + "\n")
    return 0 if found.broadcastable else 1


def _play(arguments: argparse.Namespace, text: str) -> int:
    short = not arguments.verbose and arguments.section is None
    parts = ['The examples of PyTorch\'s note "Broadcasting semantics":\n\n'] if short else []
    try:
        good = note.play(
            text,
            parts.append,
            _colour(arguments),
            width=columns(sys.stdout),
            section=arguments.section,
            short=short,
        )
    except ValueError as error:
        return _fail(error)
    if short and sys.stdout.isatty():
        parts.append("tbcast --section NAME shows a section, tbcast --verbose the whole note\n")
    show("".join(parts))
    return 0 if good else 1


def _run(arguments: argparse.Namespace, text: str | None) -> int:
    if arguments.command == "explain":
        return _explain(arguments)
    if arguments.command == "bench":
        from tbcast._command_line.bench import bench

        bench(sys.stdout.write)
        return 0
    return _play(arguments, note.shipped_text() if text is None else text)


def main(argv: Sequence[str] | None = None, text: str | None = None) -> int:
    """Run the command line and return the exit status. `text` replaces the shipped note.

    Wrong usage raises SystemExit(2) or returns 2; `--help` and `--version` raise SystemExit(0).
    """
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.command and (arguments.verbose or arguments.section is not None):
        parser.error(f"--section and --verbose are not for {arguments.command}")
    if arguments.command == "audit":
        from tbcast._command_line.audit import run as audit

        return audit(arguments)  # the program's own output, not this command's
    if arguments.command == "run":
        return run(arguments)  # the same
    try:
        status = _run(arguments, text)
        sys.stdout.flush()
    except OSError as error:
        if not reader_has_quit(error):
            raise
        # `tbcast | head`: Python must not complain at exit, either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status
