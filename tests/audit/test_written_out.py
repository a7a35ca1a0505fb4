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
        ("x.reshape(5 * len(x) // 5, 1)", "low"),
        ("x.reshape(len(x) + 0, 1)", "low"),
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


def in_function(library, body):
    """The risk of the last line of a function's body."""
    lines = ["def run(n):", *(f"    {line}" for line in body.splitlines()), "run(1)"]
    return risk(library, "\n".join(lines))


@LIBRARIES
@pytest.mark.parametrize(
    ("column", "meant"),
    [
        ("x.reshape((-1,) + (1,) * n)", "low"),
        ("x.reshape([-1] + [1] * n)", "low"),
        ("x.reshape(-1, *(1,) * n)", "low"),
        ("x.reshape(*((-1,) + n * (1,)))", "low"),
        ("x.reshape(size, 1)", "low"),
        ("x.reshape((-1,) + (n,) * n)", "high"),
        ("x.reshape((-1,) + (2 - n,))", "high"),
        ("x.reshape((-1,) + tuple([1] * n))", "high"),
    ],
)
def test_repeated_literal_sizes_of_1_are_meant(library, column, meant):
    assert in_function(library, f"size = 5 * n\nz = {column} - x") == meant


@LIBRARIES
@pytest.mark.parametrize(
    ("sizes", "meant"),
    [
        ("sizes = (-1, 1)", "medium"),
        ("sizes = [-1] + [1] * n", "medium"),
        ("sizes = [1] * (n + 1)\nsizes[0] = -1", "medium"),
        ("sizes = (-1, n)", "high"),
        ("sizes = (-1, 1)\nif n:\n    sizes = (-1, n)", "high"),  # which of them?
        ("sizes = (-1,)\nsizes += (n,)", "high"),
        ("sizes = [-1]\nsizes.append(1)", "high"),
        ("def f(sizes=(-1, 1)):\n    sizes = sizes\nsizes = f.__defaults__[0]", "high"),
    ],
)
def test_sizes_of_a_variable_are_written_out_where_it_is_given_them(library, sizes, meant):
    assert in_function(library, f"{sizes}\nz = x.reshape(sizes) - x") == meant
    assert in_function(library, f"{sizes}\nz = x.reshape(*sizes) - x") == meant


@LIBRARIES
def test_sizes_of_another_functions_variable_are_not(library):
    source = "def f():\n    sizes = (-1, 1)\n\ndef g(sizes):\n    return x.reshape(sizes) - x\nf()\ng((5, 1))"
    assert risk(library, source) == "high"


@LIBRARIES
def test_a_weight_for_each_channel_is_not_meant_for_a_column(library):
    """`[-1] + [1] * 2` places the channels, although three columns would fit, too."""
    body = "sizes = {}\nw = xp.ones(3).reshape(sizes)\nz = xp.ones((2, 3, 4, 3)) * w"
    assert in_function(library, body.format("[-1] + [1] * 2")) == "low"
    assert in_function(library, body.format("[-1] + [n] * 2")) == "medium"


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


# ---- what kornia's tests were found for, which is meant ----


@LIBRARIES
@pytest.mark.parametrize(
    ("table", "meant"),
    [
        ("{make}([[0.], [1.], [2.]])", "low"),
        ("{make}(((0,), (1,), (-2,)))", "low"),
        ("{make}([[one], [one], [one]])", "low"),
        ("{make}([[0.],\n    [1.],\n    [2.]], dtype=None)", "low"),
        # of what is no literal
        ("{make}([[k] for k in range(3)])", "high"),
        ("{make}(rows)", "high"),
        ("{make}([rows[0], [1.], [2.]])", "high"),
        ("({make}(rows) + 0 * {make}([[0.]]).sum())", "high"),
    ],
)
def test_a_list_of_one_item_is_a_dimension_of_size_1_that_is_written_out(library, table, meant):
    makes = {"numpy": ["array", "asarray"]}.get(library, ["tensor", "as_tensor"])
    for make in makes:
        text = table.format(make=f"xp.{make}")
        assert risk(library, f"one, rows = 1., [[0.], [1.], [2.]]\nz = {text} - x[:3]") == meant


@pytest.mark.parametrize("library", ["tbcast", "torch"])
def test_of_new_tensor_too(library):
    assert risk(library, "z = x.new_tensor([[0.], [1.], [2.]]) - x[:3]") == "low"
    assert risk(library, "rows = [[0.], [1.]]\nz = x.new_tensor(rows) - x[:2]") == "high"


@LIBRARIES
def test_data_in_lists_of_one_item_that_meets_a_row_elsewhere_is_still_found(library):
    make = "array" if library == "numpy" else "tensor"
    found = risks(
        library,
        f"""
        pred = xp.{make}([[1.], [2.], [3.]])
        target = xp.{make}([1., 2., 3.])
        loss = ((pred - target) ** 2).mean()

        def mse(pred, target):
            return ((pred - target) ** 2).mean()

        mse(pred, target)
        """,
    )
    assert found == {5: "medium", 8: "high"}


