"""Rows of arithmetic between tensors."""

from row import Alias, Op, Parameter

ALPHA = (
    "Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None",
    "Tensor input, Number alpha, Tensor other, *, Tensor out = None|deprecated",
)
ALPHA_NUMBER = (
    "Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None",
    "Tensor input, Number other, Number alpha = 1",
)
ALPHA_LAST = (
    "Tensor input, Tensor other, *, Number alpha = 1",
    "Tensor input, Number other, Number alpha = 1",
)
NUMBER = ("Tensor input, Tensor other, *, Tensor out = None", "Tensor input, Number other")
NUMBER_OUT = (
    "Tensor input, Tensor other, *, Tensor out = None",
    "Tensor input, Number other, *, Tensor out = None",
)
NUMBER_LEFT = (NUMBER_OUT[0], "Number self, Tensor other", NUMBER_OUT[1])
MODE = "Tensor input, Tensor other, *, str rounding_mode, Tensor out = None"
MODE_NUMBER = "Tensor input, Number other, *, str rounding_mode"
DIV_TRUNC = {"integer": "HELP(div_trunc)(a, b)", "float": "HELP(div_trunc)(a, b)"}
FLOOR_DIVIDE = {"integer": "HELP(floor_divide)(a, b)", "float": "HELP(floor_divide)(a, b)"}

