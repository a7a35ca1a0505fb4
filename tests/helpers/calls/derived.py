"""Every way to call a function of the function table, made from its row.

From the overloads follow the callables (function, method, in-place method, by every name), the arguments in
their places or by keyword, what may be left out, out=, and what no overload takes.  What stands in the places
is in domains.py.  An expression is one call: function_cells.py says what it may use.

Of every overload: the required arguments; all of them; every value of every argument, alone and with every
value of every other one; then the refusals.  A call whose arguments have to fit (an index, a matrix) starts
from one of the row's `fitting` sets.
"""

import functools
import itertools
import re
from dataclasses import dataclass, replace

from calls import domains
from calls.domain import NUMPY_NAMES, outs, usual_outs, wrong_values
from calls.function_cells import Cells
from codegen import signatures
from codegen.functions import FUNCTIONS

SEVERAL = 9
"""So many values of an argument meet those of another argument."""


@dataclass(frozen=True)
class Callable:
    """A function or method and one of its overloads."""

    name: str
    kind: str
    """function, method, or in-place method."""
    arguments: tuple
    """With the tensor of a method in the first place, without out=."""
    spread: bool
    """A sequence may be given one by one."""
    out: str
    """The type of out=; nothing where it is not taken."""

    @property
    def method(self):
        return self.kind != "function"


def callables(row):
    """Those of a row's first name, then those of its others."""
    for name in row.names:
        called = re.sub("^_special_", "special.", name)
        if row.function:
            called = ("F." if row.namespace == "nn" else "torch.") + called
            for text in row.signatures:
                yield of_overload(called, "function", signatures.parse(text), text)
        if row.method:
            self = signatures.parse(row.signatures[0])[0]
            for kind in ("method", *(["in-place method"] if row.inplace else [])):
                for text in row.method_signatures:
                    arguments = (self, *signatures.parse(text))
                    yield of_overload(name + "_" * (kind != "method"), kind, arguments, text)


def of_overload(name, kind, arguments, text):
    out = "".join(argument.type for argument in arguments if argument.name == "out")
    rest = tuple(argument for argument in arguments if argument.name != "out")
    return Callable(name, kind, rest, signatures.is_spread(text), out)


# ---- one call ----


def spelled(callable_, given, by_keyword=False, more=""):
    """The call with these arguments: {name: text}.  What follows an argument that is left out goes by
    keyword."""
    positional, keywords, gap = [], [], False
    for place, argument in enumerate(callable_.arguments):
        if argument.name not in given:
            gap = True
            continue
        value = given[argument.name]
        if callable_.method and place == 0:
            positional.append(value)
        elif argument.keyword_only or gap or (by_keyword and not argument.positional_only):
            keywords.append(f"{argument.name}={value}")
        else:
            positional.append(value)
    name = callable_.name
    if callable_.method:
        owner, *positional = positional
        name = f"{owner}.{name}"
    return f"{name}({', '.join([*positional, *keywords, *([more] if more else [])])})"


def spread(callable_, given):
    """The same call with its sequence one by one, where the overload takes one so."""
    if not callable_.spread:
        return None
    name = next(a.name for a in callable_.arguments[callable_.method :] if not a.keyword_only)
    value = given.get(name, "")
    if not value.startswith("(") or len(value) < 3:
        return None
    return spelled(callable_, given | {name: value[1:-1].rstrip(",")})


# ---- the arguments of a call ----


class Assignments:
    """What an overload's arguments may be: {name: text}."""

    def __init__(self, row, callable_):
        self.arguments = callable_.arguments
        self.domain = domains.of(row)
        self.values = {
            argument.name: self.domain.of_argument(argument, first=place == 0)
            for place, argument in enumerate(self.arguments)
        }
        self.required = [a.name for a in self.arguments if a.default is None]
        self.switches = [a.name for a in self.arguments if a.default in ("True", "False")]

    def bases(self):
        """Sets of required arguments that fit each other."""
        known = {argument.name for argument in self.arguments}
        fitting = [each for each in self.domain.fitting if known.issuperset(each)]
        usual = {name: self.values[name][0] for name in self.required if self.values[name]}
        return [usual | each for each in fitting] or [usual]

    def full(self, base):
        return {name: values[0] for name, values in self.values.items() if values} | base

    def alone(self, base):
        """Every other value of every argument."""
        for name, values in self.values.items():
            for value in values:
                if base.get(name) != value:
                    yield base | {name: value}

    def some(self):
        """All but pairs."""
        for base in self.bases():
            yield base
            yield self.full(base)
            yield from self.alone(base)

    def pairs(self, base):
        """Every value of an argument with every value of another, a third of the time with each switch."""
        count = itertools.count()
        for a, b in itertools.combinations(self.values, 2):
            for one, other in itertools.product(self.values[a][:SEVERAL], self.values[b][:SEVERAL]):
                place = next(count)
                switched = {
                    name: self.values[name][0]
                    for i, name in enumerate(self.switches)
                    if (place + i) % 3 == 0 and self.values[name]
                }
                yield base | switched | {a: one, b: other}


def in_order(callable_, given):
    """The arguments in the overload's order."""
    return {a.name: given[a.name] for a in callable_.arguments if a.name in given}


