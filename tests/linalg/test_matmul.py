"""Matrix products and what is made of them, against PyTorch and NumPy."""

import functools
import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from calls import function_cells, matmul_cases
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb, torch


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
def test_products_are_those_of_torch(dtype):
    function_cells.check(matmul_cases.PRODUCTS, dtype)


def test_the_sum_with_a_product_of_nothing_is_self_times_beta():
    """A bool self as well, which no product has."""
    a, b = tb.ones(2, 3, 0), tb.ones(2, 0, 4)
    for dtype in (tb.bool, tb.int64, tb.float16, tb.complex64):
        left, right, self = a.to(dtype), b.to(dtype), tb.ones(3, 4, dtype=dtype)
        for beta, expected in ((True, self), (0, tb.zeros(3, 4, dtype=dtype))):
            assert tb.equal(tb.addmv(self[:, 0], left[0], right[0, :, 0], beta=beta), expected[:, 0])
            assert tb.equal(tb.addmm(self, left[0], right[0], beta=beta), expected)
            assert tb.equal(tb.baddbmm(self, left, right, beta=beta), expected.expand(2, 3, 4))
            assert tb.equal(tb.addbmm(self, left[:1], right[:1], beta=beta), expected)
        if not (dtype.is_floating_point or dtype.is_complex):
            with pytest.raises(RuntimeError, match="result type Float can't be cast"):
                tb.addmm(self, left[0], right[0], beta=0.5)


@needs_torch
@pytest.mark.parametrize("name", ["addmv", "addmm", "addbmm", "baddbmm"])
def test_bool_with_a_product_of_nothing_is_taken_or_refused_as_in_torch(name):
    batch = (1,) if name.endswith("bmm") else ()
    columns = () if name == "addmv" else (1,)
    shape = (3, *columns) if name != "baddbmm" else (1, 3, 1)

    def outcome(lib, beta, alpha, form):
        self = lib.tensor([True, False, True]).reshape(shape)
        given = [lib.zeros(size, dtype=lib.bool) for size in ((*batch, 3, 0), (*batch, 0, *columns))]
        out = {"out": lib.empty(0, dtype=lib.bool)} if form == "out" else {}
        call = getattr(self, name + "_" * (form == "in place"))
        if out:
            call = functools.partial(getattr(lib, name), self)
        try:
            return call(*given, beta=beta, alpha=alpha, **out).tolist()
        except RuntimeError as error:
            return type(error).__name__, str(error).partition("\n")[0]

    for case in itertools.product((1, 0, 2, True, False, 1.5), (1, 0, 2, True), ("new", "in place", "out")):
        assert outcome(tb, *case) == outcome(torch, *case), case


# ---- any sizes and strides ----

INTEGERS = ["uint8", "int8", "int16", "int32", "int64"]
SIZES = st.sampled_from([1, 1, 2, 3, 4, 7, 16, 17, 33])
DTYPES = st.sampled_from([*INTEGERS, "float32", "float64", "complex64", "complex128"])


@st.composite
def laid_out(draw, size, dtype):
    """An array of small whole numbers, in any order of dimensions, with steps and repeated ones."""
    order = draw(st.permutations(range(len(size))))
    repeated = [n > 1 and draw(st.integers(0, 5)) == 0 for n in size]
    steps = [draw(st.sampled_from([1, 1, 2])) for _ in size]
    memory = [1 if again else n * step for n, step, again in zip(size, steps, repeated, strict=True)]
    count = int(np.prod([memory[d] for d in order], dtype=int))
    numbers = np.random.default_rng(draw(st.integers(0, 99))).integers(-3, 4, count)
    array = numbers.astype(dtype).reshape([memory[d] for d in order]).transpose(np.argsort(order))
    array = array[tuple(slice(None, None, step) for step in steps)]
    return np.broadcast_to(array, size)


