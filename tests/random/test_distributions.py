"""What draws random numbers of distributions: PyTorch's bits, arguments and refusals."""

import math

import pytest

from calls import drawing_cases, function_cells
from calls.function_cells import Cells
from oracles import drawn_numbers
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb

LISTS = {name: value for name, value in vars(drawing_cases).items() if isinstance(value, Cells)}
INTEGRAL = ("uint8", "int8", "int16", "int32", "int64")
FLOATING = ("float16", "bfloat16", "float32", "float64")
OF_ALL = ("random_()", "random_(5)", "random_(1, None)", "bernoulli_()", "bernoulli_(0.3)", "geometric_(0.3)")
OF_ALL = (*OF_ALL, "bernoulli_(torch.rand(()))", "bernoulli_(torch.rand((), dtype=torch.float64))")
OF_FLOATS = (
    *("m().exponential_()", "m().exponential_(2.5)", "m().exponential_(float('inf'))", "m().random_(-9, 99)"),
    *("m().log_normal_()", "m().log_normal_(0.1, 0.25)", "m().cauchy_()", "m().cauchy_(3, 0.1)"),
    *(
        "torch.bernoulli(m().uniform_())",
        "torch.normal(m().uniform_(), 1.5)",
        "torch.normal(2., m().uniform_())",
    ),
    *("torch.normal(m().uniform_(), m().uniform_())", "torch.normal(2., 3., (n,), dtype=d)"),
    "torch.normal(m().uniform_(), m().uniform_(), out=m())",
    *("torch.multinomial(m().uniform_(), 1)", "torch.multinomial(m().uniform_(), 1, True)"),
    *("torch.multinomial(m().uniform_(), 2)", "torch.multinomial(m().uniform_(), 5, True)"),
)


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("name", LISTS)
def test_calls_are_torchs(name, dtype):
    function_cells.check(LISTS[name], dtype)


@needs_torch
def test_numbers_are_bit_for_bit_those_of_torch_with_avx2():
    programs = [
        (dtype, n, layout, text)
        for n in (2, 5, 16, 17, 1000, 40000)
        for dtype in (*INTEGRAL, *FLOATING)
        for layout in ("contiguous", "transposed", "strided")
        for text in (*(f"m().{call}" for call in OF_ALL), *(OF_FLOATS if dtype in FLOATING else ()))
    ]
    programs += [
        (dtype, 100, "contiguous", "m().random_(-2**63, None)") for dtype in ("int64", *FLOATING[1:])
    ]
    expected = drawn_numbers.torch_digests(programs)
    if expected is None:
        pytest.skip("PyTorch has no AVX2 kernels on this machine")
    found = drawn_numbers.digests(tb, programs)
    assert [call for call, a, b in zip(programs, found, expected, strict=True) if a != b] == []
    assert len(programs) > 2000


def test_first_numbers_of_seed_0():
    def drawn(name, *args):
        return getattr(tb.empty(3, dtype=tb.float64), name)(*args, generator=tb.Generator().manual_seed(0))

    assert drawn("random_", 10).tolist() == [4, 9, 3]
    assert drawn("bernoulli_").tolist() == [0, 0, 1]
    assert drawn("geometric_", 0.3).tolist() == [1, 1, 3]
    assert math.isclose(drawn("exponential_")[0].item(), 3.508326186707642, rel_tol=1e-15)
    assert math.isclose(drawn("cauchy_")[0].item(), 10.597720, rel_tol=1e-6)
    assert math.isclose(drawn("log_normal_")[0].item(), 59.263418, rel_tol=1e-6)


def test_no_number_is_above_the_largest_integer():
    """torch 2.13 overflows, and does not return."""
    for dtype in (tb.float32, tb.float64, tb.bfloat16):
        with pytest.raises(RuntimeError, match="got from=9223372036854775807 > to_inc="):
            tb.ones(3, dtype=dtype).random_(2**63 - 1, None)
    assert tb.ones(2, dtype=tb.int64).random_(2**63 - 1, None).tolist() == [2**63 - 1] * 2


def test_a_refused_probability_writes_nothing():
    """torch 2.13 writes what comes before it, and resizes out= first."""
    t, out = tb.full((3,), 7.0), tb.full((5,), 7.0)
    p = tb.tensor([0.5, 0.5, 2.0])
    for call in (lambda: t.bernoulli_(p), lambda: tb.bernoulli(p, out=out), lambda: p.bernoulli_(p)):
        with pytest.raises(RuntimeError, match="p_in"):
            call()
    assert t.tolist() == [7] * 3 and out.tolist() == [7] * 5 and p.tolist() == [0.5, 0.5, 2]


def test_normal_reads_what_its_out_overwrites_first():
    """torch 2.13 reads the numbers that it has drawn there."""

    def drawn(mean, std, **options):
        return tb.normal(mean, std, generator=tb.Generator().manual_seed(1), **options).tolist()

    mean, std = tb.arange(20.0), tb.arange(1.0, 21)
    expected = drawn(mean, std)
    assert drawn(mean, std, out=mean) == expected
    assert drawn(tb.arange(20.0), std, out=std) == expected
    both = tb.arange(20.0)
    assert drawn(both[:10], both[10:], out=both[10:]) == drawn(tb.arange(10.0), tb.arange(10.0, 20))


def test_multinomial_refuses_an_expanded_out():
    """torch 2.13 writes to it, where columns are replaced."""
    for replacement in (False, True):
        with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
            tb.multinomial(tb.ones(3), 2, replacement, out=tb.zeros(1, dtype=tb.int64).expand(2))


def test_columns_are_those_of_a_floating_matrix():
    for weights, n in ((tb.ones(3), 2), (tb.ones(2, 3, dtype=tb.int64), 2), (tb.ones(2, 3), -1)):
        with pytest.raises(RuntimeError, match="rows of a floating matrix"):
            tb._C._rows_columns(weights, n)


def test_columns_are_drawn_by_weight():
    tb.manual_seed(5)
    weights = tb.tensor([[1.0, 0, 3], [0, 1, 0]])
    drawn = tb.multinomial(weights, 4000, True)
    assert drawn[1].tolist() == [1] * 4000
    counts = tb.bincount(drawn[0], minlength=3).tolist()
    assert counts[1] == 0 and abs(counts[2] / 4000 - 0.75) < 0.03
    first = [tb.multinomial(weights[0], 2).tolist() for _ in range(200)]
    assert {tuple(sorted(pair)) for pair in first} == {(0, 2)}


def test_an_expanded_probability_is_looked_at_once():
    with pytest.raises(RuntimeError, match="allocate"):
        tb.bernoulli(tb.tensor(0.5).expand(2**58), out=tb.empty(0))


def test_a_waiting_normal_number_is_the_next_log_normal_one():
    g = tb.Generator().manual_seed(2)
    tb.empty(1).normal_(generator=g)
    second = tb.empty(2, dtype=tb.float64).normal_(generator=tb.Generator().manual_seed(2))[1].item()
    found = tb.empty(1, dtype=tb.float64).log_normal_(0, 1, generator=g).item()
    assert math.isclose(found, math.exp(second), rel_tol=1e-15)
