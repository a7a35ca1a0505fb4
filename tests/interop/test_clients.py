"""Calls of public functions of libraries that were written for PyTorch, through the door `tbcast.as_torch`.

The libraries are pinned, and their results under PyTorch are in clients_results.json. This file writes it,
where they and PyTorch are installed: `python tests/interop/test_clients.py`. The libraries' own tests, where
these are in their packages, are run by .ci/clients.
"""

import importlib.metadata
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

RESULTS = Path(__file__).with_name("clients_results.json")
VERSIONS = {"einops": "0.8.2", "kornia": "0.8.3", "opt_einsum": "3.4.0", "tensorly": "0.10.0"}

# x, y: images; g: gray; m: a matrix each; p: points; q: quaternions; t, s: tensors of three dimensions
SETUP = """
torch.manual_seed(0)
x, y, g = torch.rand(2, 3, 12, 10), torch.rand(2, 3, 12, 10), torch.rand(2, 1, 12, 10)
m = torch.eye(3).repeat(2, 1, 1) + torch.rand(2, 3, 3) / 10
p, q, v = torch.rand(2, 5, 2) * 8, torch.rand(4, 4), torch.rand(4, 3)
t, s = torch.rand(4, 5, 6), torch.rand(6, 5, 3)
"""
CALLS = {
    "einops": """
rearrange(t, "a b c -> c (a b)")
rearrange(t, "(h a) b c -> h b a c", h=2)
reduce(t, "a b c -> a c", "max")
reduce(x, "b c (h k) (w l) -> b c h w", "mean", k=2, l=2)
repeat(t, "a b c -> a r b c", r=3)
einops.einsum(t, s, "a b c, c b d -> a d")
einops.pack([t, t[:, 0]], "a * c")[0]
""",
    "opt_einsum": """
opt_einsum.contract("abc,cbd->ad", t, s)
opt_einsum.contract("abc,cbd,ae->de", t, s, t[:, :, 0])
opt_einsum.contract_expression("ijk,kl->ijl", (4, 5, 6), (6, 2))(t, s[:, :2, 0])
opt_einsum.contract("...c,c->...", t, s[:, 0, 0])
""",
    "tensorly": """
tensorly.tensor(t).sum()
tensorly.unfold(t, 1)
tensorly.fold(tensorly.unfold(t, 2), 2, (4, 5, 6))
tensorly.tenalg.mode_dot(t, s[0].T, 1)
tensorly.tenalg.multi_mode_dot(t, [t[:, :, 0].T, s[:, :, 0].T], modes=[0, 2])
tensorly.tenalg.khatri_rao([t[0], t[1]])
tensorly.tenalg.kronecker([t[0], t[1]])
tensorly.tenalg.inner(t, t)
tensorly.norm(t, 2)
tensorly.cp_to_tensor(tensorly.decomposition.parafac(t, 2, init="svd", n_iter_max=20))
tensorly.tucker_to_tensor(tensorly.decomposition.tucker(t, [2, 2, 2], n_iter_max=20))
tensorly.tt_to_tensor(tensorly.decomposition.tensor_train(t, [1, 3, 3, 1]))
tensorly.cp_to_tensor(tensorly.decomposition.non_negative_parafac(t, 2, init="svd", n_iter_max=10))
tensorly.metrics.regression.MSE(t, t * 2)
""",
    "kornia": """
kornia.color.rgb_to_grayscale(x)
kornia.color.rgb_to_hsv(x)
kornia.color.hsv_to_rgb(kornia.color.rgb_to_hsv(x))
kornia.color.rgb_to_hls(x)
kornia.color.rgb_to_lab(x)
kornia.color.lab_to_rgb(kornia.color.rgb_to_lab(x))
kornia.color.rgb_to_luv(x)
kornia.color.rgb_to_xyz(x)
kornia.color.rgb_to_ycbcr(x)
kornia.color.rgb_to_yuv(x)
kornia.color.rgb_to_yuv420(x)[1]
kornia.color.yuv420_to_rgb(*kornia.color.rgb_to_yuv420(x))
kornia.color.rgb_to_linear_rgb(x)
kornia.color.sepia(x)
kornia.color.raw_to_rgb(g, kornia.color.CFA.BG)
kornia.enhance.adjust_brightness(x, 0.2)
kornia.enhance.adjust_contrast(x, 0.5)
kornia.enhance.adjust_gamma(x, 1.5)
kornia.enhance.adjust_hue(x, 0.3)
kornia.enhance.adjust_saturation(x, 1.7)
kornia.enhance.equalize(x)
kornia.enhance.equalize_clahe(torch.rand(1, 1, 16, 16), grid_size=(2, 2))
kornia.enhance.invert(x)
kornia.enhance.normalize(x, torch.tensor([0.1, 0.2, 0.3]), torch.tensor([1.0, 2.0, 3.0]))
kornia.enhance.posterize(x, 3)
kornia.enhance.sharpness(x, 0.5)
kornia.enhance.solarize(x, 0.5)
kornia.enhance.histogram(g.view(2, -1), torch.linspace(0, 1, 8), torch.tensor(0.2))
kornia.enhance.zca_mean(t.view(20, 6))[1]
kornia.filters.bilateral_blur(x, (3, 3), 0.1, (1.5, 1.5))
kornia.filters.blur_pool2d(x, 3)
kornia.filters.box_blur(x, (3, 5))
kornia.filters.canny(x)[0]
kornia.filters.filter2d(x, torch.rand(1, 3, 3))
kornia.filters.filter2d_separable(x, torch.rand(1, 3), torch.rand(1, 5), "replicate")
kornia.filters.filter3d(x[:, None], torch.rand(1, 3, 3, 3))
kornia.filters.gaussian_blur2d(x, (5, 5), (1.5, 1.5))
kornia.filters.guided_blur(x, y, 3, 0.1)
kornia.filters.laplacian(x, 3)
kornia.filters.max_blur_pool2d(x, 3)
kornia.filters.median_blur(x, (3, 3))
kornia.filters.motion_blur(x, 3, 30.0, 0.5)
kornia.filters.otsu_threshold(g)[0]
kornia.filters.sobel(x)
kornia.filters.spatial_gradient(x)
kornia.filters.unsharp_mask(x, (3, 3), (1.0, 1.0))
kornia.geometry.transform.affine(x, m[:, :2])
kornia.geometry.transform.center_crop(x, (6, 5))
kornia.geometry.transform.crop_and_resize(x[:1], torch.tensor([[[1.0, 1], [6, 1], [6, 8], [1, 8]]]), (6, 6))
kornia.geometry.transform.elastic_transform2d(x, torch.rand(2, 2, 12, 10), (3, 3), (1.0, 1.0))
kornia.geometry.transform.get_perspective_transform(p[:, :4], p[:, 1:])
kornia.geometry.transform.get_rotation_matrix2d(p[:, 0], p[:, 1, 0], p[:, 2])
kornia.geometry.transform.hflip(x)
kornia.geometry.transform.pyrdown(x)
kornia.geometry.transform.pyrup(x)
kornia.geometry.transform.remap(x, torch.rand(2, 6, 6) * 9, torch.rand(2, 6, 6) * 9)
kornia.geometry.transform.rescale(x, 1.5)
kornia.geometry.transform.resize(x, (7, 9), antialias=True)
kornia.geometry.transform.rotate(x, torch.tensor([30.0, -45.0]))
kornia.geometry.transform.scale(x, torch.tensor([[1.5, 0.7], [1.0, 2.0]]))
kornia.geometry.transform.shear(x, torch.tensor([[0.1, 0.2], [0.3, 0.0]]))
kornia.geometry.transform.thin_plate_spline.get_tps_transform(p, p.flip(1))[0]
kornia.geometry.transform.translate(x, torch.tensor([[1.5, 2.0], [-1.0, 0.0]]))
kornia.geometry.transform.warp_affine(x, m[:, :2], (8, 8), padding_mode="border")
kornia.geometry.transform.warp_perspective(x, m, (9, 9))
kornia.geometry.bbox.bbox_generator(torch.rand(2), torch.rand(2), torch.ones(2), torch.ones(2) * 2)
kornia.geometry.conversions.axis_angle_to_quaternion(v)
kornia.geometry.conversions.axis_angle_to_rotation_matrix(v)
kornia.geometry.conversions.quaternion_to_rotation_matrix(q)
kornia.geometry.conversions.rotation_matrix_to_quaternion(torch.eye(3).repeat(2, 1, 1))
kornia.geometry.conversions.convert_points_to_homogeneous(p)
kornia.geometry.conversions.normalize_homography(m, (12, 10), (6, 5))
kornia.geometry.conversions.pol2cart(p[..., 0], p[..., 1])[0]
kornia.geometry.depth.depth_to_3d(g, m)
kornia.geometry.epipolar.find_fundamental(torch.rand(1, 8, 2), torch.rand(1, 8, 2)).abs()
kornia.geometry.homography.find_homography_dlt(p, p + torch.rand(2, 5, 2) / 10)
kornia.geometry.linalg.transform_points(m, p)
kornia.geometry.linalg.inverse_transformation(torch.eye(4).repeat(2, 1, 1))
kornia.geometry.subpix.dsnt.spatial_softmax2d(x)
kornia.geometry.subpix.spatial_soft_argmax2d(x)
kornia.geometry.subpix.conv_soft_argmax2d(x)
kornia.geometry.undistort_points(p, m, torch.rand(2, 4) / 100)
kornia.geometry.vector.Vector2(p).x
kornia.losses.charbonnier_loss(x, y, "mean")
kornia.losses.psnr_loss(x, y, 1.0)
kornia.losses.ssim_loss(x, y, 5)
kornia.losses.total_variation(x)
kornia.losses.js_div_loss_2d(x, y)
kornia.losses.inverse_depth_smoothness_loss(g, x)
kornia.losses.dice_loss(x, torch.zeros(2, 12, 10, dtype=torch.int64))
kornia.metrics.accuracy(torch.rand(5, 4), torch.tensor([0, 1, 2, 3, 0]))[0]
kornia.metrics.confusion_matrix(torch.tensor([[0, 1, 2]]), torch.tensor([[0, 2, 2]]), 3)
kornia.metrics.mean_iou(torch.tensor([[0, 1, 2]]), torch.tensor([[0, 2, 2]]), 3)
kornia.metrics.psnr(x, y, 1.0)
kornia.metrics.ssim(x, y, 5)
kornia.metrics.ssim3d(x[:, None], y[:, None], 3)
kornia.morphology.dilation(x, torch.ones(3, 3))
kornia.morphology.erosion(x, torch.ones(3, 3))
kornia.morphology.gradient(x, torch.ones(3, 3))
kornia.morphology.opening(x, torch.ones(3, 3))
kornia.feature.harris_response(g)
kornia.feature.gftt_response(g)
kornia.feature.dog_response_single(g, 1.0, 1.6)
kornia.contrib.extract_tensor_patches(x, 4, 2)
kornia.contrib.distance_transform((g > 0.8).float())
kornia.contrib.connected_components((g > 0.6).float(), 20)
kornia.image.draw_rectangle(x.clone(), torch.tensor([[[1, 1, 4, 4]], [[2, 2, 5, 5]]]))
kornia.geometry.create_meshgrid(4, 5)
""",
}