@LIBRARIES
def test_a_table_of_nested_lists_against_images(library):
    make = "array" if library == "numpy" else "tensor"
    found = risks(
        library,
        f"""
        def to_rgb(hues):
            table = xp.{make}([[[0.]], [[8.]], [[4.]]])
            return (hues[:, None] + table) % 12

        to_rgb(xp.ones((2, 4, 5)))
        """,
    )
    assert found == {5: "low"}


@LIBRARIES
def test_dimensions_of_size_1_that_are_written_out_at_the_end_settle_the_fit(library):
    found = risks(
        library,
        """
        images = xp.ones((2, 3, 3, 2))
        weight = xp.ones(3).reshape(-1, 1, 1)
        z = images * weight

        def column(values, ones):
            return values.reshape((-1, *ones))

        z = images * column(xp.ones(3), (1, 1))
        z = images * xp.ones(2)
        z = xp.ones((4, 5, 5)) * xp.ones(5)
        """,
    )
    assert found == {5: "low", 10: "medium", 11: "low", 12: "medium"}


@LIBRARIES
@pytest.mark.parametrize(
    ("a", "b", "meant"),
    [
        # neither the other fit nor what it leaves out are neighbouring dimensions
        ((2, 3, 4, 4, 3, 3), (3, 3), "low"),
        ((3, 3, 4, 5, 3, 3), (3, 3), "medium"),
        ((4, 2, 4, 4), (4, 4), "medium"),
        # coordinates, and as many points by chance
        ((2, 8, 2), (2,), "low"),
        ((8, 2, 2), (2,), "medium"),
        ((2, 2), (2,), "medium"),
        ((64, 8, 64), (64,), "medium"),
        ((5, 4, 5), (5,), "medium"),
        ((3, 2, 8, 8), (8,), "medium"),
    ],
)
def test_another_fit_counts_only_where_somebody_may_mean_it(library, a, b, meant):
    assert risk(library, f"z = xp.ones({a}) * xp.ones({b})") == meant


@LIBRARIES
def test_an_outer_operation_of_dimensions_that_were_written_out(library):
    found = risks(
        library,
        """
        def grid_of(means, grid):
            return means - grid

        means = xp.ones(12)
        grid_of(means[:, None, None], xp.ones(7))
        grid_of(means.reshape(1, -1, 1), xp.ones((1, 8)))

        def from_data(means, grid):
            return means - grid

        from_data(xp.ones((12, 1, 1)), xp.ones(7))

        def one_size(means, grid):
            return means - grid

        one_size(means[:, None, None], xp.ones(12))

        def fits(x, weight):
            return x * weight

        fits(xp.ones((4, 6))[:, :, None], xp.ones(4))

        def column(means, row):
            return means - row

        column(means[:, None], xp.ones(7))
        """,
    )
    assert found == {4: "low", 11: "medium", 16: "high", 21: "medium", 26: "medium"}


@LIBRARIES
def test_an_outer_operation_of_numbers_in_a_row_is_meant(library):
    found = risks(
        library,
        """
        def table(n, scale):
            position = xp.arange(n).reshape(-1, 1)
            return xp.sin(position * scale)

        table(12, xp.ones(7))

        def square(n, scale):
            position = xp.arange(n).reshape(-1, 1)
            return position * scale

        square(7, xp.ones(7))

        def row(data, n):
            across: object = xp.linspace(0.0, 1.0, n)
            return data * (1 - across)

        row(xp.ones((12, 1)), 7)

        def elsewhere(position, scale):
            return position * scale

        elsewhere(xp.arange(12).reshape(-1, 1), xp.ones(7))

        def from_data(data, scale):
            data = (data * xp.arange(12)).reshape(-1, 1)
            return data * scale

        from_data(xp.ones(12), xp.ones(7))

        def again(across, data):
            across = data * 2
            return xp.ones((12, 1)) * across

        again(xp.ones(5), xp.ones(7))

        def fits(data):
            x = xp.arange(5)
            return data * x

        fits(xp.ones((5, 5)))
        """,
    )
    assert found == dict.fromkeys((5, 17), "low") | dict.fromkeys((11, 22, 28, 34, 40), "medium")


ONE_PLACE = """
def steps(table):
    mean = table.mean(1)
    first = table - mean
    second = table * mean
    mean = table.std(1)
    third = table - mean
    return first, second, third, table - mean, table / table.std(1)


def loss(pred, target):
    error = pred - target
    other = pred - target
    return error, other, pred - target - target


steps(xp.arange(25.0).reshape(5, 5) ** 2)
loss(x.reshape((5, one)), x)
"""


@LIBRARIES
def test_a_variable_that_broadcasts_alike_on_several_lines_of_a_function_is_one_place(library):
    module, watching, compiles = _of(library)
    name = f"<written {next(NUMBERS)}>"
    source = "x, one = xp.arange(5.0), 1\n" + ONE_PLACE
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    with watching as found:
        exec(compiles(source, name), {**GLOBALS, "xp": module})
    listed = sorted((one.line, one.operator, one.lines, one.count, one.fix) for one in found.findings())
    assert listed == [
        (5, "sub", (6,), 2, "mean[:, None]"),
        (8, "sub", (9,), 2, "mean[:, None]"),
        (9, "div", (), 1, "table.std(1)[:, None]"),
        (13, "sub", (14, 15), 4, "target[:, None]"),
    ]
