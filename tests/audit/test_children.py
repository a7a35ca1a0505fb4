"""What children of an audited program find joins its report; they do what they do without an audit."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import pytest

from systems import needs_fork
from tbcast.audit import Recorder
from tbcast.audit._children import AUDIT_CHILD, Family, python_program
from under_test import STAND_IN, needs_torch

pytest.importorskip("numpy")
if STAND_IN:
    pytest.skip("torch has no audit", allow_module_level=True)


class Folder:
    """Where programs lie and run, with a folder for temporary files."""

    def __init__(self, path, temporary):
        self.path = path
        self.temporary = temporary
        (path / "work").mkdir()

    def write(self, **sources):
        for name, source in sources.items():
            path = self.path / "work" / f"{name.replace('__in__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(source), "utf-8")

    def python(self, *arguments, **options):
        """Exit status, standard output, standard error."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.path / "work",
            env={**environment, "TMPDIR": str(self.temporary), "OMP_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            timeout=300,
            **options,
        )
        return done.returncode, done.stdout, done.stderr

    def left(self):
        """Temporary files of the audit."""
        return [path.name for path in self.temporary.iterdir() if path.name.startswith("tbcast")]

    def found(self, *arguments, status=0):
        """{(file, line, operator): (count, first shapes)} of the report."""
        done = self.python("-m", "tbcast", "audit", "--format", "json", *arguments)
        assert done[0] == status, done
        assert self.left() == []
        return {
            (os.path.basename(one["file"]), one["line"], one["operator"]): (one["count"], one["shapes"])
            for one in json.loads(done[2][done[2].index("{") :])["findings"]
        }


@pytest.fixture
def folder(tmp_path):
    """An empty one; multiprocessing's sockets need a short path."""
    with tempfile.TemporaryDirectory() as temporary:
        yield Folder(tmp_path, Path(temporary))


LIBRARY = {
    "numpy": "import numpy as np\ndef f(n):\n    return (np.ones((n, 1)) - np.ones(n)).shape\n",
    "torch": "import torch\ndef f(n):\n    return tuple((torch.ones(n, 1) - torch.ones(n)).shape)\n",
    "tbcast": "import tbcast\ndef f(n):\n    return tuple((tbcast.ones(n, 1) - tbcast.ones(n)).shape)\n",
}
LIBRARIES = [pytest.param(name, marks=needs_torch if name == "torch" else ()) for name in LIBRARY]
METHODS = [
    pytest.param(name, marks=needs_fork if name != "spawn" else ())
    for name in ("fork", "spawn", "forkserver")
]

POOL = """
import multiprocessing, sys
if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    with context.Pool(2) as pool:  # which ends its workers by a signal
        print(pool.map(f, [2, 3, 4], chunksize=1))
    process = context.Process(target=f, args=(7,))
    process.start()
    process.join()
    print(process.exitcode)
"""


@pytest.mark.full
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("library", LIBRARIES)
def test_processes_of_multiprocessing_join_the_report(folder, method, library):
    folder.write(program=LIBRARY[library] + POOL)
    assert folder.found("program.py", method) == {("program.py", 3, "sub"): (4, [[7, 1], [7]])}


@pytest.mark.full
def test_a_spawned_process_runs_the_main_module_of_a_package(folder):
    folder.write(pack__in____init__="", pack__in__mod=LIBRARY["numpy"] + POOL)
    assert folder.found("-m", "pack.mod", "spawn") == {("mod.py", 3, "sub"): (4, [[7, 1], [7]])}


@pytest.mark.full
@pytest.mark.parametrize("method", METHODS)
def test_processes_of_an_executor_join_the_report(folder, method):
    program = """
import concurrent.futures, multiprocessing
if __name__ == "__main__":
    context = multiprocessing.get_context("METHOD")
    with concurrent.futures.ProcessPoolExecutor(2, context) as pool:
        print(*pool.map(f, [5, 5, 5, 5]))
""".replace("METHOD", method)
    folder.write(program=LIBRARY["numpy"] + program)
    assert folder.found("program.py") == {("program.py", 3, "sub"): (4, [[5, 1], [5]])}


