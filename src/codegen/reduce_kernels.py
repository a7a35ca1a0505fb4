"""The kernels of reductions: a compact table, and the C code from it (src/core/kernels/reduce/*.inc).

Dtypes without a kernel are computed in tiles of a wider dtype (reduce_run.c). A kernel has one expression
each for loading an element `x`, for joining two loaded values (`a` and `b`) and for the result. Its
accumulator is wider than the type in which a block is joined.
"""

from dataclasses import dataclass

from codegen.kernels import banner, inclusion

TYPES = {
    "BOOL": "uint8_t", "UINT8": "uint8_t", "INT8": "int8_t", "INT16": "int16_t", "INT32": "int32_t",
    "INT64": "int64_t", "FLOAT16": "uint16_t", "BFLOAT16": "uint16_t", "FLOAT32": "float",
    "FLOAT64": "double", "COMPLEX128": "tb_c128",
}  # fmt: skip
"""The C types of elements; halves with their own kernels are bits."""
SHORT = {"uint8_t": "u8", "int8_t": "i8", "int16_t": "i16", "int32_t": "i32", "int64_t": "i64",
         "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "float": "f32", "double": "f64",
         "tb_c128": "c128"}  # fmt: skip
UNSIGNED = {1: "uint8_t", 2: "uint16_t", 4: "uint32_t", 8: "uint64_t"}
BYTES = {"uint8_t": 1, "int8_t": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4, "float": 4, "int64_t": 8,
         "double": 8}  # fmt: skip
LIMITS = {"uint8_t": ("0", "UINT8_MAX"), "int8_t": ("INT8_MIN", "INT8_MAX"),
          "int16_t": ("INT16_MIN", "INT16_MAX"), "int32_t": ("INT32_MIN", "INT32_MAX"),
          "int64_t": ("INT64_MIN", "INT64_MAX"), "float": ("-INFINITY", "INFINITY"),
          "double": ("-INFINITY", "INFINITY")}  # fmt: skip
INDEXED = ("INT32", "INT64", "FLOAT32", "FLOAT64")
CHOICES = {">": "larger", "<": "smaller"}
FLOATS = ("FLOAT32", "FLOAT64")
BEST = {(sign, dtype): f"tb_best_{order}_{suffix}" for sign, order in ((">", "max"), ("<", "min"))
        for dtype, suffix in (("FLOAT32", "ps"), ("FLOAT64", "pd"))}  # fmt: skip


@dataclass(frozen=True)
class Kernel:
    """The macros of reduce.inc, argmax.inc or moments.inc, and the dtypes."""

    reducer: str
    dtypes: tuple
    name: str
    facts: dict
    template: str = "reduce.inc"
    accumulator: str = "W"
    stops: bool = False


def sum_kernel(reducer, dtype, load="x", finish="(O)a") -> Kernel:
    """A sum. Twice the bits hold the sum of a block's small integers; floats are joined in their own type."""
    t = "uint64_t" if dtype == "INT64" else TYPES[dtype]  # unsigned, because it wraps around
    a, w, o = {
        "double": ("double", "double", "double"),
        "float": ("float", "double", "float"),
        "int32_t": ("uint64_t", "uint64_t", "int64_t"),
        "uint64_t": ("uint64_t", "uint64_t", "int64_t"),
        "int16_t": ("int32_t", "uint64_t", "int64_t"),
        "int8_t": ("int16_t", "uint64_t", "int64_t"),
        "uint8_t": ("uint16_t", "uint64_t", "int64_t"),
    }[t]
    facts = {"T": t, "A": a, "W": w, "O": o, "START": "0", "LOAD": load, "JOIN": "a + b", "WIDE": "a + b",
             "FINISH": finish}  # fmt: skip
    if t in ("float", "double", "uint64_t") and "fabs" not in load:
        facts |= {"VECTOR": load, "SIGN": "+", "PAIRS": "1"}
    if t in ("uint8_t", "int8_t"):
        facts["F"] = "int32_t"
    return Kernel(reducer, (dtype,), "", facts)


