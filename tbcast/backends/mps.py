"""torch.backends.mps of a machine without Apple's GPU."""

__all__ = ["is_available", "is_built"]


def is_available() -> bool:
    """False.  As torch.backends.mps.is_available.

    >>> torch.backends.mps.is_available()
    False
    """
    return False


def is_built() -> bool:
    """False.  As torch.backends.mps.is_built.

    >>> torch.backends.mps.is_built()
    False
    """
    return False
