"""Rows of predicates of a tensor, none of which computes anything."""

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
        "Whether input's dtype is float16, bfloat16, float32 or float64.",
        ("Tensor input",),
        "predicate",
        code="TBPY_IS_FLOATING_POINT",
        returns="_bool",
        operands="Operand: a tensor of any shape and dtype.",
        example=("torch.is_floating_point(torch.ones(2))", "True"),
    ),
    Function(
        "is_complex",
        "Whether input's dtype is complex64 or complex128.",
        ("Tensor input",),
        "predicate",
        code="TBPY_IS_COMPLEX",
        returns="_bool",
        operands="Operand: a tensor of any shape and dtype.",
        example=("torch.is_complex(torch.ones(2))", "False"),
    ),
    Function(
        "is_signed",
        "Whether input's dtype can hold negative numbers.",
        ("Tensor input",),
        "predicate",
        code="TBPY_IS_SIGNED",
        returns="_bool",
        operands="Operand: a tensor of any shape and dtype.",
        example=("torch.is_signed(torch.tensor([1], dtype=torch.uint8))", "False"),
    ),
    lazy("is_conj", "Whether input is conjugated lazily: always False, as conj() copies."),
    lazy("is_neg", "Whether input is negated lazily: always False, as conj() copies."),
    Function(
        "is_nonzero",
        "Whether the only element of input is not zero: the same as bool(input).",
        ("Tensor input",),
        "predicate",
        code="TBPY_IS_NONZERO",
        returns="_bool",
        operands="Operand: a tensor of one element, of any dtype.",
        raises="Raises RuntimeError unless there is exactly one element.",
        example=("torch.is_nonzero(torch.tensor([[0.5]]))", "True"),
        shapes="converts",
    ),
    Function(
        "is_same_size",
        "Whether input and other have the same shape.",
        ("Tensor input, Tensor other",),
        "predicate",
        code="TBPY_IS_SAME_SIZE",
        returns="_bool",
        operands="Operands: tensors of any shapes and dtypes.",
        source="torch.Tensor.is_same_size",
        example=("torch.is_same_size(torch.ones(2, 1), torch.ones(2))", "False"),
    ),
)
