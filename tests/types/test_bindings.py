"""The bindings as objects of CPython: references, callbacks in the middle of a call, buffers, second imports.

Needs no PyTorch; what wants NumPy says so.  Crashes are looked for in a process of their own.
"""

import gc
import importlib
import operator
import pickle
import subprocess
import sys
import tempfile
import textwrap
import weakref

import pytest

import tbcast as tb
from codegen import hooks


def run_python(source):
    """Standard output of a program in a new interpreter with memory checks; fails if that crashes."""
    command = [sys.executable, "-X", "dev", "-c", textwrap.dedent(source)]
    outside = tempfile.gettempdir()  # the source folder would hide the installed package
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=outside)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


# ---- what C calls of the Python package ----


def test_every_hook_names_an_object_of_the_package():
    for name, place in hooks.hooks().items():
        module, _, value = place.partition(":")
        assert getattr(importlib.import_module(f"tbcast.{module}"), value) is not None
        if name != "typed_storage":  # registered by its module, which is loaded now, and found by nobody
            tb._C._register_hooks(**{name: None})  # TypeError for a name that the extension does not know
    with pytest.raises(TypeError, match="there is no hook"):
        tb._C._register_hooks(another=print)
    with pytest.raises(TypeError, match="takes keywords only"):
        tb._C._register_hooks(print)
    assert repr(tb.ones(1)) == "tensor([1.])"


def test_a_hook_whose_module_cannot_be_imported_raises_what_the_import_raises():
    source = """
    import sys
    import tbcast as torch
    x = torch.ones(1)
    sys.modules["tbcast._composite.norm"] = None
    for call in (lambda: torch.norm(x), x.norm, lambda: torch.renorm(torch.ones(1, 1), 2, 0, 1)):
        try:
            call()
        except ImportError as error:
            print(error.name)
    print(x)
    """
    assert run_python(source).splitlines() == ["tbcast._composite.norm"] * 3 + ["tensor([1.])"]


# ---- arguments ----


def test_keywords_that_are_no_strings_are_refused():
    for make in (tb.Tensor, tb.FloatTensor, tb.device, tb.Generator, tb.Size):
        with pytest.raises(TypeError, match="keyword"):
            make(**{1: 2})


def test_device_strings_end_where_the_string_ends():
    with pytest.raises(RuntimeError, match="Invalid device string"):
        tb.device("cpu\0x")
    assert tb.device(device="cpu") == tb.device(type="cpu") == tb.device("cpu")
    for arguments in ({"device": "cpu", "index": 1}, {}, {"device": "cpu", "type": "cpu"}):
        with pytest.raises(TypeError, match=r"device\(\)"):
            tb.device(**arguments)


def test_a_generator_is_seeded_with_ints_only():
    generator = tb.Generator()
    for seed in ("7", 7.5, True, None):
        name = type(seed).__name__
        with pytest.raises(RuntimeError, match=f"manual_seed expected a long, but got {name}"):
            generator.manual_seed(seed)
    assert generator.manual_seed(7).initial_seed() == 7
    assert tb.manual_seed("7").initial_seed() == 7


def test_messages_call_types_as_torch_does():
    for value, name in ((tb.strided, "torch.layout"), (tb.default_generator, "torch._C.Generator")):
        with pytest.raises(TypeError, match=f"must be torch.dtype, not {name}"):
            tb.zeros(1, dtype=value)


def test_full_refuses_its_sizes_before_its_number():
    for size, text in (
        ((-1,), "negative dimension"),
        ((2**40, 2**40), "Storage size calculation overflowed"),
    ):
        with pytest.raises(RuntimeError, match=text):
            tb.full(size, 300, dtype=tb.uint8)
    with pytest.raises(RuntimeError, match="value cannot be converted to type uint8_t without overflow"):
        tb.full((0,), 300, dtype=tb.uint8)


# ---- code that runs in the middle of a call ----


def test_no_unfinished_size_is_seen_while_items_are_converted():
    output = run_python(
        """
        import gc, tbcast
        class Curious:
            def __index__(self):
                for o in gc.get_objects():
                    if type(o) is tbcast.Size:
                        repr(o)
                return 3
        print(tbcast.Size([1, 2, Curious(), 4]))
        """
    )
    assert output == "torch.Size([1, 2, 3, 4])"


