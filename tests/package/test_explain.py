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


@pytest.mark.sample(2)
@pytest.mark.parametrize("rank", [0, 1, 2, 3, pytest.param(4, marks=pytest.mark.long)])
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


@pytest.mark.full
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
def test_every_fix_works(inplace, whole):
    modules = (tb, torch)
    done = 0
    step = 1 if whole else 5  # which does not divide the number of shapes: each is at either place
    for a, b in itertools.islice(itertools.product(SHAPES, SHAPES), 0, None, step):
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
    assert done > 10_000 // step


RISKS = [
    ("none", (3, 4), (3, 4)),
    ("none", (3, 4), ()),
    ("none", (3, 4), (1, 1)),
    ("none", (1,), (5, 1)),
    ("none", (0,), (0,)),
    ("high", (7, 1), (7,)),  # the loss bug
    ("high", (3, 3, 1), (3, 3)),
    ("high", (1, 3, 1), (1, 3)),
    ("high", (4, 1, 1), (2, 2)),  # as many elements
    ("medium", (5, 1, 4, 1), (3, 1, 1)),  # the note's own example
    ("medium", (7, 1), (4,)),
    ("medium", (4,), (3, 1)),
    ("medium", (2, 1, 1, 3), (3, 3)),  # masks of padding and of time
    ("medium", (4, 4), (4,)),
    ("medium", (2, 4, 4), (4,)),
    ("low", (2, 4, 4), (1, 1, 4)),
    ("low", (7, 1, 3), (1, 7, 3)),  # pairwise, written out
    ("low", (7, 1), (1, 5)),
    ("low", (7, 1), (1, 7)),
    ("low", (32, 10), (10,)),  # a bias
    ("low", (2, 5, 5), (2, 1, 1)),
    ("low", (8, 64, 14, 14), (1, 64, 1, 1)),
    ("low", (8, 3, 5), (3, 5)),  # a mask
    ("low", (2, 3), (2, 1)),
    ("low", (0, 3), (3,)),
    ("low", (2, 3, 4, 4, 3, 3), (3, 3)),  # a kernel
    ("low", (2, 8, 2), (2,)),  # coordinates
    ("low", (2, 8, 2), (1, 2)),
    ("medium", (5, 8, 5), (5,)),
    ("medium", (8, 2, 2), (2,)),
    ("medium", (3, 3, 4, 4, 3, 3), (3, 3)),
    ("medium", (4, 2, 4, 4), (4, 4)),
    ("low", (0, 1), (0,)),
]
SMALL = [shape for rank in range(4) for shape in itertools.product((0, 1, 2, 3), repeat=rank)]


@pytest.mark.parametrize(("risk", "a", "b"), RISKS)
def test_risk(risk, a, b):
    assert judge((a, b)).risk == risk == tb.explain(a, b).risk
    assert judge((b, a)).risk == risk
    assert judge((a, b), fallback=True).risk == "high"


def are_neighbours(dims):
    return not dims or max(dims) - min(dims) + 1 == len(dims)


def ways(shorter, longer):
    """How many choices of the longer one's dimensions have the shorter one's sizes other than 1, and are
    neighbouring dimensions, or leave such out; of few coordinates those that are one of the last two."""
    wanted, sizes = ([size for size in shape if size != 1] for shape in (shorter, longer))
    dims = set(range(len(sizes)))
    chosen = [
        some for some in itertools.combinations(dims, len(wanted)) if [sizes[d] for d in some] == wanted
    ]
    chosen = [some for some in chosen if are_neighbours(some) or are_neighbours(dims - {*some})]
    if len(longer) > 2 and wanted == [longer[-1]] and shorter[-1] == longer[-1] and longer[-1] <= 4:
        chosen = [some for some in chosen if some[0] >= len(sizes) - 2]
    return len(chosen)


