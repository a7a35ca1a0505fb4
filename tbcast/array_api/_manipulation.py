"""Manipulation functions of the array API standard."""

from __future__ import annotations

from collections.abc import Sequence

from tbcast import _C as torch
from tbcast._C import Tensor
from tbcast.array_api._axes import positions

__all__ = [
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "concat",
    "expand_dims",
    "flip",
    "moveaxis",
    "permute_dims",
    "repeat",
    "reshape",
    "roll",
    "squeeze",
    "stack",
    "tile",
    "unstack",
]

Axes = int | tuple[int, ...]


def broadcast_arrays(*arrays: Tensor) -> tuple[Tensor, ...]:
    """The arrays, each expanded to their broadcast shape, as views.

    Raises RuntimeError if the shapes do not broadcast. Follows the array API standard.

    >>> [a.shape for a in torch.array_api.broadcast_arrays(torch.ones(3, 1), torch.ones(2))]
    [torch.Size([3, 2]), torch.Size([3, 2])]
    """
    return tuple(torch.broadcast_tensors(*arrays)) if arrays else ()


def _common_size(sizes: Sequence[int | None]) -> int | None:
    """The broadcast size of one dimension. An unknown size (None) and 1 give None; an unknown size and
    another one give the other."""
    known = {size for size in sizes if size not in (None, 1)}
    if len(known) > 1:
        raise ValueError(f"sizes {', '.join(sorted(map(str, known)))} do not broadcast")
    if known:
        return known.pop()
    return None if None in sizes else 1


