"""Rows of the matrix products, and of what is made of them."""

from codegen.functions.row import Function

NO_BLAS = (
    "A blocked kernel of its own, and no BLAS: float32 (256, 256) by (256, 256) takes about as long as in "
    "one "
    "on processors with AVX2, other sizes may take longer.  Halves are summed in float32 and rounded once, "
    "integers wrap."
)
SAME_DTYPE = "Both of one dtype, which is not bool."
RAISES = (
    "Raises RuntimeError for sizes that do not fit and for different dtypes, NotImplementedError for bool, "
    "TypeError for what is no Tensor."
)
OUT = "*, Tensor out = None"
SUM = "*, Number beta = 1, Number alpha = 1"


def product(name, summary, first, second, **facts):
    """A row of two operands."""
    typed = facts.pop("typed", False)
    signatures = (f"Tensor {first}, Tensor {second}, {OUT}",)
    if typed:
        signatures += (f"Tensor {first}, Tensor {second}, torch.dtype out_dtype, {OUT}",)
        facts["methods"] = (f"Tensor {second}",)
    return Function(
        name,
        summary,
        signatures,
        "product",
        code=f"TB_{name.upper()}",
        stands_for={second: "other"},
        raises=RAISES,
        notes=NO_BLAS,
        **facts,
    )


def addr(name, form, summary, result, example):
    """form: of torch's name, the method that writes self or not."""
    vectors = "Tensor vec1, Tensor vec2"
    deprecated = tuple(f"{{}}{alpha}{vectors}" for alpha in ("Number alpha, ", ""))
    function = form == "ADDR"
    out = (", Tensor out = None", ", *, Tensor out = None") if function else ("", "")
    return Function(
        name,
        summary,
        (
            f"Tensor input, {vectors}, {SUM}{out[0]}",
            *(text.format("Number beta, Tensor input, ") + out[1] + "|deprecated" for text in deprecated),
        ),
        "in_python",
        code=f"TBPY_HOOK_{form}",
        methods=(
            f"{vectors}, {SUM}",
            *(text.format("Number beta, ") + "|deprecated" for text in deprecated),
        ),
        function=function,
        operands="Operands: vectors of n and m elements, of any dtypes, which are promoted; input broadcasts "
        "to (n, m).",
        result=result,
        raises="Raises RuntimeError for other sizes, and for fractions beside integers.",
        notes="Where beta is 0 input's values are not looked at.",
        example=example,
    )


def added(name, summary, left, right, typed=False, **facts):
    """A row that adds a product to input."""
    operands = f"Tensor {left}, Tensor {right}"
    signatures = (f"Tensor input, {operands}, {SUM}, Tensor out = None",)
    if typed:
        signatures += (f"Tensor input, {operands}, torch.dtype out_dtype, {SUM}, Tensor out = None",)
    signatures += tuple(
        f"Number beta, Tensor input, {alpha}{operands}, *, Tensor out = None|deprecated"
        for alpha in ("Number alpha, ", "")
    )
    return Function(
        name,
        summary,
        signatures,
        "product_sum",
        stands_for={left: "mat1", right: "mat2"},
        code=f"TB_{name.upper()}",
        methods=(
            f"{operands}, {SUM}",
            *(f"Number beta, {alpha}{operands}|deprecated" for alpha in ("Number alpha, ", "")),
        ),
        inplace=True,
        raises=RAISES,
        notes="Where beta is 0 input's values are not looked at.",
        **facts,
    )


