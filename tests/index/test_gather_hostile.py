"""gather and its kin where warnings run code, memory is shared or exported, and torch is absent."""

import warnings

import numpy
import pytest

from children import python
from under_test import MODULE_NAME, needs_torch, tb, torch

EXPANDED = (
    "Use of index_fill_ on expanded tensors is deprecated. Please clone() the tensor before performing this "
    "operation. This also applies to advanced indexing e.g. tensor[mask] = scalar"
)


def world(lib):
    """t, an index of every kind that fits it, and an output of the wrong shape that is as long as any."""
    return {
        "torch": lib,
        "t": lib.arange(6.0).reshape(2, 3),
        "v": lib.tensor([1, 0]),
        "m": lib.tensor([[1, 0], [0, 1]]),
        "s": lib.ones(2, 2),
        "S": lib.ones(2, 3),
        "o": lib.arange(9.0),
    }


# Each warns that o is resized.
CALLS = [
    "torch.index_select(t, 0, v, out=o)",
    "torch.take(t, v, out=o)",
    "torch.gather(t, 1, m, out=o)",
    "torch.take_along_dim(t, m, 1, out=o)",
    "torch.take_along_dim(t, v, out=o)",
    "torch.index_copy(t, 0, v, S, out=o)",
    "torch.index_add(t, 0, v, S, out=o)",
    "torch.index_add(t, 0, v, S, alpha=2, out=o)",
    "torch.scatter(t, 1, m, s, out=o)",
    "torch.scatter(t, 1, m, 7, out=o)",
    "torch.scatter_add(t, 1, m, s, out=o)",
]

DAMAGE = [
    "t.resize_(0)",
    "t.resize_(1000, 1000)",
    "t.data = torch.zeros(4, 4)",
    "t.t_()",
    "v.resize_(0)",
    "v.resize_(100000)",
    "v.fill_(10**9)",
    "m.fill_(-5)",
    "m.resize_(1)",
    "m.data = torch.zeros(2, 2)",
    "s.resize_(1)",
    "s.data = torch.zeros(1, dtype=torch.int64)",
    "S.resize_(300, 300)",
    "o.resize_(0)",
    "o.resize_(70, 70)",
    "o.data = t",
    "o.data = torch.zeros(2, dtype=torch.bool)",
    "del t, v, m, s, S, o",
]


@pytest.mark.parametrize("call", CALLS)
def test_a_warning_may_change_every_tensor(call, monkeypatch):
    """Any result or refusal will do, but not a crash, and nothing outside a tensor is touched."""
    for damage in DAMAGE:
        scope = world(tb)

        def show(*args, damage=damage, scope=scope):
            exec(damage, scope)

        with warnings.catch_warnings():
            warnings.simplefilter("always")
            monkeypatch.setattr(warnings, "showwarning", show)
            try:
                result = eval(call, scope)
            except (RuntimeError, IndexError):
                continue
        assert len(result.tolist()) == (result.size(0) if result.ndim else 1), damage


@pytest.mark.parametrize("call", CALLS)
def test_a_warning_turned_into_an_error_changes_nothing(call):
    scope = world(tb)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match="An output with one or more elements was resized"):
            eval(call, scope)
    fresh = world(tb)
    for name in "tvmsSo":
        assert scope[name].tolist() == fresh[name].tolist()
        assert scope[name].stride() == fresh[name].stride()


