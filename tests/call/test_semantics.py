"""The note's in-place rules and the deprecated 1-dimensional fallback, where the note goes beyond torch."""

import itertools

import numpy as np
import pytest

from differential.cases import tensor_bits
from oracles.dtype_rules import NAMES
from oracles.shape_rules import Refused, in_place, numel, out_of_place
from semantics_calls import FORM_IDS, FORMS, INPLACE, NEW, counted, outcome, run, value
from under_test import tb

SHAPES = [
    (),
    (1,),
    (2,),
    (3,),
    (0,),
    (4,),
    (1, 1),
    (1, 2),
    (2, 1),
    (2, 2),
    (1, 4),
    (4, 1),
    (3, 2),
    (2, 3),
    (6,),
    (0, 1),
    (1, 0),
    (2, 0),
    (1, 3, 1),
    (3, 1, 2),
    (2, 1, 3),
    (3, 1, 7),
    (2, 3, 1),
]


# ---- the order of the rules ----


@pytest.mark.parametrize("a", SHAPES, ids=str)
def test_in_place_rules_hold_in_their_order(a):
    for b, enabled in itertools.product(SHAPES, (True, False)):
        tb.backcompat.pointwise_fallback.enabled = enabled
        x, y = counted(a), counted(b, 10)
        before = x.tolist()
        result, said = outcome(lambda x=x, y=y: x.add_(y))
        try:
            _, falls_back = in_place(a, b, enabled)
        except Refused as refusal:
            assert type(result) is RuntimeError
            assert str(result) == refusal.text
            assert x.tolist() == before
            assert tuple(x.size()) == a
            assert said == []
        else:
            assert result is x
            assert said == ([INPLACE] if falls_back else [])
            left, right = np.array(before).reshape(a), np.arange(10.0, 10 + numel(b)).reshape(b)
            right = right.reshape(a) if falls_back else right
            assert tensor_bits(x, "float32").tolist() == (left + right).tolist()


@pytest.mark.parametrize("a", SHAPES, ids=str)
def test_out_of_place_rules_hold_in_their_order(a):
    for b, enabled in itertools.product(SHAPES, (True, False)):
        tb.backcompat.pointwise_fallback.enabled = enabled
        result, said = outcome(lambda b=b: counted(a) * counted(b, 10))
        try:
            size, falls_back = out_of_place(a, b, enabled)
        except Refused as refusal:
            assert (type(result), str(result), said) == (RuntimeError, refusal.text, [])
        else:
            assert tuple(result.size()) == size
            assert said == ([NEW] if falls_back else [])
            right = np.arange(10.0, 10 + numel(b)).reshape(a if falls_back else b)
            assert result.tolist() == (np.arange(1.0, 1 + numel(a)).reshape(a) * right).tolist()


def test_in_place_error_has_torchs_line_and_then_the_notes_line():
    with pytest.raises(RuntimeError) as caught:
        tb.ones(1, 3, 1).add_(tb.ones(3, 1, 7))
    assert str(caught.value) == (
        "output with shape [1, 3, 1] doesn't match the broadcast shape [3, 3, 7]\n"
        "The expanded size of the tensor (1) must match the existing size (7) at "
        "non-singleton dimension 2."
    )


def test_second_line_is_left_out_when_self_only_lacks_a_dimension():
    with pytest.raises(RuntimeError) as caught:
        tb.ones(3).add_(tb.ones(2, 3))
    assert str(caught.value) == "output with shape [3] doesn't match the broadcast shape [2, 3]"


def test_shapes_that_are_not_broadcastable_at_all_get_the_other_sentence():
    with pytest.raises(RuntimeError) as caught:
        tb.ones(2, 3).add_(tb.ones(2, 4))
    assert (
        str(caught.value)
        == "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1"
    )


def test_first_clash_is_looked_for_from_the_trailing_end_and_counted_in_the_result():
    with pytest.raises(
        RuntimeError, match=r"tensor a \(2\) must match .* b \(3\) at non-singleton dimension 1(\n|$)"
    ):
        tb.ones(5, 2, 4, 1) + tb.ones(3, 1, 1)
    with pytest.raises(
        RuntimeError, match=r"tensor a \(5\) must match .* b \(6\) at non-singleton dimension 3(\n|$)"
    ):
        tb.ones(5) + tb.ones(3, 1, 4, 6)


def test_zero_dimensional_and_empty_operands_broadcast():
    assert (tb.tensor(2.0) + tb.ones(2, 3)).tolist() == [[3.0] * 3] * 2
    assert tuple((tb.tensor(2.0) + tb.tensor(3.0)).size()) == ()
    assert tuple((tb.ones(1) + tb.ones(0)).size()) == (0,)
    assert tuple((tb.ones(2, 1) + tb.ones(1, 0)).size()) == (2, 0)
    assert tuple((tb.tensor(1.0) + tb.ones(0, 3)).size()) == (0, 3)
    with pytest.raises(RuntimeError, match=r"tensor a \(2\) must match the size of tensor b \(0\)"):
        tb.ones(2) + tb.ones(0)
    with pytest.raises(RuntimeError, match=r"tensor a \(0\) must match the size of tensor b \(2\)"):
        tb.ones(2, 0) + tb.ones(2)


