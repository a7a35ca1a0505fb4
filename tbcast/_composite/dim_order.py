"""Tensor.dim_order. torch implements it in Python, too."""

from itertools import pairwise

from tbcast import _C
from tbcast._decorators import named


def _compared(tensor, a, b):
    """-1 if dimension a is inside b in memory, 1 if b is inside a, 0 if that is ambiguous."""
    one, other = tensor.stride(a), tensor.stride(b)
    if one == 0 or other == 0:
        return 0
    if one != other:
        return -1 if one < other else 1
    return int(tensor.size(a) > tensor.size(b))


def _from_innermost(tensor):
    """The dimensions, innermost first, in the order of pointwise results."""
    order = list(reversed(range(tensor.ndim)))
    for last in range(1, tensor.ndim):
        at = last
        for before in reversed(range(last)):
            found = _compared(tensor, order[before], order[at])
            if found < 0:
                break
            if found > 0:
                order[before], order[at] = order[at], order[before]
                at = before
    return order


def _order(tensor, unique):
    if tensor.ndim < 2:
        return tuple(range(tensor.ndim))
    rows = tensor.is_contiguous()
    channels = tensor.is_contiguous(memory_format=_C.channels_last)
    if rows != channels:
        return tuple(range(tensor.ndim)) if rows else (0, 2, 3, 1)
    order = _from_innermost(tensor)
    if unique and any(_compared(tensor, a, b) >= 0 for a, b in pairwise(order)):
        raise RuntimeError("The tensor does not have unique dim order.")
    return tuple(reversed(order))


@named("Tensor.dim_order")
def dim_order(self, *, ambiguity_check=False):
    """See the docstring of the binding."""
    formats = [] if isinstance(ambiguity_check, bool) else ambiguity_check
    if not isinstance(formats, list) or not all(isinstance(f, _C.memory_format) for f in formats):
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    several = 1 in self.size() or any(a == b for a, b in pairwise(self.stride()))
    known = sum(self.is_contiguous(memory_format=f) for f in formats) == 1
    if ambiguity_check is not False and several and not known:
        raise RuntimeError(
            "The tensor does not have unique dim order, or cannot map to exact one of the given memory "
            "formats."
        )
    return _order(self, ambiguity_check)
