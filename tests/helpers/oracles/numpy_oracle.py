"""What a pointwise call must do, computed with NumPy and the rules of the design.

`predict(row, form, a, b, alpha, out)` gives an Outcome or raises Refused.  Values
are exact: integers wrap, the halves are computed in float32 and rounded once,
complex products are textbook, complex quotients NumPy's.
"""

from dataclasses import dataclass, field

import numpy as np

from differential.cases import Operand
from oracles import dtype_rules as rules
from oracles.dtype_rules import COMPLEX, HALVES, KIND
from oracles.shape_rules import FALLBACK, RESIZE, WRITTEN_TWICE, Refused, in_place, numel, out_of_place, show
from under_test import STAND_IN

DEFAULT_DTYPE = "float32"
TWO_BOOLS = (
    "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
    "operator instead."
)
ONE_BOOL = (
    "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, "
    "use the `~` or `logical_not()` operator instead."
)
UNSIGNED = "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote Bool and UInt64"
TOO_BIG = "int too big to convert"
TOO_SMALL = "can't convert negative int to unsigned"


@dataclass
class Outcome:
    bits: np.ndarray
    dtype: str
    size: tuple
    warnings: list = field(default_factory=list)
    fallback: bool = False
    resized: bool = False


def is_tensor(x):
    return isinstance(x, Operand)


def operand_dtype(x):
    return x.dtype if is_tensor(x) else rules.number_dtype(x)


def operand_size(x):
    return x.size if is_tensor(x) else ()


def priority(x):
    if not is_tensor(x):
        return operand_dtype(x), "number"
    return x.dtype, "dim" if x.size else "zero"


# ---- values ----


def load(x, dtype, wide):
    """An operand as compute values of `dtype`; `wide`: not rounded to a half first."""
    target = "float32" if wide and dtype in HALVES else dtype
    bits = rules.cast(x.bits, x.dtype, target) if is_tensor(x) else rules.number_bits(x, target)
    return rules.to_compute(np.asarray(bits), target)


def round_half(values, dtype):
    return rules.to_compute(rules.from_compute(values, dtype), dtype) if dtype in HALVES else values


def multiply(a, b):
    if a.dtype == bool:
        return a & b
    if a.dtype.kind != "c":
        return a * b
    result = np.empty(np.broadcast_shapes(a.shape, b.shape), a.dtype)
    result.real = a.real * b.real - a.imag * b.imag
    result.imag = a.real * b.imag + a.imag * b.real
    return result


def divide(a, b):
    # At least one dimension: NumPy divides 0-dim complex values by other code than arrays.
    shape = np.broadcast_shapes(a.shape, b.shape)
    return np.divide(np.atleast_1d(a), np.atleast_1d(b)).reshape(shape)


def add(a, b):
    return a | b if a.dtype == bool else a + b


def subtract(a, b):
    return a - b


FUNCTIONS = {"add": add, "sub": subtract, "mul": multiply, "div": divide}


def compute(op, a, b, dtype, alpha=None):
    """Bits of `a op b` for compute values of `dtype`."""
    with np.errstate(all="ignore"):
        if op == "reciprocal":
            value = divide(np.ones((), a.dtype), a)
        else:
            if alpha is None and dtype in COMPLEX and op in ("add", "sub"):
                alpha = 1  # torch multiplies complex operands by alpha even then, which shows in NaNs
            if alpha is not None:
                if op == "sub":  # torch's sub is add with the negated number: an integer 0 stays +0
                    op, alpha = "add", -alpha
                b = round_half(multiply(rules.to_compute(rules.number_bits(alpha, dtype), dtype), b), dtype)
            value = FUNCTIONS[op](a, b)
        return np.asarray(rules.from_compute(value, dtype))


# ---- refusals ----


def check_number_range(*numbers):
    for x in numbers:
        if type(x) is int and not -(2**63) <= x < 2**64:
            raise Refused(OverflowError, TOO_BIG if x > 0 else TOO_SMALL)


def check_unsigned(operands, dtype):
    """torch makes a uint64 of such a number, which bool tensors cannot be promoted to."""
    above = any(type(x) is int and x >= 2**63 for x in operands)
    if above and KIND[dtype] == 1 and "bool" in map(operand_dtype, operands):
        raise Refused(RuntimeError, UNSIGNED)


def check_bools(row, dtypes):
    if row.hooks.checks:
        bools = [d == "bool" for d in dtypes]
        if all(bools):
            raise Refused(RuntimeError, TWO_BOOLS)
        if any(bools):
            raise Refused(RuntimeError, ONE_BOOL)


def check_cast(result, target):
    if not rules.can_cast(result, target):
        raise Refused(
            RuntimeError,
            f"result type {rules.SCALAR_TYPE[result]} can't be cast to the desired output type "
            f"{rules.SCALAR_TYPE[target]}",
        )


