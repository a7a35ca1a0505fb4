"""What functions do with their operands' shapes, by name: policies, explain, audits and tbcast.dask read it.

Writes tbcast/_verdict/functions.py.
"""

import textwrap

from codegen import elsewhere, signatures
from codegen.functions import FUNCTIONS
from codegen.functions.row import SHAPES, module_of
from codegen.operators import TABLE
from codegen.operators.row import COMPARISONS, NUMBER_SLOTS, UNARY_SLOTS

HEAD = '''"""What functions do with their operands' shapes, by name.

Written by src/codegen from the tables (functions/row.py says what a row says of shapes); do not edit.
"""

import ast


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


'''
AST = {
    "add": "Add",
    "sub": "Sub",
    "mul": "Mult",
    "truediv": "Div",
    "floordiv": "FloorDiv",
    "mod": "Mod",
    "pow": "Pow",
    "lshift": "LShift",
    "rshift": "RShift",
    "and": "BitAnd",
    "or": "BitOr",
    "xor": "BitXor",
    "matmul": "MatMult",
    "eq": "Eq",
    "ne": "NotEq",
    "lt": "Lt",
    "le": "LtE",
    "gt": "Gt",
    "ge": "GtE",
    "neg": "USub",
    "pos": "UAdd",
    "invert": "Invert",
}
"""Python's own facts: the stem of an operator's special methods -> its class in `ast`."""
ELSEWHERE = {
    "unary": elsewhere.UNARY,
    "binary": elsewhere.BINARY,
    "compares": elsewhere.COMPARES,
    "permutes": elsewhere.PERMUTES,
}
USUAL = ("self", "other")
TENSORS = ("Tensor", "Tensor[number]")


def public(names) -> list:
    """Without the prefix that functions of tbcast.special and its like have in tbcast._C."""
    return list(dict.fromkeys(name.removeprefix(module_of(name)) for name in names))


def names_of(op) -> list:
    return list(dict.fromkeys([*(alias.bare for alias in op.names), *op.numpy]))


def broadcasting(op) -> tuple:
    """The operands that broadcast."""
    return tuple(name for name in op.operands if name not in op.promotion.singles)


def pointwise(count) -> list:
    return [name for op in TABLE if len(broadcasting(op)) == count for name in names_of(op)]


def comparing() -> list:
    return [
        name
        for op in TABLE
        if len(op.operands) == 2 and op.promotion.result == "bool"
        for name in names_of(op)
    ]


def doing(word) -> list:
    """The functions of tensors whose rows say so."""
    rows = [row for row in FUNCTIONS if row.owner == "Tensor" and row.namespace not in ("to", "from")]
    return public(name for row in rows if word in row.shapes.split() for name in row.names)


def lists() -> tuple:
    """(name, functions, what they do)."""
    return (
        ("unary", pointwise(1), "Of one operand, whose shape the result has, element by element."),
        ("binary", pointwise(2), "Of two operands, which broadcast, element by element."),
        ("ternary", pointwise(3), "The same of three."),
        ("comparisons", comparing(), "Those of two whose results are bools."),
        *((word, doing(word), what) for word, what in SHAPES.items()),
    )


def python_operators() -> dict:
    """{stem of an operator of Python's: names of the function}"""
    found = {}
    rows = [(op.calling.python, names_of(op)) for op in TABLE]
    for python, names in (*rows, *((row.python, row.names) for row in FUNCTIONS)):
        for slots in (NUMBER_SLOTS, COMPARISONS, UNARY_SLOTS):
            if python in slots and slots[python][0] in AST:
                found[slots[python][0]] = names
    return found


def operand_names() -> dict:
    """Of functions whose operands are not called self and other."""
    found = {name: broadcasting(op) for op in TABLE for name in names_of(op)}
    for row in FUNCTIONS:
        if {"broadcasts", "compares"} & set(row.shapes.split()):
            overloads = (
                [
                    a.name
                    for a in signatures.parse(text)
                    if a.type in ("Tensor", "Tensor[number]") and a.name != "out"
                ]
                for text in row.signatures
            )
            first, second = max(overloads, key=len)[:2] if row.name != "broadcast_tensors" else USUAL
            operands = first.replace("input", "self"), second
            found.update({name.rstrip("_"): operands for name in public(row.names)})
    return {name: names for name, names in found.items() if len(names) > 1 and names != USUAL}


def quoted(value) -> str:
    return repr(value).replace("'", '"')


def table(name, entries, what) -> str:
    lines = "".join(f"    {key}: {quoted(value)},\n" for key, value in entries)
    return f'{name} = {{\n{lines}}}\n"""{what}"""\n'


def known() -> set:
    """The names that have rows."""
    found = {name for op in TABLE for name in names_of(op)}
    return found.union(*(public(row.names) for row in FUNCTIONS))


def name_list(name, names, what) -> str:
    lacking = set(ELSEWHERE.get(name, "").split()) - known()
    text = " ".join(sorted({*names, *lacking}))
    lines = textwrap.indent(textwrap.fill(text, 100, break_long_words=False), "    ")
    return f'{name.upper()} = _names("""\n{lines}\n""")\n"""{what}"""\n'


def render() -> dict:
    """Paths below the clone's root and their texts."""
    check()
    numpy = {name: public([row.name])[0] for row in (*TABLE, *FUNCTIONS) for name in row.numpy}
    parts = [name_list(*one) for one in lists()]
    parts += [
        table(
            "OPERATORS",
            ((f"ast.{AST[stem]}", (stem, *names)) for stem, names in python_operators().items()),
            "Python's operators: the stem of their special methods, and the function's names.",
        ),
        table("NUMPY", ((quoted(name), own) for name, own in numpy.items()), "NumPy's name -> tbcast's."),
        table(
            "OPERANDS",
            ((quoted(name), operands) for name, operands in operand_names().items()),
            "The operands' names, where they are not self and other.",
        ),
    ]
    return {"tbcast/_verdict/functions.py": HEAD + "\n".join(parts)}


def check() -> None:
    """Mistakes in a row are found here."""
    for row in FUNCTIONS:
        words = set(row.shapes.split())
        assert words and words <= set(SHAPES), f"{row.name}: what does it do with shapes?"
