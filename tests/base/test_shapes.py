"""broadcast_shapes, broadcast_tensors, broadcast_to, result_type, promote_types, can_cast: exhaustively."""

import itertools

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

from differential.cases import Case, operand
from differential.forms import ROWS, forms_of
from differential.runner import Runner, recording
from oracles import dtype_rules as rules
from oracles.dtype_rules import KIND, NAMES
from oracles.shape_rules import Refused, broadcast
from under_test import first_line, needs_torch, tb, torch

SMALL = [shape for rank in range(4) for shape in itertools.product((0, 1, 2, 3), repeat=rank)]
NUMBERS = (True, 3, 2.5, 1j)


def attempt(call):
    try:
        return call()
    except Exception as error:
        return type(error), first_line(error)


# ---- shapes ----


def test_broadcast_shapes_of_every_small_pair_is_numpys_or_refused():
    for a, b in itertools.product(SMALL, SMALL):
        got = attempt(lambda a=a, b=b: tuple(tb.broadcast_shapes(a, b)))
        try:
            wanted = np.broadcast_shapes(a, b)
        except ValueError:
            assert got[0] is RuntimeError, (a, b)
            assert got[1].startswith("Attempting to broadcast a dimension of length "), (a, b)
        else:
            assert got == wanted, (a, b)
        if torch is not None:
            assert got == attempt(lambda a=a, b=b: tuple(torch.broadcast_shapes(a, b))), (a, b)


@pytest.mark.parametrize(
    "shapes",
    [
        (),
        ((),),
        (2,),
        (2, (3, 2)),
        ((1, 2), 2, (5, 1, 1)),
        ([2, 1], (3,)),
        (0, 1),
        ((2,), (3,), (4,)),
        ((4, 1), (3, 1), (2,)),
        ((-1,), (3,)),
        ((2, -3),),
        ((2.5,),),
        (None,),
        ((2, 3), (3, 2)),
        ((3, 1), (1, 0)),
        (-1,),
        (2.5,),
        ((2,), (1,), (3,)),
        ((5, 2), (1,), (5, 3)),
    ],
    ids=str,
)
@needs_torch
def test_broadcast_shapes_is_torchs_in_value_and_refusal(shapes):
    ours = attempt(lambda: tuple(tb.broadcast_shapes(*shapes)))
    theirs = attempt(lambda: tuple(torch.broadcast_shapes(*shapes)))
    assert ours == theirs


@pytest.mark.parametrize(
    "bad", ["a", ("a",), ((1,),), object()], ids=["str", "tuple of str", "nested", "object"]
)
def test_broadcast_shapes_refuses_what_is_no_shape(bad):
    with pytest.raises((TypeError, RuntimeError)):
        tb.broadcast_shapes(bad)


def test_trying_to_broadcast_gives_none_where_broadcast_shapes_raises():
    for shapes in itertools.chain(itertools.product(SMALL, SMALL), [(), ((2,),), ((2, 1), (3,), (4, 1, 1))]):
        wanted = attempt(lambda shapes=shapes: tuple(tb.broadcast_shapes(*shapes)))
        found = tb._C._try_broadcast(*shapes)
        assert found == (None if wanted and wanted[0] is RuntimeError else wanted), shapes
        assert type(found) in (tuple, type(None))


def test_broadcast_shapes_gives_a_size():
    result = tb.broadcast_shapes((2, 1), (3,))
    assert type(result) is tb.Size
    assert result == (2, 3)


def test_operators_infer_the_shape_of_every_small_pair():
    tb.backcompat.pointwise_fallback.enabled = False
    for a, b in itertools.product(SMALL, SMALL):
        got = attempt(lambda a=a, b=b: tuple((tb.ones(a) + tb.ones(b)).size()))
        try:
            wanted = broadcast(a, b)
        except Refused as refusal:
            wanted = (refusal.kind, refusal.text)
        assert got == wanted, (a, b)
        if torch is not None:
            assert got == attempt(lambda a=a, b=b: tuple((torch.ones(a) + torch.ones(b)).size())), (a, b)


@given(mutually_broadcastable_shapes(num_shapes=3, max_dims=6, min_side=0, max_side=4))
def test_drawn_shapes_broadcast_as_numpy_has_them(drawn):
    shapes = drawn.input_shapes
    assert tuple(tb.broadcast_shapes(*shapes)) == drawn.result_shape
    tensors = tb.broadcast_tensors(*[tb.ones(s) for s in shapes])
    assert all(tuple(t.size()) == drawn.result_shape for t in tensors)
    if torch is not None:
        theirs = torch.broadcast_tensors(*[torch.ones(s) for s in shapes])
        assert [tuple(t.stride()) for t in tensors] == [tuple(t.stride()) for t in theirs]


