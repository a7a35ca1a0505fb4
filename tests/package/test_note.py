"""The player of the note: its parser, its rules of comparison, the command `tbcast`, and Python's prompts."""

import os
import re
import shutil
import struct
import subprocess
import sys
import sysconfig
from dataclasses import replace

import pytest

from tbcast import cli, note

EXAMPLES = note.parse(note.shipped_text())
ESCAPE = "\x1b["

WARNING = (
    "self and other do not have the same shape, but are broadcastable, and have the same number of "
    "elements.\nChanging behavior in a backwards incompatible manner to broadcasting rather than viewing "
    "as 1-dimensional."
)


def one(text):
    (example,) = note.parse(text)
    return example


def outcome(text):
    return note.run(one(text))


# ---- the shipped note ----


def test_shipped_note_has_eleven_examples_in_three_sections():
    sections = [example.section for example in EXAMPLES]
    assert {name: sections.count(name) for name in sections} == {
        "General semantics": 7,
        "In-place semantics": 2,
        "Backwards compatibility": 2,
    }
    assert all(example.expected for example in EXAMPLES)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example_behaves_as_documented(number):
    result = note.run(EXAMPLES[number])
    assert (result.surprises, [v for v in result.verdicts if not v.holds]) == ((), [])


def test_examples_behave_the_same_in_any_order_and_twice():
    assert all(note.run(example).as_documented for _ in range(2) for example in reversed(EXAMPLES))


# ---- reading ----


def test_lines_are_numbered_and_sections_named():
    text = "Title\n=====\n\nFor Example::\n\n    >>> 1\n    1\n\n    # but:\n    >>> 2\n    2\n"
    first, second = note.parse(text)
    assert (first.line, first.section, second.line) == (6, "Title", 10)
    assert first.before == ("Title", "=====", "", "For Example::", "")
    assert second.before == ("", "    # but:")


def test_continued_statement_is_one_and_so_is_its_output():
    example = one(">>> for i in range(2):\n...     print(i)\n0\n1\n")
    assert example.statements == ("for i in range(2):\n    print(i)",)
    assert example.expected == (note.Expectation("value", "0\n1"),)
    assert note.run(example).as_documented


def test_sentence_below_a_statement_is_no_output():
    example = one(">>> torch.ones(1)\nwould print something\n")
    assert example.expected == ()


def test_fences_separate_code_from_headings():
    first, second = note.parse("# One\n```\n>>> 1\n1\n# a comment\n```\n# Two\n```\n>>> 2\n2\n```\n")
    assert (first.section, first.remarks, second.section) == ("One", ("# a comment",), "Two")


def test_warning_ends_with_its_margin_or_a_blank_line():
    text = ">>> f()\nx.py:3: UserWarning: a\nb\n  - c\n"
    assert one(text).expected == (note.Expectation("warning", "UserWarning: a\nb"),)
    text = "    >>> f()\n    x.py:3: UserWarning: a\n    b\n\n    c\n"
    assert one(text).expected == (note.Expectation("warning", "UserWarning: a\nb"),)


