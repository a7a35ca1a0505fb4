"""torch's overloads of an operator: from its row to C tables, docstring signatures and stubs.

An overload is written as torch's messages print it: "Tensor input, Number other, *, Tensor out = None", with
marks that torch does not print: [1], [*] and ? after a type, and / after positional-only names. An overload
that torch does not print at all ends in "|hidden", or in "|deprecated" if it warns. Methods have the same
overloads without the first operand and without out=.
"""

import json
import keyword
import re
from dataclasses import dataclass, replace

from codegen.operators.row import OUT

ONE_INT = "[1]"
"""After `tuple of ints`: one int is also accepted. torch does not print it."""
ONE_BY_ONE = "[*]"
"""After `tuple of Tensors`: they may be given one by one, as a single `tuple of ints` always may. After
`object`: they are always given one by one."""
OR_NUMBER = "[number]"
"""After `Tensor`: a number counts as one."""
MAYBE = "?"
"""After a type: None is also accepted, although there is no default."""
KINDS = {
    "Tensor": "TENSOR",
    "Tensor[number]": "TENSOR",
    "Number": "NUMBER",
    "int": "INT",
    "index": "INDEX",
    "float": "FLOAT",
    "bool": "BOOL",
    "str": "STR",
    "tuple of Tensors": "TENSORS",
    "tuple of Tensors[*]": "TENSORS",
    "tuple of ints": "INTS",
    "tuple of ints[1]": "INTS_OR_INT",
    "tuple of floats": "FLOATS",
    "tuple of Scalars": "NUMBERS",
    "torch.dtype": "DTYPE",
    "torch.layout": "LAYOUT",
    "torch.device": "DEVICE",
    "torch.memory_format": "MEMORY_FORMAT",
    "torch.Generator": "GENERATOR",
    "torch.Storage": "STORAGE",
    "object": "OBJECT",
    "object[*]": "OBJECT",
}
"""The types as torch prints them (it prints int for `index`): TBPY_... of src/python/args/overloads.h."""
STUB_TYPES = {
    "Tensor": "Tensor",
    "Tensor[number]": "_Operand",
    "Number": "_Number",
    "int": "SupportsIndex",
    "index": "SupportsIndex",
    "float": "_float",
    "bool": "_bool",
    "str": "str",
    "tuple of Tensors": "Sequence[Tensor]",
    "tuple of Tensors[*]": "Sequence[Tensor]",
    "tuple of ints": "_Sizes",
    "tuple of ints[1]": "_Sizes | SupportsIndex",
    "tuple of floats": "Sequence[_float]",
    "tuple of Scalars": "Sequence[_Number]",
    "torch.dtype": "_dtype",
    "torch.layout": "_layout",
    "torch.device": "_Device",
    "torch.memory_format": "_memory_format",
    "torch.Generator": "Generator",
    "torch.Storage": "UntypedStorage | TypedStorage",
    "object": "Any",
    "object[*]": "Any",
}
MAX_OPERANDS, MAX_PARAMETERS = 3, 3
ANYTHING = "/, *args, **kwargs"
"""The signature for overloads without a common one."""
DEPRECATED, HIDDEN = "|deprecated", "|hidden"
UNSHOWN = (DEPRECATED, HIDDEN)
ARGUMENT = re.compile(r"((?:tuple of |torch\.)?\w+(?:\[(?:1|\*|number)\])?\??) (\w+)(?: = (.+))?")
OUT_SLOT = MAX_OPERANDS + MAX_PARAMETERS
MODE_SLOT = OUT_SLOT + 1
OUTS = "tuple of Tensors out = None"


@dataclass(frozen=True)
class Argument:
    type: str
    name: str
    default: str | None
    keyword_only: bool
    positional_only: bool = False


def without_mark(text: str) -> str:
    """The overload without the mark at its end."""
    return text.partition("|")[0]


def visible(overloads) -> tuple:
    """The overloads that torch shows."""
    return tuple(text for text in overloads if not text.endswith(UNSHOWN))


def parse(text: str) -> tuple:
    """The arguments of an overload."""
    arguments, keyword_only = [], False
    for part in filter(None, without_mark(text).split(", ")):
        if part == "*":
            keyword_only = True
            continue
        if part == "/":
            arguments = [replace(argument, positional_only=True) for argument in arguments]
            continue
        match = ARGUMENT.fullmatch(part)
        assert match and match[1].rstrip(MAYBE) in KINDS, f"not an argument: {part!r} in {text!r}"
        arguments.append(Argument(match[1], match[2], match[3], keyword_only))
    return tuple(arguments)


