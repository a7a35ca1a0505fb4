"""Arguments of view functions, by position and by keyword, and refusals of bad ones: as PyTorch has it."""

import pytest

from calls.view_cases import TRANSPOSING, agree
from under_test import needs_torch, tb

# t is 2 x 3.
AS_STRIDED = [
    "t.as_strided((2, 2), (1, 2))",
    "t.as_strided((2, 2), (1, 2), 1)",
    "t.as_strided((), ())",
    "t.as_strided((3,), (0,))",
    "t.as_strided((7,), (1,))",
    "t.as_strided((2,), (-1,))",
    "t.as_strided((2,), (1, 2))",
    "t.as_strided((-2,), (1,))",
    "t.as_strided((2,), (1,), -1)",
    "t.as_strided((2**62,), (2**62,))",
    "t.as_strided((0,), (1,), 100)",
    "t.as_strided((2, 0), (5, 3))",
    "t[1].as_strided((2,), (1,))",
    "t[1].as_strided((2,), (1,), 0)",
    "t.as_strided((2,), (1,), 2**62)",
    "t.as_strided([2], [3])",
    "t.as_strided((2,), 1)",
    "t.as_strided(2, (1,))",
]
CALLS = [
    *(
        f"t.{name}({arguments})"
        for name in TRANSPOSING
        for arguments in ("0", "0, 1, 2", "'a', 1", "0, True")
    ),
    *("t.swapaxes_(axis0=0, axis1=-1)", "t.swapaxes_(dim0=0, dim1=1)", "t.swapdims_(dim0=0, dim1=1)"),
    *("t.swapdims_(axis0=0, axis1=1)", "t.swapaxes_(0, 1) is t", "t.swapdims_(0, 1) is t"),
    *(
        "t.view_as(3)",
        "t.view_as()",
        "t.view_as(t, 1)",
        "t.reshape_as('a')",
        "t.flatten('a')",
        "t.flatten(1.5)",
    ),
    *("t.flatten(True)", "t.flatten(0, 1, 2)", "t.flatten(foo=1)", "t.flatten(start_dim=1, end_dim=1)"),
    *("t.flatten(torch.tensor(1))", "torch.flatten(3)", "torch.flatten()", "torch.flatten(t, 'a')"),
    *("torch.flatten(input=t, start_dim=1)", "t.unflatten(1, 4)", "t.unflatten('a', (3, 1))"),
    *("t.unflatten(dim=1, sizes=[3, 1])", "t.unflatten(1, (2.0, 2))", "torch.unflatten(t, 1, (3, -1))"),
    *(
        "torch.unflatten(t, 1, 4)",
        "torch.unflatten(3, 1, (3,))",
        "torch.unflatten()",
        "torch.unflatten(t, 2)",
    ),
    *("torch.ravel(1)", "torch.ravel()", "t.ravel() is t", "t.swapaxes(0)", "t.swapaxes('a', 1)"),
    *("t.swapaxes(axis0=0, axis1=1)", "t.swapaxes(dim0=0, dim1=1)", "t.swapdims(dim0=0, dim1=1)"),
    *(
        "torch.swapaxes(t, 0, 1)",
        "torch.swapdims(t, 'a', 1)",
        "torch.swapaxes(t, 'a', 1)",
        "t.swapdims(0, 'a')",
    ),
    *(
        "torch.swapaxes(t, axis0=0, axis1=1)",
        "torch.swapdims(t, 0)",
        "t.movedim('a', 1)",
        "t.movedim(1, 'a')",
    ),
    *("t.movedim(1, (1,))", "t.movedim((1,), 1)", "t.movedim(0)", "t.movedim()", "t.movedim(0, 1, 2)"),
    *("t.movedim(source=0, destination=1)", "t.movedim(source=(0,), destination=[1])", "t.movedim(1.0, 1)"),
    *(
        "t.movedim((1.0,), (1,))",
        "t.movedim([1.0, 'a'], (1,))",
        "t.movedim((0, 1), (1,))",
        "t.movedim(True, 1)",
    ),
    *("t.movedim(torch.tensor(0), 1)", "torch.movedim(t, 0, 1)", "torch.movedim(t, (0,), (1,))"),
    *("torch.movedim(t, 0)", "torch.movedim(3, 0, 1)", "torch.moveaxis(t, 'a', 1)", "t.moveaxis('a', 1)"),
    *("torch.moveaxis(t, source=0, destination=1)", "torch.movedim(input=t, source=0, destination=1)"),
    *("t.select('a', 0)", "t.select(0, 1.5)", "t.select(0)", "t.select()", "t.select(0, 1, 2)"),
    *("t.select(dim=0, index=1)", "t.select(0, torch.tensor(1))", "t.select(0, True)", "t.select(0, 2**70)"),
    *("torch.select(t, 0, 1)", "torch.select(t, dim=0, index=-1)", "torch.select(t, 0, 5)"),
    *("torch.select(1, 0, 5)", "torch.select(t, 'a', 5)", "torch.select(t, 0)"),
    *(
        "t.narrow(1, torch.tensor(1), 2)",
        "t.narrow(1, torch.tensor([1]), 2)",
        "t.narrow(1, torch.tensor(1.), 2)",
    ),
    *("t.narrow(1, torch.tensor(True), 1)", "t.narrow(dim=1, start=0, length=2)", "t.narrow('a', 0, 1)"),
    *("t.narrow(1, 'a', 1)", "t.narrow(1, 0)", "t.narrow(1, 0, 'a')", "t.narrow(1, 0, 1.0)", "t.narrow()"),
    *(
        "torch.narrow(t, 1, 0, 2)",
        "torch.narrow(t, 1, 'a', 2)",
        "torch.narrow(t, 1)",
        "torch.narrow(1, 1, 0, 2)",
    ),
    *("torch.narrow(input=t, dim=1, start=0, length=2)", "t.narrow(1, 2**62, 2**62)"),
    *("t.narrow(1, 1, 2**63 - 1)", "t.unbind('a')", "t.unbind(dim=1)", "t.unbind(1.0)", "t.unbind(0, 1)"),
    *(
        "torch.unbind(t, 1)",
        "torch.unbind(t, dim=1)",
        "torch.unbind(t, 'a')",
        "torch.unbind(1)",
        "torch.unbind()",
    ),
    *("t.split(2, dim=1)", "t.split(split_size=2, dim=1)", "t.split([1, 2], dim=1)", "t.split('a')"),
    *("t.split(1.5)", "t.split(1, 'a')", "t.split(None)", "t.split(torch.tensor(1))", "t.split([1, 'a'], 1)"),
    *("t.split(torch.tensor([1, 1]))", "t.split(['a', 1], 1)", "t.split(True)", "t.split(2**63 - 1)"),
    *("torch.split(t, 1)", "torch.split(t, [1, 2], 1)", "torch.split(t, split_size_or_sections=1, dim=1)"),
    *("torch.split(tensor=t, split_size_or_sections=1)", "torch.split(t, 'a')", "torch.split(t, 1, foo=1)"),
    *("torch.split(torch.zeros(100), [1] * 100)", "t.split([2**62, 2**62, 2**62], 1)"),
    *("t.chunk(2, dim=1)", "t.chunk(chunks=3, dim=1)", "t.chunk('a')", "t.chunk(1.5)", "t.chunk()"),
    *("t.chunk(1, 'a')", "t.chunk(2, 1, 1)", "torch.chunk(t, 2)", "torch.chunk(input=t, chunks=2, dim=1)"),
    *("torch.chunk(t)", "torch.chunk(1, 2)", "torch.chunk()", "torch.chunk(t, 'a')"),
    *("t.diagonal(offset=1, dim1=1, dim2=0)", "t.diagonal('a')", "t.diagonal(0, 'a')", "t.diagonal(1.5)"),
    *("t.diagonal(0, 1, 2, 3)", "torch.diagonal(t, 1)", "torch.diagonal(t, offset=1, dim1=0, dim2=1)"),
    *("torch.diagonal(1)", "torch.diagonal()", "torch.diagonal(t, 'a')", "torch.diagonal(t, foo=1)"),
    *(
        "t.unsqueeze_(dim=-1)",
        "t.unsqueeze_('a')",
        "t.unsqueeze_()",
        "t.squeeze_(0, 1)",
        "t.squeeze_((0, 1))",
    ),
    *("t.squeeze_(dim=(0,))", "t.transpose_(dim0=0, dim1=1)", "t.transpose_('a', 1)", "t.transpose_(0)"),
    *("t.resize_()", "t.resize_(-1)", "t.resize_(2, -1)", "t.resize_(2**62, 2**62)", "t.resize_(2**62)"),
    *("t.resize_('a')", "t.resize_(1.5)", "t.resize_(2, 'a')", "t.resize_((2, 3), 1)", "t.resize_(2, foo=1)"),
    *("t.resize_(size=(3, 2))", "t.resize_([3])", "t.resize_(())", "t.resize_(0, 2**62, 2**62)"),
    *(
        "t[1].resize_(2)",
        "t[1].resize_(0)",
        "t[1].resize_(5, 5).stride()",
        "t.resize_as_(3)",
        "t.resize_as_()",
    ),
    *("t.resize_as_(the_template=torch.tensor(1))", "torch.resize_as_(t, torch.tensor(1))"),
    *("torch.resize_as_(t)", "torch.resize_as_(1, t)", "torch.resize_as_(input=t, the_template=t[0])"),
    *("torch.atleast_1d()", "torch.atleast_1d([])", "torch.atleast_1d(1)", "torch.atleast_1d(1, 2)"),
    *(
        "torch.atleast_1d([1])",
        "torch.atleast_2d((t, 1))",
        "torch.atleast_3d(t, 1)",
        "torch.atleast_1d(None)",
    ),
    *(
        "torch.atleast_1d((t,), (t,))",
        "torch.atleast_2d(t[0], torch.tensor(1.))",
        "torch.atleast_1d({'a': 1})",
    ),
    *("t.type_as(torch.arange(2))", "t.type_as(3)", "t.type_as()", "t.type_as(other=t)"),
    *("t.type(torch.int32).type()", "t.type(torch.float32) is t", "t.type('torch.FloatTensor') is t"),
    *(
        "t.type('torch.IntTensor').dtype.itemsize",
        "t.type('torch.Foo')",
        "t.type('IntTensor')",
        "t.type(int)",
    ),
    *("t.type(torch.IntTensor).type()", "t.type(torch.Tensor) is t", "t.type('torch.Tensor') is t"),
    *("t.type(dtype=torch.int32).type()", "t.type(torch.int32, True).type()", "t.type(str)", "t.type(3)"),
    *("t.type(torch.int32, non_blocking=1)", "t.type(None)", "t.type(foo=1)", "t.type(torch.int32, 1, 2)"),
    *("t.type('torch.ComplexFloatTensor').type()", "t.type('torch.BFloat16Tensor').type()"),
    *("[t.to(getattr(torch, n)).type() for n in 'bool uint8 int8 int16 int32 int64'.split()]",),
    *("[t.to(getattr(torch, n)).type() for n in 'half bfloat16 double cfloat cdouble'.split()]",),
    *("t.cfloat().real", "t.cdouble().imag.stride()", "t.cfloat().t()[1].imag", "t.cfloat().type()"),
    *("t.cdouble().type()", "torch.real(t) is t", "torch.real(t.cfloat())", "torch.imag(t.cfloat())"),
    *("torch.imag(t)", "torch.imag(1)", "torch.real(1)", "torch.real()", "torch.real(t, t)"),
    *("t.cfloat()[:0].imag.storage_offset()", "t.cfloat().expand(2, 2, 3).imag.stride()", "t.type(float)"),
    *("t.cpu(1)", "torch.detach(1)", "torch.detach()", "torch.detach(input=t)"),
]


@needs_torch
@pytest.mark.parametrize("expression", AS_STRIDED + CALLS)
def test_arguments_and_refusals_are_torchs(expression):
    agree((2, 3), "contiguous", expression)


def test_chunks_by_a_huge_number_are_single_elements():
    """torch 2.13 overflows here and names a negative split_size."""
    assert [len(c) for c in tb.arange(3).chunk(2**63 - 1)] == [1, 1, 1]


def test_more_than_64_dimensions_are_refused():
    with pytest.raises(RuntimeError, match="only tensors with up to 64 dims are supported"):
        tb.ones(2, 1).unflatten(1, (1,) * 64)
