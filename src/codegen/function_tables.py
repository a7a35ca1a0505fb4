"""Generates C tables of the bindings, slots and docstrings from the function table (stubs: stubs.py)."""

import json

from codegen import return_types, signatures, slots
from codegen.docstrings import speaking_of, wrapped
from codegen.functions import ATTRIBUTES, FUNCTIONS
from codegen.functions.row import MODULES, NOT_A_TENSOR, module_of

BANNER = "/* {}\n * Written by src/codegen from the function table; do not edit. */\n"
MODULE = "module"
"""The key of the module's functions in tables that also have the classes' methods."""


def render_slots() -> str:
    """The header with the slots of all arguments, and the bodies and classes that rows name."""
    lines = [BANNER.format("Slots of the arguments of every function; bodies and classes that rows name.")]
    lines += ["#ifndef TBPY_FUNCTION_SLOTS_H", "#define TBPY_FUNCTION_SLOTS_H", ""]
    for group in slots.IN_C:
        places = [f"TBPY_{group.upper()}_{place.upper()}" for place in slots.GROUPS[group]]
        lines += [f"enum {{ {', '.join(places)} }};"] if places else []
    bodies = sorted({row.body for row in FUNCTIONS} - {""})
    lines += ["", f"#define TBPY_MAX_SLOTS {max(map(len, slots.GROUPS.values()))}"]
    lines += ["#define TBPY_FOR_EACH_BODY(X) \\", *(f"    X({body}) \\" for body in bodies)]
    getters, setters = ({row.functions[i] for row in ATTRIBUTES} - {None} for i in (0, 1))
    for which, names in (("CLASS", owners()), ("GETTER", sorted(getters)), ("SETTER", sorted(setters))):
        lines += ["", f"#define TBPY_FOR_EACH_{which}(X) \\", *(f"    X({name}) \\" for name in names)]
    lines += ["", *return_types.c_lines()]
    return "\n".join([*lines, "", "#endif", ""])


def owners() -> tuple:
    """The classes that have rows."""
    return tuple(dict.fromkeys(row.owner for row in (*FUNCTIONS, *ATTRIBUTES)))


def of_form(text, row, form) -> str:
    """The text, with the tensor's name in this form of the row."""
    if row.owner == "Tensor" and "input" in row.slots and form in ("FUNCTION", "METHOD"):
        text = speaking_of(text, "input" if form == "FUNCTION" else "self")
    return wrapped(text)


def shown_example(row) -> str:
    """The row's examples, as in an interactive session."""
    pairs = (row.example, *row.more_examples)
    return "".join(f"\n>>> {expression}\n{printed}\n" for expression, printed in pairs)


def begin(row, name, form, overloads) -> str:
    """A docstring's first lines: the signature, the summary, and torch's overloads if no one signature fits
    them all."""
    public = {"FUNCTION": row.public_name(name), "INPLACE": f"{name}_"}.get(form, name)
    first = {"FUNCTION": "$module", "CONSTRUCTOR": ""}.get(form, "$self")
    signature = signatures.python_signature(None, overloads, not isinstance(row.returns, str))
    forms = ""
    if signature == signatures.ANYTHING:
        lines = (f"{public}({signatures.shown(text)})\n" for text in signatures.visible(overloads))
        forms = "".join(lines) + "\n"
        signature = signature if first else signature.removeprefix("/, ")
    again = "" if name == row.name else f"Alias of {row.name}. "
    summary = f"In-place {name}: writes self, and returns it." if form == "INPLACE" else again + row.summary
    arguments = ", ".join(filter(None, [first, signature]))
    return f"{public}({arguments})\n--\n\n{of_form(summary, row, form)}\n\n{forms}"


def docstring(row, name, form, overloads) -> str:
    """The docstring of one of the row's names in one form."""
    raises = raised(row, overloads)
    facts = "\n".join(of_form(part, row, form) for part in (row.operands, row.result, raises) if part)
    paragraphs = [facts, of_form(row.notes, row, form), f"As {row.source or default_source(row)}."]
    text = "\n\n".join(filter(None, paragraphs)) + "\n"
    shown = shown_example(row) if name == row.name else ""
    if form == "INPLACE":
        text = f"{wrapped(raises)}\nAs torch.Tensor.{name}_.\n"
    elif form != "METHOD" or not row.function:
        text += shown
    return begin(row, name, form, overloads) + text


