"""poisson and binomial: torch's numbers for the same seed, its layouts and refusals."""

import warnings

import pytest

from under_test import first_line, needs_torch, tb, torch

pytestmark = needs_torch

RATES = (0.0, 0.3, 2.0, 9.9, 10.0, 12.5, 100.0, 1e4, 1e7)
TRIALS = (0.0, 1.0, 5.0, 20.0, 50.0, 1000.0, 1e6, 3.5, -2.0)
CHANCES = (0.0, 0.01, 0.3, 0.5, 0.51, 0.9, 0.999, 1.0, 1.2, -0.1, float("nan"))
REFUSED = (
    "poisson(ones(3).int())",
    "poisson(ones(3).bool())",
    "poisson(ones(3) * 1j)",
    "poisson(-ones(3))",
    "poisson(ones(3) * float('nan'))",
    "poisson(1.0)",
    "poisson()",
    "binomial(ones(3).int(), ones(3))",
    "binomial(ones(3).half(), ones(3).half())",
    "binomial(ones(3), ones(3).double())",
    "binomial(ones(3), ones(4))",
    "binomial(ones(3), 0.5)",
    "binomial(ones(3))",
)


def same(name, *numbers, dtype, seed):
    def drawn(lib):
        lib.manual_seed(seed)
        given = (lib.full((40, 3), number, dtype=getattr(lib, dtype)) for number in numbers)
        made = getattr(lib, name)(*given)
        return made.tolist(), str(made.dtype), made.stride(), lib.rand(1).item()

    assert str(drawn(tb)) == str(drawn(torch))  # nan is nan


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "bfloat16"])
@pytest.mark.parametrize("rate", RATES)
def test_poisson_numbers_are_torchs(rate, dtype):
    if dtype in ("float32", "float64") or rate < 1e4:
        for seed in range(3):
            same("poisson", rate, dtype=dtype, seed=seed)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("trials", TRIALS)
def test_binomial_numbers_are_torchs(trials, dtype):
    for seed, chance in enumerate(CHANCES):
        same("binomial", trials, chance, dtype=dtype, seed=seed)


def test_operands_broadcast_and_are_read_in_their_order():
    def drawn(lib):
        g = lib.Generator().manual_seed(3)
        count, prob = lib.arange(12.0).view(3, 4).t() * 5, lib.tensor([0.2, 0.6, 0.9])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return lib.binomial(count, prob, g).tolist(), lib.poisson(count, generator=g).tolist()

    assert drawn(tb) == drawn(torch)


@pytest.mark.parametrize("call", REFUSED)
def test_refusals_are_torchs(call):
    def refusal(lib):
        with pytest.raises((RuntimeError, NotImplementedError, TypeError, ValueError)) as raised:
            eval(call, {"ones": lib.ones, "poisson": lib.poisson, "binomial": lib.binomial})
        return type(raised.value), first_line(raised.value)

    assert refusal(tb) == refusal(torch)
