"""Rows of functions that make tensors of sizes and numbers."""

from codegen.functions.row import Function

OPTIONS = (
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, "
    "bool? pin_memory = False, bool? requires_grad = False"
)
OUT = f"Tensor out = None, {OPTIONS}"
FORMAT = f"torch.memory_format memory_format = None, {OPTIONS}"
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


def sized(name, summary, example):
    return Function(
        name,
        summary,
        (f"tuple of ints size, *, {OUT}",),
        "filled",
        code=f"TBPY_{name.upper()}",
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
        slot_group="filled",
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
        "filled",
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
        "filled",
        code="TBPY_EMPTY",
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
        "filled",
        code="TBPY_FULL",
        method=False,
        operands="size: a tuple, list or Size.  dtype: the number's (bool, int64, the default dtype or "
        "its complex "
        f"counterpart) unless it is given. {OUT_TEXT}",
        raises="Raises RuntimeError for a number that the dtype cannot hold, and for negative or too "
        "large sizes.",
        example=("torch.full((3,), 7)", "tensor([7, 7, 7])"),
    ),
    Function(
        "scalar_tensor",
        "A 0-dim tensor of a number.",
        (f"Number s, *, {OPTIONS}",),
        "filled",
        code="TBPY_FULL",
        stands_for={"s": "fill_value"},
        method=False,
        operands=DEFAULT,
        raises="Raises RuntimeError for a number that the dtype cannot hold.",
        example=("torch.scalar_tensor(7)", "tensor(7.)"),
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
        "like",
        slot_group="filled",
        code="TBPY_FULL",
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
        "filled",
        code="TBPY_FULL",
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
        "empty_strided",
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
        slot_group="range",
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
        "logspace",
        "Powers of base with steps exponents, evenly spaced from start to end.",
        tuple(
            f"{start} start, {end} end, int steps, float base = 10.0, *, {OUT}"
            for end in ("Tensor", "Number")
            for start in ("Tensor", "Number")
        ),
        "linspace",
        code="TBPY_LOGSPACE",
        method=False,
        operands="start, end: numbers or 0-dim tensors.  dtype: as linspace's.",
        result="Result: one dimension.  out=: as linspace's.",
        raises="Raises RuntimeError for a negative number of steps and ends that the dtype cannot hold, "
        "NotImplementedError for bool.",
        notes="Exponents are counted and raised in double precision, or as complex numbers.",
        example=("torch.logspace(0, 2, 3)", "tensor([  1.,  10., 100.])"),
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


def window(name, summary, arguments, hook, example):
    """arguments: those that may follow window_length, each only after those before it."""
    first = "int window_length"
    lists = (", ".join((first, *arguments[:n], f"*, {OPTIONS}")) for n in range(len(arguments) + 1))
    return Function(
        name,
        summary,
        tuple(lists),
        "in_python",
        code=hook,
        method=False,
        returns=("Tensor",) * (len(arguments) + 1),
        operands="window_length: not negative.  periodic (the default): without the last element of the "
        f"window that is longer by one.  {DEFAULT}",
        result="Result: one dimension.",
        raises="Raises RuntimeError for a negative length and for dtypes of integers and bool.",
        example=example,
    )


WINDOWS = (
    window(
        "hann_window",
        "A window of one half minus half a cosine.",
        ("bool periodic",),
        "TBPY_HOOK_HANN_WINDOW",
        ("torch.hann_window(4)", "tensor([0.0000, 0.5000, 1.0000, 0.5000])"),
    ),
    window(
        "hamming_window",
        "A window of alpha (by default 0.54) minus beta (0.46) times a cosine.",
        ("bool periodic", "float alpha", "float beta"),
        "TBPY_HOOK_HAMMING_WINDOW",
        ("torch.hamming_window(4)", "tensor([0.0800, 0.5400, 1.0000, 0.5400])"),
    ),
    window(
        "blackman_window",
        "A window of 0.42 minus half a cosine and 0.08 times one of twice the angle.",
        ("bool periodic",),
        "TBPY_HOOK_BLACKMAN_WINDOW",
        ("torch.blackman_window(4).round(decimals=4) + 0", "tensor([0.0000, 0.3400, 1.0000, 0.3400])"),
    ),
    window(
        "bartlett_window",
        "A triangular window, from 0 up to 1 and down to 0.",
        ("bool periodic",),
        "TBPY_HOOK_BARTLETT_WINDOW",
        ("torch.bartlett_window(5, False)", "tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])"),
    ),
    window(
        "kaiser_window",
        "A window of Bessel functions of half a circle times beta, by default 12.",
        ("bool periodic", "float beta"),
        "TBPY_HOOK_KAISER_WINDOW",
        ("torch.kaiser_window(5, False, 3.0)", "tensor([0.2049, 0.7269, 1.0000, 0.7269, 0.2049])"),
    ),
)

ROWS = (*FILLED, *SEQUENCES, *WINDOWS)
