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


def alignment(dtype):
    return dtype.itemsize // (2 if dtype.is_complex else 1)


DTYPES = tuple(getattr(tb, name) for name in ITEMSIZE)
MADE = {
    "view": lambda t, dtype: t.view(dtype),
    "set_": lambda t, dtype: tb.empty(0, dtype=dtype).set_(t.untyped_storage()),
    "set_ at an offset": lambda t, dtype: tb.empty(0, dtype=dtype).set_(t.untyped_storage(), 1, (2,), (1,)),
    "set_ to a slice": lambda t, dtype: tb.empty(0, dtype=dtype).set_(t.untyped_storage()[1:]),
    "set_ to a slice of 4": lambda t, dtype: tb.empty(0, dtype=dtype).set_(t.untyped_storage()[4:]),
    "tensor of a storage": lambda t, dtype: tb.tensor(t.untyped_storage(), dtype=dtype),
    "new": lambda t, dtype: tb.empty(0, dtype=dtype).new(t.untyped_storage()),
    "as_strided": lambda t, dtype: t.as_strided((2,), (1,), 1).view(dtype),
    "view_as_complex": lambda t, dtype: tb.view_as_complex(t[:2]).view(dtype),
    "view_as_real": lambda t, dtype: tb.view_as_real(t).view(dtype),
    "imag": lambda t, dtype: t.imag.view(dtype),
    "from_numpy": lambda t, dtype: tb.from_numpy(t.numpy()).view(dtype),
    "view of numpy": lambda t, dtype: tb.from_numpy(t.numpy().view(str(dtype).partition(".")[2])),
    "from_dlpack": lambda t, dtype: tb.from_dlpack(t).view(dtype),
    "frombuffer": lambda t, dtype: tb.frombuffer(t, dtype=dtype),
    "asarray": lambda t, dtype: tb.asarray(memoryview(t).cast("B"), dtype=dtype),
}
"""Ways to have the memory of a tensor as elements of another dtype."""


@pytest.mark.parametrize("way", MADE)
def test_no_way_leads_to_a_tensor_that_is_not_aligned(way):
    """For memory at every address modulo 16, seen as every dtype, and from there as every other one."""
    memory = np.zeros(512, "uint8")
    start = -memory.ctypes.data % 64
    made = refused = 0
    for offset, dtype, wanted in itertools.product(range(16), DTYPES, DTYPES):
        if offset % alignment(dtype):
            continue
        t = tb.frombuffer(memory, dtype=dtype, count=256 // dtype.itemsize, offset=start + offset)
        try:
            made_of_it = MADE[way](t, wanted)
        except (RuntimeError, ValueError, TypeError, BufferError):
            refused += 1
            continue
        made += 1
        assert made_of_it.data_ptr() % alignment(wanted) == 0, (offset, dtype, wanted)
    assert made > 10 and refused > 10


@pytest.mark.parametrize(
    "have, wanted",
    [("uint8", "int32"), ("float32", "int64"), ("complex64", "float64"), ("complex64", "int64")],
)
def test_a_view_of_memory_that_is_not_aligned_for_the_dtype_is_refused(have, wanted):
    """A complex64 is aligned as a float32 is, which is less than a float64 of the same size needs."""
    have, wanted = getattr(tb, have), getattr(tb, wanted)
    memory = np.zeros(128, "uint8")
    start = -memory.ctypes.data % 64 + alignment(have)
    x = tb.frombuffer(memory, dtype=have, count=32 // have.itemsize, offset=start)
    with pytest.raises(RuntimeError, match="the memory that self shares is not aligned for elements of type"):
        x.view(wanted)
    assert x.clone().view(wanted).shape == (32 // wanted.itemsize,)


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
