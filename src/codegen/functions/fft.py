"""Rows of torch.fft: what begins with `_fft_` is public in tbcast.fft."""

from codegen.functions.row import Function

OUT = "*, Tensor out = None"
ONE = f"Tensor input, int n = None, int dim = -1, str norm = None, {OUT}"
TWO = f"Tensor input, tuple of ints[1] s = None, tuple of ints[1] dim = {{-2,-1}}, str norm = None, {OUT}"
SEVERAL = f"Tensor input, tuple of ints[1] s = None, tuple of ints[1] dim = None, str norm = None, {OUT}"
OPTIONS = (
    "Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, "
    "bool pin_memory = False, bool requires_grad = False"
)
WHAT = {
    "fft": ("The discrete Fourier transform", "complex", "tensor([2.+0.j, 0.+0.j])"),
    "ifft": ("The inverse of fft", "complex", "tensor([1.+0.j, 0.+0.j])"),
    "rfft": ("The first half of fft of real numbers", "complex", "tensor([2.+0.j, 0.+0.j])"),
    "irfft": ("The inverse of rfft", "real", "tensor([1., 0.])"),
    "hfft": ("fft of the first half of what is Hermitian", "real", "tensor([2., 0.])"),
    "ihfft": ("The inverse of hfft", "complex", "tensor([1.-0.j, 0.-0.j])"),
}
"""{name: (summary, dtype of the result, what torch.ones(2) gives, n=2)}."""
KINDS = {
    "": (" along one dimension.", ONE, "n: the size along dim; input is cut or padded with zeros to it."),
    "2": (
        " along two dimensions.",
        TWO,
        "s: the sizes along dim; input is cut or padded with zeros to them.",
    ),
    "n": (" along several dimensions, by default all.", SEVERAL, "s: the sizes along dim, -1: input's."),
}


def transform(name, kind):
    summary, dtype, printed = WHAT[name]
    along, signature, sizes = KINDS[kind]
    real = "real" if name in ("rfft", "ihfft") else "real or complex"
    argument, size = ("torch.ones(2)", "2") if kind != "2" else ("torch.ones(1, 2)", "(1, 2)")
    wide = f"[{printed[7:-1]}]" if kind == "2" else printed[7:-1]
    return Function(
        f"_fft_{name}{kind}",
        summary + along,
        (signature,),
        in_python=f"_composite.fft:{name}{kind}",
        method=False,
        operands=f'Operand: a {real} tensor of any dtype but a half.  {sizes}  norm: "backward" (the '
        f'default), '
        '"ortho" or "forward": what is divided by.',
        result=f"Result: {dtype}, of the operand's precision; integers give the default dtype's.",
        raises="Raises RuntimeError for other dtypes, sizes and norms, IndexError for dim out of range, "
        "NotImplementedError without NumPy.",
        notes="Computed by numpy.fft.",
        example=(f"torch.fft.{name}{kind}({argument}, {size})", f"tensor({wide})"),
    )


def shift(name, summary, printed):
    return Function(
        f"_fft_{name}",
        summary,
        ("Tensor input, tuple of ints[1] dim = None",),
        in_python=f"_composite.fft:{name}",
        method=False,
        shapes="keeps",
        operands="Operand: a tensor of any dtype.  dim: one or several; by default all.",
        result="Result: of input's shape and dtype.",
        raises="Raises IndexError for dim out of range.",
        example=(f"torch.fft.{name}(torch.arange(3))", printed),
    )


def frequencies(name, summary, size, printed):
    return Function(
        f"_fft_{name}",
        summary,
        (f"int n, float d = 1.0, *, {OPTIONS}",),
        in_python=f"_composite.fft:{name}",
        method=False,
        shapes="makes",
        operands="n: the number of samples; d: the distance of two of them.",
        result=f"Result: a vector of {size} elements.",
        raises="Raises RuntimeError for a negative n and integral dtypes.",
        example=(f"torch.fft.{name}(4)", printed),
    )


ROWS = (
    *(transform(name, kind) for name in WHAT for kind in KINDS),
    shift("fftshift", "Moves the zero frequency to the middle.", "tensor([2, 0, 1])"),
    shift("ifftshift", "The inverse of fftshift.", "tensor([1, 2, 0])"),
    frequencies("fftfreq", "The frequencies of fft's result.", "n",
                "tensor([ 0.0000,  0.2500, -0.5000, -0.2500])"),
    frequencies("rfftfreq", "The frequencies of rfft's result.", "n // 2 + 1",
                "tensor([0.0000, 0.2500, 0.5000])"),
)  # fmt: skip
