"""The largest errors of tbcast's functions: of float32 beside float64, of samples beside mpmath."""

import numpy as np

import tbcast as tb
from oracles.exact import ONE, TWO, errors, errors_beside, true_values

FAST = [*ONE][: [*ONE].index("erfc") + 1]
"""Functions of one operand that take vectors or one instruction; the others, slow ones, are sampled."""
SAMPLES = 2000
CHUNK = 1 << 18


def function_of(name):
    found = tb
    for part in name.split("."):
        found = getattr(found, part)
    return found


def computed(name, *operands):
    return function_of(name)(*map(tb.from_numpy, operands)).numpy()


def excused(name, x, error):
    """sigmoid's zeros, which are PyTorch's."""
    return np.where(x <= np.float32(-88.72284), 0, error) if name == "sigmoid" else error


def float32_error(name, every):
    """The largest of one operand's error over every so many floats, and where."""
    worst = (0.0, 0.0)
    for start in range(0, 1 << 32, CHUNK * every):
        bits = np.arange(start, min(start + CHUNK * every, 1 << 32), every, dtype="u8").astype("u4")
        x = bits.view("float32")
        with np.errstate(invalid="ignore"):
            error = errors_beside(computed(name, x), computed(name, x.astype("float64")))
            error = excused(name, x, error)
        at = int(error.argmax())
        worst = max(worst, (float(error[at]), float(x[at])))
    return worst


def domain(name, dtype):
    """Operands: SAMPLES numbers of every size that the function takes, half of them around 1."""
    draw, n = np.random.default_rng(7), SAMPLES
    size = np.exp2(draw.uniform(-30, 7, n)) * draw.choice([-1, 1], n)
    near = draw.uniform(-6, 6, n)
    x = np.where(draw.uniform(size=n) < 0.5, size, near)
    if name in ("asin", "acos", "atanh", "erfinv"):
        x = np.where(np.abs(x) < 1, x, draw.uniform(-1, 1, n))
    if name in ("special.ndtri", "logit", "special.entr"):
        x = draw.uniform(0, 1, n)
    if name in (
        "sqrt",
        "rsqrt",
        "log",
        "log2",
        "log10",
        "lgamma",
        "digamma",
        "special.bessel_y0",
        "special.bessel_y1",
    ):
        x = np.abs(x)
    if name == "special.airy_ai":
        x = near
    x = 1 + np.abs(x) if name == "acosh" else np.maximum(x, -0.999) if name == "log1p" else x
    if name in ONE:
        return (x.astype(dtype),)
    y = draw.uniform(-6, 6, n)
    if name == "pow":
        x = np.abs(x)
    elif name in ("igamma", "igammac"):
        x, y = draw.uniform(0.1, 20, n), draw.uniform(0.1, 20, n)
    elif name == "special.zeta":
        x, y = draw.uniform(1.1, 20, n), draw.uniform(0.1, 20, n)
    elif name in ("xlogy", "special.xlog1py"):
        y = np.abs(y)
    return x.astype(dtype), y.astype(dtype)


def sampled_error(name, dtype, n=SAMPLES):
    operands = [x[:n] for x in domain(name, dtype)]
    values = true_values(ONE.get(name) or TWO[name], *operands)
    return float(errors(computed(name, *operands), values, dtype).max())


def levels():
    """CPU levels of this machine, the best one first."""
    names = ["avx512", "avx2", "baseline"]
    return names[names.index(tb._C._cpu_level()) :]
