"""The one place where a difference from torch is allowed, each with its reason.

Everything else that differs from torch 2.13 is a failure.  The names are printed
with the counts of the cells that met them.  Two more deliberate differences have
tests of their own and do not occur in the grid: operands that overlap what is
written are read from a private copy (test_errors.py), and the broadcast warning,
which torch 2.13 keeps as a flag but never issues (test_semantics.py).
"""

from cases import Operand
from dtype_rules import KIND

FALLBACK = "fallback"  # torch refuses what the deprecated 1-dimensional behaviour computes
SECOND_LINE = "in-place line 2"  # torch's text, then the note's sentence
COMPLEX_HALF = "no complex32"  # float16 with a complex number is complex64, torch has complex32


def complex_half(*operands):
    tensors = [o for o in operands if isinstance(o, Operand)]
    if any(isinstance(o, complex) for o in operands):
        return any(o.dtype == "float16" for o in tensors)
    return any(KIND[o.dtype] == 3 and not o.size for o in tensors) and any(
        o.dtype == "float16" and o.size for o in tensors
    )