def is_spread(text: str) -> bool:
    """Whether the only sequence of the overload may be given one by one: view(2, 3).

    Not if one int is also accepted: that int is then the whole sequence."""
    positional = [argument for argument in parse(text) if not argument.keyword_only]
    sequences = ("tuple of ints", f"tuple of Tensors{ONE_BY_ONE}", f"object{ONE_BY_ONE}")
    return len(positional) == 1 and positional[0].type.rstrip(MAYBE) in sequences


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
    """The overload of an in-place form, which has no out=."""
    rest, mark, word = text.partition("|")
    rest = rest.removesuffix(OUTS).removesuffix(OUT).removesuffix(", ").removesuffix("*").removesuffix(", ")
    return rest + mark + word


def inplace_function_signatures(op, alias) -> tuple:
    """The overloads of an in-place function, torch.exp_(t), whose first operand must be a tensor."""
    written = [text for text in function_signatures(op, alias) if not text.startswith("Number ")]
    overloads = [without_out(text) for text in written]
    return tuple(text for i, text in enumerate(overloads) if text not in overloads[:i])


def method_signatures(op, alias) -> tuple:
    """The overloads of the method, without self and out=."""
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
    """The slot of an argument in the bindings: an operand, a parameter, out=, or the mode."""
    if argument.name == "out":
        return OUT_SLOT
    if argument.type.rstrip(MAYBE) == "str":
        return MODE_SLOT
    operands = op.operands if "input" in op.operands else ("input", *op.operands[1:])
    name = "input" if argument.name == "self" else argument.name
    if name in operands or name == op.operands[0]:
        return operands.index(name) if name in operands else 0
    return MAX_OPERANDS + [parameter.name for parameter in op.computation.parameters].index(argument.name)


def wrapped(op, argument) -> bool:
    """Whether a number counts as a tensor there."""
    return op.calling.takes == "wrapped" and argument.type == "Tensor" and argument.name != "out"


def shown(text) -> str:
    """The overload as torch prints it."""
    plain = re.sub(r"\bindex (?=\w)", "int ", without_mark(text))
    for mark in (ONE_INT, ONE_BY_ONE, OR_NUMBER, MAYBE, "/, ", ", /"):
        plain = plain.replace(mark, "")
    return plain


def merged(op, overloads, stub_types=None) -> list:
    """One list of (name, stub type, default, keyword_only) that covers all overloads.  `op`: an operator's
    row, or None.  `stub_types`: types of some arguments by name."""
    found = {}
    overloads = visible(overloads)
    has_input = any(argument.name == "input" for text in overloads for argument in parse(text))
    for text in overloads:
        for argument in parse(text):
            name = "input" if argument.name == "self" and (op or not has_input) else argument.name
            own = argument.default and argument.default.replace("{", "(").replace("}", ")")  # as Python's
            new = ([], own, argument.keyword_only, 0, False)
            types, default, keyword_only, seen, maybe = found.get(name, new)
            kind = "_Operand" if op and wrapped(op, argument) else STUB_TYPES[argument.type.rstrip(MAYBE)]
            kind = (stub_types or {}).get(argument.name, kind)
            if kind not in types:
                types = [*types, kind]
            default = own if default is None else default
            maybe = maybe or argument.type.endswith(MAYBE)
            found[name] = (types, default, keyword_only and argument.keyword_only, seen + 1, maybe)
    merged_arguments = []
    for name, (types, default, keyword_only, seen, maybe) in found.items():
        follows = not keyword_only and any(item[2] for item in merged_arguments)
        if (seen < len(overloads) or follows) and default is None:
            default = "None"
        types = [*types, "None"] if (maybe or default == "None") and "None" not in types[-1] else types
        merged_arguments.append((name, " | ".join(types), default, keyword_only))
    return sorted(merged_arguments, key=lambda item: item[3])


