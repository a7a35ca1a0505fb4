"""torch's overloads of an operator: from its row to C tables, docstring signatures and stubs.

An overload is written as torch's messages print it: "Tensor input, Number other, *, Tensor out = None"; one
that torch takes with a warning, and does not print, ends in "|deprecated".  Methods have the same overloads
without the first operand and without out=.
"""

import re
from dataclasses import dataclass

from codegen.operators.row import OUT

ONE_INT = "[1]"
"""Behind `tuple of ints`: one int is taken as well; torch does not print it."""
MAYBE = "?"
"""Behind a type: None is taken as well, although there is no default."""
KINDS = {
    "Tensor": "TENSOR",
    "Number": "NUMBER",
    "int": "INT",
    "float": "FLOAT",
    "bool": "BOOL",
    "str": "STR",
    "tuple of Tensors": "TENSORS",
    "tuple of ints": "INTS",
    "tuple of ints[1]": "INTS_OR_INT",
    "torch.dtype": "DTYPE",
}
"""Types as torch prints them: TBPY_... of src/python/args/overloads.h."""
STUB_TYPES = {
    "Tensor": "Tensor",
    "Number": "_Number",
    "int": "SupportsIndex",
    "float": "_float",
    "bool": "_bool",
    "str": "str",
    "tuple of Tensors": "Sequence[Tensor]",
    "tuple of ints": "_Sizes",
    "tuple of ints[1]": "_Sizes | SupportsIndex",
    "torch.dtype": "_dtype",
}
MAX_OPERANDS, MAX_PARAMETERS = 3, 3
DEPRECATED = "|deprecated"
OUT_SLOT = MAX_OPERANDS + MAX_PARAMETERS
MODE_SLOT = OUT_SLOT + 1
OUTS = "tuple of Tensors out = None"


@dataclass(frozen=True)
class Argument:
    type: str
    name: str
    default: str | None
    keyword_only: bool


def parse(text: str) -> tuple:
    """The arguments of an overload."""
    arguments, keyword_only = [], False
    for part in filter(None, text.removesuffix(DEPRECATED).split(", ")):
        if part == "*":
            keyword_only = True
            continue
        match = re.fullmatch(r"((?:tuple of |torch\.)?\w+(?:\[1\])?\??) (\w+)(?: = (.+))?", part)
        assert match and match[1].rstrip(MAYBE) in KINDS, f"not an argument: {part!r} in {text!r}"
        arguments.append(Argument(match[1], match[2], match[3], keyword_only))
    return tuple(arguments)


def _join(positional, keywords) -> str:
    return ", ".join([*positional, *(["*", *keywords] if keywords else [])])


def _spell(parameter) -> str:
    kind = {"T": "Number", "wide": "Number", "int": "int"}.get(parameter.type, "float")
    return f"{kind} {parameter.name} = {parameter.default}"


def function_signatures(op, alias) -> tuple:
    """torch's overloads of the function."""
    if alias.signatures or op.calling.signatures:
        return alias.signatures or op.calling.signatures
    first, *others = ("input", *op.operands[1:])
    keywords = [*map(_spell, op.computation.parameters), *([OUT] if op.calling.out else [])]
    tensors = [f"Tensor {name}" for name in (first, *others)]
    overloads = [_join(tensors, keywords)]
    if op.calling.takes == "number":
        overloads.append(_join([*tensors[:-1], f"Number {others[-1]}"], keywords))
    return tuple(overloads)


def without_out(text) -> str:
    """The overload of what writes self: there is no out=."""
    rest = text.removesuffix(DEPRECATED)
    rest = rest.removesuffix(OUTS).removesuffix(OUT).removesuffix(", ").removesuffix("*").removesuffix(", ")
    return rest + (DEPRECATED if text.endswith(DEPRECATED) else "")


def inplace_function_signatures(op, alias) -> tuple:
    """The same for torch.exp_(t); what is written is a tensor."""
    written = [text for text in function_signatures(op, alias) if not text.startswith("Number ")]
    overloads = [without_out(text) for text in written]
    return tuple(text for i, text in enumerate(overloads) if text not in overloads[:i])


def method_signatures(op, alias) -> tuple:
    """The same for the method: self is given, and there is no out=."""
    overloads = list(op.calling.methods)
    for text in () if op.calling.methods else function_signatures(op, alias):
        if text.startswith("Number "):
            continue
        first, _, rest = text.partition(", ")
        assert first == "Tensor input", text
        rest = without_out(rest)
        if rest not in overloads:
            overloads.append(rest)
    return tuple(overloads)


