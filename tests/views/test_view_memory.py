"""Memory of views: what is written through them, what resizing in place moves, and who keeps it."""

import copy
import pickle
import weakref

import numpy as np
import pytest

from calls.view_cases import build, described
from under_test import first_line, needs_torch, tb, torch

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


def test_views_share_memory_and_outlive_their_base():
    base = tb.arange(12, dtype=tb.float32).reshape(3, 4)
    views = [
        base.t(),
        base[1:],
        base[:, ::2],
        base.view(12),
        base.unsqueeze(0),
        base.permute(1, 0),
        base.as_strided((2,), (5,), 1),
        base.expand(2, 3, 4),
        base.transpose(0, 1),
        base.squeeze(),
        base.T,
    ]
    base.fill_(3.0)
    del base
    for view in views:
        assert set(np.ravel(view.tolist())) == {3.0}


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
    array = np.arange(3.0)
    gone = weakref.ref(array)
    t = tb.from_numpy(array)
    t.data = tb.zeros(2)
    del array
    assert gone() is None
    assert t.tolist() == [0, 0]


WHAT_IS_A_VIEW = """
x; x[0]; x[0, 0]; x[None]; x[:]; x[...]; x[()]; x[[0]]; x[x > 0]; x.view(6); x.view_as(x); x.reshape(6)
x.t().reshape(6); x.T; x.mT; x.H; x.adjoint(); x.t(); x.permute(1, 0); x.movedim(0, 1); x.swapaxes(0, 1)
x.squeeze(); x.unsqueeze(0); x.flatten(); x.t().flatten(); x.ravel(); x.unflatten(1, (1, 3)); x.expand(2, 3)
x.expand(4, 2, 3); x.expand_as(x); x.broadcast_to((2, 3)); x.narrow(0, 0, 1); x.select(0, 0); x.diagonal()
x.diag(); x.unfold(0, 1, 1); x.as_strided((2,), (1,)); x.chunk(2)[0]; x.unbind()[0]; x.split(1)[0]
x.tensor_split(2)[0]; x.hsplit(3)[0]; next(iter(x)); torch.atleast_3d(x); x.detach(); x[0].detach(); x.data
x[0].data; x[0].detach()[0]; x.clone(); x[0].clone(); x.contiguous(); x[0].contiguous(); x.t().contiguous()
x.float(); x.double(); x.cpu(); x.to(torch.float32); x.positive(); +x; -x; x.conj(); x.real; c.real; c.imag
torch.view_as_real(c); torch.view_as_complex(torch.ones(2, 2)); c.resolve_conj(); c.abs(); x.view(torch.int32)
x[0].view(torch.int32); x.view(torch.float32); x.view(torch.int32)[0]; x[0].view(torch.uint8); torch.Tensor(x)
torch.as_tensor(x); torch.asarray(x); torch.asarray(x[0]); torch.from_numpy(np.ones(3)); torch.from_dlpack(x)
torch.frombuffer(bytearray(8), dtype=torch.float32); copy.copy(x[0]); copy.deepcopy(x[0])
pickle.loads(pickle.dumps(x[0])); x.squeeze_(); x.t_(); x[0].unsqueeze_(0); x.resize_(6)
x.set_(torch.ones(3)); torch.ones(0).set_(x[0]); x.clamp_(0); x[0].zero_(); x.sum(); x.sum(0); x.max(0)[0]
x.sort()[0]; x.logsumexp(1); x.logsumexp((0, 1)); x.cumsum(0); x.add(1); x[0].add(1); x.roll(0)
x.repeat(1, 1); x.index_select(0, torch.tensor([0])); torch.cat([x]); torch.stack([x])
torch.select_scatter(x, x[0], 0, 1); torch.einsum('ij->ji', x); torch.meshgrid(x[0], x[0], indexing='ij')[0]
torch.linalg.diagonal(x); torch.matmul(x, x[0])
"""


@needs_torch
@pytest.mark.parametrize("line", WHAT_IS_A_VIEW.strip().splitlines())
def test_what_counts_as_a_view_is_torchs(line):
    def answers(lib):
        found = []
        for expression in line.split("; "):
            x = lib.ones(2, 3)
            scope = {"torch": lib, "np": np, "copy": copy, "pickle": pickle, "x": x, "c": x + 1j}
            found.append((expression, eval(expression, scope)._is_view()))
        return found

    assert answers(tb) == answers(torch)
