"""All that can be watched at once: tbcast's tensors, rewritten code, PyTorch if the program imports it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial

from tbcast.audit._front_end import Recorders, Watching
from tbcast.audit._rewriting.front_end import numpy
from tbcast.audit._rewriting.importing import after_import
from tbcast.audit._rewriting.watching import recorders as arrays_of
from tbcast.audit._tensors import _recorders as tensors_of, tensors
from tbcast.audit.recorder import Recorder


def _watch(recorders: Recorders, recorder: Recorder, watched: bool) -> None:
    """From here on, or no longer."""
    (recorders.add if watched else recorders.remove)(recorder)


@contextmanager
def everything(
    recorder: Recorder,
    *,
    deep: bool = False,
    modules: Sequence[str] | None = None,
    sample: int | None = None,
) -> Iterator[Recorder]:
    """Within it the recorder sees all; deep: see tbcast.audit.torch, modules: see tbcast.audit.numpy. sample:
    the first two rounds of a training loop of PyTorch, and one in so many, are watched, by all front ends.
    """
    with ExitStack() as stack:

        def watch_torch() -> None:
            try:
                from tbcast.audit._pytorch.front_end import torch

                others = [partial(_watch, each, recorder) for each in (tensors_of, arrays_of)]
                stack.enter_context(
                    Watching(torch, recorder, deep=deep, warn=False, steps=sample, others=others)
                )
            except Exception as error:  # of a version that works otherwise; it is not the program's to handle
                print(f"tbcast: PyTorch is not watched: {error}", file=sys.stderr)

        stack.enter_context(tensors(recorder))
        stack.enter_context(numpy(recorder, modules=modules))
        stack.callback(after_import("torch", watch_torch))
        yield recorder
