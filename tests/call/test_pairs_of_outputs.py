"""Functions that write several tensors change none of them where one is refused."""

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
    "split_with_sizes_copy": "lib.split_with_sizes_copy(x, [1, len(x) - 1], out=out)",
    "topk": "lib.topk(x, 2, out=out)",
    "lu_unpack": "lib.lu_unpack(s, p, out=out)",
    "qr": "lib.qr(x, out=out)",
    "slogdet": "lib.slogdet(s, out=out)",
    "svd": "lib.svd(x, out=out)",
    "_linalg_cholesky_ex": "lib.linalg.cholesky_ex(s, out=out)",
    "_linalg_eig": "lib.linalg.eig(s, out=out)",
    "_linalg_eigh": "lib.linalg.eigh(s, out=out)",
    "_linalg_inv_ex": "lib.linalg.inv_ex(s, out=out)",
    "_linalg_lstsq": "lib.linalg.lstsq(s, s, out=out)",
    "_linalg_lu": "lib.linalg.lu(s, out=out)",
    "_linalg_lu_factor": "lib.linalg.lu_factor(s, out=out)",
    "_linalg_lu_factor_ex": "lib.linalg.lu_factor_ex(s, out=out)",
    "_linalg_qr": "lib.linalg.qr(x, out=out)",
    "_linalg_slogdet": "lib.linalg.slogdet(s, out=out)",
    "_linalg_solve_ex": "lib.linalg.solve_ex(s, s, out=out)",
    "_linalg_svd": "lib.linalg.svd(x, out=out)",
}
"""Of a matrix x, of a symmetric positive one s, and of pivots p."""
FLOATS = ("float32",) * 3
DTYPES = {
    **dict.fromkeys(("aminmax", "histogram", "qr", "slogdet"), FLOATS[:2]),
    **{f"_linalg_{name}": FLOATS[:2] for name in ("eigh", "qr", "slogdet")},
    **{
        f"_linalg_{name}": ("float32", "int32") for name in ("cholesky_ex", "inv_ex", "lu_factor", "solve_ex")
    },
    **dict.fromkeys(("svd", "lu_unpack", "_linalg_svd", "_linalg_lu"), FLOATS),
    "_linalg_eig": ("complex64", "complex64"),
    "_linalg_lstsq": ("float32", "float32", "int64", "float32"),
    "_linalg_lu_factor_ex": ("float32", "int32", "int32"),
    "frexp": ("float32", "int32"),
    "split_with_sizes_copy": FLOATS[:2],
}
"""The outputs' dtypes, where they are not float32 and int64."""


def wanted(name):
    """The number of outputs."""
    return len(DTYPES.get(name, ("float32", "int64")))


PLACES = [(name, place) for name in CALLS for place in range(wanted(name))]


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


def outputs(lib, name, kind, place):
    """All smaller than the results, but for one of a kind."""
    dtypes = [getattr(lib, dtype) for dtype in DTYPES.get(name, ("float32", "int64"))]
    return tuple((kind if k == place else smaller)(lib, dtype) for k, dtype in enumerate(dtypes))


def refusal(lib, name, out):
    s = (lib.eye(4) * 9 + 1).expand(3, 4, 4)
    p = lib.arange(1, 5, dtype=lib.int32).repeat(3, 1)
    try:
        eval(CALLS[name], {"lib": lib, "x": lib.arange(20.0).reshape(4, 5), "s": s, "p": p, "out": out})
    except Exception as error:
        return f"{type(error).__name__}: {first_line(error)}"
    return "no refusal"


def test_every_function_with_several_outputs_has_a_call():
    found = {f.name for f in FUNCTIONS if any("tuple of Tensors out" in text for text in f.signatures)}
    assert found == set(CALLS)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", REFUSED, ids=[kind.__name__ for kind in REFUSED])
@pytest.mark.parametrize(("name", "place"), PLACES)
@pytest.mark.skipif(STAND_IN, reason="PyTorch changes the first one")
def test_where_one_output_is_refused_none_is_changed(name, kind, place):
    out = outputs(tb, name, kind, place)
    before = [described(t) for t in out]
    said = refusal(tb, name, out)
    assert said == "no refusal" or before == [described(t) for t in out], said
    fits = kind in (expanded, expanded_row)  # which have another shape in some calls
    takes_more = name == "_linalg_lstsq" and (place in (1, 3) or kind is other_dtype)  # no elements; casts
    assert said != "no refusal" or fits or takes_more


@needs_torch
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", [fixed, other_dtype, no_tensor])
@pytest.mark.parametrize(("name", "place"), PLACES)
def test_the_refusal_is_torchs(name, kind, place):
    ours, theirs = (refusal(lib, name, outputs(lib, name, kind, place)) for lib in (tb, torch))
    assert ours == theirs


@pytest.mark.parametrize("lib", [tb, pytest.param(torch, marks=needs_torch)], ids=["tbcast", "torch"])
@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize("name", CALLS)
def test_another_number_of_outputs_is_refused(name, count, lib):
    out = tuple(lib.empty(2) for _ in range(count + (count == wanted(name))))
    p = lib.ones(2, dtype=lib.int32)
    error, text = TypeError, f"expected tuple of {wanted(name)} elements but got {len(out)}"
    if name == "split_with_sizes_copy":  # which has as many outputs as pieces
        error, text = RuntimeError, f"{name}_out expected an out= argument of size 2, got size {len(out)}"
    with pytest.raises(error, match=f"^{text}$"):
        eval(CALLS[name], {"lib": lib, "x": lib.ones(2, 3), "s": lib.eye(2), "p": p, "out": out})
