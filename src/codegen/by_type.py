"""Templates that are included once for each type or size of elements, with hand-written tables.

One row per type: the macros that the template needs.
"""

import itertools

from codegen.kernels import inclusion

BANNER = "/* {}\n * Written by src/codegen/by_type.py; do not edit. */\n"

SIZES = {1: "uint8_t", 2: "uint16_t", 4: "uint32_t", 8: "tb_b8", 16: "tb_b16"}
"""Bytes of an element -> a type of that size, with the alignment of all elements of that size."""

SCANS = {"int64": ("uint64_t", "uint64_t"), "half": ("float", "float"), "float": ("float", "double"),
         "double": ("double", "double")}  # fmt: skip
"""Suffix -> element type, and the type that is carried along: torch's accumulator, float32 for halves, else
the wider type."""
COMPLEX_SCANS = {"complex64": ("tb_c64", "float"), "complex128": ("tb_c128", "double")}
"""Suffix -> element type, its real type; complex128 is carried along."""

REAL_WORDS = ("FUSED", "SUM", "LOAD_PART", "STORE_PART", "TOTALS", "MASKED")
"""What matmul_types.inc defines for a kind."""
MATMULS = {"f32": ("float", 4, "f32"), "f64": ("double", 8, "f64"), "i64": ("uint64_t", 8, "int")}
NARROW_MATMULS = {"i16": ("uint16_t", 2, "int"), "i32": ("uint32_t", 4, "int")}
"""Suffix -> element type, its size, the kind of FUSED_...; these narrow types gain nothing from AVX-512."""
COMPLEX_MATMULS = {"c64": ("tb_c64", "float", 4, "f32"), "c128": ("tb_c128", "double", 8, "f64")}
"""Suffix -> element type, its real type, that type's size, kind."""

COUNTED = ("uint8_t", "int8_t", "int16_t", "int32_t", "int64_t")

SORTED = {1: ("uint8", "int8"), 2: ("uint16", "int16", "float16", "bfloat16"),
          4: ("uint32", "int32", "float32"), 8: ("uint64", "int64", "float64")}  # fmt: skip
"""Bytes of an element -> the dtypes that are sorted by keys of that size."""
UNSIGNED = ("uint16", "uint32", "uint64")
"""Dtypes for which torch has few kernels."""
RECORDS = {64: ("uint64_t", "uint32_t"), 128: ("tb_uint128", "uint64_t")}
"""Bits of a record -> its type, and the type of the index in it."""


READ_AS = {
    "float16": ("float", "tb_f16_to_f32(x)"),
    "bfloat16": ("float", "tb_bf16_to_f32(x)"),
    "float32": ("float", "tb_f32_from_bits(x)"),
    "float64": ("double", "tb_f64_from_bits(x)"),
}
"""Floating dtype -> the number that is compared, made of the element's bits."""


def render_moves() -> list:
    return [
        inclusion("kernels/move/moves.inc", {"NAME(what)": f"what##_{n}", "T": t, "N": n})
        for n, t in SIZES.items()
    ]


def complex_scan(name, t, real) -> list:
    operation, first = ("add", 0) if name.startswith("sum") else ("mul", 1)
    step = f"tb_c128_{operation}(a, ((tb_c128){{(x).re, (x).im}}))"
    macros = {"NAME": name, "T": t, "A": "tb_c128", "FIRST": f"((A){{{first}, 0}})", "STEP(a, x)": step,
              "LAST(a)": f"((T){{({real})(a).re, ({real})(a).im}})",
              "TOGETHER": "TB_SCANS_TOGETHER"}  # fmt: skip
    return inclusion("kernels/along_dim/scan.inc", macros)


def render_along_dim() -> list:
    parts = []
    for name, first, sign in (("sum", 0, "+"), ("prod", 1, "*")):
        for suffix, (t, carried) in SCANS.items():
            macros = {"NAME": f"{name}_{suffix}", "T": t, "A": carried, "FIRST": first}
            macros |= {"STEP(a, x)": f"((a) {sign} (x))", "LAST(a)": "((T)(a))"}
            macros["TOGETHER"] = "1" if suffix == "int64" and sign == "+" else "TB_SCANS_TOGETHER"
            parts.append(inclusion("kernels/along_dim/scan.inc", macros))
    parts.append(["#if WITH_COMPLEX"])
    parts += [
        complex_scan(f"{name}_{suffix}", *types)
        for name in ("sum", "prod")
        for suffix, types in COMPLEX_SCANS.items()
    ]
    parts.append(["#endif"])
    for name, t, f, lanes in (("f32", "float", "f", 32), ("f64", "double", "", 16)):
        macros = {"NAME": name, "T": t, "EXP": f"tb_exp_below_{name}", "LOG": f"log{f}", "LANES": lanes}
        parts.append(inclusion("kernels/along_dim/softmax.inc", macros))
        macros = {"NAME": name, "T": t, "CENTRED": int(t == "double"), "SQRT": f"sqrt{f}"}
        parts.append(inclusion("kernels/along_dim/layer_norm.inc", macros))
    return parts


