"""Rows of methods of Tensor alone: what a tensor is, its elements as Python numbers, copies and casts."""

from codegen.functions.row import Function, shaped

FORMAT = "torch.memory_format memory_format = None"
FLAGS = f"bool non_blocking = False, bool copy = False, *, {FORMAT}"


def method(name, summary, body, example, overloads=("Tensor input",), **facts):
    return Function(name, summary, overloads, body, function=False, example=example, **facts)


def fact(name, summary, code, returns, example, **facts):
    return method(name, summary, "predicate", example, code=code, returns=returns, **facts)


FACTS = (
    method(
        "size",
        "All sizes, or the size of one dimension.",
        "size",
        ("torch.zeros(2, 3).size()", "torch.Size([2, 3])"),
        ("Tensor input, int dim = None",),
        returns={"dim": ("Size", "_int")},
        operands="dim: negative ones count from the end.",
        raises="Raises IndexError for a dimension out of range.",
        more_examples=(("torch.zeros(2, 3).size(-1)", "3"),),
    ),
    method(
        "stride",
        "The strides, counted in elements, of all dimensions or of one.",
        "stride",
        ("torch.zeros(2, 3).t().stride()", "(1, 3)"),
        ("Tensor input, int dim = None",),
        returns={"dim": ("tuple[_int, ...]", "_int")},
        operands="dim: negative ones count from the end.",
        raises="Raises IndexError for a dimension out of range.",
        shapes="asks memory",
    ),
    fact("dim", "The number of dimensions.", "TBPY_NDIM", "_int", ("torch.zeros(2, 3).dim()", "2")),
    fact(
        "ndimension",
        "Another name of dim: the number of dimensions.",
        "TBPY_NDIM",
        "_int",
        ("torch.zeros(2, 3).ndimension()", "2"),
    ),
    fact(
        "nelement",
        "Another name of numel: the number of elements.",
        "TBPY_NUMEL",
        "_int",
        ("torch.zeros(2, 3).nelement()", "6"),
    ),
    fact(
        "element_size",
        "Bytes of one element.",
        "TBPY_ELEMENT_SIZE",
        "_int",
        ("torch.zeros(2, dtype=torch.int16).element_size()", "2"),
    ),
    fact(
        "storage_offset",
        "Where the first element is, counted in elements from the start of the memory that views share.",
        "TBPY_STORAGE_OFFSET",
        "_int",
        ("torch.arange(4)[1:].storage_offset()", "1"),
        shapes="asks memory",
    ),
    fact(
        "data_ptr",
        "The address of the first element; 0 for a tensor without elements.",
        "TBPY_DATA_PTR",
        "_int",
        ("torch.empty(0).data_ptr()", "0"),
        shapes="asks memory",
    ),
    method(
        "is_contiguous",
        "Do the elements lie one after the other in row-major order?",
        "is_contiguous",
        ("torch.zeros(2, 3).t().is_contiguous()", "False"),
        ("Tensor input, *, torch.memory_format memory_format = torch.contiguous_format",),
        returns="_bool",
        operands="memory_format: another order of the dimensions.",
        raises="Raises TypeError for what is no format.",
        shapes="asks memory",
    ),
    method(
        "item",
        "The only element as a Python bool, int, float or complex.",
        "item",
        ("torch.tensor([[2.5]]).item()", "2.5"),
        returns="Any",
        raises="Raises RuntimeError unless there is exactly one.",
        shapes="converts",
    ),
    method(
        "tolist",
        "The elements as Python numbers in nested lists; a number for a 0-dim tensor.",
        "tolist",
        ("torch.zeros(2, 1).tolist()", "[[0.0], [0.0]]"),
        returns="Any",
        raises="",
        shapes="converts",
    ),
)

ORDER = (
    Function(
        "as_subclass",
        "Another object on the same memory, of a subclass of Tensor, whose __init__ is not called.",
        ("Tensor input, object cls",),
        in_python="_composite.subclass:as_subclass",
        function=False,
        stub_types={"cls": "_type[Any]"},
        raises="Raises TypeError for what is no such class.",
        example=("torch.ones(1).as_subclass(torch.Tensor)", "tensor([1.])"),
        shapes="views keeps",
    ),
    Function(
        "dim_order",
        "The dimensions in the order in which they lie in memory, the outermost first.",
        ("Tensor input, *, object ambiguity_check = False",),
        in_python="_composite.dim_order:dim_order",
        parses=True,
        function=False,
        returns="tuple[_int, ...]",
        stub_types={"ambiguity_check": "_bool | list[_memory_format]"},
        operands="ambiguity_check: True, or a list of memory formats of which the tensor may have one.",
        raises="Raises RuntimeError where ambiguity_check is set and sizes of 1 or equal strides leave the "
        "order open, TypeError for anything else as ambiguity_check.",
        example=("torch.zeros(2, 3).t().dim_order()", "(1, 0)"),
        shapes="asks memory",
    ),
)

