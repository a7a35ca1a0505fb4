"""The fast paths of small calls (fast.c and small_pair.c of src/core/pointwise): PyTorch's values, dtypes,
sizes and strides, whatever is small, equal, broadcast, strided, transposed, mixed, in place or a number.
"""

import itertools
import operator
import random
import re
import textwrap

import pytest

from children import python
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb, torch

SIZES = [size for rank in range(5) for size in itertools.product((1, 2, 3), repeat=rank)]
LARGER = [(17,), (1, 65), (64, 1), (1025,), (32, 33), (33, 1, 32), (512, 2), (2, 512), (256, 1, 4), (1, 0, 3)]
OPERATORS = ("add", "sub", "mul", "truediv", "eq", "lt", "and_", "iadd", "imul")
NUMBERS = (2, 2.5, True, -1, 1j, 2**40, 300)


def operand(draw, size, dtype, seed):
    """The same tensor for both libraries; now and then with another order of dimensions, steps or gaps."""
    made, ndim = [], len(size)
    order = draw.sample(range(ndim), ndim) if ndim > 1 and draw.random() < 0.3 else list(range(ndim))
    steps = [draw.choice((1, 2, 3)) if draw.random() < 0.2 else 1 for _ in size]
    gap = draw.random() < 0.1
    for lib in (torch, tb):
        # memory has the dimensions in `order`, and elements between those that are seen
        whole = [size[d] * steps[d] + gap for d in order]
        count = torch.Size(whole).numel()
        t = (lib.arange(seed, seed + count) % 7).reshape(whole).to(getattr(lib, dtype))
        t = t.permute([order.index(d) for d in range(ndim)])
        made.append(t[tuple(slice(0, n * step, step) for n, step in zip(size, steps, strict=True))])
    return made


def outcome(function, operands):
    try:
        result = function(*operands)
    except Exception as error:
        return type(error).__name__, str(error).partition("\nThe expanded size")[0]
    return (
        *(str(result.dtype).partition(".")[2], tuple(result.shape), result.stride()),
        *(repr(result.tolist()), result is operands[0]),
    )


@needs_torch
@pytest.mark.parametrize("part", range(8))
def test_small_calls_are_torchs(part, whole):
    tb.backcompat.pointwise_fallback.enabled = False
    draw = random.Random(part)
    sizes = SIZES * 2 + LARGER * 6
    for _ in range(40_000 if whole else 2_000):
        dtypes = draw.choices(NAMES, k=2) if draw.random() < 0.4 else [draw.choice(NAMES)] * 2
        size = draw.choice(sizes)
        a = operand(draw, size, dtypes[0], 0)
        b = operand(draw, size if draw.random() < 0.3 else draw.choice(sizes), dtypes[1], 1)
        name = draw.choice(OPERATORS)
        if draw.random() < 0.2:
            b = [draw.choice(NUMBERS)] * 2
            if draw.random() < 0.5 and not name.startswith("i"):
                a, b = b, a
        if "float16" in dtypes and (
            "complex" in str(dtypes) or any(isinstance(x, complex) for x in (a[0], b[0]))
        ):
            continue  # complex32 in torch
        function = getattr(operator, name)
        assert outcome(function, (a[1], b[1])) == outcome(function, (a[0], b[0])), (name, dtypes, a[0], b[0])


@needs_torch
@pytest.mark.parametrize("out_size", [(4,), (2, 4), (3,), ()])
@pytest.mark.parametrize("dtype", ["float32", "int64", "float16", "bool"])
@pytest.mark.filterwarnings("ignore:An output with one or more elements was resized")
def test_out_by_keyword_is_torchs(out_size, dtype):
    tb.backcompat.pointwise_fallback.enabled = False
    for a, b in itertools.product([(4,), (2, 4), (2, 1), ()], repeat=2):
        found = []
        for lib in (tb, torch):
            x, y = lib.ones(a, dtype=getattr(lib, dtype)), lib.ones(b, dtype=getattr(lib, dtype))
            out = lib.zeros(out_size, dtype=getattr(lib, dtype))
            found.append(outcome(lambda o, x=x, y=y, lib=lib: lib.add(x, y, out=o), [out]))
        assert found[0] == found[1], (a, b)


