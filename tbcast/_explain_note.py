"""The note (PEP 678) that errors about broadcasting carry; src/python/notes.c asks for it."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from tbcast._risk import Shape, name_of

_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def _aligned(shape: Shape, widths: Sequence[int], ndim: int) -> str:
    """The shape with its sizes in columns, which are counted from the trailing dimension."""
    missing = ndim - len(shape)
    cells = [" " * (width + 2) for width in widths[:missing]]
    cells += [f"{size:>{width}}, " for size, width in zip(shape, widths[missing:], strict=True)]
    text = "".join(cells)
    return f"({text[:-1]})" if len(shape) == ndim == 1 else f"({text[:-2] if shape else text})"


def _clash(sizes: list[int | None], inplace: bool) -> bool:
    """Whether sizes along one dimension (None where it is missing) do not broadcast."""
    wanted = {size for size in sizes if size not in (1, None)}
    if inplace:
        return sizes[0] is None or bool(wanted - {sizes[0]})
    return len(wanted) > 1


def _note(shapes: Sequence[Shape], inplace: bool = False, names: Sequence[str] = ()) -> str:
    """Align the shapes from the trailing dimension and name their first clash.

    `inplace`: the first shape is fixed. `names`: what the shapes are called, a, b, ... if not given.
    """
    names = names or [name_of(i) for i in range(len(shapes))]
    ndim = max(map(len, shapes))
    columns = [[shape[-i] if i <= len(shape) else None for shape in shapes] for i in range(ndim, 0, -1)]
    widths = [max(len(str(size)) for size in column if size is not None) for column in columns]
    room = max(map(len, names))
    lines = [f"{name:<{room}}  {_aligned(s, widths, ndim)}" for name, s in zip(names, shapes, strict=True)]
    for place, sizes in enumerate(reversed(columns), 1):
        if _clash(sizes, inplace):
            found = (
                f"{name} has {'no such dimension' if size is None else f'size {size}'}"
                for name, size in zip(names, sizes, strict=True)
            )
            lines.append(f"{_ORDINALS.get(place, f'{place}th')} trailing dimension: {', '.join(found)}")
            break
    return "\n".join(lines)


# A program that catches these errors in a loop mostly meets the same shapes.
note = functools.lru_cache(maxsize=128)(_note)
