"""Docstrings of an operator's function, method and in-place method, from its row; the tensor's name in
docstrings of all tables."""

import re

from codegen import signatures
from codegen.operators.row import SPECIAL

DTYPES = {
    "common": "dtype by type promotion (result_type)",
    "float": "dtype by type promotion; integral results become the default dtype",
    "counted": "dtype by type promotion; bool becomes int64",
    "double": "float64, or complex128 of complex operands",
    "tensors": "self's dtype",
    "first": "self's dtype",
}
RESULTS = {
    "bool": "dtype bool",
    "real": "of complex the real dtype",
    "complex": "the complex dtype of the operands",
}


def _result(op) -> str:
    if len(op.calling.itself) == 4:
        return "Result: self.\n"
    shape = "the broadcast shape" if len(op.operands) > 1 else "self's shape"
    dtype = RESULTS["bool"] if op.promotion.result == "bool" else DTYPES[op.promotion.rule]
    if op.promotion.result in ("real", "complex"):
        dtype += "; " + RESULTS[op.promotion.result]
    itself = f"; {', '.join(op.calling.itself)}: self itself" if op.calling.itself else ""
    return f"Result: {shape}, {dtype}{itself}.\n"


def _operands(op, overloads) -> str:
    kinds = {argument.type for text in overloads for argument in signatures.parse(text)}
    if len(op.operands) == 1:
        return "Operand: a tensor of any shape.\n"
    numbers = ", or numbers" if "Number" in kinds or op.calling.takes == "wrapped" else ""
    where = 'that broadcast (the note, "General semantics")'
    return f"Operands: tensors of any shapes {where} and dtypes{numbers}.\n"


def _raises(op) -> str:
    wrong = [kind for kind in ("bool", "int", "float", "complex") if not _serves(op, kind)]
    refused = ""
    for error in ("NotImplementedError", "RuntimeError"):
        named = [
            kind for kind in wrong if op.promotion.refuses.get(kind, ("NotImplementedError",))[0] == error
        ]
        refused += f"{error} for {' and '.join(named)} operands; " if named else ""
    sizes = "if the sizes do not match, or " if len(op.operands) > 1 else "if "
    cast = (
        "the result type can't be cast to out's"
        if op.calling.out
        else "the result type can't be cast to self's"
    )
    return f"Raises {refused}RuntimeError {sizes}{cast}.\n" if op.calling.out or op.calling.inplace else (
        f"Raises {refused}RuntimeError if the sizes do not match.\n" if len(op.operands) > 1
        else f"Raises {refused or 'TypeError for what is no Tensor; '}".rstrip("; ") + ".\n"
    )  # fmt: skip


def _serves(op, kind) -> bool:
    classes = {*op.expressions, *op.calling.itself}
    if "bytes" in classes:
        return True
    if op.promotion.rule in ("float", "double") and kind in ("bool", "int"):
        return True
    return kind in classes or (kind == "int" and "integer" in classes)


def speaking_of(text, name) -> str:
    """Rows call the tensor self or input; a reader looks for the name that the signature has."""
    return re.sub(r"\b(self|input)\b", name, text)


def docstrings(op, alias) -> tuple:
    """Docstrings (function, method, in-place method, in-place function) of a public name."""
    name = alias.name
    function = signatures.function_signatures(op, alias)
    method = signatures.method_signatures(op, alias) if alias.method else ()
    of_function = signatures.python_signature(op, function)
    of_method = ", ".join(filter(None, ["$self", signatures.python_signature(op, method)]))
    other = "" if name == op.name else f"Another name of {op.name}. "
    warns = (
        "Warns (UserWarning) where the deprecated 1-dimensional behaviour applies (the note, \"Backwards "
        "compatibility\").\n" if len(op.operands) > 1 else ""
    )  # fmt: skip
    expression, printed = op.example
    if alias.special:
        other = "" if op.name in (name, alias.special) else f"As {op.name}. "
        stem = op.name.removeprefix(SPECIAL)
        expression = expression.replace(f"torch.{stem}(", f"torch.special.{alias.special}(")
    shown = f"\n>>> {expression}\n{printed}\n" if name == op.name or alias.special else ""
    facts = f"{_operands(op, function)}{_result(op)}{_raises(op)}{warns}"
    source = f"torch.special.{alias.special}" if alias.special else op.source
    body = f"{other}{op.summary}\n\n{facts}As {source}.\n"
    written = signatures.inplace_function_signatures(op, alias) if alias.inplace_function else ()
    of_written = signatures.python_signature(op, written)
    return (
        f"{name}($module, {of_function})\n--\n\n{speaking_of(body, 'input')}{shown}",
        f"{name}({of_method})\n--\n\n{speaking_of(body, 'self')}",
        f"{name}_({of_method})\n--\n\n"
        f"In-place {name}: self keeps its shape and dtype (the note, \"In-place semantics\").\n\n"
        "Raises RuntimeError if the operands do not expand to self, and writes nothing then.\n"
        f"As torch.Tensor.{name}_.\n",
        f"{name}_($module, {of_written})\n--\n\n"
        f"Another name of the method input.{name}_: input is written and returned.\n\n"
        f"As torch.{name}_.\n",
    )  # fmt: skip
