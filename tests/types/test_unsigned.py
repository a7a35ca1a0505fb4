"""uint16, uint32, uint64: what torch does with them and what it refuses, of every row and function.

Casts, creation, views, storages, NumPy and printing meet them in the tests of those.
"""

import itertools
import re

import numpy as np
import pytest

from calls import derived
from calls.conversion_cells import adjusted
from calls.function_cells import compare, evaluated
from calls.function_lists import lists
from calls.unsigned_cases import INDEXED, MEMORY, NOTHING, STORES, VALUES
from differential.cases import Library
from differential.cells import Cells
from differential.expressions import is_refusal, outcome
from differential.failures import Failures
from differential.forms import ROWS
from differential.rows import RowRun
from oracles.dtype_rules import ALL, UNSIGNED
from under_test import first_line, needs_torch, tb, torch

OWN = Cells(ALL)


@needs_torch
@pytest.mark.parametrize("name", ROWS)
def test_rows_agree_with_torch_or_are_refused_in_its_words(name):
    run = RowRun(ROWS[name], OWN)
    for dtype in UNSIGNED:
        run.run(ALL.index(dtype), 1)
    run.runner.finish()


# ---- functions ----

OTHERS = (
    (r"\bprod\(.*dtype=torch\.complex64", "beyond float32 the order of products shows"),
    (r"softmax\(.*torch\.b?float16", "beyond float16"),
    (r"corrcoef\(", "torch's 1 is 0.99999994"),
)
"""(pattern, why) of calls that differ."""


def differing(text, cells, dtype, layout):
    """What differs; torch may warn before it refuses what tbcast refuses at once."""
    difference = compare(cells, text, dtype, layout)
    if difference is None:
        return None
    found = [adjusted(evaluated(lib, text, cells, dtype, layout)[0]) for lib in (tb, torch)]
    (ours, warned, after), (theirs, warned_there, after_there) = found
    if "INTERNAL ASSERT FAILED" in str(theirs):
        return None  # a bug, as torch says itself
    same = (ours, after) == (theirs, after_there) and is_refusal(found[0]) and {*warned} <= {*warned_there}
    return None if same else difference


@needs_torch
@pytest.mark.parametrize("key", [key for key in lists() if "special values" not in key])
@pytest.mark.filterwarnings("ignore")
def test_functions_agree_with_torch_or_are_refused_in_its_words(key):
    cells, failures = lists()[key], Failures()
    made = key in derived.lists()
    for place, text in enumerate(cells.expressions[:: 3 if made else 1]):
        if any(re.search(pattern, text) for pattern, _ in OTHERS):
            continue
        dtypes = [UNSIGNED[place % 3]] if made else UNSIGNED
        for dtype, layout in itertools.product(dtypes, ("contiguous", "transposed")):
            if layout not in cells.layouts or dtype in cells.different(text):
                continue
            difference = differing(text, cells, dtype, layout)
            if difference:
                failures.add(text, f"{dtype}, {layout}: {difference}")
    failures.report()


@pytest.mark.parametrize("name", UNSIGNED)
def test_a_dtype_is_refused_where_torch_refuses_it(name):
    """And not before other errors, nor where nothing is computed."""
    dtype, first = getattr(tb, name), tb.tensor([0])
    x, nothing = tb.ones(2, 3).to(dtype), tb.zeros(0, 3).to(dtype)
    assert x.masked_select(tb.zeros(2, 3, dtype=tb.bool)).shape == (0,)
    assert tb.sum(nothing, 0, out=tb.ones(3).to(dtype)).tolist() == [0, 0, 0]
    assert tb.prod(nothing, 0, out=tb.ones(3).to(dtype)).tolist() == [1, 1, 1]
    assert x.take(tb.tensor([], dtype=tb.int64)).shape == (0,)
    assert x.index_add(0, tb.tensor([], dtype=tb.int64), nothing).tolist() == x.tolist()
    for call, error, text in (
        (lambda: x.masked_select(x == 1), NotImplementedError, '"masked_select" not implemented'),
        (lambda: nothing.index_copy(1, first, nothing[:, :1]), NotImplementedError, "index_copy_cpu"),
        (lambda: nothing.index_put((first,), x[0]), IndexError, "out of bounds for dimension with size 0"),
        (lambda: x.index_add(0, first, x[:1]), NotImplementedError, "scatter_gather_tensor_cpu"),
        (lambda: x.index_add(0, first, x[:1], alpha=2), NotImplementedError, "add_stub"),
        (lambda: x[0].index_add(0, first, x[0, :1]), NotImplementedError, "index_add_"),
        (lambda: tb.cat([x, x.int()], out=tb.empty(0)), RuntimeError, "Promotion for uint16, uint32, uint64"),
    ):
        with pytest.raises(error, match=text):
            call()


