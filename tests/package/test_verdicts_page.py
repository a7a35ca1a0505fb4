"""docs/verdicts.md: what the page says of each program is what `explain` says."""

import re

import pytest

from repository import ROOT
from under_test import STAND_IN, tb

pytestmark = pytest.mark.skipif(STAND_IN, reason="torch explains nothing")

PAGE = (ROOT / "docs/verdicts.md").read_text("utf-8")
ROWS = re.findall(r"^\| `(.+?)` \| (.*?) ?\| ([^|]+) \| [^|]+ \|$", PAGE, re.MULTILINE)


def shapes(text):
    return dict(operand.split("=") for operand in re.findall(r"`(.+?)`", text))


def verdict(found):
    """As the page writes it."""
    if found.broadcastable:
        return found.risk
    only_if = next(
        step.explanation.only_if for step in found.steps if step.explanation and step.explanation.only_if
    )
    return f"fails; if {only_if}: {found.risk}"


@pytest.mark.parametrize(
    ("code", "operands", "risk"), ROWS, ids=[f"{code} {given}" for code, given, _ in ROWS]
)
def test_the_verdict_on_the_page_is_explains(code, operands, risk):
    assert verdict(tb.explain(code, **shapes(operands))) == risk


def test_the_page_has_some_fifty_programs_of_every_verdict():
    assert len(ROWS) == PAGE.count("\n| `") >= 50
    assert {risk for _, _, risk in ROWS} >= {"none", "low", "medium", "high"}


@pytest.mark.parametrize(
    ("code", "operands", "risk"),
    [
        ("x[:, None] - y", {"x": "N", "y": "N"}, "low"),
        ("torch.arange(h)[:, None] + torch.arange(w)", {}, "low"),
        ("torch.arange(h)[:, None] + torch.arange(h)", {}, "low"),
        ("labels[:, None] == torch.arange(C)", {"labels": "N"}, "low"),
        ("torch.arange(T)[:, None] >= torch.arange(T)", {}, "low"),
        ("t[:, None] * freq", {"t": "T", "freq": "D"}, "low"),
        ("pad & causal", {"pad": "B,1,1,T", "causal": "T,T"}, "medium"),
        ("a + b", {"a": "N,1", "b": "1,N"}, "low"),
        ("torch.where(mask, x, fill)", {"mask": "N,1", "x": "N,d", "fill": "d"}, "low"),
        ("x.clamp(lo, hi)", {"x": "N,d", "lo": "N,1", "hi": "d"}, "low"),
    ],
)
def test_public_idioms_are_at_most_medium(code, operands, risk):
    assert tb.explain(code, **operands).risk == risk
