"""Memory that runs out: allocation number N of a call fails, N = 1, 2, ... until none does, for everything
public in every form (helpers/allocations/calls.py), and again with all that follow failing, too.

MemoryError or the call's own result; operands and out= as they were; no reference and no block lost
(helpers/allocations/runner.py judges).  The calls are made in processes of their own, Python's allocators
failing (its module _testcapi does that) or libc's (a variant of the extension that is linked with functions
that fail).  A call that ends the process is named, and the next one is made in another process.
"""

import json
import subprocess
import sys
import sysconfig

import pytest

from allocations.calls import GROUPS, OF_CPYTHON
from children import OUTSIDE
from variants import FAILING

RUNNER = OUTSIDE / "helpers" / "allocations" / "runner.py"
IMPORTING = RUNNER.with_name("importing.py")
# Nothing is allocated before these are refused, and nothing by the package itself to look at arrays.
WITHOUT_LIBC = ("refused arguments", "audits")
MANY = 400  # places of one call where an allocation fails, at most; longer calls have some of theirs left out


def run_here(arguments, folder):
    return subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, cwd=folder, timeout=1800
    )


def run(groups, folder, whose="python", start=0, step=1, limit=MANY, program=run_here):
    """What the runner says of some groups, as a dict; calls that end the process are among the problems."""
    progress = folder / f"progress-{whose}-{start}"
    total = {"calls": 0, "left out": 0, "failures": 0, "problems": []}
    for _ in range(20):  # processes that end early
        progress.unlink(missing_ok=True)
        done = program([RUNNER, whose, ",".join(groups), start, step, limit, progress], folder)
        for line in done.stdout.splitlines():
            for key, value in json.loads(line).items():
                total[key] += value
        if done.returncode == 0:
            return total
        assert progress.exists(), done.stderr[-3000:]
        number, _, name = progress.read_text(encoding="utf-8").partition("\n")[0].strip().partition(" ")
        total["problems"].append(f"{name}: ends the process: {done.stderr[-3000:]}")
        start = int(number) + step
    return total


def check(found, least):
    """No problem, and at least so many failures a call."""
    made = found["calls"] - found["left out"]
    assert found["problems"] == []
    assert made > 0
    assert found["failures"] >= least * made


def loses_messages():
    """Does this CPython raise an exception without its text where there is no memory for that?"""
    import _testcapi

    for n in range(20):
        _testcapi.set_nomemory(n, n + 1)
        try:
            range(1, 2, 0)
        except ValueError as error:
            found = error
        except MemoryError:
            found = None
        finally:
            _testcapi.remove_mem_hooks()
        if found is not None and not str(found):
            return True
    return False


@pytest.fixture
def python_allocators():
    pytest.importorskip("_testcapi", reason="this Python has no _testcapi, which makes its allocators fail")
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("free-threaded builds do not survive it: PyList_New frees items that it has not set")
    if loses_messages():
        pytest.skip("this CPython (3.11.2, say) loses the text of an exception where memory is short")


@pytest.fixture
def failing(shared_folder, tmp_path):
    """Runs a program with the variant whose allocations fail."""
    if not FAILING.available(tmp_path):
        pytest.skip("the linker does not know --wrap")
    return lambda arguments, folder: FAILING.python(shared_folder, *arguments, timeout=1800)


# What calls.FAULTY have, and what is said of them.
FOUND = {
    "fault_half_written": "x is neither what it was nor what it becomes",
    "fault_swallowed": "another result",
    "fault_other_exception": "ValueError: no memory",
    "fault_not_refused": "is not refused",
    "fault_system_error": "SystemError",
    "fault_kept_operand": "references to ['x']",
    "fault_left_behind": "left behind, each time",
    "fault_default_dtype": "the default dtype is torch.float64",
    "fault_draw": "the default generator is between two calls",
    "fault_crash": "ends the process",
}


def test_every_fault_is_noticed(python_allocators, tmp_path):
    problems = run(["faulty"], tmp_path)["problems"]
    for name, text in FOUND.items():
        assert any(name in problem and text in problem for problem in problems), (name, problems)
    assert not any("fault_none" in problem for problem in problems)


@pytest.mark.full
def test_a_sample_of_calls_survives_failures_of_pythons_allocators(python_allocators, tmp_path):
    check(run(GROUPS, tmp_path, start=5, step=29, limit=60), least=2)


@pytest.mark.full
def test_an_import_for_which_there_is_no_memory_can_be_repeated(python_allocators, tmp_path):
    done = run_here([IMPORTING], tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    library, watch = map(int, done.stdout.split())
    assert library > 1000 and watch > 20


@pytest.mark.long
@pytest.mark.parametrize("group", GROUPS)
def test_everything_public_survives_failures_of_pythons_allocators(python_allocators, group, tmp_path):
    check(run([group], tmp_path), least=2)


@pytest.mark.long
@pytest.mark.parametrize("group", [group for group in GROUPS if group not in WITHOUT_LIBC])
def test_everything_public_survives_failures_of_libcs_allocators(failing, group, tmp_path):
    check(run([group], tmp_path, "libc", program=failing), least=0.1)


@pytest.mark.full
def test_what_is_left_out_is_among_the_calls():
    names = [call.name for group in GROUPS.values() for call in group()]
    assert [text for text in OF_CPYTHON if not any(text in name for name in names)] == []
