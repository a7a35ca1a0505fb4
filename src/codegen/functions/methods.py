"""Rows of methods that only Tensor has: properties, elements as Python numbers, copies and casts."""

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
        "The sizes of all dimensions, or of one.",
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
        "The strides of all dimensions, or of one, in elements.",
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
        "Alias of dim: the number of dimensions.",
        "TBPY_NDIM",
        "_int",
        ("torch.zeros(2, 3).ndimension()", "2"),
    ),
    fact(
        "nelement",
        "Alias of numel: the number of elements.",
        "TBPY_NUMEL",
        "_int",
        ("torch.zeros(2, 3).nelement()", "6"),
    ),
    fact(
        "element_size",
        "The number of bytes of one element.",
        "TBPY_ELEMENT_SIZE",
        "_int",
        ("torch.zeros(2, dtype=torch.int16).element_size()", "2"),
    ),
    fact(
        "storage_offset",
        "The position of the first element in the memory that views share, in elements.",
        "TBPY_STORAGE_OFFSET",
        "_int",
        ("torch.arange(4)[1:].storage_offset()", "1"),
        shapes="asks memory",
    ),
    fact(
        "data_ptr",
        "The address of the first element; 0 if there are no elements.",
        "TBPY_DATA_PTR",
        "_int",
        ("torch.empty(0).data_ptr()", "0"),
        shapes="asks memory",
    ),
    method(
        "is_contiguous",
        "Whether the elements lie one after the other in memory, in row-major order.",
        "is_contiguous",
        ("torch.zeros(2, 3).t().is_contiguous()", "False"),
        ("Tensor input, *, torch.memory_format memory_format = torch.contiguous_format",),
        returns="_bool",
        operands="memory_format: another order of the dimensions in memory.",
        raises="Raises TypeError if it is not a memory format.",
        shapes="asks memory",
    ),
    method(
        "item",
        "The only element, as a Python bool, int, float or complex.",
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
        "A new object of a subclass of Tensor on the same memory; the subclass's __init__ is not called.",
        ("Tensor input, object cls",),
        in_python="_composite.subclass:as_subclass",
        function=False,
        stub_types={"cls": "_type[Any]"},
        raises="Raises TypeError if it is not a subclass of Tensor.",
        example=("torch.ones(1).as_subclass(torch.Tensor)", "tensor([1.])"),
        shapes="views keeps",
    ),
    Function(
        "dim_order",
        "The dimensions in the order of their strides, outermost first.",
        ("Tensor input, *, object ambiguity_check = False",),
        in_python="_composite.dim_order:dim_order",
        parses=True,
        function=False,
        returns="tuple[_int, ...]",
        stub_types={"ambiguity_check": "_bool | list[_memory_format]"},
        operands="ambiguity_check: True, or a list of memory formats, of which the tensor may match at most "
        "one.",
        raises="Raises RuntimeError if ambiguity_check is set and sizes of 1 or equal strides leave the "
        "order ambiguous, TypeError for another ambiguity_check.",
        example=("torch.zeros(2, 3).t().dim_order()", "(1, 0)"),
        shapes="asks memory",
    ),
)

APPLIED = (
    Function(
        "apply_",
        "Replaces every element by the result of a Python function of it, and returns self.",
        ("Tensor input, object callable",),
        in_python="_composite.applied:apply",
        parses=True,
        function=False,
        raises="Raises what the function raises, TypeError if it returns anything but a number, "
        "RuntimeError if the dtype cannot hold the number or elements of self share memory.  After an error "
        "self is unchanged.",
        notes="In PyTorch the elements before the error are already written, and elements that share memory "
        "are written one after the other.",
        example=("torch.tensor([1., 2.]).apply_(lambda x: x + 0.5)", "tensor([1.5000, 2.5000])"),
        shapes="keeps itself",
    ),
    Function(
        "map_",
        "Replaces every element by the result of a Python function of it and another tensor's element, and "
        "returns self.",
        ("Tensor input, Tensor other, object callable",),
        in_python="_composite.applied:map",
        function=False,
        operands="other: a tensor of self's dtype that can be expanded to self.",
        raises="Raises RuntimeError for other sizes, and the errors of apply_.",
        example=(
            "torch.tensor([1., 2.]).map_(torch.tensor([3., 4.]), lambda x, y: x * y)",
            "tensor([3., 8.])",
        ),
        shapes="keeps itself",
    ),
    Function(
        "map2_",
        "Replaces every element by the result of a Python function of it and two other tensors' elements, "
        "and returns self.",
        ("Tensor input, Tensor x, Tensor y, object callable",),
        in_python="_composite.applied:map2",
        function=False,
        operands="x, y: tensors of self's dtype that can be expanded to self.",
        raises="Raises RuntimeError for other sizes, and the errors of apply_.",
        example=(
            "torch.tensor([1, 2]).map2_(torch.tensor(3), torch.tensor(4), lambda a, b, c: a * b + c)",
            "tensor([ 7, 10])",
        ),
        shapes="keeps itself",
    ),
)

