"""Write what follows from the operator table: `python src/ops/generate.py`.

setup.py runs `generate()` before it compiles; the files are committed, and the
tests check that they are current.  A file is written only when its text
differs, so that an unchanged table rebuilds nothing.  Uses the standard library
only (it runs inside the build).
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

import stubs  # noqa: E402
from table import BY_NAME, NUMBER_SLOTS, TABLE  # noqa: E402

BANNER = "Written by src/ops/generate.py from src/ops/table.py; do not edit."

# Compute class -> (suffix of the kernel's name, C element type, dtypes it serves, extra #defines).
_COMPLEX = [("c64", "tb_c64", ["COMPLEX64"]), ("c128", "tb_c128", ["COMPLEX128"])]
CLASSES = {
    "bool": [("bool", "uint8_t", ["BOOL"], {})],
    "int": [
        ("u8", "uint8_t", ["UINT8", "INT8"], {}),
        ("u16", "uint16_t", ["INT16"], {}),
        ("u32", "uint32_t", ["INT32"], {}),
        ("u64", "uint64_t", ["INT64"], {}),
    ],
    "float": [("f32", "float", ["FLOAT16", "BFLOAT16", "FLOAT32"], {}), ("f64", "double", ["FLOAT64"], {})],
    "half": [
        ("f16", "float", ["FLOAT16"], {"ROUND": "tb_round_f16"}),
        ("bf16", "float", ["BFLOAT16"], {"ROUND": "tb_round_bf16"}),
    ],
    "complex": [
        (suffix, ctype, dtypes, {"ADD": f"{ctype}_add", "MUL": f"{ctype}_mul",
                                 "DIV": f"{ctype}_div", "MINUS_ONE": f"(({ctype}){{-1, 0}})",
                                 "ONE": f"(({ctype}){{1, 0}})"})
        for suffix, ctype, dtypes in _COMPLEX
    ],
    "bytes": [
        ("b1", "uint8_t", ["BOOL", "UINT8", "INT8"], {}),
        ("b2", "uint16_t", ["INT16", "FLOAT16", "BFLOAT16"], {}),
        ("b4", "uint32_t", ["INT32", "FLOAT32"], {}),
        ("b8", "uint64_t", ["INT64", "FLOAT64", "COMPLEX64"], {}),
        ("b16", "tb_b16", ["COMPLEX128"], {}),
    ],
}  # fmt: skip
TEMPLATES = {1: "unary.inc", 2: "binary.inc"}

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
}


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
    if target_kind == "complex":
        part = "float" if target == "COMPLEX64" else "double"
        return f"((TO){{({part}){value}, 0}})"
    if target in ("FLOAT16", "BFLOAT16"):
        return f"tb_f32_to_{short}((float){value})"
    if kind == "float" and target_kind == "int":
        # As torch on x86: uint8 through int64 too, where a double still has low bits beyond int32's range.
        width = "f64" if source in ("FLOAT64", "COMPLEX128") else "f32"
        wide = target == "INT64" or (target == "UINT8" and width == "f64")
        return f"(TO)tb_{width}_to_{'i64' if wide else 'i32'}({value})"
    return f"(TO){value}"


def op_id(name: str) -> str:
    return "TB_OP_" + name.lstrip("_").upper()


def kernel_names(op) -> dict:
    """dtype -> kernel function; classes named later in CLASSES override (half over float)."""
    stem = op.name.lstrip("_")
    return {
        dtype: f"{stem}_{suffix}"
        for kind, variants in CLASSES.items()
        if kind in op.expressions
        for suffix, _, dtypes, _ in variants
        for dtype in dtypes
    }


def banner(text: str) -> str:
    return f"/* {text}\n * {BANNER} */\n"


def render_ids() -> str:
    lines = [banner("Operator ids.")]
    lines += ["#ifndef TB_OPS_IDS_H", "#define TB_OPS_IDS_H", "", "enum {"]
    lines += [f"    {op_id(op.name)}," for op in TABLE]
    return "\n".join(lines + ["    TB_NOPS", "};", "", "#endif", ""])


def render_rows() -> str:
    lines = [banner("Initialisers of tb_ops[].")]
    for op in TABLE:
        operands = ", ".join(f'"{name}"' for name in op.operands)
        wide = sum(1 << op.operands.index(name) for name in op.wide_scalars)
        by_size = "bytes" in op.expressions
        lines.append(
            f'[{op_id(op.name)}] = {{.name = "{op.name.lstrip("_")}", .operand = {{{operands}}}, '
            f".nin = {len(op.operands)}, .promotion = TB_PROMOTE_{op.promotion.upper()}, "
            f".by_size = {str(by_size).lower()}, .refuses_bool = {str(op.refuses_bool).lower()}, "
            f".wide_scalars = {wide}, .alpha = {op_id(op.alpha) if op.alpha else -1}, "
            f".negates_alpha = {str(op.negates_alpha).lower()}, "
            f".checked_number = {str(op.checked_number).lower()}, .one_value = {str(op.one_value).lower()}}},"
        )
    return "\n".join(lines) + "\n"


def render_kernels() -> str:
    lines = [banner("Every kernel and cast, each an inclusion of its template.")]
    for op in TABLE:
        used = set(kernel_names(op).values())
        for kind, variants in CLASSES.items():
            if kind not in op.expressions:
                continue
            for suffix, ctype, _, defines in variants:
                name = f"{op.name.lstrip('_')}_{suffix}"
                assert name in used or kind == "float"
                expression = op.expressions[kind]
                words = set(re.findall(r"\w+", expression))
                needed = {macro: text for macro, text in defines.items() if macro in words}
                if kind in ("bool", "int"):
                    expression = f"(T)({expression})"
                lines += [f"#define {macro} {text}" for macro, text in needed.items()]
                lines += [f"#define NAME {name}", f"#define T {ctype}", f"#define EXPR {expression}"]
                if op.parameter:
                    lines.append("#define PARAMETER")
                lines.append(f'#include "../kernels/{TEMPLATES[len(op.operands)]}"')
                lines += [f"#undef {macro}" for macro in needed]
    for source, (short, ctype, _, _) in DTYPES.items():
        for target, (target_short, target_ctype, _, _) in DTYPES.items():
            if source == target:
                continue
            lines += [
                f"#define NAME cast_{short}_{target_short}",
                f"#define FROM {ctype}",
                f"#define TO {target_ctype}",
                f"#define EXPR {cast_expression(source, target)}",
                '#include "../kernels/cast.inc"',
            ]
    return "\n".join(lines) + "\n"


def render_kernel_table() -> str:
    lines = [banner("Initialisers of tb_kernels.pointwise.")]
    for op in TABLE:
        cells = ", ".join(f"[TB_{dtype}] = {name}" for dtype, name in kernel_names(op).items())
        lines.append(f"[{op_id(op.name)}] = {{{cells}}},")
    return "\n".join(lines) + "\n"


def render_cast_table() -> str:
    lines = [banner("Initialisers of tb_kernels.cast.")]
    for source, (short, *_) in DTYPES.items():
        cells = ", ".join(
            f"[TB_{target}] = cast_{short}_{target_short}"
            for target, (target_short, *_) in DTYPES.items()
            if target != source
        )
        lines.append(f"[TB_{source}] = {{{cells}}},")
    return "\n".join(lines) + "\n"


def docstrings(op, name: str) -> tuple:
    """Docstrings (function, method, in-place method) of a public name."""
    operands = op.operands
    others = operands[1:]
    alpha = ", *, alpha=1" if op.alpha else ""
    keywords = f"{alpha}, out=None" if alpha else ", *, out=None"
    alias = "" if name == op.name else f"Another name of {op.name}. "
    kinds = "Operands: tensors of any shapes that broadcast (the note, \"General semantics\") and dtypes"
    kinds += ", or numbers.\n" if others else ".\n"
    dtype = {
        "common": "Result: the broadcast shape, dtype by type promotion (result_type).\n",
        "float": "Result: the broadcast shape, dtype by type promotion; integral results become the default "
        "dtype.\n",
    }[op.promotion]
    if not others:
        dtype = dtype.replace("the broadcast shape", "self's shape")
    raises = "Raises RuntimeError if the sizes do not match, or the result type can't be cast to out's.\n"
    warns = (
        "Warns (UserWarning) where the deprecated 1-dimensional behaviour applies (the note, \"Backwards "
        "compatibility\").\n" if others else ""
    )  # fmt: skip
    expression, printed = op.example
    shown = f"\n>>> {expression}\n{printed}\n" if name == op.name else ""
    text = f"{alias}{op.summary}\n\n{kinds}{dtype}"
    function = ", ".join(("input", *others))
    functions = f"{name}($module, {function}{keywords})\n--\n\n{text}{raises}{warns}As {op.source}.\n{shown}"
    method = ", ".join(("$self", *others))
    methods = f"{name}({method}{alpha})\n--\n\n{text}{raises}{warns}As {op.source}.\n"
    inplace = (
        f"{name}_({method}{alpha})\n--\n\n"
        f"In-place {name}: self keeps its shape and dtype (the note, \"In-place semantics\").\n\n"
        "Raises RuntimeError if the operands do not expand to self, and writes nothing then.\n"
        f"As torch.Tensor.{name}_.\n"
    )  # fmt: skip
    return functions, methods, inplace


def render_bindings() -> str:
    lines = [banner("What src/python/operators.c makes of the table: one line per public name and per slot.")]
    for macro in ("TBPY_OPERATOR", "TBPY_SLOT"):
        lines += [f"#ifndef {macro}", f"#define {macro}(...)", "#endif"]
    for op in TABLE:
        if not op.public:
            continue
        for name in (op.name, *op.aliases):
            texts = ",\n    ".join(json.dumps(text) for text in docstrings(op, name))
            flags = f"{len(op.operands)}, {int(bool(op.alpha))}, {int(op.inplace)}"
            lines.append(f"TBPY_OPERATOR({name}, {op_id(op.name)}, {flags},\n    {texts})")
    for op in TABLE:
        if op.python:
            lines.append(f"TBPY_SLOT({op.python}, {op_id(op.name)}, TBPY_REFLECT_{op.reflected.upper()})")
    return "\n".join(lines + ["#undef TBPY_OPERATOR", "#undef TBPY_SLOT"]) + "\n"


def check_table() -> None:
    """Mistakes in a row are found here and not in the compiler's output."""
    for op in TABLE:
        unknown = set(op.expressions) - set(CLASSES)
        assert not unknown, f"{op.name}: unknown compute class {unknown}"
        assert op.alpha is None or op.alpha in BY_NAME, f"{op.name}: no row {op.alpha}"
        assert set(op.wide_scalars) <= set(op.operands), f"{op.name}: wide_scalars names no operand"
        assert op.python is None or op.python in NUMBER_SLOTS, f"{op.name}: no number slot {op.python}"
        assert not op.public or op.example, f"{op.name}: a public row has an example"


def generate(root: Path = ROOT, check: bool = False) -> list:
    """Write every generated file; returns the paths that were not current.  `check` only reports."""
    check_table()
    files = {
        "src/core/generated/ops_ids.h": render_ids(),
        "src/core/generated/ops_rows.inc": render_rows(),
        "src/core/generated/kernels.inc": render_kernels(),
        "src/core/generated/kernel_table.inc": render_kernel_table(),
        "src/core/generated/cast_table.inc": render_cast_table(),
        "src/python/generated/operator_rows.inc": render_bindings(),
    }
    files.update(stubs.render(TABLE))
    stale = []
    for name, text in files.items():
        path = root / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return stale


if __name__ == "__main__":
    only_check = "--check" in sys.argv[1:]
    changed = generate(check=only_check)
    for changed_name in changed:
        print("not current:" if only_check else "wrote", changed_name)
    sys.exit(1 if only_check and changed else 0)
