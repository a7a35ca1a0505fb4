"""tbcast.array_api is the array API standard's namespace, and libraries for it run on tensors."""

import array
import inspect
import os
import sys
from pathlib import Path

import numpy as np
import pytest

import tbcast as torch
from array_api_standard import INFO, OTHERS, SIGNATURES, signatures
from pages import run_examples
from repository import python
from tbcast import array_api as xp

XFAILS = Path(__file__).with_name("array_api_xfails.txt")
FUNCTIONS = signatures(SIGNATURES)
INFO_FUNCTIONS = signatures(INFO)
DTYPES = list(xp.__array_namespace_info__().dtypes(kind="numeric"))
PAIRS = [(a, b) for a in DTYPES for b in DTYPES if ("int" in a) == ("int" in b)]  # others are left open
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
REDUCTIONS = ["sum", "prod", "max", "min", "mean", "std", "var", "all", "any", "count_nonzero"]


def plain_signature(function):
    signature = inspect.signature(function)
    parameters = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    return str(signature.replace(parameters=parameters, return_annotation=signature.empty))


# ---- names and signatures ----


def test_the_names_are_the_standards():
    assert sorted(xp.__all__) == sorted({*FUNCTIONS, *OTHERS.split()})
    assert {*xp.__all__, "__array_api_version__", "__array_namespace_info__"} <= {*dir(xp)}
    assert len({*xp.__all__}) == len(xp.__all__)
    assert len(xp.linalg.__all__) == 25 and len(xp.fft.__all__) == 14  # the extensions


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_signature_is_the_standards(name):
    function = getattr(xp, name)
    assert plain_signature(function) == FUNCTIONS[name]
    assert function.__name__ == name
    annotated = [p.annotation for p in inspect.signature(function).parameters.values()]
    assert inspect.Parameter.empty not in annotated


@pytest.mark.parametrize("name", INFO_FUNCTIONS)
def test_the_signature_of_what_inspects_is_the_standards(name):
    assert plain_signature(getattr(xp.__array_namespace_info__(), name)) == INFO_FUNCTIONS[name]


@pytest.mark.parametrize("name", [*FUNCTIONS, "__array_namespace_info__"])
def test_the_docstring_names_its_source_and_its_errors_and_its_examples_run(name):
    text = inspect.getdoc(getattr(xp, name))
    assert "Follows the array API standard." in " ".join(text.split())
    if name not in ("__array_namespace_info__", "all", "any", "can_cast"):
        assert "Error" in text
    run_examples(text, name)


@pytest.mark.parametrize("name", INFO_FUNCTIONS)
def test_the_examples_of_what_inspects_run(name):
    assert run_examples(inspect.getdoc(getattr(xp.__array_namespace_info__(), name)), name)


@pytest.mark.parametrize(
    "name", [*(f"linalg.{n}" for n in xp.linalg.__all__), *(f"fft.{n}" for n in xp.fft.__all__)]
)
def test_functions_of_the_extensions_are_documented_and_named_as_numpys(name):
    module, _, own = name.partition(".")
    function = getattr(getattr(xp, module), own)
    text = inspect.getdoc(function)
    assert "Follows the array API standard." in " ".join(text.split()) and "Error" in text
    run_examples(text, name)
    assert callable(getattr(getattr(np, module), own))


# ---- reaching it ----


def test_a_tensor_gives_the_namespace():
    x = torch.ones(2)
    assert x.__array_namespace__() is xp is torch.array_api
    for version in ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12", None):
        assert x.__array_namespace__(api_version=version) is xp
    assert xp.__array_api_version__ == "2025.12"
    for version in ("2020.01", "", 2025.12):
        with pytest.raises(ValueError, match="no version of the array API"):
            x.__array_namespace__(api_version=version)
    with pytest.raises(TypeError):
        x.__array_namespace__("2024.12")


def test_a_tensor_is_moved_to_the_cpu():
    x = torch.ones(2)
    assert x.to_device("cpu") is x and x.to_device(x.device) is x and x.to_device("cpu", stream=None) is x
    with pytest.raises(AssertionError, match="tbcast runs on the CPU only"):
        x.to_device("cuda")
    with pytest.raises(ValueError, match="no streams"):
        x.to_device("cpu", stream=1)


