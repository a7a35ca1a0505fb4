"""Memory formats: strides, sharing and errors as PyTorch's for every function that takes memory_format=."""

import copy
import itertools
import random

import pytest

from under_test import first_line, needs_torch, tb, torch

LIBRARIES = (tb, torch)
FORMATS = ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d")

TENSORS = {
    "x4": "torch.zeros(2, 3, 4, 5)",
    "x5": "torch.zeros(2, 3, 4, 5, 6)",
    "x3": "torch.zeros(2, 3, 4)",
    "x0": "torch.zeros(())",
    "permuted": "torch.zeros(2, 3, 4, 5).permute(0, 3, 1, 2)",
    "last": "torch.zeros(2, 4, 5, 3).permute(0, 3, 1, 2)",
    "last3d": "torch.zeros(2, 4, 5, 6, 3).permute(0, 4, 1, 2, 3)",
    "one": "torch.zeros(2, 1, 4, 5)",
    "flat": "torch.zeros(2, 3, 1, 1)",
    "none": "torch.zeros(2, 0, 4, 5)",
    "wide": "torch.zeros(1, 3, 1, 5).expand(2, 3, 4, 5)",
    "strided": "torch.zeros(2, 3, 4, 10)[..., ::2]",
}
# {x}: a tensor, {m}: a format.
OF_TENSORS = """
{x}.contiguous(memory_format={m})
{x}.clone(memory_format={m})
torch.clone({x}, memory_format={m})
{x}.is_contiguous(memory_format={m})
{x}.to(memory_format={m})
{x}.to(torch.float64, memory_format={m})
{x}.to(torch.float32, copy=True, memory_format={m})
{x}.to('cpu', memory_format={m})
{x}.to(x4.double(), memory_format={m})
{x}.cpu(memory_format={m})
{x}.float(memory_format={m})
{x}.type(torch.int8, memory_format={m})
torch.empty({x}.shape, memory_format={m})
x3.clone().resize_({x}.shape, memory_format={m})
{x}.clone().resize_({x}.shape, memory_format={m})
x3.clone().resize_as_({x}, memory_format={m})
torch.resize_as_(x3.clone(), {x}, memory_format={m})
torch.full_like({x}, 2, memory_format={m})
torch.randint_like({x}, 2, memory_format={m})
torch.randint_like({x}, 1, 3, memory_format={m})
torch.empty_like({x}, memory_format={m})
torch.zeros_like({x}, memory_format={m})
torch.ones_like({x}, memory_format={m})
torch.rand_like({x}, memory_format={m})
torch.randn_like({x}, memory_format={m})
""".strip().split("\n")
CASTS = ("double", "half", "bool", "int", "long", "byte", "short", "char", "bfloat16")
METHODS = ("contiguous", "clone", "is_contiguous", "float")
LIKE = ("empty", "zeros", "ones", "rand", "randn")
SINGLE = (
    *(f"last.{name}(memory_format={m})" for name in CASTS for m in FORMATS),
    *(f"torch.empty(1, memory_format={m}, out=torch.zeros(1))" for m in FORMATS),
    *(f"x4.{f}(memory_format={v})" for f in (*METHODS, "to", "cpu") for v in (None, 3)),
    *(f"x4.{f}({v})" for f in METHODS for v in ("None", "channels_last", "3, 4", "foo=1")),
    *(f"torch.{f}_like(x4, memory_format={v})" for f in LIKE for v in (None, 3)),
    *(f"torch.{m}" for m in FORMATS),
    *"""
torch.zeros(2, 3, 4, 5, memory_format=channels_last)
torch.ones(2, 3, 4, 5, memory_format=channels_last)
torch.full((2,), 1, memory_format=channels_last)
torch.tensor([1], memory_format=channels_last)
x4.new_empty(2, memory_format=channels_last)
torch.empty(2, 3, 4, 5, memory_format=None)
torch.empty(2, memory_format=3)
torch.empty(-1, memory_format=channels_last)
torch.empty(2**62, 4, 4, 4, memory_format=channels_last)
torch.full_like(x4, 1, memory_format=3)
torch.clone(x4, channels_last)
torch.clone(x4, memory_format=3)
x4.to(channels_last)
x4.to(torch.int8, memory_format=3)
x3.resize_()
x3.resize_(2, memory_format=None)
x3.resize_(2, memory_format=3)
x3.resize_(2, foo=3)
x3.resize_(size=(2, 2))
x3.resize_(memory_format=channels_last)
x3.resize_(-1, memory_format=channels_last)
x3.resize_(24, memory_format=contiguous_format)
x3.resize_as_(x4, channels_last)
x3.resize_as_(x4, memory_format=None)
x3.resize_as_(x4, memory_format=3)
x3.resize_as_(last)
x3.resize_as_(last, memory_format=preserve_format)
last.resize_as_(last)
last.resize_(last.shape)
torch.channels_last == torch.channels_last
torch.channels_last == torch.contiguous_format
torch.legacy_contiguous_format is torch.contiguous_format
str(torch.channels_last)
""".strip().split("\n"),
)


