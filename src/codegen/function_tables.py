"""What follows from the function table: C tables of the bindings, slots, docstrings; stubs: stubs.py."""

import json
import textwrap

from codegen import signatures
from codegen.functions import FUNCTIONS

BANNER = "/* {}\n * Written by src/codegen from the function table; do not edit. */\n"
FORMS = ("FUNCTION", "METHOD", "INPLACE")
KINDS = (*FORMS, "METHOD_ALONE", "INPLACE_ALONE", "FUNCTION_PYTHON", "METHOD_PYTHON")
"""Macros of function_table.c: methods of no argument at all are made apart, and what Python parses."""


def render_slots() -> str:
    """A header: where each argument of each function is, and the bodies."""
    lines = [BANNER.format("Slots of the arguments of every function, and the bodies that rows name.")]
    lines += ["#ifndef TBPY_FUNCTION_SLOTS_H", "#define TBPY_FUNCTION_SLOTS_H", ""]
    for row in FUNCTIONS:
        slots = [f"TBPY_{row.name.upper()}_{name.upper()}" for name in row.slots]
        lines += [f"enum {{ {', '.join(slots)} }};"] if slots else []
        lines += [
            f"#define TBPY_OWN_{row.name} {row.own_slot}",
            f"#define TBPY_COUNT_{row.name} {len(slots)}",
        ]
    bodies = sorted({row.body for row in FUNCTIONS} - {"python"})
    lines += ["", f"#define TBPY_MOST_SLOTS {max((len(row.slots) for row in FUNCTIONS), default=1)}"]
    lines += ["#define TBPY_FOR_EACH_BODY(X) \\", *(f"    X({body}) \\" for body in bodies)]
    return "\n".join([*lines, "", "#endif", ""])


def wrapped(text) -> str:
    """Lines as a terminal shows them."""
    return "\n".join(textwrap.fill(line, 100) for line in text.splitlines())


def shown_example(row) -> str:
    """The row's examples, as a session shows them."""
    pairs = (row.example, *row.more_examples)
    return "".join(f"\n>>> {expression}\n{printed}\n" for expression, printed in pairs)


def docstrings(row, name) -> tuple:
    """Docstrings (function, method, in-place method) of one of the row's names."""
    body = "" if name == row.name else f"Another name of {row.name}. "
    facts = "\n".join(wrapped(part) for part in (row.operands, row.result, row.raises) if part)
    paragraphs = [wrapped(f"{body}{row.summary}"), facts, wrapped(row.notes)]
    paragraphs.append(f"As {row.source or default_source(row)}.")
    text = "\n\n".join(filter(None, paragraphs)) + "\n"
    shown = shown_example(row) if name == row.name else ""
    apart = not isinstance(row.returns, str)
    function = signatures.python_signature(None, row.signatures, apart) if row.function else ""
    method = signatures.python_signature(None, row.method_signatures, apart) if row.method else ""
    method = ", ".join(filter(None, ["$self", method]))
    return (
        f"{row.public_name(name)}($module, {function})\n--\n\n{text}{shown}",
        f"{name}({method})\n--\n\n{text}{'' if row.function else shown}",
        f"{name}_({method})\n--\n\nIn-place {name}: self is written and returned.\n\n"
        f"{wrapped(row.raises)}\nAs torch.Tensor.{name}_.\n",
    )


def default_source(row) -> str:
    return f"torch.{row.name}" if row.function else f"torch.Tensor.{row.name}"


def or_number(argument) -> bool:
    """Does a number count as a tensor there?"""
    return argument.type == f"Tensor{signatures.OR_NUMBER}"


def forms_of(row) -> tuple:
    """(form, overloads) of everything that the row defines."""
    found = (("FUNCTION", row.function, row.signatures), ("METHOD", row.method, row.method_signatures))
    found += (("INPLACE", row.inplace, row.method_signatures),)
    return tuple((form, overloads) for form, exists, overloads in found if exists)


def render_rows() -> str:
    """An include: tables of overloads, and a line for every function, method and in-place method."""
    tables = signatures.Tables()
    names, callables = [], []
    for row in FUNCTIONS:
        words = ", ".join(map(json.dumps, row.slots)) or "NULL"
        names.append(f"static const char *const slots_{row.name}[] = {{{words}}};")
        for name in row.names:
            texts = dict(zip(FORMS, docstrings(row, name), strict=True))
            for form, overloads in forms_of(row):
                table = tables.add(overloads, lambda a, row=row: row.slots.index(a.name), or_number)
                public = row.public_name(name) if form == "FUNCTION" else name
                facts = f"{public}, {name}, TBPY_OWN_{row.name}, TBPY_COUNT_{row.name}, slots_{row.name}"
                code = (row.method_code if form == "METHOD" else None) or row.code or 0
                facts += f", tbpy_body_{row.body}, {code}"
                facts += f", {table}, {len(overloads)}"
                kind = form if form == "FUNCTION" or overloads != ("",) else f"{form}_ALONE"
                kind = f"{form}_PYTHON" if row.body == "python" else kind
                callables.append(f"TBPY_{kind}_OF_TABLE({facts},\n    {json.dumps(texts[form])})")
    lines = [BANNER.format("What src/python/functions/function_table.c makes of the table.")]
    lines += ["#ifdef TBPY_SLOTS_AND_OVERLOADS", *tables.lines, *names, "#endif"]
    lines += ["#undef TBPY_SLOTS_AND_OVERLOADS"]
    macros = [f"TBPY_{kind}_OF_TABLE" for kind in KINDS]
    for macro in macros:
        lines += [f"#ifndef {macro}", f"#define {macro}(...)", "#endif"]
    return "\n".join([*lines, *callables, *(f"#undef {macro}" for macro in macros)]) + "\n"


def check() -> None:
    """Mistakes in a row are found here and not in the compiler's output."""
    names = [name for row in FUNCTIONS for name in row.names]
    assert len(set(names)) == len(names), "two rows of one name"
    for row in FUNCTIONS:
        assert row.example, f"{row.name}: a row has an example"
        assert not (row.body == "in_python" and row.inplace), f"{row.name}: Python does not write in place"
        assert row.function or row.method, f"{row.name}: neither function nor method"


def render() -> dict:
    """Paths below the clone's root and their texts."""
    check()
    return {
        "src/python/generated/function_slots.h": render_slots(),
        "src/python/generated/function_rows.inc": render_rows(),
    }
