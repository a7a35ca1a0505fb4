"""What a row of the operator table can say.

An expression computes one element: `a`, `b`, `c` are the inputs, parameters have
their own names, `T` is the element type of the computation and `R` its real
type.  Expressions are given per compute class:

    bool      0 or 1 in a byte
    int       operators that need no sign (add, sub, mul, and): they run on
              uint8_t .. uint64_t and wrap
    integer   the integers' own types, where the sign counts
    float     float, double
    half      float16 and bfloat16 in float32 tiles; only where it differs from
              `float`: ROUND() rounds to the half type
    complex   through the C functions of complex.h, CALL(name)(a)
    bytes     any dtype of that element size: moving data without looking at it

In `float`, C(exp)(a) is libm's function for T; HELP(logit)(a, eps) is one of
real.h.

A row is tested, documented and typed without another line anywhere.
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

OLD_NAMES = {"true_divide": "div"}
"""Python 2's stem of special methods, which torch keeps: __div__, __rdiv__, __idiv__."""

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

OUT = "Tensor out = None"
SPECIAL = "_special_"


@dataclass(frozen=True)
class Parameter:
    """A number beside the operands, given by keyword."""

    name: str
    default: object = None
    """A number; "max" or "lowest": the dtype's own."""
    type: str = "T"
    """T: a number, which the kernel gets in the compute type; wide: the same, in float32 for the halves;
    real: the same of a Python float; double and int: a Python float or int that the kernel gets as double or
    int64_t, whatever the dtype."""


@dataclass(frozen=True)
class Alias:
    """Another name of a row, where torch's differs in more than the name."""

    name: str
    signatures: tuple = ()
    """Instead of the row's."""
    method: bool = True
    inplace: bool = True
    inplace_function: bool = False

    @property
    def special(self) -> str | None:
        """The name in tbcast.special, whose functions are called `_special_...` in tbcast._C."""
        return self.name.removeprefix(SPECIAL) if self.name.startswith(SPECIAL) else None


@dataclass(frozen=True)
class Calling:
    """How it is called."""

    signatures: tuple = ()
    """torch's overloads, as its messages print them (codegen/signatures.py); by default made from operands,
    `takes` and parameters."""
    takes: str = "tensors"
    """What operands may be.  tensors: what `signatures` say, by default tensors only; number: the last may be
    a number, in an overload of its own; wrapped: numbers count as tensors, whatever the overload."""
    methods: tuple = ()
    """The methods' overloads, where they are not the functions' without the first operand (where)."""
    out: bool = True
    method: bool = True
    inplace: bool = True
    inplace_function: bool = False
    """torch.exp_(t): the in-place method as a function."""
    itself: tuple = ()
    """Kinds of dtypes (bool, int, float, complex) of which the result is the operand itself (positive)."""
    python: str | None = None
    """Python's operator: a key of NUMBER_SLOTS (`subtract` stands for nb_subtract and nb_inplace_subtract,
    that is __sub__, __rsub__, __isub__), UNARY_SLOTS or COMPARISONS."""
    python_refusal: str | None = None
    """What Python's unary operator says of floating and complex tensors, a TypeError (~)."""
    reflected: str = "swap"
    """number <op> tensor: `swap` is op(number, tensor), `commute` op(tensor, number) (the place shows in the
    halves, see Halves), `reciprocal` is tensor.reciprocal() * number."""
    modes: dict = field(default_factory=dict)
    """div's rounding_mode: word -> row that computes it."""
    without: dict = field(default_factory=dict)
    """clamp's optional operands: the operand that is None -> row that does without it."""
    alone: str | None = None
    """The binding that serves the overload of the first operand alone (where(condition) is nonzero)."""


@dataclass(frozen=True)
class Promotion:
    """Which dtype is computed in, and which results."""

    rule: str = "common"
    """common: result_type of the operands; float: the same, integral results become the default dtype;
    counted: the same, bool becomes int64 (square); double: float64 or complex128 (float_power); tensors:
    that of the tensors, which numbers follow (lerp); first: the first operand's dtype; out: the written
    tensor's."""
    result: str = "same"
    """same: the compute dtype; bool; real: of complex its real dtype (abs); complex: of float its complex
    dtype."""
    exact_out: bool = False
    """out= has the compute dtype, instead of any that the result can be cast to (most of the exact unary
    operators)."""
    fixed: dict = field(default_factory=dict)
    """Operands that reach the kernel in a dtype of their own, whatever the others are, and take no part in
    promotion: bool (a mask) or int64 (ldexp's exponent, which must not be bool)."""
    singles: tuple = ()
    """The last operands, where they are one element: a number, or a 0-dim tensor that is read as one before
    anything else; no part in shapes and promotion (masked_fill's value)."""
    refuses: dict = field(default_factory=dict)
    """Compute class -> (exception, text): operands that torch refuses before anything else."""


@dataclass(frozen=True)
class Layout:
    """The strides of results, where they are not laid out as operators otherwise do."""

    new: dict = field(default_factory=dict)
    """Kind of the first operand -> what a new result is laid out like.  like: by empty_like, and then resized
    with a warning if operands broadcast; contiguous; uncast: as the operands are before they are cast
    (isclose, which begins with ==); number: as beside a number, that is by the order of strides alone; abs:
    as abs(self) == inf; finite: as (self == self) * (abs(self) != inf); both of complex numbers as of their
    parts."""
    out: dict = field(default_factory=dict)
    """The same of an out= that is resized.  number; parts: contiguous where out= is real, for torch copies
    the real part of a complex result; copied: contiguous, and in place nothing is looked at."""
    contiguous: bool = False
    """A new result is contiguous whatever the operands' layouts."""
    without_numbers: bool = False
    """A number takes no part in the result's strides; elsewhere it counts as a 0-dim tensor."""


