"""Versions of Python: one list, named alike wherever they are named, and one header for what differs."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = (ROOT / "pyproject.toml").read_text()
VERSIONS = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PYPROJECT)
FREE_THREADED = ("3.13t", "3.14t")

# What CPython's documents call deprecated or soft-deprecated (3.15), and what asks for a version.
OLD = re.compile(
    r"\b(PY_VERSION_HEX|structmember|T_[A-Z]+|READONLY"
    r"|PyErr_(Fetch|Restore|NormalizeException)|PyGILState_\w+|_Py[A-Z_]\w*"
    r"|PyType_From(Spec|SpecWithBases|ModuleAndSpec|Metaclass)|PyInit_\w+|PyModule(Def|_AddObject|_Create2?)"
    r"|PyBytes_FromStringAndSize\(NULL|PyWeakref_GetObject|PyDescr_COMMON|PySequence_In"
    r"|Py(Object|Mem)_(NEW|NEW_VAR|INIT|INIT_VAR|MALLOC|REALLOC|RESIZE|FREE|DEL|Del)|Py_(IS_NAN|IS_INFINITY|IS_FINITE|HUGE_VAL|INFINITY|MEMCPY|ALIGNED))\b"
)
FORMS = {
    "README.md": "CPython {first} to {last}",
    "docs/index.md": "CPython {first} to {last}",
    "CONTRIBUTING.md": "Python {first} to {last}",
    "CHANGELOG.md": "CPython {first} to {last}",
    ".ci/run": "CPython {first}-{last}",
    ".ci/wheels": "CPython {first}-{last}",
}


def test_this_python_is_one_of_the_versions():
    assert [f"3.{10 + n}" for n in range(len(VERSIONS))] == VERSIONS
    assert "{}.{}".format(*sys.version_info) in VERSIONS
    assert f'requires-python = ">={VERSIONS[0]}"' in PYPROJECT


def test_wheels_are_built_for_all_of_them():
    (built,) = re.findall(r'^build = "(.*)"$', PYPROJECT, re.MULTILINE)
    (older,) = re.findall(
        r"CIBW_BUILD: (.*)$", (ROOT / ".github/workflows/wheels.yml").read_text(), re.MULTILINE
    )
    versions = (*VERSIONS, *FREE_THREADED)
    assert {*built.split(), *older.split()} == {f"cp{version.replace('.', '')}-*" for version in versions}
    found = (ROOT / ".ci/wheels").read_text()
    for version in versions:
        assert found.count(f"python{version} ") >= 1
    assert " | ".join(versions) in found


@pytest.mark.parametrize("file", FORMS)
def test_documents_name_the_first_and_the_last(file):
    text = (ROOT / file).read_text()
    assert FORMS[file].format(first=VERSIONS[0], last=VERSIONS[-1]) in text
    ranges = re.findall(r"Python (3\.\d+)(?: to |-)(3\.\d+)", text)
    assert set(ranges) == {(VERSIONS[0], VERSIONS[-1])}


def test_what_differs_between_versions_is_in_one_header():
    found = {
        str(path.relative_to(ROOT)): sorted({match[0] for match in OLD.finditer(path.read_text())})
        for path in ROOT.glob("src/python/**/*.[ch]")
        if path.name != "compat.h"
    }
    assert {path: names for path, names in found.items() if names} == {}
