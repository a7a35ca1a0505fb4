"""Rows of activations and dropouts that are composed of others; operators/activations.py has the pointwise
ones.
"""

from codegen.functions.row import Function, shaped

FLOATING = "Operand: a tensor of any shape and a floating dtype."
LIKE = "Result: of input's sizes and dtype."
WRITTEN = "Result: input, which is written."
OTHERS = "Raises NotImplementedError for other dtypes."


def composed(name, summary, signature, operands, raises, example, namespace="", **facts):
    return Function(
        name,
        summary,
        (signature,),
        in_python=f"_composite.nn.activations:{name}",
        namespace=namespace,
        operands=operands,
        result=facts.pop("result", LIKE),
        raises=raises,
        source=f"torch.nn.functional.{name}" if namespace else "",
        example=example,
        **({"method": False} | facts),
    )


def with_inplace(name, summary, signature, operands, raises, example, namespace=""):
    """A function, and the one that writes input: its name, and `_`."""
    written = f"{name} in place: writes the result to input, and returns it."
    place = f"torch.nn.functional.{name}(" if namespace else f"torch.{name}("
    call, printed = example
    without_out = signature.removesuffix(", *, Tensor out = None")
    return (
        composed(name, summary, signature, operands, raises, (f"{place}{call})", printed), namespace),
        composed(
            f"{name}_",
            written,
            without_out,
            operands,
            raises,
            (f"{place[:-1]}_({call})", printed),
            namespace,
            result=WRITTEN,
        ),
    )


PROBABILITY = f"{FLOATING}  p: the probability of 0; without train, the result is input."
DROPPED = "Raises RuntimeError if p is not in [0, 1], and for other dtypes."
NOTHING = "torch.tensor([[1., 2.]]), 1.0, True"
RATES = "Tensor input, float p, bool train"
DROPOUTS = (
    ("dropout", "input, with elements replaced by 0 at random, and the others divided by 1 - p."),
    ("alpha_dropout", "dropout that keeps the mean and variance of what selu gives, by its lowest value."),
    ("feature_dropout", "dropout of whole channels, each a row of dimensions 0 and 1."),
    ("feature_alpha_dropout", "alpha_dropout of whole channels, each a row of dimensions 0 and 1."),
)

ROWS = shaped(
    "keeps",
    (
        *with_inplace(
            "selu",
            "1.0507 * input where it is positive, 1.7581 * (exp(input) - 1) elsewhere.",
            "Tensor input",
            FLOATING,
            OTHERS,
            ("torch.tensor([-1., 0., 2.])", "tensor([-1.1113,  0.0000,  2.1014])"),
        ),
        *with_inplace(
            "celu",
            "input where it is positive, alpha * (exp(input / alpha) - 1) elsewhere.",
            "Tensor input, Number alpha = 1.0",
            FLOATING,
            OTHERS + "  Raises RuntimeError if alpha is 0.",
            ("torch.tensor([-1., 0., 2.])", "tensor([-0.6321,  0.0000,  2.0000])"),
        ),
        *with_inplace(
            "hardtanh",
            "input limited to [min_val, max_val].",
            "Tensor input, Number min_val = -1, Number max_val = 1, *, Tensor out = None",
            "Operand: a tensor of any shape, of integers or a floating dtype.",
            "Raises RuntimeError for bool, NotImplementedError for complex numbers.",
            ("torch.tensor([-2., 0.5])", "tensor([-1.0000,  0.5000])"),
            "nn",
        ),
        composed(
            "relu6",
            "input limited to [0, 6].",
            "Tensor input",
            "Operand: a tensor of any shape, of integers or a floating dtype.",
            "Raises RuntimeError for bool, NotImplementedError for complex numbers.",
            ("torch.nn.functional.relu6(torch.tensor([-2., 7.]))", "tensor([0., 6.])"),
            "nn",
        ),
        composed(
            "prelu",
            "input where it is positive, weight * input elsewhere.",
            "Tensor input, Tensor weight",
            "Operands: a tensor of any shape and a floating dtype, and the slopes of its channels, which are "
            "dimension 1: a vector, or one element.",
            "Raises RuntimeError for other sizes and if the dtypes differ, NotImplementedError for other "
            "dtypes.",
            (
                "torch.prelu(torch.tensor([[-1., -2.]]), torch.tensor([0.5, 0.25]))",
                "tensor([[-0.5000, -0.5000]])",
            ),
            method=True,
        ),
        composed(
            "glu",
            "The first half of input along dim, times the sigmoid of the second half.",
            "Tensor input, int dim = -1, *, Tensor out = None",
            "Operand: a tensor with a dimension and a floating dtype.",
            "Raises RuntimeError if the size along dim is odd, IndexError if dim is out of range, "
            "NotImplementedError for other dtypes.",
            ("torch.nn.functional.glu(torch.tensor([1., 2., 0., 0.]))", "tensor([0.5000, 1.0000])"),
            "nn",
            result="Result: half of input's size along dim; its dtype.",
            shapes="computes",
        ),
        *with_inplace(
            "rrelu",
            "input where it is positive, times a slope elsewhere: in training random between lower and "
            "upper, else their mean.",
            "Tensor input, Number lower = 0.125, Number upper = 0.3333333333333333, bool training = False, "
            "torch.Generator generator = None",
            FLOATING,
            OTHERS + "  Raises RuntimeError if lower exceeds upper.",
            ("torch.tensor([-1., 2.]), 0.25, 0.75", "tensor([-0.5000,  2.0000])"),
        ),
        *(
            row
            for name, summary in DROPOUTS
            for row in with_inplace(
                name, summary, RATES, PROBABILITY, DROPPED, (NOTHING, "tensor([[0., 0.]])")
            )
        ),
    ),
)  # fmt: skip
