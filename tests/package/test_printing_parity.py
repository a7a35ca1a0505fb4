"""The same bits print the same text in tbcast and PyTorch: drawn tensors, every option, formats, reprs.

A sample runs by default; `pytest --long` prints 48,000 tensors with the default options alone.
"""

import itertools
import random

import pytest

from oracles.dtype_rules import ALL
from printing_cases import build, draw
from under_test import first_line, needs_torch, tb, torch

pytestmark = needs_torch

LIBRARIES = (tb, torch)


@pytest.fixture(autouse=True)
def default_options():
    yield
    for module in LIBRARIES:
        module.set_printoptions(profile="default")
        module.set_default_dtype(module.float32)


@pytest.fixture
def count(whole):
    """The number of tensors: (sample, long) -> one of them."""
    return lambda sample, long: long if whole else sample


def outcome(function, *args):
    """The text, or the error's type and text."""
    try:
        return function(*args)
    except Exception as error:
        return f"{type(error).__name__}: {first_line(error)}"


def differences(rng, dtype, count):
    """(operand, our text, torch's) of drawn tensors that print differently."""
    for _ in range(count):
        drawn = draw(rng, dtype)
        ours, theirs = (outcome(repr, build(module, drawn)) for module in LIBRARIES)
        if ours != theirs:
            yield drawn, ours, theirs


def set_both(options):
    before = [outcome(lambda m=module: m.set_printoptions(**options)) for module in LIBRARIES]
    assert before[0] == before[1]


@pytest.mark.parametrize("dtype", ALL)
def test_the_same_bits_print_the_same(dtype, count):
    assert list(differences(random.Random(dtype), dtype, count(300, 4000))) == []


@pytest.mark.parametrize("default", ["float16", "bfloat16", "float64"])
def test_the_default_dtype_needs_no_suffix(default, count):
    for module in LIBRARIES:
        module.set_default_dtype(getattr(module, default))
    for dtype in ALL:
        assert list(differences(random.Random(default + dtype), dtype, count(20, 200))) == []


VALUES = {
    "precision": (0, 1, 2, 6, 12, None),
    "threshold": (0, 1, 5, 50, 10**6, float("inf"), 2.5, -1, None),
    "edgeitems": (0, 1, 2, 5, 100, None),
    "linewidth": (0, 1, 10, 40, 81, 200, 33.5, None),
    "profile": ("default", "short", "full", "SHORT", "Full", "other", "", None),
    "sci_mode": (True, False, None),
}
# What nobody should pass: the error comes where PyTorch's comes, when something is printed.
BAD_VALUES = {
    "precision": ("a", 2.5, -1, True, 2**40, []),
    "threshold": ("x", float("nan"), [], True, 1j),
    "edgeitems": (-1, -2, -5, 1.5, "x", True, []),
    "linewidth": ("x", float("inf"), float("nan"), -5, True),
    "profile": (3, [], True, b"short", object),
    "sci_mode": ("x", 0, 1, [], ""),
}
SINGLE = [{name: value} for name, values in VALUES.items() for value in values]
BAD = [
    {name: value, **more}
    for name, values in BAD_VALUES.items()
    for value in values
    for more in ({}, {"edgeitems": 1} if name == "threshold" else {"threshold": 0})
]


@pytest.mark.parametrize("options", SINGLE + BAD, ids=str)
def test_options_print_the_same(options, count):
    set_both(options)
    for dtype in ALL:
        assert list(differences(random.Random(f"{options}{dtype}"), dtype, count(2, 20))) == []


@pytest.mark.parametrize("seed", range(10))
def test_options_together_print_the_same(seed, count):
    rng = random.Random(seed)
    for _ in range(count(10, 200)):
        options = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.5}
        for module in LIBRARIES:
            module.set_printoptions(profile="default")
        set_both(options)
        for dtype in ALL:
            assert list(differences(rng, dtype, 1)) == [], options


BAD_CALLS = (
    *("foo=1", "1, 2, 3, 4, 'default', True, 7", "1, precision=2", "None, None, None, None, None, None"),
    *("1, 2, 3, 40, 'short', True", "profile='full', threshold=3"),
)


