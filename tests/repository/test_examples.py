"""The programs in examples/: each runs under tbcast and under PyTorch, and prints the same."""

import contextlib
import io
import re
import warnings

import pytest

from repository import ROOT
from under_test import STAND_IN, needs_torch, tb, torch

PROGRAMS = sorted((ROOT / "examples").glob("*.py"))
IMPORT = re.compile(r"^import tbcast(\.[\w.]+)? as", re.MULTILINE)


def printed(path, name):
    """What the program prints with this library in tbcast's place."""
    source = IMPORT.sub(lambda found: f"import {name}{found[1] or ''} as", path.read_text("utf-8"))
    output = io.StringIO()
    with contextlib.redirect_stdout(output), warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(compile(source, str(path), "exec"), {"__name__": "__main__", "__file__": str(path)})
    return output.getvalue()


def test_there_are_ten_programs():
    assert len(PROGRAMS) >= 10
    assert all(IMPORT.search(path.read_text("utf-8")) for path in PROGRAMS)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_program_runs_and_says_what_it_found(path):
    text = printed(path, tb.__name__)
    assert len(text.splitlines()) >= 5
    assert "False" not in text, text


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_policy_objects_to_nothing_in_the_program(path):
    if STAND_IN:
        pytest.skip("torch has nothing like it")
    with tb.broadcast_policy("raise"):
        assert printed(path, tb.__name__)


@needs_torch
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_program_prints_the_same_under_torch(path):
    assert printed(path, tb.__name__) == printed(path, torch.__name__)
