"""The guide's table of operations is the code's."""

import re

import pytest

pytest.importorskip("dask.array")

import tbcast.dask as td
from pages import run_examples
from repository import ROOT
from tbcast.dask import _table

GUIDE = (ROOT / "docs/howto/more_than_memory.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in GUIDE.splitlines()
    if line.startswith("| ")
]


@pytest.mark.parametrize("family", _table.FUNCTIONS)
def test_the_table_names_every_function(family):
    (cell,) = [cells[1] for cells in ROWS if cells[0] == family]
    named = set(re.findall(r"`(\w+)`", cell))
    functions = set(_table.FUNCTIONS[family])
    assert named <= functions | {"expand", "view"}
    assert functions <= named or family == "pointwise"


def test_the_table_names_the_plain_functions_of_nn():
    (cell,) = [cells[1] for cells in ROWS if "nn.functional" in cells[0]]
    functions = vars(td.nn.functional)
    refused = {name for name in functions if (functions[name].__doc__ or "").startswith("Refused")}
    assert set(re.findall(r"`(\w+)`", cell)) == set(functions) - refused


REASONS = sorted({td.__getattr__(name).__doc__ for name in _table.refused()})


@pytest.mark.parametrize("reason", REASONS)
def test_the_table_names_every_refused_function_and_why(reason):
    (cell,) = [cells[1] for cells in ROWS if cells[0] == "**refused**" and f"Refused: {cells[2]}." == reason]
    named = set(re.findall(r"`(\w+)`", cell))
    refused = {name for name in _table.refused() if td.__getattr__(name).__doc__ == reason}
    assert refused <= named
    for name in named - refused:  # methods
        with pytest.raises(NotImplementedError, match=re.escape(reason.removeprefix("Refused: ")[:-1])):
            getattr(td.ones(2), name)()


def test_what_the_table_says_of_dimensions_in_blocks():
    (cell,) = [cells[1] for cells in ROWS if "rechunk" in cells[-1]]
    x = td.ones(4, 2, chunks=2)
    for name in re.findall(r"`(\w+)`", cell):
        arguments = (0.5, 0) if name == "quantile" else (0,)
        with pytest.raises(NotImplementedError, match=r"rechunk\(\{0: -1\}\) makes one block of it"):
            getattr(x, name)(*arguments)
        getattr(x.rechunk({0: -1}), name)(*arguments)


@pytest.mark.parametrize("name", td.__all__)
def test_docstrings_say_what_happens(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    value = getattr(td, name)
    assert value.__doc__
    members = (
        [vars(value)[m] for m in vars(value) if not m.startswith("_")] if isinstance(value, type) else []
    )
    for text in (value.__doc__, *(m.__doc__ or "" for m in members)):
        run_examples(text, name)
