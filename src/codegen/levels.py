"""The overrides of CPU levels: kernels that replace some of those that all levels compile.

From AVX2 on, halves have their own kernels, which convert in registers; other rows process halves as float32
in tiles. The level avx512 is avx2 with the rows and casts named here compiled again: those measured to take
at most 0.8 of the time (4,096 and 65,536 elements on a Zen 4). Kernels that wait for memory, as most
arithmetic does, gain nothing.
"""

from codegen.classes import DTYPES, UNSIGNED, cast_expression
from codegen.kernels import (
    banner,
    inclusion,
    kernel_macros,
    kernel_names,
    kernel_variants,
    op_id,
    template_of,
)
from codegen.operators import BY_NAME

HALVES = {"FLOAT16": "f16", "BFLOAT16": "bf16"}
HALF_ROWS = (
    *("add", "_add_alpha", "sub", "rsub", "mul", "div", "reciprocal", "square", "sqrt"),
    *("maximum", "minimum", "eq", "ne", "lt", "le", "gt", "ge"),
    *("neg", "abs", "isnan", "isinf", "isfinite", "copysign"),
    *("relu", "_nn_leaky_relu", "_nn_hardsigmoid", "_nn_hardswish"),
    *("floor", "ceil", "round", "trunc", "rsqrt", "nan_to_num"),
    *("_clamp_numbers", "_clamp_min_number", "_clamp_max_number", "_clamp_only_min_number"),
    *("_clamp_only_max_number", "lerp", "addcmul"),
)
"""Rows that compute little compared with converting halves ..."""
NOT_OF_HALVES = ("TYPE_A", "TYPE_B", "TYPE_C", "STRIDED", "STREAMS")
"""Macros that half_unary.inc, half_binary.inc and half_ternary.inc do not use."""
HALF_BITS = {"neg": "a ^ 0x8000u", "abs": "a & 0x7fffu"}
"""... and those of them that only change bits."""

AVX512_ROWS = {
    **dict.fromkeys(("eq", "ne"), ("FLOAT32", "INT64", "FLOAT64")),
    **dict.fromkeys(("lt", "le", "gt", "ge"), ("INT32", "FLOAT32", "INT64", "FLOAT64")),
    **dict.fromkeys(("logical_and", "logical_or", "logical_xor", "logical_not"), ("INT64", "FLOAT64")),
    **dict.fromkeys(("isnan", "isinf", "isfinite"), ("FLOAT32", "FLOAT64")),
    **dict.fromkeys(("sign", "sgn"), ("INT64", "FLOAT64")),
    **dict.fromkeys(("sub", "rsub"), ("COMPLEX64",)),
    "bitwise_right_shift": ("UINT8", "INT8", "INT16", "INT64"),
    # also masked stores of bytes and words
    **dict.fromkeys(
        ("_fill_selected", "_copy_selected"),
        tuple(dtype for dtype in DTYPES if dtype not in ("COMPLEX128", *UNSIGNED)),
    ),
}
"""Rows, and the dtypes for which AVX-512 makes them faster."""


REAL_DTYPES = [dtype for dtype, facts in DTYPES.items() if facts[2] != "complex" and dtype not in UNSIGNED]


def avx512_casts() -> list:
    """The pairs of dtypes whose casts become faster: those of int64 and bfloat16, and those from floats to
    fewer bytes."""
    narrow = {"BOOL", "UINT8", "INT8", "INT16", "INT32"}
    return [
        (source, target)
        for source in REAL_DTYPES
        for target in REAL_DTYPES
        if source != target and (source, target) not in half_pairs()
        and ({"INT64", "BFLOAT16"} & {source, target} or (source.startswith("FLOAT") and target in narrow))
    ]  # fmt: skip


def half_pairs() -> list:
    """The casts from and to float16, which F16C does, and the rounding to bfloat16."""
    pairs = [(source, target) for source in REAL_DTYPES for target in REAL_DTYPES if source != target]
    return [pair for pair in pairs if "FLOAT16" in pair or pair == ("FLOAT32", "BFLOAT16")]


