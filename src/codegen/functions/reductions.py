"""Rows of reductions over all elements or along dimensions: sums, extrema, any and all, variances."""

from codegen.functions.row import Function

DIMS = "tuple of ints[1]? dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None"
ALL_DIMS = "Tensor input, tuple of ints[1] dim = None, bool keepdim = False, *, Tensor out = None"
ONE_DIM = "Tensor input, int dim = None, bool keepdim = False, *, Tensor out = None"
EXTREMA = ("Tensor input, *, Tensor out = None",
           "Tensor input, Tensor other, *, Tensor out = None",
           "Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None")  # fmt: skip
TRUTH = ("Tensor input, *, Tensor out = None",
         "Tensor input, tuple of ints dim = None, bool keepdim = False, *, Tensor out = None",
         "Tensor input, int dim, bool keepdim = False, *, Tensor out = None")  # fmt: skip
SHAPE = (
    "Result: input's shape without the dimensions in dim (by default all), or with size 1 in them if keepdim."
)
BAD_DIMS = "Raises IndexError for a dimension out of range, RuntimeError for a repeated dimension"
EMPTY = f"{BAD_DIMS}, IndexError or RuntimeError if there are no elements to reduce."
PAIR = "Result: with dim, a named tuple of values and indices; otherwise, and for two tensors, a Tensor."


def variance(name, summary, example, two=False) -> Function:
    out = "" if two else ", Tensor out = None"
    star = "" if two else ", *, Tensor out = None"
    return Function(
        name,
        summary,
        (f"Tensor input, tuple of ints[1]? dim, bool unbiased = True, bool keepdim = False{star}",
         f"Tensor input, tuple of ints[1] dim = None, *, Number correction = None, bool keepdim = False{out}",
         "Tensor input, bool unbiased = True"),
        "reduce",
        code=f"TB_REDUCTION_{name.upper()}",
        returns="tuple[Tensor, Tensor]" if two else "Tensor",
        method=not two,
        operands="Operand: a tensor of a floating or complex dtype; correction: subtracted from the number "
        "of elements in the divisor; by default 1, or 0 with unbiased=False.",
        result=SHAPE,
        raises=f"{BAD_DIMS} and for integers.  Warns (UserWarning) if correction is not less than the "
        "number of elements.",
        example=example,
    )  # fmt: skip


def arg_extremum(name, summary, example) -> Function:
    return Function(
        name,
        summary,
        (ONE_DIM,),
        "reduce",
        code=f"TB_REDUCTION_{name.upper()}",
        operands="Operand: a tensor of any real dtype but bool.  The first of equal elements counts, and "
        "nan before any other.",
        result=f"Dtype: int64.  {SHAPE}",
        raises=EMPTY,
        example=example,
    )  # fmt: skip


def extremum(name, summary, example) -> Function:
    return Function(
        name,
        summary,
        (ALL_DIMS,),
        "reduce",
        code=f"TB_REDUCTION_{name.upper()}",
        operands="Operand: a tensor of any real dtype.",
        result=SHAPE,
        raises=EMPTY,
        example=example,
    )


def choice(name, summary, example) -> Function:
    return Function(
        name,
        summary,
        EXTREMA,
        "reduce",
        code=f"TB_REDUCTION_{name.upper()}",
        returns=("Tensor", "Tensor", f"_return_types.{name}"),
        operands="Operands: a tensor of any real dtype, and a dimension or another tensor "
        f"(torch.{name}imum).",
        result=PAIR,
        raises=EMPTY,
        shapes="broadcasts reduces",
        example=example,
    )


def truth(name, summary, example) -> Function:
    return Function(
        name,
        summary,
        TRUTH,
        "reduce",
        code=f"TB_REDUCTION_{name.upper()}",
        operands="Operand: a tensor of any dtype.",
        result=f"Dtype: bool; uint8 for uint8.  {SHAPE}",
        raises=f"{BAD_DIMS}.",
        example=example,
    )


