"""Devices that are not the CPU: objects as in PyTorch, and errors where memory is asked for on one."""

import copy
import pickle
import warnings

import pytest

from children import python
from under_test import needs_torch, tb, torch

NAMES = """
cpu cuda mkldnn opengl opencl ideep hip fpga maia xla vulkan - xpu mps meta hpu ve lazy ipu mtia privateuseone
"""
KINDS = {name: number for number, name in enumerate(NAMES.split()) if name != "-"}
"""PyTorch's numbers of them, which their hashes show."""

LIBRARIES = [tb, pytest.param(torch, marks=needs_torch)]
both = pytest.mark.parametrize("library", LIBRARIES, ids=["tbcast", "torch"])
pytestmark = pytest.mark.filterwarnings("ignore:'mkldnn' is no longer used as device type")


@both
@pytest.mark.parametrize("kind", KINDS)
def test_there_is_a_device_of_every_type(library, kind):
    plain, third = library.device(kind), library.device(kind, 3)
    assert (plain.type, plain.index, third.type, third.index) == (kind, None, kind, 3)
    assert (str(plain), str(third)) == (kind, f"{kind}:3")
    assert (repr(plain), repr(third)) == (f"device(type='{kind}')", f"device(type='{kind}', index=3)")
    assert (hash(plain), hash(third)) == (KINDS[kind] << 16 | 255, KINDS[kind] << 16 | 3)
    for device in (plain, third):
        assert pickle.loads(pickle.dumps(device)) == copy.deepcopy(device) == device
        for given in (device, str(device), str(device).encode()):
            assert library.device(given) == library.device(device=given) == device
        assert device.__reduce__()[1] == ((kind,) if device.index is None else (kind, 3))
    assert third == library.device(f"{kind}:3") == library.device(type=kind, index=3) != plain
    assert plain == library.device(kind, None) != library.device("cuda" if kind == "cpu" else "cpu")
    assert plain != kind
    with pytest.raises(TypeError, match="comparison not implemented"):
        plain < third  # noqa: B015
    with pytest.raises(AttributeError, match="not writable"):
        plain.type = "x"


LISTED = (
    "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, "
    "vulkan, mps, meta, hpu, mtia, privateuseone device type at start of device string: "
)
BAD_STRINGS = {
    **{
        text: f"Invalid device string: '{text}'"
        for text in (
            *("cuda:", "cuda:a", "cuda:01", "cuda:00", "cuda:-1", "cuda: 1", "cuda:1:2", " cuda", "cuda "),
            *(":", ":0", "é", "foo:", "foo:x", "foo:01", "foo bar", "cuda:1 ", "cuda-1", "cuda:+1"),
        )
    },
    **{
        text: LISTED + text.partition(":")[0]
        for text in ("foo", "foo:1", "CUDA", "cud", "cudaa", "cuda_", "vk:3")
    },
    "": "Device string must not be empty",
}


@both
@pytest.mark.parametrize("text", BAD_STRINGS)
def test_strings_that_name_no_device(library, text):
    t = library.ones(1)
    for call in (lambda: library.device(text), lambda: library.device(text, 0), lambda: t.to(text)):
        with pytest.raises(RuntimeError) as caught:
            call()
        assert str(caught.value).partition("\n")[0] == BAD_STRINGS[text]


ARGUMENTS = """
(); (1, 2); ([], 2); (None); (True); (1.5); (0); (-1); (2**70); ('a', 'b', 'c'); ('cpu', 1, 2); ('cuda', -1); ('cuda', 2**70)
('cuda', '0'); ('cuda', 0.5); ('cuda', True); ('cuda', None); ('cuda:0', 0); ('cuda:0', None); ('cpu', b'0'); ('cpu', t)
('cpu', torch.tensor(2)); ('cpu', torch.tensor(2.)); ('cpu', foo=1); ('cpu', 1, foo=1); ('cpu', type='cpu')
('cpu', 1, index=1); ('cpu', index='a'); ('cpu', index=-1); ('mps', index=5)
(device='cpu', type='cpu'); (device='cuda', index=1); (device=3); (index=3); (index=None); (type=3); (type=3, index=1)
(type='meta'); (device='meta'); (index=1, type='meta'); (torch.device('cpu'), index=3); (torch.device('cuda'), 1); (foo=1)
(t); ('cuda', 127); ([1, 'a']); (type=None, index=1)
"""  # noqa: E501


