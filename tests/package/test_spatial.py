"""Convolutions, pooling, resizing and sampling of torch.nn.functional: against PyTorch, and against loops."""

import warnings

import numpy as np
import pytest

from calls import spatial_calls
from under_test import first_line, needs_torch, tb, torch

# ---- every call against PyTorch ----


def tensors(lib):
    """The function that makes the tensors of a call."""

    def make(size, dtype, seed, last=False, whole=False):
        random = np.random.default_rng(seed)
        values = random.integers(-5, 6, size) if whole else random.standard_normal(size)
        if dtype.startswith("complex"):
            values = (values + 1j * random.standard_normal(size)).astype(dtype)
        elif dtype == "bool":
            values = np.asarray(values > 0)
        elif "float" not in dtype:
            values = np.asarray(values * 3).astype("int64")
            values = abs(values) if dtype.startswith("u") else values
        elif dtype != "float64":
            values = np.asarray(values).astype("float32")
        tensor = lib.from_numpy(np.asarray(values)).to(getattr(lib, dtype))
        return tensor.contiguous(memory_format=lib.channels_last) if last else tensor

    return make


def outcome(lib, text):
    """(exception or none, warnings, results)."""
    scope = {"torch": lib, "F": lib.nn.functional, "z": tensors(lib), "nan": float("nan")}
    results, error = (), None
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        try:
            found = eval(text, scope | {"inf": float("inf")})
            results = found if isinstance(found, tuple) else (found,)
        except Exception as raised:
            error = type(raised).__name__, first_line(raised).strip()
    return error, [first_line(warning.message) for warning in log], results


def assert_same(mine, theirs, text):
    """Of the same dtype, sizes and strides; values as torch.testing compares them, those of halves with one
    rounding of the largest in addition, where digits cancel."""
    assert str(mine.dtype).rpartition(".")[2] == str(theirs.dtype).rpartition(".")[2], text
    assert (tuple(mine.shape), mine.stride()) == (tuple(theirs.shape), theirs.stride()), text
    tolerance = {}
    if theirs.dtype in (torch.float16, torch.bfloat16):
        step, largest = (
            torch.finfo(theirs.dtype).eps,
            theirs.nan_to_num().abs().max() if theirs.numel() else 0,
        )
        tolerance = {"rtol": 1.6e-2 if step > 1e-3 else 1e-3, "atol": step * float(largest)}
        mine, theirs = mine.float(), theirs.float()
    ours = torch.from_numpy(mine.contiguous().numpy())
    torch.testing.assert_close(ours, theirs.contiguous(), equal_nan=True, msg=text, **tolerance)


@needs_torch
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("family", spatial_calls.FAMILIES, ids=lambda family: family.__name__)
def test_drawn_calls_are_torchs(family, seed, whole):
    for text in spatial_calls.drawn(family, 1500 if whole else 60, seed):
        mine, theirs = outcome(tb, text), outcome(torch, text)
        assert mine[:2] == theirs[:2], text
        for ours, others in zip(mine[2], theirs[2], strict=True):
            assert_same(ours, others, text)


def test_functions_of_torch_and_of_nn_functional_are_the_same():
    same = ("conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d")
    for name in (*same, "avg_pool1d", "adaptive_avg_pool1d"):
        assert getattr(tb, name) is getattr(tb.nn.functional, name)
    x = tb.arange(24.0).sin().view(2, 3, 4)
    both = tb.adaptive_max_pool1d(x, 2)
    assert tb.equal(tb.nn.functional.adaptive_max_pool1d(x, 2), both[0])
    both = tb.max_pool1d_with_indices(x, 2)
    assert tb.equal(tb.max_pool1d(x, 2), both[0]) and tb.equal(x.gather(2, both[1]), both[0])
    assert tb.equal(tb.max_pool2d(x, (1, 2)), both[0])
    assert tb.equal(tb.max_pool3d(x[None], (1, 1, 2)), both[0][None])


