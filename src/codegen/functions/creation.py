"""Rows of functions that make tensors of sizes, numbers, random numbers, data and memory."""

from codegen.functions.row import Function

OPTIONS = (
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, "
    "bool? pin_memory = False, bool? requires_grad = False"
)
OUT = f"Tensor out = None, {OPTIONS}"
FORMAT = f"torch.memory_format memory_format = None, {OPTIONS}"
GENERATOR = "torch.Generator? generator, "
SIZES = "size: ints, or one tuple, list or Size of them."
DEFAULT = "dtype: the default dtype unless it is given."
OWN = "dtype: this tensor's unless it is given."
OUT_TEXT = "out=: a tensor of that dtype, resized if its shape differs."
SIZE_ERRORS = "Raises RuntimeError for negative or too large sizes."
LIKE = (
    "Operand: a tensor of any shape and dtype.  dtype: input's unless it is given.  memory_format: other "
    "strides than input's, which are kept where they leave no gaps."
)
LIKE_ERRORS = "Raises RuntimeError for a memory_format of tensors of another rank."
RANDOM = "The numbers are torch's, bit for bit, for the same seed."
FLOATING = "Raises NotImplementedError for integral dtypes and bool."
SEEDED = "generator=torch.Generator().manual_seed(0)"


def sized(name, summary, example):
    return Function(
        name,
        summary,
        (f"tuple of ints size, *, {OUT}",),
        name,
        method=False,
        operands=f"{SIZES}  {DEFAULT} {OUT_TEXT}",
        raises=SIZE_ERRORS,
        example=example,
    )


def like(name, summary, code, example):
    return Function(
        name,
        summary,
        (f"Tensor input, *, {FORMAT}",),
        "like",
        code=code,
        method=False,
        operands=LIKE,
        raises=LIKE_ERRORS,
        example=example,
    )


def new(name, summary, code, example):
    return Function(
        name,
        summary,
        (f"Tensor input, tuple of ints size, *, {OPTIONS}",),
        "new",
        code=code,
        function=False,
        operands=f"{SIZES}  {OWN}",
        raises=SIZE_ERRORS,
        example=example,
    )


FILLED = (
    Function(
        "empty",
        "A tensor of uninitialised memory.",
        (f"tuple of ints size, *, torch.memory_format memory_format = None, {OUT}",),
        "empty",
        method=False,
        operands=f"{SIZES}  {DEFAULT} {OUT_TEXT}  memory_format: the order of the dimensions in memory.",
        raises="Raises RuntimeError for negative or too large sizes, and for a memory_format of tensors "
        "of another rank.",
        example=("torch.empty(2, 3).shape", "torch.Size([2, 3])"),
    ),
    sized("zeros", "A tensor of zeros.", ("torch.zeros(2, dtype=torch.int64)", "tensor([0, 0])")),
    sized("ones", "A tensor of ones.", ("torch.ones((2, 2))", "tensor([[1., 1.],\n        [1., 1.]])")),
    Function(
        "full",
        "A tensor of one number everywhere.",
        (f"tuple of ints size, Number fill_value, *, {OUT}",),
        "full",
        method=False,
        operands="size: a tuple, list or Size.  dtype: the number's (bool, int64, the default dtype or "
        "its complex "
        f"counterpart) unless it is given. {OUT_TEXT}",
        raises="Raises RuntimeError for a number that the dtype cannot hold, and for negative or too "
        "large sizes.",
        example=("torch.full((3,), 7)", "tensor([7, 7, 7])"),
    ),
    Function(
        "empty_strided",
        "Uninitialised memory of these sizes and strides.",
        (f"tuple of ints size, tuple of ints stride, *, {OPTIONS}",),
        "empty_strided",
        method=False,
        operands=f"size, stride: tuples or lists of one length.  {DEFAULT}",
        raises="Raises RuntimeError for lengths that differ, for negative sizes, and for negative strides of "
        "dimensions larger than 1.",
        example=("torch.empty_strided((2, 3), (1, 2)).stride()", "(1, 2)"),
    ),
    like(
        "empty_like",
        "Uninitialised memory in input's shape.",
        "TBPY_EMPTY",
        ("torch.empty_like(torch.ones(2, 3)).shape", "torch.Size([2, 3])"),
    ),
    like(
        "zeros_like",
        "Zeros in input's shape.",
        "TBPY_ZEROS",
        ("torch.zeros_like(torch.tensor([1, 2]))", "tensor([0, 0])"),
    ),
    like(
        "ones_like",
        "Ones in input's shape.",
        "TBPY_ONES",
        ("torch.ones_like(torch.tensor([1, 2]), dtype=torch.float64).dtype", "torch.float64"),
    ),
    Function(
        "full_like",
        "One number everywhere, in input's shape.",
        (f"Tensor input, Number fill_value, *, {FORMAT}",),
        "full_like",
        method=False,
        operands=LIKE,
        raises="Raises RuntimeError for a number that the dtype cannot hold, and for a memory_format of "
        "tensors of "
        "another rank.",
        example=("torch.full_like(torch.ones(2), 0.5)", "tensor([0.5000, 0.5000])"),
    ),
    new(
        "new_empty",
        "A tensor of uninitialised memory, in this tensor's dtype.",
        "TBPY_EMPTY",
        ("torch.tensor([1]).new_empty(2, 3).dtype", "torch.int64"),
    ),
    new(
        "new_zeros",
        "A tensor of zeros, in this tensor's dtype.",
        "TBPY_ZEROS",
        ("torch.tensor([1]).new_zeros(2)", "tensor([0, 0])"),
    ),
    new(
        "new_ones",
        "A tensor of ones, in this tensor's dtype.",
        "TBPY_ONES",
        ("torch.tensor([2]).new_ones((2,))", "tensor([1, 1])"),
    ),
    Function(
        "new_full",
        "A tensor of one number everywhere, in this tensor's dtype.",
        (f"Tensor input, tuple of ints size, Number fill_value, *, {OPTIONS}",),
        "new_full",
        function=False,
        operands=f"size: a tuple, list or Size.  {OWN}",
        raises="Raises RuntimeError for a number that the dtype cannot hold, and for negative or too "
        "large sizes.",
        example=("torch.tensor([2]).new_full((3,), 7.9)", "tensor([7, 7, 7])"),
    ),
    Function(
        "new_empty_strided",
        "Uninitialised memory of these sizes and strides, in this tensor's dtype.",
        (f"Tensor input, tuple of ints size, tuple of ints stride, *, {OPTIONS}",),
        "new_empty_strided",
        function=False,
        operands=f"size, stride: tuples or lists of one length.  {OWN}",
        raises="Raises RuntimeError for lengths that differ, for negative sizes, and for negative strides of "
        "dimensions larger than 1.",
        example=("torch.ones(1).new_empty_strided((2, 3), (1, 2)).stride()", "(1, 2)"),
    ),
)

