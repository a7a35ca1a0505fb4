"""torch.optim: optimizers need gradients. The classes exist so that modules that name them can be imported:
making one is an error."""

from torch import _absent

_ABSENT = """
ASGD Adadelta Adafactor Adagrad Adam AdamW Adamax LBFGS NAdam Optimizer RAdam RMSprop Rprop SGD SparseAdam
"""


def __getattr__(name: str) -> type:
    """A class that cannot be made, for an optimizer."""
    if name in _ABSENT.split():
        return _absent.absent("torch.optim", name, (object,), "use PyTorch")
    raise _absent.refuse(f"torch.optim.{name}")
