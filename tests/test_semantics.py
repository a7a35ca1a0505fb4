"""The note's in-place rules, the deprecated 1-dimensional fallback, the backcompat flags and the warnings.

What design.md decides beyond torch; the texts stand here literally.
"""

import gc
import itertools
import subprocess
import sys
import textwrap
import warnings

import numpy as np
import pytest

from cases import tensor_bits
from forms import BINARY, forms_of
from shape_rules import BROADCAST, FALLBACK, Refused, broadcast, expandable, in_place, numel, out_of_place
from under_test import MODULE_NAME, needs_torch, tb, torch

NEW = ("self and other not broadcastable, but have the same number of elements.  "
       "Falling back to deprecated pointwise behavior.")
INPLACE = ("other is not broadcastable to self, but they have the same number of elements.  "
           "Falling back to deprecated pointwise behavior.")
SAME_COUNT = ("self and other do not have the same shape, but are broadcastable, and have the same number of "
              "elements.\nChanging behavior in a backwards incompatible manner to broadcasting rather than viewing "
              "as 1-dimensional.")
FORMS = [(row, form) for row in BINARY for form in forms_of(row)]
FORM_IDS = [f"{row.name}: {form.name}" for row, form in FORMS]
SHAPES = [(), (1,), (2,), (3,), (0,), (4,), (1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (4, 1), (3, 2), (2, 3), (6,),
          (0, 1), (1, 0), (2, 0), (1, 3, 1), (3, 1, 2), (2, 1, 3), (3, 1, 7), (2, 3, 1)]


def test_the_literal_texts_are_the_ones_the_runner_uses():
    assert {"new": NEW, "inplace": INPLACE} == FALLBACK
    assert SAME_COUNT == BROADCAST


def counted(size, start=1):
    """1, 2, 3, ... in a shape."""
    n = numel(size)
    return tb.tensor([float(start + i) for i in range(n)]).reshape(size)


def outcome(call):
    """(exception or result, texts of the warnings)"""
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        try:
            result = call()
        except Exception as error:
            result = error
    assert all(w.category is UserWarning for w in log)
    return result, [str(w.message) for w in log]


def run(form, a, b, out_size=None):
    """One form of an operator with alpha 2 where it takes one, and an out= of the shape asked for."""
    out = tb.empty(out_size if out_size is not None else (0,)) if form.out else None
    return outcome(lambda: form.call(tb, a, b, 2 if form.alpha else None, out))


def value(op, a, b, alpha):
    b = 2 * b if alpha else b
    return {"add": a + b, "sub": a - b, "mul": a * b, "div": a / b}[op]


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
            left, right = np.array(before), np.arange(10.0, 10 + numel(b)).reshape(b)
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
    assert str(caught.value) == ("output with shape [1, 3, 1] doesn't match the broadcast shape [3, 3, 7]\n"
                                 "The expanded size of the tensor (1) must match the existing size (7) at "
                                 "non-singleton dimension 2.")


def test_second_line_is_left_out_when_self_only_lacks_a_dimension():
    with pytest.raises(RuntimeError) as caught:
        tb.ones(3).add_(tb.ones(2, 3))
    assert str(caught.value) == "output with shape [3] doesn't match the broadcast shape [2, 3]"


def test_shapes_that_are_not_broadcastable_at_all_get_the_other_sentence():
    with pytest.raises(RuntimeError) as caught:
        tb.ones(2, 3).add_(tb.ones(2, 4))
    assert str(caught.value) == "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1"


def test_first_clash_is_looked_for_from_the_trailing_end_and_counted_in_the_result():
    with pytest.raises(RuntimeError, match=r"tensor a \(2\) must match .* b \(3\) at non-singleton dimension 1$"):
        tb.ones(5, 2, 4, 1) + tb.ones(3, 1, 1)
    with pytest.raises(RuntimeError, match=r"tensor a \(5\) must match .* b \(6\) at non-singleton dimension 3$"):
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
    wanted = value(row.name, left, right, form.alpha).reshape(2, 3).astype(np.float32)
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
    with pytest.raises(RuntimeError, match=r"^output with shape \[4, 1\] doesn't match the broadcast shape \[4, 4\]"):
        x.add_(tb.ones(4))


def test_fallback_reads_logical_order_whatever_the_strides():
    a = counted((6,)).reshape(3, 2).t()                        # [[1,3,5],[2,4,6]] with strides (1, 2)
    b = counted((12,), 10).as_strided((3, 2), (4, 2), 1)       # 11 13 15 17 19 21
    result, said = outcome(lambda: a - b)
    assert said == [NEW]
    assert result.tolist() == [[-10.0, -10.0, -10.0], [-15.0, -15.0, -15.0]]
    assert tuple(result.stride()) == (3, 1)                    # fresh and contiguous, whatever a's strides
    assert a.tolist() == [[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]


def test_fallback_in_place_keeps_selfs_own_layout():
    memory = tb.zeros(6)
    a = memory.as_strided((2, 3), (1, 2))
    result, said = outcome(lambda: a.add_(counted((3, 2))))
    assert (result is a, said, tuple(a.stride())) == (True, [INPLACE], (1, 2))
    assert a.tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert memory.tolist() == [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]


def test_fallback_expands_nothing_but_reads_expanded_operands():
    a = counted((3, 1)).expand(3, 2)                           # 1 1 2 2 3 3
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
    assert said[1].startswith("An output with one or more elements was resized since it had shape [7], which does not "
                              "match the required output shape [2, 3].")
    assert len(said) == 2
    assert (tuple(wrong.size()), tuple(wrong.stride())) == ((2, 3), (3, 1))
    assert right_shaped.tolist() == wrong.tolist() == [[11.0, 13.0, 15.0], [17.0, 19.0, 21.0]]


def test_fallback_of_overlapping_operands_reads_before_it_writes():
    memory = counted((6,))
    a, b = memory.reshape(2, 3), memory.reshape(3, 2)
    result, said = outcome(lambda: a.add_(b))
    assert (said, result.tolist()) == ([INPLACE], [[2.0, 4.0, 6.0], [8.0, 10.0, 12.0]])
    memory = counted((6,))
    a, b = memory.reshape(2, 3), memory.reshape(2, 3).t()      # reversed reading order
    result, said = outcome(lambda: a.add_(b))
    assert (said, result.tolist()) == ([INPLACE], [[2.0, 6.0, 5.0], [9.0, 8.0, 12.0]])
    memory = counted((6,))
    a, b = memory.reshape(2, 3), memory.reshape(2, 3).t()
    result, said = outcome(lambda: tb.sub(a, b, out=a))
    assert (said, result is a, result.tolist()) == ([NEW], True, [[0.0, -2.0, 1.0], [-1.0, 2.0, 0.0]])


def test_fallback_judges_partial_overlap_on_the_originals():
    memory = counted((9,))
    a, b = memory[0:6].reshape(2, 3), memory[2:8].reshape(3, 2)
    before = memory.tolist()
    result, said = outcome(lambda: a.add_(b))
    assert type(result) is RuntimeError
    assert str(result).startswith("unsupported operation: some elements of the input tensor and the written-to tensor "
                                  "refer to a single memory location.")
    assert memory.tolist() == before


def test_fallback_on_every_pair_of_dtypes_equals_a_reshape():
    names = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64",
             "complex64", "complex128")
    for x, y in itertools.product(names, names):
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


# ---- broadcast_warning ----

@pytest.mark.parametrize(("row", "form"), FORMS, ids=FORM_IDS)
def test_broadcast_warning_is_issued_exactly_once_in_every_form(row, form):
    tb.backcompat.broadcast_warning.enabled = True
    if form.inplace:
        # expandable to self, equal counts, different shapes: only leading ones can differ
        a, b, size = counted((1, 4)), counted((4,)), (1, 4)
    else:
        a, b, size = counted((4, 1)), counted((4,)), (4, 4)
    result, said = run(form, a, b, out_size=size)
    assert not isinstance(result, Exception)
    assert said == [SAME_COUNT]
    assert tuple(result.size()) == size


@pytest.mark.parametrize(("row", "form"), FORMS, ids=FORM_IDS)
def test_never_both_warnings_and_none_without_need(row, form):
    tb.backcompat.broadcast_warning.enabled = True
    _, said = run(form, counted((2, 3)), counted((3, 2)), out_size=(2, 3))
    assert said == [INPLACE if form.inplace else NEW]
    for a, b in (((2, 3), (2, 3)), ((2, 3), (3,)), ((2, 3), ()), ((1, 0), (0,)), ((0, 1), (0,))):
        try:
            size = broadcast(a, b)
        except Refused:
            continue
        if form.inplace and not expandable(b, a):
            continue
        _, said = run(form, tb.ones(a), tb.ones(b), out_size=size)
        assert said == []


def test_broadcast_warning_is_off_by_default():
    assert tb.backcompat.broadcast_warning.enabled is False
    assert outcome(lambda: tb.ones(4, 1) + tb.ones(4))[1] == []


def test_single_elements_of_different_rank_count_as_different_shapes():
    tb.backcompat.broadcast_warning.enabled = True
    assert outcome(lambda: tb.ones(1) + tb.ones(1, 1))[1] == [SAME_COUNT]
    assert outcome(lambda: tb.ones(()) + tb.ones(1))[1] == [SAME_COUNT]


# ---- the flags ----

@pytest.mark.parametrize("flag", ["broadcast_warning", "keepdim_warning", "pointwise_fallback"])
@pytest.mark.parametrize("bad", [0, 1, "True", None, 1.0, [], np.bool_(True)], ids=repr)
def test_setters_accept_only_bool_and_leave_the_flag(flag, bad):
    object_ = getattr(tb.backcompat, flag)
    for before in (True, False):
        object_.enabled = before
        with pytest.raises(RuntimeError) as caught:
            object_.enabled = bad
        if flag == "broadcast_warning":
            assert str(caught.value) == f"set_backcompat_broadcast_warn expects a bool, but got {type(bad).__name__}"
        elif flag == "keepdim_warning":
            assert str(caught.value) == f"set_backcompat_keepdim_warn expects a bool, but got {type(bad).__name__}"
        else:
            assert str(caught.value).endswith(f"expects a bool, but got {type(bad).__name__}")
        assert object_.enabled is before
    object_.enabled = flag == "pointwise_fallback"


@needs_torch
@pytest.mark.parametrize("flag", ["broadcast_warning", "keepdim_warning"])
def test_setters_refuse_with_torchs_words(flag):
    for bad in (1, "x", None):
        with pytest.raises(RuntimeError) as ours:
            getattr(tb.backcompat, flag).enabled = bad
        with pytest.raises(RuntimeError) as theirs:
            getattr(torch.utils.backcompat, flag).enabled = bad
        assert str(ours.value) == str(theirs.value).split("\n")[0]


def test_backcompat_is_one_module_under_both_names():
    for flag in ("broadcast_warning", "keepdim_warning"):
        assert getattr(tb.utils.backcompat, flag) is getattr(tb.backcompat, flag)
    assert tb.utils.backcompat.pointwise_fallback is tb.backcompat.pointwise_fallback
    tb.utils.backcompat.broadcast_warning.enabled = True
    assert tb.backcompat.broadcast_warning.enabled is True


def test_flags_have_the_documented_defaults():
    code = (f"import {MODULE_NAME} as t; b = t.backcompat; "
            "print(b.pointwise_fallback.enabled, b.broadcast_warning.enabled, b.keepdim_warning.enabled)")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          timeout=120).stdout.split() == ["True", "False", "False"]


