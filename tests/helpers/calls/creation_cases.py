"""Calls that make tensors, as text that both libraries evaluate, and what they give.

Run as a program this prints what PyTorch with AVX2 gives for RANDOM and SEQUENCES, or null on a machine
without AVX2: the other tests hold PyTorch to its portable kernels, but tbcast's normal numbers are the AVX2
ones, and so is the fused multiply-add of linspace and arange.
"""

import functools
import itertools
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path

HELPERS = Path(__file__).resolve().parents[1]

DTYPES = (
    *("bool", "uint8", "int8", "int16", "int32", "int64"),
    *("float16", "bfloat16", "float32", "float64", "complex64", "complex128"),
)
NUMERIC = DTYPES[1:10]

ENDS = [(0, 1), (1, 0), (-3, 7), (0.1, 99.7), (-1.5, -1.5), (0, 100), (5, -3), (0, 127), (1e-3, 1.0)]
LINSPACES = [
    f"torch.linspace({start}, {end}, {steps}, dtype=torch.{dtype})"
    for dtype in DTYPES
    for (start, end), steps in itertools.product(ENDS, (0, 1, 2, 3, 7, 16, 100, 1003))
] + [
    "torch.linspace(0, 1 + 2j, 33)",
    "torch.linspace(1j, -3.5, 10, dtype=torch.complex128)",
    "torch.linspace(-2**63, 2**63 - 1, 3, dtype=torch.int64)",
    "torch.linspace(0, float('inf'), 5)",
    "torch.linspace(0, -3, 5, dtype=torch.uint8)",
    "torch.linspace(-1e308, 1e308, 5, dtype=torch.float64)",
    "torch.linspace(-3e38, 3e38, 5)",
    "torch.linspace(0, 1, 70001, dtype=torch.float16)",
    "torch.linspace(0, 1, 3001, dtype=torch.bfloat16)",
]
RANGES = [
    f"torch.range({start}, {end}, {step}, dtype=torch.{dtype})"
    for dtype in DTYPES
    for start, end, step in [
        (0, 9, 1),
        (1, 2.5, 0.5),
        (5, -7, -2),
        (0, 20, 0.1),
        (0, 300, 100),
        (3, 3, 1),
        (3, 1, 1),
    ]
    if not (dtype in DTYPES[1:6] and abs(step) < 1)
]
STEPS = [(0, 0.1), (0.3, 0.1), (-2.7, 1 / 3), (1e-3, 0.7), (5, -0.3), (0, 1), (1, -2), (1e8, 1e-3)]
COUNTS = (1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1000, 1023, 1024, 1025, 2049, 32768)
"""From 32,769 numbers on PyTorch's arange depends on its number of threads; with one it is as here."""
ARANGES = [
    f"torch.arange({start}, {start + step * (count - 0.5)!r}, {step!r}, dtype=torch.{dtype}{out})"
    for dtype in ("float16", "bfloat16", "float32", "float64")
    for start, step in STEPS
    for count in COUNTS
    for out in ("", f", out=torch.zeros({2 * count}, dtype=torch.{dtype})[::2]")
    if not out or count < 100
] + [f"torch.arange({start}, {start + 3 * count}, 3, dtype=torch.{dtype})"
     for dtype in NUMERIC[:5] for start in (0, -7) for count in COUNTS[:-1]]  # fmt: skip
MORE_LINSPACES = [
    f"torch.linspace({start!r}, {end!r}, {steps}, dtype=torch.{dtype}{out})"
    for dtype in DTYPES[1:]
    for start, end in ((0, 1), (0.1, 99.7), (3.7, -11.3), (0.3 + 1j, 5 - 0.7j))
    for steps in COUNTS[:-1]
    for out in ("", f", out=torch.zeros({2 * steps}, dtype=torch.{dtype})[::2]")
    if isinstance(start, complex) == dtype.startswith("complex") and not (dtype == "uint8" and end < 0)
    if not out or steps < 100
] + [f"torch.linspace({start}, {end}, {steps}, dtype=torch.int64)"
     for start, end in ((0, 2**60 + 7), (-(2**62) - 1, 2**61)) for steps in COUNTS]  # fmt: skip
EXTREMES = [
    f"torch.linspace({start}, {end}, {steps}, dtype=torch.{dtype})"
    for dtype in DTYPES[6:10]
    for start, end in (("-6e4", "6e4"), ("5e-324", "1e-310"), ("float('-inf')", "3"), ("2", "float('nan')"),
                       ("-1e-40", "1e-38"), ("1e308", "-1e308") if dtype == "float64" else ("1", "2"))
    for steps in (2, 9, 100)
] + [f"torch.arange({call}, dtype=torch.{dtype})"
     for dtype in DTYPES[6:10]
     for call in ("-1e-38, 1e-38, 1e-40", "0, 1e-309, 1e-311", "-6e4, 6e4, 1e3", "2**24, 2**24 + 100, 3",
                  "-0.0, 40, 1", "-1e-50, 40, 1", "-0.0, -40, -1")]  # fmt: skip
SEQUENCES = LINSPACES + RANGES + ARANGES + MORE_LINSPACES + EXTREMES
EYES = [
    f"torch.eye({sizes}, dtype=torch.{dtype})"
    for dtype in DTYPES
    for sizes in ("3", "2, 4", "4, 2", "0", "0, 3")
]
INFO = [
    f"torch.{kind}(torch.{dtype}).{attribute}"
    for dtype in DTYPES
    for kind, attributes in (
        (
            "finfo",
            ("bits", "dtype", "eps", "max", "min", "resolution", "smallest_normal", "tiny", "__repr__()"),
        ),
        ("iinfo", ("bits", "dtype", "max", "min", "__repr__()")),
    )
    for attribute in attributes
]