def test_short_calls_warn_as_others_do():
    tb.backcompat.broadcast_warning.enabled = True
    with pytest.warns(UserWarning, match="do not have the same shape"):
        assert (tb.ones(4, 1) + tb.ones(1, 4)).shape == (4, 4)


def test_kept_objects_are_new_each_time():
    for _ in range(100):
        t = tb.ones(3) + tb.ones(3)
        assert t.tolist() == [2.0] * 3
        del t
    kept = [tb.ones(2) + tb.ones(2) for _ in range(100)]
    assert len({id(t) for t in kept}) == 100


# Which strides a result has: names of functions with what each operand may be (tensor, number, mask, None).
STRIDED = {
    "t": ("neg", "abs", "sqrt", "isnan", "logical_not", "sigmoid", "sgn", "relu", "clone", "isinf"),
    "tn tn": ("add", "sub", "mul", "div", "pow", "eq", "lt", "floor_divide", "remainder", "xlogy"),
    "t t": ("maximum", "atan2", "logical_and", "bitwise_or", "hypot", "rsub", "ldexp", "isclose"),
    "t tn": ("clamp_min", "clamp_max", "copysign"),
    "t t t": ("addcmul", "addcdiv", "lerp", "clamp"),
    "t t tn": ("lerp",),
    "t tn? tn?": ("clamp",),
    "m tn tn": ("where",),
    "m t t": ("where",),
    "t m tn": ("masked_fill",),
}


def strides_of_any_kind(draw, size):
    """Sizes that broadcast to `size`; strides in any order, with gaps, 0, or anything for sizes of 1."""
    if draw.random() < 0.12:
        return [], []
    size = [1 if draw.random() < 0.2 else n for n in size]
    if draw.random() < 0.1:
        size = size[draw.randrange(len(size)) :]
    order = draw.sample(range(len(size)), len(size)) if draw.random() < 0.6 else range(len(size))[::-1]
    stride, step = [0] * len(size), draw.choice((1, 1, 1, 2, 3))
    for d in order:
        if draw.random() < 0.08:
            continue
        stride[d] = step
        step = step * max(size[d], 1) + draw.choice((0,) * 8 + (1, step))
        if size[d] == 1 and draw.random() < 0.3:
            stride[d] = draw.choice((0, 1, 2, 3, 4, 6, 12))
    return size, stride


def drawn_call(draw):
    """A function's name, a maker of its arguments for a library, and the dtype of an out= or None."""
    kinds = draw.choice(list(STRIDED))
    size = [draw.choice((1, 1, 2, 3, 3, 4)) for _ in range(draw.choice((1, 2, 2, 3, 3, 4, 5)))]
    if draw.random() < 0.05:
        size[0] = 0
    if draw.random() < 0.05:
        size[-1] = 500  # more than small calls have
    dtype = draw.choice(("float32", "float64", "complex64", "int64", "float16", "bool", "uint8"))
    operands = []
    for kind in kinds.split():
        if "n" in kind and draw.random() < 0.15:
            operands.append(draw.choice((1, True, 2.0)))
        elif "?" in kind and draw.random() < 0.2:
            operands.append(None)
        else:
            other = draw.choice(("float32", "float64", "int64", "int8")) if draw.random() < 0.15 else dtype
            operands.append((*strides_of_any_kind(draw, size), "bool" if kind == "m" else other))

    def arguments(lib):
        made = []
        for x in operands:
            if isinstance(x, tuple):
                reach = 1 + sum((n - 1) * step for n, step in zip(*x[:2], strict=True) if n)
                x = lib.ones(max(reach, 1), dtype=getattr(lib, x[2])).as_strided(*x[:2])
            made.append(x)
        return made

    return draw.choice(STRIDED[kinds]), arguments, dtype if draw.random() < 0.1 else None, operands


