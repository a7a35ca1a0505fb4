"""Creation beyond empty, zeros, ones and full: values, layouts, random numbers and errors are PyTorch's."""

import itertools
import math
import warnings
from fractions import Fraction

import numpy as np
import pytest

from calls import creation_cases as cases
from under_test import STAND_IN, first_line, needs_torch, tb, torch

ERRORS = [
    *("eye()", "eye(-1)", "eye(2, -1)", "eye(2.5)", "eye(2, 2.5)", "eye(2, 3, 4)", "eye(True)", "eye(m=2)"),
    *("eye(2**62)", "eye(2**64)", "eye(2, None)", "eye(2, foo=1)", "eye(2, out=3)", "eye(2, dtype='a')"),
    *("eye(2, out=torch.zeros(2, 2), dtype=torch.int64)", "eye(torch.tensor(2))", "eye(2, 3, n=4)"),
    *("linspace()", "linspace(0, 1)", "linspace(0, 1, -1)", "linspace(0, 1, 2.5)", "linspace('a', 1, 3)"),
    *(
        "linspace(0, 1, 5, 6)",
        "linspace(torch.tensor([0.]), 1, 5)",
        "linspace(torch.tensor([0.]), torch.tensor(1), 5)",
    ),
    *(
        "linspace(0, 1j, 5, dtype=torch.float32)",
        "linspace(0, 1j, 5, out=torch.zeros(5))",
        "linspace(0, 1e40, 5)",
    ),
    *("linspace(0, 1, 5, out=torch.zeros(1).expand(5))", "linspace(0, 1, 2**62)", "linspace(2**64, 1, 3)"),
    *("linspace(0, 1, True)", "linspace(0, 1, torch.tensor(3))", "linspace(300, 1, 1, dtype=torch.int8)"),
    *("empty_strided((2, 3), (1,))", "empty_strided((2, 3), (1, -1))", "empty_strided((2, -3), (1, 1))"),
    *("empty_strided((2, 3))", "empty_strided(2, 3)", "empty_strided((2, 3), (2**62, 2**62))"),
    *("empty_strided((2,), ('a',))", "empty_strided((2,), (1,), 3)", "empty_strided((2,), (1,), out=3)"),
    *(
        "randint()",
        "randint(3)",
        "randint(3, 4)",
        "randint(2.5, (2,))",
        "randint(True, (2,))",
        "randint(5, 'a')",
    ),
    *("randint(5, (-1,))", "randint(0, (0,))", "randint(2**63, (2,))", "randint(5, (2,), generator=3)"),
    *("randint(5, (2,), out=torch.zeros(2), dtype=torch.int64)", "randint(size=(2,), low=3)"),
    *("randint(5, (2,), dtype=torch.complex64)", "randint(0, 5, (2,), 3)", "randint(5, (2,), foo=3)"),
    "randint(5, (2,), out=torch.zeros(1, dtype=torch.int64).expand(2))",
    *("randint_like(torch.ones(2))", "randint_like(3, 5)", "randint_like(torch.ones(2), 1, 2, 3)"),
    *(
        "randint_like(torch.ones(2), torch.tensor([5]))",
        "randint_like(torch.ones(2), torch.tensor(float('inf')))",
    ),
    *("rand_like(3)", "rand_like(torch.ones(2), 3)", "randn_like()", "rand_like(torch.ones(2), generator=3)"),
    *("randperm()", "randperm(-1)", "randperm(2.5)", "randperm(5, 3)", "randperm(-1, out=torch.zeros(2))"),
    *("randperm(2**64)", "randperm(2**62)", "randperm(2**31 + 1, out=torch.zeros(2, dtype=torch.int32))"),
    *("randperm(2**24 + 2, dtype=torch.float32)", "randperm(5, generator=3)", "randperm(5, dtype='a')"),
    *(
        f"ones(3).normal_({a})"
        for a in ("2, -3", "2, float('nan')", "2, 3, 4", "'a'", "1j", "foo=2", "None", "std='b'")
    ),
    *(
        f"ones(3).uniform_({a})"
        for a in ("2", "3, 2", "-1e39, 2", "-3e38, 3e38", "'a'", "1, 2, 3", "from_=2")
    ),
    *("ones(1).expand(3).normal_()", "ones(1).expand(3).uniform_()", "ones(3, dtype=torch.int64).uniform_()"),
    *(
        "ones(3).normal_(1, 2, generator=4)",
        "ones(0, dtype=torch.int64).normal_()",
        "ones(3).normal_(2**2000)",
    ),
    *("ones(3).normal_(torch.tensor(2j))", "ones(3).normal_(torch.tensor([2.]))"),
    *(
        f"ones(2).new_zeros({a})"
        for a in ("", "'a'", "(2, 'a')", "(2,), 3", "2.5", "-1", "2, foo=3", "2, out=3")
    ),
    *(
        f"ones(2).new_full({a})"
        for a in ("", "(2,)", "2, 3", "(2,), 3j", "(2,), 'a'", "(2,), 1, 2", "(-1,), 3")
    ),
    *(
        f"ones(2).new_tensor({a})"
        for a in ("", "'a'", "[1], 2", "[1], foo=2", "[1j]", "[1], pin_memory=False")
    ),
    *("ones(2).new_ones(2, size=(3,))", "ones(2, dtype=torch.int8).new_full((2,), 300)"),
    *(
        "as_tensor()",
        "as_tensor('a')",
        "as_tensor(3, torch.float32)",
        "as_tensor(3, foo=1)",
        "as_tensor(None)",
    ),
    *(
        "finfo(torch.int32)",
        "finfo(3)",
        "finfo(None)",
        "finfo(dtype=torch.float64)",
        "finfo(torch.float32, 3)",
    ),
    *("iinfo()", "iinfo(torch.bool)", "iinfo(torch.float32)", "iinfo('a')", "iinfo(dtype=torch.int32)"),
    *(
        "range()",
        "range(5)",
        "range(end=3)",
        "range(1, 5, 0)",
        "range(5, 1)",
        "range(0, float('inf'))",
        "range('a', 3)",
    ),
    *(
        "range(1, 3, 1, 1)",
        "range(1, 3, None)",
        "range(0, 1j)",
        "range(1e39, 2e39, 1e39, dtype=torch.float16)",
    ),
    *(
        "range(0, 3, out=torch.zeros(1).expand(4))",
        "range(float('nan'), 3, dtype=torch.int64)",
        "range(1, 3, 1e400)",
    ),
    *("set_default_dtype(torch.int32)", "set_default_dtype(3)", "set_default_dtype(float)"),
]

