"""Rows of functions that ask whether tensors are equal, exactly or nearly."""

from codegen.functions.row import Function

TOLERANCES = "Tensor input, Tensor other, float rtol = 1e-05, float atol = 1e-08, bool equal_nan = False"
OPERANDS = (
    'Operands: tensors of one dtype and of any shapes that broadcast (the note, "General semantics").\n'
    "Integers are compared in the default dtype."
)
RAISES = (
    "Raises RuntimeError for different dtypes, negative tolerances, and sizes that do not match.  Warns "
    '(UserWarning) where the deprecated 1-dimensional behaviour applies (the note, "Backwards '
    'compatibility").'
)

ROWS = (
    Function(
        "isclose",
        "Is |input - other| <= atol + rtol * |other|, element by element?",
        (TOLERANCES,),
        "isclose",
        operands=OPERANDS,
        result="Result: the broadcast shape, dtype bool.",
        raises=RAISES,
        notes="Infinities are close to themselves, nan only with equal_nan.",
        example=(
            "torch.isclose(torch.tensor([1., 2.]), torch.tensor([[1.0000001], [2.]]))",
            "tensor([[ True, False],\n        [False,  True]])",
        ),
    ),
    Function(
        "allclose",
        "Is isclose True everywhere?",
        (TOLERANCES,),
        "allclose",
        returns="_bool",
        operands=OPERANDS,
        result="Result: a bool.",
        raises=RAISES,
        notes="It stops at the first elements that are not close.",
        example=("torch.allclose(torch.tensor([1., 2.]), torch.tensor([1.0000001, 2.]))", "True"),
    ),
    Function(
        "equal",
        "Are sizes and elements equal?",
        ("Tensor input, Tensor other",),
        "equal",
        returns="_bool",
        operands="Operands: tensors of any shapes and dtypes; nothing is broadcast, and nan is not equal "
        "to itself.",
        result="Result: a bool.",
        notes="It stops at the first elements that differ.",
        example=("torch.equal(torch.tensor([1., 2.]), torch.tensor([1, 2]))", "True"),
        shapes="reduces",
        numpy=("array_equal",),
    ),
)
