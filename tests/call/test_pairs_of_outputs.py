"""Functions that write two tensors change neither of them where one is refused."""

import pytest

from codegen.functions import FUNCTIONS
from under_test import STAND_IN, first_line, needs_torch, tb, torch

CALLS = {
    "aminmax": "lib.aminmax(x, dim=1, out=out)",
    "cummax": "lib.cummax(x, 1, out=out)",
    "cummin": "lib.cummin(x, 1, out=out)",
    "frexp": "lib.frexp(x, out=out)",
    "histogram": "lib.histogram(x, 3, out=out)",
    "kthvalue": "lib.kthvalue(x, 2, 1, out=out)",
    "max": "lib.max(x, 1, out=out)",
    "median": "lib.median(x, 1, out=out)",
    "min": "lib.min(x, 1, out=out)",
    "mode": "lib.mode(x, 1, out=out)",
    "nanmedian": "lib.nanmedian(x, 1, out=out)",
    "sort": "lib.sort(x, 1, out=out)",
    "topk": "lib.topk(x, 2, out=out)",
}
SECOND = {"aminmax": "float32", "frexp": "int32", "histogram": "float32"}
"""The second output's dtype, where that is not int64."""


def smaller(lib, dtype):
    return lib.full((3,), 7, dtype=dtype)


def fixed(lib, dtype):
    """Of memory that cannot grow."""
    return lib.frombuffer(bytearray(range(8)), dtype=dtype)[:1]


def expanded(lib, dtype):
    return lib.zeros(1, dtype=dtype).expand(4, 5)


def expanded_row(lib, dtype):
    return lib.zeros(1, dtype=dtype).expand(4)


def other_dtype(lib, dtype):
    return lib.full((3,), 7, dtype=lib.int16)


def no_tensor(lib, dtype):
    return 3


def far(lib, dtype):
    """For which there is no memory, once it has elements."""
    return lib.zeros(1, dtype=dtype).as_strided((0,), (1,), 2**55)


REFUSED = (fixed, expanded, expanded_row, other_dtype, no_tensor, far)


def described(t):
    if isinstance(t, int):
        return t
    values = t.tolist() if t.numel() else []
    return tuple(t.shape), t.stride(), t.storage_offset(), values


def outputs(lib, name, kinds):
    dtypes = (lib.float32, getattr(lib, SECOND.get(name, "int64")))
    return tuple(kind(lib, dtype) for kind, dtype in zip(kinds, dtypes, strict=True))


def refusal(lib, name, out):
    try:
        eval(CALLS[name], {"lib": lib, "x": lib.arange(20.0).reshape(4, 5), "out": out})
    except Exception as error:
        return f"{type(error).__name__}: {first_line(error)}"
    return "no refusal"


def test_every_function_with_a_pair_of_outputs_has_a_call():
    found = {f.name for f in FUNCTIONS if any("tuple of Tensors out" in text for text in f.signatures)}
    assert found == set(CALLS)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", REFUSED, ids=[kind.__name__ for kind in REFUSED])
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.skipif(STAND_IN, reason="PyTorch changes the first one")
def test_where_one_output_is_refused_neither_is_changed(name, kind, place):
    kinds = (kind, smaller) if place == 0 else (smaller, kind)
    out = outputs(tb, name, kinds)
    before = [described(t) for t in out]
    said = refusal(tb, name, out)
    assert said == "no refusal" or before == [described(t) for t in out], said
    assert said != "no refusal" or kind in (expanded, expanded_row)  # which have another shape in some calls


@needs_torch
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", [fixed, other_dtype, no_tensor])
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("place", [0, 1])
def test_the_refusal_is_torchs(name, kind, place):
    kinds = (kind, smaller) if place == 0 else (smaller, kind)
    assert refusal(tb, name, outputs(tb, name, kinds)) == refusal(torch, name, outputs(torch, name, kinds))


@pytest.mark.parametrize("lib", [tb, pytest.param(torch, marks=needs_torch)], ids=["tbcast", "torch"])
@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize("name", CALLS)
def test_another_number_of_outputs_is_refused(name, count, lib):
    x, out = lib.ones(2, 3), tuple(lib.empty(2) for _ in range(count))
    with pytest.raises(TypeError, match=f"^expected tuple of 2 elements but got {count}$"):
        eval(CALLS[name], {"lib": lib, "x": x, "out": out})
