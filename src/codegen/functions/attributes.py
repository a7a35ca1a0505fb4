"""Rows of the attributes of a Tensor: what it is, and views of it."""

from codegen.functions.row import Attribute

MATRIX = "torch.zeros(2, 3)"
COMPLEX = "torch.tensor([1 + 2j])"

ROWS = (
    Attribute(
        "shape",
        "The sizes: the same as size().",
        "Size",
        (f"{MATRIX}.shape", "torch.Size([2, 3])"),
    ),
    Attribute("dtype", "The type of the elements.", "_dtype", ("torch.arange(2).dtype", "torch.int64")),
    Attribute(
        "device",
        "Where the memory is: always the CPU.",
        "_device",
        ("torch.zeros(2).device", "device(type='cpu')"),
    ),
    Attribute("layout", "Always torch.strided.", "_layout", ("torch.zeros(2).layout", "torch.strided")),
    Attribute("ndim", "The number of dimensions: the same as dim().", "_int", (f"{MATRIX}.ndim", "2")),
    Attribute(
        "itemsize",
        "Bytes of one element: the same as element_size().",
        "_int",
        ("torch.zeros(2).itemsize", "4"),
    ),
    Attribute(
        "nbytes",
        "numel() * itemsize, whatever the strides.",
        "_int",
        (f"{MATRIX}.nbytes", "24"),
    ),
    Attribute("is_cuda", "Always False.", "_bool", ("torch.zeros(2).is_cuda", "False")),
    Attribute(
        "requires_grad",
        "Always False: tbcast computes no gradients.",
        "_bool",
        ("torch.zeros(2).requires_grad", "False"),
        setter="_bool",
        notes="Setting True raises NotImplementedError, what is no bool RuntimeError.",
    ),
    Attribute(
        "T",
        "A view with the dimensions in reverse order.",
        "Tensor",
        (f"{MATRIX}.T.shape", "torch.Size([3, 2])"),
        getter="reversed",
        notes="Warns (UserWarning) unless there are two: deprecated in PyTorch.",
    ),
    Attribute(
        "mT",
        "A view with the last two dimensions exchanged.",
        "Tensor",
        ("torch.zeros(2, 3, 4).mT.shape", "torch.Size([2, 4, 3])"),
        getter="matrix_transpose",
        notes="Raises RuntimeError for a 1-dim tensor; of a 0-dim one it is itself, with a UserWarning.",
    ),
    Attribute(
        "data",
        "Another tensor on the same memory.",
        "Tensor",
        ("torch.zeros(2).data.fill_(1)", "tensor([1., 1.])"),
        setter="Tensor",
        notes="Assigning a tensor makes this one a view of its memory, with its dtype, sizes and strides; "
        "TypeError for anything else.",
    ),
    Attribute(
        "real",
        "The real parts: a view of half the element size; a real tensor itself.",
        "Tensor",
        (f"{COMPLEX}.real", "tensor([1.])"),
        setter="_Operand",
        notes="Assigning writes into it.",
    ),
    Attribute(
        "imag",
        "The imaginary parts: a view of half the element size.",
        "Tensor",
        (f"{COMPLEX}.imag", "tensor([2.])"),
        setter="_Operand",
        notes="Assigning writes into it.  Raises RuntimeError for a real tensor.",
    ),
)
