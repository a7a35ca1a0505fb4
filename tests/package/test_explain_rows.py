"""explain of a call says what the call does: for every row of both tables, over shapes of rank 0 to 4."""

import contextlib
import itertools
import time
import warnings

import pytest

from under_test import STAND_IN, tb

pytestmark = pytest.mark.skipif(STAND_IN, reason="torch explains nothing")

if not STAND_IN:
    import explained_calls
    from tbcast._explain.expressions import calls, library

    CALLS = explained_calls.calls()
    NOT_CALLED = {
        *("__array__ 0", "__array_namespace__ 0", "__array_wrap__ 0", "__dlpack_device__ 0"),
        *("dlpack_versioned 0", "as_subclass 0", "apply_ 0", "map_ 0", "map2_ 0"),
        *("data_ptr 0", "set_ 0", "new 0", "set_rng_state 0", "__reversed__ 0", "__complex__ 0"),
        *("numpy 0", "cuda 0"),  # which stand for the tensor itself
        *("frombuffer 0", "asarray 0", "from_numpy 0", "untyped_storage 0", "storage 0", "to_dlpack 0"),
        *("__dlpack__ 0", "__reduce_ex__ 0", "__deepcopy__ 0", "set_default_dtype 0", "manual_seed 0"),
        *("get_rng_state 0", "set_num_threads 0", "empty_cache 0"),
    }
    """What an expression may not call: protocols, memory, settings, random states, what calls functions."""
    EXPLAINED = {name: call for name, call in CALLS.items() if name not in NOT_CALLED}
    OF_STRIDES = (
        *("as_strided", "as_strided_", "empty_strided", "new_empty_strided", "stride", "contiguous"),
        *("is_contiguous", "storage_offset", "dim_order"),
    )
    """What explain refuses of large tensors."""
else:
    EXPLAINED = {}


def test_every_public_function_is_explained_or_listed_as_refused():
    torch = library.Module("torch")
    lacking = set()
    for name in tb.__all__:
        value = getattr(tb, name)
        if callable(value) and name not in library.REFUSED:
            found = library.member(torch, name)
            if not (isinstance(found, library.Function) and found.name == name):
                lacking.add(name)
    assert lacking == set()
    own = {name for name in dir(tb.Tensor) if not name.startswith("_") and hasattr(tb.Tensor, name)}
    methods = {name for name in own - library.REFUSED if callable(getattr(tb.Tensor, name))}
    assert {name for name in methods if library.method(name) is None} == set()


@pytest.mark.parametrize("name", EXPLAINED)
def test_explain_of_a_row_says_what_its_call_does(name, whole):
    code, dtypes = EXPLAINED[name]
    for shapes in explained_calls.shapes_of(len(dtypes), None if whole else 2):
        given = dict(zip(dtypes, shapes, strict=True))
        assert explained_calls.contradiction(code, given, dtypes, tb.explain) is None, (code, shapes)


@pytest.mark.parametrize("name", EXPLAINED)
def test_explain_of_large_tensors_says_what_the_call_does(name, whole, monkeypatch):
    """With everything taken for large: no operand is made, and small sizes stand for others."""
    monkeypatch.setattr(calls, "MAX_ELEMENTS", 0)
    code, dtypes = EXPLAINED[name]
    for shapes in explained_calls.shapes_of(len(dtypes), None if whole else 1, explained_calls.LARGER):
        given = dict(zip(dtypes, shapes, strict=True))
        try:
            assert explained_calls.contradiction(code, given, dtypes, tb.explain) is None, (code, shapes)
        except calls.TooLarge as error:
            assert "depends on strides" in str(error) or name in (
                *("combinations 0", "combinations 1", "pdist 0", "tolist 0", "diagflat 0", "diagflat 1"),
            ), (code, shapes, str(error))


