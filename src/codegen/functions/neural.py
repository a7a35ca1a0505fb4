"""Rows of what torch.nn.functional takes from C: cosine_similarity, one_hot."""

from codegen.functions.row import Function

ROWS = (
    Function(
        "cosine_similarity",
        "The cosine of the angle between x1 and x2 along dim; norms count as eps at least.",
        ("Tensor x1, Tensor x2, int dim = 1, float eps = 1e-08",),
        "in_python",
        code="TBPY_HOOK_COSINE_SIMILARITY",
        method=False,
        operands="Operands: tensors of shapes that broadcast, whose common dtype is floating.",
        result="Result: the broadcast shape without dim, the common dtype.",
        raises="Raises RuntimeError for other sizes and other dtypes, IndexError for other dims.",
        source="torch.nn.functional.cosine_similarity",
        example=(
            "torch.cosine_similarity(torch.tensor([[1., 0.], [1., 1.]]), torch.tensor([2., 0.]))",
            "tensor([1.0000, 0.7071])",
        ),
    ),
    Function(
        "one_hot",
        "For every index a row of num_classes numbers: 1 at the index, 0 elsewhere.",
        ("Tensor input, int num_classes = -1",),
        "in_python",
        code="TBPY_HOOK_ONE_HOT",
        namespace="nn",
        method=False,
        operands="Operand: an int64 tensor of any shape; num_classes -1 stands for the largest index and 1.",
        result="Result: int64, the shape of input and num_classes.",
        raises="Raises RuntimeError for other dtypes, indices out of range.",
        source="torch.nn.functional.one_hot",
        example=(
            "torch.nn.functional.one_hot(torch.tensor([0, 2]))",
            "tensor([[1, 0, 0],\n        [0, 0, 1]])",
        ),
    ),
)
