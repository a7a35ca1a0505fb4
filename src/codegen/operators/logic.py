"""Rows of logic and bits, and predicates of a number: nan, infinite, finite, real, negative."""

from codegen.operators.row import Calling, Computation, Hooks, Layout, Op, Promotion

BITS = (
    "Tensor input, Tensor other, *, Tensor out = None",
    "Number self, Tensor other",
    "Tensor input, Number other, *, Tensor out = None",
)
TRUE_A, TRUE_B = "((a.re != 0) | (a.im != 0))", "((b.re != 0) | (b.im != 0))"
LIKE = {"bool": "like", "int": "like"}
NEVER, ALWAYS = "(a & 0) != 0", "(a & 0) == 0"
NOT_BITS = "~ (operator.invert) is only implemented on integer and Boolean-type tensors"


def _logical(name, symbol, meaning, printed) -> Op:
    real = f"(a != 0) {symbol} (b != 0)"
    return Op(
        f"logical_{name}",
        f"{meaning}, element by element; numbers other than 0 count as True.",
        {"bool": f"a {symbol} b", "int": real, "float": real, "complex": f"{TRUE_A} {symbol} {TRUE_B}"},
        promotion=Promotion(result="bool"),
        computation=Computation(kernel=f"logical_{name}_cpu"),
        source=f"torch.logical_{name}",
        example=(f"torch.logical_{name}(torch.tensor([[0], [2]]), torch.tensor([0., 0.5]))", printed),
    )


def _bitwise(name, symbol, printed) -> Op:
    return Op(
        f"bitwise_{name}",
        f"self {symbol} other, bit by bit; logical for bool tensors.",
        {"bool": f"a {symbol} b", "int": f"a {symbol} b"},
        calling=Calling(signatures=BITS, takes="number", python=name, reflected="commute"),
        computation=Computation(unsigned=True, kernel=f"bitwise_{name}_cpu"),
        source=f"torch.bitwise_{name}",
        example=(f"torch.bitwise_{name}(torch.tensor([[6], [3]]), torch.tensor([3, 5]))", printed),
    )


def _shift(name, symbol, expressions, beyond, printed) -> Op:
    return Op(
        f"bitwise_{name}_shift",
        f"self {symbol} other: the bits of self shifted; {beyond}.",
        expressions,
        calling=Calling(signatures=BITS, takes="number", python=f"{name[0]}shift"),
        computation=Computation(kernel=f"{name[0]}shift_cpu"),
        source=f"torch.bitwise_{name}_shift",
        example=(f"torch.bitwise_{name}_shift(torch.tensor([[1], [12]]), torch.tensor([1, 2]))", printed),
        numpy=(f"{name}_shift",),
    )


def _predicate(name, summary, integers, real, complex_, numbers, printed, layouts=None) -> Op:
    complexes = {"complex": complex_} if complex_ else {}
    refuses = {} if complex_ else {"complex": ("RuntimeError", f"{name} does not support complex inputs.")}
    return Op(
        name,
        summary,
        {"bool": integers, "int": integers, "float": real, **complexes},
        operands=("self",),
        calling=Calling(inplace=False, out=complex_ is None),
        promotion=Promotion(
            result="bool",
            refuses=refuses,
        ),
        layout=Layout(new=layouts or {}),
        computation=Computation(unsigned=True),
        hooks=Hooks(checks=() if complex_ else ("bool_out",)),
        source=f"torch.{name}",
        example=(f"torch.{name}(torch.tensor({numbers}))", printed),
    )


