"""The options of `tbcast audit`."""

from __future__ import annotations

import argparse
from typing import Any

from tbcast._verdict.risk import LEVELS, POLICY_LEVELS
from tbcast.audit._settings import FORMATS

USAGE = "\n       ".join(
    f"tbcast audit [options] {program} [arguments]" for program in ("script.py", "-m module", "-c code")
)
DESCRIPTION = """
Run a program as Python would, and report which of its operations broadcast shapes that nobody may have
meant: of PyTorch, of NumPy and other arrays in the program's own modules, and of tbcast. The report goes to
standard error when the program ends.
"""
EPILOG = """
Exit status: the program's if it is not 0; else 3 if --fail-on finds something; else 0. 2 for wrong usage, and
if --fix cannot write, as it does not if a file is no longer what ran.
A statement is excused by the comment '# broadcast: ok', which a reason may follow. Options that are not given
come from the table [tool.tbcast.audit] of the nearest pyproject.toml, which can exclude files, too. Processes
that the program forks, and Pythons that it starts by subprocess or multiprocessing, join its report. A
program that ends by os.exec or a signal has none.
"""


def add_parser(commands: Any) -> None:
    """Add the parser of `tbcast audit` to the command line's."""
    parser = commands.add_parser(
        "audit",
        help="run a program and report its risky broadcasts",
        usage=USAGE,
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    option = parser.add_argument
    rest = argparse.REMAINDER
    option("-m", dest="module", nargs=rest, metavar="module", help="run a module, as python -m does")
    option("-c", dest="code", nargs=rest, metavar="code", help="run a text, as python -c does")
    option("--least", choices=LEVELS[1:], help="report from this risk on; medium if not given")
    option(
        "--format",
        choices=FORMATS,
        help="of the report on standard error: text, annotations of a pull request, JSON, SARIF",
    )
    option(
        "--explain",
        metavar="FILE:LINE",
        help="instead of the report, explain the broadcasts of this line: the shapes, the rule, where "
        "dimensions of size 1 were written out, and the fix as a diff",
    )
    option(
        "--fix",
        action="store_true",
        help="show the fixes of the report, or of --explain, as a diff, and write them to the files",
    )
    option(
        "--json",
        metavar="FILE",
        help="write the report as JSON, too; -: to standard output, and the program's own to standard error",
    )
    option("--html", metavar="FILE", help="write it as a page")
    option("--sarif", metavar="FILE", help="write it for code hosts")
    option("--fail-on", choices=LEVELS[:1:-1], help="exit with 3 if something of this risk is found")
    option("--baseline", metavar="FILE", help="leave out the findings that are in this file")
    option("--update-baseline", action="store_true", help="write what is found to the baseline")
    option("--policy", choices=POLICY_LEVELS, help="run the program under this broadcast policy")
    option("--deep", action="store_true", help="see what PyTorch's own code and autograd do, too")
    option(
        "--sample",
        type=int,
        metavar="N",
        help="watch the first two rounds of a training loop of PyTorch, and then one in N; a round ends with "
        "a step of the optimizer",
    )
    option("program", nargs=rest, metavar="script.py [arguments]", help="the program")
