"""Reductions that are compositions of others; the bindings import them at their first call."""

from tbcast import _C


def sum_to_size(input, size):
    """Sum `input` where `size` lacks a dimension or has 1, so that the result has that size."""
    size, have = tuple(size), tuple(input.size())
    lacking = len(have) - len(size)
    if lacking < 0 or any(
        want not in (1, got) for want, got in zip(size, have[max(lacking, 0) :], strict=True)
    ):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(have)}}}.")
    dims = [d for d in range(len(have)) if d < lacking or (size[d - lacking] == 1 and have[d] != 1)]
    if not dims:
        return input
    return _C.sum(input, dims, True).view(size)
