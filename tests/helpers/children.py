"""Python processes for the tests that need one of their own."""

import subprocess
import sys
import textwrap
from pathlib import Path

# Not the root of the clone: there `python -c` and `python -m` would find the source folder tbcast/ first.
OUTSIDE = Path(__file__).resolve().parents[1]


def python(*arguments, timeout=300, **options):
    """Runs the interpreter that runs the tests; stdout and stderr are captured as text."""
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=OUTSIDE, timeout=timeout, **options
    )


def survived(program):
    """What a program that must not crash printed as "what -> result", as a dict; its last line is "alive"."""
    done = python("-X", "faulthandler", "-c", textwrap.dedent(program))
    assert done.returncode == 0, done.stderr
    *lines, last = done.stdout.splitlines()
    assert last == "alive"
    return dict(line.split(" -> ") for line in lines)
