"""torch.backends.mkl: tbcast does not use MKL."""

__all__ = ["is_available"]


def is_available() -> bool:
    """False: tbcast does without MKL.  As torch.backends.mkl.is_available of a PyTorch without.

    >>> torch.backends.mkl.is_available()
    False
    """
    return False
