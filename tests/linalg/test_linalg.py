"""torch.linalg and torch.fft against PyTorch, at sizes of no and of many elements, and without NumPy."""

import sys

import numpy as np
import pytest

from calls import function_cells, linalg_cases
from under_test import needs_torch, tb, torch

LISTS = {name: value for name, value in vars(linalg_cases).items() if isinstance(value, function_cells.Cells)}


@needs_torch
@pytest.mark.parametrize("dtype", linalg_cases.ONE_EACH)
@pytest.mark.parametrize("name", LISTS)
def test_every_call_is_torchs(name, dtype):
    cells = LISTS[name]
    layouts = [(dtype, layout) for layout in cells.layouts] if dtype in cells.dtypes else []
    function_cells.check_places(cells, lambda _, text: [] if dtype in cells.different(text) else layouts)


EMPTY = """
det(x[:0]) inv(x[:0]) svdvals(x[:0]) eigvalsh(x[:0]) cholesky(x[:0]) matrix_exp(x[:0]) pinv(x[:0])
matrix_rank(x[:0]) cond(x[:0]) lu_factor(x[:0]).LU qr(x[:0]).R eigvals(x[:0]) solve(x[:0],x[:0])
det(y) inv(y) svdvals(y) eigvalsh(y) cholesky(y) matrix_exp(y) cond(y) pinv(y) matrix_power(y,3)
slogdet(y).logabsdet svd(x[:,:0]).Vh qr(x[:,:,:0],'complete').Q solve(y,y) lu_factor(y).LU
matrix_norm(x[:,:0],2) matrix_norm(x[:,:0],'nuc') matrix_norm(x[:,:0],1) matrix_norm(x[:,:,:0],1)
"""


@needs_torch
@pytest.mark.parametrize("call", EMPTY.split())
def test_matrices_without_elements_and_no_matrices_are_torchs(call):
    found = []
    for lib in (tb, torch):
        scope = {name: getattr(lib.linalg, name) for name in tb.linalg.__all__}
        x = lib.ones(2, 3, 3)
        found.append(eval(call, scope | {"x": x, "y": x[:, :0, :0]}))
    assert found[0].tolist() == found[1].tolist() and found[0].shape == found[1].shape


def test_the_first_matrix_that_is_singular_or_not_positive_is_named():
    eye = tb.eye(40, dtype=tb.float64)
    bad = eye.clone()
    bad[30, 30] = 0
    matrices = tb.stack([eye, bad, eye * 0]).reshape(3, 40, 40)
    text = r"linalg.inv: \(Batch element 1\): The diagonal element 31 is zero"
    with pytest.raises(tb.linalg.LinAlgError, match=text):
        tb.linalg.inv(matrices)
    text = r"linalg.cholesky: \(Batch element 1\): .*of order 31 is not"
    with pytest.raises(tb.linalg.LinAlgError, match=text):
        tb.linalg.cholesky(matrices)
    assert tb.linalg.inv_ex(matrices).info.tolist() == [0, 31, 1]
    assert tb.linalg.cholesky_ex(matrices).info.tolist() == [0, 31, 1]
    assert tb.equal(tb.linalg.inv_ex(matrices).inverse[0], eye)


def test_a_failed_call_writes_none_of_its_outputs():
    x, first = tb.eye(3), tb.full((3, 3), 7.0)
    whole = first.clone()
    for last in (tb.zeros(1).expand(3), tb.zeros(3, dtype=tb.float64)):
        with pytest.raises(RuntimeError):
            tb.linalg.svd(x, out=(first, last, tb.zeros(3, 3)))
        assert tb.equal(first, whole)


def test_larger_matrices_satisfy_their_equations():
    tb.manual_seed(0)
    A, b = tb.randn(3, 60, 60, dtype=tb.float64), tb.randn(3, 60, 2, dtype=tb.float64)
    close = {"rtol": 1e-9, "atol": 1e-9}
    assert tb.allclose(A @ tb.linalg.solve(A, b), b, **close)
    P, L, U = tb.linalg.lu(A)
    assert tb.allclose(P @ L @ U, A, **close)
    assert tb.allclose(A @ tb.linalg.lu_solve(*tb.linalg.lu_factor(A), b), b, **close)
    assert tb.allclose(tb.linalg.matrix_exp(A) @ tb.linalg.matrix_exp(-A), tb.eye(60).double(), atol=1e-4)
    assert tb.allclose(tb.fft.ifft(tb.fft.fft(A)).real, A, **close)


def test_numpy_reads_the_memory_itself(monkeypatch):
    seen = []
    original = np.linalg.det
    monkeypatch.setattr(np.linalg, "det", lambda array: seen.append(array) or original(array))
    x = tb.eye(4)[:, ::1].T
    tb.linalg.det(x)
    assert np.shares_memory(seen[0], x.numpy())


def test_without_numpy_a_call_says_what_brings_it(monkeypatch):
    for name in ("numpy", "numpy.linalg", "numpy.fft"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(NotImplementedError, match=r"numpy\.linalg: installing NumPy brings it"):
        tb.linalg.svd(tb.eye(2))
    with pytest.raises(NotImplementedError, match=r"numpy\.fft: installing NumPy brings it"):
        tb.fft.fft(tb.ones(2))
    assert tb.linalg.solve_triangular(tb.eye(2), tb.ones(2, 1), upper=True).tolist() == [[1], [1]]
    assert tb.linalg.matrix_exp(tb.zeros(2, 2)).tolist() == [[1, 0], [0, 1]]


def test_names_that_are_missing_say_what_to_use():
    with pytest.raises(AttributeError, match=r"tbcast has no torch.linalg.ldl_factor: use scipy.linalg"):
        tb.linalg.ldl_factor  # noqa: B018
    with pytest.raises(AttributeError, match=r"has no attribute 'foo'"):
        tb.linalg.foo  # noqa: B018
