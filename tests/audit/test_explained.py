"""`tbcast audit --explain FILE:LINE` and `--fix`: what they say of a place, and the files that they write."""

import os
import re
import subprocess
import sys

import pytest

from tbcast.audit import _patch
from under_test import STAND_IN

pytest.importorskip("numpy")
if STAND_IN:
    pytest.skip("torch has no audit", allow_module_level=True)

PROGRAM = """\
import numpy as np


def loss(pred, target):
    error = pred - target
    return (error**2).mean() + abs(pred - target).mean()


def standardise(table):
    return (table - table.mean(1)) / table.std(1)


def column(x, y):
    z = x[:, None]
    return z - (y +
        0)


rows, one = np.arange(4.0), 1
loss(rows.reshape((4, one)), rows)
standardise(np.arange(9.0).reshape(3, 3) ** 2)
column(rows, rows)
rows + 1, rows[:, None] - rows
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "train.py").write_text(PROGRAM, "utf-8")
    return tmp_path


def audit(folder, *arguments):
    """Exit status, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "tbcast", "audit", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )
    return done.returncode, done.stderr


def words(text):
    """Without the wrapping."""
    return " ".join(text.split())


def explained(folder, place, *options):
    status, text = audit(folder, *options, "--explain", place, "train.py")
    assert status == 0, text
    return text


def changes(text):
    """The lines of a diff that are removed and added."""
    return [line for line in text.splitlines() if re.match(r"[-+](?!--|\+\+)", line)]


def test_the_shapes_the_rule_the_history_and_the_fix_are_shown(folder):
    text = explained(folder, "train.py:5")
    said = words(text)
    assert text.startswith("high    train.py:5 in loss\n")
    assert "a (4, 1) b ( 4) = (4, 4)" in said and "a pred b target" in said
    assert "1st trailing dimension: a has size 1, expanded to 4 2nd trailing dimension: b dimension" in said
    assert "rule both operands grow, and they have different ranks and the same data: high" in said
    assert "ones a's last dimension has size 1: no statement is known that writes it out" in said
    assert "b has no 2nd trailing dimension" in said
    assert "\n--- train.py\n+++ train.py\n@@" in text


def test_all_lines_of_a_place_are_in_the_diff_and_explain_it(folder):
    wanted = [
        "-    error = pred - target",
        "-    return (error**2).mean() + abs(pred - target).mean()",
        "+    error = pred - target[:, None]",
        "+    return (error**2).mean() + abs(pred - target[:, None]).mean()",
    ]
    assert changes(explained(folder, "train.py:5")) == wanted
    assert changes(explained(folder, folder / "train.py:6")) == wanted


def test_the_statement_that_wrote_a_dimension_out_is_shown(folder):
    for place in ("train.py:15", "train.py:16"):  # of one statement
        text = explained(folder, place)
        assert "a's last dimension has size 1, written out on line 14: z = x[:, None]" in words(text)
        assert "the same data: high; dimensions of size 1 that were written out make it medium" in words(text)
        assert changes(text)[-2:] == ["+    return z - ((y +", "+        0)[:, None])"]


def test_of_low_risk_too(folder):
    text = explained(folder, "train.py:23")
    assert text.startswith("low ") and "written out on line 23: rows + 1, rows[:, None] - rows" in words(text)


def test_the_accumulator_and_the_fallback_have_their_own_rules(folder):
    (folder / "train.py").write_text("import numpy as np\nx = np.ones((2, 1))\nx = x + np.ones((1, 2))\n")
    assert "rule a statement that makes an operand larger and assigns to it" in words(
        explained(folder, "train.py:3")
    )
    (folder / "train.py").write_text("import tbcast\ntbcast.ones(4, 1).add_(tbcast.ones(4))\n")
    assert "rule the fallback views operands of different shapes" in words(explained(folder, "train.py:2"))


def test_where_nothing_was_seen_the_lines_of_the_file_are_named(folder):
    text = words(explained(folder, "train.py:3"))
    assert text == "No broadcast that counts was seen at train.py:3. Some were seen at lines 5, 10, 15, 23."
    assert words(explained(folder, "other.py:1")) == "No broadcast that counts was seen at other.py:1."


@pytest.mark.parametrize("place", ["train.py", ":3", "train.py:", "train.py:0", "train.py:x"])
def test_a_place_is_a_file_and_a_line(folder, place):
    status, text = audit(folder, "--explain", place, "train.py")
    assert status == 2 and "--explain needs FILE:LINE" in text


def test_lines_fit_the_terminal(folder):
    text = explained(folder, "train.py:15") + explained(folder, "train.py:10")
    assert all(len(line) <= 80 for line in text.splitlines())


def test_other_reports_are_written_as_ever(folder):
    status, text = audit(
        folder, "--explain", "train.py:10", "--json", "f.json", "--fail-on", "high", "train.py"
    )
    assert status == 3 and '"loss"' in (folder / "f.json").read_text("utf-8") and "in loss" not in text


# ---- --fix ----


def source(folder):
    return (folder / "train.py").read_text("utf-8")


def test_nothing_is_written_unless_it_is_asked_for(folder):
    explained(folder, "train.py:5")
    audit(folder, "train.py")
    assert source(folder) == PROGRAM


