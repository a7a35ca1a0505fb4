"""The pytest plugin: nothing without its options; audits, exit statuses, baselines, policies, workers."""

import importlib.util
import re
import textwrap

import pytest

from repository import ROOT, python
from under_test import needs_torch

LIBRARY = """
def loss(pred, target):
    return ((pred - target) ** 2).mean()
"""

TESTS = """
import tbcast
from library import loss

def test_loss():
    assert loss(tbcast.ones(6, 1), tbcast.ones(6)) == 0

def test_pairs():
    x = tbcast.arange(6)
    assert (x[:, None] - x).shape == (6, 6)

def test_square():
    assert (tbcast.ones(4, 4) - tbcast.ones(4)).sum() == 0
"""

AUDIT = """\
high    library.py:3 in loss
        return ((pred - target) ** 2).mean()
        a  (6, 1)
        b  (   6)
        =  (6, 6)
        seen  sub, once; size 6 times the largest operand, 144 bytes
        why   a and b have the same sizes apart from 1s, and both grow
        fix   target[:, None]

medium  test_program.py:13 in test_square
"""


@pytest.fixture
def program(tmp_path):
    """Writes files of a project into an empty folder."""

    def write(**files):
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(textwrap.dedent(text), "utf-8")
        return tmp_path

    write(library=LIBRARY, test_program=TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers\n", "utf-8")
    return write


def run(folder, *options, plugins=()):
    """Exit status and output of pytest with this plugin alone, whatever else is installed."""
    named = [word for plugin in ("tbcast_pytest", *plugins) for word in ("-p", plugin)]
    return python(
        *("-m", "pytest", "-p", "no:cacheprovider", *named, *options),
        cwd=folder,
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
        COLUMNS="80",
    )


def section(text):
    """The audit's part of the output."""
    found = re.search(r"^=+ broadcast audit =+\n(.*?)^=+ .*", text, re.MULTILINE | re.DOTALL)
    return found[1].lstrip("\n") if found else None


def test_without_its_options_the_plugin_does_nothing(program):
    folder = program(
        test_modules="""
            import sys
            def test_modules():
                assert not [name for name in sys.modules if name.split(".")[0] == "tbcast"]
        """
    )
    status, text = run(folder, "test_modules.py")
    assert status == 0, text
    assert section(text) is None


def test_the_options_module_imports_pytest_alone(tmp_path):
    code = (
        "import sys, pytest; b = set(sys.modules); import tbcast_pytest; print(sorted(set(sys.modules) - b))"
    )
    assert python("-c", code, cwd=tmp_path) == (0, "['tbcast_pytest']\n")


@pytest.mark.full
def test_the_plugin_is_an_entry_point(program):
    """Of a package that is installed; here the folder of its metadata alone is made."""
    folder = program()
    lines = re.search(
        r"^\[project.entry-points.pytest11\]\n(.*?)\n\n", (ROOT / "pyproject.toml").read_text(), re.M | re.S
    )[1].replace('"', "")
    metadata = folder / "tbcast_again-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: tbcast-again\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[pytest11]\n{lines}\n")
    status, text = python("-m", "pytest", "-p", "no:cacheprovider", "--broadcast-audit", cwd=folder)
    assert status == 0 and section(text).startswith(AUDIT), text


def test_an_audit_lists_what_the_tests_and_the_project_broadcast(program):
    status, text = run(program(), "--broadcast-audit")
    assert status == 0, text
    assert section(text).startswith(AUDIT), text
    assert "2 places with risky broadcasts: 1 high, 1 medium" in text
    assert "test_pairs" not in section(text)


def test_an_audit_that_finds_nothing_says_so(program):
    status, text = run(program(), "--broadcast-audit", "-k", "pairs")
    assert (status, section(text)) == (0, "No risky broadcasts were found.\n")


FAILING = [("high", "", 1), ("medium", "square", 1), ("high", "square", 0), ("medium", "pairs", 0)]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("risk", "tests", "wanted"), FAILING)
def test_findings_make_the_exit_status_1(program, risk, tests, wanted):
    status, text = run(program(), "--broadcast-fail-on", risk, "-k", tests)
    assert status == wanted, text
    assert section(text)


def test_an_exit_status_that_is_not_0_is_kept(program):
    status, _ = run(program(), "--broadcast-fail-on=high", "-k", "nothing")
    assert status == pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.mark.full
def test_a_baseline_leaves_out_what_it_knows(program):
    folder = program()
    options = ("--broadcast-fail-on", "high", "--broadcast-baseline", "known.json")
    status, text = run(folder, *options)
    assert status == pytest.ExitCode.USAGE_ERROR
    assert "--broadcast-update-baseline writes one" in text
    status, text = run(folder, *options, "--broadcast-update-baseline")
    assert status == 0, text
    assert "known.json now knows 2 places" in section(text)
    (folder / "library.py").write_text("# moved\n\n" + LIBRARY)
    status, text = run(folder, *options)
    assert (status, section(text)) == (0, "No risky broadcasts were found.\n2 more known in known.json\n")
    program(library=LIBRARY.replace("pred - target", "pred * target"))
    status, text = run(folder, *options)
    assert (status, "pred * target" in section(text)) == (1, True)


@pytest.mark.parametrize("content", ["", "[]", '{"format": 9, "findings": {}}'])
def test_a_damaged_baseline_is_wrong_usage(program, content):
    folder = program()
    (folder / "known.json").write_text(content)
    status, text = run(folder, "--broadcast-baseline", "known.json")
    assert status == pytest.ExitCode.USAGE_ERROR
    assert "ERROR: --broadcast-baseline: " in text
    assert "is no baseline of tbcast audit" in text


