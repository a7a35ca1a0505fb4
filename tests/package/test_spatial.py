"""Convolutions, pooling, resizing and sampling of torch.nn.functional: against PyTorch, and against loops."""

import itertools
import warnings

import numpy as np
import pytest

from calls import spatial_calls
from under_test import first_line, needs_torch, tb, torch

# ---- every call against PyTorch ----


def tensors(lib):
    """The function that makes the tensors of a call."""

    def make(size, dtype, seed, last=False, whole=False):
        random = np.random.default_rng(seed)
        values = random.integers(-5, 6, size) if whole else random.standard_normal(size)
        if dtype.startswith("complex"):
            values = (values + 1j * random.standard_normal(size)).astype(dtype)
        elif dtype == "bool":
            values = np.asarray(values > 0)
        elif "float" not in dtype:
            values = np.asarray(values * 3).astype("int64")
            values = abs(values) if dtype.startswith("u") else values
        elif dtype != "float64":
            values = np.asarray(values).astype("float32")
        tensor = lib.from_numpy(np.asarray(values)).to(getattr(lib, dtype))
        return tensor.contiguous(memory_format=lib.channels_last) if last else tensor

    return make


def outcome(lib, text):
    """(exception or none, warnings, results)."""
    scope = {"torch": lib, "F": lib.nn.functional, "z": tensors(lib), "nan": float("nan")}
    results, error = (), None
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        try:
            found = eval(text, scope | {"inf": float("inf")})
            results = found if isinstance(found, tuple) else (found,)
        except Exception as raised:
            error = type(raised).__name__, first_line(raised).strip()
    return error, [first_line(warning.message) for warning in log], results


def assert_same(mine, theirs, text):
    """Of the same dtype, sizes and strides; values as torch.testing compares them, those of halves with one
    rounding of the largest in addition, where digits cancel."""
    assert str(mine.dtype).rpartition(".")[2] == str(theirs.dtype).rpartition(".")[2], text
    assert (tuple(mine.shape), mine.stride()) == (tuple(theirs.shape), theirs.stride()), text
    tolerance = {}
    if theirs.dtype in (torch.float16, torch.bfloat16):
        step, largest = torch.finfo(theirs.dtype).eps, theirs.nan_to_num().abs().max() if theirs.numel() else 0
        tolerance = {"rtol": 1.6e-2 if step > 1e-3 else 1e-3, "atol": step * float(largest)}
        mine, theirs = mine.float(), theirs.float()
    ours = torch.from_numpy(mine.contiguous().numpy())
    torch.testing.assert_close(ours, theirs.contiguous(), equal_nan=True, msg=text, **tolerance)


@needs_torch
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("family", spatial_calls.FAMILIES, ids=lambda family: family.__name__)
def test_drawn_calls_are_torchs(family, seed, whole):
    for text in spatial_calls.drawn(family, 1500 if whole else 60, seed):
        mine, theirs = outcome(tb, text), outcome(torch, text)
        assert mine[:2] == theirs[:2], text
        for ours, others in zip(mine[2], theirs[2], strict=True):
            assert_same(ours, others, text)
