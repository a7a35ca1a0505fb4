"""`tbcast audit`: programs run as under Python, whatever they do; the report, its files, the exit status."""

import json
import os
import re
import signal
import subprocess
import sys
import textwrap

import pytest

from audit_programs import PROGRAMS
from systems import needs_fork
from under_test import STAND_IN

pytest.importorskip("numpy")
if STAND_IN:
    pytest.skip("torch has no audit", allow_module_level=True)

BUG = "import numpy as np\nx = np.ones((4, 1)) - np.ones(4)\n"


@pytest.fixture
def folder(tmp_path):
    """Where programs lie and run."""
    return tmp_path


def write(folder, **sources):
    for name, source in sources.items():
        path = folder / f"{name.replace('__in__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(source), "utf-8")


def python(folder, *arguments, **options):
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        **options,
    )


def audit(folder, *arguments, **options):
    """Exit status, standard output, standard error."""
    done = python(folder, "-m", "tbcast", "audit", *arguments, **options)
    return done.returncode, done.stdout, done.stderr


def findings(folder, *arguments):
    """Those of the JSON file; and the exit status."""
    status, _, text = audit(folder, "--json", "found.json", *arguments)
    assert (folder / "found.json").exists(), text
    return json.loads((folder / "found.json").read_text("utf-8"))["findings"], status


# ---- the program is what it was ----


def normal(text):
    text = re.sub(r"Ran 1 test in .*", "", text)
    return re.sub(r"0x[0-9A-Fa-f]+|\(pid[^)]*\)", "", text)


@pytest.fixture
def helper(folder):
    write(
        folder,
        helper="'''A module.'''\ndef f(x): return x + 1\n",
        broken="def f():\n    return 1 + [\n        2]\n\nx = f()\n",
        bad="x = (1,\n",
    )
    return folder


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_does_what_it_does_under_python(helper, name):
    write(helper, program=PROGRAMS[name])
    given = {"input": "first\nsecond\n"}
    native = python(helper, "program.py", "x", "--json", "y", **given)
    done = python(helper, "-m", "tbcast", "audit", "program.py", "x", "--json", "y", **given)
    assert (done.returncode, normal(done.stdout)) == (native.returncode, normal(native.stdout)), done.stderr
    told = done.stderr.replace("No risky broadcasts were found.\n", "")
    assert normal(told) == normal(native.stderr)


def from_the_program_on(text):
    """A traceback without the frames of runpy."""
    head, file, rest = normal(text).partition(f"pack{os.sep}mod.py")
    return file + rest if file else head


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", ["names", "main", "error", "exit 7", "spawn", "pickle"])
def test_a_module_does_what_it_does_under_python(helper, name):
    # a pool ends its workers, with what they have not written yet
    package = "print('package', __name__, flush=True)"
    write(helper, pack__in____init__=package, pack__in__mod=PROGRAMS[name])
    native = python(helper, "-m", "pack.mod", "x", "-m", "y")
    done = python(helper, "-m", "tbcast", "audit", "-m", "pack.mod", "x", "-m", "y")
    assert (done.returncode, normal(done.stdout)) == (native.returncode, normal(native.stdout)), done.stderr
    told = done.stderr.replace("No risky broadcasts were found.\n", "")
    assert "runpy" not in told
    assert from_the_program_on(told) == from_the_program_on(native.stderr)


@pytest.mark.full
def test_packages_folders_archives_bytecode_and_standard_input_run(helper):
    write(helper, pack__in____main__="import sys; print(__name__, __package__, len(sys.argv)); " + BUG)
    assert audit(helper, "-m", "pack", "x")[1] == "__main__ pack 2\n"
    assert audit(helper, "pack", "x")[1] == "__main__  2\n"
    assert len(findings(helper, "pack")[0]) == 1
    python(helper, "-m", "zipapp", "pack")
    assert audit(helper, "pack.pyz", "x")[1] == "__main__  2\n"
    python(helper, "-c", "import py_compile; py_compile.compile('helper.py', 'other.pyc')")
    assert audit(helper, "other.pyc")[0] == 0
    status, _, told = audit(helper, "-", input=BUG)
    assert status == 0 and "<stdin>" in told


# ---- what is found ----


def test_the_script_and_the_modules_of_the_program_are_seen(folder):
    write(folder, program=f"{BUG}import other\n", other=BUG)
    found, status = findings(folder, "program.py")
    assert status == 0
    assert [(os.path.basename(f["file"]), f["line"], f["risk"]) for f in found] == [
        ("other.py", 2, "high"),
        ("program.py", 2, "high"),
    ]
    assert set(found[0]) >= (
        {
            "file",
            "line",
            "function",
            "statement",
            "operator",
            "shapes",
            "result",
            "risk",
            "reason",
            "fix",
            "count",
        }
    )
    assert found[0]["shapes"] == [[4, 1], [4]] and found[0]["result"] == [4, 4]


def test_pytorch_is_seen_if_the_program_imports_it(folder):
    pytest.importorskip("torch")
    write(folder, program="import torch\nx = torch.ones(4, 1) - torch.ones(4)\n")
    found, _ = findings(folder, "program.py")
    assert [f["line"] for f in found] == [2]


def test_pytorch_and_numpy_are_not_imported_for_a_program_without_them(folder):
    write(folder, program="import sys\nprint({'torch', 'numpy'} & set(sys.modules), 1 + 1)")
    assert audit(folder, "program.py")[1] == "set() 2\n"


