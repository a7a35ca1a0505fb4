"""Expressions on a tensor `t` of a given size and layout, and the full description of what they give."""

import itertools

from differential.cases import tensor_bits
from under_test import first_line, tb, torch

SMALL = [shape for rank in range(5) for shape in itertools.product((0, 1, 2, 3), repeat=rank)]
TINY = [shape for rank in range(4) for shape in itertools.product((0, 1, 2, 3), repeat=rank)]
TRANSPOSING = ("transpose_", "swapaxes_", "swapdims_")
LAYOUTS = ("contiguous", "reversed", "strided", "expanded")


def build(lib, size, layout):
    """The same tensor in either library: 0, 1, 2, ... in its storage."""
    n = 1
    for s in size:
        n *= s
    if layout == "strided":
        double = tuple(2 * s for s in size)
        t = lib.arange(2 ** len(size) * n, dtype=lib.float32).reshape(double)
        for d in range(len(size)):
            t = t[(slice(None),) * d + (slice(1, None, 2),)]
        return t
    if layout == "expanded":
        inner = tuple(1 if d % 2 == 0 else s for d, s in enumerate(size))
        count = 1
        for s in inner:
            count *= s
        return lib.arange(count, dtype=lib.float32).reshape(inner).expand(size)
    t = lib.arange(n, dtype=lib.float32)
    if layout == "reversed":
        return t.reshape(size[::-1]).permute(tuple(reversed(range(len(size)))))
    return t.reshape(size)


def described(result, lib, base):
    """What is compared: for tensors everything that a view is, and whether it shares the base's memory."""
    if isinstance(result, lib.Tensor):
        shares = result.numel() > 0 and base.numel() > 0 and shares_memory(result, base)
        return (
            tuple(result.size()),
            tuple(result.stride()),
            result.storage_offset(),
            str(result.dtype),
            result.is_contiguous(),
            shares,
            tensor_bits(result, "float32").tolist(),
        )
    if isinstance(result, (tuple, list)):
        return [described(r, lib, base) for r in result]
    return result


def extent(t):
    last = t.data_ptr() + sum((n - 1) * s for n, s in zip(t.size(), t.stride(), strict=True)) * 4
    return t.data_ptr(), last


def shares_memory(a, b):
    (a0, a1), (b0, b1) = extent(a), extent(b)
    return a0 <= b1 and b0 <= a1


def evaluate(lib, size, layout, expression):
    t = build(lib, size, layout)
    try:
        return described(eval(expression, {"t": t, "torch": lib}), lib, t)
    except Exception as error:
        return type(error).__name__, first_line(error)


def same(ours, theirs):
    """Equal; a refusal may say more than torch's when it contains torch's text."""
    refusals = [isinstance(r, tuple) and len(r) >= 2 and isinstance(r[0], str) for r in (ours, theirs)]
    if all(refusals):
        return ours[0] == theirs[0] and theirs[1] in ours[1]
    return ours == theirs


def agree(size, layout, expression):
    """Fails unless tbcast and torch give the same."""
    ours = evaluate(tb, size, layout, expression)
    theirs = evaluate(torch, size, layout, expression)
    assert same(ours, theirs), f"t of size {size}, {layout}: {expression}: {ours} | torch {theirs}"


VIEWS = [
    "t.clone()",
    "t.contiguous()",
    "t.t()",
    "t.squeeze()",
    "t.reshape(-1)",
    "t.view(-1)",
    "t.size()",
    "t.stride()",
    "t.is_contiguous()",
    "t.shape.numel()",
    "t.numel()",
    "t.dim()",
    "t.ndim",
    "t.storage_offset()",
    "t.to(torch.float32)",
    "t + t",
    "t.clone().stride()",
    "t.contiguous() is t",
    "t.expand_as(t)",
    "t.reshape(t.shape)",
    "t.view(t.shape)",
    "torch.empty_like(t).stride()",
    "torch.ones_like(t)",
    "torch.zeros_like(t)",
    "t.expand(*t.shape)",
    "t.expand(2, *t.shape)",
    "t.unsqueeze(0).expand(3, *t.shape)",
    "t[...]",
    "t[None]",
    "t[..., None]",
    "t[None, ..., None]",
]

INDICES = [
    "0",
    "-1",
    "1",
    "2",
    "-3",
    "5",
    ":",
    "::2",
    "1:",
    ":-1",
    "-2:",
    "5:",
    ":-9",
    "1:1",
    "2:1",
    "::3",
    "...",
    "None",
    "0, 0",
    "0, :",
    ":, 0",
    ":, -1",
    "..., 0",
    "0, ...",
    "None, 0",
    "0, None",
    ":, None",
    "1:, ::2",
    "::2, 1:",
    "..., None, :",
    "(0,)",
    "(0, 1)",
    "()",
    "0, 0, 0",
    ":, :, 1",
    "..., 1:, None",
    "None, None",
    "1, ..., 1",
    ":, 1:2, :",
    "0, 0, 0, 0",
    "::-1",
    "::0",
    "1.5",
    "0, 5",
    "..., 3",
    "2**70",
    "0:'a'",
    "..., ...",
    "1:2**70",
    "-2**70:",
    "slice(None)",
    "0:1.5",
]
INDEX_SIZES = ((), (2,), (3,), (0,), (2, 3), (3, 2), (2, 0), (1, 3), (2, 3, 2), (3, 1, 2), (2, 2, 2, 3))
