"""Rows of functions that make tensors from data, or over memory that other objects own."""

from codegen.functions.creation import OWN
from codegen.functions.row import Function

COPIED = (
    "A storage is not copied: its bytes are read as dtype (by default int64).  A typed storage must have "
    "that dtype, or the default one."
)

ROWS = (
    Function(
        "tensor",
        "A tensor that copies data.",
        (
            "object data, *, torch.dtype dtype = None, torch.device device = None, "
            "bool? pin_memory = False, bool? requires_grad = False",
        ),
        "tensor",
        method=False,
        operands="data: a number, nested sequences of numbers, a NumPy array, a tensor, or an object with "
        f"__dlpack__ or __array_interface__.  {COPIED} dtype: by default that of data (ints: int64, floats: "
        "the default dtype, mixed: promoted).",
        raises="Raises ValueError for ragged sequences and ints beyond int64, TypeError or RuntimeError for "
        "an element that is not a number or does not fit the dtype.  Warns (UserWarning) if data is a "
        "tensor.",
        example=(
            "torch.tensor([[1, 2], [3, 4.5]])",
            "tensor([[1.0000, 2.0000],\n        [3.0000, 4.5000]])",
        ),
        numpy=("array",),
    ),
    Function(
        "as_tensor",
        "data as a tensor, without a copy if possible.",
        ("object data, *, torch.dtype dtype = None, torch.device device = None",),
        "as_tensor",
        method=False,
        operands="data: a tensor of this dtype is returned itself.  A NumPy array of this dtype, a storage, "
        "and an object with __dlpack__ or __array_interface__ share their memory with the result.  Other "
        "data is copied. dtype: by default that of data.",
        raises="Raises the TypeError, ValueError, BufferError and RuntimeError of from_numpy, from_dlpack "
        "and tensor.",
        example=("torch.as_tensor([1, 2], dtype=torch.float32)", "tensor([1., 2.])"),
    ),
    Function(
        "new_tensor",
        "A tensor that copies data, as torch.tensor does, in this tensor's dtype.",
        (
            "Tensor input, object data, *, torch.dtype dtype = None, torch.device device = None, "
            "bool? requires_grad = False",
        ),
        "new_tensor",
        function=False,
        operands=f"data: as for torch.tensor.  {OWN}",
        raises="Raises the TypeError, ValueError and RuntimeError of torch.tensor.  Warns (UserWarning) if "
        "data is a tensor.",
        example=("torch.ones(1).new_tensor([1, 2])", "tensor([1., 2.])"),
    ),
    Function(
        "frombuffer",
        "A tensor over the memory of an object with the buffer protocol, read as dtype.",
        ("object buffer, *, torch.dtype dtype, int count = -1, int offset = 0, bool? requires_grad = False",),
        "frombuffer",
        method=False,
        operands="count: the number of elements; if negative, all.  offset: the number of bytes to skip.",
        result="Result: a vector that shares the object's memory.  While the tensor is alive, the object is "
        "kept alive and cannot be resized.",
        raises="Raises ValueError for an object without that protocol or without bytes, if count or offset "
        "exceeds it, if the bytes are not a whole number of elements, and if the memory is not aligned for "
        "dtype; RuntimeError if it is not contiguous.  Warns (UserWarning) if it is read-only.",
        example=(
            "torch.frombuffer(bytearray([1, 0, 2, 0]), dtype=torch.int16)",
            "tensor([1, 2], dtype=torch.int16)",
        ),
    ),
    Function(
        "asarray",
        "obj as a tensor, without a copy if possible; copy= decides otherwise.",
        (
            "object obj, *, torch.dtype dtype = None, torch.device device = None, bool copy = None, "
            "bool? requires_grad = False",
        ),
        "asarray",
        method=False,
        operands="obj: a tensor of this dtype is returned itself.  A NumPy array of this dtype, a DLPack "
        "capsule, and an object with __dlpack__, __array_interface__ or the buffer protocol (read as dtype, "
        "or as the default dtype) share their memory with the result.  Everything else is copied as by "
        "torch.tensor. copy: True always copies, False never.",
        raises="Raises ValueError with copy=False if a copy is needed or obj has __dlpack__ or "
        "__array_interface__ (RuntimeError for NumPy scalars), and the errors and warnings of from_numpy, "
        "from_dlpack, frombuffer and tensor.",
        notes="torch.asarray does not take __array_interface__.",
        example=(
            "torch.asarray(bytearray([1, 2]), dtype=torch.uint8)",
            "tensor([1, 2], dtype=torch.uint8)",
        ),
    ),
    Function(
        "from_numpy",
        "A tensor that shares the memory of a NumPy array.",
        ("object ndarray, /",),
        "from_numpy",
        method=False,
        stub_types={"ndarray": "_Array | Tensor"},
        result="Result: a tensor of the array's shape, strides and dtype, which keeps the array alive and "
        "cannot grow.  For a Tensor: a new one that shares its memory.",
        raises="Raises TypeError if it is not an array or its dtype has no counterpart; ValueError for "
        "negative strides, foreign byte order, unaligned memory, and strides that are not multiples of the "
        "element size.  Warns (UserWarning) for a read-only array.",
        notes="PyTorch does not accept a Tensor.  Here tensors have an __array_interface__, so libraries "
        "may pass them as arrays.",
        example=("torch.from_numpy(torch.arange(3).numpy())", "tensor([0, 1, 2])"),
    ),
)
