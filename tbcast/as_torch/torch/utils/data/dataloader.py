"""DataLoader, in the program's own process, and how items become a batch."""

from __future__ import annotations

import collections.abc
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from torch.utils.data.dataset import IterableDataset
from torch.utils.data.sampler import BatchSampler, RandomSampler, SequentialSampler

import tbcast
from tbcast import Generator, Tensor


def get_worker_info() -> None:
    """None: this is no worker process.  As torch.utils.data.get_worker_info."""


def _each(function: Callable[[Any], Any], data: Any) -> Any:
    """The function's results for the items of a mapping, tuple or list, in the same kind of container."""
    if isinstance(data, collections.abc.Mapping):
        return {key: function(value) for key, value in data.items()}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(function(value) for value in data))
    if isinstance(data, collections.abc.Sequence) and not isinstance(data, (str, bytes)):
        return [function(value) for value in data]
    return data


def _is_array(value: Any) -> bool:
    return (
        type(value).__module__ == "numpy" and not isinstance(value, (str, bytes)) and hasattr(value, "dtype")
    )


def default_convert(data: Any) -> Any:
    """Arrays and numbers of NumPy as Tensors, in containers, too.  As torch.utils.data.default_convert."""
    if isinstance(data, Tensor) or (_is_array(data) and data.dtype.kind in "SUO"):
        return data
    return tbcast.as_tensor(data) if _is_array(data) else _each(default_convert, data)


def default_collate(batch: Any) -> Any:
    """The items as one: Tensors, arrays and numbers are stacked, containers item by item.

    RuntimeError if sequences differ in length, TypeError for other objects. As
    torch.utils.data.default_collate.
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return tbcast.stack(list(batch), 0)
    if _is_array(first):
        if first.dtype.kind in "SUO":
            raise TypeError(_refusal(first.dtype))
        return tbcast.stack([tbcast.as_tensor(one) for one in batch], 0)
    if isinstance(first, float):
        return tbcast.tensor(batch, dtype=tbcast.float64)
    if isinstance(first, int):
        return tbcast.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, collections.abc.Mapping):
        return {key: default_collate([one[key] for one in batch]) for key in first}
    if isinstance(first, collections.abc.Sequence):
        if any(len(one) != len(first) for one in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        found = [default_collate(items) for items in zip(*batch, strict=True)]
        return type(first)(*found) if hasattr(first, "_fields") else found
    raise TypeError(_refusal(type(first)))


def _refusal(kind: Any) -> str:
    return f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {kind}"


class DataLoader:
    """The items of a data set, in batches. num_workers must be 0.  As torch.utils.data.DataLoader."""

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Iterable[Any] | None = None,
        batch_sampler: Iterable[Any] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[Any], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Any = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        if num_workers < 0:
            raise ValueError(
                "num_workers option should be non-negative; use num_workers=0 to disable multiprocessing."
            )
        if num_workers:
            raise NotImplementedError("tbcast's DataLoader has no worker processes: use num_workers=0")
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
            raise ValueError(
                "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last"
            )
        if batch_size is None and drop_last and batch_sampler is None:
            raise ValueError(
                "batch_size=None option disables auto-batching and is mutually exclusive with drop_last"
            )
        self.dataset, self.num_workers, self.pin_memory, self.timeout = dataset, 0, pin_memory, timeout
        self.drop_last, self.generator, self.worker_init_fn = drop_last, generator, worker_init_fn
        self._iterable = isinstance(dataset, IterableDataset)
        if batch_sampler is not None:
            batch_size = None
        elif sampler is None and not self._iterable:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        self.batch_size, self.sampler, self.batch_sampler = batch_size, sampler, batch_sampler
        if batch_size is not None and batch_sampler is None and not self._iterable:
            assert sampler is not None
            self.batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        batched = batch_size is not None or batch_sampler is not None
        self.collate_fn = collate_fn or (default_collate if batched else default_convert)

    def __iter__(self) -> Iterator[Any]:
        tbcast.empty((), dtype=tbcast.int64).random_(
            generator=self.generator
        )  # PyTorch's seed of the workers
        if self._iterable and self.batch_size is None:
            yield from map(self.collate_fn, self.dataset)
        elif self._iterable:
            items = iter(self.dataset)
            while batch := list(itertools.islice(items, self.batch_size)):
                if len(batch) == self.batch_size or not self.drop_last:
                    yield self.collate_fn(batch)
        elif self.batch_sampler is not None:
            for indices in self.batch_sampler:
                yield self.collate_fn(self._fetch(indices))
        else:
            assert self.sampler is not None
            for index in self.sampler:
                yield self.collate_fn(self.dataset[index])

    def _fetch(self, indices: Any) -> list[Any]:
        if hasattr(self.dataset, "__getitems__"):
            return self.dataset.__getitems__(indices)  # type: ignore[no-any-return]
        return [self.dataset[index] for index in indices]

    def __len__(self) -> int:
        if self._iterable:
            n, size = len(self.dataset), self.batch_size or 1
            return n // size if self.drop_last else -(-n // size)
        return len(self.batch_sampler if self.batch_sampler is not None else self.sampler)  # type: ignore[arg-type]
