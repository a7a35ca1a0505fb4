"""Rows of special functions that are compositions: frexp and the multivariate log-gamma function."""

from codegen.functions.row import Function

MVLGAMMA = {
    "operands": "Operand: a tensor of any real dtype but bool; p: at least 1.",
    "result": "Result: of input's sizes; input's dtype, the default dtype of integers.",
    "raises": "Raises RuntimeError for bool, p below 1 and results that cannot be cast to what is written, "
    "NotImplementedError for complex numbers.",
}


def mvlgamma(name, summary, composition, call, **forms):
    signature = "Tensor input, int p" + (", *, Tensor out = None" if not composition.endswith("_") else "")
    return Function(
        name,
        summary,
        (signature,),
        in_python=f"_composite.special:{composition}",
        example=(call, "tensor([1.5502, 3.5651])"),
        **MVLGAMMA,
        **forms,
    )


ROWS = (
    Function(
        "frexp",
        "Every element as a mantissa from 0.5 to 1, with the element's sign, times 2 to an exponent.",
        ("Tensor input, *, tuple of Tensors out = None",),
        in_python="_composite.special:frexp",
        returns="_return_types.frexp",
        operands="Operand: a tensor of a floating dtype.",
        result="Result: mantissa, of input's dtype, and exponent, int32, of input's sizes, a named tuple; "
        "zeros, infinities and nan are their own mantissas, with exponent 0.",
        raises="Raises RuntimeError for other dtypes, of input and of out=.",
        example=(
            "torch.frexp(torch.tensor([1., -6.]))",
            "torch.return_types.frexp(\nmantissa=tensor([ 0.5000, -0.7500]),\n"
            "exponent=tensor([1, 3], dtype=torch.int32))",
        ),
    ),
    mvlgamma(
        "mvlgamma",
        "The multivariate log-gamma function of dimension p, element by element.",
        "mvlgamma",
        "torch.mvlgamma(torch.tensor([3., 4.]), 2)",
    ),
    mvlgamma(
        "mvlgamma_",
        "In-place mvlgamma: self is written and returned.",
        "mvlgamma_",
        "torch.tensor([3., 4.]).mvlgamma_(2)",
        function=False,
    ),
    mvlgamma(
        "_special_multigammaln",
        "As mvlgamma.",
        "mvlgamma",
        "torch.special.multigammaln(torch.tensor([3., 4.]), 2)",
        method=False,
        called="special_multigammaln",
        source="torch.special.multigammaln",
    ),
)
