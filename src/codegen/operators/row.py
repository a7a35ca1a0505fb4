"""The fields of a row of the operator table.

An expression computes one element: `a`, `b`, `c` are the inputs, parameters have
their own names, `T` is the element type of the computation and `R` its real
type.  Expressions are given per compute class:

    bool      0 or 1 in a byte
    int       operators that need no sign (add, sub, mul, and): they run on
              uint8_t .. uint64_t and wrap
    integer   the integer types themselves, where the sign matters
    float     float, double
    half      float16 and bfloat16 in float32 tiles, if it differs from `float`;
              ROUND() rounds to the half type
    complex   through the C functions of complex.h, CALL(name)(a)
    bytes     any dtype of that element size: moves data without interpreting it

In `float`, C(exp)(a) is libm's function for T; HELP(logit)(a, eps) is a
function of real.h.

Tests, documentation and stubs of an operator follow from its row alone.
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
"""Slot of a binary operator in CPython -> (stem of its special methods, symbol)."""

OLD_NAMES = {"true_divide": "div"}
"""Slot -> stem of Python 2's special methods, which torch keeps: __div__, __rdiv__, __idiv__."""

UNARY_SLOTS = {
    "negative": ("neg", "-"),
    "positive": ("pos", "+"),
    "absolute": ("abs", "abs"),
    "invert": ("invert", "~"),
}
COMPARISONS = {
    "LT": ("lt", "<"),
    "LE": ("le", "<="),
    "EQ": ("eq", "=="),
    "NE": ("ne", "!="),
    "GT": ("gt", ">"),
    "GE": ("ge", ">="),
}
"""The same for unary operators and for tp_richcompare's Py_LT ... Py_GE."""

OVERRIDDEN = {
    "add": ("add", "add", "add_"),
    "subtract": ("sub", "__rsub__", "sub_"),
    "multiply": ("mul", "mul", "mul_"),
    "true_divide": ("div", "__rtruediv__", "div_"),
    "floor_divide": ("__floordiv__", "__rfloordiv__", "floor_divide_"),
    "remainder": ("remainder", "__rmod__", "remainder_"),
    "power": ("__pow__", "__rpow__", "__ipow__"),
    "matrix_multiply": ("matmul", "__rmatmul__", None),
    "and": ("__and__", "bitwise_and", "__iand__"),
    "or": ("__or__", "bitwise_or", "__ior__"),
    "xor": ("__xor__", "bitwise_xor", "__ixor__"),
    "lshift": ("__lshift__", "__rlshift__", "__ilshift__"),
    "rshift": ("__rshift__", "__rrshift__", "__irshift__"),
    "EQ": ("eq", "eq", None),
    "NE": ("ne", "ne", None),
    "LT": ("lt", "gt", None),
    "LE": ("le", "ge", None),
    "GT": ("gt", "lt", None),
    "GE": ("ge", "le", None),
}
"""Slot -> the methods of Tensor that PyTorch names when it asks __torch_function__: of the operator, of it
with the tensor on the right, of it in place."""

OUT = "Tensor out = None"
MODULES = {"_special_": "special", "_nn_": "nn.functional"}
"""Operators whose names begin so in tbcast._C are public in such a module of tbcast, without the prefix."""


def prefix_of(name) -> str:
    """The prefix of MODULES that a name has; empty for others."""
    return next((prefix for prefix in MODULES if name.startswith(prefix)), "")


@dataclass(frozen=True)
class Parameter:
    """A number that is not an operand, given by keyword."""

    name: str
    default: object = None
    """A number, or "max" or "lowest" for the dtype's."""
    type: str = "T"
    """T: a number that the kernel gets in the compute type; wide: the same, but in float32 for halves; real:
    the same for a Python float; double, int: a Python float or int that the kernel gets as double or int64_t,
    whatever the dtype."""


@dataclass(frozen=True)
class Alias:
    """An alias of a row that differs in more than its name."""

    name: str
    signatures: tuple = ()
    """Replaces the row's signatures."""
    method: bool = True
    inplace: bool = True
    inplace_function: bool = False

    @property
    def module(self) -> str | None:
        """The module of tbcast that has the function, if it is not tbcast itself."""
        return MODULES.get(prefix_of(self.name))

    @property
    def bare(self) -> str:
        """The name without the prefix of MODULES."""
        return self.name.removeprefix(prefix_of(self.name))

    @property
    def public(self) -> str:
        """What a user writes after `torch.`"""
        return f"{self.module}.{self.bare}" if self.module else self.name


