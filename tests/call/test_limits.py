"""Every function and method on values near its dtype's limits: its values are PyTorch's, or both refuse, and
what is raised is about the function that was called."""

import math
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


def counted(library, dtype):
    """Numbers of which 100 times as much leaves the dtype, and equal ones whose bins would have no width."""
    x = values(library, dtype)
    if x.dtype.is_floating_point:
        yield from ((x[0] / 16 * library.arange(9).to(x.dtype), 100), (x[:1].expand(9), 10))


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
    for name in NAMES:  # of which some write their arguments
        given = [[*arguments(library, dtype), *counted(library, dtype)] for library in (tb, torch)]
        for mine, theirs in zip(*given, strict=True):
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


# ---- values ----

RELATIVE = {"float16": 4e-3, "bfloat16": 3e-2, "float32": 1e-5, "float64": 1e-12, "complex64": 1e-4}
"""How far numbers may be apart, a few units in the last place; tests of the rows have their tolerances."""
NAMESPACES = {
    "": lambda library: library,
    "special": lambda library: library.special,
    "nn.functional": lambda library: library.nn.functional,
    "Tensor": lambda library: library.Tensor,
}
NO_VALUES = (
    *("bernoulli", "bernoulli_", "cauchy_", "exponential_", "geometric_", "log_normal_", "multinomial"),
    *("normal", "normal_", "rand", "rand_like", "randint", "randint_like", "randn", "randn_like", "randperm"),
    *("dropout", "dropout1d", "dropout2d", "dropout3d", "gumbel_softmax"),
    *("random_", "uniform_", "empty", "empty_like", "empty_permuted", "empty_strided", "new", "new_empty"),
    *("new_empty_strided", "resize_", "resize_as_", "data_ptr", "set_"),
)
"""Random numbers, memory as it was, addresses."""
DIFFERENT = {
    "complex": "there is no complex32",
    "view_as_complex": "there is no complex32",
    "from_numpy": "takes a Tensor, too",
    "repeat_interleave": "PyTorch crashes if the sum of the counts overflows",
    "requires_grad_": "there are no gradients",
    "to": "PyTorch takes 1.5 for the type float",
    "tensor_split": "PyTorch refuses an index of -2^63, which it cannot represent as a SymInt",
    "gelu": "PyTorch's library overflows",
    "group_norm": "PyTorch's sums of squares overflow",
    "histc": "PyTorch's distances overflow",
    "polygamma": "is inf for negative integers",
    "polygamma_": "the same",
    "std": "PyTorch's sums of squares of float64 overflow in another order",
    "std_mean": "the same",
    "var": "the same",
    "var_mean": "the same",
}
DIFFERENT |= dict.fromkeys(
    ("cholesky", "cholesky_inverse", "cholesky_solve", "inverse", "lu_solve", "pinverse", "qr", "svd"),
    "LAPACK's steps show where numbers overflow; tests/linalg has these functions",
)
DIFFERENT |= dict.fromkeys(
    (
        *("airy_ai", "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1"),
        *(name for name in dir(tb.special) if "_polynomial_" in name),
    ),
    "PyTorch's have fewer digits, and overflow in float32; tests/pointwise has these functions",
)
"""docs/differences.md has most of them."""


def callables():
    """(namespace, name) of what both libraries have and what gives the same values each time."""
    for space, of in NAMESPACES.items():
        mine, theirs = of(tb), of(torch)
        for name in sorted(dir(mine)):
            if name.startswith(("_", "set_", "use_")) or name in (*OWN_STATE, *NO_VALUES, *DIFFERENT):
                continue
            function = getattr(mine, name, None)
            is_type = isinstance(function, type)
            if callable(function) and not is_type and callable(getattr(theirs, name, None)):
                yield space, name


def plain(value, library):
    """A result in Python's words."""
    if isinstance(value, library.Tensor):
        value = value.resolve_conj()
        return str(value.dtype).rpartition(".")[2], list(value.shape), value.tolist()
    if isinstance(value, tuple | list):
        return [plain(item, library) for item in value]
    return value if isinstance(value, bool | int | float | complex | str) else type(value).__name__


def agree(a, b, relative):
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(agree(x, y, relative) for x, y in zip(a, b, strict=True))
    if isinstance(a, complex) and isinstance(b, complex):
        parts = [(a.real, b.real), (a.imag, b.imag)]
        if any(not math.isfinite(x) for x in (a.real, a.imag)):  # products overflow in another order
            return any(not math.isfinite(x) for x in (b.real, b.imag))
        return agree_within(parts, relative * max(abs(b.real), abs(b.imag)))
    if isinstance(a, float) and isinstance(b, float):
        return agree_within([(a, b)], relative * abs(b) if math.isfinite(b) else 0)
    return type(a) is type(b) and a == b


def agree_within(pairs, distance):
    return all(
        a == b or (a != a and b != b) or (abs(a - b) <= max(distance, 1e-37) and math.isfinite(a - b))
        for a, b in pairs
    )


def outcome(library, space, name, args):
    function = getattr(NAMESPACES[space](library), name)
    args = tuple(x.clone() if isinstance(x, library.Tensor) else x for x in args)  # some are written
    try:
        return plain(function(*args), library)
    except Exception:
        return None  # refused; which error is what test_call_texts.py compares


def test_what_differs_is_told_apart():
    assert agree([1.0, float("nan")], [1.0 + 1e-9, float("nan")], 1e-5)
    assert not agree([1.0], [1.1], 1e-5) and not agree(float("inf"), 3e38, 1e-5) and not agree(1, True, 0)
    assert not agree(1 + 1j, 1 + 2j, 1e-5) and agree(complex("inf"), complex("infj"), 0)
    assert len(list(callables() if torch else ())) > 800 or not torch


@needs_torch
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", DTYPES)
def test_values_near_the_limits_are_torchs(dtype):
    wrong, compared = [], 0
    mine, theirs = list(arguments(tb, dtype)), list(arguments(torch, dtype))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for space, name in callables():
            for a, b in zip(mine, theirs, strict=True):
                if space == "Tensor" and not isinstance(a[0], tb.Tensor):
                    continue
                found, wanted = outcome(tb, space, name, a), outcome(torch, space, name, b)
                compared += found is not None
                if found != wanted and not agree(found, wanted, RELATIVE.get(dtype, 1e-5)):
                    wrong.append(f"{space}.{name}{b}: {found}, PyTorch gives {wanted}")
    assert compared > 1000 and not wrong, f"{len(wrong)} of {compared}:\n" + "\n".join(wrong)
