"""explain: every pair of small shapes against NumPy and torch, every fix carried out, golden texts."""

import dataclasses
import itertools
import json
import math
import warnings

import numpy as np
import pytest

from under_test import STAND_IN, needs_torch, tb, torch

pytestmark = pytest.mark.skipif(STAND_IN, reason="torch explains nothing")

if not STAND_IN:
    from tbcast._verdict.risk import judge

SHAPES = [shape for rank in range(5) for shape in itertools.product(range(4), repeat=rank)]


def numpy_shape(*shapes):
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        return None


@pytest.mark.parametrize("rank", range(5))
def test_every_pair_of_small_shapes(rank):
    for a in (shape for shape in SHAPES if len(shape) == rank):
        for b in SHAPES:
            found = tb.explain(a, b)
            expected = numpy_shape(a, b)
            assert found.broadcastable == (expected is not None), (a, b)
            assert (None if found.shape is None else tuple(found.shape)) == expected
            assert [dim.size for dim in found.dims] == [
                None if dim.rule is None else expected[dim.dim] if expected else dim.size
                for dim in found.dims
            ]
            assert (found.risk is None) == (expected is None and not found.fallback)
            if expected is not None:
                largest = max(math.prod(a), math.prod(b))
                assert found.growth == (math.prod(expected) / largest if largest else 1.0)


@needs_torch
@pytest.mark.parametrize("rank", range(5))
def test_strides_are_those_of_torchs_expanded_views(rank):
    for a in (shape for shape in SHAPES if len(shape) == rank):
        x, mine = torch.empty(a), tb.empty(a)
        for b in SHAPES:
            if numpy_shape(a, b) is None:
                continue
            expected = torch.broadcast_tensors(x, torch.empty(b))
            strides = tuple(view.stride() for view in expected)
            assert tb.explain(x, b).strides[0] == strides[0], (a, b)
            assert tb.explain(mine, b).strides == strides


@needs_torch
@pytest.mark.parametrize("operand", ["x.T", "x[::2]", "x[:, 1:]", "x.expand(5, 4, 6)", "x[0, 0]"])
def test_strides_of_views_in_every_library(operand):
    for module in (tb, torch, np):
        x = module.ones((4, 6))
        text = operand
        if module is np:
            x, text = (
                np.ones((4, 6), np.float32),
                operand.replace("x.expand(5, 4, 6)", "np.broadcast_to(x, (5, 4, 6))"),
            )
        view = eval(text, {"x": x, "np": np})
        reference = eval(operand, {"x": torch.ones(4, 6)})
        target = (3, *reference.shape)
        assert tb.explain(view, target).strides[0] == reference.expand(target).stride()


