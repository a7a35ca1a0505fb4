"""Rows of functions of images and signals: convolutions, pooling, resizing, sampling."""

from codegen.functions.row import Function

IMAGE = {1: "(N, C, L) or (C, L)", 2: "(N, C, H, W) or (C, H, W)", 3: "(N, C, D, H, W) or (C, D, H, W)"}


def spatial(file, name, summary, signatures, operands, raises, example, **more):
    """A composition in Python, of tbcast/_composite/nn."""
    return Function(
        name,
        summary,
        signatures if isinstance(signatures, tuple) else (signatures,),
        in_python=f"_composite.nn.{file}:{name}",
        method=False,
        operands=operands,
        raises=raises,
        source=more.pop("source", f"torch.nn.functional.{name}"),
        example=example,
        **more,
    )


# ---- convolutions ----

HEAD = "Tensor input, Tensor weight, Tensor bias = None, tuple of ints[1] stride = 1, "
TAIL = ", tuple of ints[1] dilation = 1, int groups = 1"
ONE = "torch.{0}(torch.ones({1}), torch.ones({2}))"
SIZES = {1: ("1, 1, 3", "1, 1, 2"), 2: ("1, 1, 1, 3", "1, 1, 1, 2"), 3: ("1, 1, 1, 1, 3", "1, 1, 1, 1, 2")}
RESULTS = {n: (f"tensor({'[' * (n + 2)}{{}}{']' * (n + 2)})") for n in SIZES}
BAD = (
    "Raises RuntimeError for other sizes and dtypes that differ, NotImplementedError for dtypes that torch "
    "refuses."
)


def convolution(n):
    return spatial(
        "convolution",
        f"conv{n}d",
        "The sum of weight times input under it, at each place, plus bias.",
        (
            f"{HEAD}tuple of ints[1] padding = 0{TAIL}",
            f'{HEAD}str padding = "valid"{TAIL}',
        ),
        f"Operands: input {IMAGE[n]}; weight (outputs, C / groups, {n} sizes); bias (outputs), of one dtype. "
        "stride: the distance of places.  padding: zeros on both sides, or \"same\": as many as keep the "
        "sizes.  dilation: the distance of the elements under the weights.  groups: output channels see only "
        "the input channels of their group.",
        BAD,
        (ONE.format(f"conv{n}d", *SIZES[n]), RESULTS[n].format("2., 2.")),
    )


def transposed(n):
    name = f"conv_transpose{n}d"
    return spatial(
        "convolution",
        name,
        "The sum of input times weight, which is laid over the result at each place, plus bias.",
        f"{HEAD}tuple of ints[1] padding = 0, tuple of ints[1] output_padding = 0, int groups = 1, "
        "tuple of ints[1] dilation = 1",
        f"Operands: input {IMAGE[n]}; weight (C, outputs / groups, {n} sizes); bias (outputs), of one dtype. "
        "stride: the distance of places.  padding: what is cut off on both sides.  output_padding: what is "
        "added at the end.  dilation, groups: see conv1d.",
        BAD,
        (ONE.format(name, *SIZES[n]), RESULTS[n].format("1., 2., 2., 1.")),
    )


# ---- pooling ----

KERNEL = "Tensor input, tuple of ints[1] kernel_size, "
STRIDE = "tuple of ints[1] stride = None, tuple of ints[1] padding = 0, "
MAX = f"{KERNEL}{STRIDE}tuple of ints[1] dilation = 1, bool ceil_mode = False"
AVG = f"{KERNEL}{STRIDE}bool ceil_mode = False, bool count_include_pad = True"
WINDOWS = (
    "stride: the distance of windows, by default kernel_size.  padding: how far windows reach out, at most "
    "half of kernel_size.  ceil_mode: the last window may reach out further."
)
LINE = "[[1., 3., 2., 0.]]"
CUBE = {1: LINE, 2: f"[{LINE}]", 3: f"[[{LINE}]]"}
WINDOW = {1: "2", 2: "(1, 2)", 3: "(1, 1, 2)"}


def brackets(n, text):
    return f"tensor({'[' * (n + 1)}{text}{']' * (n + 1)})"


def pooling(n, kind, signature, what, printed, namespace="", more="", **extra):
    public, suffix = f"{kind}_pool{n}d", extra.pop("suffix", "")
    name = public + suffix
    called = f"torch.nn.functional.{public}" if namespace else f"torch.{name}"
    size = WINDOW[n] + ", return_indices=True" * ("Tensor, " in extra.get("returns", "") and bool(namespace))
    return spatial(
        "pooling",
        name,
        what,
        signature,
        f"Operand: input {IMAGE[n]}.  {more}",
        BAD,
        (f"{called}(torch.tensor({CUBE[n]}), {size})", printed),
        namespace=namespace,
        source=f"torch.nn.functional.{public}",
        **extra,
    )



OF_MAX = "The largest element of each window; nan, if there is one."
WITH_INDICES = "The largest element of each window, and its index in the last {} dimensions flattened."
SPREAD = f"{WINDOWS}  dilation: the distance of a window's elements."
OF_AVG = "The sum of each window over its size."
INCLUDED = f"{WINDOWS}  count_include_pad: what is outside of input counts as 0."
OVERRIDE = ", int divisor_override = None"
OUTPUT = "Tensor input, tuple of ints[1] output_size"
ADAPTIVE = "output_size: of the result; windows begin at i * size // output_size."


