"""Write what follows from the operator table and the function table.

It is a step of the build (setup.py), which runs when a table has changed; the files are committed, and the
tests check that they are current.  A file is written only when its text
differs, so that an unchanged table rebuilds nothing.  Uses the standard library
only (it runs inside the build).
"""

import json
from functools import partial
from pathlib import Path

from codegen import (
    by_type,
    docstrings,
    function_tables,
    hooks,
    levels,
    reduce_kernels,
    return_types,
    signatures,
    stubs,
    verdicts,
)
from codegen.classes import CLASSES, DTYPES, cast_owner
from codegen.functions import ATTRIBUTES, FUNCTIONS
from codegen.kernels import (
    UNDEFINE,
    banner,
    inclusion,
    kernel_macros,
    kernel_names,
    kernel_variants,
    op_id,
    read_parameters,
    render_undefine,
    template_of,
)
from codegen.operators import BY_NAME, TABLE
from codegen.operators.row import COMPARISONS, NUMBER_SLOTS, OLD_NAMES, OVERRIDDEN, UNARY_SLOTS

ROOT = Path(__file__).resolve().parents[2]
ERRORS = {
    "RuntimeError": "TB_RUNTIME_ERROR",
    "NotImplementedError": "TB_NOT_IMPLEMENTED_ERROR",
    "TypeError": "TB_TYPE_ERROR",
    "ValueError": "TB_VALUE_ERROR",
}
KINDS = {"bool": "TB_KIND_BOOL", "int": "TB_KIND_INT", "float": "TB_KIND_FLOAT", "complex": "TB_KIND_COMPLEX"}


# ---- src/core/generated ----


def render_ids() -> str:
    lines = [banner("Operator ids, and the checks that rows name.")]
    lines += ["#ifndef TB_OPS_IDS_H", "#define TB_OPS_IDS_H", "", "enum {"]
    lines += [f"    {op_id(op.name)}," for op in TABLE]
    lines += ["    TB_NOPS", "};", "", "#define TB_FOR_EACH_CHECK(X) \\"]
    lines += [f"    X({check}) \\" for check in sorted({check for op in TABLE for check in op.hooks.checks})]
    lines += ["", "#define TB_FOR_EACH_CHOICE(X) \\"]
    lines += [
        f"    X({choice}) \\" for choice in sorted({op.hooks.choose for op in TABLE if op.hooks.choose})
    ]
    return "\n".join([*lines, "", "#endif", ""])


def parameter_default(parameter) -> str:
    if parameter.default in ("max", "lowest"):
        limit, seen = parameter.default.upper(), parameter.type.upper()
        return f'{{.name = "{parameter.name}", .limit = TB_LIMIT_{limit}, .type = TB_PARAMETER_{seen}}}'
    value = 0 if parameter.default is None else parameter.default
    kind = {bool: "BOOL", int: "INT"}.get(type(value), "FLOAT")
    field = f".v.i = {int(value)}" if kind != "FLOAT" else f".v.f = {value!r}"
    seen = f".type = TB_PARAMETER_{parameter.type.upper()}"
    return f'{{.name = "{parameter.name}", .value = {{.kind = TB_KIND_{kind}, {field}}}, {seen}}}'


def by_kind(prefix, words) -> str:
    return "{" + ", ".join(f"[{KINDS[kind]}] = {prefix}{word.upper()}" for kind, word in words.items()) + "}"


def record(facts: dict) -> str:
    """An initialiser that names what is not 0."""
    return (
        "{" + ", ".join(f".{name} = {value}" for name, value in facts.items() if value not in (0, "{}")) + "}"
    )


