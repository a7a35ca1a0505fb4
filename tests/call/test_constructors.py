"""Constructors, and methods that other libraries and Python call: results and refusals are PyTorch's."""

import functools
import itertools
import warnings

import pytest

from calls import constructor_cases, function_cells
from codegen.functions import constructors
from differential.forms import signatures
from under_test import first_line, needs_torch, tb, torch

VALUES = {
    "tensor": lambda m: m.ones(2),
    "0-dim": lambda m: m.tensor(1),
    "int": lambda m: 1,
    "str": lambda m: "cpu",
    "None": lambda m: None,
    "list": lambda m: [1],
    "float": lambda m: 1.5,
    "bool": lambda m: True,
    "bytes": lambda m: b"cpu",
    "huge": lambda m: 2**70,
    "object": lambda m: object(),
    "dtype": lambda m: m.float16,
    "tuple": lambda m: (),
    "Size": lambda m: m.Size([2]),
    "dict": lambda m: {},
    "storage": lambda m: m.ones(2).untyped_storage(),
    "typed": lambda m: m.ones(2).storage(),
    "device": lambda m: m.device("cpu", 1),
}
ADDRESSES = {"int", "0-dim", "huge"}
"""Values of allocator= that torch takes for an address, and crashes."""
CLASSES = {row.name: row for row in constructors.TYPES}
CLASSES |= dict.fromkeys(("Tensor", "FloatTensor", "LongTensor", "Tensor.new"), constructors.TENSORS[0])


def calls_of(row):
    """(names of values by position, (keyword, name) pairs)"""
    names = {a.name for text in row.signatures for a in signatures.parse(text)} | {"foo"}
    one = [((name, value),) for name in sorted(names) for value in VALUES]
    two = [
        ((first, a), (second, b))
        for first, second in itertools.permutations(sorted(names), 2)
        for a, b in itertools.product(("int", "str", "list", "tensor"), repeat=2)
    ]
    for count in range(3):
        for values in itertools.product(VALUES, repeat=count):
            yield from ((values, keywords) for keywords in ((), *(one if count < 2 else ())))
    yield from (((), keywords) for keywords in two)


def outcome(module, name, values, keywords):
    owner = (VALUES["tensor"](module),) if "." in name else ()
    made = [VALUES[value](module) for value in values]
    named = {key: VALUES[value](module) for key, value in keywords}
    try:
        result = functools.reduce(getattr, name.split("."), module)(*owner, *made, **named)
    except Exception as error:
        text = first_line(error).partition(": tbcast runs")[0]
        text = text.replace("'tbcast.", "'torch.")  # Python itself names types with their module
        return (
            f"{type(error).__name__}: {text.removesuffix(chr(34))}"  # torch's stack trace is before a quote
        )
    if isinstance(result, module.Tensor):
        return f"{result.dtype} {tuple(result.shape)}"
    shown = isinstance(result, (module.device, module.finfo, module.iinfo, tuple))
    return repr(result) if shown else type(result).__name__


@needs_torch
@pytest.mark.parametrize("name", CLASSES)
def test_constructors_take_and_refuse_what_torchs_do(name):
    wrong, refused = [], 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for values, keywords in calls_of(CLASSES[name]):
            if any(key == "allocator" and value in ADDRESSES for key, value in keywords):
                continue
            theirs = outcome(torch, name, values, keywords)
            refused += "Error: " in theirs
            ours = outcome(tb, name, values, keywords)
            if ours != theirs:
                wrong.append(f"{name}{values} {keywords}\n  torch:  {theirs}\n  tbcast: {ours}")
    assert refused
    assert not wrong, f"{len(wrong)} calls differ:\n" + "\n".join(wrong[:12])


@needs_torch
@pytest.mark.parametrize("calls", ["CONSTRUCTORS", "PROTOCOLS"])
def test_calls_do_what_torchs_do(calls):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for library in (tb, torch):
            library.ones(1).storage()  # warns of TypedStorage, once a process
    function_cells.check(getattr(constructor_cases, calls), "float32")