ROWS = (
    Function(
        "sum",
        "The sum of all elements, or along dimensions.",
        ("Tensor input, *, torch.dtype dtype = None", f"Tensor input, {DIMS}"),
        "reduce",
        code="TB_REDUCTION_SUM",
        operands="Operand: a tensor of any dtype, which is cast to dtype first; by default, integers and "
        "bool to int64.",
        result=SHAPE,
        raises=f"{BAD_DIMS}.",
        notes="Floating sums are formed in blocks: the error grows with the logarithm of the number of "
        "elements, and the bits do not depend on the number of threads.",
        example=("torch.sum(torch.tensor([[1., 2.], [3., 4.]]), 1)", "tensor([3., 7.])"),
    ),
    Function(
        "mean",
        "The mean of all elements, or along dimensions.",
        ("Tensor input, *, torch.dtype dtype = None, Tensor out = None", f"Tensor input, {DIMS}"),
        "reduce",
        code="TB_REDUCTION_MEAN",
        operands="Operand: a tensor of a floating or complex dtype, or of any dtype if dtype= is one.",
        result=SHAPE,
        raises=f"{BAD_DIMS} and for integers.",
        example=("torch.mean(torch.tensor([[1., 2.], [3., 4.]]), 0, keepdim=True)", "tensor([[2., 3.]])"),
    ),
    Function(
        "prod",
        "The product of all elements, or along a dimension.",
        ("Tensor input, *, torch.dtype dtype = None",
         "Tensor input, int dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None"),
        "reduce",
        code="TB_REDUCTION_PROD",
        operands="Operand: a tensor of any dtype, which is cast to dtype first; by default, integers and "
        "bool to int64.",
        result=SHAPE,
        raises=f"{BAD_DIMS}.",
        example=("torch.prod(torch.tensor([2, 3, 4]))", "tensor(24)"),
    ),
    extremum("amax", "The largest of all elements, or along dimensions; nan if any is nan.",
             ("torch.amax(torch.tensor([[1., 5.], [3., 4.]]), 1)", "tensor([5., 4.])")),
    extremum("amin", "The smallest of all elements, or along dimensions; nan if any is nan.",
             ("torch.amin(torch.tensor([[1., 5.], [3., 4.]]), (0, 1))", "tensor(1.)")),
    choice("max", "The largest element; with its index along a dimension; or the elementwise maximum of two "
    "tensors.",
           ("torch.max(torch.tensor([[1., 5.], [3., 4.]]), 0).indices", "tensor([1, 0])")),
    choice("min", "The smallest element; with its index along a dimension; or the elementwise minimum of "
    "two tensors.",
           ("torch.min(torch.tensor([[1., 5.], [3., 4.]]), 1).values", "tensor([1., 3.])")),
    arg_extremum("argmax", "The index of the largest of all elements, or along a dimension.",
          ("torch.argmax(torch.tensor([[1, 5], [3, 4]]), 0)", "tensor([1, 0])")),
    arg_extremum("argmin", "The index of the smallest of all elements, or along a dimension.",
          ("torch.argmin(torch.tensor([[1, 5], [3, 4]]))", "tensor(0)")),
    Function(
        "aminmax",
        "The smallest and the largest of all elements, or along a dimension.",
        ("Tensor input, *, int dim = None, bool keepdim = False, tuple of Tensors out = None",),
        "reduce",
        code="TB_REDUCTION_AMINMAX",
        returns="_return_types.aminmax",
        operands="Operand: a tensor of any real dtype.",
        result="Result: a named tuple of min and max.",
        raises=EMPTY,
        example=("torch.aminmax(torch.tensor([3, 1, 2])).max", "tensor(3)"),
    ),
    truth("all", "Whether no element is zero, among all or along dimensions.",
          ("torch.all(torch.tensor([[1, 0], [2, 3]]), 1)", "tensor([False,  True])")),
    truth("any", "Whether any element is not zero, among all or along dimensions.",
          ("torch.any(torch.tensor([[0, 0], [0, 3]]), 1)", "tensor([False,  True])")),
    variance("var", "The variance of all elements, or along dimensions.",
             ("torch.var(torch.tensor([[1., 3.], [2., 8.]]), 1)", "tensor([ 2., 18.])")),
    variance("std", "The standard deviation of all elements, or along dimensions.",
             ("torch.std(torch.tensor([[1., 3.], [2., 8.]]), 1, correction=0)", "tensor([1., 3.])")),
    variance("var_mean", "The variance and mean of all elements, or along dimensions.",
             ("torch.var_mean(torch.tensor([1., 3.]))", "(tensor(2.), tensor(2.))"), two=True),
    variance("std_mean", "The standard deviation and mean of all elements, or along dimensions.",
             ("torch.std_mean(torch.tensor([2., 8.]), correction=0)", "(tensor(3.), tensor(5.))"), two=True),
    Function(
        "count_nonzero",
        "The number of elements that are not zero, among all or along dimensions.",
        ("Tensor input, int dim = None", "Tensor input, tuple of ints dim"),
        "reduce",
        code="TB_REDUCTION_COUNT_NONZERO",
        operands="Operand: a tensor of any dtype.",
        result=f"Dtype: int64.  {SHAPE}",
        raises=f"{BAD_DIMS}.",
        example=("torch.count_nonzero(torch.tensor([[0, 1], [2, 3]]), 1)", "tensor([1, 2])"),
    ),
    Function(
        "linalg_vector_norm",
        "The vector norm of all elements, or along dimensions; norm uses it.",
        (f"Tensor input, Number ord, {ALL_DIMS.removeprefix('Tensor input, ').partition('*')[0]}"
         "*, torch.dtype dtype = None, Tensor out = None",),
        "reduce",
        code="TB_REDUCTION_NORM",
        namespace="rows",
        method=False,
        operands="Operand: a tensor of a floating or complex dtype.  ord: a number, inf or -inf.",
        result=SHAPE,
        raises=f"{BAD_DIMS} and for integers.",
        source="torch.linalg.vector_norm",
        example=("torch.norm(torch.tensor([3., 4.]))", "tensor(5.)"),
    ),
    Function(
        "trace",
        "The sum of the diagonal of a matrix.",
        ("Tensor input",),
        in_python="_composite.statistics.moments:trace",
        operands="Operand: a matrix of any dtype but bool, uint16, uint32 and uint64.",
        result="Result: a 0-dim tensor; int64 for integers.",
        raises="Raises RuntimeError if input is not a matrix, NotImplementedError for other dtypes.",
        example=("torch.trace(torch.tensor([[1, 2], [3, 4]]))", "tensor(5)"),
    ),
    Function(
        "sum_to_size",
        "self summed along the dimensions that size lacks or where it is 1: the reverse of expand.",
        ("Tensor input, tuple of ints size",),
        "sum_to_size",
        function=False,
        operands="Operand: a tensor of any dtype.  size: a shape that expands to self's shape.",
        result="Result: of that shape; self if nothing is summed.",
        raises="Raises RuntimeError if size does not expand to self's shape.",
        example=("torch.ones(2, 3).sum_to_size(1, 3)", "tensor([[2., 2., 2.]])"),
    ),
    *(
        Function(
            name,
            summary,
            (f"Tensor input, Number p, int dim, Number maxnorm{out}",),
            in_python=f"_composite.norm:{name}",
            shapes="keeps",
            function=function,
            operands="Operand: a tensor of at least 2 dimensions and a floating or complex dtype.  p: "
            "positive.",
            result=result,
            raises="Raises RuntimeError for other dtypes, fewer dimensions, and p or maxnorm out of range, "
            "IndexError if dim is out of range.",
            example=(call, "tensor([[0.6000, 0.8000],\n        [0.0000, 0.5000]])"),
        )
        for name, summary, out, function, result, call in (
            (
                "renorm",
                "The slices of input along dim, with those whose p-norm exceeds maxnorm scaled down to it.",
                ", *, Tensor out = None",
                True,
                "Result: a contiguous tensor of input's shape and dtype.",
                "torch.renorm(torch.tensor([[3., 4.], [0., 0.5]]), 2, 0, 1)",
            ),
            (
                "renorm_",
                "In-place renorm: writes self, and returns it.",
                "",
                False,
                "",
                "torch.tensor([[3., 4.], [0., 0.5]]).renorm_(2, 0, 1)",
            ),
        )
    ),
    Function(
        "norm",
        "The vector norm, sum(abs(x) ** p) ** (1 / p), of all elements, or along dimensions.",
        (
            "Tensor input, object p = 'fro', object dim = None, object keepdim = False, object out = None, "
            "object dtype = None",
        ),
        in_python="_composite.norm:norm",
        parses=True,
        method_in_python="_composite.norm:method",
        methods=("object p = 'fro', object dim = None, object keepdim = False, object dtype = None",),
        stub_types={
            "p": "_Number | str | None",
            "dim": "_Sizes | SupportsIndex | None",
            "keepdim": "_bool",
            "out": "Tensor | None",
            "dtype": "_dtype | None",
        },
        operands="Operand: a tensor of a floating or complex dtype.  p: a number, inf, -inf or 'fro' (2).",
        result="Result: input's shape without the dimensions in dim (by default all), or with size 1 in "
        "them if keepdim.",
        raises="Raises IndexError for a dimension out of range, RuntimeError for a repeated dimension and "
        "for integers, NotImplementedError for p='nuc', which needs singular values.",
        example=("torch.norm(torch.tensor([[3., 4.], [6., 8.]]), dim=1)", "tensor([ 5., 10.])"),
    ),
)  # fmt: skip
