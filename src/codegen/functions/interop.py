"""Rows of functions that share memory with NumPy, and of methods that show a tensor's storage."""

from codegen.functions.row import Function

ROWS = (
    Function(
        "from_numpy",
        "A tensor on the memory of a NumPy array: writes show in both.",
        ("object ndarray, /",),
        "from_numpy",
        method=False,
        stub_types={"ndarray": "_Array"},
        result="Result: the array's shape, strides and dtype.  The array is kept alive, and the tensor "
        "cannot be enlarged.",
        raises="Raises TypeError for what is no array or has a dtype without counterpart; ValueError for "
        "negative strides, foreign byte order, unaligned memory, and strides that are no multiple of the "
        "element's size.  Warns (UserWarning) for a read-only array.",
        example=("torch.from_numpy(torch.arange(3).numpy())", "tensor([0, 1, 2])"),
    ),
    Function(
        "numpy",
        "An ndarray on the same memory, of the same sizes and strides.",
        ("Tensor input, *, bool force = False",),
        "numpy",
        function=False,
        returns="_Array",
        operands="force changes nothing: there are no gradients to leave.",
        result="NumPy is imported when this is called.  While the array lives, the tensor cannot grow.",
        raises="Raises TypeError for a dtype that NumPy does not have (bfloat16).",
        example=("torch.zeros(2).numpy()", "array([0., 0.], dtype=float32)"),
    ),
    Function(
        "to_numpy",
        "Another name of numpy(): the one by which libraries ask tables and series for their array.",
        ("Tensor input",),
        "numpy",
        function=False,
        returns="_Array",
        raises="",
        notes="matplotlib takes a matrix as its columns only if it finds this.  Not in PyTorch, which "
        "matplotlib knows.",
        example=("torch.zeros(2).to_numpy()", "array([0., 0.], dtype=float32)"),
    ),
    Function(
        "untyped_storage",
        "The bytes that the tensor and its views share.",
        ("Tensor input",),
        "untyped_storage",
        function=False,
        returns="UntypedStorage",
        raises="",
        example=("torch.zeros(2).untyped_storage().nbytes()", "8"),
    ),
    Function(
        "storage",
        "The memory that the tensor and its views share, as elements of its dtype.  Deprecated.",
        ("Tensor input",),
        "in_python",
        code="TBPY_HOOK_TYPED_STORAGE_OF",
        function=False,
        returns="TypedStorage",
        raises="Warns (UserWarning), once: use untyped_storage.",
        example=("len(torch.zeros(2).storage())", "2"),
    ),
    Function(
        "norm",
        "The norm of the elements as a vector, sum(abs(x) ** p) ** (1 / p), of all or along dimensions.",
        (
            "Tensor input, object p = 'fro', object dim = None, object keepdim = False, object out = None, "
            "object dtype = None",
        ),
        "python",
        code="TBPY_HOOK_NORM",
        method_code="TBPY_HOOK_NORM_METHOD",
        methods=("object p = 'fro', object dim = None, object keepdim = False, object dtype = None",),
        stub_types={
            "p": "_Number | str | None",
            "dim": "_Sizes | SupportsIndex | None",
            "keepdim": "_bool",
            "out": "Tensor | None",
            "dtype": "_dtype | None",
        },
        operands="Operand: a tensor of a floating or complex dtype; p: a number, inf, -inf or 'fro' (2).",
        result="Result: without the dimensions in dim, or with keepdim of size 1 in them; by default all.",
        raises="Raises IndexError for a dimension out of range, RuntimeError for one that is named twice and "
        "for integers, NotImplementedError for p='nuc', which needs singular values.",
        example=("torch.norm(torch.tensor([[3., 4.], [6., 8.]]), dim=1)", "tensor([ 5., 10.])"),
    ),
)
