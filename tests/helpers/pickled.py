"""What pickling and copying are tested with: classes that a child process can import, and layouts.

Relies on being importable by its name, `pickled`: pickles of these classes say so.
"""

import pickle

import tbcast as tb  # and not under_test, which imports more than a child process needs

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)

DTYPES = sorted({d for d in vars(tb).values() if isinstance(d, tb.dtype)}, key=str)
"""All that the library has."""


def filled(dtype, n=12):
    """n elements, all bytes different, so that nothing rests on arithmetic."""
    data = bytearray(i % 251 for i in range(n * dtype.itemsize))
    if dtype == tb.bool:
        data = bytearray(i % 2 for i in range(n))
    return tb.frombuffer(data, dtype=dtype).clone()


LAYOUTS = {
    "contiguous": lambda t: t.view(3, 4),
    "transposed": lambda t: t.view(3, 4).t(),
    "strided": lambda t: t.view(3, 4)[1:, ::2],
    "expanded": lambda t: t[:4].expand(5, 4),
    "offset": lambda t: t[5:],
    "number": lambda t: t[7],
    "stepped": lambda t: t[1::3],
    "one element": lambda t: t[:1].clone(),
    "number of its own": lambda t: t[7].clone(),
    "empty": lambda t: t.view(3, 4)[:, 4:],
    "empty at the end": lambda t: t[12:],
    "empty, expanded": lambda t: t[:1].expand(0, 4, 1),
    "without memory": lambda t: t.new_empty(0),
    "without memory, first dimension": lambda t: t.new_empty(0, 3),
    "without memory, last dimension": lambda t: t.new_empty(3, 0),
    "without memory, between": lambda t: t.new_empty(2, 0, 3).transpose(0, 2),
    "seven dimensions": lambda t: t.view(1, 3, 1, 2, 1, 2, 1),
}


def facts(t):
    """Everything about a tensor but where it is: the bytes of its elements stand for its values."""
    whole = t.contiguous()
    raw = whole.untyped_storage().tolist()[whole.storage_offset() * t.itemsize :][: t.nbytes]
    return type(t), t.dtype, t.shape, t.stride(), t.storage_offset(), raw


class Sub(tb.Tensor):
    """A subclass with attributes."""


class Slotted(tb.Tensor):
    """A subclass with slots."""

    __slots__ = ("first", "second")


class Stateful(tb.Tensor):
    """A subclass that says what its state is."""

    def __getstate__(self):
        return {"state of": self.name}

    def __setstate__(self, state):
        self.name = state["state of"] + "!"


class Reduced(tb.Tensor):
    """A subclass with a __reduce__ of its own."""

    def __reduce__(self):
        return Reduced, ([3.0, 4.0],)


class Plain:
    """Something with a tensor inside."""

    def __init__(self, value):
        self.value = value


def double(t):
    """For a pool of processes."""
    return t * 2


def put_double(given, results):
    """For a process of its own."""
    results.put(double(given.get()))
