"""Kernels as the generator writes them: which a row has, their names, the lines that include a template."""

import re

from codegen.classes import CLASSES, COMPLEX, REAL, UNSIGNED
from codegen.operators import TABLE

BANNER = "Written by src/codegen from the operator table; do not edit."
TEMPLATES = {1: "unary.inc", 2: "binary.inc", 3: "ternary.inc"}
SMALL_TYPES = ("uint8_t", "int8_t", "uint16_t", "int16_t")
"""Of them so many are computed at once that packing always pays."""
STREAMED_TYPES = ("float", "double", "uint32_t", "uint64_t")
HALVES = ("FLOAT16", "BFLOAT16")
PARAMETER_TYPES = {"double": "double", "int": "int64_t"}


def banner(text: str) -> str:
    return f"/* {text}\n * {BANNER} */\n"


def op_id(name: str) -> str:
    return "TB_OP_" + name.lstrip("_").upper()


def kernel_variants(op) -> dict:
    """dtype -> (compute class, variant); classes named later in CLASSES override (half over float)."""
    return {
        dtype: (kind, variant)
        for kind, variants in CLASSES.items()
        if kind in op.expressions
        for variant in variants
        for dtype in variant[2]
        if (op.computation.unsigned or dtype not in UNSIGNED) and not (op.halves.refused and dtype in HALVES)
    }


def kernel_names(op) -> dict:
    """dtype -> kernel function, of an earlier row where that has the same loop."""
    return {
        dtype: OWNERS[(op.computation.vector, *kernel_lines(op, kind, variant))]
        for dtype, (kind, variant) in kernel_variants(op).items()
    }


def operand_types(op, ctype) -> dict:
    """Macros of a template: the types of the output and of the operands that are not T."""
    ctypes = {"bool": "uint8_t", "int64": "int64_t"}
    types = {
        f"TYPE_{'ABC'[op.operands.index(name)]}": ctypes[dtype] for name, dtype in op.promotion.fixed.items()
    }
    if op.promotion.result == "bool":
        types["O"] = "uint8_t"
    elif op.promotion.result == "real":
        types["O"] = REAL.get(ctype, ctype)
    elif op.promotion.result == "complex":
        types["O"] = COMPLEX.get(ctype, ctype)
    return types


def read_parameters(op, words=None) -> str:
    """Declarations of the parameters, or of those among `words`."""
    used = [(i, p) for i, p in enumerate(op.computation.parameters) if words is None or p.name in words]
    return " ".join(f"TB_PARAMETER({PARAMETER_TYPES.get(p.type, 'T')}, {p.name}, {i})" for i, p in used)


def kernel_lines(op, kind, variant) -> tuple:
    """The inclusion of a kernel's template, but for its name."""
    _, ctype, _, defines = variant
    expression = op.expressions[kind]
    words = set(re.findall(r"\w+", expression))
    needed = {macro: text for macro, text in defines.items() if macro.partition("(")[0] in words}
    if "R" in words:
        needed["R"] = REAL.get(ctype, ctype)
    needed.update(operand_types(op, ctype))
    if kind == "bool":  # any byte but 0 is true
        expression = re.sub(r"\b[abc]\b", r"(\g<0> != 0)", expression)
    if kind in ("bool", "int", "integer"):
        expression = f"({'uint8_t' if op.promotion.result == 'bool' else 'T'})({expression})"
    if op.computation.parameters and not op.computation.parametric:
        needed["PARAMETERS"] = read_parameters(op, words)
    if op.computation.strided and ctype not in SMALL_TYPES:
        needed["STRIDED"] = "1"
    if op.computation.streams and ctype in STREAMED_TYPES:
        needed["STREAMS"] = "1"
    return (
        *(f"#define {macro} {text}" for macro, text in needed.items()),
        f"#define T {ctype}",
        f"#define EXPR {expression}",
        f'#include "core/kernels/pointwise/{TEMPLATES[len(op.operands)]}"',
        *(f"#undef {macro.partition('(')[0]}" for macro in needed),
    )


def kernel_owners() -> dict:
    """Every different kernel -> its name, of the first row and type that have it."""
    owners = {}
    for op in TABLE:
        for kind, variant in kernel_variants(op).values():
            name = f"{op.name.lstrip('_')}_{variant[0]}"
            owners.setdefault((op.computation.vector, *kernel_lines(op, kind, variant)), name)
    return owners


OWNERS = kernel_owners()
