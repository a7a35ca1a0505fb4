"""The cases whose torch results are recorded, and how a result is written down.

A group is one line of the file; its cases follow in the order in which `groups()`
makes them.  A result is a "meaning" (dtype, sizes, strides, offset, or exception
and text; numbered, each text stored once) and the CRC-32 of its values, NaNs made
equal first.
"""

import itertools
import warnings
import zlib
from pathlib import Path

import numpy as np

import differences
from cases import Case, Library, dtype_name, operand, tensor_bits, write_memory
from cast_sources import sources
from dtype_rules import BITS, KIND, NAMES
from forms import BINARY, forms_of, number_forms
from numpy_oracle import predict
from runner import PAIRS, SIZES, pair_operands
from shape_rules import Refused
from under_test import first_line
from view_cases import INDEX_SIZES, INDICES, LAYOUTS, TINY, VIEWS, evaluate

FILE = Path(__file__).resolve().parents[1] / "recorded" / "torch_results.txt.xz"
FORMAT = 1
ALPHAS = (2, -3, 2.5)
NUMBERS = (True, 3, -7, 300, 2**40 + 1, 0.1, -2.5, float("nan"), -0.0, 70000.1, 2049.0, 1 - 2j)
NUMBER_LAYOUTS = (
    ("contiguous", (3, 4, 17)),
    ("transposed", (5, 7, 3)),
    ("contiguous", ()),
    ("contiguous", (2, 0, 3)),
)


def groups():
    """(name, function that makes the cases) of every group."""
    for row in BINARY:
        for form in chosen_forms(row):
            for i, (a, b) in enumerate(itertools.product(NAMES, NAMES)):
                yield (
                    f"pairs {row.name} | {form.name} | {a} | {b}",
                    lambda row=row, form=form, a=a, b=b, i=i: pair_cases(row, form, a, b, i),
                )
        for form in number_forms(row):
            if (
                form.name.startswith(
                    (f"{row.name} function,", f"{row.name}_ method,", "function, number left")
                )
                or form.reflected
            ):
                for dtype in NAMES:
                    yield (
                        f"numbers {row.name} | {form.name} | {dtype}",
                        lambda row=row, form=form, dtype=dtype: number_cases(row, form, dtype),
                    )
    for source, target in itertools.product(NAMES, NAMES):
        yield f"cast {source} | {target}", lambda s=source, t=target: [("cast", s, t)]
    for layout, expression in itertools.product(LAYOUTS, VIEWS):
        yield (
            f"view {layout} | {expression}",
            lambda layout=layout, e=expression: [("view", s, layout, e) for s in TINY],
        )
    for layout, index in itertools.product(LAYOUTS, INDICES):
        yield (
            f"index {layout} | {index}",
            lambda layout=layout, i=index: [("view", s, layout, f"t[{i}]") for s in INDEX_SIZES],
        )


def chosen_forms(row):
    names = (
        f"{row.name} function",
        f"{row.name}_ method",
        f"{row.name} function alpha",
        "out fresh",
        "out strided",
    )
    return [form for form in forms_of(row) if form.name in names]


def pair_cases(row, form, a_dtype, b_dtype, start):
    """A third of the layout pairs; another third for the next pair of dtypes."""
    for index in range(start % 3, len(PAIRS), 3):
        a, b = pair_operands(PAIRS[index], (a_dtype, b_dtype), index % len(SIZES))
        out = None
        if form.out:
            try:
                outcome = predict(row, False, a, b, fallback=False)
                size, dtype = outcome.size, outcome.dtype
            except Refused:
                size, dtype = (2,), "float64"
            out = (
                operand(dtype, (0,), "contiguous", 1)
                if form.out == "fresh"
                else operand(dtype, size, "padded", 1)
            )
        yield form, Case(row.name, form.name, a, b, alpha=ALPHAS[index % 3] if form.alpha else None, out=out)


def number_cases(row, form, dtype):
    for layout, size in NUMBER_LAYOUTS:
        for number in NUMBERS:
            t = operand(dtype, size, layout, 99)
            a, b = (number, t) if form.number == "left" else (t, number)
            yield form, Case(row.name, form.name, a, b)


# ---- results ----


def outcome_of(case, module):
    """(meaning, CRC of the values or "")"""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if case[0] == "cast":
            return cast_outcome(module, *case[1:])
        if case[0] == "view":
            result = evaluate(module, *case[1:])
            return "view", f"{zlib.crc32(repr(result).encode()):08x}"
        return pointwise_outcome(module, *case)


def pointwise_outcome(module, form, case):
    if differences.complex_half(case.a, case.b):
        return "complex32", ""
    library = Library(module)
    a, b, out = (library.build(x)[0] for x in (case.a, case.b, case.out))
    try:
        result = form.call(module, a, b, case.alpha, out)
    except Exception as error:
        return f"{type(error).__name__}: {first_line(error).splitlines()[0]}", ""
    name = dtype_name(result)
    meaning = f"{name} {tuple(result.size())} {tuple(result.stride())} {result.storage_offset()}"
    return meaning, checksum(tensor_bits(result, name), name)


def cast_outcome(module, source, target):
    bits = sources(source)
    t = module.empty((len(bits),), dtype=getattr(module, source))
    write_memory(t, bits)
    result = t.to(getattr(module, target))
    return dtype_name(result), checksum(tensor_bits(result, target), target)


def checksum(bits, name):
    """CRC-32 of the bytes, every NaN written as the same one."""
    bits = np.ascontiguousarray(bits)
    if KIND[name] >= 2:
        real = {"complex64": "float32", "complex128": "float64"}.get(name, name)
        bits = bits.reshape(-1).view(BITS[real]).copy()
        if name == "bfloat16":
            bits[(bits & 0x7FFF) > 0x7F80] = 0x7FC0
        else:
            bits[np.isnan(bits)] = np.nan
    return f"{zlib.crc32(bits.tobytes()):08x}"
