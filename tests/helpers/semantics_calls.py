"""What the tests of the note's semantics share: the warnings' literal texts, all forms, one way to call."""

import warnings

from differential.forms import MODELLED, tensor_forms
from oracles.shape_rules import numel
from under_test import tb

NEW = (
    "self and other not broadcastable, but have the same number of elements.  "
    "Falling back to deprecated pointwise behavior."
)
INPLACE = (
    "other is not broadcastable to self, but they have the same number of elements.  "
    "Falling back to deprecated pointwise behavior."
)
SAME_COUNT = (
    "self and other do not have the same shape, but are broadcastable, and have the same number of "
    "elements.\nChanging behavior in a backwards incompatible manner to broadcasting rather than viewing "
    "as 1-dimensional."
)
FORMS = [(row, form) for row in MODELLED for form in tensor_forms(row)]
ALPHA = {"alpha": 2}
FORM_IDS = [f"{row.name}: {form.name}" for row, form in FORMS]


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
    return outcome(lambda: form.call(tb, (a, b), ALPHA if form.parameters else {}, out))


def value(op, a, b, alpha):
    b = 2 * b if alpha else b
    return {"add": a + b, "sub": a - b, "mul": a * b, "div": a / b}[op]
