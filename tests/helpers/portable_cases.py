"""The recorded cases (differential/recorded_cases.py) without NumPy, with the answers of another machine.

    python tests/helpers/portable_cases.py write FILE      with NumPy: the cases and this machine's answers
    python tests/helpers/portable_cases.py compare FILE    anywhere: are this machine's the same, bit for bit?

NaNs count as equal.  Rows whose tolerance is not `exact` may call the C library: what differs there is within
the tolerance, or is counted as wrong.  Complex functions are the C library's as a whole, and only counted:
musl's are not exact to the last place, and have other infinities and NaNs.  Sums that cancel (CANCELS) may
differ by as much as their terms do.
"""

import collections
import math
import pickle
import struct
import sys
import warnings
import zlib
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2] / "src")]

import tbcast as tb
from differential.forms import ROWS, forms_of
from under_test import first_line

WORDS = {"float16": "H", "bfloat16": "H", "float32": "I", "float64": "Q", "complex64": "I", "complex128": "Q"}


def tensor(operand):
    """A new tensor, in memory of its own, of (dtype, size, stride, offset, bytes); numbers pass through."""
    if not isinstance(operand, tuple):
        return operand
    dtype, size, stride, offset, memory = operand
    dtype = getattr(tb, dtype)
    base = tb.frombuffer(bytearray(memory), dtype=dtype).clone() if memory else tb.empty(0, dtype=dtype)
    if (
        dtype.is_floating_point
    ):  # 1 to the power of a NaN that signals is 1 in one C library, and NaN in another
        base.masked_fill_(base != base, float("nan"))
    return base.as_strided(size, stride, offset)


def memory_of(result):
    """A result's elements as bytes, in order, with one NaN."""
    flat = result.resolve_conj().clone().contiguous().reshape(-1)
    if flat.is_complex():
        flat = tb.view_as_real(flat).reshape(-1)
    if flat.is_floating_point():
        flat.masked_fill_(flat != flat, float("nan"))
    return memoryview(flat.view(tb.uint8)).tobytes() if flat.numel() else b""


def outcome_of(case):
    """(dtype, size, stride and offset, or the error; bytes)"""
    kind, name, form, operands, parameters, out = case
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tensors = [tensor(operand) for operand in operands]
            if kind == "cast":
                result = tensors[0].to(getattr(tb, form))
            else:
                result = FORMS[name, form].call(tb, tensors, parameters, tensor(out))
    except Exception as error:
        return f"{type(error).__name__}: {first_line(error).splitlines()[0]}", b""
    if not isinstance(result, tb.Tensor):
        return repr(result), b""
    size, stride = tuple(result.size()), tuple(result.stride())
    return f"{result.dtype} {size} {stride} {result.storage_offset()}", memory_of(result)


FORMS = {(row.name, form.name): form for row in ROWS.values() for form in forms_of(row)}


def steps_apart(ours, theirs, dtype):
    """The most representable numbers between two elements; None where no number of steps counts."""
    word = WORDS.get(dtype)
    if not word or len(ours) != len(theirs):
        return None
    top, most = 1 << 8 * struct.calcsize(word) - 1, 0
    pairs = zip(
        *(struct.unpack(f"<{len(m) // struct.calcsize(word)}{word}", m) for m in (ours, theirs)), strict=True
    )
    for a, b in pairs:
        if a != b:
            ordered = [n if n < top else top - n for n in (a, b)]
            if ordered[0] == ordered[1]:
                return None  # zeros of two signs
            most = max(most, abs(ordered[0] - ordered[1]))
    return most


CANCELS = ("_nn_gelu", *(name for name in ROWS if "chebyshev" in name))
"""Rows that take PyTorch's steps: 1 is added to erf, multiples of an angle are taken of its cosine."""


def terms_apart(ours, theirs, dtype):
    """The largest difference of two elements, or of their ratio to 1 if they are larger."""
    kind = {"float32": "f", "float64": "d"}.get(dtype)
    if not kind or len(ours) != len(theirs):
        return math.inf
    pairs = zip(*(memoryview(m).cast(kind) for m in (ours, theirs)), strict=True)
    return max(0 if a == b else abs(a - b) / max(1, abs(a)) for a, b in pairs if a == a or b == b)


def write(file):
    """The cases, with the outcomes here; of exact rows a checksum stands for the bytes."""
    from differential.cases import Operand
    from differential.cast_sources import sources
    from differential.recorded_cases import chosen_forms, out_of, row_cases
    from oracles.comparison import ulps_of
    from oracles.dtype_rules import NAMES

    def portable(operand):
        if not isinstance(operand, Operand):
            return operand
        return operand.dtype, operand.size, operand.stride, operand.offset, operand.base_bytes

    found = []
    for row in ROWS.values():
        for form in chosen_forms(row):
            for _, case in row_cases(row, form):
                operands = tuple(map(portable, case.operands))
                try:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        out = out_of(tb, form, case, [tensor(x) for x in operands]) if form.out else None
                except Exception:
                    continue  # a refusal, which the plain form has, too
                made = "row", row.name, form.name, operands, case.parameters, portable(out)
                text, memory = outcome_of(made)
                ulps = ulps_of(row)
                found.append((made, text, memory if ulps else zlib.crc32(memory), ulps))
    for source in NAMES:
        bits = sources(source)
        operand = source, (len(bits),), (1,), 0, bits.tobytes()
        for target in NAMES:
            made = "cast", source, target, (operand,), {}, None
            text, memory = outcome_of(made)
            found.append((made, text, zlib.crc32(memory), 0))
    Path(file).write_bytes(zlib.compress(pickle.dumps(found), 1))
    return f"{len(found)} cases of {len(ROWS)} rows and of the casts"


def compare(file):
    """What is the same here, what is within the tolerance, and what is wrong."""
    close, of_library, cancelled = (collections.Counter() for _ in range(3))
    same, wrong = 0, []
    cases = pickle.loads(zlib.decompress(Path(file).read_bytes()))
    for case, wanted, values, ulps in cases:
        text, memory = outcome_of(case)
        if text == wanted and (memory if ulps else zlib.crc32(memory)) == values:
            same += 1
            continue
        dtype = text.split()[0].rpartition(".")[2]
        steps = steps_apart(memory, values, dtype) if ulps and text == wanted else None
        if steps is not None and steps <= 2 * ulps:
            close[case[1]] += 1
        elif text == wanted and text.startswith("torch.complex") and (ulps or case[1] == "ldexp"):
            of_library[case[1]] += 1
        elif text == wanted and case[1] in CANCELS and terms_apart(memory, values, dtype) < 1e-6:
            cancelled[case[1]] += 1
        else:
            wrong.append(f"{case[:3]} {case[4]}: {text} instead of {wanted}, {steps} steps apart")
    print(*wrong[:40], sep="\n")
    counts = (
        ("within the tolerance", close),
        ("complex numbers of another C library", of_library),
        ("sums of its functions that cancel", cancelled),
    )
    for what, rows in counts:
        print(f"{what}: {sum(rows.values())}, of", ", ".join(f"{name} {n}" for name, n in rows.items()))
    return f"{len(cases)} cases: {same} the same bit for bit, {len(wrong)} wrong", bool(wrong)


if __name__ == "__main__":
    if sys.argv[1] == "write":
        print(write(sys.argv[2]))
    else:
        said, failed = compare(sys.argv[2])
        print(said)
        sys.exit(failed)