def test_broadcast_tensors_are_views_with_torchs_strides():
    for a, b in itertools.product(SMALL, SMALL):
        x, y = tb.ones(a), tb.ones(b)
        got = attempt(
            lambda x=x, y=y: [(tuple(t.size()), tuple(t.stride())) for t in tb.broadcast_tensors(x, y)]
        )
        if torch is not None:
            assert got == attempt(
                lambda a=a, b=b: [
                    (tuple(t.size()), tuple(t.stride()))
                    for t in torch.broadcast_tensors(torch.ones(a), torch.ones(b))
                ]
            ), (a, b)
        if isinstance(got, list):
            left, right = tb.broadcast_tensors(x, y)
            assert (left.data_ptr(), right.data_ptr()) == (
                (x.data_ptr(), y.data_ptr()) if left.numel() else (0, 0)
            )


def test_broadcast_to_every_small_shape():
    for a, b in itertools.product(SMALL, [*SMALL, (-1,), (2, -1), (-1, 2), (-2,), (-1, -1, 3)]):
        x = tb.ones(a)
        got = attempt(
            lambda x=x, b=b: (tuple(tb.broadcast_to(x, b).size()), tuple(tb.broadcast_to(x, b).stride()))
        )
        method = attempt(
            lambda x=x, b=b: (tuple(x.broadcast_to(b).size()), tuple(x.broadcast_to(b).stride()))
        )
        assert got == method, (a, b)
        if torch is not None:
            t = torch.ones(a)
            theirs = attempt(
                lambda t=t, b=b: (
                    tuple(torch.broadcast_to(t, b).size()),
                    tuple(torch.broadcast_to(t, b).stride()),
                )
            )
            # a refusal may say more than torch's when it contains torch's text
            assert got == theirs or (got[0] is theirs[0] and theirs[1] in got[1]), (a, b, got, theirs)


@needs_torch
@pytest.mark.parametrize(
    "call",
    [
        "broadcast_tensors()",
        "broadcast_tensors(1, 2)",
        "broadcast_tensors(torch.ones(2), 1)",
        "broadcast_to(torch.ones(2), 3)",
        "broadcast_to(torch.ones(2), 'a')",
        "broadcast_to(1, (2,))",
        "is_tensor(3)",
        "is_tensor(torch.ones(1))",
        "promote_types(1, 2)",
        "promote_types(torch.float32, 'a')",
        "can_cast(1, 2)",
        "broadcast_tensors(torch.ones(2), torch.ones(3))",
        "broadcast_to(torch.ones(2), (3,))",
    ],
)
def test_shape_functions_refuse_with_torchs_words(call):
    ours = attempt(lambda: eval("tb." + call, {"tb": tb, "torch": tb}))
    theirs = attempt(lambda: eval("torch." + call, {"torch": torch}))
    assert ours == theirs


# ---- dtypes ----


@pytest.mark.parametrize("a", NAMES)
def test_promote_types_and_can_cast_of_every_pair(a):
    for b in NAMES:
        mine = tb.promote_types(getattr(tb, a), getattr(tb, b))
        assert mine is getattr(tb, rules.promote(a, b)), (a, b)
        assert mine is tb.promote_types(getattr(tb, b), getattr(tb, a)), (a, b)
        assert tb.can_cast(getattr(tb, a), getattr(tb, b)) is rules.can_cast(a, b), (a, b)
        if torch is not None:
            assert (
                str(torch.promote_types(getattr(torch, a), getattr(torch, b)))
                == f"torch.{rules.promote(a, b)}"
            )
            assert torch.can_cast(getattr(torch, a), getattr(torch, b)) == rules.can_cast(a, b), (a, b)


@pytest.mark.parametrize("a", NAMES)
def test_promotion_agrees_with_numpy_where_both_mean_the_same(a):
    """NumPy knows no bfloat16, and lets integers and narrow floats meet in a wider float."""
    for b in NAMES:
        kinds = {KIND[a], KIND[b]}
        if "bfloat16" in (a, b) or (1 in kinds and len(kinds - {0}) > 1):
            continue
        numpys = np.promote_types(a, b).name
        assert str(tb.promote_types(getattr(tb, a), getattr(tb, b))).rpartition(".")[2] == numpys, (a, b)


def test_promotion_is_associative_enough_to_be_a_fold():
    for a, b, c in itertools.product(NAMES, repeat=3):
        left = tb.promote_types(tb.promote_types(getattr(tb, a), getattr(tb, b)), getattr(tb, c))
        assert left is getattr(tb, rules.promote(rules.promote(a, b), c))


