"""Reductions are PyTorch's: sizes and layouts at random, accuracy, threads."""

import itertools
import math
import re
import warnings

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from oracles.dtype_rules import NAMES
from under_test import first_line, needs_torch, tb, torch

# ---- sizes and layouts at random ----

EXACT = ("amax", "amin", "argmax", "argmin", "all", "any", "max", "min", "count_nonzero")
SEVERAL_DIMS = ("sum", "mean", "amax", "amin", "all", "any", "var", "count_nonzero")


@st.composite
def problems(draw):
    """A tensor of small integers in some layout, a dtype, dimensions."""
    size = draw(st.lists(st.sampled_from([1, 2, 3, 4, 7, 16, 31, 64, 130]), min_size=1, max_size=4))
    while math.prod(size) > 40_000:
        size.remove(max(size))
    order = draw(st.permutations(range(len(size))))
    step = draw(st.sampled_from([1, 1, 2, 3]))
    dtype = draw(st.sampled_from(NAMES))
    dims = draw(st.lists(st.sampled_from(range(len(size))), max_size=len(size), unique=True))
    return size, order, step, dtype, dims, draw(st.booleans()), draw(st.integers(0, 2**16))


def built(lib, problem):
    size, order, step, dtype, *_, seed = problem
    values = np.random.default_rng(seed).integers(-3, 4, math.prod(size) * step)
    flat = lib.from_numpy(values).to(getattr(lib, dtype))[::step]
    return flat.view(size).permute(*order)


def result_of(lib, name, problem):
    dims, keepdim = problem[4], problem[5]
    several = name in SEVERAL_DIMS
    if name in ("all", "any") and not dims:
        dims = list(range(len(problem[0])))  # no dimension means none there
    indices = ([dims] if several else dims[:1]) if dims else []
    options = {} if name == "count_nonzero" or not indices else {"keepdim": keepdim}
    try:
        found = getattr(built(lib, problem), name)(*indices, **options)
    except (RuntimeError, IndexError, TypeError) as error:
        return re.sub(r"tbcast", "torch", f"{type(error).__name__}: {error}")
    return found if isinstance(found, tuple) else (found,)


def facts(tensor):
    return str(tensor.dtype), tuple(tensor.size()), tensor.stride()


def doubles(lib, tensor):
    complex_ = tensor.is_complex()
    return tensor.to(lib.complex128 if complex_ else lib.float64).numpy()


@needs_torch
@hypothesis.given(problem=problems(), name=st.sampled_from((*EXACT, "sum", "mean", "var", "std")))
def test_any_size_and_layout_is_reduced_as_torch_does(problem, name):
    ours, expected = result_of(tb, name, problem), result_of(torch, name, problem)
    if isinstance(expected, str):
        assert ours == expected
        return
    for mine, theirs in zip(ours, expected, strict=True):
        assert facts(mine) == facts(theirs)
        a, b = doubles(tb, mine), doubles(torch, theirs)
        if name in EXACT or name == "sum":  # sums of so few small integers have no rounding
            np.testing.assert_array_equal(a, b)
        else:
            digits = {"float16": 1e-3, "bfloat16": 8e-3}.get(problem[3], 1e-6)
            np.testing.assert_allclose(a, b, rtol=digits, atol=digits)


# ---- long ones: pieces, blocks, threads ----

LONG = ((300_001,), (1000, 700), (5, 200_001), (70_000, 7), (3, 300, 501), (40_000, 33), (700, 2500))


def long_values(size, dtype):
    values = np.random.default_rng(5).standard_normal(size).astype(np.float64)
    return values.astype(dtype)


@pytest.mark.parametrize("size", LONG)
def test_long_reductions_find_what_numpy_finds(size):
    values = long_values(size, np.float32)
    t = tb.from_numpy(values)
    for dim in (None, *range(len(size))):
        where = () if dim is None else (dim,)
        exact = values.astype(np.float64)
        for name, wanted in (
            ("sum", exact.sum(dim)),
            ("mean", exact.mean(dim)),
            ("var", exact.var(dim, ddof=1)),
        ):
            found = getattr(t, name)(*where).numpy()
            np.testing.assert_allclose(found, wanted, rtol=3e-6, atol=2e-5 * math.sqrt(values.size))
        np.testing.assert_array_equal(t.amax(*where).numpy(), values.max(dim))
        np.testing.assert_array_equal(t.argmax(*where).numpy(), values.argmax(dim))
        np.testing.assert_array_equal((t > 4).any(*where).numpy(), (values > 4).any(dim))
        np.testing.assert_array_equal((t > -9).all(*where).numpy(), (values > -9).all(dim))
        np.testing.assert_array_equal((t > 0).sum(*where).numpy(), (values > 0).sum(dim))