def render_row(op) -> str:
    def mask(names):
        return sum(1 << op.operands.index(name) for name in names)

    def text(word):
        return json.dumps(word) if word else 0

    facts, rule, hooks = op.computation, op.promotion, op.hooks
    refused = {
        kind: f"{{{ERRORS[error]}, {json.dumps(words)}}}" for kind, (error, words) in rule.refuses.items()
    }
    row = {
        "name": json.dumps(op.name.removeprefix("_nn_").lstrip("_")),
        "operand": "{" + ", ".join(f'"{name}"' for name in op.operands) + "}",
        "nin": len(op.operands),
        "itself": " | ".join(f"1u << {KINDS[kind]}" for kind in op.calling.itself) or 0,
        "promotion": record({
            "rule": f"TB_PROMOTE_{rule.rule.upper()}",
            "result": f"TB_RESULT_{rule.result.upper()}",
            "exact_out": int(rule.exact_out),
            "fixed": mask(rule.fixed),
            "fixed_dtype": "{" + ", ".join(
                f"[{op.operands.index(name)}] = TB_{dtype.upper()}" for name, dtype in rule.fixed.items()
            ) + "}",
            "singles": mask(rule.singles),
            "refuses": "{" + ", ".join(f"[{KINDS[kind]}] = {cell}" for kind, cell in refused.items()) + "}",
        }),
        "layout": record({
            "fresh": by_kind("TB_LAYOUT_", op.layout.new),
            "resized": by_kind("TB_LAYOUT_", op.layout.out),
            "contiguous": int(op.layout.contiguous),
            "without_numbers": int(op.layout.without_numbers),
        }),
        "numbers": f"TB_NUMBERS_{op.numbers.upper()}",
        "wide_halves": mask(op.halves.wide),
        "computation": record({
            "kernel": json.dumps(facts.kernel or op.name.lstrip("_")),
            "kernel_of_number": text(facts.kernel_of_number),
            "by_size": int("bytes" in op.expressions),
            "strided": int(facts.strided),
            "divides": int(facts.divides),
            "streams": int(facts.streams),
            "divisor": op.operands.index(facts.divisor) if facts.divisor else -1,
            "parametric": op_id(facts.parametric) if facts.parametric else -1,
            "nparameters": len(facts.parameters),
            "parameter": "{" + ", ".join(map(parameter_default, facts.parameters)) + "}",
        }),
        "hooks": record({
            "choose": f"tb_choose_{hooks.choose}" if hooks.choose else 0,
            "checks": "{" + ", ".join(f"tb_check_{check}" for check in hooks.checks) + "}",
            "parameter": f"tb_take_{hooks.parameter}" if hooks.parameter else 0,
            "before": op_id(hooks.before) if hooks.before else -1,
            "converts": int(hooks.converts),
            "writes": f"TB_WRITES_{hooks.writes.upper()}",
        }),
    }  # fmt: skip
    return f"[{op_id(op.name)}] = {record(row)},"


def render_rows() -> str:
    return "\n".join([banner("Initialisers of tb_ops[]."), *map(render_row, TABLE)]) + "\n"


def render_kernels(vector: bool) -> str:
    lines = [banner(f"Kernels of {'every level' if vector else 'the one level of rows that libm computes'}.")]
    seen = set()
    for op in TABLE:
        variants = kernel_variants(op) if op.computation.vector == vector else {}
        for dtype, (kind, variant) in variants.items():
            name = kernel_names(op)[dtype]
            if name not in seen:
                lines += inclusion(template_of(op), {"NAME": name, **kernel_macros(op, kind, variant)})
                seen.add(name)
    return "\n".join(lines) + "\n"


def render_kernel_table(vector: bool) -> str:
    lines = [banner("Initialisers of the table tb_kernels.pointwise.")]
    for op in TABLE:
        if op.computation.vector == vector:
            cells = ", ".join(f"[TB_{dtype}] = {name}" for dtype, name in kernel_names(op).items())
            lines.append(f"[{op_id(op.name)}] = {{{cells}}},")
    return "\n".join(lines) + "\n"


VECTORS = dict.fromkeys(("f32", "f16", "bf16"), ("float", "tb_v")) | {"f64": ("double", "tb_d")}
"""Suffix of the kernel -> element, vector of vectors.h."""


def vector_kernels():
    """(row, suffix, definitions of the kernel, its template) of every kernel over vectors."""
    for op in TABLE:
        name, *suffixes = op.computation.lanes or ("",)
        operands = len(op.operands)
        for suffix in suffixes:
            element, lanes = VECTORS[suffix]
            names = ["a", "b"][:operands] + [parameter.name for parameter in op.computation.parameters]
            facts = {"T": element, "V": lanes, "OPERANDS": operands, "PARAMETERS": read_parameters(op)}
            facts["STEP(a, b)"] = f"tb_{name}_lanes_{suffix}({', '.join(names)})"
            yield op, suffix, facts, "vectors.inc"


def vector_name(op, suffix) -> str:
    """Rows with the same function share its kernel."""
    return f"vector_{op.computation.lanes[0]}_{suffix}"


def render_vector_kernels() -> str:
    lines = [banner("Kernels over vectors.")]
    seen = set()
    for op, suffix, facts, template in vector_kernels():
        name = vector_name(op, suffix)
        if name not in seen:
            lines += inclusion(f"kernels/math/{template}", {"NAME": name, **facts})
            seen.add(name)
    return "\n".join(lines) + "\n"


def render_vector_table() -> str:
    """The halves are float32 in tiles, but for rows that have expressions of their own for them."""
    lines = [banner("Initialisers of tb_vector_rows.")]
    for op, suffix, _, _ in vector_kernels():
        lines += [
            f"{{{op_id(op.name)}, TB_{dtype}, {vector_name(op, suffix)}}},"
            for dtype, (kind, variant) in kernel_variants(op).items()
            if kind in ("float", "half") and variant[0] == suffix
        ]
    return "\n".join(lines) + "\n"