VALUES = [
    *(
        "eye(2, out=torch.zeros(5))",
        "eye(2, out=torch.zeros(2, 2, dtype=torch.int64).t())",
        "finfo()",
        "finfo(float)",
    ),
    *("eye(2, out=torch.zeros(1).expand(2, 2))", "eye(2, m=3, dtype=torch.bool)", "iinfo(int)", "newaxis"),
    *(
        "linspace(0, 1, 6, out=torch.zeros(3, 2))",
        "linspace(0, 1, 6, out=torch.zeros(6, 2).t()[0])",
        "pi",
        "e",
    ),
    *(
        "linspace(0, 1, 4, out=torch.zeros(2, 2).t())",
        "linspace(torch.tensor(0j), torch.tensor(1.), 5)",
        "inf",
        "nan",
    ),
    *(
        "linspace(end=0, start=1, steps=3)",
        "linspace(3, 1, 0, out=torch.zeros(3, 0))",
        "linspace(True, False, 3)",
    ),
    *(
        "empty_strided((2, 3), (1, 2)).stride()",
        "empty_strided((0, 3), (1, -1)).stride()",
        "empty_strided((), ()).shape",
    ),
    *("empty_strided((1, 3), (-5, 2)).stride()", "empty_strided((2,), (1,), dtype=torch.int8).dtype"),
    *("ones(2, dtype=torch.int64).new_empty(2, 3).dtype", "ones(2).new_empty(size=(2, 3)).shape"),
    *(
        "ones(2, dtype=torch.int8).new_zeros((2, 3))",
        "ones(2).new_ones(2, dtype=torch.bool)",
        "ones(2).new_full((2,), 3)",
    ),
    *("ones(2, dtype=torch.int64).new_full((2,), 3.7)", "ones(2).new_full((2,), torch.tensor(3.))"),
    *(
        "ones(2).new_tensor([1, 2])",
        "ones(2, dtype=torch.int64).new_tensor([1.5])",
        "ones(2).new_tensor(data=3)",
    ),
    *(
        "ones(2).new_tensor(torch.ones(2, 3, dtype=torch.int8).t())",
        "ones(2).new_tensor([1], dtype=torch.int8)",
    ),
    *("ones(1).new_empty_strided((2, 3), (1, 2)).stride()", "as_tensor([1, 2], dtype=torch.float32)"),
    *("as_tensor(torch.ones(2, 3).t(), dtype=torch.float64)", "as_tensor(3, device='cpu')"),
    *(
        "range(0, 3, out=torch.zeros(2))",
        "range(0, 3, out=torch.zeros(2, 2).t())",
        "range(1, 3, float('inf'))",
    ),
    *(
        "finfo(torch.float32) == torch.finfo(torch.complex64)",
        "finfo(torch.float32) == torch.iinfo(torch.int32)",
    ),
    *("finfo(torch.float32) != torch.finfo(torch.float64)", "iinfo(torch.int8) == torch.iinfo(torch.int8)"),
]


