"""Exact values do not depend on the compiled level: the marked tests, once more under each level."""

import os
from pathlib import Path

import pytest

from children import python
from under_test import MODULE_NAME, STAND_IN, tb

# Best last; a level that a machine lacks is named in the summary.
KNOWN_LEVELS = ("baseline", "avx2", "avx512")
HERE = Path(__file__)
MARKED = sorted(
    str(p) for p in HERE.parents[1].rglob("test_*.py") if p != HERE and "mark.cpu_level" in p.read_text()
)


def available():
    return tuple(tb._C._cpu_levels()) if not STAND_IN else KNOWN_LEVELS[:1]


def run(code, **environment):
    return python("-c", code, env={**os.environ, **environment})


def test_known_levels_are_there_or_named(record_property):
    missing = [level for level in KNOWN_LEVELS if level not in available()]
    record_property("missing_cpu_levels", missing)
    assert available()[0] == "baseline"
    assert set(available()) <= set(KNOWN_LEVELS)


@pytest.mark.full
@pytest.mark.parametrize("level", KNOWN_LEVELS)
def test_exact_values_hold_under_the_level(level, whole, request):
    if level not in available():
        pytest.skip(f"this machine or build lacks the level {level}")
    if level == tb._C._cpu_level() and not whole:
        pytest.skip("this run's own level")
    environment = {**os.environ, "TBCAST_CPU": level, "TBCAST_SAMPLE": "tenth"}
    # the same configuration as this run, whatever the folder it was started in
    configuration = ["--rootdir", str(request.config.rootpath), "-c", str(request.config.inipath)]
    options = ["-q", "--full", "-m", "cpu_level", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header"]
    options += [] if whole else ["--every", "8"]
    done = python("-m", "pytest", *options, *configuration, *MARKED, env=environment, timeout=900)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout


@pytest.mark.parametrize("level", KNOWN_LEVELS)
def test_environment_chooses_the_level(level):
    if level not in available():
        pytest.skip(f"this machine or build lacks the level {level}")
    told = run(f"import {MODULE_NAME} as t; print(t._C._cpu_level())", TBCAST_CPU=level)
    assert (told.returncode, told.stdout.strip()) == (0, level), told.stderr


def test_best_level_is_the_default():
    told = run(f"import {MODULE_NAME} as t; print(t._C._cpu_level(), *t._C._cpu_levels())", TBCAST_CPU="")
    assert told.returncode == 0, told.stderr
    level, *levels = told.stdout.split()
    assert level == levels[-1]


def refused(level):
    """The last line of an import that this level makes fail."""
    told = run(f"import {MODULE_NAME}", TBCAST_CPU=level)
    assert told.returncode == 1
    last = told.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: the environment variable TBCAST_CPU: CPU level '")
    return last


@pytest.mark.parametrize("level", ["sse9", "AVX2", "baseline ", "x" * 5000, "x" * 99 + "é", "é%s%n"])
def test_an_unknown_level_is_one_clear_import_error(level):
    last = refused(level)
    assert level[:50].strip() in last
    for name in available():
        assert name in last


@pytest.mark.parametrize("level", KNOWN_LEVELS)
def test_a_level_that_the_machine_lacks_is_one_clear_import_error(level):
    if level in available():
        pytest.skip(f"this machine has the level {level}")
    assert refused(level).endswith(
        f"CPU level '{level}' is not available: this build on this machine has {', '.join(available())}"
    )
