"""Interpreters of one process, with the same lock and with locks of their own: each imports tbcast and has
its own flags, default dtype, policies and generator.  Each test is a process."""

import subprocess
import sys
import sysconfig
import tempfile
import textwrap

import pytest

# There the type Tensor lives as long as the process, so that threads do not count references in one place.
KEEPS_THE_TYPE = pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")), reason="a free-threaded build keeps the type Tensor"
)

PRELUDE = """
import sys, threading
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

def create(own_lock):
    if sys.version_info >= (3, 13):
        return interpreters.create("isolated" if own_lock else "legacy")
    return interpreters.create(isolated=own_lock)

def run(interpreter, source):
    failure = interpreters.run_string(interpreter, source)
    assert failure is None, failure.formatted

def play(source, own_lock):
    interpreter = create(own_lock)
    run(interpreter, source)
    interpreters.destroy(interpreter)

def in_threads(*functions):
    failures = []
    def call(function):
        try:
            function()
        except BaseException as error:
            failures.append(error)
    threads = [threading.Thread(target=call, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(100)
    assert not failures, failures

WORK = '''if True:
    import gc, warnings
    import tbcast as tb

    assert tb.get_default_dtype() is tb.float32
    a = tb.arange(4.0)
    large = tb.ones(700, 701)  # enough for the pool
    assert (large + large).sum().item() == 2 * 700 * 701
    assert str(a + 1) == "tensor([1., 2., 3., 4.])"
    assert "values=" in repr(tb.ones(2, 2).max(0))
    for shapes in range(3):
        try:
            tb.ones(2) + tb.ones(3)
        except RuntimeError as error:
            assert "size of tensor a (2)" in str(error)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        tb.ones(2, 3) + tb.ones(6)
    assert len(seen) == 1
    tb.manual_seed(0)
    first = tb.rand(3)
    tb.rand(1000)
    tb.manual_seed(0)
    assert tb.equal(tb.rand(3), first)
    shared = tb.from_dlpack(a)
    shared += 1
    assert a.tolist() == [1, 2, 3, 4]
    memory = bytearray(8)
    tb.frombuffer(memory, dtype=tb.int32)[0] = 1
    memory.append(0)  # nobody exports it any more
    class Own(tb.Tensor):
        pass
    own = Own([1, 2])
    own.circle = own
    del own
    gc.collect()
    kept = [a[0], a.shape, a.dtype, tb.device("cpu"), a.untyped_storage(), tb.ones(2, 2).sort()]
'''
"""
OWN_LOCK = [
    False,
    pytest.param(
        True, marks=pytest.mark.skipif(sys.version_info < (3, 12), reason="locks of their own: Python 3.12")
    ),
]


def run_python(source, **names):
    """Standard output of a program, which begins with PRELUDE, with memory checks."""
    constants = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    program = PRELUDE + constants + textwrap.dedent(source)
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "ignore", "-c", program],
        capture_output=True,
        text=True,
        timeout=600,
        cwd=tempfile.gettempdir(),  # the source folder would hide the installed package
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.strip()


@pytest.mark.parametrize("own_lock", OWN_LOCK)
def test_one_after_another(own_lock):
    output = run_python(
        """
        for i in range(3):
            play(WORK, own_lock)
        exec(WORK)
        play(WORK, own_lock)
        print(tb.ones(2) + a[:2])
        """,
        own_lock=own_lock,
    )
    assert output == "tensor([2., 3.])"


@pytest.mark.parametrize("own_lock", OWN_LOCK)
def test_side_by_side(own_lock):
    output = run_python(
        """
        def work():
            for i in range(3):
                play(WORK, own_lock)
        in_threads(work, work, work, lambda: exec(WORK, {}))
        exec(WORK)
        print(a)
        """,
        own_lock=own_lock,
    )
    assert output == "tensor([1., 2., 3., 4.])"