def test_a_collection_may_resize_the_tensor_whose_shape_is_asked_for():
    """Before Python 3.12 making the Size may run finalizers; beyond 6 dimensions the sizes are a block."""
    output = run_python(
        """
        import gc, sysconfig, tbcast
        class Finalized:
            def __del__(self):
                global done
                done = True
                tbcast.zeros(1, out=tensor)
                held.extend(bytearray(b"x" * 960) for _ in range(64))
        held, seen = [], set()
        FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
        gc.set_threshold(1)
        for attempt in range(20):
            tensor = tbcast.zeros(*[1] * 60)
            done, cycle = False, Finalized()
            cycle.cycle = cycle
            del cycle
            while not done:
                seen.add(tuple(tensor.shape))
                seen.add(tuple(tensor.size()))
                filler = [[] for _ in range(attempt)]
                if gc.get_count()[0] == 0 or FREE_THREADED:  # there small heaps are collected on demand only
                    gc.collect()
        print(seen <= {(1,) * 60, (1,)})
        """
    )
    assert output == "True"


def test_a_warning_may_resize_the_operands():
    """Of an in-place fallback; `self` has another shape when it is written."""
    output = run_python(
        """
        import warnings, tbcast
        def hook(*ignored):
            warnings.showwarning = lambda *ignored: None
            tbcast.ones(4096, out=x)
            tbcast.ones(4096, out=y)
        x, y = tbcast.zeros(4, 1), tbcast.ones(4)
        warnings.simplefilter("always")
        warnings.showwarning = hook
        print(x.add_(y) is x, x.shape, sum(x.tolist()))
        """
    )
    assert output == "True torch.Size([4096]) 8192.0"


def test_an_index_may_resize_the_tensor_it_indexes():
    x = tb.arange(10)

    class Resizing:
        def __index__(self):
            tb.arange(2, out=x)
            return 9

    with (
        pytest.warns(UserWarning),
        pytest.raises(IndexError, match="out of bounds for dimension 0 with size 2"),
    ):
        x[Resizing()]
    with pytest.raises(IndexError, match="out of bounds"):
        x[Resizing()] = 1
    assert x.tolist() == [0, 1]


def test_data_may_change_while_it_is_read():
    data = [1.0, 2.0, 3.0]

    class Clearing:
        def __float__(self):
            data.clear()
            return 1.0

    data[1] = Clearing()
    with pytest.raises(ValueError, match="expected sequence of length 3 at dim 0"):
        tb.tensor(data, dtype=tb.float32)


# ---- life ----


def test_weak_references_and_subclasses():
    class Sub(tb.Tensor):
        pass

    for make in (tb.ones, Sub):
        called = []
        tensor = make(2)
        reference = weakref.ref(tensor, called.append)
        assert reference() is tensor
        del tensor
        gc.collect()
        assert reference() is None and called == [reference]
    sub = Sub([1, 2])
    sub.name = "a"
    assert isinstance(sub, Sub) and sub.tolist() == [1, 2] and type(sub + 1) is tb.Tensor


def test_types_keep_their_reference_counts():
    types = (tb.Tensor, tb.Size, tb.device, tb.Generator, tb.dtype)
    tb.ones(2).shape  # noqa: B018
    gc.collect()  # cycles that earlier tests left may hold some
    before = [sys.getrefcount(t) for t in types]
    for _ in range(200):
        tb.ones(2, 3).shape[1:] + (2,)
        tb.device("cpu", 1)
        tb.Generator()
        tb.ones(2).to(tb.int8).dtype  # noqa: B018
        with pytest.raises(TypeError):
            tb.Size(["a"])
    gc.collect()
    assert [sys.getrefcount(t) for t in types] == before


def test_a_size_shows_the_collector_its_type_and_items():
    size = tb.Size([1000, 2000])
    assert {1000, 2000, tb.Size} <= set(gc.get_referents(size))


def test_a_size_is_a_sequence_that_is_concatenated():
    joined = operator.concat(tb.Size([1]), (2,))
    assert joined == (1, 2) and type(joined) is tb.Size
    with pytest.raises(TypeError, match=r"can only concatenate tuple \(not list\) to torch\.Size"):
        operator.concat(tb.Size([1]), [2])


