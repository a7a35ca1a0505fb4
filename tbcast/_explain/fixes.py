"""What to write instead: changes of one operand, computed from the shapes, each checked to work.

Depends only on symbols.py and _verdict/risk.py, so that an error can name its best fix without any tensor.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

from tbcast._explain.symbols import NamedShape, Shape, broadcast, with_names
from tbcast._verdict.risk import is_ambiguous_pair, name_of, ordinal

MAX_FIXES = 4
MAX_PERMUTED = 5
"""The largest number of dimensions whose permutations are all tried."""
MAX_ALIGNED = 8
OUT_OF_PLACE = "a + b"
"""Stands for any operation."""


@dataclass(frozen=True)
class Fix:
    """A change of one operand, and its effect."""

    code: str
    """Python code for the changed operand, `b[:, None]`; for in-place operations maybe a form that returns a
    new tensor."""
    same_as: tuple[str, ...]
    """Other spellings: `b.unsqueeze(1)`; `keepdim=True`, in the reduction that made `b`, if there may be
    one."""
    operand: str
    operand_shape: NamedShape
    """The shape of the changed operand."""
    shape: NamedShape
    """The shape of the result."""
    why: str


def result_of(shapes: tuple[Shape, ...], inplace: bool) -> Shape | None:
    """The shape of the operation's result, or None if it fails."""
    shape = broadcast(*shapes)
    return None if inplace and shape != shapes[0] else shape


def _indexing(name: str, own_dims: tuple[int, ...], ndim: int) -> str:
    """The indexing that puts a tensor's dimensions at `own_dims` of `ndim`, with new dimensions between
    them."""
    return f"{name}[{', '.join(':' if d in own_dims else 'None' for d in range(ndim))}]"


@dataclass(frozen=True)
class _Change:
    code: str
    shape: Shape
    why: str
    same_as: tuple[str, ...] = ()


def _aligned(name: str, shape: Shape, target: Shape, own_dims: tuple[int, ...], why: str) -> _Change:
    ndim = len(target)
    new = tuple(shape[own_dims.index(d)] if d in own_dims else 1 for d in range(ndim))
    added = [d for d in range(ndim) if d not in own_dims]
    same: tuple[str, ...] = (f"{name}.unsqueeze({added[0]})",) if len(added) == 1 else ()
    if same and target[added[0]] != 1 and shape == target[: added[0]] + target[added[0] + 1 :]:
        same += ("keepdim=True",)  # as if reduced along that dimension
    return _Change(_indexing(name, own_dims, ndim), new, why, same)


def _realigned(name: str, shape: Shape, target: Shape) -> Iterator[_Change]:
    """Changes that align the operand's dimensions with other than the last ones of the target."""
    ndim, own = len(target), len(shape)
    if own >= ndim or ndim > MAX_ALIGNED:
        return
    for own_dims in itertools.combinations(range(ndim), own):
        fits = all(shape[i] in (1, target[d]) for i, d in enumerate(own_dims))
        if fits and own_dims != tuple(range(ndim - own, ndim)):
            where = " and ".join(ordinal(ndim - d) for d in own_dims)
            plural = "s" if own > 1 else ""
            yield _aligned(
                name, shape, target, own_dims, f"if {name} belongs to the {where} trailing dimension{plural}"
            )


def _permuted_or_reshaped(name: str, shape: Shape, other: str, target: Shape) -> Iterator[_Change]:
    """Changes that permute the operand, or give its elements the other's shape."""
    if len(shape) == 2 and len(target) == 2 and shape[::-1] != shape:
        yield _Change(f"{name}.T", shape[::-1], f"if {name} is transposed", (f"{name}.transpose(0, 1)",))
    elif (
        2 < len(shape) == len(target) <= MAX_PERMUTED and sorted(shape) == sorted(target) and shape != target
    ):
        for order in itertools.permutations(range(len(shape))):
            if tuple(shape[d] for d in order) == target:
                code = f"{name}.permute({', '.join(map(str, order))})"
                yield _Change(code, target, f"if {name} has its dimensions in another order")
                break
    ones = [d for d, size in enumerate(shape) if size == 1 and shape[:d] + shape[d + 1 :] == target]
    if ones:
        d = ones[-1]
        own = f"{name}[{', '.join(['0' if k == d else ':' for k in range(len(shape))])}]"
        why = f"if {name} should not have its dimension of size 1"
        yield _Change(f"{name}.squeeze({d})", target, why, (own,))
    elif shape != target and math.prod(shape) == math.prod(target):
        sizes = ", ".join(map(str, target))
        yield _Change(
            f"{name}.reshape({sizes})" if target else f"{name}.reshape(())",
            target,
            f"if the elements of {name} and {other} belong together in their order",
        )


