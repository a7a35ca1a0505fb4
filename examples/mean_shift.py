"""Mean shift: every point moves to the mean of its surroundings, weighted by a Gaussian, until it stops.

The points that end at one place form a cluster; the number of clusters is not given in advance.
"""

import tbcast as torch

torch.manual_seed(1)
BANDWIDTH = 1.5

true_centres = torch.tensor([[0.0, 0.0], [8.0, 0.0], [4.0, 7.0]], dtype=torch.float64)
points = (true_centres.unsqueeze(1) + torch.randn(3, 15, 2, dtype=torch.float64)).flatten(0, 1)


def gaussian(distance):
    return torch.exp(-0.5 * (distance / BANDWIDTH) ** 2)


def shifted(moving, fixed):
    """Each moving point's weighted mean of the fixed ones: (n, m) weights, (n, m) @ (m, 2)."""
    weight = gaussian(torch.cdist(moving, fixed))
    return (weight @ fixed) / weight.sum(dim=1, keepdim=True)


moving = points.clone()
for _ in range(200):
    target = shifted(moving, points)
    largest = (target - moving).norm(dim=1).max()
    moving = target
    if largest < 1e-6:
        break
print("every point stayed within 1e-6:", bool(largest < 1e-6))

# points that ended close together share a cluster: the first of them stands for all
together = torch.cdist(moving, moving) < 0.1
leader = together.to(torch.int8).argmax(dim=1)
leaders = torch.tensor(sorted(set(leader.tolist())))
print("clusters:", len(leaders))
print("peaks:")
print(moving[leaders].round(decimals=3))
sizes = (leader[:, None] == leaders).sum(dim=0)
print("sizes:", sizes.tolist())
labels = (leader[:, None] == leaders).int().argmax(dim=1).reshape(3, 15)
print("every true group is one cluster:", bool((labels == labels[:, :1]).all()))
