"""A good citizen of Dask: the collection protocol, tokens, sizes, pickles; creation; files; refusals."""

import copy
import io
import operator
import pickle
import shutil

import numpy as np
import pytest

pytest.importorskip("dask.array")

import dask
import dask.array as da
from dask.base import is_dask_collection, tokenize
from dask.diagnostics import ProgressBar
from dask.sizeof import sizeof

import tbcast
import tbcast.dask as td
from chunkings import assert_equal, assert_same, cut
from repository import python
from tbcast.dask import _table
from tbcast.nn import functional

# ---- the protocol ----


def test_importing_tbcast_does_not_import_dask(tmp_path):
    text = "import sys, tbcast; print([m for m in sys.modules if m.startswith(('dask', 'tbcast.dask'))])"
    assert python("-c", text, cwd=tmp_path) == (0, "[]\n")


def test_it_is_a_collection():
    x = td.from_tensor(tbcast.arange(12.0).reshape(4, 3), (2, 2))
    assert is_dask_collection(x)
    a, (b, n) = dask.compute(x + 1, [x.sum(), 3])
    assert_equal(a, tbcast.arange(12.0).reshape(4, 3) + 1)
    assert b == 66 and n == 3
    kept = (x * 2).persist()
    assert isinstance(kept, td.DaskTensor) and kept.dtype == tbcast.float32
    assert len(dict(kept.__dask_graph__())) == 4
    assert dask.delayed(float)(x.sum()).compute() == 66
    (y,) = dask.optimize(x + 1 + 1)
    assert isinstance(y, td.DaskTensor) and y.sum().compute() == 90


def test_what_it_says_of_itself():
    x = td.zeros(4, 3, chunks=2, dtype=tbcast.bfloat16)
    assert repr(x) == "DaskTensor<shape=(4, 3), dtype=torch.bfloat16, chunks=((2, 2), (2, 1))>"
    html = x._repr_html_()
    assert "torch.bfloat16 tbcast.Tensor" in html and "uint16" not in html
    assert (x.ndim, x.numel(), x.nbytes, len(x), x.numblocks, x.npartitions) == (2, 12, 24, 4, (2, 2), 4)
    with pytest.raises(AttributeError, match=r"no attribute 'grad_fn'"):
        _ = x.grad_fn


def test_its_graph_is_drawn(tmp_path):
    pytest.importorskip("graphviz")
    if not shutil.which("dot"):
        pytest.skip("graphviz's dot draws")
    (td.ones(4, chunks=2) + 1).sum().visualize(filename=str(tmp_path / "graph.svg"))
    assert "<svg" in (tmp_path / "graph.svg").read_text("utf-8")


def test_progress_is_shown():
    shown = io.StringIO()
    with ProgressBar(out=shown):
        assert (td.ones(4, chunks=2) + 1).sum().compute() == 8
    assert "100% Completed" in shown.getvalue()


def test_numbers_come_out():
    x = td.arange(4, chunks=2)
    assert float(x.sum()) == 6 and int(x[3]) == 3 and bool(x[0] == 0) and operator.index(x[2]) == 2
    assert x.tolist() == [0, 1, 2, 3] and [v.item() for v in x] == [0, 1, 2, 3] and 2 in x
    assert np.asarray(x).tolist() == [0, 1, 2, 3]
    with pytest.raises(RuntimeError, match="Boolean value of Tensor with more than one value is ambiguous"):
        bool(x)


def test_a_result_is_its_own_to_write():
    t = tbcast.ones(4)
    kept = td.from_tensor(t, -1).persist()
    for lazy in (
        td.ones(4),
        td.from_tensor(t, 2).expand(3, 4),
        td.from_tensor(t, -1),
        td.from_tensor(t, 2),
        kept,
    ):
        assert lazy.compute().add_(1).sum() == 2 * lazy.numel()
    assert t.tolist() == kept.tolist() == [1] * 4