@pytest.mark.parametrize("name", ["sum", "amax", "count_nonzero", "argmax"])
def test_a_long_reduction_of_dimensions_that_do_not_merge_is_cut_at_the_longest(name):
    for size, length in (((900, 1000), 700), ((3, 300, 1000), 700), ((1000, 400), 399)):
        values = np.random.default_rng(1).integers(-9, 10, size).astype("int32")
        part, t = values[..., :length], tb.from_numpy(values)[..., :length]
        expected = getattr(np, name)(part)
        assert getattr(t, name)().item() == expected
        if name != "argmax":
            assert getattr(t.transpose(0, -1), name)().item() == expected


# Long runs, few and many long rows, short ones.
LINES = [((270_001,), 0), ((3, 32_773), 1), ((3, 32_773), 0), ((200, 700), 1), ((700, 200), 0)]
LINES += [((900, 3), 1), ((50, 12), 1)]
REAL = ["bool", "uint8", "int8", "int16", "int32", "int64", "float32", "float64"]


def line_values(size, dtype, low, high):
    """Small integers whose sums are exact."""
    drawn = np.random.default_rng(size[0]).integers(low, high, size)
    return (drawn if dtype[0] in "ifc" else abs(drawn)).astype(dtype)


@pytest.mark.sample(3)
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("dtype", [*REAL, "complex64", "complex128"])
def test_lines_of_every_dtype_are_reduced_as_by_numpy(dtype, threads):
    before = tb.get_num_threads()
    tb.set_num_threads(threads)
    try:
        for (size, dim), offset in itertools.product(LINES, (0, 1)):
            values = line_values(size, dtype, -6, 7)
            t, values = tb.from_numpy(values)[offset:], values[offset:]
            for place in ((), (dim,)):
                check_sums(t, values, place)
                check_norms(t, values, place)
                check_extrema(t, values, place)
    finally:
        tb.set_num_threads(before)


def check_sums(t, values, place):
    equal, inexact = np.testing.assert_array_equal, values.dtype.kind in "fc"
    axis = place[0] if place else None
    equal(t.sum(*place).numpy(), values.sum(axis, dtype=None if inexact else "int64"))
    equal(t.any(*place).numpy(), values.any(axis))
    equal(t.all(*place).numpy(), values.all(axis))
    equal((t + 7).all(*place).numpy(), True)
    equal(tb.zeros_like(t).any(*place).numpy(), False)
    equal(t.count_nonzero(*place).numpy(), np.count_nonzero(values, axis))
    # products of signs (and of i), but of integers, which wrap
    signs = np.where(values.real < 0, -1, 1j if t.is_complex() else 1).astype(values.dtype)
    factors = signs if inexact else values | 1
    found = tb.from_numpy(factors).prod(*place).numpy()
    equal(found, factors.prod(axis, dtype=None if inexact else "int64"))


def check_extrema(t, values, place):
    if t.is_complex():
        return
    axis = place[0] if place else None
    for name in ("max", "min"):
        np.testing.assert_array_equal(getattr(t, f"a{name}")(*place).numpy(), getattr(values, name)(axis))
        if t.dtype != tb.bool:
            found = getattr(t, f"arg{name}")(*place).numpy()
            np.testing.assert_array_equal(found, getattr(values, f"arg{name}")(axis))


def check_norms(t, values, place):
    if not (t.is_floating_point() or t.is_complex()):
        return
    axis = place[0] if place else None
    size = np.abs(values.astype(np.complex128))
    for order, expected in (
        (math.inf, size.max(axis)),
        (-math.inf, size.min(axis)),
        (0, np.count_nonzero(size, axis)),
        (1, size.sum(axis)),
        (2, np.sqrt((size**2).sum(axis))),
        (3, (size**3).sum(axis) ** (1 / 3)),
    ):
        np.testing.assert_allclose(t.norm(order, *place).numpy(), expected, rtol=3e-6)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("size", LONG)
