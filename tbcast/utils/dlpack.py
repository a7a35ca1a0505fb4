"""DLPack, as torch.utils.dlpack has it: tensors of other libraries on the same memory, and the way back.

The capsules are made and read in the extension module; what is here asks a producer for one.
"""

import enum
from typing import Any

from tbcast import _C
from tbcast._C import Tensor, to_dlpack
from tbcast._decorators import named

__all__ = ["DLDeviceType", "from_dlpack", "to_dlpack"]


class DLDeviceType(enum.IntEnum):
    """Where memory is, in DLPack's numbers.  As torch.utils.dlpack.DLDeviceType.

    >>> torch.utils.dlpack.DLDeviceType(1)
    <DLDeviceType.kDLCPU: 1>
    """

    kDLCPU = 1
    kDLCUDA = 2
    kDLCUDAHost = 3
    kDLOpenCL = 4
    kDLVulkan = 7
    kDLMetal = 8
    kDLVPI = 9
    kDLROCM = 10
    kDLROCMHost = 11
    kDLExtDev = 12
    kDLCUDAManaged = 13
    kDLOneAPI = 14
    kDLWebGPU = 15
    kDLHexagon = 16
    kDLMAIA = 17


_CPU = (DLDeviceType.kDLCPU, 0)
_GPUS = (2, 10)  # kDLCUDA and kDLROCM; plain numbers are compared faster


@named("Tensor.__dlpack__")
def _method(
    self: Tensor, *, stream: Any = -1, max_version: Any = None, dl_device: Any = None, copy: Any = None
) -> Any:
    """The binding's docstring says what it does."""
    if stream is not None:
        if type(stream) is not int:
            raise TypeError("stream must be ``int`` or ``none``")
        if stream != -1:  # on the CPU the same as None
            raise AssertionError("stream should be None on cpu.")
    export = to_dlpack if max_version is None or max_version[0] < 1 else _C._to_dlpack_versioned
    if dl_device is None and copy is None:  # half the time of keywords
        return export(self)
    return export(self, dl_device=dl_device, copy=copy)


@named("Tensor.__dlpack_device__")
def _device_method(self: Tensor) -> tuple[DLDeviceType, int]:
    """The same."""
    return _CPU


def _ask(producer: Any, asked: dict[str, Any]) -> Any:
    """The producer's capsule.  One that does not know a keyword is asked again without: older protocols have
    no max_version, no copy, no dl_device.
    """
    for dropped in ("max_version", "copy", "dl_device"):
        try:
            capsule = producer.__dlpack__(**asked)
        except TypeError:
            capsule = None
        if capsule is not None:
            return capsule
        asked.pop(dropped, None)
    return producer.__dlpack__(**asked)


def from_dlpack(
    ext_tensor: Any, *, device: "_C.device | str | None" = None, copy: bool | None = None
) -> Tensor:
    """A tensor on the memory of ext_tensor, any object with DLPack's methods (`__dlpack__`), or a capsule.

    Writes show in both.  The producer keeps the memory until the last tensor on it is gone; the tensor cannot
    be enlarged.  copy: True copies, None only where it must: memory that is read-only, or not aligned for the
    dtype, becomes a tensor of its own, since every tensor can be written; BufferError for that if False.
    device: only the CPU.

    BufferError for another device, and for dtypes that tbcast lacks; ValueError for negative strides;
    RuntimeError for negative or too many sizes, for a capsule that was used before, and for what is no
    capsule.  As torch.from_dlpack, which shares read-only memory.

    >>> import numpy
    >>> array = numpy.zeros(2)
    >>> torch.from_dlpack(array)[0] = 7
    >>> array
    array([7., 0.])
    """
    if not hasattr(ext_tensor, "__dlpack__"):
        if device is not None or copy is not None:
            raise AssertionError(
                "device and copy kwargs not supported when ext_tensor is already a DLPack capsule."
            )
        return _C._from_dlpack(ext_tensor)
    asked: dict[str, Any] = {"max_version": (1, 0)}
    if copy is not None:
        asked["copy"] = copy
    source = ext_tensor.__dlpack_device__()
    if device is not None:
        if isinstance(device, str):
            device = _C.device(device)
        if not isinstance(device, _C.device):
            raise AssertionError(f"from_dlpack: unsupported device type: {type(device)}")
        _C.as_tensor(0, device=device)  # refuses devices without memory
        if source == _CPU:
            asked["dl_device"] = (1, 0)
        elif copy is False:
            raise ValueError(
                f"cannot move DLPack tensor from device {source} to (1, 0) without copying. "
                "Set copy=None or copy=True."
            )
    if source[0] in _GPUS:
        raise AssertionError("Torch not compiled with CUDA enabled: tbcast runs on the CPU only")
    capsule = _ask(ext_tensor, asked)
    must_copy = copy is True and "copy" not in asked  # the producer does not know how
    return _C._from_dlpack(capsule, True if must_copy else False if copy is False else None)
