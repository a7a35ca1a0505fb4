"""Errors about broadcasting carry a note on their shapes, from Python 3.11 on; their messages are as ever."""

import os
import pickle
import re
import sys
import textwrap
import traceback

import numpy as np
import pytest

from children import python
from differential.forms import ROWS, tensor_forms
from under_test import MODULE_NAME, STAND_IN, tb

if STAND_IN:
    pytest.skip("torch has nothing like it", allow_module_level=True)

ENVIRONMENT = """
import {module} as t
try:
    t.ones(2) + t.ones(3)
except RuntimeError as error:
    print(bool(getattr(error, "__notes__", ())), t.backcompat.error_notes.enabled)
"""
HAVE_NOTES = sys.version_info >= (3, 11)
SEVERAL = [(row, form) for row in ROWS.values() if len(row.operands) > 1 for form in tensor_forms(row)]


def failure(call):
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def notes(error):
    """The notes; on Python 3.10 what they would be is not asked for."""
    return getattr(error, "__notes__", [])


def check(error, *lines):
    """One note of these lines, which say everything about the shapes; a fix may follow."""
    told = [note.partition("\nfix: ")[0] for note in notes(error)]
    assert told == (["\n".join(lines)] if HAVE_NOTES else [])


def ones(*shapes):
    return [tb.ones(shape) for shape in shapes]


def test_the_notes_example():
    a, b = ones((5, 2, 4, 1), (3, 1, 1))
    error = failure(lambda: a + b)
    clash = "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1"
    assert str(error) == clash
    assert error.args == (clash,)
    lines = ("a  (5, 2, 4, 1)", "b  (   3, 1, 1)", "3rd trailing dimension: a has size 2, b has size 3")
    check(error, *lines)
    if HAVE_NOTES:
        shown = "".join(traceback.format_exception_only(error)).splitlines()
        assert shown == [f"RuntimeError: {clash}", *lines]


@pytest.mark.parametrize(("row", "form"), SEVERAL, ids=[f"{r.name}: {f.name}" for r, f in SEVERAL])
def test_every_operator_in_every_form(row, form):
    whole = row.promotion.rule != "float" and not {"float", "bytes"} & set(row.expressions)
    plain = tb.int64 if whole else tb.float64 if row.name == "float_power" else tb.float32
    operands = [
        tb.ones(
            () if operand in row.promotion.singles else size, dtype=tb.bool if operand in row.masks else plain
        )
        for operand, size in zip(row.operands, ((5, 2), (3, 1, 4), (7,)), strict=False)
    ]
    to_complex = row.name in ("complex", "polar")
    out = tb.ones(7, dtype=tb.complex64 if to_complex else plain) if form.out else None
    error = failure(lambda: form.call(tb, tuple(operands), dict.fromkeys(form.parameters, 1), out))
    assert type(error) is RuntimeError
    if HAVE_NOTES:
        [note] = notes(error)
        assert re.search(r"^\w  \(   5, 2\)$", note, re.MULTILINE)
        assert re.search(r"^\w  \(3, 1, 4\)$", note, re.MULTILINE)
        assert "1st trailing dimension: a has size" in note


@pytest.mark.skipif(not HAVE_NOTES, reason="Python 3.10 has no notes")
def test_the_best_fix_comes_last():
    table, factor, other = ones((4, 3), (4,), (5,))
    told = "b[:, None] (or b.unsqueeze(1), or keepdim=True in the reduction that made\n"
    told += "     b) gives (4, 3): if b belongs to the 2nd trailing dimension"
    for call in (
        lambda: table * factor,
        lambda: table.mul_(factor),
        lambda: tb.broadcast_shapes((4, 3), (4,)),
    ):
        assert notes(failure(call))[0].endswith(f"\nfix: {told}")
    assert "fix: " not in notes(failure(lambda: table * other))[0]
    for call in (lambda: tb.ones(3).add_(table), lambda: tb.ones(3).mul_(table)):  # which one is not known
        told = notes(failure(call))[0]
        assert told.endswith("\nfix: out of place: a keeps its shape, the result is new, (4, 3)")
    assert "fix: " not in notes(failure(lambda: tb.ones(3).copy_(table)))[0]
    copied = notes(failure(lambda: tb.ones(3, 1, 1).copy_(tb.ones(1, 3, 1))))[0]
    assert "\nfix: a.reshape(1, 3, 1) gives" in copied or "\nfix: b.permute(1, 0, 2)" in copied