ROWS = (
    product(
        "matmul",
        "The matrix product of input and other: input @ other.",
        "input",
        "other",
        operands="Operands: of at least 1 dimension; more than 2 are a batch of matrices, and broadcast. "
        + SAME_DTYPE,
        result="Result: a 1-dimensional operand is a row on the left, a column on the right, and its "
        "dimension "
        "is dropped.",
        example=(
            "torch.matmul(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 10.]))",
            "tensor([21., 43.])",
        ),
    ),
    product(
        "mm",
        "The product of two matrices.",
        "input",
        "mat2",
        typed=True,
        operands="Operands: (n, m) and (m, p); they do not broadcast. " + SAME_DTYPE,
        result="Result: (n, p).",
        example=(
            "torch.mm(torch.tensor([[1, 2], [3, 4]]), torch.tensor([[0, 1], [1, 0]]))",
            "tensor([[2, 1],\n        [4, 3]])",
        ),
    ),
    product(
        "bmm",
        "The products of a batch of matrices.",
        "input",
        "mat2",
        typed=True,
        operands="Operands: (b, n, m) and (b, m, p); they do not broadcast. " + SAME_DTYPE,
        result="Result: (b, n, p).",
        example=(
            "torch.bmm(torch.ones(1, 1, 3), torch.ones(1, 3, 2))",
            "tensor([[[3., 3.]]])",
        ),
    ),
    product(
        "mv",
        "The product of a matrix and a vector.",
        "input",
        "vec",
        operands="Operands: (n, m) and (m). " + SAME_DTYPE,
        result="Result: (n).",
        example=("torch.mv(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 1.]))", "tensor([3., 7.])"),
    ),
    product(
        "dot",
        "The dot product of two vectors.",
        "input",
        "tensor",
        operands="Operands: two 1-dimensional tensors of one size; they do not broadcast. " + SAME_DTYPE,
        result="Result: a 0-dim tensor.",
        example=("torch.dot(torch.tensor([1., 2.]), torch.tensor([3., 4.]))", "tensor(11.)"),
    ),
    product(
        "vdot",
        "The dot product of two vectors, the first one conjugated.",
        "input",
        "other",
        operands="Operands: two 1-dimensional tensors of one size; they do not broadcast. " + SAME_DTYPE,
        result="Result: a 0-dim tensor.",
        example=("torch.vdot(torch.tensor([1 + 2j]), torch.tensor([1 + 2j]))", "tensor(5.+0.j)"),
    ),
    added(
        "addmm",
        "beta * input + alpha * (mat1 @ mat2).",
        "mat1",
        "mat2",
        typed=True,
        operands="Operands: mat1 (n, m), mat2 (m, p), input broadcasts to (n, p). All of one dtype, not "
        "bool.",
        result="Result: (n, p).",
        example=(
            "torch.addmm(torch.ones(1, 2), torch.ones(1, 3), torch.ones(3, 2), beta=10)",
            "tensor([[13., 13.]])",
        ),
    ),
    added(
        "addmv",
        "beta * input + alpha * (mat @ vec).",
        "mat",
        "vec",
        operands="Operands: mat (n, m), vec (m), input (n), (1) or 0-dim. All of one dtype, not bool.",
        result="Result: (n).",
        example=(
            "torch.addmv(torch.ones(2), torch.ones(2, 3), torch.ones(3), alpha=10)",
            "tensor([31., 31.])",
        ),
    ),
    added(
        "addbmm",
        "beta * input + alpha * the sum of all batch1[i] @ batch2[i].",
        "batch1",
        "batch2",
        operands="Operands: batch1 (b, n, m), batch2 (b, m, p), input broadcasts to (n, p). All of one "
        "dtype, "
        "not bool.",
        result="Result: (n, p).",
        example=(
            "torch.addbmm(torch.ones(1, 2), torch.ones(4, 1, 3), torch.ones(4, 3, 2))",
            "tensor([[13., 13.]])",
        ),
    ),
    added(
        "baddbmm",
        "beta * input + alpha * torch.bmm(batch1, batch2).",
        "batch1",
        "batch2",
        typed=True,
        operands="Operands: batch1 (b, n, m), batch2 (b, m, p), input broadcasts to (b, n, p). All of one "
        "dtype, "
        "not bool.",
        result="Result: (b, n, p).",
        example=(
            "torch.baddbmm(torch.ones(1, 1, 2), torch.ones(1, 1, 3), torch.ones(1, 3, 2))",
            "tensor([[[4., 4.]]])",
        ),
    ),
    *(
        Function(
            name,
            "The products of every element of input with every one of vec2.",
            (f"Tensor input, Tensor vec2, {OUT}",),
            "outer",
            code=code,
            operands="Operands: 1-dimensional tensors of any dtypes; result type promotion applies.",
            result="Result: (n, m) for vectors of n and m elements.",
            raises="Raises RuntimeError for other dimensions.",
            example=(
                f"torch.{name}(torch.tensor([1, 2]), torch.tensor([3, 4]))",
                "tensor([[3, 4],\n        [6, 8]])",
            ),
        )
        for name, code in (("outer", "TBPY_OUTER"), ("ger", "TBPY_GER"))
    ),
    addr(
        "addr",
        "ADDR",
        "beta * input + alpha * the outer product of vec1 and vec2.",
        "Result: (n, m).",
        (
            "torch.addr(torch.ones(2, 2), torch.tensor([1., 2.]), torch.tensor([3., 4.]))",
            "tensor([[4., 5.],\n        [7., 9.]])",
        ),
    ),
    addr(
        "addr_",
        "ADDR_IN_PLACE",
        "In-place addr: self is written and returned.",
        "",
        (
            "torch.ones(2, 2).addr_(torch.tensor([1., 2.]), torch.tensor([3., 4.]))",
            "tensor([[4., 5.],\n        [7., 9.]])",
        ),
    ),
    Function(
        "cross",
        "The cross products of vectors of three elements along dim.",
        ("Tensor input, Tensor other, int dim = None, *, Tensor out = None",),
        "in_python",
        code="TBPY_HOOK_CROSS",
        operands="Operands: tensors of as many dimensions, which broadcast, of one dtype that is not bool; "
        "dim is the first one of size 3 where it is not given, with a UserWarning.",
        result="Result: of the broadcast sizes, contiguous.",
        raises="Raises RuntimeError for other sizes and several dtypes, NotImplementedError for bool.",
        example=("torch.cross(torch.tensor([1, 0, 0]), torch.tensor([0, 1, 0]), 0)", "tensor([0, 0, 1])"),
    ),
    Function(
        "cdist",
        "The p-norm distances between the rows of x1 and the rows of x2: what tbcast.cdist computes.",
        ("Tensor x1, Tensor x2, float p",),
        "cdist",
        namespace="rows",
        method=False,
        operands="Operands: (..., P, M) and (..., R, M), both float32 or both float64.",
        result="Result: (..., P, R).",
        raises="Raises RuntimeError for other sizes and dtypes.",
        example=("torch.cdist(torch.zeros(1, 2), torch.ones(1, 2), 1.0)", "tensor([[2.]])"),
    ),
    Function(
        "inner",
        "The sum of products over the last dimensions of input and other.",
        (f"Tensor input, Tensor other, {OUT}",),
        "in_python",
        code="TBPY_HOOK_INNER",
        operands="Operands: (..., m) and (..., m) of one dtype; or one is 0-dim, and they are multiplied.",
        result="Result: the other dimensions of input, then those of other.",
        raises="Raises RuntimeError for last dimensions or dtypes that differ.",
        example=("torch.inner(torch.tensor([1., 2.]), torch.tensor([3., 4.]))", "tensor(11.)"),
    ),
    Function(
        "kron",
        "The Kronecker product: input with every element replaced by its products with other.",
        (f"Tensor input, Tensor other, {OUT}",),
        "in_python",
        code="TBPY_HOOK_KRON",
        operands="Operands: tensors of any shapes and dtypes; the one with fewer dimensions gets sizes 1 "
        "in front.",
        result="Result: every size is the product of those of input and other.",
        example=(
            "torch.kron(torch.tensor([1, 10]), torch.tensor([1, 2]))",
            "tensor([ 1,  2, 10, 20])",
        ),
    ),
    Function(
        "dist",
        "The p-norm of input - other.",
        ("Tensor input, Tensor other, Number p = 2",),
        "in_python",
        code="TBPY_HOOK_DIST",
        operands="Operands: tensors that broadcast, of a common floating or complex dtype.",
        result="Result: a 0-dim tensor.",
        raises="Raises RuntimeError for shapes that do not broadcast and for other dtypes.",
        example=("torch.dist(torch.tensor([0., 0.]), torch.tensor([3., 4.]))", "tensor(5.)"),
    ),
)