def test_tokens_are_deterministic(tmp_path):
    text = (
        "import tbcast as t, tbcast.dask as td; from dask.base import tokenize;"
        "x = td.from_tensor(t.arange(6.).bfloat16(), 2);"
        "y = (x.sum(0) + x.exp().clamp(0, 2)) @ td.rand(6, seed=1, chunks=3).bfloat16();"
        "print(tokenize(x), tokenize(y), tokenize(t.arange(3), t.float32), y.name, x.argmax(0).name)"
    )
    runs = {python("-c", text, cwd=tmp_path) for _ in range(2)}
    assert len(runs) == 1 and len(runs.pop()[1].split()) == 5
    assert tokenize(tbcast.ones(3)) == tokenize(tbcast.ones(3)) != tokenize(tbcast.ones(3).bfloat16())
    assert tokenize(tbcast.ones(3)) != tokenize(tbcast.zeros(3))
    a, b = td.ones(4, chunks=2), td.ones(4, chunks=2)
    assert (a + 1).name == (b + 1).name != (a + 2).name


def test_sizes_of_tensors_are_those_of_their_memory():
    assert 4000 <= sizeof(tbcast.ones(1000)) < 5000
    assert 2000 <= sizeof(tbcast.ones(1000, dtype=tbcast.bfloat16)) < 3000
    assert sizeof(tbcast.ones(1).expand(1000, 1000)) < 1000


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_blocks_travel_out_of_band(dtype):
    t = tbcast.ones(1000, dtype=getattr(tbcast, dtype))
    buffers = []
    data = pickle.dumps(t, protocol=5, buffer_callback=buffers.append)
    assert len(data) < 500 and sum(b.raw().nbytes for b in buffers) == t.nbytes
    assert_equal(pickle.loads(data, buffers=buffers), t)
    x = td.from_tensor(t, 300)
    for other in (pickle.loads(pickle.dumps(x + 1)), copy.copy(x + 1), copy.deepcopy(x + 1)):
        assert_equal(other.compute(), t + 1)


def test_blocks_are_converted_without_a_copy():
    from tbcast.dask._blocks import to_block, to_tensor

    array = np.zeros((4, 3), np.float32)
    assert to_tensor(array.T, tbcast.float32).data_ptr() == array.ctypes.data
    t = tbcast.ones(4, dtype=tbcast.bfloat16)
    assert to_block(t).ctypes.data == t.data_ptr()
    assert to_tensor(to_block(t), tbcast.bfloat16).data_ptr() == t.data_ptr()
    assert to_tensor(array[::-1], tbcast.float32).shape == (4, 3)


# ---- making ----


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16"])
@pytest.mark.parametrize("kind", ["rand", "randn"])
def test_random_numbers_depend_on_the_seed_and_the_place_alone(kind, dtype):
    make, dtype = getattr(td, kind), getattr(tbcast, dtype)
    one = make(37, 11, chunks=-1, dtype=dtype, seed=5).compute()
    for chunks in (1, 5, (37, 2), (4, 11)):
        assert_same(make(37, 11, chunks=chunks, dtype=dtype, seed=5), one, scheduler="threads")
    assert (make(37, 11, dtype=dtype, seed=6).compute() != one).float().mean() > 0.9
    x = make(1000, 200, dtype=tbcast.float64, seed=1).compute()
    mean, std = {"rand": (0.5, 12**-0.5), "randn": (0, 1)}[kind]
    assert abs(float(x.mean()) - mean) < 0.01 and abs(float(x.std()) - std) < 0.01
    assert abs(float((x[1:] * x[:-1]).mean()) - mean**2) < 0.01
    assert kind == "randn" or (float(x.min()) >= 0 and float(x.max()) < 1)


def test_the_default_generator_gives_seeds():
    tbcast.manual_seed(3)
    a = td.randn(10)
    tbcast.manual_seed(3)
    b, c = td.randn(10), td.randn(10)
    assert a.tolist() == b.tolist() != c.tolist()
    values = td.randint(-3, 4, (10_000,), chunks=999, seed=1)
    assert values.dtype == tbcast.int64 and sorted(set(values.tolist())) == list(range(-3, 4))


@pytest.mark.parametrize(
    "call",
    [
        *(
            "zeros(3,2)",
            "ones((2,3))",
            "zeros(2,dtype=torch.int8)",
            "ones(0,3)",
            "full((2,2),7)",
            "full((3,),1.5)",
        ),
        *(
            "full((2,),True)",
            "arange(7)",
            "arange(1,9,2)",
            "arange(9,0,-2)",
            "arange(0.5,4)",
            "arange(0,1,0.1)",
        ),
        *("arange(5,dtype=torch.float64)", "arange(0)", "full((2,),2,dtype=torch.bfloat16)"),
    ],
)
def test_creation_is_that_of_tensors(call):
    want = eval(f"torch.{call}", {"torch": tbcast})
    got = eval(f"td.{call[:-1]},chunks=2)", {"td": td, "torch": tbcast})
    assert_same(got, want, exact=want.dtype != tbcast.float32)
    if want.ndim:
        assert all(size <= 2 for sizes in got.chunks for size in sizes)