def test_batches_of_matrices_are_shown_whole():
    clash = "3rd trailing dimension: a has size 2, b has size 5"
    for call in (tb.matmul, tb.cdist):
        a, b = ones((2, 3, 4), (5, 4, 4))
        error = failure(lambda call=call, a=a, b=b: call(a, b))
        check(error, "a  (2, 3, 4)", "b  (5, 4, 4)", clash)
        if HAVE_NOTES:
            fix = " ".join(notes(error)[0].partition("fix: ")[2].split())
            told = "a[:, None] (or a.unsqueeze(1)) gives a batch of (2, 5): if every matrix of a"
            assert fix.startswith(told)
        assert call(a[:, None], b).shape[:2] == (2, 5)
    a, b = ones((7, 2, 3, 4), (7, 4, 6))
    error = failure(lambda: a @ b)
    check(error, "a  (7, 2, 3, 4)", "b  (   7, 4, 6)", clash.replace("size 5", "size 7"))
    assert not HAVE_NOTES or "if b belongs to the\n     4th trailing" in notes(error)[0]
    assert (a @ b[:, None]).shape == (7, 2, 3, 6)


def test_in_place():
    a, b = ones((3,), (2, 3))
    error = failure(lambda: a.add_(b))
    assert str(error) == "output with shape [3] doesn't match the broadcast shape [2, 3]"
    table = ("a  (   3)", "b  (2, 3)", "2nd trailing dimension: a has no such dimension, b has size 2")
    check(error, *table)
    check(failure(lambda: a.copy_(b)), *table)
    one = tb.ones(1, 3)
    expanded = ("a  (1, 3)", "b  (2, 3)", "2nd trailing dimension: a has size 1, b has size 2")
    check(failure(lambda: one.__imul__(b)), *expanded)
    masked = failure(lambda: one.masked_fill_(b > 0, 1))
    check(masked, *expanded)


def test_three_operands():
    condition, a, b = ones((2, 3), (3,), (4, 1, 2))
    error = failure(lambda: tb.where(condition > 0, a, b))
    check(
        error,
        *("a  (   2, 3)", "b  (      3)", "c  (4, 1, 2)"),
        "1st trailing dimension: a has size 3, b has size 3, c has size 2",
    )


def test_expand():
    t = tb.ones(2, 3)
    clash = "2nd trailing dimension: size has size 3, tensor has size 2"
    table = ("size    (4, 3, 3)", "tensor  (   2, 3)", clash)
    calls = (
        lambda: t.expand(4, 3, -1),
        lambda: t.expand((4, 3, 3)),
        lambda: t.expand_as(tb.ones(4, 3, 3)),
        lambda: t.broadcast_to(4, 3, 3),
        lambda: tb.broadcast_to(t, (4, 3, 3)),
    )
    for call in calls:
        check(failure(call), *table)
    missing = "2nd trailing dimension: size has no such dimension, tensor has size 2"
    check(failure(lambda: t.expand(3)), "size    (   3)", "tensor  (2, 3)", missing)
    for call in (lambda: t.expand(-1, 2, 3), lambda: t.expand(-2, 3), lambda: t.expand(-1)):
        assert notes(failure(call)) == []  # no shapes to show


