"""Odd chunks, dtypes, dimensions and arguments: what is computed, said and refused is what Tensors do."""

import warnings

import numpy as np
import pytest

pytest.importorskip("dask.array")

import dask.array as da

import tbcast
import tbcast.dask as td
from chunkings import assert_equal

A = tbcast.arange(12.0).reshape(4, 3)
CUBE = tbcast.arange(24).reshape(2, 3, 4)
INDICES = tbcast.tensor([0, 4, 2])
HALVES = tbcast.full((10,), 300.0, dtype=tbcast.float16)

# text, then (value, chunks) of each name in it
ALONG = [
    *(
        (f"x[x>0].{name}(0)", {"x": (tbcast.tensor([3.0, -1, 2, -5, 1, 4, -2, 5]), 8)})
        for name in ("sort", "argsort", "cumsum", "cummax", "softmax", "log_softmax", "median")
    ),
    *(
        (f"x.{name}(0, dtype=torch.int8)", {"x": (tbcast.tensor([100, 100, 100]), 1)})
        for name in ("cumsum", "cumprod")
    ),
    *(
        (f"x.{name}(0)", {"x": (tbcast.zeros(100_000, dtype=tbcast.float16), 50_000)})
        for name in ("softmax", "log_softmax")
    ),
    ("x.log_softmax(0)", {"x": (tbcast.tensor([8.0, 0, 0, 0]).bfloat16(), 2)}),
    ("x.topk(7)", {"x": (tbcast.arange(1000.0) % 37, 1000)}),
    ("x.topk(5000)", {"x": (tbcast.arange(1000.0), 100)}),
    *((f"x.{call}".replace(".[", "["), {"x": (A, (2, 3))}) for call in (
        "diff(dim=1, prepend=torch.zeros(4, 1))", "diff(1, 1, None, torch.zeros(4, 2))", "diff(n=2, dim=1)",
        "mode(1)", "quantile(0.5, 1, True)", "diff(dim=1, n=5)", "diff(n=-1)", "topk(np.int64(2))",
        "diff(dim=1, n=0)", "[:, :1].quantile(0.5, 1)", "[:, :1].nanquantile(0.25, 1, True)", "topk('a')",
    )),
]  # fmt: skip
REDUCTIONS = [
    *((f"x.norm({p})", {"x": (HALVES, 5)}) for p in (0, 1, 2, 3, "float('inf')")),
    ("x.all(dim=())", {"x": (A, (2, 3))}),
    ("x.any(dim=())", {"x": (A, (4, 3))}),
    ("x.all(dim=(), keepdim=True)", {"x": (A.byte(), (2, 2))}),
    *(
        (f"x.{name}(dim={dim})", {"x": (tbcast.zeros(0, 4), (1, 2))})
        for name in ("amax", "amin", "aminmax", "max", "argmax", "logsumexp", "softmax")
        for dim in (0, 1)
    ),
    *(
        (f"x[x[:, 0] > 3].{name}(dim=1)", {"x": (A, (1, 2))})
        for name in ("amax", "amin", "aminmax", "logsumexp", "softmax")
    ),
    ("x[x[:, 0] > 99].logsumexp(0)", {"x": (A, (2, 3))}),
    ("td.std_mean(x)", {"x": (tbcast.zeros(0), ((0, 0),))}),
    *((f"x.var(0, correction={n})", {"x": (A, (2, 3))}) for n in (-3, 0, 3, 4, 10)),
    *((f"x.std(correction={n})", {"x": (A, (2, 3))}) for n in (7, 12)),
]
PIECES = [
    (text, {"x": (A, (2, 2))})
    for text in (
        "x.tensor_split((3, 1), 0)", "x[:, :0].tensor_split(3, dim=1)", "x[:, :0].chunk(2, 1)",
        "x.tensor_split((1,), -1)", "x.tensor_split(torch.tensor([1, 2]), dim=0)", "x.tensor_split(())",
        "x.tensor_split(torch.tensor(2))", "x.hsplit((1, 5))", "x[0].hsplit(3)", "x.vsplit([1])",
        "x.split([1, 3])", "x.split(split_size=2, dim=1)", "x.split_with_sizes([1, 2], 1)", "x.dsplit(2)",
        "x.chunk(chunks=2, dim=-1)", "td.tensor_split(x, indices=(1, 2))", "td.tensor_split(x, (-1,))",
        "x[:0].unbind(0)", "x.unbind(1)",
    )
]  # fmt: skip
VIEWS = [
    (text, {"x": (A, (2, 2))})
    for text in (
        "td.flip(x, dims=[0])", "x.flip(dims=(1,))", "x.tile(dims=(2,))", "x.repeat(repeats=(2, 1))",
        "x.repeat(-1, 1)", "x.tile(-1)", "x[:0].reshape(0, 7)", "x[:0].reshape(-1, 3)", "x.roll((1,), ())",
        "x.roll(1)", "td.broadcast_tensors(x, torch.ones(4, 1))", "x.squeeze(0)",
    )
]  # fmt: skip
INDEXING = [
    ("x[i]", {"x": (tbcast.arange(5), 2), "i": (INDICES, 2)}),
    ("x[i]", {"x": (tbcast.arange(5), 2), "i": (tbcast.tensor([0, 4, 7]), 2)}),
    ("x[i]", {"x": (tbcast.arange(5), 2), "i": (tbcast.tensor([0, -9]), 2)}),
    ("x[:, i]", {"x": (A, 2), "i": (tbcast.tensor([-1, 0]), 1)}),
    *((text, {"x": (CUBE, 2)}) for text in (
        "x[..., [0, 1], np.int64(0)]", "x[..., [0, 1], torch.tensor(0)]", "x[np.int64(1), :, [0, 1]]",
        "x[torch.tensor(1), :, [0, 1]]", "x[..., np.int64(0), [0, 1]]", "x[np.array(1)]",
        "x[torch.tensor(1.)]",
        "x[x > 5]", "x[x % 5 == 1]", "x[:, torch.tensor([True, False, True])]", "x[x.byte()]",
        "x[torch.tensor([1, 0], dtype=torch.uint8)]",
    )),
    ("[w[w % 5 == 1] for w in [x[x[:, 0, 0] > -1]]][0]", {"x": (CUBE, (1, 3, 4))}),
    ("[w[w[:, 0] > 3] for w in [x[x[:, 0] > 1]]][0]", {"x": (A, (2, 2))}),
    ("x[x >= 0][x[x >= 0] > 2]", {"x": (tbcast.arange(5), ((2, 3),))}),
    ("x.masked_select(torch.tensor([True, False, True]))", {"x": (A, 2)}),
    *((f"x.index_select({dim}, i)", {"x": (A, 2), "i": (i, 1)}) for dim, i in (
        (5, INDICES), (0, INDICES > 1), (0, INDICES.float()), (0, INDICES[:1]), (-1, INDICES[2:])
    )),
    ("x.index_select(0, torch.tensor(2))", {"x": (A, 2)}),
    *(("x.index_select(0, i)", {"x": (A, 2), "i": (tbcast.tensor(i), 1)}) for i in (2, [0, -1], [7])),
    *(
        (f"x.index_select(0, {i})", {"x": (tbcast.tensor(3.0), 1), "i": (tbcast.tensor(value), 1)})
        for value in (0, [0], [1], [0, 0])
        for i in ("i", f"torch.tensor({value})")
    ),
]  # fmt: skip
CREATION = [
    *((f"td.arange({text})", {}) for text in (
        "0, 2.5, 1, dtype=torch.int32", "1, 4, 1.7, dtype=torch.int32", "0, 2.5, 1, dtype=torch.int64",
        "0, 3, 0.5, dtype=torch.int64", "0, 3, 0.5, dtype=torch.int32", "0.5, 3, dtype=torch.int64",
        "5, 0.5, -1.5, dtype=torch.int32", "0, 1, 0.3, dtype=torch.uint8", "10, 0, -3", "end=3", "0",
    )),
    ("td.zeros(size=(2, 3))", {}), ("td.ones(size=(2,), dtype=torch.int8)", {}),
    ("td.randint(high=1, size=(3,))", {}), ("td.randint(1, size=(2,))", {}), ("td.rand(()) < 1", {}),
    ("td.rand(size=()) < 1", {}), ("td.randn(()) < 99", {}), ("td.randint(1, ())", {}),
]  # fmt: skip
TRAPS = [
    ("td.broadcast_tensors(x, y)", {"x": (tbcast.ones(5, 1), 2), "y": (tbcast.ones(5), 2)}),
    ("x.masked_select(y)", {"x": (tbcast.ones(5, 1), 2), "y": (tbcast.ones(5) > 0, 2)}),
    ("x @ y", {"x": (tbcast.ones(5, 1, 2, 3), 2), "y": (tbcast.ones(5, 3, 2), 2)}),
    ("td.cdist(x, y)", {"x": (tbcast.ones(5, 1, 2, 3), 2), "y": (tbcast.ones(5, 2, 3), 2)}),
]


