"""The cases whose torch results are recorded, and how a result is written down.

A group is one line of the file; its cases follow in the order in which `groups()`
makes them.  A result is a "meaning" (dtype, sizes, strides, offset, or exception
and text; numbered, each text stored once) and its values: the CRC-32 of all of
them, NaNs made equal first, or, where the row's tolerance allows other bits, a few
elements as they are.
"""

import itertools
import platform
import warnings
import zlib
from pathlib import Path

import numpy as np

from calls.view_cases import INDEX_SIZES, INDICES, LAYOUTS, TINY, VIEWS, evaluate
from differential import differences
from differential.cases import Case, Library, Operand, operand, tensor_bits, write_memory
from differential.cast_sources import sources
from differential.drawing import draws, operands_of, parameters_of, stable
from differential.forms import NUMBER, ROWS, forms_of
from oracles.comparison import REAL_PART, differing, ulps_of
from oracles.dtype_rules import BITS, ITEMSIZE, KIND, NAMES
from oracles.scalar_loop import as_followed, of_avx2
from oracles.shape_rules import fallback_of
from python_texts import SLICES, SLICES_UNTIL_3_14
from under_test import first_line, torch

FILE = Path(__file__).resolve().parents[2] / "recorded" / "torch_results.txt.xz"
FORMAT = 2
LIBC = " ".join(platform.libc_ver())
"""Whose complex functions are called, here by tbcast and when results are recorded by torch."""
ELEMENTS = 8
"""Elements that are written down of a result whose bits may differ."""
COMPLEX_32 = "complex32", ""
"""What torch gives or says of it: differences.COMPLEX_HALF."""
EVERY = 5
"""One in so many cases of such rows is recorded with its elements, the others without."""


def groups():
    """(name, function that makes the cases) of every group."""
    for row in ROWS.values():
        for form in chosen_forms(row):
            yield f"row {row.name} | {form.name}", lambda row=row, form=form: row_cases(row, form)
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
    """The first form of each kind: what may stand in the places and with which parameters, in place, out=."""
    seen = set()
    for form in forms_of(row):
        places = tuple(form.places) if not form.inplace else ()
        kind = (places, form.parameters, form.inplace, form.out in ("fresh", "strided") and form.out)
        numbers = form.places.count(NUMBER)
        if form.deprecated or form.spelling == "keywords" or (form.out and (numbers or not kind[3])):
            continue
        if ((form.out or numbers) and form.parameters) or kind in seen or len(seen) == 9:
            continue
        seen.add(kind)
        yield form


def row_cases(row, form):
    """One pass over the cells, thinned so that every row takes about as many bytes."""
    for dtype in range(len(NAMES)):
        for draw in draws(row, dtype, 1):
            if draw.word(stable(form.name)) % 2 == 0:
                yield form, Case(row.name, form.name, operands_of(draw, form), parameters_of(draw, form))


# ---- results ----


def outcome_of(case, module):
    """(meaning, values or "")"""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if case[0] == "cast":
            return cast_outcome(module, *case[1:])
        if case[0] == "view":
            result = repr(evaluate(module, *case[1:])).replace(SLICES, SLICES_UNTIL_3_14)
            return "view", f"{zlib.crc32(result.encode()):08x}"
        return pointwise_outcome(module, *case)


SHARED = {}


def library_of(module):
    return SHARED.setdefault(module, Library(module))


def pointwise_outcome(module, form, case):
    if differences.untold(case):
        return COMPLEX_32
    library = library_of(module)
    operands = [library.shared(x).tensor if isinstance(x, Operand) else x for x in case.operands]
    if form.inplace:
        operands[0] = library.tensor(case.operands[0])
    try:
        out = library.tensor(out_of(module, form, case, operands)) if form.out else None
        result = form.call(module, operands, case.parameters, out)
    except Exception as error:
        if differences.complex_half(error):
            return COMPLEX_32
        return f"{type(error).__name__}: {first_line(error).splitlines()[0]}", ""
    if not hasattr(result, "dtype"):
        return repr(result), ""
    name = str(result.dtype).rpartition(".")[2]
    if name not in NAMES:
        return COMPLEX_32
    if hasattr(result, "resolve_conj"):
        result = result.resolve_conj()
    meaning = f"{name} {tuple(result.size())} {tuple(result.stride())} {result.storage_offset()}"
    bits = bits_of(module, form, case, result, name)
    return meaning, written_down(ROWS[case.op], case, bits, name)