def test_new_makes_what_a_call_makes():
    for cls, arguments in ((tb.device, ("cpu", 1)), (tb.finfo, (tb.float16,)), (tb.iinfo, (tb.int8,))):
        assert cls.__new__(cls, *arguments) == cls(*arguments)
    generator = tb.Generator.__new__(tb.Generator, device="cpu")
    assert generator.manual_seed(3).get_state().tolist() == tb.Generator().manual_seed(3).get_state().tolist()
    with pytest.raises(TypeError, match="type"):
        tb.iinfo.__new__(tb.iinfo)


class Once:
    """An integer as often as this: torch asks whether it is one before it reads it."""

    def __init__(self, times):
        self.left = times

    def __index__(self):
        self.left -= 1
        if self.left < 0:
            raise ValueError
        return 2


def test_a_size_that_is_an_integer_no_more_is_refused_in_torchs_words():
    text = (
        r"zeros\(\): argument 'size' \(position 1\) must be tuple of ints, but found element of type Once at"
    )
    for more in ((), (2,)):
        with pytest.raises(TypeError, match=text):
            tb.zeros(Once(1), *more)


@pytest.mark.parametrize("base", [float, int, complex])
def test_subclasses_of_pythons_numbers_are_such_in_a_list(base):
    number = type("Number", (base,), {})(2)
    made = tb.tensor([[number, number]])
    assert (made.tolist(), made.dtype) == ([[2, 2]], tb.tensor([base(2)]).dtype)


def test_a_complex_number_without_imaginary_part_is_a_real_one():
    assert (int(tb.tensor(-2.5 + 0j)), float(tb.tensor(-2.5 + 0j))) == (-2, -2.5)
    assert tb.zeros(1).normal_(tb.tensor(3 + 0j), 0).tolist() == [3]


def test_a_class_whose_module_cannot_be_told_names_no_type():
    class Meta(type):
        @property
        def __module__(cls):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tb.ones(1).type(Meta("Class", (), {}))


def test_a_method_in_python_takes_no_more_arguments_than_there_is_room_for():
    with pytest.raises(TypeError, match="17 arguments are too many"):
        tb.ones(1).norm(*range(17))


def test_pickle_keeps_the_single_objects():
    for o in (tb.float32, tb.bool, tb.strided):
        assert pickle.loads(pickle.dumps(o)) is o
    for o in (tb.Size([2, 3]), tb.device("cpu"), tb.device("cpu", 3)):
        again = pickle.loads(pickle.dumps(o))
        assert again == o and type(again) is type(o)


def test_a_second_import_has_the_same_types():
    output = run_python(
        """
        import sys, tbcast as first
        a = first.ones(2)
        for name in [name for name in sys.modules if name.startswith("tbcast")]:
            del sys.modules[name]
        import tbcast as second
        assert second is not first
        print(second.Tensor is first.Tensor, second.float32 is first.float32, second.ones(2) + a)
        """
    )
    assert output == "True True tensor([2., 2.])"


# ---- buffers ----


def test_the_buffer_of_a_scalar_and_of_no_elements():
    scalar = memoryview(tb.tensor(5.0))
    assert (scalar.ndim, scalar.shape, scalar.strides, scalar[()]) == (0, (), (), 5.0)
    assert bytes(scalar) == bytes(memoryview(tb.tensor([5.0])))
    empty = memoryview(tb.zeros(4).as_strided((0, 3), (2**60, 1), 2**50))
    assert (empty.shape, empty.nbytes, empty.tolist()) == ((0, 3), 0, [])


def test_a_buffer_of_more_bytes_than_an_int64_is_refused():
    huge = tb.zeros(1).expand(2**62)
    with pytest.raises(BufferError, match="more bytes"):
        memoryview(huge)
    assert huge.nbytes == 2**64


@pytest.mark.parametrize("size", [(2**62, 0), (2**40, 2**20, 0), (2**31, 2**31, 2**31, 0), (3, 2**38, 0)])
def test_lists_that_no_memory_holds_are_refused_at_once(size):
    t = tb.zeros(0).as_strided(size, (1,) * len(size))
    with pytest.raises(MemoryError, match="more lists than there is memory for"):
        t.tolist()
    assert t.as_strided((0, *size), (1,) * (len(size) + 1)).tolist() == []


def test_lists_of_empty_tensors_ignore_their_strides():
    assert tb.zeros(3).as_strided((3, 0), (2**62, 1)).tolist() == [[], [], []]


# ---- NumPy ----


@pytest.fixture
def numpy():
    return pytest.importorskip("numpy")


