"""Generalised advantage estimation with values that keep the critic's last dimension."""

import torch

torch.manual_seed(6)
steps = 24
rewards, done = torch.rand(steps), (torch.rand(steps) > 0.9).float()
values = torch.rand(steps + 1, 1)
gamma, decay = 0.99, 0.95


def advantages(values):
    running, found = torch.zeros(()), []
    for t in reversed(range(steps)):
        delta = rewards[t] + gamma * values[t + 1] * (1 - done[t]) - values[t]
        running = delta + gamma * decay * (1 - done[t]) * running
        found.append(running.reshape(()))
    return torch.stack(found[::-1])


gained = advantages(values)
returns = gained + values[:-1]  # BUG: high
right = gained + values[:-1].squeeze(1)
normal = (gained - gained.mean()) / (gained.std() + 1e-8)
loss = torch.nn.functional.l1_loss(values[:-1], right)  # BUG: high
assert returns.shape == (steps, steps) and normal.shape == right.shape and loss.ndim == 0
