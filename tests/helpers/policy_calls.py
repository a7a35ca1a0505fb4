"""What the tests of broadcast_policy share."""

import warnings
from contextlib import contextmanager

from under_test import tb

policy = getattr(tb, "broadcast_policy", None)  # PyTorch has nothing like it
Refused, Warned = getattr(tb, "BroadcastPolicyError", None), getattr(tb, "BroadcastPolicyWarning", None)


def ones(*shapes):
    return [tb.ones(shape) for shape in shapes]


@contextmanager
def recorded():
    """All warnings."""
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        yield log


def broadcasts():
    """Whether the code that asks may broadcast riskily."""
    try:
        tb.ones(4, 1) + tb.ones(4)
    except Refused:
        return False
    return True