@needs_torch
@pytest.mark.full
@pytest.mark.parametrize("method", METHODS[:2])
def test_workers_of_a_data_loader_join_the_report(folder, method):
    program = """
import numpy as np, sys, torch
from torch.utils.data import DataLoader, Dataset
class Data(Dataset):
    def __len__(self): return 8
    def __getitem__(self, k):
        x = torch.ones(4, 1) - torch.ones(4)
        y = np.ones((3, 1)) * np.ones(3)
        return x
if __name__ == "__main__":
    for batch in DataLoader(Data(), batch_size=2, num_workers=2, multiprocessing_context=sys.argv[1]):
        loss = batch.sum() - batch[:, 0].mean(1)
"""
    folder.write(program=program)
    found = folder.found("program.py", method)
    assert found == {
        ("program.py", 7, "sub"): (8, [[4, 1], [4]]),
        ("program.py", 8, "mul"): (8, [[3, 1], [3]]),
    }


@needs_torch
@needs_fork
@pytest.mark.full
def test_workers_of_torchrun_join_the_report(folder):
    program = """
import torch, torch.distributed
torch.distributed.init_process_group("gloo")
rank = torch.distributed.get_rank()
x = torch.ones(4 + rank, 1) - torch.ones(4 + rank)
torch.distributed.all_reduce(x.sum())
torch.distributed.destroy_process_group()
"""
    folder.write(program=program)
    options = "--standalone", "--nproc-per-node", "2"
    found = folder.found("-m", "torch.distributed.run", *options, "program.py")
    assert found == {("program.py", 5, "sub"): (2, [[5, 1], [5]])}


# ---- other Pythons ----

TELLS = "import sys; print(sys.argv, sys.path, __name__, sys.flags, globals().get('__file__'))"

COMMANDS = [
    ("-c", TELLS, "a", "-b"),
    ("-uc" + TELLS, "a"),
    ("-I", "-X", "utf8", "-Wignore", "-c", TELLS),
    ("-S", "-E", "-W", "error", "-c", TELLS),
    ("-m", "tells", "-m", "x"),
    ("tells.py", "-c", "x"),
    ("-", "x"),
    (),
    ("-V",),
    ("-m", "no_such_module"),
    ("no_such_file.py",),
    ("-c", "raise SystemExit(7)"),
    ("-c", "1 / 0"),
    ("-c", "import os; os._exit(9)"),
    ("-c", "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"),
    ("-c", "raise KeyboardInterrupt"),
    ("-c",),
    ("--no-such-option",),
]


@pytest.mark.full
def test_a_python_that_a_program_starts_does_what_it_does_without_an_audit(folder):
    program = """
import json, subprocess, sys
for words in json.loads(sys.argv[1]):
    command = [sys.executable, *words]
    done = subprocess.run(command, input="import sys; print(sys.argv)", capture_output=True, text=True)
    assert done.args is command
    print(words, done.returncode, done.stdout, done.stderr)
for more in {"env": {}}, {"cwd": "/"}, {"executable": sys.executable}, {"close_fds": False}:
    print(subprocess.run([sys.executable, "-c", "import os; print(os.getcwd())"], **more), flush=True)
print(subprocess.run("echo shell", shell=True))
"""
    folder.write(program=program, tells=TELLS)
    native = folder.python("program.py", json.dumps(COMMANDS))
    done = folder.python("-m", "tbcast", "audit", "program.py", json.dumps(COMMANDS))
    assert (*native[:2], "No risky broadcasts were found.\n") == done


def test_a_python_that_a_program_starts_joins_the_report(folder):
    program = """
import subprocess, sys
subprocess.run([sys.executable, "-c", "import other"], env={}, check=True)
subprocess.Popen(args=[sys.executable, "-I", "other.py"]).wait()
"""
    folder.write(program=program, other="import numpy as np\nx = np.ones((4, 1)) - np.ones(4)\n")
    assert folder.found("program.py") == {("other.py", 2, "sub"): (2, [[4, 1], [4]])}


def test_command_lines_of_python_are_understood():
    python = sys.executable
    assert python_program([python, "-u", "program.py", "-c"]) == (["-u"], ["program.py", "-c"])
    assert python_program((python, "-uBmpack", "x")) == (["-uB"], ["-m", "pack", "x"])
    assert python_program([python, "-X", "dev", "-Wd", "-c", "1"]) == (["-X", "dev", "-Wd"], ["-c", "1"])
    assert python_program([python, "-"]) == ([], ["-"])
    for other in (
        *([python], [python, "-i", "x.py"], [python, "-V"], [python, "-m"], [python, "-X"], ["ls", "x.py"]),
        *([], "python", None, [python, b"x.py"], [python, "-m", "tbcast", "audit", "x.py"]),
        *([python, AUDIT_CHILD, "folder", "x.py"], [python, pytest.__file__], [python, "--help"]),
    ):
        assert python_program(other) is None


