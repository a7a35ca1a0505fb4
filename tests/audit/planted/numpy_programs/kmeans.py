"""k-means whose new centres are divided by counts that lie along the wrong dimension."""

import numpy as np

rng = np.random.default_rng(4)
points = rng.random((40, 4))
centres = points[:4].copy()
for _ in range(3):
    distances = ((points[:, None] - centres) ** 2).sum(-1)
    nearest = distances.argmin(1)
    member = (nearest[:, None] == np.arange(4)).astype(float)
    counts = np.maximum(member.sum(0), 1)
    centres = member.T @ points / counts  # BUG: medium
spread = (points - centres[nearest]) ** 2
inertia = distances.min(1) - spread.sum(1, keepdims=True)  # BUG: high
assert inertia.shape == (40, 40)