def outcome(text, operands, lazy):
    """(results, warnings) or (type, first line) of an error."""
    names = {"torch": tbcast, "np": np, "td": td if lazy else tbcast}
    names |= {k: td.from_tensor(*pair) if lazy else pair[0] for k, pair in operands.items()}
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            found = eval(text, names)
            found = tuple(found) if isinstance(found, tuple) else (found,)
            found = tuple(x.compute(scheduler="sync") for x in found) if lazy else found
        except Exception as error:
            return type(error), str(error).partition("\n")[0]
    return found, [str(warning.message) for warning in said]


def named(value):
    return value if isinstance(value, str) else ""


@pytest.mark.parametrize(
    "text, operands",
    [*ALONG, *REDUCTIONS, *PIECES, *VIEWS, *INDEXING, *CREATION],
    ids=named,
)
def test_what_tensors_do(text, operands):
    (got, told), (want, said) = (outcome(text, operands, lazy) for lazy in (True, False))
    assert told == said
    if isinstance(want, type):
        assert got is want
        return
    assert len(got) == len(want)
    for one, other in zip(got, want, strict=True):
        assert_equal(one, other, exact=False)


@pytest.mark.parametrize("text, operands", TRAPS, ids=named)
def test_a_policy_is_asked(text, operands):
    with tbcast.broadcast_policy("raise"):
        got, want = (outcome(text, operands, lazy) for lazy in (True, False))
    assert want[0] is tbcast.BroadcastPolicyError
    assert got == want


