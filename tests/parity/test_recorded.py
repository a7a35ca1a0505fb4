"""Replays recorded torch results: the differential checks where PyTorch is not installed."""

import json
import lzma

import pytest

from differential import differences, recorded_expressions
from differential.forms import ROWS
from differential.recorded_cases import FILE, FORMAT, agrees, falls_back, groups, outcome_of
from under_test import STAND_IN, tb, torch

KINDS = (*(f"row {name}" for name in ROWS), "cast", "view", "index")
STEP = 1 if torch is None else 8
"""Where PyTorch answers itself, a sample of what it has answered will do."""
AGAIN = "record again, where PyTorch is installed: python tests/recorded/record.py"


def load():
    header, *rest = lzma.decompress(FILE.read_bytes()).decode().splitlines()
    header = json.loads(header)
    meanings = [json.loads(line) for line in rest[: header["meanings"]]]
    lines = dict(line.split("\t") for line in rest[header["meanings"] :])
    return header, meanings, lines


HEADER, MEANINGS, LINES = load()


def kind_of(group):
    """`row add` of `row add | add function(Tensor, Tensor)`, `cast` of `cast bool | int8`."""
    words = group.split(" ")
    return " ".join(words[: 2 if words[0] == "row" else 1])


GROUPS = {}
for _name, _cases in groups():
    GROUPS.setdefault(kind_of(_name), []).append((_name, _cases))


def test_the_file_says_where_it_comes_from():
    assert HEADER["format"] == FORMAT
    assert HEADER["torch"].startswith("2.13")
    assert HEADER["cpu_capability"].lower() in ("default", "no avx")
    assert FILE.stat().st_size < 1_000_000
    assert len(LINES) == HEADER["groups"]
    assert [name for name, _ in groups()] == list(LINES), AGAIN


@pytest.mark.cpu_level
@pytest.mark.parametrize("kind", KINDS[::STEP])
def test_recorded_torch_results_are_reproduced(kind):
    wrong, checked = {}, 0
    for name, cases in GROUPS[kind]:
        entries, made = LINES[name].split(), list(cases())
        assert len(made) == len(entries), f"{name}: {AGAIN}"
        for case, entry in zip(made, entries, strict=True):
            number, _, values = entry.partition(":")
            recorded = MEANINGS[int(number)], values
            if recorded[0] == "complex32" or (not STAND_IN and falls_back(case)):
                continue
            checked += 1
            got = outcome_of(case, tb)
            if not agrees(case, recorded, got, HEADER["libc"]):
                wrong.setdefault(name, []).append(f"{got} | torch {recorded} | {case[1:]}")
    assert checked
    assert not wrong, f"{sum(map(len, wrong.values()))} of {checked} differ:\n" + "\n".join(
        f"{name}: {len(lines)}, for example {lines[0]}" for name, lines in list(wrong.items())[:20]
    )


EXPRESSIONS_HEADER, EXPRESSIONS = recorded_expressions.read()


def test_the_recorded_expressions_are_those_of_the_lists():
    assert EXPRESSIONS_HEADER["format"] == recorded_expressions.FORMAT
    assert EXPRESSIONS_HEADER["torch"].startswith("2.13")
    assert recorded_expressions.FILE.stat().st_size < 1_000_000
    assert list(EXPRESSIONS) == [(name, text) for name, text, _ in recorded_expressions.recorded_lists()]
    assert EXPRESSIONS_HEADER["cells"] == sum(map(len, EXPRESSIONS.values())) > 40_000


@pytest.mark.sample(3)
@pytest.mark.skipif(STAND_IN, reason="torch against itself")
@pytest.mark.parametrize("chosen", list(recorded_expressions.LISTS)[::STEP])
def test_recorded_torch_outcomes_of_expressions_are_reproduced(chosen):
    wrong, checked = [], 0
    for name, text, cells in recorded_expressions.recorded_lists([chosen]):
        found = recorded_expressions.checksums(tb, name, text, cells)
        for place, ours, theirs in zip(cells, found, EXPRESSIONS[name, text], strict=True):
            checked += 1
            if ours != theirs and not differences.complex_half_expression(text, place[0]):
                wrong.append(f"{text} of {place}")
    assert checked > (0 if chosen in recorded_expressions.FUNCTIONS else 500)
    assert not wrong, f"{len(wrong)} of {checked} differ: {wrong[:20]}"