def described(module, expression):
    """Dtype, geometry and which tensor it is; the value's repr; or the error."""
    scope = {"torch": module} | {m: getattr(module, m) for m in FORMATS}
    tensors = {name: eval(text, scope) for name, text in TENSORS.items()}
    try:
        result = eval(expression, scope | tensors)
    except Exception as error:
        return type(error).__name__, first_line(error)
    if not isinstance(result, module.Tensor):
        return repr(result)
    same = [name for name, tensor in tensors.items() if tensor is result]
    return str(result.dtype), tuple(result.shape), result.stride(), result.storage_offset(), same


def differences(expressions):
    found = ((e, described(tb, e), described(torch, e)) for e in expressions)
    return [(e, ours, theirs) for e, ours, theirs in found if ours != theirs]


@needs_torch
@pytest.mark.parametrize("form", OF_TENSORS)
def test_every_function_gives_torchs_strides(form):
    pairs = itertools.product(TENSORS, FORMATS)
    assert differences(form.format(x=x, m=m) for x, m in pairs) == []


@needs_torch
def test_arguments_and_objects_are_torchs():
    assert differences(SINGLE) == []


@needs_torch
@pytest.mark.parametrize("rank", [4, 5])
def test_small_tensors_of_any_strides_are_judged_alike(rank):
    rng = random.Random(rank)
    for _ in range(1500):
        size = [rng.choice((0, 1, 1, 2, 3)) if rng.random() < 0.7 else 2 for _ in range(rank)]
        if rng.random() < 0.7:  # some order of the dimensions, sometimes with a gap
            stride, step = [0] * rank, rng.choice((1, 1, 1, 2))
            for d in rng.sample(range(rank), rank):
                stride[d] = step
                step *= max(size[d], 1) + (rng.random() < 0.05)
        else:
            stride = [rng.randint(0, 4) for _ in range(rank)]
        seen = []
        for module in LIBRARIES:
            x = module.zeros(3000).as_strided(size, stride)
            row = [tuple(x.clone().stride()), tuple(module.empty_like(x).stride())]
            for name in ("contiguous_format", "channels_last", "channels_last_3d"):
                form = getattr(module, name)
                fits = name != ("channels_last_3d" if rank == 4 else "channels_last")
                row.append(x.is_contiguous(memory_format=form))
                if fits:
                    row.append(x.to(memory_format=form) is x)
                    row.append(x.contiguous(memory_format=form).stride())
            seen.append(row)
        assert seen[0] == seen[1], (size, stride)


@needs_torch
@pytest.mark.parametrize("draw", ["rand", "randn", "randint"])
def test_numbers_are_drawn_in_torchs_order(draw):
    values = []
    for module in LIBRARIES:
        module.manual_seed(3)
        x = module.zeros(2, 3, 4, 5)
        arguments = (x, 100) if draw == "randint" else (x,)
        drawn = getattr(module, f"{draw}_like")(*arguments, memory_format=module.channels_last)
        assert drawn.stride() == (60, 1, 15, 3)
        values.append(drawn.tolist())
    assert values[0] == values[1]


def test_elements_keep_their_indices():
    x = tb.arange(120).view(2, 3, 4, 5)
    last = x.contiguous(memory_format=tb.channels_last)
    assert last.tolist() == x.tolist()
    assert last.contiguous(memory_format=tb.channels_last) is last
    assert last.to(tb.float64, memory_format=tb.contiguous_format).stride() == x.stride()


def test_a_failed_call_leaves_the_tensor_as_it_was():
    x = tb.arange(6)
    with pytest.raises(RuntimeError, match="required rank 4 tensor to use channels_last format"):
        x.resize_(100, memory_format=tb.channels_last)
    assert x.tolist() == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("name", FORMATS)
def test_there_is_one_object_a_format(name):
    form = getattr(tb, name)
    assert repr(form) == str(form) == f"torch.{name}"
    assert isinstance(form, tb.memory_format)
    assert copy.deepcopy(form) is form
    assert hash(form) == hash(getattr(tb, name))
    with pytest.raises(TypeError, match="cannot create"):
        tb.memory_format()
    if name != "contiguous_format":
        assert form != tb.contiguous_format