@pytest.mark.parametrize("call", CALLS)
def test_an_exported_output_does_not_grow(call):
    scope = world(tb)
    scope["o"] = tb.arange(3.0)
    seen = memoryview(scope["o"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if eval(call.replace("out=o", ""), scope).numel() <= 3:
            assert eval(call, scope) is scope["o"]
        else:
            with pytest.raises(RuntimeError, match="Trying to resize storage that is not resizable"):
                eval(call, scope)
            assert (scope["o"].tolist(), scope["o"].size()) == ([0, 1, 2], (3,))
    assert len(seen) == 3


def test_what_is_read_and_written_at_once_is_read_first():
    """torch lets these pass where a tensor is not dense, and the order of its loops shows."""
    t = tb.arange(9.0).reshape(3, 3)
    tb.gather(t, 1, tb.tensor([[2, 0], [2, 0], [2, 0]]), out=t[:, :2])
    assert t.tolist() == [[2, 0, 2], [5, 3, 5], [8, 6, 8]]
    t = tb.arange(9.0).reshape(3, 3)
    tb.index_select(t, 1, tb.tensor([1, 0]), out=t[:, :2])
    assert t.tolist() == [[1, 0, 2], [4, 3, 5], [7, 6, 8]]
    t = tb.arange(9.0).reshape(3, 3)
    tb.take(t, tb.tensor([[1, 0], [4, 0], [4, 0]]), out=t[:, ::2])
    assert t.tolist() == [[1, 1, 0], [4, 4, 0], [4, 7, 0]]
    t = tb.arange(9.0).reshape(3, 3)
    t[:, 1:].scatter_(1, tb.tensor([[0, 1]] * 3), t[:, :2])
    assert t.tolist() == [[0, 0, 1], [3, 3, 4], [6, 6, 7]]
    t = tb.arange(9.0).reshape(3, 3)
    t[:, 1:].index_copy_(1, tb.tensor([0, 1]), t[:, :2])
    assert t.tolist() == [[0, 0, 1], [3, 3, 4], [6, 6, 7]]
    t = tb.arange(9.0).reshape(3, 3)
    t[:, 1:].index_add_(1, tb.tensor([0, 1]), t[:, :2])
    assert t.tolist() == [[0, 1, 3], [3, 7, 9], [6, 13, 15]]
    t = tb.tensor([[1, 9], [0, 9]])
    t[:, 0].index_fill_(0, t[:, 0], 0)
    assert t.tolist() == [[0, 9], [0, 9]]


ONCE = """
import warnings, {module} as torch
warnings.simplefilter("always")
t, i, s = torch.zeros(3), torch.tensor([0]), torch.ones(1)
with warnings.catch_warnings(record=True) as caught:
    for call in (
        lambda: t.scatter(0, i, 2, reduce="add"),
        lambda: t.scatter_add(0, i, s),
        lambda: t.scatter(5, i, s, reduce="add"),
        lambda: t.scatter_(0, i, s, reduce="multiply"),
        lambda: t.expand(2, 3).scatter_(0, i, s, reduce="add"),
    ):
        try:
            call()
        except (IndexError, RuntimeError):
            pass
        print(len(caught))
print(str(caught[0].message).split(" (Triggered")[0], caught[0].category.__name__)
"""


@needs_torch
def test_reduce_with_a_tensor_warns_once_as_in_torch():
    outputs = []
    for module in (MODULE_NAME, "torch"):
        done = python("-c", ONCE.format(module=module), timeout=300)
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert outputs[0].split()[:5] == ["0", "0", "1", "1", "1"]


def test_filling_an_expanded_tensor_warns_every_time():
    for _ in range(2):
        with pytest.warns(UserWarning) as caught:
            tb.zeros(1).expand(3).index_fill_(0, tb.tensor([0]), 2)
        assert [str(w.message) for w in caught] == [EXPANDED]
    t = tb.zeros(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning):
            t.expand(3).index_fill_(0, tb.tensor([0]), 2)
        assert t.expand(3).index_fill(0, tb.tensor([0]), 2).tolist() == [2, 0, 0]
    assert t.tolist() == [0]


def test_values_are_numpys():
    """For machines without torch."""
    rng = numpy.random.default_rng(0)
    for shape, dim in (((7,), 0), ((5, 6), 0), ((5, 6), 1), ((3, 4, 5), 1), ((3, 4, 5), 2)):
        array = rng.integers(0, 100, shape)
        t = tb.from_numpy(array.copy())
        vector = rng.integers(0, shape[dim], 1200)
        index = rng.integers(0, shape[dim], shape)
        places = rng.integers(-array.size, array.size, (4, 3))
        distinct = numpy.argsort(rng.random(shape), dim)
        v, m, p, d = (tb.from_numpy(a) for a in (vector, index, places, distinct))
        assert (tb.index_select(t, dim, v).numpy() == array.take(vector, dim)).all()
        assert (tb.gather(t, dim, m).numpy() == numpy.take_along_axis(array, index, dim)).all()
        assert (tb.take_along_dim(t, m, dim).numpy() == numpy.take_along_axis(array, index, dim)).all()
        assert (tb.take(t, p).numpy() == array.take(places)).all()
        expected = array.copy()
        numpy.put_along_axis(expected, distinct, array + 1, dim)
        assert (tb.scatter(t, dim, d, t + 1).numpy() == expected).all()
        expected = numpy.moveaxis(array.copy(), dim, 0)
        numpy.add.at(expected, vector[: shape[dim]], numpy.moveaxis(array, dim, 0))
        result = tb.index_add(t, dim, v[: shape[dim]], t)
        assert (numpy.moveaxis(result.numpy(), dim, 0) == expected).all()
        assert (t.numpy() == array).all()


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 2**62, -1, 10**6])
def test_wild_indices_are_refused_by_every_call(number):
    t, s = tb.arange(5.0), tb.ones(1)
    i = tb.tensor([number])
    for call in (
        lambda: t.index_select(0, i),
        lambda: t.gather(0, i),
        lambda: t.scatter(0, i, s),
        lambda: t.scatter_(0, i, 3),
        lambda: t.scatter_add_(0, i, s),
        lambda: t.index_copy_(0, i, s),
        lambda: t.index_add_(0, i, s),
        lambda: tb.take_along_dim(t, i),
        *([] if number == -1 else [lambda: t.take(i), lambda: t.index_fill_(0, i, 1)]),
    ):
        with pytest.raises((IndexError, RuntimeError), match=r"out of (bounds|range)"):
            call()
    assert t.tolist() == [0, 1, 2, 3, 4]
    if torch is not None:
        expected = torch.take_along_dim(torch.arange(5.0), torch.tensor([number]), 0)
        assert tb.take_along_dim(t, i, 0).tolist() == expected.tolist()
