"""Runs a document with Sybil: its fenced blocks are one session, in an empty folder.

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
from traceback import format_exception_only
from unittest import mock

import sybil
from sybil.parsers.markdown.lexers import FencedCodeBlockLexer

import tbcast
from repository import ROOT, run, source_files

FILE = re.compile(r"# ([\w./-]+\.(?:py|ini|toml|yml))\n")
QUOTED = re.compile(r"# in ([\w./-]+)\n")
ADDED = re.compile(r"# added to ([\w./-]+)\n")


# Where the note on an error begins: the first operand's shape, aligned.
NOTE = re.compile(r"^\w+ +\([ \d,]*\)\n", re.MULTILINE)


def whole_text_of(*exception):
    """An exception's text with its notes: the doctest of CPython 3.11.2 compares the last line alone."""
    return ["".join(format_exception_only(*exception))]


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
    with mock.patch.object(doctest.traceback, "format_exception_only", whole_text_of):
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


def run_python(example):
    """A session, a file or a quotation."""
    code, file = example.parsed, FILE.match(example.parsed)
    if ">>>" in code:
        name = f"{Path(example.path).name}, line {example.line}"  # doctest finds sources by name
        example.namespace["examples"] += run_examples(code, name, example.namespace["names"])
    elif file:
        write(example, file[1])
    elif QUOTED.match(code):
        assert in_the_file(code.partition("\n")[2], QUOTED.match(code)[1]), code
    elif ADDED.match(code):
        assert (ROOT / ADDED.match(code)[1]).exists()  # tests/repository/test_site.py adds it
    else:
        refuse(example)


def run_file(example):
    """A file that the examples below may read."""
    file = FILE.match(example.parsed)
    write(example, file[1]) if file else refuse(example)


def write(example, name):
    file = example.namespace["folder"] / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(example.parsed, "utf-8")


def run_console_block(example):
    example.namespace["examples"] += run_console(example.parsed, example.namespace["folder"])


def run_console_with_torch(example):
    if importlib.util.find_spec("torch"):
        run_console_block(example)


def find_in_the_sources(example):
    assert in_the_sources(example.parsed), example.parsed


def show(example):
    """Nothing to run."""


def refuse(example):
    raise AssertionError(f"{example.path}, line {example.line}: nothing runs this block:\n{example.parsed}")


EVALUATORS = {
    "python": run_python,
    "pycon": run_python,
    "ini": run_file,
    "toml": run_file,
    "yaml": run_file,
    "console": run_console_block,
    "console torch": run_console_with_torch,
    "c": find_in_the_sources,
    "text": show,
}


def parse_blocks(document):
    """Sybil's parser: every fenced block, with what evaluates it."""
    for region in FencedCodeBlockLexer("[^\n]*")(document):
        language = region.lexemes["language"].strip()
        region.parsed = region.lexemes["source"]
        region.evaluator = show if language.startswith("{") else EVALUATORS.get(language, refuse)
        yield region


def blocks(path):
    """(language, code) of a document's fenced blocks."""
    document = sybil.Document.parse(str(path), parse_blocks)
    return [(e.region.lexemes["language"].strip(), e.parsed) for e in document.examples()]


def run_page(path, folder):
    """Run the blocks of a document in this folder; returns how many examples were run."""
    document = sybil.Document.parse(str(path), parse_blocks)
    document.namespace |= {"names": {"torch": tbcast, "tbcast": tbcast}, "folder": folder, "examples": 0}
    for example in document.examples():
        example.evaluate()
    return document.namespace["examples"]