def test_bits_do_not_depend_on_the_number_of_threads(size, dtype):
    t = tb.from_numpy(long_values(size, np.float64)).to(getattr(tb, dtype))
    before, found = tb.get_num_threads(), []
    try:
        for threads in (1, 2, 5):
            tb.set_num_threads(threads)
            found.append(
                [getattr(t, name)(*dim).tolist() for name in ("sum", "var") for dim in ((), (0,), (-1,))]
            )
    finally:
        tb.set_num_threads(before)
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(("h", "w", "k"), [(38, 37, 3), (30, 16, 4), (80, 5, 7)])
def test_bits_do_not_depend_on_the_order_of_dimensions_that_interleave(h, w, k):
    tb.manual_seed(0)
    size, stride = (h, w, k), (w, 1, w)  # sliding windows; merging before ordering would take k last
    x = tb.randn(40 * 37)
    sums = [
        x.as_strided([size[i] for i in order], [stride[i] for i in order]).sum()
        for order in ((0, 1, 2), (0, 2, 1))
    ]
    assert sums[0].item() == sums[1].item()


# ---- accuracy ----


def worst(lib, values, name, dim):
    """The largest error of a float32 result, relative to the largest exact one."""
    exact = getattr(values.astype(np.float64), name)(dim)
    found = getattr(lib.from_numpy(values), name)(*(() if dim is None else (dim,)), **OPTIONS.get(name, {}))
    return float(np.max(np.abs(found.numpy().astype(np.float64) - exact)) / np.max(np.abs(exact)))


OPTIONS = {"var": {"correction": 0}, "std": {"correction": 0}}


@needs_torch
@pytest.mark.parametrize("name", ["sum", "mean", "var", "std"])
@pytest.mark.parametrize("shift", [0.0, 1.0, 100.0])
@pytest.mark.parametrize("size", [(1_000_003,), (500, 3000), (3000, 500), (90_000, 5), (5, 90_000)])
def test_errors_are_at_most_twice_torchs(size, shift, name):
    values = (np.random.default_rng(3).random(size) + shift).astype(np.float32)
    for dim in (None, 0, -1):
        ours, theirs = worst(tb, values, name, dim), worst(torch, values, name, dim)
        assert ours <= 2 * max(theirs, 2.0**-24), (dim, ours, theirs)


def test_variance_of_numbers_far_from_zero_is_kept():
    t = tb.tensor([1e8 + 4, 1e8 + 7, 1e8 + 13, 1e8 + 16], dtype=tb.float64)
    assert t.var().item() == 30.0
    assert (t.repeat(5000) if hasattr(t, "repeat") else t).var(correction=0).item() == pytest.approx(22.5)


# ---- what is written, and what is not ----


def test_out_that_overlaps_the_input_is_computed_from_what_was_there():
    t = tb.arange(6.0).view(2, 3)
    assert tb.sum(t, 0, out=t[0]).tolist() == [3.0, 5.0, 7.0]
    u = tb.arange(6.0).view(2, 3)
    assert tb.mean(u, 1, out=u[:, 1]).tolist() == [1.0, 4.0]


def test_an_expanded_out_is_refused_and_nothing_is_written():
    out = tb.zeros(1).expand(3)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        tb.sum(tb.ones(2, 3), 0, out=out)
    assert out.tolist() == [0.0, 0.0, 0.0]


def test_all_and_any_know_nan_and_negative_zero():
    t = tb.tensor([float("nan"), -0.0])
    assert (t.any().item(), t.all().item()) == (True, False)
    assert t.half().any().item() and not t[1:].bfloat16().any().item()


def test_named_results_are_tuples_of_their_own_type():
    found = tb.max(tb.tensor([[1.0, 5.0], [3.0, 4.0]]), 1)
    values, indices = found
    assert isinstance(found, tuple) and type(found) is tb.return_types.max
    assert found.values is values and found.indices is indices
    assert repr(found) == "torch.return_types.max(\nvalues=tensor([5., 4.]),\nindices=tensor([1, 1]))"


