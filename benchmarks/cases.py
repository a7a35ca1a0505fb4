"""The cases of benchmarks/run.py: a group is a list, a case one line.

A case's maker gets the peer (the module and its name) and returns a function without arguments whose result
is compared with NumPy's and whose calls are timed.  Operands hold different numbers, the same for every peer.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Case:
    """A name for the table and a maker of the call to time."""

    name: str
    make: Callable
    values: bool = True
    """The elements are compared, not only the shape (False: memory that nobody wrote)."""


def array(peer, name, shape, dtype="float32", seed=0):
    """The same random array for every peer (integers for integer dtypes)."""
    source = np.random.default_rng([seed, *shape])
    values = source.uniform(1, 2, shape) if dtype.startswith("float") else source.integers(1, 100, shape)
    values = values.astype(dtype)
    return values if name == "numpy" else peer.from_numpy(values)


def add(*shapes, dtypes=("float32", "float32")):
    """a + b of two shapes."""

    def make(peer, name):
        a, b = (
            array(peer, name, shape, dtype, seed)
            for seed, (shape, dtype) in enumerate(zip(shapes, dtypes, strict=True))
        )
        return lambda: a + b

    return make


def add_in_place(shape, other):
    """a += b; b is zero, so that the sum stays what it was however often it is called."""

    def make(peer, name):
        a, b = array(peer, name, shape), array(peer, name, other)
        b *= 0

        def call():
            nonlocal a
            a += b
            return a

        return call

    return make


def as_is(a):
    """The whole array."""
    return a


def transposed(a):
    """Its transpose."""
    return a.T


def every_second(a):
    """Every second row."""
    return a[::2]


def channels_first(a):
    """Channels-last memory (N, H, W, C) seen as (N, C, H, W)."""
    return a.transpose(0, 3, 1, 2) if isinstance(a, np.ndarray) else a.permute(0, 3, 1, 2)


def nhwc(n, c, h, w):
    """A shape and its view for add_views."""
    return (n, h, w, c), channels_first


def add_views(*operands, dtypes=("float32", "float32")):
    """a + b, or add(a, b, out=c): for each a shape and what is made of it."""

    def make(peer, name):
        a, b, *out = (
            view(array(peer, name, shape, dtype, seed))
            for seed, ((shape, view), dtype) in enumerate(zip(operands, (*dtypes, dtypes[0]), strict=False))
        )
        function = peer.add
        return (lambda: function(a, b, out=out[0])) if out else (lambda: a + b)

    return make


def copy_transposed(shape):
    """A contiguous copy of a transpose."""

    def make(peer, name):
        a = array(peer, name, shape).T
        return (lambda: np.ascontiguousarray(a)) if name == "numpy" else a.contiguous

    return make


def where_transposed(shape):
    """where(mask.T, a, b)."""

    def make(peer, name):
        mask = array(peer, name, shape).T > 1.5
        a, b = (array(peer, name, shape, seed=seed) for seed in (1, 2))
        function = peer.where
        return lambda: function(mask, a, b)

    return make


def add_number(shape, number):
    """a + 2.5."""

    def make(peer, name):
        a = array(peer, name, shape)
        return lambda: a + number

    return make


def broadcast_shapes(*shapes):
    """The shape alone."""

    def make(peer, name):
        function = peer.broadcast_shapes
        return lambda: function(*shapes)

    return make


def empty(*size):
    """Memory that nobody wrote."""

    def make(peer, name):
        function = peer.empty
        if name == "numpy":
            return lambda: function(size, np.float32)
        return lambda: function(*size)

    return make


def positions(peer, name, *size, below, seed=7):
    """Random indices, the same for every peer."""
    values = np.random.default_rng(seed).integers(0, below, size)
    return values if name == "numpy" else peer.from_numpy(values)


def flags(peer, name, *size, seed=8):
    """A random mask, half of it True, the same for every peer."""
    values = np.random.default_rng(seed).random(size) < 0.5
    return values if name == "numpy" else peer.from_numpy(values)


def read(shape, make_index):
    """t[index]."""

    def make(peer, name):
        t, index = array(peer, name, shape), make_index(peer, name)
        return lambda: t[index]

    return make


def select(shape, dim, count, dtype="float32"):
    """index_select of `count` random indices; NumPy's take."""

    def make(peer, name):
        a = array(peer, name, shape, dtype)
        index = np.random.default_rng(1).integers(0, shape[dim], count)
        if name == "numpy":
            return lambda: a.take(index, dim)
        index = peer.from_numpy(index)
        return lambda: peer.index_select(a, dim, index)

    return make


def write(shape, make_index, number):
    """t[index] = number."""

    def make(peer, name):
        t, index = array(peer, name, shape), make_index(peer, name)

        def call():
            t[index] = number
            return t

        return call

    return make


def gather(shape, dim):
    """gather with random indices of the same shape; NumPy's take_along_axis."""

    def make(peer, name):
        a = array(peer, name, shape)
        index = np.random.default_rng(1).integers(0, shape[dim], shape)
        if name == "numpy":
            return lambda: np.take_along_axis(a, index, dim)
        index = peer.from_numpy(index)
        return lambda: peer.gather(a, dim, index)

    return make


def rows(peer, name):
    return positions(peer, name, 1000, below=1000)


def some(peer, name):
    return flags(peer, name, 1000)


def every(peer, name):
    return flags(peer, name, 1000, 64)


WHOLE, TURNED = ((256, 256), as_is), ((256, 256), transposed)
LARGE, LARGE_TURNED = ((4096, 4096), as_is), ((4096, 4096), transposed)

