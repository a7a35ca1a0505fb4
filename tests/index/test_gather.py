"""gather, take, scatter and the functions of index vectors: values, layouts, refusals, warnings as torch's.

Calls are expressions that both libraries evaluate on tensors of the same bits and strides.  A refusal is the
same when its type and text are, and when tbcast has written nothing.
"""

import itertools
import math
import random
import re
import warnings

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from differential.cases import Library, base_bytes, dtype_name, operand, tensor_bits
from oracles.comparison import same_bits
from oracles.dtype_rules import NAMES
from under_test import first_line, needs_torch, tb, torch

LIBRARIES = [Library(lib) for lib in (tb, torch) if lib is not None]
LAYOUTS = ("contiguous", "transposed", "strided", "expanded", "permuted", "padded", "odd")
SIZES = ((), (1,), (5,), (0,), (4, 3), (1, 3), (2, 0), (2, 3, 4), (3, 1, 2), (2, 2, 3, 2))

REDUCE_WARNING = (
    "The reduce argument of torch.scatter with Tensor src is deprecated and will be removed in a future "
    "PyTorch release. Use torch.scatter_reduce instead for more reduction options."
)


# ---- evaluation ----


def evaluate(lib, expression, scope):
    """(result, None) or (None, refusal), and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            outcome = eval(expression, {"torch": lib, **scope}), None
        except Exception as error:
            outcome = None, f"{type(error).__name__}: {first_line(error).strip()}"
    texts = [first_line(w.message) for w in caught]
    return outcome, [t for t in texts if t != REDUCE_WARNING]  # once a process: see below


def geometry(t):
    return tuple(t.size()), t.stride(), dtype_name(t)


def same_elements(a, b):
    name = dtype_name(a)
    return same_bits(tensor_bits(a, name), tensor_bits(b, name), name)


def unshared(expression, make_scope):
    """tbcast's result when no operand shares memory with another."""
    scope = make_scope(LIBRARIES[0])[0]
    apart = {name: v.clone() if isinstance(v, tb.Tensor) else v for name, v in scope.items()}
    return evaluate(tb, expression, apart)[0][0]


def compare(expression, make_scope):
    """Evaluate in both libraries on what make_scope(library) gives: names, and tensors to watch."""
    found = []
    for library in LIBRARIES:
        scope, watched = make_scope(library)
        before = [base_bytes(base) for base in watched]
        (result, refusal), texts = evaluate(library.module, expression, scope)
        found.append((scope, result, refusal, texts))
        if refusal is not None and library is LIBRARIES[0]:
            after = [base_bytes(base) for base in watched]
            assert before == after, f"{expression}: {refusal}, and yet it wrote"
    (scope, ours, refusal, texts), (other_scope, theirs, other_refusal, other_texts) = found
    assert (refusal, texts) == (other_refusal, other_texts), expression
    if refusal is not None:
        return
    assert geometry(ours) == geometry(theirs), expression
    if scope.get("shared"):  # torch's loops then read what they have written: tbcast reads first
        assert same_elements(ours, unshared(expression, make_scope)), expression
        return
    assert same_elements(ours, theirs), expression
    assert geometry(scope["t"]) == geometry(other_scope["t"]), expression
    assert same_elements(scope["t"], other_scope["t"]), expression
    for target in ("t", "o"):
        assert (ours is scope.get(target)) == (theirs is other_scope.get(target)), expression


# ---- values: dtypes x layouts x sizes x dimensions ----

# v, w: vectors of indices; m: indices of t's number of dimensions; p: indices for take; s: of m's sizes;
# S: the slices that w stands for; x: without dimensions; o: an output, every third time of the right sizes,
# which are those of what is named.
READING = {
    "torch.index_select(t, d, v)": "v",
    "t.index_select(d, v)": "v",
    "torch.index_select(t, d, v, out=o)": "v",
    "torch.take(t, p)": "p",
    "t.take(p)": "p",
    "torch.take(t, p, out=o)": "p",
    "torch.gather(t, d, m)": "m",
    "t.gather(d, m, sparse_grad=True)": "m",
    "torch.gather(t, d, m, out=o)": "m",
    "torch.take_along_dim(t, m, d)": "m",
    "t.take_along_dim(p, dim=None)": "p",
    "torch.take_along_dim(t, m, d, out=o)": "m",
}
WRITING = (
    "torch.index_fill(t, d, v, x)",
    "t.index_fill(d, v, 1)",
    "t.index_fill_(d, v, x)",
    "torch.index_copy(t, d, w, S)",
    "t.index_copy(d, w, S)",
    "t.index_copy_(d, w, S)",
    "torch.index_copy(t, d, w, S, out=o)",
    "torch.index_add(t, d, w, S, alpha=3)",
    "t.index_add(d, w, S)",
    "t.index_add_(d, w, S, alpha=2)",
    "torch.index_add(t, d, w, S, out=o)",
    "torch.scatter(t, d, m, s)",
    "t.scatter(d, m, 1)",
    "t.scatter_(d, m, s)",
    "t.scatter_(d, m, value=x)",
    "torch.scatter(t, d, m, s, out=o)",
    "t.scatter(d, m, s, reduce='add')",
    "t.scatter_(d, m, s, reduce='multiply')",
    "t.scatter_(d, m, 3, reduce='add')",
    "torch.scatter(t, d, m, 3, reduce='multiply', out=o)",
    "torch.scatter_add(t, d, m, s)",
    "t.scatter_add(d, m, s)",
    "t.scatter_add_(d, m, s)",
    "torch.scatter_add(t, d, m, s, out=o)",
)