# ---- comparing ----


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        (">>> torch.ones(2).size()\ntorch.Size([2])", True),
        (">>> torch.ones(2).size()\ntorch.Size([3])", False),
        (">>> torch.ones(2)\ntensor([1., 1.])", True),
        (">>> torch.ones(2)\ntensor([1., 2.])", False),
        (">>> torch.randn(2)\ntensor([0.1, 2.5])", True),
        (">>> torch.randn(2)\ntensor([[0.1, 2.5]])", False),
        (">>> torch.randn(2)\ntensor([0.1, 2.5, 3.5])", False),
        # Seeded numbers are compared as they are.
        (">>> torch.manual_seed(0); torch.randn(2)\ntensor([0.1, 2.5])", False),
        # A size is a value, however random the elements.
        (">>> torch.empty(2).size()\ntorch.Size([3])", False),
        (">>> raise RuntimeError('a\\nb')\nRuntimeError: b", True),
        (">>> raise RuntimeError('a\\nb')\nRuntimeError: a", True),
        (">>> raise RuntimeError('a b')\nRuntimeError: a", False),
        (">>> raise ValueError('a')\nRuntimeError: a", False),
        (">>> 1\nRuntimeError: a", False),
        (">>> raise RuntimeError('a')\n1", False),
        (">>> import warnings; warnings.warn('a')\n__main__:1: UserWarning: a", True),
        (">>> import warnings; warnings.warn('a', FutureWarning)\n__main__:1: UserWarning: a", False),
        (">>> import warnings; warnings.warn('ab')\n__main__:1: UserWarning: a", False),
        (">>> x, y = torch.ones(2,1), torch.ones(3)\n# x and y are broadcastable", True),
        (">>> x, y = torch.ones(2,1), torch.ones(3)\n# x and y are not broadcastable", False),
        # The deprecated fallback adds them, but it does not broadcast.
        (">>> x, y = torch.ones(2,3), torch.ones(6)\n# x and y are not broadcastable", True),
        (">>> x, y = torch.ones(2,3), torch.ones(6)\n# x and y are broadcastable", False),
        (">>> x = torch.ones(2,1)\n# 2nd trailing dimension: x has size 2", True),
        (">>> x = torch.ones(2,1)\n# 2nd trailing dimension: x has size 1", False),
        (">>> x = torch.ones(2,1)\n# 3rd trailing dimension: x dimension doesn't exist", True),
        (">>> x = torch.ones(2,1)\n# 2nd trailing dimension: x dimension doesn't exist", False),
    ],
)
def test_rules_of_comparison(text, holds):
    result = outcome(text)
    assert [v.holds for v in result.verdicts] == [holds]
    assert result.as_documented == (holds and not result.surprises)


def test_what_nothing_documents_is_a_difference():
    assert outcome(">>> x = 1").as_documented
    assert outcome(">>> 1").surprises == ("1\n",)
    assert outcome(">>> 1 / 0\n").surprises == ("ZeroDivisionError: division by zero",)
    warned = outcome(">>> import warnings; warnings.warn('careful')\n>>> 1\n1")
    assert [v.holds for v in warned.verdicts] == [True]
    assert warned.surprises == ("UserWarning: careful",)


def test_run_ends_at_the_first_exception():
    result = outcome(">>> 1 / 0\n>>> 2\n")
    assert [step.source for step in result.steps] == ["1 / 0"]


# ---- running leaves nothing behind ----


def test_flags_are_fresh_in_a_run_and_restored_after_it():
    import tbcast

    flags = tbcast.utils.backcompat
    before = flags.broadcast_warning.enabled, flags.pointwise_fallback.enabled
    try:
        flags.broadcast_warning.enabled, flags.pointwise_fallback.enabled = True, False
        assert not outcome(">>> torch.ones(4,1) + torch.ones(4); 0\n0").surprises
        assert outcome(">>> torch.ones(2,3) + torch.ones(6); 0\n0").surprises
        assert flags.broadcast_warning.enabled is True
        assert flags.pointwise_fallback.enabled is False
        flags.broadcast_warning.enabled, flags.pointwise_fallback.enabled = False, True
        note.run(EXAMPLES[-1])
        assert flags.broadcast_warning.enabled is False
        assert flags.pointwise_fallback.enabled is True
    finally:
        flags.broadcast_warning.enabled, flags.pointwise_fallback.enabled = before


def test_run_prints_nothing_and_keeps_the_interpreters_state(capsys):
    hook, filters = sys.displayhook, list(sys.modules["warnings"].filters)
    result = outcome(">>> print('x'); 3\nx\n")
    assert capsys.readouterr() == ("", "")
    assert result.steps[0].printed == "x\n3\n"
    assert sys.displayhook is hook
    assert sys.modules["warnings"].filters == filters


def test_namespaces_are_fresh():
    outcome(">>> leftover = 1")
    assert outcome(">>> leftover").surprises == ("NameError: name 'leftover' is not defined",)


# ---- the command ----


def command(*arguments, **kwargs):
    line = [sys.executable, "-m", "tbcast", *arguments]
    return subprocess.run(line, capture_output=True, text=True, **kwargs)