def outcome(library, text):
    """The device, or the error's type and text."""
    try:
        return repr(eval(f"torch.device{text}", {"torch": library, "t": library.ones(2)}))
    except Exception as error:
        return type(error).__name__, str(error)


@needs_torch
@pytest.mark.parametrize("text", [*filter(None, map(str.strip, ARGUMENTS.replace("\n", ";").split(";")))])
def test_other_arguments_of_the_constructor_do_what_torchs_do(text):
    assert outcome(tb, text) == outcome(torch, text)


def test_an_index_that_torch_wraps_is_refused():
    for given, text in ((["cuda:128"], "Invalid device string"), (["cuda", 128], "must be at most 127")):
        with pytest.raises(RuntimeError, match=text):
            tb.device(*given)


def test_mkldnn_warns_once():
    program = """
import sys, warnings, tbcast as torch
warnings.simplefilter("error")
try:
    torch.device("mkldnn")
except UserWarning as warning:
    print(warning)
print(torch.device("mkldnn"), torch.device("mkldnn:1"))
"""
    lines = python("-c", program).stdout.splitlines()
    assert lines[0].startswith("'mkldnn' is no longer used as device type. So torch.device('mkldnn') will be")
    assert lines[1:] == ["mkldnn mkldnn:1"]


USES = {
    "ones": lambda lib, d: lib.ones(2, device=d),
    "empty": lambda lib, d: lib.empty((2,), device=d),
    "full": lambda lib, d: lib.full((2,), 1.0, device=d),
    "arange": lambda lib, d: lib.arange(2, device=d),
    "linspace": lambda lib, d: lib.linspace(0, 1, 2, device=d),
    "randn": lambda lib, d: lib.randn(2, device=d),
    "zeros_like": lambda lib, d: lib.zeros_like(lib.ones(2), device=d),
    "empty_strided": lambda lib, d: lib.empty_strided((2,), (1,), device=d),
    "new_zeros": lambda lib, d: lib.ones(2).new_zeros(2, device=d),
    "new_tensor": lambda lib, d: lib.ones(2).new_tensor([1], device=d),
    "tensor": lambda lib, d: lib.tensor([1], device=d),
    "as_tensor": lambda lib, d: lib.as_tensor([1], device=d),
    "asarray": lambda lib, d: lib.asarray([1], device=d),
    "to": lambda lib, d: lib.ones(2).to(d),
    "to, device=": lambda lib, d: lib.ones(2).to(device=d, dtype=lib.int64),
    "Tensor": lambda lib, d: lib.Tensor(2, device=d),
    "new": lambda lib, d: lib.ones(2).new(2, device=d),
    "UntypedStorage": lambda lib, d: lib.UntypedStorage(2, device=d),
    "from_dlpack": lambda lib, d: lib.from_dlpack(lib.ones(2), device=d),
    "cuda": lambda lib, d: lib.ones(2).cuda(d),
}


def error_of(call, *args):
    try:
        call(*args)
    except Exception as error:
        return type(error), str(error).partition("\n")[0]
    return None


@needs_torch
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("kind", KINDS)
def test_memory_of_another_device_is_refused_as_by_torch(kind, use):
    """The type of the error and how its text begins; tbcast adds why."""
    for device in (kind, f"{kind}:1"):
        for make in (str, tb.device):
            ours = error_of(USES[use], tb, make(device))
            theirs = error_of(USES[use], torch, make(device) if make is str else torch.device(device))
            if kind == "meta" and theirs is None:
                assert ours[0] is NotImplementedError and "the device 'meta' is not supported" in ours[1]
            elif (use == "from_dlpack" and kind != "cpu") or (kind, use) == ("maia", "UntypedStorage"):
                assert ours and theirs  # torch makes what it cannot pack
            elif theirs is None:
                assert ours is None
            else:
                text = ours[1].removesuffix(": tbcast runs on the CPU only")
                assert ours[0] is theirs[0] and text in theirs[1]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "cpu"])
