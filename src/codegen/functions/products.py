"""Rows of matrix products, and of functions built on them."""

from codegen.functions.row import Function

NO_BLAS = (
    "Computed by tbcast's own blocked kernel, without a BLAS.  On processors with AVX2, float32 (256, 256) "
    "by (256, 256) takes about as long as with one; other sizes may take longer.  Halves are summed in "
    "float32 and rounded once; integers wrap."
)
SAME_DTYPE = "Both have the same dtype, which is not bool."
RAISES = (
    "Raises RuntimeError if the sizes do not match or the dtypes differ, NotImplementedError for bool, "
    "TypeError if an argument is not a Tensor."
)
OUT = "*, Tensor out = None"
SUM = "*, Number beta = 1, Number alpha = 1"


def product(name, summary, first, second, **facts):
    """A row of a product of two operands."""
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


def addr(name, summary, result, example):
    vectors = "Tensor vec1, Tensor vec2"
    deprecated = tuple(f"{{}}{alpha}{vectors}" for alpha in ("Number alpha, ", ""))
    function = name == "addr"
    out = (", Tensor out = None", ", *, Tensor out = None") if function else ("", "")
    return Function(
        name,
        summary,
        (
            f"Tensor input, {vectors}, {SUM}{out[0]}",
            *(text.format("Number beta, Tensor input, ") + out[1] + "|deprecated" for text in deprecated),
        ),
        in_python=f"_composite.contractions:{name}",
        methods=(
            f"{vectors}, {SUM}",
            *(text.format("Number beta, ") + "|deprecated" for text in deprecated),
        ),
        function=function,
        shapes="adds",
        operands="Operands: vectors of n and m elements, of any dtypes; input broadcasts to (n, m).",
        result=result,
        raises="Raises RuntimeError for other sizes, and if beta or alpha is fractional and the operands "
        "are integral.",
        notes="If beta is 0, the values of input are ignored.",
        example=example,
    )


def added(name, summary, left, right, typed=False, **facts):
    """A row of a function that adds a product to input."""
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
        shapes="adds",
        raises=RAISES,
        notes="If beta is 0, the values of input are ignored.",
        **facts,
    )