SEQUENCES = (
    Function(
        "arange",
        "The numbers start, start + step, ... before end.",
        (
            f"Number end, *, {OUT}",
            f"Number start, Number end, *, {OPTIONS}",
            f"Number start, Number end, Number step = 1, *, {OUT}",
        ),
        "arange",
        method=False,
        returns=("Tensor",) * 3,
        operands="start: 0 unless it is given.  dtype: int64 if all numbers are integers, else the "
        "default dtype, "
        "unless it is given.",
        result="Result: one dimension.  out=: a tensor of that dtype, resized, with a UserWarning, if its "
        "number of "
        "elements differs.",
        raises="Raises RuntimeError for a step of 0 or of the wrong sign, for infinite bounds, and for "
        "dtypes bool "
        "and complex.",
        example=("torch.arange(1, 2.5, 0.5)", "tensor([1.0000, 1.5000, 2.0000])"),
    ),
    Function(
        "range",
        "The numbers start, start + step, ... up to end, which is included.  Deprecated: use arange.",
        (f"Number start, Number end, Number step = 1, *, {OUT}",),
        "range",
        method=False,
        operands=DEFAULT,
        result="Result: one dimension.",
        raises="Warns (UserWarning) always.  Raises RuntimeError for a step of 0 or of the wrong sign and "
        "for "
        "infinite bounds, NotImplementedError for bool and complex.",
        example=("torch.range(1, 3)", "tensor([1., 2., 3.])"),
    ),
    Function(
        "linspace",
        "So many numbers from start to end, both included, evenly spaced.",
        (
            f"Tensor start, Tensor end, int steps, *, {OUT}",
            f"Number start, Tensor end, int steps, *, {OUT}",
            f"Tensor start, Number end, int steps, *, {OUT}",
            f"Number start, Number end, int steps, *, {OUT}",
        ),
        "linspace",
        method=False,
        operands="start, end: numbers or 0-dim tensors.  dtype: the default dtype, or its complex "
        "counterpart for a "
        "complex end, unless it is given.",
        result="Result: one dimension.  out=: a tensor of that dtype, resized if its number of elements "
        "differs.",
        raises="Raises RuntimeError for a negative number of steps and ends that the dtype cannot hold, "
        "NotImplementedError for bool.",
        example=("torch.linspace(0, 1, 5)", "tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])"),
    ),
    Function(
        "eye",
        "Ones on the diagonal of an n x m matrix, zeros elsewhere.",
        (f"index n, *, {OUT}", f"index n, index m, *, {OUT}"),
        "eye",
        method=False,
        returns=("Tensor", "Tensor"),
        operands=f"m: n unless it is given.  {DEFAULT} {OUT_TEXT}",
        raises="Raises RuntimeError for negative sizes.",
        example=("torch.eye(2, 3)", "tensor([[1., 0., 0.],\n        [0., 1., 0.]])"),
    ),
)


def drawn(name, summary, code, example):
    return Function(
        name,
        summary,
        (f"tuple of ints size, *, {GENERATOR}{OUT}", f"tuple of ints size, *, {OUT}"),
        "draw",
        code=code,
        method=False,
        operands=f"{SIZES}  {DEFAULT} {OUT_TEXT}",
        raises=FLOATING,
        notes=RANDOM,
        example=example,
    )