# ---- forks, ends, crashes ----


@needs_fork
def test_forked_children_join_the_report_however_they_end(folder):
    program = """
import os, sys, threading
f(2)
def fork(end):
    if os.fork() == 0:
        f(3)
        f(3)
        end()
    os.wait()
fork(lambda: os._exit(0))
fork(lambda: os.kill(os.getpid(), 9))  # whose count is that of new shapes
thread = threading.Thread(target=fork, args=(lambda: os._exit(0),))
thread.start()
thread.join()
def grandchild():
    fork(lambda: os._exit(0))
    os._exit(0)
fork(grandchild)
fork(sys.exit)
"""
    folder.write(program=LIBRARY["numpy"] + program)
    assert folder.found("program.py") == {("program.py", 3, "sub"): (1 + 2 + 1 + 2 + 4 + 2, [[3, 1], [3]])}


@pytest.mark.full
@pytest.mark.parametrize("method", METHODS)
def test_a_child_that_crashes_loses_nothing_of_others(folder, method):
    program = """
import multiprocessing, os, signal, sys
def crash(n):
    f(n)
    g(n)
    os.kill(os.getpid(), signal.SIGKILL)
def g(n):
    return np.ones((n, 1)) * np.ones(n)
if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    processes = [context.Process(target=t, args=(4,)) for t in (f, crash, f)]
    for process in processes: process.start()
    for process in processes: process.join()
    print([process.exitcode for process in processes])
"""
    folder.write(program=LIBRARY["numpy"] + program)
    assert folder.found("program.py", method) == {
        ("program.py", 3, "sub"): (3, [[4, 1], [4]]),
        ("program.py", 11, "mul"): (1, [[4, 1], [4]]),
    }


def test_a_program_that_ends_by_os_exit_keeps_its_status_and_its_output(folder):
    program = "import os\nprint(1, flush=True)\nf(3)\nprint('lost')\nos._exit(status=6)\n"
    folder.write(program=LIBRARY["numpy"] + program)
    status, out, told = folder.python("-m", "tbcast", "audit", "program.py")
    assert (status, out) == (6, "1\n") and "1 place with risky broadcasts" in told
    assert folder.found("--fail-on", "high", "program.py", status=6)


@needs_fork
def test_a_program_that_a_signal_ends_has_that_status(folder):
    folder.write(program=LIBRARY["numpy"] + "import os, signal\nf(3)\nos.kill(os.getpid(), signal.SIGTERM)\n")
    assert folder.python("-m", "tbcast", "audit", "program.py") == (-signal.SIGTERM, "", "")


@needs_fork
def test_a_child_that_outlives_the_report_is_silent(folder):
    program = """
import os, subprocess, sys, time
if os.fork() == 0:
    time.sleep(1)
    f(3)
    subprocess.run([sys.executable, "-c", "print(1)"])
    os._exit(0)
"""
    folder.write(program=LIBRARY["numpy"] + program)
    status, out, told = folder.python("-m", "tbcast", "audit", "program.py")
    assert (status, out, told) == (0, "1\n", "No risky broadcasts were found.\n")
    assert folder.left() == []


# ---- one report ----


@needs_fork
def test_sizes_of_all_processes_are_judged_together(folder):
    program = """
import os
import numpy as np
def f(n):
    return np.ones((n, 4)) - np.ones(4)
f(4)
if os.fork() == 0:
    f(9 if SEEN else 4)
    np.ones((3, 1)) - np.ones(3)  # broadcast: ok
    os._exit(0)
os.wait()
"""
    folder.write(one=program.replace("SEEN", "False"), two=program.replace("SEEN", "True"))
    assert folder.found("one.py") == {("one.py", 5, "sub"): (2, [[4, 4], [4]])}
    assert folder.found("two.py") == {}


@needs_fork
def test_a_finding_of_a_child_is_explained_and_mended(folder):
    folder.write(
        program="""
import subprocess, sys
subprocess.run([sys.executable, "child.py"])
""",
        child="import numpy as np\nx, y = np.ones((4, 1)), np.ones(4)\nprint((x - y).shape)\n",
    )
    status, out, told = folder.python(
        "-m", "tbcast", "audit", "--fix", "--explain", "child.py:3", "program.py"
    )
    assert (status, out) == (0, "(4, 4)\n") and told.endswith("wrote child.py\n")
    assert "(x - y[:, None])" in (folder.path / "work/child.py").read_text("utf-8")


