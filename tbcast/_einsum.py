"""torch.einsum: sums of products by letters, reduced to views, sums and batches of matrix products.

Every operand becomes a view with one dimension for each letter: first those of the result, then those that
are summed.  Two operands at a time, from the left, are multiplied; what no later operand has is summed on
the way.
"""

import string
from math import prod

import tbcast
from tbcast._contractions import times

DOTS = "..."


def einsum(*args):
    """Sums of products of the operands' elements: einsum(equation, *operands).

    The equation names the dimensions of each operand by letters, "ij,jk->ik"; letters that the part behind
    the arrow lacks are summed. A letter repeated in one operand takes its diagonal, "..." stands for the
    dimensions that have no letters, and without an arrow the result has the letters that appear once, in
    alphabetical order. Instead of an equation operands can be followed by lists of numbers from 0 to 51:
    einsum(a, [0, 1], b, [1, 2], [0, 2]). More than two operands are multiplied from left to right.

    Operands: tensors whose dimensions of one letter broadcast; where products are summed, of one dtype.
    Result: a view where nothing is multiplied or summed.
    Raises RuntimeError for an equation that does not fit, ValueError for too few arguments, TypeError for
    what is no Tensor.
    As torch.einsum, without its optional search for a better order.

    >>> torch.einsum("ij,j->i", torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 10.]))
    tensor([21., 43.])
    """
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one operand "
            "and "
            "its subscripts list"
        )
    if isinstance(args[0], tbcast.Tensor):
        equation = ",".join("".join(map(_letter, numbers)) for numbers in args[1::2])
        if len(args) % 2:
            equation += "->" + "".join(map(_letter, args[-1]))
        operands = args[:-1:2] if len(args) % 2 else args[::2]
    else:
        equation, *operands = args
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        return einsum(equation, *operands[0])
    if not isinstance(equation, str):
        raise TypeError(
            f"einsum(): argument 'equation' (position 1) must be str, not {type(equation).__name__}"
        )
    for i, operand in enumerate(operands):
        if not isinstance(operand, tbcast.Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 1, but got {type(operand).__name__}")
    return _contracted(equation, list(operands))


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
    """Letters and ellipses of one operand or of the result; start: of the text in the equation."""
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


def _covered(words, operands):
    """How many dimensions the longest ellipsis stands for."""
    longest = 0
    for i, (labels, operand) in enumerate(zip(words, operands, strict=True)):
        dots, letters, dims = DOTS in labels, len(labels) - (DOTS in labels), operand.dim()
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
    """The labels of the result; right: what is behind the arrow, None without one."""
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


# ---- the operands as views with a dimension for each label ----


class _Sizes:
    """The sizes that labels have so far; a dimension of an ellipsis is labelled by its number."""

    def __init__(self):
        self.of = {}

    def add(self, label, size, i, dim):
        """Operand i has this size at `dim`."""
        known = self.of.get(label, 1)
        if size == 1:
            return
        if isinstance(label, int):
            text = (
                f"dimension {dim} covered by ellipsis in operand {i}has size {size} which does not "
                f"broadcast with "
                f"previously seen ellipsis with size {known} for the respective dimension"
            )
        else:
            text = (
                f"subscript {label} has size {size} for operand {i} which does not broadcast with "
                f"previously seen "
                f"size {known}"
            )
        _check(known in (1, size), text)
        self.of[label] = size


def _aligned(operand, labels, order, covered, sizes, i):
    """A view of the operand whose dimensions are those of order, 1 where it has none."""
    own = operand.dim() - (len(labels) - 1)
    expanded = []
    for label in labels:
        expanded += range(covered - own, covered) if label == DOTS else [label]
    kept = []
    for label in expanded:
        dim = len(kept)
        if label not in kept:
            sizes.add(label, operand.size(dim), i, dim)
            kept.append(label)
            continue
        first = kept.index(label)
        _check(
            operand.size(dim) == operand.size(first),
            f"subscript {label} is repeated for operand {i} but the sizes don't match, {operand.size(dim)} "
            f"!= "
            f"{operand.size(first)}",
        )
        operand = operand.diagonal(0, first, dim).movedim(-1, first)
    for label in order:
        if label not in kept:
            operand = operand.unsqueeze(len(kept))
            kept.append(label)
    return operand.permute([kept.index(label) for label in order])


# ---- products ----


def _contracted(equation, operands):
    left, arrow, right = equation.partition("->")
    words = _words_of_operands(left, len(operands))
    covered = _covered(words, operands)
    result = _result(right if arrow else None, len(left) + 2, words)
    dots = list(range(covered))
    order = [part for label in result for part in (dots if label == DOTS else [label])]
    out = len(order)
    order += dots if DOTS not in result else []
    order += sorted({label for labels in words for label in labels} - {DOTS, *result})
    sizes = _Sizes()
    views = [
        _aligned(operand, labels, order, covered, sizes, i)
        for i, (operand, labels) in enumerate(zip(operands, words, strict=True))
    ]
    summed = range(out, len(order))
    if len(views) == 1:
        return views[0].sum(list(summed)) if summed else views[0]
    first = views[0]
    for n, second in enumerate(views[1:], 2):
        first = _product(first, second, [d for d in summed if all(view.size(d) == 1 for view in views[n:])])
    return first.view(first.shape[:out])


def _product(a, b, last):
    """a * b, summed over those of the dimensions `last` in which either has more than 1."""
    alone = [d for d in last if (a.size(d) == 1) != (b.size(d) == 1)]
    both = [d for d in last if a.size(d) != 1 and b.size(d) != 1]
    a, b = (
        x.sum(dims, keepdim=True) if (dims := [d for d in alone if x.size(d) != 1]) else x for x in (a, b)
    )
    if not both:
        return times(a, b)
    batch, of_a, of_b = [], [], []
    for d in range(a.dim()):
        if d not in both:
            (of_b if a.size(d) == 1 else of_a if b.size(d) == 1 else batch).append(d)
    if of_a and of_b and of_b[-1] < of_a[0]:  # the result is contiguous then
        a, b, of_a, of_b = b, a, of_b, of_a
    groups = [[a.size(d) for d in batch], [a.size(d) for d in of_a], [a.size(d) for d in both]]
    n, m, k = map(prod, groups)
    wide = [b.size(d) for d in of_b]
    product = tbcast.bmm(
        a.permute(batch + of_a + both + of_b).reshape(n, m, k),
        b.permute(batch + both + of_b + of_a).reshape(n, k, prod(wide)),
    )
    order = batch + of_a + both + of_b
    return product.view(*groups[0], *groups[1], *[1] * len(both), *wide).permute(
        [order.index(d) for d in range(a.dim())]
    )