@needs_torch
@pytest.mark.parametrize("part", range(4))
@pytest.mark.filterwarnings("ignore:An output with one or more elements was resized")
def test_strides_of_results_are_torchs(part, whole):
    tb.backcompat.pointwise_fallback.enabled = False
    draw, compared = random.Random(part), 0
    for _ in range(100_000 if whole else 1_500):
        name, arguments, out, operands = drawn_call(draw)
        found = []
        for lib in (tb, torch):
            keywords = {"out": lib.empty(0, dtype=getattr(lib, out))} if out else {}
            try:
                result = getattr(lib, name)(*arguments(lib), **keywords)
            except (RuntimeError, TypeError, ValueError) as error:
                found.append(type(error).__name__)
            else:
                found.append((str(result.dtype)[-7:], result.shape, result.stride()))
        assert found[0] == found[1], (name, operands, out)
        compared += not isinstance(found[1], str)
    assert compared > 900


def test_every_operand_of_a_shape_speaks_for_its_strides_beside_a_single_one():
    w = tb.ones(1, 3).permute(1, 0)[:2]  # (2, 1) with strides (1, 3)
    x, one = tb.ones(2, 1), tb.ones(())
    assert tb.lerp(one, x, w).stride() == (1, 2)
    assert tb.where(tb.ones(2, 1, dtype=tb.bool), w, 1.0).stride() == (1, 2)
    assert tb.clamp(one, x, w).stride() == (1, 2)
    assert tb.lerp(one, x, x).stride() == tb.lerp(x, x, w).stride() == (1, 1)


def test_integers_are_close_in_the_layout_of_their_own_dtype():
    a, b = (tb.ones(20, dtype=tb.uint8).as_strided((1, 2, 1), strides) for strides in ((6, 3, 12), (8, 3, 3)))
    assert tb.isclose(a, b).stride() == (2, 1, 2)


# A name learns from its first calls which overload takes Tensors; the order of calls may change no result.
CALLS = """
t.add(x, y)                 t.lerp(x, y, 0.5)           t.where(x > 1, x, y)        t.clamp(x, y, y)
t.add(x, 2)                 t.lerp(x, y, y)             t.where(x > 1, x, one)      t.clamp(x, 1, 2)
t.add(x, one)               t.lerp(x, y, one)           t.where(x > 1, 2, y)        t.clamp(x, one, y)
t.add(x, y, out=o)          t.lerp(x, y, y, out=o)      x.where(x > 1, y)           t.pow(x, y)
t.add(x, y, alpha=2)        t.lerp(x, 1, y)             x.clone().add_(y)           t.pow(2, y)
t.add(x, 'y')               t.add(x, y, out=x > 1)      x.clone().add_('y')         t.pow(x, 2, out=o)
"""


def test_the_order_of_calls_changes_no_result():
    program = """
        import sys, tbcast as t
        x, y, one = t.tensor([1., 2., 3.]), t.tensor([2., 2., 4.]), t.tensor(1.5)
        for call in sys.argv[1:]:
            o = t.zeros(3)
            try:
                print(call, "->", eval(call).tolist(), o.tolist())
            except Exception as error:
                print(call, "->", repr(error))
    """
    calls = re.split(r"  +|\n", CALLS.strip())
    draw = random.Random(0)
    printed = []
    for _ in range(12):
        order = draw.sample(calls, len(calls)) + draw.sample(calls, len(calls))
        done = python("-c", textwrap.dedent(program), *order)
        assert done.returncode == 0, done.stderr
        printed.append(sorted(done.stdout.splitlines()))
    assert printed.count(printed[0]) == len(printed)
    assert len(set(printed[0])) == len(calls)