@dataclass(frozen=True)
class Calling:
    """How the operator is called."""

    signatures: tuple = ()
    """torch's overloads, as its messages print them (codegen/signatures.py); by default made from operands,
    `takes` and parameters."""
    takes: str = "tensors"
    """What operands may be.  tensors: as in `signatures`, by default tensors only; number: the last one may
    be a number, in a separate overload; wrapped: numbers count as tensors in every overload."""
    methods: tuple = ()
    """The methods' overloads, if they are not the functions' without the first operand (where)."""
    out: bool = True
    method: bool = True
    inplace: bool = True
    inplace_function: bool = False
    """torch.exp_(t): the in-place method as a function."""
    itself: tuple = ()
    """Kinds of dtypes (bool, int, float, complex) for which the operand itself is returned (positive)."""
    python: str | None = None
    """Python's operator: a key of NUMBER_SLOTS (`subtract` stands for nb_subtract and nb_inplace_subtract:
    __sub__, __rsub__, __isub__), UNARY_SLOTS or COMPARISONS."""
    python_refusal: str | None = None
    """The TypeError of Python's unary operator for floating and complex tensors (~)."""
    reflected: str = "swap"
    """number <op> tensor: `swap` computes op(number, tensor), `commute` op(tensor, number) (the order affects
    halves, see Halves), `reciprocal` tensor.reciprocal() * number."""
    modes: dict = field(default_factory=dict)
    """div's rounding_mode -> the row that computes it."""
    without: dict = field(default_factory=dict)
    """clamp's optional operands: the one that is None -> the row that computes without it."""
    alone: str | None = None
    """The binding of the overload that has the first operand only (where(condition) is nonzero)."""


@dataclass(frozen=True)
class Promotion:
    """The dtype of the computation, and of the result."""

    rule: str = "common"
    """common: result_type of the operands; float: the same, but the default dtype instead of integers;
    counted: the same, but int64 instead of bool (square); double: float64 or complex128 (float_power);
    tensors: that of the tensors, to which numbers are converted (lerp); first: the first operand's dtype;
    out: that of the written tensor."""
    result: str = "same"
    """same: the compute dtype; bool; real: the real dtype of a complex one (abs); complex: the complex dtype
    of a floating one."""
    exact_out: bool = False
    """Whether out= must have the compute dtype, instead of any to which the result can be cast (most of the
    exact unary operators)."""
    fixed: dict = field(default_factory=dict)
    """Operands that always reach the kernel in this dtype and take no part in promotion: bool (a mask) or
    int64 (ldexp's exponent, which must not be bool)."""
    singles: tuple = ()
    """The last operands, if they are single elements: numbers, or 0-dim tensors that are read as numbers
    first.  They take no part in shapes and promotion (masked_fill's value)."""
    refuses: dict = field(default_factory=dict)
    """Compute class -> (exception, text) for operands that torch rejects before any other check."""


@dataclass(frozen=True)
class Layout:
    """The layout of results, if it differs from that of other operators."""

    new: dict = field(default_factory=dict)
    """Kind of the first operand -> the layout of a new result.  like: that of empty_like, then resized with a
    warning if operands broadcast; contiguous; uncast: that of the operands before casts (isclose, which
    begins with ==); number: as if one operand were a number, by the order of strides alone; abs: that of
    abs(self) == inf; finite: that of (self == self) * (abs(self) != inf).  For complex numbers, the last two
    go by the parts."""
    out: dict = field(default_factory=dict)
    """The layout of an out= that is resized.  number: as above; parts: contiguous if out= is real, because
    torch copies the real part of a complex result; copied: contiguous, and in place nothing is checked."""
    contiguous: bool = False
    """Whether a new result is always contiguous."""
    without_numbers: bool = False
    """Whether numbers do not affect the result's strides; otherwise they count as 0-dim tensors."""


@dataclass(frozen=True)
class Halves:
    """How float16 and bfloat16 are computed, in float32."""

    wide: tuple = ()
    """Operands of one element that stay float32 when the compute dtype is a half (as observed in torch)."""
    refused: bool = False
    """Whether there are no kernels for halves."""


@dataclass(frozen=True)
class Computation:
    """What the kernels need besides the expressions, and how they are compiled."""

    parameters: tuple = ()
    """What the expression uses besides the operands; in a public row, keywords of its signatures."""
    parametric: str | None = None
    """The row that computes when the first parameter is not its default (alpha, decimals); this row does not
    have it."""
    divisor: str | None = None
    """The operand in which an integer 0 is an error."""
    kernel: str | None = None
    """torch's name of the kernel, as in `"add_cpu" not implemented for 'Bool'`; by default the row's name."""
    kernel_of_number: str | None = None
    """The same if the last operand is a number."""
    unsigned: bool = False
    """Whether there are kernels for uint16, uint32 and uint64, too, in the class `int`."""
    vector: bool = True
    """Whether it is compiled for every CPU level, which is not worth it if libm does the work."""
    strided: bool = False
    """Whether a binary operator is so cheap that strided elements are computed without packing."""
    divides: bool = False
    """Whether, on real numbers, the processor's divider does the work, so that an element costs more than in
    an addition."""
    selects: bool = False
    """Whether the operand is a mask, and the kernel writes only the elements that it selects."""
    streams: bool = False
    """Whether a binary operator's expression also works on vectors, so that a large call stores its results
    past the caches."""
    lanes: tuple = ()
    """The vector function: the name in tb_..._lanes_f32 (core/kernels/math), and the suffixes that exist."""


