"""NumPy and buffers: arrays as operands, NumPy's numbers, its protocols, memory shared both ways.

Where PyTorch is installed its outcome is compared; what tbcast does otherwise on purpose
(docs/differences.md) has tests of its own here.
"""

import array
import sys
import warnings

import pytest

from calls.conversion_cells import adjusted
from differential.expressions import outcome
from oracles.dtype_rules import ALL
from under_test import needs_torch, tb, torch

np = pytest.importorskip("numpy")

LIKE_TORCH = [
    *("np.add(t, 1)", "np.sqrt(t)", "np.add(arr, t)", "np.add(t, t)", "np.greater(t, 2)"),
    *("np.sin(t[0, 0])",),
    *("np.add(t, 1, out=arr)", "np.add(t[0], 1, out=arr)", "np.add(arr, 1, out=t[0])", "np.divmod(t, 2)"),
    *("np.add.reduce(t)", "np.add.reduce(t[0])", "np.add.accumulate(t)", "np.add.outer(t, arr)"),
    *("np.modf(t)",),
    *("np.isnan(t)", "np.multiply(t.to(torch.bfloat16), 2)", "np.sqrt(t.int())", "np.logical_and(t, t)"),
    *("np.array(t)", "np.asarray(t)", "np.asarray(t, np.float64)"),
    *("np.shares_memory(np.asarray(t), t.numpy())",),
    *("t.__array__()", "t.__array__(np.float64)", "t.__array__('f8')", "t.__array__(3j)"),
    *("t.__array__('no')",),
    *("t.bfloat16().__array__()", "np.asarray(t.bfloat16())", "t.cfloat().__array__(np.float32)"),
    *("t.__array_wrap__(arr)", "t.__array_wrap__(arr > 1)", "t.__array_wrap__(3)"),
    *("t.__array_wrap__(arr[::-1])",),
    *("t.__array_wrap__(np.array(True))", "t.__array_wrap__(np.float64(3))"),
    *("t.__array_wrap__(np.array(['a']))",),
    *("t.__array_priority__", "np.concatenate([t, t])", "np.stack([t[0], t[1]])", "np.dot(arr, t[0])"),
    *("np.transpose(t)", "np.reshape(t, (3, 2))", "np.ravel(t)", "np.squeeze(t)", "np.cumsum(t)"),
    *("np.clip(t, 2, 3)",),
    *("np.zeros_like(t)", "np.broadcast_to(t, (2, 2, 3))", "np.isscalar(t)", "np.ndim(t)", "np.shape(t)"),
    *("np.float32(2) * t", "t * np.float64(2)", "t.int() * np.float64(2)", "t.int() + np.int8(3)"),
    *("np.int64(3) - t",),
    *("np.float16(2) / t", "t + np.longdouble(3)", "np.complex128(1j) * t"),
    *("torch.add(t, t, alpha=np.int64(3))",),
    *("torch.full((2,), np.int8(3))", "torch.full((2,), np.float32(3.5))"),
    *("torch.full((np.int64(2),), 1.)",),
    *("torch.full((2,), np.longdouble(3.5))", "torch.full((2,), np.array(3.5))"),
    *("torch.zeros(np.int64(2), np.int32(3))",),
    *("torch.zeros(np.array(2))", "torch.zeros((np.array(2),))", "torch.zeros(np.array([2, 3]))"),
    *("torch.zeros(np.float64(2))",),
    *("torch.zeros(np.bool_(True))", "torch.ones(2).fill_(np.float16(3))"),
    *("torch.ones(2).fill_(np.array(3.))",),
    *("torch.arange(np.int8(3), np.int8(5))", "torch.arange(np.float32(3))", "torch.arange(np.array(3))"),
    *("torch.linspace(np.float32(0), np.float64(1), np.int64(3))", "torch.eye(np.int64(2))"),
    *("torch.eye(np.array(2))",),
    *("torch.eye(np.array([2]))", "torch.eye(np.bool_(True))", "torch.randperm(np.array(1))"),
    *("torch.eye(2, np.array(3))",),
    *("torch.randint(np.array(1), (2,))", "torch.randint(0, np.int64(1), (np.int64(2),))"),
    *("torch.randint_like(t, np.array(1))",),
    *("t.narrow(1, np.array(1), np.array(1))", "t.select(0, np.array(1))", "t.select(np.array(0), 1)"),
    *("t[np.int64(1)]",),
    *("t.as_strided((2,), (1,), np.array(1))", "t[np.int64(0):np.int64(1)]", "t[np.float64(1)]"),
    *("t[np.uint8(0), np.int16(1)]",),
    *("t.size(np.int64(0))", "t.size(np.array(0))", "t.transpose(np.int64(0), np.int8(1))"),
    *("t.view(np.int64(3), np.int64(2))",),
    *("t.view(np.array(6))", "t.expand(np.int64(2), 2, 3)", "t.chunk(np.int64(2))"),
    *("t.diagonal(np.int64(1))",),
    *("t.__setitem__(0, np.float64(7))", "t.__setitem__(0, np.int64(7))"),
    *("t.int().__setitem__(0, np.float64(7.5))",),
    *("torch.tensor(np.float32(2))", "torch.tensor([np.int8(2), np.float16(1)])"),
    *("torch.tensor(np.bool_(True))",),
    *("torch.tensor(np.complex64(2j))", "torch.tensor(np.float32(2.7), dtype=torch.int32)"),
    *("torch.tensor([arr, arr])",),
    *("torch.tensor([np.longdouble(2)])", "torch.tensor([np.datetime64('2020')])"),
    *(
        "torch.tensor([np.void(b'ab')])",
        "torch.tensor([np.clongdouble(2)])",
        "torch.tensor(np.longdouble(2))",
    ),
    *("t.add(np.str_('a'))", "t.add(np.datetime64('2020'))", "t.add(np.void(b'ab'))"),
    *("torch.tensor([np.array(1.), 2])", "torch.tensor([np.ones(2), np.ones(3)])"),
    *("torch.tensor(memoryview(arr))",),
    *("torch.tensor(memoryview(np.ones((2, 2))))", "torch.tensor(array.array('i', [1, 2]))"),
    *("torch.tensor(bytearray(b'ab'))",),
    *("torch.from_numpy(np.float64(3))", "torch.from_numpy(ro)"),
    *("torch.from_numpy(arr[::-1])",),
    *("torch.from_numpy(arr.astype('>f8'))", "torch.from_numpy(arr.astype('>f8')[::-1])"),
    *("torch.from_numpy(np.array([1, None]))",),
    *("torch.from_numpy(np.zeros(3, 'U3'))", "torch.from_numpy(np.zeros(3, 'M8[D]'))"),
    *("torch.from_numpy(np.zeros(3, 'longdouble'))",),
    *("torch.from_numpy(np.zeros(3, 'f4,i4')['f0'])", "torch.from_numpy(np.zeros(3, 'i1,f8')['f1'])"),
    *("torch.from_numpy(np.array(3.))",),
    *("torch.from_numpy(np.zeros((1, 3))[::-1])", "torch.from_numpy(np.zeros((0, 3))[::-1])"),
    *("torch.from_numpy(np.matrix([[1]]))",),
    *("torch.asarray(arr[::-1], copy=True)", "torch.asarray(ro)", "torch.asarray(ro, copy=True)"),
    *("torch.asarray(np.array(3.), copy=False)",),
    *("torch.asarray(np.float64(3), copy=False)",),
    *("torch.asarray(np.float64(3), dtype=torch.int32, copy=True)",),
    *("torch.asarray(np.str_('a'))", "torch.asarray(memoryview(arr), dtype=torch.float64)"),
    *("torch.asarray(array.array('d', [1]))",),
    *("torch.asarray(b'abcd')", "torch.asarray(bytearray(3))", "torch.asarray('abc')", "torch.asarray(())"),
    *("torch.asarray()",),
    *("torch.asarray(t, torch.float32)", "torch.asarray(t, copy=1)", "torch.asarray(t, foo=1)"),
    *("torch.asarray(obj=t) is t",),
    *("torch.frombuffer(b, dtype=torch.int16)", "torch.frombuffer(b)", "torch.frombuffer(b, torch.uint8)"),
    *("torch.frombuffer()",),
    *("torch.frombuffer(b, dtype=None)", "torch.frombuffer(b, dtype=torch.uint8, count=0)"),
    *("torch.frombuffer(b, dtype=float)",),
    *("torch.frombuffer(b, dtype=torch.uint8, count=-2)",),
    *("torch.frombuffer(b, dtype=torch.uint8, count=17)",),
    *("torch.frombuffer(b, dtype=torch.int32, count=3, offset=8)",),
    *("torch.frombuffer(b, dtype=torch.int32, offset=1)",),
    *("torch.frombuffer(b, dtype=torch.uint8, offset=16)",),
    *("torch.frombuffer(b, dtype=torch.uint8, offset=-1)",),
    *("torch.frombuffer(b, dtype=torch.uint8, offset=2**63)",),
    *("torch.frombuffer(b, dtype=torch.uint8, count=np.int64(3))",),
    *("torch.frombuffer(b, dtype=torch.uint8, count=True)",),
    *("torch.frombuffer(b, dtype=torch.uint8, requires_grad=1)",),
    *("torch.frombuffer([1], dtype=torch.uint8)",),
    *("torch.frombuffer(memoryview(b)[::2], dtype=torch.uint8)", "torch.frombuffer('a', dtype=torch.int8)"),
    *("torch.frombuffer(np.ones((2, 3)).T, dtype=torch.float64)",),
    *("torch.frombuffer(ro, dtype=torch.float64)",),
    *("torch.frombuffer(memoryview(b)[4:], dtype=torch.int32)",),
    *("torch.frombuffer(arr, dtype=torch.bfloat16)",),
]