def test_shapes_and_tensors():
    clash = "1st trailing dimension: a has size 3, b has size 3, c has size 4"
    table = ("a  (2, 3)", "b  (   3)", "c  (   4)", clash)
    check(failure(lambda: tb.broadcast_shapes((2, 3), (3,), (4,))), *table)
    check(failure(lambda: tb.broadcast_shapes([2, 3], 3, None, (4,))), *table)
    check(failure(lambda: tb.broadcast_tensors(*ones((2, 3), (3,), (4,)))), *table)
    check(failure(lambda: tb.masked_select(tb.ones(2), tb.ones(3) > 0)), "a  (3,)", "b  (2,)",
          "1st trailing dimension: a has size 3, b has size 2")  # fmt: skip
    check(failure(lambda: tb.isclose(*ones((2,), (3,)))), "a  (2,)", "b  (3,)",
          "1st trailing dimension: a has size 2, b has size 3")  # fmt: skip


def test_indexing():
    x = tb.zeros(4, 3)
    clash = "1st trailing dimension: target has size 3, value has size 2"
    table = ("target  (2, 3)", "value   (   2)", clash)
    for index in (slice(0, 2), [0, 1], tb.tensor([2, 3])):
        for value in (tb.ones(2), np.ones(2, np.float32)):
            check(failure(lambda index=index, value=value: x.__setitem__(index, value)), *table)
    error = failure(lambda: x[[0, 1], [0, 1, 2]])
    assert type(error) is IndexError
    check(error, "a  (2,)", "b  (3,)", "1st trailing dimension: a has size 2, b has size 3")
    assert x.tolist() == [[0.0] * 3] * 4


ROWS_AND_COLUMNS = "x = torch.arange(12.).reshape(3, 4); y = torch.arange(12.).reshape(3, 2, 2)"
MASKS = [
    ("x[a, b]", "a = torch.tensor([True, False, True])", "b = torch.tensor([True, True, True, False])"),
    ("x[a, b]", "a = torch.tensor([True, True, True])", "b = torch.arange(2)"),
    ("x[a, b]", "a = torch.arange(2)", "b = torch.tensor([True, True, True, False])"),
    ("x[a, b]", "a = torch.tensor([True, False, True])", "b = torch.tensor([[0, 1, 2], [3, 2, 1]])"),
    ("y[a, b]", "a = torch.arange(3)", "b = torch.ones(2, 2, dtype=torch.bool)"),
]


@pytest.mark.skipif(not HAVE_NOTES, reason="Python 3.10 has no notes")
@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize(("call", "a", "b"), MASKS)
def test_the_fix_of_a_mask_is_right(call, a, b, written):
    """What is proposed for a mask works, and means the indices of its True elements."""
    names = {"torch": tb}
    for line in (ROWS_AND_COLUMNS, a, b):
        exec(line, names)
    [note] = notes(failure(lambda: exec(f"{call} = 0" if written else call, names)))
    for name in "ab":
        told = f"{name} is a mask: the indices of its True elements" in note
        assert told == (names[name].dtype is tb.bool)
    code, operand = re.search(r"^fix: ((\w)\S*( None\])?)", note, re.MULTILINE).group(1, 2)
    plain = {
        name: names[name].nonzero(as_tuple=True) if names[name].dtype is tb.bool else (names[name],)
        for name in "ab"
    }
    plain[operand] = tuple(index[:, None] for index in plain[operand])
    names[operand] = eval(code, names)
    source = names[call[0]]
    wanted = source[(*plain["a"], *plain["b"])]
    assert eval(call, names).tolist() == wanted.tolist()
    if written:
        exec(f"{call} = -1.", names)
        assert source[(*plain["a"], *plain["b"])].eq(-1).all()


@pytest.mark.skipif(not HAVE_NOTES, reason="Python 3.10 has no notes")
def test_a_mask_of_two_dimensions_has_no_fix():
    y, mask = tb.ones(2, 2, 3), tb.ones(2, 2, dtype=tb.bool)
    [note] = notes(failure(lambda: y[mask, tb.arange(3)]))
    assert "a is a mask" in note and "fix: " not in note