def test_a_policy_holds_in_children(folder):
    program = """
import subprocess, sys
child = "import tbcast\\ntry: tbcast.ones(4, 1) - tbcast.ones(4)\\nexcept RuntimeError: print('refused')"
subprocess.run([sys.executable, "-c", child])
"""
    folder.write(program=program)
    assert folder.python("-m", "tbcast", "audit", "--policy", "raise", "program.py")[1] == "refused\n"


def test_without_children_nothing_is_written_and_everything_is_put_back(folder):
    folder.write(program="import os, tempfile\nprint(os.listdir(tempfile.gettempdir()))\n")
    assert folder.python("-m", "tbcast", "audit", "program.py")[1] == "[]\n"
    before = os._exit, subprocess.Popen.__init__
    with Family(Recorder()) as family:
        assert os._exit is not before[0] and subprocess.Popen.__init__ is not before[1]
        assert family.candidates() == []
    assert before == (os._exit, subprocess.Popen.__init__)


# ---- pytest ----

TESTS = """
import multiprocessing, subprocess, sys
import pytest
from library import f
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_pool(method):
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(f, [3]) == [(3, 3)]
def test_python():
    subprocess.run([sys.executable, "-c", "import library; library.f(4)"], check=True)
    f(2)
"""


@pytest.mark.full
@pytest.mark.parametrize("options", [(), pytest.param(("-n2",), marks=pytest.mark.needs("xdist"))])
def test_children_of_tests_join_the_report_of_pytest(folder, options):
    folder.write(library=LIBRARY["numpy"], test_program=TESTS)
    plugin = ("-p", "tbcast_pytest") if not _is_registered() else ()
    arguments = "-q", "-p", "no:cacheprovider", *plugin, *options, "--broadcast-audit", "test_program.py"
    status, out, told = folder.python("-m", "pytest", *arguments)
    times = len(__import__("multiprocessing").get_all_start_methods()) + 2
    assert status == 0 and out.count("library.py:3 in f") == 1, (out, told)
    assert f"seen  sub, {times} times" in out and "(4, 1)" in out
    assert folder.left() == []


def _is_registered():
    from importlib.metadata import entry_points

    return any(entry.value == "tbcast_pytest" for entry in entry_points(group="pytest11"))


# ---- programs without a file ----

BUG = "import numpy as np\ndef f():\n    return np.ones((4, 1)) - np.ones(4)\nf()\n"


def test_a_text_is_audited(folder):
    tells = "import sys\nprint(sys.argv, __name__, sys.path[0] == '')\n"
    assert folder.found("-c", BUG, "a") == {("<string>", 3, "sub"): (1, [[4, 1], [4]])}
    assert folder.python("-m", "tbcast", "audit", "-c", tells, "-m")[1] == "['-c', '-m'] __main__ True\n"
    assert folder.python("-m", "tbcast", "audit", "-c", "1 / 0")[0] == 1


def test_the_main_module_and_the_modules_of_a_zip_application_are_audited(folder):
    main = f"{BUG}import pack.mod, pkgutil, tbcast\nx = tbcast.ones(3, 1) - tbcast.ones(3)\n"
    data = "print(pkgutil.get_data('pack', 'mod.py')[:6], pack.mod.__file__, pack.mod.__name__)\n"
    folder.write(app__in____main__=main + data, app__in__pack__in____init__="", app__in__pack__in__mod=BUG)
    folder.python("-m", "zipapp", "app")
    native = folder.python("app.pyz")
    assert native == (0, native[1], "")
    assert folder.python("-m", "tbcast", "audit", "app.pyz")[:2] == native[:2]
    found = folder.found("app.pyz")
    assert sorted(found) == [("__main__.py", 3, "sub"), ("__main__.py", 6, "sub"), ("mod.py", 3, "sub")]


def test_runpy_runs_modules_of_the_program(folder):
    folder.write(program="import runpy\nprint(runpy.run_module('other')['x'])\n", other="x = 1\nx = x + 1\n")
    assert folder.python("-m", "tbcast", "audit", "program.py")[:2] == (0, "2\n")
