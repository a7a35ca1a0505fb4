"""Rows that choose: extrema, limits, signs and the next representable number."""

from codegen.operators.row import Calling, Computation, Hooks, Layout, Op, Parameter, Promotion

MAXIMUM = {"bool": "a | b", "integer": "a >= b ? a : b", "float": "((a != a) | (a >= b)) ? a : b"}
MINIMUM = {"bool": "a & b", "integer": "a <= b ? a : b", "float": "((a != a) | (a <= b)) ? a : b"}
NO_COMPLEX = {"complex": ("NotImplementedError", "clamp is not supported for complex types")}
OPERANDS = ("self", "min", "max")


def two_senses(bound) -> tuple:
    """torch's overloads of clamp_min and clamp_max."""
    return (f"Tensor input, Tensor {bound}, *, Tensor out = None",
            f"Tensor input, Number {bound}, *, Tensor out = None")  # fmt: skip


# Zeros of either sign are equal: torch's own choice depends on the layout, but for fmax and fmin.
LOW = {"integer": "a < b ? b : a", "float": "HELP(at_least)(a, b)"}
HIGH = {"integer": "a > b ? b : a", "float": "HELP(at_most)(a, b)"}
BETWEEN = {"integer": "(a < b ? b : a) > c ? c : (a < b ? b : a)",
           "float": "HELP(at_most)(HELP(at_least)(a, b), c)"}  # fmt: skip


def limit(name, bound, expressions, **facts) -> Op:
    """The row of clamp with one bound."""
    return Op(name, f"self limited by {bound}.", expressions, operands=("self", bound), public=False, **facts)


def limit_by_number(name, bound, expressions, check) -> Op:
    return limit(
        name,
        bound,
        expressions,
        promotion=Promotion(exact_out=True, refuses={} if check else NO_COMPLEX),
        layout=Layout(without_numbers=True),
        numbers="double",
        computation=Computation(kernel=f"clamp_{bound}_scalar_cpu"),
        hooks=Hooks(checks=("clamp_promotion", *check), converts=True),
    )


