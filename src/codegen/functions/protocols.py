"""Rows of methods that Python and other libraries call: DLPack, NumPy's protocols, pickle, copy, format."""

from codegen.functions.row import Function


def protocol(name, summary, overload, example, **facts):
    """A method written in Python, as in torch: its error messages are Python's."""
    overload = ", ".join(filter(None, ["Tensor input", overload]))
    return Function(name, summary, (overload,), parses=True, function=False, example=example, **facts)


def method_of_python(name, summary, overload, body, example, **facts):
    """A method that torch has in Python, in C: its messages are Python's."""
    facts |= {"function": False, "called": f"Tensor.{name}"}
    return Function(name, summary, (overload,), body, example=example, **facts)


DLPACK = (
    Function(
        "to_dlpack",
        "A DLPack capsule (\"dltensor\") on the tensor's memory, for any library's from_dlpack.",
        ("Tensor data, *, tuple of ints? dl_device = None, bool? copy = None",),
        "to_dlpack",
        called="_to_dlpack",
        method=False,
        returns="Any",
        stub_types={"dl_device": "tuple[_int, _int] | None"},
        raises="Raises TypeError if the argument is not a tensor, BufferError for a dl_device other than "
        "the CPU.",
        notes="The capsule has no version, and can be used once.  Tensor.__dlpack__ also makes capsules "
        "with a version.",
        source="torch.utils.dlpack.to_dlpack",
        example=("torch.from_dlpack(torch.to_dlpack(torch.arange(3)))", "tensor([0, 1, 2])"),
    ),
    Function(
        "dlpack",
        "The tensor in a DLPack capsule, on the capsule's memory, or a copy if copy asks for one; the "
        "capsule is then used.",
        ("object data, bool? copy = None",),
        "from_dlpack",
        called="_from_dlpack",
        namespace="from",
        method=False,
        raises="Raises the errors of tbcast.utils.dlpack.from_dlpack.",
        source="torch.utils.dlpack.from_dlpack",
        example=("torch.from_dlpack(torch.to_dlpack(torch.arange(3)))", "tensor([0, 1, 2])"),
    ),
    method_of_python(
        "__dlpack__",
        "A DLPack capsule on the tensor's memory; other libraries' from_dlpack calls this.",
        "Tensor data, *, object stream = -1, object max_version = None, object dl_device = None, "
        "object copy = None",
        "dlpack_method",
        ("torch.from_dlpack(torch.arange(3).__dlpack__(max_version=(1, 0)))", "tensor([0, 1, 2])"),
        slot_group="to_dlpack",
        returns="Any",
        stub_types={
            "stream": "_int | None",
            "max_version": "tuple[_int, _int] | None",
            "dl_device": "tuple[_int, _int] | None",
            "copy": "_bool | None",
        },
        operands="max_version: from (1, 0) on, the capsule has a version and flags.  copy: True exports a "
        "copy.  dl_device: (1, 0), the CPU.  stream: None or -1.",
        raises="Raises BufferError for another dl_device, AssertionError for another stream, TypeError for "
        "a stream that is not an int.",
        notes="While the capsule, or anything made from it, is alive, the tensor cannot grow.",
    ),
    method_of_python(
        "__dlpack_device__",
        "The device in DLPack's terms: always the CPU.",
        "Tensor input",
        "dlpack_device",
        ("torch.zeros(2).__dlpack_device__()", "(<DLDeviceType.kDLCPU: 1>, 0)"),
        returns="tuple[DLDeviceType, _int]",
        raises="",
    ),
)

NUMPY = (
    protocol(
        "__array__",
        "The tensor as a NumPy array: numpy(), cast to a NumPy dtype if one is given.",
        "object dtype = None, object copy = None",
        ("torch.arange(2).__array__('float64')", "array([0., 1.])"),
        in_python="_composite.arrays:array",
        returns="Any",
        stub_types={"copy": "_bool | None"},
        operands="copy: True always copies, False raises ValueError if the cast needs a copy.",
        raises="Raises TypeError for bfloat16.",
        notes="NumPy's protocol; PyTorch's method lacks copy.",
    ),
    protocol(
        "__array_wrap__",
        "A tensor over the memory of an array that NumPy computed from a tensor; bool becomes uint8.",
        "object array, object context = None, object return_scalar = False",
        (
            "torch.ones(1).__array_wrap__(torch.tensor([4., 9.]).numpy())",
            "tensor([4., 9.])",
        ),
        in_python="_composite.arrays:array_wrap",
        shapes="converts itself",
        stub_types={"return_scalar": "_bool"},
        raises="Raises the errors of from_numpy.",
        notes="NumPy's protocol.",
    ),
)

ARRAY_API = (
    protocol(
        "__array_namespace__",
        "The array API standard's namespace for tensors: tbcast.array_api.",
        "*, object api_version = None",
        ("torch.ones(2).__array_namespace__().__name__", "'tbcast.array_api'"),
        in_python="array_api._methods:array_namespace",
        returns="Any",
        stub_types={"api_version": "str | None"},
        operands="api_version: a version of the standard, '2021.12' to '2025.12'; all get the same "
        "namespace.",
        raises="Raises ValueError for another version.",
        source="the array API standard's __array_namespace__, which torch lacks",
    ),
    protocol(
        "to_device",
        "Returns the tensor itself, which is always on the CPU.",
        "object device, *, object stream = None",
        ("torch.ones(2).to_device('cpu')", "tensor([1., 1.])"),
        in_python="array_api._methods:to_device",
        stub_types={"device": "_Device"},
        raises="Raises AssertionError for another device, ValueError for a stream.",
        notes="The array API standard's method, which torch lacks.",
        source="torch.Tensor.to",
    ),
)

PYTHON = (
    protocol(
        "__format__",
        "A 0-dim tensor formats its number; other tensors accept only an empty spec, and give str(self).",
        "object format_spec",
        ("f'{torch.tensor(2.5):.3f}'", "'2.500'"),
        in_python="_printing:_format",
        returns="str",
        stub_types={"format_spec": "str"},
        raises="Raises TypeError for a tensor with dimensions and a spec that is not empty.",
    ),
    Function(
        "__complex__",
        "The only element, as a Python complex.",
        ("Tensor input",),
        "complex",
        function=False,
        returns="_complex",
        raises="Raises ValueError unless there is exactly one.",
        example=("complex(torch.tensor([2.5]))", "(2.5+0j)"),
    ),
    protocol(
        "__reduce_ex__",
        "How pickle and copy.copy rebuild the tensor: storage, dtype, offset, sizes and strides.",
        "object proto",
        ("len(torch.arange(4).__reduce_ex__(2))", "2"),
        in_python="_pickling:reduce_tensor",
        returns="Any",
        stub_types={"proto": "SupportsIndex"},
        raises="",
        notes="Views that are pickled together share memory after loading.  A copy.copy shares memory with "
        "the original.",
    ),
    protocol(
        "__deepcopy__",
        "A tensor of the same sizes and strides on a copy of the whole storage.",
        "object memo",
        ("torch.zeros(1).expand(1000).__deepcopy__({}).untyped_storage().nbytes()", "4"),
        in_python="_pickling:deepcopy_tensor",
        stub_types={"memo": "dict[_int, Any]"},
        raises="",
        notes="Views that are copied together share the copied storage.",
    ),
)

ROWS = (*DLPACK, *NUMPY, *ARRAY_API, *PYTHON)
