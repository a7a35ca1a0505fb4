"""Calls that make tensors, as text that both libraries evaluate, and what they give.

Run as a program this prints what PyTorch with AVX2 gives for RANDOM, or null on a machine without AVX2:
the other tests hold PyTorch to its portable kernels, but tbcast's normal numbers are the AVX2 ones.
"""

import itertools
import json
import os
import subprocess
import sys
import warnings

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


def torch_outcomes():
    """`random_outcomes` of PyTorch with AVX2, or None."""
    environment = {**os.environ, "ATEN_CPU_CAPABILITY": "avx2", "TBCAST_TEST_MODULE": "torch"}
    result = subprocess.run(
        [sys.executable, __file__], capture_output=True, text=True, env=environment, check=True
    )
    return json.loads(result.stdout)


if __name__ == "__main__":
    import torch

    known = torch.backends.cpu.get_cpu_capability() == "AVX2"
    print(json.dumps(random_outcomes(torch) if known else None))