def test_the_namespace_is_imported_when_it_is_asked_for(tmp_path):
    text = "import sys, tbcast; early = 'tbcast.array_api' in sys.modules; tbcast.array_api.sum; print(early)"
    assert python("-c", text, cwd=tmp_path) == (0, "False\n")


# ---- promotion ----


@pytest.mark.parametrize("name", ["add", "multiply", "less", "equal", "maximum"])
def test_a_0_dimensional_array_counts_as_others_do_for_the_dtype(name):
    wide, narrow = torch.tensor(300, dtype=torch.int16), torch.ones(2, dtype=torch.int8)
    for x1, x2 in ((wide, narrow), (narrow, wide)):
        found = getattr(xp, name)(x1, x2)
        wanted = getattr(np, name)(x1.numpy(), x2.numpy())
        assert found.tolist() == wanted.tolist()
        assert found.dtype in (torch.int16, torch.bool)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_two_dtypes_of_a_kind_promote_as_in_numpy(a, b):
    ours, theirs = getattr(xp, a), getattr(xp, b)
    wanted = np.result_type(a, b).name
    assert str(xp.result_type(ours, theirs)) == f"torch.{wanted}"
    assert xp.can_cast(ours, theirs) == (wanted == b)


@pytest.mark.parametrize("a", UNSIGNED)
@pytest.mark.parametrize("b", ["bool", *UNSIGNED, "int8", "int16", "int32", "int64"])
def test_unsigned_dtypes_promote_although_pytorch_refuses_some(a, b):
    ours, theirs = getattr(xp, a), getattr(xp, b)
    wanted = np.result_type(a, b).name
    if wanted == "float64":  # uint64 and a signed integer, which have no common dtype
        with pytest.raises(TypeError, match="no dtype"):
            xp.result_type(ours, theirs)
        assert not xp.can_cast(ours, theirs)
    else:
        assert xp.result_type(ours, theirs) == xp.result_type(theirs, ours) == getattr(xp, wanted)


def test_a_python_number_takes_the_dtype_of_the_array():
    for dtype in (torch.int8, torch.uint8, torch.float64, torch.complex128):
        x = torch.ones(2, dtype=dtype)
        assert xp.add(x, 2).dtype == xp.add(2, x).dtype == xp.where(x == 1, x, 2).dtype == dtype
        assert xp.result_type(x, 3) == xp.result_type(3, dtype) == dtype
    assert xp.multiply(torch.ones(2), 2j).dtype == torch.complex64
    assert xp.subtract(1, torch.tensor([3])).tolist() == [-2]
    assert xp.atan2(torch.ones(1), 1.0).item() == pytest.approx(np.pi / 4)
    for x1, x2 in ((1, 2), (torch.ones(2), "a"), (None, torch.ones(2)), (torch.ones(2), [1.0, 2.0])):
        with pytest.raises(TypeError, match="two Tensors, or one and a number"):
            xp.add(x1, x2)
    with pytest.raises((RuntimeError, OverflowError)):
        xp.add(torch.ones(2, dtype=torch.int8), 1000)
    with pytest.raises(ValueError, match="at least one array or dtype"):
        xp.result_type(1, 2.0)


# ---- what differs from PyTorch's functions ----


def test_reductions_over_no_axes_reduce_each_element():
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    for name in ("sum", "prod", "max", "min", "mean"):
        assert getattr(xp, name)(x, axis=()).tolist() == x.tolist()
    assert xp.var(x, axis=()).tolist() == [[0, 0], [0, 0]]
    assert xp.all(x.bool(), axis=()).shape == (2, 2)
    assert xp.sum(x, axis=(), dtype=torch.int64).dtype == torch.int64


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), (-1, 0), (2, 1, 0)])
def test_reductions_are_numpys(name, axis, keepdims):
    x = torch.arange(24.0, dtype=torch.float64).reshape(2, 3, 4) - 3
    found = getattr(xp, name)(x, axis=axis, keepdims=keepdims)
    wanted = getattr(np, name)(x.numpy(), axis=axis, keepdims=keepdims)
    np.testing.assert_allclose(found.numpy(), wanted, rtol=1e-14)
    assert found.shape == np.shape(wanted)


