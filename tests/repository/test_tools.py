"""What tools judge: sources, scripts, workflows and words; test_build.py has packages."""

import pytest

from repository import ROOT, run, source_files, tool

pytestmark = pytest.mark.full

WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml"))
TEXTS = ["*.md", ".ci", ".github", "benchmarks", "docs", "examples", "setup.py", "src", "tbcast", "tests"]
COMMANDS = {
    "ruff": ["ruff", "check", "--no-cache", ROOT],
    "clang-format": ["clang-format", "--dry-run", "-Werror", *source_files(".c", ".h")],
    "shellcheck": ["shellcheck", "--severity=warning", *sorted(ROOT.glob(".ci/*"))],
    "check-jsonschema": ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS],
    "zizmor": ["zizmor", "--offline", ROOT / ".github"],
    "codespell": ["codespell", *(path for pattern in TEXTS for path in sorted(ROOT.glob(pattern)))],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_tool_finds_nothing(name):
    program, *arguments = COMMANDS[name]
    status, text = run(tool(program), *arguments, cwd=ROOT)
    assert status == 0, text