WRITES = (
    method(
        "copy_",
        "Copies the elements of other into self, with broadcasting and a cast, and returns self.",
        "copy",
        (
            "torch.zeros(2, 2).copy_(torch.tensor([1, 2]))",
            "tensor([[1., 2.],\n        [1., 2.]])",
        ),
        (
            "Tensor input, Tensor[number] other, bool non_blocking = False",
            "Tensor input, Tensor[number] other, bool async = False|deprecated",
        ),
        operands="other: a tensor that expands to self's shape, or a number.  non_blocking has no effect.",
        raises="Raises RuntimeError, and writes nothing, if other does not expand to self's shape, if "
        "elements of self share memory, or if the two overlap partly.",
        shapes="broadcasts",
    ),
    method(
        "fill_",
        "Sets every element to a number, and returns self.",
        "fill",
        ("torch.zeros(2).fill_(3)", "tensor([3., 3.])"),
        ("Tensor input, Tensor value", "Tensor input, Number value"),
        operands="value: a number or a 0-dim tensor.",
        raises="Raises RuntimeError if the dtype cannot hold the number, and for a tensor with dimensions.",
    ),
    method(
        "zero_",
        "Sets every element to 0, and returns self.",
        "zero",
        ("torch.ones(2).zero_()", "tensor([0., 0.])"),
        raises="Raises RuntimeError if elements of self share memory.",
    ),
)


def cast(name, code, dtype, values, result):
    return method(
        name,
        f"Casts the tensor to {dtype}; returns self if it has that dtype."
        if dtype
        else "Returns self, which is always on the CPU.",
        "cast",
        (f"torch.tensor({values}).{name}()", result),
        (f"Tensor input, *, {FORMAT}",),
        code=code,
        operands="memory_format: the order of the dimensions in memory.",
        raises="Raises RuntimeError if memory_format is for another number of dimensions.",
        notes=f"The same as to({f'torch.{dtype}' if dtype else repr('cpu')}).",
    )


TRUNCATED = "[1.7, -1.7]"
CASTS = (
    method(
        "to",
        "Casts the tensor to another dtype; returns self if it has that dtype and copy is False.",
        "to",
        ("torch.tensor([1.7, -1.7]).to(torch.int32)", "tensor([ 1, -1], dtype=torch.int32)"),
        (
            f"Tensor input, torch.device device = None, torch.dtype dtype = None, {FLAGS}",
            f"Tensor input, torch.dtype dtype, {FLAGS}",
            f"Tensor input, Tensor tensor, {FLAGS}",
        ),
        returns=("Tensor",) * 3,
        operands="to(dtype), to(device, dtype), or to(other) for the dtype of another tensor.  device: only "
        "'cpu'.  memory_format: the order of the dimensions in memory.  non_blocking has no effect.",
        raises="Raises RuntimeError for other devices, and if memory_format is for another number of "
        "dimensions.  Warns (UserWarning) if imaginary parts are discarded.",
        notes="Integers wrap; floats outside an integer dtype's range give the same results as in PyTorch.",
    ),
    method(
        "type",
        "The name of the tensor's type; with an argument, casts the tensor, and returns self if it has that "
        "dtype.",
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
        "Casts the tensor to the dtype of other; returns self if it has that dtype.",
        "type_as",
        ("torch.ones(2).type_as(torch.arange(1))", "tensor([1, 1])"),
        ("Tensor input, Tensor other",),
    ),
    cast("cpu", "TB_UNDEFINED", "", "[1., 1.]", "tensor([1., 1.])"),
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
        "Always raises an error: there is no device but the CPU.",
        "cuda",
        (
            "torch.ones(2).cuda()",
            "Traceback (most recent call last):\n    ...\n"
            "AssertionError: Torch not compiled with CUDA enabled: tbcast runs on the CPU only",
        ),
        (f"Tensor input, torch.device device = None, bool non_blocking = False, *, {FORMAT}",),
        raises="Raises AssertionError; RuntimeError for a device of another type and for a number.",
        notes="The same as in a PyTorch built without CUDA.",
    ),
    method(
        "requires_grad_",
        "Returns self; there is no autograd, so requires_grad must be False.",
        "requires_grad",
        ("torch.ones(2).requires_grad_(False)", "tensor([1., 1.])"),
        ("Tensor input, bool requires_grad = True",),
        raises="Raises NotImplementedError for requires_grad=True, as there is no autograd; RuntimeError "
        "for integers and bool, as PyTorch does.",
    ),
)

MEMORY = (
    Function(
        "numpy",
        "A NumPy array that shares the tensor's memory, sizes and strides.",
        ("Tensor input, *, bool force = False",),
        "numpy",
        function=False,
        returns="_Ndarray",
        operands="force has no effect, as there are no gradients to detach.",
        result="NumPy is imported when this is called.  While the array is alive, the tensor cannot grow.",
        raises="Raises TypeError for a dtype that NumPy does not have (bfloat16).",
        example=("torch.zeros(2).numpy()", "array([0., 0.], dtype=float32)"),
        shapes="converts",
    ),
    Function(
        "to_numpy",
        "Alias of numpy(), by which libraries ask pandas-like objects for their array.",
        ("Tensor input",),
        "numpy",
        function=False,
        returns="_Ndarray",
        raises="",
        notes="matplotlib plots a matrix by columns only if it has this method.  Not in PyTorch, whose "
        "tensors matplotlib recognizes.",
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
        "The memory that the tensor and its views share, typed as elements of the tensor's dtype.  "
        "Deprecated.",
        ("Tensor input",),
        in_python="_compat.typed_storage:_storage_of",
        function=False,
        returns="TypedStorage",
        raises="Warns (UserWarning), once: use untyped_storage.",
        example=("len(torch.zeros(2).storage())", "2"),
        shapes="memory",
    ),
)

ROWS = (*shaped("asks", FACTS), *ORDER, *MEMORY, *APPLIED, *WRITES, *CASTS, *UNSUPPORTED)
