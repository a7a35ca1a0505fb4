"""Broadcasting, expansion and their error texts, written down once more in Python."""

import functools


class Refused(Exception):
    """A call that must raise: the exception type and its text."""

    def __init__(self, kind, text):
        super().__init__(kind, text)
        self.kind, self.text = kind, text
        self.fallback = False  # refused after the shapes had been accepted by the fallback


def show(size):
    return "[" + ", ".join(map(str, size)) + "]"


def numel(size):
    n = 1
    for s in size:
        n *= s
    return n


def broadcast(a, b):
    """The result's size, or Refused with torch's sentence: first clash from the trailing end."""
    rank = max(len(a), len(b))
    result = [1] * rank
    for i in range(1, rank + 1):
        x = a[-i] if i <= len(a) else 1
        y = b[-i] if i <= len(b) else 1
        if x != y and x != 1 and y != 1:
            raise Refused(
                RuntimeError,
                f"The size of tensor a ({x}) must match the size of tensor b ({y}) at "
                f"non-singleton dimension {rank - i}",
            )
        result[-i] = y if x == 1 else x
    return tuple(result)


def expandable(size, target):
    """Can `size` be expanded to `target`?"""
    return len(size) <= len(target) and all(
        n in (1, t) for n, t in zip(reversed(size), reversed(target), strict=False)
    )


def first_clash(size, target):
    """Dimension of `target` (from its trailing end) that `size` cannot be expanded to, or None if the only
    trouble is a dimension that target lacks."""
    for i, (n, t) in enumerate(zip(reversed(size), reversed(target), strict=False), 1):
        if n not in (1, t):
            return len(target) - i
    return None


FALLBACK = {
    "new": "self and other not broadcastable, but have the same number of elements.  "
    "Falling back to deprecated pointwise behavior.",
    "inplace": "other is not broadcastable to self, but they have the same number of elements.  "
    "Falling back to deprecated pointwise behavior.",
}
BROADCAST = (
    "self and other do not have the same shape, but are broadcastable, and have the same number of "
    "elements.\n"
    "Changing behavior in a backwards incompatible manner to broadcasting rather than viewing as "
    "1-dimensional."
)
RESIZE = (
    "An output with one or more elements was resized since it had shape {old}, which does not match the "
    "required "
    "output shape {new}. This behavior is deprecated, and in a future PyTorch release outputs will not be "
    "resized unless they have zero elements. You can explicitly reuse an out tensor t by resizing it, "
    "inplace, "
    "to zero elements with t.resize_(0)."
)
WRITTEN_TWICE = (
    "unsupported operation: more than one element of the written-to tensor refers to a single memory "
    "location. Please clone() the tensor before performing the operation."
)
PARTIAL_OVERLAP = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
    "single memory location. Please clone() the tensor before performing the operation."
)


def out_of_place(a, b, fallback=True):
    """(size, falls back?)"""
    try:
        return broadcast(a, b), False
    except Refused:
        if fallback and numel(a) == numel(b) != 0:
            return tuple(a), True
        raise


def in_place(a, b, fallback=True):
    """The design's three rules, in their order; (size, falls back?)."""
    if expandable(b, a):
        return tuple(a), False
    if fallback and numel(a) == numel(b) != 0:
        return tuple(a), True
    result = broadcast(a, b)
    text = f"output with shape {show(a)} doesn't match the broadcast shape {show(result)}"
    clash = first_clash(b, a)
    if clash is not None:
        text += (
            f"\nThe expanded size of the tensor ({a[clash]}) must match the existing size "
            f"({b[clash - len(a)]}) at non-singleton dimension {clash}."
        )
    raise Refused(RuntimeError, text)


def fallback_of(sizes, inplace):
    """The size that the deprecated fallback gives to every tensor of a call, or None."""
    if len(sizes) < 2 or numel(sizes[0]) == 0 or any(numel(size) != numel(sizes[0]) for size in sizes):
        return None
    if inplace:
        return None if all(expandable(size, sizes[0]) for size in sizes) else sizes[0]
    try:
        functools.reduce(broadcast, sizes)
    except Refused:
        return sizes[0]
    return None


def fallback_text(names, inplace):
    """Its warning, for operands of these names."""
    if inplace and len(names) == 2:
        return FALLBACK["inplace"].replace("other", names[1]).replace("self", names[0])
    joined = " and ".join(names) if len(names) == 2 else f"{', '.join(names[:-1])}, and {names[-1]}"
    return FALLBACK["new"].replace("self and other", joined)
