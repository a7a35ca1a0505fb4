"""Manipulation functions of the array API standard."""

from __future__ import annotations

from collections.abc import Sequence

from tbcast import _C as torch
from tbcast._C import Tensor

__all__ = [
    "broadcast_arrays", "broadcast_shapes", "broadcast_to", "concat", "expand_dims", "flip", "moveaxis",
    "permute_dims", "repeat", "reshape", "roll", "squeeze", "stack", "tile", "unstack",
]

Axes = int | tuple[int, ...]


def broadcast_arrays(*arrays: Tensor) -> tuple[Tensor, ...]:
    """The arrays, each expanded to the shape that all broadcast to; views.

    RuntimeError for shapes that do not broadcast.  As the array API standard says.

    >>> [a.shape for a in torch.array_api.broadcast_arrays(torch.ones(3, 1), torch.ones(2))]
    [torch.Size([3, 2]), torch.Size([3, 2])]
    """
    return tuple(torch.broadcast_tensors(*arrays)) if arrays else ()


def _common_size(sizes: Sequence[int | None]) -> int | None:
    """Of one dimension; a size that is not known (None) beside 1 is not known, beside others it is those."""
    known = {size for size in sizes if size not in (None, 1)}
    if len(known) > 1:
        raise ValueError(f"sizes {', '.join(sorted(map(str, known)))} do not broadcast")
    if known:
        return known.pop()
    return None if None in sizes else 1


