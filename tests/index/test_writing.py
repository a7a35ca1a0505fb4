"""What writes where a tensor of indices or a mask says: reductions of special values, refusals that write
nothing, expanded tensors, as PyTorch has them."""

import warnings

import pytest

from under_test import needs_torch, tb, torch


def reduced(lib, name, word, values, src, index, **options):
    function = getattr(lib, name)
    return function(lib.tensor(values), 0, lib.tensor(index), lib.tensor(src), word, **options).tolist()


@needs_torch
@pytest.mark.parametrize("name", ["scatter_reduce", "index_reduce"])
@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("word", ["prod", "mean", "amax", "amin"])
def test_special_values_are_reduced_as_in_torch(name, word, include_self):
    nan, inf = float("nan"), float("inf")
    special = [nan, inf, -inf, 0.0, -0.0, 1.5, -2.0]
    for a in special:
        for b in special:
            for c in special:
                call = (name, word, [a, 3.0], [b, c], [0, 0])
                ours = reduced(tb, *call, include_self=include_self)
                theirs = reduced(torch, *call, include_self=include_self)
                assert repr(ours) == repr(theirs), (call, include_self)


@needs_torch
@pytest.mark.parametrize("word", ["prod", "mean", "amax", "amin"])
def test_the_extreme_integers_are_reduced_as_in_torch(word):
    ends = [-(2**63), 2**63 - 1, -1, 0, 7]
    for a in ends:
        for b in ends:
            for include_self in (True, False):
                call = ("index_reduce", word, [a, 3], [b, b], [0, 0])
                ours = reduced(tb, *call, include_self=include_self)
                assert ours == reduced(torch, *call, include_self=include_self)


@pytest.mark.cpu_level
@pytest.mark.parametrize("name", ["scatter_reduce", "index_reduce"])
def test_means_count_without_overflow(name):
    """torch 2.13 counts in the dtype of the elements: to 0 in uint8, to 256 in bfloat16."""
    for dtype, n, expected in ((tb.uint8, 256, 0), (tb.int8, 128, 0), (tb.bfloat16, 1000, 1)):
        ones = tb.ones(n, dtype=dtype) * expected
        t, index = tb.zeros(1, dtype=dtype), tb.zeros(n, dtype=tb.int64)
        if name == "scatter_reduce":
            assert t.scatter_reduce(0, index, ones, "mean", include_self=False).item() == expected
        else:
            assert t.index_reduce(0, index, ones, "mean").item() <= expected


@pytest.mark.cpu_level
@pytest.mark.parametrize("dtype", [tb.float16, tb.bfloat16, tb.float32, tb.float64])
@pytest.mark.parametrize("name", ["scatter_reduce", "index_reduce"])
def test_means_are_those_of_numbers(name, dtype):
    for n in (1, 2, 3, 10, 100):
        for include_self in (False, True):
            t, index = tb.zeros(1, dtype=dtype), tb.zeros(n, dtype=tb.int64)
            mean = getattr(t, name)(0, index, tb.ones(n, dtype=dtype), "mean", include_self=include_self)
            assert mean.item() == tb.tensor(n / (n + include_self), dtype=dtype).item()


def test_a_refused_reduction_writes_nothing():
    """torch 2.13 has written by then what it starts from, or what comes before."""
    for t in (tb.ones(3, dtype=tb.bool), tb.ones(3, dtype=tb.complex64), tb.ones(3)):
        before = t.tolist()
        for word in ("mean", "amax", "prod"):
            for call in (t.scatter_reduce_, t.index_reduce_):
                for index in ([0, 1], [0, 9]):
                    try:
                        call(0, tb.tensor(index), tb.zeros(2, dtype=t.dtype), word, include_self=False)
                    except (RuntimeError, IndexError):
                        assert t.tolist() == before
                    else:
                        t.fill_(1)


def test_a_refused_put_writes_nothing():
    """torch 2.13 writes what comes before a bad index, or what the source has."""
    t = tb.zeros(2, 3)
    for call in (
        lambda: t.put_(tb.tensor([1, 99]), tb.ones(2)),
        lambda: t.t().put_(tb.tensor([1, -99]), tb.ones(2), True),
        lambda: t.index_put_((tb.tensor([0, 5]),), tb.ones(3)),
        lambda: t.index_put_((tb.tensor([0, 5]),), tb.ones(3), True),
        lambda: t.masked_scatter_(tb.ones(2, 3, dtype=tb.bool), tb.ones(5)),
        lambda: t.fill_diagonal_(1j),
    ):
        with pytest.raises((IndexError, RuntimeError)):
            call()
        assert t.tolist() == [[0, 0, 0], [0, 0, 0]]


