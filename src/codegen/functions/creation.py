"""Rows of functions that make tensors from sizes and numbers."""

from codegen.functions.row import Function

OPTIONS = (
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, "
    "bool? pin_memory = False, bool? requires_grad = False"
)
OUT = f"Tensor out = None, {OPTIONS}"
FORMAT = f"torch.memory_format memory_format = None, {OPTIONS}"
SIZES = "size: ints, or one tuple, list or Size of ints."
DEFAULT = "dtype: by default the default dtype."
OWN = "dtype: by default this tensor's."
OUT_TEXT = "out=: a tensor of that dtype, resized if its shape differs."
SIZE_ERRORS = "Raises RuntimeError if a size is negative or too large."
LIKE = (
    "Operand: a tensor of any shape and dtype.  dtype: by default input's.  memory_format: by default "
    "input's strides, if they leave no gaps."
)
LIKE_ERRORS = "Raises RuntimeError if memory_format is for another number of dimensions."


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
        "An uninitialised tensor.",
        (f"tuple of ints size, *, torch.memory_format memory_format = None, {OUT}",),
        "filled",
        code="TBPY_EMPTY",
        method=False,
        operands=f"{SIZES}  {DEFAULT} {OUT_TEXT}  memory_format: the order of the dimensions in memory.",
        raises="Raises RuntimeError for negative or too large sizes, and if memory_format is for another "
        "number of dimensions.",
        example=("torch.empty(2, 3).shape", "torch.Size([2, 3])"),
    ),
    sized("zeros", "A tensor of zeros.", ("torch.zeros(2, dtype=torch.int64)", "tensor([0, 0])")),
    sized("ones", "A tensor of ones.", ("torch.ones((2, 2))", "tensor([[1., 1.],\n        [1., 1.]])")),
    Function(
        "full",
        "A tensor filled with one number.",
        (f"tuple of ints size, Number fill_value, *, {OUT}",),
        "filled",
        code="TBPY_FULL",
        method=False,
        operands="size: a tuple, list or Size.  dtype: by default the number's (bool, int64, the default "
        f"dtype or its complex counterpart). {OUT_TEXT}",
        raises="Raises RuntimeError if the dtype cannot hold the number, and if a size is negative or too "
        "large.",
        example=("torch.full((3,), 7)", "tensor([7, 7, 7])"),
    ),
    Function(
        "scalar_tensor",
        "A 0-dim tensor that holds a number.",
        (f"Number s, *, {OPTIONS}",),
        "filled",
        code="TBPY_FULL",
        stands_for={"s": "fill_value"},
        method=False,
        operands=DEFAULT,
        raises="Raises RuntimeError if the dtype cannot hold the number.",
        example=("torch.scalar_tensor(7)", "tensor(7.)"),
    ),
    Function(
        "empty_strided",
        "An uninitialised tensor of these sizes and strides.",
        (f"tuple of ints size, tuple of ints stride, *, {OPTIONS}",),
        "empty_strided",
        method=False,
        operands=f"size, stride: tuples or lists of the same length.  {DEFAULT}",
        raises="Raises RuntimeError if the lengths differ, for negative sizes, and for a negative stride of "
        "a dimension larger than 1.",
        example=("torch.empty_strided((2, 3), (1, 2)).stride()", "(1, 2)"),
    ),
    Function(
        "empty_permuted",
        "An uninitialised tensor of these sizes, whose dimensions have the order physical_layout in memory.",
        (f"tuple of ints size, tuple of ints physical_layout, *, {OPTIONS}",),
        in_python="_composite.shapes:empty_permuted",
        method=False,
        operands=f"size, physical_layout: tuples or lists of the same length; the last one changes fastest.  "
        f"{DEFAULT}",
        raises="Raises RuntimeError if the lengths differ, for negative sizes, and if a dimension is out of "
        "range or twice in physical_layout.",
        example=("torch.empty_permuted((2, 3), (1, 0)).stride()", "(1, 2)"),
    ),
    like(
        "empty_like",
        "An uninitialised tensor of input's shape.",
        "TBPY_EMPTY",
        ("torch.empty_like(torch.ones(2, 3)).shape", "torch.Size([2, 3])"),
    ),
    like(
        "zeros_like",
        "A tensor of zeros, of input's shape.",
        "TBPY_ZEROS",
        ("torch.zeros_like(torch.tensor([1, 2]))", "tensor([0, 0])"),
    ),
    like(
        "ones_like",
        "A tensor of ones, of input's shape.",
        "TBPY_ONES",
        ("torch.ones_like(torch.tensor([1, 2]), dtype=torch.float64).dtype", "torch.float64"),
    ),
    Function(
        "full_like",
        "A tensor of input's shape, filled with one number.",
        (f"Tensor input, Number fill_value, *, {FORMAT}",),
        "like",
        slot_group="filled",
        code="TBPY_FULL",
        method=False,
        operands=LIKE,
        raises="Raises RuntimeError if the dtype cannot hold the number, and if memory_format is for "
        "another number of dimensions.",
        example=("torch.full_like(torch.ones(2), 0.5)", "tensor([0.5000, 0.5000])"),
    ),
    new(
        "new_empty",
        "An uninitialised tensor, in this tensor's dtype.",
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
        "A tensor filled with one number, in this tensor's dtype.",
        (f"Tensor input, tuple of ints size, Number fill_value, *, {OPTIONS}",),
        "filled",
        code="TBPY_FULL",
        function=False,
        operands=f"size: a tuple, list or Size.  {OWN}",
        raises="Raises RuntimeError if the dtype cannot hold the number, and if a size is negative or too "
        "large.",
        example=("torch.tensor([2]).new_full((3,), 7.9)", "tensor([7, 7, 7])"),
    ),
    Function(
        "new_empty_strided",
        "An uninitialised tensor of these sizes and strides, in this tensor's dtype.",
        (f"Tensor input, tuple of ints size, tuple of ints stride, *, {OPTIONS}",),
        "empty_strided",
        function=False,
        operands=f"size, stride: tuples or lists of the same length.  {OWN}",
        raises="Raises RuntimeError if the lengths differ, for negative sizes, and for a negative stride of "
        "a dimension larger than 1.",
        example=("torch.ones(1).new_empty_strided((2, 3), (1, 2)).stride()", "(1, 2)"),
    ),
)

