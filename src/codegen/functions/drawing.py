"""Rows of functions that draw random numbers."""

from codegen import signatures
from codegen.functions.creation import DEFAULT, FORMAT, LIKE, OUT, OUT_TEXT, SIZES
from codegen.functions.row import Function

GENERATOR = "torch.Generator? generator, "
ANY_GENERATOR = "torch.Generator generator = None"
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


def filled(name, summary, parameters, code, raises, example):
    """The body calls the numbers a and b."""
    numbers = [argument.name for argument in signatures.parse(parameters)]
    return Function(
        name,
        summary,
        (f"Tensor input, {parameters}, *, {ANY_GENERATOR}",),
        "fill_with_draws",
        code=code,
        stands_for=dict(zip(numbers, "ab", strict=False)),
        function=False,
        raises=raises,
        notes=RANDOM,
        example=(f"torch.empty(3).{name}({example[0]}{SEEDED})", example[1]),
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
        "random_",
        "Fills the tensor with random integers, uniform on [from, to), and returns it.",
        (
            f"Tensor input, *, {ANY_GENERATOR}",
            f"Tensor input, int from, int? to, *, {ANY_GENERATOR}",
            f"Tensor input, int to, *, {ANY_GENERATOR}",
        ),
        "random",
        function=False,
        returns=("Tensor",) * 3,
        operands="from: 0 unless it is given.  to: unless it is given, the largest number that the dtype "
        "counts to without gaps is drawn as well; None with from=-2**63: all int64.",
        raises="Raises RuntimeError unless from < to and the dtype holds both from and to - 1, and "
        "for complex; NotImplementedError for uint16, uint32 and uint64 without bounds; warns (UserWarning) "
        "where a floating dtype has gaps.",
        notes=RANDOM,
        example=(f"torch.empty(3).random_(10, {SEEDED})", "tensor([4., 9., 3.])"),
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
        stands_for={"from": "mean", "to": "std"},
        function=False,
        raises="Raises RuntimeError for from > to and bounds that the dtype cannot hold, "
        "NotImplementedError for "
        "integral dtypes and bool.",
        notes=RANDOM,
        example=(f"torch.empty(2).uniform_(0, 10, {SEEDED})", "tensor([4.9626, 7.6822])"),
    ),
    Function(
        "normal",
        "Random numbers of normal distributions.",
        (
            f"Tensor mean, Tensor std, *, {ANY_GENERATOR}, Tensor out = None",
            f"Tensor mean, float std = 1, *, {ANY_GENERATOR}, Tensor out = None",
            f"float mean, Tensor std, *, {ANY_GENERATOR}, Tensor out = None",
            f"float mean, float std, tuple of ints size, *, {ANY_GENERATOR}, {OUT}",
        ),
        "in_python",
        code="TBPY_HOOK_NORMAL",
        method=False,
        returns=("Tensor",) * 4,
        operands="mean, std: numbers, or tensors that broadcast, of which every result has its own. "
        f"size: where both are numbers. {DEFAULT} {OUT_TEXT}",
        result="Result: a new contiguous tensor of mean's dtype; of std's, where mean is a number.",
        raises="Raises RuntimeError for a negative or complex std, NotImplementedError for integral dtypes "
        "and bool.",
        notes=RANDOM + "  Where out= shares memory with mean or std these are read first; torch then reads "
        "what it has drawn.",
        example=(f"torch.normal(torch.tensor([0., 10.]), 1., {SEEDED})", "tensor([1.5410, 9.7066])"),
    ),
    filled(
        "log_normal_",
        "Fills the tensor with exp of random numbers of a normal distribution, and returns it.",
        "float mean = 1, float std = 2",
        "TB_LOG_NORMAL",
        "Raises RuntimeError unless std > 0, NotImplementedError for integral dtypes, bool and complex.",
        ("0, 0.25, ", "tensor([1.4700, 0.9293, 0.5800])"),
    ),
    filled(
        "cauchy_",
        "Fills the tensor with random numbers of a Cauchy distribution, and returns it.",
        "float median = 0, float sigma = 1",
        "TB_CAUCHY",
        "Raises RuntimeError unless sigma > 0 and for integral dtypes, bool and complex.",
        ("", "tensor([10.5977,  0.7648, -0.1283])"),
    ),
    filled(
        "exponential_",
        "Fills the tensor with random numbers of an exponential distribution of the rate lambd, and returns "
        "it.",
        "float lambd = 1",
        "TB_EXPONENTIAL",
        "Raises RuntimeError unless lambd > 0 and for integral dtypes, bool and complex.",
        ("", "tensor([3.5083, 1.2304, 0.6150])"),
    ),
    filled(
        "geometric_",
        "Fills the tensor with random numbers of trials, of probability p, up to the first success, and "
        "returns it.",
        "float p",
        "TB_GEOMETRIC",
        "Raises RuntimeError unless 0 < p < 1, NotImplementedError for bool, complex, uint16, uint32 and "
        "uint64.",
        ("0.3, ", "tensor([1., 1., 3.])"),
    ),
    Function(
        "bernoulli_",
        "Fills the tensor with ones of probability p and zeros, and returns it.",
        (f"Tensor input, Tensor p, *, {ANY_GENERATOR}", f"Tensor input, float p = 0.5, *, {ANY_GENERATOR}"),
        "bernoulli_in_place",
        code="TB_BERNOULLI",
        function=False,
        returns=("Tensor",) * 2,
        operands="p: a number, or a floating tensor that expands to the tensor's sizes.",
        raises="Raises RuntimeError unless 0 <= p <= 1 and for a p that does not expand, NotImplementedError "
        "for complex, uint16, uint32 and uint64 and for a p that is not floating.",
        notes=RANDOM,
        example=(f"torch.empty(3).bernoulli_({SEEDED})", "tensor([0., 0., 1.])"),
    ),
    Function(
        "bernoulli",
        "Ones with the probability that input has there, or with probability p, and zeros.",
        (
            f"Tensor input, *, {ANY_GENERATOR}, Tensor out = None",
            f"Tensor input, float p, *, {ANY_GENERATOR}",
        ),
        "bernoulli",
        returns=("Tensor",) * 2,
        operands="Operand: a floating tensor of any shape; with p of any dtype that bernoulli_ fills, its "
        "elements are not read then.",
        result="Result: a new contiguous tensor of input's dtype, or out=, which is resized without a "
        "warning.",
        raises="Raises RuntimeError for probabilities outside of [0, 1], NotImplementedError for other "
        "dtypes.",
        notes=RANDOM,
        example=(f"torch.bernoulli(torch.tensor([0.1, 0.9]), {SEEDED})", "tensor([0., 1.])"),
    ),
    Function(
        "multinomial",
        "Columns drawn by weight, for each row of a matrix or for one vector.",
        (
            f"Tensor input, index num_samples, bool replacement = False, *, {ANY_GENERATOR}, "
            "Tensor out = None",
        ),
        "in_python",
        code="TBPY_HOOK_MULTINOMIAL",
        operands="Operand: weights, (n) or (m, n), floating, finite, not negative and not all zero in a row. "
        "num_samples: no more than n without replacement.",
        result="Result: int64 (num_samples) or (m, num_samples); out= is resized without a warning.",
        raises="Raises RuntimeError for anything else.",
        notes=RANDOM,
        example=(
            f"torch.multinomial(torch.tensor([1., 0., 3.]), 4, True, {SEEDED})",
            "tensor([2, 2, 2, 2])",
        ),
    ),
    Function(
        "columns",
        "Columns drawn by weight, with replacement, for each row of a matrix: what multinomial needs.",
        (f"Tensor input, int n, {ANY_GENERATOR}",),
        "columns",
        namespace="rows",
        method=False,
        operands="Operand: a floating matrix.",
        result="Result: int64 (rows, n).",
        raises="Raises RuntimeError for weights that are negative, infinite or all zero.",
        example=("torch.columns(torch.tensor([[0., 1.]]), 3)", "tensor([[1, 1, 1]])"),
    ),
)
