"""Pooling, resizing and sampling of torch.nn.functional."""

from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex

from tbcast import _C
from tbcast._C import Tensor
from tbcast._decorators import named

_Sizes = int | Sequence[int]


# ---- pooling ----


@named("_max_pool1d")
def max_pool1d(
    input: Tensor,
    kernel_size: _Sizes,
    stride: _Sizes | None = None,
    padding: _Sizes = 0,
    dilation: _Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The largest element of each window; nan, if there is one.

    Operand: (N, C, L) or (C, L). stride: the distance of windows, by default
    kernel_size. padding: how far windows reach out. dilation: the distance of a window's elements. ceil_mode:
    the last window may reach out further. return_indices: also the indices of the elements. Raises
    RuntimeError for other sizes, NotImplementedError for other dtypes. As torch.nn.functional.max_pool1d.

    >>> torch.nn.functional.max_pool1d(torch.tensor([[1., 3., 2., 0.]]), 2)
    tensor([[3., 2.]])
    """
    pool = _C.max_pool1d_with_indices if return_indices else _C.max_pool1d
    return pool(input, kernel_size, () if stride is None else stride, padding, dilation, ceil_mode)


@named("_max_pool2d")
def max_pool2d(
    input: Tensor,
    kernel_size: _Sizes,
    stride: _Sizes | None = None,
    padding: _Sizes = 0,
    dilation: _Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The largest element of each window; nan, if there is one.

    Operand: (N, C, H, W) or (C, H, W). stride: the distance of windows, by default
    kernel_size. padding: how far windows reach out. dilation: the distance of a window's elements. ceil_mode:
    the last window may reach out further. return_indices: also the indices of the elements, in
    the last two dimensions flattened. Raises RuntimeError for other sizes, NotImplementedError for other
    dtypes. As torch.nn.functional.max_pool2d.

    >>> torch.nn.functional.max_pool2d(torch.tensor([[[1., 3., 2., 0.]]]), (1, 2))
    tensor([[[3., 2.]]])
    """
    pool = _C._nn_max_pool2d_with_indices if return_indices else _C.max_pool2d
    return pool(input, kernel_size, () if stride is None else stride, padding, dilation, ceil_mode)


@named("_max_pool3d")
def max_pool3d(
    input: Tensor,
    kernel_size: _Sizes,
    stride: _Sizes | None = None,
    padding: _Sizes = 0,
    dilation: _Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The largest element of each window; nan, if there is one.

    Operand: (N, C, D, H, W) or (C, D, H, W). stride: the distance of windows, by default
    kernel_size. padding: how far windows reach out. dilation: the distance of a window's elements. ceil_mode:
    the last window may reach out further. return_indices: also the indices of the elements, in
    the last three dimensions flattened. Raises RuntimeError for other sizes, NotImplementedError for other
    dtypes. As torch.nn.functional.max_pool3d.

    >>> torch.nn.functional.max_pool3d(torch.tensor([[[[1., 3., 2., 0.]]]]), (1, 1, 2))
    tensor([[[[3., 2.]]]])
    """
    pool = _C._nn_max_pool3d_with_indices if return_indices else _C.max_pool3d
    return pool(input, kernel_size, () if stride is None else stride, padding, dilation, ceil_mode)


def _sizes(output_size, input: Tensor) -> Any:
    """output_size, with input's sizes instead of None."""
    if isinstance(output_size, int):
        return output_size
    defaults = input.size()
    if len(defaults) <= len(output_size):
        raise ValueError(f"Input dimension should be at least {len(output_size) + 1}")
    own = defaults[len(defaults) - len(output_size) :]
    return [size if given is None else given for given, size in zip(output_size, own, strict=True)]


def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """The mean of each of output_size windows.

    Operand: (N, C, H, W) or (C, H, W) of a floating dtype. output_size: of the result, of both dimensions or
    of each; None stands for input's. Windows begin at i * size // output_size. Raises RuntimeError for other
    sizes, NotImplementedError for other dtypes. As torch.nn.functional.adaptive_avg_pool2d.

    >>> torch.nn.functional.adaptive_avg_pool2d(torch.tensor([[[1., 3., 2., 0.]]]), (1, 2))
    tensor([[[2., 1.]]])
    """
    return _C._nn_adaptive_avg_pool2d(input, _sizes(output_size, input))


def adaptive_avg_pool3d(input: Tensor, output_size: Any) -> Tensor:
    """The mean of each of output_size windows.

    Operand: (N, C, D, H, W) or (C, D, H, W) of a floating dtype. output_size, errors: see
    adaptive_avg_pool2d; RuntimeError for other sizes. As torch.nn.functional.adaptive_avg_pool3d.

    >>> torch.nn.functional.adaptive_avg_pool3d(torch.tensor([[[[1., 3., 2., 0.]]]]), (1, 1, 2))
    tensor([[[[2., 1.]]]])
    """
    return _C._nn_adaptive_avg_pool3d(input, _sizes(output_size, input))


@named("_adaptive_max_pool1d")
def adaptive_max_pool1d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """The largest element of each of output_size windows.

    Operand: (N, C, L) or (C, L) of a floating dtype. output_size: of the result. return_indices: also the
    indices of the elements. Raises RuntimeError for other sizes, NotImplementedError for other dtypes. As
    torch.nn.functional.adaptive_max_pool1d.

    >>> torch.nn.functional.adaptive_max_pool1d(torch.tensor([[1., 3., 2., 0.]]), 2)
    tensor([[3., 2.]])
    """
    both = _C.adaptive_max_pool1d(input, output_size)
    return both if return_indices else both[0]


@named("_adaptive_max_pool2d")
def adaptive_max_pool2d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """The largest element of each of output_size windows.

    Operand: (N, C, H, W) or (C, H, W) of a floating dtype. output_size: of the result, of both dimensions or
    of each; None stands for input's. return_indices: also the indices of the elements, in the last two
    dimensions flattened. Raises RuntimeError for other sizes, NotImplementedError for other dtypes. As
    torch.nn.functional.adaptive_max_pool2d.

    >>> torch.nn.functional.adaptive_max_pool2d(torch.tensor([[[1., 3., 2., 0.]]]), (1, 2))
    tensor([[[3., 2.]]])
    """
    both = _C._rows_adaptive_max_pool2d(input, _sizes(output_size, input))
    return both if return_indices else both[0]


@named("_adaptive_max_pool3d")
def adaptive_max_pool3d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """The largest element of each of output_size windows.

    Operand: (N, C, D, H, W) or (C, D, H, W) of a floating dtype. The rest is as in adaptive_max_pool2d, with
    three dimensions; RuntimeError for other sizes. As torch.nn.functional.adaptive_max_pool3d.

    >>> torch.nn.functional.adaptive_max_pool3d(torch.tensor([[[[1., 3., 2., 0.]]]]), (1, 1, 2))
    tensor([[[[3., 2.]]]])
    """
    both = _C._rows_adaptive_max_pool3d(input, _sizes(output_size, input))
    return both if return_indices else both[0]


# ---- unfold and fold ----


def _pair(value: Any) -> tuple:
    return tuple(value) if isinstance(value, Iterable) else (value, value)


def unfold(
    input: Tensor, kernel_size: _Sizes, dilation: _Sizes = 1, padding: _Sizes = 0, stride: _Sizes = 1
) -> Tensor:
    """The elements of images under a kernel at each place, as columns.

    Operand: (N, C, H, W) or (C, H, W) of a floating or complex dtype. The rest as in conv2d. Result: (N, C *
    elements of the kernel, places). Raises RuntimeError for other sizes, NotImplementedError for integers.
    As torch.nn.functional.unfold.

    >>> torch.nn.functional.unfold(torch.tensor([[[1., 2., 3.]]]), (1, 2))
    tensor([[1., 2.],
            [2., 3.]])
    """
    return _C._nn_im2col(input, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))


def fold(
    input: Tensor,
    output_size: _Sizes,
    kernel_size: _Sizes,
    dilation: _Sizes = 1,
    padding: _Sizes = 0,
    stride: _Sizes = 1,
) -> Tensor:
    """The sums of columns at the places that unfold takes them from.

    Operand: (N, C * elements of the kernel, places), or without N, of a floating or complex dtype. Result:
    (N, C, *output_size). Raises RuntimeError for other sizes, NotImplementedError for integers. As
    torch.nn.functional.fold.

    >>> torch.nn.functional.fold(torch.tensor([[1., 2.], [2., 3.]]), (1, 3), (1, 2))
    tensor([[[1., 4., 3.]]])
    """
    return _C._nn_col2im(
        input, _pair(output_size), _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride)
    )


