"""torch.backends for programs that set its switches or ask for it: of PyTorch's libraries there is none here,
so that each says it is not available.  The switches keep what they are set to, and change nothing.
"""

from tbcast.backends import cpu, cuda, cudnn, mkl, mkldnn, mps, openmp

__all__ = ["cpu", "cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp"]