def integers(rng, sizes, low, high):
    """Random numbers as nested lists; [] where there are none to draw from."""
    if not sizes:
        return rng.randrange(low, high)
    return [integers(rng, sizes[1:], low, high) for _ in range(sizes[0])]


def index_tensor(lib, rng, sizes, low, high, dtype, layout):
    """The same indices in either library, transposed or strided if asked; zeros where sizes hold none."""
    if 0 in sizes or high <= low:
        return lib.zeros([0 if high <= low and n else n for n in sizes], dtype=dtype)
    t = lib.tensor(integers(rng, sizes, low, high), dtype=dtype)
    if layout == "transposed" and len(sizes) > 1:
        order = list(reversed(range(len(sizes))))
        return t.permute(order).contiguous().permute(order)
    if layout == "strided" and sizes:
        wide = lib.zeros([2 * n for n in sizes], dtype=dtype)
        part = wide[tuple(slice(None, None, 2) for _ in sizes)]
        part.copy_(t)
        return part
    return t


def value_scope(expression, dtype, layout, size, dim, seed):
    """make_scope for compare; many of the indices are int32 or laid out oddly."""
    negative, along = "fill" in expression, "along" in expression

    def make(library):
        lib, rng = library.module, random.Random(seed)
        first = operand(dtype, size, layout, seed)
        built = library.build(first)
        t, base = built.tensor, built.base
        n = size[dim] if size else 1
        index_layout = ("contiguous", "transposed", "strided")[seed % 3]
        count = rng.randrange(0, 6)
        inner = [rng.randrange(0 if seed % 7 == 0 else 1, k + 1) if k else 0 for k in size]
        if size:
            inner[dim] = rng.randrange(1, 7)
        slices = list(size)
        if size:
            slices[dim] = count
        else:
            count = 1
        long = lib.int64
        narrow = lib.int32 if seed % 2 and not along else long

        def index(sizes, low=0, high=n, dtype=long):
            return index_tensor(lib, rng, sizes, low, high, dtype, index_layout)

        def built(sizes, k, layout=layout):
            return library.tensor(operand(dtype, sizes, layout, seed + k))

        total = first.numel
        scope = {
            "t": t,
            "d": dim if seed % 2 else dim - max(len(size), 1),
            "v": index([count if size else 1], low=-n if negative else 0),
            "w": index([count] if size else [], dtype=narrow if "add" in expression else long),
            "m": index(inner, dtype=narrow),
            "p": index((3, 2) if total else (0,), low=0 if along else -total, high=total),
            "x": built((), 1, "contiguous"),
            "S": built(slices if size else (), 3),
        }
        scope["s"] = built(scope["m"].size(), 2)
        scope["o"] = built(
            ((0,), (3,), tuple(scope[READING.get(expression, "t")].size()))[seed % 3], 4, "transposed"
        )
        return scope, [base]

    return make


def run_values(expressions, dtype, layout):
    seed = NAMES.index(dtype) * 1000
    for expression, size in itertools.product(expressions, SIZES):
        for dim in range(max(len(size), 1)):
            seed += 1
            compare(expression, value_scope(expression, dtype, layout, size, dim, seed))


@pytest.mark.sample(6)
@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", NAMES)
def test_what_is_read_is_torchs(dtype, layout):
    run_values(READING, dtype, layout)


