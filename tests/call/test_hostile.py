"""Objects that resize, change or drop the operand while they are converted, or raise: in public functions.

helpers/hostile.py is the program; it runs under Python's own memory checks (-X dev).
"""

import re
from pathlib import Path

import pytest

from children import python
from under_test import MODULE_NAME

PROGRAM = Path(__file__).parents[1] / "helpers" / "hostile.py"


@pytest.mark.full
def test_hostile_objects_neither_crash_nor_write_nor_leak(whole):
    rounds = 5 if whole else 1
    options = ("-X", "dev", "-X", "faulthandler")
    done = python(*options, PROGRAM, MODULE_NAME, str(rounds), timeout=900)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    calls, acted = map(int, re.fullmatch(r"(\d+) calls, (\d+) of them .*\n", done.stdout).groups())
    assert calls > 10_000
    assert acted > 4_000
