"""Rows of statistics: medians, quantiles, histograms, covariances, sums that skip nan."""

from codegen.functions.row import Function

BY_DIM = "Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None"
NAN_SUM = (
    "Tensor input, tuple of ints[1] dim = None, bool keepdim = False, *, torch.dtype dtype = None, "
    "Tensor out = None",
)
QUANTILE = (
    'int dim = None, bool keepdim = False, *, str interpolation = "linear"',
    "Tensor out = None",
)
REAL = "Operand: a tensor of any real dtype but bool, uint16, uint32 and uint64."
SHAPE = (
    "Result: input's shape without the dimensions in dim (by default all), or with size 1 in them if keepdim."
)
PAIR = (
    "Result: a named tuple of values and int64 indices, of input's shape without dim, or with size 1 "
    "there if keepdim."
)
RANGE = "Raises IndexError if dim is out of range or has size 0"


def nan_sum(name, what, operands, raises, example):
    return Function(
        name,
        f"{what} of the elements that are not nan, over all or along dimensions.",
        NAN_SUM,
        in_python=f"_composite.statistics.moments:{name}",
        operands=operands,
        result=SHAPE,
        raises=raises,
        example=example,
    )


def median(name, summary, notes, example):
    return Function(
        name,
        summary,
        ("Tensor input", BY_DIM),
        "along_dim",
        code=f"TB_ALONG_DIM_{name.upper()}",
        returns=("Tensor", f"_return_types.{name}"),
        operands=REAL,
        result=f"{PAIR}  Without dim: the median of all elements, a 0-dim tensor.",
        raises=f"{RANGE}, NotImplementedError for other dtypes, RuntimeError for out= of other dtypes.",
        notes=f"Takes the lower of two elements in the middle, and the first of equal ones.  {notes}",
        example=example,
    )


def quantile(name, what, notes, example):
    options, out = QUANTILE
    return Function(
        name,
        f"The quantiles of {what}, over all or along a dimension.",
        (f"Tensor input, Tensor q, {options}, {out}", f"Tensor input, float q, {options}, {out}"),
        in_python=f"_composite.statistics.quantiles:{name}",
        operands="Operands: a float32 or float64 tensor.  q: a number from 0 to 1, or a vector of them of "
        "input's dtype.\ninterpolation: for quantiles between two elements: linear, lower, higher, midpoint "
        "or nearest.",
        result="Result: the shape of q followed by that of input without dim, or with size 1 there if "
        "keepdim.",
        raises="Raises RuntimeError for no elements, for more than 2**24, for other dtypes and "
        "interpolations, and if q is out of range, IndexError if dim is out of range.",
        notes=notes,
        example=example,
    )


