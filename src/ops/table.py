"""The operator table: one row per operator, nothing else.

Everything that depends on which operators exist follows from here: kernels,
dispatch, Python functions, methods, in-place forms, stubs, test lists and the
documentation pages are written or driven by `generate.py` from these rows.

An expression computes one element: `a`, `b` are the inputs, `s` the parameter
(alpha), `T` the element type.  Expressions are given per compute class:

    bool      0 or 1 in a byte
    int       add, sub, mul need no sign: they run on uint8_t .. uint64_t and wrap
    float     float, double
    half      float16 and bfloat16 in float32 tiles; only where it differs from
              `float`: ROUND() rounds to the half type
    complex   through the C functions of kernels/types.h
    bytes     any dtype of that element size: moving data without looking at it
"""

from dataclasses import dataclass, field

NUMBER_SLOTS = {
    "add": ("add", "+"),
    "subtract": ("sub", "-"),
    "multiply": ("mul", "*"),
    "remainder": ("mod", "%"),
    "power": ("pow", "**"),
    "lshift": ("lshift", "<<"),
    "rshift": ("rshift", ">>"),
    "and": ("and", "&"),
    "xor": ("xor", "^"),
    "or": ("or", "|"),
    "floor_divide": ("floordiv", "//"),
    "true_divide": ("truediv", "/"),
    "matrix_multiply": ("matmul", "@"),
}
"""Python's own facts: slot of a binary operator -> (stem of its special methods, symbol)."""


@dataclass(frozen=True)
class Op:
    name: str
    """torch's name of the function; None of the forms exists for names that start with `_`."""
    summary: str
    """First line of the docstring."""
    expressions: dict
    operands: tuple = ("self", "other")
    """Names in warnings and errors; their number is the arity."""
    aliases: tuple = ()
    promotion: str = "common"
    """common: result_type of the operands; float: integral results become the default dtype; out: the
    written tensor's dtype."""
    alpha: str | None = None
    """Name of the row that computes with alpha=."""
    negates_alpha: bool = False
    """torch's sub is add with -alpha, which shows in the checks of alpha and in complex zeros and infinities:
    torch's complex add multiplies by alpha even when it is 1, so that (1+2j) + (3+infj) is nan+infj there."""
    parameter: bool = False
    """The expression uses `s`."""
    public: bool = True
    """Functions, methods and in-place methods are made from the row; other rows serve the engine."""
    inplace: bool = True
    python: str | None = None
    """Python's operator, by the name of its number slot: `subtract` stands for nb_subtract and
    nb_inplace_subtract, that is __sub__, __rsub__ and __isub__ (NUMBER_SLOTS)."""
    reflected: str = "swap"
    """number <op> tensor: `swap` is op(number, tensor), `commute` op(tensor, number) (the place shows in the
    halves, see wide_scalars), `reciprocal` is tensor.reciprocal() * number."""
    wide_scalars: tuple = ()
    """Operands that, having one element, stay float32 when the compute dtype is a half (seen in torch)."""
    refuses_bool: bool = False
    """torch's sub: bool operands are refused."""
    checked_number: bool = False
    """A number that the dtype cannot hold is refused instead of wrapped (fill)."""
    one_value: bool = False
    """The same value goes everywhere (fill), so that even a tensor with stride 0 may be written."""
    tolerance: str = "exact"
    """exact, ulp(n) or sum: what the differential tests allow."""
    source: str = ""
    example: tuple = field(default=())
    """(expression, printed result), run by the doctests."""

    @property
    def symbol(self) -> str | None:
        """Python's operator as it is written."""
        return NUMBER_SLOTS[self.python][1] if self.python else None


TABLE = (
    Op(
        "add",
        "self + alpha * other, element by element.",
        {"bool": "a | b", "int": "a + b", "float": "a + b", "complex": "ADD(a, MUL(ONE, b))"},
        alpha="_add_alpha",
        python="add",
        reflected="commute",
        source="torch.add",
        example=("torch.add(torch.ones(2, 1), torch.tensor([1., 2.]), alpha=10)",
                 "tensor([[11., 21.],\n        [11., 21.]])"),
    ),
    Op(
        "_add_alpha",
        "add with alpha.",
        {"bool": "a | (s & b)", "int": "a + 1u * s * b", "float": "a + s * b", "half": "a + ROUND(s * b)",
         "complex": "ADD(a, MUL(s, b))"},
        parameter=True,
        public=False,
    ),
    Op(
        "sub",
        "self - alpha * other, element by element.",
        {"int": "a - b", "float": "a - b", "complex": "ADD(a, MUL(MINUS_ONE, b))"},
        aliases=("subtract",),
        alpha="_add_alpha",
        negates_alpha=True,
        python="subtract",
        refuses_bool=True,
        source="torch.sub",
        example=("torch.sub(torch.tensor([5, 6]), torch.tensor([[1], [2]]))",
                 "tensor([[4, 5],\n        [3, 4]])"),
    ),
    Op(
        "mul",
        "self * other, element by element.",
        {"bool": "a & b", "int": "1u * a * b", "float": "a * b", "complex": "MUL(a, b)"},
        aliases=("multiply",),
        python="multiply",
        reflected="commute",
        wide_scalars=("other",),
        source="torch.mul",
        example=("torch.mul(torch.tensor([[1], [2]]), torch.tensor([10, 20]))",
                 "tensor([[10, 20],\n        [20, 40]])"),
    ),
    Op(
        "div",
        "self / other, element by element: true division, integers give the default dtype.",
        {"float": "a / b", "complex": "DIV(a, b)"},
        aliases=("divide", "true_divide"),
        promotion="float",
        python="true_divide",
        reflected="reciprocal",
        wide_scalars=("other",),
        source="torch.div",
        example=("torch.div(torch.tensor([[1], [3]]), torch.tensor([2, 4]))",
                 "tensor([[0.5000, 0.2500],\n        [1.5000, 0.7500]])"),
    ),
    Op(
        "reciprocal",
        "1 / self, element by element; integers give the default dtype.",
        {"float": "(T)1 / a", "complex": "DIV(ONE, a)"},
        operands=("self",),
        promotion="float",
        source="torch.reciprocal",
        example=("torch.reciprocal(torch.tensor([1, 2, 4]))", "tensor([1.0000, 0.5000, 0.2500])"),
    ),
    Op(
        "copy",
        "Moves elements; the cast is the packing's.",
        {"bytes": "a"},
        operands=("src",),
        promotion="out",
        public=False,
    ),
    Op(
        "fill",
        "Repeats one element.",
        {"bytes": "a"},
        operands=("value",),
        promotion="out",
        checked_number=True,
        one_value=True,
        public=False,
    ),
)

BY_NAME = {op.name: op for op in TABLE}