# ---- interpolate ----

_DIMS = {"linear": 3, "bilinear": 4, "trilinear": 5, "bicubic": 4}
_MODES = "nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact"


def _is_integer(number: object) -> bool:
    return isinstance(number, SupportsIndex) and not (
        isinstance(number, Tensor) and number.is_floating_point()
    )


def _checked_corners(mode: str, align_corners: bool | None) -> bool:
    """align_corners, where the mode has it."""
    if mode in ("nearest", "area", "nearest-exact"):
        if align_corners is not None:
            raise ValueError(
                "align_corners option can only be set with the interpolating modes: linear | bilinear | "
                "bicubic | trilinear"
            )
        return False
    return bool(align_corners)


def _checked_sizes(input: Tensor, size, scale_factor) -> tuple[list | None, list | None]:
    """The result's sizes, or the factors, along each dimension."""
    dim = input.dim() - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    name, given = ("size", size) if scale_factor is None else ("scale_factor", scale_factor)
    if not isinstance(given, (list, tuple)):
        found = [given] * dim
    elif len(given) != dim:
        wanted = (
            "(N, C, d1, d2, ...,dK) format and output size in (o1, o2, ...,oK) format."
            if name == "size"
            else "(N, C, d1, d2, ...,dK) format and scale_factor in (s1, s2, ...,sK) format."
        )
        whose = "output size of" if name == "size" else "scale_factor of shape"
        raise ValueError(
            f"Input and {'output' if name == 'size' else name} must have the same number of spatial "
            f"dimensions, but got input with spatial dimensions of {list(input.shape[2:])} and {whose} "
            f"{given}. Please provide input tensor in {wanted}"
        )
    else:
        found = list(given)
        if name == "size" and not all(map(_is_integer, found)):
            raise TypeError(
                "expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, int, int], "
                f"but got size with types {[type(x) for x in found]}"
            )
    return (found, None) if name == "size" else (None, found)


