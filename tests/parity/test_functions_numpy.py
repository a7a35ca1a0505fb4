"""The functions of the function table against NumPy: a second opinion on values, for shapes that hypothesis
draws.

float64 and int64 tensors of small whole numbers, so that NumPy's values are exact where the function's are.
"""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from under_test import tb

# name: (call on the tensors t and u, the same on the arrays a and b); d: a dimension, k: a number from 0 on.
OF_A_DIMENSION = {
    "sum": ("torch.sum(t, d, keepdim=True)", "np.sum(a, d, keepdims=True)"),
    "mean": ("t.double().mean(d)", "np.mean(a, d)"),
    "prod": ("torch.prod(t, d)", "np.prod(a, d)"),
    "amax": ("torch.amax(t, d, keepdim=True)", "np.max(a, d, keepdims=True)"),
    "amin": ("torch.amin(t, d)", "np.min(a, d)"),
    "max": ("torch.max(t, d).values", "np.max(a, d)"),
    "argmax": ("torch.argmax(t, d)", "np.argmax(a, d)"),
    "argmin": ("torch.argmin(t, d, keepdim=True)", "np.argmin(a, d, keepdims=True)"),
    "all": ("torch.all(t, d)", "np.all(a, d)"),
    "any": ("torch.any(t, d, keepdim=True)", "np.any(a, d, keepdims=True)"),
    "count_nonzero": ("torch.count_nonzero(t, d)", "np.count_nonzero(a, d)"),
    "var": ("torch.var(t.double(), d, correction=0)", "np.var(a, d)"),
    "std": ("torch.std(t.double(), d, correction=0, keepdim=True)", "np.std(a, d, keepdims=True)"),
    "norm": ("torch.norm(t.double(), dim=d)", "np.linalg.norm(a, axis=d)"),
    "norm 1": ("torch.norm(t.double(), 1, d)", "np.linalg.norm(a, 1, d)"),
    "norm inf": ("torch.norm(t.double(), float('inf'), d)", "np.linalg.norm(a, np.inf, d)"),
    "logsumexp": ("torch.logsumexp(t.double(), d)", "np.logaddexp.reduce(a.astype(float), d)"),
    "softmax": ("torch.softmax(t.double(), d)", "np.exp(a) / np.exp(a).sum(d, keepdims=True)"),
    "cumsum": ("torch.cumsum(t, d)", "np.cumsum(a, d)"),
    "cumprod": ("torch.cumprod(t, d)", "np.cumprod(a, d)"),
    "sort": ("torch.sort(t, d).values", "np.sort(a, d)"),
    "argsort": ("torch.argsort(t, dim=d, stable=True)", "np.argsort(a, d, kind='stable')"),
    "cat": ("torch.cat([t, u], d)", "np.concatenate([a, b], d)"),
    "stack": ("torch.stack([t, u], d)", "np.stack([a, b], d)"),
    "roll": ("torch.roll(t, k, d)", "np.roll(a, k, d)"),
    "flip": ("torch.flip(t, (d,))", "np.flip(a, d)"),
    "repeat_interleave": ("torch.repeat_interleave(t, k, d)", "np.repeat(a, k, d)"),
    "diff": ("torch.diff(t, dim=d)", "np.diff(a, axis=d)"),
}
OF_ALL = {
    "sum": ("torch.sum(t)", "np.sum(a)"),
    "mean": ("torch.mean(t.double())", "np.mean(a)"),
    "prod": ("torch.prod(t)", "np.prod(a)"),
    "max": ("torch.max(t)", "np.max(a)"),
    "argmin": ("torch.argmin(t)", "np.argmin(a)"),
    "all": ("torch.all(t)", "np.all(a)"),
    "any": ("torch.any(t)", "np.any(a)"),
    "var": ("torch.var(t.double(), correction=0)", "np.var(a)"),
    "norm": ("torch.norm(t.double())", "np.linalg.norm(a.ravel())"),
    "tile": ("torch.tile(t, (k, 2))", "np.tile(a, (k, 2))"),
    "hstack": ("torch.hstack([t, u])", "np.hstack([a, b])"),
    "vstack": ("torch.vstack([t, u])", "np.vstack([a, b])"),
    "dstack": ("torch.dstack([t, u])", "np.dstack([a, b])"),
    "kron": ("torch.kron(t, u)", "np.kron(a, b)"),
    "outer": ("torch.outer(t.flatten(), u.flatten())", "np.outer(a, b)"),
    "dot": ("torch.dot(t.flatten(), u.flatten())", "np.dot(a.ravel(), b.ravel())"),
    "einsum": ("torch.einsum('...i,...i->...', t, u)", "np.einsum('...i,...i->...', a, b)"),
    "bincount": ("torch.bincount(t.flatten().abs().long(), minlength=k)",
                 "np.bincount(abs(a).ravel().astype(int), minlength=k)"),
}  # fmt: skip