@dataclass(frozen=True)
class Halves:
    """float16 and bfloat16, which are computed in float32."""

    wide: tuple = ()
    """Operands that, having one element, stay float32 when the compute dtype is a half (seen in torch)."""
    refused: bool = False
    """There are no kernels for them."""


@dataclass(frozen=True)
class Computation:
    """What the kernels compute beside the expressions, and how they are compiled."""

    parameters: tuple = ()
    """What the expression uses beside the operands; of a public row, keywords of its signatures."""
    parametric: str | None = None
    """The row that computes where the first parameter is not its default (alpha, decimals); this one does
    without it."""
    divisor: str | None = None
    """The operand in which, among integers, a 0 is an error."""
    kernel: str | None = None
    """torch's name of the kernel, in `"add_cpu" not implemented for 'Bool'`; by default the row's name."""
    kernel_of_number: str | None = None
    """The same where the last operand is a number."""
    unsigned: bool = False
    """Of uint16, uint32 and uint64 too, as integers that need no sign."""
    vector: bool = True
    """Compiled for every CPU level; not worth it where libm does the work."""
    strided: bool = False
    """Of two operands, and so cheap that strided elements are computed where they are, one by one."""
    divides: bool = False
    """The processor's divider does the work, on real numbers: an element costs more than an addition."""
    selects: bool = False
    """The operand is a mask, and the kernel writes the elements that it selects, and no others."""
    streams: bool = False
    """Of two operands, an expression that holds for vectors, too: what a large call computes goes from
    registers to memory, past the caches."""
    libmvec: str = ""
    """Of one operand, in vectors: float32 is our own tb_NAME_lanes_f32 (vectors_*.h), float64 a function of
    glibc's libmvec, by its plain name ..."""
    libmvec_expression: str = ""
    """... and its use as f(a), if that is not all (sigmoid)."""
    narrow: bool = False
    """libmvec has it faster for 32 bytes than for 64."""
    lanes: tuple = ()
    """Of two operands, our own: the name of tb_..._lanes_f32 in vectors_float.h, and the suffixes it
    exists for."""


@dataclass(frozen=True)
class Hooks:
    """What is peculiar to one operator, or to few: functions of src/core/pointwise/operator_hooks.c, and
    facts that the engine asks for by name."""

    choose: str | None = None
    """Looks at the operands first: which row is it that torch computes?"""
    checks: tuple = ()
    """Look at the whole call before shapes and dtypes are decided."""
    parameter: str | None = None
    """Checks the first parameter, if it is given, and says what the kernel gets (alpha; negated_alpha:
    torch's sub is add with -alpha, which shows in the checks and in complex zeros and infinities)."""
    before: str | None = None
    """The row that makes the last operand of a 2 and itself first (ldexp): a call of its own, as in torch."""
    converts: bool = False
    """torch converts self beside numbers before anything else (clamp, square of bool): it may overlap with
    what is written."""
    writes: str = "all"
    """one_value: the same value goes everywhere (fill), so that even a tensor with stride 0 may be written;
    anywhere: torch does not ask what the written memory shares, with itself or with operands (threshold);
    selected: in place only the elements that the second operand, a mask, selects are written, with the third:
    even a tensor whose elements share memory may be written then, with a warning (masked_fill_)."""


@dataclass(frozen=True)
class Op:
    name: str
    """torch's name of the function; none of the forms exists for names that start with `_`."""
    summary: str
    """First line of the docstring."""
    expressions: dict
    operands: tuple = ("self", "other")
    """Names in warnings and errors; their number is the arity.  In signatures the first is `input`."""
    aliases: tuple = ()
    """Names, or Alias where one has signatures or forms of its own."""
    numpy: tuple = ()
    """NumPy's names of the function, where they are others."""
    calling: Calling = Calling()
    promotion: Promotion = Promotion()
    layout: Layout = Layout()
    numbers: str = "wrap"
    """wrap: a number beyond an integer dtype wraps around; fit: one that the dtype cannot hold is refused
    (fill, masked_fill); double: numbers are doubles first, where one is nan, which is the result then, the
    others need not fit, and they take no part in promotion if the first operand is floating (clamp)."""
    halves: Halves = Halves()
    computation: Computation = Computation()
    hooks: Hooks = Hooks()

    # ---- tests and documentation ----
    public: bool = True
    """Functions, methods and in-place methods are made from the row; other rows serve the engine."""
    tolerance: str = "exact"
    """exact, ulp(n) or sum: what the differential tests allow."""
    reference: str = ""
    """Of an operator that PyTorch lacks: an expression of PyTorch's with the names of the operands and
    `out`, which is None, a tensor, or self in place.  The tests compare with that."""
    source: str = ""
    example: tuple = field(default=())
    """(expression, printed result), run by the doctests."""

    @property
    def masks(self) -> tuple:
        """The operands that are bool whatever the others are."""
        return tuple(name for name, dtype in self.promotion.fixed.items() if dtype == "bool")

    @property
    def symbol(self) -> str | None:
        """Python's binary operator as it is written."""
        return NUMBER_SLOTS[self.calling.python][1] if self.calling.python in NUMBER_SLOTS else None

    @property
    def exchanged(self) -> bool:
        """torch computes with the operands in the other order (rsub), which shows in the fallback's shape."""
        return self.hooks.choose == "rsub"

    @property
    def names(self) -> tuple:
        """Every public name as an Alias."""
        if not self.public:
            return ()
        return tuple(map(self._alias, (self.name, *self.aliases)))

    def _alias(self, name) -> Alias:
        if not isinstance(name, Alias):
            name = Alias(name, (), self.calling.method, self.calling.inplace, self.calling.inplace_function)
        return name if not name.special else Alias(name.name, name.signatures, False, False)