def test_wrong_axes_are_refused():
    x = torch.ones(2, 3)
    for name in (*REDUCTIONS, "squeeze", "expand_dims", "flip", "sort", "take"):
        arguments = (torch.tensor([0]),) if name == "take" else ()
        with pytest.raises(IndexError):
            getattr(xp, name)(x, *arguments, axis=5)
    for call in (lambda: xp.prod(x, axis=(0, -2)), lambda: xp.expand_dims(x, (0, -4))):
        with pytest.raises(ValueError, match="twice"):
            call()
    with pytest.raises(ValueError, match="has size 2, not 1"):
        xp.squeeze(x, 0)
    for call in (lambda: xp.cumulative_sum(x), lambda: xp.take(x, torch.tensor([0]))):
        with pytest.raises(ValueError, match="axis must be given for an array of 2 dimensions"):
            call()
    for call in (lambda: xp.nonzero(torch.tensor(1)), lambda: xp.matrix_transpose(torch.ones(2))):
        with pytest.raises(ValueError):
            call()


def test_sets_of_every_kind_of_number():
    for values in ([3, 1, 3, 2, 1], [0.5, -0.0, 0.0, 0.5], [True, False, True], [2j, 1 + 1j, 2j, 1j]):
        x = torch.tensor(values)
        found = xp.unique_all(x)
        wanted = np.unique(x.numpy(), return_index=True, return_inverse=True, return_counts=True)
        for ours, theirs in zip(found, wanted, strict=True):
            assert ours.tolist() == theirs.tolist()
    nans = xp.unique_counts(torch.tensor([torch.nan, 1.0, torch.nan]))
    assert nans.counts.tolist() == [1, 1, 1]
    assert xp.unique_inverse(torch.tensor([[3, 1], [1, 3]])).inverse_indices.tolist() == [[1, 0], [0, 1]]
    assert xp.unique_values(torch.empty(0)).shape == (0,)
    assert xp.unique_values(torch.tensor(5)).tolist() == [5]


def test_special_values_are_the_standards():
    inf, nan = torch.inf, torch.nan
    assert xp.floor_divide(torch.tensor([inf, -inf, 1.0]), 2.0).tolist() == [inf, -inf, 0]
    assert str(xp.floor_divide(torch.tensor([1.0]), -inf)) == "tensor([-0.])"
    assert str(xp.remainder(torch.tensor([-0.0, 4.0]), torch.tensor([2.0, -2.0]))) == "tensor([0., -0.])"
    assert xp.isnan(xp.sign(torch.tensor(nan))) and xp.sign(torch.tensor([3 + 4j])).tolist() == [
        pytest.approx(0.6 + 0.8j)
    ]
    assert xp.expm1(torch.tensor([complex(inf, 0)])).tolist() == [complex(inf, 0)]
    assert xp.log1p(torch.tensor([complex(1, inf)])).real.tolist() == [inf]
    assert xp.round(torch.tensor([1.5 + 2.5j])).tolist() == [2 + 2j]
    assert xp.imag(torch.tensor([1.5])).tolist() == [0]
    assert xp.all(torch.tensor([3], dtype=torch.uint8)).dtype == torch.bool


@pytest.mark.parametrize("name", ["add", "less", "floor_divide", "remainder", "vecdot"])
def test_policies_are_asked_once_about_a_function(name):
    x1, x2 = torch.ones(3, 1), torch.ones(3)
    if name == "vecdot":
        x1, x2 = torch.ones(3, 1, 2), torch.ones(3, 2)
    with pytest.warns(torch.BroadcastPolicyWarning) as found, torch.broadcast_policy("warn"):
        getattr(xp, name)(x1, x2)
    assert len(found) == 1


def test_clipping():
    x = torch.tensor([1, 5, 9], dtype=torch.int8)
    assert xp.clip(x).tolist() == [1, 5, 9] and xp.clip(x) is not x
    assert xp.clip(x, 3, 7).tolist() == [3, 5, 7]
    assert xp.clip(x, max=torch.tensor(4, dtype=torch.int8)).tolist() == [1, 4, 4]
    assert xp.clip(x, -1000, 1000).tolist() == [1, 5, 9] and xp.clip(x, -1000, 1000).dtype == torch.int8
    assert xp.clip(x, torch.tensor([[2], [6]], dtype=torch.int8)).tolist() == [[2, 5, 9], [6, 6, 9]]
    assert xp.isnan(xp.clip(torch.ones(1), torch.nan)).all()
    assert xp.clip(x, 7, 3).tolist() == [3, 3, 3]


