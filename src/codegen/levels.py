"""What CPU levels override of the kernels that all of them compile.

Halves have kernels of their own from AVX2 on, which convert in registers; other
rows see halves as float32 in tiles.  The level avx512 is avx2 with what is named
here compiled once more: rows and casts that were measured to take at most 0.8 of
the time (4,096 and 65,536 elements on a Zen 4).  What waits for memory, as most
arithmetic does, gains nothing.
"""

import re

from codegen.classes import DTYPES, UNSIGNED, cast_expression
from codegen.kernels import banner, kernel_lines, kernel_names, kernel_variants, op_id
from codegen.operators import BY_NAME

HALVES = {"FLOAT16": "f16", "BFLOAT16": "bf16"}
HALF_ROWS = (
    *("add", "_add_alpha", "sub", "rsub", "mul", "div", "reciprocal", "square", "sqrt"),
    *("maximum", "minimum", "eq", "ne", "lt", "le", "gt", "ge"),
    *("neg", "abs", "isnan", "isinf", "isfinite"),
)
"""Rows whose work is little beside that of converting ..."""
NOT_OF_HALVES = re.compile(r"#define O float|#define (STRIDED|STREAMS) 1|#undef (STRIDED|STREAMS)")
"""What half_unary.inc and half_binary.inc do not know."""
HALF_BITS = {"neg": "a ^ 0x8000u", "abs": "a & 0x7fffu"}
"""... and those among them that change bits only."""

AVX512_ROWS = {
    **dict.fromkeys(("eq", "ne"), ("FLOAT32", "INT64", "FLOAT64")),
    **dict.fromkeys(("lt", "le", "gt", "ge"), ("INT32", "FLOAT32", "INT64", "FLOAT64")),
    **dict.fromkeys(("logical_and", "logical_or", "logical_xor", "logical_not"), ("INT64", "FLOAT64")),
    **dict.fromkeys(("isnan", "isinf", "isfinite"), ("FLOAT32", "FLOAT64")),
    **dict.fromkeys(("sign", "sgn"), ("INT64", "FLOAT64")),
    **dict.fromkeys(("sub", "rsub"), ("COMPLEX64",)),
    "bitwise_right_shift": ("UINT8", "INT8", "INT16", "INT64"),
}
"""Rows and the dtypes for which AVX-512 gains."""


REAL_DTYPES = [dtype for dtype, facts in DTYPES.items() if facts[2] != "complex" and dtype not in UNSIGNED]


def avx512_casts() -> list:
    """Pairs of dtypes whose casts gain: those of int64 and bfloat16, and those from floats to fewer bytes."""
    narrow = {"BOOL", "UINT8", "INT8", "INT16", "INT32"}
    return [
        (source, target)
        for source in REAL_DTYPES
        for target in REAL_DTYPES
        if source != target and (source, target) not in half_pairs()
        and ({"INT64", "BFLOAT16"} & {source, target} or (source.startswith("FLOAT") and target in narrow))
    ]  # fmt: skip


def half_pairs() -> list:
    """Casts from and to float16, which F16C does, and the rounding to bfloat16."""
    pairs = [(source, target) for source in REAL_DTYPES for target in REAL_DTYPES if source != target]
    return [pair for pair in pairs if "FLOAT16" in pair or pair == ("FLOAT32", "BFLOAT16")]


def cast_lines(source, target, name, template) -> list:
    lines = [f"#define NAME {name}", f"#define FROM {DTYPES[source][1]}", f"#define TO {DTYPES[target][1]}"]
    lines += [f"#define EXPR {cast_expression(source, target)}"] if source != target else []
    return [*lines, f'#include "core/kernels/pointwise/{template}"']


def half_kernels() -> list:
    """(row, half, name of the kernel, its lines); rows of the same lines share one."""
    owners, found = {}, []
    for row in HALF_ROWS:
        for dtype, half in HALVES.items():
            if row in HALF_BITS:
                expression = f"tb_plain_{half}((uint16_t)({HALF_BITS[row]}))"
                template = '#include "core/kernels/pointwise/unary.inc"'
                lines = ("#define T uint16_t", f"#define EXPR {expression}", template)
                found.append((row, dtype, f"half_{row}_{half}", lines))
                continue
            lines = kernel_lines(BY_NAME[row], *kernel_variants(BY_NAME[row])[dtype])
            lines = [line for line in lines if not NOT_OF_HALVES.fullmatch(line)]
            lines = [line.replace("kernels/pointwise/", "kernels/pointwise/half_") for line in lines]
            lines = (f"#define HALF {half}", *lines)
            found.append((row, dtype, owners.setdefault(lines, f"half_{row.lstrip('_')}_{half}"), lines))
    return found


def avx512_kernels() -> list:
    """(row, dtype, name of the kernel, its lines)."""
    found = []
    for row, dtypes in AVX512_ROWS.items():
        op = BY_NAME[row]
        names, variants = kernel_names(op), kernel_variants(op)
        found += [(row, dtype, names[dtype], kernel_lines(op, *variants[dtype])) for dtype in dtypes]
    return found


def render_casts(pairs, prefix, title) -> tuple:
    """The casts' inclusions and the initialisers of their table."""
    lines, table = [banner(f"Casts {title}.")], [banner(f"Initialisers of tb_overrides.casts: {title}.")]
    for source, target in pairs:
        name = f"{prefix}_{DTYPES[source][0]}_{DTYPES[target][0]}"
        table.append(f"{{TB_{source}, TB_{target}, {name}}},")
        if prefix == "cast":
            lines += cast_lines(source, target, name, "cast.inc")
            continue
        lines += [f"#define UP {HALVES[source]}"] if source in HALVES else []
        lines += [f"#define DOWN {HALVES[target]}"] if target in HALVES else []
        source, target = ("FLOAT32" if dtype in HALVES else dtype for dtype in (source, target))
        lines += cast_lines(source, target, name, "half_cast.inc")
    return "\n".join(lines) + "\n", "\n".join(table) + "\n"


def render_kernels(kernels, title) -> tuple:
    """The kernels' inclusions and the initialisers of their table."""
    lines, table = [banner(f"Kernels {title}.")], [banner(f"Initialisers of tb_overrides: kernels {title}.")]
    seen = set()
    for row, dtype, name, text in kernels:
        table.append(f"{{{op_id(row)}, TB_{dtype}, {name}}},")
        if name not in seen:
            lines += [f"#define NAME {name}", *text]
            seen.add(name)
    return "\n".join(lines) + "\n", "\n".join(table) + "\n"


def render() -> dict:
    """Path -> text of every file."""
    texts = {
        "half": render_kernels(half_kernels(), "of halves"),
        "half_cast": render_casts(half_pairs(), "half_cast", "of halves by way of float32 in registers"),
        "avx512": render_kernels(avx512_kernels(), "that gain by AVX-512"),
        "avx512_cast": render_casts(avx512_casts(), "cast", "that gain by AVX-512"),
    }
    files = {}
    for stem, (kernels, table) in texts.items():
        name = f"{stem}s" if stem.endswith("cast") else f"{stem}_kernels"
        files[f"src/core/kernels/generated/{name}.inc"] = kernels
        files[f"src/core/kernels/generated/{stem}_table.inc"] = table
    return files