def outcome(call):
    """The result's shape, None for an error; and whether the fallback warned."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = tuple(call().shape)
        except RuntimeError:
            result = None
    return result, any("deprecated pointwise behavior" in str(warning.message) for warning in caught)


def test_verdict_and_fallback_are_what_operators_do():
    small = [shape for shape in SHAPES if len(shape) < 4]
    for a, b in itertools.product(small, small):
        x, y = tb.ones(a), tb.ones(b)
        found = tb.explain(a, b)
        shape, fell_back = outcome(lambda x=x, y=y: x + y)
        assert found.fallback == fell_back, (a, b)
        assert fell_back or shape == (None if found.shape is None else tuple(found.shape))
        found = tb.explain(a, b, inplace=True)
        shape, fell_back = outcome(lambda x=x, y=y: x.add_(y))
        assert found.fallback == fell_back, (a, b)
        assert fell_back or shape == (None if found.shape is None else tuple(found.shape))


def test_the_fallback_can_be_switched_off():
    switch = tb.backcompat.pointwise_fallback
    try:
        for enabled in (False, True):
            switch.enabled = enabled
            found = tb.explain((2, 3), (3, 2))
            assert (found.fallback, found.risk) == ((True, "high") if enabled else (False, None))
    finally:
        switch.enabled = True


def carried_out(module, fix, a, b, inplace):
    scope = {"a": module.ones(a), "b": module.ones(b), "torch": module}
    if fix.code == "a + b":
        return tuple(eval(fix.code, scope).shape)
    changed = eval(fix.code, scope)
    assert tuple(changed.shape) == fix.operand_shape, fix
    for other in fix.same_as:
        if other != "keepdim=True":
            assert tuple(eval(other, scope).shape) == fix.operand_shape, fix
    scope[fix.operand] = changed
    return tuple(eval("a.add_(b)" if inplace else "a + b", scope).shape)


@needs_torch
@pytest.mark.parametrize("inplace", [False, True])
def test_every_fix_works(inplace):
    modules = (tb, torch)
    done = 0
    for a, b in itertools.product(SHAPES, SHAPES):
        found = tb.explain(a, b, inplace=inplace)
        for fix in found.fixes:
            done += 1
            module = modules[done % 2]
            assert carried_out(module, fix, a, b, inplace) == fix.shape, (a, b, fix)
            if "keepdim=True" in fix.same_as:
                other, code = (a, fix.code) if fix.operand == "b" else (b, fix.code)
                dim = [part.strip() for part in code[code.index("[") + 1 : -1].split(",")].index("None")
                reduced = torch.ones(other).sum(dim, keepdim=True)
                assert tuple(reduced.shape) == fix.operand_shape
        assert len({(fix.operand, fix.operand_shape) for fix in found.fixes}) == len(found.fixes)
    assert done > 10_000


RISKS = [
    ("none", (3, 4), (3, 4)),
    ("none", (3, 4), ()),
    ("none", (3, 4), (1, 1)),
    ("none", (1,), (5, 1)),
    ("none", (0,), (0,)),
    ("high", (5, 1, 4, 1), (3, 1, 1)),  # the note's own example
    ("high", (7, 1), (7,)),  # the loss bug
    ("high", (7, 1), (4,)),
    ("high", (4,), (3, 1)),
    ("high", (1, 3, 1), (1, 3)),
    ("medium", (7, 1, 3), (1, 7, 3)),  # pairwise, written out
    ("medium", (7, 1), (1, 5)),
    ("medium", (7, 1), (1, 7)),
    ("medium", (4, 4), (4,)),
    ("medium", (2, 4, 4), (1, 4)),
    ("low", (32, 10), (10,)),  # a bias
    ("low", (2, 5, 5), (2, 1, 1)),
    ("low", (8, 64, 14, 14), (1, 64, 1, 1)),
    ("low", (8, 3, 5), (3, 5)),  # a mask
    ("low", (2, 3), (2, 1)),
    ("low", (0, 3), (3,)),
]


@pytest.mark.parametrize(("risk", "a", "b"), RISKS)
def test_risk(risk, a, b):
    assert judge((a, b)).risk == risk == tb.explain(a, b).risk
    assert judge((b, a)).risk == risk
    assert judge((a, b), fallback=True).risk == "high"


def test_risk_of_several_operands_is_that_of_the_riskiest_pair():
    assert tb.explain((8, 3), (3,), (8, 1)).risk == "high"
    assert tb.explain((8, 3), (3,), ()).risk == "low"
    assert tb.explain((8, 3), (8, 3), (8, 3)).risk == "none"
    assert "b and c" in tb.explain((8, 3), (3,), (8, 1)).why


def test_what_is_expanded_is_what_the_dimensions_say():
    for a, b in (((3,), (1, 3)), ((1, 3), (3,))):
        assert tb.explain(a, b).why == "only dimensions of size 1 are added"
    assert tb.explain((0, 3, 1), (4,)).why == "the result has no elements"
    for a, b in itertools.product([shape for shape in SHAPES if len(shape) < 4], repeat=2):
        found = tb.explain(a, b)
        if found.why in ("only a is expanded", "only b is expanded"):
            grown = [any(dim.expanded[k] for dim in found.dims) for k in range(2)]
            assert grown == ["a is" in found.why, "b is" in found.why], (a, b)


def test_fixes_of_many_operands_are_code():
    [fix] = tb.explain(*[(2, 3)] * 28, (2,)).fixes
    assert fix.code == "operand_29[:, None]" and fix.operand == "operand_29"
    assert tuple(eval(fix.code, {"operand_29": tb.ones(2)}).shape) == fix.operand_shape
    assert "fallback views all as" in str(tb.explain((4,), (2, 2), (2, 1, 2)))


ONE_IS_EXPANDED = """\
a  (5, 3, 4, 1)
b  (   3, 1, 1)
=  (5, 3, 4, 1)

