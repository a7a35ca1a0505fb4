"""Random numbers are PyTorch's, bit for bit, from the same seeds and through any sequence of calls."""

import hashlib
import math
import os
import subprocess
import sys

import pytest

from oracles import torch_random
from under_test import needs_torch, tb, torch

SEEDS = (0, 42, 2**63, -1)
DTYPES = ("float16", "bfloat16", "float32", "float64", "complex64", "complex128")

# Digests of PyTorch 2.13's numbers (AVX2) for each seed above.  The generator takes the lower half of a seed
# only, so the third is like the first.  What needs libm's double functions is recorded below, as numbers.
RECORDED_SIZES = {"rand": (1, 5, 16, 33, 1000), "randn": (16, 17, 40, 1003)}
RECORDED = {
    ("rand", "float16"): ["e742003fa19176ca", "714352acb7cdf2b1", "e742003fa19176ca", "c1fe15ba1ff1da9f"],
    ("rand", "bfloat16"): ["9272d7b3300db344", "34c0167a901d8d9a", "9272d7b3300db344", "4352e0964ba9f815"],
    ("rand", "float32"): ["b3d87a7a3a06f2c5", "4d62e4914d018a5c", "b3d87a7a3a06f2c5", "efdc0854627645a7"],
    ("rand", "float64"): ["8244f54c6bffa3e3", "27073f7d18855aec", "8244f54c6bffa3e3", "9db3f991a35af824"],
    ("rand", "complex64"): ["810d376a9063ca82", "e439e24523051fc5", "810d376a9063ca82", "d3365d631d95bb7a"],
    ("randn", "float16"): ["27897722a0e30d13", "330976058aeeaede", "27897722a0e30d13", "ee58d6c82d17c281"],
    ("randn", "bfloat16"): ["7d31e46efaf692cc", "a3a2b7f718667c64", "7d31e46efaf692cc", "4bb7300027527ac4"],
    ("randn", "float32"): ["f2360dce4429523d", "7c61ec3a5c69519a", "f2360dce4429523d", "d7267e55848d53c7"],
    ("randn", "complex64"): ["26f9d2954bd451ec", "ab314c483fe74a82", "26f9d2954bd451ec", "1ca43269fcd58dbd"],
}

# randn in float64: three numbers, two more (the first was waiting since the third), then three of seventeen.
RECORDED_NORMAL = {
    0: [
        [1.5409961082440433, -0.2934289057609464, -2.1787893820745574],
        [0.5684312772806678, -1.084522342424021],
        [-0.623224579866079, 0.519998663178938, -1.746404903728242],
    ],
    42: [
        [0.33669035438385886, 0.1288094051365897, 0.23446236336153173],
        [0.2303330279146119, -1.1228563767381703],
        [-1.7903080050220619, -0.2770635268170197, 0.7096149179654692],
    ],
    -1: [
        [1.219763015996571, -0.39297948372090163, 1.023075123518451],
        [-0.3734211305047281, -0.07551019599450419],
        [1.3335884033066467, -2.0870072140917926, 0.7485155086757321],
    ],
}


@pytest.fixture(autouse=True)
def seed_afterwards():
    yield
    tb.manual_seed(0)


def test_first_numbers_of_seed_0():
    tb.manual_seed(0)
    assert tb.rand(3).tolist() == [0.49625658988952637, 0.7682217955589294, 0.08847743272781372]
    tb.manual_seed(0)
    assert tb.randn(3).tolist() == [1.5409960746765137, -0.293428897857666, -2.1787893772125244]
    tb.manual_seed(0)
    assert tb.randn(16)[:3].tolist() == [-1.1258398294448853, -1.152360200881958, -0.2505785822868347]
    assert tb.rand(1).tolist() == [0.6976675987243652]


@pytest.mark.parametrize(("function", "dtype"), RECORDED)
def test_numbers_have_the_recorded_digests(function, dtype):
    found = []
    for seed in SEEDS:
        calls = [(function, n, dtype) for n in RECORDED_SIZES[function]]
        digests = torch_random.digests(tb, [(seed, calls)])
        found.append(hashlib.sha256("".join(digests).encode()).hexdigest()[:16])
    assert found == RECORDED[function, dtype]


@pytest.mark.parametrize("seed", RECORDED_NORMAL)
def test_double_numbers_are_the_recorded_ones(seed):
    tb.manual_seed(seed)
    three = tb.randn(3, dtype=tb.float64).tolist()
    two = tb.randn(2, dtype=tb.float64).tolist()
    seventeen = tb.randn(17, dtype=tb.float64).tolist()
    found = [*three, *two, seventeen[0], seventeen[8], seventeen[16]]
    expected = [number for numbers in RECORDED_NORMAL[seed] for number in numbers]
    # libm's last bits are its own.
    assert all(math.isclose(a, b, rel_tol=1e-14) for a, b in zip(found, expected, strict=True))