@pytest.mark.sample(6)
@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", NAMES)
def test_what_is_written_is_torchs(dtype, layout):
    run_values(WRITING, dtype, layout)


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
def test_sums_are_rounded_as_torchs(dtype):
    """Hundreds of numbers on few places: the order of sums and where halves are rounded shows."""
    for shape, dim in (((400,), 0), ((400, 3), 0), ((3, 400), 1)):

        def make(library, shape=shape, dim=dim):
            lib, rng = library.module, random.Random(5)
            numbers = lib.tensor(integers(rng, shape, -1000, 1000), dtype=lib.float32)
            table = [2 if d == dim else n for d, n in enumerate(shape)]
            scope = {
                "t": lib.ones(table, dtype=library.dtype[dtype]),
                "d": dim,
                "s": (numbers / 700).to(library.dtype[dtype]),
                "m": index_tensor(lib, rng, shape, 0, 2, lib.int64, "contiguous"),
                "w": index_tensor(lib, rng, [400], 0, 2, lib.int64, "contiguous"),
            }
            return scope, []

        for expression in (
            "t.scatter_add(d, m, s)",
            "t.scatter(d, m, s, reduce='multiply')",
            "t.scatter(d, m, 0.3, reduce='add')",
            "t.scatter(d, m, 1.01, reduce='multiply')",
            "t.index_add(d, w, s)",
            "t.index_add(d, w, s, alpha=3)",
            "t.index_add(d, w, s, alpha=True)",
        ):
            compare(expression, make)


# ---- every loop of every dtype ----

# Sizes, the indexed dimension, how the index lies in memory.
LOOPS = [
    ((60,), 0, "contiguous"),
    ((6, 40), 1, "contiguous"),
    ((40, 6), 0, "contiguous"),
    ((40, 6), 0, "expanded"),
    ((6, 40), 1, "expanded"),
    ((40, 6), 0, "apart"),
    ((5, 7, 6), 1, "expanded"),
]


@pytest.mark.filterwarnings("ignore:The reduce argument")
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize(("size", "dim", "layout"), LOOPS)
def test_every_loop_moves_adds_and_multiplies_as_numpy_does(dtype, size, dim, layout):
    rng = np.random.default_rng(len(size) + dim)
    lowest, below = (-1, 3) if dtype in ("float16", "bfloat16") else (-4, 5)  # halves are exact, too
    in_numpy = dtype if dtype != "bfloat16" else "float32"
    values, other = (rng.integers(lowest, below, size).astype(in_numpy) for _ in range(2))
    places = rng.integers(0, size[dim], size)
    if layout == "expanded":
        first = [slice(None)] * len(size)
        first[dim - 1] = slice(0, 1)
        places = np.broadcast_to(places[tuple(first)], size)
    index = tb.from_numpy(np.ascontiguousarray(places))
    if layout == "expanded":
        index = index[tuple(first)].expand(size)
    if layout == "apart":
        index, other = index.t().contiguous().t(), np.repeat(other, 2, 1)[:, ::2]
    t, s = (tb.from_numpy(array).to(getattr(tb, dtype)) for array in (values, other))
    where = list(np.indices(size))
    where[dim] = places
    assert t.gather(dim, index).tolist() == values[tuple(where)].tolist()
    assert t.take(index).tolist() == values.reshape(-1)[places].tolist()
    assert t.take(index - t.numel()).tolist() == values.reshape(-1)[places].tolist()
    for reduce, ufunc in ((None, None), ("add", np.add), ("multiply", np.multiply)):
        expected = values.copy()
        if ufunc is None:
            for at in np.ndindex(size):  # the last one stays
                expected[tuple(w[at] for w in where)] = other[at]
        else:
            ufunc.at(expected, tuple(where), other)
        options = {"reduce": reduce} if reduce else {}
        assert t.scatter(dim, index, s, **options).tolist() == expected.tolist()
    for shift in (0, t.numel()):
        expected = values.reshape(-1).copy()
        np.add.at(expected, places, other)
        assert t.put(index - shift, s, accumulate=True).view(-1).tolist() == expected.tolist()
    wrong = index.clone()
    wrong[(-1,) * len(size)] = size[dim]
    for call in (lambda: t.gather(dim, wrong), lambda: t.scatter(dim, wrong, s)):
        with pytest.raises(RuntimeError, match="out of bounds"):
            call()


# ---- drawn calls, valid and invalid ----

DRAWN = (*READING, *WRITING, "t.take(m)", "t.index_select(d, m)")