BOUNDS = [
    *((0, 1), (0, 2), (3, 10), (-5, 5), (0, 256), (-128, 128), (0, 300), (-70000, 70000), (0, 3000)),
    *(
        (0, 2**28 - 1),
        (0, 2**28),
        (0, 2**31),
        (-(2**31), 2**31),
        (0, 2**32),
        (0, 2**40),
        (-(2**63), 2**63 - 1),
    ),
    *((5, 5), (5, 3), (0, 2**24 + 1), (0, 2**24 + 2), (3000, 3001), (2**62, 2**62 + 1), (-(2**53) - 8, 9)),
]
RANDINTS = [
    f"torch.randint({low}, {high}, {size}, dtype=torch.{dtype})"
    for dtype in DTYPES
    for (low, high), size in itertools.product(BOUNDS, ((1,), (7,), (3, 5), (0,), (2, 313)))
]
RANDPERMS = [
    f"torch.randperm({n}, dtype=torch.{dtype})"
    for dtype in DTYPES
    for n in (0, 1, 2, 3, 10, 127, 128, 129, 256, 257, 258, 1000, 2049, 2050, 100003)
]
RANDOM = (
    RANDINTS
    + RANDPERMS
    + [
        f"torch.zeros({size}, dtype=torch.{dtype}){transposed}.{call}"
        for dtype in DTYPES[6:]
        for size, transposed in (
            ("3", ""),
            ("16", ""),
            ("(5, 7)", ""),
            ("(5, 7)", ".t()"),
            ("0", ""),
            ("1003", ""),
        )
        for call in (
            *("normal_()", "normal_(2)", "normal_(1.5, 3)", "normal_(std=0.1)", "normal_(-1e3, 0)"),
            *("uniform_()", "uniform_(-2, 5)", "uniform_(to=0.3)", "uniform_(2, 2)", "uniform_(-1e4, 6e4)"),
        )
    ]
    + [
        "torch.randint_like(torch.zeros(3, 5).t(), 100)",
        "torch.randint_like(torch.zeros(3, 5), 5, 2**40, dtype=torch.int64)",
        "torch.randint_like(torch.zeros(9), torch.tensor(5.7))",
        "torch.rand_like(torch.zeros(3, 5).t())",
        "torch.randn_like(torch.zeros(30, 5).t(), dtype=torch.float64)",
        "torch.randint(9, (4,), out=torch.zeros(2))",
        "torch.randint(9, (2, 3), out=torch.zeros(3, 2, dtype=torch.int16).t())",
        "torch.randperm(6, out=torch.zeros(2, dtype=torch.int32))",
        "torch.randperm(3, out=torch.zeros(3, 2, dtype=torch.int64)[:, 0])",
        "torch.randint(high=10, size=(3,))",
        "torch.randint(10, size=(3,))",
        "torch.randint(3, high=10, size=(3,))",
        "torch.randint(low=3, high=10, size=(3,))",
        *(
            f"torch.{call}, generator=torch.Generator().manual_seed(3))"
            for call in (
                *("randint(9, (20,)", "randperm(20", "rand_like(torch.ones(5)", "randn_like(torch.ones(5)"),
                *("randint_like(torch.ones(5), 9", "zeros(5).normal_(0, 1", "zeros(5).uniform_(0, 1"),
            )
        ),
    ]
)


def bits(value):
    """What a call gives, exactly, as text: tensors with dtype, sizes, strides and elements."""
    if type(value).__name__ != "Tensor":
        return repr(value)
    elements = repr(value.tolist())
    return f"{value.dtype} {tuple(value.shape)} {value.stride()} {elements.replace('-nan', 'nan')}"


def outcome(module, text):
    """(what the call gives or its error, the warnings)."""
    from under_test import first_line

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = bits(eval(text, {"torch": module}))
        except Exception as error:
            result = f"{type(error).__name__}: {first_line(error)}"
    return [result, [first_line(warning.message) for warning in caught]]


def random_outcomes(module):
    """For each of RANDOM, from one seed through the whole sequence of calls."""
    results = []
    for seed in (0, 12345):
        module.manual_seed(seed)
        results += [[text, *outcome(module, text)] for text in RANDOM]
    return results


def sequence_outcomes(module):
    """For each of SEQUENCES."""
    return [[text, *outcome(module, text)] for text in SEQUENCES]


@functools.cache
def torch_outcomes():
    """`random_outcomes` and `sequence_outcomes` of PyTorch with AVX2 on one thread, or None."""
    environment = {**os.environ, "ATEN_CPU_CAPABILITY": "avx2", "TBCAST_TEST_MODULE": "torch"}
    result = subprocess.run(
        [sys.executable, "-m", "calls.creation_cases"],
        capture_output=True,
        text=True,
        cwd=HELPERS,
        env=environment,
        check=True,
    )
    return json.loads(result.stdout)


if __name__ == "__main__":
    import torch

    known = torch.backends.cpu.get_cpu_capability() == "AVX2"
    torch.set_num_threads(1)
    print(json.dumps([random_outcomes(torch), sequence_outcomes(torch)] if known else None))