def test_an_update_needs_a_baseline(program):
    status, text = run(program(), "--broadcast-update-baseline")
    assert status == pytest.ExitCode.USAGE_ERROR
    assert "--broadcast-update-baseline needs --broadcast-baseline FILE" in text


def test_each_test_runs_under_the_policy(program):
    status, text = run(program(), "--broadcast-policy", "raise", "--tb=line")
    assert status == 1
    assert "tbcast.BroadcastPolicyError: sub: a (6, 1) and b (6,) broadcast to (6, 6)" in text
    assert "1 failed, 2 passed" in text
    assert section(text) is None
    _, text = run(program(), "--broadcast-policy", "warn")
    assert "3 passed, 1 warning" in text


MARKED = """
import pytest
import tbcast

def high():
    return tbcast.ones(6, 1) - tbcast.ones(6)

@pytest.fixture
def made():
    return high()

@pytest.mark.broadcast_ok
def test_meant(made):
    assert high().shape == (6, 6)

@pytest.mark.broadcast_policy("raise", risk="medium")
def test_strict():
    tbcast.ones(4, 4) - tbcast.ones(4)

@pytest.mark.broadcast_policy("sometimes")
def test_wrong():
    high()

def test_plain():
    high()
"""


def test_markers_decide_for_their_test(program):
    folder = program(test_program=MARKED)
    status, text = run(folder, "--tb=line", "-rfE")
    assert status == 1
    assert "1 failed, 2 passed, 1 error" in text, text  # without an option, too
    assert "BroadcastPolicyError" in text
    assert (
        "@pytest.mark.broadcast_policy: broadcast_policy(): level must be 'allow', 'warn' or 'raise'" in text
    )
    status, text = run(folder, "--broadcast-policy=raise", "--tb=no")
    assert "2 failed, 1 passed, 1 error" in text


def test_a_test_that_means_it_is_left_out_of_the_audit(program):
    _, text = run(program(test_program=MARKED), "--broadcast-audit", "-k", "meant")
    assert section(text) == "No risky broadcasts were found.\n"
    _, text = run(program(test_program=MARKED), "--broadcast-audit", "-k", "plain")
    assert "test_program.py:6 in high" in section(text)


def test_the_markers_are_registered(program):
    status, text = run(program(), "--markers")
    assert status == 0
    assert "@pytest.mark.broadcast_ok: " in text
    assert "@pytest.mark.broadcast_policy(level, ...): " in text


DECIDED = """
import pytest
import tbcast

def centred(x, mean):
    return x - mean

@pytest.mark.parametrize("n", [64, 256])
def test_centred(n):
    assert centred(tbcast.ones(n, 64), tbcast.ones(64)).sum() == 0

@pytest.mark.parametrize("n", range(2, 12))
def test_loss(n):
    assert (tbcast.ones(n, 1) - tbcast.ones(n)).sum() == 0
"""


@pytest.mark.full
@pytest.mark.skipif(not importlib.util.find_spec("xdist"), reason="pip install pytest-xdist")
def test_workers_are_judged_together(program):
    folder = program(test_program=DECIDED)
    plain = run(folder, "--broadcast-fail-on=high")
    spread = run(folder, "--broadcast-fail-on=high", "-n2", "--dist=load", plugins=["xdist.plugin"])
    assert plain[0] == spread[0] == 1
    for _, text in (plain, spread):
        assert "1 place with risky broadcasts: 1 high" in section(text), text
        assert "seen  sub, 10 times" in section(text)


@needs_torch
def test_tests_of_pytorch_are_audited(program):
    folder = program(test_program=TESTS.replace("import tbcast", "import torch as tbcast"))
    status, text = run(folder, "--broadcast-fail-on=high")
    assert status == 1, text
    assert section(text).startswith("high    library.py:3 in loss\n"), text


ARRAYS = """
import numpy as np
from library import loss

def test_loss():
    assert loss(np.ones((6, 1)), np.ones(6)) == 0

def test_here():
    pred, y = np.ones((7, 1)), np.ones(7)
    assert ((pred - y) == 1).any(), "no message"

def test_pairs():
    x = np.arange(6)
    assert (x[:, None] - x).shape == (6, 6)
"""


@pytest.mark.sample(2)
@pytest.mark.parametrize("option", ["--assert=rewrite", "--assert=plain"])
def test_tests_of_numpy_are_audited(program, option):
    folder = program(test_program=ARRAYS)
    for _ in range(2):  # nothing that an audit has rewritten is cached
        status, text = run(folder, option, "--broadcast-audit", "--tb=short")
        assert status == 1 and "2 passed" in text, text
        found = section(text)
        places = re.findall(r"^(high|medium) +(\S+)", found, re.MULTILINE)
        assert places == [("high", "library.py:3"), ("high", "test_program.py:10")], text
        assert "y[:, None]" in found
        assert "no message" in text
        assert run(folder, option, "--tb=no")[0] == 1


def test_no_audit_is_left_behind(program):
    """pytest.main in a process that goes on."""
    folder = program(
        main="""
            import sys, pytest, tbcast
            from tbcast import _C
            status = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "tbcast_pytest", *sys.argv[1:]])
            print("watched:", _C._is_watched())
        """
    )
    status, text = python("main.py", "--broadcast-audit", cwd=folder, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert status == 0 and "2 places" in text, text
    assert text.endswith("watched: False\n")