def cast_name(source, target) -> str:
    return f"cast_{DTYPES[source][0]}_{DTYPES[target][0]}"


def render_casts() -> str:
    lines = [banner("Every cast, each an inclusion of its template.")]
    pairs = [(source, target) for source in DTYPES for target in DTYPES if source != target]
    for source, target in dict.fromkeys(cast_owner(*pair) for pair in pairs):
        lines += levels.cast_lines(source, target, cast_name(source, target))
    return "\n".join(lines) + "\n"


def render_cast_table() -> str:
    lines = [banner("Initialisers of tb_kernels.cast.")]
    for source in DTYPES:
        cells = ", ".join(
            f"[TB_{target}] = {cast_name(*cast_owner(source, target))}"
            for target in DTYPES
            if target != source
        )
        lines.append(f"[TB_{source}] = {{{cells}}},")
    return "\n".join(lines) + "\n"


# ---- src/python/generated ----


def words_to_rows(cases) -> str:
    """`{"trunc", TB_OP_DIV_TRUNC}, ...` of modes; operands by number for `without`."""
    return "{" + ", ".join(f"{{{key}, {op_id(row)}}}" for key, row in cases) + "}"


def render_choices(op) -> list:
    """Tables of the rows that a call may mean instead: by mode, by an operand that is None."""
    lines = []
    if op.calling.modes:
        cases = [*((json.dumps(word), row) for word, row in op.calling.modes.items()), ("NULL", op.name)]
        lines.append(f"static const tbpy_mode modes_{op.name}[] = {words_to_rows(cases)};")
    if op.calling.without:
        cases = [*((op.operands.index(name), row) for name, row in op.calling.without.items()), (-1, op.name)]
        lines.append(f"static const tbpy_without without_{op.name}[] = {words_to_rows(cases)};")
    return lines


def takes_tensors(op, overloads, own) -> str:
    """Of a callable: does an overload take Tensors for all operands by position, but for the first `own`,
    a method's self?  And does it take out= as well?"""
    taking = []
    for text in overloads:
        arguments = [] if text.endswith(signatures.DEPRECATED) else signatures.parse(text)
        slots = [signatures.slot(op, a) for a in arguments if not a.keyword_only and a.type == "Tensor"]
        needed = [a.name for a in arguments if a.default is None and a.type != "Tensor"]
        if slots == [*range(own, len(op.operands))] and not needed:
            taking.append(arguments)
    takes_out = any(argument.name == "out" for arguments in taking for argument in arguments)
    return f"{int(bool(taking))}, {int(takes_out)}"


def render_bindings() -> str:
    tables = signatures.Tables()
    choices, callables = [], []

    def add(op, alias, form, overloads, doc):
        slot, wrapped = partial(signatures.slot, op), partial(signatures.wrapped, op)
        own = int(form in ("METHOD", "INPLACE"))
        modes = f"modes_{op.name}" if op.calling.modes else "NULL"
        without = f"without_{op.name}" if op.calling.without else "NULL"
        alone = f"tbpy_{op.calling.alone}" if op.calling.alone else "NULL"
        facts = f"{op_id(op.name)}, {modes}, {without}, {alone}"
        facts += f", {tables.add(overloads, slot, wrapped)}, {len(overloads)}"
        facts += f", {takes_tensors(op, overloads, own)}"
        callables.append(f"TBPY_{form}_ROW_OF({alias.name},\n    {json.dumps(doc)},\n    {facts})")

    for op in TABLE:
        choices += render_choices(op) if op.public else []
        for alias in op.functions:
            function, method, inplace, written = docstrings.docstrings(op, alias)
            add(op, alias, "FUNCTION", signatures.function_signatures(op, alias), function)
            if alias.inplace_function:
                overloads = signatures.inplace_function_signatures(op, alias)
                add(op, alias, "INPLACE_FUNCTION", overloads, written)
            if alias.method:
                add(op, alias, "METHOD", signatures.method_signatures(op, alias), method)
            if alias.method and alias.inplace:
                add(op, alias, "INPLACE", signatures.method_signatures(op, alias), inplace)
    macros = tuple(f"TBPY_{kind}_ROW_OF" for kind in ("FUNCTION", "METHOD", "INPLACE", "INPLACE_FUNCTION"))
    lines = [banner("What src/python/pointwise/operator_table.c makes of the table.")]
    lines += ["#ifdef TBPY_OVERLOADS"]
    lines += [*tables.lines, *choices, "#endif", "#undef TBPY_OVERLOADS"]
    for macro in macros:
        lines += [f"#ifndef {macro}", f"#define {macro}(...)", "#endif"]
    lines += callables
    return "\n".join([*lines, *(f"#undef {macro}" for macro in macros)]) + "\n"