def test_a_list_of_tensors_may_change_while_the_other_arguments_are_read(numpy):
    class Dim(numpy.int64):
        def __index__(self):
            outs[0] = None
            return 0

    outs = [tb.zeros(3), tb.zeros(3, dtype=tb.int64)]
    with pytest.raises(RuntimeError, match="a list of tensors was changed while it was read"):
        tb.cummax(tb.ones(2, 3), Dim(1), out=outs)


def test_numpys_numbers_may_fail_to_convert(numpy):
    class Count(numpy.int64):
        def __index__(self):
            raise ZeroDivisionError

    class Complex(numpy.clongdouble):
        answer = None

        def __complex__(self):
            return self.answer or 1 // 0

    x = tb.ones(2, dtype=tb.complex64)
    for call in (lambda: tb.set_num_threads(Count(2)), lambda: x.select(Count(0), 0), lambda: x + Complex(1)):
        with pytest.raises(ZeroDivisionError):
            call()
    Complex.answer = 2.0
    with pytest.raises(TypeError, match="__complex__ returned something else than a complex"):
        x + Complex(1)


def test_numpy_refuses_an_array_that_is_too_big(numpy):
    with pytest.raises(ValueError, match="array is too big"):
        tb.zeros(1).expand(2**62).numpy()


def test_memory_may_be_handed_to_and_fro_without_limit(numpy):
    output = run_python(
        """
        import numpy, tbcast
        class Held(numpy.ndarray):
            def __del__(self):
                print("gone")
        x = tbcast.from_numpy(numpy.ones(3).view(Held))
        for _ in range(100_000):
            x = tbcast.from_numpy(x.numpy())
        print(x)
        del x
        print("end")
        """
    )
    assert output.splitlines() == ["tensor([1., 1., 1.], dtype=torch.float64)", "gone", "end"]


def test_arrays_live_until_the_interpreter_ends(numpy):
    assert run_python("import numpy, tbcast; x = tbcast.from_numpy(numpy.ones(2)); print(x)") != ""


def test_from_numpy_keeps_the_array_and_its_views_do(numpy):
    array = numpy.arange(4.0)
    before = sys.getrefcount(array)
    tensor = tb.from_numpy(array)
    row = tensor[1:]
    del tensor
    assert sys.getrefcount(array) == before + 1
    row[0] = 7
    assert array[1] == 7
    del row
    assert sys.getrefcount(array) == before


def test_an_array_of_a_type_without_counterpart_always_raises(numpy):
    class Odd(numpy.ndarray):
        @property
        def dtype(self):
            return type("OddType", (), {"type": 5})

    with pytest.raises(TypeError, match=r"can't convert np\.ndarray of type"):
        tb.from_numpy(numpy.zeros(2, "M8[s]").view(Odd))
    with pytest.raises(TypeError, match=r"can't convert np\.ndarray of type numpy\.datetime64"):
        tb.from_numpy(numpy.zeros(2, "M8[s]"))


def test_arrays_are_operands_on_either_side(numpy):
    tensor, array = tb.ones(2, 1), numpy.array([1.0, 2.0])
    for result in (tensor + array, array + tensor):
        assert isinstance(result, tb.Tensor) and result.dtype is tb.float64
        assert result.tolist() == [[2, 3], [2, 3]]
    assert (array - tb.ones(2)).tolist() == [0, 1] and (tb.ones(2) - array).tolist() == [0, -1]
    assert (array / tb.tensor([2.0, 4.0])).tolist() == [0.5, 0.5]
    whole = tb.zeros(2)
    same = whole
    whole += array.astype("f4")
    assert whole is same and whole.tolist() == [1, 2]
    with pytest.raises(ValueError, match="negative"):
        tensor + array[::-1]
    before = sys.getrefcount(array)
    for _ in range(10):
        tb.ones(2) * array
        with pytest.raises(RuntimeError, match="must match the size"):
            tb.ones(3) + array
    assert sys.getrefcount(array) == before


@pytest.mark.filterwarnings("ignore:To copy construct from a tensor")
def test_copies_of_complex_data_warn_where_they_lose_a_part(numpy):
    for data in (numpy.array([1 + 2j]), tb.tensor([1 + 2j])):
        with pytest.warns(UserWarning, match="discards the imaginary part"):
            assert tb.tensor(data, dtype=tb.float32).tolist() == [1]