# ---- where a warning points, and what it may do ----

def test_warning_names_the_callers_file_and_line():
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        tb.ones(2, 3) + tb.ones(3, 2)
        line = sys._getframe().f_lineno - 1
        tb.ones(2, 3).add_(
            tb.ones(3, 2)
        )
        tb.add(tb.ones(2), tb.ones(2), out=tb.ones(3))
    assert [w.filename for w in log] == [__file__] * 3
    assert log[0].lineno == line
    assert line + 2 <= log[1].lineno <= line + 4
    assert log[2].lineno == line + 5


@pytest.mark.parametrize("statement", ["torch.ones(2, 3) + torch.ones(3, 2)",
                                       "torch.add(torch.ones(2, 3), torch.ones(3, 2))",
                                       "torch.ones(2, 3).add(torch.ones(3, 2))"])
def test_warning_place_is_pythons_own_for_dash_c_and_for_standard_input(statement):
    code = f"import {MODULE_NAME} as torch\nx = {statement}\n"
    run_c = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert run_c.stderr.splitlines()[0] == f"<string>:2: UserWarning: {NEW}"
    piped = subprocess.run([sys.executable], input=code, capture_output=True, text=True, timeout=120, check=True)
    assert piped.stderr.splitlines()[0] == f"<stdin>:2: UserWarning: {NEW}"


