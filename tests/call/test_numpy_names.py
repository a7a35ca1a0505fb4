"""NumPy's names of parameters: a function takes `axis`, `keepdims`, `x` and `x2` wherever torch's does."""

import ast

import pytest

import tbcast
from codegen import signatures
from codegen.functions import FUNCTIONS
from under_test import needs_torch

NAMES = {"dim": "axis", "keepdim": "keepdims", "input": "x", "other": "x2"}
VALUES = {"dim": "0", "keepdim": "True"}  # of parameters that the example does not give


def calls_of(row):
    """The row's example as function and as method, with one parameter under NumPy's name."""
    for call in ast.walk(ast.parse(row.example[0], mode="eval")):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == f"torch.{row.name}":
            break
    else:
        return
    for text in row.signatures:
        parameters = [argument.name for argument in signatures.parse(text)]
        if len(call.args) > len(parameters):
            continue
        given = dict(zip(parameters, map(ast.unparse, call.args), strict=False))
        given |= {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
        for name in sorted(NAMES.keys() & set(parameters)):
            if value := given.get(name, VALUES.get(name)):
                others = {key: text for key, text in given.items() if key != name} | {NAMES[name]: value}
                yield f"torch.{row.name}({', '.join(f'{key}={text}' for key, text in others.items())})"
                if row.method and (tensor := others.pop("input", None)):
                    yield f"{tensor}.{row.name}({', '.join(f'{key}={text}' for key, text in others.items())})"


CALLS = sorted({
    call
    for row in FUNCTIONS
    if row.owner == "Tensor" and row.example and not row.constructor and not row.namespace
    for call in calls_of(row)
})  # fmt: skip


def takes(module, call):
    try:
        eval(call, {"torch": module})
    except (TypeError, NotImplementedError):
        return False
    return True


@needs_torch
@pytest.mark.filterwarnings("ignore")
def test_numpys_names_are_taken_where_torch_takes_them():
    import torch

    assert len(CALLS) > 300
    taken = [call for call in CALLS if takes(torch, call)]
    assert len(taken) > 250
    assert [call for call in taken if not takes(tbcast, call)] == []


@needs_torch
def test_norm_refuses_them_as_torch_does():
    """torch.norm is a Python function, in torch as well, and has its own parameters alone."""
    import torch

    for call in ("torch.norm(t, axis=0)", "t.norm(axis=0)", "torch.norm(t, dim=0, keepdims=True)"):
        said = []
        for module in (torch, tbcast):
            with pytest.raises(TypeError) as caught:
                eval(call, {"torch": module, "t": module.ones(2, 3)})
            said.append(str(caught.value))
        assert said[0] == said[1]
