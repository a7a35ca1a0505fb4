"""Rows of special functions that Python composes: frexp and the multivariate log-gamma function."""

from codegen.functions.row import Function

MVLGAMMA = {
    "operands": "Operand: a tensor of any real dtype but bool.  p: at least 1.",
    "result": "Result: of input's shape and dtype; integers give the default dtype.",
    "raises": "Raises RuntimeError for bool, if p is below 1, and if the result's dtype cannot be cast to "
    "that of out= or self, NotImplementedError for complex numbers.",
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
        "Splits every element into mantissa * 2 ** exponent, where abs(mantissa) is in [0.5, 1).",
        ("Tensor input, *, tuple of Tensors out = None",),
        in_python="_composite.special:frexp",
        returns="_return_types.frexp",
        operands="Operand: a tensor of a floating dtype.",
        result="Result: a named tuple of mantissa, of input's dtype, and exponent, int32, both of input's "
        "shape.  Zeros, infinities and nan are their own mantissas, with exponent 0.",
        raises="Raises RuntimeError for other dtypes of input or out=.",
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
        "In-place mvlgamma: writes self, and returns it.",
        "mvlgamma_",
        "torch.tensor([3., 4.]).mvlgamma_(2)",
        function=False,
    ),
    mvlgamma(
        "_special_multigammaln",
        "The same as mvlgamma.",
        "mvlgamma",
        "torch.special.multigammaln(torch.tensor([3., 4.]), 2)",
        method=False,
        source="torch.special.multigammaln",
    ),
)