def test_nothing_takes_memory_of_another_device(kind):
    for use in USES.values():
        with pytest.raises((AssertionError, RuntimeError, ModuleNotFoundError)):
            use(tb, kind)


@both
def test_cuda_takes_devices_of_its_own_only(library):
    t = library.ones(2)
    for device in (None, "cuda", "cuda:1", library.device("cuda")):
        with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"):
            t.cuda(device)
    for device in ("cpu", "mps", library.device("meta")):
        with pytest.raises(RuntimeError, match="Invalid device, must be cuda device"):
            t.cuda(device)
    with pytest.raises(RuntimeError, match="Cannot access accelerator device when none is available"):
        t.cuda(0)
    with pytest.raises(TypeError, match=r"cuda\(\): argument 'device' \(position 1\) must be "):
        t.cuda(1.5)
    with pytest.raises(RuntimeError, match="Cannot get CUDA generator without ATen_cuda library"):
        library.Generator(device="cuda")


def test_a_generator_of_another_device_is_refused():
    for kind in KINDS:
        if kind == "cpu":
            tb.Generator(kind)
        else:
            with pytest.raises(RuntimeError):
                tb.Generator(device=kind)


# ---- the types of tensors ----


TYPES = ["BFloat16", "Bool", "Byte", "Char", "Double", "Float", "Half", "Int", "Long", "Short"]


@both
@pytest.mark.parametrize("name", TYPES)
def test_types_of_tensors_have_no_subclasses(library, name):
    for owner, title in ((library, "torch"), (library.cuda, "torch.cuda")):
        cls = getattr(owner, f"{name}Tensor")
        for bases in ((cls,), (cls, int), (int, cls)):
            with pytest.raises(TypeError) as caught:
                type("X", bases, {})
            assert str(caught.value) == f"type '{title}.{name}Tensor' is not an acceptable base type"
        with pytest.raises(TypeError, match=f"attribute of immutable type '{title}.{name}Tensor'"):
            cls.foo = 1
    with pytest.raises(TypeError, match="is not an acceptable base type"):

        class X(library.FloatTensor):
            pass


@both
@pytest.mark.parametrize("name", TYPES)
def test_types_of_tensors_on_a_gpu_make_nothing(library, name):
    cls, own = getattr(library.cuda, f"{name}Tensor"), getattr(library, f"{name}Tensor")
    assert isinstance(cls, type(own)) and cls is not own
    assert cls.dtype is own.dtype and cls.layout is library.strided
    assert (cls.is_cuda, own.is_cuda, cls.is_sparse) == (True, False, False)
    t = own(2)
    assert isinstance(t, own) and not isinstance(t, cls) and not issubclass(cls, library.Tensor)
    text = f"type torch.cuda.{name}Tensor not available. Torch not compiled with CUDA enabled."
    for call in (cls, lambda: cls(2, 3), lambda: library.set_default_tensor_type(cls)):
        with warnings.catch_warnings(), pytest.raises(TypeError) as caught:
            warnings.simplefilter("ignore")
            call()
        assert str(caught.value) == text
    for given in (cls, f"torch.cuda.{name}Tensor"):
        with pytest.raises(RuntimeError, match="Cannot initialize CUDA without ATen_cuda library"):
            t.type(given)


# ---- torch.backends ----


