"""Expressions with DLPack's protocol that mean the same in torch and tbcast, and the producers they name.

Also what the tests of bad input share.
"""

import numpy as np
import pytest

from dlpack_makers import capsule_name

# Separated by two spaces or lines; world() says what the names are.
LIKE_TORCH = (
    """
torch.from_dlpack(arr)  torch.from_dlpack(D(arr))  torch.from_dlpack(t)  torch.from_dlpack(D(t))
torch.from_dlpack(arr, copy=None)  torch.from_dlpack(arr, copy=True)  torch.from_dlpack(arr, copy=1)
torch.from_dlpack(arr, copy=False)  torch.from_dlpack(arr, copy='s')  torch.from_dlpack(ext_tensor=t)
torch.from_dlpack(t, device='cpu')  torch.from_dlpack(t, device=torch.device('cpu', 1))
torch.from_dlpack(t, device='cpu', copy=True)  torch.from_dlpack(t, device=3)
torch.from_dlpack(t, device=b'cpu')  torch.from_dlpack(t, copy='no')  torch.from_dlpack(t, copy=1)
torch.from_dlpack()  torch.from_dlpack(arr, 'cpu')  torch.from_dlpack(arr, foo=1)  torch.from_dlpack(None)
torch.from_dlpack([1.])  torch.from_dlpack(np.float64(3))  torch.from_dlpack(arr.__dlpack__())
torch.from_dlpack(arr.__dlpack__(max_version=(1, 0)))  torch.from_dlpack(arr.__dlpack__(), device='cpu')
torch.from_dlpack(arr.__dlpack__(), copy=True)  torch.from_dlpack(D(arr, None))
torch.from_dlpack(D(arr, (3, 0)))  torch.from_dlpack(D(arr, ()))
torch.from_dlpack(D(arr, (3, 0)), device='cpu')  torch.from_dlpack(D(arr, [1, 0]), device='cpu')
torch.from_dlpack(D(arr, (3, 0)), device='cpu', copy=False)  torch.from_dlpack(D(arr, 1))
torch.from_dlpack(D(arr, [1, 0]), device='cpu', copy=False)  torch.from_dlpack(D(arr, ('a',)))
torch.from_dlpack(Old(arr))  torch.from_dlpack(Old(arr), copy=True)  torch.from_dlpack(Old(arr), copy=False)
torch.from_dlpack(Old(arr), device='cpu', copy=True)  torch.from_dlpack(Raising(ValueError('no'), (1, 0)))
torch.from_dlpack(Raising(TypeError('no'), (1, 0)))
torch.from_dlpack(Raising(BufferError('b'), (1, 0)), copy=True)  torch.from_dlpack(np.ndarray)
torch.from_dlpack(np.zeros((0, 3)))  torch.from_dlpack(np.array(3.))  torch.from_dlpack(arr[::2])
torch.from_dlpack(np.ones((2, 3)).T)  torch.from_dlpack(np.broadcast_to(np.float32(1), (2, 3)).copy())
torch.from_dlpack(np.zeros(3, '>f8'))  torch.from_dlpack(np.array([None]))
torch.from_dlpack(np.array(['a']))  torch.from_dlpack(np.zeros(2, 'M8[s]'))
torch.from_dlpack(np.zeros(2, 'f4,f4'))  torch.from_dlpack(np.zeros(2, 'longdouble'))  name(t.__dlpack__())
name(t.__dlpack__(stream=None))  name(t.__dlpack__(stream=-1))  t.__dlpack__(None)  t.__dlpack__(None, 1)
t.__dlpack__(foo=1)  t.__dlpack__(stream='a')  t.__dlpack__(stream=1)  t.__dlpack__(stream=0)
t.__dlpack__(stream=2**70)  t.__dlpack__(stream=True)  name(t.__dlpack__(max_version=None))
name(t.__dlpack__(max_version=(0, 8)))  name(t.__dlpack__(max_version=(1, 0)))
name(t.__dlpack__(max_version=(1,)))  name(t.__dlpack__(max_version=[2, 5]))
name(t.__dlpack__(max_version=(1.5, 0)))  name(t.__dlpack__(max_version=()))
name(t.__dlpack__(max_version=1))  name(t.__dlpack__(max_version='ab'))
name(t.__dlpack__(max_version=(None, 1)))  name(t.__dlpack__(max_version={0: 1}))
name(t.__dlpack__(max_version={}))  name(t.__dlpack__(dl_device=None))  name(t.__dlpack__(dl_device=(1, 0)))
name(t.__dlpack__(dl_device=(1, 5)))  name(t.__dlpack__(dl_device=[1, 0]))
name(t.__dlpack__(dl_device=(3, 0)))  name(t.__dlpack__(dl_device=(99, 0)))  name(t.__dlpack__(dl_device=1))
name(t.__dlpack__(dl_device=(1,)))  name(t.__dlpack__(dl_device=('a', 0)))
name(t.__dlpack__(dl_device=(1, 0, 0)))  name(t.__dlpack__(dl_device=(1.0, 0)))
name(t.__dlpack__(dl_device=(1, 'a')))  name(t.__dlpack__(dl_device=(True, 0)))
name(t.__dlpack__(dl_device=(None, 0)))  name(t.__dlpack__(dl_device=torch.device('cpu')))
name(t.__dlpack__(dl_device=()))  name(t.__dlpack__(copy=None))  name(t.__dlpack__(copy=True))
name(t.__dlpack__(copy=False))  name(t.__dlpack__(copy=1))  name(t.__dlpack__(copy=0))
name(t.__dlpack__(copy='a'))  name(t.__dlpack__(copy=[]))  name(t.__dlpack__(copy=2.0))
name(t.__dlpack__(copy=True, max_version=(1, 0)))  name(t.__dlpack__(copy=1, max_version=(1, 0)))
t.__dlpack_device__()  t.__dlpack_device__(1)  torch.utils.dlpack.DLDeviceType.kDLCPU
list(torch.utils.dlpack.DLDeviceType)  torch.utils.dlpack.from_dlpack is torch.from_dlpack
torch.utils.dlpack.to_dlpack is torch.to_dlpack  torch.to_dlpack(arr)  torch.to_dlpack()
torch.from_dlpack(torch.to_dlpack(t))  torch.from_dlpack(torch.to_dlpack(t.t(), copy=True))
torch.to_dlpack(t, foo=1)  torch.to_dlpack(t, (1, 0), True)  torch.to_dlpack(t, dl_device=(3, 0))
name(torch.to_dlpack(t, dl_device=(1, 0)))  torch.to_dlpack(t, copy=1)  torch.asarray(D(arr))
torch.asarray(D(arr), dtype=torch.float32)  torch.asarray(D(arr), device='cpu')
torch.asarray(D(arr), copy=False)  torch.asarray(D(arr), dtype=torch.float64)
torch.asarray(D(arr), dtype=torch.int64, copy=False)  torch.asarray(D(arr), dtype=torch.int64, copy=True)
torch.asarray(arr.__dlpack__())  torch.asarray(arr.__dlpack__(max_version=(1, 0)), copy=True)
torch.asarray(arr.__dlpack__(), copy=False)  torch.asarray(arr.__dlpack__(), dtype=torch.int32)
torch.asarray(arr.__dlpack__(), copy=False, dtype=torch.int32)  torch.as_tensor(arr.__dlpack__())
torch.tensor(arr.__dlpack__())  torch.tensor([arr.__dlpack__()])  torch.tensor([D(arr)])
torch.tensor(D(arr))  torch.tensor(D(arr), dtype=torch.int8)  torch.as_tensor(D(arr))
torch.as_tensor(D(arr), dtype=torch.float64)  torch.as_tensor(D(arr), dtype=torch.float16)
t.new_tensor(D(arr))  t.new_tensor(D(arr), dtype=torch.float64)  torch.Tensor(D(arr))
torch.FloatTensor(D(arr))  torch.from_numpy(D(arr))  t + D(arr)  t.__setitem__(0, D(arr))
torch.tensor(Raising(TypeError('no'), (1, 0)))  torch.tensor(Raising(OSError('no'), (1, 0)))
torch.asarray(Raising(TypeError('no'), (1, 0)))  torch.asarray(Raising(OSError('no'), (1, 0)))
torch.tensor(NoDevice())  torch.as_tensor(NoDevice())  torch.from_dlpack(NoDevice())
torch.tensor(np.ndarray)  torch.tensor(np.float64)  torch.as_tensor(Failing())  torch.from_dlpack(Failing())
torch.tensor(Listed([7]))  torch.as_tensor(Listed([7]))  torch.asarray(Bytes(b'ab'), dtype=torch.uint8)
torch.as_tensor(Bytes(b'ab'))  torch.tensor(Bytes(b'ab'))  t.__dlpack_device__(foo=1)
torch.from_dlpack(arr, copy=None, device=None)
""".strip()
    .replace("\n", "  ")
    .split("  ")
)