ROWS = (
    _logical(
        "and", "&", "Whether both operands are True", "tensor([[False, False],\n        [False,  True]])"
    ),
    _logical(
        "or", "|", "Whether at least one operand is True", "tensor([[False,  True],\n        [ True,  True]])"
    ),
    _logical(
        "xor", "^", "Whether exactly one operand is True", "tensor([[False,  True],\n        [ True, False]])"
    ),
    Op(
        "logical_not",
        "Whether self is 0, element by element.",
        {"bool": "a ^ 1", "int": "a == 0", "float": "a == 0", "complex": f"!{TRUE_A}"},
        operands=("self",),
        promotion=Promotion(result="bool"),
        computation=Computation(kernel="logical_not_cpu"),
        source="torch.logical_not",
        example=("torch.logical_not(torch.tensor([0, 1, 2]))", "tensor([ True, False, False])"),
    ),
    _bitwise("and", "&", "tensor([[2, 4],\n        [3, 1]])"),
    _bitwise("or", "|", "tensor([[7, 7],\n        [3, 7]])"),
    _bitwise("xor", "^", "tensor([[5, 3],\n        [0, 6]])"),
    Op(
        "bitwise_not",
        "~self, bit by bit; logical for bool tensors.",
        {"bool": "a ^ 1", "int": "~a"},
        operands=("self",),
        calling=Calling(python="invert", python_refusal=NOT_BITS),
        promotion=Promotion(exact_out=True),
        computation=Computation(kernel="bitwise_not_cpu"),
        source="torch.bitwise_not",
        example=("torch.bitwise_not(torch.tensor([0, 1, -3]))", "tensor([-1, -2,  2])"),
        numpy=("invert", "bitwise_invert"),
    ),
    _shift("left", "<<", {"int": "b < 8 * sizeof(T) ? (T)(a << b) : 0"},
           "0 if other is negative or not below the number of bits",
           "tensor([[ 2,  4],\n        [24, 48]])"),
    _shift("right", ">>", {"integer": "a >> ((uint64_t)b < TB_SIGNIFICANT(T) ? b : (T)TB_SIGNIFICANT(T))"},
           "the sign is kept, and fills all bits if other is negative or too large",
           "tensor([[0, 0],\n        [6, 3]])"),
    _predicate("isnan", "Whether self is nan, element by element; for complex numbers, whether either part "
    "is.",
              NEVER, "a != a", "(a.re != a.re) | (a.im != a.im)",
              "[1., float('nan'), float('inf')]", "tensor([False,  True, False])"),
    _predicate("isinf", "Whether self is infinite, element by element; for complex numbers, whether either "
    "part is.",
              NEVER, "TB_ISINF(a)", "TB_ISINF(a.re) | TB_ISINF(a.im)",
              "[1., float('nan'), -float('inf')]", "tensor([False, False,  True])",
              {**LIKE, "float": "abs", "complex": "abs"}),
    _predicate("isfinite", "Whether self is finite, element by element; for complex numbers, whether both "
    "parts are.",
              ALWAYS, "a - a == 0", "(a.re - a.re == 0) & (a.im - a.im == 0)",
              "[1., float('nan'), float('inf')]", "tensor([ True, False, False])",
              {**LIKE, "float": "finite", "complex": "finite"}),
    _predicate("isreal", "Whether self is real, element by element; for complex numbers, whether the "
    "imaginary part is 0.",
              ALWAYS, "(a == a) | (a != a)", "a.im == 0", "[1., 2j]", "tensor([ True, False])",
              {**LIKE, "float": "like", "complex": "number"}),
    _predicate("isposinf", "Whether self is positive infinity, element by element.",
              NEVER, "a == INFINITY", None, "[1., float('inf'), -float('inf')]",
              "tensor([False,  True, False])"),
    _predicate("isneginf", "Whether self is negative infinity, element by element.",
              NEVER, "a == -INFINITY", None, "[1., float('inf'), -float('inf')]",
              "tensor([False, False,  True])"),
    Op(
        "signbit",
        "Whether the sign bit of self is set, element by element: for -0.0 and some nan, too.",
        {"bool": NEVER, "int": NEVER, "integer": "a >> (8 * sizeof(T) - 1) & TB_SIGNED(T)",
         "float": "signbit(a) != 0"},
        operands=("self",),
        calling=Calling(inplace=False),
        promotion=Promotion(
            result="bool",
            refuses={"complex": ("NotImplementedError", "signbit is not implemented for complex tensors.")},
        ),
        computation=Computation(unsigned=True),
        hooks=Hooks(checks=("bool_out",)),
        source="torch.signbit",
        example=("torch.signbit(torch.tensor([1., -0., -2.]))", "tensor([False,  True,  True])"),
    ),
)