PAIRS = [(), (0,), (1,), (3,), (4,), (3, 1), (1, 3), (3, 4), (4, 3), (2, 3, 4), (2, 1, 3)]
EXPRESSIONS = """
a + b|a - b.T|a * b.mT|a @ b|a.mm(b)|torch.bmm(a, b)|torch.dot(a, b)|torch.outer(a, b)|torch.mv(a, b)|a == b
a.chunk(2)[0]|a.chunk(3, -1)[1]|a.split(2)[0]|a.unbind()[0]|a.softmax(1)|a.log_softmax(-1)|a.repeat(2, 1)
a.tile(2)|a.topk(9)[0]|a.topk(1).values|a.sort(0)[0]|a.sum(1)|a.mean(-1, keepdim=True)|a.amax(0)|a.argmin(1)
a.max(0).values|a.std(0)|a.norm(dim=1)|a.cumsum(1)|a.T @ b|a[0]|a[:, 1]|a[..., 0]|a[1:]|a[:, None] - b
a.reshape(-1)|a.view(2, -1)|a.flatten(1)|a.unsqueeze(2)|a.squeeze(1)|a.expand(4, 3)|a.permute(1, 0)|a.t()
torch.cat([a, b])|torch.stack([a, b], 1)|torch.where(a > 0, a, b)|torch.einsum('ij,jk->ik', a, b)
torch.cdist(a, b)|a.add_(b)|torch.cross(a, b, dim=-1)|a.tril()|a.diagonal()|F.mse_loss(a, b)
torch.searchsorted(a, b)|torch.bucketize(a, b)|torch.multinomial(a.abs() + 1, 2)|F.pad(a, (0, 1))
F.linear(a, b)|F.one_hot(a.long())|F.cross_entropy(a, b)|F.nll_loss(a, b.long())
F.binary_cross_entropy(a.sigmoid(), b)|F.layer_norm(a, a.shape[-1:])
torch.histc(a, 4)|torch.cov(a)|torch.kron(a, b)|torch.tensordot(a, b, 1)
"""
EXPRESSIONS = [code for code in EXPRESSIONS.replace("\n", "|").split("|") if code]


@pytest.mark.parametrize("code", EXPRESSIONS)
def test_explain_of_common_expressions_says_what_they_do(code, whole):
    dtypes = {"a": tb.float32, "b": tb.float32}
    names = {**explained_calls.NAMES, "F": tb.nn.functional}
    pairs = list(itertools.product(PAIRS, repeat=2))
    explained_calls.NAMES = names
    for pair in pairs if whole else pairs[::9]:
        given = dict(zip(dtypes, pair, strict=True))
        assert explained_calls.contradiction(code, given, dtypes, tb.explain) is None, (code, pair)


# ---- what must not happen ----


HARM = [
    *(
        "torch.zeros(10**12)",
        "torch.arange(10**10)",
        "torch.arange(0, 1, 1e-10)",
        "x.repeat(1000, 1000, 1000)",
    ),
    *("x ** 10**9", "10 ** 10**9", "1 << 10**9", "'a' * 10**9", "[1] * 10**9", "range(10**9)", "list(y)"),
    *("y.split(1)", "y.unbind()", "y.tolist()", "y[0] + y", "torch.combinations(y, 9)", "torch.kron(y, y)"),
    *("x.resize_(10**12)", "torch.eye(10**6)", "torch.randint(0, 9, (10**9,))", "x.expand(10**12, 10**12)"),
    *(
        "math.factorial(10**7)",
        "math.__loader__",
        "x.__class__",
        "().__class__",
        "torch.nn.functional.warnings",
    ),
    *("'{0.__class__}'.format(x)", "torch.load('x')", "torch.save(x, 'x')", "x.apply_(len)", "torch.os"),
    *("torch.manual_seed(1)", "torch.set_default_dtype(torch.float64)", "torch.set_num_threads(1)"),
    *(
        "torch.set_printoptions(2)",
        "torch.explain('x')",
        "tbcast.backcompat",
        "torch.default_generator.seed()",
    ),
    *("torch.frombuffer(x)", "x.data_ptr()", "x.untyped_storage()", "x.set_(y)", "eval('x')", "exec('x')"),
    *("x.share_memory_()", "torch.Tensor.set_(x, y)", "torch.Tensor.apply_(x, len)", "x.tolist().append(1)"),
    *(
        "torch.Generator.__init__",
        "torch.rand(3) + torch.randn(3)",
        "x.bernoulli_()",
        "x.add_(1)",
        "x[0] = 1",
    ),
]


