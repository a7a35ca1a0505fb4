"""DLPack, as in torch.utils.dlpack: sharing memory with tensors of other libraries, in both directions.

The extension module makes and reads capsules; this module asks a producer for one.
"""

import enum
from typing import Any

from tbcast import _C
from tbcast._C import Tensor, to_dlpack

__all__ = ["DLDeviceType", "from_dlpack", "to_dlpack"]


class DLDeviceType(enum.IntEnum):
    """Kinds of devices, with DLPack's numbers.  As torch.utils.dlpack.DLDeviceType.

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
_GPUS = (2, 10)  # kDLCUDA and kDLROCM; plain numbers compare faster


def _ask(producer: Any, asked: dict[str, Any]) -> Any:
    """The producer's capsule. A producer that does not know a keyword is asked again without it: older
    protocols lack max_version, copy and dl_device.
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
    """A tensor on the memory of ext_tensor, an object with DLPack's methods (`__dlpack__`) or a capsule.

    Both share the memory, which the producer keeps alive as long as there is a tensor on it. The tensor
    cannot grow.  copy: True always copies. None copies if needed: if the memory is read-only, because every
    tensor can be written, or not aligned for the dtype. False raises BufferError then.
    device: only the CPU.

    Raises BufferError for another device, and for dtypes that tbcast lacks; ValueError for negative strides;
    RuntimeError for negative or too many sizes, for a capsule that was used before, and for anything but a
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
        _C.as_tensor(0, device=device)  # raises for other devices
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
    must_copy = copy is True and "copy" not in asked  # the producer does not support copy
    return _C._from_dlpack(capsule, True if must_copy else False if copy is False else None)
