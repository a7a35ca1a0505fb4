"""Rows of integrals and derivatives of sampled functions."""

from codegen.functions.row import Function

SAMPLES = ("Tensor y, Tensor x, *, int dim = -1", "Tensor y, *, Number dx = 1, int dim = -1")
POINTS = (
    "Operands: y: the values along dim.  x: the points, a vector or a tensor that broadcasts to y; or dx: "
    "the distance between the points."
)
RAISES = (
    "Raises RuntimeError for bool and if the sizes do not match, IndexError if dim is out of range and for "
    "a 0-dim tensor."
)


def trapezoid(name, signatures, example):
    return Function(
        name,
        "The integral of y along dim by the trapezoidal rule.",
        signatures,
        in_python=f"_composite.statistics.calculus:{name}",
        shapes="computes itself",
        returns=("Tensor", "Tensor"),
        method=False,
        operands=POINTS,
        result="Result: y's shape without dim; floating for integers.",
        raises=RAISES,
        example=example,
    )


ROWS = (
    trapezoid(
        "trapezoid",
        SAMPLES,
        ("torch.trapezoid(torch.tensor([1., 2., 3.]), torch.tensor([0., 1., 3.]))", "tensor(6.5000)"),
    ),
    trapezoid(
        "trapz",
        ("Tensor y, *, float dx = 1, int dim = -1", SAMPLES[0]),
        ("torch.trapz(torch.tensor([1., 2., 3.]), dx=2)", "tensor(8.)"),
    ),
    Function(
        "cumulative_trapezoid",
        "The integral of y along dim up to each point, by the trapezoidal rule.",
        SAMPLES,
        in_python="_composite.statistics.calculus:cumulative_trapezoid",
        returns=("Tensor", "Tensor"),
        method=False,
        operands=POINTS,
        result="Result: y's shape, with one element fewer along dim; floating for integers.",
        raises=RAISES,
        example=("torch.cumulative_trapezoid(torch.tensor([1., 2., 3.]))", "tensor([1.5000, 4.0000])"),
        shapes="computes itself",
    ),
    Function(
        "gradient",
        "The derivatives of input along its dimensions: second-order differences, one-sided at the edges.",
        (
            "Tensor input, *, tuple of ints dim, int edge_order = 1",
            "Tensor input, *, Number spacing, tuple of ints dim, int edge_order = 1",
            "Tensor input, *, Number spacing = None, int dim = None, int edge_order = 1",
            "Tensor input, *, tuple of Scalars spacing, int dim = None, int edge_order = 1",
            "Tensor input, *, tuple of Scalars spacing, tuple of ints dim, int edge_order = 1",
            "Tensor input, *, tuple of Tensors spacing, int dim = None, int edge_order = 1",
            "Tensor input, *, tuple of Tensors spacing, tuple of ints dim, int edge_order = 1",
        ),
        in_python="_composite.statistics.calculus:gradient",
        returns=("tuple[Tensor, ...]",) * 7,
        method=False,
        operands="Operand: a tensor of any dtype but bool and uint8.  spacing: the distance between the "
        "points, or one distance or vector of points for each dimension.  edge_order: 1 or 2, the order of "
        "the differences at the edges.",
        result="Result: a tuple with a tensor of input's shape for each dimension in dim, by default for "
        "all.",
        raises="Raises RuntimeError for fewer than edge_order + 1 elements along a dimension, for a wrong "
        "number of spacings and for other dtypes, IndexError if dim is out of range.",
        example=("torch.gradient(torch.tensor([1., 2., 4.]))", "(tensor([1.0000, 1.5000, 2.0000]),)"),
    ),
)