@dataclass(frozen=True)
class Hooks:
    """What only one or a few operators need: functions of src/core/pointwise/operator_hooks.c, and facts that
    the engine looks up by name."""

    choose: str | None = None
    """The function that picks, by the operands, the row that torch computes."""
    checks: tuple = ()
    """Functions that check the whole call before shapes and dtypes are determined."""
    parameter: str | None = None
    """The function that checks the first parameter, if given, and returns the kernel's value (alpha;
    negated_alpha: torch's sub is add with -alpha, which affects the checks and complex zeros and
    infinities)."""
    before: str | None = None
    """The row that first computes the last operand from 2 and itself, in a separate call, as in torch
    (ldexp)."""
    converts: bool = False
    """Whether torch converts self first if the other operands are numbers (clamp, square of bool), so that
    self may overlap the written tensor."""
    writes: str = "all"
    """one_value: the same value is written everywhere, so that even a tensor with stride 0 may be written
    (fill); anywhere: torch does not check whether the written memory overlaps itself or operands (threshold);
    selected: in place, only the elements selected by the second operand, a mask, are written, with the third;
    even a tensor whose elements share memory may be written then, with a warning (masked_fill_)."""


@dataclass(frozen=True)
class Op:
    name: str
    """torch's name of the function; a name that starts with `_` has none of the forms."""
    summary: str
    """The first line of the docstring."""
    expressions: dict
    operands: tuple = ("self", "other")
    """The operands' names in warnings and errors; signatures call the first one `input`."""
    aliases: tuple = ()
    """Names, or Alias for one with its own signatures or forms."""
    numpy: tuple = ()
    """NumPy's names of the function, if they differ."""
    calling: Calling = Calling()
    promotion: Promotion = Promotion()
    layout: Layout = Layout()
    numbers: str = "wrap"
    """wrap: a number beyond an integer dtype wraps around; fit: a number that the dtype cannot hold is an
    error (fill, masked_fill); double: numbers are doubles first, and take no part in promotion if the first
    operand is floating; if one is nan, the result is nan, and the others need not fit (clamp)."""
    halves: Halves = Halves()
    computation: Computation = Computation()
    hooks: Hooks = Hooks()

    # ---- tests and documentation ----
    public: bool = True
    """Whether functions, methods and in-place methods are made from the row; other rows are internal."""
    called: bool = False
    """Whether an internal row is a function of tbcast._C, which compositions of the package call."""
    tolerance: str = "exact"
    """exact, ulp(n) or sum: the error that the differential tests allow."""
    reference: str = ""
    """For an operator that PyTorch lacks: an expression in PyTorch's terms of the operands' names and `out`,
    which is None, a tensor, or self in place.  The tests compare with it."""
    source: str = ""
    example: tuple = field(default=())
    """(expression, printed result), run by the doctests."""

    @property
    def masks(self) -> tuple:
        """The operands that are bool whatever the others are."""
        return tuple(name for name, dtype in self.promotion.fixed.items() if dtype == "bool")

    @property
    def symbol(self) -> str | None:
        """The symbol of Python's binary operator."""
        return NUMBER_SLOTS[self.calling.python][1] if self.calling.python in NUMBER_SLOTS else None

    @property
    def exchanged(self) -> bool:
        """Whether torch computes with the operands exchanged (rsub), which affects the fallback's shape."""
        return self.hooks.choose == "rsub"

    @property
    def functions(self) -> tuple:
        """Every name of a function in tbcast._C as an Alias."""
        return (Alias(self.name, (), False, False),) if self.called else self.names

    @property
    def names(self) -> tuple:
        """Every public name as an Alias."""
        if not self.public:
            return ()
        return tuple(map(self._alias, (self.name, *self.aliases)))

    def _alias(self, name) -> Alias:
        if not isinstance(name, Alias):
            name = Alias(name, (), self.calling.method, self.calling.inplace, self.calling.inplace_function)
        if not name.module:
            return name
        written = self.calling.inplace_function and name.module == "nn.functional"
        return Alias(name.name, name.signatures, False, False, written)
