"""A table of measurements: each column to mean 0 and standard deviation 1, then a look at the correlations.

The table has rows of one flower each: four lengths, and the species as a number.
"""

import csv
from pathlib import Path

import tbcast as torch

TABLE = Path(__file__).parent.parent / "docs" / "iris.csv"

with TABLE.open() as file:
    header, *rows = csv.reader(file)
species = sorted({row[-1] for row in rows})
data = torch.tensor([[float(cell) for cell in row[:4]] for row in rows], dtype=torch.float64)
label = torch.tensor([species.index(row[-1]) for row in rows])
print(data.shape, "columns:", header[:4])

mean, deviation = data.mean(dim=0), data.std(dim=0)
for name, m, s in zip(header[:4], mean.tolist(), deviation.tolist(), strict=True):
    print(f"{name:20} mean {m:.3f}  deviation {s:.3f}")

standard = (data - mean) / deviation  # (150, 4) against (4)
print("means are 0:", torch.allclose(standard.mean(dim=0), torch.zeros(4).double(), atol=1e-12))
print("deviations are 1:", torch.allclose(standard.std(dim=0), torch.ones(4).double()))

correlation = standard.T @ standard / (len(data) - 1)
print("correlations:")
print(correlation.round(decimals=3))
pairs = torch.triu(correlation.abs(), diagonal=1)
strongest = divmod(pairs.argmax().item(), 4)
print("strongest:", header[strongest[0]], "and", header[strongest[1]])

# the mean of each species, by a mask of (species, rows) as weights
member = (label == torch.arange(len(species))[:, None]).double()
centre = member @ standard / member.sum(dim=1, keepdim=True)
print("species' means, standardised:")
print(centre.round(decimals=2))
guess = torch.cdist(standard, centre).argmin(dim=1)
print("nearest mean is the own species for", int((guess == label).sum()), "of", len(label))

# outliers: further than 2.5 deviations from the mean in any column
far = (standard.abs() > 2.5).any(dim=1)
print("outliers in rows:", far.nonzero().flatten().tolist())
low, high = data.min(dim=0).values, data.max(dim=0).values
scaled = (data - low) / (high - low)
print("scaled to", scaled.amin().item(), "...", scaled.amax().item())