# ---- the fallback, in every form ----


@pytest.mark.parametrize(("row", "form"), FORMS, ids=FORM_IDS)
def test_fallback_in_every_form(row, form):
    a, b = counted((2, 3)), counted((3, 2), 10)
    result, said = run(form, a, b)
    assert said == [INPLACE if form.inplace else NEW]
    assert tuple(result.size()) == (2, 3)
    left, right = np.arange(1, 7, dtype=np.float32), np.arange(10, 16, dtype=np.float32)
    wanted = value(row.name, left, right, form.parameters).reshape(2, 3).astype(np.float32)
    assert tensor_bits(result, "float32").tolist() == wanted.tolist()
    assert (result is a) == form.inplace
    assert tuple(b.size()) == (3, 2)
    assert b.tolist() == [[10.0, 11.0], [12.0, 13.0], [14.0, 15.0]]


@pytest.mark.parametrize(("row", "form"), FORMS, ids=FORM_IDS)
def test_disabled_fallback_gives_torchs_errors_in_every_form(row, form):
    tb.backcompat.pointwise_fallback.enabled = False
    for a_size, b_size in (((2, 3), (3, 2)), ((4, 1), (4,)), ((3,), (1, 3))):
        a, b = counted(a_size), counted(b_size)
        result, said = run(form, a, b)
        try:
            in_place(a_size, b_size, False) if form.inplace else out_of_place(a_size, b_size, False)
        except Refused as refusal:
            assert (type(result), str(result)) == (RuntimeError, refusal.text)
            assert a.tolist() == counted(a_size).tolist()
        else:
            assert not isinstance(result, Exception)
        assert said == []


@pytest.mark.parametrize(("row", "form"), FORMS, ids=FORM_IDS)
def test_no_fallback_without_elements(row, form):
    result, said = run(form, tb.ones(2, 0), tb.ones(0, 3))
    assert type(result) is RuntimeError
    assert said == []


NUMBER_FORMS = [f for f in FORMS if not f[1].out and f[1].name != "keywords"]


@pytest.mark.parametrize(("row", "form"), NUMBER_FORMS, ids=[f"{r.name}: {f.name}" for r, f in NUMBER_FORMS])
def test_python_numbers_never_fall_back_nor_warn(row, form):
    tb.backcompat.broadcast_warning.enabled = True
    for size in ((1,), (1, 1), (2, 3), (0,)):
        result, said = run(form, tb.ones(size), 3)
        assert not isinstance(result, Exception)
        assert said == []


def test_in_place_falls_back_even_where_the_operands_broadcast_among_themselves():
    x = counted((4, 1))
    result, said = outcome(lambda: x.add_(counted((4,), 10)))
    assert result is x
    assert said == [INPLACE]
    assert x.tolist() == [[11.0], [13.0], [15.0], [17.0]]
    tb.backcompat.pointwise_fallback.enabled = False
    with pytest.raises(
        RuntimeError, match=r"^output with shape \[4, 1\] doesn't match the broadcast shape \[4, 4\]"
    ):
        x.add_(tb.ones(4))