def bits_of(module, form, case, result, name):
    """A result's elements; of torch, where its loops or builds do not agree, those that tbcast follows."""
    bits = tensor_bits(result, name)
    if module is torch and case.op in differences.AVX2 and bits.size:
        wanted = of_avx2(case, np.arange(bits.size), bits.shape, name)
        return bits if wanted is None else wanted.reshape(bits.shape)
    if module is torch and case.op in differences.TWO_LOOPS and bits.size:
        return as_followed(form, case, np.arange(bits.size), bits.shape).reshape(bits.shape)
    return bits


def out_of(module, form, case, operands):
    """A tensor for out=, of the size and dtype of the plain form's result; halves stand in for complex32."""
    row = ROWS[case.op]
    plain = next(
        f for f in forms_of(row) if f.spelling == "function" and f.places == form.places and not f.out
    )
    result = plain.call(module, operands, case.parameters, None)
    name = str(result.dtype).rpartition(".")[2]
    name = name if name in NAMES else "float16"
    if form.out == "fresh":
        return operand(name, (0,), "contiguous", 1)
    return operand(name, tuple(result.size()), "padded", 1)


def written_down(row, case, bits, name):
    if not ulps_of(row) or KIND[name] < 2:
        return checksum(bits, name)
    if stable(repr((case.form, [getattr(x, "seed", x) for x in case.operands]))) % EVERY:
        return ""
    return few(bits).tobytes().hex()


def few(bits):
    """Some elements, spread over all of them."""
    flat = np.ascontiguousarray(bits).reshape(-1)
    return flat[:: max(1, flat.size // ELEMENTS)][:ELEMENTS]


def agrees(case, recorded, got, libc):
    """Is a result, (meaning, values), the one that was recorded, with the C library `libc`?"""
    if recorded == got:
        return True
    if recorded[0] != got[0] or isinstance(case[0], str) or not ulps_of(ROWS[case[1].op]):
        return False
    name = recorded[0].partition(" ")[0]
    if name not in NAMES or len(recorded[1]) != len(got[1]) or len(recorded[1]) < 2 * ITEMSIZE[name]:
        return False
    theirs, ours = (np.frombuffer(bytes.fromhex(text), BITS[name]) for text in (recorded[1], got[1]))
    ulps = ulps_of(ROWS[case[1].op])
    far = differing(ours, theirs, name, ulps)
    if case[1].op in differences.JUDGED_IN_FLOAT64:  # by PyTorch, where it is there
        return True
    return far.size == 0 or (libc != LIBC and KIND[name] == 3 and near(ours[far], theirs[far], ulps))


def near(ours, theirs, ulps):
    """Complex numbers as two C libraries have them: near each other, which their parts need not be."""
    if not (np.isfinite(ours).all() and np.isfinite(theirs).all()):
        return False
    return bool((abs(ours - theirs) <= 2 * ulps * np.finfo(ours.dtype).eps * abs(theirs)).all())


def falls_back(case):
    """torch's refusal is recorded, tbcast computes: differences.FALLBACK, tested in test_semantics.py."""
    if isinstance(case[0], str):
        return False
    row = ROWS[case[1].op]
    sizes = [
        x.size
        for x, name in zip(case[1].operands, row.operands, strict=True)
        if isinstance(x, Operand) and name not in row.promotion.singles
    ]
    return fallback_of(sizes, case[0].inplace) is not None


def cast_outcome(module, source, target):
    bits = sources(source)
    t = module.empty((len(bits),), dtype=getattr(module, source))
    write_memory(t, bits)
    result = t.to(getattr(module, target))
    return str(result.dtype).rpartition(".")[2], checksum(tensor_bits(result, target), target)


def checksum(bits, name):
    """CRC-32 of the bytes, every NaN written as the same one."""
    bits = np.ascontiguousarray(bits)
    if KIND[name] >= 2:
        bits = bits.reshape(-1).view(BITS[REAL_PART.get(name, name)]).copy()
        if name == "bfloat16":
            bits[(bits & 0x7FFF) > 0x7F80] = 0x7FC0
        else:
            bits[np.isnan(bits)] = np.nan
    return f"{zlib.crc32(bits.tobytes()):08x}"
