"""The workflows of .github/: they parse, pin what they use, and name what the clone has."""

import importlib.util
import re
import shutil
import subprocess
import sys

import pytest

from repository import ROOT, python

yaml = pytest.importorskip("yaml")

PYPROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
VERSIONS = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PYPROJECT)
FILES = {path.stem: path for path in sorted(ROOT.glob(".github/workflows/*.yml"))}
WORKFLOWS = {name: yaml.safe_load(path.read_text("utf-8")) for name, path in FILES.items()}
JOBS = [(name, job) for name, workflow in WORKFLOWS.items() for job in workflow["jobs"].values()]
STEPS = [(name, step) for name, job in JOBS for step in job["steps"]]
SCRIPTS = [(name, step["run"]) for name, step in STEPS if "run" in step]

MACHINES = ["ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel"]


def test_there_is_one_for_each_task():
    assert set(FILES) == {"tests", "nightly", "wheels", "docs"}


def test_the_tests_run_under_every_python_on_every_machine():
    matrix = WORKFLOWS["tests"]["jobs"]["test"]["strategy"]["matrix"]
    assert (matrix["os"], matrix["python"]) == (MACHINES, VERSIONS)
    assert WORKFLOWS["wheels"]["jobs"]["wheels"]["strategy"]["matrix"]["os"] == MACHINES


def test_the_free_threaded_builds_are_those_that_wheels_are_built_for():
    matrix = WORKFLOWS["tests"]["jobs"]["free-threaded"]["strategy"]["matrix"]
    script = (ROOT / ".ci/wheels").read_text("utf-8")
    assert matrix["python"] == sorted(set(re.findall(r"\b3\.\d+t\b", script)))


@pytest.mark.parametrize("name", FILES)
def test_a_workflow_may_do_no_more_than_it_needs(name):
    workflow = WORKFLOWS[name]
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert 0 < job["timeout-minutes"] <= 360
        writes = {key for key, value in job.get("permissions", {}).items() if value == "write"}
        assert writes <= {"pages", "id-token"}
    for _, step in (found for found in STEPS if found[0] == name):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_actions_are_pinned_to_commits_and_one_is_the_same_everywhere():
    pinned = {}
    for path in FILES.values():
        for action, commit, version in re.findall(
            r"uses: (\S+)@(\S+)(?: # (v[\d.]+))?$", path.read_text("utf-8"), re.MULTILINE
        ):
            assert re.fullmatch(r"[0-9a-f]{40}", commit) and version, action
            assert pinned.setdefault(action, (commit, version)) == (commit, version)
    assert sum("uses" in step for _, step in STEPS) > len(pinned) > 3


@pytest.mark.parametrize(
    ("name", "script"), SCRIPTS, ids=[f"{name}-{n}" for n, (name, _) in enumerate(SCRIPTS)]
)
def test_a_script_is_shell_and_names_what_there_is(name, script):
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "${{" not in script, "an expression in a script is code of whoever can choose its value"
    for path in re.findall(r"(?<![\w/])\.ci/[\w-]+", script):
        assert (ROOT / path).stat().st_mode & 0o100, path
    for extra in re.findall(r"'\.\[(\w+)\]'", script):
        assert re.search(rf"^{extra} = \[", PYPROJECT, re.MULTILINE), extra


def test_the_site_is_built_as_contributing_says():
    (script,) = [script for name, script in SCRIPTS if name == "docs" and "sphinx" in script]
    (command,) = re.findall(
        r"sphinx-build (.*?) docs build/site", (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    )
    assert f"-m sphinx {command} " in script
    (site,) = [step for name, step in STEPS if name == "docs" and "path" in step.get("with", {})]
    assert site["with"]["path"] == "build/site"


def test_the_nightly_workflow_runs_the_long_lane():
    assert "schedule" in WORKFLOWS["nightly"][True]  # YAML 1.1 reads the key `on` so
    assert ".ci/nightly" in [script for name, script in SCRIPTS if name == "nightly"]


@pytest.mark.skipif(not importlib.util.find_spec("check_jsonschema"), reason="pip install check-jsonschema")
def test_they_follow_the_schema(tmp_path):
    arguments = ("--builtin-schema", "vendor.github-workflows", *FILES.values())
    status, text = python("-m", "check_jsonschema", *arguments, cwd=tmp_path)
    assert status == 0, text


ZIZMOR = shutil.which("zizmor", path=sys.exec_prefix + "/bin") or shutil.which("zizmor")


@pytest.mark.skipif(not ZIZMOR, reason="pip install zizmor")
def test_zizmor_finds_nothing():
    done = subprocess.run([ZIZMOR, "--offline", ROOT / ".github"], text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