class Exporter:
    """DLPack's two methods of another object, and what they were asked."""

    def __init__(self, whole, device=None):
        self.whole, self.device, self.asked = whole, device, []

    def __dlpack__(self, **keywords):
        self.asked.append(keywords)
        return self.whole.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.whole.__dlpack_device__() if self.device is None else self.device


class Old(Exporter):
    """A producer of the time before versions."""

    def __dlpack__(self, stream=None):
        self.asked.append({"stream": stream})
        return self.whole.__dlpack__()


class Raising(Exporter):
    """A producer that fails."""

    def __dlpack__(self, **keywords):
        self.asked.append(keywords)
        raise self.whole


class Interface:
    """An object with nothing but an array interface."""

    def __init__(self, array, **changes):
        self.kept = array
        self.__array_interface__ = {**array.__array_interface__, **changes}


class NoDevice:
    """Half of the protocol."""

    def __dlpack__(self, **keywords):
        return np.arange(3.0).__dlpack__(**keywords)


class Failing:
    """An attribute that cannot be had."""

    @property
    def __dlpack__(self):
        raise ValueError("no")


class Listed(list):
    """A list with the protocol."""

    def __dlpack__(self, **keywords):
        return np.arange(3.0).__dlpack__(**keywords)

    def __dlpack_device__(self):
        return (1, 0)