@pytest.fixture(autouse=True)
def defaults_afterwards():
    yield
    tb.manual_seed(0)
    tb.set_default_dtype(tb.float32)


def differences(texts):
    found = [(text, cases.outcome(tb, text), cases.outcome(torch, text)) for text in texts]
    return [item for item in found if item[1] != item[2]]


def of_avx2():
    """What PyTorch with AVX2 gives for cases.RANDOM and cases.SEQUENCES."""
    expected = cases.torch_outcomes()
    if expected is None:
        pytest.skip("PyTorch has no AVX2 kernels on this machine")
    return expected


@needs_torch
@pytest.mark.parametrize("name", ["EYES", "INFO"])
def test_values_are_torchs_in_every_dtype(name):
    assert differences(getattr(cases, name)) == []


@needs_torch
def test_forms_and_outputs_are_torchs():
    assert differences(f"torch.{text}" for text in VALUES) == []


@needs_torch
@pytest.mark.parametrize("text", ERRORS)
def test_errors_are_torchs(text):
    assert differences([f"torch.{text}"]) == []


@needs_torch
def test_random_numbers_are_torchs_through_any_sequence_of_calls():
    expected = of_avx2()[0]
    found = cases.random_outcomes(tb)
    assert len(found) == len(expected) > 3000
    assert [(a, b) for a, b in zip(found, expected, strict=True) if a != b][:5] == []


@needs_torch
def test_linspace_arange_and_range_are_torchs_with_avx2():
    expected = of_avx2()[1]
    found = cases.sequence_outcomes(tb)
    assert len(found) == len(expected) > 3000
    assert [(a, b) for a, b in zip(found, expected, strict=True) if a != b][:5] == []


def fused(step, count, start):
    """step * count + start, rounded once."""
    return float(Fraction(step) * count + Fraction(start))


FUSED = pytest.mark.skipif(STAND_IN, reason="PyTorch's portable kernels round twice")


@FUSED
@pytest.mark.cpu_level
@pytest.mark.parametrize("start", [0.0, 0.3, -123.456, 1e8])
@pytest.mark.parametrize("steps", [2, 3, 10, 17, 1000, 1025, 2500])
def test_linspace_is_one_fused_operation_from_the_nearer_end(steps, start):
    end = start + 9.87
    step = (end - start) / (steps - 1)
    half = steps // 2
    wanted = [fused(step, i, start) for i in range(half)]
    wanted += [fused(-step, steps - 1 - i, end) for i in range(half, steps)]
    assert tb.linspace(start, end, steps, dtype=tb.float64).tolist() == wanted
    single = tb.tensor([start, end])
    step = ((single[1] - single[0]) / (steps - 1)).item()
    start, end = single.tolist()
    wanted = [Fraction(step) * i + Fraction(start) for i in range(half)]
    wanted += [Fraction(-step) * (steps - 1 - i) + Fraction(end) for i in range(half, steps)]
    assert tb.linspace(start, end, steps).tolist() == [rounded_to_float32(x) for x in wanted]


def rounded_to_float32(x):
    """A Fraction as the nearest float32, ties to even; it is none of the smallest ones."""
    if x == 0:
        return 0.0
    exponent = math.frexp(float(x))[1] - 24
    return float(round(x / Fraction(2) ** exponent) * Fraction(2) ** exponent)


@FUSED
@pytest.mark.cpu_level
@pytest.mark.parametrize("step", [0.1, 1 / 3, -0.7, 1.0, 0.25])
@pytest.mark.parametrize("count", [1, 7, 8, 9, 100, 1024, 2051])
def test_arange_is_fused_from_the_beginning_of_each_vector(count, step):
    start, vectors = 0.3, count - count % 8
    wanted = []
    for i in range(count):
        first = i - i % 4 if i < vectors else i
        wanted.append(fused(step, i - first, fused(step, first, start)))
    assert tb.arange(start, start + step * (count - 0.5), step, dtype=tb.float64).tolist() == wanted


