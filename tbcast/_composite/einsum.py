"""torch.einsum: sums of products by letters, reduced to views, sums and batched matrix products.

Every operand becomes a view with one dimension for each letter: first those of the result, then those that
are summed. The operands are multiplied from left to right; letters that no later operand has are summed on
the way. The plan depends only on the equation and the operands' sizes, and is cached.
"""

import string
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any

from tbcast import _C
from tbcast._composite.contractions import multiply
from tbcast._composite.outputs import check_tensors
from tbcast._decorators import overridable
from tbcast._verdict.calls import one_call

DOTS = "..."


@overridable
def einsum(*args: Any) -> _C.Tensor:
    """Sums of products of the operands' elements: einsum(equation, *operands).

    The equation names the dimensions of each operand by letters, "ij,jk->ik"; letters that do not appear
    after the arrow are summed. A letter repeated in one operand takes its diagonal, and "..." stands for the
    dimensions without letters. Without an arrow, the result has the letters that appear once, in alphabetical
    order. Instead of an equation, each operand can be followed by a list of numbers from 0 to 51:
    einsum(a, [0, 1], b, [1, 2], [0, 2]). More than two operands are multiplied from left to right.

    Operands: tensors; dimensions with the same letter broadcast. If products are summed, all have the same
    dtype. Result: a view if nothing is multiplied or summed.
    Raises RuntimeError if the equation does not match the operands, ValueError for too few arguments,
    TypeError if an operand is not a Tensor.
    As torch.einsum, without its optional search for a better order.

    >>> torch.einsum("ij,j->i", torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 10.]))
    tensor([21., 43.])
    """
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one operand "
            "and its subscripts list"
        )
    if isinstance(args[0], _C.Tensor):
        equation = ",".join("".join(map(_letter, numbers)) for numbers in args[1::2])
        if len(args) % 2:
            equation += "->" + "".join(map(_letter, args[-1]))
        operands = list(args[:-1:2] if len(args) % 2 else args[::2])
    else:
        equation, *operands = args
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        return einsum(equation, *operands[0])
    if not isinstance(equation, str):
        raise TypeError(
            f"einsum(): argument 'equation' (position 1) must be str, not {type(equation).__name__}"
        )
    check_tensors(operands, 1)
    if _C._is_watched():
        with one_call("einsum", *dots_of(equation, [operand.shape for operand in operands])):
            return _contracted(equation, operands)
    return _contracted(equation, operands)


def _letter(number):
    if number is Ellipsis:
        return DOTS
    if not (number >= 0 and number < 52):
        raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")
    return (string.ascii_uppercase + string.ascii_lowercase)[number]


def _check(holds, text):
    if not holds:
        raise RuntimeError(f"einsum(): {text}")


# ---- the equation ----


def _words(text, start, where):
    """The letters and ellipses of one operand or of the result. start: its position in the equation."""
    found, i = [], 0
    while i < len(text):
        if text[i] == ".":
            already = f"for which an {_dots(where)} was" if where != "output" else "but an ellipsis (...) was"
            _check(DOTS not in found, f"found '.' for {where} {already} already found")
            _check(text[i : i + 3] == DOTS, f"found '.' for {where} that is not part of any {_dots(where)}")
            found.append(DOTS)
            i += 2
        elif text[i] != " ":
            _check(
                text[i] in string.ascii_letters,
                f"invalid subscript given at index {start + i} in the equation string, subscripts must be in "
                "[a-zA-Z]",
            )
            found.append(text[i])
        i += 1
    return found


def _dots(where):
    return "ellipsis (...)" if where == "output" else "ellipsis"


def _words_of_operands(text, n):
    found, start = [], 0
    for i, part in enumerate(text.split(",")):
        _check(i < n, "fewer operands were provided than specified in the equation")
        found.append(_words(part, start, f"operand {i}"))
        start += len(part) + 1
    _check(len(found) == n, "more operands were provided than specified in the equation")
    return found


