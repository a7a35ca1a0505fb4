"""What an audit has seen: broadcasts, grouped by the place of the user's code where they happened."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import FrameType

from tbcast._verdict.intent import Marks
from tbcast._verdict.risk import Shape


@dataclass(frozen=True)
class Finding:
    """A place of the program that broadcasts, with the riskiest shapes that it was seen with."""

    file: str
    line: int
    function: str
    statement: str
    operator: str
    shapes: tuple[Shape, ...]
    result: Shape
    growth: float
    nbytes: int | None
    risk: str
    reason: str
    fix: str | None
    count: int


class Recorder:
    """Collects what front ends see; safe to be called from any thread, and again while it works."""

    def see(
        self,
        operator: str,
        shapes: tuple[Shape, ...],
        frame: FrameType | None = None,
        *,
        marks: tuple[Marks | None, ...] = (),
        itemsize: int | None = None,
        inplace: bool = False,
        fallback: bool = False,
        data: bool = False,
    ) -> None:
        """An operation is about to broadcast these shapes, which are not all the same and do broadcast.

        frame: of the code that calls it, the caller's if not given. marks: for each operand where its dimensions
        were written out, see _verdict/intent.py. itemsize: of an element of the result. inplace: the first operand is
        written. fallback: viewed as 1-dimensional. data: it is a loss or compares data (dist, allclose), which
        nothing excuses, and which counts where library code calls it for the user's, as MSELoss does.
        """
        frame = frame or sys._getframe(1)
        raise NotImplementedError

    def findings(self, least: str = "medium") -> list[Finding]:
        """From this risk upwards, the riskiest first."""
        raise NotImplementedError

    def clear(self) -> None:
        """Forget what was seen."""
        raise NotImplementedError