APPLIED = (
    Function(
        "apply_",
        "Every element replaced by what a Python function makes of it; self is returned.",
        ("Tensor input, object callable",),
        in_python="_composite.applied:apply",
        parses=True,
        function=False,
        raises="Raises what the function raises, TypeError for what is no number, RuntimeError for numbers "
        "that the dtype cannot hold and where elements share memory; self is then as it was.",
        notes="torch has written elements by then, and writes those that share memory one after the other.",
        example=("torch.tensor([1., 2.]).apply_(lambda x: x + 0.5)", "tensor([1.5000, 2.5000])"),
    ),
    Function(
        "map_",
        "Every element replaced by what a Python function makes of it and of another tensor's.",
        ("Tensor input, Tensor other, object callable",),
        in_python="_composite.applied:map",
        function=False,
        operands="other: a tensor of self's dtype that can be expanded to self.",
        raises="Raises RuntimeError for other sizes, and as apply_.",
        example=(
            "torch.tensor([1., 2.]).map_(torch.tensor([3., 4.]), lambda x, y: x * y)",
            "tensor([3., 8.])",
        ),
    ),
    Function(
        "map2_",
        "Every element replaced by what a Python function makes of it and of two other tensors'.",
        ("Tensor input, Tensor x, Tensor y, object callable",),
        in_python="_composite.applied:map2",
        function=False,
        operands="x, y: tensors of self's dtype that can be expanded to self.",
        raises="Raises RuntimeError for other sizes, and as apply_.",
        example=(
            "torch.tensor([1, 2]).map2_(torch.tensor(3), torch.tensor(4), lambda a, b, c: a * b + c)",
            "tensor([ 7, 10])",
        ),
    ),
)

WRITES = (
    method(
        "copy_",
        "Writes the elements of other, broadcast and cast, into self, and returns it.",
        "copy",
        (
            "torch.zeros(2, 2).copy_(torch.tensor([1, 2]))",
            "tensor([[1., 2.],\n        [1., 2.]])",
        ),
        (
            "Tensor input, Tensor[number] other, bool non_blocking = False",
            "Tensor input, Tensor[number] other, bool async = False|deprecated",
        ),
        operands="other: a tensor that expands to self, or a number.  non_blocking changes nothing.",
        raises="Raises RuntimeError if other does not expand to self, if several of self's "
        "elements share memory, or if the two overlap partly; nothing is written then.",
        shapes="broadcasts",
    ),
    method(
        "fill_",
        "Writes a number into every element, and returns self.",
        "fill",
        ("torch.zeros(2).fill_(3)", "tensor([3., 3.])"),
        ("Tensor input, Tensor value", "Tensor input, Number value"),
        operands="value: a number or a 0-dim tensor.",
        raises="Raises RuntimeError for a number that the dtype cannot hold, and a tensor with dimensions.",
    ),
    method(
        "zero_",
        "Writes 0 into every element, and returns self.",
        "zero",
        ("torch.ones(2).zero_()", "tensor([0., 0.])"),
        raises="Raises RuntimeError if several of its elements share memory.",
    ),
)


def cast(name, code, dtype, values, result):
    return method(
        name,
        f"The tensor as {dtype}: self itself if it has that dtype.",
        "cast",
        (f"torch.tensor({values}).{name}()", result),
        (f"Tensor input, *, {FORMAT}",),
        code=code,
        operands="memory_format: other strides.",
        raises="Raises RuntimeError if memory_format is one of tensors of another rank.",
        notes="As to does.",
    )