SEQUENCES = (
    Function(
        "arange",
        "The numbers start, start + step, ..., up to but not including end.",
        (
            f"Number end, *, {OUT}",
            f"Number start, Number end, *, {OPTIONS}",
            f"Number start, Number end, Number step = 1, *, {OUT}",
        ),
        "arange",
        slot_group="range",
        method=False,
        returns=("Tensor",) * 3,
        operands="start: by default 0.  dtype: by default int64 if all numbers are integers, else the "
        "default dtype.",
        result="Result: a vector.  out=: a tensor of that dtype, resized, with a UserWarning, if its number "
        "of elements differs.",
        raises="Raises RuntimeError for a step of 0 or of the wrong sign, for infinite bounds, and for bool "
        "and complex dtypes.",
        example=("torch.arange(1, 2.5, 0.5)", "tensor([1.0000, 1.5000, 2.0000])"),
    ),
    Function(
        "range",
        "The numbers start, start + step, ..., up to and including end.  Deprecated: use arange.",
        (f"Number start, Number end, Number step = 1, *, {OUT}",),
        "range",
        method=False,
        operands=DEFAULT,
        result="Result: a vector.",
        raises="Warns (UserWarning) always.  Raises RuntimeError for a step of 0 or of the wrong sign and "
        "for "
        "infinite bounds, NotImplementedError for bool and complex.",
        example=("torch.range(1, 3)", "tensor([1., 2., 3.])"),
    ),
    Function(
        "linspace",
        "A given number of evenly spaced numbers from start to end, both included.",
        (
            f"Tensor start, Tensor end, int steps, *, {OUT}",
            f"Number start, Tensor end, int steps, *, {OUT}",
            f"Tensor start, Number end, int steps, *, {OUT}",
            f"Number start, Number end, int steps, *, {OUT}",
        ),
        "linspace",
        method=False,
        operands="start, end: numbers or 0-dim tensors.  dtype: by default the default dtype, or its "
        "complex counterpart if start or end is complex.",
        result="Result: a vector.  out=: a tensor of that dtype, resized if its number of elements differs.",
        raises="Raises RuntimeError if steps is negative or the dtype cannot hold start or end, "
        "NotImplementedError for bool.",
        example=("torch.linspace(0, 1, 5)", "tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])"),
    ),
    Function(
        "logspace",
        "Powers of base whose exponents are evenly spaced from start to end, both included.",
        tuple(
            f"{start} start, {end} end, int steps, float base = 10.0, *, {OUT}"
            for end in ("Tensor", "Number")
            for start in ("Tensor", "Number")
        ),
        "linspace",
        code="TBPY_LOGSPACE",
        method=False,
        operands="start, end: numbers or 0-dim tensors.  dtype: as for linspace.",
        result="Result: a vector.  out=: as for linspace.",
        raises="Raises RuntimeError if steps is negative or the dtype cannot hold start or end, "
        "NotImplementedError for bool.",
        notes="The exponents and powers are computed in double precision, or as complex numbers.",
        example=("torch.logspace(0, 2, 3)", "tensor([  1.,  10., 100.])"),
    ),
    Function(
        "eye",
        "Ones on the diagonal of an n x m matrix, zeros elsewhere.",
        (f"index n, *, {OUT}", f"index n, index m, *, {OUT}"),
        "eye",
        method=False,
        returns=("Tensor", "Tensor"),
        operands=f"m: by default n.  {DEFAULT} {OUT_TEXT}",
        raises="Raises RuntimeError for negative sizes.",
        example=("torch.eye(2, 3)", "tensor([[1., 0., 0.],\n        [0., 1., 0.]])"),
    ),
)


