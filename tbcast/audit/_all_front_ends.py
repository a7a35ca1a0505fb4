"""All that can be watched at once: tbcast's tensors, rewritten code, PyTorch if the program imports it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from tbcast.audit._rewriting.front_end import numpy
from tbcast.audit._rewriting.importing import after_import
from tbcast.audit._tensors import tensors
from tbcast.audit.recorder import Recorder


@contextmanager
def everything(
    recorder: Recorder, *, deep: bool = False, modules: Sequence[str] | None = None
) -> Iterator[Recorder]:
    """Within it the recorder sees all; deep: see tbcast.audit.torch, modules: see tbcast.audit.numpy."""
    with ExitStack() as stack:

        def watch_torch() -> None:
            try:
                from tbcast.audit._pytorch.front_end import torch

                stack.enter_context(torch(recorder, deep=deep))
            except Exception as error:  # of a version that works otherwise; it is not the program's to handle
                print(f"tbcast: PyTorch is not watched: {error}", file=sys.stderr)

        stack.enter_context(tensors(recorder))
        stack.enter_context(numpy(recorder, modules=modules))
        stack.callback(after_import("torch", watch_torch))
        yield recorder