def world(lib):
    read_only = np.arange(3.0)
    read_only.flags.writeable = False
    return {
        "t": lib.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        "arr": np.arange(3.0),
        "ro": read_only,
        "b": bytearray(range(16)),
        "array": array,
    }


@needs_torch
@pytest.mark.parametrize("text", LIKE_TORCH)
def test_numpy_and_buffers_are_as_with_torch(text):
    expected = adjusted(outcome(torch, text, world(torch)))
    assert adjusted(outcome(tb, text, world(tb))) == expected


# ---- from_numpy of tensors ----


@pytest.mark.parametrize("dtype", ALL)
def test_from_numpy_of_a_tensor_is_another_one_on_the_same_memory(dtype):
    """A library that asks for __array_interface__ takes a tensor for an array; bfloat16 has none."""
    whole = tb.ones(3, 4).to(getattr(tb, dtype))
    for x in (whole, whole.t(), whole[1:, ::2], whole[0, 0], whole[:, :0], whole[0].expand(2, 4)):
        y = tb.from_numpy(x)
        assert y is not x and y.dtype is x.dtype and y.stride() == x.stride() and tb.equal(x, y)
        assert y.untyped_storage() is x.untyped_storage() and y.storage_offset() == x.storage_offset()
    y = tb.from_numpy(whole)
    y[1, 2] = 0
    assert whole[1, 2].item() == 0
    y.resize_(2)
    assert whole.shape == (3, 4)


