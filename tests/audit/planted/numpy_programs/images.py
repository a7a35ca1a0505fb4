"""A pipeline of images: a vignette, a brightness for each, a blend, and levels that have kept a dimension."""

import numpy as np

rng = np.random.default_rng(5)
images = rng.random((6, 16, 20, 3))
height, width = images.shape[1:3]
y, x = np.linspace(-1, 1, height), np.linspace(-1, 1, width)
vignette = 1 - (y[:, np.newaxis] ** 2 + x**2) / 4
darker = images * vignette[..., None]
channels = darker.mean((0, 1, 2))
balanced = darker / channels
levels = balanced.reshape(6, -1).mean(1, keepdims=True)
targets = balanced.mean((1, 2, 3))
np.subtract(levels, targets, out=np.empty((6, 6)))  # BUG: high
mask = balanced.max(axis=(1, 2, 3))
bright = np.where(levels > 0.5, mask, 0.0)  # BUG: high
rows, columns = np.ogrid[:height, :width]
disc = (rows - height / 2) ** 2 + (columns - width / 2) ** 2 < 36
masked = balanced * disc[..., None]
matrix = rng.random((3, 3))
white = masked @ matrix / matrix.sum(0)
assert white.shape == images.shape and bright.shape == (6, 6)