ROWS = (
    product(
        "matmul",
        "The matrix product of input and other: input @ other.",
        "input",
        "other",
        operands="Operands: tensors of at least 1 dimension; dimensions before the last 2 are batch "
        "dimensions, which broadcast. " + SAME_DTYPE,
        result="Result: a 1-dimensional operand counts as a row on the left and as a column on the right, "
        "and its dimension is dropped.",
        example=(
            "torch.matmul(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 10.]))",
            "tensor([21., 43.])",
        ),
        shapes="multiplies",
        python="matrix_multiply",
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
        "The matrix products of two batches of matrices.",
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
        operands="Operands: two 1-dimensional tensors of the same size; they do not broadcast. " + SAME_DTYPE,
        result="Result: a 0-dim tensor.",
        example=("torch.dot(torch.tensor([1., 2.]), torch.tensor([3., 4.]))", "tensor(11.)"),
    ),
    product(
        "vdot",
        "The dot product of two vectors, with the first one conjugated.",
        "input",
        "other",
        operands="Operands: two 1-dimensional tensors of the same size; they do not broadcast. " + SAME_DTYPE,
        result="Result: a 0-dim tensor.",
        example=("torch.vdot(torch.tensor([1 + 2j]), torch.tensor([1 + 2j]))", "tensor(5.+0.j)"),
    ),
    added(
        "addmm",
        "beta * input + alpha * (mat1 @ mat2).",
        "mat1",
        "mat2",
        typed=True,
        operands="Operands: mat1 (n, m), mat2 (m, p), input broadcasts to (n, p). All have the same dtype, "
        "which is not bool.",
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
        operands="Operands: mat (n, m), vec (m), input (n), (1) or 0-dim. All have the same dtype, which is "
        "not bool.",
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
        operands="Operands: batch1 (b, n, m), batch2 (b, m, p), input broadcasts to (n, p). All have the "
        "same dtype, which is not bool.",
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
        operands="Operands: batch1 (b, n, m), batch2 (b, m, p), input broadcasts to (b, n, p). All have the "
        "same dtype, which is not bool.",
        result="Result: (b, n, p).",
        example=(
            "torch.baddbmm(torch.ones(1, 1, 2), torch.ones(1, 1, 3), torch.ones(1, 3, 2))",
            "tensor([[[4., 4.]]])",
        ),
    ),
    *(
        Function(
            name,
            "The product of every element of input with every element of vec2.",
            (f"Tensor input, Tensor vec2, {OUT}",),
            "outer",
            code=code,
            operands="Operands: 1-dimensional tensors of any dtypes, which are promoted.",
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
        "beta * input + alpha * the outer product of vec1 and vec2.",
        "Result: (n, m).",
        (
            "torch.addr(torch.ones(2, 2), torch.tensor([1., 2.]), torch.tensor([3., 4.]))",
            "tensor([[4., 5.],\n        [7., 9.]])",
        ),
    ),
    addr(
        "addr_",
        "In-place addr: writes self, and returns it.",
        "",
        (
            "torch.ones(2, 2).addr_(torch.tensor([1., 2.]), torch.tensor([3., 4.]))",
            "tensor([[4., 5.],\n        [7., 9.]])",
        ),
    ),
    Function(
        "cross",
        "The cross products of the vectors of three elements along dim.",
        ("Tensor input, Tensor other, int dim = None, *, Tensor out = None",),
        in_python="_composite.contractions:cross",
        operands="Operands: tensors with equally many dimensions whose shapes broadcast, of the same dtype, "
        "which is not bool.  dim: by default the first dimension of size 3, with a UserWarning.",
        result="Result: a contiguous tensor of the broadcast shape.",
        raises="Raises RuntimeError for other sizes and different dtypes, NotImplementedError for bool.",
        example=("torch.cross(torch.tensor([1, 0, 0]), torch.tensor([0, 1, 0]), 0)", "tensor([0, 0, 1])"),
        shapes="broadcasts",
    ),
    Function(
        "cdist",
        "The p-norm distances between the rows of x1 and the rows of x2; cdist uses it.",
        ("Tensor x1, Tensor x2, float p",),
        "cdist",
        namespace="rows",
        method=False,
        operands="Operands: (..., P, M) and (..., R, M), both float32 or both float64.",
        result="Result: (..., P, R).",
        raises="Raises RuntimeError for other sizes and dtypes.",
        example=("torch.cdist(torch.zeros(1, 2), torch.ones(1, 2), 1.0)", "tensor([[2.]])"),
        shapes="multiplies",
    ),
    Function(
        "inner",
        "The sum of products over the last dimensions of input and other.",
        (f"Tensor input, Tensor other, {OUT}",),
        in_python="_composite.contractions:inner",
        operands="Operands: (..., m) and (..., m) of the same dtype.  If one is 0-dim, they are multiplied.",
        result="Result: the remaining dimensions of input, then those of other.",
        raises="Raises RuntimeError if the last sizes or the dtypes differ.",
        example=("torch.inner(torch.tensor([1., 2.]), torch.tensor([3., 4.]))", "tensor(11.)"),
    ),
    Function(
        "kron",
        "The Kronecker product: every element of input is replaced by its product with other.",
        (f"Tensor input, Tensor other, {OUT}",),
        in_python="_composite.contractions:kron",
        operands="Operands: tensors of any shapes and dtypes; the one with fewer dimensions gets dimensions "
        "of size 1 in front.",
        result="Result: every size is the product of the two operands' sizes.",
        example=(
            "torch.kron(torch.tensor([1, 10]), torch.tensor([1, 2]))",
            "tensor([ 1,  2, 10, 20])",
        ),
    ),
    Function(
        "dist",
        "The p-norm of input - other.",
        ("Tensor input, Tensor other, Number p = 2",),
        in_python="_composite.contractions:dist",
        operands="Operands: tensors whose shapes broadcast and whose promoted dtype is floating or complex.",
        result="Result: a 0-dim tensor.",
        raises="Raises RuntimeError if the shapes do not broadcast, and for other dtypes.",
        example=("torch.dist(torch.tensor([0., 0.]), torch.tensor([3., 4.]))", "tensor(5.)"),
        shapes="compares",
    ),
)
