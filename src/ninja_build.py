"""Compiling with ninja: setup.py the extension, the tests the core.

A NinjaBuild collects steps, writes them to build.ninja in its folder, and lets ninja run what is not current:
a step runs again if its command, an input or an included header (compilers name them) has changed, and only
then.
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

RULES = """\
rule compile
  command = $tool -MMD -MF $out.d -c $in -o $out
  depfile = $out.d
  deps = gcc
  description = $in

rule generate
  command = $tool
  restat = 1
  description = $tool
"""


class BuildFailed(Exception):
    """What ninja printed: the command that failed and what it said."""


def ninja_program():
    """The ninja of PyPI's package, whose scripts need not be on the PATH, or that of the PATH."""
    try:
        from ninja import BIN_DIR
    except ImportError:
        BIN_DIR = None
    of_package = BIN_DIR and shutil.which("ninja", path=BIN_DIR)
    found = of_package or shutil.which("ninja") or shutil.which("ninja-build")
    if found is None:
        raise BuildFailed("tbcast builds with ninja: `pip install ninja`")
    return found


def for_shell(words):
    """The words as the value of a variable of ninja that is part of a command."""
    text = subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
    return text.replace("$", "$$")


def path(name):
    """A path as ninja's lists of files want it."""
    return Path(name).as_posix().replace("$", "$$").replace(" ", "$ ").replace(":", "$:")


class NinjaBuild:
    """Steps, run in the folder `root`: relative paths of files start there."""

    def __init__(self, folder, root):
        self.folder = Path(folder)
        self.root = root
        self.lines = [f"builddir = {path(folder)}\n", RULES]

    def _step(self, rule, outputs, inputs, command, after=()):
        made, of = (" ".join(map(path, names)) for names in (outputs, inputs))
        order = f" || {' '.join(map(path, after))}" if after else ""
        self.lines.append(f"build {made}: {rule} {of}{order}\n  tool = {for_shell(command)}")

    def compile(self, source, target, command, after=()):
        """Compile a source with `command`, once the files `after` are there; gives the object."""
        self._step("compile", [target], [source], command, after)
        return target

    def generate(self, targets, inputs, command):
        """Run a program that writes those of the targets whose text has changed."""
        self._step("generate", targets, inputs, command)

    def run(self, targets=(), show=True):
        """Make the targets, or everything, with one process per processor; raises BuildFailed."""
        text = "\n".join(self.lines) + "\n"
        file = self.folder / "build.ninja"
        self.folder.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
        command = [ninja_program(), "-f", file, f"-j{os.cpu_count() or 1}", *map(str, targets)]
        sys.stdout.flush()
        done = subprocess.run(
            command,
            cwd=self.root,
            check=False,
            **({} if show else {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}),
        )
        if done.returncode:
            raise BuildFailed(done.stdout or "a step of the build failed: ninja has printed which, and why")