1st trailing dimension: both have size 1
2nd trailing dimension: b has size 1, expanded to 4
3rd trailing dimension: both have size 3
4th trailing dimension: b dimension doesn't exist, expanded to 5

size   that of the largest operand
risk   low: only b is expanded"""
GOLDEN = {
    "explain((0,), (2, 2))": """\
a  (   0)
b  (2, 2)
=  not broadcastable

1st trailing dimension: a has size 0, b has size 2
2nd trailing dimension: a dimension doesn't exist, expanded to 2

why    a has size 0, b has size 2 in the same dimension, and none is 1""",
    "explain((1,), (3, 1, 7))": """\
a  (      1)
b  (3, 1, 7)
=  (3, 1, 7)

1st trailing dimension: a has size 1, expanded to 7
2nd trailing dimension: a dimension doesn't exist
3rd trailing dimension: a dimension doesn't exist, expanded to 3

size   that of the largest operand
risk   none: a has one element""",
    "explain((5, 3, 4, 1), (3, 1, 1), inplace=True)": ONE_IS_EXPANDED,
    "explain((5, 7, 3), (5, 7, 3))": """\
a  (5, 7, 3)
b  (5, 7, 3)
=  (5, 7, 3)

1st trailing dimension: both have size 3
2nd trailing dimension: both have size 7
3rd trailing dimension: both have size 5

size   that of the largest operand
risk   none: a and b have the same shape""",
    "explain((5, 3, 4, 1), (3, 1, 1))": ONE_IS_EXPANDED,
    "explain((5, 2, 4, 1), (3, 1, 1))": """\
a  (5, 2, 4, 1)
b  (   3, 1, 1)
=  not broadcastable

1st trailing dimension: both have size 1
2nd trailing dimension: b has size 1, expanded to 4
3rd trailing dimension: a has size 2, b has size 3
4th trailing dimension: b dimension doesn't exist, expanded to 5

why    a has size 2, b has size 3 in the same dimension, and none is 1""",
    "explain((1, 3, 1), (3, 1, 7), inplace=True)": """\
a  (1, 3, 1)
b  (3, 1, 7)
=  not broadcastable

1st trailing dimension: a has size 1, b has size 7
2nd trailing dimension: b has size 1, expanded to 3
3rd trailing dimension: a has size 1, b has size 3

why    in-place operations do not allow the in-place tensor to change shape as a
       result of the broadcast
fix    a + b (or torch.add(a, b)) gives (3, 3, 7): out of place: a keeps its
       shape, the result is new""",
    "explain(ones(4, 1), ones(4))": """\
a  (4, 1)
b  (   4)
=  (4, 4)

1st trailing dimension: a has size 1, expanded to 4
2nd trailing dimension: b dimension doesn't exist, expanded to 4

