"""Rows of scans, sorts and other functions along one dimension."""

from codegen.functions.row import Function

SCAN = ("Tensor input, int dim, *, torch.dtype dtype = None, Tensor out = None",)
SOFTMAX = "Tensor input, int dim, torch.dtype dtype = None"
OPTIONS = "int dim = -1, bool descending = False, "
PLAIN = "Tensor input, int dim = -1, bool descending = False"
RANGE = "Raises IndexError if dim is out of range"
FLOATS = "Operand: a tensor of a floating dtype, of any shape."
SORTED = "Operand: a tensor of any shape, of any dtype that is not complex."
ORDER = "The sort is always stable.  -0 equals 0; nan comes last, or first in descending order."


def scan(name, verb, code, example):
    return Function(
        name,
        f"The cumulative {verb} of input along dim.",
        SCAN,
        "along_dim",
        code=code,
        inplace=True,
        operands="Operand: a tensor of any shape and dtype.",
        result="Result: of input's shape.  dtype: by default int64 for integers and bool, else input's "
        "dtype.",
        raises=f"{RANGE} and NotImplementedError for dtype=torch.bool.",
        notes="Computed in order, from the first element to the last: float32 in float64, halves in float32.",
        example=example,
    )


def softmax(name, result, code, example, signature=f"{SOFTMAX}, *, Tensor out = None", **forms):
    function = name.removeprefix("_special_")
    return Function(
        name,
        result,
        (signature,),
        "along_dim",
        code=code,
        operands=FLOATS,
        result="Result: of input's shape and dtype; with dtype=, input is cast to it first.",
        raises=f"{RANGE} and NotImplementedError for other dtypes.",
        notes="A slice that contains nan or inf, or only -inf, gives nan.",
        source=f"torch.nn.functional.{function}" if function == name else f"torch.special.{function}",
        example=example,
        **forms,
    )


def running(name, greatest, code, example):
    return Function(
        name,
        f"The cumulative {greatest} element of input along dim, and its index.",
        ("Tensor input, int dim, *, tuple of Tensors out = None",),
        "along_dim",
        code=code,
        returns=f"_return_types.{name}",
        operands=SORTED,
        result="Result: values of input's dtype and int64 indices, both of input's shape.",
        raises=f"{RANGE} and NotImplementedError for complex numbers.",
        notes="The last of equal elements counts; all elements after a nan are nan.",
        example=example,
    )