@st.composite
def drawn_calls(draw):
    size = draw(st.lists(st.integers(0, 3), max_size=4))
    dim = draw(st.integers(-len(size) - 1, len(size)))
    n = size[dim] if -len(size) <= dim < len(size) else 1
    near = [draw(st.sampled_from((k, k, k, k + 1, max(k - 1, 0), 1))) for k in size]
    other = [draw(st.sampled_from((k, k, k, k + 1, 1))) for k in near]
    if draw(st.integers(0, 9)) == 0:
        near = near[1:]
    if draw(st.integers(0, 9)) == 0:
        other = other + [2]
    slip = draw(st.sampled_from((0, 0, 0, 1, 2)))
    return {
        "expression": draw(st.sampled_from(DRAWN)),
        "size": size,
        "order": draw(st.permutations(range(len(size)))),
        "dim": dim,
        "near": near,
        "other": other,
        "count": draw(st.integers(0, 4)),
        "bounds": (-slip, max(n, 1) + slip),
        "index": draw(st.sampled_from(("int64",) * 5 + ("int32", "int32", "uint8", "bool", "float32"))),
        "index_layout": draw(st.sampled_from(("contiguous", "transposed", "strided"))),
        "dtype": draw(st.sampled_from(("float32",) * 3 + ("int64", "uint8", "bool", "bfloat16"))),
        "seed": draw(st.integers(0, 2**32)),
    }


def drawn_scope(call):
    def make(library):
        lib, rng = library.module, random.Random(call["seed"])
        layout = rng.choice(("contiguous", "transposed", "strided", "expanded"))
        first = operand(call["dtype"], [call["size"][d] for d in call["order"]], layout, call["seed"])
        built = library.build(first)
        base_view, base = built.tensor, built.base
        back = [call["order"].index(d) for d in range(len(call["size"]))]
        t = base_view.permute(back)
        low, high = call["bounds"]
        dtype = library.dtype[call["index"]]

        def index(sizes):
            return index_tensor(lib, rng, sizes, low, high, lib.int64, call["index_layout"]).to(dtype)

        slices = list(call["size"])
        if -len(slices) <= call["dim"] < len(slices):
            slices[call["dim"]] = call["count"]
        scope = {"t": t, "d": call["dim"], "v": index([call["count"]]), "m": index(call["near"])}
        scope["w"], scope["p"] = scope["v"], index([2, 2])
        scope["x"] = library.tensor(operand(call["dtype"], (), "contiguous", 1))
        scope["s"] = library.tensor(operand(call["dtype"], call["other"], "contiguous", 2))
        scope["S"] = library.tensor(operand(call["dtype"], slices, "transposed", 3))
        out_dtype = call["dtype"] if rng.randrange(8) else "float64"
        out_size = rng.choice((call["near"], slices, (0,), (2,)))
        scope["o"] = library.tensor(operand(out_dtype, out_size, layout, 4))
        if rng.randrange(6) == 0:
            scope["o"] = rng.choice((t, base, t[:1] if call["size"] and call["size"][0] else t))
            scope["shared"] = "out=o" in call["expression"]
        if rng.randrange(6) == 0:
            scope["s"] = scope["S"] = t
            scope["shared"] = scope.get("shared") or re.search(r"\b[sS]\b", call["expression"])
        return scope, [base]

    return make


@needs_torch
@hypothesis.given(drawn_calls())
@hypothesis.settings(max_examples=hypothesis.settings().max_examples * 10)
def test_drawn_calls_are_torchs(call):
    compare(call["expression"], drawn_scope(call))


# ---- long work, which threads share ----


@pytest.fixture
def threads():
    """More of ours than of torch's: with several its errors name any of the wrong indices."""
    before = tb.get_num_threads(), torch.get_num_threads()
    tb.set_num_threads(3)
    torch.set_num_threads(1)
    yield
    tb.set_num_threads(before[0])
    torch.set_num_threads(before[1])


@needs_torch
@pytest.mark.parametrize("word", ["sum", "prod", "mean", "amax", "amin"])
@pytest.mark.parametrize("included", [True, False])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "int32"])
@pytest.mark.parametrize("expanded", [False, True])
def test_few_and_many_indices_reduce_alike(dtype, included, word, expanded):
    """On both sides of TB_ACCUMULATORS_SHAPED: through accumulators found by hashing, and of self's shape."""
    generator = np.random.default_rng(3)
    for count in (1, 60, 124, 125, 126, 1000):
        table = generator.integers(-4, 5, (1000, 3))
        index = generator.integers(0, 1000, (count, 1 if expanded else 3))
        source = generator.integers(-4, 5, (count, 3))
        results = []
        for library in (tb, torch):
            x, s = (library.asarray(a).to(getattr(library, dtype)) for a in (table, source))
            i = library.asarray(index).expand(count, 3)
            for out in (x.clone(), x.t().contiguous().t()):
                out.scatter_reduce_(0, i, s, word, include_self=included)
                results.append(out.tolist())
        assert results[0] == results[2]
        assert results[1] == results[3]