def test_shapes_of_which_a_size_is_not_known():
    assert xp.broadcast_shapes() == () and xp.broadcast_shapes((2, 1), (3,)) == (2, 3)
    assert xp.broadcast_shapes((None, 1), (4,)) == (None, 4)
    assert xp.broadcast_shapes((None,), (3,), (1,)) == (3,)
    assert xp.broadcast_shapes((0, 1), (1, 1)) == (0, 1)
    with pytest.raises(ValueError, match="sizes 2, 3 do not broadcast"):
        xp.broadcast_shapes((2,), (3,))


def test_reshaping_and_casting_copy_when_asked_to():
    x = torch.arange(6.0).reshape(2, 3)
    assert xp.reshape(x, (3, 2), copy=False).data_ptr() == x.data_ptr() == xp.reshape(x, (6,)).data_ptr()
    assert xp.reshape(x, (3, 2), copy=True).data_ptr() != x.data_ptr()
    with pytest.raises(ValueError, match="view"):
        xp.reshape(x.T, (6,), copy=False)
    assert xp.astype(x, torch.float32) is not x and xp.astype(x, torch.float32, copy=False) is x
    with pytest.raises(TypeError, match=r"take real\(x\) or imag\(x\) first"):
        xp.astype(x + 1j, torch.float32)
    assert xp.astype(torch.tensor([0j, 1j]), torch.bool).tolist() == [False, True]


def test_indices_may_be_negative_and_small():
    x = torch.tensor([[5, 6, 7], [8, 9, 10]])
    for dtype in (torch.int8, torch.uint8, torch.int32, torch.int64):
        assert xp.take(x, torch.tensor([0, 2], dtype=dtype), axis=1).tolist() == [[5, 7], [8, 10]]
        assert xp.repeat(x, torch.tensor([2, 0], dtype=dtype), axis=0).tolist() == [[5, 6, 7], [5, 6, 7]]
    assert xp.take(x, torch.tensor([-1]), axis=-1).tolist() == [[7], [10]]
    assert xp.take_along_axis(x, torch.tensor([[-1], [0]])).tolist() == [[7], [8]]
    with pytest.raises(IndexError):
        xp.take(x, torch.tensor([3]), axis=1)
    assert xp.searchsorted(torch.tensor([9, 1, 5]), 5, sorter=torch.tensor([1, 2, 0], dtype=torch.int8)) == 1


# ---- creation ----


def test_arrays_of_buffers_have_their_dtype():
    for code in "bBhHiIlLqQfd":
        numbers = array.array(code, [1, 2])
        x = xp.asarray(numbers)
        assert x.numpy().dtype == np.asarray(numbers).dtype and x.tolist() == [1, 2]
        x[0] = 7
        assert numbers[0] == 7  # the same memory
        assert xp.asarray(numbers, copy=True).tolist() == [7, 2]
    assert xp.asarray(memoryview(np.arange(6).reshape(2, 3))).shape == (2, 3)
    assert xp.asarray(array.array("d")).dtype == torch.float64
    for wrong in (memoryview(np.arange(6)[::2]), "abc", object(), None, [b"a"], np.array(["a"])):
        with pytest.raises((TypeError, ValueError, RuntimeError)):
            xp.asarray(wrong)


@pytest.mark.filterwarnings("error")
def test_read_only_memory_is_copied():
    for obj in (b"ab", np.broadcast_to(np.ones(1), (2,)), memoryview(b"ab")):
        assert xp.asarray(obj).shape == (2,)
        with pytest.raises(ValueError, match="read-only memory must be copied"):
            xp.asarray(obj, copy=False)
    shared = np.ones(2)
    xp.asarray(shared)[0] = 5
    assert shared.tolist() == [5, 1]


