"""docs/parity.md lists exactly the rows of the table, and every named difference has its reason there."""

import re
from pathlib import Path

from calls import derived
from differential.differences import REASONS
from differential.forms import ROWS, forms_of, shown_name

PAGE = Path(__file__).resolve().parents[2] / "docs" / "parity.md"
FUNCTIONS_BEGIN = "## Functions that are not pointwise"
AGAIN = "write it again, where PyTorch is installed: python tests/parity/write_page.py --passes 4"


def cells_of(text):
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def table():
    return cells_of(PAGE.read_text().partition(FUNCTIONS_BEGIN)[0])


def test_the_page_lists_exactly_the_functions_and_none_differs():
    lines = cells_of(PAGE.read_text().partition(FUNCTIONS_BEGIN)[2])[: len(derived.ROWS)]
    assert [cells[0] for cells in lines] == [row.name for row in derived.ROWS], AGAIN
    for (name, others, *_, expressions, cells, differences), row in zip(lines, derived.ROWS, strict=True):
        assert others.split(", ") == (list(row.aliases) or [""]), AGAIN
        assert int(cells) > 0 and int(expressions) > 0, name
        assert differences == "0", name


def test_the_page_lists_exactly_the_rows_of_the_table():
    assert [cells[0] for cells in table()] == [shown_name(row.names[0]) for row in ROWS.values()], AGAIN
    for (name, others, forms, _, tolerance, *_), row in zip(table(), ROWS.values(), strict=True):
        assert others.split(", ") == ([shown_name(alias) for alias in row.names[1:]] or [""]), AGAIN
        assert (int(forms), tolerance) == (len(forms_of(row)), row.tolerance), f"{name}: {AGAIN}"


def test_no_operator_differs_but_by_name():
    for name, *_, cells, cases, _, differences in table():
        count, _, named = differences.partition("; named: ")
        assert count == "0", name
        assert set(filter(None, named.split(", "))) <= set(REASONS), name
        assert int(cases) >= int(cells) * 0.9 > 0, name


def test_the_named_differences_are_those_that_were_met_and_are_explained():
    operators = PAGE.read_text().partition(FUNCTIONS_BEGIN)[0]
    explained = dict(re.findall(r"^- \*\*(.+?)\*\*(.*)$", operators, re.M))
    met = {name for *_, cell in table() for name in cell.partition("named: ")[2].split(", ") if name}
    assert met <= set(explained) == set(REASONS), AGAIN  # rows do not list the common ones
    assert all(len(reason) > 20 for reason in explained.values())