def calls(library):
    return CALLS[library].strip().splitlines()


def program(library):
    """What prints the results: of each call its sizes and five sums, or its error."""
    begin = ["import math, sys, torch, warnings", "warnings.simplefilter('ignore')", f"import {library}"]
    if library == "einops":
        begin.append("from einops import rearrange, reduce, repeat")
    if library == "tensorly":
        begin += [
            "import tensorly.decomposition, tensorly.metrics.regression",
            "tensorly.set_backend('pytorch')",
        ]
    return f"""
{chr(10).join(begin)}
{SETUP}
import json

def told(text):
    global x, y, g, m, p, q, v, t, s
    exec({SETUP!r}, globals())
    try:
        found = eval(text)
        found = found.data if type(found).__name__ == "Scalar" else found
        tensor = torch.as_tensor(found)
    except Exception as error:
        return [type(error).__name__, str(error).splitlines()[0] if str(error) else ""]
    flat = tensor.reshape(-1).to(torch.float64)
    number = torch.arange(flat.numel(), dtype=torch.float64)
    sums = [float((flat * (number * k).cos()).sum()) for k in range(5)]
    return [list(tensor.shape), str(tensor.dtype), *sums]

print(json.dumps({{text: told(text) for text in {calls(library)!r}}}))
"""


