"""DaskTensors of random chunks, and how their results are compared with a Tensor's."""

import random

import numpy as np

import tbcast
import tbcast.dask as td
from differential.cases import dtype_name, tensor_bits
from differential.expressions import equal_nans

WIDTHS = {"float16": 1e-2, "bfloat16": 5e-2, "float32": 1e-5, "complex64": 1e-5}
"""How far inexact results may be apart. One width for each dtype stands for all rows: sums across blocks are
merged in another order than that of one machine, and the width is that of the row "sum"."""


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
    """The elements' bits, in logical order; every NaN has the same."""
    return equal_nans(tensor_bits(tensor, dtype_name(tensor)), dtype_name(tensor))


def assert_same(lazy, want, exact=True, scheduler="sync"):
    """A DaskTensor says what it will be, and is that."""
    got = lazy.compute(scheduler=scheduler)
    assert (tuple(lazy.shape), lazy.dtype) == (tuple(want.shape), want.dtype)
    assert (got.shape, got.dtype) == (want.shape, want.dtype)
    assert_equal(got, want, exact)


def assert_equal(got, want, exact=True):
    """exact: bit by bit, so that 0.0 is not -0.0."""
    assert (got.shape, got.dtype) == (want.shape, want.dtype)
    kind = want.dtype
    if exact or not (kind.is_floating_point or kind.is_complex):
        np.testing.assert_array_equal(bits(got), bits(want))
        return
    tolerance = WIDTHS.get(dtype_name(want), 1e-12)
    wide = [t.to(tbcast.complex128 if kind.is_complex else tbcast.float64).numpy() for t in (got, want)]
    np.testing.assert_allclose(*wide, rtol=tolerance, atol=tolerance)