size   4 times the largest operand, 64 bytes
risk   high: a and b both grow, b along a dimension that it lacks
fix    b[:, None] (or b.unsqueeze(1)) gives (4, 1): if b belongs to the 2nd
       trailing dimension
       a.reshape(4) gives (4,): if the elements of a and b belong together in
       their order
       b[None, :] (or b.unsqueeze(0)) gives (4, 4): the same broadcast, written
       out""",
}


@pytest.mark.parametrize("call", GOLDEN)
def test_golden_texts(call):
    found = eval(call, {name: getattr(tb, name) for name in ("explain", "ones")})
    assert str(found) == repr(found) == GOLDEN[call]


def test_texts_keep_to_80_columns_whatever_the_shapes():
    wide = (tuple(range(1, 65)), (1,) * 63 + (64,), (10**12, 1, 1), (1,) * 64, (2**62,), ())
    for shapes in (*itertools.combinations(wide, 2), wide):
        text = str(tb.explain(*shapes))
        assert max(map(len, text.splitlines())) <= 80
        assert "trailing dimension" in text or shapes == ((), ())


def test_an_explanation_does_not_change():
    found = tb.explain((3, 1), (4,))
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.risk = "none"
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.dims[0].size = 1
    assert found == tb.explain((3, 1), (4,)) and hash(found) == hash(tb.explain((3, 1), (4,)))


def test_to_dict_is_json():
    for operands in (((3, 1), (4,)), ((3,), (4,)), (tb.ones(2), tb.ones(2, 2))):
        found = tb.explain(*operands)
        told = json.loads(json.dumps(found.to_dict()))
        assert set(told) == {field.name for field in dataclasses.fields(found)}
        assert told["broadcastable"] == found.broadcastable
        assert len(told["dims"]) == len(found.dims) and len(told["fixes"]) == len(found.fixes)


def test_nbytes_is_that_of_the_promoted_result():
    ints, doubles = np.ones((3, 1), np.int64), tb.ones(4, dtype=tb.float64)
    assert tb.explain(ints, doubles).nbytes == 12 * 8
    assert tb.explain(tb.ones(3, dtype=tb.float16), tb.ones((), dtype=tb.float64)).nbytes == 3 * 2
    assert tb.explain(tb.ones(3), (3,)).nbytes is None
    assert tb.explain(tb.ones(3), np.ones(3, "U4")).nbytes is None
    assert tb.explain(tb.ones(3, dtype=tb.int8), tb.ones(3, dtype=tb.float64), inplace=True).nbytes == 3


class Odd:
    def __init__(self, shape):
        self._shape = shape

    @property
    def shape(self):
        if isinstance(self._shape, Exception):
            raise self._shape
        return self._shape


@pytest.mark.parametrize(
    ("operand", "error", "text"),
    [
        (Odd(ValueError("no")), TypeError, "operand 2 does not tell its shape: ValueError: no"),
        (Odd((2, None)), TypeError, "operand 2's shape"),
        (Odd(7), TypeError, "operand 2's shape must be a tuple of sizes, not int"),
        (Odd((2.0,)), TypeError, "operand 2's shape"),
        (Odd("23"), TypeError, "operand 2's shape"),
        (Odd(itertools.repeat(1)), RuntimeError, "operand 2's shape"),
        ((2, -1), ValueError, "operand 2: Attempting to broadcast a dimension with negative length!"),
        ((2, -(10**30)), ValueError, "operand 2: Attempting to broadcast a dimension with negative length!"),
        (
            (2**63,),
            ValueError,
            "operand 2: size 9223372036854775808 is too large, the largest is 9223372036854775807",
        ),
        ((10**5000,), ValueError, "operand 2: size of more than 40 digits is too large"),
        (Odd((2**63, 1)), ValueError, "operand 2's shape: size 9223372036854775808 is too large"),
        ((1,) * 65, RuntimeError, "operand 2: "),
        ("23", TypeError, "operand 2 must be a tensor or a shape, not str"),
        (None, TypeError, "operand 2 must be a tensor or a shape, not NoneType"),
        (3, TypeError, "operand 2 is a number"),
        (2.5, TypeError, "operand 2 is a number"),
        (([2], 3), TypeError, "operand 2"),
        (object(), TypeError, "operand 2 must be a tensor or a shape, not object"),
    ],
)
def test_hostile_operands_give_one_clear_error(operand, error, text):
    with pytest.raises(error) as caught:
        tb.explain((3,), operand)
    assert str(caught.value).startswith("explain(): ") and text in str(caught.value)


def test_a_shape_of_any_type_is_read():
    for shape in (np.array([4, 1]), range(4, 5), iter((4, 1)), [4, 1], tb.Size((4, 1))):
        assert tb.explain(Odd(shape), (4,)).broadcastable


def test_too_few_operands():
    for operands in ((), ((3,),)):
        with pytest.raises(TypeError, match="explain\\(\\) takes two operands or more"):
            tb.explain(*operands)


def test_huge_sizes_cost_nothing():
    found = tb.explain((2**40, 1), (2**40,))
    assert tuple(found.shape) == (2**40, 2**40) and found.growth == 2**40 and found.risk == "high"
    assert tb.explain((2**40, 2**40), (2**40, 2**40)).risk == "none"
