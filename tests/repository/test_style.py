"""What needs no build: generated files, dependencies, importing."""

import importlib.metadata
import re
import shutil
import sys
from pathlib import Path

import pytest

import tbcast
from repository import LEFTOVERS, ROOT, python

pytestmark = pytest.mark.full

IMPORT_REPORT = """
import sys
before = set(sys.modules)
import tbcast
names = {name.split(".")[0] for name in set(sys.modules) - before}
print(sorted(names - set(sys.stdlib_module_names) - {"tbcast"}))
"""


def test_generated_files_are_current(tmp_path):
    status, text = python("-m", "codegen", "--check", cwd=ROOT / "src", PYTHONDONTWRITEBYTECODE="1")
    assert status == 0, text


def test_an_edited_generated_file_is_noticed_and_rewritten(tmp_path):
    for folder in ("src", "tbcast"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns(*LEFTOVERS))
    edited = tmp_path / "src/core/kernels/generated/ops_ids.h"
    text = edited.read_text("utf-8")
    edited.write_text(text + "\n", "utf-8")
    status, printed = python("-m", "codegen", "--check", cwd=tmp_path / "src")
    assert status == 1
    assert "ops_ids.h" in printed
    assert python("-m", "codegen", cwd=tmp_path / "src")[0] == 0
    assert edited.read_text("utf-8") == text
    assert python("-m", "codegen", "--check", cwd=tmp_path / "src")[0] == 0


def test_importing_the_unbuilt_source_folder_says_what_to_do(tmp_path):
    shutil.copytree(ROOT / "tbcast", tmp_path / "tbcast", ignore=shutil.ignore_patterns(*LEFTOVERS))
    status, text = python("-S", "-c", "import tbcast", cwd=tmp_path)  # nothing installed
    assert status == 1
    assert len(re.findall(r"^\w*Error:", text, re.MULTILINE)) == 1, text
    last = text.strip().splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert "pip install" in last


def test_there_is_no_runtime_dependency(tmp_path):
    requirements = importlib.metadata.requires("tbcast") or []
    assert [text for text in requirements if "extra ==" not in text] == []


def test_importing_tbcast_imports_the_standard_library_only(tmp_path):
    status, text = python("-c", IMPORT_REPORT, cwd=tmp_path)
    assert (status, text.strip()) == (0, "[]")


def test_the_tests_run_against_the_installed_package():
    assert Path(tbcast.__file__).with_name("_version.py").exists()
    assert tbcast.__version__ == importlib.metadata.version("tbcast")
    if Path(tbcast.__file__).resolve().parent == ROOT / "tbcast":  # pip install -e .
        assert list((ROOT / "tbcast").glob("_C.*"))
    else:
        assert str(ROOT) not in sys.path


def test_python_m_pytest_in_the_root_tests_the_installed_package():
    status, text = python("-m", "pytest", "--collect-only", "-q", "tests/repository/test_layers.py", cwd=ROOT)
    assert status == 0, text
    assert "test_no_arrow_points_upwards" in text