@st.composite
def operands(draw):
    """Two arrays whose matrix product exists."""
    dtype, m, n = draw(DTYPES), draw(SIZES), draw(SIZES)
    k = draw(st.sampled_from([0, 1, 2, 3, 5, 16, 40, 300]))
    batch = draw(st.lists(st.sampled_from([0, 1, 2, 3]), max_size=3))
    batches = [
        [n if draw(st.booleans()) else 1 for n in batch[len(batch) - draw(st.integers(0, len(batch))) :]]
        for _ in range(2)
    ]
    first = [k] if draw(st.integers(0, 5)) == 0 else [*batches[0], m, k]
    second = [k] if draw(st.integers(0, 5)) == 0 else [*batches[1], k, n]
    return draw(laid_out(first, dtype)), draw(laid_out(second, dtype))


def as_tensor(lib, array):
    """A tensor with the array's strides, those of repeated elements included."""
    owner = array
    while owner.base is not None:
        owner = owner.base
    if any(step < 0 for step in array.strides) or not owner.flags.writeable:
        raise AssertionError(array.strides)
    flat = lib.from_numpy(owner.reshape(-1))
    offset = (array.ctypes.data - owner.ctypes.data) // array.itemsize if array.size else 0
    return flat.as_strided(array.shape, [step // array.itemsize for step in array.strides], offset)


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_many_rows_by_a_few_columns_are_numpys(dtype, n, k):
    """Matrices of two to four rows and columns have a loop each."""
    rng = np.random.default_rng(10 * n + k)
    for m in (32, 45, 20_000):
        wide = rng.integers(-5, 6, (m, k + 2)).astype(dtype)
        for a in (wide[:, :k], np.ascontiguousarray(wide[:, 1:-1])):
            for b in (rng.integers(-5, 6, (k, n)).astype(dtype), rng.integers(-5, 6, (n, k)).astype(dtype).T):
                ours = as_tensor(tb, a) @ as_tensor(tb, b)
                np.testing.assert_array_equal(ours.numpy(), a @ b)
    np.testing.assert_array_equal((as_tensor(tb, b.T) @ as_tensor(tb, a.T)).numpy(), b.T @ a.T)
    out = tb.zeros(m, n + 1, dtype=getattr(tb, dtype))
    tb.mm(as_tensor(tb, a), as_tensor(tb, b), out=out[:, :n])
    np.testing.assert_array_equal(out[:, :n].numpy(), a @ b)
    assert not out[:, n].any()


@pytest.mark.parametrize("dtype", [*INTEGERS, "float32", "float64", "complex64", "complex128"])
def test_long_dot_products_are_shared_by_threads(dtype):
    """Their parts are added in order: whole numbers show whether each is, once."""
    rng = np.random.default_rng(4)
    a, b = (rng.integers(-3, 4, (3, 300_000)).astype(dtype) for _ in range(2))
    if dtype.startswith("complex"):
        a = a * (1 + 2j)
        a = a.astype(dtype)
    before = tb.get_num_threads()
    try:
        tb.set_num_threads(3)
        assert (tb.from_numpy(a[0]) @ tb.from_numpy(b[0])).item() == np.dot(a[0], b[0])
        assert (tb.from_numpy(a) @ tb.from_numpy(b[1])).tolist() == (a @ b[1]).tolist()
    finally:
        tb.set_num_threads(before)


OWN_TRANSPOSES = {
    "rows": lambda x: (x, x.mT),
    "columns": lambda x: (x.mT, x),
    "every second row": lambda x: (x[..., ::2, :], x[..., ::2, :].mT),
    "every second column": lambda x: (x[..., ::2], x[..., ::2].mT),
    "not the transpose": lambda x: (x[..., :300, :300], x[..., :300, :300]),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "dtype", ["int32", "int64", "float32", "float64", "bfloat16", "complex64", "complex128"]
)
@pytest.mark.parametrize("which", OWN_TRANSPOSES)
def test_a_matrix_times_its_own_transpose_has_the_bits_of_any_product(which, dtype):
    """Half of it is computed and copied to the other half."""
    before = tb.get_num_threads()
    generator = tb.Generator().manual_seed(5)
    try:
        for size in ((600, 333), (1, 530, 400), (2, 517, 301)):
            x = (tb.rand(size, generator=generator) * 9 - 4).to(getattr(tb, dtype))
            if dtype.startswith("complex"):
                x = x * (1 + 0.5j)
            a, b = OWN_TRANSPOSES[which](x)
            for threads in (1, 3):
                tb.set_num_threads(threads)
                expected = a @ b.clone()
                assert tb.equal(a @ b, expected)
                out = tb.empty_like(expected).mT.contiguous().mT
                assert tb.equal(tb.matmul(a, b, out=out), expected)
                assert tb.equal(out.mT, out) == (which != "not the transpose")
    finally:
        tb.set_num_threads(before)


@given(operands())
@settings(max_examples=300)
def test_products_of_any_layout_are_numpys(pair):
    found = np.asarray((as_tensor(tb, pair[0]) @ as_tensor(tb, pair[1])).numpy())
    expected = np.matmul(*pair)
    assert found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)


@needs_torch
@given(operands())
@settings(max_examples=200)
def test_products_of_any_layout_are_laid_out_as_torchs(pair):
    found, expected = (as_tensor(lib, pair[0]) @ as_tensor(lib, pair[1]) for lib in (tb, torch))
    assert (tuple(found.shape), found.stride()) == (tuple(expected.shape), expected.stride())
    np.testing.assert_array_equal(found.numpy(), expected.numpy())


@given(operands(), st.booleans())
@settings(max_examples=100)
def test_products_are_written_to_any_layout(pair, transposed):
    expected = np.matmul(*pair)
    if expected.ndim < 2:
        return
    out = tb.zeros([2 * n for n in expected.shape], dtype=as_tensor(tb, pair[0]).dtype)
    out = out[tuple(slice(None, None, 2) for _ in expected.shape)]
    if transposed:
        out = tb.zeros([*expected.shape[:-2], *expected.shape[:-3:-1]], dtype=out.dtype).mT
    stride = out.stride()
    tb.matmul(as_tensor(tb, pair[0]), as_tensor(tb, pair[1]), out=out)
    assert out.stride() == stride
    np.testing.assert_array_equal(out.numpy(), expected)


def test_an_output_that_is_an_operand_gets_the_product_of_what_was_there():
    a = tb.arange(9.0).reshape(3, 3)
    expected = np.matmul(a.numpy(), a.numpy())
    tb.mm(a, a.t(), out=a)
    assert not np.array_equal(a.numpy(), expected)  # a @ a.t()
    b = tb.arange(9.0).reshape(3, 3)
    tb.matmul(b, b, out=b.t())
    np.testing.assert_array_equal(b.t().numpy(), expected)


def test_halves_are_summed_in_float32_and_rounded_once():
    a, b = tb.full((1, 4096), 0.5, dtype=tb.float16), tb.full((4096, 1), 0.25, dtype=tb.float16)
    b[0] = 0.125
    assert (a @ b).item() == np.float16(4095 * 0.125 + 0.0625)


def test_arrays_on_either_side_are_operands():
    a, array = tb.ones(2, 3), np.ones((3, 2), np.float32)
    for found in (a @ array, array.T @ a.t()):
        assert isinstance(found, tb.Tensor)
        np.testing.assert_array_equal(found.numpy(), np.full((2, 2), 3))


@pytest.mark.parametrize("other", [2, 2.5, None, [1, 2], "a"])
def test_what_is_no_tensor_is_no_operand(other):
    with pytest.raises(TypeError, match="unsupported operand type"):
        tb.ones(2) @ other
    with pytest.raises(TypeError, match="unsupported operand type"):
        other @ tb.ones(2)


def test_a_program_may_assign_products_in_place():
    a = kept = tb.eye(2)
    a @= tb.ones(2, 2)
    assert a is not kept
    assert a.tolist() == [[1, 1], [1, 1]]


def test_policies_and_warnings_do_not_speak_of_products():
    tb.backcompat.broadcast_warning.enabled = True
    try:
        with warnings.catch_warnings(), tb.broadcast_policy("raise"):
            warnings.simplefilter("error")
            tb.ones(4, 1, 3) @ tb.ones(4, 3, 1)
            tb.outer(tb.ones(3), tb.ones(3))
            tb.kron(tb.ones(2, 1), tb.ones(1, 2))
            tb.einsum("i,j->ij", tb.ones(2), tb.ones(2))
            tb.addmm(tb.ones(2), tb.ones(2, 3), tb.ones(3, 2), beta=2)
            tb.cdist(tb.ones(2, 3), tb.ones(2, 3))
    finally:
        tb.backcompat.broadcast_warning.enabled = False
