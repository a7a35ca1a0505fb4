"""The group `creation`: tensors of numbers that follow from nothing but the call."""

from case import case

TWELVE = "[1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.]"


def single(text):
    """NumPy's floats are float64 unless it is told otherwise, the others' are float32."""
    return {"numpy": f"{text[:-1]}, dtype=np.float32)"}


def floats(name, text, rtol=1e-6):
    return case(name, text, single(text), rtol=rtol)


def arange(n):
    of = {"numpy": f"m.arange({n}, dtype=np.float32)"}
    return [case(f"arange({n}), int64", f"m.arange({n})"), case(f"arange({n}.)", f"m.arange({n}.)", of)]


CREATION = [
    *(row for n in (12, 1_000, 1_000_000) for row in arange(n)),
    # NumPy counts in float64; its elements near 0 are off by float32's last bits of the end
    floats("linspace(0, 1, 1000)", "m.linspace(0, 1, 1000)", 1e-5),
    floats("linspace(0, 1, 1000000)", "m.linspace(0, 1, 1000000)", 1e-4),
    floats("zeros(4)", "m.zeros(4)"),
    floats("ones(4)", "m.ones(4)"),
    floats("full((4,), 2.5)", "m.full((4,), 2.5)"),
    floats("eye(3)", "m.eye(3)"),
    case("tensor of a list of 12", f"m.tensor({TWELVE})", {"numpy": f"m.array({TWELVE}, dtype=np.float32)"}),
    case("zeros_like, 12", "m.zeros_like(a)", a=(12,)),
    case("ones_like, 12", "m.ones_like(a)", a=(12,)),
    floats("zeros((1000, 1000))", "m.zeros((1000, 1000))"),
    floats("ones((1000, 1000))", "m.ones((1000, 1000))"),
    floats("full((1000, 1000), 2.5)", "m.full((1000, 1000), 2.5)"),
    case("ones_like, (1000, 1000)", "m.ones_like(a)", a=(1000, 1000)),
    floats("eye(1000)", "m.eye(1000)"),
    floats("full, 16 Mi", "m.full((1 << 24,), 2.5)"),
]
