"""Rows of attributes: properties and views of a Tensor, and properties of other classes."""

from codegen.functions.row import Attribute

MATRIX = "torch.zeros(2, 3)"
COMPLEX = "torch.tensor([1 + 2j])"
DEVICES = ("cuda", "ipu", "maia", "meta", "mps", "mtia", "vulkan", "xla", "xpu")
NO_GRADIENTS = {"grad_fn": "none", "is_leaf": "true", "output_nr": "zero", "retains_grad": "false"}

ANSWERS = (
    ("is_cpu", "true", "the only device is the CPU"),
    *((f"is_{device}", "false", "the only device is the CPU") for device in DEVICES),
    *((f"is_{kind}", "false", "tensors are dense") for kind in ("mkldnn", "nested", "sparse", "sparse_csr")),
    ("is_quantized", "false", "no dtype is quantized"),
    *((name, value, "tbcast computes no gradients") for name, value in NO_GRADIENTS.items()),
)


def answer(name, value, reason):
    """A property whose value is known."""
    shown = {"zero": "0", "none": "None"}.get(value, value.title())
    example = f"torch.zeros(2).{name} is None" if value == "none" else f"torch.zeros(2).{name}"
    return Attribute(
        name,
        f"Always {shown}: {reason}.",
        {"zero": "_int", "none": "None"}.get(value, "_bool"),
        (example, "True" if value == "none" else shown),
        getter=value,
    )


TENSOR = (
    Attribute(
        "shape",
        "The sizes: the same as size().",
        "Size",
        (f"{MATRIX}.shape", "torch.Size([2, 3])"),
    ),
    Attribute("dtype", "The type of the elements.", "_dtype", ("torch.arange(2).dtype", "torch.int64")),
    Attribute(
        "device",
        "The device that holds the memory: always the CPU.",
        "_device",
        ("torch.zeros(2).device", "device(type='cpu')"),
        getter="device",
    ),
    Attribute("layout", "Always torch.strided.", "_layout", ("torch.zeros(2).layout", "torch.strided")),
    Attribute("ndim", "The number of dimensions: the same as dim().", "_int", (f"{MATRIX}.ndim", "2")),
    Attribute(
        "itemsize",
        "The number of bytes of one element: the same as element_size().",
        "_int",
        ("torch.zeros(2).itemsize", "4"),
    ),
    Attribute(
        "nbytes",
        "numel() * itemsize, whatever the strides.",
        "_int",
        (f"{MATRIX}.nbytes", "24"),
    ),
    *(answer(*row) for row in ANSWERS),
    Attribute(
        "grad",
        "Always None: tbcast computes no gradients.",
        "None",
        ("torch.zeros(2).grad is None", "True"),
        getter="none",
        setter="None",
        notes="Setting it to a Tensor raises NotImplementedError, to anything else but None TypeError.",
    ),
    Attribute(
        "requires_grad",
        "False: tbcast computes no gradients.",
        "_bool",
        ("torch.zeros(2).requires_grad", "False"),
        setter="_bool",
        notes="Setting it to True raises NotImplementedError, to anything but a bool RuntimeError.  After "
        "tbcast.as_torch(grad='ignore') it is what the program has set.",
    ),
    Attribute(
        "T",
        "A view with the dimensions in reverse order.",
        "Tensor",
        (f"{MATRIX}.T.shape", "torch.Size([3, 2])"),
        getter="Tensor_reversed",
        notes="Warns (UserWarning) unless the tensor has two dimensions: deprecated in PyTorch.",
    ),
    Attribute(
        "mT",
        "A view with the last two dimensions exchanged.",
        "Tensor",
        ("torch.zeros(2, 3, 4).mT.shape", "torch.Size([2, 4, 3])"),
        getter="Tensor_matrix_transpose",
        notes="Raises RuntimeError for a 1-dim tensor.  A 0-dim tensor is returned itself, with a "
        "UserWarning.",
    ),
    Attribute(
        "H",
        "The conjugate transpose of a matrix: a view of a real one, a copy of a complex one.",
        "Tensor",
        (f"{COMPLEX}[None].H", "tensor([[1.-2.j]])"),
        notes="Raises RuntimeError unless the tensor has two dimensions.  For a 0-dim tensor, the same as "
        "conj(), with a UserWarning.",
    ),
    Attribute(
        "mH",
        "The last two dimensions exchanged, the elements conjugated: a copy if complex, else a view.",
        "Tensor",
        ("torch.zeros(2, 3, 4).mH.shape", "torch.Size([2, 4, 3])"),
        notes="Raises RuntimeError for a 1-dim tensor.  For a 0-dim tensor, the same as conj(), with a "
        "UserWarning.",
    ),
    Attribute(
        "data",
        "Another tensor on the same memory.",
        "Tensor",
        ("torch.zeros(2).data.fill_(1)", "tensor([1., 1.])"),
        setter="Tensor",
        notes="Assigning a tensor makes this one a view of its memory, with its dtype, sizes and strides.  "
        "Assigning anything else raises TypeError.",
    ),
    Attribute(
        "real",
        "The real parts: a view with half the element size.  A real tensor is returned itself.",
        "Tensor",
        (f"{COMPLEX}.real", "tensor([1.])"),
        setter="_Operand",
        notes="Assigning to it writes into the view.",
    ),
    Attribute(
        "imag",
        "The imaginary parts: a view with half the element size.",
        "Tensor",
        (f"{COMPLEX}.imag", "tensor([2.])"),
        setter="_Operand",
        notes="Assigning to it writes into the view.  Raises RuntimeError for a real tensor.",
    ),
    Attribute(
        "__array_interface__",
        "NumPy's array interface: a dict that describes the memory, sizes and strides.",
        "dict[str, Any]",
        (f"{MATRIX}.__array_interface__['shape']", "(2, 3)"),
        getter="Tensor_array_interface",
        notes="'data' is a buffer that also works as the pair (address, read-only).  While it, or anything "
        "made from it, is alive, the memory is neither freed nor moved, and resize_ raises RuntimeError if "
        "it would have to grow.  Raises AttributeError for bfloat16.  NumPy's protocol, version 3.",
        in_torch=False,
    ),
)


