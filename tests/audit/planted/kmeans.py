"""k-means whose new centres are divided by counts that lie along the wrong dimension."""

import torch

torch.manual_seed(4)
points = torch.rand(40, 4)
centres = points[:4].clone()
for step in range(3):
    distances = ((points[:, None] - centres) ** 2).sum(-1)
    nearest = distances.argmin(1)
    member = (nearest[:, None] == torch.arange(4)).float()
    counts = member.sum(0).clamp(1)
    sums = member.T @ points
    centres = sums / counts  # BUG: medium
inertia = distances.min(1)[0] - (points - centres[nearest]).pow(2).sum(1, keepdim=True)  # BUG: high
assert inertia.shape == (40, 40)