TRUNCATED = "[1.7, -1.7]"
CASTS = (
    method(
        "to",
        "The tensor as another dtype: self itself if it has that dtype and copy is False, else a new tensor.",
        "to",
        ("torch.tensor([1.7, -1.7]).to(torch.int32)", "tensor([ 1, -1], dtype=torch.int32)"),
        (
            f"Tensor input, torch.device device = None, torch.dtype dtype = None, {FLAGS}",
            f"Tensor input, torch.dtype dtype, {FLAGS}",
            f"Tensor input, Tensor tensor, {FLAGS}",
        ),
        returns=("Tensor",) * 3,
        operands="to(dtype), to(device, dtype) or to(tensor), whose dtype is taken.  device: only 'cpu'.  "
        "memory_format: other strides.  non_blocking changes nothing.",
        raises="Raises RuntimeError for other devices, and for a memory_format of tensors of another rank.  "
        "Warns (UserWarning) where an imaginary part is dropped.",
        notes="Integers wrap, floats outside of an integer's range have torch's results.",
    ),
    method(
        "type",
        "The name of the tensor's type, or the tensor as another dtype: self itself if it has that dtype.",
        "type",
        ("torch.zeros(2).type()", "'torch.FloatTensor'"),
        (
            f"Tensor input, object dtype = None, bool non_blocking = False, *, {FORMAT}",
            f"Tensor input, object dtype = None, bool async = False, *, {FORMAT}|deprecated",
        ),
        returns={"dtype": ("str", "Tensor")},
        stub_types={"dtype": "str | _dtype | _type[Any]"},
        operands="dtype: a dtype, a name ('torch.IntTensor') or one of the legacy classes (torch.IntTensor).",
        raises="Raises ValueError for an unknown name, TypeError for anything else.",
        more_examples=(("torch.zeros(2).type('torch.LongTensor')", "tensor([0, 0])"),),
    ),
    method(
        "type_as",
        "The tensor in the dtype of other: self itself if it has that dtype.",
        "type_as",
        ("torch.ones(2).type_as(torch.arange(1))", "tensor([1, 1])"),
        ("Tensor input, Tensor other",),
    ),
    cast("cpu", "TB_UNDEFINED", "it is, for every tensor is on the CPU", "[1., 1.]", "tensor([1., 1.])"),
    cast("float", "TB_FLOAT32", "float32", "[1, 2]", "tensor([1., 2.])"),
    cast("double", "TB_FLOAT64", "float64", "[1, 2]", "tensor([1., 2.], dtype=torch.float64)"),
    cast("half", "TB_FLOAT16", "float16", "[1, 2]", "tensor([1., 2.], dtype=torch.float16)"),
    cast("bfloat16", "TB_BFLOAT16", "bfloat16", "[1, 2]", "tensor([1., 2.], dtype=torch.bfloat16)"),
    cast("long", "TB_INT64", "int64", TRUNCATED, "tensor([ 1, -1])"),
    cast("int", "TB_INT32", "int32", TRUNCATED, "tensor([ 1, -1], dtype=torch.int32)"),
    cast("short", "TB_INT16", "int16", TRUNCATED, "tensor([ 1, -1], dtype=torch.int16)"),
    cast("char", "TB_INT8", "int8", TRUNCATED, "tensor([ 1, -1], dtype=torch.int8)"),
    cast("byte", "TB_UINT8", "uint8", "[1, 300]", "tensor([ 1, 44], dtype=torch.uint8)"),
    cast("cfloat", "TB_COMPLEX64", "complex64", "[1, 2]", "tensor([1.+0.j, 2.+0.j])"),
    cast(
        "cdouble", "TB_COMPLEX128", "complex128", "[1, 2]", "tensor([1.+0.j, 2.+0.j], dtype=torch.complex128)"
    ),
    cast("bool", "TB_BOOL", "bool", "[0, 2]", "tensor([False,  True])"),
)

UNSUPPORTED = (
    method(
        "cuda",
        "Refused: there is no other device than the CPU.",
        "cuda",
        (
            "torch.ones(2).cuda()",
            "Traceback (most recent call last):\n    ...\n"
            "AssertionError: Torch not compiled with CUDA enabled: tbcast runs on the CPU only",
        ),
        (f"Tensor input, torch.device device = None, bool non_blocking = False, *, {FORMAT}",),
        raises="Raises AssertionError; RuntimeError for devices of other types and numbers.",
        notes="As of a torch without CUDA.",
    ),
    method(
        "requires_grad_",
        "self, if no gradients are asked for.",
        "requires_grad",
        ("torch.ones(2).requires_grad_(False)", "tensor([1., 1.])"),
        ("Tensor input, bool requires_grad = True",),
        raises="Raises NotImplementedError otherwise, for there is no autograd; RuntimeError for integers "
        "and bool, as torch does.",
    ),
)

MEMORY = (
    Function(
        "numpy",
        "An ndarray on the same memory, of the same sizes and strides.",
        ("Tensor input, *, bool force = False",),
        "numpy",
        function=False,
        returns="_Ndarray",
        operands="force changes nothing: there are no gradients to leave.",
        result="NumPy is imported when this is called.  While the array lives, the tensor cannot grow.",
        raises="Raises TypeError for a dtype that NumPy does not have (bfloat16).",
        example=("torch.zeros(2).numpy()", "array([0., 0.], dtype=float32)"),
        shapes="converts",
    ),
    Function(
        "to_numpy",
        "Another name of numpy(): the one by which libraries ask tables and series for their array.",
        ("Tensor input",),
        "numpy",
        function=False,
        returns="_Ndarray",
        raises="",
        notes="matplotlib takes a matrix as its columns only if it finds this.  Not in PyTorch, which "
        "matplotlib knows.",
        example=("torch.zeros(2).to_numpy()", "array([0., 0.], dtype=float32)"),
        shapes="converts",
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
        shapes="memory",
    ),
    Function(
        "storage",
        "The memory that the tensor and its views share, as elements of its dtype.  Deprecated.",
        ("Tensor input",),
        in_python="storage:_storage_of",
        function=False,
        returns="TypedStorage",
        raises="Warns (UserWarning), once: use untyped_storage.",
        example=("len(torch.zeros(2).storage())", "2"),
        shapes="memory",
    ),
)

ROWS = (*shaped("asks", FACTS), *ORDER, *MEMORY, *APPLIED, *WRITES, *CASTS, *UNSUPPORTED)