ROWS = (
    Op(
        "add",
        "self + alpha * other, element by element.",
        {"bool": "a | b", "int": "a + b", "float": "a + b", "complex": "ADD(a, MUL(ONE, b))"},
        signatures=ALPHA,
        takes="wrapped",
        parameters=(Parameter("alpha", 1),),
        parametric="_add_alpha",
        python="add",
        reflected="commute",
        source="torch.add",
        example=(
            "torch.add(torch.ones(2, 1), torch.tensor([1., 2.]), alpha=10)",
            "tensor([[11., 21.],\n        [11., 21.]])",
        ),
    ),
    Op(
        "_add_alpha",
        "add with alpha.",
        {
            "bool": "a | (alpha & b)",
            "int": "a + 1u * alpha * b",
            "float": "a + alpha * b",
            "half": "a + ROUND(alpha * b)",
            "complex": "ADD(a, MUL(alpha, b))",
        },
        parameters=(Parameter("alpha"),),
        public=False,
    ),
    Op(
        "sub",
        "self - alpha * other, element by element.",
        {"int": "a - b", "float": "a - b", "complex": "ADD(a, MUL(MINUS_ONE, b))"},
        aliases=(Alias("subtract", ALPHA_NUMBER),),
        signatures=ALPHA,
        takes="wrapped",
        parameters=(Parameter("alpha", 1),),
        parametric="_add_alpha",
        negates_alpha=True,
        python="subtract",
        checks=("subtract_bool",),
        source="torch.sub",
        example=(
            "torch.sub(torch.tensor([5, 6]), torch.tensor([[1], [2]]))",
            "tensor([[4, 5],\n        [3, 4]])",
        ),
    ),
    Op(
        "mul",
        "self * other, element by element.",
        {"bool": "a & b", "int": "1u * a * b", "float": "a * b", "complex": "MUL(a, b)"},
        aliases=(Alias("multiply", NUMBER),),
        takes="wrapped",
        python="multiply",
        reflected="commute",
        wide_scalars=("other",),
        source="torch.mul",
        example=(
            "torch.mul(torch.tensor([[1], [2]]), torch.tensor([10, 20]))",
            "tensor([[10, 20],\n        [20, 40]])",
        ),
    ),
    Op(
        "div",
        "self / other, element by element: true division, integers give the default dtype; rounding_mode "
        "'floor' and 'trunc' round the quotient instead, with the dtype by type promotion.",
        {"float": "a / b", "complex": "DIV(a, b)"},
        aliases=(Alias("divide", (NUMBER[0], MODE, NUMBER[1], MODE_NUMBER)), Alias("true_divide", NUMBER)),
        signatures=(NUMBER[0], MODE, MODE_NUMBER),
        takes="wrapped",
        modes={"trunc": "_div_trunc", "floor": "floor_divide"},
        promotion="float",
        python="true_divide",
        reflected="reciprocal",
        wide_scalars=("other",),
        source="torch.div",
        example=(
            "torch.div(torch.tensor([[1], [3]]), torch.tensor([2, 4]))",
            "tensor([[0.5000, 0.2500],\n        [1.5000, 0.7500]])",
        ),
    ),
    Op(
        "reciprocal",
        "1 / self, element by element; integers give the default dtype.",
        {"float": "(T)1 / a", "complex": "DIV(ONE, a)"},
        operands=("self",),
        promotion="float",
        inplace_function=True,
        source="torch.reciprocal",
        example=("torch.reciprocal(torch.tensor([1, 2, 4]))", "tensor([1.0000, 0.5000, 0.2500])"),
    ),
    Op(
        "_div_trunc",
        "div with rounding_mode='trunc'.",
        {**DIV_TRUNC, "half": "HELP(div_trunc)(a, b)"},
        wide_scalars=("other",),
        divisor="other",
        choose="div_trunc",
        kernel="div_trunc_cpu",
        public=False,
    ),
    Op(
        "_div_trunc_once",
        "The same for a divisor of one element: halves in float32, rounded once.",
        DIV_TRUNC,
        divisor="other",
        public=False,
    ),
    Op(
        "floor_divide",
        "The quotient of self and other rounded towards minus infinity, element by element.",
        {**FLOOR_DIVIDE, "half": "HELP(floor_divide)(a, b)"},
        signatures=NUMBER,
        takes="wrapped",
        python="floor_divide",
        wide_scalars=("other",),
        divisor="other",
        choose="floor_divide",
        kernel="div_floor_cpu",
        vector=False,
        lanes=("floor_divide", "f32", "f64"),
        source="torch.floor_divide",
        example=(
            "torch.floor_divide(torch.tensor([7, -7]), torch.tensor([[2], [-2]]))",
            "tensor([[ 3, -4],\n        [-4,  3]])",
        ),
    ),
    Op(
        "_floor_divide_once",
        "The same for a divisor of one element: halves in float32, rounded once.",
        FLOOR_DIVIDE,
        divisor="other",
        vector=False,
        lanes=("floor_divide", "f32", "f64"),
        public=False,
    ),
    Op(
        "remainder",
        "What is left of self after division by other, with the sign of other, element by element.",
        {"integer": "HELP(remainder)(a, b)", "float": "HELP(remainder)(a, b)"},
        signatures=NUMBER_LEFT,
        python="remainder",
        divisor="other",
        kernel="remainder_cpu",
        vector=False,
        lanes=("remainder", "f32", "f64"),
        source="torch.remainder",
        example=(
            "torch.remainder(torch.tensor([7., -7.]), torch.tensor([[3.], [-3.]]))",
            "tensor([[ 1.,  2.],\n        [-2., -1.]])",
        ),
    ),
    Op(
        "fmod",
        "What is left of self after division by other, with the sign of self, element by element.",
        {"integer": "HELP(fmod)(a, b)", "float": "C(tb_fmod)(a, b)"},
        signatures=NUMBER_OUT,
        divisor="other",
        kernel="fmod_cpu",
        vector=False,
        lanes=("fmod", "f32", "f64"),
        source="torch.fmod",
        example=(
            "torch.fmod(torch.tensor([7., -7.]), torch.tensor([[3.], [-3.]]))",
            "tensor([[ 1., -1.],\n        [ 1., -1.]])",
        ),
    ),
    Op(
        "rsub",
        "other - alpha * self, element by element.",
        {"int": "a - b", "float": "a - b", "complex": "ADD(a, MUL(MINUS_ONE, b))"},
        signatures=ALPHA_LAST,
        out=False,
        method=False,
        inplace=False,
        parameters=(Parameter("alpha", 1),),
        parametric="_add_alpha",
        choose="rsub",
        source="torch.rsub",
        example=(
            "torch.rsub(torch.tensor([5, 6]), torch.tensor([[1], [2]]))",
            "tensor([[-4, -5],\n        [-3, -4]])",
        ),
    ),
    Op(
        "gcd",
        "The greatest common divisor of self and other, element by element.",
        {"integer": "HELP(gcd)(a, b)"},
        inplace_function=True,
        kernel="gcd_cpu",
        vector=False,
        source="torch.gcd",
        example=(
            "torch.gcd(torch.tensor([12, 18]), torch.tensor([[8], [9]]))",
            "tensor([[4, 2],\n        [3, 9]])",
        ),
    ),
    Op(
        "lcm",
        "The least common multiple of self and other, element by element.",
        {"integer": "HELP(lcm)(a, b)"},
        inplace_function=True,
        kernel="lcm_cpu",
        vector=False,
        source="torch.lcm",
        example=(
            "torch.lcm(torch.tensor([4, 6]), torch.tensor([[8], [9]]))",
            "tensor([[ 8, 24],\n        [36, 18]])",
        ),
    ),
)
