"""k-means: points move to the nearest of k centres, centres move to the mean of their points.

Broadcasting does the work twice: (points, 1, 2) - (1, centres, 2) are all differences at once, and a mask of
(points, centres) against the points gives every centre its sum.
"""

import tbcast as torch

torch.manual_seed(3)
K = 3
TRUE = torch.tensor([[0.0, 0.0], [6.0, 1.0], [2.0, 7.0]])

# 60 points, 20 around each true centre: (3, 1, 2) + (3, 20, 2)
points = (TRUE[:, None, :] + torch.randn(K, 20, 2)).reshape(-1, 2)
points = points[torch.randperm(len(points))]


def distances(points, centres):
    """(points, centres): the Euclidean distance of every pair."""
    differences = points[:, None, :] - centres[None, :, :]
    return (differences**2).sum(dim=-1).sqrt()


centres = points[:K].clone()
for step in range(20):
    nearest = distances(points, centres).argmin(dim=1)
    member = nearest[:, None] == torch.arange(len(centres))  # (points, centres)
    count = member.sum(dim=0)
    total = (member[:, :, None] * points[:, None, :]).sum(dim=0)
    moved = total / count[:, None]
    shift = (moved - centres).abs().max()
    centres = moved
    print(f"step {step}: the centres moved by at most {shift.item():.4f}")
    if shift < 1e-4:
        break

order = centres[:, 0].argsort()
print("centres found, from left to right:")
print(centres[order])
print("points of each:", count[order].tolist())
spread = distances(points, centres).amin(dim=1).mean()
print(f"mean distance of a point to its centre: {spread.item():.3f}")
# the same distances by the library's own function
print("as cdist:", torch.allclose(distances(points, centres), torch.cdist(points, centres), atol=1e-4))