@pytest.mark.parametrize("own_lock", OWN_LOCK)
def test_each_has_its_own_flags_policy_default_dtype_and_generator(own_lock):
    output = run_python(
        """
        import tbcast as tb
        FACTS = '''if True:
            import tbcast as tb
            def facts():
                flags = tb.utils.backcompat
                seen = [tb.get_default_dtype(), flags.broadcast_warning.enabled,
                        flags.pointwise_fallback.enabled, flags.keepdim_warning.enabled]
                try:
                    tb.ones(1, 3) + tb.ones(3, 1)
                except Exception as error:
                    seen.append(type(error).__name__)
                return [str(fact) for fact in seen]
        '''
        CHANGE = FACTS + '''
            tb.set_default_dtype(tb.float64)
            tb.utils.backcompat.broadcast_warning.enabled = True
            tb.utils.backcompat.pointwise_fallback.enabled = False
            tb.utils.backcompat.keepdim_warning.enabled = True
            tb.broadcast_policy("raise", risk="low").install()
            tb.manual_seed(7)
        '''
        exec(FACTS)
        before = facts()
        other = create(own_lock)
        tb.manual_seed(3)
        expected = tb.rand(4)
        tb.manual_seed(3)
        run(other, CHANGE)
        assert tb.equal(tb.rand(4), expected)
        assert facts() == before
        run(other, FACTS + f"    changed = facts(); assert len(changed) == 5 and changed != {before}")
        run(other, "assert changed[:4] == ['torch.float64', 'True', 'False', 'True'], changed")
        play(FACTS + f"    assert facts() == {before}", own_lock)
        interpreters.destroy(other)
        print(facts() == before)
        """,
        own_lock=own_lock,
    )
    assert output == "True"


@pytest.mark.parametrize("own_lock", OWN_LOCK)
def test_the_first_one_to_import_may_end_before_the_others(own_lock):
    output = run_python(
        """
        first, second = create(own_lock), create(own_lock)
        run(first, WORK)
        run(second, WORK)
        interpreters.destroy(first)
        run(second, "assert (a + a).tolist() == [2, 4, 6, 8]")
        exec(WORK)
        run(second, WORK)
        interpreters.destroy(second)
        print((a + a).tolist())
        """,
        own_lock=own_lock,
    )
    assert output == "[2.0, 4.0, 6.0, 8.0]"


@KEEPS_THE_TYPE
def test_an_interpreter_that_ends_gives_its_memory_back():
    """Interpreters with one lock: those with locks of their own keep memory that is CPython's."""
    pytest.importorskip("resource")
    output = run_python(
        """
        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * 4
        def growth(source):
            for i in range(6):
                play(source, False)
            before = resident()
            for i in range(20):
                play(source, False)
            return (resident() - before) / 20
        nothing = growth("pass")  # CPython's own
        print(growth("import tbcast; tbcast.ones(2) + 1") - nothing)
        """
    )
    assert float(output) < 60


@KEEPS_THE_TYPE
def test_the_module_is_collected_once_nobody_has_it():
    output = run_python(
        """
        import gc, weakref
        exec(WORK)
        left = [weakref.ref(o) for o in (tb._C, tb.Tensor, tb.Size, type(tb.float32), tb.UntypedStorage)]
        tb.set_default_dtype(tb.float64)
        class Buffer(bytearray):
            pass
        memory = Buffer(8)
        memory.tensor = tb.frombuffer(memory, dtype=tb.int32)
        left.append(weakref.ref(memory))
        tb.Tensor.circle = [tb.Tensor, memory]
        for name in [name for name in sys.modules if name.partition(".")[0] == "tbcast"]:
            del sys.modules[name]
        del tb, a, large, first, shared, Own, kept, memory
        gc.collect()
        print([reference() for reference in left])
        exec(WORK)
        """
    )
    assert output == "[None, None, None, None, None, None]"


@pytest.mark.parametrize("main", [True, False])
def test_foreign_memory_is_given_back_in_its_interpreter_whichever_thread_lets_it_go(main):
    """DLPack's deleter, called by C without a lock."""
    output = run_python(
        """
        GIVE_BACK = '''if True:
            import ctypes
            import tbcast as tb
            memory = bytearray(16)
            tensor = tb.frombuffer(memory, dtype=tb.float32)
            capsule = tensor.__dlpack__()
            del tensor
            get, rename = ctypes.pythonapi.PyCapsule_GetPointer, ctypes.pythonapi.PyCapsule_SetName
            get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
            rename.argtypes = [ctypes.py_object, ctypes.c_char_p]
            managed = get(capsule, b"dltensor")
            rename(capsule, b"used_dltensor")
            address = managed + 8 * 7  # behind the DLTensor and the producer's context
            deleter = ctypes.c_void_p.from_address(address).value
            ctypes.CFUNCTYPE(None, ctypes.c_void_p)(deleter)(managed)
            tb.frombuffer(bytearray(4), dtype=tb.int32)  # what waits is dropped now
            del capsule  # before this code and its text, which is the name
            memory.append(0)
        '''
        if main:
            play("import tbcast", False)
            exec(GIVE_BACK)
            other = create(False)
            run(other, "import tbcast")
            exec(GIVE_BACK)
        else:
            import tbcast
            play(GIVE_BACK, False)
        print("given back")
        """,
        main=main,
    )
    assert output == "given back"