@pytest.mark.parametrize("code", HARM)
def test_no_expression_does_harm(code):
    x = tb.zeros(3)
    state = tb.get_rng_state().clone(), tb.get_default_dtype(), tb.get_num_threads()
    filters = list(warnings.filters)
    start = time.perf_counter()
    with contextlib.suppress(ValueError, RuntimeError):  # of what is not known, or too large
        tb.explain(code, x=x, y=(10**6, 3000))
    assert time.perf_counter() - start < 10
    assert tb.equal(state[0], tb.get_rng_state())
    assert state[1:] == (tb.get_default_dtype(), tb.get_num_threads()) and warnings.filters == filters
    assert x.tolist() == [0, 0, 0] and tb.zeros(1 << 25).shape == (1 << 25,)


def test_sizes_of_any_magnitude_are_explained_at_once():
    start = time.perf_counter()
    for code, shape in {
        "x + y": (20000, 3000),
        "x @ x.T": (20000, 20000),
        "x.softmax(1).sum(0)": (3000,),
        "x.reshape(-1, 256)": (234375, 256),
        "x[5:5000].chunk(7, 1)[0]": (4995, 429),
        "torch.cat([x, x[:7]])": (20007, 3000),
        "x.topk(2000)[0] - y[:2000]": (20000, 2000),
        "x.unfold(0, 100, 7)": (2843, 3000, 100),
        "torch.diff(x, n=3, dim=0)": (19997, 3000),
        "F.pad(x, (100, 200, 5000, 1))": (25001, 3300),
        "torch.cdist(x, x)": (20000, 20000),
        "torch.zeros(x.shape[0], 2 * x.size(-1))": (20000, 6000),
    }.items():
        found = tb.explain(code, x=(20000, 3000), y=(3000,))
        assert (found.shape, found.broadcastable) == (shape, True), code
    assert tb.explain("x - y", x=(10**6, 1), y=(10**6,)).risk == "high"
    found = tb.explain("x @ x", x=(20000, 3000))
    assert found.why == "mat1 and mat2 shapes cannot be multiplied (20000x3000 and 20000x3000)"
    assert time.perf_counter() - start < 20


def test_sizes_that_elements_decide_have_no_number():
    x, mask = tb.ones(4, 3), tb.ones(4, 3, dtype=tb.bool)
    for code, shape in {
        "torch.nonzero(x)": ("count(torch.nonzero(x))", 2),
        "x[mask]": ("count(mask)",),
        "torch.masked_select(x, mask)": ("count(torch.masked_select(x, mask))",),
        "torch.unique(x)": ("count(torch.unique(x))",),
        "x[mask] * 2": ("count(mask)",),
        "torch.where(x > 0)[0]": ("count(torch.where(x > 0)[0])",),
        "x[mask].sum()": (),
    }.items():
        assert tb.explain(code, x=x, mask=mask).shape == shape, code


def test_a_step_says_what_its_call_warns_of_and_nothing_is_warned():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fallback = tb.explain("x + y", x=(2, 3), y=(3, 2))
        old = tb.explain("x.T", x=(2, 3, 4))
    assert fallback.shape == (2, 3) and not fallback.broadcastable and fallback.risk == "high"
    assert (
        fallback.steps[0].warnings[0].startswith("self and other not broadcastable, but have the same number")
    )
    assert "The use of `x.T` on tensors of dimension other than 2" in old.steps[0].warnings[0]
    assert "warns" in str(old) and fallback.to_dict()["steps"][0]["warnings"]


def test_policies_and_audits_do_not_see_what_is_explained():
    with tb.broadcast_policy("raise", risk="low"), tb.audit.tensors() as found:
        assert tb.explain("x - y", x="N,1", y="N").risk == "high"
        assert tb.explain("x - y", x=(10**6, 1), y=(10**6,)).risk == "high"
        with pytest.raises(tb.BroadcastPolicyError):
            tb.ones(4, 1) - tb.ones(4)
    assert len(found.findings()) == 1