def half_sum_kernel(dtype, finish) -> Kernel:
    """A sum of halves, converted to float32 as they are read."""
    half = "f16" if dtype == "FLOAT16" else "bf16"
    facts = {"T": "uint16_t", "A": "float", "W": "double", "O": "float", "START": "0",
             "LOAD": f"tb_{half}_to_f32(x)", "JOIN": "a + b", "WIDE": "a + b", "FINISH": finish,
             "VECTOR": "x", "SIGN": "+", "HALVES": f"tb_eight_{half}"}  # fmt: skip
    return Kernel("SUM", (dtype,), f"_{half}", facts)


def extremum_kernel(reducer, dtype, sign, load="x", start=None) -> Kernel:
    t = TYPES[dtype]
    join = f"tb_{CHOICES[sign]}_{SHORT[t]}(a, b)" if dtype in FLOATS else f"a {sign} b ? a : b"
    start = start or LIMITS[t][sign == "<"]
    facts = {"T": t, "A": t, "W": t, "O": t, "START": start, "LOAD": load, "JOIN": join, "WIDE": join,
             "FINISH": "a"}  # fmt: skip
    if dtype in FLOATS:
        facts["FINAL"] = "*w != *w"
        if load == "x":
            facts["BEST"] = BEST[sign, dtype]
    return Kernel(reducer, (dtype,), "", facts)


def truth_kernel(reducer, dtypes, t, shifted) -> Kernel:
    """Whether one is 0, whether one is not, or how many are: computed on unsigned integers. shifted: floats,
    whose sign is ignored."""
    x = f"({t})(x << 1)" if shifted else "x"
    facts = {"T": t, "A": t, "LOAD": f"({x} {'==' if reducer == 'ZERO' else '!='} 0)"}
    if reducer == "COUNT":
        facts |= {"F": "uint32_t" if t == "uint8_t" else t, "W": "int64_t", "O": "int64_t", "START": "0",
                  "JOIN": "a + b", "WIDE": "a + b", "FINISH": "a"}  # fmt: skip
        facts["LOAD"] = f"(A){facts['LOAD']}"
    else:
        facts |= {"W": "uint8_t", "O": "uint8_t", "START": "0", "JOIN": "a | b", "WIDE": "a | b",
                  "FINISH": "!a" if reducer == "ZERO" else "a", "FINAL": "*w"}  # fmt: skip
    return Kernel(reducer, dtypes, "_float" if shifted else "", facts, stops=reducer != "COUNT")


def arg_kernel(reducer, dtype, sign) -> Kernel:
    t = TYPES[dtype]
    better = f"x {sign} v"
    join = f"a {sign} b ? a : b"
    if dtype in FLOATS:
        better, join = f"({better}) | ((x != x) & (v == v))", f"tb_{CHOICES[sign]}_{SHORT[t]}(a, b)"
    facts = {"T": t, "K": UNSIGNED[BYTES[t]], "BETTER": better, "LANE_JOIN": join}
    if dtype in FLOATS:
        facts["BEST"] = BEST[sign, dtype]
    facts["IS_NAN(x)"] = "((x) != (x))" if dtype in FLOATS else "false"
    return Kernel(reducer, (dtype,), "", facts, "argmax.inc", "best")


