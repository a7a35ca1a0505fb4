"""Shapes of products of matrices, einsum, and of what joins tensors.  Relies on values.py and rules.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tbcast._explain.expressions.rules import argument, pointwise, reduced, rule, tensor
from tbcast._explain.expressions.values import Refused, Tensor, Trace, UnknownPart, dimension, refuse_sizes
from tbcast._explain.symbols import with_symbols


def _contracted(one: int, other: int, what: str) -> None:
    if one != other:
        raise Refused(f"{what}: {one} and {other}")


@rule("matmul", "mm", "bmm", "mv", "dot", "vdot", "inner")
def matmul(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    """The dimensions before the last two broadcast."""
    a, b = (tensor(value, trace) for value in [*args, *kwargs.values()][:2])
    if not a.shape or not b.shape:
        raise Refused("both operands of a product need to have a dimension")
    rows = b.shape[-2] if len(b.shape) > 1 else b.shape[0]
    _contracted(a.shape[-1], rows, "the last size of a must be the last but one of b")
    m = a.shape[-2:-1]
    n = b.shape[-1:] if len(b.shape) > 1 else ()
    batch = a.shape[:-2] if len(a.shape) > 2 else b.shape[:-2]
    if len(a.shape) > 2 and len(b.shape) > 2:
        batch = trace.broadcast(code, (a, b), core=2)
    return Tensor((*batch, *m, *n))


@rule("linear")
def _linear(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x, weight = (tensor(value, trace) for value in args[:2])
    _contracted(x.shape[-1], weight.shape[-1], "the last sizes must be the same")
    return Tensor((*x.shape[:-1], *weight.shape[:-1]))


@rule("outer", "ger")
def _outer(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    a, b = (tensor(value, trace) for value in args[:2])
    return Tensor((trace.product(a.shape), trace.product(b.shape)))


@rule("cdist")
def _cdist(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    a, b = (tensor(value, trace) for value in args[:2])
    if min(len(a.shape), len(b.shape)) < 2:
        raise Refused("cdist takes tensors of two dimensions or more")
    _contracted(a.shape[-1], b.shape[-1], "the last sizes must be the same")
    batch = trace.broadcast(code, (a, b), core=2) if max(len(a.shape), len(b.shape)) > 2 else ()
    return Tensor((*batch, a.shape[-2], b.shape[-2]))


@rule("cosine_similarity", "pairwise_distance")
def _similarity(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    found = pointwise(trace, code, args[:2])
    default = 1 if "cosine" in code else -1
    dim = argument(args, kwargs, 2, "dim", default=default) if "cosine" in code else -1
    return Tensor(reduced(trace, found.shape, dim, bool(kwargs.get("keepdim", False))))


@rule("one_hot")
def _one_hot(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    return Tensor((*tensor(args[0], trace).shape, trace.size(argument(args, kwargs, 1, "num_classes"))))


@rule("einsum")
def _einsum(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    """Dimensions of one letter are equal or 1; those of an ellipsis broadcast."""
    if not args or not isinstance(args[0], str):
        raise UnknownPart(f"explain(): einsum without its equation: {code}")
    inputs, arrow, output = args[0].replace(" ", "").partition("->")
    terms = inputs.split(",")
    operands = [tensor(value, trace) for value in args[1:]]
    if len(terms) != len(operands):
        raise Refused(f"einsum has {len(terms)} terms and {len(operands)} operands")
    sizes: dict[str, int] = {}
    rest: list[Tensor] = []
    for term, operand in zip(terms, operands, strict=True):
        before, dots, after = term.partition("...")
        ndim = len(before) + len(after)
        if len(operand.shape) < ndim or (not dots and len(operand.shape) != ndim):
            raise Refused(f"the term {term!r} has not the dimensions of {trace.code_of(operand)}")
        last = len(operand.shape) - len(after)
        for letter, size in zip(
            before + after, operand.shape[: len(before)] + operand.shape[last:], strict=True
        ):
            if sizes.setdefault(letter, size) != size and 1 not in (sizes[letter], size):
                raise Refused(f"the letter {letter} has sizes {sizes[letter]} and {size}")
            sizes[letter] = size if sizes[letter] == 1 else sizes[letter]
        if dots:
            rest.append(trace.keep(trace.code_of(operand), Tensor(operand.shape[len(before) : last])))
    if not arrow:
        letters = inputs.replace(",", "").replace(".", "")
        output = "..." * bool(rest) + "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    common = trace.broadcast(code, rest) if rest else ()
    before, dots, after = output.partition("...")
    if unknown := set(before + after) - set(sizes):
        raise Refused(f"the letter {min(unknown)} is in no operand")
    return Tensor((*(sizes[c] for c in before), *(common if dots else ()), *(sizes[c] for c in after)))


@rule("cat", "concat", "concatenate", "stack", "vstack", "hstack")
def _join(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    """cat joins along a dimension, in which sizes may differ, and nothing broadcasts; stack makes a new
    one.
    """
    name = code.partition("(")[0].rpartition(".")[2]
    given = args[0] if args else kwargs.get("tensors")
    if not isinstance(given, (tuple, list)):
        raise UnknownPart(f"explain(): the tensors to join are a list or tuple: {code}")
    shapes = [tensor(value, trace).shape for value in given]
    if not shapes:
        raise Refused("there is nothing to join")
    ndim = len(shapes[0])
    dim = trace.size(argument(args, kwargs, 1, "dim", "axis", default=0))
    if name == "stack":
        for shape in shapes:
            if shape != shapes[0]:
                raise refuse_sizes("stack takes equal shapes and does not broadcast", shapes[0], shape)
        d = dimension(dim, ndim + 1)
        return Tensor((*shapes[0][:d], len(shapes), *shapes[0][d:]))
    if name == "vstack":
        shapes = [(1, *shape) if len(shape) == 1 else shape for shape in shapes]
    ndim, dim = (
        len(shapes[0]),
        0 if name == "vstack" else dim if name != "hstack" else min(len(shapes[0]) - 1, 1),
    )
    d = dimension(dim, ndim)
    total = shapes[0][d] if ndim else 0
    for shape in shapes[1:]:
        if len(shape) != ndim or shape[:d] + shape[d + 1 :] != shapes[0][:d] + shapes[0][d + 1 :]:
            raise refuse_sizes(
                f"sizes but that of dimension {d} must be equal, cat does not broadcast", shapes[0], shape
            )
        total = trace.product([2, total]) if shape[d] == total else trace.shifted(total, shape[d])
    return Tensor((*shapes[0][:d], total, *shapes[0][d + 1 :]))


@rule("broadcast_tensors", "broadcast_arrays")
def _broadcast_tensors(
    trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]
) -> tuple[Tensor, ...]:
    given = args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args
    tensors = [tensor(value, trace) for value in given]
    shape = trace.broadcast(code, tensors)
    return tuple(Tensor(shape) for _ in tensors)


@rule("broadcast_shapes")
def _broadcast_shapes(
    trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]
) -> tuple[int, ...]:
    tensors = [trace.keep(trace.code_of(shape), Tensor(trace.sizes([shape]))) for shape in args]
    return with_symbols([trace.broadcast(code, tensors)], trace.table)[0]
