"""[tool.tbcast.audit] of pyproject.toml, for the command and the plugin; annotations of pull requests."""

import json
import os
import sys
from dataclasses import replace

import pytest

from findings import ALL, FINDING, HOSTILE, ROOT, SQUARE
from repository import python
from tbcast.audit import _settings, report

needs_toml = pytest.mark.skipif(sys.version_info < (3, 11), reason="no tomllib")

BUG = "import tbcast as torch\nx = torch.ones(4, 1) - torch.ones(4)\nprint('done')\n"
TEST = """
import tbcast as torch

def test_pairs():
    assert (torch.ones(4, 1) - torch.ones(4)).shape == (4, 4)
"""


@pytest.fixture
def project(tmp_path):
    """Writes the table of a project with a bug; returns its folder."""

    def write(table):
        (tmp_path / "pyproject.toml").write_text(f"[tool.tbcast.audit]\n{table}\n", "utf-8")
        (tmp_path / "bug.py").write_text(BUG, "utf-8")
        (tmp_path / "test_bug.py").write_text(TEST, "utf-8")
        return tmp_path

    return write


def audit(folder, *options, cwd=None):
    """Exit status and both outputs."""
    return python("-m", "tbcast", "audit", *options, folder / "bug.py", cwd=cwd or folder)


def run_tests(folder, *options):
    plugins = ("-p", "no:cacheprovider", "-p", "tbcast_pytest")
    return python("-m", "pytest", *plugins, *options, cwd=folder, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")


# ---- what the table says ----


@needs_toml
def test_the_table_fails_an_audit_and_options_win(project):
    folder = project('fail-on = "high"')
    assert audit(folder)[0] == 3
    assert audit(folder, "--fail-on", "medium")[0] == 3
    (folder / "below").mkdir()
    assert audit(folder, cwd=folder / "below")[0] == 3, "it is looked for in the folders above"
    assert audit(project('least = "high"\nfail-on = "high"\nexclude = ["other"]'))[0] == 3
    assert audit(project("deep = false"))[0] == 0


@needs_toml
@pytest.mark.parametrize(
    "table",
    [
        'exclude = ["bug.py"]',
        'exclude = ["b*.py"]',
        '[tool.tbcast.audit.per-file-ignores]\n"*.py" = ["sub"]',
        '[tool.tbcast.audit.per-file-ignores]\n"bug.py" = ["high"]',
    ],
)
def test_files_operators_and_risks_are_left_out(project, table):
    status, text = audit(project(f'fail-on = "high"\n{table}'))
    assert status == 0 and "No risky broadcasts" in text


@needs_toml
@pytest.mark.parametrize(
    "table",
    [
        'exclude = ["other.py", "ug.py", "bug"]',
        '[tool.tbcast.audit.per-file-ignores]\n"bug.py" = ["add", "medium"]',
        '[tool.tbcast.audit.per-file-ignores]\n"other" = ["sub"]',
    ],
)
def test_others_are_not(project, table):
    assert audit(project(f'fail-on = "high"\n{table}'))[0] == 3


@needs_toml
def test_a_folder_is_left_out_with_all_below_it(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.tbcast.audit]\nexclude = ["old/"]', "utf-8")
    settings = _settings.find(tmp_path)
    inside = replace(FINDING, file=str(tmp_path / "old" / "very" / "a.py"))
    beside = replace(FINDING, file=str(tmp_path / "older.py"))
    prompt = replace(FINDING, file="<stdin>")
    assert settings.kept([inside, beside, prompt]) == [beside, prompt]


@needs_toml
def test_a_policy_and_a_baseline_are_the_projects(project):
    status, text = audit(project('policy = "raise"'))
    assert status == 1 and "BroadcastPolicyError" in text
    folder = project('fail-on = "high"\nbaseline = "known.json"')
    assert audit(folder, "--update-baseline")[0] == 0
    assert json.loads((folder / "known.json").read_text("utf-8"))["findings"]["bug.py"]
    (folder / "below").mkdir(exist_ok=True)
    assert audit(folder, cwd=folder / "below")[0] == 0


@needs_toml
def test_the_plugin_reads_it_if_an_option_asks_for_an_audit(project):
    folder = project('fail-on = "high"')
    assert run_tests(folder)[0] == 0
    status, text = run_tests(folder, "--broadcast-audit")
    assert status == 1 and "1 place with risky broadcasts: 1 high" in text
    status, text = run_tests(project('fail-on = "high"\nexclude = ["test_*.py"]'), "--broadcast-audit")
    assert status == 0 and "No risky broadcasts" in text
    status, text = run_tests(project('policy = "raise"'), "--broadcast-audit")
    assert status == 1 and "BroadcastPolicyError" in text


@needs_toml
@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('fail-on = "low"', "fail-on is one of medium, high, not 'low'"),
        ("least = 3", "least is one of low, medium, high, not 3"),
        ('format = "xml"', "format is one of text, github, json, sarif, not 'xml'"),
        ("exclude = 'all'", "exclude is a list of files, folders and patterns, not 'all'"),
        ("exclude = [1]", "exclude is a list"),
        ("per-file-ignores = {a = 'sub'}", "per-file-ignores is a table of patterns"),
        ("deep = 1", "deep is true or false, not 1"),
        ("baseline = []", "baseline is a path"),
        ("sample = 0", "sample is a whole number from 1 on, not 0"),
        ("sample = true", "sample is a whole number from 1 on, not True"),
        ("risks = 'high'", "there is no risks; there are least, fail-on"),
        ("fail-on = ", "Invalid value"),
    ],
)
def test_a_wrong_table_is_one_sentence_with_the_files_name(project, table, said):
    folder = project(table)
    for status, text in (audit(folder), run_tests(folder, "--broadcast-audit")):
        assert status in (2, 4) and said in text and "pyproject.toml: " in text and "Traceback" not in text


