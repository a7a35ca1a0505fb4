"""`%load_ext tbcast.audit` and `%%audit`."""

import os
import re

import pytest

from children import python
from under_test import STAND_IN

pytest.importorskip("IPython")
pytest.importorskip("numpy")
if STAND_IN:
    pytest.skip("torch has no audit", allow_module_level=True)

HELPER = "__tbcast_audit__"
SHELL = """
import ast, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.colors = "nocolor"
shell.run_line_magic("load_ext", "tbcast.audit")
def run(cell):
    done = shell.run_cell(cell)
    print("->", done.success, type(done.error_in_exec).__name__)
    return done
import numpy
shell.user_ns["np"] = numpy
"""


@pytest.fixture
def told(tmp_path):
    """What a program with a shell prints; each shell is a process of its own, as it changes a lot."""

    def told(program):
        environment = {**os.environ, "IPYTHONDIR": str(tmp_path), "NO_COLOR": "1"}
        done = python("-c", SHELL + program, env=environment)
        assert done.returncode == 0, done.stderr
        return re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)

    return told


def test_a_cell_is_run_and_reported(told):
    out = told('''
run("""%%audit
x, y = np.ones((4, 1)), np.ones(4)
def f():
    return x - y
f().shape""")
print(sorted(shell.run_line_magic("who_ls", "")), shell.user_ns["f"]().shape)
print(shell.user_ns["f"].__code__.co_names)
''')
    assert ": (4, 4)" in out and "high" in out and "y[:, None]" in out
    assert "1 place with risky broadcasts: 1 high\n-> True NoneType" in out
    assert out.endswith("'f', 'np', 'x', 'y'] (4, 4)\n('x', 'y')\n") and HELPER not in out


KERNEL = """
from ipykernel.compiler import XCachingCompiler
shell.compile = XCachingCompiler()
"""


@pytest.mark.parametrize("compiler", ["IPython", "ipykernel"])
def test_a_place_is_named_as_in_tracebacks(told, compiler):
    """ipykernel compiles a cell as a temporary file, which tells a reader nothing."""
    if compiler == "ipykernel":
        pytest.importorskip("ipykernel")
    out = told(
        KERNEL * (compiler == "ipykernel")
        + '''
shell.execution_count = 3
run("""%%audit
x, y = np.ones((4, 1)), np.ones(4)
x - y
def f():
    return y - x
f()
1 / 0""")
from IPython.utils.capture import capture_output
with capture_output() as notebook:
    shell.run_cell("%%audit\\nw = x\\nz = w + y")
[report] = [output.data for output in notebook.outputs if "text/html" in output.data]
print("Cell In[3], line 2" in report["text/html"], "ipykernel" in report["text/html"])
'''
    )
    assert "high    Cell In[3], line 2\n" in out and "high    Cell In[3], line 4 in f\n" in out
    assert "Cell In[3], line 6" in out  # IPython's own
    assert out.endswith("True False\n")
    assert "ipykernel_" not in out and "<ipython" not in out


def test_a_notebook_shows_html_and_a_terminal_text(told):
    out = told("""
from IPython.utils.capture import capture_output
cell = "%%audit\\nx, y = np.ones((4, 1)), np.ones(4)  # <i>\\nx - y"
with capture_output() as notebook:
    shell.run_cell(cell)
[report] = [output.data for output in notebook.outputs if "text/html" in output.data]
html, text = report["text/html"], report["text/plain"]
print(text)
for part in ("<style>", "<svg", "y[:, None]", "&lt;i&gt;", "1 place with risky broadcasts: 1 high"):
    print(part in html, end=" ")
print(html.startswith('<div class="tbcast-audit">'), "http" in html.replace("http://www.w3.org/2000/svg", ""))
print(any(word in html for word in ("<html", "<body", "<script", " id=\\"place", ":root", "@media")))
outside = [line for line in html.partition("</style>")[0].splitlines()
           if "{" in line and not line.startswith(".tbcast-audit")]
print(outside)
shell.display_formatter.active_types = ["text/plain"]
with capture_output() as terminal:
    shell.run_cell(cell)
print({key for output in terminal.outputs for key in output.data})
""")
    assert "fix   y[:, None]" in out and "True True True True True True False\nFalse\n[]\n" in out
    assert out.endswith("{'text/plain'}\n")


def test_other_cells_are_left_alone(told):
    out = told("""
before = list(shell.ast_transformers), list(sys.meta_path)
run("%%audit\\n1 + 1")
assert before == (list(shell.ast_transformers), list(sys.meta_path))
run("np.ones((3, 1)) - np.ones(3)")
run("import dis; '__tbcast_audit__' in (lambda a: a + 1).__code__.co_names")
""")
    assert out.count("No risky broadcasts were found.") == 1 and "risky broadcasts:" not in out
    assert "False\n-> True" in out


def test_a_cell_that_fails_has_failed_and_is_reported(told):
    out = told('''
run("""%%audit
z = np.ones((4, 1)) - np.ones(4)
def f(a):
    return a / 0
f(1 + 2)""")
run("%%audit\\nx = = 1")
run("shell_goes_on = 1")
''')
    assert (
        out.count("ZeroDivisionError") == 3 and "return a / 0" in out
    )  # heading, message, and the test's line
    assert "1 place with risky broadcasts: 1 high" in out and "-> False ZeroDivisionError" in out
    assert "SyntaxError" in out and out.endswith("-> True NoneType\n")


def test_options(told):
    out = told("""
run("%%audit --least low\\nx = np.ones((4, 5)) - np.ones(5)")
run("%%audit\\nx = np.ones((4, 5)) - np.ones(5)")
run("%%audit --least nonsense\\nx = 1")
""")
    assert "1 low" in out and out.count("No risky broadcasts were found.") == 1
    assert "-> False UsageError" in out


def test_modules_that_a_cell_imports_are_rewritten(told, tmp_path):
    (tmp_path / "of_the_user.py").write_text(
        "import numpy as np\nx = np.ones((3, 1)) - np.ones(3)\n", "utf-8"
    )
    out = told(f'sys.path.insert(0, {str(tmp_path)!r})\nrun("%%audit\\nimport of_the_user")\n')
    assert "of_the_user.py:2" in "".join(out.split())


def test_other_magics_work_within(told):
    out = told('run("%%audit\\n%time x = np.ones((3, 1))\\ny = !echo text\\ndisplay(y[0]); await_ = 1")')
    assert "Wall time" in out and "'text'" in out and "-> True" in out


def test_it_can_be_unloaded(told):
    out = told('shell.run_line_magic("unload_ext", "tbcast.audit")\nrun("%%audit\\n1")')
    assert "-> False" in out