def python_signature(op, overloads, apart=False) -> str:
    """`input, other, *, alpha=1, out=None` for a docstring's first line; `*size, out=None, **kwargs` where
    sizes come one by one or by a keyword.  Every call of every overload binds to it.  With `apart`, stubs
    tell overloads apart: `x=...` is what some need and others lack."""
    overloads = visible(overloads)
    arguments = merged(op, overloads)
    spread = spread_name(overloads)
    first_differs = op is None and len(needed_first(overloads)) > 1 and "" not in overloads
    if first_differs or any(keyword.iskeyword(name) for name, *_ in arguments):
        return ANYTHING
    without_default = {a.name for text in overloads for a in parse(text) if apart and a.default is None}
    hidden = {a.name for text in overloads for a in parse(text) if a.positional_only}

    def spell(name, default):
        if default and (name in without_default or default.startswith("torch.")):
            return f"{name}=..."
        return f"{name}={default}" if default else name

    positional = [spell(name, default) for name, _, default, named in arguments if not named]
    keywords = [spell(name, default) for name, _, default, named in arguments if named]
    if not spread:
        slash = ["/"] if hidden else []
        return _join([*positional[: len(hidden)], *slash, *positional[len(hidden) :]], keywords)
    others = [text for text in keywords if text.partition("=")[0] != spread]
    by_name = any(not a.positional_only for text in overloads for a in parse(text) if not a.keyword_only)
    return ", ".join([f"*{spread}", *others, *(["**kwargs"] if by_name else [])])


def spread_name(overloads) -> str | None:
    """The name of the sequence that may come one by one, unless an overload has a second positional
    argument."""
    positions = [sum(not a.keyword_only for a in parse(text)) for text in overloads]
    names = {first_name(text) for text in overloads if is_spread(text)}
    return names.pop() if names and max(positions) == 1 else None


def needed_first(overloads) -> set:
    """The names of first arguments without a default."""
    firsts = [parse(text)[0] for text in overloads if text and not is_spread(text)]
    return {a.name for a in firsts if a.default is None and not a.keyword_only}


def first_name(text) -> str:
    return parse(text)[0].name


def stub_signature(arguments, positional_only=frozenset()) -> str:
    """The same with types. Names that are not keywords, or that are Python keywords, come before a slash."""
    reserved = [i for i, (name, *_) in enumerate(arguments) if keyword.iskeyword(name)]
    if reserved:
        positional_only = {*positional_only, *(name for name, *_ in arguments[: reserved[-1] + 1])}

    def spell(name, kind, default):
        name += "_" if keyword.iskeyword(name) else ""
        shown = "..." if default and default.startswith("torch.") else default
        return f"{name}: {kind} = {shown}" if default else f"{name}: {kind}"

    first = [spell(*argument[:3]) for argument in arguments if argument[0] in positional_only]
    return _join(
        [
            *([*first, "/"] if first else []),
            *(spell(name, kind, default) for name, kind, default, named in arguments
              if not named and name not in positional_only),
        ],
        [spell(name, kind, default) for name, kind, default, named in arguments if named],
    )  # fmt: skip


def one_by_one(text, stub_types) -> str:
    """The stub's signature for an overload whose only sequence comes one by one."""
    first, *keywords = parse(text)
    kind = "Tensor" if first.type.startswith("tuple of Tensors") else "SupportsIndex"
    kind = stub_types.get(first.name, kind)
    rest = stub_signature(merged(None, [", ".join(["*", *text.split(", *, ")[1:]])])) if keywords else ""
    return ", ".join(filter(None, [f"*{first.name}: {kind}", rest.removeprefix("*, ")]))


class Tables:
    """C tables of overloads, each written once, even if several names share it."""

    def __init__(self):
        self.lines = []
        self.known = {}

    def add(self, overloads, slot, wrapped) -> str:
        """The name of the C array with these overloads.

        slot(argument): its slot in the binding. wrapped(argument): whether a number counts as a tensor there.
        """
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
            optional = argument.default is not None or argument.type.endswith(ONE_BY_ONE)
            none = argument.default == "None" or argument.type.endswith(MAYBE)
            flags = f"{int(wraps)}, {int(optional)}, {int(none)}, {int(argument.positional_only)}"
            cells.append(
                f'{{"{argument.name}", TBPY_{KINDS[argument.type.rstrip(MAYBE)]}, {flags}, {where}}}'
            )
        if cells:
            self.lines.append(f"static const tbpy_parameter {name}[] = {{{', '.join(cells)}}};")
        positional = sum(not argument.keyword_only for argument, _, _ in arguments)
        needed = max((i + 1 for i, (a, _, _) in enumerate(arguments) if a.default is None), default=0)
        needed = 0 if any(a.type.endswith(ONE_BY_ONE) for a, _, _ in arguments) else needed
        facts = f"{len(cells)}, {positional}, {needed}, {int(is_spread(text))}"
        facts += f", {int(text.endswith(UNSHOWN))}, {int(text.endswith(DEPRECATED))}"
        return f"{{{json.dumps(shown(text))}, {name if cells else 'NULL'}, {facts}}}"