def printed(code, *door):
    given = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
    given["EINOPS_TEST_BACKENDS"] = "torch"
    command = [sys.executable, *door, "-c", code]
    outside = tempfile.gettempdir()  # the sources have no compiled part
    done = subprocess.run(command, capture_output=True, text=True, env=given, cwd=outside)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def version(library):
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        return None


def close(mine, theirs):
    """The same sizes, dtype and sums; or an error of that type."""
    if not isinstance(theirs[0], list):
        return mine[0] == theirs[0]
    if mine[:2] != theirs[:2]:
        return False
    large = 1 + math.sqrt(math.prod(theirs[0])) + abs(theirs[2])
    return all(
        (math.isnan(a) and math.isnan(b)) or abs(a - b) <= 1e-4 * large
        for a, b in zip(mine[2:], theirs[2:], strict=True)
    )


@pytest.mark.long
@pytest.mark.parametrize("library", VERSIONS)
def test_calls_of_a_library_give_what_they_give_under_pytorch(library):
    if version(library) != VERSIONS[library]:
        pytest.skip(f"needs {library} {VERSIONS[library]}")
    recorded = json.loads(RESULTS.read_text("utf-8"))[library]
    assert list(recorded) == calls(library)
    found = printed(program(library), "-m", "tbcast", "run")
    wrong = {
        text: (found[text], recorded[text]) for text in recorded if not close(found[text], recorded[text])
    }
    assert wrong == {}


if __name__ == "__main__":
    RESULTS.write_text(
        json.dumps({library: printed(program(library)) for library in VERSIONS}, indent=1) + "\n", "utf-8"
    )
