"""Samplers: orders of indices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

import tbcast
from tbcast import Generator

T_co = TypeVar("T_co", covariant=True)


def _own_generator(generator: Generator | None) -> Generator:
    """The generator, or one with a seed that the default one draws, as in PyTorch."""
    if generator is not None:
        return generator
    seed = int(tbcast.empty((), dtype=tbcast.int64).random_().item())
    return Generator().manual_seed(seed)


class Sampler(Generic[T_co]):
    """A subclass has __iter__.  As torch.utils.data.Sampler."""

    def __iter__(self) -> Iterator[T_co]:
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """0, 1, 2, ...  As torch.utils.data.SequentialSampler."""

    def __init__(self, data_source: Any) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """All indices in an order that is drawn, or indices that are drawn with replacement.  As
    torch.utils.data.RandomSampler."""

    def __init__(
        self,
        data_source: Any,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Generator | None = None,
    ) -> None:
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement should be a boolean value, but got replacement={replacement}")
        self.data_source, self.replacement, self.generator = data_source, replacement, generator
        self._num_samples = num_samples
        if not isinstance(self.num_samples, int) or self.num_samples < (num_samples is not None):
            raise ValueError(
                f"num_samples should be a positive integer value, but got num_samples={num_samples}"
            )

    @property
    def num_samples(self) -> int:
        """How many indices there are."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        n, generator = len(self.data_source), _own_generator(self.generator)
        if self.replacement:
            for begin in range(0, self.num_samples, 32):
                size = min(32, self.num_samples - begin)
                yield from tbcast.randint(n, (size,), dtype=tbcast.int64, generator=generator).tolist()
            return
        for _ in range(self.num_samples // n if n else 0):
            yield from tbcast.randperm(n, generator=generator).tolist()
        if n:
            yield from tbcast.randperm(n, generator=generator).tolist()[: self.num_samples % n]

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """The indices in an order that is drawn.  As torch.utils.data.SubsetRandomSampler."""

    def __init__(self, indices: Sequence[int], generator: Generator | None = None) -> None:
        self.indices, self.generator = indices, generator

    def __iter__(self) -> Iterator[int]:
        order = tbcast.randperm(len(self.indices), generator=self.generator or tbcast.default_generator)
        return (self.indices[i] for i in order.tolist())

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Indices that are drawn with these probabilities.  As torch.utils.data.WeightedRandomSampler."""

    def __init__(
        self,
        weights: Sequence[float],
        num_samples: int,
        replacement: bool = True,
        generator: Generator | None = None,
    ) -> None:
        self.weights = tbcast.as_tensor(weights, dtype=tbcast.float64)
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self) -> Iterator[int]:
        drawn = tbcast.multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator)
        return iter(drawn.tolist())

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """Lists of batch_size indices of a sampler.  As torch.utils.data.BatchSampler."""

    def __init__(self, sampler: Iterable[int], batch_size: int, drop_last: bool) -> None:
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size <= 0:
            raise ValueError(
                f"batch_size should be a positive integer value, but got batch_size={batch_size}"
            )
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self) -> Iterator[list[int]]:
        batch: list[int] = []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self) -> int:
        n, size = len(self.sampler), self.batch_size  # type: ignore[arg-type]
        return n // size if self.drop_last else -(-n // size)
