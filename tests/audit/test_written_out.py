"""A dimension of size 1 that the text of a call writes out is meant, in all front ends."""

import itertools
import linecache
import textwrap

import pytest

import tbcast
from tbcast import audit
from tbcast.audit._rewriting.rewrite import GLOBALS, rewritten_code
from under_test import STAND_IN

if STAND_IN:
    pytest.skip("torch has no audit", allow_module_level=True)

NUMBERS = itertools.count()


def _of(library):
    """The library, a context that audits it, what makes code of a program."""
    if library == "tbcast":
        return tbcast, audit.tensors(), lambda source, name: compile(source, name, "exec")
    if library == "torch":
        return (
            pytest.importorskip("torch"),
            audit.torch(),
            lambda source, name: compile(source, name, "exec"),
        )
    return pytest.importorskip("numpy"), audit.numpy(), rewritten_code


def risks(library, source):
    """The risk of each line that broadcasts."""
    module, watching, compiles = _of(library)
    name = f"<written {next(NUMBERS)}>"
    source = "x = xp.arange(5.0)\n" + textwrap.dedent(source)
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    names = {**GLOBALS, "xp": module}
    with watching as found:
        exec(compiles(source, name), names)
    return {finding.line: finding.risk for finding in found.findings("low")}


def risk(library, statement):
    return list(risks(library, statement).values())[-1]


LIBRARIES = pytest.mark.parametrize("library", ["tbcast", "torch", "numpy"])


@LIBRARIES
@pytest.mark.parametrize(
    ("column", "meant"),
    [
        ("x.reshape(-1, 1)", "low"),
        ("x.reshape((-1, 1))", "low"),
        ("x.reshape([-1, 1])", "low"),
        ("xp.reshape(x, (-1, 1))", "low"),
        ("x.reshape(\n    len(x),\n    1,\n)", "low"),
        ("x.reshape(*x.shape, 1)", "low"),
        ("x.reshape((*x.shape, 1))", "low"),
        ("x.reshape(tuple(x.shape) + (1,))", "low"),
        ("-x.reshape(-1, 1)", "low"),
        ("x.reshape(1, -1).T", "low"),
        # what is not written in the statement
        ("x.reshape(-1, one)", "high"),
        ("x.reshape(shape)", "high"),
        ("x.reshape(*shape)", "high"),
        ("x.reshape(column.shape)", "high"),
        ("x.reshape(-1, 5 - 4)", "high"),
        # what another call writes, or for another dimension
        ("x.reshape(5, one)[:, :] + 0 * x.reshape(5, 1).sum()", "high"),
        ("x.reshape(1, 5, one)[0]", "high"),
        ("(column + 0 * x.reshape(-1, 1).sum())", "high"),
    ],
)
def test_a_literal_size_of_1_is_meant(library, column, meant):
    names = "one, shape = 1, (-1, 1)\ncolumn = x.reshape(shape)\n"
    assert risk(library, f"{names}z = {column} - x") == meant


@pytest.mark.parametrize("library", ["tbcast", "torch"])
def test_of_view_too(library):
    assert risk(library, "z = x.view(-1, 1) - x") == "low"
    assert risk(library, "one = 1\nz = x.view(-1, one) - x") == "high"


@LIBRARIES
@pytest.mark.parametrize(
    ("column", "meant"),
    [
        ("rearrange(x, 'i -> i 1')", "low"),
        ("rearrange(x, 'i -> i ()')", "low"),
        ("rearrange(x, '(i j) -> i j 1', j=1)[:, 0]", "low"),
        ("rearrange(x, '... -> ... 1')", "low"),
        ("repeat(x, 'i -> i 1')", "low"),
        ("reduce(x, '(i j) -> i 1', 'sum', j=1)", "low"),
        ("rearrange(x, pattern='i -> i 1')", "low"),
        ("rearrange(x, '(i j) -> i j', j=1)", "high"),
        ("rearrange(x, pattern)", "high"),
        ("rearrange(column, 'i j -> i j') + 0 * rearrange(x, 'i -> i 1').sum()", "high"),
    ],
)
def test_a_1_of_a_pattern_of_einops_is_meant(library, column, meant):
    pytest.importorskip("einops")
    functions = "einops.array_api" if library == "tbcast" else "einops"
    names = "pattern, shape = 'i -> i 1', (5, 1)\ncolumn = x.reshape(shape)\n"
    imports = f"from {functions} import rearrange, reduce, repeat\n"
    assert risk(library, f"{imports}{names}z = {column} - x") == meant


@LIBRARIES
def test_the_lines_of_public_programs_that_were_found_for_it(library):
    pytest.importorskip("einops")
    functions = "einops.array_api" if library == "tbcast" else "einops"
    found = risks(
        library,
        f"""
        from {functions} import rearrange
        a, b = xp.arange(5), xp.ones((3, 5))
        mask = xp.arange(5) < rearrange(x, 'b -> b 1')
        same = rearrange(a, 'i -> i 1') == rearrange(b, 'b j -> b 1 j')
        """,
    )
    assert set(found.values()) == {"low"} and len(found) == 2


@LIBRARIES
def test_what_another_statement_or_function_reshapes_counts_as_for_none(library):
    found = risks(
        library,
        """
        def column(x):
            return x.reshape(-1, 1)

        def same():
            y = xp.arange(5.0)
            x = y.reshape(-1, 1)
            return x - y

        def other():
            y = xp.arange(5.0)
            return column(y) - y

        same()
        other()
        """,
    )
    assert found == {9: "medium", 13: "high"}


@LIBRARIES
def test_a_bug_beside_a_reshape_is_found(library):
    source = (
        "pred = xp.ones((5, 2)).sum(1, {}=True)\nloss = ((pred - x) ** 2).mean() + x.reshape(-1, 1).sum()"
    )
    assert risk(library, source.format("keepdims" if library == "numpy" else "keepdim")) == "high"


@LIBRARIES
def test_a_comparison_of_data_is_never_excused(library):
    assert risk(library, "xp.allclose(x.reshape(-1, 1), x)") == "high"