def test_default_filter_shows_a_place_once_but_every_place(tmp_path):
    script = tmp_path / "twice.py"
    script.write_text(f"import {MODULE_NAME} as torch\nfor i in range(3):\n    torch.ones(2, 3) + torch.ones(3, 2)\n"
                      "torch.ones(2, 3) + torch.ones(3, 2)\n")
    told = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=True).stderr
    assert [line for line in told.splitlines() if "UserWarning" in line] == [
        f"{script}:3: UserWarning: {NEW}", f"{script}:4: UserWarning: {NEW}"]


@pytest.mark.parametrize(("row", "form"), FORMS, ids=FORM_IDS)
@pytest.mark.parametrize("which", ["fallback", "broadcast"])
def test_warnings_as_errors_leave_every_operand_untouched(row, form, which):
    if which == "broadcast":
        tb.backcompat.broadcast_warning.enabled = True
        a, b = (counted((1, 4)), counted((4,))) if form.inplace else (counted((4, 1)), counted((4,)))
    else:
        a, b = counted((2, 3)), counted((3, 2))
    out = counted((7,)) if form.out else None
    tensors = [t for t in (a, b, out) if t is not None]
    before = [(t.tolist(), tuple(t.size()), tuple(t.stride()), t.data_ptr(), sys.getrefcount(t)) for t in tensors]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning) as caught:
            form.call(tb, a, b, 2 if form.alpha else None, out)
    assert str(caught.value) == (SAME_COUNT if which == "broadcast" else INPLACE if form.inplace else NEW)
    del caught
    gc.collect()
    assert [(t.tolist(), tuple(t.size()), tuple(t.stride()), t.data_ptr(), sys.getrefcount(t))
            for t in tensors] == before