def test_from_numpy_of_a_subclass_is_a_tensor():
    class Sub(tb.Tensor):
        pass

    assert type(tb.from_numpy(tb.ones(2).as_subclass(Sub))) is tb.Tensor


# ---- operands ----


OPERATIONS = [
    *("a + b", "a - b", "a * b", "a / b"),
    *("a.__iadd__(b)", "a.__isub__(b)", "a.__imul__(b)", "a.__itruediv__(b)"),
]
DTYPES = [name for name in ALL if name != "bfloat16"]


def same_outcome(text, scope, instead):
    """An expression with arrays gives what it gives with their tensors, or is refused in the same words."""
    found = []
    for operands in (scope, scope | instead):
        a = operands["a"]
        copy = a.clone() if isinstance(a, tb.Tensor) else a
        found.append(outcome(tb, text, operands | {"a": copy})[0])
    assert found[0] == found[1], (text, scope)
    return found[0]


@pytest.mark.parametrize("text", OPERATIONS)
def test_arrays_on_either_side_are_tensors_on_their_memory(text):
    values = 0
    for tensor_dtype in (*DTYPES, "bfloat16"):
        for array_dtype in DTYPES:
            for size in ((3,), (2, 1), (), (2, 3), (0, 3), (4,)):
                other = np.arange(1, 1 + int(np.prod(size))).reshape(size).astype(array_dtype)
                tensor = tb.tensor([[1, 2, 1], [2, 1, 2]]).to(getattr(tb, tensor_dtype))
                got = same_outcome(text, {"a": tensor, "b": other}, {"b": tb.from_numpy(other)})
                values += got[0] == "tensor"
                if not text.startswith("a.__i"):
                    same_outcome(text, {"a": other, "b": tensor}, {"a": tb.from_numpy(other)})
    assert values > 200


def test_in_place_operators_keep_the_tensor_and_rebind_the_array():
    t, arr = tb.zeros(3), np.arange(3.0)
    whole, before = t, arr
    t += arr
    assert t is whole and t.tolist() == [0, 1, 2] and t.dtype is tb.float32
    arr += t  # as arr + t: the array itself is left alone
    assert isinstance(arr, tb.Tensor) and arr.tolist() == [0, 2, 4] and before.tolist() == [0, 1, 2]


