"""Discrete Fourier transforms, as in torch.fft: numpy.fft computes them, of the tensors' own memory. Without
NumPy, they raise NotImplementedError.

The functions come from the function table: a name there that begins with `_fft_` is public here without that
prefix. Error messages call them `fft_fft` and so on, as torch's do.
"""

from tbcast import _C

_FUNCTIONS = {
    name.removeprefix("_fft_"): value for name, value in vars(_C).items() if name.startswith("_fft_")
}
globals().update(_FUNCTIONS)

__all__ = sorted(_FUNCTIONS)
