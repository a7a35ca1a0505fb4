"""inspect.signature of everything that a table defines: each call of each overload binds to it."""

import inspect

import pytest

from codegen import signatures
from codegen.functions import FUNCTIONS
from differential.forms import ROWS
from under_test import tb


def calls(overload):
    """(how many arguments by position, names of the others): from all by position to all by name, with and
    without what may be left out."""
    arguments = signatures.parse(overload)
    for n in range(len(arguments) + 1):
        if any(argument.keyword_only for argument in arguments[:n]):
            return
        rest = arguments[n:]
        for chosen in (rest, [argument for argument in rest if argument.default is None]):
            if not any(argument.positional_only for argument in chosen):
                yield n, [argument.name for argument in chosen]


def of_functions():
    for row in FUNCTIONS:
        if row.owner != "Tensor" or row.constructor or row.namespace:
            continue
        for name in row.names:
            if row.function and hasattr(tb, name):  # some are public in tbcast.special
                yield name, getattr(tb, name), row.signatures, 0
            if name in row.method_names:
                yield f"Tensor.{name}", getattr(tb.Tensor, name), row.method_signatures, 1
            if row.inplace:
                yield f"Tensor.{name}_", getattr(tb.Tensor, f"{name}_"), row.method_signatures, 1


def of_operators():
    """A number in the tensor's place is `self` in PyTorch's overloads, by a keyword that nobody writes; the
    signature has the tensor's name there."""
    for row in ROWS.values():
        for alias in row.names:
            name, overloads = alias.name, signatures.function_signatures(row, alias)
            overloads = tuple(text.replace("Number self", "Number input") for text in overloads)
            if hasattr(tb, name):
                yield name, getattr(tb, name), overloads, 0
            methods = signatures.method_signatures(row, alias) if alias.method or alias.inplace else ()
            for method, exists in ((name, alias.method), (f"{name}_", alias.inplace)):
                if exists:
                    yield f"Tensor.{method}", getattr(tb.Tensor, method), methods, 1


@pytest.mark.parametrize("table", [of_functions, of_operators])
def test_every_call_of_every_overload_binds_to_the_signature(table):
    wrong, bound = [], 0
    for name, function, overloads, selves in table():
        signature = inspect.signature(function)
        for overload in signatures.visible(overloads):
            for n, names in calls(overload):
                try:
                    signature.bind(*[None] * (selves + n), **dict.fromkeys(names))
                    bound += 1
                except TypeError as error:
                    wrong.append(f"{name}{signature}: {n} and {names} of ({overload}): {error}")
    assert bound > 500 and not wrong, "\n".join(wrong)


def test_the_signatures_of_overloads_that_share_no_names():
    """Those that once left an argument out."""
    for call in (
        lambda: inspect.signature(tb.Tensor.view).bind(None, dtype=tb.int32),
        lambda: inspect.signature(tb.Tensor.hsplit).bind(None, sections=2),
        lambda: inspect.signature(tb.searchsorted).bind(None, self=2.5),
        lambda: inspect.signature(tb.zeros).bind(size=(2, 3)),
    ):
        assert call()
    assert tb.searchsorted(tb.tensor([1.0, 2.0, 3.0]), self=2.5).item() == 2
    assert tb.zeros(size=(2, 3)).shape == (2, 3)
