"""Colours: an image (height, width, 3) times a matrix, a white point of (3), masks where formulas differ."""

import tbcast as torch

TO_XYZ = torch.tensor(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE = TO_XYZ.sum(dim=1)
LUMA = torch.tensor([0.299, 0.587, 0.114])


def linear(rgb):
    """sRGB's curve undone."""
    return torch.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    """CIE L*a*b* of sRGB colours, along the last dimension."""
    relative = (linear(rgb) @ TO_XYZ.T) / WHITE
    f = torch.where(relative > 216 / 24389, relative ** (1 / 3), (24389 / 27 * relative + 16) / 116)
    x, y, z = f.unbind(dim=-1)
    return torch.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], dim=-1)


def hsv(rgb):
    """Hue in degrees, saturation, value."""
    value, largest = rgb.max(dim=-1)
    chroma = value - rgb.min(dim=-1).values
    safe = torch.where(chroma == 0, torch.ones(()), chroma)
    r, g, b = rgb.unbind(dim=-1)
    sectors = torch.stack([(g - b) / safe % 6, (b - r) / safe + 2, (r - g) / safe + 4], dim=-1)
    hue = 60 * sectors.gather(-1, largest.unsqueeze(-1)).squeeze(-1)
    hue = torch.where(chroma == 0, torch.zeros(()), hue)
    saturation = torch.where(value == 0, torch.zeros(()), chroma / value.clamp(min=1e-12))
    return torch.stack([hue, saturation, value], dim=-1)


names = ["red", "green", "blue", "white", "grey", "orange"]
colours = torch.tensor(
    [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [0.5, 0.5, 0.5], [1, 0.5, 0]], dtype=torch.float32
)
rows = torch.cat([lab(colours), hsv(colours)], dim=1).round(decimals=2) + 0.0  # no -0.00
for name, numbers in zip(names, rows.tolist(), strict=True):
    print(f"{name:7} Lab {{:8.2f}} {{:8.2f}} {{:8.2f}}   HSV {{:7.2f}} {{:5.2f}} {{:5.2f}}".format(*numbers))

# an image of 32 x 48 bytes: a gradient of two colours along the rows, darker towards the bottom
left, right = colours[0], colours[2]
across = torch.linspace(0, 1, 48)[:, None]  # (48, 1)
down = torch.linspace(1, 0.25, 32)[:, None, None]  # (32, 1, 1)
image = ((left * (1 - across) + right * across) * down * 255).round().to(torch.uint8)
print(image.shape, image.dtype, "brightest:", image.amax(dim=(0, 1)).tolist())

grey = (image.float() * LUMA).sum(dim=-1).round().to(torch.uint8)
used = torch.bincount(grey.flatten().long(), minlength=256)
print("grey levels in use:", int((used > 0).sum()), "the most frequent:", int(used.argmax()))
difference = lab(image[:, 1:].float() / 255) - lab(image[:, :-1].float() / 255)
print(f"mean step between neighbours in Lab: {difference.norm(dim=-1).mean().item():.3f}")