def check_alpha(alpha, dtype, negated):
    if type(alpha) is bool and dtype != "bool":
        raise Refused(RuntimeError, "Boolean alpha only supported for Boolean results.")
    if KIND[dtype] < 2 and KIND[rules.number_dtype(alpha)] >= 2:
        raise Refused(
            RuntimeError, "For integral input tensors, argument alpha must not be a floating point number."
        )
    if KIND[dtype] < 3 and isinstance(alpha, complex):
        raise Refused(
            RuntimeError, "For non-complex input tensors, argument alpha must not be a complex number."
        )
    if not fits(-alpha if negated else alpha, dtype):
        raise Refused(
            RuntimeError, f"value cannot be converted to type {rules.C_NAME[dtype]} without overflow"
        )


MAXIMUM = {
    "float16": 65504.0,
    "bfloat16": 3.3895313892515355e38,
    "float32": 3.4028234663852886e38,
    "complex64": 3.4028234663852886e38,
}


def fits(number, dtype):
    """Can the dtype hold the number? torch's check for alpha and fill_ (rounding is allowed)."""
    if dtype == "bool":
        return True
    if KIND[dtype] == 1:
        if isinstance(number, complex):
            return number.imag == 0 and fits(number.real, dtype)
        if number != number or number in (float("inf"), -float("inf")):
            return False
        info = np.iinfo(dtype)
        # negative integers may wrap into an unsigned type, by their magnitude
        low = -int(info.max) if info.min == 0 and isinstance(number, int) else int(info.min)
        return low <= number <= int(info.max)
    if isinstance(number, complex):
        if KIND[dtype] < 3:
            return number.imag == 0 and fits(number.real, dtype)
        return fits(number.real, dtype) and fits(number.imag, dtype)
    limit = MAXIMUM.get(dtype)
    return limit is None or not abs(number) > limit or abs(number) == float("inf")


# ---- a whole call ----


def predict(row, inplace, a, b=None, alpha=None, out=None, reflected=False, fallback=not STAND_IN):
    """`reflected`: number / tensor, which is tensor.reciprocal() * number."""
    if reflected and row.calling.reflected == "reciprocal":
        return predict_reflected(a, b)
    if reflected and row.symbol in ("+", "*"):
        a, b = b, a
    operands = [a] if b is None else [a, b]
    check_number_range(*operands, *([alpha] if alpha is not None else []))
    dtypes = [operand_dtype(x) for x in operands]
    check_bools(row, dtypes)
    written = a if inplace else out
    if written is not None and written.written_twice:
        raise Refused(RuntimeError, WRITTEN_TWICE)
    size, falls_back = operand_size(a), False
    if b is not None:
        rule = in_place if inplace else out_of_place
        size, falls_back = rule(operand_size(a), operand_size(b), fallback and is_tensor(a) and is_tensor(b))
    try:
        dtype = operation_dtype(row, operands, written, alpha)
    except Refused as refusal:
        refusal.fallback = falls_back
        raise
    bits = evaluate(row, operands, dtype, alpha, size, falls_back)
    outcome = Outcome(bits, dtype, size, fallback=falls_back)
    if falls_back:
        outcome.warnings.append(FALLBACK["inplace" if inplace else "new"])
    if written is not None:
        outcome.bits, outcome.dtype = rules.cast(bits, dtype, written.dtype), written.dtype
        outcome.resized = written.size != size
        if outcome.resized and numel(written.size):
            outcome.warnings.append(RESIZE.format(old=show(written.size), new=show(size)))
    return outcome


def operation_dtype(row, operands, written, alpha):
    dtype = rules.result_type([priority(x) for x in operands])
    check_unsigned(operands, dtype)
    if row.promotion.rule == "float" and KIND[dtype] < 2:
        dtype = DEFAULT_DTYPE
    if written is not None:
        check_cast(dtype, written.dtype)
    if alpha is not None:
        check_alpha(alpha, dtype, row.hooks.parameter == "negated_alpha")
    return dtype


def evaluate(row, operands, dtype, alpha, size, falls_back):
    wide = [
        name in row.halves.wide and numel(operand_size(x)) == 1
        for name, x in zip(row.operands, operands, strict=True)
    ]
    values = [load(x, dtype, w) for x, w in zip(operands, wide, strict=True)]
    if falls_back:
        values[1] = values[1].reshape(size)
    bits = compute(row.name, values[0], values[1] if len(values) > 1 else None, dtype, alpha)
    return np.broadcast_to(bits, size)


def predict_reflected(number, tensor):
    check_number_range(number)
    dtype = tensor.dtype if KIND[tensor.dtype] >= 2 else DEFAULT_DTYPE
    bits = compute("reciprocal", load(tensor, dtype, False), None, dtype)
    result = rules.result_type([(dtype, "dim" if tensor.size else "zero"), (operand_dtype(number), "number")])
    a = rules.to_compute(rules.cast(bits, dtype, result), result)
    b = load(number, result, wide=True)
    return Outcome(np.broadcast_to(compute("mul", a, b, result), tensor.size), result, tensor.size)
