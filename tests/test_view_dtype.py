"""Tensor.view(dtype): geometry, memory and errors as PyTorch's; bools of bytes other than 0 and 1."""

import itertools

import numpy as np
import pytest

from cases import ITEMSIZE, Operand, base_bytes, dtype_name, operand, tensor_bits, write_memory
from dtype_rules import ALL
from under_test import first_line, needs_torch, tb, torch

LIBRARIES = (tb, torch)
SIZES = ((), (0,), (1,), (3,), (8,), (16,), (2, 8), (3, 16), (2, 0), (0, 8), (8, 1), (2, 2, 16), (1, 1, 8))
LAYOUTS = ("contiguous", "transposed", "stepped", "expanded", "padded", "odd")


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


# ---- bytes that are neither 0 nor 1 ----

BYTES = (0, 1, 2, 3, 4, 128, 254, 255)
# `b` holds them, `c` the same backwards; the bytes of each expression's tensor are compared.
OF_BOOLS = (
    *("b + c", "b * c", "b + b", "b * True", "b * 3", "b + 1.5", "b * 1.5", "b + False", "b / c", "b + 1j"),
    *("b.clone()", "b[::2].contiguous()", "b.expand(3, 8).contiguous()", "b.to(torch.bool, copy=True)"),
    *("b.view(2, 4).t().clone().t()", "torch.empty(8, dtype=torch.bool).copy_(b)", "b.add_(False)"),
    *(f"b.to(torch.{name})" for name in ALL if name != "bool"),
    *("torch.zeros(8).add_(b)", "torch.add(b, c, alpha=True)", "b.mul_(c)", "2 * b[7]", "b.reciprocal()"),
    *("torch.add(b, c, out=torch.empty(0, dtype=torch.bool))", "torch.ones(1, dtype=torch.int8) + b[5]"),
    *("b == c", "b < c", "b >= 1", "torch.ne(b, True)"),
    *("torch.zeros(2, dtype=torch.bool).fill_(b[3])", "b[2] + b[4]", "torch.tensor(b.tolist())"),
)


def bytes_of(tensor):
    return tensor_bits(tensor, dtype_name(tensor)).tobytes()


def with_raw_bools(module, expression):
    raw = [module.tensor(bytes_, dtype=module.uint8) for bytes_ in (list(BYTES), list(BYTES[::-1]))]
    scope = {"torch": module, "b": raw[0].view(module.bool), "c": raw[1].view(module.bool)}
    return eval(expression, scope)


@needs_torch
@pytest.mark.parametrize("expression", OF_BOOLS)
def test_every_byte_but_0_is_true_and_results_hold_0_and_1(expression):
    ours, theirs = (with_raw_bools(module, expression) for module in LIBRARIES)
    assert (str(ours.dtype), tuple(ours.shape)) == (str(theirs.dtype), tuple(theirs.shape))
    assert bytes_of(ours) == bytes_of(theirs)


@needs_torch
@pytest.mark.parametrize("expression", ["b", "b.tolist()", "b[2].item()", "bool(b[3])", "int(b[4])"])
def test_they_print_and_convert_as_true(expression):
    ours, theirs = (repr(with_raw_bools(module, expression)) for module in LIBRARIES)
    assert ours == theirs


def test_large_copies_of_bools_hold_0_and_1():
    raw = tb.from_numpy(np.arange(100_000).astype("uint8")).view(tb.bool)
    for copy in (raw.clone(), raw + False, raw.expand(2, -1).contiguous(), raw.view(2, -1).t().contiguous()):
        assert set(np.unique(copy.view(tb.uint8).numpy())) == {0, 1}
    assert raw.numpy().view("uint8").max() == 255  # the memory itself is shared, not mended


# ---- views of one memory in two dtypes ----

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
        seen.append((error, base_bytes(base, drawn)))
        assert len(seen[-1][1]) == 8 * ITEMSIZE["float32"]
    assert seen[0] == seen[1]
