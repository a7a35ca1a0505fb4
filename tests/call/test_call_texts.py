"""Calls that must be refused, for every name of every row: exception and full text are PyTorch's.

Arguments of many kinds in every number, by position and by keyword, as function,
method, in-place method and Python operator.  A call that both take counts as the
same: what it gives is compared in test_pointwise.py.  By default a fixed sample of
the calls, with --long all of them.
"""

import itertools
import warnings

import pytest

from differential.domains import scatter
from differential.drawing import stable
from differential.forms import (
    BINARY_OPERATORS,
    COMPARISONS,
    IN_TORCH,
    ROW,
    ROWS,
    UNARY_OPERATORS,
    callables,
    function_at,
    signatures,
)
from under_test import first_line, needs_torch, tb, torch

pytestmark = needs_torch

VALUES = {
    "tensor": lambda m: m.ones(2),
    "int": lambda m: 2,
    "str": lambda m: "a",
    "None": lambda m: None,
    "list": lambda m: [1],
    "float": lambda m: 1.5,
    "bool": lambda m: True,
    "0-dim": lambda m: m.tensor(3),
}
MORE_VALUES = {
    **VALUES,
    "complex": lambda m: 1j,
    "huge": lambda m: 2**70,
    "object": lambda m: object(),
    "dtype": lambda m: m.float32,
    "tuple": lambda m: (),
    "dict": lambda m: {},
}
SAMPLE = 240
"""Calls of each row in the default run."""
TORCH_STUMBLES = ("KeyError", "invalid map")
"""Signs of an error in torch's own error reporting."""


def keywords_of(row, overloads):
    """Keyword arguments to add to a call: every name that an overload knows, well and badly filled, and one
    that none knows (torch shows two in the order of a hash table)."""
    names = {a.name for text in overloads for a in signatures.parse(text)} - {"out"}
    found = [{}, {"foo": "int"}]
    for name in sorted({*names, "alpha", "other"}):
        found += [{name: "str"}, {name: "int"}, {name: "None"}]
    return found


def calls_of(row):
    """(description, function of a module)"""
    for alias in row.names:
        for name, spelling, overloads in callables(row, alias):
            bases = [()] if not spelling.endswith("method") else [("tensor",)]
            keywords = keywords_of(row, overloads)
            for base, count in itertools.product(bases, range(4)):
                for values in itertools.product(MORE_VALUES if count < 3 else VALUES, repeat=count):
                    for extra in keywords:
                        yield (name, spelling, base + values, tuple(extra.items()))
    for symbol, function, arity in python_operators(row):
        for values in itertools.product(MORE_VALUES, repeat=arity):
            if "tensor" in values or "0-dim" in values:
                yield (symbol, function, values, ())


def python_operators(row):
    if row.symbol:
        for function in BINARY_OPERATORS[row.symbol]:
            yield row.symbol, function, 2
    elif row.calling.python in ROW.COMPARISONS:
        symbol = ROW.COMPARISONS[row.calling.python][1]
        yield symbol, COMPARISONS[symbol], 2
    elif row.calling.python in ROW.UNARY_SLOTS:
        symbol = ROW.UNARY_SLOTS[row.calling.python][1]
        yield symbol, UNARY_OPERATORS[symbol], 1


def outcome(module, call):
    name, how, values, extra = call
    arguments = [MORE_VALUES[value](module) for value in values]
    keywords = {key: MORE_VALUES[value](module) for key, value in extra}
    try:
        if callable(how):
            result = how(*arguments)
        elif how.endswith("method"):
            # as t.name(...) in a source text; CPython names the type otherwise where it is bound first
            result = getattr(type(arguments[0]), name)(*arguments, **keywords)
        else:
            result = function_at(module, name)(*arguments, **keywords)
    except Exception as error:
        # of operators Python itself names the type with its module
        text = first_line(error).replace(f"'{module.__name__}.dtype'", "'dtype'")
        return f"{type(error).__name__}: {text}"
    return repr(result) if isinstance(result, bool) else type(result).__name__


def shown(call):
    name, how, values, extra = call
    how = how if isinstance(how, str) else "operator"
    return f"{name} {how}({', '.join([*values, *(f'{k}={v}' for k, v in extra)])})"


@pytest.mark.parametrize("name", IN_TORCH)
def test_refused_calls_have_torchs_words(name, whole):
    calls = list(calls_of(ROWS[name]))
    if not whole:
        step = max(1, len(calls) // SAMPLE)
        calls = [call for i, call in enumerate(calls) if scatter(stable(name), i) % step == 0]
    wrong, refused = [], 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for call in calls:
            theirs = outcome(torch, call)
            refused += "Error: " in theirs
            if not any(sign in theirs for sign in TORCH_STUMBLES):
                ours = outcome(tb, call)
                if ours != theirs:
                    wrong.append(f"{shown(call)}\n  torch:  {theirs}\n  tbcast: {ours}")
    assert refused
    assert not wrong, f"{len(wrong)} of {len(calls)} calls differ:\n" + "\n".join(wrong[:12])
