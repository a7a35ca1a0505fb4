"""Runs a document: its fenced blocks are one session, in an empty folder.

    ```python with >>>          an interactive session, compared with doctest; `torch` and `tbcast` are there
    ```python or ```ini         a file, named by the first line: `# test_loss.py`
    ```console                  lines that begin with `$ ` are run by a shell, what they print is compared;
                                `...` stands for anything
    ```console torch            the same, where PyTorch is installed
    ```c                        must be in the sources, word for word
    ```python, "# in FILE"      must be in that file; "..." leaves something out
    ```python, "# added to FILE"  what a reader is to add; tests/repository/test_site.py does
    ```text, ```{directive}     nothing to run

Everything else is refused, so that no code on a page goes unrun.
"""

import doctest
import importlib.util
import re
import sys
from pathlib import Path

import tbcast
from repository import ROOT, run, source_files

FENCE = re.compile(r"^(`{3,})([^`\n]*)\n(.*?)^\1 *$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# ([\w./-]+\.(?:py|ini|toml))\n")
QUOTED = re.compile(r"# in ([\w./-]+)\n")
ADDED = re.compile(r"# added to ([\w./-]+)\n")


def blocks(text):
    """(language, code) of the fenced blocks."""
    return [(found[2].strip(), found[3]) for found in FENCE.finditer(text)]


# Where the note on an error begins: the first operand's shape, aligned.
NOTE = re.compile(r"^\w+ +\([ \d,]*\)\n", re.MULTILINE)


def run_examples(text, name, names=None):
    """Run the >>> examples of a text; returns how many, raises with doctest's report on a difference."""
    names = {"torch": tbcast, "tbcast": tbcast} if names is None else names
    test = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    test.globs = names  # one namespace for all blocks of a page, as at a prompt
    if sys.version_info < (3, 11):  # which has no notes on errors
        for example in filter(lambda example: example.exc_msg, test.examples):
            example.exc_msg = NOTE.split(example.exc_msg)[0]
    report = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=report.append, clear_globs=False)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
    return len(test.examples)


def run_console(text, folder):
    """Run each `$ ` line and compare what it prints; returns how many."""
    count = 0
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, wanted = part.partition("\n")
        environment = {
            "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
            "PYTHONPATH": "",
            "COLUMNS": "80",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # the page's pytest has no plugins but tbcast's
            "PYTEST_PLUGINS": "tbcast_pytest",
        }
        _, got = run("bash", "-c", command, cwd=folder, **environment)
        same = doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS)
        assert same, f"$ {command}\nwanted:\n{wanted}\ngot:\n{got}"
        count += 1
    return count


def in_the_sources(text):
    """Is this C somewhere in src/, apart from white space?"""
    wanted = "".join(text.split())
    return any(wanted in "".join(p.read_text("utf-8").split()) for p in source_files(".c", ".h", ".inc"))


def in_the_file(text, name):
    """Are the pieces of a quotation in this file, apart from white space?"""
    there = "".join((ROOT / name).read_text("utf-8").split())
    return all("".join(piece.split()) in there for piece in text.split("..."))


def run_page(text, name, folder):
    """Run the blocks of a document in its folder; returns how many examples were run."""
    names, count = {"torch": tbcast, "tbcast": tbcast}, 0
    for number, (language, code) in enumerate(blocks(text)):
        file = FILE.match(code)
        if language in ("python", "pycon") and ">>>" in code:
            count += run_examples(code, f"{name}, block {number}", names)  # doctest finds sources by name
        elif language in ("python", "ini") and file:
            (folder / file[1]).parent.mkdir(parents=True, exist_ok=True)
            (folder / file[1]).write_text(code, "utf-8")
        elif language == "python" and QUOTED.match(code):
            assert in_the_file(code.partition("\n")[2], QUOTED.match(code)[1]), code
        elif language == "python" and ADDED.match(code):
            assert (ROOT / ADDED.match(code)[1]).exists()  # tests/repository/test_site.py adds it
        elif language == "console" or (language == "console torch" and importlib.util.find_spec("torch")):
            count += run_console(code, folder)
        elif language == "c":
            assert in_the_sources(code), code
        else:
            assert language in ("text", "console torch") or language.startswith("{"), (
                f"{name}: nothing runs this block:\n{code}"
            )
    return count