REFUSED = """
F.conv2d(z((1, 1, 3, 3), 'float32', 1), z((1, 1, 3), 'float32', 2))
F.conv2d(z((1, 1, 3, 3), 'float32', 1), z((1,), 'float32', 2))
F.conv2d(z((1, 1, 3, 3), 'float64', 1), z((1, 1, 2, 2), 'float32', 2))
F.conv2d(z((1, 1, 3, 3), 'float64', 1), z((1, 1, 2, 2), 'float64', 2), z((1,), 'float32', 2))
F.conv2d(z((1, 1, 3, 3), 'float64', 1), z((1, 1, 2, 2), 'float64', 2), dilation=0)
F.conv2d(z((1, 1, 3, 3), 'float64', 1), z((1, 1, 2, 0), 'float64', 2))
F.conv2d(z((1, 1, 3, 0), 'float64', 1), z((1, 1, 2, 2), 'float64', 2), padding=2)
F.conv2d(z((1, 1, 3, 3), 'int32', 1), z((1, 1, 2, 2), 'int32', 2), dilation=2)
F.conv2d(z((1, 1, 3, 3), 'float64', 1), z((1, 1, 2, 2), 'float64', 2), stride=2, padding='same')
F.conv2d(z((1, 1, 3, 3), 'float64', 1), z((1, 1, 4, 4), 'float64', 2))
F.conv2d(z((1, 1, 3, 3), 'float64', 1), z((1, 1, 4, 4), 'float64', 2), stride='a')
F.conv2d(z((1, 1, 3, 3), 'float64', 1), z((1, 1, 4, 4), 'float64', 2), stride=(1, 'a'))
F.conv2d(z((1, 1, 3, 3), 'float64', 1))
F.conv2d(2, 3)
F.conv3d(z((1, 1, 3, 3, 3), 'bool', 1), z((1, 1, 2, 2, 2), 'bool', 2))
F.conv_transpose2d(z((1, 1, 3, 3), 'float64', 1), z((1, 1, 1, 1), 'float64', 2), padding=2)
F.conv_transpose2d(z((1, 1, 3, 3), 'int32', 1), z((1, 1, 2, 2), 'int32', 2))
F.conv_transpose2d(z((1, 1, 3, 3), 'float64', 1), z((1, 1, 2, 2), 'float64', 2), output_padding=1)
F.conv_transpose1d(z((1, 1, 3), 'float64', 1), z((1, 1, 2), 'float64', 2), z((2,), 'float64', 3))
F.max_pool1d(z((1, 1, 3), 'int64', 1), 2)
F.max_pool1d(z((1, 1, 3), 'float32', 1), 2, padding=2)
F.max_pool1d(z((1, 1, 3), 'float32', 1), 4)
F.max_pool1d(z((1, 1, 3), 'float32', 1), (1, 2))
F.max_pool1d(z((1, 1, 3), 'float32', 1))
F.max_pool2d(z((1, 1, 3, 3), 'complex64', 1), 2)
F.max_pool2d(z((1, 1, 3, 3), 'float32', 1), 2, padding=2)
F.max_pool2d(z((3, 3), 'float32', 1), 2)
F.max_pool2d(z((1, 0, 3, 3), 'float32', 1), 2)
F.max_pool2d(z((1, 1, 3, 3), 'float32', 1), 2, stride=0)
F.max_pool2d(z((1, 1, 3, 3), 'float32', 1), 2, dilation=0)
F.avg_pool2d(z((1, 1, 3, 3), 'uint8', 1), 2)
F.avg_pool2d(z((1, 1, 3, 3), 'float32', 1), 2, divisor_override=0)
F.avg_pool2d(z((1, 1, 3, 3), 'float32', 1), 5)
F.avg_pool2d(z((1, 1, 3, 3), 'float32', 1), (2, 2, 2))
F.avg_pool1d(z((1, 1, 1, 3), 'float32', 1), 2)
F.avg_pool1d(z((1, 1, 3), 'float32', 1), (2, 2))
F.adaptive_avg_pool2d(z((1, 1, 3, 3), 'int64', 1), 2)
F.adaptive_avg_pool2d(z((1, 1, 3, 3), 'int64', 1), 1)
F.adaptive_avg_pool2d(z((1, 1, 3, 3), 'float32', 1), -1)
F.adaptive_avg_pool2d(z((1, 1, 0, 3), 'float32', 1), 2)
F.adaptive_avg_pool1d(z((3,), 'float32', 1), 2)
F.adaptive_max_pool2d(z((1, 1, 3, 3), 'int64', 1), 2)
F.adaptive_max_pool2d(z((3, 3), 'float32', 1), 2)
F.unfold(z((1, 1, 3, 3), 'int64', 1), 2)
F.unfold(z((1, 1, 3, 3), 'float32', 1), 4)
F.unfold(z((1, 1, 3, 3), 'float32', 1), (2, 2, 2))
F.fold(z((1, 4, 4), 'float32', 1), (4, 4), 2)
F.fold(z((1, 5, 4), 'float32', 1), (3, 3), 2)
F.fold(z((1, 4, 4), 'int64', 1), (3, 3), 2)
F.interpolate(z((1, 1, 3), 'float32', 1))
F.interpolate(z((1, 1, 3), 'float32', 1), 3, 2)
F.interpolate(z((1, 1, 3), 'float32', 1), (3, 3))
F.interpolate(z((1, 1, 3), 'float32', 1), scale_factor=(2, 2))
F.interpolate(z((1, 1, 3), 'float32', 1), (3.5,))
F.interpolate(z((1, 1, 3), 'float32', 1), 0)
F.interpolate(z((1, 0, 3), 'float32', 1), 2)
F.interpolate(z((1, 1, 3), 'float32', 1), 2, mode='bilinear')
F.interpolate(z((1, 1, 3), 'float32', 1), 2, mode='foo')
F.interpolate(z((1, 1, 3), 'float32', 1), 2, align_corners=True)
F.interpolate(z((1, 1, 3), 'float32', 1), 2, recompute_scale_factor=True)
F.interpolate(z((1, 1, 3), 'float32', 1), 2, antialias=True)
F.interpolate(z((1, 1, 3, 3), 'float32', 1), 2, mode='lanczos')
F.interpolate(z((1, 1, 3), 'int64', 1), 2)
F.upsample(z((1, 1, 3), 'float32', 1), 0)
F.grid_sample(z((1, 1, 3, 3), 'float32', 1), z((1, 2, 2, 2), 'float64', 2))
F.grid_sample(z((1, 1, 3, 3), 'int64', 1), z((1, 2, 2, 2), 'int64', 2))
F.grid_sample(z((1, 1, 3, 3), 'float32', 1), z((1, 2, 2, 3), 'float32', 2))
F.grid_sample(z((1, 1, 3, 3), 'float32', 1), z((1, 2, 2), 'float32', 2))
F.grid_sample(z((2, 1, 3, 3), 'float32', 1), z((1, 2, 2, 2), 'float32', 2))
F.grid_sample(z((1, 1, 3, 0), 'float32', 1), z((1, 2, 2, 2), 'float32', 2))
F.grid_sample(z((1, 1, 3, 3, 3), 'float32', 1), z((1, 2, 2, 2, 3), 'float32', 2), 'bicubic')
F.grid_sample(z((1, 1, 3, 3), 'float32', 1), z((1, 2, 2, 2), 'float32', 2), 'foo')
F.grid_sample(z((1, 1, 3, 3), 'float32', 1), z((1, 2, 2, 2), 'float32', 2), 'nearest', 'foo')
F.affine_grid(z((1, 2, 3), 'int64', 1), (1, 1, 2, 2))
F.affine_grid(z((1, 2, 3), 'float32', 1), (1, 1, 2, 2, 2))
F.affine_grid(z((1, 2, 3), 'float32', 1), (1, 1, 2))
F.affine_grid(z((1, 2, 3), 'float32', 1), (1, 1, 0, 2))
torch.affine_grid_generator(z((1, 2, 3), 'float32', 1), (1, 1, 2), False)
torch.grid_sampler(z((1, 1, 3, 3), 'float32', 1), z((1, 2, 2), 'float32', 2), 0, 0, False)
""".strip().splitlines()


