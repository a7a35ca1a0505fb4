"""Rows of statistics: medians and quantiles, histograms, covariances, sums without nan."""

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
REAL = "Operand: a tensor of any real dtype but bool and the wide unsigned ones."
SHAPE = "Result: without the dimensions in dim, or with keepdim of size 1 in them; by default all."
PAIR = "Result: values and int64 indices, a named tuple, without dim, or with size 1 there if keepdim."
RANGE = "Raises IndexError for a dim out of range or of no elements"


def nan_sum(name, what, operands, raises, example):
    return Function(
        name,
        f"{what} of all elements but nan, of all or along dimensions.",
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
        notes=f"Of two elements in the middle the lower one is taken, of equal ones the first.  {notes}",
        example=example,
    )


def quantile(name, what, notes, example):
    options, out = QUANTILE
    return Function(
        name,
        f"The quantiles of {what}, of all or along a dimension.",
        (f"Tensor input, Tensor q, {options}, {out}", f"Tensor input, float q, {options}, {out}"),
        in_python=f"_composite.statistics.quantiles:{name}",
        operands="Operands: a tensor of float32 or float64; q: numbers from 0 to 1, one or a vector of the "
        "same dtype.\ninterpolation, where a quantile lies between two elements: linear, lower, higher, "
        "midpoint, nearest.",
        result="Result: the sizes of q, then those of input without dim, or with size 1 there if keepdim.",
        raises="Raises RuntimeError for no elements, more than 2**24, other dtypes and interpolations and a "
        "q out of range, IndexError for a dim out of range.",
        notes=notes,
        example=example,
    )


