"""The Mandelbrot set: a row of real parts plus a column of imaginary parts is the complex plane."""

import tbcast as torch

ROWS, COLUMNS, STEPS = 21, 64, 40
SHADES = torch.tensor([ord(c) for c in " .:-=+*#%@"])

x = torch.linspace(-2.2, 1.0, COLUMNS)  # (columns)
y = torch.linspace(1.2, -1.2, ROWS)[:, None]  # (rows, 1)
c = x + 1j * y  # (rows, columns)
print(c.shape, c.dtype)

z = torch.zeros_like(c)
escaped_at = torch.full(c.shape, STEPS)
for step in range(STEPS):
    z = torch.where(z.abs() <= 2, z * z + c, z)
    just_now = (z.abs() > 2) & (escaped_at == STEPS)
    escaped_at[just_now] = step

inside = escaped_at == STEPS
shade = torch.where(inside, len(SHADES) - 1, (escaped_at * 8 / STEPS).long().clamp(max=8))
for row in SHADES[shade].tolist():
    print("".join(map(chr, row)).rstrip())

area = inside.float().mean() * (3.2 * 2.4)
print(f"\nfraction inside: {inside.float().mean().item():.4f}, area about {area.item():.2f}")
print("rows mirrored at the real axis:", torch.equal(inside, inside.flip(0)))
print("escaped in the first steps:", torch.bincount(escaped_at.flatten(), minlength=STEPS)[:8].tolist())
