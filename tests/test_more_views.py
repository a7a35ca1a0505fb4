"""Parts of tensors, other dimensions over the same elements, tensors reshaped in place, type names: as torch.

As in test_views.py every call is one expression, evaluated on a tbcast tensor and on a torch tensor of the
same sizes, strides and values.
"""

import itertools

import pytest

from under_test import first_line, needs_torch, tb, torch
from view_cases import LAYOUTS, TINY, TRANSPOSING, build, described, evaluate

DIMS = (-4, -3, -2, -1, 0, 1, 2, 3)


def same(ours, theirs):
    """Equal; a refusal may say more than torch's when it contains torch's text."""
    refusals = [isinstance(r, tuple) and len(r) == 2 and isinstance(r[0], str) for r in (ours, theirs)]
    if all(refusals):
        return ours[0] == theirs[0] and theirs[1] in ours[1]
    return ours == theirs


def agree(size, layout, expression):
    ours = evaluate(tb, size, layout, expression)
    theirs = evaluate(torch, size, layout, expression)
    assert same(ours, theirs), f"t of size {size}, {layout}: {expression}: {ours} | torch {theirs}"


EVERYWHERE = [
    *(
        "t.flatten()",
        "t.ravel()",
        "torch.ravel(t)",
        "t.view_as(t)",
        "t.reshape_as(t)",
        "t.data",
        "t.detach()",
    ),
    *("t.unbind()", "t.split(1)", "t.split(0)", "t.split(-1)", "t.split([])", "t.chunk(2)", "t.chunk(0)"),
    *("t.diagonal()", "torch.atleast_1d(t)", "torch.atleast_2d(t)", "torch.atleast_3d(t)"),
    *("torch.atleast_1d(t) is t", "torch.atleast_2d(t) is t", "torch.atleast_3d(t) is t", "t.flatten() is t"),
    *("torch.atleast_2d(t, t)", "torch.atleast_3d([t])", "t.real", "t.real is t", "t.imag", "t.mT"),
    *("t.view_as(torch.zeros(6))", "t.reshape_as(torch.zeros(3, 2))", "t.view_as(torch.zeros(2, 0))"),
    *("t.squeeze_()", "t.t_()", "t.resize_(t.shape)", "t.resize_as_(t)", "t.movedim((), ())"),
    *("t.type()", "t.cpu() is t", "t.type_as(t) is t", "t.nbytes", "t.itemsize", "t.nelement()"),
    *("t.is_cuda", "str(t.layout)", "torch.detach(t)", "t.resize_as_(t.clone())"),
]


@needs_torch
@pytest.mark.filterwarnings("ignore:Tensor.mT is deprecated:UserWarning")
@pytest.mark.parametrize("expression", EVERYWHERE)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_views_of_every_small_shape_are_torchs(expression, layout):
    for size in TINY:
        agree(size, layout, expression)


@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
def test_parts_along_every_dimension_are_torchs(layout):
    for size, d in itertools.product(TINY, DIMS):
        for expression in (f"t.unbind({d})", f"t.unsqueeze_({d})", f"t.squeeze_({d})", f"t.flatten({d})"):
            agree(size, layout, expression)
        for n in (-4, -1, 0, 1, 2, 3):
            for expression in (f"t.select({d}, {n})", f"t.split({n}, {d})", f"t.chunk({n}, {d})"):
                agree(size, layout, expression)
        for lengths in ([1, 2], [3, 0], [0], [2, 1, -1], (1, 1), []):
            agree(size, layout, f"t.split({lengths}, {d})")


@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
def test_narrowed_parts_are_torchs(layout):
    for size, d in itertools.product(TINY, (-3, -1, 0, 1, 3)):
        for start, length in itertools.product((-4, -2, -1, 0, 1, 3, 4), (-1, 0, 1, 3)):
            agree(size, layout, f"t.narrow({d}, {start}, {length})")


@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
def test_views_of_pairs_of_dimensions_are_torchs(layout):
    for size, d, e in itertools.product(TINY, DIMS, DIMS):
        for name in ("flatten", "swapaxes", "swapdims", "movedim", "moveaxis", *TRANSPOSING):
            agree(size, layout, f"t.{name}({d}, {e})")
        agree(size, layout, f"t.movedim(({d}, 0), (1, {e}))")
        for offset in (-3, -1, 0, 1, 2, 2**63 - 1, -(2**63)):
            agree(size, layout, f"t.diagonal({offset}, {d}, {e})")


@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
def test_unflattened_dimensions_are_torchs(layout):
    targets = ((), (1,), (-1,), (3, 1), (1, -1, 2), (2, 2), (0, 2), (0, -1), (-1, -1), (-2, -2), (3, -1))
    for size, d, sizes in itertools.product(TINY, DIMS, targets):
        agree(size, layout, f"t.unflatten({d}, {sizes})")


