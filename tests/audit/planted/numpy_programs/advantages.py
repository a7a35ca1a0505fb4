"""Generalised advantage estimation with values that keep the critic's last dimension."""

import numpy as np

rng = np.random.default_rng(6)
steps = 24
rewards, done = rng.random(steps), (rng.random(steps) > 0.9).astype(float)
values = rng.random((steps + 1, 1))
gamma, decay = 0.99, 0.95


def advantages(values):
    found = np.zeros(steps)
    running = 0.0
    for t in reversed(range(steps)):
        delta = rewards[t] + gamma * values[t + 1, 0] * (1 - done[t]) - values[t, 0]
        running = found[t] = delta + gamma * decay * (1 - done[t]) * running
    return found


gained = advantages(values)
future = gamma * (1 - done) * values[1:]  # BUG: high
targets = rewards[:, None] + future
returns = gained + values[:-1]  # BUG: high
right = gained + values[:-1].squeeze(1)
normal = (gained - gained.mean()) / (gained.std() + 1e-8)
agree = np.allclose(returns[0, 0], right[0]) and np.isclose(right, values[1:]).all()  # BUG: high
assert targets.shape == returns.shape == (steps, steps) and normal.shape == right.shape and not agree
