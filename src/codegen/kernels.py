"""The kernels that the generator writes: which ones a row has, their names, and the lines that include a
template."""

import re

from codegen.classes import CLASSES, COMPLEX, REAL, UNSIGNED
from codegen.operators import TABLE

BANNER = "Written by src/codegen from the operator table; do not edit."
TEMPLATES = {1: "unary.inc", 2: "binary.inc", 3: "ternary.inc"}
SMALL_TYPES = ("uint8_t", "int8_t", "uint16_t", "int16_t")
"""Types of which so many elements are computed at once that packing always pays."""
STREAMED_TYPES = ("float", "double", "uint32_t", "uint64_t")
HALVES = ("FLOAT16", "BFLOAT16")
PARAMETER_TYPES = {"double": "double", "int": "int64_t"}


def banner(text: str) -> str:
    return f"/* {text}\n * {BANNER} */\n"


UNDEFINE = "core/kernels/generated/undefine.inc"


def inclusion(template: str, macros: dict) -> list:
    """The lines that include a template of src/core with its macros, and then undefine them."""
    defined = [f"#define {macro} {text}".rstrip() for macro, text in macros.items()]
    return [*defined, f'#include "core/{template}"', f'#include "{UNDEFINE}"']


def render_undefine(texts) -> str:
    """Undefines the macros that other generated files define for their templates."""
    macros = {macro for text in texts for macro in re.findall(r"^#define ([A-Z]\w*)", text, re.MULTILINE)}
    lines = [f"#undef {macro}" for macro in sorted(macros) if not macro.startswith("TB")]
    return "\n".join([banner("Undefines every macro that is defined for a template."), *lines]) + "\n"


def op_id(name: str) -> str:
    return "TB_OP_" + name.lstrip("_").upper()


def kernel_variants(op) -> dict:
    """dtype -> (compute class, variant); later names in CLASSES override earlier ones (half over float)."""
    return {
        dtype: (kind, variant)
        for kind, variants in CLASSES.items()
        if kind in op.expressions
        for variant in variants
        for dtype in variant[2]
        if (op.computation.unsigned or dtype not in UNSIGNED) and not (op.halves.refused and dtype in HALVES)
    }


def kernel_names(op) -> dict:
    """dtype -> kernel function; that of an earlier row if it has the same loop."""
    return {
        dtype: OWNERS[loop_of(op, kind, variant)] for dtype, (kind, variant) in kernel_variants(op).items()
    }


def operand_types(op, ctype) -> dict:
    """The template macros for the types of the output and of the operands."""
    ctypes = {"bool": "uint8_t", "int64": "int64_t"}
    types = {"O": "T"} | {
        f"TYPE_{letter}": ctypes[op.promotion.fixed[name]] if name in op.promotion.fixed else "T"
        for letter, name in zip("ABC", op.operands, strict=False)
    }
    if op.promotion.result == "bool":
        types["O"] = "uint8_t"
    elif op.promotion.result == "real":
        types["O"] = REAL.get(ctype, ctype)
    elif op.promotion.result == "complex":
        types["O"] = COMPLEX.get(ctype, ctype)
    return types


def read_parameters(op, words=None) -> str:
    """The declarations of the parameters, or of those among `words`."""
    used = [(i, p) for i, p in enumerate(op.computation.parameters) if words is None or p.name in words]
    return " ".join(f"TB_PARAMETER({PARAMETER_TYPES.get(p.type, 'T')}, {p.name}, {i})" for i, p in used)


def kernel_macros(op, kind, variant) -> dict:
    """The macros of a kernel's template, except for its name."""
    _, ctype, _, defines = variant
    expression = op.expressions[kind]
    words = set(re.findall(r"\w+", expression))
    macros = {macro: text for macro, text in defines.items() if macro.partition("(")[0] in words}
    if "R" in words:
        macros["R"] = REAL.get(ctype, ctype)
    if kind == "bool":  # any byte other than 0 is true
        expression = re.sub(r"\b[abc]\b", r"(\g<0> != 0)", expression)
    if kind in ("bool", "int", "integer"):
        expression = f"({'uint8_t' if op.promotion.result == 'bool' else 'T'})({expression})"
    macros |= {"T": ctype, **operand_types(op, ctype), "EXPR": expression}
    macros["PARAMETERS"] = "" if op.computation.parametric else read_parameters(op, words)
    if len(op.operands) == 2:
        macros["STRIDED"] = str(int(op.computation.strided and ctype not in SMALL_TYPES))
        macros["STREAMS"] = str(int(op.computation.streams and ctype in STREAMED_TYPES))
    return macros


def template_of(op) -> str:
    template = "selected.inc" if op.computation.selects else TEMPLATES[len(op.operands)]
    return f"kernels/pointwise/{template}"


def loop_of(op, kind, variant) -> tuple:
    """The key of a kernel: equal for kernels with the same loop."""
    return (op.computation.vector, template_of(op), *kernel_macros(op, kind, variant).items())


def kernel_owners() -> dict:
    """Every distinct kernel -> its name, from the first row and type that has it."""
    owners = {}
    for op in TABLE:
        for kind, variant in kernel_variants(op).values():
            owners.setdefault(loop_of(op, kind, variant), f"{op.name.lstrip('_')}_{variant[0]}")
    return owners


OWNERS = kernel_owners()