def _covered(words, shapes):
    """The number of dimensions of the longest ellipsis."""
    longest = 0
    for i, (labels, size) in enumerate(zip(words, shapes, strict=True)):
        dots, letters, dims = DOTS in labels, len(labels) - (DOTS in labels), len(size)
        if dots:
            text = f"is more than the number of dimensions ({dims}) for operand {i}"
        else:
            text = (
                f"does not match the number of dimensions ({dims}) for operand {i} and no ellipsis was given"
            )
        fits = letters <= dims if dots else letters == dims
        _check(fits, f"the number of subscripts in the equation ({letters}) {text}")
        longest = max(longest, dims - letters) if dots else longest
    return longest


def _result(right, start, words):
    """The labels of the result. right: the text after the arrow, None without an arrow."""
    seen = [label for labels in words for label in labels if label != DOTS]
    if right is None:
        return [DOTS, *sorted(label for label in set(seen) if seen.count(label) == 1)]
    found = _words(right, start, "output")
    for i, label in enumerate(found):
        if label != DOTS:
            missing = "does not appear in the equation for any input operand"
            _check(label in seen, f"output subscript {label} {missing}")
            _check(label not in found[:i], f"output subscript {label} appears more than once in the output")
    return found


# ---- operands as views with a dimension for each label ----


class _Sizes:
    """The sizes of the labels so far; a dimension of an ellipsis has its number as label."""

    def __init__(self):
        self.of = {}

    def add(self, label, size, i, dim):
        """Record the size of operand i at `dim`."""
        known = self.of.get(label, 1)
        if size == 1:
            return
        if isinstance(label, int):
            text = (
                f"dimension {dim} covered by ellipsis in operand {i}has size {size} which does not broadcast "
                f"with previously seen ellipsis with size {known} for the respective dimension"
            )
        else:
            text = (
                f"subscript {label} has size {size} for operand {i} which does not broadcast with "
                f"previously seen size {known}"
            )
        _check(known in (1, size), text)
        self.of[label] = size


@dataclass(frozen=True)
class _View:
    """How to give an operand a dimension for each label."""

    diagonals: tuple
    """Pairs of dimensions that become the first one of the pair."""
    missing: int
    """The number of labels that it lacks: they become dimensions of size 1 at the end."""
    order: tuple | None
    """The permutation, None if the order stays."""
    size: tuple
    """The size of the resulting view."""

    def of(self, operand):
        for first, dim in self.diagonals:
            operand = operand.diagonal(0, first, dim).movedim(-1, first)
        for _ in range(self.missing):
            operand = operand.unsqueeze(-1)
        return operand if self.order is None else operand.permute(self.order)


def _moved(order):
    return None if list(order) == sorted(order) else tuple(order)


def _aligned(size, labels, order, covered, sizes, i):
    """The _View of operand i, which has this size, with its dimensions in this order."""
    own = len(size) - (len(labels) - 1)
    expanded = []
    for label in labels:
        expanded += range(covered - own, covered) if label == DOTS else [label]
    kept, kept_size, diagonals = [], [], []
    for label, n in zip(expanded, size, strict=True):
        dim = len(kept)
        if label not in kept:
            sizes.add(label, n, i, dim)
            kept.append(label)
            kept_size.append(n)
            continue
        first = kept.index(label)
        _check(
            n == kept_size[first],
            f"subscript {label} is repeated for operand {i} but the sizes don't match, {n} != "
            f"{kept_size[first]}",
        )
        diagonals.append((first, dim))
    missing = [label for label in order if label not in kept]
    kept_size += [1] * len(missing)
    moves = [(kept + missing).index(label) for label in order]
    return _View(tuple(diagonals), len(missing), _moved(moves), tuple(kept_size[d] for d in moves))


# ---- products ----