@both
def test_switches_of_backends_are_kept(library):
    backends = library.backends
    switches = [
        *((backends.cudnn, name) for name in ("enabled", "deterministic", "benchmark", "allow_tf32")),
        *((backends.mkldnn, name) for name in ("enabled", "deterministic")),
        (backends.cuda.matmul, "allow_tf32"),
        (backends.cuda.matmul, "allow_fp16_accumulation"),
        (backends.cuda.matmul, "allow_fp16_reduced_precision_reduction"),
        (backends.cuda.matmul, "allow_bf16_reduced_precision_reduction"),
    ]
    found = []
    for owner, name in switches:
        before = getattr(owner, name)
        found.append(before)
        for value in (not before, before):
            setattr(owner, name, value)
            assert getattr(owner, name) is value
        with pytest.raises((RuntimeError, TypeError), match="expects a bool"):
            setattr(owner, name, 1)
        assert getattr(owner, name) is before
    assert found == [True, False, False, True, True, False, False, False, True, True]
    with pytest.raises(RuntimeError, match="set_enabled_cudnn expects a bool, but got str"):
        backends.cudnn.enabled = "no"
    with pytest.raises(RuntimeError, match="set_benchmark_cudnn expects a bool, but got NoneType"):
        backends.cudnn.benchmark = None
    with pytest.raises(AttributeError, match="Unknown attribute foo"):
        backends.cuda.matmul.foo = 1
    with pytest.raises(AttributeError, match="Unknown attribute foo"):
        backends.cuda.matmul.foo  # noqa: B018
    with pytest.raises(AttributeError, match="has no attribute 'foo'"):
        backends.cudnn.foo  # noqa: B018
    for name in ("flash", "mem_efficient", "math", "cudnn"):
        enable = getattr(backends.cuda, f"enable_{name}_sdp")
        for value in (False, True):
            enable(value)
            assert getattr(backends.cuda, f"{name}_sdp_enabled")() is value
        with pytest.raises(RuntimeError, match="expects a bool"):
            enable(1)


@both
def test_flags_are_set_back(library):
    cudnn, mkldnn = library.backends.cudnn, library.backends.mkldnn
    with cudnn.flags(enabled=False, benchmark=True):
        assert (cudnn.enabled, cudnn.benchmark, cudnn.allow_tf32) == (False, True, True)
        with pytest.raises(ZeroDivisionError), cudnn.flags(enabled=True):
            assert cudnn.enabled and not cudnn.benchmark
            raise ZeroDivisionError
        assert (cudnn.enabled, cudnn.benchmark) == (False, True)
    assert (cudnn.enabled, cudnn.benchmark, cudnn.deterministic) == (True, False, False)
    with mkldnn.flags(enabled=False):
        assert not mkldnn.enabled
    assert mkldnn.enabled
    before = cudnn.set_flags(_deterministic=True)
    assert before[:5] == (True, False, cudnn.benchmark_limit, False, True) and cudnn.deterministic
    cudnn.deterministic = False


@both
def test_there_is_no_accelerator(library):
    backends = library.backends
    assert not (backends.cudnn.is_available() or backends.cuda.is_built() or backends.mps.is_available())
    assert not backends.mps.is_built() and backends.cudnn.version() is None
    assert backends.cudnn.is_acceptable(library.ones(2)) is False
    assert backends.cpu.get_cpu_capability() in ("DEFAULT", "AVX2", "AVX512")


def test_tbcast_uses_none_of_these_libraries():
    """PyTorch says what it is built with."""
    assert not any(getattr(tb.backends, name).is_available() for name in ("mkl", "mkldnn", "openmp"))


def test_backends_are_imported_when_they_are_asked_for():
    program = """
import sys, tbcast as torch
assert not [name for name in sys.modules if name.startswith(("tbcast.backends", "tbcast.cuda"))]
torch.backends.cudnn.benchmark = True
import tbcast.backends.cudnn as cudnn
from tbcast.backends import cudnn as again
assert cudnn is again is torch.backends.cudnn and cudnn.benchmark is True
"""
    done = python("-c", program)
    assert done.returncode == 0, done.stderr


@both
def test_the_cpu_is_a_context(library):
    cpu = library.device("cpu")
    with cpu as entered, library.device("cpu", 0):
        assert entered is cpu
        assert library.ones(2).device == cpu
    assert library.device.__enter__ and library.device.__exit__
    with pytest.raises(ZeroDivisionError), cpu:
        1 / 0  # noqa: B018


def test_no_other_device_is_a_context():
    """torch lets it be entered, and says this of the first tensor."""
    with pytest.raises(AssertionError, match="CUDA enabled"), tb.device("cuda"):
        pass
    with pytest.raises(NotImplementedError, match="meta"), tb.device("meta"):
        pass