def test_module_and_command_play_the_note(tmp_path):
    script = shutil.which("tbcast", path=sysconfig.get_path("scripts"))
    assert script, "the console command is not installed"
    by_module = command(cwd=tmp_path)
    by_script = subprocess.run([script], capture_output=True, text=True, cwd=tmp_path)
    for result in (by_module, by_script):
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout.endswith("\n11 of 11 examples behave as documented\n")
        # No terminal, no colour.
        assert ESCAPE not in result.stdout


@pytest.fixture
def no_columns(monkeypatch):
    """As in a pipe: nothing says how wide the output is."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.mark.usefixtures("no_columns")
def test_player_shows_statements_and_what_python_said(capsys):
    assert cli.main(["--verbose"]) == 0
    shown = capsys.readouterr().out
    for line in note.shipped_text().splitlines():
        # Documented results are shown because they happened; only the warning's place is spelled otherwise.
        if ">>>" in line or line.startswith("    torch.Size"):
            assert f"\n{line}\n" in shown
    for text in (
        "RuntimeError: output with shape [1, 3, 1] doesn't match the broadcast shape [3, 3, 7]\n",
        "<stdin>:1: UserWarning: self and other do not have the same shape, but are broadcastable",
        "tensor([[2., 2., 2., 2.],\n            [2., 2., 2., 2.],\n",
    ):
        assert f"\n    {text}" in shown
    assert shown.count("-- as documented: ") == sum(len(example.expected) for example in EXAMPLES)
    sections = [example.section for example in EXAMPLES]
    for name in set(sections):
        count = sections.count(name)
        verdict = f"{count} of {count} examples behave as documented"
        assert f"\n{name}\n{'-' * len(name)}\n{verdict}\n" in shown


SHORT = """\
The examples of PyTorch's note "Broadcasting semantics":

General semantics        7 of 7 examples behave as documented
In-place semantics       2 of 2 examples behave as documented
Backwards compatibility  2 of 2 examples behave as documented