ROWS = (
    Op(
        "maximum",
        "The larger of self and other, element by element; nan if either is nan.",
        MAXIMUM,
        calling=Calling(inplace=False),
        promotion=Promotion(
            refuses={"complex": ("RuntimeError", "maximum not implemented for complex tensors.")},
        ),
        computation=Computation(kernel="maximum_cpu"),
        source="torch.maximum",
        example=("torch.maximum(torch.tensor([1., 5.]), torch.tensor([[2.], [3.]]))",
                 "tensor([[2., 5.],\n        [3., 5.]])"),
    ),
    Op(
        "minimum",
        "The smaller of self and other, element by element; nan if either is nan.",
        MINIMUM,
        calling=Calling(inplace=False),
        promotion=Promotion(
            refuses={"complex": ("RuntimeError", "minimum not implemented for complex tensors.")},
        ),
        computation=Computation(kernel="minimum_cpu"),
        source="torch.minimum",
        example=("torch.minimum(torch.tensor([1., 5.]), torch.tensor([[2.], [3.]]))",
                 "tensor([[1., 2.],\n        [1., 3.]])"),
    ),
    Op(
        "fmax",
        "The larger of self and other, element by element; nan only if both are nan.",
        {**MAXIMUM, "float": "HELP(fmax)(a, b)", "half": "tb_fmax_f32(b, a)"},
        calling=Calling(inplace=False),
        promotion=Promotion(
            refuses={"complex": ("RuntimeError", "fmax not implemented for complex tensors.")},
        ),
        computation=Computation(kernel="maximum_cpu"),
        source="torch.fmax",
        example=("torch.fmax(torch.tensor([1., float('nan')]), torch.tensor([[2.], [3.]]))",
                 "tensor([[2., 2.],\n        [3., 3.]])"),
    ),
    Op(
        "fmin",
        "The smaller of self and other, element by element; nan only if both are nan.",
        {**MINIMUM, "float": "HELP(fmin)(a, b)", "half": "tb_fmin_f32(b, a)"},
        calling=Calling(inplace=False),
        promotion=Promotion(
            refuses={"complex": ("RuntimeError", "fmin not implemented for complex tensors.")},
        ),
        computation=Computation(kernel="minimum_cpu"),
        source="torch.fmin",
        example=("torch.fmin(torch.tensor([1., float('nan')]), torch.tensor([[2.], [3.]]))",
                 "tensor([[1., 2.],\n        [1., 3.]])"),
    ),
    Op(
        "clamp",
        "self limited to [min, max], each a tensor, a number or None; max if min is larger, nan if any is "
        "nan.",
        BETWEEN,
        operands=OPERANDS,
        aliases=("clip",),
        calling=Calling(
            signatures=("Tensor input, Tensor min = None, Tensor max = None, *, Tensor out = None",
                    "Tensor input, Number min = None, Number max = None, *, Tensor out = None"),
            inplace_function=True,
            without={"min": "_clamp_only_max", "max": "_clamp_only_min"},
        ),
        computation=Computation(kernel="clamp_cpu"),
        hooks=Hooks(choose="clamp", checks=("clamp",)),
        source="torch.clamp",
        example=("torch.clamp(torch.tensor([-2., 0.5, 3.]), torch.tensor([[-1.], [1.]]), torch.tensor(2.))",
                 "tensor([[-1.0000,  0.5000,  2.0000],\n        [ 1.0000,  1.0000,  2.0000]])"),
    ),
    Op(
        "_clamp_numbers",
        "clamp between numbers.",
        BETWEEN,
        operands=OPERANDS,
        promotion=Promotion(exact_out=True),
        layout=Layout(without_numbers=True),
        numbers="double",
        computation=Computation(kernel="clamp_scalar_cpu"),
        hooks=Hooks(checks=("clamp_promotion", "clamp_numbers"), converts=True),
        public=False,
    ),
    Op(
        "clamp_min",
        "self, or min where that is larger, element by element; nan if either is nan.",
        MAXIMUM,
        operands=("self", "min"),
        calling=Calling(signatures=two_senses("min"), inplace_function=True),
        computation=Computation(kernel="maximum_cpu"),
        hooks=Hooks(choose="clamp_min"),
        source="torch.clamp_min",
        example=("torch.clamp_min(torch.tensor([-2., 0.5, 3.]), 1)", "tensor([1., 1., 3.])"),
    ),
    limit_by_number("_clamp_min_number", "min", LOW, ()),
    limit(
        "_clamp_only_min",
        "min",
        MAXIMUM,
        computation=Computation(kernel="maximum_cpu"),
        hooks=Hooks(checks=("clamp",), choose="clamp_only_min"),
    ),
    limit_by_number("_clamp_only_min_number", "min", LOW, ("clamp_numbers",)),
    Op(
        "clamp_max",
        "self, or max where that is smaller, element by element; nan if either is nan.",
        MINIMUM,
        operands=("self", "max"),
        calling=Calling(signatures=two_senses("max"), inplace_function=True),
        computation=Computation(kernel="minimum_cpu"),
        hooks=Hooks(choose="clamp_max"),
        source="torch.clamp_max",
        example=("torch.clamp_max(torch.tensor([-2., 0.5, 3.]), 1)", "tensor([-2.0000,  0.5000,  1.0000])"),
    ),
    limit_by_number("_clamp_max_number", "max", HIGH, ()),
    limit(
        "_clamp_only_max",
        "max",
        MINIMUM,
        computation=Computation(kernel="minimum_cpu"),
        hooks=Hooks(checks=("clamp",), choose="clamp_only_max"),
    ),
    limit_by_number("_clamp_only_max_number", "max", HIGH, ("clamp_numbers",)),
    Op(
        "heaviside",
        "0 where self is negative or nan, 1 where it is positive, values where it is 0.",
        {"bool": "a | b", "integer": "a == 0 ? b : a > 0", "float": "a == 0 ? b : (T)(a > 0)"},
        operands=("self", "values"),
        computation=Computation(kernel="heaviside_cpu"),
        hooks=Hooks(checks=("heaviside",)),
        source="torch.heaviside",
        example=("torch.heaviside(torch.tensor([-1.5, 0., 2.]), torch.tensor([0.5]))",
                 "tensor([0.0000, 0.5000, 1.0000])"),
    ),
    Op(
        "copysign",
        "The magnitude of self with the sign of other, element by element.",
        {"float": "C(copysign)(a, b)"},
        calling=Calling(
            signatures=("Tensor input, Tensor other, *, Tensor out = None",
                    "Tensor input, Number other, *, Tensor out = None"),
        ),
        promotion=Promotion("float"),
        computation=Computation(kernel="copysign_cpu"),
        source="torch.copysign",
        example=("torch.copysign(torch.tensor([1., -2.]), torch.tensor([[-0.], [3.]]))",
                 "tensor([[-1., -2.],\n        [ 1.,  2.]])"),
    ),
    Op(
        "nextafter",
        "The next representable number after self towards other, element by element.",
        {"float": "HELP(nextafter)(a, b)", "half": "HELP(nextafter)(a, b)"},
        computation=Computation(kernel="nextafter_cpu"),
        source="torch.nextafter",
        example=("torch.nextafter(torch.tensor([1., 2.]), torch.tensor(5.)) > torch.tensor([1., 2.])",
                 "tensor([True, True])"),
    ),
    Op(
        "threshold",
        "self where it is greater than threshold (or nan), else value, element by element.",
        {"integer": "a <= threshold ? value : a", "float": "a <= threshold ? value : a"},
        operands=("self",),
        calling=Calling(
            signatures=("Tensor input, Number threshold, Number value, *, Tensor out = None",),
            method=False,
            inplace=False,
            inplace_function=True,
        ),
        computation=Computation(
            kernel="threshold_cpu",
            parameters=(Parameter("threshold", type="wide"), Parameter("value")),
        ),
        hooks=Hooks(writes="anywhere"),
        source="torch.threshold",
        example=("torch.threshold(torch.tensor([-2, 0, 3]), 0, -1)",
                 "tensor([-1, -1,  3])"),
    ),
)
