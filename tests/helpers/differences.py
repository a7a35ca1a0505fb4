"""The one place where a difference from torch is allowed, each with its reason.

Everything else that differs from torch 2.13 is a failure.  The names are printed
with the counts of the cells that met them.
"""

import numpy as np

from cases import Operand
from dtype_rules import KIND, differing

FALLBACK = "fallback"                    # torch refuses what the deprecated 1-dimensional behaviour computes
SECOND_LINE = "in-place line 2"          # torch's text, then the note's sentence
COMPLEX_HALF = "no complex32"            # float16 with a complex number is complex64, torch has complex32
COMPLEX_VALUES = "complex arithmetic"    # textbook products, NumPy's quotients; torch adds 1 * b and divides otherwise
UNSIGNED_NUMBER = "no uint64"            # 2**63 and a bool tensor: torch promotes to uint64 and refuses
FREED_BEFORE_WRITE = "private copy"      # overlapping operands are read before anything is written
BROADCAST_WARNING = "broadcast warning"  # torch 2.13 keeps the flag and never warns


def complex_half(*operands):
    names = {o.dtype for o in operands if isinstance(o, Operand)}
    dims = [o for o in operands if isinstance(o, Operand) and o.size]
    has_complex = any(isinstance(o, complex) for o in operands)
    zero_complex = any(isinstance(o, Operand) and not o.size and KIND[o.dtype] == 3 for o in operands)
    if has_complex:
        return "float16" in names
    return zero_complex and bool(dims) and any(o.dtype == "float16" for o in dims)


def unsigned_number(*operands):
    return (any(type(o) is int and 2**63 <= o < 2**64 for o in operands)
            and any(isinstance(o, Operand) and o.dtype == "bool" for o in operands))


def complex_values_close(got, theirs, name):
    """Finite parts agree to a few units in the last place of the larger part; where one side overflowed or
    met a NaN on the way the parts are not comparable."""
    indices = differing(got, theirs, name)
    if not indices.size:
        return True
    got, theirs = (np.ascontiguousarray(x).ravel()[indices] for x in (got, theirs))
    finite = np.isfinite(got.view(got.real.dtype)) & np.isfinite(theirs.view(got.real.dtype))
    finite = finite.reshape(-1, 2).all(axis=1)
    got, theirs = got[finite].astype(np.complex128), theirs[finite].astype(np.complex128)
    epsilon = 1.2e-7 if name == "complex64" else 2.3e-16
    tiny = 1e-36 if name == "complex64" else 1e-305
    with np.errstate(all="ignore"):
        size = np.maximum(np.maximum(np.abs(got.real), np.abs(got.imag)), tiny)
        wrong = np.maximum(np.abs(got.real - theirs.real), np.abs(got.imag - theirs.imag)) > 16 * epsilon * size
    return not wrong.any()
