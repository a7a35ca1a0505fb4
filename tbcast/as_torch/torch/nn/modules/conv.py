"""Convolutions: as torch.nn.Conv1d and its like, with their random initial weights."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.nn.modules.module import Module
from torch.nn.modules.utils import _ntuple
from torch.nn.parameter import Parameter

from tbcast import Tensor
from tbcast.nn import functional, init

__all__ = ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d"]

_MODES = {"zeros", "reflect", "replicate", "circular"}
_WORDS = {"same", "valid"}


class _ConvNd(Module):
    """What all have. DIMS: how many dimensions the kernel has."""

    DIMS = 0

    def _keep(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any,
        padding: Any,
        output_padding: Any,
        dilation: Any,
        groups: int,
        padding_mode: str,
    ) -> None:
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        for name, channels in (("in_channels", in_channels), ("out_channels", out_channels)):
            if channels % groups != 0:
                raise ValueError(f"{name} must be divisible by groups")
        sizes = _ntuple(self.DIMS)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = sizes(kernel_size)
        self.stride = sizes(stride)
        self.padding = padding if isinstance(padding, str) else sizes(padding)
        self.dilation = sizes(dilation)
        self.output_padding = sizes(output_padding)
        self.groups = groups
        self.padding_mode = padding_mode
        if isinstance(padding, str):
            if padding not in _WORDS:
                raise ValueError(f"Invalid padding string {padding!r}, should be one of {_WORDS}")
            if padding == "same" and any(step != 1 for step in self.stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in _MODES:
            raise ValueError(f"padding_mode must be one of {_MODES}, but got padding_mode='{padding_mode}'")

    def _make_weights(self, channels: tuple[int, int], bias: bool, device: Any, dtype: Any) -> None:
        empty = torch.empty((*channels, *self.kernel_size), device=device, dtype=dtype)
        self.weight = Parameter(empty)
        self.register_parameter("bias", None)
        if bias:
            self.bias = Parameter(torch.empty(self.out_channels, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """New random weights."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        fan = math.prod(self.weight.shape[1:])
        if self.bias is not None:
            bound = 1 / math.sqrt(fan) if fan > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def extra_repr(self) -> str:
        none, one = (0,) * self.DIMS, (1,) * self.DIMS
        told = [
            f"{self.in_channels}, {self.out_channels}",
            f"kernel_size={self.kernel_size}, stride={self.stride}",
            f"padding={self.padding}" if self.padding != none else "",
            f"dilation={self.dilation}" if self.dilation != one else "",
            f"output_padding={self.output_padding}" if self.output_padding != none else "",
            f"groups={self.groups}" if self.groups != 1 else "",
            "bias=False" if self.bias is None else "",
            f"padding_mode={self.padding_mode}" if self.padding_mode != "zeros" else "",
        ]
        return ", ".join(filter(None, told))


class _Conv(_ConvNd):
    transposed = False

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self._keep(in_channels, out_channels, kernel_size, stride, padding, 0, dilation, groups, padding_mode)
        self._make_weights((out_channels, in_channels // groups), bias, device, dtype)

    def _margins(self) -> list[int]:
        """Of the last dimension first, as functional.pad takes them."""
        margins: list[int] = []
        for d in reversed(range(self.DIMS)):
            if isinstance(self.padding, str):
                both = self.dilation[d] * (self.kernel_size[d] - 1) if self.padding == "same" else 0
                margins += [both // 2, both - both // 2]
            else:
                margins += [self.padding[d]] * 2
        return margins

    def forward(self, input: Tensor) -> Tensor:
        """The convolution of a tensor (N, C, ...) or (C, ...)."""
        padding = self.padding
        if self.padding_mode != "zeros":
            input, padding = functional.pad(input, self._margins(), mode=self.padding_mode), 0
        convolve = getattr(functional, f"conv{self.DIMS}d")
        return convolve(input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups)


class _ConvTranspose(_ConvNd):
    transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        self._keep(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            output_padding,
            dilation,
            groups,
            padding_mode,
        )
        self._make_weights((in_channels, out_channels // groups), bias, device, dtype)

    def _output_padding(self, input: Tensor, output_size: Any) -> tuple[int, ...]:
        n, given = self.DIMS, [*output_size]
        outer = 2 if input.dim() == n + 2 else 1
        wanted = given[outer:] if len(given) == outer + n else given
        if len(wanted) != n:
            raise ValueError(
                f"ConvTranspose{n}D: for {input.dim()}D input, output_size must have {n} or {outer + n} "
                f"elements (got {len(wanted)})"
            )
        least = [
            (size - 1) * step - 2 * margin + apart * (length - 1) + 1
            for size, step, margin, apart, length in zip(
                input.shape[outer:], self.stride, self.padding, self.dilation, self.kernel_size, strict=True
            )
        ]
        most = [size + step - 1 for size, step in zip(least, self.stride, strict=True)]
        if any(not low <= size <= high for size, low, high in zip(wanted, least, most, strict=True)):
            raise ValueError(
                f"requested an output size of {wanted}, but valid sizes range from {least} to {most} "
                f"(for an input of {input.size()[2:]})"
            )
        return tuple(size - low for size, low in zip(wanted, least, strict=True))

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        """The transposed convolution; output_size chooses among the sizes that a convolution maps to
        input's. Raises ValueError for others."""
        more = self.output_padding if output_size is None else self._output_padding(input, output_size)
        convolve = getattr(functional, f"conv_transpose{self.DIMS}d")
        return convolve(
            input, self.weight, self.bias, self.stride, self.padding, more, self.groups, self.dilation
        )


class Conv1d(_Conv):
    """As torch.nn.Conv1d."""

    DIMS = 1


class Conv2d(_Conv):
    """As torch.nn.Conv2d."""

    DIMS = 2


class Conv3d(_Conv):
    """As torch.nn.Conv3d."""

    DIMS = 3


class ConvTranspose1d(_ConvTranspose):
    """As torch.nn.ConvTranspose1d."""

    DIMS = 1


class ConvTranspose2d(_ConvTranspose):
    """As torch.nn.ConvTranspose2d."""

    DIMS = 2


class ConvTranspose3d(_ConvTranspose):
    """As torch.nn.ConvTranspose3d."""

    DIMS = 3
