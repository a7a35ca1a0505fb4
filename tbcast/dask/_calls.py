"""Calls of tbcast's functions: as tasks on blocks, and with meta tensors, which determine shape and dtype.

A meta tensor has sizes and a dtype but no data, like tensors on torch's device "meta"; here it is one
expanded element. Views and pointwise calls of meta tensors take no memory and no time. They check, warn, ask
policies and raise errors just as calls of the whole tensors do (TB_META).
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from tbcast import _C, _protocol
from tbcast._C import Tensor
from tbcast._protocol import caller
from tbcast.dask._blocks import in_task, to_block, to_tensor, with_default_dtype

_Result = TypeVar("_Result")


def meta_tensor(shape: Iterable[int], dtype: _C.dtype) -> Tensor:
    """A tensor of that shape without data: one expanded element."""
    return _C.ones((), dtype=dtype).expand(tuple(shape))


def written(function: Callable[..., _Result], *args: Any, **kwargs: Any) -> _Result:
    """Call a function with meta tensors, so that warnings refer to the program's line."""
    before = _protocol.meta(caller()[1])
    try:
        return function(*args, **kwargs)
    finally:
        _protocol.meta(before)


_found: dict[str, Callable[..., Any]] = {}


def find(name: str) -> Callable[..., Any]:
    """The function with a name: 'add', '.add_' (a method), 'operator.add', 'special.expit', 'module:name'."""
    found = _found.get(name)
    if found is None:
        module, colon, function = name.partition(":")
        if not colon:
            module, _, function = name.rpartition(".")
            if name.startswith("operator."):
                module = "operator"
            else:
                module = f"tbcast.{module}" if module else "tbcast"
        owner = Tensor if name.startswith(".") else importlib.import_module(module)
        found = _found[name] = getattr(owner, function)
    return found


@dataclass(frozen=True, slots=True)
class Hole:
    """The place of a block in a call's arguments."""

    number: int


def fill(value: Any, blocks: Any) -> Any:
    """The arguments with blocks in place of their holes."""
    if isinstance(value, Hole):
        return blocks[value.number]
    if type(value) in (tuple, list):
        return type(value)(fill(item, blocks) for item in value)
    if type(value) is dict:
        return {key: fill(item, blocks) for key, item in value.items()}
    return value


@dataclass(eq=False, slots=True)
class Call:
    """A task: a function of tbcast, its arguments with holes, and the dtypes of the blocks for the holes."""

    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    dtypes: tuple[_C.dtype, ...]
    own: int | None = None
    """The block that is written; the call gets a copy."""
    several: tuple[int, ...] = ()
    """Blocks that count as parts of tensors of several elements."""
    equal: tuple[Any, ...] = ()
    """A tuple of (block, dimension) pairs for each unknown size."""
    default_dtype: _C.dtype = field(default_factory=_C.get_default_dtype)
    """The program's when it builds the task."""

    @property
    def __name__(self) -> str:
        """The name of the tasks in Dask."""
        return self.name.rpartition(":")[2].rpartition(".")[2].strip("_") or "call"

    def __call__(self, *blocks: Any) -> Any:
        return with_default_dtype(self.default_dtype, in_task, self._run, blocks)

    def _run(self, blocks: tuple[Any, ...]) -> Any:
        tensors = [to_tensor(_alone(block), dtype) for block, dtype in zip(blocks, self.dtypes, strict=True)]
        for pairs in self.equal:
            _check_equal([tensors[number].shape[d] for number, d in pairs])
        single = self._as_several(tensors) if self.several else False
        if self.own is not None:
            tensors[self.own] = tensors[self.own].clone()
        result = find(self.name)(*fill(self.args, tensors), **fill(self.kwargs, tensors))
        return to_block(result[..., :1] if single else result)

    def _as_several(self, tensors: list[Tensor]) -> bool:
        """Expand blocks of one element that are parts of larger tensors; returns whether the result's block
        has one element."""
        shape = list(_C.broadcast_shapes(*(tensor.shape for tensor in tensors)))
        single = math.prod(shape) == 1
        if single:
            shape[-1] = 2
        for number in self.several:
            if tensors[number].numel() == 1:
                tensors[number] = tensors[number].expand(shape)
        return single


def _check_equal(sizes: list[int]) -> None:
    """Check blocks whose tensors have unknown sizes: size 1 must not broadcast to another."""
    if len(set(sizes)) > 1:
        found = " and ".join(map(str, sorted(set(sizes))))
        raise RuntimeError(f"sizes that were unknown do not match: {found} along one dimension of a block")


def _alone(block: Any) -> Any:
    """The only block in the lists that Dask makes for dimensions that the result lacks.

    With concatenate=True Dask would copy it.
    """
    while type(block) is list:
        (block,) = block
    return block


def array_meta(ndim: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """The meta of an array, as Dask calls it: the type, dtype and dimensions of its blocks."""
    return np.zeros((0,) * ndim, dtype)  # not np.empty: tokens include the element of a 0-dim array