@pytest.mark.parametrize("bad", ["object", "U1", "M8[s]", "m8[s]", "longdouble", ">f4", "f4,i4"])
def test_arrays_without_a_counterpart_are_refused_on_either_side(bad):
    other, t = np.zeros(3, bad), tb.zeros(3)
    for call in (lambda: t + other, lambda: other + t, lambda: t.__imul__(other), lambda: other / t):
        with pytest.raises((TypeError, ValueError), match=r"can't convert np\.ndarray of type|byte order"):
            call()
    assert t.tolist() == [0, 0, 0]


def test_unaligned_and_read_only_arrays_are_operands_but_negative_strides_are_refused():
    unaligned = np.zeros(13, "u1")[1:].view("f4")
    unaligned[:] = 2
    read_only = np.ones(3)
    read_only.flags.writeable = False
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (tb.ones(3) + unaligned).tolist() == [3] * 3 and (read_only + tb.ones(3)).tolist() == [2] * 3
        with pytest.raises(ValueError, match="At least one stride in the given numpy array is negative"):
            tb.ones(3) + read_only[::-1]
    for take in (tb.from_numpy, tb.as_tensor):  # torch shares it as it is
        with pytest.raises(ValueError, match="given numpy array is not aligned in memory"):
            take(unaligned)
    assert tb.tensor(unaligned).tolist() == [2] * 3


# ---- NumPy's numbers ----

NUMBERS = {
    **dict.fromkeys(("uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"), (0, 1, 100)),
    **dict.fromkeys(("float16", "float32", "float64", "longdouble"), (0.5, -2.0, float("inf"))),
    **dict.fromkeys(("complex64", "complex128", "clongdouble"), (1 + 2j, -0.5j)),
    "bool_": (True, False),
}
PLACES = [
    *("t + n", "n + t", "t - n", "n - t", "t * n", "n * t", "t / n", "n / t", "torch.add(t, n)"),
    *("torch.mul(n, t)",),
    *("t.add_(n)", "t.div_(n)", "torch.add(t, t, alpha=n)", "t.sub_(t, alpha=n)", "t.fill_(n)"),
    *("t.copy_(n)",),
    *("torch.full((2,), n)", "torch.full_like(t, n)", "t.new_full((2,), n)", "torch.arange(n)"),
    *("torch.arange(0, 3, n)",),
    *("torch.linspace(0, n, 3)", "torch.range(0, n)", "torch.result_type(t, n)", "t.__setitem__(0, n)"),
    *("t.add(n, alpha=n)",),
    *("t.__setitem__(Ellipsis, n)", "t.normal_(0, 0 * n)", "torch.result_type(n, n)", "t.uniform_(0, n)"),
]


@pytest.mark.parametrize("kind", NUMBERS)
@pytest.mark.filterwarnings("ignore:torch.range is deprecated")
def test_numpys_numbers_count_as_pythons(kind):
    compared = 0
    for value in NUMBERS[kind]:
        number = getattr(np, kind)(value)
        for dtype in ("bool", "uint8", "int64", "float16", "bfloat16", "float32", "complex64"):
            for text in PLACES:
                found = []
                for n in (number, value):
                    t = tb.tensor([[1, 2], [3, 4]]).to(getattr(tb, dtype))
                    tb.manual_seed(1)
                    result = outcome(tb, text, {"t": t, "n": n})[0]
                    words = str(result).replace(f"numpy.{type(number).__name__}", type(value).__name__)
                    found.append((words, str(t.tolist())))
                assert found[0] == found[1], (text, dtype, number)
                compared += 1
    assert compared > 300


def test_values_of_types_that_are_no_numbers_are_refused():
    for value in (np.datetime64(3, "D"), np.str_("a"), np.void(b"ab"), np.array([1.0]), np.array(1.0)):
        for call in (lambda v=value: tb.full((2,), v), lambda v=value: tb.ones(2).fill_(v)):
            with pytest.raises(TypeError):
                call()


# ---- memory ----


def test_array_protocol_copies_as_it_is_told():
    t = tb.ones(2, 3)
    again = t.__array__(np.float32, copy=False)
    for shared in (t.__array__(), t.__array__(copy=False), again, t.__array__("f4")):
        assert shared.ctypes.data == t.data_ptr()
    for copied in (t.__array__(copy=True), t.__array__("f4", True), t.__array__(np.float64), np.array(t)):
        assert copied.ctypes.data != t.data_ptr() and copied.tolist() == t.tolist()
    for call in (lambda: t.__array__("f8", copy=False), lambda: np.asarray(t, "f8", copy=False)):
        with pytest.raises(ValueError, match="Unable to avoid copy while creating an array as requested"):
            call()
    assert np.shares_memory(np.asarray(t, copy=False), t.numpy())
    with pytest.raises(TypeError, match="Got unsupported ScalarType BFloat16"):
        np.asarray(t.bfloat16(), copy=False)