def drawn_like(name, summary, code, example):
    return Function(
        name,
        summary,
        (f"Tensor input, *, {GENERATOR}{FORMAT}", f"Tensor input, *, {FORMAT}"),
        "draw_like",
        code=code,
        method=False,
        operands=LIKE,
        raises=FLOATING,
        notes=RANDOM,
        example=example,
    )


BOUNDS = (
    "Raises RuntimeError unless low < high and the dtype holds both low and high - 1; warns (UserWarning) "
    "where a floating dtype has gaps."
)

RANDOMS = (
    drawn(
        "rand",
        "Random numbers, uniform on [0, 1).",
        "TBPY_UNIFORM",
        (f"torch.rand(2, {SEEDED})", "tensor([0.4963, 0.7682])"),
    ),
    drawn(
        "randn",
        "Random numbers, normal with mean 0 and variance 1.",
        "TBPY_NORMAL",
        (f"torch.randn(2, {SEEDED})", "tensor([ 1.5410, -0.2934])"),
    ),
    drawn_like(
        "rand_like",
        "Random numbers, uniform on [0, 1), in input's shape.",
        "TBPY_UNIFORM",
        ("torch.rand_like(torch.ones(2, 3)).shape", "torch.Size([2, 3])"),
    ),
    drawn_like(
        "randn_like",
        "Random numbers, normal with mean 0 and variance 1, in input's shape.",
        "TBPY_NORMAL",
        ("torch.randn_like(torch.ones(2, 3)).shape", "torch.Size([2, 3])"),
    ),
    Function(
        "randint",
        "Random integers, uniform on [low, high).",
        (
            f"index high, tuple of ints size, *, {GENERATOR}{OUT}",
            f"index high, tuple of ints size, *, {OUT}",
            f"index low, index high, tuple of ints size, *, {GENERATOR}{OUT}",
            f"index low, index high, tuple of ints size, *, {OUT}",
        ),
        "randint",
        method=False,
        returns=("Tensor",) * 4,
        operands="low: 0 unless it is given.  size: a tuple, list or Size.  dtype: int64 unless it is "
        "given.\n" + OUT_TEXT,
        raises=BOUNDS,
        notes=RANDOM,
        example=(f"torch.randint(3, 10, (5,), {SEEDED})", "tensor([7, 6, 3, 5, 4])"),
    ),
    Function(
        "randint_like",
        "Random integers, uniform on [low, high), in input's shape.",
        (
            f"Tensor input, index low, index high, *, {GENERATOR}{FORMAT}",
            f"Tensor input, index low, index high, *, {FORMAT}",
            f"Tensor input, Tensor high, *, {GENERATOR}{FORMAT}",
            f"Tensor input, Tensor high, *, {FORMAT}",
            f"Tensor input, index high, *, {GENERATOR}{FORMAT}",
            f"Tensor input, index high, *, {FORMAT}",
        ),
        "randint_like",
        method=False,
        returns=("Tensor",) * 6,
        operands=f"low: 0 unless it is given.  high: an int, or without low a 0-dim tensor. {LIKE}",
        raises=BOUNDS,
        notes=RANDOM,
        example=("torch.randint_like(torch.ones(2, 3), 5).shape", "torch.Size([2, 3])"),
    ),
    Function(
        "randperm",
        "The integers 0 ... n - 1 in random order.",
        (f"index n, *, {GENERATOR}{OUT}", f"index n, *, {OUT}"),
        "randperm",
        method=False,
        operands=f"dtype: int64 unless it is given. {OUT_TEXT}",
        raises="Raises RuntimeError if the dtype does not hold them or n is negative, NotImplementedError "
        "for bool "
        "and complex.",
        notes=RANDOM,
        example=(f"torch.randperm(4, {SEEDED})", "tensor([0, 1, 3, 2])"),
    ),
    Function(
        "normal_",
        "Fills the tensor with random numbers of a normal distribution, and returns it.",
        ("Tensor input, float mean = 0, float std = 1, *, torch.Generator generator = None",),
        "draw_in_place",
        code="TBPY_NORMAL",
        function=False,
        raises="Raises RuntimeError for a negative std, NotImplementedError for integral dtypes and bool.",
        notes=RANDOM,
        example=(f"torch.empty(2).normal_(10, 0.5, {SEEDED})", "tensor([10.7705,  9.8533])"),
    ),
    Function(
        "uniform_",
        "Fills the tensor with random numbers, uniform on [from, to), and returns it.",
        ("Tensor input, float from = 0, float to = 1, *, torch.Generator generator = None",),
        "draw_in_place",
        code="TBPY_UNIFORM",
        function=False,
        raises="Raises RuntimeError for from > to and bounds that the dtype cannot hold, "
        "NotImplementedError for "
        "integral dtypes and bool.",
        notes=RANDOM,
        example=(f"torch.empty(2).uniform_(0, 10, {SEEDED})", "tensor([4.9626, 7.6822])"),
    ),
)

COPIED = (
    "A storage is not copied: its bytes are read as dtype (int64 unless it is given); a typed one has to "
    "be of this dtype, or of the default one."
)

DATA = (
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
)

ROWS = (*FILLED, *SEQUENCES, *RANDOMS, *DATA)
