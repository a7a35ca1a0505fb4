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
}
