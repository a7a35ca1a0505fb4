"""The description of one case, and how each library builds its operands.

An `Operand` says everything about a tensor without naming a library: dtype,
sizes, strides, offset, size of its storage and the seed of its values.  A `Case`
is operator + form + operands.  `make(case, library)` builds the same bits in
tbcast and torch (by writing the storage's memory) and in NumPy.
"""

import ctypes
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from differential.operand_values import values
from oracles.dtype_rules import ALL, BITS, ITEMSIZE


@dataclass(eq=False)
class Operand:
    dtype: str
    size: tuple
    stride: tuple
    offset: int
    total: int
    seed: int
    domain: str = "any"  # see operand_values.py

    @cached_property
    def base(self):
        """The whole storage as bits; never written."""
        return values(self.dtype, self.total, self.seed, self.domain)

    @cached_property
    def base_bytes(self):
        return self.base.tobytes()

    @cached_property
    def bits(self):
        """The elements in logical order, as an array of the operand's sizes."""
        return np.ascontiguousarray(self.view(self.base)).reshape(self.size)

    def view(self, base):
        step = base.itemsize
        return np.lib.stride_tricks.as_strided(
            base[self.offset :], self.size, [s * step for s in self.stride]
        )

    @cached_property
    def numel(self):
        return int(np.prod(self.size, dtype=np.int64))

    @property
    def written_twice(self):
        """Several elements at one place in memory: a stride of 0 over a size above 1."""
        return self.numel > 0 and any(n > 1 and s == 0 for n, s in zip(self.size, self.stride, strict=True))


@dataclass(eq=False)
class Case:
    op: str  # name of the row in src/codegen/operators
    form: str  # name of a form in forms.py
    operands: tuple  # Operand, a Python number, or None where it is left out
    parameters: dict = field(default_factory=dict)
    out: Operand = None


class Built:
    """An operand's tensor in one library, with the address of its storage."""

    def __init__(self, library, operand):
        self.operand = operand
        self.base = library.module.empty((operand.total,), dtype=library.dtype[operand.dtype])
        self.address = self.base.data_ptr()
        self.nbytes = len(operand.base_bytes)
        self.fill()
        self.tensor = self.base.as_strided(operand.size, operand.stride, operand.offset)

    def fill(self):
        ctypes.memmove(self.address, self.operand.base_bytes, self.nbytes)

    def memory(self):
        """The bytes of the whole storage."""
        return ctypes.string_at(self.address, self.nbytes)


class Library:
    """tbcast or torch, seen through what both offer."""

    def __init__(self, module):
        self.module = module
        self.dtype = {name: getattr(module, name) for name in ALL}
        self.cache = {}

    def build(self, operand):
        """A Built of its own: for what is written and may be resized."""
        return Built(self, operand)

    def tensor(self, operand):
        """A new tensor of an operand; numbers pass through."""
        return Built(self, operand).tensor if isinstance(operand, Operand) else operand

    def shared(self, operand):
        """The same Built again and again: for operands that are only read, or mended afterwards."""
        entry = self.cache.get(operand)
        if entry is None:
            if len(self.cache) > 30_000:
                self.cache.clear()
            entry = self.cache[operand] = Built(self, operand)
        return entry


# ---- memory ----


def write_memory(tensor, bits):
    if bits.size:
        bits = np.ascontiguousarray(bits)
        ctypes.memmove(tensor.data_ptr(), bits.ctypes.data, bits.nbytes)


def base_bytes(base):
    """The bytes of a contiguous tensor; PyTorch may have enlarged its storage."""
    return ctypes.string_at(base.data_ptr(), base.numel() * base.element_size())


def tensor_bits(tensor, name):
    """A tensor's elements in logical order, read from its memory by sizes and strides."""
    size = tuple(tensor.size())
    stride = tensor.stride()
    extent = 1
    for n, s in zip(size, stride, strict=True):
        if n == 0:
            return np.empty(size, BITS[name])
        extent += (n - 1) * s
    step = ITEMSIZE[name]
    memory = (ctypes.c_char * (extent * step)).from_address(tensor.data_ptr())
    view = np.ndarray(size, BITS[name], memory, 0, [s * step for s in stride])
    return view.copy()


def dtype_name(tensor):
    return str(tensor.dtype).rpartition(".")[2]


# ---- layouts ----


def contiguous_stride(size):
    stride, step = [], 1
    for n in reversed(size):
        stride.append(step)
        step *= max(n, 1)
    return tuple(reversed(stride))


def operand(dtype, size, layout, seed, domain="any"):
    """An operand of a named layout."""
    size = tuple(size)
    stride, offset = contiguous_stride(size), 0
    if layout == "transposed":
        stride = tuple(reversed(contiguous_stride(size[::-1])))
    elif layout == "strided":
        double = contiguous_stride(tuple(2 * n for n in size))
        stride, offset = tuple(2 * s for s in double), 1
    elif layout == "expanded":
        dim = next((d for d in (1, 0, 2) if d < len(size) and size[d] > 1), None)
        inner = tuple(1 if d == dim else n for d, n in enumerate(size))
        stride = tuple(0 if d == dim else s for d, s in enumerate(contiguous_stride(inner)))
        offset = 3
    elif layout == "permuted":  # inner dims swapped, outermost kept
        if len(size) >= 2:
            swapped = contiguous_stride((*size[:-2], size[-1], size[-2]))
            stride = (*swapped[:-2], swapped[-1], swapped[-2])
    elif layout == "padded":  # rows of a wider matrix
        if size:
            stride = contiguous_stride((*size[:-1], size[-1] + 3))
            offset = 2
    elif layout == "odd":  # size-1 dims carry strides nobody would compute
        stride = tuple(5 + d if n == 1 else s for d, (n, s) in enumerate(zip(size, stride, strict=True)))
    elif layout != "contiguous":
        raise ValueError(layout)
    extent = 0 if 0 in size else 1 + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
    return Operand(dtype, size, stride, offset, offset + extent + 2, seed, domain)