# ---- numbers, indices, memory ----


def world(lib, dtype):
    d = Library(lib).dtype[dtype]
    return {
        "d": d,
        "d_numpy": np.dtype(dtype),
        "t": lib.tensor([1, 2, 3], dtype=d),
        "one": lib.tensor(1, dtype=d),
        "m": lib.tensor([True, False, True]),
        "i": lib.tensor([0, 2, 1]),
        "z": lambda *size: lib.zeros(size, dtype=d),
        "nan": float("nan"),
        "inf": float("inf"),
    }


def check(texts, dtype, **more):
    failures = Failures()
    for text in texts:
        found = []
        for lib in (tb, torch):
            scope = world(lib, dtype)
            scope |= {name: eval(value, {"torch": lib, "np": np} | scope) for name, value in more.items()}
            result, warned, after = adjusted(outcome(lib, text, scope))
            found.append((result, warned, after, scope["t"].tolist()))
        if found[0] != found[1]:
            failures.add(text, f"{dtype} {more}: {found[0]} | torch {found[1]}")
    failures.report()


@needs_torch
@pytest.mark.parametrize("dtype", UNSIGNED)
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.filterwarnings("ignore")
def test_numbers_are_stored_or_refused_as_in_torch(value, dtype):
    check(STORES, dtype, v=value)


@needs_torch
@pytest.mark.parametrize("dtype", UNSIGNED)
@pytest.mark.parametrize("texts", [INDEXED, NOTHING, MEMORY], ids=["indexed", "nothing", "memory"])
@pytest.mark.filterwarnings("ignore")
def test_indexing_empty_products_and_memory_are_torchs(texts, dtype):
    check(texts, dtype)


NUMBERS = (True, 1, 2**63, 2.0, 1j)


@needs_torch
@pytest.mark.parametrize("a", ALL)
def test_promotion_is_torchs(a):
    def answer(lib, text, b):
        scope = {"torch": lib, "a": getattr(lib, a), "b": getattr(lib, b)}
        try:
            return str(eval(text, scope))
        except Exception as error:
            return type(error).__name__, first_line(error)

    for b in ALL if a in UNSIGNED else UNSIGNED:
        for text in (
            *("torch.promote_types(a, b)", "torch.promote_types(b, a)", "torch.can_cast(a, b)"),
            *("torch.can_cast(b, a)", "torch.result_type(torch.zeros(1, dtype=a), torch.zeros((), dtype=b))"),
            *("torch.result_type(torch.zeros((), dtype=b), torch.zeros(1, dtype=a))",),
            *("torch.result_type(torch.zeros((), dtype=a), torch.zeros((), dtype=b))",),
            *(f"torch.result_type(torch.zeros(1, dtype=a), {number})" for number in NUMBERS),
            *(f"torch.result_type(torch.zeros((), dtype=a), {number})" for number in NUMBERS),
            *("torch.cat([torch.zeros(1, dtype=a), torch.zeros(1, dtype=b)]).dtype",),
            *("torch.iinfo(b)", "torch.finfo(b)", "b.to_real()", "b.to_complex()", "b.is_signed"),
        ):
            ours, theirs = answer(tb, text, b), answer(torch, text, b)
            theirs = "torch.complex64" if theirs == "torch.complex32" else theirs
            assert ours == theirs, (text, b)


# ---- without torch ----


REFUSED = {
    "t + t": "add_stub",
    "t.add_(1)": "add_stub",
    "1 - t": "add_stub",
    "-t": "neg_cpu",
    "t < t": "lt_cpu",
    "t // 2": "div_floor_cpu",
    "t % 2": "remainder_cpu",
    "t**2": "pow",
    "t @ t": "dot",
    "t.max()": "max_all",
    "torch.arange(3, dtype=t.dtype)": "arange_cpu",
    "t.sum(dtype=t.dtype)": "sum_cpu",
}


