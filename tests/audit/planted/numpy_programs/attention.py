"""Attention of several heads in NumPy, whose mask of padding and whose batches of heads are confused."""

import numpy as np

rng = np.random.default_rng(3)
batch, heads, length, width = 5, 5, 7, 8
queries, keys = rng.random((batch, heads, length, width)), rng.random((batch, heads, length, width))
scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(width)
positions = np.arange(length)
scores = np.where(positions[:, None] >= positions, scores, -1e9)
lengths = rng.integers(1, length, batch)
scores = np.where((positions < lengths[:, None])[:, None, None, :], scores, -1e9)
weights = np.exp(scores - scores.max(-1, keepdims=True))
weights /= weights.sum(-1, keepdims=True)
shared = rng.random((batch, 1, length, width))
mixed = weights @ shared
pooled = mixed.mean((1, 2), keepdims=True).squeeze(1)
gates = rng.random((batch, width, 2))
wrong = shared @ gates  # BUG: high
right = shared @ gates[:, None]
assert wrong.shape == (batch, batch, length, 2) and right.shape == (batch, 1, length, 2)
assert (pooled @ gates).shape == (batch, 1, 2)
