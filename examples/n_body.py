"""Gravity between n bodies: (n, 3) - (n, 1, 3) are the differences of every two positions at once."""

import tbcast as torch

G = 1.0
mass = torch.tensor([1000.0, 1.0, 0.5, 2.0], dtype=torch.float64)
position = torch.tensor([[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [0.0, 15.0, 0.0], [0.0, 0.0, -22.0]]).double()
velocity = torch.tensor([[0.0, 0.0, 0.0], [0.0, 10.0, 0.0], [-8.0, 0.0, 0.0], [6.5, 0.0, 0.0]]).double()


def acceleration(position):
    """The sum over the others of G m (r_j - r_i) / |r_j - r_i|^3."""
    difference = position - position[:, None]  # (n, n, 3)
    distance = difference.norm(dim=-1)
    weight = G * mass / (distance + torch.eye(len(mass))) ** 3  # a body and itself: 0 / 1
    return (weight[:, :, None] * difference).sum(dim=1)


def energy(position, velocity):
    kinetic = 0.5 * (mass * (velocity**2).sum(dim=1)).sum()
    distance = torch.cdist(position, position)
    pair = torch.triu(mass[:, None] * mass, diagonal=1)
    return kinetic - (G * pair / (distance + torch.eye(len(mass)))).sum()


def centre(position):
    return (mass[:, None] * position).sum(dim=0) / mass.sum()


start_energy, dt = energy(position, velocity), 0.01
print(f"energy at the start: {start_energy.item():.4f}")
pull = acceleration(position)
for step in range(1, 1001):  # the leapfrog: half a kick, a drift, half a kick
    velocity += 0.5 * dt * pull
    position += dt * velocity
    pull = acceleration(position)
    velocity += 0.5 * dt * pull
    if step % 250 == 0:
        radius = (position - position[0]).norm(dim=1)[1:]
        print(f"step {step}: distances from the first body {[round(r, 2) for r in radius.tolist()]}")

drift = (energy(position, velocity) - start_energy) / start_energy
print("energy kept to 1e-4:", bool(drift.abs() < 1e-4))
momentum = torch.einsum("i,id->d", mass, velocity)
expected = torch.tensor([-4.0 + 13.0, 10.0, 0.0], dtype=torch.float64)
print("momentum kept:", torch.allclose(momentum, expected, atol=1e-9))
print("centre of mass:", [round(c, 3) for c in centre(position).tolist()])
