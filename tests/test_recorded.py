"""Replays recorded torch results: the differential checks where PyTorch is not installed."""

import collections
import json
import lzma

import pytest

import recorded_cases
from numpy_oracle import is_tensor, operand_size
from recorded_cases import FILE, FORMAT, groups, outcome_of
from shape_rules import Refused, in_place, out_of_place
from under_test import STAND_IN, tb

PREFIXES = ("pairs add", "pairs sub", "pairs mul", "pairs div", "numbers", "cast", "view", "index")


def load():
    header, *rest = lzma.decompress(FILE.read_bytes()).decode().splitlines()
    header = json.loads(header)
    meanings = [json.loads(line) for line in rest[: header["meanings"]]]
    lines = dict(line.split("\t") for line in rest[header["meanings"] :])
    return header, meanings, lines


HEADER, MEANINGS, LINES = load()


def falls_back(case):
    """torch's refusal is recorded, tbcast computes: differences.FALLBACK, tested in test_semantics.py."""
    if isinstance(case[0], str) or not (is_tensor(case[1].a) and is_tensor(case[1].b)):
        return False
    rule = in_place if case[0].inplace else out_of_place
    try:
        return rule(operand_size(case[1].a), operand_size(case[1].b))[1]
    except Refused:
        return False


def test_the_file_says_where_it_comes_from():
    assert HEADER["format"] == FORMAT
    assert HEADER["torch"].startswith("2.13")
    assert HEADER["cpu_capability"].lower() in ("default", "no avx")
    assert FILE.stat().st_size < 1_000_000
    assert len(LINES) == HEADER["groups"]
    assert [name for name, _ in groups()] == list(LINES)


@pytest.mark.cpu_level
@pytest.mark.parametrize("prefix", PREFIXES)
def test_recorded_torch_results_are_reproduced(prefix):
    wrong = collections.OrderedDict()
    checked = 0
    for name, cases in groups():
        if not name.startswith(prefix):
            continue
        entries = LINES[name].split()
        made = list(cases())
        assert len(made) == len(entries), name
        for case, entry in zip(made, entries, strict=True):
            number, _, values = entry.partition(":")
            if MEANINGS[int(number)] == "complex32" or (falls_back(case) and not STAND_IN):
                continue
            checked += 1
            got = outcome_of(case, tb)
            if got != (MEANINGS[int(number)], values):
                wrong.setdefault(name, []).append(f"{got} | torch {(MEANINGS[int(number)], values)} | {case}")
    assert checked
    assert not wrong, f"{sum(map(len, wrong.values()))} of {checked} differ:\n" + "\n".join(
        f"{name}: {len(lines)}, for example {lines[0]}" for name, lines in list(wrong.items())[:20]
    )


def test_every_recorded_group_is_replayed():
    assert all(any(name.startswith(p) for p in PREFIXES) for name in LINES)
    assert recorded_cases.NUMBERS