GROUPS = {
    "small": [
        Case("4-float add", add((4,), (4,))),
        Case("(4,1)+(4)", add((4, 1), (4,))),
        Case("a number, (4)+2.5", add_number((4,), 2.5)),
        Case("in place, (4)+=(4)", add_in_place((4,), (4,))),
        Case("broadcast_shapes", broadcast_shapes((5, 1, 4, 1), (3, 1, 1))),
        Case("empty(5,3)", empty(5, 3), values=False),
    ],
    "broadcast": [
        Case("same shape (256,256)", add((256, 256), (256, 256))),
        Case("(256,256)+(256)", add((256, 256), (256,))),
        Case("(256,256)+(256,1)", add((256, 256), (256, 1))),
        Case("(20000,3)+(3)", add((20000, 3), (3,))),
        Case("(20000,3)+(20000,1)", add((20000, 3), (20000, 1))),
        Case("a number, (256,256)+2.5", add_number((256, 256), 2.5)),
    ],
    "forms": [
        Case("in place, (256,256)+=(256)", add_in_place((256, 256), (256,))),
        Case("in place, (20000,3)+=(3)", add_in_place((20000, 3), (3,))),
        Case("mixed dtype, float32+int32", add((256, 256), (256, 256), dtypes=("float32", "int32"))),
        Case("mixed dtype, float32+int64", add((256, 256), (256,), dtypes=("float32", "int64"))),
    ],
    "layouts": [
        Case("(256,256).T+(256,256)", add_views(TURNED, WHOLE)),
        Case("float64, (256,256).T+(256,256)", add_views(TURNED, WHOLE, dtypes=("float64", "float64"))),
        Case("int16, (256,256).T+(256,256)", add_views(TURNED, WHOLE, dtypes=("int16", "int16"))),
        Case("uint8, (256,256).T+(256,256)", add_views(TURNED, WHOLE, dtypes=("uint8", "uint8"))),
        Case("float32.T+float64", add_views(TURNED, WHOLE, dtypes=("float32", "float64"))),
        Case("float32+int32.T", add_views(WHOLE, TURNED, dtypes=("float32", "int32"))),
        Case("out=c.T, (256,256)+(256,256)", add_views(WHOLE, WHOLE, TURNED)),
        Case("(257,255).T copied", copy_transposed((257, 255))),
        Case("where(m.T,a,b), (256,256)", where_transposed((256, 256))),
        Case("NHWC+NCHW (8,64,14,14)", add_views(nhwc(8, 64, 14, 14), ((8, 64, 14, 14), as_is))),
        Case("NHWC+NCHW (8,3,64,64)", add_views(nhwc(8, 3, 64, 64), ((8, 3, 64, 64), as_is))),
        Case("NCHW+NHWC (8,3,64,64)", add_views(((8, 3, 64, 64), as_is), nhwc(8, 3, 64, 64))),
        Case("x[::2]+y[::2], (60000)", add_views(*[((60000,), every_second)] * 2)),
        Case("(30000,2)+(2)", add((30000, 2), (2,))),
    ],
    "large": [
        Case("(4096,4096)+(4096,4096)", add_views(LARGE, LARGE)),
        Case("out=, (4096,4096)+(4096,4096)", add_views(LARGE, LARGE, LARGE)),
        Case("out=, (4096,4096)+(4096,1)", add_views(LARGE, ((4096, 1), as_is), LARGE)),
        Case("(4096,4096).T+(4096,4096)", add_views(LARGE_TURNED, LARGE)),
        Case("out=, (4096,4096).T+(4096,4096)", add_views(LARGE_TURNED, LARGE, LARGE)),
        Case("NHWC+NCHW (32,64,56,56)", add_views(nhwc(32, 64, 56, 56), ((32, 64, 56, 56), as_is))),
        Case("(5000000,3)+(3)", add((5000000, 3), (3,))),
    ],
    "index": [
        Case("m[0, 1], (64,64)", read((64, 64), lambda peer, name: (0, 1))),
        Case("m[0], (64,64)", read((64, 64), lambda peer, name: 0)),
        Case("m[:, None], (64,64)", read((64, 64), lambda peer, name: (slice(None), None))),
        Case("t[i], (1000)", read((1000,), rows)),
        Case("rows t[i], (1000,64)", read((1000, 64), rows)),
        Case("mask t[m], (1000)", read((1000,), some)),
        Case("rows by mask t[m], (1000,64)", read((1000, 64), some)),
        Case("whole mask t[m], (1000,64)", read((1000, 64), every)),
        Case("t[i] = 2, (1000)", write((1000,), rows, 2.0)),
        Case("rows t[i] = 2, (1000,64)", write((1000, 64), rows, 2.0)),
        Case("mask t[m] = 2, (1000)", write((1000,), some, 2.0)),
        Case("whole mask t[m] = 2, (1000,64)", write((1000, 64), every, 2.0)),
    ],
    "gather": [
        Case("index_select, 3 of (4)", select((4,), 0, 3)),
        Case("index_select, 100000 of (100000)", select((100000,), 0, 100000)),
        Case("index_select, rows, 500 of (1000,64)", select((1000, 64), 0, 500)),
        Case("index_select, rows, 20000 of (20000,3)", select((20000, 3), 0, 20000)),
        Case("index_select, columns, 256 of (256,256)", select((256, 256), 1, 256)),
        Case("index_select, int64, middle of (16,100,32)", select((16, 100, 32), 1, 50, "int64")),
        Case("gather (4)", gather((4,), 0)),
        Case("gather (100000)", gather((100000,), 0)),
        Case("gather (256,256), dim 0", gather((256, 256), 0)),
        Case("gather (256,256), dim 1", gather((256, 256), 1)),
        Case("gather (20000,3), dim 1", gather((20000, 3), 1)),
        Case("gather (16,100,32), dim 1", gather((16, 100, 32), 1)),
    ],
}
