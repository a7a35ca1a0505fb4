"""Generates the docstrings of an operator's function, method and in-place method from its row; and puts
the tensor's name into the docstrings of both tables."""

import re
import textwrap

from codegen import signatures
from codegen.operators.row import prefix_of

DTYPES = {
    "common": "dtype by type promotion (result_type)",
    "float": "dtype by type promotion; integers give the default dtype",
    "counted": "dtype by type promotion; bool gives int64",
    "double": "float64, or complex128 for complex operands",
    "tensors": "self's dtype",
    "first": "self's dtype",
}
CHECKS_OF_DTYPES = {"addcdiv", "complex", "heaviside", "rsub", "subtract_bool"}
"""The hooks that raise RuntimeError for a dtype, before a kernel is looked up."""
RESULTS = {
    "bool": "dtype bool",
    "real": "complex operands give the corresponding real dtype",
    "complex": "real operands give the corresponding complex dtype",
}
DEPRECATED = (
    "Warns (UserWarning), and treats the operands as 1-dimensional, if their shapes do not broadcast but "
    "their numbers of elements are equal (deprecated).\n"
)


def wrapped(text) -> str:
    """The text, with lines wrapped for a terminal."""
    return "\n".join(textwrap.fill(line, 100) for line in text.splitlines())


def _listed(words, conjunction) -> str:
    *others, last = words
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def _result(op) -> str:
    if len(op.calling.itself) == 4:
        return "Result: self.\n"
    shape = "the broadcast shape" if len(op.operands) > 1 else "self's shape"
    dtype = DTYPES[op.promotion.rule]
    if op.promotion.result == "bool":
        dtype = RESULTS["bool"]
    elif op.promotion.rule == "common" and len(op.operands) == 1:
        shape, dtype = "self's shape and dtype", ""
    if op.promotion.result in ("real", "complex"):
        dtype += f"; {RESULTS[op.promotion.result]}"
    kinds = _listed(op.calling.itself, "or") if op.calling.itself else ""
    itself = f"; {kinds} tensors are returned themselves" if kinds else ""
    comma = ", " if dtype and not dtype.startswith(";") else ""
    return f"Result: {shape}{comma}{dtype}{itself}.\n"


def _operands(op, overloads) -> str:
    kinds = {argument.type for text in overloads for argument in signatures.parse(text)}
    if len(op.operands) == 1:
        return "Operand: a tensor of any shape.\n"
    numbers = ", or numbers" if "Number" in kinds or op.calling.takes == "wrapped" else ""
    return f"Operands: tensors whose shapes broadcast, of any dtypes{numbers}.\n"


def _raises(op, overloads) -> str:
    wrong = [kind for kind in ("bool", "int", "float", "complex") if not _serves(op, kind)]
    checked = CHECKS_OF_DTYPES & {*op.hooks.checks, op.hooks.choose}
    default = "RuntimeError" if checked else "NotImplementedError"
    errors = []
    for error in ("NotImplementedError", "RuntimeError"):
        named = [kind for kind in wrong if op.promotion.refuses.get(kind, (default,))[0] == error]
        errors += [f"{error} for {_listed(named, 'and')} operands"] if named else []
    causes = ["the shapes do not broadcast"] if len(op.operands) > 1 else []
    if any(argument.name == "out" for text in overloads for argument in signatures.parse(text)):
        causes.append("the result's dtype cannot be cast to that of out=")
    errors += [f"RuntimeError if {', or '.join(causes)}"] if causes else []
    return f"Raises {'; '.join(errors)}.\n" if errors else ""


def _serves(op, kind) -> bool:
    classes = {*op.expressions, *op.calling.itself}
    if "bytes" in classes:
        return True
    if op.promotion.rule in ("float", "double") and kind in ("bool", "int"):
        return True
    if op.promotion.rule == "counted" and kind == "bool":
        return True
    return kind in classes or (kind == "int" and "integer" in classes)


def speaking_of(text, name) -> str:
    """The text, with the tensor's name in the signature: rows call it self or input."""
    return re.sub(r"\b(self|input)\b", name, text)


def docstrings(op, alias) -> tuple:
    """The docstrings (function, method, in-place method, in-place function) of a public name."""
    name = alias.name
    function = signatures.function_signatures(op, alias)
    method = signatures.method_signatures(op, alias) if alias.method else ()
    of_function = signatures.python_signature(op, function)
    of_method = ", ".join(filter(None, ["$self", signatures.python_signature(op, method)]))
    other = "" if name == op.name else f"Alias of {op.name}. "
    several = len(op.operands) > 1
    warns = DEPRECATED if several else ""
    unwritable = (
        "the other operands do not expand to self's shape"
        if several
        else "the result's dtype cannot be cast to self's"
    )
    expression, printed = op.example
    if alias.module:
        other = "" if op.name in (name, alias.bare) else f"The same as {op.name}. "
        stem = op.name.removeprefix(prefix_of(op.name))
        expression = expression.replace(f"torch.{stem}(", f"torch.{alias.public}(")
    shown = f"\n>>> {expression}\n{printed}\n" if name == op.name or alias.module else ""
    of_all = f"{_operands(op, function)}{_result(op)}"
    function_raises = _raises(op, function) or "Raises TypeError if input is not a Tensor.\n"
    method_raises = _raises(op, method) or ("Raises TypeError for other arguments.\n" if any(method) else "")
    source = f"As {f'torch.{alias.public}' if alias.module else op.source}."
    if op.reference:
        source = f"Not in PyTorch, where {op.reference.replace(', out=out', '')} computes it."
    summary = wrapped(other + op.summary)
    function_body, method_body = (
        f"{summary}\n\n{wrapped(of_all + raises + warns)}\n{source}\n"
        for raises in (function_raises, method_raises)
    )
    written = signatures.inplace_function_signatures(op, alias) if alias.inplace_function else ()
    of_written = signatures.python_signature(op, written)
    return (
        f"{name}($module, {of_function})\n--\n\n{speaking_of(function_body, 'input')}{shown}",
        f"{name}({of_method})\n--\n\n{speaking_of(method_body, 'self')}",
        f"{name}_({of_method})\n--\n\n"
        f"In-place {name}: writes the result to self, which keeps its shape and dtype, and returns it.\n\n"
        f"Raises RuntimeError, and writes nothing, if {unwritable}.\n"
        f"As torch.Tensor.{name}_.\n",
        f"{name}_($module, {of_written})\n--\n\n"
        f"Alias of the method input.{name}_: writes input, and returns it.\n\n"
        f"As torch.{name}_.\n",
    )  # fmt: skip
