"""DaskTensors of random chunks, and how their results are compared with a Tensor's."""

import random

import numpy as np

import tbcast
import tbcast.dask as td
from differential.cases import dtype_name, tensor_bits

WIDTHS = {"float16": 1e-2, "bfloat16": 5e-2, "float32": 1e-5, "complex64": 1e-5}


def chunks_of(shape, draw):
    """Random sizes of blocks along each dimension."""
    found = []
    for size in shape:
        cuts = sorted(draw.sample(range(1, size), draw.randint(0, min(3, size - 1)))) if size > 1 else []
        found.append(tuple(b - a for a, b in zip([0, *cuts], [*cuts, size], strict=True)))
    return tuple(found)


def cut(tensor, seed=0):
    """The tensor in random blocks."""
    return td.from_tensor(tensor, chunks_of(tensor.shape, random.Random(f"{seed} {tuple(tensor.shape)}")))


def bits(tensor):
    """The elements' bits, in logical order."""
    return tensor_bits(tensor, dtype_name(tensor))


def assert_same(lazy, want, exact=True, scheduler="sync"):
    """A DaskTensor says what it will be, and is that."""
    got = lazy.compute(scheduler=scheduler)
    assert (tuple(lazy.shape), lazy.dtype) == (tuple(want.shape), want.dtype)
    assert (got.shape, got.dtype) == (want.shape, want.dtype)
    assert_equal(got, want, exact)


def assert_equal(got, want, exact=True):
    assert (got.shape, got.dtype) == (want.shape, want.dtype)
    kind = want.dtype
    if exact or not (kind.is_floating_point or kind.is_complex):
        wide = [t.to(tbcast.float32) if kind == tbcast.bfloat16 else t for t in (got, want)]
        np.testing.assert_array_equal(*(t.numpy() for t in wide))
        return
    tolerance = WIDTHS.get(dtype_name(want), 1e-12)
    wide = [t.to(tbcast.complex128 if kind.is_complex else tbcast.float64).numpy() for t in (got, want)]
    np.testing.assert_allclose(*wide, rtol=tolerance, atol=tolerance)
