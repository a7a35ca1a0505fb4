"""Which rounds of a loop an audit watches: the first two, and then one in so many."""

from __future__ import annotations

import operator


def checked(sample: int | None) -> int | None:
    """The number of rounds of which one is watched; None: all are.

    Raises TypeError for what is no integer, ValueError for less than 1.
    """
    if sample is None:
        return None
    if isinstance(sample, bool) or operator.index(sample) < 1:
        raise ValueError(f"sample is 1 or more, not {sample!r}")
    return operator.index(sample)


class Rounds:
    """Counts the rounds of a loop, from 0 on."""

    __slots__ = ("_every", "_now")

    def __init__(self, every: int) -> None:
        self._every = every
        self._now = 0

    @property
    def watched(self) -> bool:
        """Is the round of now watched?"""
        return self._now < 2 or self._now % self._every == 0

    def end(self) -> None:
        """The next one begins."""
        self._now += 1

    def restart(self) -> None:
        """The first one begins."""
        self._now = 0
