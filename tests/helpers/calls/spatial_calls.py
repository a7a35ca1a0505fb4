"""Calls of convolutions, pooling, resizing and sampling, drawn from a seed: texts over `F`, `torch` and `z`,
which makes a tensor from its size, dtype and seed. Some are refused: sizes that are too small, settings that
are negative, dtypes that are not supported.
"""

import random

DTYPES = (*["float32"] * 6, *["float64"] * 3, "float16", "bfloat16", "int64", "int32", "uint8", "complex64")
RARE = ("bool", "uint16")


class Draw(random.Random):
    """What the parts of a call are drawn from."""

    def often(self, chance):
        return self.random() < chance

    def dtype(self):
        return self.choice(RARE if self.often(0.04) else DTYPES)

    def each(self, choices, n):
        """One number, one for each of n dimensions, now and then another number of them."""
        if self.often(0.5):
            return self.choice(choices)
        n = n if self.often(0.97) else n + 1
        return tuple(self.choice(choices) for _ in range(n))

    def keywords(self, n, **choices):
        """Some of the settings: {name: (chance, choices)}."""
        return {
            name: self.each(values, n) for name, (chance, values) in choices.items() if self.often(chance)
        }

    def tensor(self, size, dtype, seed=1, **more):
        given = "".join(f", {name}={value!r}" for name, value in more.items() if value)
        return f"z({tuple(size)}, {dtype!r}, {seed}{given})"

    def last(self, n, batch, dtype):
        """Channels last, now and then."""
        return n == 2 and len(batch) == 2 and dtype.startswith(("f", "bf")) and self.often(0.15)


def spelled(name, arguments, settings):
    given = [*map(str, arguments), *(f"{key}={value!r}" for key, value in settings.items())]
    return f"{name}({', '.join(given)})"


def convolution(draw, transposed=False):
    n = draw.choice((1, 2, 2, 3))
    groups, channels, outputs = draw.choice((1, 1, 1, 2, 3)), draw.choice((1, 2, 3)), draw.choice((1, 2, 4))
    kernel = [draw.choice((1, 2, 3, 3, 4)) for _ in range(n)]
    size = [draw.choice((3, 4, 5, 6, 7)) for _ in range(n)]
    batch = draw.choice(([1], [2], [2], []))
    dtype, n_in = draw.dtype(), channels * groups + draw.often(0.05)
    weight = (n_in, outputs, *kernel) if transposed else (outputs * groups, channels, *kernel)
    settings = draw.keywords(n, stride=(0.6, (1, 1, 2, 3)), dilation=(0.4, (1, 1, 2)))
    settings |= draw.keywords(n, padding=(0.6, (0, 1, 1) if transposed else (0, 1, 1, 2)))
    if transposed:
        settings |= draw.keywords(n, output_padding=(0.3, (0, 1)))
    elif draw.often(0.2) and dtype != "complex64":  # of which torch warns three times
        settings["padding"] = draw.choice(("same", "valid", "same", "foo"))
    if groups > 1:
        settings["groups"] = groups if draw.often(0.95) else draw.choice((0, -1, 5))
    if draw.often(0.05):
        settings[draw.choice(("stride", "padding"))] = draw.choice((-1, (-1,) * n))
    arguments = [
        draw.tensor((*batch, n_in, *size), dtype, last=draw.last(n, [*batch, n_in], dtype)),
        draw.tensor(weight, dtype, 2),
    ]
    if draw.often(0.4):
        arguments.append(draw.tensor((outputs * groups + draw.often(0.05),), dtype, 3))
    return spelled(f"F.conv_transpose{n}d" if transposed else f"F.conv{n}d", arguments, settings)


def transposed(draw):
    return convolution(draw, True)


def _pooled(draw, n):
    batch = draw.choice(([1, 2], [2, 3], [2], [3], [0, 2], [1]))
    size = [draw.choice((3, 4, 5, 6, 7, 7)) for _ in range(n)]
    dtype = draw.dtype()
    given = draw.tensor((*batch, *size), dtype, last=draw.last(n, batch, dtype), whole=draw.often(0.3))
    if dtype.startswith(("f", "bf")) and draw.often(0.2):
        given = f"torch.where({draw.tensor((*batch, *size), 'float32', 5)} > 1.0, nan, {given})"
    return given


def pooling(draw):
    kind, n = draw.choice(("max", "max", "avg")), draw.choice((1, 2, 2, 3))
    settings = draw.keywords(n, stride=(0.6, (1, 1, 2, 3)), padding=(0.5, (0, 1, 1, 1, 2)))
    if draw.often(0.4):
        settings["ceil_mode"] = True
    if kind == "max":
        settings |= draw.keywords(n, dilation=(0.4, (1, 1, 2)))
        settings |= {"return_indices": True} if draw.often(0.4) else {}
    else:
        settings |= {"count_include_pad": False} if draw.often(0.4) else {}
        settings |= {"divisor_override": draw.choice((1, 2, 3, -2))} if n > 1 and draw.often(0.2) else {}
    if draw.often(0.04):
        settings[draw.choice(("stride", "padding"))] = -1
    kernel = draw.each((1, 2, 3, 3, 4), n) if draw.often(0.97) else draw.choice((0, -1))
    return spelled(f"F.{kind}_pool{n}d", (_pooled(draw, n), kernel), settings)