def window(name, summary, arguments, example):
    """arguments: what may follow window_length, each only after the ones before it."""
    first = "int window_length"
    lists = (", ".join((first, *arguments[:n], f"*, {OPTIONS}")) for n in range(len(arguments) + 1))
    return Function(
        name,
        summary,
        tuple(lists),
        in_python=f"_composite.windows:{name}",
        method=False,
        returns=("Tensor",) * (len(arguments) + 1),
        operands="window_length: not negative.  periodic: True (the default) makes a window with one "
        f"element more, and drops the last.  {DEFAULT}",
        result="Result: a vector.",
        raises="Raises RuntimeError for a negative length and for integral and bool dtypes.",
        example=example,
    )


WINDOWS = (
    window(
        "hann_window",
        "A Hann window: 0.5 - 0.5 * cos(x).",
        ("bool periodic",),
        ("torch.hann_window(4)", "tensor([0.0000, 0.5000, 1.0000, 0.5000])"),
    ),
    window(
        "hamming_window",
        "A Hamming window: alpha - beta * cos(x), by default 0.54 - 0.46 * cos(x).",
        ("bool periodic", "float alpha", "float beta"),
        ("torch.hamming_window(4)", "tensor([0.0800, 0.5400, 1.0000, 0.5400])"),
    ),
    window(
        "blackman_window",
        "A Blackman window: 0.42 - 0.5 * cos(x) + 0.08 * cos(2 * x).",
        ("bool periodic",),
        ("torch.blackman_window(4).round(decimals=4) + 0", "tensor([0.0000, 0.3400, 1.0000, 0.3400])"),
    ),
    window(
        "bartlett_window",
        "A Bartlett window: a triangle from 0 up to 1 and down to 0.",
        ("bool periodic",),
        ("torch.bartlett_window(5, False)", "tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])"),
    ),
    window(
        "kaiser_window",
        "A Kaiser window: i0(beta * sqrt(1 - x * x)) / i0(beta) for x from -1 to 1; beta: by default 12.",
        ("bool periodic", "float beta"),
        ("torch.kaiser_window(5, False, 3.0)", "tensor([0.2049, 0.7269, 1.0000, 0.7269, 0.2049])"),
    ),
)

ROWS = (*FILLED, *SEQUENCES, *WINDOWS)