@pytest.mark.cpu_level
def test_sequences_of_the_smallest_numbers():
    assert tb.arange(0, 50 * 5e-324, 5e-324, dtype=tb.float64).tolist() == [i * 5e-324 for i in range(50)]
    low = tb.linspace(2**-149, 11 * 2**-149, 11)
    assert low.tolist() == [i * 2**-149 for i in range(1, 12)]


def test_integers_of_seed_0():
    tb.manual_seed(0)
    assert tb.randint(3, 10, (5,)).tolist() == [7, 6, 3, 5, 4]
    tb.manual_seed(0)
    assert tb.randperm(4).tolist() == [0, 1, 3, 2]


def test_linspace_ends_at_its_ends():
    for dtype, steps in itertools.product(cases.NUMERIC, (2, 3, 10, 77)):
        values = tb.linspace(1, 100, steps, dtype=getattr(tb, dtype)).tolist()
        assert (len(values), values[0], values[-1]) == (steps, 1, 100)


def test_as_tensor_shares_what_it_can():
    array, tensor = np.arange(4.0), tb.ones(2, 3).T
    assert tb.as_tensor(tensor) is tensor
    assert tb.as_tensor(tensor, dtype=tb.float32) is tensor
    assert tb.as_tensor(tensor, dtype=tb.float64).data_ptr() != tensor.data_ptr()
    shared = tb.as_tensor(array)
    shared[0] = 7.0
    assert array[0] == 7 and tb.as_tensor(array, dtype=tb.float64).data_ptr() == array.ctypes.data
    copied = tb.as_tensor(array, dtype=tb.float32)
    copied[1] = -1.0
    assert array[1] == 1
    array.flags.writeable = False
    with pytest.warns(UserWarning, match="not writable"):
        tb.as_tensor(array)


def test_a_refused_call_writes_nothing_and_draws_nothing():
    tb.manual_seed(3)
    first = tb.randint(1000, (4,)).tolist()
    tb.manual_seed(3)
    for call in (
        lambda out: tb.randint(300, (3,), out=out),
        lambda out: tb.randperm(300, out=out),
        lambda out: tb.linspace(0, 300, 5, out=out),
        lambda out: tb.eye(-1, out=out),
    ):
        out = tb.full((2,), 5, dtype=tb.uint8)
        with pytest.raises(RuntimeError):
            call(out)
        assert out.tolist() == [5, 5]
    assert tb.randint(1000, (4,)).tolist() == first


def test_warnings_as_errors_leave_the_output_alone():
    out = tb.zeros(2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match="deprecated"):
            tb.range(1, 3, out=out)
        with pytest.raises(UserWarning, match="Due to precision limitations"):
            tb.randint(2**40, (3,), out=out)
    assert out.tolist() == [0, 0]


def test_default_tensor_type_sets_the_default_dtype():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for given, dtype in (("torch.DoubleTensor", tb.float64), (tb.HalfTensor, tb.float16)):
            tb.set_default_tensor_type(given)
            assert tb.get_default_dtype() is dtype
        for wrong in (tb.IntTensor, "torch.IntTensor", tb.Tensor, tb.float32, 3, None, "math.pi"):
            with pytest.raises(
                TypeError, match="only floating-point types are supported as the default type"
            ):
                tb.set_default_tensor_type(wrong)
    assert tb.get_default_dtype() is tb.float16


PERMUTED = (
    *(((2, 3, 4), (2, 0, 1)), ((2, 3), (1, 0)), ((2, 0, 3), (1, 0, 2)), ((), ())),
    *(((2, 3), (0, 0)), ((2, 3), (0,)), ((2, 3), (0, 2)), ((2, 3), (-1, 0)), ((2, -3), (1, 0))),
)


@needs_torch
@pytest.mark.parametrize(("size", "layout"), PERMUTED)
def test_empty_permuted_has_torchs_strides_and_refusals(size, layout):
    def outcome(lib):
        try:
            made = lib.empty_permuted(size, layout, dtype=lib.int16)
        except RuntimeError as error:
            return first_line(error)
        return tuple(made.shape), made.stride(), str(made.dtype)

    assert outcome(tb) == outcome(torch)