def test_ranges_grids_and_diagonals():
    assert xp.arange(3).tolist() == [0, 1, 2] and xp.arange(3, 0).shape == xp.arange(0).shape == (0,)
    assert xp.arange(3, 0).dtype == torch.int64 and xp.arange(3.0, 0).dtype == torch.float32
    assert xp.arange(0, 1, 0.25, dtype=torch.float64).tolist() == [0, 0.25, 0.5, 0.75]
    with pytest.raises(RuntimeError):
        xp.arange(0, 3, 0)
    assert xp.linspace(0, 1, 0, endpoint=False).shape == (0,)
    assert xp.linspace(1j, 1, 2).dtype == torch.complex64
    assert xp.eye(2, k=-1).tolist() == [[0, 0], [1, 0]] and xp.eye(2, 3, k=9).sum() == 0
    assert xp.meshgrid() == () and xp.meshgrid(torch.ones(3), torch.ones(2))[0].shape == (2, 3)
    with pytest.raises(ValueError, match="indexing must be"):
        xp.meshgrid(torch.ones(2), indexing="yx")
    with pytest.raises(AssertionError, match="tbcast runs on the CPU only"):
        xp.zeros(2, device="cuda")
    assert xp.full(2, 3).dtype == torch.int64 and xp.ones((2,), device=torch.device("cpu")).shape == (2,)


# ---- inspection ----


def test_what_the_namespace_says_of_itself():
    info = xp.__array_namespace_info__()
    assert info.dtypes(kind=("bool", "signed integer")).keys() == {"bool", "int8", "int16", "int32", "int64"}
    assert info.dtypes(kind="unsigned integer") == {"uint8": torch.uint8}  # the others compute little
    assert all(getattr(xp, name) is dtype for name, dtype in info.dtypes().items())
    torch.set_default_dtype(torch.float64)
    try:
        assert info.default_dtypes()["complex floating"] == torch.complex128
        assert xp.zeros(1).dtype == info.default_dtypes()["real floating"] == torch.float64
    finally:
        torch.set_default_dtype(torch.float32)
    with pytest.raises(ValueError, match="no kind of dtypes: 'real'"):
        info.dtypes(kind="real")
    with pytest.raises(TypeError):
        xp.isdtype(torch.float32, 3)
    with pytest.raises(AssertionError, match="tbcast runs on the CPU only"):
        info.dtypes(device="cuda")
    most = info.capabilities()["max dimensions"]
    assert torch.zeros((1,) * most).ndim == most
    with pytest.raises(RuntimeError):
        torch.zeros((1,) * (most + 1))


def test_limits_of_dtypes():
    for given in (torch.complex64, torch.ones(1)):
        info = xp.finfo(given)
        assert info.dtype is torch.float32 and info.eps == np.finfo("float32").eps and info.bits == 32
    assert xp.iinfo(torch.ones(1, dtype=torch.int16)).min == -(2**15)
    for function, wrong in ((xp.finfo, torch.int8), (xp.iinfo, torch.float32)):
        with pytest.raises(TypeError):
            function(wrong)


# ---- libraries ----

FOR_SCIPY = {"SCIPY_ARRAY_API": "1"}  # what SciPy and scikit-learn want to be told before they are imported

