"""Rows of comparisons: results are bool, self and other are promoted first."""

from codegen.operators.row import Calling, Computation, Layout, Op, Parameter, Promotion

BOTH_NAN = "((equal_nan != 0) & (a != a) & (b != b))"
NAN_A, NAN_B = "((a.re != a.re) | (a.im != a.im))", "((b.re != b.re) | (b.im != b.im))"

ROWS = (
    Op(
        "eq",
        "self == other, element by element.",
        {"bool": "a == b", "int": "a == b", "float": "a == b", "complex": "(a.re == b.re) & (a.im == b.im)"},
        calling=Calling(takes="number", python="EQ"),
        promotion=Promotion(result="bool"),
        computation=Computation(unsigned=True, strided=True, kernel="eq_cpu"),
        source="torch.eq",
        example=("torch.eq(torch.tensor([[1], [2]]), torch.tensor([1, 2]))",
                 "tensor([[ True, False],\n        [False,  True]])"),
        numpy=("equal",),
    ),
    Op(
        "ne",
        "self != other, element by element.",
        {"bool": "a != b", "int": "a != b", "float": "a != b", "complex": "(a.re != b.re) | (a.im != b.im)"},
        aliases=("not_equal",),
        calling=Calling(takes="number", python="NE"),
        promotion=Promotion(result="bool"),
        computation=Computation(unsigned=True, strided=True, kernel="ne_cpu"),
        source="torch.ne",
        example=("torch.ne(torch.tensor([[1], [2]]), torch.tensor([1, 2]))",
                 "tensor([[False,  True],\n        [ True, False]])"),
    ),
    Op(
        "lt",
        "self < other, element by element.",
        {"bool": "a < b", "integer": "a < b", "float": "a < b"},
        aliases=("less",),
        calling=Calling(takes="number", python="LT"),
        promotion=Promotion(result="bool"),
        computation=Computation(strided=True, kernel="lt_cpu"),
        source="torch.lt",
        example=("torch.lt(torch.tensor([[1], [2]]), torch.tensor([1, 2]))",
                 "tensor([[False,  True],\n        [False, False]])"),
    ),
    Op(
        "le",
        "self <= other, element by element.",
        {"bool": "a <= b", "integer": "a <= b", "float": "a <= b"},
        aliases=("less_equal",),
        calling=Calling(takes="number", python="LE"),
        promotion=Promotion(result="bool"),
        computation=Computation(strided=True, kernel="le_cpu"),
        source="torch.le",
        example=("torch.le(torch.tensor([[1], [2]]), torch.tensor([1, 2]))",
                 "tensor([[ True,  True],\n        [False,  True]])"),
    ),
    Op(
        "gt",
        "self > other, element by element.",
        {"bool": "a > b", "integer": "a > b", "float": "a > b"},
        aliases=("greater",),
        calling=Calling(takes="number", python="GT"),
        promotion=Promotion(result="bool"),
        computation=Computation(strided=True, kernel="gt_cpu"),
        source="torch.gt",
        example=("torch.gt(torch.tensor([[1], [2]]), torch.tensor([1, 2]))",
                 "tensor([[False, False],\n        [ True, False]])"),
    ),
    Op(
        "ge",
        "self >= other, element by element.",
        {"bool": "a >= b", "integer": "a >= b", "float": "a >= b"},
        aliases=("greater_equal",),
        calling=Calling(takes="number", python="GE"),
        promotion=Promotion(result="bool"),
        computation=Computation(strided=True, kernel="ge_cpu"),
        source="torch.ge",
        example=("torch.ge(torch.tensor([[1], [2]]), torch.tensor([1, 2]))",
                 "tensor([[ True, False],\n        [ True,  True]])"),
    ),
    Op(
        "_isclose",
        "|self - other| <= atol + rtol * |other|, and the left side is finite.",
        {"float": f"(a == b) | {BOTH_NAN} | TB_CLOSE(TB_ABS(a - b), (T)atol + TB_ABS((T)rtol * b))",
         "half": f"(a == b) | {BOTH_NAN} | "
                 "TB_CLOSE(ROUND(TB_ABS(a - b)), ROUND(ROUND((T)atol) + TB_ABS(ROUND((T)rtol * b))))",
         "complex": f"((a.re == b.re) & (a.im == b.im)) | ((equal_nan != 0) & {NAN_A} & {NAN_B}) | "
                    "TB_CLOSE(CALL(abs)(CALL(sub)(a, b)), (R)atol + CALL(abs)(MUL(b, ((T){(R)rtol, 0}))))"},
        promotion=Promotion("float", result="bool"),
        layout=Layout(new={"bool": "uncast", "int": "uncast"}),
        computation=Computation(
            parameters=(
            Parameter("rtol", 1e-05, "double"),
            Parameter("atol", 1e-08, "double"),
            Parameter("equal_nan", 0, "int"),
        ),
            vector=False,
        ),
        public=False,
    ),
)
