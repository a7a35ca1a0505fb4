"""Every way to spell an operator, made from its row of the operator table."""

import importlib.util
import operator
import sys
from dataclasses import dataclass
from pathlib import Path

TABLE_FILE = Path(__file__).resolve().parents[2] / "src" / "ops" / "table.py"


def load_table():
    spec = importlib.util.spec_from_file_location("tbcast_operator_table", TABLE_FILE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module.TABLE


TABLE = load_table()
ROWS = {row.name: row for row in TABLE if row.public}
BINARY = tuple(row for row in ROWS.values() if len(row.operands) == 2)
UNARY = tuple(row for row in ROWS.values() if len(row.operands) == 1)

OPERATORS = {
    "+": (operator.add, operator.iadd),
    "-": (operator.sub, operator.isub),
    "*": (operator.mul, operator.imul),
    "/": (operator.truediv, operator.itruediv),
}


@dataclass(frozen=True)
class Form:
    name: str  # for reports: "subtract_ method"
    call: object  # (module, a, b, alpha, out) -> result
    inplace: bool = False  # writes a
    out: str = ""  # which out=: fresh, resized, strided, cast
    alpha: bool = False
    number: str = ""  # "right" or "left": a Python number stands there
    reflected: bool = False  # a number on the left of a Python operator


def function(name):
    return lambda m, a, b, alpha, out: getattr(m, name)(a, b)


def method(name):
    return lambda m, a, b, alpha, out: getattr(a, name)(b)


def forms_of(row):
    """The forms of a binary row, both operands tensors."""
    names = (row.name, *row.aliases)
    for name in names:
        yield Form(f"{name} function", function(name))
        yield Form(f"{name} method", method(name))
        if row.inplace:
            yield Form(f"{name}_ method", method(name + "_"), inplace=True)
    yield Form("keywords", lambda m, a, b, alpha, out: getattr(m, row.name)(input=a, other=b))
    if row.symbol:
        plain, augmented = OPERATORS[row.symbol]
        yield Form(f"{row.symbol} operator", lambda m, a, b, alpha, out: plain(a, b))
        yield Form(f"{row.symbol}= operator", lambda m, a, b, alpha, out: augmented(a, b), inplace=True)
    for kind in ("fresh", "resized", "strided", "cast"):
        yield Form(f"out {kind}", lambda m, a, b, alpha, out: getattr(m, row.name)(a, b, out=out), out=kind)
    if row.alpha:
        yield from alpha_forms(row, names)


def alpha_forms(row, names):
    for name in names:
        yield Form(
            f"{name} function alpha",
            lambda m, a, b, alpha, out, name=name: getattr(m, name)(a, b, alpha=alpha),
            alpha=True,
        )
        yield Form(
            f"{name} method alpha",
            lambda m, a, b, alpha, out, name=name: getattr(a, name)(b, alpha=alpha),
            alpha=True,
        )
        yield Form(
            f"{name}_ method alpha",
            lambda m, a, b, alpha, out, name=name: getattr(a, name + "_")(b, alpha=alpha),
            inplace=True,
            alpha=True,
        )
    yield Form(
        "out strided alpha",
        lambda m, a, b, alpha, out: getattr(m, row.name)(a, b, alpha=alpha, out=out),
        out="strided",
        alpha=True,
    )


def number_forms(row):
    """Forms with a Python number; the operand `b` is the number on the right, `a` on the left."""
    for form in forms_of(row):
        if form.name != "keywords":
            yield Form(form.name + ", number right", form.call, form.inplace, form.out, form.alpha, "right")
    yield Form("function, number left", function(row.name), number="left")
    yield Form(
        "out fresh, number left",
        lambda m, a, b, alpha, out: getattr(m, row.name)(a, b, out=out),
        out="fresh",
        number="left",
    )
    if row.symbol:
        plain, _ = OPERATORS[row.symbol]
        yield Form(
            f"{row.symbol} reflected, number left",
            lambda m, a, b, alpha, out: plain(a, b),
            number="left",
            reflected=True,
        )


def unary_forms(row):
    for name in (row.name, *row.aliases):
        yield Form(f"{name} function", lambda m, a, b, alpha, out, name=name: getattr(m, name)(a))
        yield Form(f"{name} method", lambda m, a, b, alpha, out, name=name: getattr(a, name)())
        yield Form(
            f"{name}_ method", lambda m, a, b, alpha, out, name=name: getattr(a, name + "_")(), inplace=True
        )
    for kind in ("fresh", "resized", "strided", "cast"):
        yield Form(f"out {kind}", lambda m, a, b, alpha, out: getattr(m, row.name)(a, out=out), out=kind)
