"""What torch makes of a few elements by themselves.

Most of torch's operators have two loops: one over whole vectors of contiguous memory, one for what is
left of it, for a few elements and for strided operands.  Where the two do not give the same bits, an
element's result depends on its place, on the layout and, in large tensors, on how threads share the work.
Seen with minimum of 100,005 zeros and as many -0.0, contiguous float32: of equals the first operand is taken
in places 100,000 to 100,004 with one thread, 50,000 to 50,002 and the last two with two, in all if strided.
tbcast's results depend on the operands alone; they are those of the loop over single elements.
"""

import numpy as np

from differential.cases import BITS, Operand, dtype_name, tensor_bits, write_memory
from differential.forms import ROWS
from oracles import avx2_values
from oracles.comparison import differing, ulps_of
from under_test import torch

FEW = 3
"""Fewer than the elements of two vectors of any dtype, which is what torch's vector loop takes at once."""


def by_themselves(form, case, places, size):
    """The bits that torch gives the elements in these places of a result of this size, a few at a time."""
    found = []
    for i in range(0, len(places), FEW):
        few = np.resize(places[i : i + FEW], min(FEW, int(np.prod(size, dtype=np.int64))))
        operands = [few_elements(x, few, size) for x in case.operands]
        out = torch.empty(len(few), dtype=getattr(torch, case.out.dtype)) if case.out else None
        result = form.call(torch, operands, case.parameters, out)
        found.append(tensor_bits(result, dtype_name(result)).ravel())
    return np.concatenate(found)[: len(places)]


def same_by_themselves(form, case, mine, theirs):
    """Is every element in which `mine` is not torch's result what torch itself makes of that element, when it
    is not part of a vector?"""
    ulps, ours = ulps_of(ROWS[case.op]), mine.elements()
    index = differing(ours, theirs.elements(), mine.dtype, ulps)
    alone = by_themselves(form, case, index, ours.shape)
    return alone.dtype == ours.dtype and not differing(ours.ravel()[index], alone, mine.dtype, ulps).size


def of_avx2(case, places, size, dtype):
    """The bits of this dtype that AVX2's complex functions give those elements, None for real operands."""
    z = few_elements(case.operands[0], places, size)
    if not z.is_complex():
        return None
    re, im = avx2_values.parts(torch, case.op, z)
    kind = np.dtype(dtype) if dtype.startswith("complex") else None
    if kind is None:
        return None
    values = np.empty(re.shape, kind)
    with np.errstate(all="ignore"):
        values.real, values.imag = re, im
    return values.view(BITS[dtype])


def same_as_avx2(form, case, mine, theirs):
    """Is every element in which `mine` is not torch's result what torch's AVX2 build makes of it?"""
    ulps, ours = ulps_of(ROWS[case.op]), mine.elements()
    index = differing(ours, theirs.elements(), mine.dtype, ulps)
    wanted = of_avx2(case, index, ours.shape, mine.dtype)
    return wanted is not None and not differing(ours.ravel()[index], wanted, mine.dtype, ulps).size


def same_in_float64(form, case, mine, theirs):
    """Is every element in which `mine` is not torch's result what torch makes of it in float64, rounded?"""
    ulps, ours = ulps_of(ROWS[case.op]), mine.elements()
    index = differing(ours, theirs.elements(), mine.dtype, ulps)
    few = few_elements(case.operands[0], index, ours.shape)
    wide = form.call(torch, [few.double()], case.parameters, None)
    wanted = tensor_bits(wide.to(few.dtype).to(getattr(torch, mine.dtype)), mine.dtype).ravel()
    return not differing(ours.ravel()[index], wanted, mine.dtype, ulps).size


def few_elements(x, places, size):
    """A contiguous tensor of those elements of an operand that meet in `places` of a result of this size."""
    if not isinstance(x, Operand):
        return x
    if x.numel == 1:
        bits = x.bits.reshape((1,) if x.size else ())
    elif x.numel == np.prod(size, dtype=np.int64):
        bits = x.bits.ravel()[places]
    else:
        bits = np.broadcast_to(x.bits, size).ravel()[places]
    tensor = torch.empty(bits.shape, dtype=getattr(torch, x.dtype))
    write_memory(tensor, bits)
    return tensor