@needs_torch
@pytest.mark.parametrize("text", REFUSED)
def test_what_torch_refuses_is_refused_in_its_words(text):
    mine, theirs = outcome(tb, text), outcome(torch, text)
    assert theirs[0] is not None and mine[:2] == theirs[:2]


SHUFFLED = """
torch.pixel_shuffle(z((2, 8, 3, 2), 'float32', 1), 2)
torch.pixel_shuffle(z((8, 3, 2), 'int64', 1), 2)
torch.pixel_shuffle(z((2, 4, 3, 2), 'float32', 1, True), 2)
torch.pixel_shuffle(z((2, 3, 9, 1, 2), 'bool', 1), 3)
torch.pixel_shuffle(z((0, 4, 3, 2), 'float32', 1), 2)
torch.pixel_shuffle(z((2, 4, 3, 2), 'float32', 1), 1)
torch.pixel_unshuffle(z((2, 3, 4, 6), 'float32', 1), 2)
torch.pixel_unshuffle(z((3, 4, 6), 'uint16', 1), 2)
torch.pixel_shuffle(z((4, 4, 6), 'uint16', 1), 2)
torch.pixel_unshuffle(z((2, 3, 4, 6), 'float32', 1, True), 2)
torch.pixel_shuffle(z((2, 2), 'float32', 1), 2)
torch.pixel_shuffle(z((3, 2, 2), 'float32', 1), 2)
torch.pixel_shuffle(z((4, 2, 2), 'float32', 1), 0)
torch.pixel_unshuffle(z((2, 2), 'float32', 1), 2)
torch.pixel_unshuffle(z((1, 3, 2), 'float32', 1), 2)
torch.pixel_unshuffle(z((1, 2, 3), 'float32', 1), 2)
torch.pixel_unshuffle(z((1, 2, 2), 'float32', 1), -1)
""".strip().splitlines()


