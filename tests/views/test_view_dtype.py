"""Tensor.view(dtype): geometry, memory and errors as PyTorch's, and overlap of two dtypes in one memory."""

import itertools

import numpy as np
import pytest

from differential.cases import ITEMSIZE, Operand, base_bytes, operand, write_memory
from oracles.dtype_rules import ALL
from under_test import first_line, needs_torch, tb, torch

LIBRARIES = (tb, torch)
SIZES = ((), (0,), (1,), (3,), (8,), (16,), (2, 8), (3, 16), (2, 0), (0, 8), (8, 1), (2, 2, 16), (1, 1, 8))
LAYOUTS = ("contiguous", "transposed", "strided", "expanded", "padded", "odd")


def geometries():
    """(sizes, strides, offset) that meet and miss every rule."""
    for size, layout in itertools.product(SIZES, LAYOUTS):
        o = operand("uint8", size, layout, 1)
        for offset in (0, o.offset, 8, 16):
            yield size, o.stride, offset
    for stride in ((16, 1), (8, 1), (4, 1), (2, 1), (5, 1), (3, 2), (0, 1), (1, 0)):
        yield from (((2, n), stride, offset) for n in (0, 2, 8, 16) for offset in (0, 1, 4, 16))


def build(module, drawn):
    base = module.empty((drawn.total,), dtype=getattr(module, drawn.dtype))
    write_memory(base, drawn.base)
    return base, base.as_strided(drawn.size, drawn.stride, drawn.offset)


def described(module, drawn, dtype):
    """Dtype, geometry and place of the view, or the error."""
    base, tensor = build(module, drawn)
    try:
        view = tensor.view(getattr(module, dtype))
    except Exception as error:
        return type(error).__name__, first_line(error)
    start = view.data_ptr() - base.data_ptr() if view.numel() else 0
    return str(view.dtype), tuple(view.shape), view.stride(), view.storage_offset(), start


@needs_torch
@pytest.mark.parametrize("source", ALL)
def test_geometry_and_errors_are_torchs(source):
    for (size, stride, offset), target in itertools.product(dict.fromkeys(geometries()), ALL):
        extent = 0 if 0 in size else 1 + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
        drawn = Operand(source, size, stride, offset, offset + extent + 2, 1)
        ours, theirs = (described(module, drawn, target) for module in LIBRARIES)
        assert ours == theirs, (drawn, target)


def test_the_view_shares_the_bytes_both_ways():
    x = tb.arange(4, dtype=tb.float32)
    bits = x.view(tb.int32)
    assert bits.tolist() == np.arange(4, dtype="float32").view("int32").tolist()
    bits[1] = 0x40490FDB
    assert x[1].item() == pytest.approx(np.float32(np.pi))
    x[0] = -0.0
    assert bits[0].item() == -(2**31)
    assert x.view(tb.uint8).tolist() == list(x.numpy().tobytes())
    assert x.view(tb.complex64).shape == (2,)
    assert x.view(tb.float32) is not x


BAD = (
    *("()", "(None)", "(dtype=None)", "(dtype=3)", "('float32')", "(size=24)", "(size=(2.5,))", "(foo=1)"),
    *("(2.5)", "((2.5,))", "(True)", "([True])", "([None])", "(24, foo=1)", "((24,), 1)", "(1, (24,))"),
    *("(torch.int32, 3)", "(torch.int32, dtype=torch.int8)", "(24, dtype=torch.int8)", "(24, torch.int8)"),
    *("((24,), dtype=torch.int8)", "(str)", "(dtype=(1, 2.5))", "(torch.tensor([7]))"),
    *("(2**70)", "((2, 2**70))", "(size=(2, None))", "(list)", "(torch.tensor([1.5]))"),
)  # fmt: skip
GOOD = ("(int)", "(float)", "(bool)", "(complex)", "(dtype=int)", "(dtype=torch.int16)", "(size=(24,))",
        "(size=[4, 6])", "(24)", "([24])", "(torch.Size([24]))", "(-1)", "(torch.tensor(24))", "(())",
        "(torch.tensor([4]), 6)", "(2, -1)")  # fmt: skip


@needs_torch
@pytest.mark.parametrize("arguments", BAD + GOOD)
def test_arguments_are_taken_and_refused_as_in_torch(arguments):
    seen = []
    for module in LIBRARIES:
        x = module.zeros(2, 3, 4)
        try:
            view = eval(f"x.view{arguments}", {"torch": module, "x": x})
            seen.append((str(view.dtype), tuple(view.shape), view.stride()))
        except Exception as error:
            # torch breaks a quotation off where its stack trace begins
            seen.append((type(error).__name__, first_line(error).rstrip('"')))
    assert seen[0] == seen[1]


def test_memory_that_is_not_aligned_is_refused():
    x = tb.from_numpy(np.zeros(17, "uint8")[1:])
    if x.data_ptr() % 4 == 0:
        x = tb.from_numpy(np.zeros(18, "uint8")[2:])
    with pytest.raises(RuntimeError, match="the memory that self shares is not aligned for elements of type"):
        x.view(tb.int32)
    assert x.clone().view(tb.int32).shape == (4,)


IN_PLACE = (
    *("i.copy_(x)", "x.copy_(i)", "h[:8].copy_(x)", "h[8:].copy_(x)", "h[::2].copy_(x)", "x.copy_(h[::2])"),
    *("x.add_(i)", "x.add_(h[::2])", "x.add_(h[8:])", "x.add_(d.expand(2, 4).reshape(8))", "d.copy_(x[:4])"),
    *("d.copy_(x[4:])", "d.copy_(x[::2])", "c.copy_(x[:4])", "c.copy_(x[::2])", "x[:4].copy_(d)"),
    *("x[4:].copy_(d)", "b[:8].copy_(x)", "b[::4].copy_(x)", "torch.add(i, 1, out=x)", "i.fill_(3)"),
    *("torch.add(x, 1, out=i)", "torch.add(h[:8], 1, out=x)", "torch.add(d, 1, out=x[:4])"),
    *("x.view(torch.bool).copy_(b)", "b.copy_(x.view(torch.bool))", "x[:2].copy_(d[:2])"),
)


@needs_torch
@pytest.mark.parametrize("call", IN_PLACE)
def test_overlap_is_judged_by_bytes(call):
    seen = []
    for module in LIBRARIES:
        drawn = Operand("float32", (8,), (1,), 0, 8, 7)
        base, x = build(module, drawn)
        names = {"i": "int32", "h": "int16", "d": "float64", "c": "complex64", "b": "uint8"}
        scope = {"torch": module, "x": x}
        scope |= {name: x.view(getattr(module, dtype)) for name, dtype in names.items()}
        try:
            eval(call, scope)
            error = None
        except Exception as caught:
            error = type(caught).__name__, first_line(caught)
        seen.append((error, base_bytes(base)))
        assert len(seen[-1][1]) == 8 * ITEMSIZE["float32"]
    assert seen[0] == seen[1]
