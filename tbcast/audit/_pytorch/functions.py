"""Which functions of PyTorch broadcast, and which write out or keep dimensions of size 1.

A function mode is handed the function that was called: a descriptor of Tensor's, a builtin of `torch`, or a
function written in Python. `TABLE` has them all, by name from the lists below; names that this PyTorch lacks
are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import torch

from tbcast._verdict import elementwise
from tbcast._verdict.written import RESHAPING

# src/audit/torch_mode.c has the same.
BROADCASTS, COMPARES, MULTIPLIES, INDEXES, INSERTS, KEEPS, DERIVES, RESHAPES = range(1, 9)
_OPERANDS_SHIFT = 4


class Function(NamedTuple):
    """What is known of a function."""

    operator: str
    """Its name in reports."""
    kind: int
    operands: int
    """How many of its positional arguments can be operands; 0: all."""
    inplace: bool = False


_BINARY = """
    xlog1py zeta igamma igammac gammainc gammaincc clamp_min clamp_max masked_fill copy_ cosine_similarity
    pairwise_distance max min complex polar normal masked_select vecdot
    chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w
    shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v
    shifted_chebyshev_polynomial_w hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l
    legendre_polynomial_p
"""
_TERNARY = ("where", "lerp", "addcmul", "addcdiv", "clamp", "clip")
_DUNDERS = """
    add sub mul truediv div floordiv mod pow and or xor lshift rshift eq ne lt le gt ge
"""
_SPELLED = {
    "and": "bitwise_and",
    "floordiv": "floor_divide",
    "lshift": "bitwise_left_shift",
    "mod": "remainder",
    "or": "bitwise_or",
    "rshift": "bitwise_right_shift",
    "truediv": "div",
    "xor": "bitwise_xor",
}
# Losses whose target broadcasts; binary_cross_entropy, soft_margin_loss and others refuse it themselves.
_LOSSES = "kl_div poisson_nll_loss gaussian_nll_loss hinge_embedding_loss multilabel_soft_margin_loss"
_COMPARISONS = ("dist", "allclose", "isclose")
_DERIVED = ("addmm", "addmv", "addr", "addbmm", "baddbmm", "take_along_dim", "einsum")  # derived.py
_PRODUCTS = ["matmul", "__matmul__", "__rmatmul__", "cdist"]
_KEEPING = """
    permute transpose swapaxes swapdims t movedim moveaxis adjoint flip narrow expand expand_as broadcast_to
    clone detach contiguous to float double half bfloat16 int long short char byte bool cfloat cdouble type
    type_as cpu cuda requires_grad_ pin_memory view_as_real alias __pos__ __abs__ __neg__ __invert__ signbit
    conj_physical erfinv fix lgamma digamma gammaln sinc isposinf isneginf real imag selu celu softsign
    tanhshrink hardsigmoid hardswish mish logsigmoid threshold dropout
"""
_KEEPING_ATTRIBUTES = ["T", "mT", "H", "mH", "real", "imag", "data"]
_OWNERS = (torch, torch.Tensor, torch.special, torch.linalg, torch.nn.functional)


def _found(name: str, owners: tuple[Any, ...] = _OWNERS) -> Iterator[Any]:
    for owner in owners:
        function = getattr(owner, name, None)
        if callable(function):
            yield function


def _rows() -> Iterator[tuple[Any, Function]]:
    for group, operands in (((*sorted(elementwise.BINARY), *_BINARY.split()), 2), (_TERNARY, 3)):
        for name in group:
            row = Function(name.rstrip("_"), BROADCASTS, operands, name.endswith("_"))
            yield from ((function, row) for function in _found(name))
            in_place = row._replace(inplace=True)
            yield from ((function, in_place) for function in _found(f"{name}_"))
    for name in _DUNDERS.split():
        row = Function(_SPELLED.get(name, name), BROADCASTS, 2)
        for spelled in (f"__{name}__", f"__r{name}__"):
            yield from ((function, row) for function in _found(spelled, (torch.Tensor,)))
        in_place = row._replace(inplace=True)
        yield from ((function, in_place) for function in _found(f"__i{name}__", (torch.Tensor,)))
    for function in _found("broadcast_tensors"):
        yield function, Function("broadcast_tensors", BROADCASTS, 0)
    for name in (*sorted(elementwise.LOSSES), *_LOSSES.split(), *_COMPARISONS):
        yield from ((function, Function(name, COMPARES, 2)) for function in _found(name))
    for name in _PRODUCTS:
        operator = "cdist" if name == "cdist" else "matmul"
        yield from ((function, Function(operator, MULTIPLIES, 2)) for function in _found(name))
    yield torch.Tensor.__getitem__, Function("getitem", INDEXES, 0)
    for name in _DERIVED:
        yield from ((function, Function(name, DERIVES, 0)) for function in _found(name))
        in_place = Function(name, DERIVES, 0, True)
        yield from ((function, in_place) for function in _found(f"{name}_"))
    yield from ((function, Function("unsqueeze", INSERTS, 0)) for function in _found("unsqueeze"))
    for name in RESHAPING:
        yield from ((function, Function(name, RESHAPES, 0)) for function in _found(name, _OWNERS[:2]))
    for name in (*sorted(elementwise.UNARY), *_KEEPING.split()):
        yield from ((function, Function(name, KEEPS, 0)) for function in _found(name))
    for name in _KEEPING_ATTRIBUTES:
        getter = getattr(getattr(torch.Tensor, name), "__get__", None)
        if getter is not None:
            yield getter, Function(name, KEEPS, 0)


TABLE: dict[Any, Function] = {}
for _function, _row in _rows():
    TABLE.setdefault(_function, _row)

CODES: dict[Any, int] = {
    function: row.kind | row.operands << _OPERANDS_SHIFT for function, row in TABLE.items()
}
"""What the C part looks up."""

# Names of operands in the note's warning; elsewhere they are "self and other".
_OPERAND_NAMES = {
    "lerp": ("self", "end", "weight"),
    "addcmul": ("self", "tensor1", "tensor2"),
    "addcdiv": ("self", "tensor1", "tensor2"),
    "where": ("condition", "input", "other"),
    "clamp": ("self", "min", "max"),
    "clip": ("self", "min", "max"),
    "masked_fill": ("self", "mask"),
    "copy": ("self", "src"),
}


def operand_names(operator: str, count: int) -> str:
    """'self and other', as the note's warning begins."""
    known = _OPERAND_NAMES.get(operator, ())
    names = known[:count] if 1 < count <= len(known) else ("self", "other", "tensor2")[:count]
    return " and ".join(names) if len(names) == 2 else f"{', '.join(names[:-1])}, and {names[-1]}"


def _aten() -> dict[str, Function]:
    """{name of an operator below Python's functions: what it is}"""
    found: dict[str, Function] = {}
    for row in TABLE.values():
        if row.kind in (BROADCASTS, COMPARES) and not row.operator.startswith("broadcast"):
            name = f"aten::{row.operator}{'_' * row.inplace}"
            found.setdefault(name, row._replace(kind=BROADCASTS))
    for name in ("xlog1py", "zeta"):
        found[f"aten::special_{name}"] = Function(name, BROADCASTS, 2)
    return found


ATEN = _aten()
