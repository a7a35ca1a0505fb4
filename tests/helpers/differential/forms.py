"""Every way to spell an operator, made from its row of the operator table.

A form is a name, a spelling and what stands in each place: `function(Tensor,
Number), alpha`.  The overloads, which of them a method has and which arguments go
by keyword come from the row's signatures, as the bindings take them; Python's
operators from `row.calling.python`.
"""

import functools
import operator
from dataclasses import dataclass, replace

from codegen import signatures
from codegen.operators import TABLE, row as ROW

ROWS = {row.name: row for row in TABLE if row.public}
IN_TORCH = [name for name, row in ROWS.items() if not row.reference]
"""Those whose own texts PyTorch has."""
OUT_KINDS = ("fresh", "resized", "strided", "cast")
ABSENT, TENSOR, NUMBER = "absent", "Tensor", "Number"

BINARY_OPERATORS = {
    "+": (operator.add, operator.iadd),
    "-": (operator.sub, operator.isub),
    "*": (operator.mul, operator.imul),
    "/": (operator.truediv, operator.itruediv),
    "//": (operator.floordiv, operator.ifloordiv),
    "%": (operator.mod, operator.imod),
    "**": (operator.pow, operator.ipow),
    "<<": (operator.lshift, operator.ilshift),
    ">>": (operator.rshift, operator.irshift),
    "&": (operator.and_, operator.iand),
    "|": (operator.or_, operator.ior),
    "^": (operator.xor, operator.ixor),
    "@": (operator.matmul, operator.imatmul),
}
COMPARISONS = {symbol: getattr(operator, name) for name, symbol in ROW.COMPARISONS.values()}
UNARY_OPERATORS = {"-": operator.neg, "+": operator.pos, "abs": operator.abs, "~": operator.invert}


@dataclass(frozen=True)
class Form:
    name: str
    parts: object
    """(module, operands, parameters, out) -> what is called, its arguments, its keywords; an operand that is
    absent is None."""
    places: tuple
    """What each operand of the row is: TENSOR, NUMBER or ABSENT."""
    parameters: tuple = ()
    """Names of the parameters that are given, and of the mode's word."""
    inplace: bool = False
    out: str = ""
    reflected: bool = False
    """A number on the left of a Python operator."""
    deprecated: bool = False
    spelling: str = ""
    """function, method, in-place method, operator, keywords: for counting."""

    def call(self, module, operands, parameters, out):
        """The call's result."""
        function, given, named = self.parts(module, operands, parameters, out)
        return function(*given, **named)

    @property
    def tensors(self):
        """Which operands are tensors."""
        return tuple(i for i, place in enumerate(self.places) if place == TENSOR)


@dataclass(frozen=True)
class Argument:
    """An argument of an overload and where it goes."""

    name: str
    place: object
    """Number of the operand, or name of the parameter."""
    kinds: tuple
    """What may stand there: TENSOR, NUMBER, ABSENT; of parameters "given" and ABSENT."""
    keyword_only: bool


def arguments_of(row, text, method, writes):
    """The arguments of a pointwise overload (without out=), and whether it takes out=."""
    result, out = [], False
    if method:
        result.append(Argument("self", 0, (TENSOR,), False))
    for argument in signatures.parse(text):
        slot = signatures.slot(row, argument)
        optional = (ABSENT,) if argument.default is not None else ()
        if slot == signatures.OUT_SLOT:
            out = True
        elif slot == signatures.MODE_SLOT:
            result.append(Argument(argument.name, argument.name, ("given", *optional), argument.keyword_only))
        elif slot < signatures.MAX_OPERANDS:
            kinds = (argument.type,)
            if signatures.wrapped(row, argument) and not (writes and slot == 0):
                kinds += (NUMBER,)
            result.append(Argument(argument.name, slot, kinds + optional, argument.keyword_only))
        elif slot > signatures.MODE_SLOT:
            return [], False  # a reduction among the overloads (max)
        else:
            name = row.computation.parameters[slot - signatures.MAX_OPERANDS].name
            result.append(Argument(argument.name, name, ("given", *optional), argument.keyword_only))
    operands = {argument.place for argument in result if isinstance(argument.place, int)}
    if len(operands) < len(row.operands) and not row.calling.without:
        return [], False  # where(condition)
    return result, out


