"""A linear regression by gradient steps whose targets keep a row's shape."""

import torch

torch.manual_seed(0)
inputs = torch.rand(32, 3)
targets = inputs @ torch.tensor([1.0, -2.0, 0.5])
weights = torch.zeros(3, 1)
bias = torch.zeros(1)


def predict(batch):
    return batch @ weights + bias


for step in range(3):
    errors = predict(inputs) - targets  # BUG: high
    gradient = inputs.T @ errors.mean(1, keepdim=True)
    weights.sub_(0.1 * gradient)
loss = torch.nn.functional.mse_loss(predict(inputs), targets)  # BUG: high
assert loss.ndim == 0
