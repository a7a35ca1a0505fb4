"""Rows of functions that draw random numbers."""

from codegen import signatures
from codegen.functions.creation import DEFAULT, FORMAT, LIKE, OUT, OUT_TEXT, SIZES
from codegen.functions.row import Function

GENERATOR = "torch.Generator? generator, "
ANY_GENERATOR = "torch.Generator generator = None"
RANDOM = "For the same seed, the numbers are PyTorch's, bit for bit."
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
        shapes="keeps",
        raises=raises,
        notes=RANDOM,
        example=(f"torch.empty(3).{name}({example[0]}{SEEDED})", example[1]),
    )


BOUNDS = (
    "Raises RuntimeError unless low < high and the dtype holds both low and high - 1.  Warns (UserWarning) "
    "if a floating dtype does not hold every integer in between."
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
        operands="low: by default 0.  size: a tuple, list or Size.  dtype: by default int64.\n" + OUT_TEXT,
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
        operands=f"low: by default 0.  high: an int; without low, a 0-dim tensor, too. {LIKE}",
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
        operands="from: by default 0.  to: by default one more than the largest integer up to which the "
        "dtype has no gaps; None with from=-2**63: all of int64.",
        raises="Raises RuntimeError unless from < to and the dtype holds both from and to - 1, and for "
        "complex dtypes; NotImplementedError for uint16, uint32 and uint64 without bounds.  Warns "
        "(UserWarning) if a floating dtype does not hold every integer in between.",
        notes=RANDOM,
        example=(f"torch.empty(3).random_(10, {SEEDED})", "tensor([4., 9., 3.])"),
        shapes="keeps",
    ),
    Function(
        "randperm",
        "The integers 0 ... n - 1 in random order.",
        (f"index n, *, {GENERATOR}{OUT}", f"index n, *, {OUT}"),
        "randperm",
        method=False,
        operands=f"dtype: by default int64. {OUT_TEXT}",
        raises="Raises RuntimeError if n is negative or the dtype does not hold n - 1, NotImplementedError "
        "for bool and complex dtypes.",
        notes=RANDOM,
        example=(f"torch.randperm(4, {SEEDED})", "tensor([0, 1, 3, 2])"),
    ),
    Function(
        "normal_",
        "Fills the tensor with random numbers from a normal distribution, and returns it.",
        ("Tensor input, float mean = 0, float std = 1, *, torch.Generator generator = None",),
        "draw_in_place",
        code="TBPY_NORMAL",
        function=False,
        raises="Raises RuntimeError for a negative std, NotImplementedError for integral dtypes and bool.",
        notes=RANDOM,
        example=(f"torch.empty(2).normal_(10, 0.5, {SEEDED})", "tensor([10.7705,  9.8533])"),
        shapes="keeps",
    ),
    Function(
        "uniform_",
        "Fills the tensor with random numbers, uniform on [from, to), and returns it.",
        ("Tensor input, float from = 0, float to = 1, *, torch.Generator generator = None",),
        "draw_in_place",
        code="TBPY_UNIFORM",
        stands_for={"from": "mean", "to": "std"},
        function=False,
        raises="Raises RuntimeError if from > to or the dtype cannot hold a bound, NotImplementedError for "
        "integral dtypes and bool.",
        notes=RANDOM,
        example=(f"torch.empty(2).uniform_(0, 10, {SEEDED})", "tensor([4.9626, 7.6822])"),
        shapes="keeps",
    ),
    Function(
        "normal",
        "Random numbers from normal distributions, each with its own mean and standard deviation.",
        (
            f"Tensor mean, Tensor std, *, {ANY_GENERATOR}, Tensor out = None",
            f"Tensor mean, float std = 1, *, {ANY_GENERATOR}, Tensor out = None",
            f"float mean, Tensor std, *, {ANY_GENERATOR}, Tensor out = None",
            f"float mean, float std, tuple of ints size, *, {ANY_GENERATOR}, {OUT}",
        ),
        in_python="_composite.drawing:normal",
        method=False,
        returns=("Tensor",) * 4,
        operands="mean, std: numbers, or tensors whose shapes broadcast. size: if both are numbers. "
        f"{DEFAULT} {OUT_TEXT}",
        result="Result: a new contiguous tensor of mean's dtype, or of std's if mean is a number.",
        raises="Raises RuntimeError for a negative or complex std, NotImplementedError for integral dtypes "
        "and bool.",
        notes=RANDOM + "  If out= shares memory with mean or std, these are read before it is written; "
        "PyTorch reads the numbers it has just drawn.",
        example=(f"torch.normal(torch.tensor([0., 10.]), 1., {SEEDED})", "tensor([1.5410, 9.7066])"),
        shapes="broadcasts",
    ),
    filled(
        "log_normal_",
        "Fills the tensor with random numbers from a log-normal distribution, and returns it.",
        "float mean = 1, float std = 2",
        "TB_LOG_NORMAL",
        "Raises RuntimeError unless std > 0, NotImplementedError for integral, bool and complex dtypes.",
        ("0, 0.25, ", "tensor([1.4700, 0.9293, 0.5800])"),
    ),
    filled(
        "cauchy_",
        "Fills the tensor with random numbers from a Cauchy distribution, and returns it.",
        "float median = 0, float sigma = 1",
        "TB_CAUCHY",
        "Raises RuntimeError unless sigma > 0, and for integral, bool and complex dtypes.",
        ("", "tensor([10.5977,  0.7648, -0.1283])"),
    ),
    filled(
        "exponential_",
        "Fills the tensor with random numbers from an exponential distribution with rate lambd, and returns "
        "it.",
        "float lambd = 1",
        "TB_EXPONENTIAL",
        "Raises RuntimeError unless lambd > 0, and for integral, bool and complex dtypes.",
        ("", "tensor([3.5083, 1.2304, 0.6150])"),
    ),
    filled(
        "geometric_",
        "Fills the tensor with random numbers from a geometric distribution with success probability p, and "
        "returns it.",
        "float p",
        "TB_GEOMETRIC",
        "Raises RuntimeError unless 0 < p < 1, NotImplementedError for bool, complex, uint16, uint32 and "
        "uint64.",
        ("0.3, ", "tensor([1., 1., 3.])"),
    ),
    Function(
        "bernoulli_",
        "Fills the tensor with ones, each with probability p, and zeros, and returns it.",
        (f"Tensor input, Tensor p, *, {ANY_GENERATOR}", f"Tensor input, float p = 0.5, *, {ANY_GENERATOR}"),
        "bernoulli_in_place",
        code="TB_BERNOULLI",
        function=False,
        returns=("Tensor",) * 2,
        operands="p: a number, or a floating tensor that expands to the tensor's shape.",
        raises="Raises RuntimeError unless 0 <= p <= 1 and if p does not expand, NotImplementedError for "
        "complex dtypes, uint16, uint32 and uint64, and if p is not floating.",
        notes=RANDOM,
        example=(f"torch.empty(3).bernoulli_({SEEDED})", "tensor([0., 0., 1.])"),
        shapes="keeps",
    ),
    Function(
        "bernoulli",
        "Ones, with the probabilities in input or with probability p, and zeros.",
        (
            f"Tensor input, *, {ANY_GENERATOR}, Tensor out = None",
            f"Tensor input, float p, *, {ANY_GENERATOR}",
        ),
        "bernoulli",
        returns=("Tensor",) * 2,
        operands="Operand: a floating tensor of probabilities, of any shape.  With p: a tensor of any dtype "
        "that bernoulli_ fills, whose elements are not read.",
        result="Result: a new contiguous tensor of input's dtype, or out=, which is resized without a "
        "warning.",
        raises="Raises RuntimeError for probabilities outside [0, 1], NotImplementedError for other dtypes.",
        notes=RANDOM,
        example=(f"torch.bernoulli(torch.tensor([0.1, 0.9]), {SEEDED})", "tensor([0., 1.])"),
        shapes="keeps",
    ),
    Function(
        "multinomial",
        "Random indices, drawn with the weights in a vector or in each row of a matrix.",
        (
            f"Tensor input, index num_samples, bool replacement = False, *, {ANY_GENERATOR}, "
            "Tensor out = None",
        ),
        in_python="_composite.drawing:multinomial",
        operands="Operand: weights, (n) or (m, n): floating, finite, not negative, and not all zero in a "
        "row. num_samples: at most n without replacement.",
        result="Result: an int64 tensor, (num_samples) or (m, num_samples); out= is resized without a "
        "warning.",
        raises="Raises RuntimeError for anything else.",
        notes=RANDOM,
        example=(
            f"torch.multinomial(torch.tensor([1., 0., 3.]), 4, True, {SEEDED})",
            "tensor([2, 2, 2, 2])",
        ),
    ),
    Function(
        "poisson",
        "Random numbers of Poisson's distribution, with the rates in input.",
        ("Tensor input, torch.Generator? generator = None",),
        in_python="_composite.drawing:poisson",
        method=False,
        operands="Operand: a floating tensor of any shape, without negative numbers.",
        result="Result: a new contiguous tensor of input's sizes and dtype.",
        raises="Raises RuntimeError for negative rates, NotImplementedError for other dtypes.",
        notes=RANDOM,
        example=("torch.poisson(torch.tensor([0., 0.]))", "tensor([0., 0.])"),
        shapes="keeps",
    ),
    Function(
        "binomial",
        "The numbers of successes in count trials, each of the probability in prob.",
        ("Tensor count, Tensor prob, torch.Generator? generator = None",),
        in_python="_composite.drawing:binomial",
        method=False,
        operands="Operands: tensors of float32 or float64, of one dtype, that broadcast.",
        result="Result: a new contiguous tensor of their dtype.",
        raises="Raises ValueError if count is not floating, RuntimeError if the shapes do not broadcast or "
        "the dtypes differ, NotImplementedError for halves.",
        notes=RANDOM,
        example=("torch.binomial(torch.tensor([3., 7.]), torch.tensor([0., 1.]))", "tensor([0., 7.])"),
        shapes="broadcasts",
    ),
    Function(
        "counts",
        "Replaces rates by Poisson numbers, or numbers of trials by binomial ones: implements both.",
        ("Tensor input, Tensor? p, torch.Generator? generator, bool narrow = False",),
        "counts",
        namespace="rows",
        method=False,
        operands="Operands: contiguous tensors of float64, of one shape.",
        result="Result: input, which is written.",
        raises="Raises TypeError if input is not a Tensor.",
        example=("torch.counts(torch.zeros(1).double(), None, None)", "tensor([0.], dtype=torch.float64)"),
    ),
    Function(
        "columns",
        "Random column indices, drawn with replacement by the weights in each row of a matrix; multinomial "
        "uses it.",
        (f"Tensor input, int n, {ANY_GENERATOR}",),
        "columns",
        namespace="rows",
        method=False,
        operands="Operand: a floating matrix.",
        result="Result: int64 (rows, n).",
        raises="Raises RuntimeError for weights that are negative, not finite or all zero.",
        example=("torch.columns(torch.tensor([[0., 1.]]), 3)", "tensor([[1, 1, 1]])"),
    ),
)
