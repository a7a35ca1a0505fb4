"""Rows of functions that make tensors of data and of memory that others own."""

from codegen.functions.creation import OWN
from codegen.functions.row import Function

COPIED = (
    "A storage is not copied: its bytes are read as dtype (int64 unless it is given); a typed one has to "
    "be of this dtype, or of the default one."
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
        operands="data: a number, nested sequences of numbers, a NumPy array, a tensor, or an object that "
        "exports its "
        f"memory (__dlpack__, __array_interface__).  {COPIED} "
        "dtype: that of data (ints: int64, floats: the default dtype, mixed: promoted) unless it is given.",
        raises="Raises ValueError for ragged sequences and ints beyond int64, TypeError or RuntimeError "
        "for what is "
        "no number or does not fit the dtype.  Warns (UserWarning) for a tensor.",
        example=(
            "torch.tensor([[1, 2], [3, 4.5]])",
            "tensor([[1.0000, 2.0000],\n        [3.0000, 4.5000]])",
        ),
        numpy=("array",),
    ),
    Function(
        "as_tensor",
        "data as a tensor, without a copy where that is possible.",
        ("object data, *, torch.dtype dtype = None, torch.device device = None",),
        "as_tensor",
        method=False,
        operands="data: a tensor of this dtype is returned itself; a NumPy array of this dtype, a "
        "storage, and an "
        "object with __dlpack__ or __array_interface__ share their memory; other data is copied. "
        "dtype: that of data unless it is given.",
        raises="Raises TypeError, ValueError, BufferError and RuntimeError as from_numpy, from_dlpack and "
        "tensor do.",
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
        operands=f"data: as of torch.tensor.  {OWN}",
        raises="Raises TypeError, ValueError and RuntimeError as torch.tensor does.  Warns (UserWarning) "
        "for a tensor.",
        example=("torch.ones(1).new_tensor([1, 2])", "tensor([1., 2.])"),
    ),
    Function(
        "frombuffer",
        "A tensor on the memory of an object with the buffer protocol, read as dtype.",
        ("object buffer, *, torch.dtype dtype, int count = -1, int offset = 0, bool? requires_grad = False",),
        "frombuffer",
        method=False,
        operands="count: the number of elements, a negative one: all.  offset: bytes to skip.",
        result="Result: one dimension.  Writes show in both.  The object is kept alive and, while the "
        "tensor is, "
        "cannot be resized.",
        raises="Raises ValueError for an object without that protocol or without bytes, a count or an "
        "offset beyond "
        "it, bytes that do not fill an element, and memory that is not aligned for dtype; RuntimeError for "
        "memory that is not contiguous.  Warns (UserWarning) where it is read-only.",
        example=(
            "torch.frombuffer(bytearray([1, 0, 2, 0]), dtype=torch.int16)",
            "tensor([1, 2], dtype=torch.int16)",
        ),
    ),
    Function(
        "asarray",
        "obj as a tensor, without a copy where that is possible or asked for.",
        (
            "object obj, *, torch.dtype dtype = None, torch.device device = None, bool copy = None, "
            "bool? requires_grad = False",
        ),
        "asarray",
        method=False,
        operands="obj: a tensor of this dtype is returned itself; a NumPy array of this dtype, a DLPack "
        "capsule, an "
        "object with the buffer protocol (read as dtype, or as the default dtype), with __dlpack__ or with "
        "__array_interface__ share their memory; everything else is copied as torch.tensor does. "
        "copy: True copies always, False never.",
        raises="Raises ValueError where copy=False and a copy is needed, and then for objects with one of "
        "the last "
        "two (RuntimeError for NumPy's numbers).  Errors and warnings of from_numpy, from_dlpack, frombuffer "
        "and tensor.",
        notes="torch.asarray does not take __array_interface__.",
        example=(
            "torch.asarray(bytearray([1, 2]), dtype=torch.uint8)",
            "tensor([1, 2], dtype=torch.uint8)",
        ),
    ),
    Function(
        "from_numpy",
        "A tensor on the memory of a NumPy array: writes show in both.",
        ("object ndarray, /",),
        "from_numpy",
        method=False,
        stub_types={"ndarray": "_Array | Tensor"},
        result="Result: the array's shape, strides and dtype.  The array is kept alive, and the tensor "
        "cannot be enlarged.  Of a Tensor: a new one that shares its memory.",
        raises="Raises TypeError for what is no array or has a dtype without counterpart; ValueError for "
        "negative strides, foreign byte order, unaligned memory, and strides that are no multiple of the "
        "element's size.  Warns (UserWarning) for a read-only array.",
        notes="PyTorch refuses a Tensor.  Here tensors have an __array_interface__, for which libraries "
        "take them for arrays.",
        example=("torch.from_numpy(torch.arange(3).numpy())", "tensor([0, 1, 2])"),
    ),
)