def interpolate(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    """input resized to size, or by scale_factor.

    Operand: (N, C, L), (N, C, H, W) or (N, C, D, H, W), of a floating dtype. mode: "nearest",
    "nearest-exact", "area", "linear" (three dimensions), "bilinear" and "bicubic" (four), "trilinear" (five).
    align_corners: the centres of the corners, not their outer edges, stay where they are.
    recompute_scale_factor: the sizes give the scale. antialias: of bilinear and bicubic, a filter as wide as
    the scale ("lanczos" is another one). Raises ValueError and NotImplementedError for other arguments,
    RuntimeError for other sizes. As torch.nn.functional.interpolate.

    >>> torch.nn.functional.interpolate(torch.tensor([[[1., 2.]]]), 4, mode="linear")
    tensor([[[1.0000, 1.2500, 1.7500, 2.0000]]])
    """
    corners = _checked_corners(mode, align_corners)
    sizes, factors = _checked_sizes(input, size, scale_factor)
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if factors is not None and (recompute_scale_factor or mode == "area"):
        sizes = [int(input.size(dim) * factor) for dim, factor in enumerate(factors, 2)]
        factors = None
    if antialias and not (mode in ("bilinear", "bicubic", "lanczos") and input.ndim == 4):
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D "
            "tensor as input"
        )
    dim = input.dim()
    if mode == "area" and dim in (3, 4, 5):
        pool: Any = (_C.adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d)[dim - 3]
        return pool(input, sizes)
    if dim == 4 and mode == "lanczos":
        if corners:
            raise ValueError("Lanczos mode does not support align_corners=True")
        if not antialias:
            raise ValueError("Lanczos mode requires antialias=True")
        return _C._rows_interpolate(input, sizes, factors, mode, corners, antialias)
    if dim not in (3, 4, 5) or not (mode.startswith("nearest") or _DIMS.get(mode) == dim):
        if _DIMS.get(mode, dim) != dim and dim in (3, 4, 5) and mode != "bicubic":
            raise NotImplementedError(f"Got {dim}D input, but {mode} mode needs {_DIMS[mode]}D input")
        raise NotImplementedError(
            f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {dim}D) for the modes: {_MODES} "
            f"(got {mode})"
        )
    return _C._rows_interpolate(input, sizes, factors, mode, corners, antialias)


