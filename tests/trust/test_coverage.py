"""How much of the C code the tests run: lines and branches, as gcov counts them without optimisation and
gcovr adds them up (a line of a macro's or a template's many functions is one line).

What runs is the package's tests, every call with allocations that fail (helpers/allocations/), and the C
programs of the core.  Nothing is excluded.
"""

import json
import shutil
import subprocess
import sys
from collections import Counter

import pytest

from allocations.calls import GROUPS
from children import OUTSIDE
from core_programs import TESTS, Core, compiler_trouble, run as run_program
from variants import COMPILER, FAILING, FOLDERS, Variant

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="allocations fail as Linux's linker lets them"),
]

COUNTED = ["-O0", "-g0", "--coverage", "-fprofile-update=atomic", "-Wno-frame-larger-than"]
COVERED = Variant("covered", [*FAILING.options, *COUNTED], sources=FAILING.sources, keeps_objects=True)

# Percent of lines and of branches, at least; docs/reliability.md says what is left.
LEAST = {"src/core": (99, 83), "src/python": (98, 92)}


def check(done):
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]


def run_tests(shared_folder):
    # its subject is how long calls take
    arguments = ["--ignore=tests/threads/test_interrupts.py", "tests/parity"]
    arguments += [f"tests/{name}" for name in FOLDERS]
    check(COVERED.run_tests(shared_folder, *arguments, timeout=5000))


def run_failing_allocations(shared_folder, tmp_path):
    runner, groups = OUTSIDE / "helpers" / "allocations" / "runner.py", ",".join(GROUPS)
    for whose in ("python", "libc"):
        arguments = (runner, whose, groups, 0, 1, 100, tmp_path / whose)
        check(COVERED.python(shared_folder, *arguments, timeout=3000))


def run_programs(folder):
    """The core's, on its own objects, which count, too."""
    sources = folder / "clone" / "src" / "core"
    core = Core([*COMPILER, "--coverage"], folder / "core", *COUNTED, sources=sources)
    for source in sorted(TESTS.glob("*/test_*.c")):
        objects = core.objects(failing_malloc="failing" in source.read_text("utf-8"))
        program = core.program(source, objects, folder / "core")
        done = run_program([str(program)], timeout=1200)
        assert done.returncode == 0, (source, done.stdout[-3000:] + done.stderr[-3000:])


def count(folder):
    """Lines and branches, those that ran and all, by folder of src/ and in all."""
    command = [sys.executable, "-m", "gcovr", "--root", folder / "clone", "--filter", "src/", "--merge-lines"]
    command += ["--exclude", f".*/{FAILING.sources[0].name}"]
    options = ["--gcov-ignore-parse-errors=all", "--merge-mode-functions=merge-use-line-min"]
    done = subprocess.run(
        [*command, *options, "--json-summary", "-", folder / "objects", folder / "core"],
        capture_output=True,
        text=True,
        cwd=folder / "clone",
    )
    assert done.returncode == 0, done.stderr[-3000:]
    counts = {}
    for file in json.loads(done.stdout)["files"]:
        parts = file["filename"].split("/")[:-1]
        for depth in (1, 2, 3):
            total = counts.setdefault("/".join(parts[:depth]), Counter())
            if depth <= len(parts):
                total.update(
                    {key: value for key, value in file.items() if key.endswith(("covered", "total"))}
                )
    return counts


def percent(counts, what):
    return 100 * counts[f"{what}_covered"] / max(counts[f"{what}_total"], 1)


def test_the_tests_run_the_lines_and_branches(shared_folder, tmp_path):
    pytest.importorskip("gcovr", reason="no gcovr")
    if compiler_trouble([*COMPILER, *COUNTED], tmp_path) or not shutil.which("gcov"):
        pytest.skip("this compiler does not count what runs")
    folder = COVERED.folder(shared_folder)
    run_tests(shared_folder)
    run_failing_allocations(shared_folder, tmp_path)
    run_programs(folder)
    counts = count(folder)
    for name in sorted(counts):
        print(f"{name:24} {percent(counts[name], 'line'):6.2f} {percent(counts[name], 'branch'):6.2f}")
    for name, least in LEAST.items():
        assert percent(counts[name], "line") >= least[0]
        assert percent(counts[name], "branch") >= least[1]