def adaptive(draw):
    kind, n = draw.choice(("max", "avg")), draw.choice((1, 2, 2))
    if kind == "max" and draw.often(0.2):
        n = 3
    settings = {"return_indices": True} if kind == "max" and draw.often(0.5) else {}
    size = draw.each((1, 2, 3, 5, 8), n)
    if n == 2 and draw.often(0.15):
        size = (None, draw.choice((2, None)))
    return spelled(f"F.adaptive_{kind}_pool{n}d", (_pooled(draw, n), size), settings)


def blocks(draw):
    batch = draw.choice(([1, 2], [2, 3], [2], [3], [0, 2], [1], []))
    size = tuple(draw.choice((1, 3, 4, 5, 6, 7)) for _ in range(2))
    settings = draw.keywords(2, dilation=(0.5, (1, 1, 2)), padding=(0.5, (0, 1, 2)), stride=(0.5, (1, 2, 3)))
    if draw.often(0.05):
        settings[draw.choice(("stride", "padding", "dilation"))] = -1
    kernel = draw.each((1, 2, 3), 2) if draw.often(0.97) else 0
    unfolded = spelled("F.unfold", (draw.tensor((*batch, *size), draw.dtype()), kernel), settings)
    if draw.often(0.5):
        return unfolded
    if draw.often(0.3):
        columns = (*batch[:1], draw.choice((4, 8, 9, 18)), draw.choice((1, 4, 9, 12)))
        unfolded = draw.tensor(columns, draw.dtype())
    return spelled("F.fold", (unfolded, size, kernel), settings)


MODES = {
    1: ("nearest", "nearest-exact", "linear", "area"),
    2: ("nearest", "nearest-exact", "bilinear", "bicubic", "area"),
    3: ("nearest", "nearest-exact", "trilinear"),
}
SMOOTH = ("linear", "bilinear", "bicubic", "trilinear")


def resizing(draw):
    n = draw.choice((1, 2, 2, 2, 3))
    batch = draw.choice(([1, 2], [2, 3], [1, 4], [2, 5], [1, 1], [0, 2], [2]))
    size = [draw.choice((1, 2, 3, 5, 8, 13, 40)) for _ in range(n)]
    mode = draw.choice(MODES[n] if draw.often(0.95) else (*SMOOTH, "foo", "lanczos"))
    settings = {"mode": mode}
    if draw.often(0.5):
        settings["size"] = draw.each((2, 3, 4, 7, 10, 25, 70) if n < 3 else (2, 3, 7), n)
    else:
        settings["scale_factor"] = draw.each((0.5, 2, 1.5, 0.33, 2.7, 3), n)
    if draw.often(0.6 if mode in SMOOTH else 0.03):
        settings["align_corners"] = draw.often(0.5)
    elif mode in ("bilinear", "bicubic") and draw.often(0.3):
        settings["antialias"] = True  # torch's is wrong where the result's width is 1
        size = [max(7, length) for length in size]
    if draw.often(0.15):
        settings["recompute_scale_factor"] = True
    dtype = draw.dtype()
    if mode == "bicubic" or "antialias" in settings:  # bytes and some halves differ by one step
        dtype = draw.choice(("float32", "float64", "int64"))
    if dtype == "uint8" and mode == "bilinear":  # torch's is wrong there, too
        size = [max(7, length) for length in size]
    given = draw.tensor((*batch, *size), dtype, last=draw.last(n, batch, dtype))
    return spelled("F.interpolate", (given,), settings)


def sampling(draw):
    n = draw.choice((2, 2, 2, 3))
    batch = draw.choice(([1, 2], [2, 3], [1, 1]))
    size = [draw.choice((1, 2, 3, 5, 8)) for _ in range(n)]
    size[0] *= draw.often(0.97)
    shape = [draw.choice((1, 2, 5, 7)) for _ in range(n)]
    dtype = draw.dtype() if n == 2 else draw.choice(("float32", "float64", "int64"))
    grid = draw.tensor((batch[0] if draw.often(0.97) else 3, *shape, n if draw.often(0.97) else 1), dtype, 2)
    if draw.often(0.1) and dtype in ("float32", "float64"):
        odd = draw.choice(("nan", "inf", "-inf", *["1e10"] * (n == 2)))
        grid = f"torch.where({draw.tensor((batch[0], *shape, n), 'float32', 5)} > 1.5, {odd}, {grid})"
    mode = draw.choice(("bilinear", "nearest", "bicubic", "bilinear"))
    padding = draw.choice(("zeros", "border", "reflection")) if draw.often(0.98) else "foo"
    corners = draw.choice(({"align_corners": True}, {"align_corners": False}, {"align_corners": False}, {}))
    given = draw.tensor((*batch, *size), dtype, last=draw.last(n, batch, dtype))
    return spelled("F.grid_sample", (given, grid, repr(mode), repr(padding)), corners)


def grids(draw):
    n, batch = draw.choice((2, 2, 3)), draw.choice((1, 2, 3))
    size = [batch, 1, *(draw.choice((1, 2, 3, 5)) for _ in range(n))]
    size = size[:-1] if draw.often(0.05) else size
    size[-1] *= draw.often(0.95)
    theta = draw.tensor((batch, n, n + 1) if draw.often(0.9) else (batch, n + 1, n), draw.dtype())
    corners = draw.choice(({"align_corners": True}, {"align_corners": False}, {}))
    return spelled("F.affine_grid", (theta, draw.choice((tuple, list))(size)), corners)


FAMILIES = (convolution, transposed, pooling, adaptive, blocks, resizing, sampling, grids)


def drawn(family, number, seed=0):
    """Texts of calls, always the same."""
    draw = Draw(f"{family.__name__}{seed}")
    return [family(draw) for _ in range(number)]
