"""Intersection over union of boxes: pairs that are meant, and areas that are not."""

import torch

torch.manual_seed(7)
low = torch.rand(9, 2)
found = torch.cat([low, low + torch.rand(9, 2)], 1)
wanted = found.flip(0)


def area(boxes):
    return (boxes[:, 2:] - boxes[:, :2]).prod(1)


def pairwise(a, b):
    top = torch.maximum(a[:, None, :2], b[:, :2])
    bottom = torch.minimum(a[:, None, 2:], b[:, 2:])
    shared = (bottom - top).clamp(min=0).prod(2)
    return shared / (area(a)[:, None] + area(b) - shared)


def matched(a, b):
    top, bottom = torch.maximum(a[:, :2], b[:, :2]), torch.minimum(a[:, 2:], b[:, 2:])
    shared = (bottom - top).clamp(min=0).prod(1, keepdim=True)
    union = area(a) + area(b)
    return shared / union  # BUG: high


assert pairwise(found, wanted).shape == (9, 9)
assert matched(found, wanted).shape == (9, 9)