@pytest.mark.parametrize("a", NAMES)
def test_result_type_of_every_pair_of_classes(a):
    """Tensors with dimensions, 0-dim tensors and Python numbers, in both places."""
    for b in NAMES:
        for a_size, b_size in itertools.product(((2,), (), (0,), (1,)), repeat=2):
            x, y = tb.ones(a_size, dtype=getattr(tb, a)), tb.ones(b_size, dtype=getattr(tb, b))
            wanted = rules.result_type([(a, "dim" if a_size else "zero"), (b, "dim" if b_size else "zero")])
            assert tb.result_type(x, y) is getattr(tb, wanted), (a, a_size, b, b_size)
            if torch is not None and not ({a, b} >= {"float16"} and wanted == "complex64"):
                theirs = torch.result_type(
                    torch.ones(a_size, dtype=getattr(torch, a)), torch.ones(b_size, dtype=getattr(torch, b))
                )
                assert str(theirs) == f"torch.{wanted}", (a, a_size, b, b_size)
    for number, size in itertools.product(NUMBERS, ((2,), ())):
        x = tb.ones(size, dtype=getattr(tb, a))
        wanted = rules.result_type([(a, "dim" if size else "zero"), (rules.number_dtype(number), "number")])
        assert tb.result_type(x, number) is getattr(tb, wanted), (a, size, number)
        assert tb.result_type(number, x) is getattr(tb, wanted), (a, size, number)
        if torch is not None and not (a == "float16" and isinstance(number, complex)):
            theirs = torch.result_type(torch.ones(size, dtype=getattr(torch, a)), number)
            assert str(theirs) == f"torch.{wanted}", (a, size, number)


def test_result_type_of_two_numbers():
    for x, y in itertools.product(NUMBERS, repeat=2):
        wanted = rules.promote(rules.number_dtype(x), rules.number_dtype(y))
        assert tb.result_type(x, y) is getattr(tb, wanted), (x, y)


# ---- drawn shapes through the operators: long rows, many dims, odd layouts ----

DRAWN_FORMS = {
    op: (
        f"{op} function(Tensor, Tensor)",
        f"{op}_ in-place method(Tensor, Tensor)",
        f"{op} method(Tensor, Tensor), alpha",
    )
    for op in ("add", "sub", "mul", "div")
}


@pytest.mark.cpu_level
@given(
    drawn=mutually_broadcastable_shapes(num_shapes=2, max_dims=6, min_side=0, max_side=7),
    op=st.sampled_from(["add", "sub", "mul", "div"]),
    layouts=st.tuples(
        *[st.sampled_from(["contiguous", "transposed", "strided", "expanded", "permuted", "padded", "odd"])]
        * 2
    ),
    dtypes=st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)),
    seed=st.integers(0, 2**32),
)
def test_drawn_shapes_layouts_and_dtypes_compute_exactly(drawn, op, layouts, dtypes, seed):
    sizes = drawn.input_shapes
    a, b = (
        operand(d, s, layout, seed + i)
        for i, (d, s, layout) in enumerate(zip(dtypes, sizes, layouts, strict=True))
    )
    runner = Runner(ROWS[op], alone=True)
    with recording() as log:
        for form in forms_of(ROWS[op]):
            if form.name in DRAWN_FORMS[op]:
                runner.check(Case(op, form.name, (a, b), {"alpha": 3} if form.parameters else {}), form, log)
    runner.finish()


@pytest.mark.sample(4)
@pytest.mark.cpu_level
@pytest.mark.parametrize("op", ["add", "sub", "mul", "div"])
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((257, 129), (257, 1)),
        ((257, 129), (129,)),
        ((2000, 3), (3,)),
        ((2000, 3), (2000, 1)),
        ((70000,), (70000,)),
        ((70000,), ()),
        ((), (70000,)),
        ((33, 65, 31), (65, 1)),
        ((2, 1, 3000), (5, 1)),
        ((4099, 2), (1, 2)),
        ((16, 16, 16, 16), (16, 1, 16)),
        ((1, 2050), (3, 1)),
        ((7, 1, 5, 1, 63), (9, 1, 1, 1)),
        ((2047,), (1,)),
        ((2049, 1), (1, 15)),
        ((2049, 1), (1, 17)),
    ],
    ids=str,
)
def test_sizes_around_the_engines_tiles_compute_exactly(op, a, b):
    runner = Runner(ROWS[op], alone=True)
    tensors = f"{op} function(Tensor, Tensor)"
    names = (
        tensors,
        f"{op}_ in-place method(Tensor, Tensor)",
        f"{tensors}, alpha",
        f"{tensors}, out strided",
    )
    forms = [form for form in forms_of(ROWS[op]) if form.name in names]
    pairs = (
        ("float32", "float32"),
        ("float64", "float32"),
        ("float16", "float16"),
        ("bfloat16", "int16"),
        ("int64", "int64"),
        ("uint8", "int8"),
        ("complex64", "complex64"),
        ("bool", "float64"),
    )
    with recording() as log:
        for i, dtypes in enumerate(pairs):
            for layouts in (
                ("contiguous", "contiguous"),
                (("transposed", "strided"), ("padded", "permuted"), ("strided", "transposed"))[i % 3],
            ):
                x, y = (
                    operand(d, s, layout, 5 * i + 77)
                    for d, s, layout in zip(dtypes, (a, b), layouts, strict=True)
                )
                for form in forms:
                    out = operand(dtypes[0], np.broadcast_shapes(a, b), "padded", 1) if form.out else None
                    given = {"alpha": 2} if form.parameters else {}
                    runner.check(Case(op, form.name, (x, y), given, out), form, log)
    runner.finish()
