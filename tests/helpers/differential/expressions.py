"""One expression evaluated in a library, and the full description of what it gave and did.

Descriptions are plain values that can be compared and recorded: dtype, sizes, strides, offset, the bits of
the values, which named tensor's memory the result is on, exceptions with their text, warnings.
"""

import functools
import hashlib
import warnings

import numpy as np

from differential.cases import base_bytes, dtype_name, tensor_bits
from oracles.dtype_rules import KIND
from under_test import first_line


@functools.cache
def compiled(text):
    """(code, whether it is a statement, which leaves `result`)"""
    try:
        return compile(text, text, "eval"), False
    except SyntaxError:
        return compile(text, text, "exec"), True


def equal_nans(bits, name):
    """The bits, every NaN written as the same one."""
    bits = np.ascontiguousarray(bits)
    if KIND[name] < 2:
        return bits
    flat = bits.reshape(-1)
    if name == "bfloat16":
        return np.where((flat & 0x7FFF) > 0x7F80, 0x7FC0, flat).astype(np.uint16).reshape(bits.shape)
    parts = flat.view({"complex64": "float32", "complex128": "float64"}.get(name, name)).copy()
    parts[np.isnan(parts)] = np.nan
    return parts.view(bits.dtype).reshape(bits.shape)


def digest(data):
    """Short for equal bytes: descriptions are kept and recorded."""
    return hashlib.blake2b(data, digest_size=6).hexdigest()


def described_tensor(t, bases, kept=None):
    name = dtype_name(t)
    bits = equal_nans(tensor_bits(t, name), name)
    where = "own"
    if t.numel():
        for key, (start, nbytes) in bases.items():
            if start <= t.data_ptr() < start + nbytes:
                where = f"{key}+{t.data_ptr() - start}"
    return (
        "tensor",
        name,
        tuple(t.size()),
        tuple(t.stride()),
        t.storage_offset(),
        where,
        digest(bits.tobytes()) if kept is None else kept.append((name, bits)),
    )


def described(value, lib, bases, kept=None):
    """`kept`: a list that gets the values, as (dtype, bits), instead of their digest in the description."""
    if isinstance(value, lib.Tensor):
        return described_tensor(value, bases, kept)
    if isinstance(value, np.ndarray):
        same = {"float32": "float32", "float64": "float64", "float16": "float16"}.get(str(value.dtype))
        bits = equal_nans(value, same or str(value.dtype)) if str(value.dtype) in KIND else value
        place = value.ctypes.data if value.size else -1
        where = [k for k, (start, n) in bases.items() if start <= place < start + n]
        return "array", str(value.dtype), value.shape, value.strides, where, digest(bits.tobytes())
    if isinstance(value, lib.Size):
        return "Size", tuple(value)
    if isinstance(value, (lib.dtype, lib.device, lib.layout)):
        return str(value)
    if isinstance(value, (tuple, list)):
        return type(value).__name__, tuple(described(v, lib, bases, kept) for v in value)
    return type(value).__name__, repr(value).replace("tbcast.", "torch.").replace("-nan", "nan")


def outcome(lib, text, scope, bases=None, watched=(), kept=None):
    """(result or exception, warnings, what the memory of `watched` and `t` are then)."""
    bases = bases or {}
    scope = {"torch": lib, "np": np} | scope
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        try:
            code, statement = compiled(text)
            value = eval(code, scope)
            result = described(scope.get("result") if statement else value, lib, bases, kept)
        except Exception as error:
            result = ("error", type(error).__name__, first_line(error))
    warned = dict.fromkeys((w.category.__name__, first_line(w.message)) for w in log)
    after = [digest(base_bytes(base)) for base in watched]
    if isinstance(scope.get("t"), lib.Tensor):
        after.append(geometry(scope["t"]))
    return result, tuple(warned), tuple(after)


def geometry(t):
    return dtype_name(t), tuple(t.size()), tuple(t.stride()), t.storage_offset()


def is_refusal(found):
    return found[0][0] == "error"
