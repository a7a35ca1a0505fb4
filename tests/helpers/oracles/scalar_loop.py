"""What torch makes of a few elements by themselves.

Most of torch's operators have two loops: one over whole vectors of contiguous memory, one for what is
left of it, for a few elements and for strided operands.  Where the two do not give the same bits, an
element's result depends on its place, on the layout and, in large tensors, on how threads share the work.
Seen with minimum of 100,005 zeros and as many -0.0, contiguous float32: of equals the first operand is taken
in places 100,000 to 100,004 with one thread, 50,000 to 50,002 and the last two with two, in all if strided.
tbcast's results depend on the operands alone; they are those of the loop over single elements, except of
powers whose exponent is a number: the loop over vectors rounds it to the dtype, that over elements does not.
"""

import functools

import numpy as np

from differential.cases import BITS, Operand, dtype_name, tensor_bits, write_memory
from differential.forms import ROWS
from oracles import avx2_values
from oracles.comparison import DIGITS, differing, ulps_of
from under_test import torch

FEW = 3
"""Fewer than the elements of two vectors of any dtype, which is what torch's vector loop takes at once."""
MANY = 64
"""A multiple of these."""


def as_followed(form, case, places, size):
    """The bits of the elements in these places of a result of this size, by the loop that tbcast follows."""
    is_number = case.op == "pow" and not isinstance(case.operands[1], Operand)
    return (in_vectors if is_number else by_themselves)(form, case, places, size)


