"""What broadcasts in calls of PyTorch's whose operands do not stand for themselves: tensors of indices among
themselves, what is added to a product, take_along_dim but for its dimension, the dots of an einsum.

tbcast's own functions tell policies and audits of the same shapes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from tbcast._verdict.risk import Shape

Operand = tuple[Shape, "torch.Tensor | None"]
"""What broadcasts, and the tensor whose shape that is, if it is a tensor's."""


def _shape(tensor: torch.Tensor) -> Shape:
    return tuple(tensor.shape)


def _indices(_: torch.Tensor, index: tuple[Any, ...]) -> list[Operand]:
    """Of `x[i, j]`. What a mask selects has as many indices as it has True: nothing is said of it."""
    tensors = [item for item in index if isinstance(item, torch.Tensor) and item.dim()]
    if any(tensor.dtype in (torch.bool, torch.uint8) for tensor in tensors):
        return []
    return [(_shape(tensor), tensor) for tensor in tensors]


def _added(input: torch.Tensor, product: Shape) -> list[Operand]:
    return [(_shape(input), input), (product, None)]


def _addmm(input: torch.Tensor, mat1: torch.Tensor, mat2: torch.Tensor, **_: Any) -> list[Operand]:
    return _added(input, (mat1.shape[0], mat2.shape[1]))


def _addmv(input: torch.Tensor, mat: torch.Tensor, vec: torch.Tensor, **_: Any) -> list[Operand]:
    return _added(input, (mat.shape[0],))


def _addr(input: torch.Tensor, vec1: torch.Tensor, vec2: torch.Tensor, **_: Any) -> list[Operand]:
    return _added(input, (vec1.shape[0], vec2.shape[0]))


def _addbmm(input: torch.Tensor, batch1: torch.Tensor, batch2: torch.Tensor, **_: Any) -> list[Operand]:
    return _added(input, (batch1.shape[1], batch2.shape[2]))


def _baddbmm(input: torch.Tensor, batch1: torch.Tensor, batch2: torch.Tensor, **_: Any) -> list[Operand]:
    return _added(input, (*batch1.shape[:2], batch2.shape[2]))


def _take_along_dim(
    input: torch.Tensor, indices: torch.Tensor, dim: int | None = None, **_: Any
) -> list[Operand]:
    if dim is None:  # both are flattened
        return []
    sizes = list(input.shape)
    sizes[dim] = indices.shape[dim]
    return [(tuple(sizes), input), (_shape(indices), indices)]


def _einsum(equation: Any, *operands: Any) -> list[Operand]:
    if not isinstance(equation, str) or "..." not in equation:
        return []
    from tbcast._composite.einsum import dots_of

    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = tuple(operands[0])
    return [(shape, None) for shape in dots_of(equation.replace(" ", ""), list(map(_shape, operands)))]


OPERANDS: dict[str, Callable[..., list[Operand]]] = {
    "getitem": _indices,
    "addmm": _addmm,
    "addmv": _addmv,
    "addr": _addr,
    "addbmm": _addbmm,
    "baddbmm": _baddbmm,
    "take_along_dim": _take_along_dim,
    "einsum": _einsum,
}
"""Of each function, called with its own arguments."""

BY_SHAPES = frozenset(OPERANDS) - {"take_along_dim", "einsum"}
"""Those in which the tensors' shapes tell all."""


def operands(operator: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Operand]:
    """What broadcasts, [] where nothing is known to: of arguments that PyTorch refuses, for one."""
    try:
        found = OPERANDS[operator](*args, **kwargs)
    except (AttributeError, IndexError, RuntimeError, TypeError):
        return []
    return found if len(found) > 1 else []
