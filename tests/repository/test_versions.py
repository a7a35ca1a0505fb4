"""Versions of Python: one list, and one header for what differs."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYPROJECT = (ROOT / "pyproject.toml").read_text()
VERSIONS = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PYPROJECT)

# What CPython's documents call deprecated or soft-deprecated (3.15), and what asks for a version.
OLD = re.compile(
    r"\b(PY_VERSION_HEX|structmember|T_[A-Z]+|READONLY"
    r"|PyErr_(Fetch|Restore|NormalizeException)|PyGILState_\w+|_Py[A-Z_]\w*"
    r"|PyType_From(Spec|SpecWithBases|ModuleAndSpec|Metaclass)|PyInit_\w+|PyModule(Def|_AddObject|_Create2?)"
    r"|PyBytes_FromStringAndSize\(NULL|PyWeakref_GetObject|PyDescr_COMMON|PySequence_In"
    r"|Py(Object|Mem)_(NEW|NEW_VAR|INIT|INIT_VAR|MALLOC|REALLOC|RESIZE|FREE|DEL|Del)|Py_(IS_NAN|IS_INFINITY|IS_FINITE|HUGE_VAL|INFINITY|MEMCPY|ALIGNED))\b"
)


def test_this_python_is_one_of_the_versions():
    assert [f"3.{10 + n}" for n in range(len(VERSIONS))] == VERSIONS
    assert "{}.{}".format(*sys.version_info) in VERSIONS
    assert f'requires-python = ">={VERSIONS[0]}"' in PYPROJECT


def test_each_is_tested_and_has_a_wheel():
    """What is left out anywhere would be missing without a sign."""
    workflow = (ROOT / ".github/workflows/tests.yml").read_text()
    (tested,) = re.findall(r"os: .*\n +python: \[(.*)\]\n.*\n", workflow.partition("free-threaded:")[0])
    (built,) = re.findall(r'^build = "(.*)"$', PYPROJECT, re.MULTILINE)
    assert tested.replace('"', "").split(", ") == VERSIONS
    assert {f"cp{version.replace('.', '')}-*" for version in VERSIONS} <= set(built.split())


def test_what_differs_between_versions_is_in_one_header():
    found = {
        str(path.relative_to(ROOT)): sorted({match[0] for match in OLD.finditer(path.read_text())})
        for folder in ("audit", "python")
        for path in ROOT.glob(f"src/{folder}/**/*.[ch]")
        if path.name != "compat.h"
    }
    assert {path: names for path, names in found.items() if names} == {}