def in_vectors(form, case, places, size):
    """The bits that torch gives these elements of a power where vectors hold them all."""
    x = case.operands[0]
    bits = np.resize(np.broadcast_to(x.bits, size).ravel()[places], -(-len(places) // MANY) * MANY)
    base = torch.empty(bits.shape, dtype=getattr(torch, x.dtype))
    write_memory(base, bits)
    out = torch.empty(len(bits), dtype=getattr(torch, case.out.dtype)) if case.out else None
    result = form.call(torch, [base, *case.operands[1:]], case.parameters, out)
    return tensor_bits(result, dtype_name(result)).ravel()[: len(places)]


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


def same_in_one_loop(form, case, mine, theirs):
    """Is every element in which `mine` is not torch's result what torch itself makes of that element in the
    loop that tbcast follows?"""
    ulps, ours = ulps_of(ROWS[case.op]), mine.elements()
    index = differing(ours, theirs.elements(), mine.dtype, ulps)
    alone = as_followed(form, case, index, ours.shape)
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


def as_double(x, dtype):
    """A tensor, or a number of this dtype, in float64."""
    if isinstance(x, torch.Tensor):
        return x.double()
    return torch.tensor(x, dtype=dtype).double().item() if isinstance(x, float) else x


def in_float64(form, case, mine, theirs):
    """Where `mine` is not torch's result: its elements, torch's own and what torch makes of them in float64,
    rounded to the dtype of the operands and then to mine; and that of the operands."""
    ours = mine.elements()
    index = differing(ours, theirs.elements(), mine.dtype, ulps_of(ROWS[case.op]))
    few = [few_elements(x, index, ours.shape) for x in case.operands]
    tensors = [x for x in few if isinstance(x, torch.Tensor)]
    if len(tensors) == 2:  # one of no dimensions may not count
        dtype = torch.result_type(*tensors)
    else:
        dtype = functools.reduce(torch.promote_types, (x.dtype for x in tensors))
    dtype = dtype if dtype.is_floating_point else torch.get_default_dtype()
    few = [as_double(x, dtype) for x in few]
    wide = form.call(torch, few, case.parameters, None).to(dtype).to(getattr(torch, mine.dtype))
    wide = tensor_bits(wide, mine.dtype).ravel()
    return (
        ours.ravel()[index],
        theirs.elements().ravel()[index],
        wide,
        dtype_name(torch.empty(0, dtype=dtype)),
    )


def same_in_float64(form, case, mine, theirs):
    """Is every element in which `mine` is not torch's result what torch makes of it in float64, rounded?"""
    ours, _, wide, dtype = in_float64(form, case, mine, theirs)
    return not differing(ours, wide, mine.dtype, ulps_of(ROWS[case.op]), dtype).size


def doubles(bits, dtype):
    tensor = torch.empty(bits.shape, dtype=getattr(torch, dtype))
    write_memory(tensor, bits)
    return (tensor.real if tensor.is_complex() else tensor).double().numpy()


def apart(form, case, mine, theirs):
    """Where `mine` is not torch's result: both as doubles, and the dtype of the operands."""
    ours, others = mine.elements(), theirs.elements()
    index = differing(ours, others, mine.dtype, ulps_of(ROWS[case.op]))
    tensors = [x for x in case.operands if isinstance(x, Operand)]
    dtype = tensors[0].dtype if tensors and tensors[0].dtype in DIGITS else mine.dtype
    dtype = "float32" if tensors and tensors[0].dtype not in DIGITS else dtype
    return doubles(ours.ravel()[index], mine.dtype), doubles(others.ravel()[index], mine.dtype), dtype


def close_to_one(form, case, mine, theirs):
    """Are the elements in which `mine` is not torch's result that but for roundings of 1?"""
    ours, others, dtype = apart(form, case, mine, theirs)
    return bool((np.abs(ours - others) <= 2.0 ** (2 - DIGITS[dtype])).all())


def close_to_gelu(form, case, mine, theirs):
    """Are the elements in which `mine` is not torch's result (without out=) that but for roundings of 1, of
    float32 but for an approximation of erf? Its inf is nan, and inf in place of the largest numbers."""
    ours, others, dtype = apart(form, case, mine, theirs)
    if form.out:
        index = differing(mine.elements(), theirs.elements(), mine.dtype, ulps_of(ROWS[case.op]))
        few = few_elements(case.operands[0], index, mine.elements().shape)
        others = form.call(torch, [few], case.parameters, None).double().numpy()
    digits = max(DIGITS[dtype], DIGITS["float32"])
    with np.errstate(invalid="ignore"):
        bound = 2.0 ** (5 - digits) * np.maximum(1, np.abs(ours))
        close = np.abs(ours - others) <= np.maximum(bound, 2.0 ** (1 - DIGITS[dtype]) * np.abs(ours))
    far = ~(np.abs(ours) <= np.finfo("float32").max / 2)
    return bool((close | (far & ~np.isfinite(others))).all())


def close_to_wave(form, case, mine, theirs):
    """Are the elements in which `mine` is not torch's result within 5e-6 of it, or those of numbers beyond a
    hundred, whose phase torch rounds?"""
    ours, others, _ = apart(form, case, mine, theirs)
    far = np.abs(operand_of(case, mine, theirs)) > 100
    with np.errstate(invalid="ignore"):
        return bool((far | (np.abs(ours - others) <= 5e-6 * np.maximum(1, np.abs(ours)))).all())


def near(ours, theirs, relative=1e-7):
    with np.errstate(invalid="ignore"):
        return np.abs(ours - theirs) <= relative * np.abs(ours)


def close_in_float64(form, case, mine, theirs):
    """Are the elements in which `mine` is not torch's result near what torch makes of them in float64, which
    has seven digits, and none beside numbers that are denormal or near the largest?"""
    ours, _, wide, dtype = in_float64(form, case, mine, theirs)
    ours, wide = doubles(ours, mine.dtype), doubles(wide, mine.dtype)
    first, limits = operand_of(case, mine, theirs), np.finfo("float64")
    least = torch.finfo(getattr(torch, dtype)).tiny
    extreme = (first < limits.tiny) | (first > limits.max / 1e4) | ((ours < least) & (wide < least))
    extreme |= (first < 1e-3) & (np.abs(ours - wide) < 1e-15)  # 1 + first has lost digits
    return bool((extreme | near(ours, wide, max(2.0 ** (2 - DIGITS[dtype]), 1e-7))).all())


def operand_of(case, mine, theirs):
    """The elements of the first operand where `mine` is not torch's result, as doubles."""
    index = differing(mine.elements(), theirs.elements(), mine.dtype, ulps_of(ROWS[case.op]))
    return few_elements(case.operands[0], index, mine.elements().shape).double().numpy()


def operand_where_apart(form, case, mine, theirs, place):
    """The elements of an operand where `mine` is not what torch makes of them in float64, rounded."""
    index = differing(mine.elements(), theirs.elements(), mine.dtype, ulps_of(ROWS[case.op]))
    ours, _, wide, dtype = in_float64(form, case, mine, theirs)
    index = index[differing(ours, wide, mine.dtype, ulps_of(ROWS[case.op]), dtype)]
    found = few_elements(case.operands[place], index, mine.elements().shape)
    return torch.as_tensor(found if index.size else [])


def zeta_in_float64(form, case, mine, theirs):
    """As same_in_float64; of numbers far below 0 torch adds each of thousands of terms, which cancel."""
    return bool((operand_where_apart(form, case, mine, theirs, -1) < -1000).all())


def polynomial_in_float64(form, case, mine, theirs):
    """As same_in_float64; of nan torch returns what it has not set."""
    return bool(operand_where_apart(form, case, mine, theirs, 0).isnan().all())


def polygamma_in_float64(form, case, mine, theirs):
    """The same of polygamma, whose first derivative torch computes to ten digits, and of numbers below 0 by
    the sine of a rounded multiple of pi."""
    if case.parameters.get("n") != 1:
        return zeta_in_float64(form, case, mine, theirs)
    ours, _, wide, dtype = in_float64(form, case, mine, theirs)
    ours, wide = doubles(ours, mine.dtype), doubles(wide, mine.dtype)
    x = operand_of(case, mine, theirs)
    whole = (x <= 0) & (x == np.floor(x)) & (ours == np.inf)
    return bool((whole | (x < -1e4) | near(ours, wide, max(2.0 ** (2 - DIGITS[dtype]), 1e-7))).all())


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