ROWS = (
    nan_sum(
        "nansum",
        "The sum",
        "Operand: a tensor of any real dtype; integers and bool are summed in int64.",
        "Raises IndexError for a dimension out of range, RuntimeError for a repeated dimension and for "
        "complex numbers.",
        ("torch.nansum(torch.tensor([[1., float('nan')], [3., 4.]]), 1)", "tensor([1., 7.])"),
    ),
    nan_sum(
        "nanmean",
        "The mean",
        "Operand: a tensor of a floating dtype.",
        "Raises IndexError for a dimension out of range, RuntimeError for a repeated dimension and for "
        "other dtypes.",
        ("torch.nanmean(torch.tensor([[1., float('nan')], [3., 4.]]), 1)", "tensor([1.0000, 3.5000])"),
    ),
    median(
        "median",
        "The median of all elements, or along a dimension, with its index.",
        "If there is a nan, the first one is the median.",
        (
            "torch.median(torch.tensor([[3., 1., 2.]]), 1)",
            "torch.return_types.median(\nvalues=tensor([2.]),\nindices=tensor([2]))",
        ),
    ),
    median(
        "nanmedian",
        "The median of the elements that are not nan, over all or along a dimension, with its index.",
        "It is nan if all elements are nan.",
        ("torch.nanmedian(torch.tensor([3., 1., float('nan'), 2.]))", "tensor(2.)"),
    ),
    Function(
        "mode",
        "The most frequent element along dim, and the index of one of its occurrences.",
        ("Tensor input, int dim = -1, bool keepdim = False, *, tuple of Tensors out = None",),
        "along_dim",
        code="TB_ALONG_DIM_MODE",
        returns="_return_types.mode",
        operands="Operand: a tensor of any real dtype but uint16, uint32 and uint64.",
        result=PAIR,
        raises=f"{RANGE}, NotImplementedError for other dtypes, RuntimeError for out= of other dtypes.",
        notes="Takes the smallest of equally frequent elements, and its last index; nan does not equal nan. "
        " PyTorch takes another index among more than 16 elements.",
        example=(
            "torch.mode(torch.tensor([3, 1, 1, 3, 2]))",
            "torch.return_types.mode(\nvalues=tensor(1),\nindices=tensor(2))",
        ),
    ),
    Function(
        "kthvalue",
        "The k-th smallest element along dim, and its index.",
        ("Tensor input, index k, int dim = -1, bool keepdim = False, *, tuple of Tensors out = None",),
        "along_dim",
        code="TB_ALONG_DIM_KTHVALUE",
        returns="_return_types.kthvalue",
        operands=REAL,
        result=PAIR,
        raises=f"{RANGE}, RuntimeError if k exceeds its size and for an out= of other dtypes, "
        "NotImplementedError for other dtypes.",
        notes="nan counts as the largest.",
        example=(
            "torch.kthvalue(torch.tensor([3, 1, 2]), 2)",
            "torch.return_types.kthvalue(\nvalues=tensor(2),\nindices=tensor(2))",
        ),
    ),
    quantile(
        "quantile",
        "the elements",
        "nan if any element is nan.",
        (
            "torch.quantile(torch.tensor([1., 2., 4.]), torch.tensor([0.5, 0.75]))",
            "tensor([2., 3.])",
        ),
    ),
    quantile(
        "nanquantile",
        "the elements that are not nan",
        "nan if all elements are nan.",
        ("torch.nanquantile(torch.tensor([1., float('nan'), 2.]), 0.5)", "tensor(1.5000)"),
    ),
    Function(
        "histc",
        "The number of elements in each of bins intervals of equal width between min and max.",
        ("Tensor input, int bins = 100, Number min = 0, Number max = 0, *, Tensor out = None",),
        in_python="_composite.statistics.histograms:histc",
        operands="Operand: a tensor of a floating dtype and any shape.  min, max: if equal, the smallest "
        "and largest elements are used.",
        result="Result: a vector of bins numbers of input's dtype.  An interval includes its left edge, and "
        "the last one both edges.",
        raises="Raises RuntimeError for no bins, for edges that are not finite or in the wrong order, and "
        "for an out= of another dtype, NotImplementedError for other dtypes.",
        example=("torch.histc(torch.tensor([1., 2., 1.]), bins=4, min=0, max=3)", "tensor([0., 2., 1., 0.])"),
        shapes="computes",
    ),
    Function(
        "histogram",
        "The number of elements, or the sum of their weights, in each bin, and the edges of the bins.",
        (
            "Tensor input, Tensor bins, *, Tensor weight = None, bool density = False, "
            "tuple of Tensors out = None",
            "Tensor input, int bins = 100, *, tuple of floats range = None, Tensor weight = None, "
            "bool density = False, tuple of Tensors out = None",
        ),
        in_python="_composite.statistics.histograms:histogram",
        returns=("_return_types.histogram",) * 2,
        operands="Operands: a tensor of a floating dtype and any shape.  bins: a sorted vector of edges, of "
        "the same dtype, or a number of bins of equal width between the two numbers of range, by default "
        "the smallest and largest elements.  weight: one for each element.  density: divides by the sum and "
        "by each bin's width.",
        result="Result: a named tuple of hist and bin_edges.  A bin includes its left edge, and the last "
        "one both edges.",
        raises="Raises RuntimeError for other sizes and dtypes, for no bins, and for edges that are not "
        "finite or in the wrong order, NotImplementedError for other dtypes of input.",
        example=(
            "torch.histogram(torch.tensor([1., 3., 1.]), bins=2, range=(0., 4.))",
            "torch.return_types.histogram(\nhist=tensor([2., 1.]),\nbin_edges=tensor([0., 2., 4.]))",
        ),
        shapes="computes",
    ),
    Function(
        "histogramdd",
        "The number of rows, or the sum of their weights, in each bin of several variables.",
        tuple(
            f"Tensor input, {bins} bins, tuple of floats range = None, Tensor weight = None, "
            "bool density = False"
            for bins in ("int", "tuple of ints", "tuple of Tensors")
        ),
        in_python="_composite.statistics.histograms:histogramdd",
        method=False,
        returns="_return_types.histogramdd",
        operands="Operands: a tensor of float32 or float64 whose last dimension is the variables.  bins: for "
        "each variable a sorted vector of edges, or a number of bins of equal width between two numbers of "
        "range, by default the least and the greatest elements; one number for all.  weight: one for each "
        "row.  density: divides by the sum and by each bin's volume.",
        result="Result: a named tuple of hist, with a dimension for each variable, and bin_edges, a tuple of "
        "vectors.  A bin includes its left edge, and the last one both edges.",
        raises="Raises RuntimeError for other sizes and dtypes, for no bins, and for edges that are not "
        "finite or in the wrong order, NotImplementedError for other dtypes of input.",
        example=(
            "torch.histogramdd(torch.tensor([[0., 1.], [1., 0.], [2., 2.]]), bins=[2, 1]).hist",
            "tensor([[1.],\n        [2.]])",
        ),
        shapes="computes",
    ),
    Function(
        "cov",
        "The covariance matrix of variables; each row is a variable, each column an observation.",
        ("Tensor input, *, int correction = 1, Tensor fweights = None, Tensor aweights = None",),
        in_python="_composite.statistics.moments:cov",
        operands="Operands: a tensor of at most 2 dimensions and any dtype but bool.  fweights: how often "
        "each observation occurs, integers.  aweights: the weight of each observation, floats.",
        result="Result: a matrix; for one variable, a 0-dim tensor.",
        raises="Raises RuntimeError for other sizes and dtypes and for negative weights.  Warns "
        "(UserWarning) if correction is not less than the number of observations.",
        notes="PyTorch overwrites a single observation with zeros if only one kind of weights is given.",
        example=(
            "torch.cov(torch.tensor([[0., 1., 2.], [2., 1., 0.]]))",
            "tensor([[ 1., -1.],\n        [-1.,  1.]])",
        ),
        shapes="computes",
    ),
    Function(
        "corrcoef",
        "The correlation matrix of variables; each row is a variable, each column an observation.",
        ("Tensor input",),
        in_python="_composite.statistics.moments:corrcoef",
        operands="Operand: a tensor of at most 2 dimensions and any dtype but bool.",
        result="Result: a matrix; for one variable, a 0-dim tensor.",
        raises="Raises RuntimeError for other sizes and for bool.  Warns (UserWarning) about a single "
        "observation.",
        example=(
            "torch.corrcoef(torch.tensor([[0., 1., 2.], [2., 1., 0.]]))",
            "tensor([[ 1., -1.],\n        [-1.,  1.]])",
        ),
        shapes="computes",
    ),
)