def cast_lines(source, target, name, **halves) -> list:
    """The inclusion of a cast's template. halves: UP, DOWN or both, if the cast goes through float32."""
    macros = {"NAME": name, "FROM": DTYPES[source][1], "TO": DTYPES[target][1]}
    if source != target:
        macros["EXPR"] = cast_expression(source, target)
    if halves:
        macros |= {"SOURCE": "uint16_t" if "UP" in halves else "FROM"}
        macros |= {"TARGET": "uint16_t" if "DOWN" in halves else "TO", **halves}
    return inclusion(f"kernels/pointwise/{'half_' if halves else ''}cast.inc", macros)


def half_kernels() -> list:
    """(row, half, name of the kernel, its lines); rows with the same lines share one."""
    owners, found = {}, []
    for row in HALF_ROWS:
        op = BY_NAME[row]
        for dtype, half in HALVES.items():
            macros = kernel_macros(op, *kernel_variants(op)[dtype])
            template = template_of(op)
            if row in HALF_BITS:
                macros |= {"T": "uint16_t", "O": "T"}
                macros["EXPR"] = f"tb_plain_{half}((uint16_t)({HALF_BITS[row]}))"
            else:
                template = template.replace("pointwise/", "pointwise/half_")
                macros = {macro: text for macro, text in macros.items() if macro not in NOT_OF_HALVES}
                macros |= {"HALF": half, "UP": f"tb_up_{half}"}
                if macros["O"] == "uint8_t":
                    macros |= {"VALUE": "int32_t", "DOWN": "tb_down_bool"}
                else:
                    macros |= {"O": "uint16_t", "VALUE": "float", "DOWN": f"tb_down_{half}"}
            name = owners.setdefault((template, *macros.items()), f"half_{row.lstrip('_')}_{half}")
            found.append((row, dtype, name, inclusion(template, {"NAME": name, **macros})))
    return found


def avx512_kernels() -> list:
    """(row, dtype, name of the kernel, its lines)."""
    found = []
    for row, dtypes in AVX512_ROWS.items():
        op = BY_NAME[row]
        names, variants = kernel_names(op), kernel_variants(op)
        for dtype in dtypes:
            macros = {"NAME": names[dtype], **kernel_macros(op, *variants[dtype])}
            found.append((row, dtype, names[dtype], inclusion(template_of(op), macros)))
    return found


def render_casts(pairs, prefix, title) -> tuple:
    """The casts' inclusions and the initialisers of their table."""
    lines, table = [banner(f"Casts {title}.")], [banner(f"Initialisers of tb_overrides.casts: {title}.")]
    for source, target in pairs:
        name = f"{prefix}_{DTYPES[source][0]}_{DTYPES[target][0]}"
        table.append(f"{{TB_{source}, TB_{target}, {name}}},")
        halves = {"UP": source, "DOWN": target} if prefix == "half_cast" else {}
        halves = {way: HALVES[dtype] for way, dtype in halves.items() if dtype in HALVES}
        source, target = (
            "FLOAT32" if way in halves else dtype for way, dtype in (("UP", source), ("DOWN", target))
        )
        lines += cast_lines(source, target, name, **halves)
    return "\n".join(lines) + "\n", "\n".join(table) + "\n"


def render_kernels(kernels, title) -> tuple:
    """The kernels' inclusions and the initialisers of their table."""
    lines, table = [banner(f"Kernels {title}.")], [banner(f"Initialisers of tb_overrides: kernels {title}.")]
    seen = set()
    for row, dtype, name, text in kernels:
        table.append(f"{{{op_id(row)}, TB_{dtype}, {name}}},")
        if name not in seen:
            lines += text
            seen.add(name)
    return "\n".join(lines) + "\n", "\n".join(table) + "\n"


def render() -> dict:
    """The generated files: path -> text."""
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