def risk_of_pair(a, b, larger=True):
    """The definition, once more: of a call whose result is larger than every operand, or is not."""
    if a == b or 1 in (math.prod(a), math.prod(b)):
        return "none"
    count = math.prod(np.broadcast_shapes(a, b))
    grown = [shape for shape in (a, b) if math.prod(shape) < count]
    shorter, longer = sorted((a, b), key=len)
    if len(a) == len(b) or not grown:
        return "low"
    if len(grown) == 1:
        return "medium" if ways(shorter, longer) > 1 else "low"
    if not larger:
        return "low"
    plain = [[size for size in shape if size != 1] for shape in (a, b)]
    return "high" if plain[0] == plain[1] or math.prod(a) == math.prod(b) else "medium"


def test_the_risk_of_every_pair_of_small_shapes_is_the_definitions_and_symmetric():
    found = dict.fromkeys(("none", "low", "medium", "high"), 0)
    for a, b in itertools.product(SHAPES, SHAPES):
        if numpy_shape(a, b) is not None:
            risk = judge((a, b)).risk
            assert risk == risk_of_pair(a, b) == judge((b, a)).risk, (a, b)
            found[risk] += 1
    assert min(found.values()) > 30


def test_high_is_what_lacks_a_dimension_and_has_the_same_sizes_or_as_many_elements():
    for a, b in itertools.product(SHAPES, SHAPES):
        if numpy_shape(a, b) is not None and judge((a, b)).risk == "high":
            assert len(a) != len(b) and math.prod(a) > 1 and math.prod(b) > 1
            assert math.prod(np.broadcast_shapes(a, b)) > max(math.prod(a), math.prod(b))
            same = [size for size in a if size != 1] == [size for size in b if size != 1]
            assert same or math.prod(a) == math.prod(b)


def test_of_three_operands_the_riskiest_pair_decides_in_any_order():
    levels = ("none", "low", "medium", "high")
    some = [shape for shape in SMALL if 0 not in shape and len(shape) < 3] + [(2, 3, 1), (2, 1, 3), (1, 2, 1)]
    for shapes in itertools.combinations_with_replacement(some, 3):
        result = numpy_shape(*shapes)
        if result is None:
            continue
        larger = math.prod(result) > max(map(math.prod, shapes))
        pairs = [risk_of_pair(a, b, larger) for a, b in itertools.combinations(shapes, 2)]
        wanted = max(pairs, key=levels.index)
        for order in itertools.permutations(shapes):
            verdict = judge(order)
            assert verdict.risk == wanted, order
            i, j = verdict.pair
            assert risk_of_pair(order[i], order[j], larger) == wanted


def test_risk_of_several_operands_is_that_of_the_riskiest_pair():
    assert tb.explain((8, 3), (3,), (8, 1)).risk == "low"  # where, clamp: no larger than the largest operand
    assert tb.explain((3,), (8, 1), (3,)).risk == "medium"
    assert tb.explain((8, 3), (3,), ()).risk == "low"
    assert tb.explain((8, 3), (8, 3), (8, 3)).risk == "none"
    found = tb.explain((1, 8), (8,), (8, 1))
    assert found.risk == "high" and "b and c" in found.why
    assert found.fixes[0].code == "b[:, None]"


def test_many_equal_shapes_are_not_two():
    assert tb.explain(*[(3, 4)] * 30).why == "all 30 operands have the same shape"
    assert tb.explain((3, 4), (3, 4)).why == "a and b have the same shape"
    assert tb.explain((3, 4), (), (3, 4)).why == "all operands of more than one element have the same shape"


def test_bare_shapes_tell_no_intent_and_the_text_says_so():
    for shapes, told in (
        (((4, 1), (4,)), True),
        (((4, 1), (3,)), True),
        (((4, 4), (4,)), False),  # no dimension of size 1 is expanded
        (((4, 1), (1, 4)), False),
        (((2, 3), (3, 2)), False),  # the fallback
    ):
        found = tb.explain(*shapes)
        assert found.excusable == told
        assert ("shapes do not show intent" in " ".join(str(found).split())) == told


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
risk   high: a and b have the same sizes apart from 1s, and both grow
note   shapes do not show intent: if the statement itself writes out the
       dimensions of size 1, as in x[:, None], the risk is low