def test_tensors_of_tbcast_are_seen(folder):
    write(folder, program="import tbcast\nx = tbcast.ones(4, 1) - tbcast.ones(4)\n")
    assert [f["line"] for f in findings(folder, "program.py")[0]] == [2]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("program", "status"),
    [
        ("1 / 0", 1),
        ("import sys; sys.exit(9)", 9),
        ("raise KeyboardInterrupt", -signal.SIGINT),
        pytest.param("import os\nif os.fork() == 0: raise SystemExit(3)\nos.wait()", 0, marks=needs_fork),
        ("import threading\nt = threading.Thread(target=lambda: np.ones((3, 1)) * np.ones(3)); t.start()", 0),
        ("import os\nos.chdir('/')", 0),
        ("import sys\nsys.stdout = sys.stderr = None", 0),
    ],
)
def test_the_report_is_written_whatever_the_program_does(folder, program, status):
    write(folder, program=f"{BUG}{program}\n")
    found, own = findings(folder, "program.py")
    assert own == status and 2 in [f["line"] for f in found]


@needs_fork
def test_a_child_writes_no_report(folder):
    write(folder, program=f"{BUG}import os\npid = os.fork()\nif pid: os.waitpid(pid, 0)\n")
    status, _, told = audit(folder, "program.py")
    assert status == 0 and told.count("1 place with risky broadcasts") == 1


# ---- files ----


def test_json_on_standard_output_sends_the_programs_elsewhere(folder):
    write(
        folder,
        program=f"""{BUG}
import os, subprocess, sys
print("python")
os.system("echo shell")
os.write(1, b"descriptor\\n")
subprocess.run([sys.executable, "-c", "print('child')"])
""",
    )
    status, out, told = audit(folder, "--json", "-", "program.py")
    assert status == 0 and len(json.loads(out)["findings"]) == 1
    for text in ("python", "shell", "descriptor", "child", "1 place with risky"):
        assert f"{text}" in told


def test_all_files_are_written_where_the_command_began(folder):
    write(folder, program=f"{BUG}import os\nos.chdir('/')\n")
    status, _, _ = audit(folder, "--html", "a.html", "--sarif", "a.sarif", "--json", "a.json", "program.py")
    assert status == 0
    assert "<!doctype html>" in (folder / "a.html").read_text("utf-8")
    assert json.loads((folder / "a.sarif").read_text("utf-8"))["version"] == "2.1.0"


LEVELS = {
    "high": BUG,
    "medium": "import numpy as np\nx = np.ones((4, 1)) - np.ones(5)\n",
    "low": "import numpy as np\nx = np.ones((4, 5)) - np.ones(5)\n",
}


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("options", "statuses", "counts"),
    [
        (("--fail-on", "high"), [3, 0, 0], [1, 1, 0]),
        (("--fail-on", "medium"), [3, 3, 0], [1, 1, 0]),
        (("--fail-on", "medium", "--least", "high"), [3, 3, 0], [1, 0, 0]),
        (("--least", "low"), [0, 0, 0], [1, 1, 1]),
    ],
)
def test_fail_on_and_least(folder, options, statuses, counts):
    write(folder, **LEVELS)
    told = [findings(folder, *options, f"{name}.py") for name in LEVELS]
    assert [status for _, status in told] == statuses
    assert [len(found) for found, _ in told] == counts


def test_the_programs_own_status_goes_first(folder):
    write(folder, program=f"{BUG}raise SystemExit(5)")
    assert audit(folder, "--fail-on", "high", "program.py")[0] == 5


def test_a_baseline_hides_what_is_known(folder):
    write(folder, program=BUG)
    options = "--baseline", "known.json", "--fail-on", "medium"
    assert audit(folder, *options, "program.py")[0] == 2  # there is none
    status, _, told = audit(folder, *options, "--update-baseline", "program.py")
    assert status == 0 and "No risky" in told
    assert audit(folder, *options, "program.py")[0] == 0
    write(folder, program=f"\n\n{BUG}y = np.ones((3, 1)) * np.ones(3)\n")
    status, _, told = audit(folder, *options, "program.py")
    assert status == 3 and "1 place with risky" in told
    write(folder, program=BUG)
    (folder / "known.json").write_text("{", "utf-8")
    assert audit(folder, *options, "program.py")[0] == 2


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("missing.py",),
        ("-m", "no_such_module"),
        ("-m", "no_such_package.module"),
        ("-m",),
        ("--update-baseline", "program.py"),
        ("--json", "no/such/folder/x.json", "program.py"),
        ("--fail-on", "low", "program.py"),
        ("--least", "none", "program.py"),
        ("--nonsense", "program.py"),
        (".",),
    ],
)
def test_wrong_usage_is_one_line_and_2(folder, arguments):
    write(folder, program="print('ran')")
    status, out, told = audit(folder, *arguments)
    assert (status, out) == (2, "") and len(told.splitlines()) == 1 and told.startswith("tbcast")


def test_a_report_that_cannot_be_written_is_said(folder):
    write(folder, program=BUG)
    (folder / "a.json").mkdir()
    status, _, told = audit(folder, "--json", "a.json", "program.py")
    assert status == 2 and "tbcast audit: " in told and "Traceback" not in told


def test_help_says_what_there_is(folder):
    status, out, _ = audit(folder, "--help")
    assert status == 0
    for word in ("--json", "--baseline", "--fail-on", "-m", "script.py", "Exit status", "# broadcast: ok"):
        assert word in " ".join(out.split())


def test_excused_statements_are_left_out(folder):
    write(folder, program=BUG.replace("(4)\n", "(4)  # broadcast: ok\n"))
    assert findings(folder, "program.py") == ([], 0)
