"""Python processes for the tests that need one of their own."""

import subprocess
import sys
from pathlib import Path

# Not the root of the clone: there `python -c` and `python -m` would find the source folder tbcast/ first.
OUTSIDE = Path(__file__).resolve().parents[1]


def python(*arguments, timeout=300, **options):
    """Runs the interpreter that runs the tests; stdout and stderr are captured as text."""
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=OUTSIDE, timeout=timeout, **options
    )