@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
def test_smaller_or_equal_sizes_in_place_are_torchs(layout):
    """What has grown holds undefined elements: only its geometry is compared, below."""
    for size in TINY:
        n = build(torch, size, layout).untyped_storage().nbytes() // 4
        for target in TINY:
            count = 1
            for s in target:
                count *= s
            offset = build(torch, size, layout).storage_offset()
            tail = "" if offset + count <= n else ".stride()"
            agree(size, layout, f"t.resize_({target}){tail}")
            agree(size, layout, f"t.resize_as_(torch.empty({target})){tail}")


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
@pytest.mark.parametrize("expression", CALLS)
def test_arguments_and_refusals_are_torchs(expression):
    agree((2, 3), "contiguous", expression)


STATEMENTS = [
    *("c.real = 3", "c.imag = 3", "c.imag = t", "c.real = t[0]", "c.real = torch.ones(3, 2)", "t.real = 3"),
    *("t.imag = 3", "t.data = t[1]", "t.data = t.t()", "t.data = 3", "del t.data", "t.data.fill_(7)"),
    *(
        "t.data = t",
        "v = t[1]; t.data = torch.zeros(2); v.fill_(9)",
        "t.unsqueeze_(0); t.squeeze_(0); t += 1",
    ),
    *("v = t[0]; t.t_(); t[0] = 5; t.data = v", "t.split(1)[1].fill_(4)", "t.diagonal().fill_(8)"),
    *("t.narrow(1, 1, 2).zero_()", "t.unbind(1)[2].fill_(3)", "c.imag.add_(1); t.copy_(c.imag)"),
    *(
        "t.movedim(0, 1)[0] = -1",
        "t.unflatten(1, (3, 1))[0, 1] = 6",
        "t.flatten()[4] = 9",
        "t.ravel()[1] = 9",
    ),
    *("t.t().ravel()[1] = 9", "t.t().flatten()[1] = 9", "t.is_cuda = True", "t.mT = t", "t.layout = 1"),
]


@needs_torch
@pytest.mark.parametrize("statement", STATEMENTS)
def test_writing_through_views_and_attributes_is_torchs(statement):
    results = []
    for lib in (tb, torch):
        t = build(lib, (2, 3), "contiguous")
        scope = {"t": t, "c": t.clone().to(lib.complex64), "torch": lib}
        try:
            exec(statement, scope)
            outcome = None
        except Exception as error:
            outcome = (type(error).__name__, first_line(error))
        results.append((outcome, described(t, lib, t), scope["c"].tolist()))
    ours, theirs = results
    if ours[0] and theirs[0]:
        assert ours[0][0] == theirs[0][0]
        assert (
            theirs[0][1] in ours[0][1] or theirs[0][0] == "AttributeError"
        )  # "of 'torch._C.TensorBase' objects"
        ours, theirs = ours[1:], theirs[1:]
    assert ours == theirs


def test_memory_that_others_see_does_not_move():
    for export in (lambda t: t.numpy(), memoryview):
        t = tb.arange(6)
        seen = export(t)
        for grow in (
            lambda t: t.resize_(7),
            lambda t: t.resize_as_(tb.zeros(3, 3)),
            lambda t: t[1:].resize_(6),
        ):
            with pytest.raises(RuntimeError, match="Trying to resize storage that is not resizable"):
                grow(t)
            assert (t.size(), t.stride(), t.tolist()) == (tb.Size([6]), (1,), [0, 1, 2, 3, 4, 5])
        assert t.resize_(2, 2).tolist() == [[0, 1], [2, 3]]
        assert seen[5] == 5


def test_growing_keeps_what_was_there():
    t = tb.arange(6)
    part = t[2:]
    address = t.resize_(1000).data_ptr()
    assert t[:6].tolist() == [0, 1, 2, 3, 4, 5]
    assert part.data_ptr() == address + 2 * t.itemsize


def test_an_array_that_a_tensor_leaves_is_released():
    numpy = pytest.importorskip("numpy")
    import weakref

    array = numpy.arange(3.0)
    gone = weakref.ref(array)
    t = tb.from_numpy(array)
    t.data = tb.zeros(2)
    del array
    assert gone() is None
    assert t.tolist() == [0, 0]


def test_chunks_by_a_huge_number_are_single_elements():
    """torch 2.13 overflows here and names a negative split_size."""
    assert [len(c) for c in tb.arange(3).chunk(2**63 - 1)] == [1, 1, 1]


def test_more_than_64_dimensions_are_refused():
    with pytest.raises(RuntimeError, match="only tensors with up to 64 dims are supported"):
        tb.ones(2, 1).unflatten(1, (1,) * 64)