def test_numpys_second_protocol_needs_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for result in (np.add(tb.ones(2), 1), np.add.reduce(tb.ones(2)), np.sqrt(tb.ones(2))):
            assert isinstance(result, tb.Tensor)
    wrapped = tb.ones(1).__array_wrap__(np.array([True, False]), None, False)
    assert wrapped.dtype is tb.uint8 and wrapped.tolist() == [1, 0]


@pytest.mark.parametrize("dtype", DTYPES)
def test_buffers_of_every_layout_tell_their_sizes_and_strides(dtype):
    t = tb.arange(24).reshape(2, 3, 4).to(getattr(tb, dtype))
    for view in (t, t.permute(2, 0, 1), t[:, ::2], t[..., 1], t[0, 0, 0], t.expand(2, 2, 3, 4)):
        memory = memoryview(view)
        step = view.itemsize
        assert (memory.shape, memory.strides) == (tuple(view.shape), tuple(step * s for s in view.stride()))
        assert (memory.itemsize, memory.ndim, memory.readonly) == (step, view.dim(), False)
        arr = np.asarray(memory)
        assert arr.dtype == dtype and arr.ctypes.data == view.data_ptr() and arr.tolist() == view.tolist()
        assert np.asarray(view).strides == memory.strides == view.numpy().strides
    flat = memoryview(t).cast("B")
    assert len(flat) == t.nbytes and bytes(flat) == t.numpy().tobytes()
    if dtype not in ("float16", "complex64", "complex128"):  # memoryview knows no items of these
        memoryview(t)[1, 2, 3] = memoryview(t)[0, 0, 1]
        assert t[1, 2, 3].item() == t[0, 0, 1].item()


EXPORTS = {
    "memoryview": memoryview,
    "numpy": lambda t: t.numpy(),
    "asarray": np.asarray,
    "__array__": lambda t: t.__array__(),
    "frombuffer": lambda t: tb.frombuffer(t, dtype=tb.uint8),
    "asarray of the array": lambda t: tb.asarray(t.numpy()),
    "ufunc's view": lambda t: np.transpose(t),
}


@pytest.mark.parametrize("name", EXPORTS)
def test_memory_that_others_see_does_not_grow_until_they_let_go(name):
    t = tb.arange(6.0)
    seen = EXPORTS[name](t)
    part = t[1:3]
    for grow in (lambda: t.resize_(7), lambda: part.resize_(6), lambda: tb.ones(9, out=t)):
        with warnings.catch_warnings(), pytest.raises(RuntimeError, match="storage that is not resizable"):
            warnings.simplefilter("ignore")
            grow()
        assert t.tolist() == [0, 1, 2, 3, 4, 5] and part.tolist() == [1, 2]
    del seen
    assert t.resize_(7)[:6].tolist() == [0, 1, 2, 3, 4, 5]


def test_a_buffer_that_a_tensor_uses_cannot_be_resized():
    data = bytearray(8)
    t = tb.frombuffer(data, dtype=tb.int16)
    t.fill_(257)
    assert data == b"\1" * 8
    with pytest.raises(BufferError):
        data.extend(b"more")
    with pytest.raises(RuntimeError, match="not resizable"):
        t.resize_(9)
    row = t[2:]
    del t
    with pytest.raises(BufferError):
        data.clear()
    del row
    data.extend(b"more")
    before = sys.getrefcount(data)
    assert tb.asarray(data, dtype=tb.uint8, copy=True).numel() == 12 and sys.getrefcount(data) == before


def test_a_buffer_is_read_where_it_is_aligned():
    """PyTorch reads memory that is not aligned; tbcast refuses it, as in from_numpy."""
    with pytest.raises(ValueError, match="not aligned in memory for int32 at offset 1"):
        tb.frombuffer(bytearray(16), dtype=tb.int32, offset=1, count=2)
    with pytest.raises(ValueError, match=r"requested buffer length \(4611686018427387904 \* 4 bytes\)"):
        tb.frombuffer(bytearray(16), dtype=tb.int32, count=2**62)


def test_tensors_have_the_buffer_protocol_themselves():
    t = tb.arange(3, dtype=tb.int16)
    assert tb.frombuffer(t, dtype=tb.int16).data_ptr() == t.data_ptr() and bytes(t) == bytes(t.numpy())
    with pytest.raises(BufferError, match="bfloat16 has no format"):
        memoryview(t.bfloat16())
    with pytest.raises(RuntimeError, match="could not retrieve buffer"):
        tb.frombuffer(tb.ones(2, 3).t(), dtype=tb.float32)