@pytest.mark.parametrize(
    "call", ["arange(0,5,0)", "arange(5,0)", "zeros(-1)", "full((2,),300,dtype=torch.uint8)"]
)
def test_creation_refuses_what_tensors_refuse(call):
    with pytest.raises((RuntimeError, ValueError)) as want:
        eval(f"torch.{call}", {"torch": tbcast})
    with pytest.raises(type(want.value)) as got:
        eval(f"torch.{call}", {"torch": td_module()})
    assert str(got.value).splitlines()[0] == str(want.value).splitlines()[0]


class td_module:
    def __getattr__(self, name):
        value = getattr(tbcast, name, None)
        return value if isinstance(value, tbcast.dtype) else getattr(td, name)


def test_like_another():
    x = td.zeros(4, 3, chunks=2, dtype=tbcast.float64)
    for name in ("zeros_like", "ones_like", "rand_like", "randn_like"):
        found = getattr(td, name)(x)
        assert (found.shape, found.dtype, found.chunks) == (x.shape, x.dtype, x.chunks)
    assert td.full_like(x, 3, dtype=tbcast.int32).sum().compute() == 36


# ---- in and out ----


def test_arrays_in_and_out(tmp_path):
    array = np.arange(12, dtype=">f4").reshape(3, 4)
    for lazy in (
        td.from_numpy(array, 2),
        td.from_dask(da.from_array(array, 2)),
        td.from_dask(da.from_array(array.T).T),
    ):
        assert lazy.dtype == tbcast.float32
        assert (lazy + 1).tolist() == (array + 1).tolist()
    assert td.from_numpy(array[::-1, ::-1], 2).mul(1).tolist() == array[::-1, ::-1].tolist()
    for wrong in (np.array(["a"]), np.zeros(3, "M8[s]"), np.zeros(2, [("a", "i4")])):
        with pytest.raises(TypeError, match="a DaskTensor cannot have NumPy's dtype"):
            td.from_numpy(wrong)
    with pytest.raises(TypeError, match=r"from_dask\(\) takes a dask\.array, not list"):
        td.from_dask([1])
    with pytest.raises(TypeError, match=r"from_tensor\(\) takes a Tensor, not ndarray"):
        td.from_tensor(array)


def test_a_mapped_file_is_named_and_not_copied_into_the_graph(tmp_path):
    np.save(tmp_path / "x.npy", np.arange(100_000, dtype=np.float32).reshape(1000, 100))
    x = td.from_numpy(np.load(tmp_path / "x.npy", mmap_mode="r"), chunks=(100, 100))
    assert len(pickle.dumps(x)) < 20_000
    assert x.sum(dtype=tbcast.float64).compute() == 99_999 * 50_000
    assert x.name == td.from_numpy(np.load(tmp_path / "x.npy", mmap_mode="r"), chunks=(100, 100)).name
    part = td.from_numpy(np.load(tmp_path / "x.npy", mmap_mode="r")[3:], chunks=100)
    assert part[0, 0].item() == 300


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "bool", "complex64", "int16"])
def test_files_come_back_as_what_they_were(tmp_path, dtype):
    pytest.importorskip("zarr")
    t = (tbcast.arange(24).reshape(6, 4) % 5).to(getattr(tbcast, dtype))
    x = td.from_tensor(t, (2, 4))
    x.to_zarr(str(tmp_path / "x.zarr"))
    assert_same(td.from_zarr(str(tmp_path / "x.zarr")), t)
    td.to_zarr(x, str(tmp_path / "y.zarr"), component="inner", compute=False).compute()
    assert_same(td.from_zarr(str(tmp_path / "y.zarr"), component="inner"), t)
    x.to_npy_stack(tmp_path / "stack")
    assert_same(td.from_npy_stack(tmp_path / "stack"), t)
    target = tbcast.zeros(6, 4, dtype=t.dtype)
    x.store(target)
    assert_equal(target, t)
    td.store([x, x], [target, np.zeros((6, 4), x.to_dask().dtype)])


def test_storing_casts_to_the_target():
    target = tbcast.zeros(4, dtype=tbcast.bfloat16)
    td.store(td.arange(4, chunks=2), target)
    assert target.tolist() == [0, 1, 2, 3]