def test_projects_without_the_table_have_no_settings(tmp_path):
    for text in ("", "[tool.other]\nfail-on = 3", "[project]\nname = 'a'\n# tool.tbcast.audit"):
        (tmp_path / "pyproject.toml").write_text(text, "utf-8")
        assert _settings.find(tmp_path) == _settings.Settings()


@pytest.mark.skipif(sys.version_info >= (3, 11), reason="there is tomllib")
def test_without_a_reader_of_toml_one_sentence_says_so(project):
    status, text = audit(project('least = "high"'))
    assert status == 0 or "or by the package tomli" in text


# ---- the report on standard error ----


def test_annotations_name_file_line_and_fix():
    first, second = report.to_github([FINDING, SQUARE], root=ROOT).splitlines()[:2]
    assert first == (
        "::error file=src/train.py,line=3,title=sub%3A a broadcast of high risk::(256, 1) and (256,) give "
        "(256, 256)%0Areturn (pred - target).mean()%0Aa and b have the same sizes apart from 1s, and both "
        "grow%0Afix: target[:, None]"
    )
    assert second.startswith("::warning file=src/train.py,line=9,")


def test_annotations_are_a_line_each_whatever_the_program_wrote():
    lines = report.to_github(ALL, root=ROOT).splitlines()
    assert len(lines) == len(ALL) + 1 and all(line.startswith("::") for line in lines[:-1])
    assert "file=" not in lines[3], "what was typed at a prompt has no file"
    head = report.to_github([HOSTILE], root=ROOT).split("::")[1]
    assert head.count(",") == 2 and "\x1b" not in head


@pytest.mark.parametrize("format", ["text", "github", "json", "sarif"])
def test_the_report_has_the_format_that_is_asked_for(tmp_path, format):
    (tmp_path / "bug.py").write_text(BUG, "utf-8")
    status, text = audit(tmp_path, "--format", format)
    assert status == 0 and "done" in text
    report_text = text.replace("done\n", "")
    if format in ("json", "sarif"):
        found = json.loads(report_text)
        assert "findings" in found or found["version"] == "2.1.0"
    else:
        assert ("::error file=bug.py,line=2" in text) == (format == "github")
        assert text.rstrip().endswith("1 high"), os.linesep