def with_indices(n):
    printed = f"({brackets(n, '3., 2.')}, {brackets(n, '1, 2')})"
    namespace = "" if n == 1 else "nn"
    return pooling(
        n, "max", MAX, WITH_INDICES.format(n), printed, namespace, SPREAD, suffix="_with_indices",
        returns="tuple[Tensor, Tensor]",
    )


POOLING = (
    *(pooling(n, "max", MAX, OF_MAX, brackets(n, "3., 2."), more=SPREAD) for n in SIZES),
    *map(with_indices, SIZES),
    pooling(1, "avg", AVG, OF_AVG, brackets(1, "2., 1."), more=INCLUDED),
    *(
        pooling(n, "avg", AVG + OVERRIDE, OF_AVG, brackets(n, "2., 1."), "nn",
                INCLUDED + "  divisor_override: what sums are divided by.")
        for n in (2, 3)
    ),
    pooling(1, "adaptive_avg", OUTPUT, "The mean of each of output_size windows.", brackets(1, "2., 1."),
            more=ADAPTIVE),
    *(
        pooling(n, "adaptive_avg", OUTPUT, "The mean of each of output_size windows.", brackets(n, "2., 1."),
                "nn", ADAPTIVE)
        for n in (2, 3)
    ),
    *(
        pooling(n, "adaptive_max", OUTPUT,
                "The largest element of each of output_size windows, and its index.",
                f"({brackets(n, '3., 2.')}, {brackets(n, '1, 2')})", "" if n == 1 else "rows", ADAPTIVE,
                returns="tuple[Tensor, Tensor]")
        for n in SIZES
    ),
)

# ---- unfold and fold, resizing ----

TWO = "tuple of ints kernel_size, tuple of ints dilation, tuple of ints padding, "
BLOCKS = (
    spatial(
        "blocks",
        "im2col",
        "The elements under a kernel at each place, as columns: torch.nn.functional.unfold.",
        f"Tensor input, {TWO}tuple of ints stride",
        f"Operand: {IMAGE[2]}.  See conv2d for the rest.",
        BAD,
        (
            "torch.nn.functional.unfold(torch.tensor([[[1., 2., 3.]]]), (1, 2))",
            "tensor([[1., 2.],\n        [2., 3.]])",
        ),
        result="Result: (N, C * elements of the kernel, places).",
        namespace="nn",
        source="torch.nn.functional.unfold",
    ),
    spatial(
        "blocks",
        "col2im",
        "The sums of columns at the places they were taken from: torch.nn.functional.fold.",
        f"Tensor input, tuple of ints output_size, {TWO}tuple of ints stride",
        "Operand: (N, C * elements of the kernel, places), as unfold gives them.",
        BAD,
        (
            "torch.nn.functional.fold(torch.tensor([[1., 2.], [2., 3.]]), (1, 3), (1, 2))",
            "tensor([[[1., 4., 3.]]])",
        ),
        result="Result: (N, C, *output_size).",
        namespace="nn",
        source="torch.nn.functional.fold",
    ),
    spatial(
        "resizing",
        "interpolate",
        "Implements tbcast.nn.functional.interpolate.",
        "Tensor input, object output_size, object scale_factors, str mode, bool align_corners, "
        "bool antialias",
        "Operand: (N, C, L), (N, C, H, W) or (N, C, D, H, W).",
        BAD,
        ("torch.nn.functional.interpolate(torch.tensor([[[1., 2.]]]), 4)", "tensor([[[1., 1., 2., 2.]]])"),
        namespace="rows",
    ),
)

# ---- sampling ----

SAMPLING = (
    spatial(
        "sampling",
        "affine_grid_generator",
        "The grid of places that affine maps give an image's: torch.nn.functional.affine_grid.",
        "Tensor theta, tuple of ints size, bool align_corners",
        "Operand: (N, 2, 3) for images, (N, 3, 4) for volumes.  size: (N, C, H, W) or (N, C, D, H, W).",
        "Raises RuntimeError for other sizes.",
        (
            "torch.affine_grid_generator(torch.eye(2, 3).unsqueeze(0), (1, 1, 1, 2), True)",
            "tensor([[[[-1.,  0.],\n          [ 1.,  0.]]]])",
        ),
        result="Result: (N, H, W, 2) or (N, D, H, W, 3).",
        source="torch.nn.functional.affine_grid",
    ),
    spatial(
        "sampling",
        "grid_sampler",
        "input at the places of a grid, between its elements: torch.nn.functional.grid_sample.",
        "Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners",
        "Operands: input (N, C, H, W) or (N, C, D, H, W); grid (N, h, w, 2) or (N, d, h, w, 3), from -1 to "
        "1.  interpolation_mode: 0 bilinear, 1 nearest, 2 bicubic.  padding_mode: 0 zeros, 1 border, 2 "
        "reflection.",
        BAD,
        (
            "torch.grid_sampler(torch.tensor([[[[1., 3.]]]]), torch.zeros(1, 1, 1, 2), 0, 0, True)",
            "tensor([[[[2.]]]])",
        ),
        result="Result: (N, C, h, w) or (N, C, d, h, w).",
        source="torch.nn.functional.grid_sample",
    ),
)

ROWS = (
    *map(convolution, SIZES),
    *map(transposed, SIZES),
    *POOLING,
    *BLOCKS,
    *SAMPLING,
)
