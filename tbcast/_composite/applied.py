"""apply_, map_ and map2_: a Python function applied to every element.

All results are computed before the first one is written, so that an error leaves the tensor unchanged.
"""

from __future__ import annotations

import math
import operator

from tbcast import _C as torch
from tbcast._decorators import named


def _converter(dtype):
    """A function that converts a result to an element of the dtype, with torch's errors."""
    if dtype.is_complex:
        return lambda value: value if isinstance(value, complex) else math.ldexp(value, 0)
    if dtype.is_floating_point:
        return lambda value: math.ldexp(value, 0)
    if dtype is torch.bool:
        return lambda value: bool(value if isinstance(value, float) else operator.index(value))
    if dtype is torch.uint64:
        return _as_uint64
    limits = torch.iinfo(dtype)
    least = limits.min if limits.min else -limits.max

    def convert(value):
        number = value if isinstance(value, float) else operator.index(value)
        if not -(2**63) <= number < 2**64 and isinstance(number, int):
            raise ValueError("Overflow when unpacking long long")
        if not least <= number <= limits.max:
            name = str(dtype).removeprefix("torch.")
            raise RuntimeError(f"value cannot be converted to type {name} without overflow")
        return int(number) if limits.min else int(number) % (limits.max + 1)

    return convert


def _as_uint64(value):
    if not isinstance(value, int):
        raise TypeError("an integer is required")
    if not 0 <= value < 2**64:
        text = "can't convert negative int to unsigned" if value < 0 else "int too big to convert"
        raise OverflowError(text)
    return value


def _replace(tensor, others, function):
    sources = [tensor, *(other.expand(tensor.shape) for other in others)]
    lists = [source.flatten().tolist() for source in sources]
    convert = _converter(tensor.dtype)
    values = [convert(function(*elements)) for elements in zip(*lists, strict=True)]
    return tensor.copy_(torch.tensor(values, dtype=tensor.dtype).view(tensor.shape))


@named("TensorBase.apply_")
def apply(self, *args, **kwargs):
    if kwargs:
        raise TypeError("TensorBase.apply_() takes no keyword arguments")
    if len(args) != 1:
        raise TypeError(f"TensorBase.apply_() takes exactly one argument ({len(args)} given)")
    return _replace(self, (), args[0])


def _class_name(tensor):
    name = tensor.dtype._type_name
    legacy = name in ("Byte", "Char", "Short", "Int", "Long", "Half", "Float", "Double")
    return tensor.type() if legacy else f"CPU{name}Type"


def _check(name, tensor, words, other):
    if other.dtype is not tensor.dtype:
        names = _class_name(tensor), _class_name(other)
        raise TypeError(f"{name}: expected {names[0]} for {words} (got {names[1]})")


def map(input, other, callable):
    _check("map_", input, "'other'", other)
    return _replace(input, (other,), callable)


def map2(input, x, y, callable):
    _check("map2_", input, "argument 'x'", x)
    _check("map2_", input, "argument 'y'", y)
    return _replace(input, (x, y), callable)
