"""The operators' and functions' part of the type stubs, from the operator table and the function table.

Stub modules without a module at run time, in tbcast/_stubs: tbcast/_C.pyi, written by hand like the other
stubs, takes the functions into tbcast._C, and Tensor derives from the methods' class.  tbcast/special.pyi is
the stub of tbcast/special.py, and likewise those of linalg and fft.  Uses the standard library only.
"""

import json
import re

from codegen import signatures
from codegen.functions.row import MODULES, module_of
from codegen.operators.row import COMPARISONS, NUMBER_SLOTS, OLD_NAMES, UNARY_SLOTS

BANNER = "# Written by src/codegen from the operator table; do not edit.\n\n"
IMPORTS = """\
from builtins import bool as _bool, complex as _complex, float as _float, int as _int, type as _type
from collections.abc import Iterable, Sequence
from typing import Any, Literal, SupportsIndex, overload

from tbcast import return_types as _return_types
from tbcast._C import Generator, Size, Tensor, UntypedStorage, \
device as _device, dtype as _dtype, finfo, iinfo, layout as _layout, memory_format as _memory_format
from tbcast._stubs.types import Array as _Array, Device as _Device, Ndarray as _Ndarray, \
Number as _Number, Operand as _Operand, Sizes as _Sizes
from tbcast.storage import TypedStorage
from tbcast.utils.dlpack import DLDeviceType

"""

CLASSES = {"tbcast/linalg/__init__.pyi": ["class LinAlgError(RuntimeError): ..."]}
"""What else modules of functions have."""
PLACES = {"linalg": "linalg/__init__"}
"""Modules that are folders."""


def _functions(rows):
    for op in rows:
        for alias in op.functions:
            if alias.module == "special":
                continue
            overloads = signatures.function_signatures(op, alias)
            if op.calling.alone:
                (only,) = (text for text in overloads if len(signatures.parse(text)) == 1)
                alone = signatures.stub_signature(signatures.merged(op, (only,)))
                yield from ("@overload", f"def {alias.name}({alone}) -> tuple[Tensor, ...]: ...", "@overload")
                overloads = [text for text in overloads if text != only]
            arguments = signatures.merged(op, overloads)
            yield f"def {alias.name}({signatures.stub_signature(arguments)}) -> Tensor: ..."
            if alias.inplace_function:
                arguments = signatures.merged(op, signatures.inplace_function_signatures(op, alias))
                yield f"def {alias.name}_({signatures.stub_signature(arguments)}) -> Tensor: ..."


def _functions_of_module(prefix, rows, functions):
    for row in functions:
        for name in row.names:
            if module_of(name) == prefix:
                public = name.removeprefix(prefix)
                yield from _definitions(row, public, row.signatures, row.returns, first="")
    for op in rows if prefix == "_special_" else ():
        for alias in op.names:
            if alias.module == "special":
                arguments = signatures.merged(op, signatures.function_signatures(op, alias))
                yield f"def {alias.bare}({signatures.stub_signature(arguments)}) -> Tensor: ..."


def _methods(rows):
    for op in rows:
        for alias in op.names:
            if not alias.method:
                continue
            arguments = signatures.merged(op, signatures.method_signatures(op, alias))
            given = ", ".join(filter(None, ["self", signatures.stub_signature(arguments)]))
            for name in (alias.name, f"{alias.name}_")[: 1 + alias.inplace]:
                yield f"def {name}({given}) -> Tensor: ..."


def _slots(rows):
    for op in rows:
        if op.calling.python in NUMBER_SLOTS:
            stems = filter(None, (NUMBER_SLOTS[op.calling.python][0], OLD_NAMES.get(op.calling.python)))
            for name in (f"__{prefix}{stem}__" for stem in stems for prefix in ("", "r", "i")):
                third = "mod: None = None, " if name in ("__pow__", "__rpow__") else ""
                ignore = "  # type: ignore[misc]" if name == "__ipow__" else ""
                yield f"def {name}(self, other: _Operand, {third}/) -> Tensor: ...{ignore}"
        elif op.calling.python in UNARY_SLOTS:
            yield f"def __{UNARY_SLOTS[op.calling.python][0]}__(self) -> Tensor: ..."
        elif op.calling.python in COMPARISONS:
            stem, _ = COMPARISONS[op.calling.python]
            if stem in ("eq", "ne"):
                yield f"def __{stem}__(self, other: object, /) -> Tensor: ...  # type: ignore[override]"
            else:
                yield f"def __{stem}__(self, other: _Operand, /) -> Tensor: ..."


