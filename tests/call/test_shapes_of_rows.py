"""What rows of the function table say of shapes (Function.shapes) is what their calls do."""

import warnings

import pytest

from under_test import STAND_IN, tb

if STAND_IN:
    pytest.skip("torch has no rows", allow_module_level=True)

import explained_calls
from codegen.functions import FUNCTIONS
from tbcast._verdict.calls import listen

ROWS = {row.key: row for row in FUNCTIONS}
CALLS = {name: call for name, call in explained_calls.calls().items() if name.rpartition(" ")[0] in ROWS}
ASKS = {"broadcasts", "compares"}
MAY_ASK = ASKS | {"multiplies", "adds", "indexes", "itself"}
"""Batches of products, indices and what is added to a product broadcast as well."""
ERRORS = (AssertionError, IndexError, NotImplementedError, RuntimeError, TypeError, ValueError)


def words(name):
    return set(ROWS[name.rpartition(" ")[0]].shapes.split())


def calls_that(*some):
    """Those whose rows say one of these words."""
    return pytest.mark.parametrize("name", [name for name in CALLS if words(name) & {*some}])


def outcomes(name):
    """(operands, their shapes before, result, what was heard) of the call where it succeeds."""
    code, dtypes = CALLS[name]
    for shapes in explained_calls.shapes_of(len(dtypes), 60):
        given = {
            operand: explained_calls.operand(shape, dtype, 2)
            for (operand, dtype), shape in zip(dtypes.items(), shapes, strict=True)
        }
        before, heard = [tuple(tensor.shape) for tensor in given.values()], []
        with warnings.catch_warnings(), listen(heard.append):
            warnings.simplefilter("ignore")
            try:
                result = eval(code, {**explained_calls.NAMES, **given})
            except ERRORS:
                continue
        yield list(given.values()), before, result, {call.name for call in heard} - {""}


def shape_of(result):
    """Of a tensor, a shape, or the first tensor of several; None of something else."""
    if isinstance(result, (tuple, list)) and not isinstance(result, tb.Size):
        result = next(iter(result), None)
    found = getattr(result, "shape", result if isinstance(result, tb.Size) else None)
    return None if found is None else tuple(found)


def pairs(name):
    """(shape of the first operand, shape of the result)."""
    results = ((before[0], shape_of(result)) for _, before, result, _ in outcomes(name))
    return [(own, found) for own, found in results if found is not None]


@calls_that("keeps")
def test_the_result_has_the_first_operands_dimensions_in_their_order(name):
    for own, found in pairs(name):
        assert len(own) == len(found)
        assert own == found or name.startswith("narrow")


@calls_that("permutes")
def test_the_result_has_the_first_operands_dimensions_in_another_order(name):
    assert all(sorted(own) == sorted(found) for own, found in pairs(name))


@calls_that("inserts")
def test_the_result_has_a_dimension_of_size_1_more(name):
    assert all(sorted((*own, 1)) == sorted(found) for own, found in pairs(name))


@calls_that("expands")
def test_the_result_may_have_more_dimensions_and_other_sizes_instead_of_1(name):
    for own, found in pairs(name):
        behind = found[len(found) - len(own) :]
        assert all(a in (1, b) for a, b in zip(own, behind, strict=True))


def test_words_are_tried_on_calls_that_succeed():
    tried = {word for name in CALLS for word in words(name) if any(True for _ in outcomes(name))}
    assert {"keeps", "permutes", "inserts", "expands", "views", "broadcasts", "compares", "adds"} <= tried


@calls_that("views")
def test_a_view_shares_its_operands_memory(name):
    for operands, _, result, _ in outcomes(name):
        first = next(iter(result), None) if isinstance(result, (tuple, list)) else result
        if isinstance(first, tb.Tensor) and not first.is_complex():  # adjoint copies complex numbers
            assert first.untyped_storage().data_ptr() == operands[0].untyped_storage().data_ptr()


def differ_and_broadcast(shapes):
    if len(shapes) < 2 or shapes[0] == shapes[1]:
        return False
    try:
        tb.broadcast_shapes(*shapes[:2])
    except RuntimeError:
        return False
    return True


@pytest.mark.parametrize("name", CALLS)
def test_policies_hear_of_functions_whose_operands_broadcast_and_of_no_others(name):
    row = ROWS[name.rpartition(" ")[0]]
    for _, before, _, heard in outcomes(name):
        if words(name) & ASKS and differ_and_broadcast(before):
            own = row.name.removeprefix("_")
            assert heard == {"isclose" if own == "allclose" else own}  # which calls that
        else:
            assert not heard or words(name) & MAY_ASK


WARNING = {
    "cross": lambda: tb.cross(tb.eye(3), tb.eye(3)),
    "cov": lambda: tb.cov(tb.tensor([[3.0], [1.0]])),
    "corrcoef": lambda: tb.tensor([[3.0], [1.0]]).corrcoef(),
    "searchsorted": lambda: tb.searchsorted(tb.arange(4.0)[::2], tb.ones(2)),
    "bucketize": lambda: tb.bucketize(tb.ones(2), tb.arange(4.0)[::2]),
    "index_put_": lambda: tb.zeros(1).expand(3).index_put_((tb.tensor([0]),), tb.tensor(1.0)),
    "l1_loss": lambda: tb.nn.functional.l1_loss(tb.ones(2), tb.ones(2), reduce=False),
    "softmax": lambda: tb.nn.functional.softmax(tb.ones(2)),
    "chain_matmul": lambda: tb.chain_matmul(tb.eye(2)),
    "meshgrid": lambda: tb.meshgrid(tb.ones(2), tb.ones(2)),
}


@pytest.mark.parametrize("policy", ["none", "allow", "raise"])
@pytest.mark.parametrize("name", WARNING)
def test_a_composition_warns_at_the_programs_line(name, policy):
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        if policy == "none":
            WARNING[name]()
        else:
            with tb.broadcast_policy(policy):
                WARNING[name]()
    line = WARNING[name].__code__.co_firstlineno
    assert [(warning.filename, warning.lineno) for warning in log] == [(__file__, line)] * len(log) and log
