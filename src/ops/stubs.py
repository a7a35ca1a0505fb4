"""The type stub of tbcast._C, from the operator table and a hand-written template.

`_C.pyi.in` holds what is not an operator.  A line of the form `# <what>` in it is replaced, at its own
indentation, by lines for each public name of the table; `generate.py` writes the result into tbcast/.  The
other stubs there are written by hand.  Uses the standard library only.
"""

from pathlib import Path

from table import NUMBER_SLOTS

HERE = Path(__file__).resolve().parent
TEMPLATE = HERE / "_C.pyi.in"
BANNER = "# Written by src/ops/generate.py from src/ops/_C.pyi.in and src/ops/table.py; do not edit.\n\n"


def _public(rows):
    """(row, name) of every public name, aliases included."""
    return [(op, name) for op in rows if op.public for name in (op.name, *op.aliases)]


def _signature(op, first, keywords):
    """Parameters: the first operand as given, the others, alpha= where the row has it, other keywords."""
    parameters = [first, *(f"{operand}: _Operand" for operand in op.operands[1:])]
    keywords = [*(["alpha: _Number = 1"] if op.alpha else []), *keywords]
    return ", ".join([*parameters, *(["*", *keywords] if keywords else [])])


def _functions(rows):
    for op, name in _public(rows):
        first = "input: _Operand" if len(op.operands) > 1 else "input: Tensor"
        yield f"def {name}({_signature(op, first, ['out: Tensor | None = None'])}) -> Tensor: ..."


def _methods(rows):
    for op, name in _public(rows):
        yield f"def {name}({_signature(op, 'self', [])}) -> Tensor: ..."
        if op.inplace:
            yield f"def {name}_({_signature(op, 'self', [])}) -> Tensor: ..."


def _slots(rows):
    for op in rows:
        if op.python:
            stem, _ = NUMBER_SLOTS[op.python]
            for name in (f"__{stem}__", f"__r{stem}__", f"__i{stem}__"):
                yield f"def {name}(self, other: _Operand, /) -> Tensor: ..."


MAKERS = {
    "operator functions": _functions,
    "operator methods": _methods,
    "operator slots": _slots,
}


def _fill(template, rows):
    """The template with every `# <what>` line replaced."""
    lines = []
    for line in template.splitlines():
        what = line.strip().removeprefix("# <").removesuffix(">")
        if line.strip() == f"# <{what}>":
            indent = line[: len(line) - len(line.lstrip())]
            lines += [indent + made for made in MAKERS[what](rows)]
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def render(rows):
    """The stub's path below the clone's root and its text."""
    return {"tbcast/_C.pyi": BANNER + _fill(TEMPLATE.read_text("utf-8"), rows)}