ROWS = (
    nan_sum(
        "nansum",
        "The sum",
        "Operand: a tensor of any real dtype; integers and bool are summed as int64.",
        "Raises IndexError for a dimension out of range, RuntimeError for one that is named twice and for "
        "complex numbers.",
        ("torch.nansum(torch.tensor([[1., float('nan')], [3., 4.]]), 1)", "tensor([1., 7.])"),
    ),
    nan_sum(
        "nanmean",
        "The mean",
        "Operand: a tensor of a floating dtype.",
        "Raises IndexError for a dimension out of range, RuntimeError for one that is named twice and for "
        "other dtypes.",
        ("torch.nanmean(torch.tensor([[1., float('nan')], [3., 4.]]), 1)", "tensor([1.0000, 3.5000])"),
    ),
    median(
        "median",
        "The median of the elements, of all or along a dimension, with its index.",
        "The first nan counts.",
        (
            "torch.median(torch.tensor([[3., 1., 2.]]), 1)",
            "torch.return_types.median(\nvalues=tensor([2.]),\nindices=tensor([2]))",
        ),
    ),
    median(
        "nanmedian",
        "The median of all elements but nan, of all or along a dimension, with its index.",
        "It is nan where all are.",
        ("torch.nanmedian(torch.tensor([3., 1., float('nan'), 2.]))", "tensor(2.)"),
    ),
    Function(
        "mode",
        "The most frequent element along dim, and the index of one of its occurrences.",
        ("Tensor input, int dim = -1, bool keepdim = False, *, tuple of Tensors out = None",),
        "along_dim",
        code="TB_ALONG_DIM_MODE",
        returns="_return_types.mode",
        operands="Operand: a tensor of any real dtype but the wide unsigned ones.",
        result=PAIR,
        raises=f"{RANGE}, NotImplementedError for other dtypes, RuntimeError for out= of other dtypes.",
        notes="Of equally frequent elements the smallest is taken, and its last index; nan is equal\n"
        "to nothing.  Of more than 16 elements PyTorch takes another index.",
        example=(
            "torch.mode(torch.tensor([3, 1, 1, 3, 2]))",
            "torch.return_types.mode(\nvalues=tensor(1),\nindices=tensor(2))",
        ),
    ),
    Function(
        "kthvalue",
        "The k-th smallest element along dim, and where it is.",
        ("Tensor input, index k, int dim = -1, bool keepdim = False, *, tuple of Tensors out = None",),
        "along_dim",
        code="TB_ALONG_DIM_KTHVALUE",
        returns="_return_types.kthvalue",
        operands=REAL,
        result=PAIR,
        raises=f"{RANGE}, RuntimeError for k beyond its size and for out= of other dtypes, "
        "NotImplementedError for other dtypes.",
        notes="nan is larger than everything.",
        example=(
            "torch.kthvalue(torch.tensor([3, 1, 2]), 2)",
            "torch.return_types.kthvalue(\nvalues=tensor(2),\nindices=tensor(2))",
        ),
    ),
    quantile(
        "quantile",
        "the elements",
        "nan where there is one among the elements.",
        (
            "torch.quantile(torch.tensor([1., 2., 4.]), torch.tensor([0.5, 0.75]))",
            "tensor([2., 3.])",
        ),
    ),
    quantile(
        "nanquantile",
        "all elements but nan",
        "nan where all elements are.",
        ("torch.nanquantile(torch.tensor([1., float('nan'), 2.]), 0.5)", "tensor(1.5000)"),
    ),
    Function(
        "histc",
        "How many elements are in each of bins intervals of equal width between min and max.",
        ("Tensor input, int bins = 100, Number min = 0, Number max = 0, *, Tensor out = None",),
        in_python="_composite.statistics.histograms:histc",
        operands="Operand: a tensor of a floating dtype and any shape; where min equals max, they are its "
        "smallest and largest element.",
        result="Result: a vector of bins numbers of input's dtype; an interval has its left edge, the last "
        "one both.",
        raises="Raises RuntimeError for no bins, edges that are not finite or in the wrong order and out= of "
        "another dtype, NotImplementedError for other dtypes.",
        example=("torch.histc(torch.tensor([1., 2., 1.]), bins=4, min=0, max=3)", "tensor([0., 2., 1., 0.])"),
        shapes="computes",
    ),
    Function(
        "histogram",
        "How many elements, or which weight, each bin has, and the edges of the bins.",
        (
            "Tensor input, Tensor bins, *, Tensor weight = None, bool density = False, "
            "tuple of Tensors out = None",
            "Tensor input, int bins = 100, *, tuple of floats range = None, Tensor weight = None, "
            "bool density = False, tuple of Tensors out = None",
        ),
        in_python="_composite.statistics.histograms:histogram",
        returns=("_return_types.histogram",) * 2,
        operands="Operands: a tensor of a floating dtype and any shape.  bins: their edges in order, a "
        "vector of the\nsame dtype, or how many of equal width, between the two numbers of range or the "
        "smallest and the largest\nelement.  weight: of each element.  density: divided by the sum and by "
        "each bin's width.",
        result="Result: hist and bin_edges, a named tuple; a bin has its left edge, the last one both.",
        raises="Raises RuntimeError for other sizes and dtypes, no bins and edges that are not finite or in "
        "the wrong order, NotImplementedError for input of other dtypes.",
        example=(
            "torch.histogram(torch.tensor([1., 3., 1.]), bins=2, range=(0., 4.))",
            "torch.return_types.histogram(\nhist=tensor([2., 1.]),\nbin_edges=tensor([0., 2., 4.]))",
        ),
        shapes="computes",
    ),
    Function(
        "cov",
        "The covariances of variables, one a row, whose columns are observations.",
        ("Tensor input, *, int correction = 1, Tensor fweights = None, Tensor aweights = None",),
        in_python="_composite.statistics.moments:cov",
        operands="Operands: a tensor of at most 2 dimensions and any dtype but bool; fweights: how often "
        "each\nobservation occurs, integers; aweights: how important it is, floats.",
        result="Result: a matrix, of one variable a 0-dim tensor.",
        raises="Raises RuntimeError for other sizes and dtypes and for negative weights; warns where "
        "correction leaves nothing to divide by.",
        notes="PyTorch overwrites a single observation with zeros where it has one kind of weights.",
        example=(
            "torch.cov(torch.tensor([[0., 1., 2.], [2., 1., 0.]]))",
            "tensor([[ 1., -1.],\n        [-1.,  1.]])",
        ),
        shapes="computes",
    ),
    Function(
        "corrcoef",
        "The correlations of variables, one a row, whose columns are observations.",
        ("Tensor input",),
        in_python="_composite.statistics.moments:corrcoef",
        operands="Operand: a tensor of at most 2 dimensions and any dtype but bool.",
        result="Result: a matrix, of one variable a 0-dim tensor.",
        raises="Raises RuntimeError for other sizes and for bool; warns of a single observation.",
        example=(
            "torch.corrcoef(torch.tensor([[0., 1., 2.], [2., 1., 0.]]))",
            "tensor([[ 1., -1.],\n        [-1.,  1.]])",
        ),
        shapes="computes",
    ),
)
