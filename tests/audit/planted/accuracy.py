"""The accuracy of a classifier whose labels come as a column from a table."""

import torch

torch.manual_seed(1)
scores = torch.rand(64, 10)
table = torch.randint(0, 10, (64, 3))
labels = table[:, :1]


def accuracy(predicted, wanted):
    return (predicted == wanted).float().mean()  # BUG: high


wrong = accuracy(scores.argmax(1), labels)
right = (scores.argmax(1) == labels.squeeze(1)).float().mean()
one_hot = labels.squeeze(1)[:, None] == torch.arange(10)
assert one_hot.shape == (64, 10)
assert right.ndim == wrong.ndim == 0
