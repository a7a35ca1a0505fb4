"""The backcompat flags and the warnings: when, which, how often, where, and what they may do."""

import gc
import sys
import warnings

import numpy as np
import pytest

from children import python, survived
from oracles.shape_rules import BROADCAST, FALLBACK, Refused, broadcast, expandable
from semantics_calls import ALPHA, FORM_IDS, FORMS, INPLACE, NEW, SAME_COUNT, counted, outcome, run
from under_test import MODULE_NAME, needs_torch, tb, torch


def test_the_literal_texts_are_the_ones_the_runner_uses():
    assert {"new": NEW, "inplace": INPLACE} == FALLBACK
    assert SAME_COUNT == BROADCAST


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


@pytest.mark.parametrize(("row", "form"), FORMS, ids=FORM_IDS)
def test_broadcast_warning_says_nothing_of_operands_without_dimensions(row, form):
    """There were none when the note was written: such a tensor is as a number."""
    tb.backcompat.broadcast_warning.enabled = True
    for a, b in (((), (1,)), ((1,), ()), ((1, 1), ()), ((), (1, 1)), ((), ())):
        if not form.inplace or expandable(b, a):
            result, said = run(form, tb.ones(a), tb.ones(b), out_size=broadcast(a, b))
            assert not isinstance(result, Exception)
            assert said == []


def test_broadcast_warning_of_three_operands_says_nothing_if_one_has_no_dimensions():
    tb.backcompat.broadcast_warning.enabled = True
    one, row, matrix = tb.ones(()), tb.ones(1), tb.ones(1, 1)
    for operands in ((one, row, matrix), (row, one, matrix), (matrix, row, one)):
        for function in (tb.addcmul, tb.addcdiv, tb.lerp, tb.clamp):
            assert outcome(lambda f=function, x=operands: f(*x))[1] == []
            assert outcome(lambda f=function, x=operands: f(*x, out=tb.empty(0)))[1] == []
        assert outcome(lambda x=operands: tb.where(x[0] > 0, *x[1:]))[1] == []
        if operands[0] is matrix:
            assert outcome(lambda x=operands: tb.ones(1, 1).addcmul_(*x[1:]))[1] == []
    assert outcome(lambda: tb.ones(1, 1).masked_fill_(tb.ones(1) > 0, one))[1] != []  # value is no operand
    assert outcome(lambda: tb.ones(1, 1).masked_fill_(tb.ones(()) > 0, 2))[1] == []
    for function in (tb.addcmul, tb.lerp):
        assert len(outcome(lambda f=function: f(row, row, matrix))[1]) == 1


# ---- the flags ----


@pytest.mark.parametrize("flag", ["broadcast_warning", "error_notes", "keepdim_warning", "pointwise_fallback"])
@pytest.mark.parametrize("bad", [0, 1, "True", None, 1.0, [], np.bool_(True)], ids=repr)
def test_setters_accept_only_bool_and_leave_the_flag(flag, bad):
    object_ = getattr(tb.backcompat, flag)
    for before in (True, False):
        object_.enabled = before
        with pytest.raises(RuntimeError) as caught:
            object_.enabled = bad
        setter = {
            "broadcast_warning": "set_backcompat_broadcast_warn",
            "error_notes": "set_backcompat_error_notes",
            "keepdim_warning": "set_backcompat_keepdim_warn",
            "pointwise_fallback": "set_backcompat_pointwise_fallback",
        }[flag]
        kind = "numpy.bool" if isinstance(bad, np.bool_) else type(bad).__name__
        assert str(caught.value) == f"{setter} expects a bool, but got {kind}"
        assert object_.enabled is before
    object_.enabled = flag in ("error_notes", "pointwise_fallback")


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
    assert tb.utils.backcompat.error_notes is tb.backcompat.error_notes
    tb.utils.backcompat.broadcast_warning.enabled = True
    assert tb.backcompat.broadcast_warning.enabled is True


def test_flags_have_the_documented_defaults():
    code = (
        f"import {MODULE_NAME} as t; b = t.backcompat; "
        "print(b.pointwise_fallback.enabled, b.broadcast_warning.enabled, b.keepdim_warning.enabled, "
        "b.error_notes.enabled)"
    )
    assert python("-c", code, check=True).stdout.split() == ["True", "False", "False", "True"]


# ---- where a warning points, and what it may do ----