def patterns(arguments):
    """What may stand in the places of one overload: required arguments only, all of them, each optional
    operand or parameter left out, a number in each place that takes one.  None for no arguments: an overload
    that is not pointwise."""
    if not arguments:
        return []
    optional = [i for i, a in enumerate(arguments) if ABSENT in a.kinds]
    full = [a.kinds[0] for a in arguments]
    least = [
        ABSENT if i in optional and not isinstance(a.place, int) else a.kinds[0]
        for i, a in enumerate(arguments)
    ]
    found = [tuple(least), tuple(full)]
    for i in optional:
        found.append(tuple(ABSENT if j == i else kind for j, kind in enumerate(full)))
    if len(optional) > 2:
        found += [
            tuple(ABSENT if j in optional and j != i else kind for j, kind in enumerate(full))
            for i in optional
        ]
    numbers = [i for i, a in enumerate(arguments) if NUMBER in a.kinds[1:]]
    for base in (least, full):
        for i in numbers:
            found.append(tuple(NUMBER if j == i else kind for j, kind in enumerate(base)))
    if numbers and all(i in numbers for i, a in enumerate(arguments) if isinstance(a.place, int)):
        found.append(tuple(NUMBER if i in numbers else kind for i, kind in enumerate(least)))
    return list(dict.fromkeys(found))


def call_of(name, spelling, positional, keywords):
    """Form.parts; `positional` and `keywords` say where each value comes from."""
    method = spelling.endswith("method")

    def value(place, operands, parameters):
        return operands[place] if isinstance(place, int) else parameters[place]

    def parts(module, operands, parameters, out):
        given = [value(place, operands, parameters) for place in positional]
        named = {key: value(place, operands, parameters) for key, place in keywords}
        if out is not None:
            named["out"] = out
        if method:
            return getattr(given[0], name), given[1:], named
        return function_at(module, name), given, named

    return parts


def spell(row, name, spelling, arguments, pattern, by_keyword=False):
    """The form of one pattern; what follows an argument that is left out goes by keyword."""
    positional, keywords, gap = [], [], False
    for i, (argument, kind) in enumerate(zip(arguments, pattern, strict=True)):
        here_by_keyword = by_keyword and not (spelling.endswith("method") and i == 0)
        if kind == ABSENT:
            gap = True
        elif argument.keyword_only or gap or here_by_keyword:
            keywords.append((argument.name, argument.place))
        else:
            positional.append(argument.place)
    places = [ABSENT] * len(row.operands)
    parameters = []
    for argument, kind in zip(arguments, pattern, strict=True):
        if isinstance(argument.place, int):
            places[argument.place] = kind
        elif kind != ABSENT:
            parameters.append(argument.place)
    shown = ", ".join(place for place in places if place != ABSENT or row.calling.without)
    label = f"{name} {spelling}" + (" by keyword" if by_keyword else "")
    label += f"({shown})" + "".join(f", {p}" for p in parameters)
    return Form(
        label,
        call_of(name, spelling, positional, keywords),
        tuple(places),
        tuple(parameters),
        inplace=spelling.startswith("in-place"),
        spelling="keywords" if by_keyword else spelling,
    )


def shown_name(alias):
    """What a user writes after `torch.`; of activations, what torch.nn.functional calls with its inplace=."""
    return f"_nn.{alias.bare}" if alias.module == "nn.functional" else alias.public


def function_at(module, name):
    """torch's own torch._C._nn.silu is tbcast._C._nn_silu."""
    if not name.startswith("_nn."):
        return functools.reduce(getattr, name.split("."), module)
    if module.__name__ == "tbcast.dask":
        return module._pointwise.nn_functions()[name[4:]]
    own = getattr(module._C, "_nn", None)
    return getattr(own, name[4:]) if own else getattr(module._C, "_nn_" + name[4:])


