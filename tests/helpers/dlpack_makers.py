"""Producers of DLPack capsules that a test fills as it likes, made with ctypes.

The structs are written from the DLPack specification.  A producer counts the calls of its deleter, and
its capsules have a destructor that calls it for a capsule which nobody has consumed, as real ones do.
"""

import ctypes

FLAG_READ_ONLY, FLAG_IS_COPIED = 1, 2
CPU = (1, 0)
INT, UINT, FLOAT, OPAQUE, BFLOAT, COMPLEX, BOOL = range(7)

_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_api.PyCapsule_GetName.restype = ctypes.c_char_p
_api.PyCapsule_GetName.argtypes = [ctypes.py_object]
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Device(ctypes.Structure):
    """Kind and number of a device."""

    _fields_ = [("kind", ctypes.c_int32), ("number", ctypes.c_int32)]


class DataType(ctypes.Structure):
    """Code, bits and lanes of an element."""

    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class Described(ctypes.Structure):
    """DLTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("ndim", ctypes.c_int32),
        ("dtype", DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class Managed(ctypes.Structure):
    """DLManagedTensor, of capsules called dltensor."""

    _fields_ = [("tensor", Described), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Versioned(ctypes.Structure):
    """DLManagedTensorVersioned, of capsules called dltensor_versioned."""

    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", Described),
    ]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
NAMES = {False: b"dltensor", True: b"dltensor_versioned"}


def capsule_name(capsule) -> bytes:
    """The name that a capsule has now."""
    return _api.PyCapsule_GetName(capsule)


def read_capsule(capsule):
    """The managed tensor in an unused capsule, as a struct."""
    name = capsule_name(capsule)
    kind = Versioned if name == NAMES[True] else Managed
    return kind.from_address(_api.PyCapsule_GetPointer(capsule, name))


def _array(numbers):
    return (ctypes.c_int64 * max(len(numbers), 1))(*numbers)


_texts = {}
"""The names of capsules, which do not copy them."""

_alive = []
"""Every producer: its callbacks are called for capsules and tensors that may outlive all other references."""


class Producer:
    """An object with DLPack's two methods, of these fields; `deleted` counts the calls of the deleter."""

    def __init__(
        self,
        memory=None,
        *,
        shape=(4,),
        strides="packed",
        code=FLOAT,
        bits=32,
        lanes=1,
        device=CPU,
        ndim=None,
        byte_offset=0,
        address=None,
        versioned=True,
        version=(1, 0),
        flags=0,
        with_deleter=True,
        on_delete=None,
    ):
        self.memory = ctypes.create_string_buffer(256) if memory is None else memory
        self.deleted = 0
        self.asked = []
        self.device, self.versioned, self.on_delete = device, versioned, on_delete
        self.managed = Versioned() if versioned else Managed()
        _alive.append(self)
        if versioned:
            self.managed.major, self.managed.minor = version
            self.managed.flags = flags
        tensor = self.managed.tensor
        tensor.data = ctypes.addressof(self.memory) if address is None else address
        tensor.device = Device(*device)
        tensor.ndim = len(shape) if ndim is None and shape is not None else ndim or 0
        tensor.dtype = DataType(code, bits, lanes)
        if strides == "packed":
            strides, step = [], 1
            for size in reversed(shape):
                strides.insert(0, step)
                step *= max(size, 1)
                step = min(step, 2**62)
        self.kept = _array(shape or ()), _array(strides or ())
        if shape is not None:
            tensor.shape = ctypes.cast(self.kept[0], ctypes.POINTER(ctypes.c_int64))
        if strides is not None:
            tensor.strides = ctypes.cast(self.kept[1], ctypes.POINTER(ctypes.c_int64))
        tensor.byte_offset = byte_offset
        self.callback = DELETER(self._delete)
        self.destructor = DELETER(self._destroy)
        if with_deleter:
            self.managed.deleter = ctypes.cast(self.callback, ctypes.c_void_p).value

    def _delete(self, _managed):
        self.deleted += 1
        if self.on_delete:
            self.on_delete()

    def _destroy(self, capsule):
        # The capsule is being destroyed: it is looked at by address, without a reference.
        name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)(("PyCapsule_GetName", _api))(capsule)
        if name in NAMES.values():
            self._delete(None)

    def capsule(self, name=None):
        """A fresh capsule."""
        name = NAMES[self.versioned] if name is None else name
        text = _texts.setdefault(name, ctypes.create_string_buffer(name))
        destructor = ctypes.cast(self.destructor, ctypes.c_void_p)
        return _api.PyCapsule_New(ctypes.addressof(self.managed), text, destructor)

    def __dlpack__(self, **keywords):
        self.asked.append(keywords)
        return self.capsule()

    def __dlpack_device__(self):
        return self.device