def test_warning_names_the_callers_file_and_line():
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        tb.ones(2, 3) + tb.ones(3, 2)
        line = sys._getframe().f_lineno - 1
        tb.ones(2, 3).add_(tb.ones(3, 2))
        tb.add(tb.ones(2), tb.ones(2), out=tb.ones(3))
    assert [w.filename for w in log] == [__file__] * 3
    assert [w.lineno for w in log] == [line, line + 2, line + 3]


@pytest.mark.parametrize(
    "statement",
    [
        "torch.ones(2, 3) + torch.ones(3, 2)",
        "torch.add(torch.ones(2, 3), torch.ones(3, 2))",
        "torch.ones(2, 3).add(torch.ones(3, 2))",
    ],
)
def test_warning_place_is_pythons_own_for_dash_c_and_for_standard_input(statement):
    code = f"import {MODULE_NAME} as torch\nx = {statement}\n"
    run_c = python("-c", code, check=True)
    assert run_c.stderr.splitlines()[0] == f"<string>:2: UserWarning: {NEW}"
    piped = python(input=code, check=True)
    assert piped.stderr.splitlines()[0] == f"<stdin>:2: UserWarning: {NEW}"


def test_default_filter_shows_a_place_once_but_every_place(tmp_path):
    script = tmp_path / "twice.py"
    script.write_text(
        f"import {MODULE_NAME} as torch\nfor i in range(3):\n    torch.ones(2, 3) + torch.ones(3, 2)\n"
        "torch.ones(2, 3) + torch.ones(3, 2)\n"
    )
    told = python(str(script), check=True).stderr
    assert [line for line in told.splitlines() if "UserWarning" in line] == [
        f"{script}:3: UserWarning: {NEW}",
        f"{script}:4: UserWarning: {NEW}",
    ]


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
    before = [
        (t.tolist(), tuple(t.size()), tuple(t.stride()), t.data_ptr(), sys.getrefcount(t)) for t in tensors
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning) as caught:
            form.call(tb, (a, b), ALPHA if form.parameters else {}, out)
    assert str(caught.value) == (SAME_COUNT if which == "broadcast" else INPLACE if form.inplace else NEW)
    del caught
    gc.collect()
    assert [
        (t.tolist(), tuple(t.size()), tuple(t.stride()), t.data_ptr(), sys.getrefcount(t)) for t in tensors
    ] == before


def test_resize_warning_as_error_leaves_out_untouched():
    out = counted((3,))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match="was resized since it had shape"):
            tb.add(tb.ones(2), tb.ones(2), out=out)
    assert (out.tolist(), tuple(out.size())) == ([1.0, 2.0, 3.0], (3,))


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("put", "Use of index_put_ on expanded tensors is deprecated"),
        ("fill", "Use of masked_fill_ on expanded tensors is deprecated"),
        ("bincount", "Casting complex values to real discards the imaginary part"),
        ("randint", r"from is out of bounds \[-\(2\^24\), 2\^24\]"),
        ("randint", "to - 1 is out of bounds"),
    ],
)
def test_the_warnings_of_other_functions_as_errors(call, text):
    x = tb.zeros(1).expand(4)
    calls = {
        "put": lambda: x.__setitem__(tb.tensor([0, 1]), 1.0),
        "fill": lambda: x.__setitem__(tb.tensor([True, False, True, False]), 1.0),
        "bincount": lambda: tb.bincount(tb.tensor([0, 1]), weights=tb.ones(2, dtype=tb.complex64)),
        "randint": lambda: tb.randint(start, 2**26 + 1, (2,), dtype=tb.float32),
    }
    start = 2**25 + 1 if text.startswith("from") else 0
    state = tb.get_rng_state()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the first of two
        warnings.filterwarnings("error", text)
        with pytest.raises(UserWarning, match=text):
            calls[call]()
    assert x.tolist() == [0] * 4 and tb.equal(tb.get_rng_state(), state)


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
    lines = survived(HOOKS.format(module=MODULE_NAME))
    # what the hook did is what the call then sees
    assert lines["change a + b"] == "[[8.0, 8.0, 8.0], [8.0, 8.0, 8.0]]"
    assert lines["shrink a + b"].startswith(
        "RuntimeError The size of tensor a (2) must match the size of tensor b (5000)"
    )
    assert lines["disable a + b"].startswith("RuntimeError The size of tensor a (3) must match")
    assert lines["raise_ a.add_(b)"].startswith("KeyError")
    assert lines["free a + b"] == "[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]"
    assert lines["nest a + b"] == "[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]"