@pytest.mark.parametrize("make", [lambda x: x, lambda x: da.from_array(x.numpy()), lambda x: x.numpy()])
@pytest.mark.parametrize("name", ["sum", "sort", "norm", "flatten", "unbind", "argmax"])
def test_functions_take_tensors_and_arrays(name, make):
    arguments = (0,) if name in ("sort", "unbind") else ()
    got, want = getattr(td, name)(make(A), *arguments), getattr(tbcast, name)(A, *arguments)
    for one, other in zip(*(x if isinstance(x, tuple) else (x,) for x in (got, want)), strict=True):
        assert_equal(one.compute(), other, exact=False)
    assert_equal(td.flip(input=make(A), dims=[0]).compute(), A.flip(0))


def test_a_mask_that_chooses_of_other_rows():
    p = td.arange(5, chunks=((2, 3),))
    with pytest.raises(RuntimeError, match="sizes that were unknown do not match"):
        p[p >= 0][p[p > 1] > 0].compute()


@pytest.mark.parametrize("text", ["u[u % 5 == 1]", "u.topk(1, dim=0)", "u.diff(dim=0)", "u.squeeze(0)"])
def test_what_unknown_sizes_do_not_allow(text):
    u = td.from_tensor(CUBE, 2)
    u = u[u[:, 0, 0] > -1]
    with pytest.raises(NotImplementedError, match=r"unknown size.*compute_chunk_sizes\(\)"):
        eval(text, {"u": u})


def test_checks_take_no_memory_of_the_whole_size():
    for x in (td.zeros(*(64,) * 5, chunks=64), td.zeros(16, 10**9, chunks=(1, -1))):
        assert x.cumsum(0).shape == x.shape and x.sort(1)[0].shape == x.shape
        assert x.var(correction=10**6).shape == ()
    assert x.diff(dim=1).shape == (16, 10**9 - 1)