@pytest.mark.parametrize("dtype", UNSIGNED)
@pytest.mark.parametrize("call", REFUSED)
def test_arithmetic_raises_and_writes_nothing(call, dtype):
    t = tb.tensor([1, 2, 3], dtype=getattr(tb, dtype))
    with pytest.raises(NotImplementedError) as caught:
        eval(call, {"torch": tb, "t": t})
    name = dtype.replace("ui", "UI")
    assert first_line(caught.value) == f"\"{REFUSED[call]}\" not implemented for '{name}'"
    assert t.tolist() == [1, 2, 3]


@pytest.mark.parametrize("dtype", UNSIGNED)
def test_what_torch_computes_is_computed(dtype):
    t = tb.tensor([1, 2, 3], dtype=getattr(tb, dtype))
    assert (t + 0.5).tolist() == [1.5, 2.5, 3.5] and t.sqrt().dtype is tb.float32
    assert (t == 2).tolist() == [False, True, False] and (t ^ 3).tolist() == [2, 1, 0]
    assert (t * t).tolist() == [1, 4, 9] and t.sum().item() == 6


@pytest.mark.parametrize("dtype", UNSIGNED)
def test_memory_is_shared_both_ways(dtype):
    most = np.iinfo(dtype).max
    array = np.array([0, 1, most], dtype)
    t = tb.from_numpy(array)
    assert t.dtype is getattr(tb, dtype) and t.tolist() == [0, 1, most] and t[2].item() == most
    array[0] = most - 1
    assert t.tolist() == [most - 1, 1, most] and repr(t).endswith(f"dtype=torch.{dtype})")
    t[1] = 7
    assert array[1] == 7 and t.numpy().dtype == array.dtype
    assert memoryview(t).format == memoryview(array).format
    assert np.shares_memory(np.asarray(t), array)
    again = tb.frombuffer(array, dtype=t.dtype)
    assert again.data_ptr() == t.data_ptr() == tb.asarray(array).data_ptr()
    assert bytes(memoryview(t)) == array.tobytes()
    assert float(t[2]) == float(most) and tb.iinfo(t.dtype).max == most and tb.iinfo(t.dtype).min == 0


@pytest.mark.parametrize("n", (5, 100, 1000, 20_000))
@pytest.mark.parametrize("dtype", UNSIGNED)
def test_sorting_is_numpys_stable_one(dtype, n):
    rng = np.random.default_rng(n)
    array = rng.integers(0, np.iinfo(dtype).max, n, dtype=dtype, endpoint=True)
    array[n // 2 :] = array[: n - n // 2]  # equal ones
    t, from_largest = tb.from_numpy(array), np.iinfo(dtype).max - array
    for descending, keys in ((False, array), (True, from_largest)):
        order = np.argsort(keys, kind="stable")
        values, index = t.sort(stable=True, descending=descending)
        assert index.tolist() == order.tolist()
        assert values.tolist() == array[order].tolist()
        assert t.argsort(stable=True, descending=descending).tolist() == order.tolist()


def test_numbers_above_int64_are_whole():
    most = 2**64 - 1
    t = tb.tensor([most, 2**63, 5], dtype=tb.uint64)
    rows = "18446744073709551615,  9223372036854775808,                    5"
    assert repr(t) == f"tensor([{rows}],\n       dtype=torch.uint64)"
    assert t.tolist() == [most, 2**63, 5] and (t == most).tolist() == [True, False, False]
    assert t.sort().values.tolist() == [5, 2**63, most]
    assert t.to(tb.float64).tolist() == [2.0**64, 2.0**63, 5.0]
    assert t.to(tb.int64).tolist() == [-1, -(2**63), 5]
    with pytest.raises(RuntimeError, match="value cannot be converted to type int64_t without overflow"):
        int(t[0])
    assert tb.full((1,), most, dtype=tb.uint64).item() == most
    assert tb.zeros(1, dtype=tb.uint64).fill_(2**63).item() == 2**63