def _deprecated(name: str) -> None:
    _C._warn(f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.")


def upsample(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """interpolate under its older name, with a UserWarning.

    The arguments and errors are those of interpolate: ValueError for other arguments. As
    torch.nn.functional.upsample.

    >>> torch.nn.functional.upsample(torch.tensor([[[1., 2.]]]), 4)
    tensor([[[1., 1., 2., 2.]]])
    """
    _deprecated("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """interpolate in the mode nearest, with a UserWarning.

    The arguments and errors are those of interpolate: ValueError for other arguments. As
    torch.nn.functional.upsample_nearest.

    >>> torch.nn.functional.upsample_nearest(torch.tensor([[[1., 2.]]]), 4)
    tensor([[[1., 1., 2., 2.]]])
    """
    _deprecated("upsample_nearest")
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """interpolate in the mode bilinear with align_corners, with a UserWarning.

    The arguments and errors are those of interpolate: ValueError for other arguments. As
    torch.nn.functional.upsample_bilinear.

    >>> torch.nn.functional.upsample_bilinear(torch.tensor([[[[1., 2.]]]]), (1, 3))
    tensor([[[[1.0000, 1.5000, 2.0000]]]])
    """
    _deprecated("upsample_bilinear")
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


# ---- grids ----

_INTERPOLATIONS = ("bilinear", "nearest", "bicubic")
_PADDINGS = ("zeros", "border", "reflection")


def _corners(align_corners: bool | None) -> bool:
    if align_corners is None:
        _C._warn(
            "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. "
            "Please specify align_corners=True if the old behavior is desired. See the documentation of "
            "grid_sample for details."
        )
        return False
    return align_corners


def grid_sample(
    input: Tensor,
    grid: Tensor,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Tensor:
    """input at the places of a grid, between its elements.

    Operands: input (N, C, H, W) or (N, C, D, H, W), and a grid (N, h, w, 2) or (N, d, h, w, 3) of places (x,
    y) or (x, y, z) from -1 to 1, of one floating dtype. mode: "bilinear", "nearest" or "bicubic" (of images).
    padding_mode: what is outside: "zeros", "border" or "reflection". align_corners: -1 and 1 are the centres
    of the corners, not their outer edges; without it False, with a UserWarning. Result: (N, C, h, w) or (N,
    C, d, h, w). Raises ValueError for other modes, RuntimeError for other sizes, NotImplementedError for
    other dtypes. As torch.nn.functional.grid_sample.

    >>> image, middle = torch.tensor([[[[1., 3.]]]]), torch.zeros(1, 1, 1, 2)
    >>> torch.nn.functional.grid_sample(image, middle, align_corners=True)
    tensor([[[[2.]]]])
    """
    if mode not in _INTERPOLATIONS:
        raise ValueError(
            "nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: "
            f"'{mode}'"
        )
    if padding_mode not in _PADDINGS:
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', "
            f"but got: '{padding_mode}'"
        )
    corners = _corners(align_corners)
    return _C.grid_sampler(input, grid, _INTERPOLATIONS.index(mode), _PADDINGS.index(padding_mode), corners)


def affine_grid(theta: Tensor, size: Sequence[int], align_corners: bool | None = None) -> Tensor:
    """The grid of places, for grid_sample, that affine maps give an image's or a volume's.

    Operand: (N, 2, 3) for images, (N, 3, 4) for volumes, of a floating dtype. size: (N, C, H, W) or (N, C, D,
    H, W), of the result of grid_sample. align_corners: see there. Result: (N, H, W, 2) or (N, D, H, W, 3).
    Raises ValueError for other sizes and dtypes, NotImplementedError for other numbers of sizes. As
    torch.nn.functional.affine_grid.

    >>> torch.nn.functional.affine_grid(torch.eye(2, 3).unsqueeze(0), (1, 1, 1, 2), align_corners=False)
    tensor([[[[-0.5000,  0.0000],
              [ 0.5000,  0.0000]]]])
    """
    corners = _corners(align_corners)
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) not in (4, 5):
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
            f"Got size {size}."
        )
    n = len(size) - 2
    if theta.dim() != 3 or tuple(theta.shape[-2:]) != (n, n + 1):
        raise ValueError(
            f"Expected a batch of {n}D affine matrices of shape Nx{n}x{n + 1} for size {size}. Got "
            f"{theta.shape}."
        )
    if corners and min(size[2:]) == 1:
        _C._warn(
            "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when "
            "align_corners=True. This is not an intended use case of affine_grid. See the documentation of "
            "affine_grid for details."
        )
    elif min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    return _C.affine_grid_generator(theta, size, corners)
