"""The lanes: what a run leaves out is counted, and run by the option that the count names."""

import re
import shutil

import pytest

from repository import ROOT, python

TESTS = """
import pytest

@pytest.mark.sample(3)
@pytest.mark.parametrize("n", range(7))
def test_of_many_cases(n):
    pass

@pytest.mark.full
def test_of_the_full_lane():
    pass

@pytest.mark.long
def test_that_is_long():
    pass

@pytest.mark.needs("re", "a_module_that_is_missing")
def test_that_needs_a_module():
    pass

def test_with_a_sample_and_a_whole(whole):
    pass
"""
MISSING = "1 without a_module_that_is_missing (pip install '.[dev,parity]')"
LANES = {
    "": (4, ["5 of the full lane (pytest --full)", "2 long ones (pytest --long)", MISSING]),
    "--full": (9, ["2 long ones (pytest --long)", MISSING]),
    "--long": (11, [MISSING]),
    "--long -m whole": (1, []),
    "--full --every 2": (6, ["3 that --every passes over", "2 long ones (pytest --long)", MISSING]),
}


@pytest.fixture
def folder(tmp_path):
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_lanes.py").write_text(TESTS, "utf-8")
    path = f"{ROOT / 'tests' / 'helpers'} {ROOT / 'src'}"
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {path}\n", "utf-8")
    return tmp_path


def check(folder, options, *more):
    plugins = ("-p", "no:cacheprovider", "-p", "no:randomly")
    status, text = python("-m", "pytest", *plugins, *options.split(), *more, cwd=folder)
    passed, left_out = LANES[options]
    assert status == 0 and f"{passed} passed" in text, text
    assert sorted(re.findall(r"^not run: (.*)$", text, re.M)) == sorted(left_out)


@pytest.mark.sample(len(LANES))
@pytest.mark.parametrize("options", LANES)
def test_what_is_left_out_is_counted_and_run_by_its_option(folder, options):
    check(folder, options)


@pytest.mark.full
@pytest.mark.needs("xdist")
def test_several_processes_count_it_once(folder):
    check(folder, "", "-n2")
