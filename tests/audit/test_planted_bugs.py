"""Programs with bugs that were planted: an audit finds each of them, at its line, and nothing else.

A line with a bug ends with `# BUG:` and its risk.  The programs import torch, and run with PyTorch and, as
`import tbcast as torch`, with tbcast; those in numpy_programs/ are run by `tbcast audit`.
"""

import importlib
import json
import re
from pathlib import Path

import pytest

from children import python
from under_test import STAND_IN, needs_torch, tb

if STAND_IN:
    pytest.skip("torch has nothing like it", allow_module_level=True)

PROGRAMS = sorted((Path(__file__).parent / "planted").glob("*.py"))
OF_NUMPY = sorted((Path(__file__).parent / "planted/numpy_programs").glob("*.py"))
BUG = re.compile(r"# BUG: (high|medium)$")
FRONT_ENDS = {"tbcast": "tensors", "torch": "torch"}


def bugs(path):
    lines = path.read_text("utf-8").splitlines()
    return [(number, found[1]) for number, line in enumerate(lines, 1) if (found := BUG.search(line))]


def findings(path, library):
    """(line, risk) of what the audit of a library finds."""
    source = path.read_text("utf-8").replace("import torch\n", f"import {library} as torch\n")
    importlib.import_module(f"{library}.nn.functional")
    with getattr(tb.audit, FRONT_ENDS[library])() as seen:
        exec(compile(source, str(path), "exec"), {"__name__": "__main__"})
    return sorted((found.line, found.risk) for found in seen.findings())


@pytest.mark.filterwarnings("ignore:Using a target size")
@pytest.mark.parametrize("library", [pytest.param("torch", marks=needs_torch), "tbcast"])
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_bug_is_found_and_nothing_else(path, library):
    assert findings(path, library) == bugs(path)


@pytest.mark.parametrize("path", OF_NUMPY, ids=lambda path: path.stem)
def test_the_command_finds_every_bug_of_a_program_that_uses_numpy(path, tmp_path):
    pytest.importorskip("numpy")
    report = tmp_path / "found.json"
    done = python("-m", "tbcast", "audit", "--json", str(report), "--fail-on", "medium", str(path))
    assert done.returncode == 3, done.stderr
    found = json.loads(report.read_text("utf-8"))["findings"]
    assert sorted((one["line"], one["risk"]) for one in found) == bugs(path)


def test_the_programs_have_bugs_of_each_kind():
    assert len(OF_NUMPY) >= 5 and all(bugs(path) for path in OF_NUMPY)
    assert len(PROGRAMS) >= 10
    risks = [risk for path in PROGRAMS for _, risk in bugs(path)]
    assert risks.count("high") >= 8 and risks.count("medium") >= 5
    assert all(bugs(path) for path in PROGRAMS)
