"""What the tests of the repository share: the clone's root and processes that see the installed package."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# What builds, tests and tools leave behind.
LEFTOVERS = (
    *(".git", "build", "dist", "*.egg-info", "*.so", "*.o", "venv", ".venv"),
    *("__pycache__", ".pytest_cache", ".hypothesis", ".mypy_cache", ".ruff_cache", ".ipynb_checkpoints"),
)


def run(*command, cwd, **environment):
    """Run a command outside the clone and return (exit status, everything it printed)."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TBCAST_W"))}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=env | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout


def python(*arguments, cwd, **environment):
    """The interpreter that runs the tests."""
    return run(sys.executable, *arguments, cwd=cwd, **environment)


def tool(name):
    """A command of the extras dev and lint: beside the interpreter, or on the PATH."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    return found or pytest.skip(f"{name} is missing: pip install '.[dev,lint]'")


def copy_of_the_clone(target):
    """The sources as git would have them, without what builds and tests leave."""
    shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns(*LEFTOVERS))
    return target


def source_files(*suffixes, generated=False):
    """Paths of the clone with these suffixes, without leftovers."""
    ignored = shutil.ignore_patterns(*LEFTOVERS)
    found = []
    for folder, folders, names in os.walk(ROOT):
        skip = ignored(folder, folders + names)
        if not generated:
            skip = skip | {"generated"}
        folders[:] = sorted(set(folders) - skip)
        found += [Path(folder, name) for name in sorted(set(names) - skip) if name.endswith(suffixes)]
    return found