def raised(row, overloads) -> str:
    """The row's `raises`, unless it is the default one and these overloads take no tensor."""
    if row.raises == NOT_A_TENSOR and not any("Tensor" in text for text in overloads):
        return ""
    return row.raises


def default_source(row) -> str:
    prefix = module_of(row.name)
    if prefix:
        return f"torch.{MODULES[prefix]}.{row.name.removeprefix(prefix)}"
    return f"torch.{row.name}" if row.function or row.constructor else f"torch.{row.owner}.{row.name}"


def or_number(argument) -> bool:
    """Whether the argument also accepts a number."""
    return argument.type == f"Tensor{signatures.OR_NUMBER}"


def forms_of(row) -> tuple:
    """(form, overloads) of each callable that the row defines."""
    found = (("FUNCTION", row.function, row.signatures), ("METHOD", row.method, row.method_signatures))
    found += (
        ("INPLACE", row.inplace, row.method_signatures),
        ("CONSTRUCTOR", row.constructor, row.signatures),
    )
    return tuple((form, overloads) for form, exists, overloads in found if exists)


def macro_of(row, form, overloads) -> str:
    """The macro of function_table.c that makes the callable.  Methods without arguments, unless their
    messages are Python's, and callables whose arguments Python parses, have their own."""
    if row.parses:
        return f"{form}_IN_PYTHON"
    alone = form in ("METHOD", "INPLACE") and overloads == ("",) and "." not in row.called
    return f"{form}_ALONE" if alone else form


def asks(row) -> str:
    """What a call of the row's Python function asks policies and audits first."""
    said = set(row.shapes.split())
    if not row.in_python or "itself" in said:
        return "TBPY_ASKS_ITSELF"
    if not said & {"broadcasts", "compares"}:
        return "TBPY_ASKS_NOTHING"
    first, second = (slots.slot(row, name) for name in row.slots[:2])
    return f"TBPY_ASKS_ABOUT({first}, {second}, {int('compares' in said)})"


def render_callable(row, name, form, overloads, tables, words) -> tuple:
    """The line that makes the callable, and its entry in CPython's table."""
    macro = macro_of(row, form, overloads)
    symbol = f"{form.lower()}_{name if row.owner == 'Tensor' else row.key}"
    shown = f"{name}_" if form == "INPLACE" else name
    hook = row.hook(form)
    body, code = ("in_python", f"TBPY_HOOK_{hook}") if hook else (row.body, row.code)
    table = tables.add(overloads, lambda argument: slots.slot(row, argument.name), or_number)
    own = slots.slot(row, row.own) if row.own else 0
    called = row.called or (shown[1:] if module_of(name) else shown)
    facts = f"{symbol}, {json.dumps(called)}, {table}, {len(overloads)}, {own}"
    facts += f", {len(slots.names(row))}, {return_types.enumerator(row)}, {words.add(slots.names(row))}"
    facts += f", {asks(row)}, tbpy_body_{body}, {code}"
    if form == "CONSTRUCTOR":
        return f"TBPY_{macro}({facts})", f"new_{symbol}, {symbol}"
    public = row.public_name(name) if form == "FUNCTION" else shown
    how = f"{symbol}, METH_NOARGS" if macro.endswith("_ALONE") else f"TBPY_FASTCALL({symbol})"
    return f"TBPY_{macro}({facts})", f"{json.dumps(public)}, {how}"


class Words:
    """C arrays of the names of arguments by slot, each written once."""

    def __init__(self):
        self.known = {}

    def add(self, names) -> str:
        return self.known.setdefault(names, f"words_{len(self.known)}")

    @property
    def lines(self) -> list:
        cells = {
            symbol: [json.dumps(n) if n else "NULL" for n in names] for names, symbol in self.known.items()
        }
        return [f"static const char *const {s}[] = {{{', '.join(c) or 'NULL'}}};" for s, c in cells.items()]