@pytest.mark.parametrize("arguments", BAD_CALLS)
def test_set_printoptions_takes_the_same_arguments(arguments):
    seen = []
    for module in LIBRARIES:
        scope = {"torch": module}
        result = outcome(eval, f"torch.set_printoptions({arguments})", scope)
        seen.append((result, repr(module.arange(30.0) / 7)))
    assert seen[0] == seen[1]


# ---- formats ----

TENSORS = (
    *("torch.tensor(2.5)", "torch.tensor(7)", "torch.tensor(True)", "torch.tensor(1.5-2j)"),
    *(f"torch.tensor(0.1, dtype=torch.{name})" for name in ("float16", "bfloat16", "float64", "uint8")),
    *("torch.tensor(nan)", "torch.tensor(255, dtype=torch.uint8)"),
    *("torch.tensor([2.5])", "torch.tensor([[1, 2]])", "torch.tensor([])", "torch.zeros(0, 3)"),
    *("torch.tensor([True])", "torch.tensor([1j])"),
)
SPECS = (
    *("", ".2f", "d", "x", "08.3f", ">12", "<12", "^12", "e", "g", "%", "s", "+", "+.1f", "b", "c", "n", ","),
    *("_", "10", ".3", "!", ".2g", "=+8", "#x", "z.1f", ".2fx", "q"),
)
TEXTS = (
    *("'%s' % torch.tensor(1.5)", "'%d' % torch.tensor(1.5)", "'%.2f' % torch.tensor(1.555)"),
    *("'%.2f' % torch.tensor([1.555])", "'%.2f' % torch.tensor([1.555, 2])", "'%x' % torch.tensor(255)"),
    *("'%s %s' % torch.tensor([1, 2])", "'{}'.format(torch.tensor([1, 2]))", "ascii(torch.tensor(1.5))"),
    *("'{!r:>20}'.format(torch.tensor(1))", "'{:>30}'.format(torch.tensor([1, 2]))", "str(torch.ones(2))"),
    *("[torch.tensor(1.5)]", "(torch.ones(2, 2),)", "{'a': torch.ones(2, 2)}"),
    *("torch.tensor(1).__format__(3)", "format(torch.tensor(1), 3)", "torch.tensor([1]).__format__(3)"),
    *("type('Sub', (torch.Tensor,), {})([[1, 2], [3, 4]])", "type('Sub', (torch.Tensor,), {})(2, 0)"),
    *("torch.Size([])", "torch.Size([1])", "torch.Size([1, 2])", "str(torch.Size([1, 2])[1:])"),
    *("torch.device('cpu')", "torch.device('cpu', 0)", "str(torch.device('cpu', 0))"),
    *(f"torch.{name}" for name in (*ALL, "short", "int", "long", "half", "float", "double")),
    *(f"torch.finfo(torch.{name})" for name in ALL),
    *(f"torch.iinfo(torch.{name})" for name in ALL),
    *("torch.finfo()", "torch.strided", "torch.ones(2).layout", "f'{torch.float32}'"),
)  # fmt: skip


def assert_same_outcome(expressions):
    different = {}
    for expression in expressions:
        found = [
            outcome(lambda e, m: repr(eval(e, {"torch": m, "nan": float("nan")})), expression, module)
            for module in LIBRARIES
        ]
        if found[0] != found[1]:
            different[expression] = found
    assert different == {}


def test_formats_and_reprs_are_the_same():
    formats = [f"format({t}, {spec!r})" for t, spec in itertools.product(TENSORS, SPECS)]
    strings = [f"f'{{{t}:{spec}}}'" for t, spec in itertools.product(TENSORS, SPECS) if "!" not in spec]
    assert_same_outcome([*formats, *strings, *TEXTS])


def test_print_writes_the_text(capsys):
    for tensor in (tb.ones(2, 2), tb.tensor(2.5)):
        print(tensor)
        assert capsys.readouterr().out == f"{tensor!r}\n"
    print(tb.tensor(3), tb.ones(1))
    assert capsys.readouterr().out == "tensor(3) tensor([1.])\n"
