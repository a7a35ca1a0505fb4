"""Rows of functions that torch.nn.functional takes from C: layers, padding, losses, distances."""

from codegen.functions.row import Function

REDUCTION = "int reduction = 1, index ignore_index = -100"


def composed(place, summary, signature, operands, result, raises, example, namespace=""):
    """A composition in Python, "module:function" of tbcast/_composite/nn."""
    name = place.partition(":")[2]
    return Function(
        name,
        summary,
        (signature,),
        in_python=f"_composite.nn.{place}",
        namespace=namespace,
        method=False,
        shapes=SHAPES.get(name, ""),
        operands=operands,
        result=result,
        raises=raises,
        source="" if name == "constant_pad_nd" else f"torch.nn.functional.{PUBLIC.get(name, name)}",
        example=example,
    )


SHAPES = {"pairwise_distance": "compares", "binary_cross_entropy_with_logits": "compares"}
SHAPES["batch_norm"] = "keeps"
PUBLIC = {"nll_loss_nd": "nll_loss", "cross_entropy_loss": "cross_entropy"}

OF_PAIRS = "Operands: {} that broadcast.  reduction: 0 none, 1 the mean, 2 the sum."
TWO = "torch.tensor([1., 3.]), torch.tensor([1., 1.])"
LOSSES = (
    (
        "huber_loss",
        "Half the squares of input - target up to delta, and a line beyond: torch.nn.functional.huber_loss.",
        "Tensor input, Tensor target, int reduction = 0, float delta = 1.0",
        OF_PAIRS.format("floating tensors"),
        "Raises RuntimeError if delta is not positive, NotImplementedError for integers.",
        (f"torch.nn.functional.huber_loss({TWO})", "tensor(0.7500)"),
        "nn",
    ),
    (
        "smooth_l1_loss",
        "Half the squares of input - target over beta up to beta, and a line beyond.",
        "Tensor input, Tensor target, int reduction = 0, float beta = 1.0",
        OF_PAIRS.format("floating tensors"),
        "Raises RuntimeError if beta is negative, NotImplementedError for integers.",
        (f"torch.nn.functional.smooth_l1_loss({TWO})", "tensor(0.7500)"),
        "nn",
    ),
    (
        "soft_margin_loss",
        "log(1 + exp(-target * input)).",
        "Tensor input, Tensor target, int reduction = 0",
        "Operands: a floating tensor, and one that broadcasts to its shape, of 1 and -1.",
        "Raises RuntimeError for other shapes and dtypes.",
        (f"torch.nn.functional.soft_margin_loss({TWO})", "tensor(0.1809)"),
        "nn",
    ),
    (
        "multi_margin_loss",
        "The mean over classes of max(0, margin - input[target] + input[i]) ** p, the target left out.",
        "Tensor input, Tensor target, Number p = 1, Number margin = 1, Tensor? weight = None, "
        "int reduction = 0",
        "Operands: input (N, C) or (C) of float32 or float64; target (N) or 0-dim, int64; weight (C).",
        "Raises RuntimeError for other sizes, targets and p, NotImplementedError for other dtypes.",
        (
            "torch.nn.functional.multi_margin_loss(torch.tensor([[0.5, 1.]]), torch.tensor([1]))",
            "tensor(0.2500)",
        ),
        "nn",
    ),
    (
        "multilabel_margin_loss",
        "The sum over a row's targets and its other classes of max(0, 1 - input[target] + input[i]), over C.",
        "Tensor input, Tensor target, int reduction = 0",
        "Operands: input (N, C) or (C) of float32 or float64; target of that shape, int64: classes, then -1.",
        "Raises RuntimeError for other sizes and targets, NotImplementedError for other dtypes.",
        (
            "torch.nn.functional.multilabel_margin_loss(torch.tensor([0.5, 1.]), torch.tensor([1, -1]))",
            "tensor(0.2500)",
        ),
        "nn",
    ),
    (
        "kl_div",
        "target * (log(target) - input), for input that is a logarithm; log_target: so is target.",
        "Tensor input, Tensor target, int reduction = 0, *, bool log_target = False",
        OF_PAIRS.format("floating tensors"),
        "Raises RuntimeError for other dtypes.",
        ("torch.kl_div(torch.tensor([0.]), torch.tensor([1.]))", "tensor([0.])"),
    ),
    (
        "poisson_nll_loss",
        "exp(input) - target * input; log_input=False: input - target * log(input + eps).",
        "Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction",
        OF_PAIRS.format("tensors") + "  full: adds Stirling's approximation of log(target!).",
        "Raises RuntimeError if the shapes do not broadcast.",
        (f"torch.poisson_nll_loss({TWO}, False, False, 0.0, 0)", "tensor([1.0000, 1.9014])"),
    ),
    (
        "gaussian_nll_loss",
        "Implements tbcast.nn.functional.gaussian_nll_loss.",
        "Tensor input, Tensor target, Tensor var, bool full, float eps, int reduction",
        OF_PAIRS.format("floating tensors"),
        "Raises RuntimeError if the shapes do not broadcast.",
        (
            f"torch.nn.functional.gaussian_nll_loss({TWO}, torch.ones(2))",
            "tensor(1.)",
        ),
        "rows",
    ),
    (
        "hinge_embedding_loss",
        "input where target is 1, max(0, margin - input) where it is -1.",
        "Tensor input, Tensor target, float margin = 1.0, int reduction = 0",
        OF_PAIRS.format("tensors"),
        "Raises RuntimeError if the shapes do not broadcast, and for bool.",
        ("torch.hinge_embedding_loss(torch.ones(1), torch.tensor([1]))", "tensor([1.])"),
    ),
    (
        "margin_ranking_loss",
        "max(0, margin - target * (input1 - input2)).",
        "Tensor input1, Tensor input2, Tensor target, float margin = 0.0, int reduction = 0",
        OF_PAIRS.format("tensors"),
        "Raises RuntimeError if the shapes do not broadcast, and for bool.",
        (f"torch.margin_ranking_loss({TWO}, torch.tensor([1, -1]))", "tensor([0., 2.])"),
    ),
    (
        "cosine_embedding_loss",
        "1 minus the cosine of two rows where target is 1, max(0, cosine - margin) where it is -1.",
        "Tensor input1, Tensor input2, Tensor target, float margin = 0.0, int reduction = 0",
        "Operands: (N, D), (N, D) and (N), or (D), (D) and 0-dim, which broadcast.",
        "Raises RuntimeError for other sizes.",
        (f"torch.cosine_embedding_loss({TWO}, torch.tensor(1))", "tensor(0.1056)"),
    ),
    (
        "triplet_margin_loss",
        "max(0, margin + distance(anchor, positive) - distance(anchor, negative)), of pairwise_distance.",
        "Tensor anchor, Tensor positive, Tensor negative, float margin = 1.0, float p = 2, "
        "float eps = 1e-06, bool swap = False, int reduction = 0",
        OF_PAIRS.format("tensors of as many dimensions")
        + "  swap: the distance of positive and negative counts, if it is smaller than anchor's.",
        "Raises RuntimeError for other numbers of dimensions, and if the shapes do not broadcast.",
        (f"torch.triplet_margin_loss({TWO}, torch.tensor([1., 3.]))", "tensor(3.0000)"),
    ),
)