def test_index_put_needs_an_index():
    """torch 2.13 has an internal error there."""
    with pytest.raises(RuntimeError, match="at least one index"):
        tb.index_put(tb.ones(2), (), tb.ones(2))


def test_diagonals_of_any_strides_are_wrapped():
    """torch 2.13 finds the next diagonal by the strides of the first one, where there may be no memory."""
    expected = tb.zeros(9, 2).fill_diagonal_(9, True).tolist()
    assert [row for row, numbers in enumerate(expected) if 9 in numbers] == [0, 1, 3, 4, 6, 7]
    assert tb.zeros(2, 9).t().fill_diagonal_(9, True).tolist() == expected
    wide = tb.zeros(9, 4)
    assert wide[:, :2].fill_diagonal_(9, True).tolist() == expected
    assert wide[:, 2:].sum().item() == 0


@needs_torch
def test_halves_are_added_one_by_one():
    for name in ("float16", "bfloat16"):
        for accumulate in ("put_(index, source, True)", "index_put_((index,), source, True)"):
            found = []
            for lib in (tb, torch):
                t, index = lib.ones(5, dtype=getattr(lib, name)), lib.tensor([1, 1, 1, 1, 0, -1, 1])
                source = lib.tensor([1e-3, 300, 1e-3, 7, 2, 3, 0.3]).to(t.dtype)
                eval(f"t.{accumulate}", {"t": t, "index": index, "source": source})
                found.append(t.tolist())
            assert found[0] == found[1]


@pytest.mark.parametrize("call", ["put_(index, source, True)", "index_put_((index,), source, True)"])
def test_a_source_that_shares_memory_is_read_before_it_changes(call):
    whole = tb.arange(10.0)
    names = {"t": whole[::2], "index": tb.arange(5), "source": whole[:5]}
    assert eval(f"t.{call}", names).tolist() == [0, 3, 6, 9, 12]
    assert whole[1::2].tolist() == [1, 3, 5, 7, 9]


@pytest.mark.parametrize("lib", [tb, pytest.param(torch, marks=needs_torch)])
def test_expanded_tensors_are_put_to_with_torchs_warning(lib):
    t = lib.ones(1).expand(3)
    with pytest.warns(UserWarning, match="Use of index_put_ on expanded tensors is deprecated"):
        t.index_put_((lib.tensor([0, 1]),), lib.tensor(2.0))
    assert t.tolist() == [2, 2, 2]


def test_nothing_is_accumulated_in_expanded_tensors():
    """torch 2.13 adds to the one element, with a warning."""
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        tb.ones(1).expand(3).index_put_((tb.tensor([0, 1]),), tb.tensor(2.0), True)


@pytest.mark.parametrize("height", range(11))
@pytest.mark.parametrize("width", range(4))
def test_a_wrapped_diagonal_leaves_a_row_free(height, width):
    for t in (tb.zeros(height, width), tb.zeros(height, 2 * width)[:, ::2], tb.zeros(width, height).t()):
        t.fill_diagonal_(1, wrap=True)
        assert t.tolist() == [[float(i % (width + 1) == j) for j in range(width)] for i in range(height)]


