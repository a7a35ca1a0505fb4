"""Every function on values near its dtype's limits: what is raised is about the function that was called."""

import re
import warnings

import pytest

from under_test import needs_torch, tb, torch

OWN_STATE = (
    "seed",
    "initial_seed",
    "manual_seed",
    "save",
    "load",
    "broadcast_policy",
    "compiled_with_cxx11_abi",
)
"""Functions that change what others do, or write files; and the setters."""
NAMES = sorted(
    name
    for name in dir(tb)
    if callable(getattr(tb, name))
    and not isinstance(getattr(tb, name), type)
    and not name.startswith(("_", "set_", "use_"))
    and name not in OWN_STATE
)
DTYPES = ("float16", "bfloat16", "float32", "float64", "int8", "int64", "uint8", "bool", "complex64")


def values(library, dtype):
    """The largest numbers, the smallest ones, and what is no number."""
    dtype = getattr(library, dtype)
    if dtype is library.bool:
        return library.tensor([True, False, True, True])
    if dtype.is_floating_point or dtype.is_complex:
        limits = library.finfo(dtype)
        found = [limits.max, limits.min, limits.tiny, float("inf"), float("nan"), 0.0, -1.0, 3.0]
        return library.tensor(found, dtype=library.float64).to(dtype)
    limits = library.iinfo(dtype)
    return library.tensor([limits.max, limits.min, 0, 1, limits.max - 1, 7], dtype=dtype)


def arguments(library, dtype):
    x = values(library, dtype)
    m, finite = x[:4].view(2, 2), x[:3]
    yield from ((x,), (x, x), (x, 2), (x, 0), (m,), (m, m), (m, 0), (m, 1), (x, x, x), (x, 0, 1), (m, m, m))
    yield from (([x, x],), (finite,), (finite, 3), (finite, finite), (finite, 1.5), (m, 0, True))


def refusal(library, name, args):
    """What is raised, as its first line; None if nothing is."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            getattr(library, name)(*args)
    except Exception as error:
        return str(error).partition("\n")[0].partition("Exception raised from")[0].rstrip('" ')
    return None


def functions_named_in(text, called):
    """What follows or begins the text as a function's name, such as `bincount only supports`."""
    words = {
        *re.findall(r"\b([a-z_0-9]+)\(\)", text),
        *re.findall(r"^([a-z_0-9]+)(?=\(|:| only| expects)", text),
    }
    return {word for word in words if word in NAMES and word.rstrip("_") != called.rstrip("_")}


def test_functions_are_found_in_texts():
    """The check itself: the text that histc once raised."""
    text = "bincount only supports 1-d non-negative integral inputs."
    assert functions_named_in(text, "histc") == {"bincount"} and not functions_named_in(text, "bincount")
    assert functions_named_in("norm(): input", "dist") == {"norm"}


@needs_torch
@pytest.mark.parametrize("dtype", DTYPES)
def test_no_error_names_a_function_that_was_not_called(dtype):
    """Unless PyTorch's says the same."""
    wrong, refused = [], 0
    for name in NAMES:
        for mine, theirs in zip(arguments(tb, dtype), arguments(torch, dtype), strict=True):
            text = refusal(tb, name, mine)
            refused += text is not None
            if text and functions_named_in(text, name) and refusal(torch, name, theirs) != text:
                wrong.append(f"{name}{tuple(mine)}: {text}")
    assert refused > 1000 and not wrong, "\n".join(wrong)


@pytest.mark.parametrize("dtype", DTYPES)
def test_no_composed_function_fails_where_another_one_refuses_an_intermediate(dtype):
    """The functions that once did, at every number of bins."""
    x = values(tb, dtype)
    for bins in (1, 10, 100, 4096):
        for t in (x, x[:3], x[:1], x[5:], x[2:3].expand(9)):
            for name in ("histc", "histogram"):
                text = refusal(tb, name, (t, bins)) or ""
                assert "bincount" not in text and "index" not in text