def _variants(row, overloads, returns):
    """(signature, type of the result) of every `def` that a callable has."""

    def merged(texts):
        return signatures.merged(None, texts, row.stub_types)

    def replaced(arguments, name, kind, default):
        return [
            (n, kind(k), default, named) if n == name else (n, k, d, named) for n, k, d, named in arguments
        ]

    if any("object[*]" in text for text in overloads):
        pass
    elif isinstance(returns, tuple) and len(overloads) == len(returns):
        for text, result in zip(overloads, returns, strict=True):
            yield signatures.stub_signature(merged([text])), result
    elif isinstance(returns, dict):
        ((name, (without, result)),) = returns.items()
        arguments = merged(overloads)
        (kind,) = (kind for found, kind, *_ in arguments if found == name)
        flag = kind.startswith("_bool")
        absent = replaced(
            arguments, name, lambda _: "Literal[False]" if flag else "None", "False" if flag else "None"
        )
        given = replaced(
            arguments, name, lambda kind: "Literal[True]" if flag else kind.removesuffix(" | None"), None
        )
        yield signatures.stub_signature(absent), without
        yield signatures.stub_signature(given), result
    else:
        hidden = {a.name for text in overloads for a in signatures.parse(text) if a.positional_only}
        yield signatures.stub_signature(merged(overloads), hidden), returns
    for number, text in enumerate(overloads):
        if signatures.is_spread(text) and signatures.spread_name(overloads):
            given = signatures.one_by_one(text, row.stub_types)
            yield given, returns[number] if isinstance(returns, tuple) else returns


def _definitions(row, name, overloads, returns, *, first):
    """One `def`, or several with @overload."""
    overloads = signatures.visible(overloads)
    found = list(dict.fromkeys(_variants(row, overloads, returns)))
    for given, kind in found:
        if len(found) > 1:
            yield "@overload"
        yield f"def {name}({', '.join(filter(None, [first, given]))}) -> {kind}: ..."


def _table_functions(functions):
    for row in functions:
        for name in (name for name in row.names if row.function and not module_of(name)):
            yield from _definitions(row, row.public_name(name), row.signatures, row.returns, first="")


def _table_methods(functions, owner="Tensor"):
    for row in functions:
        if row.constructor and row.owner == owner:
            yield from _definitions(row, "__new__", row.signatures, row.returns, first="cls")
        for name in row.method_names if row.owner == owner else ():
            yield from _definitions(row, name, row.method_signatures, row.returns, first="self")
            if row.inplace:
                yield from _definitions(row, f"{name}_", row.method_signatures, row.returns, first="self")


def _attributes(attributes, owner="Tensor"):
    for row in attributes:
        if row.owner != owner:
            continue
        yield from ("@property", f"def {row.name}(self) -> {row.returns}: ...")
        if row.setter:
            yield from (f"@{row.name}.setter", f"def {row.name}(self, value: {row.setter}) -> None: ...")


def import_lines(head, names):
    """One line, or one a name where that is too long."""
    line = f"{head} import {', '.join(names)}"
    return [line] if len(line) <= 110 else [f"{head} import (", *(f"    {name}," for name in names), ")"]


def _used(body):
    """The imports that the lines need."""
    lines = []
    for line in IMPORTS.splitlines():
        head, found, names = line.partition(" import ")
        kept = [part for part in names.split(", ") if part.split(" as ")[-1] in body]
        if not found:
            lines.append(line)
        elif kept:
            lines += import_lines(head, kept)
    return "\n".join(lines).strip("\n") + "\n\n"


def _names(lines):
    """Of functions, in a list that `import *` follows: those with an underscore, too."""
    names = {re.split(r"[ (]", line)[1].partition("(")[0] for line in lines if line[0] != "@"}
    parts = {name: [int(p) if p.isdigit() else p for p in re.split(r"(\d+)", name)] for name in names}
    return f"__all__ = {json.dumps(sorted(names, key=parts.get))}\n"


def _module(lines):
    body = "\n".join([*lines, ""])
    return BANNER + _used(body) + body


def render(rows, functions, attributes):
    """The stubs' paths below the clone's root and their texts."""
    methods = [
        "class TensorOperators:",
        *(
            f"    {line}"
            for lines in (_slots(rows), _attributes(attributes), _methods(rows), _table_methods(functions))
            for line in lines
        ),
    ]
    modules = {
        f"tbcast/{PLACES.get(name, name)}.pyi": list(_functions_of_module(prefix, rows, functions))
        for prefix, name in MODULES.items()
    }
    flat = [*_functions(rows), *_table_functions(functions)]
    classes = []
    for owner in dict.fromkeys(row.owner for row in functions if row.owner != "Tensor"):
        found = (*_attributes(attributes, owner), *_table_methods(functions, owner))
        lines = (f"    {line}" for line in found)
        classes += [*([""] if classes else []), f"class {owner}Methods:", *lines]
    return {
        "tbcast/_stubs/operator_functions.pyi": _module([_names(flat), *flat]),
        "tbcast/_stubs/tensor_operators.pyi": _module(methods),
        "tbcast/_stubs/class_methods.pyi": _module(classes),
        **{
            path: _module([_names([*lines, *CLASSES.get(path, [])]), *CLASSES.get(path, []), *lines])
            for path, lines in modules.items()
        },
    }