@pytest.mark.parametrize(
    "call",
    [
        "tb.ones(2).reshape(3)",
        "tb.ones(2) + 'x'",
        "tb.ones(2)[5]",
        "tb.ones(2, dtype=tb.bool) - tb.ones(3, dtype=tb.bool)",
        "tb.broadcast_shapes((2,), 'x')",
        "tb.broadcast_shapes((1,), (-1,))",
    ],
)
def test_errors_that_are_not_about_broadcasting_have_no_note(call):
    assert notes(failure(lambda: eval(call))) == []


def test_many_dimensions_and_many_operands():
    deep = [1] * 63 + [2]
    error = failure(lambda: tb.ones(deep) + tb.ones(3))
    if HAVE_NOTES:
        assert "1st trailing dimension: a has size 2, b has size 3" in notes(error)[0]
    for many in ([tb.ones(2)] * 30, [tb.ones(deep)] * 7):
        error = failure(lambda many=many: tb.broadcast_tensors(*many, tb.ones(3)))
        assert type(error) is RuntimeError
        last = "abcdefgh"[7] if len(many) == 7 else "operand_31"
        assert not HAVE_NOTES or notes(error)[0].endswith(f"{last} has size 3")
    huge = failure(lambda: tb.ones(1).expand(1 << 60) + tb.ones(2))
    check(huge, f"a  ({1 << 60},)", f"b  ({2:>{len(str(1 << 60))}},)",
          f"1st trailing dimension: a has size {1 << 60}, b has size 2")  # fmt: skip


def test_errors_are_pickled_as_ever():
    error = failure(lambda: tb.ones(2) + tb.ones(3))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.args, notes(again)) == (RuntimeError, error.args, notes(error))


BROKEN = """
    import sys
    import {module} as torch

    def fails():
        try:
            torch.ones(2) + torch.ones(3)
        except RuntimeError as error:
            return type(error) is RuntimeError and str(error).startswith("The size of tensor a (2)"), \\
                getattr(error, "__notes__", []), error.__context__, error.__cause__

    def raises(*args):
        raise ValueError

    def recurse(n):
        return fails() if n == 0 else recurse(n - 1)

    sys.modules["{module}._explain.error_note"] = None  # cannot be imported
    print(fails())
    del sys.modules["{module}._explain.error_note"]
    for note in (raises, 3, lambda *args: 3, lambda *args: MemoryError()):
        torch._C._register_hooks(note=note)
        print(fails())
    def interrupted(*args):
        raise KeyboardInterrupt
    torch._C._register_hooks(note=interrupted)
    try:
        fails()
    except KeyboardInterrupt:
        print("Ctrl-C")
"""


def test_an_error_without_its_note_is_the_error_alone():
    done = python("-c", textwrap.dedent(BROKEN).format(module=MODULE_NAME), check=True)
    assert done.stdout.splitlines() == ["(True, [], None, None)"] * 5 + ["Ctrl-C"] * HAVE_NOTES


def test_an_error_inside_a_handler_keeps_its_context():
    try:
        try:
            raise KeyError("first")
        except KeyError:
            tb.ones(2) + tb.ones(3)
    except RuntimeError as error:
        assert isinstance(error.__context__, KeyError)
        assert error.__traceback__.tb_frame is sys._getframe()
        assert error.__traceback__.tb_next is None


@pytest.mark.parametrize(("value", "notes"), [(None, True), ("1", True), ("", True), ("0", False)])
def test_the_environment_turns_notes_off(value, notes):
    environment = {k: v for k, v in os.environ.items() if k != "TBCAST_ERROR_NOTES"}
    if value is not None:
        environment["TBCAST_ERROR_NOTES"] = value
    done = python("-c", ENVIRONMENT.format(module=MODULE_NAME), check=True, env=environment)
    assert done.stdout.split() == [str(notes and HAVE_NOTES), str(notes)]