def test_functions_on_blocks():
    x = cut(tbcast.arange(12.0).reshape(3, 4))
    assert td.map_blocks(
        lambda b: b.flip(1), td.from_tensor(tbcast.arange(6).reshape(2, 3), -1)
    ).tolist() == [[2, 1, 0], [5, 4, 3]]
    found = x.map_blocks(lambda a, b, scale: (a + b) * scale, x, scale=2, dtype=tbcast.bfloat16)
    assert_same(found, (tbcast.arange(12.0).reshape(3, 4) * 4).bfloat16())
    with pytest.raises(ValueError, match="say it: dtype="):
        x.map_blocks(lambda b: b.reshape(7))


# ---- what is refused ----


def test_every_public_function_is_there_or_is_refused_with_a_sentence():
    x = td.ones(2, 2)
    for name in _table.refused():
        with pytest.raises(
            NotImplementedError, match=rf"^{name}\(\) is not supported .*\.compute\(\).*map_blocks\(\)"
        ):
            getattr(td, name)(x)
    assert not _table.refused() & _table.supported()
    assert {"add", "sum", "matmul", "cat", "einsum", "cdist", "where", "softmax"} <= _table.supported()
    with pytest.raises(AttributeError):
        _ = td.nonsense
    assert set(td.__all__) <= set(dir(td)) and "sin" in dir(td)


def test_every_public_method_is_there_or_is_refused():
    for name in dir(tbcast.Tensor):
        if not name.startswith("_") and callable(getattr(tbcast.Tensor, name, None)):
            assert hasattr(td.DaskTensor, name), name
    with pytest.raises(
        NotImplementedError, match=r"where\(\) and masked_fill\(\) choose elements; \.compute\(\)"
    ):
        td.ones(3)[0] = 1


def test_special_functions_have_a_place_of_their_own():
    x = tbcast.linspace(-2, 2, 7)
    assert_same(td.special.expit(cut(x)), tbcast.special.expit(x))


ARGUMENTS = {"softmax": (0,), "log_softmax": (0,), "threshold": (0.5, 9), "threshold_": (0.5, 9)}


@pytest.mark.parametrize("name", functional.__all__)
def test_plain_functions_of_nn_are_there_or_are_refused(name):
    x, function, whole = tbcast.linspace(-2, 2, 7), getattr(td.nn.functional, name), getattr(functional, name)
    arguments = ARGUMENTS.get(name, ())
    present = ("hardshrink", "relu", "relu_", "sigmoid", "tanh", *td._pointwise.nn_functions())
    if arguments or name in present:
        assert_same(function(cut(x), *arguments), whole(x.clone(), *arguments), exact="softmax" not in name)
    else:
        with pytest.raises(NotImplementedError, match=rf"nn\.functional\.{name}\(\) is not supported"):
            function(cut(x))
    if name in ("relu", "threshold", "silu", "elu"):
        lazy = cut(x)
        assert function(lazy, *arguments, inplace=True) is lazy
        assert_same(lazy, whole(x, *arguments))


def test_a_full_disk_is_an_error_of_the_system(tmp_path):
    class Full:
        shape, dtype = (4,), np.dtype("f4")

        def __setitem__(self, index, value):
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        td.store(td.ones(4, chunks=2), Full())


def test_a_file_that_cannot_grow_is_an_error_and_can_be_written_again(tmp_path):
    pytest.importorskip("zarr")
    text = (
        "import resource, signal, tbcast.dask as td; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        # With threads, tasks beside the one that failed may still create files while the folder is deleted.
        "import dask; dask.config.set(scheduler='sync');"
        "x = td.rand(200_000, chunks=20_000, seed=1);"
        "limit = resource.getrlimit(resource.RLIMIT_FSIZE);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, limit[1]))\n"
        "for write in (lambda: x.to_zarr('x.zarr'), lambda: x.to_npy_stack('x')):\n"
        "    try: write()\n"
        "    except OSError: print('no room')\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, limit)\n"
        "x.to_zarr('x.zarr', overwrite=True); x.to_npy_stack('x')\n"
        "print((td.from_zarr('x.zarr') == x).all().item(), (td.from_npy_stack('x') == x).all().item())"
    )
    assert python("-c", text, cwd=tmp_path) == (0, "no room\nno room\nTrue True\n")