def test_fallback_reads_logical_order_whatever_the_strides():
    a = counted((6,)).reshape(3, 2).t()  # [[1,3,5],[2,4,6]] with strides (1, 2)
    b = counted((12,), 10).as_strided((3, 2), (4, 2), 1)  # 11 13 15 17 19 21
    result, said = outcome(lambda: a - b)
    assert said == [NEW]
    assert result.tolist() == [[-10.0, -10.0, -10.0], [-15.0, -15.0, -15.0]]
    assert tuple(result.stride()) == (3, 1)  # fresh and contiguous, whatever a's strides
    assert a.tolist() == [[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]


def test_fallback_in_place_keeps_selfs_own_layout():
    memory = tb.zeros(6)
    a = memory.as_strided((2, 3), (1, 2))
    result, said = outcome(lambda: a.add_(counted((3, 2))))
    assert (result is a, said, tuple(a.stride())) == (True, [INPLACE], (1, 2))
    assert a.tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert memory.tolist() == [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]


def test_fallback_expands_nothing_but_reads_expanded_operands():
    a = counted((3, 1)).expand(3, 2)  # 1 1 2 2 3 3
    result, said = outcome(lambda: a * counted((2, 3), 10))
    assert said == [NEW]
    assert result.tolist() == [[10.0, 11.0], [24.0, 26.0], [42.0, 45.0]]


def test_fallback_promotes_the_operands_as_given():
    a, b = tb.tensor([[1, 2, 3], [4, 5, 6]], dtype=tb.int32), counted((3, 2)).to(tb.float16)
    result, said = outcome(lambda: a + b)
    assert (result.dtype, said) == (tb.float16, [NEW])
    assert result.tolist() == [[2.0, 4.0, 6.0], [8.0, 10.0, 12.0]]
    result, said = outcome(lambda: a / a.reshape(3, 2))
    assert (result.dtype, said) == (tb.float32, [NEW])
    a_before = a.tolist()
    result, said = outcome(lambda: a.add_(b))
    assert type(result) is RuntimeError
    assert str(result) == "result type Half can't be cast to the desired output type Int"
    assert a.tolist() == a_before


def test_fallback_into_out_follows_the_resize_rule_of_selfs_shape():
    a, b = counted((2, 3)), counted((3, 2), 10)
    right_shaped = tb.zeros(6).as_strided((2, 3), (1, 2))
    result, said = outcome(lambda: tb.add(a, b, out=right_shaped))
    assert (result is right_shaped, said, tuple(result.stride())) == (True, [NEW], (1, 2))
    wrong = tb.zeros(7)
    result, said = outcome(lambda: tb.add(a, b, out=wrong))
    assert result is wrong
    assert said[0] == NEW
    assert said[1].startswith(
        "An output with one or more elements was resized since it had shape [7], which does not "
        "match the required output shape [2, 3]."
    )
    assert len(said) == 2
    assert (tuple(wrong.size()), tuple(wrong.stride())) == ((2, 3), (3, 1))
    assert right_shaped.tolist() == wrong.tolist() == [[11.0, 13.0, 15.0], [17.0, 19.0, 21.0]]


def test_fallback_of_overlapping_operands_reads_before_it_writes():
    for form in ("in place", "out"):
        memory = counted((12,))
        a = memory.as_strided((2, 3), (3, 1), 2)  # 3 4 5 6 7 8
        b = memory.as_strided((3, 2), (4, 2), 0)  # 1 3 5 7 9 11, not dense: torch would not object
        with_warning = [INPLACE if form == "in place" else NEW]
        result, said = (
            outcome(lambda a=a, b=b: a.add_(b))
            if form == "in place"
            else outcome(lambda a=a, b=b: tb.add(a, b, out=a))
        )
        assert (said, result is a) == (with_warning, True)
        assert a.tolist() == [[4.0, 7.0, 10.0], [13.0, 16.0, 19.0]]
        assert memory.tolist() == [1.0, 2.0, 4.0, 7.0, 10.0, 13.0, 16.0, 19.0, 9.0, 10.0, 11.0, 12.0]


@pytest.mark.parametrize("other", ["memory.reshape(3, 2)", "memory.reshape(2, 3).t()"])
def test_fallback_refuses_other_dense_views_of_selfs_memory_as_torch_does(other):
    memory = counted((6,))
    a, b = memory.reshape(2, 3), eval(other)
    result, _ = outcome(lambda: a.add_(b))
    assert type(result) is RuntimeError
    assert str(result).startswith(
        "unsupported operation: some elements of the input tensor and the written-to tensor"
    )
    assert memory.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


def test_fallback_judges_partial_overlap_on_the_originals():
    memory = counted((9,))
    a, b = memory[0:6].reshape(2, 3), memory[2:8].reshape(3, 2)
    before = memory.tolist()
    result, _ = outcome(lambda: a.add_(b))
    assert type(result) is RuntimeError
    assert str(result).startswith(
        "unsupported operation: some elements of the input tensor and the written-to tensor "
        "refer to a single memory location."
    )
    assert memory.tolist() == before


def test_fallback_on_every_pair_of_dtypes_equals_a_reshape():
    for x, y in itertools.product(NAMES, NAMES):
        a = tb.tensor([[1, 0, 3], [4, 5, 6]]).to(getattr(tb, x))
        b = tb.tensor([[7, 1], [9, 2], [1, 3]]).to(getattr(tb, y))
        result, said = outcome(lambda a=a, b=b: a * b)
        wanted = a * b.reshape(2, 3)
        assert said == [NEW]
        assert (result.dtype, result.tolist()) == (wanted.dtype, wanted.tolist())


def test_what_is_not_pointwise_does_not_fall_back():
    with pytest.raises(RuntimeError, match="must match the existing size"):
        tb.ones(2, 3).expand(3, 2)
    with pytest.raises(RuntimeError, match="must match the size"):
        tb.broadcast_tensors(tb.ones(2, 3), tb.ones(3, 2))
    with pytest.raises(RuntimeError):
        tb.ones(2, 3)[:] = tb.ones(3, 2)
    with pytest.raises(RuntimeError):
        tb.broadcast_shapes((2, 3), (3, 2))