def callables(row, alias):
    """(name, spelling, overloads) of a name's function and methods."""
    name = shown_name(alias)
    yield name, "function", signatures.function_signatures(row, alias)
    if getattr(alias, "inplace_function", False):
        yield name + "_", "in-place function", signatures.inplace_function_signatures(row, alias)
    if alias.method:
        yield alias.name, "method", signatures.method_signatures(row, alias)
    if alias.inplace:
        yield alias.name + "_", "in-place method", signatures.method_signatures(row, alias)


def call_forms(row):
    seen = set()
    for number, alias in enumerate(row.names):
        for name, spelling, overloads in callables(row, alias):
            for text in overloads:
                arguments, out = arguments_of(
                    row, text, spelling.endswith("method"), spelling.startswith("in-place")
                )
                deprecated = text.endswith(signatures.DEPRECATED)
                for index, pattern in enumerate(patterns(arguments)):
                    if deprecated and index:
                        break
                    form = spell(row, name, spelling, arguments, pattern)
                    if deprecated:
                        form = replace(form, name=f"{form.name}, deprecated", deprecated=True)
                    found = [form]
                    if number == 0 and index < 2 and not form.inplace and not deprecated:
                        found.append(spell(row, name, spelling, arguments, pattern, by_keyword=True))
                    for kind in out_kinds(form, out, number, index):
                        found.append(replace(form, name=f"{form.name}, out {kind}", out=kind))
                    for form in found:
                        if form.name not in seen:
                            seen.add(form.name)
                            yield form


def out_kinds(form, out, number, index):
    """Which kinds of out= a form is tried with: all for the plain one, one for each of the others."""
    if not out or form.spelling == "keywords":
        return ()
    if index == 0 and number == 0:
        return OUT_KINDS
    return (OUT_KINDS[(index + number) % 3 if number else (2, 0, 1)[index % 3]],)


def operator_forms(row):
    two = [(TENSOR, TENSOR), (TENSOR, NUMBER), (NUMBER, TENSOR)]
    if row.symbol:
        plain, augmented = BINARY_OPERATORS[row.symbol]
        for places in two:
            yield python_form(row.symbol, plain, places)
        for places in two[:2]:
            yield python_form(row.symbol + "=", augmented, places, inplace=True)
    elif row.calling.python in ROW.COMPARISONS:
        symbol = ROW.COMPARISONS[row.calling.python][1]
        for places in two:
            yield python_form(symbol, COMPARISONS[symbol], places)
    elif row.calling.python in ROW.UNARY_SLOTS:
        symbol = ROW.UNARY_SLOTS[row.calling.python][1]
        yield python_form(symbol, UNARY_OPERATORS[symbol], (TENSOR,))


def python_form(symbol, function, places, inplace=False):
    return Form(
        f"{symbol} operator({', '.join(places)})",
        lambda m, operands, parameters, out: (function, operands, {}),
        places,
        inplace=inplace,
        reflected=places[0] == NUMBER,
        spelling="operator",
    )


_FORMS = {}


def forms_of(row):
    """All forms of a row."""
    if row.name not in _FORMS:
        _FORMS[row.name] = (*call_forms(row), *operator_forms(row))
    return _FORMS[row.name]


# ---- chosen forms ----

MODELLED = tuple(ROWS[name] for name in ("add", "sub", "mul", "div"))
"""Rows of two tensors whose every detail numpy_oracle.py models; tests of the note's semantics use them."""


def tensor_forms(row):
    """The forms in which every operand is a tensor, without deprecated overloads and modes."""
    known = {parameter.name for parameter in row.computation.parameters}
    for form in forms_of(row):
        tensors = form.tensors == tuple(range(len(row.operands)))
        if tensors and not form.deprecated and known.issuperset(form.parameters):
            yield form