def render_slots() -> str:
    lines = [banner("Python's operators: a line for each slot of Tensor that a row fills.")]
    macros = ("TBPY_SLOT", "TBPY_POWER_SLOT", "TBPY_REFLECTED", "TBPY_OLD_NAME", "TBPY_UNARY_SLOT",
              "TBPY_COMPARISON", "TBPY_OVERRIDDEN")  # fmt: skip
    for macro in macros:
        lines += [f"#ifndef {macro}", f"#define {macro}(...)", "#endif"]
    for op in TABLE:
        if op.calling.python in NUMBER_SLOTS:
            macro = "TBPY_POWER_SLOT" if op.calling.python == "power" else "TBPY_SLOT"
            facts = f"{op_id(op.name)}, TBPY_REFLECT_{op.calling.reflected.upper()}"
            lines.append(f"{macro}({op.calling.python}, {facts})")
            stem, old = NUMBER_SLOTS[op.calling.python][0], OLD_NAMES.get(op.calling.python)
            stems = (stem, old) if old else (stem,)
            if op.calling.reflected != "swap":
                lines += [f"TBPY_REFLECTED(r{name}, {op.calling.python}, {facts})" for name in stems]
            if old:
                python = op.calling.python
                lines += [f"TBPY_OLD_NAME({old}, {python})", f"TBPY_OLD_NAME(i{old}, inplace_{python})"]
        elif op.calling.python in UNARY_SLOTS:
            refusal = json.dumps(op.calling.python_refusal) if op.calling.python_refusal else "NULL"
            lines.append(f"TBPY_UNARY_SLOT({op.calling.python}, {op_id(op.name)}, {refusal})")
        elif op.calling.python in COMPARISONS:
            lines.append(f"TBPY_COMPARISON({op.calling.python}, {op_id(op.name)})")
    for slot, names in OVERRIDDEN.items():
        lines.append(f"TBPY_OVERRIDDEN({slot}, {', '.join(json.dumps(n) if n else 'NULL' for n in names)})")
    return "\n".join([*lines, *(f"#undef {macro}" for macro in macros)]) + "\n"


# ---- the whole ----


def check_table() -> None:
    """Mistakes in a row are found here and not in the compiler's output."""
    assert len(BY_NAME) == len(TABLE), "two rows of one name"
    for op in TABLE:
        unknown = set(op.expressions) - set(CLASSES)
        assert not unknown, f"{op.name}: unknown compute class {unknown}"
        others = {op.computation.parametric, op.hooks.before} - {None}
        others |= {*op.calling.modes.values(), *op.calling.without.values()}
        assert others <= set(BY_NAME), f"{op.name}: no row {others - set(BY_NAME)}"
        named = {*op.halves.wide, *op.promotion.fixed, *op.promotion.singles, *op.calling.without}
        named |= {op.computation.divisor} - {None}
        assert named <= set(op.operands), f"{op.name}: {named - set(op.operands)} is no operand"
        slots = {None, *NUMBER_SLOTS, *UNARY_SLOTS, *COMPARISONS}
        assert op.calling.python in slots, f"{op.name}: no slot {op.calling.python}"
        assert not op.public or op.example, f"{op.name}: a public row has an example"
        composed = {*op.layout.new.values(), *op.layout.out.values()} - {"like", "contiguous", "uncast"}
        assert not composed or len(op.operands) == 1, f"{op.name}: {composed} is about one operand"
        assert not op.calling.itself or len(op.operands) == 1, f"{op.name}: which operand is the result?"


def generate(root: Path = ROOT, check: bool = False) -> list:
    """Write every generated file; returns the paths that were not current.  `check` only reports."""
    check_table()
    files = {
        "src/core/kernels/generated/ops_ids.h": render_ids(),
        "src/core/pointwise/generated/operator_rows.inc": render_rows(),
        "src/core/kernels/generated/kernels.inc": render_kernels(True),
        "src/core/kernels/generated/kernel_table.inc": render_kernel_table(True),
        "src/core/kernels/generated/libm_kernels.inc": render_kernels(False),
        "src/core/kernels/generated/libm_table.inc": render_kernel_table(False),
        "src/core/kernels/generated/vector_math_kernels.inc": render_vector_kernels(),
        "src/core/kernels/generated/vector_math_table.inc": render_vector_table(),
        "src/core/kernels/generated/casts.inc": render_casts(),
        "src/core/kernels/generated/cast_table.inc": render_cast_table(),
        "src/python/generated/operator_rows.inc": render_bindings(),
        "src/python/generated/slot_rows.inc": render_slots(),
    }
    files.update(levels.render())
    files.update(reduce_kernels.render())
    files.update(by_type.render())
    files[f"src/{UNDEFINE}"] = render_undefine(files.values())
    files.update(function_tables.render())
    files.update(return_types.render())
    files.update(hooks.render())
    files.update(verdicts.render())
    files.update(stubs.render(TABLE, FUNCTIONS, ATTRIBUTES))
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
