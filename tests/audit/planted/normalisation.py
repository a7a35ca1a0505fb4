"""A square table that is normalised by its rows' sums, and by those of the wrong axis."""

import torch

torch.manual_seed(2)
counts = torch.rand(12, 12)
rows = counts / counts.sum(1, keepdim=True)
shares = counts / counts.sum(1)  # BUG: medium
images = torch.rand(8, 3, 16, 16)
mean, deviation = images.mean((0, 2, 3)), images.std((0, 2, 3))
standard = (images - mean[:, None, None]) / deviation.view(1, 3, 1, 1)
centred = counts - counts.mean(0)  # BUG: medium
assert rows.shape == shares.shape == centred.shape
assert standard.shape == images.shape
