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
ENTRIES = "there is one entry at least, and none of them is empty"
LARGE = "it is asked of numbers with more digits alone"
GIVEN = "the matcher lets no call through without what is required, or with another type"
ROWS = "the row of the table says which operands there are"
WRITTEN = "TB_OK says that it was written"
COUNTED = "as many are written as are counted"
UNION = "the bytes are copied from a number of that size"
OWNED = "the block belongs to what is returned"
# Files and kinds of reports in them, with the reason why they are none.
EXPLAINED = {
    OPERANDS: """
        core/plan/plan.h core.UndefinedBinaryOperatorResult core.uninitialized.Assign
        core/plan/plan.h -Wanalyzer-null-dereference
        core/plan/plan.c core.UndefinedBinaryOperatorResult
        core/plan/cursor.h core.uninitialized.Assign
        core/iterate/choose.c core.UndefinedBinaryOperatorResult
        core/iterate/direct.c core.UndefinedBinaryOperatorResult
        core/iterate/tiled.c core.UndefinedBinaryOperatorResult core.uninitialized.Assign
        core/iterate/tiled.c core.CallAndMessage
        core/offsets/offset_moves.c core.CallAndMessage
        core/create/tril.c core.CallAndMessage core.UndefinedBinaryOperatorResult
        core/gather/gather_elements.c core.uninitialized.Assign
        core/gather/gather_read.c core.UndefinedBinaryOperatorResult
        core/index/index_plan.c core.CallAndMessage
        core/index/nonzero.c core.UndefinedBinaryOperatorResult
        core/linalg/distance.c core.uninitialized.Assign
        core/pointwise/has_zero.c core.CallAndMessage
        core/random/random_transforms.c core.UndefinedBinaryOperatorResult
        core/reduce/reduce.h core.UndefinedBinaryOperatorResult
        core/reduce/reduce_passes.c core.UndefinedBinaryOperatorResult core.uninitialized.Assign
        core/reduce/reduce_passes.c core.CallAndMessage
    """,
    ENTRIES: """
        core/along_dim/along_dim_blocks.c core.NullDereference
        core/join/join_run.c core.DivideZero core.uninitialized.Assign
        core/memory/view_dtype.c core.CallAndMessage
        core/memory/view_geometry.h core.CallAndMessage
    """,
    LARGE: """
        core/random/random_integers.c core.UndefinedBinaryOperatorResult
    """,
    GIVEN: """
        core/linalg/matmul.c core.NullDereference
        core/memory/tensor.h -Wanalyzer-null-dereference core.NullDereference
        python/args/convert.c -Wanalyzer-use-of-uninitialized-value
        python/create/filled.c core.UndefinedBinaryOperatorResult
        python/create/random.c core.CallAndMessage
        python/functions/broadcasting.c core.UndefinedBinaryOperatorResult
        python/functions/promotion.c core.CallAndMessage
        python/functions/repeats.c core.CallAndMessage
        python/indexing/gather.c -Wanalyzer-null-dereference
        python/indexing/nonzero.c -Wanalyzer-null-dereference
        python/methods/casts.c -Wanalyzer-null-dereference
        python/views/reshape.c core.CallAndMessage
        python/views/resize.c -Wanalyzer-null-dereference core.CallAndMessage
        python/views/resize.c core.UndefinedBinaryOperatorResult
        python/views/split.c core.CallAndMessage
        python/views/view.c -Wanalyzer-null-dereference core.CallAndMessage core.UndefinedBinaryOperatorResult
    """,
    ROWS: """
        core/pointwise/operator_hooks.c core.NullDereference
        core/pointwise/prepare.c -Wanalyzer-null-dereference
        core/pointwise/promotion.c core.NullDereference
        core/pointwise/run.c core.NullDereference core.uninitialized.Branch
        core/pointwise/small_pair.c core.uninitialized.Assign
        python/call/pointwise_call.c core.uninitialized.Branch
        python/pointwise/operator_table.c -Wanalyzer-null-dereference core.CallAndMessage
    """,
    WRITTEN: """
        core/gather/repeat_interleave.c core.uninitialized.Assign
    """,
    COUNTED: """
        audit/shapes.c core.CallAndMessage
    """,
    UNION: """
        core/pack/runs.c -Wanalyzer-use-of-uninitialized-value
        core/random/random_normal.c -Wanalyzer-use-of-uninitialized-value
    """,
    OWNED: """
        core/memory/allocator.c -Wanalyzer-malloc-leak
        python/interop/dlpack_import.c -Wanalyzer-malloc-leak unix.Malloc
        python/types/storage.c -Wanalyzer-malloc-leak
    """,
}
KNOWN = {
    (f"src/{file}", kind)
    for text in EXPLAINED.values()
    for file, *kinds in map(str.split, text.strip().splitlines())
    for kind in kinds
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
    assert [found for found in reports(name, source) if found[:2] not in KNOWN] == []


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
        [*COMMANDS[name], "src/fault.c"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert REPORT.search(done.stdout + done.stderr)
