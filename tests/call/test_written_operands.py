"""Whatever is to be written is a Tensor: everything else is refused by every name of every row, in PyTorch's
words.  PyTorch itself takes a number as out= where numbers count as tensors, and writes to a tensor that it
makes of it; that is refused like the rest."""

import pytest

from differential.forms import ABSENT, IN_TORCH, NUMBER, ROWS, TENSOR, forms_of
from under_test import first_line, needs_torch, tb, torch

NO_TENSORS = (2, 1.5, True, 1j, 2**70, "a", [1], (), {}, object())
PLACES = {TENSOR: lambda module: module.ones(2), NUMBER: lambda module: 2, ABSENT: lambda module: None}
WORDS = {"rounding_mode": "trunc"}


def writing_forms(row):
    """Forms with one kind of out=, in-place functions and methods; for operators Python itself sees to it."""
    for form in forms_of(row):
        if (form.inplace or form.out) and form.spelling != "operator" and not form.deprecated:
            yield form


def refusal(module, form, value):
    """What is said where that which is written is no tensor, and the operands after it."""
    operands = [PLACES[place](module) for place in form.places]
    parameters = {name: WORDS.get(name, 1) for name in form.parameters}
    out = None if form.inplace else value
    if form.inplace:
        operands[0] = value
    try:
        if form.spelling == "in-place method":
            getattr(module.Tensor, form.name.split()[0])(*operands)
        else:
            form.call(module, operands, parameters, out)
    except Exception as error:
        return f"{type(error).__name__}: {first_line(error)}"
    return "no refusal"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", IN_TORCH)
def test_what_is_no_tensor_is_not_written(name):
    wrong = []
    for form in writing_forms(ROWS[name]):
        for value in NO_TENSORS:
            ours = refusal(tb, form, value)
            theirs = refusal(torch, form, value) if torch is not None else ours
            wrapped = ROWS[name].calling.takes == "wrapped"
            if form.out and wrapped and isinstance(value, complex | float | int):
                theirs = f"TypeError: {ours.partition(': ')[2]}"
            if form.spelling == "in-place method":  # CPython's text, with the type's name
                theirs = ours if ours.startswith("TypeError: descriptor ") else "TypeError: descriptor ..."
            if ours != theirs or not ours.startswith("TypeError: "):
                wrong.append(f"{form.name}, {value!r}\n  torch:  {theirs}\n  tbcast: {ours}")
    assert not wrong, f"{len(wrong)} calls differ:\n" + "\n".join(wrong[:12])


def outcome(module, form, out):
    try:
        form.call(module, [PLACES[place](module) for place in form.places], {}, out(module))
    except Exception as error:
        return f"{type(error).__name__}: {first_line(error)}"
    return "no refusal"


@needs_torch
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", list(ROWS))
def test_out_is_taken_by_the_functions_that_have_it_however_often_they_are_called(name):
    """The first calls of a function teach it what it takes."""
    for form in forms_of(ROWS[name]):
        if form.spelling == "function" and not form.out and not form.parameters and not form.deprecated:
            for out in (lambda module: None, lambda module: module.ones(2, dtype=module.float64)) * 3:
                assert outcome(tb, form, out) == outcome(torch, form, out), form.name


def shape_after(module, form, which, dtype):
    """The shape of an output that is the operand `which`, smaller than the others; or the refusal."""
    dtype = getattr(module, dtype)
    operands = [
        module.ones(2, 2).to(dtype) if place == TENSOR else PLACES[place](module) for place in form.places
    ]
    operands[which] = out = module.ones(1).to(dtype)
    try:
        form.call(module, operands, {}, out)
    except Exception as error:
        return f"{type(error).__name__}: {first_line(error)}".partition("\n")[0]
    return tuple(out.shape)


@needs_torch
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", list(ROWS))
def test_an_output_that_is_an_operand_is_resized_where_torch_resizes_it(name):
    tb.backcompat.pointwise_fallback.enabled = False
    for form in forms_of(ROWS[name]):
        if not form.out or form.spelling != "function" or form.parameters or form.deprecated:
            continue
        for which, place in enumerate(form.places):
            if place == TENSOR:
                for dtype in ("float32", "int64", "bool"):
                    told = [shape_after(module, form, which, dtype) for module in (tb, torch)]
                    assert told[0] == told[1], (form.name, which, dtype)


def test_an_output_that_is_an_operand_is_not_resized():
    a, c = tb.ones(2, 2), tb.ones(2, dtype=tb.float32)[:1]
    for call in (lambda: tb.add(a, c, out=c), lambda: tb.maximum(c, a, out=c)):
        with pytest.raises(
            RuntimeError, match=r"^output with shape \[1\] doesn't match the broadcast shape \[2, 2\]"
        ):
            call()
    assert c.tolist() == [1]
    with pytest.warns(UserWarning, match="was resized"):
        assert tb.add(a, c[:], out=c).shape == (2, 2)  # another tensor on that memory is no operand