@pytest.mark.parametrize("dim", [0, 1])
def test_slices_at_many_indices_are_read_and_written_where_they_belong(dim):
    rng = np.random.default_rng(7)
    values = rng.integers(0, 100, (1300, 3) if dim == 0 else (3, 1300))
    order, some = rng.permutation(1300), rng.integers(0, 1300, 2000)
    t = tb.from_numpy(values)
    np.testing.assert_array_equal(
        t.index_select(dim, tb.from_numpy(some)).numpy(), values.take(some, axis=dim)
    )
    back = tb.zeros_like(t).index_copy_(dim, tb.from_numpy(order), t.index_select(dim, tb.from_numpy(order)))
    np.testing.assert_array_equal(back.numpy(), values)


@needs_torch
@pytest.mark.parametrize("wrong", [(), (0.9, 0.5, 0.4), (0.99999,)])
@pytest.mark.parametrize(
    ("size", "dim"), [((300, 400), 0), ((300, 400), 1), ((200000,), 0), ((40, 50, 60), 1), ((30000, 4), 1)]
)
def test_threads_share_long_work_and_name_the_first_wrong_index(threads, size, dim, wrong):
    n = math.prod(size)
    places = [(i * 7919 + i // 13) % size[dim] for i in range(n)]
    for share in wrong:
        places[int(n * share)] = n + int(n * share)
    for call in (
        "t.gather(d, i)",
        "t.t().gather(len(t.shape) - 1 - d, i.t())" if len(size) == 2 else "t.take(i)",
        "t.scatter(d, i, t)",
        "t.scatter_add(d, i, t)",
        "t.take(i)",
        "t.scatter_(d, i, 2)",
    ):
        seen = []
        for library in (tb, torch):
            t = library.arange(n, dtype=library.float32).view(size)
            scope = {"t": t, "i": library.tensor(places).view(size), "d": dim}
            try:
                seen.append((eval(call, scope).tolist(), t.tolist()))
            except (RuntimeError, IndexError) as error:
                seen.append((type(error), first_line(error)))
                assert library is torch or t.equal(tb.arange(n, dtype=tb.float32).view(size))
        assert seen[0] == seen[1], call


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize(("reduce", "expected"), [("amax", [2.0, -1.0]), ("amin", [1.0, -2.0])])
def test_an_extremum_of_nan_is_nan_on_either_side(dtype, reduce, expected):
    nan, i = math.nan, tb.arange(4)
    self, src = (tb.tensor(x, dtype=getattr(tb, dtype)) for x in ([nan, 1, 1, -1], [1, nan, 2, -2]))
    for found in (self.scatter_reduce(0, i, src, reduce), self.index_reduce(0, i, src, reduce)):
        np.testing.assert_equal(found.double().numpy(), [nan, nan, *expected])


@pytest.mark.parametrize("n", [*range(1, 70), 127, 128, 129, 255, 256, 257, 600])
def test_rows_of_every_length_are_read_and_written_whole(n):
    t = tb.arange(40 * n).to(tb.uint8).view(40, n)
    i = tb.tensor([39, 0, 7, 7, *range(30)])
    rows = [t[k].tolist() for k in i.tolist()]
    assert tb.index_select(t, 0, i).tolist() == rows
    assert t[i].tolist() == t[i - 40].tolist() == rows
    written = tb.zeros(40, n, dtype=tb.uint8)
    written[i] = t[i]
    assert written[i].tolist() == rows
    assert not written[30:39].any()


@needs_torch
@pytest.mark.parametrize("dtype", ["uint8", "int16", "int64", "float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("word", ["amax", "amin", "prod"])
@pytest.mark.parametrize("columns", [2, 7, 64, 333])
def test_rows_reduced_at_indices_are_torchs(dtype, word, columns):
    draw = np.random.default_rng(columns)
    table, rows = draw.integers(-3, 4, (9, columns)), draw.integers(-3, 4, (40, columns))
    found = []
    for lib in (tb, torch):
        t, source = (lib.from_numpy(x.copy()).to(getattr(lib, dtype)) for x in (table, rows))
        if "float" in dtype:
            t[1, 0], source[3, 1], source[4, 0] = math.nan, math.inf, -0.0
        index = lib.from_numpy(np.arange(40) * 7 % 9)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # index_reduce is in beta
            results = [t.index_reduce(0, index, source, word, include_self=old) for old in (True, False)]
            results.append(t.t().index_reduce(1, index, source.t(), word).t())
        found.append([str(x.double().tolist()) for x in results])
    assert found[0] == found[1]