LIBRARIES = {
    "array_api_compat": """
import array_api_compat as compat
x = torch.ones(2, 3)
assert compat.is_array_api_obj(x) and not compat.is_torch_array(x) and not compat.is_numpy_array(x)
assert compat.array_namespace(x, x + 1, 2.0, None) is xp
assert compat.array_namespace(x, api_version="2024.12") is xp
assert (compat.size(x), str(compat.device(x))) == (6, "cpu") and compat.to_device(x, "cpu") is x
""",
    "einops": """
import einops.array_api as einops
x = xp.reshape(xp.arange(24.0), (2, 3, 4))
assert einops.rearrange(x, "a b (c d) -> (a d) b c", d=2).shape == (4, 3, 2)
assert einops.reduce(x, "a b c -> b", "mean").tolist() == [7.5, 11.5, 15.5]
assert einops.reduce(x, "a b c -> a", "max").tolist() == [11.0, 23.0]
assert einops.repeat(x, "a b c -> a b r c", r=5).shape == (2, 3, 5, 4)
packed, shapes = einops.pack([x, x[:, :1]], "a * c")
assert packed.shape == (2, 4, 4) and [y.shape[1] for y in einops.unpack(packed, shapes, "a * c")] == [3, 1]
""",
    "sklearn": """
import numpy as np
import sklearn
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_squared_error, pairwise, r2_score
from sklearn.preprocessing import MinMaxScaler, Normalizer, StandardScaler
x = torch.tensor(np.random.default_rng(0).normal(size=(20, 3)))
for scaler in (StandardScaler(), MinMaxScaler(), Normalizer()):
    wanted = scaler.fit_transform(x.numpy())
    with sklearn.config_context(array_api_dispatch=True):
        found = scaler.fit(x).transform(x)
    assert type(found) is torch.Tensor and np.allclose(found.numpy(), wanted)
y = x[:, 0] * 2 - x[:, 1]
for estimator, target in ((Ridge(solver="svd"), y), (PCA(2, svd_solver="full"), None),
                          (LinearDiscriminantAnalysis(), (y > 0).to(torch.int64))):
    apply = "transform" if hasattr(estimator, "transform") else "predict"
    estimator.fit(x.numpy(), None if target is None else target.numpy())
    wanted = getattr(estimator, apply)(x.numpy())
    with sklearn.config_context(array_api_dispatch=True):
        found = getattr(estimator.fit(x, target), apply)(x)
    assert type(found) is torch.Tensor and np.allclose(np.abs(found.numpy()), np.abs(wanted)), estimator
with sklearn.config_context(array_api_dispatch=True):
    distances = pairwise.euclidean_distances(x, x[:5])
    assert type(distances) is torch.Tensor and type(pairwise.rbf_kernel(x)) is torch.Tensor
    found = r2_score(x[:, 0], x[:, 1]), mean_squared_error(x[:, 0], x[:, 1])
wanted = pairwise.euclidean_distances(x.numpy(), x[:5].numpy())
assert np.allclose(distances.numpy(), wanted, atol=1e-6)
assert np.allclose(found, (r2_score(*x.numpy().T[:2]), mean_squared_error(*x.numpy().T[:2])))
""",
    "scipy": """
import numpy as np
import scipy.cluster.vq, scipy.differentiate, scipy.integrate, scipy.special, scipy.stats
x = xp.reshape(xp.arange(1.0, 7.0, dtype=xp.float64), (2, 3))
for function in (scipy.special.logsumexp, scipy.special.softmax, scipy.stats.zscore, scipy.stats.skew,
                 scipy.stats.kurtosis, scipy.stats.gmean, scipy.stats.entropy, scipy.integrate.trapezoid):
    found = function(x, axis=1)
    assert type(found) is torch.Tensor, function
    assert np.allclose(found.numpy(), function(x.numpy(), axis=1)), function
assert np.allclose(scipy.special.gamma(x).numpy(), scipy.special.gamma(x.numpy()))
test = scipy.stats.ttest_1samp(x, 0.0, axis=1)
assert type(test.pvalue) is torch.Tensor
assert np.allclose(test.pvalue.numpy(), scipy.stats.ttest_1samp(x.numpy(), 0.0, axis=1).pvalue)
assert np.allclose(scipy.differentiate.derivative(xp.sin, x).df.numpy(), np.cos(x.numpy()))
assert type(scipy.cluster.vq.whiten(x)) is torch.Tensor
""",
}


@pytest.mark.full
@pytest.mark.parametrize("library", LIBRARIES)
def test_libraries_for_the_standard_run_on_tensors_as_they_are(library, tmp_path):
    pytest.importorskip(library)
    text = f"import tbcast as torch\nxp = torch.array_api\n{LIBRARIES[library]}"
    (tmp_path / "program.py").write_text(text, "utf-8")
    assert python("-W", "error", "program.py", cwd=tmp_path, **FOR_SCIPY) == (0, "")


# ---- the public suite ----


def listed():
    lines = XFAILS.read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_known_failures_are_listed_with_reasons():
    assert len({*listed()}) == len(listed())
    assert all(line.startswith("array_api_tests/test_") for line in listed())
    for block in XFAILS.read_text("utf-8").strip().split("\n\n")[1:]:
        assert block.startswith("# ") and "\narray_api_tests/" in block


@pytest.mark.long
@pytest.mark.skipif("ARRAY_API_TESTS" not in os.environ, reason="it names a clone of array-api-tests")
def test_the_public_suite_passes_but_for_what_is_listed():
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--disable-deadline", "--max-examples", "20")
    status, text = python(
        *("-m", "pytest", *options, "array_api_tests", "--xfails-file", XFAILS),
        cwd=Path(os.environ["ARRAY_API_TESTS"]),
        ARRAY_API_TESTS_MODULE="tbcast.array_api",
        ARRAY_API_TESTS_SKIP_DTYPES="uint16,uint32,uint64",
        PYTHONPATH=os.pathsep.join(path for path in sys.path if path),
    )
    assert status == 0, text[-4000:]
