"""torch.backends.openmp: tbcast does not use OpenMP."""

__all__ = ["is_available"]


def is_available() -> bool:
    """False: tbcast does without OpenMP.  As torch.backends.openmp.is_available of a PyTorch without.

    >>> torch.backends.openmp.is_available()
    False
    """
    return False
