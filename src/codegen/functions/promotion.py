"""Rows of functions about type promotion and broadcast shapes."""

from codegen.functions.row import Function

ROWS = (
    Function(
        "result_type",
        "The dtype to which type promotion takes these operands.",
        (
            "Tensor tensor, Tensor other",
            "Number scalar, Tensor tensor",
            "Tensor tensor, Number other",
            "Number scalar1, Number scalar2",
        ),
        "result_type",
        method=False,
        returns=("_dtype",) * 4,
        result="Tensors with dimensions take precedence over 0-dim tensors, and these over numbers.",
        raises="Raises TypeError for other arguments.",
        example=("torch.result_type(torch.ones(2, dtype=torch.int8), 1.5)", "torch.float32"),
    ),
    Function(
        "promote_types",
        "The smallest dtype that both dtypes promote to.",
        ("torch.dtype type1, torch.dtype type2",),
        "promote_types",
        method=False,
        returns="_dtype",
        raises="Raises TypeError if an argument is not a dtype, RuntimeError if there is no such dtype.",
        example=("torch.promote_types(torch.int32, torch.float16)", "torch.float16"),
    ),
    Function(
        "can_cast",
        "Whether a result of dtype from_ may be written to a tensor of dtype to.",
        ("torch.dtype from_, torch.dtype to",),
        "can_cast",
        method=False,
        returns="_bool",
        result="Result: False from complex to real, from floating to integral, and from anything else to "
        "bool.",
        raises="Raises TypeError if an argument is not a dtype.",
        example=("torch.can_cast(torch.float64, torch.int64)", "False"),
    ),
    Function(
        "is_tensor",
        "Whether obj is a Tensor.",
        ("object obj, /",),
        "is_tensor",
        method=False,
        returns="_bool",
        raises="",
        example=("torch.is_tensor(torch.ones(1))", "True"),
    ),
    Function(
        "broadcast_shapes",
        "The Size that shapes broadcast to.",
        ("object[*] shapes, /",),
        "broadcast_shapes",
        method=False,
        returns="Size",
        stub_types={"shapes": "_Sizes | SupportsIndex"},
        operands="Operands: the shapes: ints, tuples, lists and Sizes.",
        raises="Raises RuntimeError if they do not broadcast, ValueError for a negative length.",
        example=("torch.broadcast_shapes((2,), (3, 1), (1, 1, 1))", "torch.Size([1, 3, 2])"),
    ),
    Function(
        "broadcast_tensors",
        "Views of the tensors, all expanded to their broadcast shape.",
        ("object[*] tensors, /",),
        "broadcast_tensors",
        method=False,
        returns="tuple[Tensor, ...]",
        stub_types={"tensors": "Tensor"},
        operands="Operands: tensors whose shapes broadcast, of any dtypes.",
        result="Result: a tuple of views; a tensor that has the broadcast shape is returned itself.",
        raises="Raises RuntimeError if the shapes do not broadcast, TypeError if an argument is not a "
        "Tensor.",
        example=(
            "torch.broadcast_tensors(torch.ones(3, 1), torch.ones(2))[0].shape",
            "torch.Size([3, 2])",
        ),
    ),
)