fix    b[:, None] (or b.unsqueeze(1)) gives (4, 1): if b belongs to the 2nd
       trailing dimension
       a.squeeze(1) (or a[:, 0]) gives (4,): if a should not have its dimension
       of size 1
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
        ("2;3", ValueError, "operand 2: '2;3' is not a shape; write 5,2,4,1 or N,1"),
        ("", ValueError, "operand 2: '' is not a shape"),
        ("N, -1", ValueError, "operand 2: Attempting to broadcast a dimension with negative length!"),
        ("N-1", ValueError, "operand 2: 'N-1' is not a shape"),
        ("(N", ValueError, "operand 2: '(N' is not a shape"),
        ("N" * 300, ValueError, "the name of a size is longer than 200 letters"),
        (("N-1", 2), ValueError, "operand 2: 'N-1' is no name for a size"),
        (" ".join("N" * 65), RuntimeError, "operand 2: "),
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


# ---- sizes with names ----


def numbered(shape, sizes):
    return tuple(sizes[size] if isinstance(size, str) else size for size in shape)


@pytest.mark.full
def test_names_are_different_sizes_above_1():
    """Every pair of shapes of names, beside the same with numbers."""
    shapes = [shape for rank in range(4) for shape in itertools.product(("N", "M", 1, 3), repeat=rank)]
    sizes = {"N": 101, "M": 103}
    for a, b in itertools.product(shapes, shapes):
        found = tb.explain(a, b)
        wanted = tb.explain(numbered(a, sizes), numbered(b, sizes))
        assert found.broadcastable == wanted.broadcastable
        assert found.broadcastable is False or numbered(found.shape, sizes) == tuple(wanted.shape)
        if not found.only_if:
            assert (found.risk, found.fallback) == (wanted.risk, wanted.fallback), (a, b)
            assert found.broadcastable is False or found.why == wanted.why
        assert [fix.same_as for fix in found.fixes if "reshape" not in fix.code] == [
            fix.same_as for fix in wanted.fixes if "reshape" not in fix.code
        ]
        json.dumps(found.to_dict())
        assert str(found) == str(found) and "101" not in str(found)


def test_names_that_would_have_to_be_equal_are_told():
    found = tb.explain("B T 1", "B T")
    assert (found.broadcastable, found.only_if, found.risk) == (False, "B = T", "high")
    assert "broadcasts only if B = T, and is high then" in " ".join(str(found).split())
    assert found.fixes[0].code == "b[:, :, None]" and found.fixes[0].shape == ("B", "T", 1)
    found = tb.explain("B C H W", "B C")
    assert (found.only_if, found.risk) == ("C = W and B = H", "medium")
    assert tb.explain("N", "3").only_if == "N = 3"
    assert tb.explain("N N", "2 3").only_if is None  # N cannot be both
    assert tb.explain("N 3", "M 4").only_if is None
    assert tb.explain("N", "0").only_if is None
    assert tb.explain("1", "N", inplace=True).only_if is None
    assert tb.explain("N", "M", inplace=True).only_if == "M = N"


def test_what_is_told_of_names():
    found = tb.explain("N,1", "M")
    assert (found.shape, found.growth, found.nbytes, found.strides) == (("N", "M"), "min(M, N)", None, None)
    assert found.shapes == (("N", 1), ("M",))
    assert found.dims[0].sizes == (1, "M") and found.dims[0].size == "M"
    assert tb.explain("N,1", "N").growth == "N" and tb.explain("N,2", "2").growth == 1.0
    assert tb.explain(tb.ones(3, 1), "N").shape == (3, "N")
    assert "N" in tb.explain("N,1", "M").to_svg()


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("N,1", ("N", 1)),
        ("B T 1", ("B", "T", 1)),
        ("(batch, seq_len, 3)", ("batch", "seq_len", 3)),
        ("[N]", ("N",)),
        ("(N,)", ("N",)),
        (" N , M ", ("N", "M")),
        ("5x2", (5, 2)),
        ("x", ("x",)),
        ("007", (7,)),
        ("\u03b1 1", ("\u03b1", 1)),
        ("()", ()),
    ],
)
def test_shapes_as_text(text, shape):
    assert tb.explain(text, ()).shapes[0] == shape == tb.explain(shape, ()).shapes[0]
