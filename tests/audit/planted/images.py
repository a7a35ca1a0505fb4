"""A pipeline of images: a vignette, a brightness for each, and a mask that was flattened too far."""

import torch


def column(values):
    return values.reshape(-1, 1)


torch.manual_seed(5)
images = torch.rand(6, 3, 16, 20)
height, width = images.shape[2:]
y, x = torch.linspace(-1, 1, height), torch.linspace(-1, 1, width)
vignette = 1 - (y[:, None] ** 2 + x**2) / 4
darker = images * vignette
brightness = images.mean((1, 2, 3))
balanced = darker / brightness[:, None, None, None]
gray = balanced.mean(1)
levels = gray.flatten(1).mean(1, keepdim=True)
contrast = levels - levels.squeeze(1)  # BUG: high
thumbnails = gray[:, ::4, ::4].flatten(1).mean(1)
difference = (column(thumbnails) - brightness).abs()  # BUG: high
assert contrast.shape == difference.shape == (6, 6)