@st.composite
def worlds(draw, min_size):
    """Names of an expression pair: tensors of one shape and layout, their arrays, a dimension, a number."""
    size = tuple(draw(st.lists(st.integers(min_size, 5), min_size=1, max_size=4)))
    numbers = st.lists(st.integers(-4, 4), min_size=int(np.prod(size)), max_size=int(np.prod(size)))
    dtype = draw(st.sampled_from(["int64", "float64"]))
    order = draw(st.permutations(range(len(size))))
    world = {"torch": tb, "np": np, "k": draw(st.integers(0, 3))}
    for tensor, array in (("t", "a"), ("u", "b")):
        values = np.array(draw(numbers), dtype).reshape(size).transpose(order)
        world[array] = values
        world[tensor] = tb.tensor(values.transpose(np.argsort(order)).copy()).permute(list(order))
    world["d"] = draw(st.integers(-len(size), len(size) - 1))
    return world


def agree(pair, world):
    ours, theirs = (np.asarray(eval(text, dict(world))) for text in pair)
    assert ours.shape == theirs.shape, pair
    np.testing.assert_allclose(ours.astype(theirs.dtype), theirs, rtol=1e-12, atol=1e-12, err_msg=str(pair))


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", OF_A_DIMENSION)
@given(world=worlds(min_size=1))
def test_along_a_dimension_values_are_numpys(name, world):
    agree(OF_A_DIMENSION[name], world)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", OF_ALL)
@given(world=worlds(min_size=1))
def test_of_whole_tensors_values_are_numpys(name, world):
    agree(OF_ALL[name], world)


@given(world=worlds(min_size=0), data=st.data())
def test_sums_of_several_dimensions_and_of_none_are_numpys(world, data):
    ndim = world["a"].ndim
    dims = tuple(data.draw(st.lists(st.integers(0, ndim - 1), unique=True, min_size=1)))
    keep = data.draw(st.booleans())
    pair = ("torch.sum(t, dims, keepdim=keep)", "np.sum(a, dims, keepdims=keep)")
    agree(pair, world | {"dims": dims, "keep": keep})


@given(data=st.data())
def test_products_of_matrices_broadcast_their_batches_as_numpys(data):
    batches = [data.draw(st.lists(st.integers(1, 3), max_size=2)) for _ in range(2)]
    m, n, k = (data.draw(st.integers(0, 6)) for _ in range(3))
    arrays = [
        np.arange(int(np.prod(size))).reshape(size) % 7 - 3.0
        for size in ((*batches[0], m, k), (*batches[1], k, n))
    ]
    try:
        np.broadcast_shapes(*map(tuple, batches))
    except ValueError:
        with pytest.raises(RuntimeError, match="must match the size"):
            tb.matmul(*map(tb.tensor, arrays))
        return
    agree(("torch.matmul(t, u)", "np.matmul(a, b)"), world_of(*arrays))
    agree(("t @ u", "a @ b"), world_of(*arrays))


def world_of(a, b):
    return {"torch": tb, "np": np, "a": a, "b": b, "t": tb.tensor(a), "u": tb.tensor(b)}
