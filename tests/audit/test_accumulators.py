"""A statement that assigns to one of its operands, which thereby grows: the same in place would raise."""

import itertools
import linecache
import textwrap

import pytest

import tbcast
from tbcast.audit import tensors

pytest.importorskip("numpy")


NUMBERS = itertools.count()


def findings(source):
    """Of the source's function `program`, which is given torch: each finding's line and risk."""
    name = f"<accumulator {next(NUMBERS)}>"
    source = textwrap.dedent(source).strip() + "\n"
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    names = {}
    exec(compile(source, name, "exec"), names)
    with tensors() as seen:
        names["program"](tbcast)
    return [(found.line, found.risk, found.reason) for found in seen.findings()]


def test_a_state_that_grows_is_found():
    source = """
    def program(torch):
        x, K, z, H = torch.ones(2, 1), torch.ones(2, 1), torch.ones(2), torch.ones(1, 2)
        x = x + K * (z - H @ x)
    """
    grown = "x, which the statement assigns to, grows from (2, 1) to (2, 2)"
    assert findings(source) == [(3, "medium", grown)]


@pytest.mark.parametrize(
    "statement",
    [
        "x = x + y",
        "x = y - x",
        "x = torch.mul(x, y)",
        "x = x.add(y)",
        "x = (x * y).exp()",
        "x: object = x + y",
    ],
)
def test_however_it_is_written(statement):
    source = f"""
    def program(torch):
        x, y = torch.ones(1, 3), torch.ones(4, 3)
        {statement}
    """
    [(line, risk, why)] = findings(source)
    assert (line, risk) == (3, "medium") and why.endswith("grows from (1, 3) to (4, 3)")


def test_attributes_and_variables_of_loops_are_names_as_well():
    source = """
    def program(torch):
        class Total: pass
        total = Total()
        total.seen = torch.zeros(1, 3)
        for batch in [torch.ones(1, 3), torch.ones(4, 3)]:
            total.seen = total.seen + batch
        for x in [torch.ones(1, 2)]:
            x = x + torch.ones(3, 2)
    """
    assert [(line, risk) for line, risk, _ in findings(source)] == [(6, "medium"), (8, "medium")]


@pytest.mark.parametrize(
    "body",
    [
        "x = 0\nfor row in torch.ones(3, 4): x = x + row",
        "x = torch.zeros(())\nx = x + torch.ones(5)",
        "x = torch.zeros(1)\nx = x + torch.ones(5)",
        "x = torch.ones(6).unsqueeze(1)\nx = x * torch.ones(1, 3)",
        "x = torch.ones(6)[:, None]\nx = x * torch.ones(1, 3)",
        "x = torch.ones(4, 4)\nx = x - x.mean(1, keepdim=True)",
        # an outer operation, whose dimensions of size 1 are written out
        "x = torch.ones(7)\nlow = torch.ones(4, 2)\nx = torch.lerp(low[..., None], low[..., None], x)",
        "def of(x, slopes):\n    x = x * slopes\nof(torch.ones(5, 5)[None], torch.ones(3)[:, None, None])",
        "x, y = torch.ones(1, 3), torch.ones(4, 3)\nz = x + y",
        "x, y = torch.ones(1, 3), torch.ones(4, 3)\nx = y.sum(0) + x",
        "x, y = torch.ones(1, 3), torch.ones(4, 3)\nx = x + y  # broadcast: ok",
        "x = torch.ones(4, 3)\nx += torch.ones(3)",
    ],
)
def test_clean_programs_are_silent(body):
    assert findings("def program(torch):\n" + textwrap.indent(body, "    ")) == []


@pytest.mark.parametrize(
    "body",
    [
        "x, y = torch.ones(4), torch.ones(4)\nx = x + y[:, None]",
        "x, y = torch.ones(1, 5, 5), torch.ones(3)[:, None, None]\nx = x * y",
    ],
)
def test_an_outer_operation_of_data_or_of_equal_sizes_is_found(body):
    assert [risk for _, risk, _ in findings("def program(torch):\n" + textwrap.indent(body, "    "))]
