"""Operands by the names that lists of calls use: world() for error_cases.py, MAKERS and fresh() for
ordinary_calls.py and public_names.py.
"""

try:
    import numpy
except ImportError:
    numpy = None


def world(lib):
    """Fresh operands by the names that the expressions use."""
    row = lib.tensor([1.5])
    return {
        "torch": lib,
        "f": lib.tensor([1.0, -2.0, 3.5, 4.0]),
        "g": lib.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        "i": lib.tensor([1, -2, 3], dtype=lib.int32),
        "u": lib.tensor([1, 2, 255], dtype=lib.uint8),
        "b": lib.tensor([True, False, True, True]),
        "c": lib.tensor([1 + 2j, 3 - 1j]),
        "wide": row.expand(3),
        "rows": lib.tensor([1.0, 2.0, 3.0]).expand(2, 3),
        "deep": lib.ones([1] * 64),
    }


class One:
    """Stands for 1."""

    def __index__(self):
        return 1

    __float__ = __index__


class Described:
    """An object with an array interface."""

    def __init__(self, **interface):
        self.__array_interface__ = {"version": 3, **interface}


# By name, what makes it of a library; array, numpy and described need NumPy.
MAKERS = {
    "x": lambda lib: lib.tensor([[1.0, 2.0, 0.5], [1.5, 1.0, 3.0]]),
    "y": lambda lib: lib.tensor([1.0, 3.0, 0.5]),
    "z": lambda lib: lib.tensor([[1.0, 2.0], [4.0, 0.5], [1.0, 8.0]]),
    "o": lambda lib: lib.full((2, 3), 7.0),
    "i": lambda lib: lib.tensor([[0, 1, 1], [1, 0, 1]]),
    "j": lambda lib: lib.tensor([[2, 1, 2], [1, 3, 1]]),
    "m": lambda lib: lib.tensor([[False, True, True], [True, False, True]]),
    "k": lambda lib: lib.tensor([0, 1]),
    "pick": lambda lib: lib.tensor([0, 1]),
    "at": lambda lib: lib.tensor([[0, 1], [1, 0]]),
    "d": lambda lib: lib.arange(12.0).reshape(1, 2, 1, 3, 1, 2, 1).transpose(1, 3),
    "e": lambda lib: lib.arange(12).reshape(1, 2, 1, 3, 1, 2, 1).transpose(1, 3) % 3,
    "q": lambda lib: lib.arange(12.0).reshape(1, 3, 1, 2, 1, 2, 1) > 4,
    "sink": lambda lib: [],
    "g": lambda lib: lib.Generator().manual_seed(5),
    "data": lambda lib: bytearray(8),
    "array": lambda lib: numpy.arange(6.0),
    "numpy": lambda lib: numpy,
    "one": lambda lib: One(),
    "described": lambda lib: Described(**numpy.arange(6.0).__array_interface__),
    "packed": lambda lib: Described(shape=(8,), typestr="|u1", data=bytearray(8)),
}


def fresh(lib):
    """What MAKERS make of a library."""
    return {name: make(lib) for name, make in MAKERS.items() if available(name)}


def available(text):
    """Are the operands there that a text names?"""
    return numpy is not None or not any(word in text for word in ("array", "numpy", "np.", "described"))
