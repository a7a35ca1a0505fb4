"""How much of the C code the tests run: lines and branches, as gcov counts them without optimisation.

What runs is the package's tests, every call and the import with allocations that fail (helpers/allocations/),
and the C programs of the core.  Nothing is excluded.  A line, or a branch, of the many functions that a
template or a macro makes is one, which runs if it does in one of them; branches are told of each
function, too.
"""

import json
import shutil
import subprocess
import sys
from collections import Counter, defaultdict

import pytest

from allocations.calls import GROUPS
from children import OUTSIDE
from core_programs import ALLOCATION_TESTS, TESTS, Core, compiler_trouble, run as run_program
from repository import ROOT
from variants import COMPILER, FAILING, FOLDERS, Variant

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="allocations fail as Linux's linker lets them"),
]

# Without always_inline: a copy that is inlined for a constant has branches that nothing can take.
COUNTED = [
    *("-O0", "-g0", "--coverage", "-fprofile-update=atomic", "-Wno-frame-larger-than", "-Dalways_inline="),
]
COUNTING = Variant("counting", [*FAILING.options, *COUNTED], sources=FAILING.sources, keeps_objects=True)

# Percent of lines, branches, and branches of each function, at least; docs/reliability.md says what is left.
KINDS = ("lines", "branches", "branches of each function")
LEAST = {"src": (99, 95, 94), "src/core": (99, 95, 94), "src/python": (99, 95, 95), "src/audit": (99, 95, 95)}


def check(done):
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]


def run_tests(shared_folder):
    # its subject is how long calls take
    arguments = ["--ignore=tests/threads/test_interrupts.py", "tests/parity"]
    arguments += [f"tests/{name}" for name in FOLDERS]
    check(COUNTING.run_tests(shared_folder, *arguments, timeout=5000))


def run_failing_allocations(shared_folder, tmp_path):
    helpers, groups = OUTSIDE / "helpers" / "allocations", ",".join(GROUPS)
    check(COUNTING.python(shared_folder, helpers / "importing.py"))
    for whose in ("python", "libc"):
        arguments = (helpers / "runner.py", whose, groups, 0, 1, 100, tmp_path / whose, "once")
        check(COUNTING.python(shared_folder, *arguments, timeout=3000))


def run_programs(folder):
    """The core's, on its own objects, which count, too."""
    sources = folder / "clone" / "src" / "core"
    core = Core([*COMPILER, "--coverage"], *COUNTED, folder=folder / "core", sources=sources)
    for source in sorted(TESTS.glob("*/test_*.c")):
        objects = core.objects(failing_malloc=source.name in ALLOCATION_TESTS)
        program = core.program(source, objects, folder / "core")
        done = run_program([str(program)], timeout=1200)
        assert done.returncode == 0, (source, done.stdout[-3000:] + done.stderr[-3000:])


def gcov(counts):
    """The files that one object file's counts tell of."""
    done = subprocess.run(
        ["gcov", "--branch-probabilities", "--json-format", "--stdout", counts.name],
        capture_output=True,
        text=True,
        cwd=counts.parent,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return (file for text in done.stdout.splitlines() for file in json.loads(text)["files"])


def count(folder):
    """Of each of KINDS, by file of src/: which there are, and how often they ran."""
    found = tuple(defaultdict(Counter) for _ in KINDS)
    for counts in (*folder.glob("objects/**/*.gcda"), *folder.glob("core/**/*.gcda")):
        for file in gcov(counts):
            name = "src/" + file["file"].rpartition("src/")[2]
            if not (ROOT / name).exists():  # of the system, or FAILING's
                continue
            for line in file["lines"]:
                number, branches = line["line_number"], line["branches"]
                found[0][name][number] += line["count"]
                for which, branch in enumerate(branches):
                    place = number, len(branches), which
                    found[1][name][place] += branch["count"]
                    found[2][name][place, line.get("function_name")] += branch["count"]
    return found


def percent(counts, folder):
    """Of those in the folder."""
    files = (own for name, own in counts.items() if name.startswith(f"{folder}/"))
    ran = [times > 0 for own in files for times in own.values()]
    return 100 * sum(ran) / max(len(ran), 1)


def tell(found):
    """The table, and what of it did not run."""
    for name in sorted({"/".join(name.split("/")[:depth]) for name in found[0] for depth in (1, 2, 3)}):
        if not name.endswith((".c", ".h")):
            print(f"{name:24}", *(f"{percent(counts, name):6.2f}" for counts in found))
    for counts, kind in zip(found[:2], KINDS[:2], strict=True):
        for name, own in sorted(counts.items()):
            left = sorted({place if kind == "lines" else place[0] for place, ran in own.items() if not ran})
            if left:
                print(f"{kind} left in {name}:", *left)


def test_the_tests_run_the_lines_and_branches(shared_folder, tmp_path):
    if compiler_trouble([*COMPILER, *COUNTED], tmp_path) or not shutil.which("gcov"):
        pytest.skip("this compiler does not count what runs")
    folder = COUNTING.folder(shared_folder)
    run_programs(folder)
    run_failing_allocations(shared_folder, tmp_path)
    run_tests(shared_folder)
    found = count(folder)
    tell(found)
    for name, least in LEAST.items():
        for counts, lowest, kind in zip(found, least, KINDS, strict=True):
            assert percent(counts, name) >= lowest, (name, kind)