@needs_torch
@pytest.mark.parametrize("text", SHUFFLED)
def test_shuffled_pixels_are_torchs(text):
    mine, theirs = outcome(tb, text), outcome(torch, text)
    assert mine[:2] == theirs[:2]
    for ours, others in zip(mine[2], theirs[2], strict=True):
        assert_same(ours, others, text)


# ---- against loops ----


def convolved(x, weight, stride, padding, dilation):
    """One image (C, H, W) and weights (outputs, C, h, w), element by element."""
    x = np.pad(x, ((0, 0), (padding, padding), (padding, padding)))
    outputs, _, high, wide = weight.shape
    rows, columns = (
        (size - dilation * (k - 1) - 1) // stride + 1
        for size, k in zip(x.shape[1:], (high, wide), strict=True)
    )
    result = np.zeros((outputs, rows, columns))
    for output in range(outputs):
        for row in range(rows):
            for column in range(columns):
                top, left = row * stride, column * stride
                part = x[:, top : top + dilation * high : dilation, left : left + dilation * wide : dilation]
                result[output, row, column] = (part * weight[output]).sum()
    return result


@pytest.mark.parametrize("outputs", [1, 4])
@pytest.mark.parametrize(("stride", "padding", "dilation"), [(1, 0, 1), (2, 1, 1), (1, 2, 2), (3, 1, 2)])
@pytest.mark.parametrize(
    "size", [(3, 7, 8), (1, 150, 140)]
)  # small images, and one that is computed by planes
def test_conv2d_is_its_definition(size, stride, padding, dilation, outputs):
    random = np.random.default_rng(3)
    x, weight = random.standard_normal(size), random.standard_normal((outputs, size[0], 3, 2))
    found = tb.conv2d(tb.from_numpy(x), tb.from_numpy(weight), None, stride, padding, dilation)
    assert np.allclose(found.numpy(), convolved(x, weight, stride, padding, dilation))


@pytest.mark.parametrize("stride", [1, 2])
def test_large_images_are_convolved_as_their_parts_are(stride):
    random = np.random.default_rng(9)
    x = tb.from_numpy(random.standard_normal((2, 2, 403, 603)))
    weight = tb.from_numpy(random.standard_normal((2, 1, 3, 5)))
    found, *few = (
        tb.conv2d(part, weight, stride=stride, groups=2)
        for part in (x, *(x[:, :, row : row + stride + 2] for row in range(0, 401, 2 * stride)))
    )
    assert tb.allclose(found[:, :, ::2], tb.cat([part[:, :, :1] for part in few], 2))


