"""torch.backends.cpu: the instructions that the kernels use."""

from tbcast import _C

__all__ = ["get_cpu_capability"]


def get_cpu_capability() -> str:
    """ "DEFAULT", "AVX2" or "AVX512", PyTorch's names.

    As torch.backends.cpu.get_cpu_capability.

    >>> torch.backends.cpu.get_cpu_capability() in ("DEFAULT", "AVX2", "AVX512")
    True
    """
    level = _C._cpu_level()
    return "DEFAULT" if level == "baseline" else level.upper()
