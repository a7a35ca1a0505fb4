"""What static analysers say of the C code: clang's, and gcc's -fanalyzer.  A report is mended or is among
EXPLAINED, by file and kind: analysers do not know what callers promise.
"""

import re
import shutil
import subprocess
import sysconfig

import pytest

from repository import ROOT

pytestmark = pytest.mark.long

SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in ROOT.glob("src/*/**/*.c")
    if "levels" not in path.parts  # the kernels: arithmetic in macros, which takes an analyser minutes a file
)
OPTIONS = [
    "-std=gnu11",
    "-Isrc",
    f"-I{sysconfig.get_path('include')}",
    f"-I{sysconfig.get_path('platinclude')}",
]
COMMANDS = {
    "clang": ["clang", "--analyze", "--analyzer-output", "text", *OPTIONS],
    "gcc": ["gcc", "-fanalyzer", "-fdiagnostics-plain-output", "-O0", *OPTIONS, "-c", "-o", "/dev/null"],
}
REPORT = re.compile(r"^(src/\S+?):\d+:\d+: warning: (.*) \[((?:-W)?[\w.-]+)\]$", re.M)

OPERANDS = "a plan has as many operands as its maker says, and a cursor as its caller asks for"
ENTRIES = "there are as many entries as the caller counts, one at least"
WRITTEN = "TB_OK says that it was written"
# (file, kind): why it is none
EXPLAINED = {
    ("src/core/iterate/plan.h", "core.uninitialized.Assign"): OPERANDS,
    ("src/core/iterate/plan.h", "core.UndefinedBinaryOperatorResult"): OPERANDS,
    ("src/core/iterate/cursor.h", "core.uninitialized.Assign"): OPERANDS,
    ("src/core/create/tril.c", "core.UndefinedBinaryOperatorResult"): OPERANDS,
    ("src/core/create/tril.c", "core.CallAndMessage"): OPERANDS,
    ("src/core/gather/gather_elements.c", "core.uninitialized.Assign"): OPERANDS,
    ("src/core/gather/gather_read.c", "core.UndefinedBinaryOperatorResult"): OPERANDS,
    ("src/core/index/index_plan.c", "core.CallAndMessage"): OPERANDS,
    ("src/core/along_dim/along_dim_blocks.c", "core.NullDereference"): ENTRIES,
    ("src/core/gather/repeat_interleave.c", "core.uninitialized.Assign"): WRITTEN,
}


def reports(name, source):
    """(file, kind, text) of each report on a source."""
    done = subprocess.run([*COMMANDS[name], source], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    found = REPORT.findall(done.stdout + done.stderr)
    return [(file, kind, text) for file, text, kind in found]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("source", SOURCES)
def test_nothing_unexplained_is_reported(name, source):
    if not shutil.which(name):
        pytest.skip(f"no {name} on this machine")
    assert [found for found in reports(name, source) if found[:2] not in EXPLAINED] == []


FAULTS = {
    "clang": "void f(int *p) { if (!p) *p = 1; }\n",
    "gcc": "#include <stdlib.h>\nvoid f(void) { char *p = malloc(3); free(p); free(p); }\n",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_fault_is_reported(name, tmp_path):
    if not shutil.which(name):
        pytest.skip(f"no {name} on this machine")
    (tmp_path / "src").mkdir()
    source = tmp_path / "src" / "fault.c"
    source.write_text(FAULTS[name])
    done = subprocess.run(
        [*COMMANDS[name], "src/fault.c"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert REPORT.search(done.stdout + done.stderr)
