"""torch.backends, for programs that query it or set its switches.

None of PyTorch's libraries is used here, so each one says that it is not available. The switches keep their
values, and change nothing.
"""

from tbcast.backends import cpu, cuda, cudnn, mkl, mkldnn, mps, openmp

__all__ = ["cpu", "cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp"]
