"""Compute classes, dtypes and casts, as C types and expressions."""

_COMPLEX = [("c64", "tb_c64", ["COMPLEX64"]), ("c128", "tb_c128", ["COMPLEX128"])]
CLASSES = {
    "bytes": [
        ("b1", "uint8_t", ["BOOL", "UINT8", "INT8"], {}),
        ("b2", "uint16_t", ["INT16", "UINT16", "FLOAT16", "BFLOAT16"], {}),
        ("b4", "uint32_t", ["INT32", "UINT32", "FLOAT32"], {}),
        ("b8", "tb_b8", ["INT64", "UINT64", "FLOAT64", "COMPLEX64"], {}),
        ("b16", "tb_b16", ["COMPLEX128"], {}),
    ],
    "bool": [("bool", "uint8_t", ["BOOL"], {})],
    "int": [
        ("u8", "uint8_t", ["UINT8", "INT8"], {}),
        ("u16", "uint16_t", ["INT16", "UINT16"], {}),
        ("u32", "uint32_t", ["INT32", "UINT32"], {}),
        ("u64", "uint64_t", ["INT64", "UINT64"], {}),
    ],
    "integer": [
        ("u8", "uint8_t", ["UINT8"], {"HELP(name)": "tb_##name##_u8"}),
        ("i8", "int8_t", ["INT8"], {"HELP(name)": "tb_##name##_i8"}),
        ("i16", "int16_t", ["INT16"], {"HELP(name)": "tb_##name##_i16"}),
        ("i32", "int32_t", ["INT32"], {"HELP(name)": "tb_##name##_i32"}),
        ("i64", "int64_t", ["INT64"], {"HELP(name)": "tb_##name##_i64"}),
    ],
    "float": [
        ("f32", "float", ["FLOAT16", "BFLOAT16", "FLOAT32"],
         {"C(name)": "name##f", "HELP(name)": "tb_##name##_f32"}),
        ("f64", "double", ["FLOAT64"], {"C(name)": "name", "HELP(name)": "tb_##name##_f64"}),
    ],
    "half": [
        ("f16", "float", ["FLOAT16"], {"ROUND": "tb_round_f16", "HELP(name)": "tb_##name##_f16"}),
        ("bf16", "float", ["BFLOAT16"], {"ROUND": "tb_round_bf16", "HELP(name)": "tb_##name##_bf16"}),
    ],
    "complex": [
        (suffix, ctype, dtypes, {"ADD": f"{ctype}_add", "MUL": f"{ctype}_mul",
                                 "DIV": f"{ctype}_div", "MINUS_ONE": f"(({ctype}){{-1, 0}})",
                                 "ONE": f"(({ctype}){{1, 0}})",
                                 "CALL(f)": f"{ctype}_##f"})
        for suffix, ctype, dtypes in _COMPLEX
    ],
}  # fmt: skip
"""Compute class -> (suffix of the kernel's name, C element type, its dtypes, extra #defines). If several
classes of a row have a dtype, the last one counts."""

REAL = {"tb_c64": "float", "tb_c128": "double"}
"""Complex element type -> its real type."""
COMPLEX = {"float": "tb_c64", "double": "tb_c128"}

# dtype -> (short name, C type in memory, kind, how a value is read from element `a`).
DTYPES = {
    "BOOL": ("bool", "uint8_t", "bool", "(a != 0)"),
    "UINT8": ("u8", "uint8_t", "int", "a"),
    "INT8": ("i8", "int8_t", "int", "a"),
    "INT16": ("i16", "int16_t", "int", "a"),
    "INT32": ("i32", "int32_t", "int", "a"),
    "INT64": ("i64", "int64_t", "int", "a"),
    "FLOAT16": ("f16", "uint16_t", "float", "tb_f16_to_f32(a)"),
    "BFLOAT16": ("bf16", "uint16_t", "float", "tb_bf16_to_f32(a)"),
    "FLOAT32": ("f32", "float", "float", "a"),
    "FLOAT64": ("f64", "double", "float", "a"),
    "COMPLEX64": ("c64", "tb_c64", "complex", "a"),
    "COMPLEX128": ("c128", "tb_c128", "complex", "a"),
    "UINT16": ("u16", "uint16_t", "int", "a"),
    "UINT32": ("u32", "uint32_t", "int", "a"),
    "UINT64": ("u64", "uint64_t", "int", "a"),
}

UNSIGNED = ("UINT16", "UINT32", "UINT64")
"""Dtypes that are stored, moved and cast; only rows with `unsigned` compute them."""

_SIGNED = {"UINT8": "INT8", "UINT16": "INT16", "UINT32": "INT32", "UINT64": "INT64"}
_BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


def _width(dtype: str) -> int:
    return _BYTES[DTYPES[dtype][0][1:]] if DTYPES[dtype][2] == "int" else 1


def cast_owner(source: str, target: str) -> tuple:
    """The pair whose cast has the same bits and is used for both: if the sign has no effect, unsigned
    integers are cast as signed ones."""
    kind, target_kind = DTYPES[source][2], DTYPES[target][2]
    signed, target_signed = _SIGNED.get(source, source), _SIGNED.get(target, target)
    if signed == target_signed:
        return signed, source if source != signed else target
    if kind in ("bool", "int") and target_kind in ("bool", "int"):
        return signed if _width(target) <= _width(source) else source, target_signed
    through_int32 = target == "UINT16" or (target == "UINT8" and source not in ("FLOAT64", "COMPLEX128"))
    return source, target_signed if kind in ("float", "complex") and through_int32 else target


def cast_expression(source: str, target: str) -> str:
    """The C expression that casts element `a` of dtype `source` to dtype `target`."""
    _, _, kind, value = DTYPES[source]
    short, _, target_kind, _ = DTYPES[target]
    if kind == "complex":
        if target_kind == "complex":
            part = "float" if target == "COMPLEX64" else "double"
            return f"((TO){{({part})a.re, ({part})a.im}})"
        if target == "BOOL":
            return "(a.re != 0) | (a.im != 0)"
        kind, value = "float", "a.re"
    if target_kind == "bool":
        return f"{value} != 0"
    if source == "INT64" and target in ("FLOAT64", "COMPLEX128"):
        value = "tb_i64_to_f64(a)"
    if target_kind == "complex":
        part = "float" if target == "COMPLEX64" else "double"
        return f"((TO){{({part}){value}, 0}})"
    if target in ("FLOAT16", "BFLOAT16"):
        return f"tb_f32_to_{short}((float){value})"
    if kind == "float" and target_kind == "int":
        # As in torch on x86: also for uint8 through int64, for which a double still has low bits beyond
        # int32's range.
        width = "f64" if source in ("FLOAT64", "COMPLEX128") else "f32"
        if target == "UINT64":
            return f"tb_{width}_to_u64({value})"
        wide = target in ("INT64", "UINT32") or (target == "UINT8" and width == "f64")
        return f"(TO)tb_{width}_to_{'i64' if wide else 'i32'}({value})"
    return f"(TO){value}"