def broadcast_shapes(*shapes: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """The shape that arrays of these shapes broadcast to; None stands for a size that is not known.

    ValueError for shapes that do not broadcast.  As the array API standard says.

    >>> torch.array_api.broadcast_shapes((3, 1), (1, None))
    (3, None)
    """
    rank = max([len(shape) for shape in shapes], default=0)
    padded = [(1,) * (rank - len(shape)) + tuple(shape) for shape in shapes]
    return tuple(_common_size(sizes) for sizes in zip(*padded, strict=True))


def broadcast_to(x: Tensor, /, shape: tuple[int, ...]) -> Tensor:
    """x expanded to a shape, as a view.

    RuntimeError for a shape that it does not broadcast to.  As the array API standard says.

    >>> torch.array_api.broadcast_to(torch.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return torch.broadcast_to(x, shape)


def concat(arrays: tuple[Tensor, ...] | list[Tensor], /, *, axis: int | None = 0) -> Tensor:
    """Arrays joined along an axis they have; flattened first where it is None.

    The dtype is what they promote to.  RuntimeError for sizes that differ elsewhere, IndexError for a
    wrong axis.  As the array API standard says.

    >>> torch.array_api.concat([torch.ones(2, 1), torch.zeros(1, 1)], axis=None)
    tensor([1., 1., 0.])
    """
    if axis is None:
        return torch.cat([array.flatten() for array in arrays], 0)
    return torch.cat(arrays, axis)


def _positions(axes: tuple[int, ...], ndim: int) -> list[int]:
    """The axes counted from 0; IndexError if one is out of range, ValueError if one is there twice."""
    for axis in axes:
        if not -ndim <= axis < ndim:
            raise IndexError(f"axis {axis} is out of range for {ndim} dimensions")
    found = [axis % ndim for axis in axes]
    if len({*found}) < len(found):
        raise ValueError(f"an axis appears twice in {axes}")
    return found


def expand_dims(x: Tensor, /, axis: Axes) -> Tensor:
    """x with a dimension of size 1 more at each of the places, counted in the result; a view.

    IndexError for a place out of range, ValueError for one given twice.  As the array API standard says.

    >>> torch.array_api.expand_dims(torch.ones(3), (0, -1)).shape
    torch.Size([1, 3, 1])
    """
    axes = (axis,) if isinstance(axis, int) else axis
    for place in sorted(_positions(axes, x.ndim + len(axes))):
        x = x.unsqueeze(place)
    return x


def flip(x: Tensor, /, *, axis: Axes | None = None) -> Tensor:
    """x in reverse order along axes, or along all.

    IndexError for wrong axes.  As the array API standard says.

    >>> torch.array_api.flip(torch.tensor([[1, 2], [3, 4]]))
    tensor([[4, 3],
            [2, 1]])
    """
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else axis
    return torch.flip(x, axes)


def moveaxis(x: Tensor, source: Axes, destination: Axes, /) -> Tensor:
    """x with dimensions at other places, the rest in their order; a view.

    RuntimeError or IndexError for wrong axes and other numbers of them.  As the array API standard says.

    >>> torch.array_api.moveaxis(torch.ones(2, 3, 4), 0, -1).shape
    torch.Size([3, 4, 2])
    """
    sources, destinations = ((axes,) if isinstance(axes, int) else axes for axes in (source, destination))
    return torch.moveaxis(x, sources, destinations)


def permute_dims(x: Tensor, /, axes: tuple[int, ...]) -> Tensor:
    """x with its dimensions in another order; a view.

    RuntimeError unless each axis is there once.  As the array API standard says.

    >>> torch.array_api.permute_dims(torch.ones(2, 3, 4), (2, 0, 1)).shape
    torch.Size([4, 2, 3])
    """
    return torch.permute(x, axes)


def repeat(x: Tensor, repeats: int | Tensor, /, *, axis: int | None = None) -> Tensor:
    """Each element as often as repeats says, along an axis or of the flattened array.

    PyTorch's repeat_interleave.  RuntimeError for negative numbers or another number of them, IndexError
    for a wrong axis.  As the array API standard says.

    >>> torch.array_api.repeat(torch.tensor([1, 2]), torch.tensor([2, 1]))
    tensor([1, 1, 2])
    """
    if isinstance(repeats, Tensor):
        return torch.repeat_interleave(x, repeats.to(torch.int64), axis)
    return torch.repeat_interleave(x, repeats, axis)


def reshape(x: Tensor, /, shape: tuple[int, ...], *, copy: bool | None = None) -> Tensor:
    """x in another shape, of which one size may be -1.

    copy: True copies always, False never (ValueError where that is impossible), None where it must.
    RuntimeError for another number of elements.  As the array API standard says.

    >>> torch.array_api.reshape(torch.arange(6), (2, -1))
    tensor([[0, 1, 2],
            [3, 4, 5]])
    """
    if copy is False:
        try:
            return x.view(shape)
        except RuntimeError as error:
            raise ValueError(str(error)) from None
    return torch.reshape(x.clone() if copy else x, shape)


def roll(x: Tensor, /, shift: Axes, *, axis: Axes | None = None) -> Tensor:
    """Elements moved on along axes, the last ones to the front; of the flattened array without an axis.

    RuntimeError or IndexError for wrong axes and other numbers of them.  As the array API standard says.

    >>> torch.array_api.roll(torch.arange(4), 1)
    tensor([3, 0, 1, 2])
    """
    if axis is None:
        return torch.roll(x, shift)
    if isinstance(shift, int) and not isinstance(axis, int):
        shift = (shift,) * len(axis)
    return torch.roll(x, shift, axis)


def squeeze(x: Tensor, /, axis: Axes) -> Tensor:
    """x without these dimensions of size 1; a view.

    ValueError for one of another size, which PyTorch keeps, IndexError for wrong axes.
    As the array API standard says.

    >>> torch.array_api.squeeze(torch.ones(1, 3, 1), (0, 2)).shape
    torch.Size([3])
    """
    axes = (axis,) if isinstance(axis, int) else axis
    places = _positions(axes, x.ndim)
    for place in places:
        if x.shape[place] != 1:
            raise ValueError(f"dimension {place} has size {x.shape[place]}, not 1")
    return torch.squeeze(x, places)


def stack(arrays: tuple[Tensor, ...] | list[Tensor], /, *, axis: int = 0) -> Tensor:
    """Arrays of one shape joined along a new axis.

    The dtype is what they promote to.  RuntimeError for several shapes, IndexError for a wrong axis.
    As the array API standard says.

    >>> torch.array_api.stack([torch.zeros(2), torch.ones(2)], axis=-1)
    tensor([[0., 1.],
            [0., 1.]])
    """
    return torch.stack(arrays, axis)


def tile(x: Tensor, repetitions: tuple[int, ...], /) -> Tensor:
    """x repeated as a whole along each axis.

    RuntimeError for negative numbers.  As the array API standard says.

    >>> torch.array_api.tile(torch.tensor([1, 2]), (2, 2))
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    return torch.tile(x, repetitions)


def unstack(x: Tensor, /, *, axis: int = 0) -> tuple[Tensor, ...]:
    """The slices along an axis, without it; views.

    IndexError for a wrong axis.  As the array API standard says.

    >>> torch.array_api.unstack(torch.tensor([[1, 2], [3, 4]]), axis=1)
    (tensor([1, 3]), tensor([2, 4]))
    """
    return tuple(torch.unbind(x, axis))