def attribute_tables(owner) -> list:
    """A class's attributes; Tensor's a second time, asking overrides before the first."""
    lines, rows = [], [row for row in ATTRIBUTES if row.owner == owner]
    plain, asking = [], []
    for i, row in enumerate(rows):
        source = f"As torch.{owner}.{row.name}." if row.in_torch else "Not in PyTorch."
        expression, printed = row.example
        text = "\n\n".join(filter(None, [wrapped(row.summary), wrapped(row.notes), source]))
        text += f"\n\n>>> {expression}\n{printed}\n"
        getter, setter = row.functions
        functions = f"tbpy_get_{getter}, {f'tbpy_set_{setter}' if setter else 'NULL'}"
        doc = f"doc_attribute_{owner}_{row.name}"
        lines.append(f"static const char {doc}[] = PyDoc_STR({json.dumps(text)});")
        plain.append(f"    {{{json.dumps(row.name)}, {functions}, {doc}, NULL}},")
        asked = f"tbpy_get_asking, {'tbpy_set_asking' if setter else 'NULL'}"
        asking.append(
            f"    {{{json.dumps(row.name)}, {asked}, {doc}, (void *)&attributes_of_{owner}[{i}]}},"
        )
    tables = {"attributes": plain} | ({"asking_attributes": asking} if owner == "Tensor" else {})
    for name, entries in tables.items():
        lines += [f"static const PyGetSetDef {name}_of_{owner}[] = {{", *entries]
        lines += ["    {NULL, NULL, NULL, NULL, NULL},", "};"]
    return lines


def render_rows() -> str:
    """The include file with the overloads, all functions, methods and in-place methods, and their tables.

    The docstrings of a row are adjacent, so that a wheel's compression finds what they share (5 KB).
    """
    tables, words = signatures.Tables(), Words()
    docs, callables, entries, constructors = [], [], {}, {}
    for row in FUNCTIONS:
        for name in row.names:
            for form, overloads in forms_of(row):
                if form != "FUNCTION" and module_of(name):
                    continue
                line, how = render_callable(row, name, form, overloads, tables, words)
                doc = f"doc_{form.lower()}_{name if row.owner == 'Tensor' else row.key}"
                text = json.dumps(docstring(row, name, form, overloads))
                docs.append(f"static const char {doc}[] = PyDoc_STR({text});")
                if form == "CONSTRUCTOR" and not row.body:
                    constructors[row.owner] = f"{doc}, NULL, NULL"
                    continue
                callables.append(line)
                if form == "CONSTRUCTOR":
                    constructors[row.owner] = f"{doc}, {how}"
                    continue
                owner = MODULE if form == "FUNCTION" else row.owner
                entries.setdefault(owner, []).append(f"    {{{how},\n     {doc}}},")
    lines = [BANNER.format("What src/python/module/function_table.c makes of the table.")]
    lines += [*tables.lines, *words.lines, *docs, *callables]
    end = ("    {NULL, NULL, 0, NULL},", "};")
    lines += ["const PyMethodDef tbpy_functions_of_module[] = {", *entries[MODULE], *end]
    for owner in owners():
        lines += [f"static const PyMethodDef methods_of_{owner}[] = {{", *entries.get(owner, ()), *end]
        lines += attribute_tables(owner)
        constructor = constructors.get(owner, "NULL, NULL, NULL")
        asking = "asking_attributes_of_Tensor" if owner == "Tensor" else "NULL"
        tables = f"methods_of_{owner}, attributes_of_{owner}, {asking}"
        lines.append(f"const tbpy_class tbpy_class_of_{owner} = {{{constructor}, {tables}}};")
    return "\n".join(lines) + "\n"


def check() -> None:
    """Report mistakes in rows here rather than in the compiler's output."""
    names = [(row.owner, name) for row in FUNCTIONS for name in row.names]
    assert len(set(names)) == len(names), "two rows of one name"
    for row in FUNCTIONS:
        assert row.example, f"{row.name}: a row has an example"
        assert bool(row.body) + bool(row.in_python) == 1 or row.constructor, f"{row.name}: what computes it?"
        assert not (row.in_python and row.inplace), f"{row.name}: Python does not write in place"
        assert row.function or row.method or row.constructor, f"{row.name}: neither function nor method"
        assert not row.constructor or row.owner == row.name, f"{row.name}: makes objects of its own class"
        assert row.owner == "Tensor" or not row.function, f"{row.key}: not a method of Tensor, but a function"


def render() -> dict:
    """The generated files: paths relative to the clone's root, and their texts."""
    check()
    return {
        "src/python/generated/function_slots.h": render_slots(),
        "src/python/generated/function_rows.inc": render_rows(),
    }