def _written_out(name: str, shape: Shape, target: Shape) -> Iterator[_Change]:
    """The same broadcast with every dimension written out."""
    ndim, own = len(target), len(shape)
    if own < ndim <= MAX_ALIGNED:
        yield _aligned(name, shape, target, tuple(range(ndim - own, ndim)), "the same broadcast, written out")


def _changes(shapes: tuple[Shape, ...], i: int, j: int, works: bool) -> Iterator[tuple[int, _Change]]:
    """Changes of operands i and j, the shorter one first."""
    pair = sorted((i, j), key=lambda k: (len(shapes[k]), -k))
    names = {k: name_of(k) for k in pair}
    for one, other in (pair, pair[::-1]):
        for change in _realigned(names[one], shapes[one], shapes[other]):
            yield one, change
    for one, other in (pair, pair[::-1]):
        for change in _permuted_or_reshaped(names[one], shapes[one], names[other], shapes[other]):
            yield one, change
    one, other = pair
    if works:
        for change in _written_out(names[one], shapes[one], shapes[other]):
            yield one, change
    elif len(shapes[one]) == len(shapes[other]) == 1:
        why = f"if every element of {names[i]} meets every one of {names[j]}"
        yield i, _aligned(names[i], shapes[i], (shapes[i][0], 1), (0,), why)


def _pair(shapes: tuple[Shape, ...], inplace: bool) -> tuple[int, int] | None:
    """The operands to change: the first that clash, or if all broadcast, the first two that both grow."""
    for i, j in itertools.combinations(range(len(shapes)), 2):
        if result_of((shapes[i], shapes[j]), inplace and i == 0) is None:
            return i, j
    for i, j in itertools.combinations(range(len(shapes)), 2):
        shape = broadcast(shapes[i], shapes[j])
        if shape is not None and shape not in (shapes[i], shapes[j]):
            return i, j
    for i, j in itertools.combinations(range(len(shapes)), 2):
        if is_ambiguous_pair(shapes[i], shapes[j]):
            return i, j
    return (0, 1) if len(shapes) > 1 else None


def fixes_of(
    shapes: tuple[Shape, ...], inplace: bool, pair: tuple[int, int] | None = None
) -> tuple[Fix, ...]:
    """Up to four fixes, the best first. The caller knows whether any is needed. pair: the operands to change;
    by default those that clash or grow.
    """
    pair = pair or _pair(shapes, inplace)
    if pair is None:
        return ()
    works = result_of(shapes, inplace) is not None
    found: dict[tuple[int, Shape], Fix] = {}
    for index, change in _changes(shapes, *pair, works):
        changed = (*shapes[:index], change.shape, *shapes[index + 1 :])
        shape = result_of(changed, inplace and index != 0)
        if shape is None or (inplace and shape != changed[0]) or (index, change.shape) in found:
            continue
        found[index, change.shape] = Fix(
            change.code,
            change.same_as,
            name_of(index),
            with_names(change.shape),
            with_names(shape),
            change.why,
        )
    result = list(found.values())[:MAX_FIXES]
    shape = broadcast(*shapes)
    if inplace and shape is not None and shape != shapes[0] and len(shapes) == 2:
        why = f"out of place: {name_of(0)} keeps its shape, the result is new"
        result.insert(
            0, Fix(OUT_OF_PLACE, ("torch.add(a, b)",), "a", with_names(shapes[0]), with_names(shape), why)
        )
    return tuple(result[:MAX_FIXES])