@pytest.mark.parametrize("groups", [1, 3])
def test_conv_transpose2d_is_the_transpose_of_conv2d(groups):
    random = np.random.default_rng(4)
    weight = tb.from_numpy(random.standard_normal((6, 6 // groups, 3, 2)))
    x = tb.from_numpy(random.standard_normal((1, 6, 7, 8)))  # of which the kernel meets every element
    settings = {"stride": (2, 3), "padding": (1, 0), "groups": groups}
    there = tb.conv2d(x, weight, **settings)
    y = tb.from_numpy(random.standard_normal(tuple(there.shape)))
    back = tb.conv_transpose2d(y, weight, **settings)
    assert back.shape == x.shape
    assert tb.allclose((there * y).sum(), (x * back).sum())


def test_fold_adds_up_what_unfold_takes():
    x = tb.ones(1, 2, 5, 6)
    columns = tb.nn.functional.unfold(x, (3, 2), stride=(1, 2))
    assert columns.shape == (1, 12, 9)
    counts = tb.nn.functional.fold(columns, (5, 6), (3, 2), stride=(1, 2))
    assert counts[0, 0].tolist() == [[n] * 6 for n in (1, 2, 3, 2, 1)]


def test_pooling_is_the_reduction_of_unfolded_windows():
    x = tb.from_numpy(np.random.default_rng(5).standard_normal((2, 3, 7, 6)))
    columns = tb.nn.functional.unfold(x, (3, 2), stride=2).view(2, 3, 6, 3, 3)
    assert tb.equal(tb.nn.functional.max_pool2d(x, (3, 2), 2), columns.amax(2))
    assert tb.allclose(tb.nn.functional.avg_pool2d(x, (3, 2), 2), columns.mean(2))


def test_nan_is_the_largest_and_the_last_of_a_window_is_named():
    nan = float("nan")
    x = tb.tensor([[nan, 1.0, nan, 2.0, 3.0, 3.0, float("-inf"), float("-inf")]])
    values, indices = tb.nn.functional.max_pool1d(x, 4, 2, return_indices=True)
    assert values.isnan().tolist() == [[True, True, False]] and values[0, 2] == 3
    assert indices.tolist() == [[2, 2, 4]]
    assert tb.nn.functional.max_pool1d(x, 4, 2).isnan().tolist() == [[True, True, False]]
    nothing = tb.nn.functional.max_pool1d(x[:, 6:], 2, return_indices=True)
    assert nothing[0].tolist() == [[float("-inf")]] and nothing[1].tolist() == [[0]]


def test_results_are_in_memory_of_their_own():
    x = tb.rand(1, 2, 4, 4)
    same = (
        tb.nn.functional.max_pool2d(x, 1),
        tb.nn.functional.avg_pool2d(x, 1),
        tb.nn.functional.adaptive_avg_pool2d(x, 4),
        tb.nn.functional.interpolate(x, 4),
        tb.nn.functional.interpolate(x, 4, mode="bicubic", align_corners=True),
        tb.nn.functional.unfold(x, 1),
        tb.nn.functional.fold(x.view(1, 2, 16), 4, 1),
        tb.conv2d(x, tb.eye(2).view(2, 2, 1, 1)),
    )
    for result in same:
        assert tb.allclose(result.flatten(), x.flatten())
        assert result.data_ptr() != x.data_ptr()


@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
def test_the_grid_of_the_identity_gives_the_image(mode, padding):
    x = tb.from_numpy(np.random.default_rng(6).standard_normal((2, 3, 5, 4)))
    for corners in (True, False):
        theta = tb.eye(2, 3, dtype=tb.float64).expand(2, 2, 3)
        grid = tb.nn.functional.affine_grid(theta, x.shape, align_corners=corners)
        found = tb.nn.functional.grid_sample(x, grid, mode, padding, align_corners=corners)
        assert tb.allclose(found, x)


@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
def test_many_places_are_sampled_as_a_few_are(mode):
    random = np.random.default_rng(7)
    x = tb.from_numpy(random.standard_normal((2, 3, 5, 4)))
    grid = tb.from_numpy(random.uniform(-1.3, 1.3, (2, 150, 200, 2)))
    grid[:, 20:120] /= 2  # all inside
    found, *few = (
        tb.nn.functional.grid_sample(x, part, mode, align_corners=False)
        for part in (grid, *grid.split(10, 1))
    )
    assert tb.equal(found, tb.cat(few, 2))


def test_a_line_is_resized_to_a_line():
    line = tb.linspace(0, 1, 5, dtype=tb.float64).expand(1, 1, 3, 5)
    for mode in ("bilinear", "bicubic"):
        found = tb.nn.functional.interpolate(line, (3, 9), mode=mode, align_corners=True)
        inner = slice(2, 7) if mode == "bicubic" else slice(None)
        assert tb.allclose(found[0, 0, :, inner], tb.linspace(0, 1, 9, dtype=tb.float64)[inner])
    small = tb.nn.functional.interpolate(tb.arange(12.0).view(1, 1, 12), 3, mode="area")
    assert small.tolist() == [[[1.5, 5.5, 9.5]]]


def test_bytes_are_resized_to_bytes():
    x = tb.from_numpy(np.random.default_rng(7).integers(0, 256, (1, 3, 20, 30), np.uint8))
    for size in ((7, 9), (50, 60)):
        found = tb.nn.functional.interpolate(x, size, mode="bilinear", antialias=True)
        near = tb.nn.functional.interpolate(x.float(), size, mode="bilinear", antialias=True)
        assert found.dtype is tb.uint8 and (found.float() - near).abs().max() <= 1.2
    narrow, near = (tb.nn.functional.interpolate(y, (8, 1), mode="bilinear") for y in (x, x.float()))
    assert narrow.dtype is tb.uint8 and (narrow.float() - near).abs().max() <= 1


def test_a_call_is_asked_about_once_by_a_policy():
    x, weight = tb.ones(1, 1, 5, 5), tb.ones(2, 1, 3, 3)
    with tb.broadcast_policy("raise"):
        assert tb.conv2d(x, weight, tb.ones(2)).shape == (1, 2, 3, 3)
        assert tb.nn.functional.interpolate(x, 7, mode="bilinear").shape == (1, 1, 7, 7)
        assert tb.nn.functional.max_pool2d(x, 2, return_indices=True)[1].shape == (1, 1, 2, 2)