def all_kernels() -> list:
    mean = "end->divisor != 0 ? (O)a / (O)end->divisor : (O)a"
    root = "(O)(end->root ? sqrt((double)a) : (double)a)"
    product = {"START": "1", "LOAD": "x", "JOIN": "a * b", "WIDE": "a * b", "FINISH": "(O)a",
               "VECTOR": "x", "SIGN": "*"}  # fmt: skip
    kernels = [sum_kernel("SUM", dtype) for dtype in ("UINT8", "INT8", "INT16", "INT32", "INT64")]
    kernels += [sum_kernel("SUM", dtype, finish=mean) for dtype in FLOATS]
    kernels += [half_sum_kernel(dtype, mean) for dtype in ("FLOAT16", "BFLOAT16")]
    kernels += [
        Kernel("PROD", (dtype,), "", {"T": t, "A": w, "W": w, "O": TYPES[dtype], **product, **more})
        for dtype, t, w, more in (
            ("INT64", "uint64_t", "uint64_t", {}),
            ("FLOAT32", "float", "double", {"NARROWER": "tb_four_f32"}),
            ("FLOAT64", "double", "double", {}),
        )
    ]
    kernels += [
        Kernel("PROD", ("COMPLEX128",), "",
               {"T": "tb_c128", "A": "tb_c128", "W": "tb_c128", "O": "tb_c128", "START": "(tb_c128){1, 0}",
                "LOAD": "x", "JOIN": "tb_c128_mul(a, b)", "WIDE": "tb_c128_mul(a, b)", "FINISH": "a",
                "AS(type, value)": "value"})
    ]  # fmt: skip
    for dtype in ("UINT8", *INDEXED):
        kernels += [extremum_kernel("MAX", dtype, ">"), extremum_kernel("MIN", dtype, "<")]
    for dtype in INDEXED:
        kernels += [arg_kernel("ARGMAX", dtype, ">"), arg_kernel("ARGMIN", dtype, "<")]
    kernels += [truth_kernel(name, ("BOOL",), "uint8_t", False) for name in ("NONZERO", "ZERO", "COUNT")]
    kernels += [truth_kernel(name, ("FLOAT32",), "uint32_t", True) for name in ("NONZERO", "ZERO")]
    for dtype, absolute in (("FLOAT32", "fabsf(x)"), ("FLOAT64", "fabs(x)")):
        kernels += [sum_kernel("ABSOLUTE", dtype, absolute), sum_kernel("SQUARES", dtype, "x * x", root)]
        kernels += [
            extremum_kernel("HIGHEST", dtype, ">", absolute, "0"),
            extremum_kernel("LOWEST", dtype, "<", absolute),
        ]
        centred = {"CENTRED": str(int(dtype == "FLOAT64"))}
        kernels += [Kernel("MOMENTS", (dtype,), "", {"T": TYPES[dtype], **centred}, "moments.inc")]
    return kernels


def name_of(kernel) -> str:
    return f"reduce_{kernel.reducer.lower()}_{SHORT[kernel.facts['T']]}{kernel.name}"


def render_kernels() -> str:
    lines = [banner("Kernels of reductions.")]
    lines += ["#if LEVEL_VECTOR == 32", "#define TB_BEST 1"]
    for (sign, dtype), name in BEST.items():
        suffix, vector = ("pd", "__m256d") if dtype == "FLOAT64" else ("ps", "__m256")
        order = "max" if sign == ">" else "min"
        macros = {"NAME": name, "T": TYPES[dtype], "P": suffix, "OP_VECTOR": vector}
        macros |= {"WIDE_ITEM": int(dtype == "FLOAT64"), "END": LIMITS[TYPES[dtype]][sign == "<"]}
        macros |= {"BEST(a, b)": f"_mm256_{order}_{suffix}(a, b)", "BEST_HALF(a, b)": f"_mm_{order}_ps(a, b)"}
        lines += inclusion("kernels/reduce/extremum.inc", macros)
    lines += ["#else", "#define TB_BEST 0", "#endif"]
    for kernel in all_kernels():
        macros = {"NAME": name_of(kernel), **kernel.facts}
        if kernel.template == "reduce.inc":
            macros = {"F": "A", "AS(type, value)": "((type)(value))", "FINAL": "false", **macros}
        lines += inclusion(f"kernels/reduce/{kernel.template}", macros)
    return "\n".join(lines) + "\n"


def render_table() -> str:
    lines = [banner("Initialisers of tb_reduce_kernels.")]
    for kernel in all_kernels():
        name = name_of(kernel)
        size = {"moments.inc": "sizeof(tb_moments)", "argmax.inc": f"sizeof({name}_best)"}
        forms = ("rows", "runs", "pairs", "start", "merge", "finish", "few_rows")
        lacks = [] if "PAIRS" in kernel.facts else ["pairs"]
        lacks += [] if kernel.template == "reduce.inc" else ["few_rows"]
        members = ", ".join("NULL" if form in lacks else f"{name}_{form}" for form in forms)
        bytes_ = size.get(kernel.template) or f"sizeof({kernel.facts['W']})"
        for dtype in kernel.dtypes:
            stops = str(kernel.stops).lower()
            lines.append(f"[TB_REDUCER_{kernel.reducer}][TB_{dtype}] = {{{members}, {bytes_}, {stops}}},")
    return "\n".join(lines) + "\n"


def render() -> dict:
    """The generated files: path -> text."""
    return {
        "src/core/kernels/generated/reduce_kernels.inc": render_kernels(),
        "src/core/kernels/generated/reduce_table.inc": render_table(),
    }