def usual(row):
    """Of every callable, its overloads one by one: what they need, and all that they take."""
    for callable_ in callables(row):
        given = Assignments(row, callable_)
        for base in given.bases():
            for each in (base, given.full(base)):
                yield spelled(callable_, each)
                yield spelled(callable_, each, by_keyword=True)


def of_first_name(row):
    return list(callables(replace(row, aliases=())))


def varied(row):
    """All values of all arguments, now of the function, now of a method, now by keyword."""
    forms = itertools.cycle((False, False, False, True))
    for callable_ in of_first_name(row):
        given = Assignments(row, callable_)
        for number, base in enumerate(given.bases()):
            pairs = () if number else given.pairs(base)
            if callable_.kind == "in-place method" or (callable_.method and row.function):
                pairs = itertools.islice(pairs, 0, None, 3)  # the function has had them all
            for each in itertools.chain(given.alone(base), pairs):
                by_keyword = next(forms)
                yield spelled(callable_, each, by_keyword)
                if not by_keyword and (text := spread(callable_, each)):
                    yield text


def into_out(row):
    """What out= may be: of another size, strides, dtype; a tensor that is read; what is none."""
    kinds = itertools.cycle(((0, 1), (2, 3)))
    for callable_ in of_first_name(row):
        if not callable_.out:
            continue
        several = callable_.out.startswith("tuple")
        given = Assignments(row, callable_)
        for number, base in enumerate(given.bases()):
            for out in outs(spelled(callable_, base), several, given.domain):
                yield spelled(callable_, base, more=f"out={out}")
            for each in () if number else given.alone(base):
                found = usual_outs(spelled(callable_, each), several, given.domain)
                for kind in (*next(kinds), 4):
                    yield spelled(callable_, each, more=f"out={found[kind]}")


def refused(row):
    """What no overload takes: an argument that is missing, unknown, of another type, one too many."""
    methods = itertools.cycle((False, True))
    for callable_ in of_first_name(row):
        given = Assignments(row, callable_)
        base = given.bases()[0]
        full = given.full(base)
        places = [a.name for a in callable_.arguments if not a.keyword_only]
        for name in given.required[callable_.method :]:
            for several in (base, full):
                yield spelled(callable_, {key: value for key, value in several.items() if key != name})
        for several in (base, full):
            yield spelled(callable_, several, more="foo=1")
        yield one_too_many(callable_, full, places)
        for place, argument in enumerate(callable_.arguments[callable_.method :], callable_.method):
            before = {name: full[name] for name in places[:place] if name in full}
            for wrong in wrong_values(argument):
                yield spelled(callable_, in_order(callable_, before | base | {argument.name: wrong}))
                if not callable_.method or next(methods):
                    yield spelled(
                        callable_, in_order(callable_, base | {argument.name: wrong}), by_keyword=True
                    )
            other, value = NUMPY_NAMES.get(argument.name), given.values[argument.name][:1]
            if other and value:
                without = {key: value for key, value in base.items() if key != argument.name}
                if place or not without:
                    yield spelled(callable_, without, more=f"{other}={value[0]}")
                    yield spelled(callable_, without, more=f"{other}={value[0]}, {argument.name}={value[0]}")
        for name in list(base)[callable_.method :]:
            yield spelled(callable_, base, more=f"{name}={base[name]}")
        if callable_.out or not any(c.out for c in callables(row)):
            yield spelled(callable_, base, more="out=3" if callable_.out else "out=u")


def one_too_many(callable_, full, places):
    """A value behind the last place; with a place that has no value, an unknown keyword."""
    positional = {name: full[name] for name in places if name in full}
    more = "1" if len(positional) == len(places) else "foo=2"
    return spelled(callable_, positional, more=more)


# ---- lists ----


def texts(function, row):
    domain = domains.of(row)
    return tuple(dict.fromkeys(text + domain.of_result for text in function(row)))


def lists_of(row):
    """{"": values, "special values", "out=", "refusals": Cells} of a row."""
    domain = domains.of(row)
    cells = domain.cells | {"differences": domain.different}
    calls = tuple(dict.fromkeys((*texts(usual, row), *texts(varied, row))))
    found = {"": Cells(calls, **cells)}
    if domain.special is not None:
        found["special values"] = Cells(calls, plain=False, **(cells | domain.special))
    found["out="] = Cells(texts(into_out, row), **(cells | {"layouts": ("contiguous", "transposed")}))
    if domain.refusals:
        found["refusals"] = Cells(texts(refused, row), **(cells | {"layouts": ("contiguous",)}))
    return {key: each for key, each in found.items() if each.texts}


ROWS = tuple(filter(domains.is_derived, FUNCTIONS))
"""The rows whose calls are derived."""


def key(row, kind):
    return f"{row.name}: {kind}".removesuffix(": ")


@functools.cache
def lists():
    """{"cumsum", "cumsum: refusals": Cells}"""
    return {key(row, kind): cells for row in ROWS for kind, cells in lists_of(row).items()}


def keys_of(row):
    """The names of a row's lists."""
    return [name for name in lists() if name.partition(":")[0] == row.name]