@dataclass(frozen=True)
class _Product:
    """How two operands with all dimensions are multiplied, and summed over some."""

    alone: tuple
    """The dimensions over which a and b are summed beforehand."""
    exchanged: bool
    """Whether b is on the left."""
    orders: tuple
    """The permutations of the left and right operands and of the result; empty if nothing is summed."""
    sizes: tuple
    """The sizes as which the matrix product sees the three of them."""
    size: tuple
    """The size of the result."""

    def of(self, a, b):
        a, b = (x.sum(dims, keepdim=True) if dims else x for x, dims in zip((a, b), self.alone, strict=True))
        if not self.orders:
            return multiply(a, b)
        pair = (b, a) if self.exchanged else (a, b)
        left, right = (x.permute(self.orders[i]).reshape(self.sizes[i]) for i, x in enumerate(pair))
        result = _C.bmm(left, right).view(self.sizes[2])
        return result if self.orders[2] is None else result.permute(self.orders[2])


def _product(a, b, last):
    """The _Product of sizes a and b, summed over those of the dimensions `last` in which either is not 1."""
    dims = range(len(a))
    alone = tuple([d for d in last if x[d] != 1 and y[d] == 1] for x, y in ((a, b), (b, a)))
    a, b = (
        tuple(1 if d in over else n for d, n in enumerate(x)) for x, over in zip((a, b), alone, strict=True)
    )
    both = [d for d in last if a[d] != 1]
    size = tuple(1 if d in both else b[d] if a[d] == 1 else a[d] for d in dims)
    if not both:
        return _Product(alone, False, (), (), size)
    of_b = [d for d in dims if d not in both and a[d] == 1]
    of_a = [d for d in dims if d not in both and a[d] != 1 and b[d] == 1]
    batch = [d for d in dims if d not in both + of_a + of_b]
    exchanged = bool(of_a and of_b) and of_b[-1] < of_a[0]  # the result is then contiguous
    if exchanged:
        of_a, of_b = of_b, of_a
    n, m, k, p = (prod(max(a[d], b[d]) if a[d] and b[d] else 0 for d in x) for x in (batch, of_a, both, of_b))
    order = batch + of_a + both + of_b
    orders = order, batch + both + of_b + of_a, _moved([order.index(d) for d in dims])
    sizes = (n, m, k), (n, k, p), tuple(size[d] for d in order)
    return _Product(alone, exchanged, orders, sizes, size)


# ---- einsum as a whole ----


def _plan(equation, shapes):
    """The plan: a _View for each operand, a _Product for each after the first, the dimensions to sum of a
    single one (or None), and the number of dimensions of the result."""
    left, arrow, right = equation.partition("->")
    words = _words_of_operands(left, len(shapes))
    covered = _covered(words, shapes)
    result = _result(right if arrow else None, len(left) + 2, words)
    dots = list(range(covered))
    order = [part for label in result for part in (dots if label == DOTS else [label])]
    out = len(order)
    order += dots if DOTS not in result else []
    order += sorted({label for labels in words for label in labels} - {DOTS, *result})
    sizes = _Sizes()
    views = [
        _aligned(size, labels, order, covered, sizes, i)
        for i, (size, labels) in enumerate(zip(shapes, words, strict=True))
    ]
    summed, products = range(out, len(order)), []
    size = views[0].size
    for n, view in enumerate(views[1:], 2):
        last = [d for d in summed if all(later.size[d] == 1 for later in views[n:])]
        products.append(_product(size, view.size, last))
        size = products[-1].size
    return views, products, list(summed) if len(views) == 1 else None, out


_kept_plan = lru_cache(maxsize=256)(_plan)


def dots_of(equation, shapes):
    """The dimensions of "..." in each operand, which broadcast. Raises RuntimeError for an invalid
    equation."""
    covered = []
    words = _words_of_operands(equation.partition("->")[0], len(shapes))
    for labels, shape in zip(words, shapes, strict=True):
        start = labels.index(DOTS) if DOTS in labels else 0
        own = len(shape) - (len(labels) - 1) if DOTS in labels else 0
        covered.append(tuple(shape[start : start + own]))
    return tuple(covered)


def _contracted(equation, operands):
    views, products, summed, out = _kept_plan(equation, tuple(tuple(operand.shape) for operand in operands))
    result = views[0].of(operands[0])
    if summed is not None:
        return result.sum(summed) if summed else result
    for product, view, operand in zip(products, views[1:], operands[1:], strict=True):
        result = product.of(result, view.of(operand))
    return result if result.dim() == out else result.view(result.shape[:out])
