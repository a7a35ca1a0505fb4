"""Rows of functions that compare tensors, exactly or within tolerances."""

from codegen.functions.row import Function

TOLERANCES = "Tensor input, Tensor other, float rtol = 1e-05, float atol = 1e-08, bool equal_nan = False"
OPERANDS = (
    "Operands: tensors of the same dtype whose shapes broadcast.  Integers are compared in the default dtype."
)
RAISES = (
    "Raises RuntimeError for different dtypes, negative tolerances, and shapes that do not "
    "broadcast.\nWarns (UserWarning), and treats the operands as 1-dimensional, if their shapes do not "
    "broadcast but their numbers of elements are equal (deprecated)."
)

ROWS = (
    Function(
        "isclose",
        "Whether |input - other| <= atol + rtol * |other|, element by element.",
        (TOLERANCES,),
        "isclose",
        operands=OPERANDS,
        result="Result: the broadcast shape, dtype bool.",
        raises=RAISES,
        notes="An infinity is close to itself, nan only with equal_nan=True.",
        example=(
            "torch.isclose(torch.tensor([1., 2.]), torch.tensor([[1.0000001], [2.]]))",
            "tensor([[ True, False],\n        [False,  True]])",
        ),
    ),
    Function(
        "allclose",
        "Whether isclose is True for all elements.",
        (TOLERANCES,),
        "allclose",
        returns="_bool",
        operands=OPERANDS,
        result="Result: a bool.",
        raises=RAISES,
        notes="Stops at the first pair that is not close.",
        example=("torch.allclose(torch.tensor([1., 2.]), torch.tensor([1.0000001, 2.]))", "True"),
    ),
    Function(
        "equal",
        "Whether two tensors have the same shape and equal elements.",
        ("Tensor input, Tensor other",),
        "equal",
        returns="_bool",
        operands="Operands: tensors of any shapes and dtypes.  They do not broadcast, and nan does not "
        "equal nan.",
        result="Result: a bool.",
        notes="Stops at the first pair that differs.",
        example=("torch.equal(torch.tensor([1., 2.]), torch.tensor([1, 2]))", "True"),
        shapes="reduces",
        numpy=("array_equal",),
    ),
)