ROWS = (
    scan(
        "cumsum",
        "sum",
        "TB_ALONG_DIM_CUMSUM",
        (
            "torch.cumsum(torch.tensor([[1, 2, 3], [4, 5, 6]]), 1)",
            "tensor([[ 1,  3,  6],\n        [ 4,  9, 15]])",
        ),
    ),
    scan(
        "cumprod",
        "product",
        "TB_ALONG_DIM_CUMPROD",
        ("torch.cumprod(torch.tensor([1., 2., 3., 4.]), 0)", "tensor([ 1.,  2.,  6., 24.])"),
    ),
    Function(
        "logcumsumexp",
        "The logarithm of the cumulative sum of exp(input) along dim.",
        ("Tensor input, int dim, *, Tensor out = None",),
        "along_dim",
        code="TB_ALONG_DIM_LOGCUMSUMEXP",
        operands="Operand: a tensor of a floating or complex dtype, of any shape.",
        result="Result: of input's sizes and dtype.",
        raises=f"{RANGE}, NotImplementedError for other dtypes and RuntimeError for out= of another dtype.",
        notes="Computed in float64 and complex128, from the first element to the last.",
        example=("torch.logcumsumexp(torch.tensor([0., 0., 1.]), 0)", "tensor([0.0000, 0.6931, 1.5514])"),
    ),
    softmax(
        "softmax",
        "exp(input) divided by its sum along dim.",
        "TB_ALONG_DIM_SOFTMAX",
        ("torch.softmax(torch.tensor([[1., 1., 1., 1.]]), 1)", "tensor([[0.2500, 0.2500, 0.2500, 0.2500]])"),
    ),
    softmax(
        "log_softmax",
        "The logarithm of softmax(input, dim).",
        "TB_ALONG_DIM_LOG_SOFTMAX",
        ("torch.log_softmax(torch.tensor([0., 0.]), 0)", "tensor([-0.6931, -0.6931])"),
    ),
    softmax(
        "_special_softmax",
        "The same as softmax.",
        "TB_ALONG_DIM_SOFTMAX",
        ("torch.special.softmax(torch.tensor([0., 0.]), 0)", "tensor([0.5000, 0.5000])"),
        SOFTMAX,
        method=False,
    ),
    softmax(
        "_special_log_softmax",
        "The same as log_softmax.",
        "TB_ALONG_DIM_LOG_SOFTMAX",
        ("torch.special.log_softmax(torch.tensor([0., 0.]), 0)", "tensor([-0.6931, -0.6931])"),
        SOFTMAX.replace("int dim, ", "int dim, *, "),
        method=False,
    ),
    Function(
        "logsumexp",
        "The logarithm of the sum of exp(input) along dim.",
        ("Tensor input, tuple of ints[1] dim, bool keepdim = False, *, Tensor out = None",),
        "along_dim",
        code="TB_ALONG_DIM_LOGSUMEXP",
        aliases=("_special_logsumexp",),
        operands="Operand: a tensor of any shape and dtype; integers become the default dtype.",
        result="Result: input's shape without the dimensions in dim, or with size 1 in them if keepdim; "
        "-inf for no elements.",
        raises=f"{RANGE}, RuntimeError for a repeated dimension and an integral out.",
        example=("torch.logsumexp(torch.tensor([[0., 0.], [1., 1.]]), 1)", "tensor([0.6931, 1.6931])"),
        shapes="reduces",
    ),
    Function(
        "sort",
        "The elements of input sorted along dim, and their indices in input.",
        (
            f"Tensor input, *, bool? stable, {OPTIONS}tuple of Tensors out = None",
            f"{PLAIN}, *, tuple of Tensors out = None",
        ),
        "along_dim",
        code="TB_ALONG_DIM_SORT",
        returns="_return_types.sort",
        operands=SORTED,
        result="Result: a named tuple of values and int64 indices, both of input's shape and layout.",
        raises=f"{RANGE} and RuntimeError for complex numbers.",
        notes=ORDER,
        example=(
            "torch.sort(torch.tensor([3, 1, 2]))",
            "torch.return_types.sort(\nvalues=tensor([1, 2, 3]),\nindices=tensor([1, 2, 0]))",
        ),
    ),
    Function(
        "argsort",
        "The indices that sort input along dim: sort(input, dim).indices.",
        (f"Tensor input, *, bool stable, {OPTIONS}Tensor out = None", PLAIN),
        "along_dim",
        code="TB_ALONG_DIM_ARGSORT",
        operands=SORTED,
        result="Result: int64, of input's shape and layout.",
        raises=f"{RANGE} and RuntimeError for complex numbers.",
        notes=ORDER,
        example=("torch.argsort(torch.tensor([0.5, -1., 2.]), descending=True)", "tensor([2, 0, 1])"),
    ),
    Function(
        "msort",
        "The elements of input sorted along the first dimension.",
        ("Tensor input, *, Tensor out = None",),
        "along_dim",
        code="TB_ALONG_DIM_MSORT",
        operands=SORTED,
        result="Result: of input's shape, dtype and layout.",
        raises="Raises RuntimeError for complex numbers.",
        notes=ORDER,
        example=("torch.msort(torch.tensor([[3, 1], [2, 4]]))", "tensor([[2, 1],\n        [3, 4]])"),
    ),
    running(
        "cummax",
        "greatest",
        "TB_ALONG_DIM_CUMMAX",
        (
            "torch.cummax(torch.tensor([1, 3, 2]), 0)",
            "torch.return_types.cummax(\nvalues=tensor([1, 3, 3]),\nindices=tensor([0, 1, 1]))",
        ),
    ),
    running(
        "cummin",
        "least",
        "TB_ALONG_DIM_CUMMIN",
        (
            "torch.cummin(torch.tensor([2, 3, 1]), 0)",
            "torch.return_types.cummin(\nvalues=tensor([2, 2, 1]),\nindices=tensor([0, 0, 2]))",
        ),
    ),
    Function(
        "topk",
        "The k largest (or smallest) elements of input along dim, in order, and their indices.",
        (
            "Tensor input, int k, int dim = -1, bool largest = True, bool sorted = True, *, "
            "tuple of Tensors out = None",
        ),
        "along_dim",
        code="TB_ALONG_DIM_TOPK",
        returns="_return_types.topk",
        operands="Operand: a tensor of any shape, of any dtype that is neither complex nor bool.",
        result="Result: values and int64 indices, of input's shape with size k along dim.",
        raises=f"{RANGE} and RuntimeError if k exceeds the dimension's size, and for other dtypes.",
        notes="nan counts as the largest.  The first of equal elements are taken, and the results are "
        "sorted even with sorted=False; PyTorch specifies neither.",
        example=(
            "torch.topk(torch.tensor([3, 1, 4, 1, 5]), 2)",
            "torch.return_types.topk(\nvalues=tensor([5, 4]),\nindices=tensor([4, 2]))",
        ),
        shapes="computes",
    ),
    Function(
        "bincount",
        "The number of times each number occurs in input, or the sum of the weights there.",
        ("Tensor input, Tensor weights = None, int minlength = 0",),
        "bincount",
        operands="Operands: a vector of non-negative integers.  weights: of its length, of any dtype.",
        result="Result: a vector of max(input) + 1 elements, or minlength if that is more; int64, with "
        "float32 weights float32, with others float64.",
        raises="Raises NotImplementedError for other dtypes, RuntimeError for other shapes, negative "
        "numbers and a negative minlength.",
        example=("torch.bincount(torch.tensor([1, 3, 1, 0]))", "tensor([1, 2, 0, 1])"),
        shapes="counts",
    ),
)
