"""What a library on top of tbcast needs beside the public names; tbcast.dask, which computes blocks, is one.

- `meta(frames)`: this thread's tensors are meta tensors until `meta(before)`. Pointwise calls check
  everything, warn this many frames up, ask policies, and compute nothing. It returns what held before, as do
- `in_task(flag)`: this thread runs one of many tasks, whose calls use no other threads and do not warn; and
- `thread_default_dtype(dtype)`: the default dtype of this thread's calls.
- `caller()`: the frame of the program that has called tbcast, and how many frames up it is.
- `is_watched()`: whether policies or audits are asked here. `ask(name, *operands)` asks them about operands
  that broadcast; in `Part()` nobody is asked. `broadcast(*shapes)` is the broadcast shape, or None.
- `functions`: what each function does with shapes. `POINTWISE` and `POINTWISE_METHODS`: those that compute
  element by element.
"""

from tbcast import _C
from tbcast._C import (
    _in_task as in_task,
    _is_watched as is_watched,
    _meta as meta,
    _thread_default_dtype as thread_default_dtype,
)
from tbcast._policy import caller
from tbcast._verdict import functions
from tbcast._verdict.calls import Part, ask
from tbcast._verdict.risk import broadcast

POINTWISE = frozenset(_C._operator_functions())
POINTWISE_METHODS = frozenset(_C._operator_methods())

__all__ = [
    "POINTWISE",
    "POINTWISE_METHODS",
    "Part",
    "ask",
    "broadcast",
    "caller",
    "functions",
    "in_task",
    "is_watched",
    "meta",
    "thread_default_dtype",
]