11 of 11 examples behave as documented
"""


def test_without_options_a_section_is_a_line(capsys):
    assert (cli.main([]), *capsys.readouterr()) == (0, SHORT, "")


def test_without_options_an_example_that_differs_is_shown(capsys):
    assert cli.main([], text=note.shipped_text().replace("Size([3, 1, 7])", "Size([3, 1, 8])")) == 1
    shown = capsys.readouterr().out
    assert (
        "\nGeneral semantics        6 of 7 examples behave as documented\n\n    >>> x=torch.empty(1)\n"
        in shown
    )
    assert (
        "    torch.Size([3, 1, 7])\n    -- DIFFERS from what is documented: torch.Size([3, 1, 8])\n" in shown
    )
    assert shown.count(">>>") == 3


@pytest.mark.usefixtures("no_columns")
@pytest.mark.parametrize("name", ["In-place semantics", "in-place", "PLACE"])
def test_a_section_is_shown_by_a_part_of_its_name(capsys, name):
    assert cli.main(["--section", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("In-place semantics\n------------------\n2 of 2 examples")
    assert shown.endswith("\n2 of 2 examples behave as documented\n")
    assert shown.count("-- as documented: ") == 2
    assert cli.main(["--verbose"]) == 0
    assert shown.rpartition("\n\n")[0] in capsys.readouterr().out


def test_a_name_of_no_section_or_of_several_is_wrong_usage(capsys):
    for name, how in ("nothing", "no section has"), ("semantics", "2 sections have"), ("", "3 sections have"):
        assert cli.main(["--section", name]) == 2
        out, error = capsys.readouterr()
        assert out == "" and error.startswith(f"tbcast: {how} {name!r} in the name; the sections: General")
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--section", "place", "explain", "3", "3"])
    assert stopped.value.code == 2
    assert "--section and --verbose are not for explain" in capsys.readouterr().err


@pytest.mark.usefixtures("no_columns")
def test_the_reason_that_is_reported_is_the_errors(capsys):
    cli.main(["--section", "general"])
    shown = capsys.readouterr().out
    claims = shown.split("-- as documented: x and y are not broadcastable\n")[1:]
    before = shown.split("-- as documented: x and y are not broadcastable\n")[:-1]
    assert len(claims) == 2
    for error, reported in zip(before, claims, strict=True):
        message = error.rpartition("RuntimeError: ")[2].splitlines()[0]
        assert reported.splitlines()[0] == f"       reason: {message}"
    # The note's own reason is from when a tensor of no elements had no dimension.
    other = "the note gives another reason: x does not have at least 1 dimension"
    assert [line.strip() for line in shown.splitlines() if "another reason" in line] == [other]


def test_the_fallbacks_warning_is_a_reason_too():
    lines = []
    note.play(">>> x, y = torch.ones(2,3), torch.ones(6)\n# x and y are not broadcastable", lines.append)
    assert any("reason: UserWarning: self and other not broadcastable, but" in line for line in lines)


CODE = re.compile(r"    (?:>>>|tensor\(| {8,})")  # and printed tensors: as they are


@pytest.mark.parametrize("columns", ["80", "120"])
def test_lines_fit_the_width(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    long = note.shipped_text() + "\n" + "word " * 60 + "\n\n- " + "item " * 60 + "\n\n>>> 1\n1\n"
    cli.main(["--verbose"], text=long)
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > int(columns) and not CODE.match(line)] == []
    assert max(map(len, lines)) > int(columns) - 8  # the width is used
    assert [line[:6] for line in lines if "item" in line][:2] == ["- item", "  item"]
    # Nothing but white space is changed: prose, and the messages of Python, are complete.
    words = " ".join(" ".join(lines).split())
    for text in (
        "the dimension sizes must either be equal, one of them is 1, or one of them does not exist.",
        "RuntimeError: The size of tensor a (2) must match the size of tensor b (3) at non-singleton dim",
        "would previously produce a Tensor with size: torch.Size([4,1]), but now produces a Tensor with size",
    ):
        assert text in words


def test_a_narrow_terminal_wraps_at_forty_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "7")
    cli.main(["--section", "in-place"])
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line) for line in lines if not CODE.match(line)) <= 40


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("torch.Size([3, 1, 7])", "torch.Size([3, 1, 8])"),
        ("at non-singleton dimension 1", "at non-singleton dimension 0"),
        ("x and y are broadcastable", "x and y are not broadcastable"),
        (
            "now produces a Tensor with size: torch.Size([4,4])",
            "now produces a Tensor with size: torch.Size([4])",
        ),
        ("backwards incompatible manner", "backwards incompatible way"),
        ("4th trailing dimension: y", "4th trailing dimension: x"),
    ],
)
def test_exit_status_is_one_if_anything_differs(capsys, old, new):
    text = note.shipped_text()
    assert text.count(old) == 1
    assert cli.main(["--plain"], text=text.replace(old, new)) == 1
    shown = capsys.readouterr().out
    assert shown.endswith("\n10 of 11 examples behave as documented\n")
    assert shown.count("DIFFERS") == 1


def test_exit_status_is_one_without_examples(capsys):
    assert cli.main([], text="nothing") == 1
    assert capsys.readouterr().out.endswith("0 of 0 examples behave as documented\n")


def test_usage_help_and_version(tmp_path):
    wrong = command("--unknown", cwd=tmp_path)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "unrecognized arguments: --unknown" in wrong.stderr
    helped = command("--help", cwd=tmp_path)
    assert helped.returncode == 0
    assert "--plain" in helped.stdout
    import tbcast

    versioned = command("--version", cwd=tmp_path)
    assert (versioned.returncode, versioned.stdout) == (0, f"tbcast {tbcast.__version__}\n")


def test_a_reader_that_leaves_is_no_error(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "tbcast"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    )
    process.stdout.close()
    assert (process.wait(), process.stderr.read()) == (1, b"")
    process.stderr.close()


DECIDING = ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS", "LINES", "PAGER", "LESS")


def on_a_terminal(arguments, cwd, size=(80, 300), **environment):
    """Output of `python -m tbcast` whose stdout is a terminal of that many columns and lines."""
    fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))
    inherited = {k: v for k, v in os.environ.items() if k not in DECIDING}
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", *size[::-1], 0, 0))
    with subprocess.Popen(
        [sys.executable, "-m", "tbcast", *arguments],
        stdout=theirs,
        env={**inherited, "TERM": "xterm", **environment},
        cwd=cwd,
    ):
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 1 << 16)
            except OSError:  # Linux's way to say that the other end is closed
                break
            if not part:
                break
            parts.append(part)
    os.close(ours)
    return b"".join(parts).decode().replace("\r\n", "\n")


def test_colour_only_on_a_terminal_that_wants_it(tmp_path):
    coloured = on_a_terminal(["--verbose"], tmp_path)
    assert f"{ESCAPE}32m11 of 11 examples behave as documented{ESCAPE}0m\n" in coloured
    shown = without_colour(coloured)
    for arguments, environment in (
        (["--plain"], {}),
        (["--plain"], {"FORCE_COLOR": "1"}),
        ([], {"NO_COLOR": "1"}),
        ([], {"NO_COLOR": "1", "FORCE_COLOR": "1"}),
        ([], {"TERM": "dumb"}),
    ):
        plain = on_a_terminal(["--verbose", *arguments], tmp_path, **environment)
        assert ESCAPE not in plain
        # One example prints unseeded numbers.
        assert numbers_removed(plain) == numbers_removed(shown)
    assert ESCAPE in on_a_terminal([], tmp_path, TERM="dumb", FORCE_COLOR="1")
    assert f"{ESCAPE}32m11 of 11" in command(cwd=tmp_path, env={**os.environ, "FORCE_COLOR": "1"}).stdout


def without_colour(text):
    return re.sub(r"\x1b\[[\d;]*m", "", text)


@pytest.mark.parametrize("columns", [80, 120])
def test_a_terminals_width_is_used(tmp_path, columns):
    shown = without_colour(on_a_terminal(["--verbose"], tmp_path, (columns, 300)))
    longest = max(len(line) for line in shown.splitlines() if not CODE.match(line))
    assert columns - 8 < longest <= columns


def test_a_terminal_is_told_how_to_see_more(tmp_path):
    *lines, hint = without_colour(on_a_terminal([], tmp_path)).splitlines(keepends=True)
    assert "".join(lines) == SHORT
    assert hint == "tbcast --section NAME shows a section, tbcast --verbose the whole note\n"


@pytest.fixture
def pager(tmp_path):
    """A pager, and what it was given; None if it was not run."""
    script, target = tmp_path / "pager", tmp_path / "given"
    script.write_text(f'#!/bin/sh\necho "LESS=$LESS $*" > {target}\ncat >> {target}\n', "utf-8")
    script.chmod(0o755)

    def given():
        text = target.read_text("utf-8") if target.exists() else None
        target.unlink(missing_ok=True)
        return text

    return f"{script} --option", given


def test_what_is_longer_than_the_terminal_goes_to_the_pager(tmp_path, pager):
    pager, given = pager
    assert on_a_terminal(["--verbose"], tmp_path, (80, 24), PAGER=pager) == ""
    first, _, text = given().partition("\n")
    assert first == "LESS=FRX --option"
    assert f"{ESCAPE}32m11 of 11 examples behave as documented{ESCAPE}0m\n" in text
    on_a_terminal(["--verbose"], tmp_path, (80, 24), PAGER=pager, LESS="i")
    assert given().startswith("LESS=i ")
    # An explanation of 40 operands is long, too.
    on_a_terminal(["explain", *["3"] * 40], tmp_path, (80, 24), PAGER=pager)
    assert "operand_40  (3,)" in (shown := given()) and f"{ESCAPE}1mrisk{ESCAPE}0m" in shown


def test_what_is_short_or_not_for_a_terminal_is_written_directly(tmp_path, pager):
    pager, given = pager
    for arguments, size, environment in (
        ([], (80, 24), {"PAGER": pager}),
        (["--verbose"], (80, 300), {"PAGER": pager}),
        (["--verbose"], (80, 24), {"PAGER": pager, "TERM": "dumb"}),
        (["--verbose"], (80, 24), {"PAGER": "cat"}),
        (["--verbose"], (80, 24), {"PAGER": ""}),
        (["--verbose"], (80, 24), {"PAGER": "/no/such/pager"}),
        (["--verbose"], (80, 24), {"PAGER": "'"}),
    ):
        shown = on_a_terminal(arguments, tmp_path, size, **environment)
        assert "11 of 11 examples behave as documented" in shown
        assert given() is None
    assert command("--verbose", cwd=tmp_path, env={**os.environ, "PAGER": pager}).stdout
    assert given() is None


def test_a_pager_that_is_left_is_no_error(tmp_path):
    assert on_a_terminal(["--verbose"], tmp_path, (80, 24), PAGER="true") == ""


def numbers_removed(text):
    return re.sub(r" *-?\d\.\d{4}(e[+-]\d\d)?", "?", text)


# ---- `import tbcast as torch`, the ways Python is used ----

BROADCAST = (
    "import tbcast as torch\n"
    "torch.utils.backcompat.broadcast_warning.enabled=True\n"
    "print(torch.add(torch.ones(4,1), torch.ones(4)).size())\n"
    "print(torch.add(torch.ones(2), torch.ones(3)))\n"
)
ERROR = (
    "RuntimeError: The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"
)


def python(arguments, cwd, **kwargs):
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONWARNINGS"}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=cwd, env=environment, **kwargs
    )


def test_at_a_prompt(tmp_path):
    result = python(["-i", "-q"], tmp_path, input=BROADCAST)
    assert result.stdout == "torch.Size([4, 4])\n"
    # CPython 3.13 numbers the inputs: <stdin>-2 here (3.14: <stdin-2>), <python-input-2> on a terminal.
    place = r"<(?:stdin(?:-\d+)?|python-input-\d+)>(?:-\d+)?:1: UserWarning: "
    assert re.search(place + re.escape(WARNING) + "\n", result.stderr)
    assert ERROR in result.stderr.splitlines()


def test_at_a_prompt_values_are_shown(tmp_path):
    result = python(["-i", "-q"], tmp_path, input="import tbcast as torch\ntorch.ones(2,1) + torch.ones(3)\n")
    assert result.stdout == "tensor([[2., 2., 2.],\n        [2., 2., 2.]])\n"


def error_of(stderr):
    """The message; from Python 3.11 on a note on the shapes follows."""
    lines = stderr.splitlines()
    at = max(i for i, line in enumerate(lines) if line.startswith("RuntimeError: "))
    assert (at == len(lines) - 1) == (sys.version_info < (3, 11))
    return lines[at]


def test_with_the_option_c(tmp_path):
    result = python(["-c", BROADCAST], tmp_path)
    assert (result.returncode, result.stdout) == (1, "torch.Size([4, 4])\n")
    assert f"<string>:3: UserWarning: {WARNING}\n" in result.stderr
    assert error_of(result.stderr) == ERROR


def test_in_a_script(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(BROADCAST)
    result = python([str(script)], tmp_path)
    assert (result.returncode, result.stdout) == (1, "torch.Size([4, 4])\n")
    assert f"{script}:3: UserWarning: {WARNING}\n" in result.stderr
    assert f'File "{script}", line 4, in <module>' in result.stderr
    assert error_of(result.stderr) == ERROR


def test_warning_is_the_place_of_the_caller_in_a_function(tmp_path):
    script = tmp_path / "script.py"
    body = BROADCAST.splitlines()
    script.write_text(
        f"{body[0]}\n{body[1]}\ndef f(a, b):\n    return a + b\nf(torch.ones(4,1), torch.ones(4))\n"
    )
    assert f"{script}:4: UserWarning: {WARNING}\n" in python([str(script)], tmp_path).stderr


def test_the_player_is_not_loaded_before_it_is_asked_for(tmp_path):
    code = "import sys, tbcast; print([m for m in sys.modules if m.startswith('tbcast.')])"
    loaded = python(["-c", code], tmp_path).stdout
    assert "tbcast._C" in loaded
    assert not re.search(r"tbcast\.(note|_note_text|cli|_printing)", loaded)


def test_an_example_of_ones_own():
    example = note.Example(("torch.ones(2) + 1",), (note.Expectation("value", "tensor([2., 2.])"),))
    assert note.run(example).as_documented
    assert not note.run(replace(example, statements=("torch.ones(2) + 2",))).as_documented