@needs_torch
def test_numbers_are_bit_for_bit_those_of_torch():
    sizes = [*range(201), 5, 10007, 3, 7]
    programs = [
        (seed, [(function, n, dtype) for n in sizes for function in ("rand", "randn")])
        for seed in (*SEEDS, 1, -(2**63), 2**64 - 1, 123456789012345)
        for dtype in DTYPES
    ]
    # Dtypes and functions mixed: a waiting normal number is taken by whoever comes next.
    mixed = [(f, n, d) for n in (1, 3, 16, 17, 2) for f in ("randn", "rand") for d in DTYPES]
    programs.append((7, mixed + mixed[::-1]))
    expected = torch_random.torch_digests(programs)
    if expected is None:
        pytest.skip("PyTorch has no AVX2 kernels on this machine")
    found = torch_random.digests(tb, programs)
    calls = [(seed, *call) for seed, calls in programs for call in calls]
    assert len(found) == len(expected) == len(calls) > 19000
    assert [call for call, a, b in zip(calls, found, expected, strict=True) if a != b] == []


def test_shape_does_not_change_the_numbers():
    for function in (tb.rand, tb.randn):
        for dtype in (tb.float32, tb.float64, tb.complex64):
            tb.manual_seed(3)
            flat = function(60, dtype=dtype)
            tb.manual_seed(3)
            shaped = function(3, 4, 5, dtype=dtype)
            assert shaped.is_contiguous()
            assert shaped.view(60).tolist() == flat.tolist()


def test_seeding_forgets_the_waiting_number():
    tb.manual_seed(5)
    first = tb.randn(1).item()
    tb.manual_seed(5)
    assert tb.randn(1).item() == first
    assert tb.randn(1).item() != first


def test_empty_tensors_take_no_numbers():
    tb.manual_seed(5)
    first = tb.rand(1).item()
    tb.manual_seed(5)
    assert tb.rand(0, 3).shape == tb.randn(3, 0).shape[::-1] == (0, 3)
    assert tb.rand(1).item() == first


@pytest.mark.parametrize("dtype", DTYPES)
def test_uniform_numbers_lie_in_the_half_open_unit_interval(dtype):
    tb.manual_seed(1)
    values = torch_random.flat(tb.rand(50000, dtype=getattr(tb, dtype)))
    assert 0 <= min(values) < 0.001
    assert 0.99 < max(values) < 1
    assert abs(sum(values) / len(values) - 0.5) < 0.01


@pytest.mark.parametrize("dtype", DTYPES)
def test_normal_numbers_have_mean_0_and_variance_1(dtype):
    tb.manual_seed(1)
    variance = 0.5 if "complex" in dtype else 1  # of each part
    for sizes in [50000], [15] * 4000:  # in blocks, and in pairs
        numbers = [tb.randn(n, dtype=getattr(tb, dtype)) for n in sizes]
        values = [value for number in numbers for value in torch_random.flat(number)]
        assert abs(sum(values) / len(values)) < 0.02
        assert abs(sum(value * value for value in values) / len(values) - variance) < 0.03


@pytest.mark.parametrize(
    ("function", "dtype", "text"),
    [
        ("rand", "int64", "\"check_uniform_bounds\" not implemented for 'Long'"),
        ("rand", "bool", "\"check_uniform_bounds\" not implemented for 'Bool'"),
        ("randn", "uint8", "\"normal_kernel_cpu\" not implemented for 'Byte'"),
    ],
)
def test_other_dtypes_are_refused(function, dtype, text):
    with pytest.raises(NotImplementedError) as caught:
        getattr(tb, function)(2, dtype=getattr(tb, dtype))
    assert str(caught.value) == text


def test_every_cpu_level_computes_the_same_numbers(tmp_path):
    code = """if True:
        import tbcast as torch
        torch.manual_seed(42)
        print([torch.randn(n).tolist() for n in (3, 16, 1003)], torch.rand(9).tolist())
    """
    found = set()
    for level in tb._C._cpu_levels():
        result = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "TBCAST_CPU": level},
            check=True,
        )
        found.add(result.stdout)
    assert len(found) == 1


@needs_torch
@pytest.mark.parametrize("count", [2**bits + more for bits in (28, 32) for more in (-1, 0, 1)])
def test_how_wide_numbers_are_drawn_depends_on_how_many_there_are(count):
    drawn = []
    for lib in (tb, torch):
        lib.manual_seed(3)
        drawn.append(
            [lib.randint(count, (4,)).tolist(), lib.zeros(3, dtype=lib.int64).random_(-9, count - 9).tolist()]
        )
    assert drawn[0] == drawn[1]