class Bytes(bytearray):
    """A buffer with the protocol."""

    __dlpack__, __dlpack_device__ = Listed.__dlpack__, Listed.__dlpack_device__


def world(lib):
    """What the expressions name."""
    return {
        "t": lib.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        "arr": np.arange(3.0),
        "name": capsule_name,
        "D": Exporter,
        "Old": Old,
        "Raising": Raising,
        "NoDevice": NoDevice,
        "Failing": Failing,
        "Listed": Listed,
        "Bytes": Bytes,
    }


def bases_of(scope):
    t, arr = scope["t"], scope["arr"]
    return {"t": (t.data_ptr(), 24), "arr": (arr.ctypes.data, arr.nbytes)}


def layouts(lib, name):
    """Tensors of every kind of layout."""
    whole = lib.arange(24).reshape(2, 3, 4).to(getattr(lib, name))
    yield from (whole, whole.permute(2, 0, 1), whole[:, 1:, ::2], whole[0, 0, 0], whole[:0], whole[1:, :, :1])
    yield whole[:, :1].expand(2, 5, 4)
    yield lib.empty_strided((1, 4), (9, 1), dtype=getattr(lib, name)).zero_()
    yield lib.empty_strided((0, 3), (5, 7), dtype=getattr(lib, name))


def failure(call):
    """'Type: text' of what the call raises."""
    try:
        call()
    except Exception as error:  # and nothing keeps the frames, as pytest.raises does
        return f"{type(error).__name__}: {error}"
    pytest.fail("nothing was raised")


class Evil:
    """Does something when it is used as a number, an index or a sequence."""

    def __init__(self, act):
        self.act = act

    def __index__(self):
        self.act()
        return 1

    def __getitem__(self, i):
        self.act()
        return 1

    def __lt__(self, other):
        self.act()
        return False