def test_resize_warning_as_error_leaves_out_untouched():
    out = counted((3,))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match="was resized since it had shape"):
            tb.add(tb.ones(2), tb.ones(2), out=out)
    assert (out.tolist(), tuple(out.size())) == ([1.0, 2.0, 3.0], (3,))


HOOKS = """
    import gc, sys, warnings
    import {module} as torch

    def shrink():
        # a resized out= is the way to give a tensor other sizes and other memory
        torch.backcompat.pointwise_fallback.enabled = False
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch.add(torch.ones(2), torch.ones(2), out=world["a"])
            torch.add(torch.ones(5000), torch.ones(5000), out=world["b"])
        torch.backcompat.pointwise_fallback.enabled = True

    def free():
        world.clear()
        gc.collect()

    def change():
        world["b"].fill_(7)

    def disable():
        torch.backcompat.pointwise_fallback.enabled = False

    def raise_():
        raise KeyError("from the hook")

    def nest():
        if len(seen) < 3:
            torch.ones(2, 3) + torch.ones(3, 2)

    seen = []
    for name in ("shrink", "free", "change", "disable", "raise_", "nest"):
        for form in ("a + b", "torch.add(a, b)", "a.add_(b)", "torch.add(a, b, out=c)", "a.mul(b)"):
            world = dict(torch=torch, a=torch.ones(2, 3), b=torch.ones(3, 2), c=torch.empty(0))
            def show(*args, hook=globals()[name], **kwargs):
                seen.append(1)
                hook()
            del seen[:]
            warnings.simplefilter("always")
            warnings.showwarning = show
            try:
                result = eval(form, world)
                print(name, form, "->", result.tolist() if result.numel() < 10 else "large")
            except Exception as error:
                print(name, form, "->", type(error).__name__, str(error).splitlines()[0])
            torch.backcompat.pointwise_fallback.enabled = True
    print("alive")
"""


def test_a_hook_that_resizes_frees_or_changes_operands_is_survived():
    code = textwrap.dedent(HOOKS).format(module=MODULE_NAME)
    done = subprocess.run([sys.executable, "-X", "faulthandler", "-c", code], capture_output=True, text=True,
                          timeout=300)
    assert done.returncode == 0, done.stderr
    lines = dict(line.split(" -> ") for line in done.stdout.splitlines()[:-1])
    assert done.stdout.splitlines()[-1] == "alive"
    # what the hook did is what the call then sees
    assert lines["change a + b"] == "[[8.0, 8.0, 8.0], [8.0, 8.0, 8.0]]"
    assert lines["shrink a + b"].startswith("RuntimeError The size of tensor a (2) must match the size of tensor b (5000)")
    assert lines["disable a + b"].startswith("RuntimeError The size of tensor a (3) must match")
    assert lines["raise_ a.add_(b)"].startswith("KeyError")
    assert lines["free a + b"] == "[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]"
    assert lines["nest a + b"] == "[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]"
