"""A seasonal series: a trend that is meant, and weights of the observations that are not."""

import torch

torch.manual_seed(8)
days = torch.arange(30.0)
periods = torch.tensor([7.0, 14.0, 30.0])
seasons = torch.sin(days[:, None] / periods)
series = (seasons @ torch.tensor([1.0, 0.5, 0.2])).unsqueeze(1)
weights = torch.exp(-days / 10)
smooth = (series * weights).sum(0) / weights.sum()  # BUG: medium
right = (series * weights[:, None]).sum(0) / weights.sum()
forecast = series[-5:] + torch.zeros(7)  # BUG: medium
assert smooth.shape == (30,) and right.shape == (1,) and forecast.shape == (5, 7)
