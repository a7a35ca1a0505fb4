"""Rows of functions that draw random numbers."""

from codegen.functions.creation import DEFAULT, FORMAT, LIKE, OUT, OUT_TEXT, SIZES
from codegen.functions.row import Function

GENERATOR = "torch.Generator? generator, "
RANDOM = "The numbers are torch's, bit for bit, for the same seed."
FLOATING = "Raises NotImplementedError for integral dtypes and bool."
SEEDED = "generator=torch.Generator().manual_seed(0)"


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

ROWS = (
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