def test_an_expanded_index_of_a_reduction_is_looked_at_once():
    index, source = tb.tensor([-1]).expand(2**40), tb.ones(1).expand(2**40)
    with pytest.raises(IndexError, match="index out of range in self"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # index_reduce is in beta
        tb.zeros(3).index_reduce_(0, index, source, "prod", include_self=False)


def test_masked_scatter_reads_what_it_overwrites_from_a_copy():
    mask = tb.tensor([True, False, True, True])
    for source in (lambda t: t, lambda t: t[1:], lambda t: t.flip(0)):
        x = tb.tensor([1.0, 2, 3, 4])
        wanted = x.clone().masked_scatter_(mask, source(x).clone())
        assert x.masked_scatter_(mask, source(x)).tolist() == wanted.tolist()
    own = mask.clone()
    assert own.masked_scatter_(own, own).tolist() == [True, False, False, True]


def test_an_index_into_a_tensor_of_no_elements_is_out_of_bounds():
    nothing = tb.ones(2, 0, 3)
    with pytest.raises(IndexError, match="out of range"), pytest.warns(UserWarning, match="in beta"):
        tb.index_reduce(nothing, 0, tb.tensor([5]), tb.ones(1, 0, 3), "prod")


PART_WRITERS = """
torch.select_scatter(x, u, 0, 1); torch.select_scatter(x.t(), u, -1, -1); torch.select_scatter(x, u[:1], 0, 1)
torch.select_scatter(x, u, 2, 0); torch.select_scatter(x, u, 0, 2); torch.select_scatter(x, u[None], 0, 0)
torch.select_scatter(x[0, 0], u, 0, 0); x.select_scatter(u.double(), dim=0, index=0)
x.int().select_scatter(u * 1.5, 0, 1); torch.select_scatter(x.expand(2, 2, 3), x, 0, 1)
torch.select_scatter(x[:, 1:], u[1:], 0, 1); torch.select_scatter(x, 3, 0, 1); torch.slice_scatter(x, x + 1)
torch.slice_scatter(x, u); torch.slice_scatter(x, u[None], 0, 1); torch.slice_scatter(x, x[:, :2], 1, 0, 5, 2)
torch.slice_scatter(x, x, 1, 0, 5, 0); torch.slice_scatter(x, x, 1, 0, 5, -1)
torch.slice_scatter(x, x, 3, step=0); torch.slice_scatter(x, x[:, :1] + 9, 1, start=-1)
torch.slice_scatter(x, x[:, :0], 1, 9); torch.slice_scatter(x, x[:, :0], 1, 2, 1)
torch.slice_scatter(x[0, 0], x[0, 0]); x.slice_scatter(x[:, :2] + 5, -1, end=-1)
x.t().slice_scatter(x.t() + 1); x.slice_scatter(); torch.slice_scatter(x, x, 0.5)
torch.slice_scatter(x, x, 0, -2**63, 2**63 - 1); torch.slice_scatter(x, x[:1] + 4, 0, step=2)
torch.diagonal_scatter(x, u[:2]); torch.diagonal_scatter(x, u); torch.diagonal_scatter(x, u[:2], 1)
torch.diagonal_scatter(x, u[:1], -1); torch.diagonal_scatter(x, u[:2], 1, 1, 1)
torch.diagonal_scatter(x, u[:2], 1, 2, 1); torch.diagonal_scatter(x[0], u[:1])
torch.diagonal_scatter(x.expand(2, 2, 3), x.t()[:, :2] + 1, 0, 0, 1); x.diagonal_scatter(u[:0], 9)
x.diagonal_scatter(u[:2] + 1j); torch.as_strided_scatter(x, u[:2], (2,), (1,))
torch.as_strided_scatter(x, u, (2,), (1,)); torch.as_strided_scatter(x, u[:2], (2,), (9,))
torch.as_strided_scatter(x, u[:2], (2,), (1,), 3); torch.as_strided_scatter(x, u[:2], (2,), (1, 1))
x.as_strided_scatter(u[:2], (2,), (0,)); torch.as_strided_scatter(x, u[:2], (2,), (-1,))
torch.as_strided_scatter(x[:, 1:], u[:2], (2,), (1,), 0); x.as_strided_scatter()
torch.as_strided_scatter(x[:, 1:], u[:2], (2,), (1,)); torch.as_strided_scatter(x.t(), u[:2], (2,), (1,), 0)
x[:, :0].select_scatter(u[:0], 0, 1)
"""


@needs_torch
@pytest.mark.parametrize("line", PART_WRITERS.strip().splitlines())
@pytest.mark.parametrize("dtype", ["float32", "int64", "bool", "complex64", "float16", "uint16"])
def test_a_part_of_a_copy_is_written_as_in_torch(line, dtype):
    """Values, dtypes, strides and texts; the operand stays as it was."""

    def outcomes(lib):
        found = []
        for expression in line.split("; "):
            x = lib.zeros(2, 3).to(getattr(lib, dtype))
            scope = {"torch": lib, "x": x, "u": lib.tensor([1.0, 2.0, 3.0]).to(x.dtype)}
            try:
                result = eval(expression, scope)
                found.append((expression, result.tolist(), str(result.dtype), result.stride()))
            except Exception as error:
                found.append((expression, type(error).__name__, str(error).splitlines()[0]))
            assert not x.any()
        return found

    assert outcomes(tb) == outcomes(torch)
