"""`tbcast run`: runs a program that says `import torch`, and gives it tbcast."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tbcast._command_line.program import USAGE, Program, UsageError, execute, module, script, text
from tbcast.as_torch import GRADS

SHORT = "[--grad ignore] {program [arguments] | -m module [arguments] | -c code [arguments]}"


def add_parser(commands: Any) -> None:
    """Add the parser of `tbcast run` to the command line's."""
    parser = commands.add_parser(
        "run",
        help="run a program that says `import torch`",
        usage=f"tbcast run {SHORT}",
        description="Run a program as Python would, with tbcast under the name torch (tbcast.as_torch).",
        epilog="Exit status: the program's; 2 for wrong usage.",
    )
    rest = argparse.REMAINDER
    parser.add_argument("-m", dest="module", nargs=rest, metavar="module", help="run a module: python -m")
    parser.add_argument("-c", dest="code", nargs=rest, metavar="code", help="run a text: python -c")
    parser.add_argument(
        "--grad",
        choices=GRADS,
        default=GRADS[0],
        help="whether requires_grad=True is an error, or remembered and otherwise without effect",
    )
    parser.add_argument("program", nargs=rest, metavar="program [arguments]", help="a file or folder, or -")


def _find(arguments: argparse.Namespace) -> Program:
    for find, given in ((module, arguments.module), (text, arguments.code), (script, arguments.program)):
        if given:
            return find(given[0], given[1:])
    raise UsageError("there is no program to run (try tbcast run --help)")


def run(arguments: argparse.Namespace) -> int:
    """Run the program, and return its exit status. Raises KeyboardInterrupt if the program was interrupted;
    Python must then exit without printing anything more.
    """
    from tbcast import as_torch

    try:
        as_torch(grad=arguments.grad)  # type: ignore[operator]
        return execute(lambda: _find(arguments))
    except (UsageError, ImportError) as error:  # of PyTorch, if it has been imported at startup
        print(f"tbcast run: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        sys.excepthook = lambda *_: None
        raise