def broadcast_shapes(*shapes: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """The broadcast shape of these shapes, in which None stands for an unknown size.

    Raises ValueError if the shapes do not broadcast. Follows the array API standard.

    >>> torch.array_api.broadcast_shapes((3, 1), (1, None))
    (3, None)
    """
    rank = max([len(shape) for shape in shapes], default=0)
    padded = [(1,) * (rank - len(shape)) + tuple(shape) for shape in shapes]
    return tuple(_common_size(sizes) for sizes in zip(*padded, strict=True))


def broadcast_to(x: Tensor, /, shape: tuple[int, ...]) -> Tensor:
    """x expanded to a shape, as a view.

    Raises RuntimeError if x does not broadcast to the shape. Follows the array API standard.

    >>> torch.array_api.broadcast_to(torch.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return torch.broadcast_to(x, shape)


def concat(arrays: tuple[Tensor, ...] | list[Tensor], /, *, axis: int | None = 0) -> Tensor:
    """Arrays joined along an existing axis; with axis=None they are flattened first.

    The dtype is the promoted one. Raises RuntimeError if other sizes differ, IndexError if axis is out of
    range. Follows the array API standard.

    >>> torch.array_api.concat([torch.ones(2, 1), torch.zeros(1, 1)], axis=None)
    tensor([1., 1., 0.])
    """
    if axis is None:
        return torch.cat([array.flatten() for array in arrays], 0)
    return torch.cat(arrays, axis)


def expand_dims(x: Tensor, /, axis: Axes) -> Tensor:
    """A view of x with a new dimension of size 1 at each of these positions of the result.

    Raises IndexError for a position out of range, ValueError for a repeated one. Follows the array API
    standard.

    >>> torch.array_api.expand_dims(torch.ones(3), (0, -1)).shape
    torch.Size([1, 3, 1])
    """
    axes = (axis,) if isinstance(axis, int) else axis
    for place in sorted(positions(axes, x.ndim + len(axes))):
        x = x.unsqueeze(place)
    return x


def flip(x: Tensor, /, *, axis: Axes | None = None) -> Tensor:
    """x in reverse order along some axes, by default along all.

    Raises IndexError if an axis is out of range. Follows the array API standard.

    >>> torch.array_api.flip(torch.tensor([[1, 2], [3, 4]]))
    tensor([[4, 3],
            [2, 1]])
    """
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else axis
    return torch.flip(x, axes)


def moveaxis(x: Tensor, source: Axes, destination: Axes, /) -> Tensor:
    """A view of x with some dimensions moved to other positions; the others keep their order.

    Raises RuntimeError or IndexError if an axis is out of range or the numbers of axes differ. Follows the
    array API standard.

    >>> torch.array_api.moveaxis(torch.ones(2, 3, 4), 0, -1).shape
    torch.Size([3, 4, 2])
    """
    sources, destinations = ((axes,) if isinstance(axes, int) else axes for axes in (source, destination))
    return torch.moveaxis(x, sources, destinations)


def permute_dims(x: Tensor, /, axes: tuple[int, ...]) -> Tensor:
    """A view of x with its dimensions in another order.

    Raises RuntimeError unless each axis is given once. Follows the array API standard.

    >>> torch.array_api.permute_dims(torch.ones(2, 3, 4), (2, 0, 1)).shape
    torch.Size([4, 2, 3])
    """
    return torch.permute(x, axes)


def repeat(x: Tensor, repeats: int | Tensor, /, *, axis: int | None = None) -> Tensor:
    """Each element repeated as often as repeats says, along an axis or in the flattened array.

    PyTorch's repeat_interleave. Raises RuntimeError for negative numbers or a wrong number of them,
    IndexError if axis is out of range. Follows the array API standard.

    >>> torch.array_api.repeat(torch.tensor([1, 2]), torch.tensor([2, 1]))
    tensor([1, 1, 2])
    """
    if isinstance(repeats, Tensor):
        return torch.repeat_interleave(x, repeats.to(torch.int64), axis)
    return torch.repeat_interleave(x, repeats, axis)


def reshape(x: Tensor, /, shape: tuple[int, ...], *, copy: bool | None = None) -> Tensor:
    """x with another shape, in which one size may be -1.

    copy: True always copies, False never does (ValueError if a copy is needed), None copies if needed. Raises
    RuntimeError if the number of elements differs. Follows the array API standard.

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
    """The elements shifted along axes, or in the flattened array; those moved beyond the end come in at the
    start.

    Raises RuntimeError or IndexError if an axis is out of range or the numbers of axes and shifts differ.
    Follows the array API standard.

    >>> torch.array_api.roll(torch.arange(4), 1)
    tensor([3, 0, 1, 2])
    """
    if axis is None:
        return torch.roll(x, shift)
    if isinstance(shift, int) and not isinstance(axis, int):
        shift = (shift,) * len(axis)
    return torch.roll(x, shift, axis)


def squeeze(x: Tensor, /, axis: Axes) -> Tensor:
    """A view of x without these dimensions of size 1.

    Raises ValueError for a dimension of another size, which PyTorch keeps, IndexError if an axis is out of
    range. Follows the array API standard.

    >>> torch.array_api.squeeze(torch.ones(1, 3, 1), (0, 2)).shape
    torch.Size([3])
    """
    axes = (axis,) if isinstance(axis, int) else axis
    places = positions(axes, x.ndim)
    for place in places:
        if x.shape[place] != 1:
            raise ValueError(f"dimension {place} has size {x.shape[place]}, not 1")
    return torch.squeeze(x, places)


def stack(arrays: tuple[Tensor, ...] | list[Tensor], /, *, axis: int = 0) -> Tensor:
    """Arrays of the same shape joined along a new axis.

    The dtype is the promoted one. Raises RuntimeError for different shapes, IndexError if axis is out of
    range. Follows the array API standard.

    >>> torch.array_api.stack([torch.zeros(2), torch.ones(2)], axis=-1)
    tensor([[0., 1.],
            [0., 1.]])
    """
    return torch.stack(arrays, axis)


def tile(x: Tensor, repetitions: tuple[int, ...], /) -> Tensor:
    """x repeated along each axis.

    Raises RuntimeError for negative numbers. Follows the array API standard.

    >>> torch.array_api.tile(torch.tensor([1, 2]), (2, 2))
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    return torch.tile(x, repetitions)


def unstack(x: Tensor, /, *, axis: int = 0) -> tuple[Tensor, ...]:
    """Views of the slices along an axis, which is dropped.

    Raises IndexError if axis is out of range. Follows the array API standard.

    >>> torch.array_api.unstack(torch.tensor([[1, 2], [3, 4]]), axis=1)
    (tensor([1, 3]), tensor([2, 4]))
    """
    return tuple(torch.unbind(x, axis))
