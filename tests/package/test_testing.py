"""tbcast.testing: which calls fail, and with which exception and text, as torch.testing's do."""

import re

import numpy as np
import pytest

from assert_close_cases import CALLS, WORLD
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb, torch

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def calls():
    return [line for line in CALLS.splitlines() if line]


def world(library):
    names = {"T": library, "A": library.testing.assert_close}
    exec(WORLD, names)
    return names


WORLDS = {}


def outcome(library, call):
    """None, or the type and text of the exception, without what only names the library."""
    if library not in WORLDS:
        WORLDS[library] = world(library)
    try:
        return eval(call, WORLDS[library])
    except Exception as error:
        text = str(error).replace("tbcast.", "torch.").replace("builtins.Sub", "torch.Sub")
        return type(error), re.sub(r" at 0x[0-9A-Fa-f]+", "", text)


@needs_torch
@pytest.mark.parametrize("call", calls())
def test_assert_close_fails_as_in_torch(call):
    assert outcome(tb, call) == outcome(torch, call)


@needs_torch
@pytest.mark.parametrize("name", NAMES[:10])
def test_texts_name_the_same_differences_in_every_dtype(name):
    rng = np.random.default_rng(3)
    for _ in range(20):
        a, b = rng.integers(-4, 5, (2, 3, 4))
        texts = []
        for library in (tb, torch):
            dtype = getattr(library, name)
            pair = [library.tensor(o.tolist()).to(dtype) for o in (a, b)]
            try:
                library.testing.assert_close(*pair)
                texts.append(None)
            except AssertionError as error:
                texts.append(str(error))
        assert texts[0] == texts[1]


def test_a_column_is_not_close_to_a_row():
    with pytest.raises(AssertionError, match=r"do not match: torch.Size\(\[3, 1\]\) != torch.Size\(\[3\]\)"):
        tb.testing.assert_close(tb.ones(3, 1), tb.ones(3))
    with pytest.raises(AssertionError, match="shape"):
        tb.testing.assert_equal(tb.ones(3), tb.ones(3, 1))


def test_assert_equal_has_no_tolerance():
    x = tb.tensor([1.0, 2.0])
    tb.testing.assert_equal(x, x.clone())
    tb.testing.assert_equal({"a": [x, 1, None]}, {"a": (x, 1, None)})
    with pytest.raises(AssertionError) as caught:
        tb.testing.assert_equal(x, x + tb.tensor([0.0, 2.0**-22]))
    assert str(caught.value) == (
        "Tensor-likes are not equal!\n\nMismatched elements: 1 / 2 (50.0%)\n"
        "Greatest absolute difference: 2.384185791015625e-07 at index (1,)\n"
        "Greatest relative difference: 1.1920927533992653e-07 at index (1,)"
    )
    with pytest.raises(AssertionError, match="nan"):
        tb.testing.assert_equal(tb.tensor(float("nan")), tb.tensor(float("nan")))
    tb.testing.assert_equal(tb.tensor(float("nan")), tb.tensor(float("nan")), equal_nan=True)


def test_a_failure_writes_nothing():
    x, y = tb.zeros(3), tb.ones(3)
    with pytest.raises(AssertionError):
        tb.testing.assert_close(x, y)
    assert x.tolist() == [0, 0, 0] and y.tolist() == [1, 1, 1]