def test_the_fix_of_a_place_is_written_after_its_diff(folder):
    status, text = audit(folder, "--fix", "--explain", "train.py:10", "train.py")
    line = "    return (table - table.mean(1)[:, None]) / table.std(1)[:, None]"
    assert status == 0 and text.index(f"+{line}") < text.index("wrote train.py") and text.count("+++") == 1
    assert source(folder) == PROGRAM.replace(PROGRAM.splitlines()[9], line)


def test_all_expressions_of_a_line_that_are_as_risky_are_fixed(folder):
    """The last product is a result of the first, and has the right shape after its fix."""
    program = """\
import numpy as np
w, a, b = np.ones(3), np.ones((3, 1)), np.ones((3, 1))
mix = w * a + (1 - w) * b
far = w * a * w
"""
    (folder / "train.py").write_text(program, "utf-8")
    status, _ = audit(folder, "--fix", "train.py")
    *_, mix, far = source(folder).splitlines()
    assert status == 0 and mix == "mix = w[:, None] * a + ((1 - w)[:, None]) * b"
    assert far == "far = w[:, None] * a * w"
    _, text = audit(folder, "--fix", "train.py")
    assert "+far = w[:, None] * a * w[:, None]" in text


def test_without_a_place_all_of_the_report_is_fixed_and_nothing_is_found_again(folder):
    status, text = audit(folder, "--fix", "train.py")
    assert status == 0 and "wrote train.py" in text
    fixed = source(folder)
    assert fixed.count("target[:, None]") == 2 and "((y +\n        0)[:, None])" in fixed
    assert fixed.endswith("rows + 1, rows[:, None] - rows\n")  # of low risk
    status, text = audit(folder, "--fix", "train.py")
    assert status == 0 and "No risky broadcasts were found." in text and "There is nothing to fix." in text
    assert source(folder) == fixed


def test_a_known_finding_is_not_fixed(folder):
    audit(folder, "--baseline", "known.json", "--update-baseline", "train.py")
    _, text = audit(folder, "--baseline", "known.json", "--fix", "train.py")
    assert "There is nothing to fix." in text and source(folder) == PROGRAM


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_rest_of_the_file_stays_byte_for_byte(folder, newline, mark):
    text = mark + "# é\nimport numpy as np\nx = 'é', np.ones((3, len([0]))) - np.ones(3)\n".replace(
        "\n", newline
    )
    (folder / "train.py").write_bytes(text.encode())
    (folder / "train.py").chmod(0o750)
    status, _ = audit(folder, "--fix", "train.py")
    wanted = text.replace("np.ones(3)", "np.ones(3)[:, None]")
    assert (folder / "train.py").read_bytes() == wanted.encode() and status == 0
    if os.name == "posix":
        assert (folder / "train.py").stat().st_mode & 0o777 == 0o750
    assert os.listdir(folder) == ["train.py"]


@pytest.mark.parametrize(
    "changing",
    [
        "open(__file__, 'a').write('# more')",
        "open(__file__, 'w').write(text.replace('loss', 'cost'))",
        # the same text, which may have been another one in between
        "import time; time.sleep(0.02); open(__file__, 'w').write(text)",
    ],
)
def test_a_file_that_is_no_longer_what_ran_is_not_written(folder, changing):
    program = f"text = open(__file__).read()\n{PROGRAM}\n{changing}\n"
    (folder / "train.py").write_text(program, "utf-8")
    status, text = audit(folder, "--fix", "train.py")
    assert status == 2 and "is no longer what ran; nothing was written" in words(text)
    assert "[:, None])" not in source(folder).replace(PROGRAM, "")
    assert source(folder).count("target[:, None]") == 0


def test_of_two_files_both_or_none_are_written(folder):
    (folder / "other.py").write_text(PROGRAM, "utf-8")
    main = f"import other\nopen('other.py', 'a').write('#')\n{PROGRAM}"
    (folder / "train.py").write_text(main, "utf-8")
    status, text = audit(folder, "--fix", "train.py")
    assert status == 2 and "nothing was written" in words(text) and source(folder) == main


def edit(line, columns, operand, brackets=False, more="[:, None]"):
    return _patch.Edit("f.py", (line, columns[0]), (line, columns[1]), operand, more, brackets)


def test_operands_within_each_other_are_changed_together():
    text = "z = a - (b - m) - k\n"
    edits = [edit(1, (4, 15), "a - (b - m)", True), edit(1, (13, 14), "m"), edit(1, (13, 14), "m")]
    found = _patch.diff(edits, {"f.py": text}, {})
    assert "+z = (a - (b - m[:, None]))[:, None] - k\n" in found
    outer_and_inner = [edit(1, (4, 9), "a - m", True, ".T"), edit(1, (8, 9), "m")]
    assert "+z = (a - m[:, None]).T\n" in _patch.diff(outer_and_inner, {"f.py": "z = a - m\n"}, {})


def test_an_operand_that_is_not_where_it_was_is_no_diff():
    assert _patch.diff([edit(1, (4, 5), "b")], {"f.py": "z = a - m\n"}, {}) == ""
    assert _patch.diff([edit(9, (4, 5), "b")], {"f.py": "z = a - m\n"}, {}) == ""
    assert _patch.diff([edit(1, (4, 5), "a")], {}, {}) == ""