def slot(op, argument) -> int:
    """Where the bindings put an argument: an operand, a parameter, out=, or the word that chooses a mode."""
    if argument.name == "out":
        return OUT_SLOT
    if argument.type == "str":
        return MODE_SLOT
    operands = op.operands if "input" in op.operands else ("input", *op.operands[1:])
    name = "input" if argument.name == "self" else argument.name
    if name in operands or name == op.operands[0]:
        return operands.index(name) if name in operands else 0
    return MAX_OPERANDS + [parameter.name for parameter in op.computation.parameters].index(argument.name)


def wrapped(op, argument) -> bool:
    """Does a number count as a tensor there?"""
    return op.calling.takes == "wrapped" and argument.type == "Tensor" and argument.name != "out"


def shown(text) -> str:
    """The overload as torch prints it."""
    return text.removesuffix(DEPRECATED).replace(ONE_INT, "").replace(MAYBE, "")


def merged(op, overloads) -> list:
    """One list of (name, stub type, default, keyword_only) that covers all overloads.  `op`: an operator's
    row, or None."""
    found = {}
    overloads = [text for text in overloads if not text.endswith(DEPRECATED)]
    for text in overloads:
        for argument in parse(text):
            name = "input" if argument.name == "self" else argument.name
            new = ([], argument.default, argument.keyword_only, 0)
            types, default, keyword_only, seen = found.get(name, new)
            kind = "_Operand" if op and wrapped(op, argument) else STUB_TYPES[argument.type.rstrip(MAYBE)]
            kind += " | None" if argument.type.endswith(MAYBE) and "None" not in str(default) else ""
            if kind not in types:
                types = [*types, kind]
            found[name] = (types, default, keyword_only and argument.keyword_only, seen + 1)
    merged_arguments = []
    for name, (types, default, keyword_only, seen) in found.items():
        follows = not keyword_only and any(item[2] for item in merged_arguments)
        if (seen < len(overloads) or follows) and default is None:
            default = "None"
        types = [*types, "None"] if default == "None" or "str" in types else types
        merged_arguments.append((name, " | ".join(types), default, keyword_only))
    return sorted(merged_arguments, key=lambda item: item[3])


def python_signature(arguments) -> str:
    """`input, other, *, alpha=1, out=None` for a docstring's first line."""
    return _join(
        [f"{name}={default}" if default else name for name, _, default, keyword in arguments if not keyword],
        [f"{name}={default}" if default else name for name, _, default, keyword in arguments if keyword],
    )


def stub_signature(arguments) -> str:
    """The same with types."""

    def spell(name, kind, default):
        return f"{name}: {kind} = {default}" if default else f"{name}: {kind}"

    return _join(
        [spell(name, kind, default) for name, kind, default, keyword in arguments if not keyword],
        [spell(name, kind, default) for name, kind, default, keyword in arguments if keyword],
    )


class Tables:
    """C tables of overloads, each written once however many names share it."""

    def __init__(self):
        self.lines = []
        self.known = {}

    def add(self, overloads, slot, wrapped) -> str:
        """The name of the C array that holds these overloads.  slot(argument): where the binding puts it;
        wrapped(argument): does a number count as a tensor there?"""
        described = tuple((text, tuple((a, slot(a), wrapped(a)) for a in parse(text))) for text in overloads)
        if described not in self.known:
            number = len(self.known)
            self.known[described] = f"overloads_{number}"
            rows = [self._overload(number, i, *item) for i, item in enumerate(described)]
            self.lines.append(f"static const tbpy_overload overloads_{number}[] = {{{', '.join(rows)}}};")
        return self.known[described]

    def _overload(self, number, index, text, arguments) -> str:
        name = f"parameters_{number}_{index}"
        cells = []
        for argument, where, wraps in arguments:
            optional = argument.default is not None
            none = argument.default == "None" or argument.type == "str" or argument.type.endswith(MAYBE)
            flags = f"{int(wraps)}, {int(optional)}, {int(none)}"
            cells.append(
                f'{{"{argument.name}", TBPY_{KINDS[argument.type.rstrip(MAYBE)]}, {flags}, {where}}}'
            )
        if cells:
            self.lines.append(f"static const tbpy_parameter {name}[] = {{{', '.join(cells)}}};")
        positional = sum(not argument.keyword_only for argument, _, _ in arguments)
        deprecated = int(text.endswith(DEPRECATED))
        return f'{{"{shown(text)}", {name if cells else "NULL"}, {len(cells)}, {positional}, {deprecated}}}'