def real_matmul(suffix, t, size, kind) -> list:
    macros = {"NAME(what)": f"what##_{suffix}", "T": t, "N": size}
    macros |= {word: f"{word}_{kind}" for word in REAL_WORDS}
    return inclusion("kernels/matmul/matmul.inc", macros)


def complex_matmul(suffix, t, real, size, kind) -> list:
    macros = {"NAME(what)": f"what##_{suffix}", "T": t, "R": real, "N": size}
    macros |= {"FUSED": f"FUSED_{kind}", "LESS": f"LESS_{kind}"}
    return inclusion("kernels/matmul/matmul_complex.inc", macros)


def render_matmul() -> list:
    return [
        *(real_matmul(suffix, *row) for suffix, row in MATMULS.items()),
        ["#if LEVEL_VECTOR < 64"],
        *(real_matmul(suffix, *row) for suffix, row in NARROW_MATMULS.items()),
        ["#endif"],
        *(complex_matmul(suffix, *row) for suffix, row in COMPLEX_MATMULS.items()),
    ]


def render_bincount() -> list:
    return [inclusion("gather/bincount_loops.inc", {"NAME(what)": f"what##_{t}", "T": t}) for t in COUNTED]


def sorting(template, dtype, size, bits) -> list:
    record, index = RECORDS[bits]
    length = "long_" if bits == 128 else ""
    macros = {"NAME(what)": f"what##_{length}{dtype}", "T": f"uint{8 * size}_t", "KEY": f"key_{dtype}"}
    macros |= {"ELEMENT": f"element_{dtype}", "SHARED": f"shared_{dtype}"}
    macros |= {"K": record, "INDEX": index, "OF(what)": f"what##_{bits}"}
    return inclusion(f"along_dim/{template}", macros)


def render_sorting(template, sizes, without=(), cuts=False) -> list:
    """The inclusions: one for slices whose indices fit 32 bits, and one for any length.  The first only for
    keys of at most 4 bytes, unless the template cuts them."""
    return [
        sorting(template, dtype, size, bits)
        for size in sizes
        for dtype in SORTED[size]
        for bits in RECORDS
        if dtype not in without and (size < 8 or bits == 128 or cuts)
    ]


def selecting(dtype, size) -> list:
    compared, read = READ_AS.get(dtype, (f"{dtype}_t", f"(({dtype}_t)(x))"))
    macros = {"NAME(what)": f"what##_{dtype}", "U": f"uint{8 * size}_t", "KEY": f"key_{dtype}"}
    macros |= {"ELEMENT": f"element_{dtype}", "NAN_KEY": f"UINT{8 * size}_MAX" if dtype in READ_AS else 0}
    return inclusion("along_dim/select_elements.inc", macros | {"T": compared, "READ(x)": read})


def searching(dtype, size) -> list:
    """Elements are read as what they are, but for halves."""
    t = {"float32": "float", "float64": "double"}.get(dtype, f"{dtype}_t")
    half = size == 2 and dtype in READ_AS
    macros = {"T": "uint16_t" if half else t, "READ(x)": READ_AS[dtype][1] if half else "(x)"}
    return inclusion("along_dim/search_rows.inc", {"NAME(what)": f"what##_{dtype}", **macros})


def each_sorted(render, without=()) -> list:
    return [render(dtype, size) for size in SORTED for dtype in SORTED[size] if dtype not in without]


def render() -> dict:
    """The generated files: path -> text."""
    texts = {
        "kernels/generated/moves.inc": ("Moves, for each size of elements.", render_moves()),
        "kernels/generated/along_dim_kernels.inc": ("Kernels along a dimension.", render_along_dim()),
        "kernels/generated/matmul_kernels.inc": ("The loops of matrix products.", render_matmul()),
        "gather/generated/bincount_loops.inc": ("The loops of bincount.", render_bincount()),
        "along_dim/generated/sort_slices.inc": (
            "Sorting.",
            render_sorting("sort_slices.inc", (2, 4, 8), cuts=True),
        ),
        "along_dim/generated/topk_slices.inc": (
            "The best elements.",
            render_sorting("topk_slices.inc", (1, 2, 4, 8), without=UNSIGNED),
        ),
        "along_dim/generated/select_elements.inc": ("Selection.", each_sorted(selecting, UNSIGNED)),
        "along_dim/generated/search_rows.inc": ("Searches.", each_sorted(searching)),
    }
    return {
        f"src/core/{path}": "\n".join([BANNER.format(title), *itertools.chain(*parts)]) + "\n"
        for path, (title, parts) in texts.items()
    }