def attribute(owner, name, summary, returns, example, **facts):
    """A row of another class."""
    return Attribute(name, summary, returns, example, owner=owner, **facts)


DTYPE = (
    attribute(
        "dtype", "itemsize", "The number of bytes of one element.", "_int", ("torch.float32.itemsize", "4")
    ),
    attribute(
        "dtype",
        "is_floating_point",
        "True for the real floating dtypes.",
        "_bool",
        ("torch.bfloat16.is_floating_point", "True"),
    ),
    attribute(
        "dtype",
        "is_complex",
        "True for complex64 and complex128.",
        "_bool",
        ("torch.complex64.is_complex", "True"),
    ),
    attribute(
        "dtype",
        "is_signed",
        "False for bool and the unsigned integers.",
        "_bool",
        ("torch.uint8.is_signed", "False"),
    ),
    attribute(
        "dtype",
        "dtype",
        "The corresponding NumPy dtype, so that NumPy and pandas accept this one.",
        "Any",
        ("torch.float16.dtype", "dtype('float16')"),
        getter="dtype_numpy",
        notes="Raises AttributeError for bfloat16, which NumPy lacks.",
        in_torch=False,
    ),
    attribute(
        "dtype",
        "__numpy_dtype__",
        "The same as dtype, for NumPy 2.4 and later.",
        "Any",
        ("torch.float16.__numpy_dtype__", "dtype('float16')"),
        getter="dtype_numpy",
        in_torch=False,
    ),
    attribute(
        "dtype",
        "_type_name",
        "The layout's name in PyTorch's messages.",
        "str",
        ("torch.int64._type_name", "'Long'"),
        in_torch=False,
    ),
)

DEVICE = (
    attribute("device", "type", "The name: 'cpu', 'cuda', ...", "str", ("torch.device('cpu').type", "'cpu'")),
    attribute(
        "device",
        "index",
        "The number given to the constructor, or None.",
        "_int | None",
        ("torch.device('cpu', 0).index", "0"),
    ),
)

UNTYPED_STORAGE = (
    attribute(
        "UntypedStorage",
        "device",
        "The device that holds the memory: always the CPU.",
        "_device",
        ("torch.UntypedStorage(1).device", "device(type='cpu')"),
        getter="device",
    ),
    attribute(
        "UntypedStorage",
        "is_cuda",
        "Always False.",
        "_bool",
        ("torch.UntypedStorage(1).is_cuda", "False"),
        getter="false",
    ),
)

GENERATOR = (
    attribute(
        "Generator",
        "device",
        "The device it draws for: always the CPU.",
        "_device",
        ("torch.Generator().device", "device(type='cpu')"),
        getter="device",
    ),
)


def of_both(name, summary, returns, of_finfo, of_iinfo):
    """The rows of an attribute of finfo, iinfo or both."""
    return (
        attribute("finfo", name, summary, returns, of_finfo, getter=f"info_{name}"),
        attribute("iinfo", name, summary, returns, of_iinfo, getter=f"info_{name}"),
    )


TYPE_INFO = (
    *of_both(
        "bits",
        "The number of bits of a number.",
        "_int",
        ("torch.finfo(torch.float16).bits", "16"),
        ("torch.iinfo(torch.int8).bits", "8"),
    ),
    *of_both(
        "dtype",
        "The dtype's name.",
        "str",
        ("torch.finfo(torch.float64).dtype", "'float64'"),
        ("torch.iinfo(torch.int8).dtype", "'int8'"),
    ),
    attribute(
        "finfo",
        "eps",
        "The distance from 1 to the next number.",
        "_float",
        ("torch.finfo(torch.bfloat16).eps", "0.0078125"),
    ),
    attribute("finfo", "max", "The largest number.", "_float", ("torch.finfo(torch.float16).max", "65504.0")),
    attribute("iinfo", "max", "The largest number.", "_int", ("torch.iinfo(torch.uint8).max", "255")),
    attribute(
        "finfo", "min", "The most negative number.", "_float", ("torch.finfo(torch.float16).min", "-65504.0")
    ),
    attribute("iinfo", "min", "The smallest number.", "_int", ("torch.iinfo(torch.int16).min", "-32768")),
    attribute(
        "finfo",
        "resolution",
        "The decimal resolution: 10 to the power of minus the number of reliable digits.",
        "_float",
        ("torch.finfo(torch.float32).resolution", "1e-06"),
    ),
    attribute(
        "finfo",
        "smallest_normal",
        "The smallest positive normal number.",
        "_float",
        ("torch.finfo(torch.float16).smallest_normal", "6.103515625e-05"),
    ),
    attribute(
        "finfo",
        "tiny",
        "The same as smallest_normal.",
        "_float",
        ("torch.finfo(torch.float16).tiny", "6.103515625e-05"),
        getter="finfo_smallest_normal",
    ),
)

ROWS = (*TENSOR, *DTYPE, *DEVICE, *UNTYPED_STORAGE, *GENERATOR, *TYPE_INFO)