def loss(name, summary, signature, operands, raises, example, namespace=""):
    """A loss of margins or of distributions."""
    return Function(
        name,
        summary,
        (signature,),
        in_python=f"_composite.nn.margins:{name}",
        namespace=namespace,
        method=False,
        shapes="computes" if name in OF_ROWS else "compares",
        operands=operands,
        result="Result: the broadcast shape of the differences, or 0-dim.",
        raises=raises,
        source=f"torch.nn.functional.{name}",
        example=example,
    )


OF_ROWS = ("multi_margin_loss", "multilabel_margin_loss", "cosine_embedding_loss", "triplet_margin_loss")

ROWS = (
    Function(
        "cosine_similarity",
        "The cosine of the angle between x1 and x2 along dim; norms below eps are replaced by eps.",
        ("Tensor x1, Tensor x2, int dim = 1, float eps = 1e-08",),
        in_python="_composite.nn.similarity:cosine_similarity",
        method=False,
        operands="Operands: tensors whose shapes broadcast and whose promoted dtype is floating.",
        result="Result: the broadcast shape without dim, the promoted dtype.",
        raises="Raises RuntimeError for other shapes and dtypes, IndexError if dim is out of range.",
        source="torch.nn.functional.cosine_similarity",
        example=(
            "torch.cosine_similarity(torch.tensor([[1., 0.], [1., 1.]]), torch.tensor([2., 0.]))",
            "tensor([1.0000, 0.7071])",
        ),
        shapes="broadcasts",
    ),
    Function(
        "one_hot",
        "For every index, a vector of num_classes numbers: 1 at the index, 0 elsewhere.",
        ("Tensor input, int num_classes = -1",),
        in_python="_composite.nn.similarity:one_hot",
        namespace="nn",
        method=False,
        operands="Operand: an int64 tensor of any shape.  num_classes: -1 stands for the largest index plus "
        "1.",
        result="Result: int64, of input's shape with num_classes appended.",
        raises="Raises RuntimeError for other dtypes and indices out of range.",
        source="torch.nn.functional.one_hot",
        example=(
            "torch.nn.functional.one_hot(torch.tensor([0, 2]))",
            "tensor([[1, 0, 0],\n        [0, 0, 1]])",
        ),
        shapes="computes",
    ),
    Function(
        "layer_norm",
        "input normalized to mean 0 and variance 1 over its last dimensions, times weight, plus bias.",
        (
            "Tensor input, tuple of ints normalized_shape, Tensor weight = None, Tensor bias = None, "
            "float eps = 1e-05, bool cudnn_enable = True",
        ),
        "along_dim",
        code="TB_ALONG_DIM_LAYER_NORM",
        method=False,
        operands="Operands: a tensor of a floating dtype, whose last sizes are normalized_shape; weight and "
        "bias of that shape and dtype, or float32 beside halves.  eps is added to the variance.",
        result="Result: a contiguous tensor of input's shape and dtype.",
        raises="Raises RuntimeError for other sizes and different dtypes, NotImplementedError for integers.",
        source="torch.nn.functional.layer_norm",
        example=("torch.layer_norm(torch.tensor([[1., 3.]]), (2,))", "tensor([[-1.0000,  1.0000]])"),
        shapes="keeps",
    ),
    *(
        composed(*row)
        for row in (
            (
                "normalization:linear",
                "The product of input and weight's transpose, plus bias.",
                "Tensor input, Tensor weight, Tensor bias = None, *, Tensor out = None",
                "Operands: input (..., n), weight (m, n), and a bias that broadcasts to the result; or a "
                "vector as weight, without bias.",
                "Result: (..., m).",
                "Raises RuntimeError for other sizes and different dtypes.",
                (
                    "torch.nn.functional.linear(torch.tensor([1., 2.]), torch.tensor([[1., 1.], [0., 3.]]))",
                    "tensor([3., 6.])",
                ),
                "nn",
            ),
            (
                "normalization:batch_norm",
                "input normalized to mean 0 and variance 1 in each channel, times weight, plus bias.",
                "Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
                "bool training, float momentum, float eps, bool cudnn_enabled",
                "Operands: a tensor (N, C, ...) of a floating dtype, and vectors of C elements of that "
                "dtype, or float32 beside halves.  training: True normalizes with the batch's mean and "
                "variance, and updates the running ones by momentum; False normalizes with the running "
                "ones.  eps is added to the variance.",
                "Result: of input's sizes and dtype.",
                "Raises RuntimeError for other sizes and different dtypes, NotImplementedError for integers.",
                (
                    "torch.batch_norm(torch.tensor([[1.], [3.]]), None, None, None, None, True, 0, 0, False)",
                    "tensor([[-1.],\n        [ 1.]])",
                ),
            ),
            (
                "losses:binary_cross_entropy_with_logits",
                "The binary cross entropy of sigmoid(input) and target, without overflow for large input.",
                "Tensor input, Tensor target, Tensor weight = None, Tensor pos_weight = None, "
                "int reduction = 0",
                "Operands: floating tensors of the same shape; weight, and pos_weight for the positive "
                "targets, broadcast to it.  reduction: 0 none, 1 the mean, 2 the sum.",
                "Result: of target's shape, or 0-dim.",
                "Raises RuntimeError for other sizes, NotImplementedError for other dtypes.",
                (
                    "torch.binary_cross_entropy_with_logits(torch.tensor([0.]), torch.tensor([1.]))",
                    "tensor([0.6931])",
                ),
            ),
            (
                "losses:pairwise_distance",
                "The p-norms of x1 - x2 + eps along the last dimension.",
                "Tensor x1, Tensor x2, float p = 2, float eps = 1e-06, bool keepdim = False",
                "Operands: tensors whose shapes broadcast.",
                "Result: the broadcast shape without its last dimension, or with size 1 there.",
                "Raises RuntimeError if the shapes do not broadcast, and for bool.",
                (
                    "torch.pairwise_distance(torch.tensor([[3., 4.]]), torch.zeros(1, 2), eps=0.0)",
                    "tensor([5.])",
                ),
            ),
            (
                "losses:pdist",
                "The p-norm distances of all pairs of rows, in the order of itertools.combinations.",
                "Tensor input, float p = 2",
                "Operand: a matrix of a floating dtype.",
                "Result: a vector.",
                "Raises RuntimeError for other dimensions, other dtypes and p < 0.",
                ("torch.pdist(torch.tensor([[0.], [1.], [3.]]))", "tensor([1., 3., 2.])"),
            ),
            (
                "padding:constant_pad_nd",
                "input with value around it: torch.nn.functional.pad in the mode constant.",
                "Tensor input, tuple of ints pad, Number value = 0",
                "Operand: a tensor of any shape and dtype.  pad: the numbers of elements to add before and "
                "after the last dimension, the one before it, and so on; negative numbers crop.",
                "Result: a new tensor of input's dtype.",
                "Raises RuntimeError for a pad of odd length, for too many dimensions, and if a size "
                "becomes negative.",
                ("torch.constant_pad_nd(torch.tensor([1, 2]), (1, 2))", "tensor([0, 1, 2, 0, 0])"),
            ),
            (
                "padding:pad",
                "Implements tbcast.nn.functional.pad.",
                "Tensor input, tuple of ints pad, str mode = 'constant', float? value = None",
                "",
                "",
                "Raises RuntimeError for other sizes.",
                ("torch.pad(torch.tensor([1, 2]), (0, 1))", "tensor([1, 2, 0])"),
                "rows",
            ),
            (
                "losses:nll_loss_nd",
                "Implements tbcast.nn.functional.nll_loss.",
                f"Tensor input, Tensor target, Tensor weight = None, {REDUCTION}",
                "",
                "",
                "Raises RuntimeError for other sizes.",
                ("torch.nll_loss_nd(torch.tensor([[1., 2.]]), torch.tensor([1]))", "tensor(-2.)"),
                "rows",
            ),
            (
                "losses:cross_entropy_loss",
                "Implements tbcast.nn.functional.cross_entropy.",
                f"Tensor input, Tensor target, Tensor weight = None, {REDUCTION}, "
                "float label_smoothing = 0.0",
                "",
                "",
                "Raises RuntimeError for other sizes.",
                ("torch.cross_entropy_loss(torch.zeros(1, 1), torch.tensor([0]))", "tensor(0.)"),
                "rows",
            ),
            (
                "losses:binary_cross_entropy",
                "Implements tbcast.nn.functional.binary_cross_entropy.",
                "Tensor input, Tensor target, Tensor weight = None, int reduction = 1",
                "",
                "",
                "Raises RuntimeError for other dtypes.",
                ("torch.binary_cross_entropy(torch.ones(2), torch.zeros(2))", "tensor(100.)"),
                "rows",
            ),
        )
    ),
    Function(
        "padded",
        "What nn.functional.pad makes, or None for arguments that have to be checked first.",
        (
            "Tensor input, tuple of ints pad, str mode, Number? value = None, "
            "torch.memory_format memory_format = None",
        ),
        "padded",
        called="pad",
        namespace="rows",
        method=False,
        returns="Tensor | None",
        operands="Operand: a tensor of any shape and dtype.  memory_format says that the call has been "
        "checked.",
        result="Result: a new tensor in that format, or None.",
        raises="Raises TypeError if an argument is not of its type.",
        source="torch.nn.functional.pad",
        example=("torch.padded(torch.ones(1), (1, 1), 'constant', 5)", "tensor([5., 1., 5.])"),
    ),
    *(loss(*row) for row in LOSSES),
    Function(
        "logsigmoid",
        "log(sigmoid(input)), without the loss of precision of computing sigmoid.",
        ("Tensor input, *, Tensor out = None",),
        in_python="_composite.nn.losses:log_sigmoid",
        namespace="nn",
        called="log_sigmoid",
        method=False,
        operands="Operand: a tensor of any shape and a floating dtype.",
        result="Result: of input's sizes and dtype.",
        raises="Raises NotImplementedError for other dtypes.",
        source="torch.nn.functional.logsigmoid",
        example=("torch.nn.functional.logsigmoid(torch.tensor([0., -50.]))", "tensor([ -0.6931, -50.0000])"),
        shapes="keeps",
    ),
)
