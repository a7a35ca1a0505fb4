"""The short roads of small calls (src/core/fast.c, small_pair.c): PyTorch's values, dtypes, sizes and
strides, whatever is small, equal, broadcast, stepped, transposed, mixed, in place or a number.
"""

import itertools
import operator
import random
import re
import textwrap

import pytest

from children import python
from dtype_rules import NAMES
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
def test_small_calls_are_torchs(part, request):
    tb.backcompat.pointwise_fallback.enabled = False
    draw = random.Random(part)
    sizes = SIZES * 2 + LARGER * 6
    for _ in range(40_000 if request.config.getoption("--long") else 2_000):
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
