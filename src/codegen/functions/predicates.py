"""Rows of predicates of a tensor, which compute nothing."""

from codegen.functions.row import Function


def lazy(name, summary):
    return Function(
        name,
        summary,
        ("Tensor input",),
        "predicate",
        code="TBPY_NEVER",
        returns="_bool",
        operands="Operand: a tensor of any shape and dtype.",
        example=(f"torch.{name}(torch.tensor([1j]).conj())", "False"),
    )


ROWS = (
    Function(
        "numel",
        "The number of elements of input.",
        ("Tensor input",),
        "predicate",
        code="TBPY_NUMEL",
        returns="_int",
        operands="Operand: a tensor of any shape and dtype.",
        example=("torch.numel(torch.ones(2, 3))", "6"),
    ),
    Function(
        "is_floating_point",
        "Is input's dtype one of float16, bfloat16, float32, float64?",
        ("Tensor input",),
        "predicate",
        code="TBPY_IS_FLOATING_POINT",
        returns="_bool",
        operands="Operand: a tensor of any shape and dtype.",
        example=("torch.is_floating_point(torch.ones(2))", "True"),
    ),
    Function(
        "is_complex",
        "Is input's dtype complex64 or complex128?",
        ("Tensor input",),
        "predicate",
        code="TBPY_IS_COMPLEX",
        returns="_bool",
        operands="Operand: a tensor of any shape and dtype.",
        example=("torch.is_complex(torch.ones(2))", "False"),
    ),
    Function(
        "is_signed",
        "Can input's dtype hold negative numbers?",
        ("Tensor input",),
        "predicate",
        code="TBPY_IS_SIGNED",
        returns="_bool",
        operands="Operand: a tensor of any shape and dtype.",
        example=("torch.is_signed(torch.tensor([1], dtype=torch.uint8))", "False"),
    ),
    lazy("is_conj", "Is input conjugated lazily?  Never: conj() copies."),
    lazy("is_neg", "Is input negated lazily?  Never: what is conjugated is a copy."),
    Function(
        "is_nonzero",
        "Is the only element of input different from zero?  As bool(input).",
        ("Tensor input",),
        "predicate",
        code="TBPY_IS_NONZERO",
        returns="_bool",
        operands="Operand: a tensor of one element, of any dtype.",
        raises="Raises RuntimeError for no elements or several.",
        example=("torch.is_nonzero(torch.tensor([[0.5]]))", "True"),
        shapes="converts",
    ),
    Function(
        "is_same_size",
        "Have input and other the same sizes?",
        ("Tensor input, Tensor other",),
        "predicate",
        code="TBPY_IS_SAME_SIZE",
        returns="_bool",
        operands="Operands: tensors of any shapes and dtypes.",
        source="torch.Tensor.is_same_size",
        example=("torch.is_same_size(torch.ones(2, 1), torch.ones(2))", "False"),
    ),
)