# ---- contiguous floats ----


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("n", [3, 4, 7, 8, 12, 31, 32, 33, 63, 64, 65, 130, 1024, 1025, 2100, 4200])
def test_indices_of_extrema_and_nans_are_right_at_every_index(n, dtype):
    """Each index once, seen by every form of the loops; the first of two."""
    indices = np.unique(np.linspace(0, n - 1, 150).astype(int))
    for best, argbest, sign in (("amax", "argmax", 1), ("amin", "argmin", -1)):
        for special in (math.inf, 1.0, math.nan):
            values = np.full((len(indices), n), -math.inf * sign, dtype)
            values[np.arange(len(indices)), indices] = special * sign
            values[np.arange(len(indices)), (indices + n) // 2] = special * sign
            t = tb.from_numpy(values)
            np.testing.assert_array_equal(getattr(t, argbest)(dim=1).numpy(), indices)
            expected = np.full(len(indices), special * sign, dtype)
            np.testing.assert_array_equal(getattr(t, best)(dim=1).numpy(), expected)
            assert [getattr(row, argbest)().item() for row in t] == indices.tolist()
            columns = tb.from_numpy(np.ascontiguousarray(values.T))  # some whole vectors of them and a rest
            np.testing.assert_array_equal(getattr(columns, argbest)(dim=0).numpy(), indices)
            np.testing.assert_array_equal(getattr(columns, best)(dim=0).numpy(), expected)


@pytest.mark.parametrize("n", [1, 7, 8, 9, 100, 2048, 2049, 5000])
def test_real_and_imaginary_parts_are_summed_apart(n):
    values = (np.arange(3 * n).reshape(3, n) % 7 - 1j * (np.arange(3 * n).reshape(3, n) % 5)).astype(
        "complex64"
    )
    t = tb.from_numpy(values)
    np.testing.assert_array_equal(t.sum(dim=1).numpy(), values.sum(1))
    np.testing.assert_array_equal(t.sum(dim=0).numpy(), values.sum(0))
    np.testing.assert_array_equal(t.sum().numpy(), values.sum())


@needs_torch
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_means_with_infinite_parts_are_complex_quotients(dtype):
    for part in (complex(float("inf"), 3), complex(1, float("-inf")), complex(2, float("nan"))):
        ours, theirs = (lib.tensor([part, 1, 2j], dtype=getattr(lib, dtype)).mean() for lib in (tb, torch))
        assert repr(ours.item()) == repr(theirs.item())


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint16", "float32", "float64"])
def test_a_mean_in_halves_is_rounded_once(dtype):
    """The elements need not fit the half: torch adds them as float32."""
    t = tb.tensor([65535, 1]).to(getattr(tb, dtype))
    for half in (tb.float16, tb.bfloat16):
        assert t.mean(dtype=half).item() == t.mean(0, dtype=half).item() == 32768


# ---- out= of another dtype ----

INTO = """
sum(t); sum(t, 0); sum(t, dtype=d); mean(t); mean(t, 0); mean(t, None); mean(t, dim=()); mean(t, dtype=d)
mean(t[:0]); prod(t, 0); prod(t, 0, dtype=d); var(t); var(t, 0); std(t); std(t, 0); std(t[:, None], 0)
var(t[:, None], 1); std(t[:0]); var(t[:0, None], 1); std(t.expand(2, 2), 1); var(t.expand(2, 2), 0); norm(t)
norm(t, 1, 0); logsumexp(t.real, 0); cumsum(t, 0); cumprod(t, 0); cumsum(t, 0, dtype=d)
softmax(t, 0, dtype=d); amax(t, 0); any(t); all(t, 0); argmax(t); count_nonzero(t); max(t)
"""


def into_out(lib, call, given, out, asked):
    names = {"t": lib.tensor([3, 1, 0.5]).to(getattr(lib, given))}
    if given.startswith("complex"):
        names["t"] = names["t"] * (1 + 0.5j)
    names |= {"d": getattr(lib, asked), "torch": lib, "out": lib.zeros((), dtype=getattr(lib, out))}
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            eval(f"torch.{call[:-1]}, out=out)", names)
        except (RuntimeError, TypeError) as error:
            return type(error), first_line(error)
    texts = list(dict.fromkeys(first_line(w.message) for w in said))
    return texts, names["out"].shape, names["out"].to(lib.complex128).tolist()


@needs_torch
@pytest.mark.parametrize("given", NAMES)
def test_out_of_any_dtype_is_written_or_refused_as_in_torch(given):
    calls = list(filter(None, INTO.strip().replace("\n", "; ").split("; ")))
    for call, out in itertools.product(calls, NAMES):
        for asked in ("float32", "int64", out) if "=d" in call else ("float32",):
            ours, theirs = (into_out(lib, call, given, out, asked) for lib in (tb, torch))
            assert ours[:2] == theirs[:2], (call, out, asked)
            if len(ours) == 3:
                near = 0.01 if "float16" in out + given + asked else 1e-5
                assert np.allclose(ours[2], theirs[2], near, near, equal_nan=True), (call, out, asked)


def test_a_mean_is_not_written_into_what_cannot_hold_its_elements():
    one = tb.ones(())
    for dtype, name, out in (("complex64", "Float", one), ("float32", "Long", one.long())):
        text = f"mean.dtype_out(): input types can't be cast to the desired output type {name}"
        with pytest.raises(RuntimeError, match=re.escape(text)):
            tb.mean(tb.tensor([2, 3]).to(getattr(tb, dtype)), out=out)
        assert out.item() == 1


def test_a_single_variance_is_computed_in_the_dtype_of_the_elements():
    for dtype in (tb.float64, tb.complex64, tb.complex128):
        single = tb.std(tb.tensor([3.0, 1.0]), out=tb.empty(0, dtype=dtype))
        assert single.item() == tb.tensor(2.0).sqrt().item()
        with pytest.raises(RuntimeError, match="std_var_all: Unsupported dtype Half"):
            tb.std(tb.tensor([3.0, 1.0], dtype=tb.float16), out=tb.empty(0, dtype=dtype))


def test_dimensions_come_one_by_one_only_where_no_single_one_is_taken():
    with pytest.raises(TypeError, match=r"invalid combination of arguments - got \(int, int\)"):
        tb.ones(2, 3, 4).var(0, 2)
    assert tb.ones(2, 3).sum_to_size(1, 3).tolist() == [[2, 2, 2]]


def test_the_variance_of_nothing_is_nan_whatever_the_correction():
    assert tb.empty(0).var(correction=-1).isnan() and tb.empty(0).std(correction=-1).isnan()


def test_an_empty_dimension_is_named_as_it_was_given():
    with pytest.raises(IndexError, match="Expected reduction dim -2 to have non-zero size"):
        tb.ones(2, 0, 4).amax(-2)
    with pytest.raises(IndexError, match="Expected reduction dim 1 to have non-zero size"):
        tb.ones(2, 0, 4).argmax(-2)


def test_casts_of_no_complex_numbers_do_not_warn():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        none = tb.empty(0, 2, dtype=tb.complex64)
        assert none.sum(dtype=tb.float32).item() == 0
        assert none.softmax(1, tb.float32).shape == (0, 2)


@pytest.mark.parametrize("dtype, value", [("uint8", 255), ("int8", -128), ("int16", -32768), ("bool", True)])
@pytest.mark.parametrize("size", [(1,), (127,), (128 * 129 + 127,), (300, 100), (128, 70), (5, 3)])
def test_sums_of_the_extreme_small_integers_do_not_overflow(dtype, value, size):
    x = tb.full(size, value, dtype=getattr(tb, dtype))
    assert x.sum().item() == int(value) * x.numel()
    for dim in range(len(size)):
        assert x.sum(dim).tolist() == tb.full_like(x.sum(dim), int(value) * size[dim]).tolist()


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("size", [(1, 1), (3, 31), (7, 33), (130, 100), (5, 5000), (200, 4099)])
def test_sums_of_halves_are_rounded_once(dtype, size):
    x = tb.rand(size).to(getattr(tb, dtype))
    for dim in (0, 1, (0, 1)):
        exact = x.double().sum(dim)
        assert tb.allclose(x.sum(dim, dtype=tb.float32).double(), exact, rtol=1e-6, atol=0)
        assert tb.equal(x.sum(dim), x.sum(dim, dtype=tb.float32).to(x.dtype))
        n = x.numel() // exact.numel()
        assert tb.allclose(x.mean(dim).double(), exact / n, rtol=2**-7, atol=0)
