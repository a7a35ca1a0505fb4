"""Attention with a causal mask, and with a mask of padding that has lost a dimension."""

import torch

torch.manual_seed(3)
batch, length, width = 5, 5, 8
queries, keys = torch.rand(batch, length, width), torch.rand(batch, length, width)
scores = queries @ keys.transpose(1, 2)
positions = torch.arange(length)
causal = positions[:, None] >= positions
lengths = torch.randint(1, length, (batch,))
padding = positions < lengths[:, None]
# As many samples as positions: sizes cannot tell which dimension is meant.
masked = scores.masked_fill(~causal, -1e9)  # BUG: medium
wrong = masked.masked_fill(~padding, -1e9)  # BUG: medium
right = masked.masked_fill(~padding[:, None, :], -1e9)
weights = right.softmax(-1)
assert weights.shape == wrong.shape == (batch, length, length)
